from __future__ import annotations

import gzip
import io
import itertools
import os
import struct
import sys
import threading
import tracemalloc

import numpy as np
import pytest

from ibpkt.capture import open_capture
from ibpkt.capture.reader import first_chunks
from ibpkt.errors import CallerError, CaptureError
from tests.support import capture_files as files

PACKETS = [(1_700_000_000 + n, n, bytes(range(n * 5 % 40))) for n in range(1, 8)]
SMALL = {
    "pcap": files.pcap(PACKETS),
    "pcap big": files.pcap(PACKETS, ">"),
    "pcapng": files.pcapng(PACKETS) + files.block(5, bytes(20)) + files.section() + files.interface()
    + files.simple(b"abcd") + files.obsolete(b"efg", options=files.option(1, b"note")),
    "erf": files.erf(PACKETS),
}  # fmt: skip


@pytest.mark.parametrize("name", SMALL)
def test_cut_at_every_length(name):
    raw = SMALL[name]
    want = files.reference(raw)
    starts = {record.offset for record in want} | {len(raw)}
    for length in range(len(raw)):
        try:
            got, reader = files.read(io.BytesIO(raw[:length]))
        except CaptureError:
            assert length < (24 if "pcap" in name else 16 + len(want[0].data))
            continue
        assert got == [record for record in want if length >= end_of(name, record)]
        if length in starts:
            continue
        if reader.damage is None:
            assert "ng" in name or name.startswith("pcap")
            assert length in block_ends(raw) if name == "pcapng" else length == 24
        else:
            assert reader.damage.packet == len(got) + 1
            assert reader.damage.offset <= length


def end_of(name, record):
    if name.startswith("pcap") and name != "pcapng":
        return record.offset + 16 + len(record.data)
    if name == "erf":
        return record.offset + len(record.data)
    return record.offset + struct.unpack_from("<I", SMALL[name], record.offset + 4)[0]


def block_ends(raw):
    at, ends = 0, set()
    while at < len(raw):
        at += struct.unpack_from("<I", raw, at + 4)[0]
        ends.add(at)
    return ends


@pytest.mark.costly
@pytest.mark.parametrize("name", SMALL)
def test_bytes_changed_never_raise(name):
    raw = SMALL[name]
    for at in range(len(raw)):
        for value in (0, 0x7F, 0xFF, raw[at] ^ 1):
            changed = raw[:at] + bytes([value]) + raw[at + 1 :]
            try:
                reader = open_capture(io.BytesIO(changed))
            except CaptureError:
                continue
            for chunk in reader.records():
                files.rows(chunk)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("step", [1, 7, 50])
def test_a_pipe_delivers_each_record_once_it_is_complete(name, step):
    raw = SMALL[name]
    want = files.reference(raw)
    readable, writable = os.pipe()
    seen = threading.Semaphore(0)
    stalled = []

    def write():
        # After each write that completes a record, wait until the reader has shown it.
        shown = 0
        with os.fdopen(writable, "wb", buffering=0) as sink:
            for at in range(0, len(raw), step):
                sink.write(raw[at : at + step])
                complete = sum(end_of(name, record) <= at + step for record in want)
                while shown < complete:
                    if not seen.acquire(timeout=20):
                        stalled.append(at)
                        return
                    shown += 1

    writer = threading.Thread(target=write)
    writer.start()
    got = []
    with os.fdopen(readable, "rb") as source, open_capture(source) as reader:
        for chunk in reader.records():
            for record in files.rows(chunk):
                got.append(record)
                seen.release()
    writer.join()
    assert not stalled
    assert got == want
    assert (reader.damage, reader.size, reader.position) == (None, None, len(raw))


@pytest.mark.parametrize(("name", "header"), [("pcap", 24), ("pcapng", 12)])
def test_opening_a_pipe_waits_for_no_more_than_a_header(name, header):
    """The first packet may come much later."""
    raw, opened, in_time = SMALL[name], threading.Event(), []
    readable, writable = os.pipe()
    os.write(writable, raw[:header])

    def write():
        in_time.append(opened.wait(timeout=20))
        with os.fdopen(writable, "wb") as sink:
            sink.write(raw[header:])

    writer = threading.Thread(target=write)
    writer.start()
    with os.fdopen(readable, "rb") as source, open_capture(source) as reader:
        opened.set()
        got = [record for chunk in reader.records() for record in files.rows(chunk)]
    writer.join()
    assert in_time == [True]
    assert got == files.reference(raw)


