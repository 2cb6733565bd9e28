"""Packets with the payload of messages, set against lists by message."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ibpkt.analysis.reassembly.payload_frames import PacketLists, PayloadFrames

HALVES = 6


def take(frames, messages):
    half, number = (np.array(column, np.int64) for column in zip(*messages, strict=True))
    return [list(each) for each in frames.take(half, number)]


@pytest.mark.parametrize("seed", range(8))
def test_as_lists_by_message(seed):
    """Batches add packets to messages; those that end are taken, in any order, each once, with packets or without."""
    source = random.Random(seed)
    frames, kept, frame = PayloadFrames(), {}, 0
    frames.reserve(HALVES)
    for _ in range(12):
        added = sorted((source.randrange(HALVES), source.randint(1, 4)) for _ in range(source.randint(1, 8)))
        numbers = list(range(frame, frame + len(added)))
        frame += len(added)
        half, number = (np.array(column) for column in zip(*added, strict=True))
        frames.add(half, number, np.array(numbers))
        for message, each in zip(added, numbers, strict=True):
            kept.setdefault(message, []).append(each)
        every = [(half, number) for half in range(HALVES) for number in range(1, 5)]
        ended = source.sample(every, source.randint(1, 6))
        assert take(frames, ended) == [kept.pop(message, []) for message in ended]
        assert len(frames) == sum(map(len, kept.values()))
    assert take(frames, every) == [kept.get(message, []) for message in every]
    assert len(frames) == 0


def test_a_half_gets_another_number():
    frames = PayloadFrames()
    frames.reserve(HALVES)
    frames.add(np.array([1, 1, 3]), np.array([7, 7, 7]), np.array([10, 11, 12]))
    frames.move(1, 5)
    frames.move(2, 4)
    assert take(frames, [(1, 7), (3, 7), (5, 7), (4, 7)]) == [[], [12], [10, 11], []]


def test_lists_of_several_parts():
    def part(*lists):
        ends = np.cumsum([len(each) for each in lists], dtype=np.int64)
        return PacketLists(
            np.array([each for part in lists for each in part], np.int64), ends - [len(each) for each in lists], ends
        )

    whole = PacketLists.joined([part([1, 2], []), part([3]), part([], [4, 5, 6])])
    assert [list(each) for each in whole] == [[1, 2], [], [3], [], [4, 5, 6]]
    assert [list(each) for each in whole[2:]] == [[3], [], [4, 5, 6]]
    assert [list(each) for each in whole.of(np.array([4, 0]))] == [[4, 5, 6], [1, 2]]
    assert [list(each) for each in whole.of(np.array([True, False, True, False, False]))] == [[1, 2], [3]]
