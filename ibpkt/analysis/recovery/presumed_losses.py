"""Packets that are missing before the tap, and were sent again: lost, unless they come late after all.

Identifications show which packets these are, where there are any; else one that comes once more than it was asked for
may be.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import NamedTuple

from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints

MAX_PRESUMED = 256


class PresumedLoss(NamedTuple):
    """Packets that did not come when they should have.

    Attributes:
        first, end: their PSNs.
        packets: how many they are; not all PSNs need be missing.
        above, below: their places in the order of sending lie between these; -1 where no order is known.
        original: they were sent for the first time.
        frame: a packet that proves it, besides the run.
        time: when they were missed, in nanoseconds since the epoch.
        run: the run that shows it.
    """

    first: int
    end: int
    packets: int
    above: int
    below: int
    original: bool
    frame: int
    time: int
    run: Run

    @classmethod
    def before(
        cls, behind: Run, first: int, end: int, packets: int, run: Run, frame: int, *, original: bool
    ) -> PresumedLoss:
        """Packets that were sent before those of another run, as Identifications show.

        Args:
            behind: that run.
            first, end, packets, run, frame, original: see above.
        """
        if behind.number < 0:
            return cls(first, end, packets, -1, -1, original, frame, run.time, run)
        # those skipped before the other run and come late in the meantime were sent between it and these
        above = behind.number - 1 - max(behind.skipped, packets, behind.first - first)
        return cls(first, end, packets, above, behind.number, original, frame, run.time, run)

    def without(self, run: Run) -> PresumedLoss:
        """What is left when a run of them has come: no more packets than PSNs, since a READ takes several."""
        first, end = self.first, self.end
        came = min(run.packets, self.packets, min(end, run.end) - max(first, run.first))
        if run.first <= first:
            first = min(max(first, run.end), end)
        elif end <= run.end:
            end = run.first
        packets = min(self.packets - came, end - first)
        return self._replace(packets=packets, first=first, end=end)


_time = operator.attrgetter("time")


class PresumedLosses:
    """Losses that are not told yet: the packets may have been overtaken only."""

    def __init__(self) -> None:
        self.open: list[PresumedLoss] = []
        self._oldest = 0  # none of them is older

    def has_older(self, time: int, limit: int) -> bool:
        """Whether `take_older` may have any."""
        losses = self.open
        return bool(losses) and (time - self._oldest >= limit or len(losses) > MAX_PRESUMED)

    def add(self, loss: PresumedLoss) -> None:
        """Packets are missing."""
        self._oldest = min(self._oldest, loss.time) if self.open else loss.time
        self.open.append(loss)

    def came(self, run: Run) -> int:
        """Packets come that others have overtaken; returns how many originals that were presumed to be lost."""
        for at, loss in enumerate(self.open):
            first, end = max(loss.first, run.first), min(loss.end, run.end)
            if run.packets == run.end - run.first:  # each packet has the place behind that of the one before
                first = max(first, run.first + loss.above + 1 - run.number)
                end = min(end, run.first + loss.below - run.number)
            elif not loss.above < run.number < loss.below:
                continue
            if first < end:
                left = loss.without(run.replace(first=first, end=end, packets=min(run.packets, end - first)))
                self.open[at : at + 1] = [left] if left.packets else []
                return loss.packets - left.packets if loss.original else 0
        return 0

    def take_doubted(self, run: Run) -> list[PresumedLoss]:
        """Packets come once more, for no known reason: those of unknown order that may be among them."""
        doubted: list[PresumedLoss] = []
        left: list[PresumedLoss] = []
        for loss in self.open:
            first, end = max(loss.first, run.first), min(loss.end, run.end)
            if loss.below >= 0 or first >= end:
                left.append(loss)
                continue
            packets = min(loss.packets, end - first)
            doubted.append(loss._replace(first=first, end=end, packets=packets))
            if packets < loss.packets:
                left.append(loss.without(run))
        self.open = left
        return doubted

    def take_older(self, time: int, limit: int) -> list[PresumedLoss]:
        """Those that do not come any more: they were missed so long ago, or there are too many."""
        excess = len(self.open) - MAX_PRESUMED
        if excess <= 0 and (time - self._oldest < limit or not self.open):
            return []
        taken: list[PresumedLoss] = []
        left: list[PresumedLoss] = []
        for at, loss in enumerate(self.open):
            (taken if at < excess or time - loss.time >= limit else left).append(loss)
        self.open = left
        self._oldest = min(map(_time, self.open), default=0)
        return taken

    def rows(self) -> list[tuple[int, ...]]:
        """All of them as numbers."""
        return [(*map(int, loss[:-1]), *run_to_ints(loss.run)) for loss in self.open]

    def fill(self, rows: Iterable[tuple[int, ...]]) -> None:
        """Take over those of a state."""
        self.open = []
        for row in rows:
            first, end, packets, above, below, original, frame, time, *values = row
            run = run_from_ints(values)
            assert run is not None
            self.add(PresumedLoss(first, end, packets, above, below, bool(original), frame, time, run))
