"""Captures in pieces: what is in each, how they are called, which are kept, what is left after an error."""

from __future__ import annotations

import os
import re
import time

import numpy as np
import pytest

import ibpkt
from ibpkt.capture import open_capture
from ibpkt.capture.records import SLACK, Interface, Records
from ibpkt.errors import CallerError, CaptureError
from ibpkt.io.pieces import CapturePieces, PieceLimits

ETHERNET = [Interface(1, name="far", resolution=10**9)]


def records(count, size=100, first=1):
    data = np.arange(count * size + SLACK, dtype=np.int64).astype(np.uint8)
    numbers = np.arange(count, dtype=np.int64)
    sizes = np.full(count, size, np.int64)
    return Records(
        data, numbers * size, sizes, sizes, (numbers + first) * 1_000_000_001, np.ones(count, np.int32),
        np.zeros(count, np.int32), numbers * size, first,
    )  # fmt: skip


def read(path):
    with open_capture(path) as reader:
        found = [(int(t), bytes(part.data[s : s + n])) for part in reader.records()
                 for t, s, n in zip(part.time, part.start, part.caplen, strict=True)]  # fmt: skip
        return found, reader


def write(target, chunks, **options):
    ends = []
    with CapturePieces(
        str(target), **{"format": "pcapng", "interfaces": ETHERNET, "on_end": lambda: ends.append(1), **options}
    ) as pieces:
        for chunk in chunks:
            pieces.write_records(chunk)
            pieces.tick()
    return pieces, len(ends)


@pytest.mark.parametrize("form", ["pcapng", "pcap-ns"])
def test_one_file_has_all_to_the_nanosecond(form, tmp_path):
    pieces, ends = write(tmp_path / "x", [records(10), records(5, first=11)], format=form)
    found, reader = read(tmp_path / "x")
    assert [when for when, _ in found] == [n * 1_000_000_001 for n in range(1, 16)]
    assert (pieces.count, list(pieces.files), ends, reader.damage) == (15, [str(tmp_path / "x")], 0, None)


@pytest.mark.parametrize("form", ["pcapng", "pcap-ns", "pcap"])
@pytest.mark.parametrize("chunks", [[100], [1] * 100, [33, 33, 34]])
def test_the_packet_that_reaches_the_size_is_the_last_of_its_piece(form, chunks, tmp_path):
    parts = [records(count, first=1 + sum(chunks[:at])) for at, count in enumerate(chunks)]
    pieces, _ = write(tmp_path / "x.cap", parts, format=form, limits=PieceLimits(size=2000))
    assert len(pieces.files) > 3
    packet = 132 if form == "pcapng" else 116
    for name in list(pieces.files)[:-1]:
        assert os.path.getsize(name) - packet < 2000 <= os.path.getsize(name)
    total = [each for name in pieces.files for each in read(name)[0]]
    times = [n * 1_000_000_001 for n in range(1, 101)]
    assert [when for when, _ in total] == ([each // 1000 * 1000 for each in times] if form == "pcap" else times)


def test_pieces_have_dumpcaps_names(tmp_path):
    pieces, _ = write(tmp_path / "x.pcapng.gz", [records(3)], limits=PieceLimits(packets=2))
    names = [os.path.basename(name) for name in pieces.files]
    assert [bool(re.fullmatch(rf"x_0000{n}_20\d{{12}}\.pcapng\.gz", name)) for n, name in enumerate(names, 1)] == [
        True
    ] * 2
    assert sorted(names) == sorted(os.listdir(tmp_path))
    assert [len(read(name)[0]) for name in pieces.files] == [2, 1]


def test_the_oldest_are_removed(tmp_path):
    pieces, _ = write(tmp_path / "x", [records(95)], limits=PieceLimits(packets=10, files=3))
    assert sorted(map(str, tmp_path.iterdir())) == sorted(pieces.files)
    assert [len(read(name)[0]) for name in pieces.files] == [10, 10, 5]


def test_a_new_piece_after_some_time_unless_it_would_be_empty(tmp_path):
    limits = PieceLimits(duration=50_000_000)
    with CapturePieces(str(tmp_path / "x"), format="pcapng", interfaces=ETHERNET, limits=limits) as pieces:
        for _ in range(3):
            time.sleep(0.06)
            pieces.tick()
        pieces.write_records(records(2))  # the time is over: it belongs into the next one
        pieces.write_records(records(2))
        time.sleep(0.06)
        pieces.tick()
    assert [len(read(name)[0]) for name in pieces.files] in ([0, 4, 0], [0, 4])


@pytest.mark.parametrize(
    ("limits", "end", "packets"),
    [
        (PieceLimits(), PieceLimits(size=1000), 8),
        (PieceLimits(packets=10), PieceLimits(files=3), 30),
        (PieceLimits(size=1000), PieceLimits(files=2), 16),
    ],
)
def test_it_ends_by_itself(limits, end, packets, tmp_path):
    pieces, ends = write(tmp_path / "x", [records(60)] * 2, limits=limits, end=end)
    assert (pieces.count, ends) == (packets, 1)
    assert sum(len(read(name)[0]) for name in pieces.files) == packets


def test_what_the_kernel_dropped_is_in_the_file(tmp_path):
    with CapturePieces(str(tmp_path / "x"), format="pcapng", interfaces=ETHERNET) as pieces:
        pieces.write_records(records(3))
        pieces.dropped = 17
    found, reader = read(tmp_path / "x")
    assert (len(found), reader.dropped, reader.damage) == (3, 17, None)
    assert [(each.name, each.resolution) for each in reader.interfaces] == [("far", 10**9)]


def test_a_file_of_no_packets_is_whole(tmp_path):
    write(tmp_path / "x", [])
    found, reader = read(tmp_path / "x")
    assert (found, reader.damage) == ([], None)


def test_nothing_of_the_last_piece_is_left_after_an_error(tmp_path):
    pieces = CapturePieces(str(tmp_path / "x"), format="pcapng", interfaces=ETHERNET, limits=PieceLimits(packets=5))
    pieces.write_records(records(12))
    pieces.__exit__(RuntimeError, RuntimeError(), None)
    assert sorted(map(str, tmp_path.iterdir())) == list(pieces.files)[:2]


@pytest.mark.parametrize(
    ("target", "options", "sentence"),
    [
        ("-", {"limits": PieceLimits(packets=5)}, "standard output cannot be written in pieces"),
        ("x", {"limits": PieceLimits(files=5)}, "how many files are kept says nothing"),
        ("x", {"format": "pcappng"}, "pieces are pcap, pcap-ns, pcapng, not 'pcappng'; did you mean pcapng"),
    ],
)
def test_what_cannot_be_meant(target, options, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CallerError, match=re.escape(sentence)):
        CapturePieces(target, **{"format": "pcapng", "interfaces": ETHERNET, **options})


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(CaptureError, match="there is no such directory"):
        CapturePieces(str(tmp_path / "no" / "x"), format="pcapng", interfaces=ETHERNET)


def test_a_real_capture_in_pieces_joined_is_the_whole(tmp_path):
    with open_capture("captures/nvmeof.pcap") as reader:
        interfaces = [Interface(1, resolution=10**9)]
        pieces, _ = write(
            tmp_path / "x.pcapng", reader.records(), interfaces=interfaces, limits=PieceLimits(packets=100)
        )
    with ibpkt.open("captures/nvmeof.pcap") as whole, ibpkt.open_joined(sorted(pieces.files)) as joined:
        assert [packet.data for packet in joined] == [packet.data for packet in whole]
