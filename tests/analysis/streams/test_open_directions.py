"""Directions that were open when a packet came, whatever has been joined since."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.analysis.streams.joins_of_batch import JoinsOfBatch
from ibpkt.analysis.streams.open_directions import OpenDirections
from tests.analysis.scan_batches import CutExchange


@pytest.fixture
def flows():
    """From host 1 to 2: one from packet 1 on, joined by packet 40 with one that goes back from 20 on; 10; 30; 5 goes to
    another host."""
    flows = FlowColumns()
    rows = flows.allocate(5)
    flows.flows["first_frame"][rows] = 1, 20, 10, 30, 5
    flows.flows["open"][rows] = True
    flows.ends["address"][2 * rows] = 1, 2, 1, 1, 1
    flows.ends["address"][2 * rows + 1] = 2, 1, 2, 2, 3
    flows.join(rows[:1], rows[1:2], "acknowledgements", 1.0)
    flows.flows["joined"][rows[0]] = 40
    flows.flows["open"][rows[1]] = False
    return flows


def _directions(flows, *frames):
    slots = np.flatnonzero(flows.flows["open"][: flows.size])
    return OpenDirections(flows, slots, np.array(frames)), JoinsOfBatch(len(slots))


def test_what_is_joined_later_was_open(flows):
    directions, taken = _directions(flows, 15, 25, 35, 40, 45)
    assert [directions.between(0, row, taken) for row in range(5)] == [2, 3, 4, 2, 2]
    ways = directions.of_the_same_way(np.zeros(5, np.int64), np.arange(5), taken)
    assert ways.tolist() == [2, 2, 3, 3, 2]
    assert directions.between(2, 4, taken) == 1


def test_what_is_joined_in_the_batch_was_open_before(flows):
    directions, taken = _directions(flows, 45, 46, 47)
    taken.take(0, 1, 1)
    assert [directions.between(0, row, taken) for row in range(3)] == [2, 0, 0]
    assert directions.of_the_same_way(np.zeros(3, np.int64), np.arange(3), taken).tolist() == [2, 2, 0]


@pytest.mark.costly
@pytest.mark.parametrize("number", [500_054, 500_082, 500_233])
def test_packets_that_come_again_with_what_joined_others(number):
    assert not CutExchange.of(number, missed=True).differing()


@pytest.mark.parametrize("seed", range(4))
def test_pairs_of_addresses_are_apart(seed):
    """Each way and each pair by itself, whichever of its addresses is the larger one."""
    rng = np.random.default_rng(seed)
    count = 60
    source, target = rng.integers(0, 5, count), rng.integers(0, 5, count)
    begun = rng.integers(1, 30, count)
    flows = FlowColumns()
    rows = flows.allocate(count)
    flows.flows["first_frame"][rows], flows.flows["open"][rows] = begun, True
    flows.ends["address"][2 * rows], flows.ends["address"][2 * rows + 1] = source, target
    frames = np.arange(5, 35)
    directions, taken = _directions(flows, *frames)
    places = rng.integers(0, count, len(frames))
    pairs = [{*ends} for ends in zip(source.tolist(), target.tolist(), strict=True)]
    ways = directions.of_the_same_way(places, np.arange(len(frames)), taken).tolist()
    for row, (place, frame) in enumerate(zip(places.tolist(), frames.tolist(), strict=True)):
        before = [at for at in range(count) if begun[at] <= frame]
        assert directions.between(place, row, taken) == sum(pairs[at] == pairs[place] for at in before)
        same = (source == source[place]) & (target == target[place])
        assert ways[row] == int((same & (begun < frame)).sum())
