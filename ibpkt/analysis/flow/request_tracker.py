"""The requests of one end: which are new, missing, late, sent again or copied, and the messages that they make.

The tap sees what the requester sends and what the responder answers, each possibly before it is lost.  From that
follows what the responder expects next, as far as the tap can know.

Source: IBA 1, 9.7 and 9.8.
"""

from __future__ import annotations

from bisect import bisect_right

from ibpkt.analysis.flow.queue_pair_reuse import is_of_new_connection
from ibpkt.analysis.flow.reassembly import FIRST, MAX_EARLY, ONLY, OPERATION, POSITION, READ, SILENT, learn_pmtu
from ibpkt.analysis.flow.responder_model import ResponderModel
from ibpkt.analysis.flow.sequence import (
    DUPLICATE_TIME,
    HALF,
    MAX_IDENT_STEP,
    MAX_PSN_DISTANCE,
    PSN_MASK,
    PacketCopies,
    PacketCopy,
    PacketView,
    PSNRanges,
    Results,
    unwrap,
)
from ibpkt.analysis.results.finding import FindingType, Severity
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.protocols.analysis_facts import CAUSES

GAP = FindingType(
    "gap",
    Severity.NOTE,
    "sequence",
    "{count:packet is|packets are} missing before PSN {psn}, from PSN {missing} on",
    "They were lost before the tap, missed by the tap, or are delayed; later packets show which.",
    "IBA 1, 9.7.4.1.2",
)
LOST = FindingType(
    "lost",
    Severity.WARNING,
    "sequence",
    "{count:packet was|packets were} lost {where}, from PSN {psn} on",
    "A link with errors, a buffer overflow, or a receiver that dropped them; each loss costs a retransmission.",
    "IBA 1, 9.7.5.2.8",
)
UNSEEN = FindingType(
    "capture-loss",
    Severity.NOTE,
    "sequence",
    "The capture misses {count:packet|packets} that did arrive, from PSN {psn} on",
    "The tap dropped packets; the capture does not show all that happened in this flow.",
    "",  # a tap sees it; no section of the specification says it
)
RETRANSMISSION = FindingType(
    "retransmission",
    Severity.WARNING,
    "sequence",
    "PSN {psn} is retransmitted: {cause}",
    "Packets were lost or refused, or their acknowledgements were lost; the link carries the same bytes twice.",
    "IBA 1, 9.7.5.1.4",
)
DUPLICATE = FindingType(
    "duplicate",
    Severity.NOTE,
    "sequence",
    "PSN {psn} is duplicated: a copy, not a retransmission",
    "The network or the capture (two mirror ports) made a copy of the packet.",
    "",  # a tap sees it; no section of the specification says it
)
OUT_OF_ORDER = FindingType(
    "out-of-order",
    Severity.WARNING,
    "sequence",
    "PSN {psn} arrives out of order: later packets have overtaken it",
    "Packets of one flow take several paths, as with adaptive routing or link aggregation by packet.",
    "IBA 1, 9.7.4.1.2",
)
TIMEOUT = FindingType(
    "timeout",
    Severity.WARNING,
    "sequence",
    "No ACK within {waited:ns}, retransmits from PSN {psn}",
    "The last packets of a burst or their acknowledgement were lost: only the timer detects that.",
    "IBA 1, 9.7.6.1.3",
)
RNR_WAIT = FindingType(
    "rnr-retry",
    Severity.NOTE,
    "sequence",
    "The requester retries {waited:ns} after an RNR NAK that asked for a delay of {timer:ns}",
    "The receiver posts receive requests too slowly.",
    "IBA 1, 9.7.5.2.8",
)
RNR_EARLY = FindingType(
    "rnr-early",
    Severity.WARNING,
    "sequence",
    "The requester retries only {waited:ns} after an RNR NAK that asked for a delay of {timer:ns}",
    "The requester ignores the RNR timer, or a clock is wrong.",
    "IBA 1, 9.7.5.2.8",
)
STRAY = FindingType(
    "stray",
    Severity.NOTE,
    "sequence",
    "PSN {psn} is far from the PSNs that this queue pair uses",
    "The packet is damaged, or belongs to another connection of the same queue pairs; later packets may show which.",
    "",  # a tap sees it; no section of the specification says it
)
CORRUPT = FindingType(
    "corrupt",
    Severity.ERROR,
    "sequence",
    "The ICRC is wrong: the receiver drops the packet",
    "A bit flipped after the last check on the path: memory of a switch, or a broken adapter.",
    "IBA 1, 7.8.1",
)
NOT_FOLLOWED = FindingType(
    "not-followed",
    Severity.NOTE,
    "sequence",
    "Nearly every recent request has a gap before it: the PSNs of this flow are no longer tracked",
    "The capture holds only a sample of the packets, most were dropped, or the packets are no conversation.",
    "",  # a tap sees it; no section of the specification says it
)
#: requests with others missing before them behind which a sequence is not followed any further, and how many of them
#: one makes good that does follow
MAX_GAP_SCORE, GAP_CREDIT = 256, 4
#: packets that may be missing where a queue pair goes on at other addresses
MAX_MIGRATION_GAP = 64
#: packets sent again needlessly that show that a requester goes back
MIN_NEEDLESS = 3
BY_NAK, BY_RNR, BY_RESPONSE, BY_TIMEOUT, BY_UNKNOWN = range(1, len(CAUSES))


