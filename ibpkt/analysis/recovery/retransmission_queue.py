"""What the requester of one half does: what it sends again, and why; what was lost before the tap, or overtaken.

Source: IBA 1, 9.7.5 and 9.7.6.
"""

from __future__ import annotations

import enum

from ibpkt.analysis.recovery.flow_end import FlowEnd
from ibpkt.analysis.recovery.flow_timers import SHORTEST_USUAL_TIMEOUT, FlowTimers
from ibpkt.analysis.recovery.holes import Hole, Holes
from ibpkt.analysis.recovery.late_or_lost import FilledPart, FillingKind, LateOrLost, UndecidedFilling
from ibpkt.analysis.recovery.open_naks import OpenNaks
from ibpkt.analysis.recovery.overtaken_originals import AwaitedOriginals
from ibpkt.analysis.recovery.recovery_run import Cause, Recovery
from ibpkt.analysis.recovery.repetition_gaps import RepetitionGap, RunInGap
from ibpkt.analysis.recovery.repetition_reason import Reason, Reasons
from ibpkt.analysis.recovery.repetition_under_way import RepetitionUnderWay
from ibpkt.analysis.recovery.requester_verdicts import RequesterVerdicts
from ibpkt.analysis.recovery.responder_position import ResponderPosition
from ibpkt.analysis.recovery.response_holes import ResponseHoles
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.run_state import State, number, run_from_ints, run_to_ints, table
from ibpkt.analysis.recovery.sendings import Sendings
from ibpkt.analysis.recovery.verdict import Verdict

_NAKS = (RunKind.NAK_SEQUENCE, RunKind.NAK_RNR, RunKind.NAK_FATAL)

#: packets of an unreliable connection that are said to be lost at once; more may be the step to another connection
MOST_LOST = 1024


class _Taken(enum.IntEnum):
    """How a run of requests was taken, so that its continuation behind a cut is taken likewise."""

    NOTHING = 0
    NEW = 1
    OVERTAKEN = 2
    REPETITION = 3
    UNDECIDED = 4


# asked for with each run
_NEW, _OVERTAKEN, _REPEATED, _UNDECIDED = _Taken.NEW, _Taken.OVERTAKEN, _Taken.REPETITION, _Taken.UNDECIDED
_TIMEOUT = Cause.TIMEOUT


