"""How values are written."""

from __future__ import annotations

import ipaddress
import json
from decimal import Decimal

import pytest
from hypothesis import example, given, strategies as st

from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.tables import MESSAGES, row
from ibpkt.schema.value_types import BYTES, IPV6, MAC, NUMBER, TEXT, TIME, WORDS, seconds

#: addresses as tshark 4.0.17 prints them
IPV6_TEXTS = (
    "::ffff:10.0.0.7", "::ffff:0.0.0.0", "::ffff:0.0.0.1", "::", "::1", "::ffff", "64:ff9b::a00:7", "fe80::5efe:a00:7",
    "1:0:0:2::3", "1:2:3:4:5:6:0:8", "0:0:1::", "::7:8:9", "0:1:2:3:4:5:6:7", "1:0:2::3:0:0", "::ffff:0:a00:7",
    "::1:ffff:a00:7", "0:2::ffff:1",
)  # fmt: skip


@given(st.integers(-(1 << 63), (1 << 63) - 1))
@example(-310_078_000)
@example(0)
def test_seconds_keep_nanoseconds_and_their_sign(nanoseconds):
    text = seconds(nanoseconds)
    assert Decimal(text).scaleb(9) == nanoseconds
    assert len(text.partition(".")[2]) == 9
    assert text.startswith("-") == (nanoseconds < 0)


def test_times_before_1970():
    """-1.689922000 it was, for the fraction was taken from the second below."""
    message = Message(1, 0, 1, "SEND", "RC", 0, 1, start=-310_078_000)
    assert row(MESSAGES, message)["start"] == "-0.310078000"


@pytest.mark.parametrize(
    ("kind", "raw"),
    [(WORDS, 'a "b" \\ \n'), (TEXT, b'a "b" \\ \n'), (BYTES, b'"\\'), (MAC, bytes(6)), (TIME, -1), (NUMBER, 0.5)],
)
def test_what_needs_an_escape_in_json_is_not_called_safe(kind, raw):
    text = kind.text(raw)
    assert not kind.safe or json.dumps(text) == f'"{text}"'


@pytest.mark.parametrize("text", IPV6_TEXTS)
def test_ipv6_addresses_whatever_the_version_of_python(text):
    """Python 3.13 began to write those that hold one of IPv4 with dots."""
    assert IPV6.text(ipaddress.IPv6Address(text).packed) == text


def test_what_only_looks_like_an_ipv4_address_has_no_dots():
    """tshark prints ``::0.1.0.2``, but the lower half of a GID is a GUID; those addresses of IPv6 are out of use."""
    assert IPV6.text(bytes(13) + b"\1\0\2") == "::1:2"
