"""Captures read as one."""

from __future__ import annotations

import contextlib
import gzip
import heapq
import io
import os
import random
import threading
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ibpkt.batch.copies import TapCopies
from ibpkt.capture import join_captures, merger, open_capture
from ibpkt.capture.reader import CaptureReader
from ibpkt.errors import CallerError, CaptureError
from tests.support.capture_files import block, enhanced, interface, option, section
from tests.support.pieces import Taken, at_distinct_times, records_of, taken_apart, write
from tests.support.shared import capture
from tests.support.written_captures import writer

SECOND = 1_000_000_000
BEGIN = 1_700_000_000 * SECOND
MICROSECONDS = BEGIN // 1000
NAMES = ("rc_write.pcap", "ib_small.pcap", "derived_comments.pcapng", "derived_plain.erf")


def packet(time, number=0, link=1, size=60):
    return Taken(BEGIN + time, number.to_bytes(4, "big") + bytes(size - 4), link, size)


def joined(paths, **limits):
    return records_of(join_captures(paths), **limits)


def reference(files):
    """As mergecap: repeatedly the earliest of those in front; of equal times, that of the file that begins first."""
    order = sorted((each[0].time, name) for name, each in files.items() if each)
    heads = [list(files[name]) for _, name in order]
    out = []
    while any(heads):
        first = min((head[0].time, number) for number, head in enumerate(heads) if head)[1]
        out.append(heads[first].pop(0))
    return out


