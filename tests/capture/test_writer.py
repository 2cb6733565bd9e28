"""What is written is read back equal: bytes, times, lengths, link types, interfaces, comments."""

from __future__ import annotations

import io
import itertools
import struct
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from ibpkt.capture import Interface, open_capture
from ibpkt.capture.layout import LATEST_TIME
from ibpkt.capture.writer import PIECE
from ibpkt.errors import CallerError, CaptureError
from tests.support import capture_files as files, shared
from tests.support.capture_files import Record
from tests.support.written_captures import (
    FORMATS,
    NOW,
    a_few,
    columns,
    expected,
    got,
    numbered,
    single,
    writer,
    written,
)


@pytest.mark.parametrize("form", FORMATS)
def test_a_record_of_no_named_interface_is_of_the_first_one(form):
    either = []
    for fields in ({}, {"interface": 0}):
        out = io.BytesIO()
        to = writer(out, form, interfaces=[Interface(1, name="first"), Interface(1, name="second")])
        to.write(b"abc" * 20, link=1, **fields)
        to.finish()
        either.append(out.getvalue())
    assert either[0] == either[1]


# --- recorded captures ---


@pytest.mark.sweep
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("path", shared.captures(every_form=True), ids=lambda path: path.name)
def test_a_copy_is_equal(path, form):
    records, reader = files.read(path)
    links = {record.link for record in records}
    out = io.BytesIO()
    to = writer(out, form, interfaces=reader.interfaces, comments=reader.comments)
    if (form in ("pcap", "pcap-ns") and len(links) > 1) or (form == "erf" and links - {1, 197, 247}):
        with pytest.raises(CallerError, match="its link type is"):
            copy(path, to)
        return
    copy(path, to)
    to.finish()
    assert to.count == len(records)
    if not records and form == "erf":
        assert out.getvalue() == b""  # which is no file that a reader could tell
        return
    again, read = got(form, out.getvalue(), records)
    assert again == expected(form, records, reader.interfaces)
    if form == "pcapng":
        assert read.comments == reader.comments
        assert read.interfaces == [
            replace(one, resolution=min(one.resolution, 10**9), offset_s=0) for one in reader.interfaces
        ]


def copy(path, to):
    with open_capture(path) as source:
        for chunk in source.records(max_records=1000):
            to.write_records(chunk)


# --- arbitrary records ---

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
LINKS = st.sampled_from([1, 247, 101, 113, 276, 65535])


@st.composite
def erf_records(draw, time):
    """A record of link type 197, its own headers in front."""
    data = draw(st.binary(max_size=80))
    more = draw(st.lists(st.binary(min_size=7, max_size=7), max_size=3))
    last = len(more) - 1
    more = [bytes([draw(st.integers(0, 127)) | 0x80 * (at < last)]) + one for at, one in enumerate(more)]
    seconds, rest = divmod(time, 10**9)
    fraction = ((rest << 32) + 5 * 10**8) // 10**9
    kind = draw(st.sampled_from([21, 25, 2, 22]))
    return files.erf_record(data, seconds, fraction, kind, more, wirelen=draw(st.integers(0, 65535)))


@st.composite
def one_record(draw, form, link=None):
    link = draw(LINKS) if link is None else link
    # The reader tells an ERF file by its times; other formats have all times.
    latest = 2**63 - 1 if form == "pcapng" else LATEST_TIME
    time = NOW + draw(st.integers(0, 20 * 86400 * 10**9)) if form == "erf" else draw(st.integers(0, latest))
    if link == 197:
        data = draw(erf_records(time))
        (record,) = files.reference(data)
        return record._replace(interface=draw(st.integers(0, 3)))
    data = draw(st.binary(max_size=200))
    wirelen = draw(st.sampled_from([len(data), len(data) + 7, 0, 65535 if form == "erf" else 2**32 - 1]))
    comments = tuple(draw(st.lists(TEXTS, max_size=3))) if draw(st.booleans()) else ()
    return Record(0, time, wirelen, link, draw(st.integers(0, 3)), data, comments)


@st.composite
def some_records(draw):
    form = draw(st.sampled_from(FORMATS))
    link = st.none() if form == "pcapng" else st.sampled_from([1, 247, 197]) if form == "erf" else st.just(draw(LINKS))
    return form, draw(st.lists(link.flatmap(lambda one: one_record(form, one)), min_size=1, max_size=12))


@given(some_records(), st.integers(0, 12))
@example(("pcap", [Record(0, LATEST_TIME, 2**32 - 1, 1, 0, b"")]), 0)
@example(("pcapng", [Record(0, 2**63 - 1, 2**32 - 1, 0, 0, b"abc", ("", "x"))]), 0)
@example(("erf", [Record(0, NOW + 999_999_999, 0, 1, 0, b"")]), 0)
def test_what_is_written_is_read(case, cut):
    form, records = case
    raw = written(form, records[:cut], records[cut:])
    again, _ = got(form, raw, records)
    assert again == numbered(form, records)


