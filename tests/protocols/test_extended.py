"""The syndrome of AETH against tests/protocols/data/aeth-syndrome.tsv, value by value."""

from __future__ import annotations

import pytest

from ibpkt import decode
from ibpkt.protocols import AETH
from tests.support.equality import assert_equal
from tests.support.stacks import batch_of, carrier
from tests.support.tables import table

ROWS = {int(row["syndrome"], 16): row for row in table("aeth-syndrome.tsv") if "-" not in row["syndrome"]}
NAMED = {"ACK": "Ack", "RNR NAK": "RNR Nak", "reserved": "Reserved", "NAK": "Nak"}
TIMERS = {"ACK": "credit_count", "RNR NAK": "timer", "reserved": "reserved_value", "NAK": "error_code"}


def aeth(syndrome: int):
    return decode(carrier("local", 0x11, b"", aeth={"syndrome": syndrome, "msn": 0x123456}).data).aeth


def test_the_table_has_every_value_without_bit_7():
    assert list(ROWS) == list(range(128))


@pytest.mark.parametrize("syndrome", ROWS, ids=hex)
def test_row(syndrome):
    row, layer = ROWS[syndrome], aeth(syndrome)
    value, meaning = int(row["value"]), row["meaning"]
    leaf = AETH.leaf("opcode")
    assert leaf.names[layer.opcode].startswith(NAMED[row["type"]])
    for kind, name in TIMERS.items():
        assert layer.raw_value(name) == (value if kind == row["type"] else None)
    if row["type"] == "ACK":
        credits = meaning.removeprefix("credits=")
        assert layer.credits == (None if credits.startswith("invalid") else int(credits))
        assert layer.verdict == f"ACK credits={'unlimited' if layer.credits is None else layer.credits}"
        assert layer.rnr_timer is None
    elif row["type"] == "RNR NAK":
        assert layer.rnr_timer == float(meaning.removeprefix("rnr_timer_ms="))
        assert layer.verdict == f"RNR NAK {layer.rnr_timer:g} ms"
        assert layer.credits is None
    elif row["type"] == "NAK":
        if meaning == "reserved":
            assert layer.verdict == f"NAK reserved code {value}"
        else:
            assert layer.verdict == f"NAK {meaning}"
            assert AETH.leaf("error_code").names[value] == f"{meaning} ({value})"
    else:
        assert layer.verdict == "Reserved syndrome"


@pytest.mark.parametrize("syndrome", range(128, 256, 9))
def test_bit_7_is_reserved(syndrome):
    layer = aeth(syndrome)
    assert layer.reserved == 1
    assert layer.verdict == "Reserved syndrome"


def test_all_at_once():
    packets = [carrier("RoCEv2 IPv4", 0x11, b"", aeth={"syndrome": syndrome}).data for syndrome in range(256)]
    assert_equal(batch_of(packets, 1))
