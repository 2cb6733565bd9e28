"""When the requester last sent a PSN, and when it last made progress."""

from __future__ import annotations

import dataclasses

from ibpkt.analysis.recovery.run import MOST_PAUSE, Run

#: runs and steps of progress that are kept
MAX_SENDINGS, MAX_STEPS = 64, 16


@dataclasses.dataclass(slots=True)
class Sending:
    """A run of requests: its PSNs, its packets, and when and where the first and the last of them were."""

    first: int
    end: int
    packets: int
    time: int
    last_time: int
    frame: int

    def time_of(self, psn: int) -> int:
        """When a PSN was sent, as if the packets of the run were evenly spaced."""
        if self.packets < 2:
            return self.time
        return self.time + (self.last_time - self.time) * (psn - self.first) // (self.end - self.first - 1)


class Sendings:
    """The latest runs of requests, and the latest steps of progress."""

    def __init__(self) -> None:
        self._sendings: list[Sending] = []
        self._steps: list[tuple[int, int]] = []  # the PSN up to which requests are acknowledged, and when

    def add(self, run: Run) -> None:
        """Requests were sent; a run that was cut is one sending, unless the requester paused there."""
        last = self._sendings[-1] if self._sendings else None
        if (
            last is not None
            and run.continues
            and last.end == run.first
            and last.packets == last.end - last.first
            and run.time - last.last_time <= MOST_PAUSE
        ):
            last.end, last.last_time = run.end, run.last_time
            last.packets += run.packets
            return
        self._sendings.append(Sending(run.first, run.end, run.packets, run.time, run.last_time, run.frame))
        if len(self._sendings) > MAX_SENDINGS:
            del self._sendings[0]

    def progress(self, acked: int, time: int) -> None:
        """The requests below a PSN were acknowledged."""
        if not self._steps or self._steps[-1][0] < acked:
            self._steps.append((acked, time))
            del self._steps[:-MAX_STEPS]

    def first(self, psn: int) -> int | None:
        """When a PSN was first sent, as far as that is kept; None if it was not."""
        return next((each.time_of(psn) for each in self._sendings if each.first <= psn < each.end), None)

    def last(self, psn: int) -> tuple[int, int] | None:
        """When a PSN was last sent, and the first frame of the run that it was in; None if that is not known."""
        for sending in reversed(self._sendings):
            if sending.first <= psn < sending.end:
                return sending.time_of(psn), sending.frame
        return None

    def progress_before(self, psn: int) -> int:
        """When the requester last made progress up to a PSN; 0 for never.

        An ACK beyond the PSN does not count: a requester that repeats the PSN had not seen it when it decided.
        """
        return next((time for acked, time in reversed(self._steps) if acked <= psn), 0)

    def tables(self) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Both as tables of numbers."""
        return [dataclasses.astuple(sending) for sending in self._sendings], list(self._steps)

    def fill(self, sendings: list[tuple[int, ...]], steps: list[tuple[int, ...]]) -> None:
        """Take over the tables."""
        self._sendings = [Sending(*row) for row in sendings]
        self._steps = [(row[0], row[1]) for row in steps]