@pytest.mark.parametrize("way", ["packets", "time", "direction"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", [2, 3, 10])
def test_pieces_are_the_whole(name, way, count, tmp_path):
    whole = at_distinct_times(records_of(capture(name)))
    suffix = ".pcap" if name.endswith("pcap") else ".pcapng"
    paths = taken_apart(whole, tmp_path, way, count, suffix=suffix)
    assert joined(paths) == whole
    assert joined(paths[::-1], max_records=7) == whole
    assert joined(sorted(paths), max_bytes=4096) == whole


TIMES = st.lists(st.lists(st.integers(0, 30), max_size=12), min_size=1, max_size=5)


@given(TIMES, st.sampled_from((1, 2, 3, 100)), st.sampled_from((0, 4)), st.randoms())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_whatever_the_times(tmp_path, times, most, many, chance):
    """Times that go back and forth, or are equal, in files that begin and end at any time."""
    shifts = [chance.randrange(0, 60, 10) for _ in times]
    files = {
        tmp_path / f"{number}.pcap": [
            packet((time + shift) * SECOND, 100 * number + row) for row, time in enumerate(each)
        ]
        for number, (each, shift) in enumerate(zip(times, shifts, strict=True))
    }
    for path, packets in files.items():
        write(path, packets)
    paths = list(files)
    chance.shuffle(paths)
    with mock.patch.object(merger, "MANY", many):
        assert joined(paths, max_records=most) == reference({str(path): packets for path, packets in files.items()})


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_random_packets_in_random_pieces(tmp_path, data):
    count = data.draw(st.integers(1, 60))
    gaps = data.draw(st.lists(st.integers(1, 10**7), min_size=count, max_size=count))
    sizes = data.draw(st.lists(st.sampled_from((4, 60, 1500)), min_size=count, max_size=count))
    links = data.draw(st.lists(st.sampled_from((1, 147)), min_size=count, max_size=count))
    time, whole = 0, []
    for number, (gap, size, link) in enumerate(zip(gaps, sizes, links, strict=True)):
        time += gap * 1000
        whole.append(packet(time, number, link, size))
    pieces = data.draw(st.lists(st.integers(0, 4), min_size=count, max_size=count))
    suffixes = data.draw(st.lists(st.sampled_from((".pcapng", ".pcapng.gz", ".pcapng.zst")), min_size=5, max_size=5))
    paths = [
        write(
            tmp_path / f"{piece}{suffixes[piece]}", [one for one, of in zip(whole, pieces, strict=True) if of == piece]
        )
        for piece in range(5)
    ]
    assert joined(paths, max_records=data.draw(st.integers(1, 70))) == whole
    for path in paths:
        path.unlink()


def test_numbers_go_through(tmp_path):
    whole = records_of(capture("rc_write.pcap"))
    with join_captures(taken_apart(whole, tmp_path, "packets", 4)) as reader:
        count = 0
        for chunk in reader.records(max_records=10):
            assert chunk.first == count + 1
            assert len(chunk) <= 10
            count += len(chunk)
    assert count == len(whole)


def test_pieces_that_a_disordered_clock_wrote(tmp_path):
    """A host's times go back by microseconds, also where the next file begins."""
    times = [0, 10, 8, 20, 30, 28, 26, 40]
    whole = [packet(time * 1000, number) for number, time in enumerate(times)]
    for cut in range(4, len(whole)):
        paths = [write(tmp_path / "b.pcap", whole[:cut]), write(tmp_path / "a.pcap", whole[cut:])]
        assert joined(paths) == whole


@pytest.mark.parametrize(("overlap", "is_next_piece"), [(0, True), (1, True), (8, True), (9, False)])
def test_how_far_the_next_piece_may_begin_before_the_end(overlap, is_next_piece, tmp_path):
    """Up to four times as far as times have gone back so far, here by 2 ns; else the two overlap."""
    first = [packet(time, number) for number, time in enumerate((0, 10, 8, 20, 31, 40))]
    second = [packet(40 - overlap + time, 10 + time) for time in (0, 50)]
    paths = [write(tmp_path / "b.pcapng", first), write(tmp_path / "a.pcapng", second)]
    in_order = [*first, *second] if is_next_piece else [*first[:-1], second[0], first[-1], second[1]]
    assert [one.data for one in joined(paths)] == [one.data for one in in_order]


@pytest.mark.parametrize(("back", "is_disorder"), [(1_000_000, True), (1_000_001, False)])
@pytest.mark.parametrize("step", [0, 2 * SECOND])
def test_up_to_a_millisecond_back_is_the_disorder_of_a_host(back, is_disorder, step, tmp_path):
    """Then the next piece may begin 4 ms before the end, also where somebody has set the clock back besides."""
    ms = 1_000_000
    first = [packet(2 * SECOND + time) for time in (0, 20 * ms, 20 * ms - back, 58 * ms, 60 * ms, 60 * ms - step)]
    second = [packet(2 * SECOND + 56 * ms, 1)]
    paths = [write(tmp_path / "b.pcapng", first), write(tmp_path / "a.pcapng", second)]
    assert [one.time for one in joined(paths)].index(second[0].time) == (6 if is_disorder else 3)


def test_dropped_packets_are_those_of_all_captures_that_count_them(tmp_path):
    for number, dropped in enumerate((None, 7, 5)):
        with (tmp_path / f"{number}.pcapng").open("wb") as file:
            out = writer(file, "pcapng")
            out.write(b"x" * 60, link=1, time=BEGIN + number)
            out.finish(dropped)
    for count, dropped in ((1, None), (2, 7), (3, 12)):
        with join_captures([tmp_path / f"{number}.pcapng" for number in range(count)]) as reader:
            assert len(records_of(reader)) == count
            assert reader.dropped == dropped


def test_formats_and_link_types_mix(tmp_path):
    ethernet, native = records_of(capture("rc_write.pcap")), records_of(capture("derived_plain.erf"))
    files = {str(capture(name)): records_of(capture(name)) for name in ("rc_write.pcap", "derived_plain.erf")}
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(capture("vlan_write.pcap").read_bytes()))
    files[str(packed)] = records_of(capture("vlan_write.pcap"))
    found = joined(list(files))
    assert found == reference(files)
    assert {one.link for one in found} == {ethernet[0].link, native[0].link}


def test_interfaces_described_alike_are_one(tmp_path):
    def piece(*names):
        described = b"".join(interface(options=option(2, name)) for name in names)
        return section() + described + b"".join(enhanced(b"x" * 20, 1000 * i, i) for i in range(len(names)))

    for number, names in enumerate([(b"a", b"b"), (b"b", b"c"), (b"a", b"a")]):
        (tmp_path / str(number)).write_bytes(piece(*names))
    with join_captures([tmp_path / str(number) for number in range(3)]) as reader:
        found = [number for chunk in reader.records() for number in chunk.interface.tolist()]
        assert [one.name for one in reader.interfaces] == ["a", "b", "c", "a"]
    assert found == [0, 1, 0, 1, 2, 3]  # each file's first packet has time 0, its second 1000


def test_comments_stay_with_their_packets(tmp_path):
    blocks = [enhanced(bytes([n]) * 20, 2000 * n, options=option(1, b"even %d" % n)) for n in range(5)]
    (tmp_path / "even").write_bytes(section() + interface() + b"".join(blocks))
    blocks = [enhanced(bytes([n]) * 20, 2000 * n + 1000) for n in range(5)]
    (tmp_path / "odd").write_bytes(section() + interface() + b"".join(blocks))
    with join_captures([tmp_path / "odd", tmp_path / "even"]) as reader:
        found = {
            chunk.first + row: text
            for chunk in reader.records(max_records=3)
            for row, (text,) in chunk.comments.items()
        }
    assert found == {2 * n + 1: f"even {n}" for n in range(5)}


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_damaged_pieces(tmp_path, data):
    """Cut anywhere, or with other bytes anywhere: as much is read as of each file alone, and as much is wrong."""
    whole = [packet(number * 1_000_000, number, size=40) for number in range(30)]
    sources = []
    for piece in range(3):
        path = write(tmp_path / f"{piece}.pcapng", whole[10 * piece : 10 * piece + 10])
        raw = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(0, 3))):
            raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
        path.write_bytes(raw[: data.draw(st.integers(0, len(raw)) | st.just(len(raw)))])
        sources.append(path)
    alone, damages, refused = [], set(), []
    for path in sources:
        try:
            with open_capture(path) as reader:
                alone += records_of(reader)
        except CaptureError as error:
            damages.add(str(error))
            continue
        if reader.damage is not None:
            damages.add(str(reader.damage))
    with join_captures(sources, detector=TapCopies, refused=refused.append) as reader:
        found = records_of(reader)
        reader.remarks()
    assert sorted(found) == sorted(alone)
    assert {str(error) for error in (*refused, *reader.damages)} == damages


