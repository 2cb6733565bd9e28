"""The requests of one end: new, missing, out of order, retransmitted or duplicated, and their messages.

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
    PacketCopies,
    PacketCopy,
    PacketView,
    PSNRanges,
    Results,
    unwrap,
)
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.protocols import PSN_MASK
from ibpkt.protocols.analysis_facts import CAUSES

_SEQUENCE = FindingTypes("sequence")
GAP = _SEQUENCE.note(
    "gap",
    "{count:packet is|packets are} missing before PSN {psn}, from PSN {missing} on",
    "They were lost before the tap, missed by the tap, or are delayed; later packets show which.",
    "IBA 1, 9.7.4.1.2",
)
LOST = _SEQUENCE.warning(
    "lost",
    "{count:packet was|packets were} lost {where}, from PSN {psn} on",
    "A link with errors, a buffer overflow, or a receiver that dropped them; each loss costs a retransmission.",
    "IBA 1, 9.7.5.2.8",
)
UNSEEN = _SEQUENCE.note(
    "capture-loss",
    "The capture misses {count:packet|packets} that did arrive, from PSN {psn} on",
    "The tap dropped packets; the capture does not show all that happened in this flow.",
)
RETRANSMISSION = _SEQUENCE.warning(
    "retransmission",
    "PSN {psn} is retransmitted: {cause}",
    "Packets were lost or refused, or their acknowledgements were lost; the link carries the same bytes twice.",
    "IBA 1, 9.7.5.1.4",
)
DUPLICATE = _SEQUENCE.note(
    "duplicate",
    "PSN {psn} is duplicated: a copy, not a retransmission",
    "The network or the capture (two mirror ports) made a copy of the packet.",
)
OUT_OF_ORDER = _SEQUENCE.warning(
    "out-of-order",
    "PSN {psn} arrives out of order: later packets have overtaken it",
    "Packets of one flow take several paths, as with adaptive routing or link aggregation by packet.",
    "IBA 1, 9.7.4.1.2",
)
TIMEOUT = _SEQUENCE.warning(
    "timeout",
    "No ACK within {waited:ns}, retransmits from PSN {psn}",
    "The last packets of a burst or their acknowledgement were lost: only the timer detects that.",
    "IBA 1, 9.7.6.1.3",
)
RNR_WAIT = _SEQUENCE.note(
    "rnr-retry",
    "The requester retries {waited:ns} after an RNR NAK that asked for a delay of {timer:ns}",
    "The receiver posts receive requests too slowly.",
    "IBA 1, 9.7.5.2.8",
)
RNR_EARLY = _SEQUENCE.warning(
    "rnr-early",
    "The requester retries only {waited:ns} after an RNR NAK that asked for a delay of {timer:ns}",
    "The requester ignores the RNR timer, or a clock is wrong.",
    "IBA 1, 9.7.5.2.8",
)
STRAY = _SEQUENCE.note(
    "stray",
    "PSN {psn} is far from the PSNs that this queue pair uses",
    "The packet is damaged, or belongs to another connection of the same queue pairs; later packets may show which.",
)
CORRUPT = _SEQUENCE.error(
    "corrupt",
    "The ICRC is wrong: the receiver drops the packet",
    "A bit flipped after the last check on the path: memory of a switch, or a broken adapter.",
    "IBA 1, 7.8.1",
)
NOT_FOLLOWED = _SEQUENCE.note(
    "not-followed",
    "Nearly every recent request has a gap before it: the PSNs of this flow are no longer tracked",
    "The capture holds only a sample of the packets, most were dropped, or the packets are no conversation.",
)
#: requests with gaps before them after which a sequence is no longer tracked, and how many of them one request
#: in sequence makes up for
MAX_GAP_SCORE, GAP_CREDIT = 256, 4
#: packets that may be missing when a queue pair migrates
MAX_MIGRATION_GAP = 64
#: needless retransmissions in a row that show go-back-N
MIN_NEEDLESS = 3
BY_NAK, BY_RNR, BY_RESPONSE, BY_TIMEOUT, BY_UNKNOWN = range(1, len(CAUSES))


class RequestTracker(ResponderModel):
    """The requests of one end of a flow.

    Attributes:
        start: the first sequence number that is known.
        resend_from, resend_cause: the PSN from which a retransmission was requested, and why.
    """

    timeouts_in_row: int
    timeout_psn: int

    def __init__(self, flow: Flow, side: int, results: Results) -> None:
        super().__init__(flow, side, results)
        self.start: int = 0
        self.copies: PacketCopies = PacketCopies()
        self.gaps: PSNRanges = PSNRanges()
        self.resend_cause: int = 0
        self.resend_time: int = 0
        self.resend_wait: int = 0
        self.retransmission_cause: int = 0
        self.needless_run: int = 0  # packets in a row that were seen before, after a requested retransmission
        self.stray: PacketView | None = None  # the last packet that was far from all others
        self.stray_end: int = -1  # what would follow it
        # the PSN of a message that may belong to another connection (see `queue_pair_reuse`), and messages since then
        self.maybe_new_connection: int | None = None
        self.messages_since: int = 0
        self.copied_below: int = -1  # the PSN after a packet that the network seems to have duplicated
        self.min_timeout = DUPLICATE_TIME
        self.last_sent: int = 0  # when the requester sent last
        self.ended_by_nak = False
        self.gap_score: int = 0  # requests before which others are missing, without those that were made good
        self.untracked: bool = False  # there is nothing to follow: packets are counted
        self.migreq = -1  # the M bit of its last packet
        self.timeouts_in_row, self.timeout_psn = 0, -1  # timeouts in a row, and after which number
        #: of the last two packets, those left out that others have overtaken
        self.last_idents: tuple[int, int] = (0, 0)

    def begin(self, psn: int, known: bool) -> None:
        """Set the first PSN; ``known`` if connection management announced it."""
        self.top = self.start = self.next_in_order = self.epsn = self.una = psn
        self.lost_start: bool = not known
        self.stats.first_psn = psn & PSN_MASK
        self.silent: bool = self.flow.service in SILENT

    # -- packets ----------------------------------------------------------------------------------------------------

    def take(self, packet: PacketView) -> bool:
        """Process a request packet; False if it cannot belong to this connection, but begins another."""
        if self.untracked:
            self._count_only(packet)
            return True
        top = self.top
        if top is None:
            self.begin(packet.psn, False)
            top = packet.psn
        psn = top + ((packet.psn - top + HALF) & PSN_MASK) - HALF  # `unwrap`, without a call
        if psn != top:
            if self.results.is_bad(packet.row):
                self.corrupt(packet)
                return True
            if not -MAX_PSN_DISTANCE <= psn - top <= MAX_PSN_DISTANCE:
                return self._stray(packet, psn)
        self.stray_end, self.stray = -1, None
        if psn < top and is_of_new_connection(self, packet, psn, top):
            return False
        if psn > top and self.length_unknown is not None:
            self._learn_read_span(psn, packet)
            top = self.top or top
        if (psn != top or self.maybe_new_connection is not None) and POSITION[packet.opcode] in (FIRST, ONLY):
            self._suspect_new_connection(psn, top)
        stats = self.stats
        stats.requests += 1
        stats.payload += packet.size
        operation = OPERATION[packet.opcode]
        span = self._span(packet) if operation == READ else 1
        if self.flow.pmtu is None and not packet.cut:
            learn_pmtu(self.flow, POSITION[packet.opcode], packet.size)
        if psn >= top:
            self._add_new(packet, psn, span, top)
        else:
            self._add_old(packet, psn, span, operation)
        self.last_sent = packet.time
        last, ident = self.last_idents[1], packet.ident
        if (last - ident) & 0xFFFF > MAX_IDENT_STEP or not self._is_overtaken(ident):
            self.last_idents = last, ident
        if self.gap_score >= MAX_GAP_SCORE:
            self._stop_following(packet)
        return True

    def _stop_following(self, packet: PacketView) -> None:
        """Stop tracking: the packets are no sequence, or too many are missing."""
        self.untracked = True
        self.results.report(NOT_FOLLOWED, packet, self.flow)
        for message in self.pending:
            self.results.ended(message, self.stats)
        self.pending.clear()
        self.early.clear()
        self.open = None
        self.length_unknown = None
        self.gaps, self.copies, self.resend_from = PSNRanges(), PacketCopies(), -1

    def _count_only(self, packet: PacketView) -> None:
        stats = self.stats
        stats.requests += 1
        stats.payload += packet.size
        stats.fresh += packet.size
        stats.last_psn = packet.psn

    def _is_overtaken(self, ident: int) -> bool:
        """Whether the Identification shows that a packet was sent before the last that came."""
        before, last = self.last_idents
        if not 0 < (last - ident) & 0xFFFF <= MAX_IDENT_STEP:
            return False
        return bool(ident and before) and 0 < (last - before) & 0xFFFF <= MAX_IDENT_STEP

    def corrupt(self, packet: PacketView) -> None:
        """A packet with a wrong ICRC: nothing in it can be trusted, and the receiver drops it."""
        self.stats.corrupt += 1
        self.results.set_fact("corrupt", packet.row)
        self.results.report(CORRUPT, packet, self.flow)

    def _stray(self, packet: PacketView, psn: int) -> bool:
        """A packet far from all others; False if another connection has certainly begun."""
        follows = self.stray is not None and 0 <= psn - self.stray_end <= MAX_MIGRATION_GAP
        begins = POSITION[packet.opcode] in (FIRST, ONLY)
        if follows:
            return False
        if self.ended_by_nak or (begins and not self.early and self.una >= (self.top or 0)):
            self.stray = None
            return False
        if self.stray is None or psn != unwrap(self.stray.psn, psn):
            self.results.report(STRAY, packet, self.flow, psn=packet.psn)
        self.stray, self.stray_end = packet, psn + self._span(packet)
        self.results.set_fact("stray", packet.row)
        return True

    def is_of_stray(self, psn: int) -> bool:
        """Whether an answer far from all others may be for the last request that was so."""
        return self.stray is not None and unwrap(self.stray.psn, psn) <= psn < unwrap(self.stray_end, psn)

    def _suspect_new_connection(self, psn: int, top: int) -> None:
        """A message begins where it need not: the count in its answer shows whose it is, see `queue_pair_reuse`."""
        if self.maybe_new_connection is None and (psn > top or psn < self.una):
            self.maybe_new_connection, self.messages_since = psn, 0
        self.messages_since += 1

    def has_given_up(self, retries: int) -> bool:
        """Whether the requester may have given up, after so many timeouts in a row."""
        return self.timeouts_in_row >= retries and self.timeout_psn >= self.una

    def may_migrate(self, packet: PacketView, migreq: int, ends: tuple[str, str], addresses: tuple[str, str]) -> bool:
        """Whether a packet at other addresses can be one of these: the next, or again, with another M bit."""
        if self.top is None or self.ended_by_nak or self.migreq in (-1, migreq):
            return False
        psn = unwrap(packet.psn, self.top)
        shared = any(before == now for before, now in zip(ends, addresses, strict=True))
        if shared and packet.time - self.last_sent >= self.min_timeout:
            return self.una <= psn <= self.top + MAX_MIGRATION_GAP
        return psn == self.top

    def may_restart(self, packet: PacketView) -> bool:
        """Whether a packet begins a message with a number that does not follow: another connection's, perhaps."""
        psn = unwrap(packet.psn, self.top or 0)
        return POSITION[packet.opcode] in (FIRST, ONLY) and not self.una <= psn <= (self.top or 0)

    def _span(self, packet: PacketView) -> int:
        """How many sequence numbers a packet uses."""
        pmtu = self.flow.pmtu
        if OPERATION[packet.opcode] != READ or packet.dmalen <= self.flow.pmtu_least:
            return 1
        return 1 if pmtu is None else -(-packet.dmalen // pmtu)

    def _add_new(self, packet: PacketView, psn: int, span: int, top: int) -> None:
        results, stats = self.results, self.stats
        if psn > top:
            results.set_fact("gap", packet.row, psn - top)
            results.report(GAP, packet, self.flow, psn - top, count=psn - top, psn=packet.psn, missing=top & PSN_MASK)
            self.gaps.add(top, psn)
            self.gap_score += 1
        elif self.gap_score:
            self.gap_score = max(0, self.gap_score - GAP_CREDIT)
        if self.next_retransmission >= 0:
            self._retransmissions_end(packet, psn, top)
            self.next_retransmission: int = -1
        stats.fresh += packet.size
        self.top: int = psn + span
        stats.last_psn = (psn + span - 1) & PSN_MASK
        if self.silent:
            pass
        elif psn == self.epsn:
            self._arrive_expected(packet, psn, span)
        else:
            self._arrive_early(packet, psn)
        self.copies.add(psn, packet)
        if psn == self.next_in_order:
            self._assemble(packet, psn, span)
        elif self.silent:  # no retransmissions
            self.skip(psn)
            self._assemble(packet, psn, span)
        else:
            self.early[psn] = (packet, span)
            if len(self.early) > MAX_EARLY:
                self.skip(psn)  # too much waits: nothing that is missing will come

    def _retransmissions_end(self, packet: PacketView, psn: int, top: int) -> None:
        """A new packet after retransmissions."""
        flow = self.flow
        missing = max(self.next_retransmission, self.una)
        if missing >= top or self.gaps or self.next_in_order != top:
            return
        if flow.recovery == "go-back-n":
            self.report_lost(packet, missing, top, "before the tap, again")
        elif flow.recovery == "selective-repeat" and self.epsn < psn:
            self.epsn: int = psn  # the responder has kept what it had

    def report_lost(self, packet: PacketView, psn: int, end: int, where: str) -> None:
        """Report packets that did not arrive."""
        self.stats.lost += end - psn
        self.results.add_to_fact("lost", packet.row, end - psn)
        self.results.report(LOST, packet, self.flow, end - psn, count=end - psn, psn=psn & PSN_MASK, where=where)

    def _add_old(self, packet: PacketView, psn: int, span: int, operation: int) -> None:
        results, stats, flow = self.results, self.stats, self.flow
        if psn < self.start:
            return  # of a time before the capture: nothing is known about it
        hole = psn in self.gaps
        copy = self.copies.find(psn, self.top or 0)
        if copy is not None and copy.is_same(packet.ident):
            self._add_duplicate(packet, psn)
            return
        why = 0 if self.silent else self._cause(packet, psn, copy, hole)
        late = None
        if (
            not why or copy is None or 0 < (copy.ident - packet.ident) & 0xFFFF <= MAX_IDENT_STEP
        ):  # else it was sent later
            late = self.copies.is_earlier(psn, packet.ident, self.top or 0)
            if late:
                why = 0
            elif late is False and not self.silent:
                why = why or BY_UNKNOWN
        if not hole and not why and not late:
            self._add_duplicate(packet, psn)
            return
        if why:
            self._add_retransmission(packet, psn, span, why, hole)
        if not why or self._is_overtaken(packet.ident):
            stats.late += 1
            results.set_fact("out_of_order", packet.row)
            results.report(OUT_OF_ORDER, packet, flow, psn=packet.psn)
        self.copies.add(psn, packet)
        if hole:
            self.gaps.remove(psn, psn + span)
            stats.fresh += packet.size
        if not self.silent:
            self._arrive(packet, psn, span, operation)
        if psn == self.next_in_order and not self.silent:
            self._assemble(packet, psn, span)
        elif hole and psn > self.next_in_order and not self.silent:
            self.early[psn] = (packet, span)

    def _add_duplicate(self, packet: PacketView, psn: int) -> None:
        self.stats.duplicated += 1
        self.copied_below = psn + self._span(packet)
        self.results.set_fact("duplicate", packet.row)
        self.results.report(DUPLICATE, packet, self.flow, psn=packet.psn)
        if psn < self.epsn and not self.silent:
            self._arrive_again(packet, psn, psn + self._span(packet), OPERATION[packet.opcode])
        elif psn > self.epsn and not self.silent:
            self._arrive_early(packet, psn)

    # -- sending again ----------------------------------------------------------------------------------------------

    def request_resend(self, psn: int, why: int, packet: PacketView, wait: int = 0) -> None:
        """The responder requests retransmission from a PSN on."""
        self.resend_from, self.resend_cause, self.resend_time, self.resend_wait = psn, why, packet.time, wait

    def _cause(self, packet: PacketView, psn: int, copy: PacketCopy | None, hole: bool) -> int:
        """Why a packet is retransmitted; 0 if it is not, but out of order or duplicated."""
        if 0 <= self.next_retransmission <= psn:
            return self.retransmission_cause
        # a packet that was missing and is not the very one that was asked for is the late original, most likely
        if self.resend_from >= 0 and (psn == self.resend_from if hole else psn >= self.resend_from):
            return self.resend_cause
        quiet = packet.time - (self.last_sent if copy is None else copy.time)
        if quiet >= self.min_timeout and packet.time >= self.last_sent:  # else the clock was set back
            return BY_TIMEOUT
        if not hole and (copy is None or psn == self.copied_below or copy.is_same(packet.ident) is False):
            return BY_UNKNOWN
        return 0

    def _add_retransmission(self, packet: PacketView, psn: int, span: int, why: int, hole: bool) -> None:
        results, flow = self.results, self.flow
        if (
            self.next_retransmission < 0
            or psn < self.next_retransmission
            or (psn > self.next_retransmission and why != self.retransmission_cause)
        ):
            if why in (BY_TIMEOUT, BY_UNKNOWN) and self.last_ack_due >= max(psn, self.una):
                self.maybe_lost_below: int = self.epsn  # there should have been an answer
            if why == BY_TIMEOUT:
                self.timeouts_in_row = self.timeouts_in_row + 1 if psn == self.timeout_psn else 1
                self.timeout_psn = psn
                results.report(TIMEOUT, packet, flow, psn=packet.psn, waited=packet.time - self.last_sent)
                results.set_fact("timeout", packet.row)
            elif why == BY_RNR and self.resend_from >= 0:
                self.discarded_below: int = self.top or 0  # all that came before the wait was over
                waited = packet.time - self.resend_time
                kind = RNR_WAIT if waited >= self.resend_wait else RNR_EARLY
                if waited >= 0:
                    results.report(kind, packet, flow, waited=waited, timer=self.resend_wait)
            self.resend_from: int = -1
            self.needless_run = 0
        elif psn == self.next_retransmission:
            self.needless_run += not hole and why == BY_NAK
            if self.needless_run >= MIN_NEEDLESS and not flow.recovery:
                flow.recovery = "go-back-n"
        elif flow.recovery == "go-back-n" and max(self.next_retransmission, self.una) < psn:
            self.report_lost(packet, max(self.next_retransmission, self.una), psn, "before the tap, again")
        if hole and why in (BY_NAK, BY_TIMEOUT, BY_UNKNOWN):
            self.report_lost(packet, psn, psn + span, "before the tap")
        self.next_retransmission, self.retransmission_cause = psn + span, why
        self.stats.retransmitted += 1
        results.set_fact("retransmission", packet.row, why)
        results.report(RETRANSMISSION, packet, flow, psn=packet.psn, cause=CAUSES[why])
        message = self._message_at(psn) if results.wants_messages else None
        if message is not None:
            message.retransmissions += 1

    def _message_at(self, psn: int) -> Message | None:
        """The message that a number belongs to, of those that wait."""
        pending = self.pending
        if not pending:
            return None
        first = pending[0].first_psn
        after = bisect_right(
            pending, (psn - first) & PSN_MASK, key=lambda message: (message.first_psn - first) & PSN_MASK
        )
        message, begin = pending[after - 1], pending[after - 1].first_psn
        if message.last_psn is not None and (psn - begin) & PSN_MASK <= (message.last_psn - begin) & PSN_MASK:
            return message
        return pending[-1] if pending[-1].last_psn is None else None

    def add_unseen(self, end: int, packet: PacketView) -> None:
        """The responder answers requests that the tap has missed: those below ``end``."""
        top = self.top
        assert top is not None
        if end > top and self.length_unknown is not None and self.length_unknown.size is None:
            self.set_read_span(self.length_unknown, end)
        elif end > top:
            self._report_unseen(end - top, top, packet)
            self.top = end
            self.epsn = max(self.epsn, end)

    def _report_unseen(self, count: int, psn: int, packet: PacketView) -> None:
        self.stats.unseen += count
        self.results.add_to_fact("unseen", packet.row, count)
        self.results.report(UNSEEN, packet, self.flow, count, count=count, psn=psn & PSN_MASK)

    def arrived(self, upto: int, packet: PacketView) -> None:
        """Everything below a PSN has arrived at the responder: gaps below it are capture loss."""
        if self.epsn < upto <= self.next_in_order and not self.gaps and not self.epsn_uncertain:
            self.flow.recovery = "selective-repeat"  # early packets were not retransmitted
            self.epsn = self.next_in_order
        if self.gaps:
            for low, high in list(self.gaps):
                if low < upto:
                    count = self.gaps.remove(low, min(high, upto))
                    if count:
                        self._report_unseen(count, low, packet)
        if upto > self.next_in_order:
            self.skip(upto)
        if upto > self.epsn:
            self.epsn = upto