@given(some_records(), st.lists(st.booleans(), min_size=12, max_size=12))
def test_one_by_one_gives_the_same_file(case, alone):
    form, records = case
    if form != "pcapng":
        records = [record._replace(comments=()) for record in records]
    out = io.BytesIO()
    to = writer(out, form)
    for record, one in zip(records, alone, strict=False):
        if one:
            to.write(record.data, **single(record))
        else:
            to.write_records(columns([record]))
    to.finish()
    # Interfaces stand where they are first used, which is later or sooner: what is read is the same.
    assert got(form, out.getvalue(), records)[0] == numbered(form, records)
    assert to.count == len(records)


@given(
    st.lists(st.integers(0, 2**63 - 1), min_size=1, max_size=5),
    st.sampled_from([2**power for power in (0, 1, 10, 20, 29)] + [10**power for power in range(10)]),
)
@example([2**63 - 1], 1)
@example([2**63 - 1], 2**29)
def test_times_keep_to_the_clock_of_their_interface(ticks, resolution):
    """A time that the clock can tell stays; others go down to the last one that it can."""
    ticks = [min(tick, (2**63 - 1) * resolution // 10**9) for tick in ticks]
    exact = [tick * 10**9 // resolution for tick in ticks]
    source = [Interface(1, resolution=resolution)]
    raw = written("pcapng", [Record(0, time, 0, 1, 0, b"") for time in exact], interfaces=source)
    again, reader = files.read(io.BytesIO(raw))
    assert [record.time for record in again] == exact
    assert reader.interfaces == source
    later = [time + max(10**9 // resolution - 1, 0) for time in exact if time < 2**62]
    raw = written("pcapng", [Record(0, time, 0, 1, 0, b"") for time in later], interfaces=source)
    again, _ = files.read(io.BytesIO(raw))
    assert [record.time for record in again] == [time for time in exact if time < 2**62]


def test_clocks_up_to_nanoseconds_keep_their_resolution():
    units = [2**power for power in range(30)] + [10**power for power in range(10)]
    source = [Interface(1, resolution=unit) for unit in units]
    assert files.read(io.BytesIO(written("pcapng", interfaces=source)))[1].interfaces == source


@pytest.mark.parametrize("resolution", [2**32, 2**30, 10**10, 10**12, 3, 10**200])
def test_a_clock_that_is_finer_or_odd_becomes_nanoseconds(resolution):
    raw = written("pcapng", [Record(0, 123456789, 0, 1, 0, b"")], interfaces=[Interface(1, resolution=resolution)])
    again, reader = files.read(io.BytesIO(raw))
    assert reader.interfaces == [Interface(1, resolution=10**9)]
    assert again[0].time == 123456789


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("largest", [0, 30, 500, 3000])
def test_many_records(form, largest):
    """Few sizes and many, short and long: all the ways in which they are laid out, over several pieces."""
    random = np.random.default_rng(largest)
    sizes = random.integers(largest // 2, largest + 1, 3 * PIECE // (largest + 300))
    records = [
        Record(0, NOW + number * 1000, size + 4, 247, 0, random.bytes(size))
        for number, size in enumerate(sizes.tolist())
    ]
    again, _ = got(form, written(form, records), records)
    assert again == numbered(form, records)


@pytest.mark.parametrize("form", FORMATS)
def test_records_of_two_sizes(form):
    """A short one comes last: behind it there is no room for a long one."""
    records = [Record(0, NOW + number, size, 1, 0, b"%010d" % number) for number, size in enumerate((10, 4) * 5)]
    records = [record._replace(data=record.data[-record.wirelen :]) for record in records]
    assert got(form, written(form, records), records)[0] == numbered(form, records)


@pytest.mark.parametrize("link", [0, 65535])
@pytest.mark.parametrize("form", ["pcap", "pcap-ns", "pcapng"])
def test_the_first_and_the_last_link_type(form, link):
    out = io.BytesIO()
    to = writer(out, form)
    to.write(b"abc", link=link)
    to.finish()
    assert [record.link for record in files.read(io.BytesIO(out.getvalue()))[0]] == [link]


@pytest.mark.parametrize("form", FORMATS)
def test_a_record_larger_than_a_piece(form):
    size = {"erf": 65517, "pcapng": 3 * PIECE + 1}.get(form, 262144)
    records = [Record(0, NOW, min(count, 65535), 1, 0, bytes(range(256)) * (count // 256)) for count in (size, 0, size)]
    records = [record._replace(data=record.data + b"x" * (size % 256) if record.data else b"") for record in records]
    again, _ = got(form, written(form, records), records)
    assert again == numbered(form, records)


@pytest.mark.parametrize("size", range(9))
def test_padding_is_zero(size):
    """The buffer in which records are laid out has held others before."""
    out = io.BytesIO()
    to = writer(out, "pcapng")
    to.write_records(columns([Record(0, NOW, 500, 1, 0, b"\xff" * 500)]))
    before = len(out.getvalue())
    to.write_records(columns([Record(0, NOW, size, 1, 0, b"\xff" * size, ("\xff",))]))
    behind = out.getvalue()[before + 28 + size : -4]
    assert behind == bytes(-size % 4) + struct.pack("<HH", 1, 2) + "\xff".encode() + bytes(6)


def test_the_longest_comment_is_written():
    """Its length has 16 bits."""
    raw = written("pcapng", a_few(1, comments=("x" * 65535,)))
    assert files.read(io.BytesIO(raw))[0][0].comments == ("x" * 65535,)


# --- which records ---


@given(st.data())
def test_rows_are_a_mask_or_indices(data):
    records = [record._replace(comments=(str(number),)) for number, record in enumerate(a_few())]
    if data.draw(st.booleans()):
        rows = data.draw(st.lists(st.booleans(), min_size=6, max_size=6))
        chosen = list(itertools.compress(records, rows))
        rows = np.array(rows)
    else:
        rows = data.draw(st.lists(st.integers(-6, 5)))
        chosen = [records[row] for row in rows]
    out = io.BytesIO()
    to = writer(out, "pcapng")
    to.write_records(columns(records), rows)
    to.finish()
    assert got("pcapng", out.getvalue(), chosen)[0] == chosen


@pytest.mark.parametrize("rows", [[True], [6], [-7], [0.5]])
def test_rows_that_are_not_there(rows):
    with pytest.raises(CallerError, match="rows"):
        writer(io.BytesIO(), "pcap").write_records(columns(a_few()), rows)


@pytest.mark.parametrize("rows", [[], np.zeros(6, bool), np.zeros(0, int)])
def test_no_rows_are_no_records(rows):
    out = io.BytesIO()
    writer(out, "pcap").write_records(columns(a_few()), rows)
    assert out.getvalue() == b""


# --- interfaces ---


def test_interfaces_keep_their_numbers_used_or_not():
    source = [Interface(1, name="eth0"), Interface(247, 96, "ib0", "the fabric", 10**9, 0, ("a", "b")), Interface(1)]
    raw = written("pcapng", a_few(1, interface=2), interfaces=source)
    again, reader = files.read(io.BytesIO(raw))
    assert reader.interfaces == source
    assert again[0].interface == 2


def test_interfaces_that_are_described_later():
    source = [Interface(1, name="eth0")]
    out = io.BytesIO()
    to = writer(out, "pcapng", interfaces=source)
    to.write_records(columns(a_few(1)))
    source.append(Interface(247, name="ib0"))
    to.write_records(columns(a_few(1, interface=1, link=247)))
    source.append(Interface(1, name="eth1"))
    to.finish()
    again, reader = files.read(io.BytesIO(out.getvalue()))
    assert reader.interfaces[:2] == source[:2]
    assert [record.interface for record in again] == [0, 1]
    assert out.getvalue().endswith(struct.pack("<I", 12 + 8 + 8 + 8 + 4)), "the last one is there, too"


def test_another_link_type_is_another_interface_of_the_same_name():
    raw = written("pcapng", a_few(1) + a_few(1, link=247) + a_few(1), interfaces=[Interface(1, name="eth0")])
    again, reader = files.read(io.BytesIO(raw))
    assert reader.interfaces == [Interface(1, name="eth0"), Interface(247, name="eth0")]
    assert [record.interface for record in again] == [0, 1, 0]


def test_captures_that_are_merged_keep_their_interfaces_apart():
    first, second = [Interface(1, name="a")], [Interface(1, name="b")]
    out = io.BytesIO()
    to = writer(out, "pcapng", interfaces=first)
    for source in (first, second, first):
        to.write_records(columns(a_few(1)), interfaces=source)
    to.finish()
    again, reader = files.read(io.BytesIO(out.getvalue()))
    assert reader.interfaces == [*first, *second]
    assert [record.interface for record in again] == [0, 1, 0]


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_without_packets(form):
    raw = written(form, comments=["why"], interfaces=[Interface(247, 96)])
    if form == "erf":
        assert raw == b""
        return
    again, reader = files.read(io.BytesIO(raw))
    assert again == []
    assert reader.interfaces[0].link == 247
    if form == "pcapng":
        assert reader.comments == ["why"]


@pytest.mark.parametrize("form", ["pcap", "pcap-ns"])
@pytest.mark.parametrize(("snaplens", "kept"), [([], 262144), ([96, 128], 128), ([0], 262144)])
def test_the_snap_length_is_that_of_the_source(form, snaplens, kept):
    known = [Interface(9, 999), *(Interface(1, snaplen) for snaplen in snaplens)]
    raw = written(form, a_few(), interfaces=known)
    assert struct.unpack("<I", raw[16:20]) == (kept,)


@pytest.mark.parametrize(("form", "magic"), [("pcap", 0xA1B2C3D4), ("pcap-ns", 0xA1B23C4D)])
def test_the_header_of_a_pcap_file_of_nothing_known(form, magic):
    """Version 2.4, no time zone, the usual snap length, Ethernet."""
    assert written(form) == struct.pack("<IHHiIII", magic, 2, 4, 0, 0, 262144, 1)


# --- live ---


class Counting(io.BytesIO):
    flushes = 0

    def flush(self):
        self.flushes += 1


@pytest.mark.parametrize("form", FORMATS)
def test_live_records_go_out_at_once(form):
    out = Counting()
    to = writer(out, form, live=True)
    records = a_few()
    for number, record in enumerate(records, 1):
        to.write(record.data, **single(record))
        assert out.flushes == number
        assert got(form, out.getvalue(), records[:number])[0] == numbered(form, records[:number])
    to.write_records(columns(records))
    assert out.flushes == len(records) + 1


def test_a_packet_without_a_time_has_time_0():
    out = io.BytesIO()
    to = writer(out, "pcapng")
    to.write(b"abc", link=1)
    to.write(b"abc", link=1, time=2**63 - 1, comments=("the latest",))
    to.finish()
    assert [record.time for record in files.read(io.BytesIO(out.getvalue()))[0]] == [0, 2**63 - 1]


def test_single_packets_wait_for_each_other():
    out = Counting()
    to = writer(out, "pcap")
    for record in a_few():
        to.write(record.data, **single(record))
    assert out.getvalue() == b""
    to.finish()
    assert len(out.getvalue()) == 24 + 6 * 19


def test_a_stream_that_fails_fails():
    class Full(io.BytesIO):
        def write(self, data):
            raise CaptureError("out", "cannot be written: no space left on device")

    with pytest.raises(CaptureError):
        writer(Full(), "pcap").write_records(columns(a_few()))


@pytest.mark.parametrize("clocks", [[10**6], [10**9, 10**9], [10**6, 10**9], [10**9, 10**6]])
def test_statistics_are_of_the_only_interface_and_its_clock_of_nanoseconds(clocks):
    """Of several nobody knows which has dropped the packets."""
    out = io.BytesIO()
    to = writer(out, "pcapng", interfaces=[Interface(1, resolution=clock) for clock in clocks])
    to.write(b"abc", link=1)
    to.finish(dropped=7)
    with open_capture(io.BytesIO(out.getvalue())) as reader:
        assert sum(map(len, reader.records())) == 1
        assert reader.dropped is None


def test_large_single_packets_do_not_wait_for_many_others():
    """About a mebibyte of them is held."""
    out = io.BytesIO()
    to = writer(out, "pcap")
    for _ in range(9):
        to.write(bytes(200_000), link=1)
    assert len(out.getvalue()) >= 1 << 20


def test_statistics_without_a_packet_have_no_time():
    out = io.BytesIO()
    writer(out, "pcapng", interfaces=[Interface(1, resolution=10**9)]).finish(dropped=7)
    assert struct.unpack_from("<6I", out.getvalue(), len(out.getvalue()) - 40) == (5, 40, 0, 0, 0, 8 << 16 | 7)


def test_the_blocks_around_the_packets_of_pcapng():
    """A section of version 1.0 whose length is not told, and what the capturing system has dropped at the end."""
    out = io.BytesIO()
    to = writer(out, "pcapng")
    to.write_records(columns(a_few()))
    to.finish(dropped=7)
    raw = out.getvalue()
    assert struct.unpack_from("<IHHq", raw, 8) == (0x1A2B3C4D, 1, 0, -1)
    (length,) = struct.unpack_from("<I", raw, len(raw) - 4)
    kind, again, number, high, low = struct.unpack_from("<5I", raw, len(raw) - length)
    assert (kind, again, number) == (5, length, 0)  # statistics of the only interface
    assert high << 32 | low == a_few()[-1].time  # known when the last packet came
    with open_capture(io.BytesIO(raw)) as reader:
        assert sum(map(len, reader.records())) == len(a_few())
        assert (reader.dropped, reader.damage) == (7, None)
