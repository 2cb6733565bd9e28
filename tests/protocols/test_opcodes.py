"""The operation codes against tests/protocols/data/opcodes.tsv, code by code."""

from __future__ import annotations

import pytest

from ibpkt import decode
from ibpkt.protocols import OPCODE_NAMES, OPCODES, opcode_name
from tests.support.stacks import CARRIERS, carrier
from tests.support.tables import table

#: the table's spelling -> ours
NAMES = {"CNP (old/base value)": "CNP (base value)"}
HEADERS = {"CNPPayload": "CNP"}

ROWS = [row for row in table("opcodes.tsv") if row["opcode"] != "0xC0-0xFF"]
DEFINED = {int(row["opcode"], 16): row for row in ROWS if "reserved" not in row["name"]}


def test_every_code_of_the_table_and_no_other():
    assert set(OPCODES) == set(DEFINED)


@pytest.mark.parametrize("code", DEFINED, ids=hex)
def test_row(code):
    row, opcode = DEFINED[code], OPCODES[code]
    assert opcode.code == code
    assert opcode.name == NAMES.get(row["name"], row["name"])
    assert opcode.service == row["service"]
    bth, *names = row["headers"].split("+")
    assert bth == "BTH"
    wanted = [HEADERS.get(name, name) for name in names if name != "Payload"]
    assert [header.name for header in opcode.headers] == wanted
    if opcode.service != "CNP":  # there the table calls its 16 bytes a payload, we a header
        assert opcode.payload == ("Payload" in names) == (row["has_payload"] == "1")
    assert ("ImmDt" in names) == (row["has_imm"] == "1")
    assert opcode.position == row["position"]
    assert opcode.kind == row["kind"]


def test_names_of_all_256():
    assert len(OPCODE_NAMES) == 256
    for code in range(256):
        if code in DEFINED:
            assert opcode_name(code) == OPCODES[code].name
        else:
            assert opcode_name(code) == ("Manufacturer specific" if code >= 0xC0 else "Reserved")


@pytest.mark.parametrize("code", range(256), ids=hex)
def test_headers_that_a_packet_has(code):
    packet = decode(carrier("local", code, b"12345678").data)
    wanted = [header.name for header in OPCODES[code].headers] if code in OPCODES else []
    assert [layer.name for layer in packet] == ["LRH", "BTH", *wanted]
    assert packet.payload == b"12345678"
    if code not in OPCODES:
        assert packet.stop.reason == "unknown"
        assert packet.stop.layer == "BTH"
    assert packet.icrc


@pytest.mark.parametrize("name", CARRIERS)
def test_acknowledgements_have_no_payload(name):
    packet = carrier(name, 0x11, b"")
    assert decode(packet.data, packet.link).payload == b""
