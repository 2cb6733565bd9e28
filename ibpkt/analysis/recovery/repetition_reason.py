"""Why a repetition begins."""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.analysis.recovery.flow_end import rnr_wait
from ibpkt.analysis.recovery.flow_timers import MIN_LATE, MIN_TIMEOUT, SHORTEST_USUAL_TIMEOUT, FlowTimers
from ibpkt.analysis.recovery.holes import Holes
from ibpkt.analysis.recovery.open_naks import OpenNaks
from ibpkt.analysis.recovery.recovery_run import Cause, Recovery
from ibpkt.analysis.recovery.response_holes import ResponseHoles
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints
from ibpkt.analysis.recovery.sendings import Sendings


class Reason(NamedTuple):
    """Why a repetition begins.

    Attributes:
        cause: the cause; None if it goes on with the recovery under way.
        psn: the PSN that was asked for, or waited for.
        waited: nanoseconds since the PSN was sent, or progress was made up to it; since the NAK, if there is one; -1 if
            that is not known.
        frame: of the packet from which that time counts; 0 for none.
        nak: the NAK that it answers.
        or_timeout: it comes so late behind the NAK that the timer may be the reason instead.
    """

    cause: Cause | None
    psn: int
    waited: int = -1
    frame: int = 0
    nak: Run | None = None
    or_timeout: bool = False

    def to_ints(self) -> tuple[int, ...]:
        """It as integers."""
        return (int(self.cause or 0), self.psn, self.waited, self.frame, int(self.or_timeout), *run_to_ints(self.nak))

    @classmethod
    def from_ints(cls, values: tuple[int, ...]) -> Reason:
        """The reason of these integers."""
        cause, psn, waited, frame, or_timeout, *nak = values
        return cls(Cause(cause) if cause else None, psn, waited, frame, run_from_ints(nak), bool(or_timeout))


