"""Holes: PSNs that the requester has gone past and that the tap has not seen."""

from __future__ import annotations

import bisect
import dataclasses
import operator
from collections.abc import Iterator

from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints

MAX_HOLES = 64
_first, _end = operator.attrgetter("first"), operator.attrgetter("end")


@dataclasses.dataclass(slots=True)
class MissingPackets:
    """What is known of the packets of one hole, which may be filled in parts.

    Attributes:
        open: its PSNs that have not come.
        skipped: its packets that are not in the capture, as IPv4 Identifications show, so the others come late; -1 if
            that is not known.
    """

    open: int
    skipped: int = -1

    def fill(self) -> None:
        """Originals have come: no more than the rest are not in the capture."""
        self.skipped = min(self.skipped, max(0, self.open))

    def take_lost(self, count: int) -> int:
        """Some packets turn out to be lost, or missed by the tap: as many as Identifications allow."""
        if self.skipped < 0:
            return count
        lost = min(count, self.skipped)
        self.skipped -= lost
        return lost


@dataclasses.dataclass(slots=True)
class Hole:
    """A hole, or a part of it that is left.

    Attributes:
        first, end: its PSNs.
        behind: the run behind it.
        missing: of all parts of this hole together.
        acked_time: when an answer proved that its packets arrived, in nanoseconds since the epoch; 0 for not yet.
    """

    first: int
    end: int
    behind: Run
    missing: MissingPackets
    acked_time: int = 0

    def part(self, first: int, end: int) -> Hole:
        """A part of it that is left."""
        return Hole(first, end, self.behind, self.missing, self.acked_time)

    @classmethod
    def before(cls, run: Run, first: int) -> Hole:
        """The hole from a PSN on that a run of new requests leaves before it."""
        count = run.first - first
        return cls(first, run.first, run, MissingPackets(count, min(run.skipped, count)))


class ContinuedResponses:
    """PSNs of responses that go on with others, to READs that the tap has not seen: one request has all of them.

    Attributes:
        ranges: PSNs, and those behind.
    """

    def __init__(self) -> None:
        self.ranges: list[tuple[int, int]] = []

    def add(self, first: int, end: int) -> None:
        """Such responses come."""
        if self.ranges and self.ranges[-1][1] == first:
            first = self.ranges.pop()[0]
        self.ranges.append((first, end))
        del self.ranges[:-MAX_HOLES]

    def requests(self, first: int, end: int) -> int:
        """The requests that some PSNs are of."""
        return end - first - sum(max(0, min(end, behind) - max(first, begin)) for begin, behind in self.ranges)


class Filling:
    """What a run of requests puts into one hole.

    Attributes:
        hole, run: these.
        first, end: the PSNs of the hole that come.
        packets: how many packets that are; a READ is one, whatever PSNs it takes.
    """

    def __init__(self, hole: Hole, run: Run) -> None:
        self.hole, self.run = hole, run
        self.first, self.end = max(hole.first, run.first), min(hole.end, run.end)
        self.packets = 1 if run.is_one_read else self.end - self.first

    def originals(self) -> int:
        """Of a run that something overtook: how many are originals; the rest are repetitions.

        Originals were sent before what is behind the hole.  That shows also where they come in a later batch, when the
        packet behind the hole seems to be one before which others were skipped.
        """
        missing, behind = self.hole.missing, self.hole.behind
        if behind.number >= 0 and self.run.number >= 0:
            number = self.run.number + (0 if self.run.is_one_read else self.first - self.run.first)
            return max(0, min(self.packets, behind.number - number))
        if missing.skipped < 0:
            return self.packets
        if self.run.is_one_read:
            return int(missing.skipped == 0)
        return max(0, min(self.packets, missing.open - missing.skipped))


