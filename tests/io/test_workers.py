"""Several processes: the same results, in the same order, and no process left behind."""

from __future__ import annotations

import errno
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import ibpkt
from ibpkt.batch import Batch
from ibpkt.io.workers import SLOT, Delivery, Mark, Workers


def batches(count: int, size: int = 3) -> list[Batch]:
    made = []
    for number in range(count):
        batch = Batch.of([bytes([number % 256]) * 20] * size, 247)
        batch.frames.first = number * size + 1
        made.append(batch)
    return made


def numbers(batch, turns):
    return batch.frames.number_of.tolist(), int(batch.frames.data[batch.frames.start[0]])


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 40])
def test_results_come_in_order(jobs, count):
    results = list(Workers(numbers, jobs).results(batches(count)))
    assert results == [([3 * i + 1, 3 * i + 2, 3 * i + 3], i) for i in range(count)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_does_not_pickle_is_packed(jobs):
    results = Workers(lambda batch, turns: (byte for byte in b"ab"), jobs, list).results(batches(3))
    assert [list(each) for each in results] == [[97, 98]] * 3


class Named(Mark):
    def __init__(self, name):
        self.name = name


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_marks_stay_in_their_places(jobs):
    first, *rest = batches(6)
    marks = [Named(letter) for letter in "abcd"]
    items = [marks[0], first, marks[1], *rest[:3], marks[2], *rest[3:], marks[3]]
    results = [each if isinstance(each, Named) else each[1] for each in Workers(numbers, jobs).results(iter(items))]
    assert results == [marks[0], 0, marks[1], 1, 2, 3, marks[2], 4, 5, marks[3]]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_turns_go_in_order(jobs):
    def work(batch, turns):
        number = batch.frames.first
        time.sleep(0.01 * (number % 3))
        if number % 2:
            return number, turns.take(number if number % 5 else None)
        return number, "not taken"

    expected, before = [], None
    for batch in batches(20, 1):
        number = batch.frames.first
        if number % 2:
            expected.append((number, before))
            before = number if number % 5 else before
        else:
            expected.append((number, "not taken"))
    assert list(Workers(work, jobs).results(batches(20, 1))) == expected


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_the_one_that_was_raised(jobs):
    def work(batch, turns):
        if batch.frames.first == 4:
            raise ibpkt.CaptureError("file", "is odd", packet=4)
        return turns.take(None)

    results = Workers(work, jobs).results(batches(30, 1))
    with pytest.raises(ibpkt.CaptureError, match="file: is odd in packet 4"):
        list(results)


def test_the_reader_does_not_run_ahead():
    taken = []

    def read():
        for batch in batches(50):
            taken.append(batch.frames.first)
            yield batch

    results = Workers(numbers, 2).results(read())
    next(results)
    next(results)
    assert len(taken) <= 6
    results.close()


def test_a_buffer_that_is_used_again_is_not_mixed_up(tmp_path):
    path = tmp_path / "many.pcap"
    with ibpkt.create(path, link="infiniband") as out:
        for number in range(30_000):
            out.write(number.to_bytes(4, "big") * 10)

    def values(batch, turns):
        frames = batch.frames
        return np.concatenate([frames.data[at : at + 4] for at in frames.start]).tobytes()

    with ibpkt.open(path) as capture:
        data = b"".join(Workers(values, 3).results(capture.batches(500)))
    assert data == b"".join(number.to_bytes(4, "big") for number in range(30_000))


def test_packets_that_fit_no_shared_memory(monkeypatch):
    monkeypatch.setattr("ibpkt.io.workers.SLOT", 4096)
    made = batches(20, 3)
    made[5] = Batch.of([b"x" * 9000], 247)
    results = Workers(lambda batch, turns: batch.frames.data.tobytes(), 3).results(iter(made))
    assert list(results) == [batch.frames.data.tobytes() for batch in made]
    assert SLOT > 4096


SCRIPT = """
import os, time
from ibpkt.batch.batch import Batch
from ibpkt.io.workers import Workers

def work(batch, turns):
    print(os.getpid(), flush=True)
    time.sleep(60)

def read():
    yield Batch.of([], 247)
    while True:
        yield Batch.of([b"x"], 247)

done = []
def first(batch, turns):
    return None if not len(batch) else work(batch, turns)

for _ in Workers(first, 2).results(read()):
    pass
"""


def test_workers_end_with_their_parent():
    with subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True) as process:
        assert all(process.stdout.readline() for _ in range(2))
        process.kill()
        process.communicate(timeout=30)  # ends once nobody holds the other end of the pipe


