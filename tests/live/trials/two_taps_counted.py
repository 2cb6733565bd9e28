"""What a comparison of two taps must count, by what the cable has carried past each of them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import ibpkt
from ibpkt.analysis.compare.comparison import Comparison
from tests.live.trials.cable import TAPS
from tests.live.trials.truth import Truth


class Counts(NamedTuple):
    """Packets of two taps.

    Attributes:
        both: those that both have.
        only_at_a, only_at_b: those that one of them lacks: lost in between, or sent while the other was not capturing.
        duplicated: more of a packet where it arrives than where it came from.
    """

    both: int
    only_at_a: int
    only_at_b: int
    duplicated: int


def carried(truth: Truth, a: str, b: str) -> Counts:
    """What the cable has carried past two taps, of which node 2 is nearer to the first."""
    seen = Counter(truth.taps[a]), Counter(truth.taps[b])
    only, duplicated = [0, 0], 0
    for number in seen[0] | seen[1]:
        more = seen[0][number] - seen[1][number]
        there, other = (0, 1) if more > 0 else (1, 0)
        comes_from = 0 if truth.frames[number].node == 2 else 1
        if there == comes_from or not seen[other][number]:
            only[there] += abs(more)
        else:
            duplicated += abs(more)
    return Counts((seen[0] & seen[1]).total(), *only, duplicated)


def counted(a: Path, b: Path) -> Counts:
    """What the comparison says."""
    with ibpkt.open(a) as first, ibpkt.open(b) as second:
        comparison = Comparison(first.batches(), second.batches())
        for _ in comparison:
            pass
        summary = comparison.summary()
    counts, (at_a, at_b) = summary.counts, summary.outside
    return Counts(summary.both, counts["only-at-a"] + at_a, counts["only-at-b"] + at_b, counts["duplicated"])


def each_two_taps(path: Path) -> Iterator[tuple[str, Counts, Counts]]:
    """Of each two taps of a trial: their names, what was carried past them, and what the comparison counts.

    Args:
        path: of the truth of the trial, beside its captures.
    """
    truth = Truth.read(path)
    for a, b in itertools.combinations(TAPS, 2):
        captures = (path.with_name(f"{path.stem}-{tap}.pcap") for tap in (a, b))
        yield f"{path.stem}: {a} and {b}", carried(truth, a, b), counted(*captures)
