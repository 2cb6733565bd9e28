"""Random samples of sweeps: of tests with a case for each of many captures, headers or seeds.

Each case takes time, and few of them ever fail alone.  Another seed gives another sample, so each case is tried with
some of the next changes; the same seed gives the same sample in every process.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable

#: one case in so many is tried, but so many at least
SHARE, FEWEST = 6, 4


def left_out(cases: Iterable[str], seed: str) -> set[str]:
    """The cases that are not in the sample.

    Args:
        cases: names of tests; a sweep is what they share before the bracket.
        seed: of the sample.
    """
    sweeps = defaultdict(list)
    for case in cases:
        sweeps[case.partition("[")[0]].append(case)
    dropped: set[str] = set()
    for name, sweep in sweeps.items():
        most = len(sweep) - max(FEWEST, -(-len(sweep) // SHARE))
        if most > 0:
            dropped.update(random.Random(f"{seed} {name}").sample(sorted(sweep), most))
    return dropped
