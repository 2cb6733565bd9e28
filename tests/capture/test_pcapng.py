from __future__ import annotations

import io
import random
import struct

import pytest
from hypothesis import given, settings, strategies as st

from ibpkt.capture import open_capture, pcapng
from tests.support import capture_files as files
from tests.support.capture_files import block, enhanced, interface, obsolete, option, section, simple

COMMENT = 1


def check(raw, **limits):
    got, reader = files.read(io.BytesIO(raw), **limits)
    assert got == files.reference(raw)
    return got, reader


@pytest.mark.parametrize("texts", [[], [b""], [b"", b"x"], [b"abcd", b""]])
@pytest.mark.parametrize("order", "<>")
def test_options_that_end_with_their_block(texts, order):
    """No option says that they end, which is allowed; the last one may be empty."""
    options = b"".join(option(COMMENT, text, order) for text in texts)
    raw = (
        section(order, options) + interface(options=options, order=order) + enhanced(b"x", options=options, order=order)
    )
    raw += interface(order=order) if order == "<" else b""  # its first bytes look like a comment
    (packet,), reader = check(raw)
    told = [text.decode() for text in texts]
    assert reader.comments == told
    assert list(reader.interfaces[0].comments) == list(packet.comments) == told


@pytest.mark.parametrize("order", "<>")
def test_the_three_packet_blocks(order):
    raw = section(order) + interface(link=247, snaplen=10, order=order)
    raw += enhanced(b"one", 123456, order=order) + obsolete(b"three", 99, order=order)
    raw += simple(b"0123456789", wirelen=70, order=order) + simple(b"", order=order) + enhanced(b"", 1, order=order)
    got, reader = check(raw)
    assert [record.data for record in got] == [b"one", b"three", b"0123456789", b"", b""]
    assert [record.time for record in got] == [123456000, 99000, 0, 0, 1000]
    assert [record.wirelen for record in got] == [3, 5, 70, 0, 0]
    assert reader.format == "pcapng"
    assert reader.damage is None


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize(
    "resolution",
    [0, 3, 6, 7, 9, 10, 12, 19, 30, 127, 0x80, 0x80 + 9, 0x80 + 20, 0x80 + 32, 0x80 + 34, 0x80 + 35, 0x80 + 40, 0xFF],
)
@pytest.mark.parametrize("offset", [0, 1, 1_600_000_000, -5])
def test_resolution_and_offset(order, resolution, offset):
    options = option(9, bytes([resolution]), order) + option(14, struct.pack(order + "q", offset), order)
    unit = 2 ** (resolution & 127) if resolution & 128 else 10**resolution
    raw = section(order) + interface(options=options, order=order)
    for ticks in (1_000_000_000, 0x123456789ABCDEF, 0, 999_999_999, 3):
        raw += enhanced(b"x", ticks, order=order)
    got, reader = files.read(io.BytesIO(raw))
    held = [max(-(2**63) + 1, min(record.time, 2**63 - 1)) for record in files.reference(raw)]
    assert [record.time for record in got] == held
    assert reader.interfaces[0].resolution == unit
    assert reader.interfaces[0].offset_s == offset


def test_sections_and_interfaces():
    raw = section("<", option(COMMENT, b"first") + option(COMMENT, "zwölf".encode()) + option(4, b"me"))
    raw += interface(1, options=option(2, b"eth0") + option(3, b"the wire") + option(COMMENT, b"note"))
    raw += interface(247, 96, option(9, b"\x09") + bytes(4))
    raw += enhanced(b"a", 1, 0) + enhanced(b"b", 2, 1) + enhanced(b"c", 3, 0)
    raw += section(">", option(COMMENT, b"second", ">")) + interface(12, order=">")
    raw += enhanced(b"d", 4, 0, order=">") + section("<") + interface(228) + enhanced(b"e", 5)
    got, reader = files.read(io.BytesIO(raw))
    assert [(record.data, record.link, record.interface, record.time) for record in got] == [
        (b"a", 1, 0, 1000), (b"b", 247, 1, 2), (b"c", 1, 0, 3000), (b"d", 101, 2, 4000), (b"e", 228, 3, 5000),
    ]  # fmt: skip
    assert reader.comments == ["first", "zwölf", "second"]
    first, second, *_ = reader.interfaces
    assert (first.name, first.description, first.comments) == ("eth0", "the wire", ("note",))
    assert (second.snaplen, second.resolution) == (96, 10**9)
    assert len(reader.interfaces) == 4


