"""Random samples of tests that hardly ever fail alone, or cost much, of which a run of all tests tries some.

A *sweep* is a test with a case for each of many captures, headers or seeds.  A *family* are tests of one property that
many parts have: that batches of any size make no difference, that a command can be killed at any moment.  Costly tests
that are neither make one more group: few of them take most of the time.  Another seed gives another sample, so each is
tried with some of the next changes; one seed gives one sample in every process.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping

import pytest

#: one case of a sweep in so many is tried, one test of a family, and one costly test, but so many of each at least
SWEEP, FAMILY, COSTLY, FEWEST = 12, 3, 4, 4


def is_costly(marks: Collection[pytest.Mark], *, chosen: bool) -> bool:
    """Whether a test is costly: slow ones are, unless every change needs them.

    Args:
        marks: those of the test.
        chosen: tests were chosen by marks, so slow ones are wanted where there are any.
    """
    slow = [mark for mark in marks if mark.name == "slow"]
    if slow and not chosen:
        return not any(mark.kwargs.get("every_change") for mark in slow)
    return any(mark.name == "costly" for mark in marks)


def left_out(groups: Mapping[str, Iterable[str]], share: int, seed: str) -> set[str]:
    """The tests that are not in the sample.

    Args:
        groups: the names of the tests of each sweep or family, by its name.
        share: one in so many is tried.
        seed: of the sample.
    """
    dropped: set[str] = set()
    for name, tests in groups.items():
        ordered = sorted(tests)
        most = len(ordered) - max(FEWEST, -(-len(ordered) // share))
        if most > 0:
            dropped.update(random.Random(f"{seed} {name}").sample(ordered, most))
    return dropped
