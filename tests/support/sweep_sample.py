"""Random samples of tests that hardly ever fail alone, or cost much, of which a run of all tests tries some.

A *sweep* is a test with a case for each of many captures, headers or seeds.  A *family* are tests of one property that
many parts have: that batches of any size make no difference, that a command can be killed at any moment.  Costly tests
that are neither make one more group: few of them take most of the time.  Another seed gives another sample, so each is
tried with some of the next changes; one seed gives one sample in every process.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

#: one case of a sweep in so many is tried, one test of a family, and one costly test, but so many of each at least
SWEEP, FAMILY, COSTLY, FEWEST = 12, 3, 4, 4


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