class Holes:
    """The holes of a half, in the order of their PSNs; those that were acknowledged come first.

    Attributes:
        open: these.
        given_up: holes that were dropped, since there were too many.
    """

    def __init__(self) -> None:
        self.open: list[Hole] = []
        self.given_up = 0

    def __iter__(self) -> Iterator[Hole]:
        return iter(list(self.open))

    def __len__(self) -> int:
        return len(self.open)

    def add(self, hole: Hole) -> None:
        """New PSNs begin behind a hole."""
        self.open.append(hole)
        self._forget()

    def fillings(self, run: Run) -> list[Filling]:
        """What a run puts into the holes; it stays out of them until `remove`."""
        holes = self.open
        if not holes or run.first >= holes[-1].end or run.end <= holes[0].first:
            return []
        return [Filling(hole, run) for hole in holes[self._within(run.first, run.end)]]

    def are_filled_by(self, run: Run, start: int) -> bool:
        """Whether a run has nothing but PSNs of holes, and from before the first one that the tap has seen."""
        before = min(run.end, start) - min(run.first, start)
        return before + sum(part.end - part.first for part in self.fillings(run)) == run.end - run.first

    def at(self, psn: int) -> Hole | None:
        """The hole that a PSN is in."""
        holes = self.open[self._within(psn, psn + 1)]
        return holes[0] if holes else None

    def open_around(self, run: Run) -> tuple[int, int]:
        """The PSNs around a run that have not come; answers may have divided their hole."""
        low, high = run.first, run.end
        at = bisect.bisect_left(self.open, low, key=_end)
        for hole in self.open[at:]:
            if hole.first > high:
                break
            low, high = min(low, hole.first), max(high, hole.end)
        while at and self.open[at - 1].end == low:
            at -= 1
            low = self.open[at].first
        return low, high

    def remove(self, first: int, end: int) -> None:
        """A range of PSNs has come."""
        within = self._within(first, end)
        left: list[Hole] = []
        for hole in self.open[within]:
            hole.missing.open -= min(hole.end, end) - max(hole.first, first)
            if hole.first < first:
                left.append(hole.part(hole.first, first))
            if end < hole.end:
                left.append(hole.part(end, hole.end))
        self.open[within] = left
        self._forget()

    def _within(self, first: int, end: int) -> slice:
        """The holes that have some of these PSNs."""
        start = bisect.bisect_right(self.open, first, key=_end)
        return slice(start, max(start, bisect.bisect_left(self.open, end, start, key=_first)))

    def _forget(self) -> None:
        """The oldest of too many."""
        excess = len(self.open) - MAX_HOLES
        if excess > 0:
            del self.open[:excess]
            self.given_up += excess

    def acknowledge(self, acked: int, time: int) -> None:
        """The requests below a PSN have arrived."""
        at = bisect.bisect_left(self.open, acked, key=_first)
        if not at:
            return
        last = self.open[at - 1]
        if last.end > acked and not last.acked_time:
            self.open[at - 1 : at] = [last.part(last.first, acked), last.part(acked, last.end)]
        for hole in reversed(self.open[:at]):
            if hole.acked_time:
                break  # and so have those before it
            hole.acked_time = time
        self._forget()

    @property
    def are_many(self) -> bool:
        """Whether there is little room left for more."""
        return 2 * len(self.open) > MAX_HOLES

    @property
    def has_arrived(self) -> bool:
        """Whether one was acknowledged: the first is, if any."""
        return bool(self.open) and self.open[0].acked_time > 0

    def take_arrived(self, time: int, limit: int) -> list[Hole]:
        """The holes that were acknowledged so long ago that nothing fills them any more; they are closed."""
        if not self.has_arrived:
            return []
        return self._take([hole for hole in self.open if hole.acked_time and time - hole.acked_time >= limit])

    def take_older(self, time: int, limit: int) -> list[Hole]:
        """The holes that are so old; they are closed."""
        return self._take([hole for hole in self.open if time - hole.behind.time >= limit])

    def _take(self, holes: list[Hole]) -> list[Hole]:
        for hole in holes:
            self.remove(hole.first, hole.end)
        return holes

    def rows(self) -> list[tuple[int, ...]]:
        """All holes as numbers."""
        return [
            (hole.first, hole.end, hole.missing.open, hole.missing.skipped, hole.acked_time, *run_to_ints(hole.behind))
            for hole in self.open
        ]

    def fill(self, rows: list[tuple[int, ...]]) -> None:
        """Take over the holes of a state; parts of one hole have the same run behind them."""
        self.open = []
        for first, end, count, skipped, acked_time, *behind in rows:
            run = run_from_ints(behind)
            assert run is not None
            before = self.open[-1] if self.open else None
            missing = MissingPackets(count, skipped)
            if before is not None and before.behind.frame == run.frame:
                missing = before.missing
            self.open.append(Hole(first, end, run, missing, acked_time))
