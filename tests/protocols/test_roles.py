"""Facts that stand on the headers: roles, fixed and computed fields, CRC parameters."""

from __future__ import annotations

import zlib

import crcmod
import pytest

from ibpkt import draft
from ibpkt.craft.announce import computed_fields
from ibpkt.craft.builder import build
from ibpkt.protocols import CLOSED_BY, CRCS, ICRC, LPCRC, MAD, OPCODES, graph, header_named, headers
from ibpkt.protocols.annotation_headers import GENERATED
from ibpkt.schema import ROLES, CaptureRecord, Checksum, Extent, Header, PathFields, uint


def of_role(role):
    return {header.name for header in headers() if header.role == role}


def test_every_header_says_what_it_is():
    assert {header.role for header in headers()} == ROLES.keys() - {"annotation"}
    assert {header.role for header in GENERATED} == {"annotation"}
    assert all(header.generated for header in GENERATED)
    assert not any(header.generated for header in headers())


def test_roles_agree_with_the_graph():
    assert of_role("crc") == {header.name for header in CLOSED_BY.values()} == {header.name for header in CRCS}
    assert of_role("extended") == {header.name for opcode in OPCODES.values() for header in opcode.headers}
    managed, wave = {MAD}, [MAD]
    while wave:
        header = wave.pop()
        for rule in graph().rules.get(header, ()):
            following = {each for chain in (*rule.chains, rule.otherwise or ()) for each in chain}
            wave += following - managed
            managed |= following
    assert of_role("management") == {header.name for header in managed}


def test_what_carries_another_network_is_a_tunnel():
    assert of_role("tunnel") == {
        "VXLAN", "GRE", "GREChecksum", "GREKey", "GRESequence", "ERSPAN2", "ERSPAN3", "ERSPANPlatform",
    }  # fmt: skip
    assert of_role("capture") == {"SLL", "SLL2", "Loopback", "ERF", "ERFExtension", "ERFEthernet"}
    assert of_role("transport") == {"UDP", "BTH"}


def test_fixed_fields_are_versions():
    fixed = {(header.name, field.name, field.default) for header in headers() for field in header.fixed}
    assert fixed == {
        ("LRH", "lver", 0), ("GRH", "ipver", 6), ("IPv4", "version", 4), ("IPv6", "version", 6), ("BTH", "tver", 0),
    }  # fmt: skip


def test_computed_fields():
    assert header_named("IPv4").computed == {"ihl", "len", "checksum"}
    assert header_named("UDP").computed == {"length"}, "its checksum is optional, and 0 where nothing is given"
    assert header_named("BTH").computed == {"padcnt"}
    assert header_named("ERF").computed == {"rlen", "wlen"}
    assert ICRC.computed == {"crc"}
    assert computed_fields(header_named("BTH")) == {"padcnt", "opcode", "destqp"}


@pytest.mark.parametrize(
    "fact",
    [
        {"role": "overlay"},
        {"extent": Extent("length")},
        {"checksum": Checksum("sum")},
        {"checksum": Checksum("sum", optional=True)},
        {"pad": "pad"},
        {"record": CaptureRecord("port", "wlen")},
        {"path": PathFields(hop_limit="ttl")},
        {"session": "vni"},
        {"sequence": "number"},
        {"typical": {"vni": 1}},
        {"partial": "more"},
        {"address": ("", "src", "dst")},
        {"address": ("", "src", "port")},
    ],
    ids=str,
)
def test_a_fact_that_cannot_be_true_is_an_error(fact):
    with pytest.raises(TypeError, match=r"^Probe: "):
        Header("Probe", "A probe", "probe", uint("port", 16, "Port"), **fact)


def test_a_header_is_of_an_upper_layer_where_nothing_is_said():
    assert Header("Probe", "A probe", "probe", uint("port", 16, "Port")).role == "upper"


@pytest.mark.parametrize("which", CRCS, ids=str)
def test_crcmod_computes_the_declared_crcs(which):
    how = which.crc
    function = crcmod.mkCrcFun(
        1 << how.width | how.polynomial, initCrc=how.init ^ how.xorout, rev=how.reflected, xorOut=how.xorout
    )
    assert how.size == which.size
    assert how.byte_order == "little"
    assert int(f"{how.reversed_polynomial:0{how.width}b}"[::-1], 2) == how.polynomial
    inner = (draft("FlowControl", fctbs=5),) if which is LPCRC else (draft("LRH"), draft("BTH"))
    packet = build(draft("ERF"), *inner, payload=b"" if which is LPCRC else b"data")
    data = bytearray(packet.data[: packet.crc_places[which]])
    if how.covers == "invariant":
        for layer in packet.layers:
            for place, bits in enumerate(layer.header.variant_mask(), layer.offset):
                data[place] |= bits
        assert function(bytes(data)) == zlib.crc32(data)
    covered = bytes(data[packet.layers[1].offset :])
    stored = packet.data[packet.crc_places[which] :][: which.size]
    assert function(covered).to_bytes(how.size, how.byte_order) == stored
