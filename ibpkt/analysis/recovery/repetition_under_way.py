"""The repetition that a requester is in: the recovery that it belongs to, how it repeats, and what it has gone past."""

from __future__ import annotations

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.open_naks import OpenNaks
from ibpkt.analysis.recovery.recovery_run import Cause, Recovery, recovery_from_ints, recovery_to_ints
from ibpkt.analysis.recovery.repetition_gaps import RepetitionGap, RepetitionGaps, RunInGap
from ibpkt.analysis.recovery.repetition_reason import Reason
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import State, number, run_from_ints, run_to_ints, table


class RepetitionUnderWay:
    """The latest recovery of a requester, to which what it sends again belongs.

    Attributes:
        recovery: the recovery; None before the first, and where the latest turned out to be none.
        goes_back: the requester has sent again what came behind a missing PSN, as go-back-N does.
        gaps: parts of repetitions that later ones have overtaken, or that were lost before the tap.
        in_gap: the last run, where only the next one shows whether it came late for a gap.
    """

    def __init__(self) -> None:
        self.recovery: Recovery | None = None
        self.goes_back = False
        self.gaps = RepetitionGaps()
        self.in_gap: RunInGap | None = None
        self._recoveries = 0

    def begin(self, run: Run, reason: Reason, *, before_answers: bool, sent: int) -> Recovery:
        """A recovery begins with a run.

        Args:
            run: what is sent again at first.
            reason: why.
            before_answers: nothing has shown yet where the responder is.
            sent: the end of what the responder may have taken before it.
        """
        self._recoveries += 1
        self.recovery = Recovery(
            self._recoveries, reason.cause or Cause.UNKNOWN, reason.psn, max(reason.waited, 0), run.first, run.first,
            run.time, run.time, run.frame, run.acked, before_answers, False, run, reason.frame, sent=sent,
            or_timeout=reason.or_timeout,
        )  # fmt: skip
        return self.recovery

    def extend(self, recovery: Recovery, run: Run, *, has_more: bool) -> None:
        """A run goes on with a recovery; whether it has more than what was missing."""
        if has_more and recovery.cause is Cause.NAK and run.end > recovery.psn + 1:
            self.goes_back = True
        recovery.extend(run)
        if self.gaps.open:
            self.gaps.remove(run.first, run.end)

    def leave_gap(self, recovery: Recovery, first: int, end: int, run: Run) -> None:
        """A run comes behind a part of a repetition that did not: of one that goes back it was sent, too.

        The timer makes every requester go back, to the oldest PSN that nothing answers (IBA 1, 9.7.6.1.3).
        """
        if (self.goes_back or recovery.cause is Cause.TIMEOUT) and run.number < 0 and first < end:
            self.gaps.add(recovery, first, end, run)

    def late_for(
        self, run: Run, last: Run | None, top: int, timers: FlowTimers, naks: OpenNaks
    ) -> RepetitionGap | None:
        """The gap that a run comes late for, where Identifications do not show that; None if it is another repetition.

        What a NAK has asked for may be either; nothing is overtaken by what was sent a timer's time before it.

        Args:
            run: the run.
            last: the run of requests before it.
            top: the PSN behind the highest.
            timers: of the flow.
            naks: what the responder has asked for.
        """
        if not self.gaps.open or run.late >= 0:
            return None
        limit = timers.late_limit()
        gap = None if self._goes_on(run, limit, top) else self.gap_around(run, limit)
        if gap is None or (last is not None and timers.may_have_expired(run.time - last.last_time)):
            return None
        return gap if naks.within(run.first, run.end) is None else None

    def gap_around(self, run: Run, limit: int) -> RepetitionGap | None:
        """The gap, left less than so many nanoseconds ago, that a run comes late for.

        READs are asked again for their responses, without a NAK.  What fills a gap that is sent again may be either.
        """
        gap = self.gaps.around(run, limit)
        if gap is None or self._is_sent_again(gap) or (run.reads and run.acked_time >= gap.recovery.time):
            return None
        return gap

    def _goes_on(self, run: Run, limit: int, top: int) -> bool:
        """Whether the repetition goes on with a run where a gap begins, since what came behind the gap was sent before.

        So it was if the gap has more packets than have come behind it: a few originals that are late leave such a gap,
        and else all that is missing in it would have to be lost, or late.
        """
        gap, latest = self.gaps.beginning_at(run, limit), self.recovery
        if gap is None or latest is None or latest.number != gap.recovery.number:
            return False
        missing = gap.end - gap.first - (run.end - run.first - 1 if run.is_one_read else 0)
        if missing <= top - gap.end:
            return False
        latest.next = run.first
        self.gaps.remove(gap.first, gap.end)
        return True

    def may_be_of_one_before(self, run: Run, limit: int) -> bool:
        """Whether a run may come late for a gap, left less than so many nanoseconds ago, of a repetition before."""
        gap = self.gaps.around(run, limit) if run.number < 0 and self.gaps.open else None
        return gap is not None and self._is_sent_again(gap)

    def _is_sent_again(self, gap: RepetitionGap) -> bool:
        """Whether the latest repetition sends again what is missing in one before."""
        latest = self.recovery
        return latest is not None and gap.recovery.number < latest.number and latest.first < gap.end

    def state(self) -> State:
        """All that is kept."""
        return {
            "_recoveries": self._recoveries,
            "_goes_back": int(self.goes_back),
            "gaps": self.gaps.rows(),
            "recovery": [recovery_to_ints(self.recovery)],
            "in_gap": [run_to_ints(None if self.in_gap is None else self.in_gap.run)],
        }

    def restore(self, state: State) -> None:
        """Go on from a state."""
        self._recoveries, self.goes_back = number(state, "_recoveries"), bool(number(state, "_goes_back"))
        self.recovery = recovery_from_ints(table(state, "recovery")[0])
        self.gaps.fill(table(state, "gaps"), self.recovery)
        run = run_from_ints(table(state, "in_gap")[0])
        gap = None if run is None else self.gaps.around(run)
        self.in_gap = None if run is None or gap is None else RunInGap(run, gap)
