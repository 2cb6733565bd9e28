"""The graph as data, and what it takes to add a header: one declaration, one row."""

from __future__ import annotations

import pytest

import ibpkt.batch.walk
import ibpkt.packet.dissect
from ibpkt import decode
from ibpkt.errors import CallerError
from ibpkt.protocols import (
    CLOSED_BY,
    ETHERTYPES,
    LINKS,
    Ethernet,
    Graph,
    by_name,
    graph,
    header_named,
    headers,
    link_type,
)
from ibpkt.protocols.graph import follow
from ibpkt.schema import Header, uint
from tests.support.equality import assert_equal
from tests.support.stacks import batch_of, carrier

TOY = Header(
    "Toy",
    "A header of nobody",
    "toy",
    uint("kind", 4, "Kind"),
    uint("length", 12, "Length"),
    uint("tag", 16, "Tag"),
    summary="Toy {tag}",
    source="this test",
)


@pytest.fixture
def with_toy(monkeypatch):
    """One row of the graph: EtherType 0x88B5 (for experiments) announces it."""

    def graph_with_toy(roce_port: int = 4791) -> Graph:
        made = graph(roce_port)
        toy = follow(Ethernet.leaf("type"), {0x88B5: TOY})
        return made._replace(rules={**made.rules, Ethernet: (toy, *made.rules[Ethernet])})

    monkeypatch.setattr(ibpkt.packet.dissect, "graph", graph_with_toy)
    monkeypatch.setattr(ibpkt.batch.walk, "graph", graph_with_toy)


@pytest.mark.usefixtures("with_toy")
def test_a_new_header_is_one_declaration_and_one_row():
    data = bytes(12) + b"\x88\xb5" + b"\x31\x23\xbe\xef" + b"payload"
    packet = decode(data, "ethernet")
    assert [layer.name for layer in packet] == ["Ethernet", "Toy"]
    assert (packet.toy.kind, packet.toy.length, packet.toy.tag) == (3, 0x123, 0xBEEF)
    assert packet.payload == b"payload"
    assert bytes(packet) == data
    assert "Kind: 3" in str(packet)
    roce = carrier("RoCEv2 IPv4").data
    assert_equal(batch_of([data, data[:15], data[:16], roce], 1, [len(data)] * 2 + [16, len(roce)]))
    assert decode(data[:15], "ethernet", wirelen=len(data)).stop.layer == "Toy"
    assert decode(roce, "ethernet").icrc


def test_every_header_is_reached_and_named_once():
    declared = list(headers())
    assert len({header.name for header in declared}) == len({header.key for header in declared}) == len(declared)
    for header in declared:
        assert header_named(header.name) is header_named(header.key) is header_named(header.name.upper()) is header
        assert by_name()[header.key] is header
        assert header.key.isidentifier()
    assert set(CLOSED_BY.values()) <= set(declared)


def test_rules_look_at_what_can_be_there():
    """A leaf that a rule looks at is of the header itself or of one that can stand before it."""
    rules = graph().rules
    announced = set(headers())
    for header, header_rules in rules.items():
        for rule in header_rules:
            for leaf in (*rule.looks_at(), *(rule.require[:1] if rule.require else ())):
                assert leaf.header is header or leaf.header in announced
            width = sum(leaf.width for leaf in ((rule.stride.leaf,) if rule.stride else rule.on)) or rule.peek
            assert all(0 <= number < 1 << width for number in rule.table)
            for number, chain in rule.table.items():
                assert rule.chains[rule.branch(number) - 1] == chain


def test_enum_names_in_rules():
    assert graph().rules[Ethernet][0].table[0x8915] == (header_named("GRH"),)
    assert ETHERTYPES[0x8915] == "RoCE"


def test_link_types():
    assert link_type("ethernet") == link_type("Ethernet") == link_type(1) == 1
    assert set(LINKS.values()) == set(graph().first)
    with pytest.raises(CallerError, match="ethernet") as caught:
        link_type("etherne")
    assert caught.value.suggestions == ("ethernet",)


def test_another_port_for_roce():
    packet = carrier("RoCEv2 IPv4", udp={"dstport": 14791})
    assert "BTH" not in decode(packet.data, 1)
    other = decode(packet.data, 1, roce_port=14791)
    assert other.icrc
    assert other.roce_port == 14791
    assert_equal(batch_of([packet.data, carrier("RoCEv2 IPv4").data], 1, roce_port=14791))
    assert "BTH" not in decode(carrier("RoCEv2 IPv4").data, 1, roce_port=14791)


def test_names_of_headers():
    with pytest.raises(CallerError, match="did you mean BTH"):
        header_named("BTHH")