def test_standard_input(monkeypatch):
    readable, writable = os.pipe()
    os.write(writable, SMALL["pcap"])
    os.close(writable)
    with os.fdopen(readable) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        got, reader = files.read("-")
        assert not stdin.closed
    assert got == files.reference(SMALL["pcap"])
    assert reader.name == "-"


class Drip(io.RawIOBase):
    """A source that gives a few bytes at a time and then raises."""

    def __init__(self, raw, step, error=None):
        self.raw, self.step, self.error = raw, step, error

    def readable(self):
        return True

    def readinto(self, into):
        if not self.raw and self.error:
            raise self.error
        count = min(self.step, len(into))
        piece, self.raw = self.raw[:count], self.raw[count:]
        into[: len(piece)] = piece
        return len(piece)


class OnlyRead:
    """The least that a file object may be."""

    def __init__(self, content):
        self.read = content.read


@pytest.mark.parametrize(
    ("error", "clause"),
    [(OSError(5, "Input/output error"), "input/output error"), (ValueError("closed"), "closed"),
     (RuntimeError(), "RuntimeError")],
)  # fmt: skip
def test_a_read_error_is_damage(error, clause):
    got, reader = files.read(Drip(SMALL["pcap"][:-3], 10, error))
    assert len(got) == len(PACKETS) - 1
    assert reader.damage.reason == f"cannot be read: {clause}"
    assert reader.damage.packet == len(PACKETS)
    with pytest.raises(CaptureError, match="cannot be read"):
        open_capture(Drip(b"", 10, error))


@pytest.mark.parametrize("left", [30, 2000])
def test_a_read_error_inside_of_compressed_data_is_damage(left):
    packed = gzip.compress(many(2000))
    got, reader = files.read(Drip(packed[:-left], 1000, OSError(5, "Input/output error")))
    assert got == files.reference(many(2000))[: len(got)]
    assert reader.damage.reason == "cannot be read: input/output error"


@pytest.mark.parametrize(
    ("begun", "sentence"), [(b"tex", "the gzip data ends too early"), (b"text", "not a capture"), (b"texts", "not a")]
)
def test_compressed_data_that_ends_where_a_capture_begins(begun, sentence, tmp_path):
    """Four bytes are enough to see that it is none."""
    path = tmp_path / "cut.gz"
    path.write_bytes(gzip.compress(begun)[:-8])
    with pytest.raises(CaptureError, match=sentence):
        open_capture(path)


def test_sources(tmp_path):
    want = files.reference(SMALL["pcap"])
    path = tmp_path / "a.pcap"
    path.write_bytes(SMALL["pcap"])
    packed = tmp_path / "misnamed.txt"
    packed.write_bytes(gzip.compress(SMALL["pcap"]))
    for source in (path, str(path), packed, OnlyRead(io.BytesIO(SMALL["pcap"])), Drip(SMALL["pcap"], 3)):
        assert files.read(source)[0] == want
    with open(path, "rb") as file:
        assert files.read(file)[0] == want
        assert not file.closed
    with gzip.open(packed) as file:
        got, reader = files.read(file)
        assert got == want
        assert (reader.compression, reader.size) == (None, None)


def test_names(tmp_path):
    path = tmp_path / "a.pcap"
    path.write_bytes(SMALL["pcap"])
    assert open_capture(path).name == str(path)
    assert open_capture(path, name="b").name == "b"
    assert open_capture(io.BytesIO(SMALL["pcap"])).name == "<stream>"
    with open(path, "rb") as file:
        assert open_capture(file).name == str(path)


def test_a_file_is_reopened_by_its_path(tmp_path):
    path = tmp_path / "a.pcap"
    path.write_bytes(files.pcap([(0, 0, b"packet")]))
    with open_capture(path, name="some file") as reader, reader.reopened() as again:
        assert again.name == "some file"
        assert [len(chunk) for chunk in again.records()] == [len(chunk) for chunk in reader.records()] == [1]


