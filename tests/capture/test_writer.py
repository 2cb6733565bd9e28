"""What is written is read back equal: bytes, times, lengths, link types, interfaces, comments."""

from __future__ import annotations

import io
import itertools
import shutil
import struct
import subprocess
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from ibpkt.capture import Interface, open_capture
from ibpkt.capture.layout import LATEST_TIME
from ibpkt.capture.records import SLACK, Records
from ibpkt.capture.writer import PIECE, CaptureWriter, format_by_suffix, writer_format
from ibpkt.errors import CallerError, CaptureError
from ibpkt.protocols import ERF, ERF_ETHERNET, ERF_TYPES
from tests.support import capture_files as files, shared
from tests.support.capture_files import Record

FORMATS = ["pcap", "pcap-ns", "pcapng", "erf"]
ERF_HEADER = {1: ERF.size + 2, 247: ERF.size}
NOW = 1_700_000_000 * 10**9


def columns(records, first=1):
    """Records as a chunk, with bytes in between that must not be written."""
    data, starts = bytearray(b"\xee" * 16), []
    for record in records:
        starts.append(len(data))
        data += record.data + b"\xdd" * 5
    return Records(
        np.frombuffer(data + b"\xcc" * SLACK, np.uint8),
        np.array(starts, np.int64),
        np.array([len(record.data) for record in records], np.int64),
        *(np.array([getattr(record, name) for record in records], np.int64) for name in ("wirelen", "time")),
        *(np.array([getattr(record, name) for record in records], np.int32) for name in ("link", "interface")),
        np.zeros(len(records), np.int64),
        first,
        {row: record.comments for row, record in enumerate(records) if record.comments},
    )


def writer(out, form, *, link=None, comments=(), **options):
    return CaptureWriter(out, writer_format(form, link, comments), "out", **options)


def written(form, *chunks, comments=(), **options):
    out = io.BytesIO()
    to = writer(out, form, comments=comments, **options)
    for chunk in chunks:
        to.write_records(columns(chunk))
    to.finish()
    return out.getvalue()


def single(record):
    facts = record._asdict()
    return {name: facts[name] for name in ("time", "wirelen", "link", "interface", "comments")}