@pytest.mark.parametrize(("apart", "late"), [(1, 5_000), (1, TapCopies.window), (20, 5_000)])
def test_copies_are_found_however_few_packets_a_chunk_has(apart, late, tmp_path):
    """Also that of the first packet, whose chunk ends before the other capture begins, and after quiet stretches."""
    whole = [packet(1_000_000 * apart * number, number) for number in range(30)]
    first = write(tmp_path / "first.pcap", whole)
    second = write(tmp_path / "second.pcap", [each._replace(time=each.time + late) for each in whole])
    for most in (1, 32768):
        with join_captures([first, second], detector=TapCopies) as reader:
            found = sum(map(len, reader.records(max_records=most)))
            assert (found, reader.copies, reader.position) == (len(whole), len(whole), reader.size)


def test_each_call_goes_on_where_the_last_one_stopped(tmp_path):
    """Wherever that was: between the chunks of what was merged, too."""
    whole = [packet(1_000_000 * number, number) for number in range(40)]
    paths = [write(tmp_path / f"{first}.pcap", whole[first::2]) for first in (0, 1)]
    for most in (1, 3, 32768):
        with join_captures(paths) as reader:
            found, count = [], 0
            while chunk := next(reader.records(max_records=most), None):
                found += [chunk.data[start : start + 60].tobytes() for start in chunk.start.tolist()]
                count += 1
                assert 0 < reader.position <= reader.size
                del chunk
            assert found == [each.data for each in whole]
            assert count >= len(whole) // most


# --- memory and handles ---


def test_files_that_do_not_overlap_are_open_one_at_a_time(tmp_path, monkeypatch):
    whole = [packet(number * 1_000_000, number) for number in range(600)]
    paths = taken_apart(whole, tmp_path, "packets", 300)
    opened, most = 0, 0
    closing = CaptureReader.close

    def opening(self, *arguments):
        nonlocal opened, most
        opened += 1
        most = max(most, opened)
        return beginning(self, *arguments)

    def close(self):
        nonlocal opened
        opened -= 1
        closing(self)

    beginning = CaptureReader.__init__
    monkeypatch.setattr(CaptureReader, "__init__", opening)
    monkeypatch.setattr(CaptureReader, "close", close)
    assert joined(paths) == whole
    assert (opened, most) == (0, 1)


def test_small_files_make_large_batches(tmp_path):
    whole = [packet(number * 1_000_000, number) for number in range(600)]
    with join_captures(taken_apart(whole, tmp_path, "packets", 300)) as reader:
        sizes = [len(chunk) for chunk in reader.records(max_records=200)]
    assert sum(sizes) == 600
    assert len(sizes) <= 8