class Reasons:
    """Finds the reason of a repetition in what is known of a half."""

    def __init__(
        self, timers: FlowTimers, naks: OpenNaks, sendings: Sendings, holes: Holes, responses: ResponseHoles
    ) -> None:
        self._timers, self._naks, self._sendings = timers, naks, sendings
        self._holes, self._responses = holes, responses

    def find(self, run: Run, recovery: Recovery | None, sees_timers: bool) -> Reason:
        """The first reason that holds.

        Args:
            run: the beginning of the repetition.
            recovery: the recovery under way.
            sees_timers: an answer has shown where the responder is, so a wait may be due to the timer.
        """
        nak = self._naks.at(run.first, max(run.skipped, 0))
        if nak is not None and run.reads and nak.first < run.first < run.acked and nak.time < run.acked_time:
            nak = None  # what it asked for came late; the requester asks for the responses
        if recovery is not None and recovery.is_continued_by(run, self._timers):
            answers_nak = nak is not None and (not recovery.is_next(run) or self._may_answer(nak, run, recovery))
            if not answers_nak:
                return Reason(None, recovery.psn)
        if nak is not None:
            return self._answer_to(nak, run)
        waited, frame = self._waited(run.first, run.time)
        least = self._timers.least_timeout()
        behind = self._naks.rnr_behind(run.first)
        if behind is not None and behind.first <= run.acked and (run.reads or self._is_due(behind, run)):
            # a response is missing, or the requester begins with the message, not the packet that was not taken
            return self._answer_to(behind, run)
        soon = 0 <= run.time - run.acked_time < max(least, self._timers.shortest_usual())
        if soon and run.reads and run.acked > run.first and (run.acked > run.end or self._is_missing(run)):
            # its own response may have been lost behind the tap if others have come; else the timer has expired
            return Reason(Cause.RESPONSE, run.first, waited)
        if self._may_be_refused(run):
            return Reason(Cause.UNKNOWN, run.first, waited, frame)
        if self._timers.declared <= 0 and self._is_asked_in_vain(run):
            least = MIN_TIMEOUT
        nak = self._naks.at(run.first, run.first)  # its first packets may have been overtaken, or lost without a trace
        asked = nak is not None and nak.kind is RunKind.NAK_SEQUENCE
        is_due = waited >= least and not (nak is not None and asked and not self._may_have_expired_at(nak.first, run))
        if sees_timers and (is_due or self._is_silent(run, waited)):
            return Reason(Cause.TIMEOUT, run.first, waited, frame)
        if nak is not None and asked:
            return self._answer_to(nak, run)
        return Reason(Cause.UNKNOWN, run.first, waited, frame)

    def _may_answer(self, nak: Run, run: Run, recovery: Recovery) -> bool:
        """Whether a NAK makes a requester begin where it would go on anyway: not if it comes sooner than any answer."""
        return nak.frame > recovery.last_frame and run.time - nak.time >= self._timers.fastest_reaction

    def _answer_to(self, nak: Run, run: Run) -> Reason:
        waited = run.time - nak.time
        is_rnr = nak.kind is RunKind.NAK_RNR
        if is_rnr and waited < rnr_wait(nak) and self._naks.was_followed(nak):
            is_rnr = False  # the NAK behind the RNR NAK made it go back at once
        is_late = not is_rnr or waited - rnr_wait(nak) >= self._timers.rnr_limit()
        or_timeout = is_late and (self._timers.may_have_expired(waited) or self._may_be_due(run, waited))
        return Reason(Cause.RNR_NAK if is_rnr else Cause.NAK, nak.first, waited, nak.frame, nak, or_timeout)

    def _may_be_due(self, run: Run, waited: int) -> bool:
        """Whether the timer may have expired soon behind a NAK: it runs since the oldest request was sent.

        A requester that gets the NAK sends again at once, if it is not busy; so both may be.
        """
        since, _ = self._waited(run.first, run.time)
        return waited >= MIN_LATE and (since < 0 or self._timers.may_have_expired(since))

    def _may_have_expired_at(self, psn: int, run: Run) -> bool:
        """Whether the timer may have expired for a PSN when a run came."""
        return self._timers.may_have_expired(self._waited(psn, run.time)[0])

    def _is_due(self, nak: Run, run: Run) -> bool:
        """Whether the delay of an RNR NAK has just ended: a timer that has expired as well would be a chance."""
        late = run.time - nak.time - rnr_wait(nak)
        return 0 <= late < max(self._timers.reaction_limit(), self._timers.shortest_usual())

    def _is_missing(self, run: Run) -> bool:
        """Whether the capture lacks responses to a READ or an atomic, as answers behind them show."""
        return self._responses.is_missing(run.first, run.end) or self._naks.passes(run.first)

    def _is_asked_in_vain(self, run: Run) -> bool:
        """Whether a NAK for the PSN at which the responder still stands was answered before.

        A responder asks only once (IBA 1, 9.7.5.2.8), so nothing but the timer is left to make the requester go back.
        """
        return run.first == run.acked == self._naks.answered

    def _is_silent(self, run: Run, waited: int) -> bool:
        """Whether nothing has answered the oldest request since it was sent, for as long as the shortest usual timer.

        Answers may take nearly as long, but what else makes a requester go back has passed the tap (IBA 1, 9.7.6.1.3).
        """
        is_long = self._timers.declared <= 0 and 10 * waited >= 9 * SHORTEST_USUAL_TIMEOUT
        return is_long and run.first == run.acked and run.acked_time <= run.time - waited

    def _may_be_refused(self, run: Run) -> bool:
        """Whether an answer came since it was sent that may be a NAK for it: the capture has cut off what it is."""
        sent = self._sendings.last(run.first)
        is_for_it = max(run.first, run.acked) <= self._naks.unread
        return is_for_it and sent is not None and sent[0] <= self._naks.unread_time

    def _waited(self, psn: int, time: int) -> tuple[int, int]:
        """How long the requester has waited for a PSN at a time, and the packet from which that counts."""
        sent = self._sendings.last(psn)
        if sent is None:
            hole = self._holes.at(psn)
            if hole is None:
                return -1, 0
            sent = hole.behind.time, hole.behind.frame
        since = max(sent[0], self._sendings.progress_before(psn))
        return max(0, time - since), sent[1]