def test_what_was_opened_by_somebody_else_is_not_reopened(tmp_path, monkeypatch):
    """Not even where there is a file of that name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "<stream>").write_bytes(files.pcap([]))
    said = "<stream> was opened as a stream, which cannot be read twice"
    with open_capture(io.BytesIO(files.pcap([]))) as reader, pytest.raises(CallerError, match=said):
        reader.reopened()


def test_a_source_that_is_already_read_to_somewhere():
    source = io.BytesIO(b"before" + SMALL["pcap"])
    source.read(6)
    got, reader = files.read(source)
    assert got == files.reference(SMALL["pcap"])
    assert reader.position == reader.size


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"a", "not a capture (pcap, pcapng or ERF)"),
        (b"hello world, this is no capture\n" * 5, "not a capture (pcap, pcapng or ERF)"),
        (SMALL["pcap"][:20], "cut inside the pcap file header (20 of 24 bytes)"),
        (b"\x1f\x8b", "the gzip data ends too early"),
        (gzip.compress(b"", mtime=0), "empty"),
        (b"BZh9" + bytes(100), "broken bz2 data (Invalid data stream)"),
        (b"\n\r\r\n" * 9, "not a capture (pcap, pcapng or ERF)"),  # the type of a section, and no mark of its order
        (b"not pcap" + b"\x4d\x3c\x2b\x1a" + bytes(20), "not a capture (pcap, pcapng or ERF)"),
    ],
)
def test_what_cannot_be_opened(tmp_path, content, sentence):
    path = tmp_path / "x.txt"
    path.write_bytes(content)
    with pytest.raises(CaptureError) as caught:
        open_capture(path)
    assert str(caught.value) == f"{path}: {sentence}"


def test_paths_that_cannot_be_opened(tmp_path):
    for path, sentence in ((tmp_path / "none", "no such file"), (tmp_path, "is a directory")):
        with pytest.raises(CaptureError) as caught:
            open_capture(path)
        assert str(caught.value) == f"{path}: {sentence}"
    with pytest.raises(CaptureError, match="null byte"):
        open_capture("a\0b")
    with pytest.raises(CaptureError, match="open it in binary mode"):
        open_capture(io.StringIO("text"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path):
    path = tmp_path / "a.pcap"
    path.write_bytes(SMALL["pcap"])
    path.chmod(0)
    with pytest.raises(CaptureError, match="permission denied"):
        open_capture(path)


def many(count):
    return files.pcap([(1_700_000_000, n, struct.pack("<Q", n) * 8) for n in range(count)])


def test_chunks_that_are_held_keep_their_bytes():
    raw = many(100_000)
    with open_capture(io.BytesIO(raw)) as reader:
        chunks = list(reader.records(max_bytes=1 << 20))
    assert len(chunks) > 3
    assert [row for chunk in chunks for row in files.rows(chunk)] == files.reference(raw)


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("size", [0, 64, 4096])
def test_the_first_chunk_is_small_and_the_second_is_not(size, pack, tmp_path):
    raw = files.pcap([(1_700_000_000, n, bytes(size)) for n in range(2000)])
    path = tmp_path / "file.pcap"
    path.write_bytes(pack(raw))
    with open_capture(path) as reader:
        assert [len(chunk) for chunk in reader.records()] == [256, 1744]
    with open_capture(path) as reader:
        small = [len(chunk) for chunk in reader.records(max_bytes=4096, max_records=1000)]
    assert (small[0], sum(small)) == (256, 2000)


@pytest.mark.parametrize(
    ("count", "most", "next_one"),
    [(0, 9000, 256), (100, 9000, 156), (100, 50, 50), (256, 9000, 2048), (2047, 9000, 2048), (2048, 9000, 9000)],
)
def test_how_many_records_the_next_chunk_has(count, most, next_one):
    """The first 256, however few came at first; then 2048, then as many as are wanted."""
    assert first_chunks(count, most) == next_one


def test_chunks_of_a_file_of_small_packets():
    raw = files.pcap([(1_700_000_000, 0, b"x")] * 40_000)
    for limits, sizes in (({}, [256, 2048, 32768, 40_000 - 35_072]), ({"max_records": 9000}, [256, 2048, 9000])):
        with open_capture(io.BytesIO(raw)) as reader:
            assert [len(chunk) for chunk in itertools.islice(reader.records(**limits), len(sizes))] == sizes


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("most", [0, 1])
def test_a_chunk_has_one_record_at_least(most, name):
    with open_capture(io.BytesIO(SMALL[name])) as reader:
        assert {len(chunk) for chunk in reader.records(max_records=most)} == {1}
    assert reader.count == len(files.reference(SMALL[name]))


@pytest.mark.parametrize("most", [1, 4096])
def test_a_chunk_has_about_four_kibibytes_at_least(most):
    """However few are wanted, and however few are read to see what the file is."""
    with open_capture(io.BytesIO(many(4000)), read_ahead=0) as reader:
        sizes = [80 * len(chunk) for chunk in reader.records(max_bytes=most)]
    assert sum(sizes) == 80 * 4000
    assert max(sizes) <= 4096 + 80
    assert len(sizes) < 1.2 * sum(sizes) / 4096


def test_a_buffer_has_256_mebibytes_at_most():
    """However much is wanted; most of its pages are never touched here."""
    with open_capture(io.BytesIO(many(4000)), read_ahead=4096) as reader:
        sizes = [chunk.data.base.nbytes for chunk in reader.records(max_bytes=1 << 40)]
    assert 1 << 28 <= max(sizes) <= (1 << 28) + 4096


def test_a_record_that_just_fills_a_chunk():
    raw = files.pcap([(1_700_000_000, n, bytes([n]) * 4080) for n in range(9)])
    got, reader = files.read(Drip(raw, 1000), max_bytes=4096)
    assert got == files.reference(raw)
    assert reader.damage is None


def test_what_the_first_chunk_left_waits_for_nothing_more():
    """A pipe may be silent for a while after it has brought more than the first chunk."""
    source = Drip(files.pcap([(1_700_000_000, n, b"x") for n in range(300)]), 1 << 20)
    reads = []
    readinto = source.readinto
    source.readinto = lambda into: reads.append(1) or readinto(into)
    with open_capture(source) as reader:
        chunks = reader.records()
        reads.clear()
        assert [len(next(chunks)), len(next(chunks))] == [256, 44]
        assert not reads


@pytest.mark.parametrize("at", range(1, 6))
@pytest.mark.parametrize("most", [1, 2, 100])
def test_the_number_that_a_packet_would_have_that_is_lost(at, most):
    """It is skipped, and belongs before the next one, in the same chunk or a later one."""
    packets = [files.enhanced(b"x", n) for n in range(5)]
    lost = files.enhanced(b"of no interface", number=9)
    raw = files.section() + files.interface() + b"".join([*packets[: at - 1], lost, *packets[at - 1 :]])
    got, reader = files.read(io.BytesIO(raw), max_records=most)
    assert (len(got), reader.damage.packet) == (5, at)


def test_views_of_a_chunk_keep_its_bytes():
    raw = many(100_000)
    kept = []
    with open_capture(io.BytesIO(raw)) as reader:
        for chunk in reader.records(max_bytes=1 << 20):
            start = int(chunk.start[0])
            kept.append((chunk.data[start : start + 64], memoryview(chunk.data)[start:][:64], chunk.first))
    for view, memory, first in kept:
        assert bytes(memory) == view.tobytes() == struct.pack("<Q", first - 1) * 8


@pytest.mark.costly
def test_a_caller_may_write_over_its_records():
    raw = many(60_000)
    got = []
    with open_capture(Drip(raw, 10_000)) as reader:
        for chunk in reader.records():
            got += files.rows(chunk)
            columns = zip(chunk.start.tolist(), chunk.caplen.tolist(), strict=True)
            for start, caplen in columns:
                chunk.data[start - 8 : start + caplen] = 0xFF
    assert got == files.reference(raw)


@pytest.mark.costly
def test_buffers_are_used_again():
    buffers = set()
    with open_capture(io.BytesIO(many(400_000))) as reader:
        for chunk in reader.records(max_bytes=1 << 20):
            root = chunk.data.base
            assert isinstance(root, np.ndarray)
            buffers.add(root.ctypes.data)
            del root
    assert len(buffers) <= 4


def test_a_lie_about_the_length_costs_no_memory():
    raw = (
        files.pcap([(1, 1, b"good")], snaplen=1 << 28) + struct.pack("<IIII", 1, 1, 200 << 20, 200 << 20) + bytes(1000)
    )
    block = files.section() + files.interface() + struct.pack("<II", 6, 200 << 20) + bytes(1000)
    for content, count in ((raw, 1), (block, 0)):
        tracemalloc.start()
        got, reader = files.read(io.BytesIO(content))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert len(got) == count
        assert reader.damage.reason == "the file ends inside a record"
        assert peak < 32 << 20  # a chunk's buffer, and not what the record claims


def test_records_goes_on_where_it_stopped():
    reader = open_capture(io.BytesIO(SMALL["pcap"]))
    first = next(reader.records(max_records=2))
    rest = list(reader.records())
    assert (len(first), rest[0].first, sum(map(len, rest))) == (2, 3, len(PACKETS) - 2)
    assert list(reader.records()) == []


def test_closing_ends_the_reading(tmp_path):
    path = tmp_path / "a.pcap"
    path.write_bytes(SMALL["pcap"])
    reader = open_capture(path)
    reader.close()
    reader.close()
    assert list(reader.records()) == []
    assert reader.damage is None