def expected(form, records, interfaces=()):
    """What a format keeps of records; offsets are not compared."""
    out, numbers = [], {}
    known = {(index, one.link): (index, one.resolution) for index, one in enumerate(interfaces)}
    for record in records:
        record = record._replace(offset=0)
        if form in ("pcap", "pcap-ns"):
            tick = 1000 if form == "pcap" else 1
            record = record._replace(time=record.time // tick * tick, interface=0, comments=())
        elif form == "erf":
            record = record._replace(interface=0, comments=())
            if record.link != 197:
                before = ERF_HEADER[record.link]
                record = record._replace(link=197, wirelen=record.wirelen + before)
            else:  # its own header tells time and length; the record's length is mended
                data = record.data[:10] + struct.pack(">H", len(record.data)) + record.data[12:]
                record = files.reference(data)[0]._replace(interface=0)
        else:
            key = record.interface, record.link
            number = known[key][0] if key in known else numbers.setdefault(key, len(known) + len(numbers))
            record = record._replace(interface=number)
        out.append(record)
    return out


def got(form, raw, originals):
    """What is read back, without the ERF headers that the writer made; two readers agree on it."""
    records, reader = files.read(io.BytesIO(raw))
    assert reader.damage is None
    if raw[:4] not in (b"", b"\n\r\r\n") or reader.interfaces:
        assert records == files.reference(raw)
    out = []
    for record, original in zip(records, originals, strict=True):
        if form == "erf" and original.link != 197:
            assert record.link == 197
            record = record._replace(data=record.data[ERF_HEADER[original.link] :])
        out.append(record._replace(offset=0))
    return out, reader


# --- recorded captures ---


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("path", shared.captures(), ids=lambda path: path.name)
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


def numbered(form, records):
    """The records with the interface numbers that a file without known interfaces gives them."""
    return expected(form, records)


@given(some_records(), st.integers(0, 12))
@example(("pcap", [Record(0, LATEST_TIME, 0, 1, 0, b"")]), 0)
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


@pytest.mark.parametrize("resolution", [2**32, 2**30, 10**12, 3, 10**200])
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


# --- which records ---


def a_few(count=6, **changes):
    return [Record(0, NOW + number, 3, 1, 0, b"%03d" % number)._replace(**changes) for number in range(count)]


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


# --- ERF ---


@pytest.mark.parametrize(("link", "kind"), [(1, "ETH"), (247, "INFINIBAND")])
def test_erf_headers_are_as_declared(link, kind):
    time = 1_700_000_000_500_000_000
    raw = written("erf", [Record(0, time, 99, link, 0, b"data")])
    fields = ERF.read(raw)
    before = ERF_HEADER[link]
    assert ERF_TYPES[fields["types"] & 0x7F] == kind
    assert (fields["rlen"], fields["wlen"], fields["lctr"]) == (before + 4, 99, 0)
    assert struct.unpack("<Q", raw[:8]) == (1_700_000_000 << 32 | 1 << 31,)
    assert raw[ERF.size :] == bytes(before - ERF.size) + b"data"
    assert (fields["types"] & 0x7F == ERF_ETHERNET) == (before > ERF.size)


@pytest.mark.parametrize(("time", "ticks"), [(0, 0), (1, 4), (3, 13), (500_000_000, 2**31), (999_999_999, 2**32 - 4)])
def test_erf_times_are_the_nearest_tick(time, ticks):
    assert struct.unpack("<I", written("erf", [Record(0, NOW + time, 0, 1, 0, b"")])[:4]) == (ticks,)


def test_erf_records_stay_as_they_are():
    records = [files.erf_record(b"payload", fraction=12345, kind=kind, wirelen=7) for kind in (21, 2, 25)]
    records.append(files.erf_record(b"more", extensions=[b"\x83" + bytes(7), b"\x03" + bytes(7)]))
    raw = b"".join(records)
    assert written("erf", [record._replace(time=5) for record in files.reference(raw)]) == raw


def test_erf_records_of_pcap_get_the_length_that_was_captured():
    """A pcap file may leave out the padding that the record's length counts, or cut it."""
    whole = files.erf_record(b"0123456789")
    raw = written("erf", [Record(0, 0, 26, 197, 0, whole[:-3])])
    assert raw == whole[:10] + struct.pack(">H", len(whole) - 3) + whole[12:-3]
    assert files.read(io.BytesIO(raw))[0][0].data == raw


@pytest.mark.parametrize(
    ("link", "data", "sentence"),
    [
        (113, b"", "its link type is 113; ERF can hold only 1, 247 and 197"),
        (197, bytes(15), "its ERF header is cut: 15 bytes are there"),
        (197, bytes(8) + b"\x95" + bytes(7), "its ERF extension headers are cut: 16 bytes are there"),
        (197, files.erf_record(b"", extensions=[b"\x80" + bytes(7)]), "its ERF extension headers are cut: 24"),
        (197, bytes(65536), "65536 captured bytes are too many"),
        (1, bytes(65518), "65518 captured bytes are too many"),
        (247, bytes(65520), "65520 captured bytes are too many"),
    ],
)
def test_what_erf_cannot_hold(link, data, sentence):
    check_refused("erf", Record(0, NOW, 5, link, 0, data), sentence)


@pytest.mark.parametrize(("link", "size"), [(1, 65517), (247, 65519)])
def test_the_longest_that_erf_can_hold(link, size):
    records = [Record(0, NOW, 65535, link, 0, bytes(size))]
    assert got("erf", written("erf", records), records)[0] == numbered("erf", records)


# --- what is refused ---


def check_refused(form, bad, sentence):
    """In a batch and alone; what was written before is a whole file, what is refused is not in it."""
    good = a_few(2, time=NOW)
    out = io.BytesIO()
    to = writer(out, form)
    to.write_records(columns(good))
    with pytest.raises(CallerError, match=f"^out: packet 43 cannot be written: .*{sentence}"):
        to.write_records(columns([*good, bad, *good, bad], first=41))
    with pytest.raises(CallerError, match=f"^out: packet 1 cannot be written: .*{sentence}"):
        writer(io.BytesIO(), form, link=1).write(bad.data, **single(bad))
    with pytest.raises(CallerError, match=f"^out: packet 3 cannot be written: .*{sentence}"):
        to.write(bad.data, **single(bad))
    with pytest.raises(CallerError, match=f"^out: packet 77 cannot be written: .*{sentence}"):
        to.write(bad.data, **single(bad), number=77)
    to.finish()
    assert to.count == 2
    assert got(form, out.getvalue(), good)[0] == numbered(form, good)


@pytest.mark.parametrize(
    ("form", "changes", "sentence"),
    [
        ("pcap", {"link": 247}, "its link type is 247, that of the file 1"),
        ("pcap", {"time": LATEST_TIME + 1}, "a time of 4294967296000000000 ns"),
        ("pcap", {"time": -1}, "a time of -1 ns"),
        ("pcap-ns", {"time": LATEST_TIME + 1}, "a time of"),
        ("pcapng", {"time": -1}, "a time of -1 ns"),
        ("pcapng", {"time": -(2**63)}, "a time of -9223372036854775808"),
        ("erf", {"time": LATEST_TIME + 1}, "a time of"),
        ("erf", {"wirelen": 65536}, "a length on the wire of 65536 bytes does not fit"),
        ("pcap", {"wirelen": 2**32}, "a length on the wire of 4294967296 bytes"),
        ("pcapng", {"wirelen": -1}, "a length on the wire of -1 bytes"),
        ("pcap", {"data": bytes(262145)}, "262145 captured bytes are too many"),
        ("pcapng", {"comments": ("x" * 65536,)}, "a text of 65536 bytes is too long"),
    ],
)
def test_what_a_format_cannot_hold(form, changes, sentence):
    check_refused(form, a_few(1)[0]._replace(**changes), sentence)


@pytest.mark.parametrize("changes", [{"time": 2**64}, {"time": -(2**64)}, {"wirelen": 2**64}])
@pytest.mark.parametrize("form", FORMATS)
def test_numbers_beyond_64_bits_are_refused(form, changes):
    with pytest.raises(CallerError, match="packet 1 cannot be written"):
        writer(io.BytesIO(), form).write(b"", **{"link": 1, **changes})


@pytest.mark.parametrize("interface", [-1, 2**31])
def test_interfaces_that_cannot_be(interface):
    with pytest.raises(CallerError, match="no interface"):
        writer(io.BytesIO(), "pcapng").write(b"", link=1, interface=interface)


@pytest.mark.parametrize("form", ["pcap", "erf"])
def test_comments_are_left_out_of_a_batch_and_refused_alone(form):
    records = a_few(1, comments=("note",))
    assert got(form, written(form, records), records)[0] == numbered(form, records)
    with pytest.raises(CallerError, match=f"packet 1 cannot be written: {form} has no place for its comment"):
        writer(io.BytesIO(), form).write(b"", **single(records[0]))


def test_a_text_of_the_file_that_is_too_long():
    with pytest.raises(CallerError, match=r"^out: a text of 70000 bytes is too long"):
        written("pcapng", a_few(), comments=["x" * 70000])
    with pytest.raises(CallerError, match=r"^out: a text of 70000 bytes is too long"):
        written("pcapng", a_few(), interfaces=[Interface(1, name="x" * 70000)])


def test_half_a_surrogate_is_written_as_a_question_mark():
    raw = written("pcapng", a_few(1, comments=("a\udc80b",)))
    assert files.read(io.BytesIO(raw))[0][0].comments == ("a?b",)


def test_names_of_formats():
    with pytest.raises(CallerError, match="did you mean pcapng"):
        writer_format("pcapn", None, ())
    with pytest.raises(CallerError, match=r"'\.pcpa' .*did you mean \.pcap"):
        format_by_suffix("out.pcpa")
    suffixes = {"a.pcap": "pcap", "a.CAP": "pcap", "a.pcapng.gz": "pcapng", "a.ntar": "pcapng", "a.erf.zst": "erf"}
    assert {name: format_by_suffix(name) for name in suffixes} == suffixes
    assert format_by_suffix("out") is format_by_suffix("-") is format_by_suffix("a.b/out.gz") is None


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


def test_single_packets_wait_for_each_other():
    out = Counting()
    to = writer(out, "pcap")
    for record in a_few():
        to.write(record.data, **single(record))
    assert out.getvalue() == b""
    to.finish()
    assert len(out.getvalue()) == 24 + 6 * 19


# --- other readers ---

PAIRS = [
    Record(0, NOW + 123_456_789, 60, 1, 0, bytes(12) + b"\x08\x00" + bytes(46), ("first", "zwölf")),
    Record(0, NOW + 10**9 + 1, 1500, 1, 0, bytes(12) + b"\x88\xb5" + bytes(31)),
]


def output(*command):
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("form", FORMATS)
def test_tshark_reads_it(form, tmp_path):
    path = tmp_path / "out"
    path.write_bytes(written(form, PAIRS, interfaces=[Interface(1, name="eth7")]))
    names = ["frame.time_epoch", "frame.len", "frame.cap_len", "frame.encap_type"]
    fields = itertools.chain.from_iterable(("-e", name) for name in names)
    lines = output("tshark", "-n", "-r", str(path), "-Tfields", *fields).splitlines()
    times = [f"1700000000.{'123456000' if form == 'pcap' else '123456789'}", "1700000001.000000001"]
    if form in ("pcap", "pcapng"):  # eth7 counts microseconds, as the interface says that was given
        times = ["1700000000.123456000", "1700000001.000000000"]
    rows = [line.split("\t") for line in lines]
    assert [row[0] for row in rows] == times
    assert [row[1:3] for row in rows] == [["60", "60"], ["1500", "45"]]


def test_tshark_reads_interfaces_and_comments(tmp_path):
    path = tmp_path / "out.pcapng"
    source = [Interface(1, name="eth7"), Interface(247, name="ib0")]
    path.write_bytes(written("pcapng", [*PAIRS, *a_few(1, link=247, interface=1)], interfaces=source))
    fields = ("-eframe.interface_name", "-eframe.comment")
    lines = output("tshark", "-n", "-r", str(path), "-Tfields", *fields).split("\n")
    assert lines[:3] == ["eth7\tfirst,zwölf", "eth7\t", "ib0\t"]


@pytest.mark.parametrize("form", FORMATS)
def test_capinfos_reads_it(form, tmp_path):
    path = tmp_path / "out"
    path.write_bytes(written(form, PAIRS))
    text = output("capinfos", "-M", "-c", "-t", str(path))
    assert f"{ {'pcap-ns': 'nsecpcap'}.get(form, form) }\n" in text
    assert text.split()[-1] == "2"


@pytest.mark.parametrize("form", ["pcap", "pcap-ns", "pcapng"])
def test_tcpdump_reads_it(form, tmp_path):
    path = tmp_path / "out"
    path.write_bytes(written(form, PAIRS))
    text = output("tcpdump", "-n", "-tt", "--nano", "-r", str(path))
    assert [line.split()[0] for line in text.splitlines() if not line[0].isspace()] == [
        f"1700000000.{'123456000' if form == 'pcap' else '123456789'}",
        f"1700000001.{'000000000' if form == 'pcap' else '000000001'}",
    ]


def test_a_stream_that_fails_fails():
    class Full(io.BytesIO):
        def write(self, data):
            raise CaptureError("out", "cannot be written: no space left on device")

    with pytest.raises(CaptureError):
        writer(Full(), "pcap").write_records(columns(a_few()))
