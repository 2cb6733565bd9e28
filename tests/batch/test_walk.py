"""Both walkers, over every stack that the graph allows: whole, and cut at every byte of every header."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings, strategies as st

from ibpkt import decode
from ibpkt.packet import Packet, Status
from ibpkt.protocols import LINKS, MAX_DEPTH, graph, header_named
from tests.support.equality import assert_equal
from tests.support.stacks import (
    CARRIERS,
    LINK_NAMES,
    Built,
    Draft,
    batch_of,
    build,
    carrier,
    choices,
    compositions,
    cuts,
    finish,
    from_graph,
    stack,
)
from tests.support.sweep import every

PACKETS = (*compositions(), *from_graph())
IDS = [packet.name.replace(" ", "_") for packet in PACKETS]


def cut_at() -> list[list[int]]:
    """Lengths at which each of `PACKETS` is cut.

    A header is cut at every byte in the first packet that has it behind the same headers; in others, where a cut says
    the same, at its ends.  What follows the headers is cut at every byte in each.
    """
    seen: set[object] = set()
    found = []
    for packet in PACKETS:
        lengths = set(range(packet.offsets[-1], len(packet.data) + 1))
        for count, (begin, end) in enumerate(itertools.pairwise(packet.offsets), 1):
            place = packet.link, packet.headers[:count]
            lengths |= {begin, end - 1} if place in seen else set(range(begin, end))
            seen.add(place)
        found.append(sorted(lengths))
    return found


by_cuts = pytest.mark.parametrize(("packet", "lengths"), [*zip(PACKETS, cut_at(), strict=True)], ids=IDS)


def announces_nothing(packet: Packet) -> bool:
    """Whether decoding ended as the packet wants it: at the end of the headers, or at a value that is not known."""
    return packet.stop is None or packet.stop.reason == "unknown"


def check_whole(wanted: Built) -> None:
    packet = decode(wanted.data, wanted.link)
    assert tuple(layer.header for layer in packet.layers) == wanted.headers
    assert [layer.offset for layer in packet.layers] == list(wanted.offsets[:-1])
    assert announces_nothing(packet)
    assert packet.disagreements == ()
    assert (packet.payload, packet.pad) == (wanted.payload, wanted.pad)
    assert bytes(packet) == wanted.data
    for name, at in (("icrc", wanted.icrc_at), ("vcrc", wanted.vcrc_at), ("lpcrc", wanted.lpcrc_at)):
        assert getattr(packet, name).status == (Status.ABSENT if at is None else Status.GOOD), name


@every("packet", PACKETS, lambda packet: packet.name)
def test_whole(packet):
    check_whole(packet)


@pytest.mark.costly
def test_whole_batch():
    """All at once, so that shapes meet that have nothing in common; what lies around them must not matter."""
    for around in (0, 0xA5):
        assert_equal(batch_of([packet.data for packet in PACKETS], [packet.link for packet in PACKETS], around=around))


def test_erf_cut_inside_its_extension_headers():
    packet = stack("erf", "ERF/ERFExtension/ERFExtension/FlowControl").built()
    for length in range(packet.offsets[-1]):  # behind the headers nothing stops, the LPCRC alone is cut
        assert decode(packet.data[:length], "erf", wirelen=len(packet.data)).stop.reason == "cut"


@pytest.mark.parametrize(("link", "path"), [("raw", "IPv4"), ("ipoib", "IPoIB/IPv4")])
def test_cut_where_bits_are_peeked_at(link, path):
    data = stack(link, path).built(b"").data
    for length in range(len(data)):
        assert decode(data[:length], link, wirelen=len(data)).stop.reason == "cut"


@pytest.mark.sweep
@by_cuts
def test_cut_by_the_capture(packet, lengths):
    batch = cuts(packet, lengths, wire=True, around=0xA5)
    assert_equal(batch)
    for length, piece in zip(lengths, batch, strict=True):
        headers = tuple(layer.header for layer in piece.layers)
        assert headers == packet.headers[: len(headers)]
        if length >= packet.offsets[-1]:
            assert announces_nothing(piece)
        else:
            assert piece.stop is not None
            assert piece.stop.reason == "cut"
            assert piece.stop.had < piece.stop.needed
        assert piece.disagreements == ()
        if "BTH" in piece:
            assert piece.icrc.status == ("good" if length >= packet.icrc_at + 4 else "cut")
        if "LRH" in piece:
            assert piece.vcrc.status == ("good" if length >= packet.vcrc_at + 2 else "cut")
        if "FlowControl" in piece:
            assert piece.lpcrc.status == ("good" if length >= packet.lpcrc_at + 2 else "cut")


@pytest.mark.sweep
@by_cuts
def test_cut_on_the_wire(packet, lengths):
    """The packet itself is too short: that is malformed, except where ERF tells that there was more of it."""
    batch = cuts(packet, lengths, wire=False)
    assert_equal(batch)
    erf = packet.link == LINKS["erf"]
    for length, piece in zip(lengths, batch, strict=True):
        headers = tuple(layer.header for layer in piece.layers)
        assert headers == packet.headers[: len(headers)]
        if length == 0 and packet.link == LINKS["raw"]:
            assert piece.stop.reason == "unknown"  # nothing at all: of no version of IP
        elif length < packet.offsets[-1]:
            assert piece.stop is not None
            assert piece.stop.reason in (("cut", "malformed") if erf else ("malformed",))
        elif length == len(packet.data):
            assert piece.icrc.status in ("good", "absent")
        if "BTH" in piece and packet.icrc_at + 4 > length:
            # nothing tells where a packet ends whose headers have no length, so its last four bytes count as ICRC
            assert piece.icrc.status in ("cut", "absent") or piece.icrc.status == "bad"


@pytest.mark.parametrize("name", CARRIERS)
def test_every_opcode_in_every_carrier(name):
    packets = [carrier(name, opcode, payload=bytes(range(opcode % 7))) for opcode in range(256)]
    for packet in packets:
        assert decode(packet.data, packet.link).bth.raw["opcode"] == int(packet.name[-2:], 16)
        check_whole(packet)
    assert_equal(batch_of([packet.data for packet in packets], packets[0].link, around=0xA5))


@st.composite
def random_stacks(draw: st.DrawFn) -> Draft:
    """A random walk through the graph, up to a few headers long, then on to the nearest BTH."""
    draft = Draft(draw(st.sampled_from(sorted(graph().first))))
    for _ in range(draw(st.integers(1, 12))):
        choice = draw(st.sampled_from(choices(draft.last)))
        made = draft.take(choice)
        peeked = draft.link == LINKS["ipoib"] and len(draft.steps) == 1 and draft.steps[0][1]
        if made is None or peeked:
            break
        draft = made
        if not choice.chain or not choices(draft.last):
            break
    if draft.link == LINKS["ipoib"] and len(draft.steps) == 1:
        draft.steps += [(header, {}) for header in draft.announced() or ()]
    return finish(draft)


@given(st.lists(random_stacks(), min_size=1, max_size=6), st.binary(max_size=9), st.integers(0, 255))
def test_random_walks_through_the_graph(drafts, payload, around):
    packets = []
    for draft in drafts:
        names = [header.name for header, _ in draft.steps]
        ends_with = draft.steps[-1][0].name
        if draft.announced() and ends_with not in ("BTH", "DETH"):
            continue  # the default of a field announces something that the walk did not take
        if (
            "IPoIB" in names
            and draft.steps[0][0].name == "IPoIB"
            and draft.steps[0][1].get("type") not in (0x0800, 0x0806, 0x8035, 0x86DD)
        ):
            continue  # it would be taken for the form with a pseudo header
        packets.append(draft.built(payload))
    for packet in packets:
        check_whole(packet)
    if packets:
        data, links = [packet.data for packet in packets], [packet.link for packet in packets]
        assert_equal(batch_of(data, links, around=around))
        pieces = [(packet.data[:length], packet) for packet in packets for length in range(0, len(packet.data), 5)]
        assert_equal(
            batch_of([piece for piece, _ in pieces], [p.link for _, p in pieces], [len(p.data) for _, p in pieces])
        )


# -- limits ---------------------------------------------------------------------------------------------------------


def deep(name: str) -> tuple[int, bytes]:
    """Packets that would make a careless walker loop for long."""
    if name == "VLAN tags":
        return LINKS["ethernet"], bytes(12) + b"\x81\x00" + b"\x00\x01\x81\x00" * 10_000
    if name == "ERF extension headers":
        record = build("erf", [(header_named("ERF"), {"types": 0x95})]).data[:16]
        return LINKS["erf"], record + b"\x80" + bytes(7) + (b"\x80" + bytes(7)) * 199
    header = {"hop-by-hop": 0, "destination options": 60, "routing": 43, "fragment": 44}.get(name)
    if header is not None:
        chain = bytes([header]) + bytes(7)
        first = (header_named("IPv6"), {"nxt": header})
        return LINKS["ipv6"], build("ipv6", [first], chain * 1000).data
    if name == "IPv4 in IPv4":
        return LINKS["ipv4"], build("ipv4", [(header_named("IPv4"), {"proto": 4})] * 200).data
    if name == "IPv6 in IPv6":
        return LINKS["ipv6"], build("ipv6", [(header_named("IPv6"), {"nxt": 41})] * 200).data
    assert name == "GRE in GRE"
    steps = [(header_named("IPv4"), {"proto": 47}), (header_named("GRE"), {"proto": 0x0800})] * 100
    return LINKS["ipv4"], build("ipv4", steps).data


DEEP = (
    "VLAN tags",
    "ERF extension headers",
    "hop-by-hop",
    "destination options",
    "routing",
    "fragment",
    "IPv4 in IPv4",
    "IPv6 in IPv6",
    "GRE in GRE",
)


@pytest.mark.parametrize("name", DEEP)
def test_depth_is_bounded(name):
    link, data = deep(name)
    packet = decode(data, link)
    assert len(packet.layers) == MAX_DEPTH
    assert packet.stop is not None
    assert packet.stop.reason == "malformed"
    assert bytes(packet) == data
    assert str(packet)
    assert_equal(batch_of([data, data[: len(data) // 2], data[:40]], link))


@pytest.mark.parametrize("count", range(MAX_DEPTH - 3, MAX_DEPTH + 2))
def test_the_last_header_that_is_allowed(count):
    """Right at the limit both walkers count alike; everything below it decodes."""
    tags = "VLAN/" * (count - 2)
    packet = stack("ethernet", f"Ethernet/{tags}GRH").built(b"\x01" * 20)
    decoded = decode(packet.data, packet.link)
    assert (decoded.stop is not None and decoded.stop.reason == "malformed") == (count >= MAX_DEPTH)
    assert_equal(batch_of([packet.data], packet.link))


@pytest.mark.parametrize("count", range(40, 60))
def test_erf_extension_headers_around_the_limit(count):
    """The wire's length is found behind them, in the packet's codec and in the batch's: both stop counting alike."""
    record = build("erf", [(header_named("ERF"), {"types": 0x95, "wlen": 300})], b"").data
    data = record + (b"\x80" + bytes(7)) * (count - 1) + bytes(8) + bytes(40)
    assert_equal(batch_of([data, data[:-50], data[:100]], LINKS["erf"], [len(data)] * 3))


