"""Files that grow while they are read, pipes that are silent, and how following them ends."""

from __future__ import annotations

import gzip
import io
import itertools
import os
import select
import threading
import time

import pytest

from ibpkt.capture import Following, StopSwitch, open_capture
from tests.support.command import CAPTURES

WHOLE = (CAPTURES / "rc_write.pcap").read_bytes()
COUNT = 163


@pytest.fixture
def stop():
    return StopSwitch()


def follow(path, stop, actions):
    """Read a file that is followed; each time that nothing comes, the next action is done, at last it is stopped."""
    waiting = iter([*actions, stop.set])
    seen = []

    def tick():
        seen.append(reader.count if reader else 0)
        next(waiting, stop.set)()

    reader = None
    reader = open_capture(path, follow=Following(stop, tick))
    with reader:
        data = [
            records.data[start : start + size].tobytes()
            for records in reader.records()
            for start, size in zip(records.start.tolist(), records.caplen.tolist(), strict=True)
        ]
    return reader, data, seen


def appended(path, data):
    def act():
        with path.open("ab") as file:
            file.write(data)

    return act


def all_data():
    with open_capture(CAPTURES / "rc_write.pcap") as reader:
        return [
            records.data[start : start + size].tobytes()
            for records in reader.records()
            for start, size in zip(records.start.tolist(), records.caplen.tolist(), strict=True)
        ]


@pytest.mark.parametrize("cuts", [(24, 500), (10, 23, 24), (24, 24 + 15, 24 + 16, 24 + 100), (2000, 2001, 60000)])
def test_packets_appear_as_they_are_written(cuts, tmp_path, stop):
    path = tmp_path / "growing.pcap"
    bounds = [0, *cuts, len(WHOLE)]
    pieces = [WHOLE[begin:end] for begin, end in itertools.pairwise(bounds)]
    path.write_bytes(pieces[0])
    reader, data, seen = follow(path, stop, [appended(path, piece) for piece in pieces[1:]])
    assert data == all_data()
    assert (reader.count, reader.damage, reader.restart) == (COUNT, None, "")
    assert seen[-1] == COUNT


def test_a_record_that_is_not_complete_waits_and_is_no_damage(tmp_path, stop):
    path = tmp_path / "growing.pcap"
    path.write_bytes(WHOLE[:-7])
    reader, data, seen = follow(path, stop, [])
    assert (reader.count, reader.damage, seen) == (COUNT - 1, None, [COUNT - 1])
    assert data == all_data()[:-1]


def test_file_objects(tmp_path, stop):
    """What is no file of the system is read to its end, and may be cut there; a file without a path is followed."""
    for size, count in ((len(WHOLE), COUNT), (len(WHOLE) - 7, COUNT - 1)):
        reader, data, seen = follow(io.BytesIO(WHOLE[:size]), stop, [])
        assert (data, seen) == (all_data()[:count], [])
        assert (reader.damage is None) == (count == COUNT)
    path = tmp_path / "growing.pcap"
    path.write_bytes(WHOLE[:500])
    with path.open("rb") as file:
        reader, data, seen = follow(file, stop, [appended(path, WHOLE[500:])])
    assert (data, reader.damage, seen[-1]) == (all_data(), None, COUNT)


def test_a_compressed_file_grows(tmp_path, stop):
    path = tmp_path / "growing.pcap.gz"
    packed = gzip.compress(WHOLE[:5000]) + gzip.compress(WHOLE[5000:])
    path.write_bytes(packed[:1000])
    reader, data, _ = follow(path, stop, [appended(path, packed[1000:4000]), appended(path, packed[4000:])])
    assert data == all_data()
    assert reader.damage is None


def test_a_truncated_file_is_told(tmp_path, stop):
    path = tmp_path / "growing.pcap"
    path.write_bytes(WHOLE)
    reader, data, _ = follow(path, stop, [lambda: os.truncate(path, 24)])
    assert (len(data), reader.damage, reader.restart) == (COUNT, None, "was truncated")


