"""Packets that wait until their run is over, or until the beginning of their half is known to be in the capture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ibpkt.analysis.recovery.half_recovery import HalfRecovery
from ibpkt.analysis.runs.held_packets import NEVER, WINDOW, HeldPackets, window_of
from ibpkt.analysis.runs.read_spans import LearnedEnds
from tests.analysis.runs.sequences import packets_of, sequences
from tests.support.analysis_runs import run
from tests.support.exchanges import READ_ONLY, ask, batches, read, tell


def packets(frames, halves, requests=None, **columns):
    """Packets with these numbers, of halves; those of a half stand together, and their rows are those of a batch."""
    ((sequence, _),) = sequences([ask(psn) for psn in range(len(frames))] if requests is None else requests)
    values = {"frame": np.array(frames), "half": np.array(halves), **columns}
    return replace(packets_of(sequence), **values)


def frames(parts):
    return [part.frame.tolist() for part in parts]


def halves(*numbers):
    return np.array(numbers, np.int64)


@pytest.fixture
def held():
    """Two halves of one batch, and one of the next."""
    held = HeldPackets()
    held.hold(packets([1, 4, 2], [0, 0, 1]))
    held.hold(packets([7], [5]))
    return held


def test_those_with_packets_are_taken_out(held):
    assert frames(held.take(halves(0, 9), 10)) == [[1, 4]]
    assert held.halves().tolist() == [1, 5]
    assert frames(held.take(halves(0), 10)) == []
    assert frames(held.take(halves(), 10)) == []
    assert frames(held.take(halves(1, 5), 10)) == [[2], [7]]
    assert held.halves().tolist() == []


def test_behind_a_border_all_are_due(held):
    assert window_of(np.array([WINDOW - 1, WINDOW])).tolist() == [0, 1]
    assert not held.is_due(WINDOW - 1)
    assert held.is_due(WINDOW)
    assert frames(held.take(halves(1), WINDOW)) == [[1, 4, 2], [7]]
    assert not held.is_due(2 * WINDOW)
    held.hold(packets([WINDOW + 1], [0]))
    assert not held.is_due(WINDOW + 9)
    assert frames(held.take(halves(1), WINDOW + 9)) == []
    assert held.is_due(2 * WINDOW)


def test_those_that_are_over_are_taken_out_behind_a_border_too(held):
    assert frames(held.take_all(halves(1))) == [[2]]
    assert held.is_due(WINDOW)


def test_the_first_packet_of_each_half(held):
    assert held.first_frames(halves(0, 1, 2, 5)).tolist() == [1, 2, NEVER, 7]
    assert held.first_frames(halves()).tolist() == []
    assert HeldPackets().first_frames(halves(3)).tolist() == [NEVER]


def test_the_first_request_of_each_half_that_was_sent_again():
    held = HeldPackets()
    held.hold(packets([1, 2, 3, 4], [0, 0, 1, 1], again=np.array([False, True, False, False])))
    held.hold(packets([8, 9], [4, 5], again=np.array([False, True])))
    assert held.first_again(halves(0, 1, 4, 5, 6)).tolist() == [2, NEVER, NEVER, 9, NEVER]
    assert held.first_again(halves()).tolist() == []


def test_a_half_that_gets_another_number(held):
    held.move(0, 7)
    assert held.halves().tolist() == [1, 5, 7]
    assert held.first_frames(halves(0, 1, 7)).tolist() == [NEVER, 2, 1]
    assert frames(held.take_all(halves(7))) == [[1, 4]]


def test_a_number_that_others_get(held):
    held.forget(halves(0, 5))
    assert held.halves().tolist() == [1]
    assert held.first_frames(halves(0, 1, 5)).tolist() == [NEVER, 2, NEVER]


def test_reads_that_take_more_psns_than_was_known():
    held = HeldPackets()
    held.hold(packets([1, 2], [3, 3], [read(0), ask(1)]))
    (part,) = held.take_all(halves(3))
    psn = int(part.psn[0])
    held.hold(part)
    held.learn(LearnedEnds(halves(3), halves(psn), halves(psn + 1), halves(psn + 4)))
    (part,) = held.take_all(halves(3))
    assert (part.end - psn).tolist() == [4, 2]
    assert (part.sent - psn).tolist() == [0, 4]


def test_many_small_parts_become_one():
    held = HeldPackets()
    for frame in range(1, 101):
        held.hold(packets([frame, frame + 100], [frame, frame]))
    assert held.first_frames(halves(3, 99)).tolist() == [3, 99]
    taken = held.take_all(np.arange(1, 51))
    assert sorted(frame for part in taken for frame in part.frame.tolist()) == [*range(1, 51), *range(101, 151)]
    assert len(taken) == 1
    assert held.halves().tolist() == list(range(51, 101))


# -- halves of which it is not known whether the capture has their beginning -------------------------------------------

SIZES = pytest.mark.parametrize("size", [None, 1, 2, 3])
#: what is said of packet 3, which repeats the first request: as far as is known the capture has the beginning
REPEATED = {"timeout": 1, "retransmission": 2}


def told(size, count=None, others=0):
    """What is said if two requests are repeated, and an answer counts messages; others' packets come before it."""
    first = [(0, ask(0)), (1, ask(1)), (70_000, ask(0)), (70_001, ask(1))]
    more = [(70_002, ask(psn, source=("10.0.0.9", 9), target=("10.0.0.8", 8))) for psn in range(others)]
    answer = [] if count is None else [(70_003, tell(1, count))]
    times, every = zip(*first, *more, *answer, strict=True)
    return run(batches(every, size, times=[10**18 + 1000 * time for time in times]))