@pytest.mark.parametrize("more", [0, 1, 4, 5, 500, 0xFFFF - 4])
@pytest.mark.parametrize("order", "<>")
def test_an_option_that_claims_more_than_its_block_has_is_none(more, order):
    """Neither is what seems to come behind it; those before it count."""
    options = option(COMMENT, b"first", order) + struct.pack(order + "HH", COMMENT, 4 + more) + b"last"
    raw = (
        section(order, options) + interface(options=options, order=order) + enhanced(b"x", options=options, order=order)
    )
    (packet,), reader = files.read(io.BytesIO(raw))
    told = ["first", "last"] if more == 0 else ["first"]
    assert reader.comments == told
    assert [each.comments for each in (*reader.interfaces, packet)] == [tuple(told)] * 2


@pytest.mark.parametrize("order", "<>")
def test_options_of_an_interface_that_have_another_length_do_not_count(order):
    """Its unit of time has one byte and its offset eight; other options of these lengths are neither."""
    options = option(9, b"\x09\x00", order) + option(14, bytes([1] * 4), order)
    options += option(99, b"\x03", order) + option(98, bytes([1] * 8), order)
    _, reader = files.read(io.BytesIO(section(order) + interface(options=options, order=order)))
    assert (reader.interfaces[0].resolution, reader.interfaces[0].offset_s) == (10**6, 0)


def test_names_of_interfaces_may_end_with_zero_bytes():
    """Programs in C write them."""
    raw = section() + interface(options=option(2, b"eth0\0\0") + option(3, b"the wire\0"))
    _, reader = files.read(io.BytesIO(raw))
    assert (reader.interfaces[0].name, reader.interfaces[0].description) == ("eth0", "the wire")


def statistics(number, *options, order="<"):
    values = (option(code, value, order) for code, value in options)
    return block(5, struct.pack(order + "III", number, 0, 0) + b"".join(values), order)


@pytest.mark.parametrize("order", "<>")
def test_dropped_packets_are_those_that_the_last_statistics_of_each_interface_count(order):
    """By the interface and by the system (5 and 7), in eight bytes; received and accepted ones (4 and 6) are none."""

    def counted(count):
        return struct.pack(order + "Q", count)

    packet = enhanced(b"x", order=order)
    raw = section(order) + interface(order=order) * 2 + statistics(0, (5, counted(9)), order=order) + packet
    raw += statistics(0, (4, counted(99)), (5, counted(10)), (6, counted(99)), (7, counted(3)), order=order)
    raw += statistics(1, (7, counted(20)), order=order) + statistics(1, (7, bytes(4)), (4, counted(1)), order=order)
    raw += section(order) + interface(order=order) * 3 + packet + statistics(0, (5, counted(100)), order=order)
    raw += statistics(2, (5, counted(1000)), order=order)
    _, reader = files.read(io.BytesIO(raw))
    assert (reader.dropped, reader.damage) == (10 + 3 + 20 + 100 + 1000, None)


@pytest.mark.parametrize("silent", [block(5, bytes(8)), statistics(0), statistics(0, (4, bytes(8)), (7, bytes(4)))])
def test_statistics_that_count_no_dropped_packets_say_nothing_of_them(silent):
    _, reader = files.read(io.BytesIO(section() + interface() + enhanced(b"x") + silent))
    assert (reader.dropped, reader.damage) == (None, None)


@pytest.mark.parametrize(("length", "reason"), [(256 << 20, "the file ends inside"), ((256 << 20) + 4, "valid length")])
def test_the_longest_block_within_reason(length, reason):
    """A block of so many bytes may follow, which are not there; of more it cannot."""
    for kind in (6, 4):
        _, reader = files.read(io.BytesIO(section() + interface() + struct.pack("<III", kind, length, 0)))
        assert reason in reader.damage.reason