def test_another_file_of_the_name_is_told(tmp_path, stop):
    path = tmp_path / "growing.pcap"
    path.write_bytes(WHOLE[:30000])

    def rotate():
        appended(path, WHOLE[30000:])()  # what is written last still comes
        path.rename(tmp_path / "growing.pcap.1")

    reader, data, _ = follow(path, stop, [rotate, lambda: path.write_bytes(WHOLE[:24])])
    assert (data, reader.damage, reader.restart) == (all_data(), None, "is another file now")


def test_a_pipe_ends_by_itself_and_waits_meanwhile(stop):
    out, into = os.pipe()

    def write():
        for begin in range(0, len(WHOLE), 40000):
            time.sleep(0.15)
            os.write(into, WHOLE[begin : begin + 40000])
        os.close(into)

    writer = threading.Thread(target=write)
    ticks = []
    with os.fdopen(out, "rb", buffering=0) as file:
        writer.start()
        reader = open_capture(file, follow=Following(stop, lambda: ticks.append(1)))
        assert sum(map(len, reader.records())) == COUNT
    writer.join()
    assert ticks
    assert reader.damage is None


def test_a_pipe_is_read_a_moment_longer(stop):
    """Ctrl-C reaches the program that writes, too, which writes its last packets then."""
    out, into = os.pipe()
    timer = threading.Timer(0.1, lambda: (os.write(into, WHOLE[20000:]), os.close(into)))
    with os.fdopen(out, "rb", buffering=0) as file:
        os.write(into, WHOLE[:20000])
        reader = open_capture(file, follow=Following(stop))
        counts = []
        for records in reader.records():
            counts.append(len(records))
            if len(counts) == 1:
                stop.set()
                timer.start()
    timer.join()
    assert (sum(counts), reader.damage) == (COUNT, None)


def test_a_pipe_that_says_no_more_is_left(stop):
    out, into = os.pipe()
    with os.fdopen(out, "rb", buffering=0) as file, os.fdopen(into, "wb", buffering=0) as writer:
        writer.write(WHOLE[:20000])
        reader = open_capture(file, follow=Following(stop, stop.set))
        begin = time.monotonic()
        count = sum(map(len, reader.records()))
        assert time.monotonic() - begin < 10
    assert 0 < count < COUNT
    assert reader.damage is None


@pytest.fixture
def no_select(monkeypatch):
    """Windows waits for sockets only."""

    def refuse(*_):
        raise OSError(10038, "not a socket")

    monkeypatch.setattr(select, "select", refuse)


def test_a_pipe_that_cannot_be_waited_for_is_read(stop, no_select):
    out, into = os.pipe()
    writer = threading.Thread(
        target=lambda: (os.write(into, WHOLE[:40000]), os.write(into, WHOLE[40000:]), os.close(into))
    )
    with os.fdopen(out, "rb", buffering=0) as file:
        writer.start()
        reader = open_capture(file, follow=Following(stop))
        assert sum(map(len, reader.records())) == COUNT
    writer.join()
    assert reader.damage is None


def test_a_pipe_that_cannot_be_waited_for_is_left(stop, no_select):
    """Between two reads: nothing ends one that waits."""
    out, into = os.pipe()
    with os.fdopen(out, "rb", buffering=0) as file, os.fdopen(into, "wb", buffering=0) as writer:
        writer.write(WHOLE[:20000])
        reader = open_capture(file, follow=Following(stop))
        counts = []
        for records in reader.records():
            counts.append(len(records))
            stop.set()
    assert 0 < sum(counts) < COUNT
    assert reader.damage is None


def test_a_switch_whose_pipe_blocks(monkeypatch):
    """Windows, before Python 3.12: setting it a million times would fill the pipe."""
    monkeypatch.delattr(os, "set_blocking")
    switch = StopSwitch()
    for _ in range(100_000):
        switch.set()
    assert switch.is_set
    assert os.read(switch.fileno(), 10) == b"\0"


def test_a_large_file_is_left_at_once(tmp_path, stop):
    path = tmp_path / "large.pcap"
    path.write_bytes(WHOLE + WHOLE[24:] * 400)
    reader = open_capture(path, follow=Following(stop))
    for _ in reader.records():
        stop.set()
    assert COUNT < reader.count < 200 * COUNT