class RequestTracker(ResponderModel):
    """The requests of one end of a flow.

    Attributes:
        start: the first sequence number that is known.
        asked: from which number on the requester has been told to send again, and why.
    """

    def __init__(self, flow: Flow, side: int, results: Results) -> None:
        super().__init__(flow, side, results)
        self.start = 0
        self.copies = PacketCopies()
        self.holes = PSNRanges()
        self.asked_why = 0
        self.asked_time = 0
        self.asked_wait = 0
        self.again_why = 0
        self.again_run = 0  # packets in a row that came before, behind one that was asked for
        self.stray: PacketView | None = None  # the last packet that was far from all others
        self.suspect = -1  # what would follow it
        self.maybe_new_connection: int | None = (
            None  # where a message began that may be another connection's, see `reuse`
        )
        self.begun = 0  # messages since
        self.copied = -1  # behind a packet that the network seems to have copied
        self.patience = DUPLICATE_TIME
        self.active = 0  # when the requester sent last
        self.dead = False
        self.broken = 0  # requests before which others are missing, without those that were made good
        self.untracked = False  # there is nothing to follow: packets are counted
        self.migreq = -1  # the M bit of its last packet
        self.tries, self.tried = 0, -1  # timeouts in a row, and after which number
        self.idents = 0, 0  # of the last two packets, those left out that others have overtaken

    def begin(self, psn: int, known: bool) -> None:
        """The first sequence number; ``known`` where connection management told it."""
        self.top = self.start = self.asm = self.epsn = self.una = psn
        self.lost_start = not known
        self.mine.first_psn = psn & PSN_MASK
        self.silent = self.flow.service in SILENT

    # -- packets ----------------------------------------------------------------------------------------------------

    def take(self, seen: PacketView) -> bool:
        """A request packet came; False where it cannot belong to this connection, but begins another."""
        if self.untracked:
            self._count(seen)
            return True
        top = self.top
        if top is None:
            self.begin(seen.psn, False)
            top = seen.psn
        psn = top + ((seen.psn - top + HALF) & PSN_MASK) - HALF  # `unwrap`, without a call
        if psn != top:
            if self.results.is_bad(seen.row):
                self.corrupt(seen)
                return True
            if not -MAX_PSN_DISTANCE <= psn - top <= MAX_PSN_DISTANCE:
                return self._stray(seen, psn)
        self.suspect, self.stray = -1, None
        if psn < top and is_of_new_connection(self, seen, psn, top):
            return False
        if psn > top and self.length_unknown is not None:
            self._stretch(psn, seen)
            top = self.top or top
        if (psn != top or self.maybe_new_connection is not None) and POSITION[seen.opcode] in (FIRST, ONLY):
            self._doubt(psn, top)
        mine = self.mine
        mine.requests += 1
        mine.payload += seen.size
        operation = OPERATION[seen.opcode]
        span = self._span(seen) if operation == READ else 1
        if self.flow.pmtu is None and not seen.cut:
            learn_pmtu(self.flow, POSITION[seen.opcode], seen.size)
        if psn >= top:
            self._fresh(seen, psn, span, top)
        else:
            self._behind(seen, psn, span, operation)
        self.active = seen.time
        last, ident = self.idents[1], seen.ident
        if (last - ident) & 0xFFFF > MAX_IDENT_STEP or not self._is_overtaken(ident):
            self.idents = last, ident
        if self.broken >= MAX_GAP_SCORE:
            self._give_up(seen)
        return True

    def _give_up(self, seen: PacketView) -> None:
        """What comes is no sequence, or too little of one to tell anything."""
        self.untracked = True
        self.results.report(NOT_FOLLOWED, seen, self.flow)
        for message in self.pending:
            self.results.ended(message, self.mine)
        self.pending.clear()
        self.early.clear()
        self.open = self.length_unknown = None
        self.holes, self.copies, self.resend_from = PSNRanges(), PacketCopies(), -1

    def _count(self, seen: PacketView) -> None:
        mine = self.mine
        mine.requests += 1
        mine.payload += seen.size
        mine.fresh += seen.size
        mine.last_psn = seen.psn

    def _is_overtaken(self, ident: int) -> bool:
        """Whether the Identification shows that a packet was sent before the last that came."""
        before, last = self.idents
        if not 0 < (last - ident) & 0xFFFF <= MAX_IDENT_STEP:
            return False
        return bool(ident and before) and 0 < (last - before) & 0xFFFF <= MAX_IDENT_STEP

    def corrupt(self, seen: PacketView) -> None:
        """A packet with a wrong ICRC: nothing in it can be trusted, and the receiver drops it."""
        self.mine.corrupt += 1
        self.results.set_fact("corrupt", seen.row)
        self.results.report(CORRUPT, seen, self.flow)

    def _stray(self, seen: PacketView, psn: int) -> bool:
        """A packet far from all others; False where it is certain by now that another connection has begun."""
        follows = self.stray is not None and 0 <= psn - self.suspect <= MAX_MIGRATION_GAP
        begins = POSITION[seen.opcode] in (FIRST, ONLY)
        if follows:
            return False
        if self.dead or (begins and not self.early and self.una >= (self.top or 0)):
            self.stray = None
            return False
        if self.stray is None or psn != unwrap(self.stray.psn, psn):
            self.results.report(STRAY, seen, self.flow, psn=seen.psn)
        self.stray, self.suspect = seen, psn + self._span(seen)
        self.results.set_fact("stray", seen.row)
        return True

    def is_of_stray(self, psn: int) -> bool:
        """Whether an answer far from all others may be for the last request that was so."""
        return self.stray is not None and unwrap(self.stray.psn, psn) <= psn < unwrap(self.suspect, psn)

    def _doubt(self, psn: int, top: int) -> None:
        """A message begins where it need not: the count in its answer shows whose it is, see `reuse`."""
        if self.maybe_new_connection is None and (psn > top or psn < self.una):
            self.maybe_new_connection, self.begun = psn, 0
        self.begun += 1

    def has_given_up(self, retries: int) -> bool:
        """Whether the requester may have given up, after so many timeouts in a row."""
        return self.tries >= retries and self.tried >= self.una

    def goes_on(self, seen: PacketView, migreq: int, ends: tuple[str, str], there: tuple[str, str]) -> bool:
        """Whether a packet at other addresses can be one of these: the next, or again, with another M bit."""
        if self.top is None or self.dead or self.migreq in (-1, migreq):
            return False
        psn = unwrap(seen.psn, self.top)
        shared = any(before == now for before, now in zip(ends, there, strict=True))
        if shared and seen.time - self.active >= self.patience:
            return self.una <= psn <= self.top + MAX_MIGRATION_GAP
        return psn == self.top

    def restarts(self, seen: PacketView) -> bool:
        """Whether a packet begins a message with a number that does not follow: another connection's, perhaps."""
        psn = unwrap(seen.psn, self.top or 0)
        return POSITION[seen.opcode] in (FIRST, ONLY) and not self.una <= psn <= (self.top or 0)

    def _span(self, seen: PacketView) -> int:
        """How many sequence numbers a packet uses."""
        pmtu = self.flow.pmtu
        if OPERATION[seen.opcode] != READ or seen.dmalen <= self.flow.pmtu_least:
            return 1
        return 1 if pmtu is None else -(-seen.dmalen // pmtu)

    def _fresh(self, seen: PacketView, psn: int, span: int, top: int) -> None:
        results, mine = self.results, self.mine
        if psn > top:
            results.set_fact("gap", seen.row, psn - top)
            results.report(GAP, seen, self.flow, count=psn - top, psn=seen.psn, missing=top & PSN_MASK)
            self.holes.add(top, psn)
            self.broken += 1
        elif self.broken:
            self.broken = max(0, self.broken - GAP_CREDIT)
        if self.next_retransmission >= 0:
            self._train_ends(seen, psn, top)
            self.next_retransmission = -1
        mine.fresh += seen.size
        self.top = psn + span
        mine.last_psn = (psn + span - 1) & PSN_MASK
        if self.silent:
            pass
        elif psn == self.epsn:
            self._next(seen, psn, span)
        else:
            self._too_early(seen, psn)
        self.copies.add(psn, seen)
        if psn == self.asm:
            self._assemble(seen, psn, span)
        elif self.silent:  # nobody sends it again
            self.skip(psn)
            self._assemble(seen, psn, span)
        else:
            self.early[psn] = (seen, span)
            if len(self.early) > MAX_EARLY:
                self.skip(psn)  # too much waits: nothing that is missing will come

    def _train_ends(self, seen: PacketView, psn: int, top: int) -> None:
        """After packets that were sent again comes a new one."""
        flow = self.flow
        missing = max(self.next_retransmission, self.una)
        if missing >= top or self.holes or self.asm != top:
            return
        if flow.recovery == "go-back-n":
            self.lost(seen, missing, top, "before the tap, again")
        elif flow.recovery == "selective-repeat" and self.epsn < psn:
            self.epsn = psn  # the responder has kept what it had

    def lost(self, seen: PacketView, psn: int, behind: int, where: str) -> None:
        """Packets did not arrive."""
        self.mine.lost += behind - psn
        self.results.add_to_fact("lost", seen.row, behind - psn)
        self.results.report(LOST, seen, self.flow, count=behind - psn, psn=psn & PSN_MASK, where=where)

    def _behind(self, seen: PacketView, psn: int, span: int, operation: int) -> None:
        results, mine, flow = self.results, self.mine, self.flow
        if psn < self.start:
            return  # of a time before the capture: nothing is known about it
        hole = psn in self.holes
        copy = self.copies.find(psn, self.top or 0)
        if copy is not None and copy.is_same(seen.ident):
            self._copied(seen, psn)
            return
        why = 0 if self.silent else self._why(seen, psn, copy, hole)
        late = None
        if (
            not why or copy is None or 0 < (copy.ident - seen.ident) & 0xFFFF <= MAX_IDENT_STEP
        ):  # else it was sent later
            late = self.copies.is_earlier(psn, seen.ident, self.top or 0)
            if late:
                why = 0
            elif late is False and not self.silent:
                why = why or BY_UNKNOWN
        if not hole and not why and not late:
            self._copied(seen, psn)
            return
        if why:
            self._again(seen, psn, span, why, hole)
        if not why or self._is_overtaken(seen.ident):
            mine.late += 1
            results.set_fact("out_of_order", seen.row)
            results.report(OUT_OF_ORDER, seen, flow, psn=seen.psn)
        self.copies.add(psn, seen)
        if hole:
            self.holes.remove(psn, psn + span)
            mine.fresh += seen.size
        if not self.silent:
            self._arrives(seen, psn, span, operation)
        if psn == self.asm and not self.silent:
            self._assemble(seen, psn, span)
        elif hole and psn > self.asm and not self.silent:
            self.early[psn] = (seen, span)

    def _copied(self, seen: PacketView, psn: int) -> None:
        self.mine.duplicated += 1
        self.copied = psn + self._span(seen)
        self.results.set_fact("duplicate", seen.row)
        self.results.report(DUPLICATE, seen, self.flow, psn=seen.psn)
        if psn < self.epsn and not self.silent:
            self._comes_again(seen, psn, psn + self._span(seen), OPERATION[seen.opcode])
        elif psn > self.epsn and not self.silent:
            self._too_early(seen, psn)

    # -- sending again ----------------------------------------------------------------------------------------------

    def ask(self, psn: int, why: int, seen: PacketView, wait: int = 0) -> None:
        """The requester is told to send again from a number on."""
        self.resend_from, self.asked_why, self.asked_time, self.asked_wait = psn, why, seen.time, wait

    def _why(self, seen: PacketView, psn: int, copy: PacketCopy | None, hole: bool) -> int:
        """Why a packet is sent again; 0 where it is not, but late or copied."""
        if 0 <= self.next_retransmission <= psn:
            return self.again_why
        # a packet that was missing and is not the very one that was asked for is the late original, most likely
        if self.resend_from >= 0 and (psn == self.resend_from if hole else psn >= self.resend_from):
            return self.asked_why
        quiet = seen.time - (self.active if copy is None else copy.time)
        if quiet >= self.patience and seen.time >= self.active:  # else the clock was set back
            return BY_TIMEOUT
        if not hole and (copy is None or psn == self.copied or copy.is_same(seen.ident) is False):
            return BY_UNKNOWN
        return 0

    def _again(self, seen: PacketView, psn: int, span: int, why: int, hole: bool) -> None:
        results, flow = self.results, self.flow
        if (
            self.next_retransmission < 0
            or psn < self.next_retransmission
            or (psn > self.next_retransmission and why != self.again_why)
        ):
            if why in (BY_TIMEOUT, BY_UNKNOWN) and self.wants >= max(psn, self.una):
                self.doubt = self.epsn  # there should have been an answer
            if why == BY_TIMEOUT:
                self.tries = self.tries + 1 if psn == self.tried else 1
                self.tried = psn
                results.report(TIMEOUT, seen, flow, psn=seen.psn, waited=seen.time - self.active)
                results.set_fact("timeout", seen.row)
            elif why == BY_RNR and self.resend_from >= 0:
                self.discarded = self.top or 0  # all that came before the wait was over
                waited = seen.time - self.asked_time
                kind = RNR_WAIT if waited >= self.asked_wait else RNR_EARLY
                if waited >= 0:
                    results.report(kind, seen, flow, waited=waited, timer=self.asked_wait)
            self.resend_from = -1
            self.again_run = 0
        elif psn == self.next_retransmission:
            self.again_run += not hole and why == BY_NAK
            if self.again_run >= MIN_NEEDLESS and not flow.recovery:
                flow.recovery = "go-back-n"
        elif flow.recovery == "go-back-n" and max(self.next_retransmission, self.una) < psn:
            self.lost(seen, max(self.next_retransmission, self.una), psn, "before the tap, again")
        if hole and why in (BY_NAK, BY_TIMEOUT, BY_UNKNOWN):
            self.lost(seen, psn, psn + span, "before the tap")
        self.next_retransmission, self.again_why = psn + span, why
        self.mine.retransmitted += 1
        results.set_fact("retransmission", seen.row, why)
        results.report(RETRANSMISSION, seen, flow, psn=seen.psn, cause=CAUSES[why])
        message = self._owner(psn) if results.wants_messages else None
        if message is not None:
            message.retransmissions += 1

    def _owner(self, psn: int) -> Message | None:
        """The message that a number belongs to, of those that wait."""
        pending = self.pending
        if not pending:
            return None
        first = pending[0].first_psn
        at = (
            bisect_right(pending, (psn - first) & PSN_MASK, key=lambda message: (message.first_psn - first) & PSN_MASK)
            - 1
        )
        if pending[at].last_psn is not None and self._holds(pending[at], psn):
            return pending[at]
        return pending[-1] if pending[-1].last_psn is None else None

    def _holds(self, message: Message, psn: int) -> bool:
        assert message.last_psn is not None
        return (psn - message.first_psn) & PSN_MASK <= (message.last_psn - message.first_psn) & PSN_MASK

    def missed(self, behind: int, seen: PacketView) -> None:
        """The responder answers what the tap has not seen: it has missed the requests up to ``behind``."""
        top = self.top
        assert top is not None
        if behind > top and self.length_unknown is not None and self.length_unknown.size is None:
            self.spread(self.length_unknown, behind)
        elif behind > top:
            self._unseen(behind - top, top, seen)
            self.top = behind
            self.epsn = max(self.epsn, behind)

    def _unseen(self, count: int, psn: int, seen: PacketView) -> None:
        self.mine.unseen += count
        self.results.add_to_fact("unseen", seen.row, count)
        self.results.report(UNSEEN, seen, self.flow, count=count, psn=psn & PSN_MASK)

    def settle(self, upto: int, seen: PacketView) -> None:
        """Everything up to a number has arrived at the responder: what the tap has not seen, it has missed."""
        if self.epsn < upto <= self.asm and not self.holes and not self.guessed:
            self.flow.recovery = "selective-repeat"  # what seemed to come too early was not sent again
            self.epsn = self.asm
        if self.holes:
            for low, high in list(self.holes):
                if low < upto:
                    count = self.holes.remove(low, min(high, upto))
                    if count:
                        self._unseen(count, low, seen)
        if upto > self.asm:
            self.skip(upto)
        if upto > self.epsn:
            self.epsn = upto
