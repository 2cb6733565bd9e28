"""How many commands are under way, over time."""

from __future__ import annotations

import pytest

from ibpkt.commands.command import Command
from ibpkt.commands.command_depth import INTERVALS, MOST_INTERVALS, CommandDepth


def depth(*spans: tuple[int, int]) -> CommandDepth:
    found = CommandDepth()
    for at, (start, end) in enumerate(spans):
        found.add(Command(at, 1, 0, "nvme", "Read", at, "1", 1, 1, start=start, end=end))
    return found


def test_means_and_most():
    rows = depth((0, 9), (5, 15), (40, 50)).rows(10)
    assert [(row["start"], row["mean_depth"], row["max_depth"], row["commands"]) for row in rows] == [
        (0, 1.4, 2, 2), (10, 0.5, 1, 0), (40, 1.0, 1, 1)
    ]  # fmt: skip


def test_intervals_without_a_length():
    assert depth((0, 1000)).length() == 1000 // INTERVALS + 1
    assert CommandDepth().rows() == []


@pytest.mark.costly
@pytest.mark.parametrize("last", [10**9, 2**63 - 1])
def test_there_are_never_too_many(last):
    """Clocks may jump over centuries."""
    found = depth((0, 5), (last - 5, last))
    assert found.length(10) > 10
    assert len(found.rows(10)) == 2
    assert -(-last // found.length(10)) <= MOST_INTERVALS


def test_the_most_of_each_flow():
    """A command that takes no time is never under way; one that begins when another ends is not beside it."""
    for spans, most in [
        ([(5, 5)], 0), ([(5, 5), (7, 7)], 0), ([(0, 9), (9, 15)], 1), ([(0, 9), (5, 5), (8, 15)], 2),
        ([(0, 9), (1, 8), (2, 7)], 3),
    ]:  # fmt: skip
        found = depth(*spans)
        assert (found.most(1), found.most(2)) == (most, 0)


def test_what_nobody_answered():
    """It was under way until something ended it; if the capture does not show what, until the capture ends."""
    found = CommandDepth()
    for at, (start, end, over) in enumerate([(0, 20, None), (0, None, 10), (5, None, None)]):
        found.add(Command(at, 1, 0, "srp", "READ(10)", at, "LUN 0", 1, 1, start=start, end=end, over=over))
    assert [(row["mean_depth"], row["max_depth"]) for row in found.rows(10)] == [(2.5, 3), (2.0, 2)]


@pytest.mark.parametrize("epoch", [0, -1_000_000, -(10**18), 10**18])
def test_the_epoch_does_not_matter(epoch):
    """Clocks that were never set, or set before 1970, shift all rows and change nothing else."""
    spans = [(0, 30), (10, 40), (20, 40), (95, None)]
    found = CommandDepth()
    for at, (start, end) in enumerate(spans):
        until = None if end is None else epoch + end
        found.add(Command(at, 1, 0, "nvme", "Read", at, "1", 1, 1, start=epoch + start, end=until))
    assert found.length() == 95 // INTERVALS + 1
    assert [(row["start"] - epoch, row["mean_depth"], row["max_depth"], row["commands"]) for row in found.rows(30)] == [
        (0, 2.0, 3, 3), (30, 0.667, 2, 0),
    ]  # fmt: skip
