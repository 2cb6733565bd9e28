"""tshark reads crafted packets as they are meant.

`test_fields.py` compares every field of the golden packets with what tshark shows of them, as of all captures;
`crafted.toml` lists where tshark does not know an operation or reads it wrong.  Here is what is special to them.
"""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt.craft.carriers import CARRIERS
from ibpkt.protocols import OPCODES
from tests.support import golden_packets
from tests.tshark import crafted, regenerate, rules, store

#: services that tshark 4.0 reads as they are meant
KNOWN = ("RC", "UC", "UD")


def test_captures_hold_the_vectors():
    assert sorted(crafted.vectors()) == sorted(crafted.NAMES)
    for name, vectors in crafted.vectors().items():
        with ibpkt.open(crafted.directory() / name) as capture:
            packets = [packet.data for packet in capture]
        head = 16 if name == crafted.NATIVE_AS_ERF else 0
        assert [packet[head:].hex() for packet in packets] == [vector["hex"] for vector in vectors], name


def test_every_right_vector_is_compared():
    golden = golden_packets.document()["vectors"]
    right = {each["name"] for each in golden if each["name"].partition("/")[0] in ("operation", "header")}
    compared = set()
    for name in store.captures("crafted"):
        shown = rules.shown_of(store.TWINS.get(name, name))
        if not shown.refused:
            compared |= {vector["name"] for vector in crafted.vectors()[name.partition("/")[2]]}
    assert right <= compared


@pytest.mark.parametrize("carrier", list(CARRIERS.values()), ids=lambda carrier: carrier.name)
def test_operations_are_read_as_meant(carrier):
    """Of the services that tshark knows: opcode, queue pair, PSN and ICRC in every carrier, without any rule."""
    name = f"crafted/{carrier.link}.pcap"
    shown = rules.shown_of(store.TWINS.get(name, name))
    wanted = {
        f"operation/{carrier.name}/{opcode.name}": opcode
        for opcode in OPCODES.values()
        if opcode.service in KNOWN and opcode.code not in (0x1C, 0x1D)
    }
    seen = 0
    for frame, vector in enumerate(crafted.vectors()[name.partition("/")[2]]):
        opcode = wanted.get(vector["name"])
        if opcode is None:
            continue
        values = {layer["header"]: layer["values"] for layer in vector["layers"]}
        shown_values = {
            field: shown.columns[f"infiniband.bth.{field}"][frame] for field in ("opcode", "destqp", "psn", "padcnt")
        }
        assert shown_values == {
            "opcode": str(opcode.code),
            "destqp": f"0x{values['BTH'][9]:06x}",
            "psn": str(values["BTH"][12]),
            "padcnt": str(values["BTH"][3]),
        }, vector["name"]
        for header in opcode.headers:
            assert shown.columns[header.leaves[0].filter][frame] is not None, (vector["name"], header)
        seen += 1
    assert seen == len(wanted)


@pytest.mark.skipif(regenerate.version() != store.TSHARK, reason=f"tshark {store.TSHARK} is not here to be asked")
def test_what_is_stored_is_what_tshark_says():
    """One small capture, asked again."""
    shown = regenerate.collect(store.path_of("crafted/ipoib.pcap"))
    assert shown.columns == store.load("crafted/ipoib.pcap").columns
