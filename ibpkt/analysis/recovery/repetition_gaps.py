"""Packets that a repetition has gone past: a requester that goes back sends all again, so they are late, or lost."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from ibpkt.analysis.recovery.recovery_run import Recovery, recovery_from_ints, recovery_to_ints
from ibpkt.analysis.recovery.run import Run

MAX_GAPS = 64


class RepetitionGap(NamedTuple):
    """PSNs that are missing in a repetition.

    Attributes:
        first, end: the PSNs.
        frame, time: of the packet behind the gap.
        recovery: the recovery that the repetition is of.
    """

    first: int
    end: int
    frame: int
    time: int
    recovery: Recovery


class RunInGap(NamedTuple):
    """A run that fits into a gap: it comes late, unless it goes on beyond; then it begins another repetition."""

    run: Run
    gap: RepetitionGap

    def extended(self, run: Run) -> RunInGap | None:
        """With a run that goes on where this one was cut, if it fits into the gap, too."""
        if run.end > self.gap.end or run.late >= 0:
            return None
        packets = self.run.packets + run.packets
        return self._replace(
            run=self.run.replace(end=run.end, packets=packets, last_frame=run.last_frame, last_time=run.last_time)
        )


class RepetitionGaps:
    """Gaps in the repetitions of a requester whose order of sending is not known; what is in them may come late.

    Attributes:
        open: these, the latest last.
    """

    def __init__(self) -> None:
        self.open: list[RepetitionGap] = []

    def __len__(self) -> int:
        return len(self.open)

    def add(self, recovery: Recovery, first: int, end: int, run: Run) -> None:
        """A run goes on behind PSNs of a repetition."""
        self.open.append(RepetitionGap(first, end, run.frame, run.time, recovery))
        del self.open[:-MAX_GAPS]

    def around(self, run: Run, limit: float = math.inf) -> RepetitionGap | None:
        """The latest gap that a run fits into, and that was left less than so many nanoseconds before it."""
        found = (gap for gap in self._left_before(run, limit) if gap.first <= run.first and run.end <= gap.end)
        return next(found, None)

    def beginning_at(self, run: Run, limit: int) -> RepetitionGap | None:
        """The latest gap that begins where a run does, and that was left less than so many nanoseconds before it."""
        return next((gap for gap in self._left_before(run, limit) if gap.first == run.first), None)

    def _left_before(self, run: Run, limit: float) -> Iterator[RepetitionGap]:
        return (gap for gap in reversed(self.open) if 0 <= run.time - gap.time < limit)

    def remove(self, first: int, end: int) -> None:
        """PSNs have come, or come again."""
        self.open = [
            gap._replace(first=low, end=high)
            for gap in self.open
            for low, high in ((gap.first, min(gap.end, first)), (max(gap.first, end), gap.end))
            if low < high
        ]

    def rows(self) -> list[tuple[int, ...]]:
        """All of them as numbers."""
        return [(*gap[:4], *recovery_to_ints(gap.recovery)) for gap in self.open]

    def fill(self, rows: list[tuple[int, ...]], under_way: Recovery | None) -> None:
        """Take over those of a state; gaps of one recovery, and the repetition under way, have it in common."""
        recoveries = {} if under_way is None else {under_way.number: under_way}
        self.open = []
        for first, end, frame, time, *values in rows:
            recovery = recovery_from_ints(tuple(values))
            assert recovery is not None
            recovery = recoveries.setdefault(recovery.number, recovery)
            self.open.append(RepetitionGap(first, end, frame, time, recovery))
