"""How values are written."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import example, given, strategies as st

from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.tables import MESSAGES, row
from ibpkt.schema.value_types import seconds


@given(st.integers(-(1 << 63), (1 << 63) - 1))
@example(-310_078_000)
@example(0)
def test_seconds_keep_nanoseconds_and_their_sign(nanoseconds):
    text = seconds(nanoseconds)
    assert Decimal(text).scaleb(9) == nanoseconds
    assert len(text.partition(".")[2]) == 9


def test_times_before_1970():
    """-1.689922000 it was, for the fraction was taken from the second below."""
    message = Message(1, 0, 1, "SEND", "RC", 0, 1, start=-310_078_000)
    assert row(MESSAGES, message)["start"] == "-0.310078000"
