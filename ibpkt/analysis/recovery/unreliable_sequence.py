"""What is missing of an unreliable connection (UC): nothing is acknowledged, and nothing is sent again.

A hole in the PSNs is a loss, or packets that were overtaken and come later; either way the receiver drops the message
that they belong to.

Source: IBA 1, 9.8.2.
"""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.analysis.recovery import kinds
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.protocols import PSN_MASK

#: packets that come later than this many nanoseconds after the hole were not overtaken
LATEST = 1_000_000_000
#: holes that are kept; beyond it the oldest is a loss
HOLES = 64


class _Hole(NamedTuple):
    first: int
    end: int
    run: Run  # behind it


class UnreliableSequence:
    """The requests of one half of UC, fed in the order of the capture."""

    def __init__(self) -> None:
        self._holes: list[_Hole] = []

    def feed(self, run: Run) -> list[Verdict]:
        """Take a run of requests."""
        verdicts = [_lost(hole) for hole in self._holes if run.time - hole.run.time > LATEST]
        self._holes = [hole for hole in self._holes if run.time - hole.run.time <= LATEST]
        if run.first > run.sent:
            self._holes.append(_Hole(run.sent, run.first, run))
            if len(self._holes) > HOLES:
                verdicts.append(_lost(self._holes.pop(0)))
        elif run.again:
            verdicts += self._fill(run)
        return verdicts

    def finish(self) -> list[Verdict]:
        """There are no more packets."""
        verdicts = [_lost(hole) for hole in self._holes]
        self._holes.clear()
        return verdicts

    def _fill(self, run: Run) -> list[Verdict]:
        """Packets with PSNs that were jumped over came late; with others they are copies, or the PSNs started over."""
        verdicts, holes = [], []
        for hole in self._holes:
            first, end = max(hole.first, run.first), min(hole.end, run.end)
            if first >= end:
                holes.append(hole)
                continue
            facts = {"count": end - first, "psn": first & PSN_MASK, "last": (end - 1) & PSN_MASK}
            verdicts.append(Verdict(kinds.OUT_OF_ORDER, run, end - first, facts, (hole.run.frame,), first, end))
            holes += [
                hole._replace(first=low, end=high) for low, high in ((hole.first, first), (end, hole.end)) if low < high
            ]
        self._holes = holes
        return verdicts


def _lost(hole: _Hole) -> Verdict:
    count = hole.end - hole.first
    facts = {
        "count": count, "where": "before the tap", "psn": hole.first & PSN_MASK, "last": (hole.end - 1) & PSN_MASK,
    }  # fmt: skip
    return Verdict(kinds.LOST, hole.run, count, facts, (hole.run.frame,))