@pytest.mark.costly
@pytest.mark.parametrize("way", ["packets", "direction", "time"])
def test_pieces_are_cut_where_the_whole_is(tmp_path, way):
    whole = [packet(number * 1000, number, size=900) for number in range(5000)]
    whole_path = write(tmp_path / "whole.pcap", whole)
    (tmp_path / "pieces").mkdir()
    with open_capture(whole_path) as reader:
        expected = [(chunk.first, len(chunk)) for chunk in reader.records()]
    with join_captures(taken_apart(whole, tmp_path / "pieces", way, 7)) as reader:
        assert [(chunk.first, len(chunk)) for chunk in reader.records()] == expected


def test_open_files_share_the_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(merger, "LEAST_BYTES", 4096)
    paths = [
        write(tmp_path / f"{file}.pcap", [packet((row * 20 + file) * 1000, row, size=1000) for row in range(500)])
        for file in range(20)
    ]
    asked = []
    reading = CaptureReader.records

    def records(self, *, max_bytes, max_records):
        asked.append(max_bytes)
        return reading(self, max_bytes=max_bytes, max_records=max_records)

    monkeypatch.setattr(CaptureReader, "records", records)
    with join_captures(paths) as reader:
        for chunk in reader.records(max_bytes=1 << 20):
            assert len(chunk.data) <= 2 << 20
    assert min(asked[20:]) == (1 << 20) // 20  # the first of each file only look when it begins


@pytest.mark.costly
def test_many_open_files_go_forward_by_many_packets(tmp_path, monkeypatch):
    """Else each packet would cost a look at every file."""
    whole = [packet(number * 1000, number) for number in range(20_000)]
    paths = [write(tmp_path / f"{file}.pcap", whole[file::40]) for file in range(40)]
    monkeypatch.setattr(merger, "LEAST_RECORDS", 20)
    with join_captures(paths) as reader:
        monkeypatch.setattr(reader._merger, "max_records", 800)
        steps = [len(step) for step in reader._merger.steps()]
    assert len(steps) < 20_000 / 40 / 20 * 8


def test_captures_that_are_read_ahead_keep_the_order(tmp_path, monkeypatch):
    """Each has several chunks of four packets then."""
    monkeypatch.setattr(merger, "LEAST_RECORDS", 4)
    whole = [packet(number * 1000, number) for number in range(600)]
    chance = random.Random(3)
    files = [chance.randrange(10) for _ in whole]
    paths = [
        write(tmp_path / f"{file}.pcap", [one for one, of in zip(whole, files, strict=True) if of == file])
        for file in range(10)
    ]
    assert joined(paths, max_records=40) == whole


def test_what_is_left_unread_is_closed(tmp_path):
    whole = records_of(capture("rc_write.pcap"))
    reader = join_captures(taken_apart(whole, tmp_path, "direction"))
    before = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    next(reader.records(max_records=5))
    reader.close()
    if before:
        assert len(os.listdir("/proc/self/fd")) <= before
    assert list(reader.records()) == []


# --- sources that are no files ---


def test_a_stream_among_files(tmp_path):
    whole = records_of(capture("rc_write.pcap"))
    first, second = taken_apart(whole, tmp_path, "direction")[:2]
    for stream, other in ((first, second), (second, first)):
        with join_captures([io.BytesIO(stream.read_bytes()), other]) as reader:
            found = records_of(reader)
            with pytest.raises(CallerError, match="no file, and cannot be read twice"):
                reader.reopened()
        assert found == joined([first, second])


def test_read_twice(tmp_path):
    whole = records_of(capture("rc_write.pcap"))
    reader = join_captures(taken_apart(whole, tmp_path, "packets", 5))
    assert records_of(reader) == whole
    assert records_of(reader.reopened()) == whole


def test_a_named_pipe(tmp_path):
    whole = records_of(capture("rc_write.pcap"))
    paths = taken_apart(whole, tmp_path, "packets", 3)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(paths[1].read_bytes()))
    writer.start()
    with join_captures([paths[0], pipe, paths[2]]) as reader:
        assert reader.size is None
        found = records_of(reader)
    writer.join()
    assert found == whole


