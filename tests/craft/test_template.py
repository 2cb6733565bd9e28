"""Packet templates: the second packet of a stack is what it would be if it were the first."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import draft
from ibpkt.craft import builder
from ibpkt.craft.drafts import Draft
from ibpkt.errors import CallerError
from ibpkt.protocols import header_named
from ibpkt.strategies import values

STACKS = [
    "LRH BTH",
    "LRH GRH BTH DETH",
    "LRH BTH DETH MAD SMP PortInfo SMPRest",
    "LRH BTH DETH MAD SMP LinearForwardingTable SMPRest",
    "LRH BTH DETH MAD RMPP SA",
    "LRH BTH DETH MAD",
    "Ethernet IPv4 UDP BTH RETH",
    "Ethernet VLAN IPv6 UDP BTH AETH",
    "Ethernet GRH BTH RDETH DETH AtomicETH",
    "Ethernet IPv4 UDP VXLAN Ethernet IPv4 UDP BTH ImmDt",
    "Ethernet IPv4 GRE GREKey Ethernet IPv6 HopByHop UDP BTH",
    "IPv6 Fragment UDP BTH",
    "IPv4 UDP BTH",
    "Loopback IPv4 UDP BTH",
    "SLL IPv4 UDP BTH",
    "ERF LRH BTH",
    "ERF FlowControl",
    "FlowControl",
    "LRH RWH",
    "Ethernet IPv4 UDP",
    "LRH UDP",
]

TAILS = [b"", b"\1\1\1\1", bytes(8), b"odd"]


@st.composite
def pairs(draw):
    """Two packets of one stack in which the same fields are given, with what `build` takes beside."""
    headers = [header_named(name) for name in draw(st.sampled_from(STACKS)).split()]
    fields = [draw(st.lists(st.sampled_from(header.wire), max_size=3, unique=True)) for header in headers]
    several = []
    tails = draw(st.booleans())
    for _ in range(2):
        drafts = [
            Draft(header, {field.name: draw(values(field)) for field in chosen})
            for header, chosen in zip(headers, fields, strict=True)
        ]
        for each in drafts:
            if each.header.tail and tails:
                each.raw[each.header.tail.name] = draw(st.sampled_from(TAILS))
        options = {
            "payload": draw(st.binary(max_size=40)),
            "pad": draw(st.none() | st.binary(max_size=4)),
            "icrc": draw(st.none() | st.just(b"") | st.binary(min_size=4, max_size=4)),
            "vcrc": draw(st.none() | st.just(b"") | st.binary(min_size=2, max_size=2)),
            "trailer": draw(st.just(b"") | st.binary(max_size=5)),
        }
        several.append((drafts, options))
    return several


def made(drafts, options):
    try:
        return ibpkt.build(
            *drafts, **options, link=None if drafts[0].header.name != "FlowControl" else 247, strict=False
        )
    except CallerError as error:
        return str(error)


def alone(drafts, options):
    builder._families.clear()
    return made(drafts, options)


@given(pairs())
def test_the_second_packet_is_as_if_it_were_the_first(several):
    first, second = several
    wanted = alone(*second)
    alone(*first)
    got = made(*second)
    if isinstance(wanted, str):
        assert got == wanted
    else:
        assert (got.data.hex(" "), got.link, got.layers) == (wanted.data.hex(" "), wanted.link, wanted.layers)
        assert (got.wirelen, got.stop, got.icrc, got.vcrc) == (wanted.wirelen, wanted.stop, wanted.icrc, wanted.vcrc)


TRANSPORT = [stack for stack in STACKS if "BTH" in stack.split() and "ERF" not in stack.split()]


@pytest.mark.parametrize("names", TRANSPORT)
def test_the_crcs_of_every_stack_with_a_transport_header_are_computed_without_decoding(names):
    builder._families.clear()
    ibpkt.build(*map(header_named, names.split()), payload=b"data")
    ((template,),) = (family.templates.values() for family in builder._families.values())
    assert template.crcs is not None


def test_a_value_that_decides_how_the_packet_is_read_has_a_template_of_its_own():
    """Port 4790 is not RoCE: the same fields are given, and the ICRC is not there."""
    made_so = [
        ibpkt.build(draft("Ethernet"), draft("IPv4"), draft("UDP", dstport=port), draft("BTH"), strict=False)
        for port in (4791, 4790, 4791, 4790)
    ]
    assert [packet.data[-4:] != bytes(4) for packet in made_so] == [True, False, True, False]
    assert made_so[:2] == made_so[2:]


def test_templates_are_forgotten_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(builder, "_REMEMBERED", 10)
    builder._families.clear()
    for port in range(40):
        assert ibpkt.build(draft("Ethernet"), draft("IPv4", proto=port), draft("UDP"), draft("BTH"), strict=False)
        assert sum(len(family.templates) for family in builder._families.values()) <= 10


@pytest.mark.parametrize("value", [-1, 1 << 24, "7", None, 7.0, b"abc"])
def test_a_value_that_does_not_fit_is_an_error_in_the_second_packet_too(value):
    ibpkt.build(draft("LRH"), draft("BTH", psn=1))
    with pytest.raises(CallerError, match=r"BTH\.psn takes 0 to 16777215"):
        ibpkt.build(draft("LRH"), Draft(header_named("BTH"), {"psn": value}))


def test_a_length_that_does_not_fit_is_an_error_in_the_second_packet_too():
    ibpkt.build(draft("LRH"), draft("BTH"), payload=b"x")
    with pytest.raises(CallerError, match=r"LRH\.pktlen"):
        ibpkt.build(draft("LRH"), draft("BTH"), payload=bytes(9000))


@pytest.mark.parametrize(
    ("names", "given", "numbers"),
    [
        ("MAD SMP SMPData SMPRest", {}, (0, 0, 15)),
        ("MAD SMPDirected SMPData DirectedPaths", {}, (0, 0, 15)),
        ("MAD", {"mgmtclass": "SubnMgt (LID routed)"}, (0, 0, 15)),
        ("MAD", {"mgmtclass": 4}, (1, 1, 0)),
        ("MAD RMPP SA", {}, (1, 1, 0)),
        ("MAD", {}, (1, 1, 0)),
    ],
)
def test_where_management_datagrams_go(names, given, numbers):
    management, *more = names.split()
    stack = [draft(management, **given), *map(draft, more)]
    for _ in range(2):  # the first packet, and the second by its template
        packet = ibpkt.build(draft("LRH"), draft("BTH"), draft("DETH"), *stack)
        assert (packet.bth.destqp, packet.deth.srcqp, packet.lrh.vl) == numbers
        assert "MAD" in packet
    kept = ibpkt.build(draft("LRH", vl=3), draft("BTH", destqp=9), draft("DETH", srcqp=1), *stack)
    assert (kept.bth.destqp, kept.deth.srcqp, kept.lrh.vl) == (9, 1, 3)


def test_a_built_packet_is_decoded_when_it_is_asked():
    import copy
    import pickle

    for _ in range(2):
        packet = ibpkt.build(draft("LRH"), draft("BTH", psn=3), payload=b"abc")
    assert pickle.loads(pickle.dumps(packet)) == packet == copy.copy(packet)
    assert (packet.time, packet.number, packet.comments, packet.wirelen) == (None, None, (), len(packet))
    assert (packet.bth.psn, packet.payload, packet.stop) == (3, b"abc", None)
    assert packet.replace(bth__psn=4).bth.psn == 4
    with pytest.raises(AttributeError, match="reth"):
        _ = packet.reth