def test_results_are_delivered_in_order(tmp_path):
    """Where they are made, and between them what the reader itself delivers."""
    out = (tmp_path / "out").open("wb", buffering=0)

    def prepare(result):
        time.sleep(0.001 * (result[0][0] % 5))  # who is ready first must wait all the same
        return result

    def deliver(result):
        out.write(b"%d " % result[0][0])
        return result

    first, *rest = batches(30, 1)
    items = [Named("a"), first, Named("b"), *rest[:10], Named("c"), Named("d"), *rest[10:], Named("e")]
    results = []
    for result in Workers(numbers, 3, None, lambda: Delivery(prepare, deliver)).results(iter(items)):
        if isinstance(result, Named):
            out.write(result.name.encode() + b" ")
        elif all(isinstance(each, Named) for each in results):
            deliver(result)
        results.append(result)
    order = [item.name if isinstance(item, Named) else str(item.frames.first) for item in items]
    assert (tmp_path / "out").read_bytes().decode().split() == order


def test_nobody_waits_for_a_turn_when_the_reader_stops():
    def deliver(result):
        return result

    prepare = deliver
    items = [*batches(2), *(Named(str(number)) if number % 2 else batches(1)[0] for number in range(40))]
    results = Workers(numbers, 3, None, lambda: Delivery(prepare, deliver)).results(iter(items))
    for _ in range(4):
        next(results)
    results.close()


# -- processes that are killed, and machines that have no more of them -------------------------------------------------


def killed(batch, turns):
    """Work in which the sixth batch takes its process with it, as the kernel does where memory runs out."""
    if batch.frames.first == 6:
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGKILL)
    return turns.take(batch.frames.first)


@pytest.mark.parametrize("jobs", [2, 3, 4])
@pytest.mark.parametrize("delivered", [False, True])
def test_a_process_that_is_killed_is_told_in_one_sentence(jobs, delivered):
    delivery = (lambda: Delivery(lambda result: result, lambda result: result)) if delivered else None
    items = [each for batch in batches(40, 1) for each in (batch, Named("between"))]
    with pytest.raises(ibpkt.ResourceError, match="one of the processes of --jobs was killed"):
        list(Workers(killed, jobs, None, delivery).results(iter(items)))
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("first", [True, False], ids=["who has the turn", "who waits for it"])
def test_a_process_that_is_killed_in_its_turn_or_waiting_for_it(first, tmp_path):
    """Nobody waits for ever: neither the reader, nor who would come next."""
    before = children(os.getpid())  # servers of processes that other tests have started stay

    def deliver(result):
        number = result[0][0]
        (tmp_path / f"{number}.{os.getpid()}").touch()
        if number == 2:  # the others are ready, and wait
            time.sleep(0.3)
            others = [each for each in children(os.getppid()) if each not in (os.getpid(), *before)]
            os.kill(os.getpid() if first else others[0], signal.SIGKILL)
        return result

    delivery = Delivery(lambda result: result, deliver)
    with pytest.raises(ibpkt.ResourceError):
        list(Workers(numbers, 3, None, lambda: delivery).results(iter(batches(60, 1))))


def children(process):
    """The processes that a process has started."""
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as stream:
        return [int(each) for each in stream.read().split()]


@pytest.mark.parametrize("started", [0, 1, 2])
@pytest.mark.parametrize("error", [OSError(errno.EAGAIN, "try again"), RuntimeError("can't start thread")])
def test_processes_that_cannot_be_started(started, error, monkeypatch):
    counts = itertools.count()
    fork = os.fork

    def reluctant():
        if next(counts) >= started:
            raise error
        return fork()

    monkeypatch.setattr(os, "fork", reluctant)
    with pytest.raises(ibpkt.ResourceError, match="no further process can be started: "):
        list(Workers(numbers, 3).results(iter(batches(60, 1))))
    assert not multiprocessing.active_children()


def test_a_thread_that_cannot_be_started(monkeypatch):
    def start(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(ibpkt.ResourceError, match="no further process can be started: can't start new thread"):
        list(Workers(numbers, 3).results(iter(batches(60, 1))))
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("started", [0, 1, 2])
def test_a_signal_while_processes_are_started(started, monkeypatch):
    """Before there is a thread that looks after them: nobody would tell those that have been started to end."""
    counts = itertools.count()
    fork = os.fork

    def interrupted():
        if next(counts) == started:
            sys.exit(143)
        return fork()

    monkeypatch.setattr(os, "fork", interrupted)
    if started == 2:
        monkeypatch.setattr(threading.Thread, "start", lambda thread: sys.exit(143))
    with pytest.raises(SystemExit):
        list(Workers(numbers, 2).results(iter(batches(60, 1))))
    assert not multiprocessing.active_children()