def test_a_named_pipe_that_is_left_unread_is_closed(tmp_path):
    """Its first packet was read to see when it begins."""
    paths = taken_apart(records_of(capture("ib_small.pcap")), tmp_path, "packets", 2)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(paths[1].read_bytes()))
    writer.start()
    with mock.patch.object(CaptureReader, "close", autospec=True, side_effect=CaptureReader.close) as close:
        join_captures([paths[0], pipe]).close()
    writer.join()
    assert [call.args[0].name for call in close.call_args_list] == [str(paths[0]), str(pipe)]


# --- bad input ---


def test_a_piece_without_packets_and_one_that_is_cut(tmp_path):
    whole = records_of(capture("rc_write.pcap"))
    write(tmp_path / "empty.pcap", [])
    first, second = whole[:80], whole[80:]
    cut = write(tmp_path / "cut.pcap", first)
    cut.write_bytes(cut.read_bytes()[:-1])
    with join_captures([write(tmp_path / "next.pcap", second), tmp_path / "empty.pcap", cut]) as reader:
        found = records_of(reader)
        assert reader.files == tuple(str(tmp_path / name) for name in ("cut.pcap", "next.pcap", "empty.pcap"))
        assert reader.name == f"{tmp_path}/cut.pcap and 2 more files"
    assert found == [*first[:-1], *second]
    (damage,) = reader.damages
    assert reader.damage is damage
    assert (damage.file, damage.packet) == (str(cut), 80)
    assert damage.offset == cut.stat().st_size + 1 - 16 - len(first[-1].data)


def test_a_file_that_is_cut_in_its_first_record(tmp_path):
    cut = write(tmp_path / "cut.pcap", [packet(0)])
    cut.write_bytes(cut.read_bytes()[:-1])
    with join_captures([cut, write(tmp_path / "good.pcap", [packet(5000)])]) as reader:
        assert records_of(reader) == [packet(5000)]
        assert [damage.packet for damage in reader.damages] == [1]


def test_the_name_of_a_join(tmp_path):
    names = [str(write(tmp_path / f"{number}.pcap", [packet(SECOND * number)])) for number in range(3)]
    found = [join_captures(names[:count]).name for count in (1, 2, 3)]
    assert found == [names[0], f"{names[0]} and 1 more file", f"{names[0]} and 2 more files"]


def test_the_position_counts_captures_without_packets(tmp_path):
    """Those that have a size."""
    packed = tmp_path / "empty.gz"
    packed.write_bytes(gzip.compress(write(tmp_path / "empty.pcap", []).read_bytes()))
    full = write(tmp_path / "full.pcap", [packet(0)])
    with gzip.open(packed) as stream, join_captures([full, tmp_path / "empty.pcap", stream]) as reader:
        assert records_of(reader) == [packet(0)]
        assert (reader.size, reader.position) == (None, full.stat().st_size + 24)


@pytest.mark.parametrize(
    ("count", "said"), [(0, None), (1, "1 packet is"), (2, "2 packets are"), (300, "300 packets are")]
)
def test_copies_are_counted_once_all_packets_have_been_read(count, said, tmp_path):
    whole = [packet(1_000_000 * number, number) for number in range(300)]
    first = write(tmp_path / "first.pcap", whole)
    second = write(tmp_path / "second.pcap", [*whole[:count], *(packet(SECOND, 1000 + n) for n in range(10))])
    with join_captures([first, second], detector=TapCopies) as reader:
        chunks = reader.records(max_records=100)
        first = len(next(chunks))
        assert "counted once" not in " ".join(reader.remarks())
        assert first + sum(map(len, chunks)) == 310
        remarks = [each for each in reader.remarks() if "counted once" in each]
    assert remarks == ([f"{said} in more than one file, and counted once"] if said else [])


def test_garbage(tmp_path):
    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"No capture, but a letter to a friend.")
    good = write(tmp_path / "good.pcap", [packet(0)])
    with pytest.raises(CaptureError, match="not a capture"):
        join_captures([good, garbage])
    refused = []
    with join_captures([tmp_path / "absent", good, garbage], refused=refused.append) as reader:
        assert records_of(reader) == [packet(0)]
    assert [error.file for error in refused] == [str(tmp_path / "absent"), str(garbage)]
    with join_captures([garbage], refused=refused.append) as reader:
        assert (records_of(reader), reader.files, reader.name, reader.size) == ([], (), "", 0)