@pytest.mark.parametrize("order", "<>")
def test_comments_of_packets(order):
    def comment(text):
        return option(COMMENT, text, order)

    raw = section(order) + interface(order=order)
    raw += enhanced(
        b"abc", options=option(2, bytes(4), order) + comment(b"one") + comment(b"two") + bytes(4), order=order
    )
    raw += enhanced(b"abc", options=option(2, bytes(4), order), order=order)
    raw += enhanced(b"abc", options=bytes(4) + comment(b"behind the end"), order=order)
    raw += obsolete(b"abcd", options=comment(b"old"), order=order) + simple(b"abcd", order=order)
    raw += enhanced(b"abc", options=comment(b"bad \xff byte"), order=order)
    raw += enhanced(b"abc", options=struct.pack(order + "HH", COMMENT, 500) + b"lies", order=order)
    got, reader = files.read(io.BytesIO(raw))
    assert [record.comments for record in got] == [("one", "two"), (), (), ("old",), (), ("bad \ufffd byte",), ()]
    assert reader.damage is None


def test_other_blocks_are_skipped():
    others = block(4, bytes(40)) + block(5, bytes(16)) + block(0xBAD, struct.pack("<I", 32473) + b"anything")
    others += block(0x40000BAD, bytes(8)) + block(0x12345678, b"")
    raw = section() + others + interface() + others + enhanced(b"a") + others + enhanced(b"b") + others
    got, reader = check(raw)
    assert [record.data for record in got] == [b"a", b"b"]
    assert reader.damage is None


def test_a_packet_of_an_unknown_interface_is_skipped_and_told():
    start = section() + interface() + enhanced(b"a", 1)
    for bad in (enhanced(b"x", number=7), obsolete(b"x", number=1)):
        raw = start + bad + enhanced(b"b", 2) + bad + enhanced(b"c", 3)
        got, reader = files.read(io.BytesIO(raw))
        assert [record.data for record in got] == [b"a", b"b", b"c"]
        assert (reader.damage.offset, reader.damage.packet) == (len(start), 2)
        assert "which no block describes" in reader.damage.reason
    got, reader = files.read(io.BytesIO(section() + simple(b"abcd")))
    assert got == []
    assert (reader.damage.offset, reader.damage.packet) == (28, 1)


@pytest.fixture(params=["plain walk", "lanes"])
def way(request, monkeypatch):
    """Both ways in which packets are looked for, of those behind the first chunk."""
    if request.param == "lanes":
        monkeypatch.setattr(pcapng, "MIN_RECORDS", 1)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("make", [enhanced, obsolete])
@pytest.mark.parametrize("number", [1, 2, 0xFFFF])
def test_an_interface_of_another_section_is_unknown(make, number):
    raw = section() + interface() * 2 + enhanced(b"a", number=1) + section() + interface() + enhanced(b"b") * 300
    got, reader = files.read(io.BytesIO(raw + make(b"lost", number=number) + enhanced(b"c") * 50))
    assert [record.data for record in got] == [b"a"] + [b"b"] * 300 + [b"c"] * 50
    assert (reader.damage.offset, reader.damage.packet) == (len(raw), 302)
    assert f"a packet of interface {number}, which no block describes" in reader.damage.reason


@pytest.mark.parametrize("order", "<>")
def test_packets_of_two_interfaces(order):
    """Of other link types and clocks, in all blocks that name their interface; of the second section."""
    raw = section(order) + interface(113, order=order) * 2
    raw += section(order) + interface(order=order) + interface(247, options=option(9, b"\x09", order), order=order)
    for make in (enhanced, obsolete):
        raw += make(b"four", 7, number=1, order=order) + make(b"four", 7, number=0, order=order)
    raw += enhanced(b"cut", 7, number=1, wirelen=1500, order=order)
    got, reader = check(raw)
    assert [(record.link, record.time) for record in got] == [(247, 7), (1, 7000), (247, 7), (1, 7000), (247, 7)]
    assert reader.damage is None


@pytest.mark.parametrize("make", [enhanced, obsolete, simple])
@pytest.mark.parametrize("size", [0, 1, 4])
def test_a_file_of_one_kind_of_packet_block(make, size):
    got, reader = check(section() + interface(snaplen=3) + make(b"four"[:size]) * 9)
    assert len(got) == 9
    assert reader.damage is None


