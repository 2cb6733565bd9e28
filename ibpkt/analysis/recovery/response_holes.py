"""Responses to READs and atomics that are missing, until they come late or are asked for again."""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints

MAX_READS, MAX_RESPONSE_HOLES = 128, 64
#: READs that are asked again at once
MAX_REPETITIONS = 128


class ResponseHole(NamedTuple):
    """Responses that are missing.

    Attributes:
        first, end: their PSNs.
        behind: the answers that came without them.
        asked: they had been asked for again before.
        again: they had come before, and are missing among others that come again.
    """

    first: int
    end: int
    behind: Run
    asked: bool = False
    again: bool = False

    def is_filled_late(self, run: Run) -> bool:
        """Whether responses are those that were missing, overtaken, and not the answer to another request.

        The order of sending tells; else what goes on with responses that came again came again, too.
        """
        if self.again:
            return False  # whichever of them it is, it comes again
        if run.number >= 0 and self.behind.number >= 0:
            return run.number + self.first - run.first < self.behind.number
        return not self.asked and self.first == run.first


class ResponseHoles:
    """What READs and atomics were asked, and which of their responses others have passed.

    Attributes:
        asked_again: the PSN behind the last READ or atomic that was sent again; -1 for none.
        given_up: READs and holes that were dropped, since there were too many.
    """

    def __init__(self) -> None:
        self._reads: list[tuple[int, int]] = []
        self._long: list[tuple[int, int]] = []  # those of them that take several PSNs
        self._holes: list[ResponseHole] = []
        self.asked_again = -1
        self._next_again = -1  # the PSN behind the last response that came again; -1 for none
        self._begins: list[int] = []  # from where responses were asked for again that have not come yet
        self.given_up = 0

    def requested(self, run: Run) -> None:
        """READs or atomics were sent for the first time."""
        self._reads.append((run.first, run.end))
        if run.end - run.first > 1:
            self._long.append((run.first, run.end))
        if len(self._reads) > MAX_READS:
            self._forget_first()
            self.given_up += 1

    def requested_late(self, run: Run) -> None:
        """READs or atomics of which some are seen for the first time, behind later requests; others were known."""
        self._reads = [read for read in self._reads if not run.first <= read[0] < read[1] <= run.end]
        self._long = [read for read in self._reads if read[1] - read[0] > 1]
        self.requested(run)

    @property
    def is_full(self) -> bool:
        """Whether there are so many READs that `forget` drops some."""
        return len(self._reads) > MAX_READS // 2

    def forget(self, acked: int) -> None:
        """Drop what is so far below the PSN up to which requests are received that nobody asks for it again."""
        while len(self._reads) > MAX_READS // 2 and self._reads[0][1] < acked:
            self._forget_first()

    def _forget_first(self) -> None:
        first, end = self._reads.pop(0)
        if end - first > 1:
            del self._long[0]

    def read_at(self, psn: int) -> int:
        """The first PSN of the READ inside which a PSN lies; -1 if it is none, or the PSN is its first."""
        for first, end in reversed(self._long):
            if first < psn < end:
                return first
        return -1

    def pass_over(self, run: Run) -> None:
        """Answers come; responses between what was answered before and the first of them are missing."""
        self._next_again = -1
        if run.acked < run.first:  # else nothing lies between
            self._miss(run.acked, run.first, run, again=False)

    def come_again(self, run: Run) -> None:
        """Responses come that had come before: what is missing between them and the last of their READ is lost again.

        Of a READ from which none has come, the request may have been lost behind the tap.
        """
        low = self._next_again
        if run.first in self._begins:
            del self._begins[: self._begins.index(run.first) + 1]
        elif low >= run.end:
            return  # late, or copies
        elif 0 <= low < run.first and not any(low <= begin < run.first for begin in self._begins):
            end = next((end for first, end in self._long if first < low < end), low)
            self._miss(low, min(end, run.first), run, again=True)
        self._next_again = run.end

    def _miss(self, low: int, high: int, run: Run, *, again: bool) -> None:
        """Responses in a range of PSNs are missing before others that come."""
        for first, end in self._reads:
            if first < high and low < end:
                first = max(first, low)
                self._holes.append(ResponseHole(first, min(end, high), run, first < self.asked_again, again))
        if len(self._holes) > MAX_RESPONSE_HOLES:
            self.given_up += len(self._holes) - MAX_RESPONSE_HOLES
            del self._holes[:-MAX_RESPONSE_HOLES]

    def is_missing(self, first: int, end: int) -> bool:
        """Whether the capture lacks responses to these PSNs that others have passed."""
        return any(hole.first < end and first < hole.end for hole in self._holes)

    def ask_again(self, first: int, end: int) -> list[ResponseHole]:
        """READs or atomics are sent again; returns what was missing of their responses.

        What was missing among those that came again may have been overtaken: nothing is said of it.
        """
        self._begins.append(first)
        if len(self._begins) > MAX_REPETITIONS:
            del self._begins[0]
        self.asked_again = max(self.asked_again, end)
        return [hole for hole in self.take(first, end) if not hole.again]

    def take(self, first: int, end: int) -> list[ResponseHole]:
        """The parts of holes in a range of PSNs: they have come, or are asked for again."""
        if not self._holes:
            return []
        taken: list[ResponseHole] = []
        left: list[ResponseHole] = []
        for hole in self._holes:
            low, high = max(hole.first, first), min(hole.end, end)
            if low >= high:
                left.append(hole)
                continue
            taken.append(hole._replace(first=low, end=high))
            if hole.first < low:
                left.append(hole._replace(end=low))
            if high < hole.end:
                left.append(hole._replace(first=high))
        self._holes = left
        return taken

    def reads(self) -> list[tuple[int, ...]]:
        """The READs as numbers."""
        return list(self._reads)

    def rows(self) -> list[tuple[int, ...]]:
        """The holes as numbers."""
        return [
            (hole.first, hole.end, int(hole.asked), int(hole.again), *run_to_ints(hole.behind)) for hole in self._holes
        ]

    def numbers(self) -> tuple[int, ...]:
        """What is kept beside them."""
        return self.asked_again, self._next_again, *self._begins

    def fill(self, reads: list[tuple[int, ...]], rows: list[tuple[int, ...]], numbers: tuple[int, ...]) -> None:
        """Take over what a state has."""
        self.asked_again, self._next_again, *self._begins = numbers
        self._reads = [(row[0], row[1]) for row in reads]
        self._long = [(first, end) for first, end in self._reads if end - first > 1]
        self._holes = []
        for first, end, asked, again, *behind in rows:
            run = run_from_ints(behind)
            assert run is not None
            self._holes.append(ResponseHole(first, end, run, bool(asked), bool(again)))
