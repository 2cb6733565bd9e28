"""Originals that their own repetition has overtaken: Identifications show that they are still to come."""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.analysis.recovery.holes import Filling
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints

#: nanoseconds after which an original does not come any more, and how many are kept
MAX_DELAY, MAX_AWAITED = 1_000_000_000, 64


class AwaitedOriginal(NamedTuple):
    """PSNs whose repetition came first, how many packets that are, the frame behind their hole, and the repetition."""

    first: int
    end: int
    packets: int
    hole_frame: int
    run: Run


class AwaitedOriginals:
    """Originals that are still to come; those that do not were lost.

    Attributes:
        open: these.
    """

    def __init__(self) -> None:
        self.open: list[AwaitedOriginal] = []

    def __len__(self) -> int:
        return len(self.open)

    def add(self, part: Filling, packets: int) -> None:
        """A repetition fills a part of a hole before some originals of it come: the last of them."""
        first = part.first if part.run.is_one_read else part.end - packets
        self.open.append(AwaitedOriginal(first, part.end, packets, part.hole.behind.frame, part.run))

    def take(self, first: int, end: int) -> int:
        """What was overtaken comes; returns how many packets of it were awaited."""
        came = 0
        left: list[AwaitedOriginal] = []
        for original in self.open:
            low, high = max(original.first, first), min(original.end, end)
            if low >= high:
                left.append(original)
            elif original.run.is_one_read:
                came += original.packets
            else:
                came += high - low
                left += [
                    original._replace(first=start, end=stop, packets=stop - start)
                    for start, stop in ((original.first, low), (high, original.end))
                    if start < stop
                ]
        self.open = left
        return came

    def expire(self, time: int, *, final: bool) -> list[AwaitedOriginal]:
        """Those that do not come any more."""
        is_due = self.open and time - self.open[0].run.time >= MAX_DELAY
        if not (final or is_due or len(self.open) > MAX_AWAITED):
            return []
        late = [
            original
            for at, original in enumerate(self.open)
            if final or time - original.run.time >= MAX_DELAY or at < len(self.open) - MAX_AWAITED
        ]
        if late:
            self.open = [original for original in self.open if original not in late]
        return late

    def rows(self) -> list[tuple[int, ...]]:
        """All of them as numbers."""
        return [(*original[:4], *run_to_ints(original.run)) for original in self.open]

    def fill(self, rows: list[tuple[int, ...]]) -> None:
        """Take over those of a state."""
        self.open = []
        for first, end, packets, frame, *behind in rows:
            run = run_from_ints(behind)
            assert run is not None
            self.open.append(AwaitedOriginal(first, end, packets, frame, run))
