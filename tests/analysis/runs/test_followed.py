"""Halves of which the capture has too little to follow them."""

from __future__ import annotations

import pytest

from ibpkt.analysis.runs.followed import CREDIT, MOST_GAPS
from tests.support.analysis_runs import run
from tests.support.exchanges import ask, batches, read


def _told(packets, size=None):
    return [finding.frame for finding in run(batches(packets, size)).findings if finding.kind.name == "not-followed"]


@pytest.mark.costly
@pytest.mark.parametrize(("size", "most"), [(None, MOST_GAPS), (1, 32), (50, MOST_GAPS)])
def test_it_is_said_once_of_each_half(size, most, monkeypatch):
    """A packet a batch takes long: fewer gaps show the same."""
    monkeypatch.setattr("ibpkt.analysis.runs.followed.MOST_GAPS", most)
    packets = [ask(2 * number) for number in range(most + 20)]
    assert _told(packets, size) == [most + 1]
    others = [ask(3 * number, source=("10.0.0.3", 3), target=("10.0.0.4", 4)) for number in range(most + 20)]
    both = [packet for pair in zip(packets, others, strict=True) for packet in pair]
    assert _told(both, size) == [2 * most + 1, 2 * most + 2]
    assert _told(packets[:most], size) == []


@pytest.mark.parametrize("size", [None, 50])
def test_requests_in_sequence_make_up_for_gaps(size):
    """A tap that misses one packet in six loses sight of nothing."""
    packets = [ask(number) for number in range(7 * MOST_GAPS) if number % (CREDIT + 2)]
    assert _told(packets, size) == []


@pytest.mark.parametrize("size", [None, 50])
def test_what_was_in_sequence_before_does_not_count(size):
    before = [ask(number) for number in range(100)]
    packets = [*before, *(ask(100 + 2 * number) for number in range(1, MOST_GAPS + 20))]
    assert _told(packets, size) == [100 + MOST_GAPS]


def test_reads_of_which_the_length_is_not_known_leave_no_gaps():
    """One direction: no response tells the path MTU."""
    assert _told([read(3 * number, 5000) for number in range(MOST_GAPS + 20)]) == []
