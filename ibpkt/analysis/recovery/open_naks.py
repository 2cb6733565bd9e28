"""NAKs that the requester has not answered yet."""

from __future__ import annotations

from ibpkt.analysis.recovery.flow_end import rnr_wait
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.run_state import State, run_from_ints, run_to_ints, table

MAX_NAKS = 64


class OpenNaks:
    """NAKs of a sequence error and RNR NAKs without an answer, in the order in which they came.

    Attributes:
        open: these.
        given_up: NAKs that were dropped, since there were too many.
        answered: the PSN of the last NAK of a sequence error that was answered; -1 for none.
        asked, asked_time: the PSN that the last one asks for, answered or not, and its time; -1 for none.
        unread, unread_time: the PSN of the last answer of which the capture has cut off whether it is a NAK, and its
            time; -1 for none.
        busy: until when the requester was seen to send.
        pause: the longest pause that it made while a NAK was open, before it went on with what it was at.
    """

    def __init__(self) -> None:
        self.answered, self.busy, self.pause, self.asked, self.asked_time = -1, 0, 0, -1, 0
        self.unread, self.unread_time = -1, 0
        self.open: list[Run] = []
        self._followed: set[int] = set()  # PSNs of RNR NAKs behind which a NAK asked for the same PSN
        self.given_up = 0

    def __len__(self) -> int:
        return len(self.open)

    def add(self, nak: Run) -> None:
        """A NAK came.

        Behind an RNR NAK comes one of a sequence error for the same PSN, for the requests under way behind it: the RNR
        NAK stays the cause.
        """
        if nak.kind is RunKind.NAK_SEQUENCE:
            self.asked, self.asked_time = nak.first, nak.time
        at = next((at for at, other in enumerate(self.open) if other.first == nak.first), None)
        if at is not None:
            if self.open[at].kind is RunKind.NAK_RNR and nak.kind is RunKind.NAK_SEQUENCE:
                self._followed.add(nak.first)
                return
            del self.open[at]
        self._followed.discard(nak.first)
        self.open.append(nak)
        if len(self.open) > MAX_NAKS:
            self._followed.discard(self.open.pop(0).first)
            self.given_up += 1

    def at(self, psn: int, missing: int = 0) -> Run | None:
        """The latest NAK that a repetition from a PSN on may answer.

        Args:
            psn: the first PSN of the repetition.
            missing: how many packets of the repetition may be missing before that PSN.
        """
        for nak in reversed(self.open):
            if nak.first <= psn <= nak.first + missing:
                return nak
        return None

    def within(self, first: int, end: int) -> Run | None:
        """The latest NAK of a sequence error that asks for one of these PSNs."""
        for nak in reversed(self.open):
            if nak.kind is RunKind.NAK_SEQUENCE and first <= nak.first < end:
                return nak
        return None

    def has_asked_since(self, time: int, psn: int) -> bool:
        """Whether the last NAK of a sequence error came since then, and asked for a PSN or one before."""
        return self.asked_time >= time and self.asked <= psn

    def passes(self, psn: int) -> bool:
        """Whether one of them came behind a PSN that no answer before it had acknowledged."""
        return any(nak.acked <= psn < nak.first for nak in self.open)

    def rnr_behind(self, psn: int) -> Run | None:
        """An RNR NAK for a request behind a PSN."""
        return next((nak for nak in reversed(self.open) if nak.kind is RunKind.NAK_RNR and nak.first > psn), None)

    def was_followed(self, nak: Run) -> bool:
        """Whether a NAK of a sequence error came behind an RNR NAK, for the same PSN."""
        return nak.first in self._followed

    def close(self, nak: Run) -> None:
        """A NAK is answered, and with it all that came before it."""
        if nak.kind is RunKind.NAK_SEQUENCE:
            self.answered = nak.first
        at = next((at for at, other in enumerate(self.open) if other.frame == nak.frame), -1)
        for other in self.open[: at + 1]:
            self._followed.discard(other.first)
        del self.open[: at + 1]

    def close_repeated(self, run: Run) -> None:
        """A repetition goes over the PSNs of RNR NAKs whose delay is over: they are answered."""
        done = [
            nak
            for nak in self.open
            if nak.kind is RunKind.NAK_RNR
            and run.first <= nak.first < run.end
            and run.last_time - nak.time >= rnr_wait(nak)
        ]
        for nak in done:
            self.open.remove(nak)
            self._followed.discard(nak.first)

    def sent(self, run: Run, *, goes_on: bool) -> None:
        """The requester sends; ``goes_on``: what it was at, whatever the NAKs ask for."""
        if self.open and goes_on and self.busy:
            self.pause = max(self.pause, run.time - max(self.busy, self.open[0].time))
        if run.last_time > self.busy:
            self.busy = run.last_time

    def forget(self, time: int, limit: int) -> None:
        """Drop the NAKs of sequence errors to which no answer comes any more.

        A requester that is busy gets to a NAK when it is done with what it is at; one that has made a pause in the
        middle of that may make another one.

        Args:
            time: now.
            limit: nanoseconds that an idle requester takes to answer.
        """
        limit = max(limit, self.pause)
        self.open = [nak for nak in self.open if nak.kind is RunKind.NAK_RNR or time - max(nak.time, self.busy) < limit]
        if not self.open:
            self.pause = 0

    def state(self) -> State:
        """All that is kept, but how many were given up."""
        numbers = self.answered, self.busy, self.pause, self.asked, self.asked_time, self.unread, self.unread_time
        return {
            "naks": [run_to_ints(nak) for nak in self.open],
            "followed": [tuple(sorted(self._followed))],
            "nak_numbers": [numbers],
        }

    def restore(self, state: State) -> None:
        """Go on from a state."""
        self.open = [nak for row in table(state, "naks") if (nak := run_from_ints(row)) is not None]
        self._followed = set(table(state, "followed")[0])
        numbers = table(state, "nak_numbers")[0]
        self.answered, self.busy, self.pause, self.asked, self.asked_time, self.unread, self.unread_time = numbers
