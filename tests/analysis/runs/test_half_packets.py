"""The last packets of clean halves, which are kept in case that one of them stops being clean."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.runs import half_packets
from ibpkt.analysis.runs.half_packets import HalfPackets, RecentPackets
from tests.analysis.runs.sequences import packets_of, sequences
from tests.support.exchanges import ask


def kept(packets, size=None, halves=None, clean=None):
    """What is kept of an exchange; of clean halves, which are all unless said otherwise."""
    recent = RecentPackets()
    for sequence, _ in sequences(packets, size, halves):
        recent.add(sequence, np.ones(len(sequence), np.bool_) if clean is None else np.isin(sequence.half, clean))
    return recent


def frames(recent, *halves):
    return [frame for part in recent.of(np.array(halves, np.int64)) for frame in part.frame.tolist()]


TWO = {"packets": [ask(0), ask(50), ask(1), ask(51), ask(2)], "halves": [0, 1, 0, 1, 0]}


def test_packets_of_a_half_over_all_batches():
    assert frames(kept(**TWO, size=2), 0) == [1, 3, 5]
    assert frames(kept(**TWO, size=2), 1) == [2, 4]
    assert frames(kept(**TWO, size=2)) == []


def test_only_clean_halves_are_kept():
    assert frames(kept(**TWO, clean=[1]), 0, 1) == [2, 4]


def test_a_half_that_gets_another_number():
    recent = kept(**TWO)
    recent.move(1, 7)
    assert (frames(recent, 1), frames(recent, 7)) == ([], [2, 4])


def test_a_number_that_others_get():
    recent = kept(**TWO)
    recent.forget(np.array([0]))
    assert (frames(recent, 0), frames(recent, 1)) == ([], [2, 4])


def test_the_last_ones_are_kept(monkeypatch):
    monkeypatch.setattr(half_packets, "HISTORY", 4)
    recent = kept([ask(psn) for psn in range(12)], size=3)
    assert frames(recent, 0) == [7, 8, 9, 10, 11, 12]
    assert frames(kept([ask(psn) for psn in range(12)]), 0) == [9, 10, 11, 12]


def test_parts_are_joined_by_half():
    parts = [packets_of(sequence) for sequence, _ in sequences(**TWO, size=3)]
    assert HalfPackets.joined(parts).frame.tolist() == [1, 3, 5, 2, 4]


def test_parts_that_have_packets_of_some_halves():
    parts = [packets_of(sequence) for sequence, _ in sequences(**TWO, size=1)]
    found = [(number, places.tolist()) for number, places in half_packets.parts_with(parts, np.array([1]))]
    assert found == [(1, [0]), (3, [0])]
    both = half_packets.parts_with([HalfPackets.joined(parts), parts[0]], np.array([0, 1]))
    assert [(number, places.tolist()) for number, places in both] == [(0, [0, 1, 2, 3, 4]), (1, [0])]
    assert half_packets.parts_with(parts, np.array([7])) == []
    assert half_packets.parts_with([], np.array([0])) == half_packets.parts_with(parts, np.zeros(0, np.int64)) == []