def test_a_file_that_goes_away(tmp_path):
    """A ring of files: the oldest is deleted meanwhile."""
    paths = taken_apart([packet(number * SECOND, number) for number in range(9)], tmp_path, "packets", 3)
    with join_captures(paths) as reader:
        gone = reader.files[1]
        os.unlink(gone)
        found = records_of(reader)
        assert 0 < len(found) < 9
        assert [(damage.file, damage.reason) for damage in reader.damages] == [(gone, "no such file")]


def test_the_same_file_twice(tmp_path):
    path = write(tmp_path / "a.pcap", [packet(0), packet(1000)])
    os.symlink(path, tmp_path / "link.pcap")
    with contextlib.chdir(tmp_path), join_captures(["a.pcap", path, tmp_path / "link.pcap"]) as reader:
        assert len(records_of(reader)) == 2
        assert reader.remarks() == [
            f"{path} is named more than once, and read once",
            f"{tmp_path}/link.pcap is named more than once, and read once",
        ]


def test_times_that_go_back_by_hours(tmp_path):
    """Each file keeps its order, and it is said once, however many files and packets it concerns."""
    hour = 3600 * SECOND
    times = [0, SECOND, 2 * SECOND, -hour, 3 * SECOND - hour, 4 * SECOND]
    packets = [packet(2 * hour + time, number) for number, time in enumerate(times)]
    for number in range(5):
        write(tmp_path / f"{number}.pcap", [one._replace(time=one.time + 8 * hour * number) for one in packets])
    for count, more in enumerate(("", " and in 1 more file", " and in 2 more files"), 1):
        for most in (1, 2, 3, 32768):  # wherever chunks end
            with join_captures([tmp_path / f"{number}.pcap" for number in range(count)]) as reader:
                found = records_of(reader, max_records=most)
                assert [int.from_bytes(one.data[:4], "big") for one in found] == list(range(6)) * count
                (remark,) = reader.remarks()
            where = f"packet 4 of {tmp_path}/0.pcap{more}"
            assert remark == f"times go back by up to 3602.000 s ({where}); the packets of a file keep their order"


def test_a_time_that_goes_back_by_just_a_second(tmp_path):
    """A second is a clock that goes back; less is a busy host."""
    for name, back in (("a", SECOND - 1), ("b", SECOND)):
        later = 2 * SECOND - back // 1000 * 1000
        write(tmp_path / f"{name}.pcap", [packet(time) for time in (0, 2 * SECOND, later, later)])
    for most in (1, 2, 4):
        with join_captures([tmp_path / "a.pcap", tmp_path / "b.pcap"]) as reader:
            assert len(records_of(reader, max_records=most)) == 8
            (remark,) = reader.remarks()
        assert remark.startswith(f"times go back by up to 1.000 s (packet 3 of {tmp_path}/b.pcap);")


def test_records_without_a_time(tmp_path):
    """Simple packet blocks have none; they stay where they are."""
    simple = block(3, (20).to_bytes(4, "little") + b"s" * 20)
    data = (
        section() + interface() + enhanced(b"a" * 20, MICROSECONDS + 5) + simple + enhanced(b"b" * 20, MICROSECONDS + 9)
    )
    (tmp_path / "simple").write_bytes(data)
    (tmp_path / "other").write_bytes(section() + interface() + enhanced(b"c" * 20, MICROSECONDS + 7))
    assert [one.data[:1] for one in joined([tmp_path / "simple", tmp_path / "other"])] == [b"a", b"s", b"c", b"b"]


@pytest.mark.costly
def test_a_thousand_files(tmp_path):
    chance = random.Random(5)
    whole = [packet(number * 1_000_000, number) for number in range(3000)]
    paths = taken_apart(whole, tmp_path, "packets", 1000)
    chance.shuffle(paths)
    assert joined(paths) == whole


def test_two_captures_rotated_side_by_side(tmp_path):
    """A file a port, each rotated at its own times."""
    sides = [[packet((2 * number + side) * 1000, 1000 * side + number) for number in range(300)] for side in (0, 1)]
    paths = []
    for side, packets in enumerate(sides):
        folder = tmp_path / str(side)
        folder.mkdir()
        paths += taken_apart(packets, folder, "packets", 7, seed=side)
    expected = list(heapq.merge(*sides, key=lambda one: one.time))
    for most in (1, 10, 1000):
        assert joined(paths, max_records=most) == expected