@SIZES
def test_the_capture_has_the_beginning(size):
    """The answer counts two messages."""
    result = told(size, 2)
    assert result.kinds == {**REPEATED, "request-or-answer-lost": 2}
    assert result.frames("timeout") == {3}


@SIZES
@pytest.mark.parametrize("count", [4, 50])
def test_the_capture_has_it_not(size, count):
    """Why the requests were repeated is not known."""
    result = told(size, count)
    assert result.kinds == {"retransmission": 2}
    assert result.frames("timeout") == set()


@SIZES
def test_nothing_decides_it_until_the_end(size):
    result = told(size)
    assert result.kinds == REPEATED
    assert result.frames("timeout") == {3}


@pytest.mark.costly
@pytest.mark.parametrize("size", [None, WINDOW // 2])
def test_it_is_not_awaited_for_ever(size):
    """Behind a border it is taken for the beginning, whatever the answer tells."""
    result = told(size, 50, others=WINDOW)
    assert result.kinds["timeout"] == 1
    assert result.frames("timeout") == {3}


@pytest.mark.parametrize("size", [None, 1, 2, 3])
def test_a_calm_run_that_a_batch_ends_goes_on(size, monkeypatch):
    """The first READ is answered by the end of a batch, the one behind it only later: they are one run all the same."""
    fed, feed = [], HalfRecovery.feed

    def listen(self, run):
        fed.append((run.kind.name, run.frame, run.packets))
        return feed(self, run)

    monkeypatch.setattr(HalfRecovery, "feed", listen)
    response = {"opcode": READ_ONLY, "size": 8}
    trouble = [ask(0, ident=1), tell(0, 1, ident=1), ask(0, ident=2)]
    calm = [read(1, ident=3), read(2, ident=4), tell(1, 2, ident=2, **response), tell(2, 3, ident=3, **response)]
    run(batches([*trouble, *calm, ask(3, ident=5), ask(5, ident=7)], size))
    assert fed == [("REQUESTS", 1, 1), ("REQUESTS", 3, 1), ("REQUESTS", 4, 2), ("REQUESTS", 8, 1), ("REQUESTS", 9, 1)]