class RetransmissionQueue:
    """What is outstanding at the requester of one half, what it sends again, and why.

    It is fed with the half's runs in the order of the capture.  What a half did before without any trouble may be fed
    as one run.

    Attributes:
        known_beginning: the first PSN of the connection is known.
        reliable: packets are acknowledged and sent again (not so on UC, where a hole is lost).
        end: how the half ends.
        reopened: a NAK that the last run shows to be unanswered: what seemed to be its answer were the originals, late.
        late_responses: PSNs of the last responses that come for the first time, and behind others.
        given_up: what was closed as undecided, since there was too much of it.
    """

    def __init__(self, timers: FlowTimers, *, known_beginning: bool, reliable: bool = True) -> None:
        self.known_beginning = known_beginning
        self.reliable = reliable
        self.timers = timers
        self.end = FlowEnd(timers)
        self.reopened: Run | None = None
        self.late_responses: list[tuple[int, int]] = []
        self._tell = RequesterVerdicts()
        self._holes = Holes()
        self._naks = OpenNaks()
        self._responder = ResponderPosition()
        self._sendings = Sendings()
        self._responses = ResponseHoles()
        self._reasons = Reasons(timers, self._naks, self._sendings, self._holes, self._responses)
        self._undecided = LateOrLost(timers)
        self._awaited = AwaitedOriginals()
        self._under_way = RepetitionUnderWay()
        self._start = self._top = -1  # the first PSN, and the one behind the highest
        self._start_time = 0
        self._last: Run | None = None  # the last run of requests
        self._taken = _Taken.NOTHING
        self._damaged: list[tuple[int, int]] = []  # PSNs of packets that were seen damaged

    @property
    def given_up(self) -> int:
        """Holes, NAKs, READs and fillings that were closed as undecided, since there were too many."""
        return sum(part.given_up for part in self._parts())

    @property
    def goes_back(self) -> bool:
        """It has sent again what came behind the missing PSN."""
        return self._under_way.goes_back

    def _parts(self) -> tuple[Holes, OpenNaks, ResponseHoles, LateOrLost]:
        return self._holes, self._naks, self._responses, self._undecided

    # -- requests ---------------------------------------------------------------------------------------------------

    def feed(self, run: Run) -> list[Verdict]:
        """A run of requests; the first of them may have passed the tap before, damaged."""
        first, end, top, last = run.first, run.end, self._top, self._last
        if first < top < end and run.sent <= first and not run.is_one_read:
            return [verdict for part in run.divided(top) for verdict in self.feed(part)]
        is_cut = run.continues and last is not None and first == last.end
        in_gap = self._under_way.in_gap
        if in_gap is not None:
            longer = in_gap.extended(run) if is_cut else None
            if longer is not None:
                self._under_way.in_gap, self._last = longer, longer.run
                return []
            self._leave_gap(begins_another=is_cut)
        if top < 0:
            self._start = self._top = top = min(run.sent, first) if self.known_beginning else first
            self._start_time = run.time
        is_new = first >= top and (last is None or first >= run.sent)
        if not is_cut or (is_new and self._taken is not _NEW):
            self._observe(run)
        if is_new or (is_cut and run.late != 1 and self._taken is not _OVERTAKEN):
            self._naks.sent(run, goes_on=True)
        if is_new:
            self._take_new(run)
        elif is_cut:
            self._continue(run)
        elif run.late == 1:
            self._take_overtaken(run)
        else:
            self._take_again(run)
        if run.end > self._top:
            self._top = run.end
        self._last = run
        self._note_sent(run, begins=not (is_new or is_cut))
        return self._tell.take()

    def _note_sent(self, run: Run, *, begins: bool) -> None:
        """A run that was not overtaken, as far as is known, was sent when it came."""
        if run.late != 1 and self._taken is not _OVERTAKEN and self._under_way.in_gap is None:
            if begins:
                self._naks.sent(run, goes_on=False)
            self.end.request(run)

    @property
    def is_undecided(self) -> bool:
        """Whether it is still open of some runs what they were."""
        return bool(self._undecided.open) or self._under_way.in_gap is not None

    def damaged(self, run: Run) -> None:
        """Requests passed the tap that the responder drops, as a wrong ICRC shows: they were sent, and are no hole."""
        self._leave_gap()
        if run.first == self._top:
            self._top, self._last, self._taken = run.end, run, _NEW
        elif run.first > self._top:
            self._damaged = [*self._damaged[-63:], (run.first, run.end)]
        self._naks.sent(run, goes_on=False)
        self._sendings.add(run)

    def _take_new(self, run: Run) -> None:
        top = self._top if self._last is None else max(self._top, run.sent)
        skipped = run.skipped
        if run.first > top:
            hole = Hole.before(run, top)
            skipped -= max(hole.missing.skipped, 0)
            self._holes.add(hole)
            for first, end in self._damaged:
                self._holes.remove(first, end)
        self._damaged.clear()
        recovery = self._under_way.recovery
        if recovery is not None and not recovery.began_behind(run):
            if recovery.next < top and skipped > 0:
                # the end of the repetition is missing, and its Identifications are, too
                self._tell.lost_again(run, recovery.next, top, skipped, recovery.last_frame)
            self._under_way.leave_gap(recovery, recovery.next, top, run)
            recovery.next = run.end  # new requests end it
        self._sendings.add(run)
        if run.reads:
            self._responses.requested(run)
        self._taken = _NEW

    def _continue(self, run: Run) -> None:
        """A run that was cut goes on."""
        filling = self._undecided.latest
        if run.late == 1 and self._taken in (_REPEATED, _OVERTAKEN):  # its PSN goes on, and it was sent before
            self._take_overtaken(run)
        elif self._taken is _OVERTAKEN:
            self._take_again(run)  # the order of sending is not known: it need not be as late as the one before
        elif self._taken is not _UNDECIDED or filling is None:
            self._extend(run)
        elif self._holes.are_filled_by(run, self._start):
            self._keep_undecided(filling, run)
        else:
            self._undecided.drop(filling)
            self._came_twice(filling.run)
            self._repetition(filling, may_come=True)
            self._extend(run)

    def _take_again(self, run: Run) -> None:
        """PSNs that were used before, or skipped, and that nothing sent later has overtaken for certain."""
        if self._naks.open and (self.known_beginning or self.timers.shows_reactions):
            # else it is the middle of a recovery, and nothing says that the timer made it go back, not the NAK
            self._naks.forget(run.time, self.timers.answer_limit())
        gap = None
        if self._responder.has_answered:
            gap = self._under_way.late_for(run, self._last, self._top, self.timers, self._naks)
        if gap is not None:
            self._under_way.in_gap = RunInGap(run, gap)
        else:
            self._take_outside_gaps(run)

    def _take_outside_gaps(self, run: Run) -> None:
        """PSNs that were used before or skipped, and fit into no gap of a repetition: a repetition, or fillings."""
        if not self.reliable:  # nothing is sent again: it came late, or is a copy, or the rest of it is one
            self._taken = _OVERTAKEN
            if run.late != 0 and self._holes.fillings(run):
                self._take_overtaken(run)
            return
        if run.late == 0 or not self._holes.are_filled_by(run, self._start):
            self._came_twice(run)
            self._repeat(run, self._reason(run))
            return
        reason, recovery = self._reason(run), self._under_way.recovery
        fillings = self._holes.fillings(run) if run.first >= self._start else []
        nak = self._naks.within(*self._holes.open_around(run)) if fillings else None
        opened = fillings[0].hole.behind.time if fillings else self._start_time
        goes_on = reason.cause is None and recovery is not None
        waited = run.time - opened
        by_timer = nak is None and waited >= self.timers.late_limit()
        if nak is None:
            is_sent_again = by_timer and (reason.cause is not _TIMEOUT or waited >= self.timers.lost_limit())
            if is_sent_again or (goes_on and recovery is not None and recovery.next == run.first):
                self._repeat(run, reason)
                return
        filling = UndecidedFilling(run, 0, run.first, [], run.end, reason, nak, by_timer=by_timer)
        if nak is not None and filling.is_answer:
            filling.recovery = self._begin_recovery(run, reason)
            self._naks.close(nak)
        elif nak is None and goes_on and fillings and recovery is not None and opened < recovery.time:
            filling.recovery = recovery
        for old in self._undecided.add(filling):
            self._tell.filling(old, late=False)
        self._keep_undecided(filling, run)

    def _keep_undecided(self, filling: UndecidedFilling, run: Run) -> None:
        fillings = self._holes.fillings(run)
        filling.extend(run, [*map(FilledPart.of, fillings)], self._holes.open_around(run)[1])
        self._holes.remove(run.first, run.end)
        self._sendings.add(run)
        if run.reads:
            self._responses.requested_late(run)
        if filling.recovery is not None and filling.is_answer:
            filling.recovery.extend(run)
        self._taken = _UNDECIDED

    # -- repetitions --------------------------------------------------------------------------------------------------

    def _reason(self, run: Run) -> Reason:
        return self._reasons.find(run, self._under_way.recovery, self._knows_responder(run.first))

    def _knows_responder(self, psn: int) -> bool:
        """Whether answers have shown where the responder is, or all that happened to a PSN came after the first one."""
        return self.known_beginning or self._responder.knows(psn, self._sendings.first(psn))

    def _begin_recovery(self, run: Run, reason: Reason) -> Recovery:
        known, sent = self._knows_responder(run.first), self._sent_for(reason.psn)
        return self._under_way.begin(run, reason, before_answers=not known and not run.acked_time, sent=sent)

    def _sent_for(self, psn: int) -> int:
        """The end of what was sent so that the responder may have taken it, before it is sent again from a PSN on.

        What was sent before a NAK, from the PSN on that this asks for, is dropped (IBA 1, 9.7.5.2.8).
        """
        naks, before, last = self._naks, self._under_way.recovery, self._sendings.last(psn)
        if naks.asked == psn and (last is None or last[0] <= naks.asked_time):
            return psn
        if before is not None and before.cause is Cause.NAK and psn < before.next and self._under_way.goes_back:
            return min(before.next, self._top)
        return self._top

    def _start_recovery(self, run: Run, reason: Reason) -> Recovery:
        """A recovery begins for certain."""
        before = self._under_way.recovery
        recovery = self._begin_recovery(run, reason)
        self._tell.begins(run, reason)
        if reason.cause is Cause.TIMEOUT:
            has_part = run.reads and self._responses.read_at(run.first) >= 0
            self.timers.waited(reason.waited, self.end.timed_out(run, has_part=has_part))
        elif reason.cause is Cause.NAK:
            self.timers.reacted(reason.waited)
        if reason.cause in (Cause.NAK, Cause.RNR_NAK, Cause.TIMEOUT):
            unanswered = run.acked if run.acked_time else -1  # the tap may not see the answers
            asked = unanswered if reason.cause is Cause.TIMEOUT else reason.psn
            if 0 <= asked < run.first:
                self._tell.lost_again(run, asked, run.first, run.skipped, reason.frame)
        if reason.cause is Cause.TIMEOUT and run.acked_time:
            first = run.acked
            if before is not None and before.cause is Cause.TIMEOUT and run.acked_time < before.time:
                first = min(first, before.psn)  # an answer that the tap has seen may not have reached it
            self._under_way.leave_gap(recovery, first, run.first, run)
        if reason.nak is not None:
            self._naks.close(reason.nak)
        return recovery

    def _repeat(self, run: Run, reason: Reason) -> None:
        """Requests are sent again for a reason."""
        recovery = self._under_way.recovery
        if recovery is None or reason.cause is not None:
            self._start_recovery(run, reason)
        elif run.first > recovery.next:
            if self._under_way.may_be_of_one_before(run, self.timers.late_limit()):
                self._tell_sent_again(run, run.end, run.packets, recovery)
                self._sendings.add(run)
                self._taken = _OVERTAKEN
                return  # this one goes on where it was
            self._tell.lost_again(run, recovery.next, run.first, run.skipped, recovery.last_frame)
            self._under_way.leave_gap(recovery, recovery.next, run.first, run)
        self._extend(run)

    def _extend(self, run: Run) -> None:
        """A repetition goes on."""
        recovery = self._under_way.recovery or self._begin_recovery(run, Reason(Cause.UNKNOWN, run.first))
        if recovery.cause is Cause.UNKNOWN:
            self._tell.came_again(run)
        filled = self._fill_holes(run, recovery) if self._holes.open else 0
        self._under_way.extend(recovery, run, has_more=filled < run.end - run.first)
        if self._naks.open:
            self._naks.close_repeated(run)
        self._tell_sent_again(run, run.end, run.packets, recovery)
        if run.reads:
            for missing in self._responses.ask_again(run.first, run.end):
                self._tell.presume_response_lost(missing, run)
            if filled or run.first >= run.sent:  # all copies before were damaged
                self._responses.requested_late(run)
        self._sendings.add(run)
        self._taken = _REPEATED

    def _fill_holes(self, run: Run, recovery: Recovery) -> int:
        """A repetition fills holes; returns how many of its PSNs these are."""
        fillings = self._holes.fillings(run)
        for part in fillings:
            if part.first <= recovery.psn < part.end:
                recovery.judged = True  # what the timer was for was lost before the tap: no answer to it was under way
            if coming := self._tell.filled(part):
                self._awaited.add(part, coming)
        if fillings:
            self._holes.remove(run.first, run.end)
        return sum(part.end - part.first for part in fillings)

    def _repetition(self, filling: UndecidedFilling, *, may_come: bool = False) -> None:
        """An undecided filling turns out to be sent again; where its run was cut, originals may still come."""
        recovery = filling.recovery
        if recovery is None:
            recovery = self._start_recovery(filling.run, filling.reason)
            recovery.extend(filling.run.replace(packets=filling.packets, end=filling.end))
        elif filling.nak is not None:
            self.timers.reacted(filling.run.time - filling.nak.time)
        if any(part.first <= recovery.psn < part.end for part in filling.parts):
            recovery.judged = True
        self._tell.filled_by(filling, may_come=may_come)
        self._tell_sent_again(filling.run, filling.end, filling.packets, recovery)

    def _tell_sent_again(self, run: Run, end: int, packets: int, recovery: Recovery) -> None:
        self._tell.sent_again(run, end, packets, recovery, self._responses.read_at(run.first) if run.reads else -1)

    # -- order --------------------------------------------------------------------------------------------------------

    def _take_overtaken(self, run: Run) -> None:
        """Requests that others overtook, as Identifications show: originals, or repetitions."""
        fillings = self._holes.fillings(run)
        self._taken = _OVERTAKEN
        if not (self.reliable or fillings or run.first < self._start):
            return  # it has been called lost
        unseen = max(0, self._start - run.first) + sum(part.packets for part in fillings)
        late = run.packets if self.reliable else min(run.packets, unseen)  # or the others are copies
        self._tell.out_of_order(run, run.first, run.end, late, [part.hole.behind.frame for part in fillings])
        awaited = self._awaited.take(run.first, run.end) + self._tell.presumed.came(run)
        repeated = max(0, run.packets - unseen - awaited) if self.reliable else 0
        for part in fillings:
            again = part.packets - part.originals() if self.reliable else 0
            repeated += again
            if again and not part.hole.acked_time:
                lost = part.hole.missing.take_lost(again)
                behind = part.hole.behind
                self._tell.presume_lost(run, part.first, part.end, lost, behind.frame, behind, original=True)
            self._holes.remove(part.first, part.end)  # at once: the next part may be of the same hole
            part.hole.missing.fill()
        if run.reads and fillings:
            self._responses.requested_late(run)
        if repeated:
            under_way = self._under_way.recovery
            self._tell_sent_again(
                run, run.end, repeated, under_way or self._begin_recovery(run, Reason(Cause.UNKNOWN, run.first))
            )
            self._under_way.recovery = under_way  # what is overtaken begins none

    def _leave_gap(self, *, begins_another: bool = False) -> None:
        """What fits into a gap of a repetition came late, if nothing else follows; or another repetition begins."""
        if self._under_way.in_gap is None:
            return
        (run, gap), self._under_way.in_gap = self._under_way.in_gap, None
        if begins_another:
            self._take_outside_gaps(run)
            self._note_sent(run, begins=True)
        else:
            self._take_late_repetition(run, gap)

    def _take_late_repetition(self, run: Run, gap: RepetitionGap) -> None:
        """Packets of a repetition that others of it have overtaken: nobody has asked for them again."""
        if gap.recovery.cause is Cause.TIMEOUT:
            gap.recovery.psn = min(gap.recovery.psn, run.first)
        if not self._naks.has_asked_since(gap.time, run.first) or run.first == gap.first:  # else it may answer that NAK
            self._tell.out_of_order(run, run.first, run.end, run.packets, (gap.frame,))
        self._fill_holes(run, gap.recovery)
        self._tell_sent_again(run, run.end, run.packets, gap.recovery)
        self._under_way.gaps.remove(run.first, run.end)
        self._taken = _OVERTAKEN

    def _came_twice(self, again: Run) -> None:
        """Fillings that a repetition shows to be the originals: the NAK that they seemed to answer is open again."""
        if not self._undecided.open:
            return
        late = self._undecided.asked_once_came_twice(again, self._naks.at(again.first) is not None)
        for filling in late:
            self._tell.filling(filling, late=not self._undecided.may_be_copied(filling, again))
            if filling.nak is not None and filling.is_answer:
                self._naks.add(filling.nak)
                self.reopened = filling.nak
                self._under_way.recovery = None

    # -- answers ------------------------------------------------------------------------------------------------------

    def answer(self, run: Run) -> list[Verdict]:
        """NAKs, repeated ACKs, or responses."""
        self._leave_gap()
        self._observe(run)
        self.late_responses.clear()
        if run.kind in _NAKS:
            self._responder.is_located = True
            self._progress(run.first, run.time)
            self.end.answer(run)
            if run.kind is not RunKind.NAK_FATAL:
                self._naks.add(run)
        elif run.kind is RunKind.RESPONSES:
            self._take_responses(run)
            self.end.answered_again(run)
        elif run.kind is RunKind.ADVANCING_ACK:
            self._responses.pass_over(run)
        elif run.kind is RunKind.ACK_OF_UNSENT and run.reads:
            self._tell.continued.add(run.first, run.end)
        elif run.kind is RunKind.UNREAD_ANSWER:
            self._naks.unread, self._naks.unread_time = run.first, run.last_time
        elif run.kind is RunKind.REPEATED_ACK:
            self.end.answered_again(run)
            if self._under_way.recovery is not None:
                self._under_way.recovery.repeated_acks += run.packets
                self._judge_timeout(run)
        return self._tell.take()

    def _take_responses(self, run: Run) -> None:
        if run.first >= run.acked:
            if not run.continues:
                self._responses.pass_over(run)
            self._progress(run.end, run.last_time)
            return
        missing = self._responses.take(run.first, run.end)
        self.late_responses += ((hole.first, hole.end) for hole in missing if not hole.again)
        if late := [hole for hole in missing if hole.is_filled_late(run)]:
            count = sum(missing.end - missing.first for missing in late)
            self._tell.out_of_order(run, late[0].first, late[-1].end, count, [hole.behind.frame for hole in late])
        self._responses.come_again(run)
        # or they had been asked for again before they came
        self._tell.out_of_order(run, run.first, run.end, self._tell.presumed_responses.came(run), ())

    # -- what time and answers decide ---------------------------------------------------------------------------------

    def _progress(self, acked: int, time: int) -> None:
        """The requests below a PSN have been received."""
        if self._responder.acknowledge(acked, time):  # else all of this is known
            self._sendings.progress(acked, time)
            self.end.progress(acked)
        if self._holes.open:
            self._holes.acknowledge(acked, time)
        self._responses.forget(acked)

    def _observe(self, run: Run) -> None:
        """What the answers before a run show, and what the time until it decides."""
        if run.acked_time:
            if run.acked > self._responder.highest or self._holes.open or self._responses.is_full:
                self._progress(run.acked, run.acked_time)
            self._judge_timeout(run)
        self._decide(run.time, run if run.kind is RunKind.REQUESTS else None)

    def _judge_timeout(self, run: Run) -> None:
        """Whether the latest timeout was needless, since the answer was under way."""
        recovery = self._under_way.recovery
        if recovery is None or recovery.cause is not Cause.TIMEOUT or recovery.judged:
            return
        usual = self.timers.soonest_answer, self.timers.latest_answer
        asked = run.first if run.kind is RunKind.NAK_SEQUENCE else -1
        if run.frame > recovery.last_frame and recovery.needless_since(run.acked, run.acked_time, *usual, asked):
            self._tell.needless(recovery, run.acked_time, run.frame)

    def _decide(self, time: int, following: Run | None = None, *, final: bool = False, all_acked: bool = False) -> None:
        """Decide what was left open until now; ``following`` are the requests that come now."""
        if self._undecided.open:
            sees_answers, goes_back = self._responder.has_answered, self._under_way.goes_back
            for filling, kind in self._undecided.settle(
                time, sees_answers, goes_back, following, final=final, all_acked=all_acked
            ):
                if kind is FillingKind.SENT_AGAIN:
                    self._repetition(filling)
                else:
                    self._tell.filling(filling, late=kind is FillingKind.LATE)
        tell = self._tell
        for lost in self._awaited.expire(time, final=final) if self._awaited.open else ():
            tell.lost(lost.run, lost.first, lost.end, lost.packets, lost.hole_frame, lost.run.frame)
        if final or tell.has_older_losses(time, SHORTEST_USUAL_TIMEOUT):
            tell.lost_for_certain(time, 0 if final else self.timers.lost_limit())
        if self._holes.has_arrived or not self.reliable:
            for hole in self._holes.take_arrived(time, 0 if final else self.timers.late_limit()):
                self._tell.missed(hole.behind, hole, hole.first, hole.end)
            if not self.reliable:
                limit = self.timers.lost_limit() if self._holes.are_many else self.timers.original_limit()
                for hole in self._holes.take_older(time, 0 if final else limit):
                    is_far = hole.end - hole.first > MOST_LOST  # it may be another connection as well
                    (self._tell.gap if is_far else self._tell_lost)(hole, hole.behind)

    def _tell_lost(self, hole: Hole, last: Run) -> None:
        count = hole.missing.take_lost(hole.end - hole.first)
        self._tell.lost(hole.behind, hole.first, hole.end, count, hole.behind.frame, last.last_frame)

    def finish(self, now: int, acked: int = -1, acked_time: int = 0) -> list[Verdict]:
        """The capture or the connection is over.

        Args:
            now: the time of the last packet of the whole capture: other traffic proves that the tap was on.
            acked, acked_time: up to where the last answer proves that requests were received, and when it came.
        """
        self._leave_gap()
        if acked_time:
            self._progress(acked, acked_time)
        self._decide(now, final=True, all_acked=acked >= self._top)
        last = self._last
        for hole in self._holes.take_older(now, 2 * self.timers.longest()):
            if last is None or last.last_time - hole.behind.time < self.timers.least_timeout():
                continue  # the requester has not gone on either
            tell = self._tell_lost if self._responder.has_answered else self._tell.gap
            tell(hole, last)
        return self._tell.take() + self.end.finish(now)

    # -- state --------------------------------------------------------------------------------------------------------

    _NUMBERS = ("_start", "_top", "_start_time")
    _FLAGS = ("known_beginning", "reliable")

    def state(self) -> dict[str, State]:
        """All that is kept, by part; but the timers, which the halves of a flow may share."""
        own: State = {name: int(getattr(self, name)) for name in (*self._NUMBERS, *self._FLAGS)}
        own |= self._responder.state() | self._under_way.state() | self._naks.state()
        own["_taken"] = int(self._taken)
        own["damaged"], own["continued"] = list(self._damaged), list(self._tell.continued.ranges)
        own["last"] = [run_to_ints(self._last)]
        own["awaited"], own["presumed"] = self._awaited.rows(), self._tell.presumed.rows()
        own["presumed_responses"] = self._tell.presumed_responses.rows()
        own["holes"], own["reads"] = self._holes.rows(), self._responses.reads()
        own["asked_again"], own["response_holes"] = [self._responses.numbers()], self._responses.rows()
        own["sendings"], own["steps"] = self._sendings.tables()
        own["given_up"] = [tuple(part.given_up for part in self._parts())]
        return {"queue": own, "end": self.end.state(), "undecided": self._undecided.state()}

    def restore(self, state: dict[str, State]) -> None:
        """Go on from a state."""
        own = state["queue"]
        for name in self._NUMBERS:
            setattr(self, name, number(own, name))
        for name in self._FLAGS:
            setattr(self, name, bool(number(own, name)))
        self._responder.restore(own)
        self._under_way.restore(own)
        self._taken = _Taken(number(own, "_taken"))
        self._damaged = [(row[0], row[1]) for row in table(own, "damaged")]
        self._tell.continued.ranges = [(row[0], row[1]) for row in table(own, "continued")]
        self._last = run_from_ints(table(own, "last")[0])
        self._awaited.fill(table(own, "awaited"))
        self._tell.presumed.fill(table(own, "presumed"))
        self._tell.presumed_responses.fill(table(own, "presumed_responses"))
        self._holes.fill(table(own, "holes"))
        self._responses.fill(table(own, "reads"), table(own, "response_holes"), table(own, "asked_again")[0])
        self._naks.restore(own)
        self._sendings.fill(table(own, "sendings"), table(own, "steps"))
        counts = table(own, "given_up")[0]
        self._holes.given_up, self._naks.given_up, self._responses.given_up, self._undecided.given_up = counts
        self.end.restore(state["end"])
        self._undecided.restore(state["undecided"], self._under_way.recovery)