def test_empty():
    for link in graph().first:
        packet = decode(b"", link)
        assert packet.layers == ()
        assert bytes(packet) == b""
        assert str(packet)
    assert_equal(batch_of([b""] * len(LINK_NAMES), sorted(LINK_NAMES)))
    assert_equal(batch_of([], 1))


def test_unknown_link_types():
    packet = decode(b"abc", 147)
    assert str(packet.stop) == "what follows link type 147 at byte 0 is not known (3 bytes)"
    assert packet.payload == b"abc"
    assert_equal(batch_of([b"abc", b"", b"\0" * 80], [147, 65535, 12]))


@settings(max_examples=30)
@given(st.lists(st.tuples(st.sampled_from(PACKETS), st.floats(0, 1)), max_size=40), st.randoms())
def test_a_packet_decodes_alike_among_any_others(pairs, random):
    """Nothing of a packet depends on its neighbours in a batch."""
    random.shuffle(pairs)
    pieces = [packet.data[: int(len(packet.data) * share)] for packet, share in pairs]
    wires = [
        len(packet.data) if share > 0.5 else len(piece) for (packet, share), piece in zip(pairs, pieces, strict=True)
    ]
    assert_equal(batch_of(pieces, [packet.link for packet, _ in pairs], wires, around=0xFF, gap=1))