@pytest.mark.parametrize("most", [1, 7])
def test_a_chunk_has_as_many_packets_as_are_wanted(most):
    raw = section() + interface() + (enhanced(b"x") + simple(b"y")) * 10
    with open_capture(io.BytesIO(raw)) as reader:
        assert {len(chunk) for chunk in reader.records(max_records=most)} <= {most, 20 % most}


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("length", [41, 42, 43])
def test_a_block_of_an_odd_length_at_both_ends_is_damage(length):
    bad = struct.pack("<7I", 6, length, 0, 0, 0, 4, 4) + bytes(length - 32) + struct.pack("<I", length)
    start = section() + interface() + enhanced(b"abcd") * 300
    got, reader = files.read(io.BytesIO(start + bad + enhanced(b"after")))
    assert (len(got), reader.damage.offset) == (300, len(start))
    assert f"a block of {length} bytes, which is not a valid length" in reader.damage.reason


def broken_blocks():
    good = enhanced(b"abcdefgh", 5)
    yield "odd length", good[:4] + struct.pack("<I", 41) + good[8:]
    yield "tiny length", good[:4] + struct.pack("<I", 8) + good[8:]
    yield "huge length", good[:4] + struct.pack("<I", 0xFFFFFFFC) + good[8:]
    yield "ends differ", good[:-4] + struct.pack("<I", 44)
    yield "captured length", good[:20] + struct.pack("<I", 9) + good[24:]
    yield "captured length 32 bits", good[:20] + struct.pack("<I", 0xFFFFFFFF) + good[24:]
    yield "too short", block(6, bytes(16))
    yield "simple too short", block(3, b"")
    yield "simple captured length", block(3, struct.pack("<I", 5) + bytes(4))
    yield "obsolete captured length", obsolete(b"abcd")[:20] + struct.pack("<I", 5) + obsolete(b"abcd")[24:]
    yield "interface too short", block(1, bytes(4))
    yield "section without mark", block(0x0A0D0D0A, bytes(16))
    yield "section too short", block(0x0A0D0D0A, struct.pack("<I", 0x1A2B3C4D))
    yield "section of a later version", block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 2, 0, -1))


@pytest.mark.parametrize(("bad"), [pytest.param(bad, id=name) for name, bad in broken_blocks()])
@pytest.mark.parametrize("before", [0, 3, 20_000])
def test_blocks_that_lie(bad, before):
    start = section() + interface() + enhanced(b"abcd", 1) * before
    got, reader = files.read(io.BytesIO(start + bad + enhanced(b"after", 2)))
    assert len(got) == before
    assert (reader.damage.offset, reader.damage.packet) == (len(start), before + 1)


@pytest.mark.costly
@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("limit", [777, 32768])
def test_many_small_packets(order, limit):
    """Enough of them for the walk from many places at once; other blocks, sections and interfaces in between."""
    random.seed(2)
    raw = bytearray(section(order) + interface(order=order, snaplen=40))
    for n in range(60_000):
        data = random.randbytes(random.randrange(90))
        raw += enhanced(data, 1_700_000_000_000_000 + n, order=order)
        if n % 15_000 == 7000:
            raw += block(4, bytes(40), order) + simple(data[:40], wirelen=len(data), order=order)
            raw += obsolete(data, n, order=order) + interface(order=order) + enhanced(data, n, 1, order=order)
        if n % 25_000 == 24_000:
            order = {"<": ">", ">": "<"}[order]
            raw += section(order) + interface(order=order, snaplen=40) + interface(order=order)
    _, reader = check(bytes(raw), max_records=limit)
    assert reader.damage is None


@pytest.mark.costly
@pytest.mark.parametrize("number", [1, 2000])
def test_payloads_that_look_like_blocks(number):
    inner = b"".join(enhanced(bytes(n), 1_700_000_000_000_000) for n in range(0, 60, 4))
    false = enhanced(inner, 1_700_000_000_000_000)
    raw = bytearray(section() + interface())
    for n in range(20_000 // number):
        raw += enhanced(bytes(40), n) * number + false + enhanced(inner[4 * (n % 9) :], n)
    check(bytes(raw))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ESOBI"), st.integers(0, 120)), min_size=1, max_size=20), st.booleans())
def test_random_blocks(kinds, mostly_enhanced):
    make = {
        "E": lambda size: enhanced(bytes(size), size), "S": lambda size: simple(bytes(size)),
        "O": lambda size: obsolete(bytes(size), size), "B": lambda size: block(77, bytes(size // 4 * 4)),
        "I": lambda size: interface(),
    }  # fmt: skip
    run = b"".join(enhanced(bytes(size), size) for _, size in kinds) * (500 if mostly_enhanced else 5)
    check(section() + interface() + (run + b"".join(make[kind](size) for kind, size in kinds)) * 5)
