"""Any bytes at all: decoding and printing never raise, and nothing is lost.

A counter-example that has been found stays here as an ``@example``.
"""

from __future__ import annotations

import functools
import json

import pytest
from hypothesis import assume, example, given, strategies as st

from ibpkt import PacketError, decode
from ibpkt.batch import Batch
from ibpkt.output.json import JsonLines
from ibpkt.output.summary import SummaryLines
from ibpkt.protocols import LINKS
from tests.support.equality import assert_equal
from tests.support.stacks import batch_of, compositions, from_graph

NUMBERS = sorted(LINKS.values())
LINK = st.sampled_from(NUMBERS) | st.integers(0, 300)
PACKETS = sorted({packet.name: packet for packet in (*compositions(), *from_graph())}.values(), key=lambda p: p.name)


def check_text(text: str) -> None:
    """Text for a terminal: a byte out of a packet must never steer it."""
    assert all(char.isprintable() or char == "\n" for char in text), [c for c in text if not c.isprintable()]


def check(data: bytes, link: int, wirelen: int | None = None) -> None:
    """Everything that must hold of any bytes on any link."""
    packet = decode(data, link, wirelen=wirelen)
    assert bytes(packet) == data
    accounted = sum(layer.size for layer in packet.layers) + len(packet.payload) + len(packet.pad) + len(packet.trailer)
    assert accounted <= len(data)
    for check_ in (packet.icrc, packet.vcrc, packet.lpcrc):
        assert check_.status in ("good", "bad", "absent", "cut", "zero")
        check_text(check_.cause)
    check_text(str(packet))
    check_text(repr(packet))
    for layer in packet:
        check_text(repr(layer))
        for leaf in layer.header.leaves:
            getattr(layer, leaf.name)
            check_text(leaf.text(layer.raw_value(leaf.name)))
    if packet.stop is not None:
        check_text(str(packet.stop))
        if packet.stop.reason == "cut":
            assert packet.wirelen > len(data)
        with pytest.raises(PacketError):
            decode(data, link, wirelen=wirelen, strict=True)
    else:
        decode(data, link, wirelen=wirelen, strict=True)
    check_batch(batch_of([data], link, None if wirelen is None else [wirelen], around=0xA5))


def check_batch(batch: Batch) -> None:
    assert_equal(batch)
    lines = b"".join(SummaryLines(digits=9).render(batch)).decode()
    assert lines.count("\n") == len(batch)
    check_text(lines)
    objects = b"".join(JsonLines().render(batch)).decode().split("\n")
    assert len([json.loads(each) for each in objects if each]) == len(batch)


@given(st.binary(max_size=300), LINK, st.none() | st.integers(0, 400))
@example(b"", 247, None)
@example(b"\x40", 101, 60)  # the version is peeked at
@example(b"\x08\x00\x00", 242, 44)  # the type would be, but the capture has cut it
@example(bytes(8) + b"\x95" + bytes(7), 197, 80)  # extension headers announced, none captured
def test_any_bytes(data, link, wirelen):
    check(data, link, wirelen)


@given(st.lists(st.tuples(st.binary(max_size=120), LINK), max_size=12))
def test_any_bytes_together(pairs):
    check_batch(batch_of([data for data, _ in pairs], [link for _, link in pairs], gap=1, around=0xFF))


@st.composite
def mutated(draw: st.DrawFn) -> tuple[bytes, int, int | None]:
    """A good packet with bits flipped, bytes replaced, cut out or put in, and its end taken away."""
    packet = draw(st.sampled_from(PACKETS))
    data = bytearray(packet.data)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        match draw(st.sampled_from(["bit", "byte", "cut", "put", "end", "zeros", "ones"])):
            case "bit" if data:
                data[at] ^= 1 << draw(st.integers(0, 7))
            case "byte" if data:
                data[at] = draw(st.integers(0, 255))
            case "cut":
                del data[at : at + draw(st.integers(1, 9))]
            case "put":
                data[at:at] = draw(st.binary(max_size=9))
            case "end":
                del data[at:]
            case "zeros" if data:
                data[at : at + 4] = bytes(len(data[at : at + 4]))
            case "ones" if data:
                data[at : at + 4] = b"\xff" * len(data[at : at + 4])
    wirelen = draw(st.sampled_from([None, None, len(packet.data), len(data) + 3]))
    return bytes(data), packet.link, wirelen


@pytest.mark.costly
@given(mutated())
def test_mutated_packets(case):
    check(*case)


@given(st.lists(mutated(), min_size=2, max_size=20))
def test_mutated_packets_together(cases):
    check_batch(batch_of([data for data, _, _ in cases], [link for _, link, _ in cases], gap=3))


@functools.cache
def length_fields() -> tuple[tuple[int, int, int], ...]:
    """(packet, header in it, width in bits) wherever a header has a length."""
    found = []
    for number, packet in enumerate(PACKETS):
        for index, header in enumerate(packet.headers):
            for name in {each.field for each in (header.extent, header.tail) if each}:
                found.append((number, index, header.leaf(name).width))
    return tuple(found)


@pytest.mark.costly
@given(st.sampled_from(length_fields()), st.data())
def test_lengths_that_lie(place, data):
    """Every length field of every header, with every kind of lie."""
    number, index, _ = place
    packet = PACKETS[number]
    header = packet.headers[index]
    names = sorted({each.field for each in (header.extent, header.tail) if each})
    leaf = header.leaf(data.draw(st.sampled_from(names)))
    ones = (1 << leaf.width) - 1
    at = packet.offsets[index]
    values = header.read(packet.data, at)
    around = values[leaf.name]
    value = data.draw(st.integers(0, ones) | st.sampled_from([0, 1, ones, max(0, around - 1), min(ones, around + 1)]))
    changed = packet.data[:at] + header.write({**values, leaf.name: value}) + packet.data[at + header.size :]
    check(changed, packet.link)
    check(changed[: data.draw(st.integers(0, len(changed)))], packet.link, len(changed))


@pytest.mark.costly
@given(st.sampled_from(PACKETS), st.integers(0, 400), st.binary(max_size=80))
def test_trailers(packet, more, trailer):
    """What follows a packet is a trailer where a length tells its end, and never changes the verdict there."""
    check(packet.data + trailer, packet.link, len(packet.data) + len(trailer) + more)
    names = [header.name for header in packet.headers]
    assume("BTH" in names and ("IPv4" in names or "IPv6" in names) and "LRH" not in names and "ERF" not in names)
    found = decode(packet.data + trailer, packet.link)
    assert found.icrc.status == "good"
    assert found.trailer == trailer


def test_text_out_of_packets_is_escaped():
    """A node description that would clear the screen."""
    from tests.support.stacks import stack

    packet = stack(
        "infiniband",
        "LRH/BTH/DETH/MAD/SMP/NodeDescription/SMPRest",
        bth={"opcode": 0x64, "destqp": 0},
        nodedescription={"nodestring": b"\x1b[2J\r\n\x9b\xc3\xa9 \\ \x7f".ljust(64, b"\0")},
    ).built(b"")
    check(packet.data, packet.link)
    assert "\\x1b[2J\\x0d\\x0a" in str(decode(packet.data))
