"""Model of the responder of one half: what it executed before, what came out of sequence, what never reached it.

Runs are fed in the order of the capture.  The model is optimistic: what the tap saw was received.  Answers correct it.
They lag, by more than one recovery at times, but come in the order in which the responder took the requests; so an
answer is never set against the latest requests, only against the first that explain it.

Source: IBA 1, 9.7.4.1 and 9.7.5.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from ibpkt.analysis.recovery.claimed_losses import Claim, ClaimedLosses
from ibpkt.analysis.recovery.copied_requests import CopiedRequests
from ibpkt.analysis.recovery.executed_requests import ExecutedRequests
from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.kinds import BEHIND_TAP, LOST, OUT_OF_SEQUENCE, REORDERED_OR_LOST
from ibpkt.analysis.recovery.logged_requests import FATAL, NOT_READY, NOT_RECEIVED, LoggedRequests, Range, without
from ibpkt.analysis.recovery.missing_tries import MissingTries
from ibpkt.analysis.recovery.repeated_acks import RepeatedAcks
from ibpkt.analysis.recovery.request_log import RequestLog
from ibpkt.analysis.recovery.responder_verdicts import nak_verdict, run_verdicts, undecided
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.run_state import State, number, table
from ibpkt.analysis.recovery.unsent_acks import UnsentAcks
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.protocols import PSN_MASK

MAX_NAKS = 64
MAX_ANSWERS = 64
#: ACKs over early packets that show that the responder keeps them
MIN_KEPT_PROOFS = 2
#: ACKs that stay behind a repetition and show that the responder needed it
MIN_ACKS_BEHIND = 3
#: of a train of more packets the NAK for the first one was lost, more likely than each of them
MOST_TOGETHER = 8
_CAUSES = {RunKind.NAK_SEQUENCE: NOT_RECEIVED, RunKind.NAK_RNR: NOT_READY, RunKind.NAK_FATAL: FATAL}
_NONE = -1
#: numbers that a state has, besides those of the parts
_NUMBERS = ("begun", "acked", "answered", "sent", "open_nak", "nak_frame", "kept_proofs", "unsure")
_LOSSES = ("lost_behind", "late_behind", "answers_lost", "fatal")


class RCResponderModel:
    """The responder of one half, as its requests and answers show it.

    It needs no cuts of runs but those that runs have.  Where a request run is cut at the half's NAKs and repeated ACKs
    as well (the second piece ``continues``), it knows exactly which requests came before them; else it estimates that
    from the numbers of the packets.

    Args:
        expected: the first PSN that it expects, unwrapped; None if the capture began in the middle of the connection:
            then nothing is told of what came before the first NAK, or the first ACK that advances over another.
        timers: what the half shows of its latencies.
    """

    def __init__(self, expected: int | None, timers: FlowTimers | None = None) -> None:
        self._timers = timers or FlowTimers()
        self._log = RequestLog(expected)
        self._copies = CopiedRequests()
        self._claims = ClaimedLosses()
        self._begun = expected is not None  # the beginning is in the capture
        self._acked = _NONE if expected is None else expected
        self._answered = 0  # when the latest answer came
        self._sent = _NONE  # the PSN behind the highest that was sent
        self._open_nak = _NONE  # the PSN that the last NAK asked for, until it is sent again
        self._nak_frame = 0  # the number of that NAK
        self._naks: list[int] = []  # PSNs of NAKs that were seen, the latest
        self._unsure = _NONE  # up to this PSN it is not known which of several repetitions arrived
        self._repeated = RepeatedAcks(self._log)
        self._unsent = UnsentAcks()
        self._kept_proofs = 0
        self._executed = ExecutedRequests()
        self._lost_behind = False  # packets were lost behind the tap
        self._late_behind = False  # packets were late behind the tap: others of what it lacks may be, too
        self._answers_lost = False  # answers were lost before the tap
        self._fatal = _NONE  # the PSN that it refused: the connection is broken

    @property
    def expected(self) -> int | None:
        """The PSN that the responder expects, as far as is known."""
        return None if self._log.base is None else max(self._log.position.expected, self._acked)

    @property
    def keeps_early(self) -> bool:
        """It keeps packets that come early (selective repeat, or any order)."""
        return self._log.keeps

    @property
    def given_up(self) -> int:
        """Runs, NAKs and answers that were dropped undecided, since there were too many."""
        return self._log.given_up + self._copies.given_up + self._repeated.given_up + self._unsent.given_up

    @property
    def answers_first(self) -> bool:
        """Whether the capture has answers before their requests: which requests are answered, it does not show."""
        return self._unsent.are_early

    def feed(self, run: Run) -> list[Verdict]:
        """Requests, in the order of the capture.

        Returns:
            What this run decides, of it and of earlier ones.
        """
        if not run.acked_time:
            run = _proven(run)
        log, claims, answered = self._log, self._claims, self._answered
        goes_on = run.continues and log.continues(run)
        verdicts = [] if goes_on else self._close_last()
        if not self._is_known(run):
            verdicts += self._raise(run.acked, run.acked_time, run.frame)
            goes_on = run.continues and log.continues(run)
        if self._unsent.open:
            missed, told = self._unsent.decide(run)
            self._acked = max(self._acked, missed)
            verdicts += told
        if claims.open:
            claims.sent_again(run)
            verdicts += self._doubt_claims(run.first_ack, run.frame)
        if goes_on and (not claims.open or claims.last_frame < log.entries[-1].frame):
            log.extend(run)
            if run.again and run.late != 1:
                if run.first <= self._open_nak < run.end:
                    self._open_nak = _NONE  # in the middle of a repetition, as in one that is not cut
                log.note_repeated(log.entries[-1], answered)
            self._repeated.explain()
        elif self._fatal == _NONE:
            verdicts += self._add(run)
        if self._repeated.open:
            verdicts += self._repeated.tell(run.frame, self._acked)
        return verdicts

    def reopen(self, nak: Run) -> None:
        """What seemed to be sent again for a NAK were the originals, late: the next run is its answer."""
        self._open_nak, self._nak_frame = nak.first, nak.last_frame

    def feed_copies(self, run: Run) -> list[Verdict]:
        """Copies of requests that the network made: those that reach the responder are acknowledged again."""
        run = _proven(run)
        verdicts = [*self._close_last(), *self._observe(run)]
        if self._fatal == _NONE:
            verdicts += self._add(run, copy=True)
        return verdicts

    def answer(self, run: Run, late: Iterable[Range] = ()) -> list[Verdict]:
        """Answers that say more than that requests were received: every kind but requests.

        Args:
            run: the answers.
            late: PSNs of them that come now for the first time, overtaken by others.

        Returns:
            What they decide.
        """
        if not run.acked_time:
            run = _proven(run)
        kind = run.kind
        if kind is RunKind.NAK_FATAL and run.first < run.acked:
            self._refuse_duplicate(run.first, run.frame)
        verdicts = self._observe(run)
        if kind is RunKind.RESPONSES:
            verdicts += self._take_responses(run, late)
        elif kind is RunKind.REPEATED_ACK:
            verdicts += self._take_repeated(run)
        elif kind is RunKind.ACK_OF_UNSENT:
            verdicts += self._unsent.add(run) if self._begun else []  # else the capture lacks the requests
        elif kind in _CAUSES:
            verdicts += self._take_naks(run)
        if run.last_time > self._answered:
            self._answered = run.last_time
        return verdicts

    def finish(self, acked: int = _NONE, acked_time: int = 0) -> list[Verdict]:
        """The capture or the connection ends.

        Args:
            acked: up to where answers prove in the end that requests were received.
            acked_time: when that was proven, in nanoseconds since the epoch.

        Returns:
            What was pending.
        """
        verdicts = self._close_last()
        self._answered = max(self._answered, acked_time)
        verdicts += self._raise(acked, acked_time, 0)
        for entry in self._log.pop_all():
            verdicts += self._settle(entry)
        verdicts += self._tell_claims(self._claims.finish())
        return [*verdicts, *self._unsent.finish(begun=self._begun), *self._repeated.finish()]

    # -- Requests -----------------------------------------------------------------------------------------------------

    def _add(self, run: Run, *, copy: bool = False) -> list[Verdict]:
        """A run of requests that goes on with no other."""
        log, acked, sent, end = self._log, run.acked, run.sent, run.end
        if acked < self._acked and log.base is not None:
            acked = self._acked
        entry = LoggedRequests([run], acked, sent if sent > end else end, untold=log.base is None, copy=copy)
        if run.again:
            if run.late != 1:
                if run.first <= self._open_nak < end:
                    entry.wanted = run.first == self._open_nak and log.came_behind(run.first, self._nak_frame)
                    self._open_nak = _NONE
                log.note_repeated(entry, max(run.acked_time, self._answered))
            if log.entries:
                last = log.entries[-1]
                follows = last.silent and last.end <= run.first
                entry.silent = follows or self._timers.is_silence(run.time - last.pieces[-1].last_time)
        if run.reads and log.has_sent_part(run):
            entry.wanted = True
        entry.unsure = self._acked < self._unsure
        dropped = log.append(entry)
        if self._repeated.open:
            self._repeated.explain()
        return [verdict for old in dropped for verdict in self._settle(old)] if dropped else []

    def _close_last(self) -> list[Verdict]:
        """The last run is complete: judge whether the responder needed it.

        ACKs that advance and stay behind a repetition, none ahead of it: the responder had nothing of it before.
        """
        log = self._log
        if not log.entries or log.entries[-1].behind < MIN_ACKS_BEHIND or log.base is None:
            return []
        last = log.entries[-1]
        psn = max(last.first, last.acked)
        needed = last.ahead <= last.acked and not log.keeps
        if last.copy or last.answers or not needed or psn >= min(last.end, last.expected):
            return []
        return self._refuse_train(psn, len(log.entries) - 1, last.frame)

    def _observe(self, run: Run) -> list[Verdict]:
        """What the answers before a run prove."""
        return [] if self._is_known(run) else self._raise(run.acked, run.acked_time, run.frame)

    def _is_known(self, run: Run) -> bool:
        """Whether the answers before a run prove nothing new."""
        if run.acked_time > self._answered:
            self._answered = run.acked_time
        if run.sent > self._sent and not run.continues:  # else a cut would bring it forward
            self._sent = run.sent
        log = self._log
        return run.acked <= self._acked and log.base is not None and not log.has_final(self._acked)

    def _raise(self, acked: int, acked_time: int, frame: int, *, is_nak: bool = False) -> list[Verdict]:
        log = self._log
        verdicts: list[Verdict] = []
        if log.base is None:
            if not acked_time:
                return []
            known, self._acked = self._acked != _NONE and acked > self._acked, max(acked, self._acked)
            if known:
                log.begin(acked)
        elif acked > self._acked:
            if self._claims.open:
                verdicts += self._decide_claims(acked)
                verdicts += [] if is_nak else self._doubt_claims(acked, frame)
            expected = max(log.position.expected, self._acked)
            self._acked = acked
            if acked > expected and log.has_early(expected) and not self._late_behind:
                self._prove_kept()
        while (entry := log.pop_final(self._acked)) is not None:
            verdicts += self._settle(entry)
        return verdicts

    # -- Answers ------------------------------------------------------------------------------------------------------

    def _take_naks(self, run: Run) -> list[Verdict]:
        psn, log = run.first, self._log
        verdicts = [nak_verdict(run)]
        self._remember_nak(run)
        if psn > run.sent and self._begun:
            return verdicts  # nothing that was sent can have asked for it
        if log.base is None:
            log.restart(psn)
        else:
            if not self._answered and psn < log.base.expected:
                log.rebase(psn)  # the first requests were lost before the tap
                self._acked = psn
            for _ in range(min(run.packets, MAX_NAKS)):
                verdicts += self._take_nak(run)
        if run.kind is RunKind.NAK_FATAL:
            self._fatal = psn
        return [*verdicts, *self._raise(psn, run.time, run.frame, is_nak=True)]

    def _take_nak(self, run: Run) -> list[Verdict]:
        psn, log = run.first, self._log
        cause, since = _CAUSES[run.kind], run.time - self._timers.latest_answer
        if cause == NOT_READY:
            self._claims.not_ready(psn)
        if cause == NOT_RECEIVED and log.see_nak(psn, run.frame, since):
            return []
        at = log.accepting(psn)
        if at < 0 and cause == NOT_RECEIVED and log.keeps:
            at = log.keeping(psn)
        if at < 0 and cause == NOT_READY and log.keeps and psn >= run.acked:
            self._refuse_kept(psn, run.frame)
            return []
        if cause == NOT_RECEIVED and psn < run.acked:
            self._late_behind |= log.came_once(psn, run.frame)  # the ACK overtook the NAK; between both it came
        if at < 0 or psn < run.acked or log.entries[at].frame_of(psn) > run.frame:
            return []
        if cause != NOT_RECEIVED:
            log.refuse_packet(at, at, psn, cause)
            self._repeated.explain()
            return []
        return self._take_missing(MissingTries.of(log, at, run, self._timers), since)

    def _take_missing(self, missing: MissingTries, since: int) -> list[Verdict]:
        """A NAK asks for what seemed to have come."""
        log, run, psn = self._log, missing.nak, missing.nak.first
        at, first, end = missing.tries[0]
        log.refuse(missing.refused, NOT_RECEIVED)
        self._repeated.explain()
        if missing.answered is not None and log.mark_unsure(at, missing.answered, run):
            self._unsure = run.sent
        log.see_nak(psn, run.frame, since)
        entry = log.entries[at]
        if entry.untold:
            return []
        before = log.entries[at - 1].after if at else log.base
        (unclear, lost), may_be_executed = missing.judged(), False
        self._lost_behind |= bool(unclear) and not self._late_behind  # in one of several tries
        if before is not None and before.drops and before.expected == psn:
            # it was not ready for this PSN before; another RNR NAK may have been lost, and a NAK follows one, too
            unclear, lost, may_be_executed = [(entry, (first, end))], [], True
        verdicts: list[Verdict] = []
        for one, part in unclear:
            verdicts += undecided(one, [part], (run.frame,), may_be_executed=may_be_executed)
        for entry, part in lost[:-1]:
            verdicts += self._lost(entry, [part], run.frame)
        for entry, part in lost[-1:]:
            verdicts += self._claim(entry, part, run)
        return verdicts

    def _claim(self, entry: LoggedRequests, part: Range, nak: Run) -> list[Verdict]:
        """What a NAK asks for was lost, as it seems, when it came in a run."""
        claim = Claim(entry.piece_of(part[0]), *part, nak.frame, nak.sent)
        for later in itertools.islice(self._log.entries, self._log.entries.index(entry) + 1, None):
            for repetition in filter(_sends_again, later.pieces):  # while the NAK was on its way
                claim.send_again(repetition)
        return self._tell_claims(self._claims.add(claim))

    def _refuse_kept(self, psn: int, frame: int) -> None:
        """It was not ready for a packet that it had kept, when it got to it: it drops all that it has kept."""
        log = self._log
        kept, at = log.keeping(psn), log.passing(psn)
        if kept < 0 or at == len(log.entries) or log.entries[at].frame > frame:
            return
        log.refuse_packet(at, kept, psn, NOT_READY)
        self._repeated.explain()

    def _refuse_duplicate(self, psn: int, frame: int) -> None:
        """It refused what has the PSN of a packet that it had executed: so that was another packet."""
        at = self._log.repeating(psn, frame)
        if at >= 0:
            self._log.refuse_packet(at, at, psn, FATAL)
            self._repeated.explain()

    def _tell_claims(self, claims: Iterable[Claim]) -> list[Verdict]:
        """What a NAK asked for was lost, or it was late, where others were: each has a NAK of its own."""
        verdicts: list[Verdict] = []
        for claim in claims:
            entry, ranges = LoggedRequests([claim.run.replace(after=0)], 0, 0), [(claim.first, claim.end)]
            if claim.unready:
                verdicts += undecided(entry, ranges, (claim.frame,))  # another RNR NAK may have been lost
            elif (ack := self._repeated.first_of(claim.end, claim.frame)) is not None:
                # something came twice that the tap saw once: these, late, or copies that the network made
                verdicts += self._late_or_lost(claim, ack.frame)
            else:
                verdicts += self._lost(entry, ranges, claim.frame)
        return verdicts

    def _late_or_lost(self, claim: Claim, frame: int) -> list[Verdict]:
        """What a NAK asked for is answered twice, as an answer shows."""
        entry, ranges = LoggedRequests([claim.run.replace(after=0)], 0, 0), [(claim.first, claim.end)]
        return list(run_verdicts(REORDERED_OR_LOST, entry, ranges, (claim.frame, frame), where=BEHIND_TAP))

    def _doubt_claims(self, acked: int, frame: int) -> list[Verdict]:
        """What NAKs asked for is acknowledged, as a packet shows; it may have been late if it did not ask for that."""
        unasked = self._claims.acknowledged_unasked(acked) if acked >= 0 else []
        return [verdict for claim in unasked for verdict in self._late_or_lost(claim, frame)]

    def _decide_claims(self, acked: int) -> list[Verdict]:
        """What answers show of the packets that NAKs asked for."""
        late, final = self._claims.acknowledged(acked, self._sent, keeps=self._log.keeps)
        for claim in late:
            self._arrive_late(claim, before_repetition=True)
            if claim.shows_kept(acked):
                self._prove_kept()
        return self._tell_claims(final)

    def _arrive_late(self, claim: Claim, *, before_repetition: bool) -> None:
        self._late_behind = True
        run = claim.run.replace(first=claim.first, end=claim.end, packets=1, place=-1)
        self._log.arrive_late(run, claim.frame, before_repetition=before_repetition)

    def _prove_kept(self) -> None:
        """An answer covers packets that came early, and were not sent again.

        Where packets are late behind the tap, others may have come in order that the tap saw early.
        """
        self._kept_proofs += 1
        if self._kept_proofs == MIN_KEPT_PROOFS:
            self._log.keep_early()

    def _remember_nak(self, run: Run) -> None:
        self._open_nak, self._nak_frame = run.first, run.last_frame
        self._naks.append(run.first)
        if len(self._naks) > MAX_NAKS:
            del self._naks[0]

    def _take_repeated(self, run: Run) -> list[Verdict]:
        left = self._repeated.assign(run)
        verdicts: list[Verdict] = []
        if left is not None and self._claims.open:
            for claim in self._claims.acknowledged_again(run.end, run.frame):
                self._arrive_late(claim, before_repetition=False)
                verdicts += self._tell_claims([claim])
                left = left and self._repeated.assign(left)
        while left is not None:
            refused = self._refuse_behind(run, left.packets)
            if not refused:
                self._repeated.add(left)
                break
            verdicts += refused
            left = self._repeated.assign(left)
        return verdicts

    def _refuse_behind(self, acks: Run, left: int) -> list[Verdict]:
        """Repeated ACKs are left: it has got no further, and what seemed to be a duplicate behind them was none.

        Where it has just sent one for each duplicate, far fewer answer copies that the network made behind the tap.
        """
        if self._log.base is None or acks.end != self._acked:
            return []
        entries, start = self._log.entries, self._log.passing(acks.end)
        for at, entry in enumerate(itertools.islice(entries, start, None), start):
            if entry.duplicates and not entry.reads and entry.frame < acks.last_frame and entry.expected > acks.end:
                is_enough = 2 * left >= entry.packets(entry.duplicates) or not self._log.has_acked_each(acks.end)
                return self._refuse_train(acks.end, at, acks.frame) if is_enough and not entry.copy else []
        return []

    def _take_responses(self, run: Run, late: Iterable[Range]) -> list[Verdict]:
        """Responses sent again answer duplicates of READs and atomics, or the tap saw once what came twice.

        Then the original may have come before the repetition or behind it.
        """
        if run.first >= run.acked or not self._log.reads:
            return []
        left = self._assign_responses(run, [*without((run.first, run.end), late)])
        claims = self._claims.answered_again(left, run.frame) if left and self._claims.open else ()
        return [verdict for claim in claims for verdict in self._late_or_lost(claim, run.frame)]

    def _assign_responses(self, run: Run, left: list[Range]) -> list[Range]:
        """Give responses to the latest duplicates that none has answered yet; returns those that are left.

        Those before may have been the first that arrived.
        """
        for entry in reversed(self._log.entries):
            if not left:
                break
            if not entry.reads or entry.frame > run.last_frame:
                continue
            before, left = left, entry.take_responses(left)
            if left != before and len(entry.proof) < MAX_ANSWERS:
                entry.proof.append(run.frame)
        return left

    # -- Losses behind the tap ----------------------------------------------------------------------------------------

    def _refuse_train(self, psn: int, until: int, frame: int) -> list[Verdict]:
        """The responder has not got a packet, and sent no NAK when more came behind it.

        It had asked for that PSN before, and was silent; or nothing of what followed reached it; or its NAK was lost
        before the tap, where answers are lost, and of a long train rather than all of that.

        Args:
            psn: the PSN.
            until: the index of the run at which it still lacked it.
            frame: the packet that shows that.
        """
        log = self._log
        at = log.accepting(psn)
        if self._late_behind or not 0 <= at < until:
            return []
        entry = log.entries[at]
        before = log.entries[at - 1].after if at else log.base
        if self._answers_lost or (before is not None and before.asked == psn == entry.expected):
            log.refuse([(at, psn, psn + 1)], NOT_RECEIVED)
            self._repeated.explain()
            return self._not_there(at, (psn, psn + 1), frame)
        train = [(index, log.entries[index]) for index in range(at, until)]
        parts = [(index, max(psn, entry.first), entry.end) for index, entry in train if not entry.copy]
        parts = [(index, first, end) for index, first, end in parts if first < end]
        log.refuse(parts, NOT_RECEIVED)
        self._repeated.explain()
        if sum(log.entries[index].packets([(first, end)]) for index, first, end in parts) <= MOST_TOGETHER:
            return [verdict for index, *part in parts for verdict in self._not_there(index, (part[0], part[1]), frame)]
        piece = entry.piece_of(psn)
        behind = piece.end if piece.is_one_read else psn + 1
        verdicts = self._not_there(at, (psn, behind), frame)
        for index, first, end in parts:
            later = log.entries[index]
            if not later.untold and max(first, behind) < end:
                verdicts += undecided(later, [(max(first, behind), end)], (frame,))
        return verdicts

    def _not_there(self, at: int, part: Range, frame: int) -> list[Verdict]:
        """Requests that came again seem not to have arrived before.

        Nothing but its own response shows that a READ or an atomic has, and that may have been lost before the tap; and
        what came when one before it was missing was dropped.
        """
        entry = self._log.entries[at]
        if not entry.untold and (entry.reads or not self._log.has_all_before(at, part[0], frame)):
            return list(undecided(entry, [part], (frame,)))
        return self._lost(entry, [part], frame)

    def _lost(self, entry: LoggedRequests, ranges: Iterable[Range], frame: int) -> list[Verdict]:
        if entry.untold:
            return []
        self._lost_behind |= not self._late_behind
        kind = REORDERED_OR_LOST if self._late_behind else LOST
        return list(run_verdicts(kind, entry, ranges, (frame,), where=BEHIND_TAP))

    # -- What is decided ----------------------------------------------------------------------------------------------

    def _settle(self, entry: LoggedRequests) -> list[Verdict]:
        """Nothing will change what is known of a run."""
        if entry.untold:
            return []
        verdicts: list[Verdict] = []
        arrived = entry.pieces[0].time < self._answered  # else that is not known
        if entry.duplicates and arrived:
            if entry.copy:
                verdicts += self._copies.settle(entry, may_be_lost=self._lost_behind)
            else:
                verdicts += self._executed.settle(
                    entry, self._acked, keeps=self._log.keeps, asks=bool(self._naks), may_be_lost=self._lost_behind
                )
        if entry.nak >= 0:
            self._answers_lost |= entry.nak != entry.nak_seen and not self._log.keeps
        if entry.early:
            asked = entry.after.asked
            waits = asked in self._naks or (arrived and self._log.was_lost(asked, entry.early[0][0]))
            if waits and asked != self._fatal:
                verdicts += run_verdicts(OUT_OF_SEQUENCE, entry, entry.early, (), expected=asked & PSN_MASK)
        return verdicts

    # -- State --------------------------------------------------------------------------------------------------------

    def state(self) -> State:
        """What is known and pending, as integers."""
        return {
            **self._log.state(),
            **{name: int(getattr(self, f"_{name}")) for name in _NUMBERS},
            "acks_each": self._executed.acks_each,
            **{name: int(getattr(self, f"_{name}")) for name in _LOSSES},
            "given_up": self._repeated.given_up + self._unsent.given_up,
            "naks": [(psn,) for psn in self._naks],
            "repeated": self._repeated.rows(),
            "unsent": self._unsent.rows(),
            "claims": self._claims.rows(),
            "copies_arrive": self._copies.arrive,
            "copies_given_up": self._copies.given_up,
            "copies": self._copies.rows(),
        }

    def restore(self, state: State) -> None:
        """Go on with what was known and pending.

        Raises:
            ValueError: it is no state of this class.
        """
        self._log.restore(state)
        for name in (*_NUMBERS, *_LOSSES):
            setattr(self, f"_{name}", type(getattr(self, f"_{name}"))(number(state, name)))
        self._naks = [psn for (psn,) in table(state, "naks")]
        self._executed.acks_each = number(state, "acks_each")
        self._repeated.given_up = number(state, "given_up")
        self._repeated.fill(table(state, "repeated"))
        self._unsent.fill(table(state, "unsent"))
        self._claims.restore(table(state, "claims"))
        self._copies.arrive = bool(number(state, "copies_arrive"))
        self._copies.given_up = number(state, "copies_given_up")
        self._copies.restore(table(state, "copies"))


def _sends_again(run: Run) -> bool:
    return run.again and run.late != 1


def _proven(run: Run) -> Run:
    """The run, with nothing acknowledged if no answer came before it."""
    return run if run.acked_time else run.replace(acked=_NONE)
