"""Which requests came late, and how many packets are missing before them, by the order of sending."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.runs.lateness import MOST_SKIPPED, TICK, late_requests, skipped_before
from tests.analysis.runs.sequences import sequences
from tests.analysis.truth.scenes.exchange import Exchange
from tests.analysis.truth.told import Told
from tests.support.exchanges import ask, tell


@pytest.mark.parametrize("size", [None, 1, 2])
def test_late_is_what_was_sent_before_one_that_came_before(size):
    numbers = np.array([10, 12, 11, -1, 13, 11])
    packets = [ask(0), ask(2), ask(1), ask(3), ask(4), tell(4, 5)]
    found, at = [], 0
    for sequence, table in sequences(packets, size):
        found += late_requests(sequence, numbers[at : at + len(sequence)], table).tolist()
        at += len(sequence)
    assert found == [0, 0, 1, -1, 0, -1]


@pytest.mark.parametrize("size", [None, 1])
@pytest.mark.parametrize(("numbers", "late"), [([-1, 11, 12], [-1, -1, 0]), ([10, 11, 12], [0, 0, 0])])
def test_what_is_numbered_first_may_be_late_where_its_psn_is_lower_than_the_first(size, numbers, late):
    """It is numbered since it comes out of order, and what came before it has no number."""
    found, at = [], 0
    for sequence, table in sequences([ask(5), ask(4), ask(6)], size):
        found += late_requests(sequence, np.array(numbers[at : at + len(sequence)]), table).tolist()
        sequence.update(table)
        at += len(sequence)
    assert found == late


def test_the_first_of_a_connection_that_comes_late_is_not_sent_again():
    """IBA 1, 9.7.6.1: nothing has asked for 99, and nothing else comes again."""
    exchange = Exchange("ipv4")
    first, *others = exchange.sends(99, 100, 101)
    exchange.tap(others, first).wait(20).tap([exchange.ack(psn, psn - 98) for psn in (99, 100, 101)])
    told = Told(exchange.pcap())
    assert not told.findings
    assert [message.outcome for message in told.work] == ["completed"] * 3


def test_halves_by_themselves():
    numbers = np.array([10, 3, 9, 4])
    ((sequence, table),) = sequences([ask(0), ask(0), ask(1), ask(1)], halves=[0, 1, 0, 1])
    assert late_requests(sequence, numbers[sequence.rows], table).tolist() == [0, 1, 0, 0]


def skipped(numbers, times=None, pairs=None):
    count = len(numbers)
    times = np.arange(count) if times is None else np.array(times)
    pairs = np.zeros(count, np.int64) if pairs is None else np.array(pairs)
    return skipped_before(pairs, np.array(numbers), times).tolist()


def test_what_is_missing_before_a_packet():
    """What comes later does not count: the packet 9 cannot know of it."""
    assert skipped([5, 6, 9, 8, -1, 10]) == [-1, 0, 2, 1, -1, 0]
    assert skipped([5, 9, 8, 7, 6, 10]) == [-1, 3, 2, 1, 0, 0]


def test_pairs_of_addresses_count_by_themselves():
    assert skipped([5, 100, 7, 102], pairs=[1, 2, 1, 2]) == [-1, -1, 1, 1]


def test_a_pause_may_skip_on_purpose():
    assert skipped([5, 7], [0, TICK - 1]) == [-1, 1]
    assert skipped([5, 7], [0, TICK]) == [-1, -1]
    assert skipped([5, 6], [0, TICK]) == [-1, 0]


def test_many_are_no_loss():
    assert skipped([5, 6 + MOST_SKIPPED]) == [-1, MOST_SKIPPED]
    assert skipped([5, 7 + MOST_SKIPPED]) == [-1, -1]


def test_the_next_lower_number_is_that_of_what_came_before():
    """However far behind the others a block of packets arrives."""
    random = np.random.default_rng(5)
    for count in (2, 3, 8, 33, 100):
        numbers = np.argsort(np.arange(count) + random.integers(0, random.integers(1, count + 1), count))
        pairs = random.integers(0, 3, count)
        expected = []
        for own, pair, at in zip(numbers, pairs, range(count), strict=True):
            before = [number for number, of in zip(numbers[:at], pairs[:at], strict=True) if of == pair]
            expected.append(max((number for number in before if number < own), default=None))
        steps = [-1 if low is None else own - low - 1 for own, low in zip(numbers, expected, strict=True)]
        assert skipped(numbers, pairs=pairs) == steps
