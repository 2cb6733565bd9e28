"""The responses of one end: acknowledgements, NAKs and READ or atomic responses, and what follows for the requests.

Source: IBA 1, 9.7.5.
"""

from __future__ import annotations

from collections import deque

from ibpkt.analysis.columns.transport import HAS_AETH
from ibpkt.analysis.flow.queue_pair_reuse import msn_goes_back, msn_jumps, msn_restarts
from ibpkt.analysis.flow.reassembly import ACK, ANSWERED, FIRST, MIDDLE, OPERATION, POSITION, learn_pmtu
from ibpkt.analysis.flow.request_tracker import (
    BY_NAK,
    BY_RESPONSE,
    BY_RNR,
    CORRUPT,
    DUPLICATE,
    OUT_OF_ORDER,
    RETRANSMISSION,
    STRAY,
    UNSEEN,
    RequestTracker,
)
from ibpkt.analysis.flow.sequence import (
    DUPLICATE_TIME,
    HALF,
    MAX_PSN_DISTANCE,
    PacketCopies,
    PacketView,
    PSNRanges,
    Results,
    unwrap,
)
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.analysis.results.message import Message
from ibpkt.protocols import (
    ACK as POSITIVE,
    NAK,
    NAK_CODES,
    OPERATIONS,
    PMTUS,
    PSN_MASK,
    RNR_NAK,
    RNR_TIMER_MS,
    VALUE,
    VALUE_BITS,
    tabulated,
)

_SEQUENCE = FindingTypes("sequence")
_MESSAGES = FindingTypes("messages")
NAK_SEQUENCE = _SEQUENCE.warning(
    "nak-sequence",
    "NAK, PSN sequence error: the responder expects PSN {psn}",
    "Packets were lost or delayed on the way to the responder.",
    "IBA 1, 9.7.5.2.8",
)
DUPLICATE_NAK = _SEQUENCE.note(
    "duplicate-nak", "Another NAK for PSN {psn}", "The requester has already been sent this NAK.", "IBA 1, 9.7.5.2.8"
)
NAK_REFUSED = _SEQUENCE.error(
    "nak-refused",
    "The responder refuses PSN {psn}: {name}",
    "The connection is broken. A remote access error is a wrong key, address or permission; an invalid request, an "
    "operation that the responder does not allow or a wrong length; a remote operational error, a fault of the "
    "responder itself.",
    "IBA 1, 9.7.5.2",
)
RNR_NAK_RECEIVED = _SEQUENCE.warning(
    "rnr-nak",
    "The responder is not ready for PSN {psn} (RNR NAK): retry after {timer:ns}",
    "No receive request is posted: the program at the responder posts too few, or too late.",
    "IBA 1, 9.7.5.2.8",
)
IMPLIED_NAK = _SEQUENCE.warning(
    "implied-nak",
    "The answer to PSN {psn} implies that the response to PSN {missing} is missing",
    "A response was lost; the requester requests it again.",
    "IBA 1, 9.7.5.1.3",
)
GHOST_ACK = _SEQUENCE.note(
    "ghost-ack",
    "PSN {psn} was already acknowledged",
    "The requester retransmitted needlessly and drops this acknowledgement, or the first one was lost after the tap.",
    "IBA 1, 9.7.5.1.1",
)
RESPONSE_WITHOUT_REQUEST = _MESSAGES.warning(
    "response-without-request",
    "A response to PSN {psn}, which no READ or atomic in the capture asked for",
    "The capture misses the request, or the responder is broken.",
    "IBA 1, 9.7.5.1.2",
)
MSN_BACKWARD = _MESSAGES.warning(
    "msn",
    "The message sequence number (MSN) went back from {before} to {now}",
    "The responder is broken, or the packet belongs to another connection.",
    "IBA 1, 9.7.7.1",
)
RESPONSE_LENGTH = _MESSAGES.error(
    "response-length",
    "The READ asked for {said} bytes, but the response has {carried}",
    "The responder or the requester is broken.",
    "IBA 1, 9.7.5.1.6",
)

_HAS_AETH = tabulated(HAS_AETH.tolist)
#: an acknowledgement: PSN, syndrome, MSN, Identification
Acknowledgement = tuple[int, int, int, int]
#: kinds of messages that have responses of their own
HAVE_RESPONSES = tabulated(lambda: {OPERATIONS[operation] for operation in ANSWERED})
#: acknowledgements that are kept to detect copies
RECENT_ACKS = 64
#: messages that the requester began after an implied NAK, from which on the response counts as missed by the tap
MAX_MESSAGES_AFTER_IMPLIED_NAK = 64


class ResponseTracker:
    """The responses of the other end to the requests of one.

    Attributes:
        requests: the tracker of the requests.
        stats: the end that answers.
    """

    def __init__(self, flow: Flow, requests: RequestTracker, results: Results) -> None:
        self.flow = flow
        self.requests = requests
        self.results = results
        self.stats: Side = flow.sides[1 - requests.side]
        self.any_response: bool = False  # any answer at all
        self.copies: PacketCopies = PacketCopies()  # of responses that are no mere acknowledgements
        self.top: int = 0  # the PSN after the highest response
        self.repeated_responses: PSNRanges = PSNRanges()  # responses that were asked for again
        self.expected_duplicate_acks: int = 0  # acknowledgements that repeated requests may bring
        self.recent_acks: deque[Acknowledgement] = deque(maxlen=RECENT_ACKS)  # acknowledgements
        self.highest_ack: tuple[int, int] | None = None  # the highest PSN and its MSN
        self.response_bytes: int = 0  # bytes of the response so far
        self.response_aligned: bool = True
        self.stray: int | None = None  # the last answer that was far from all requests
        self.implied_nak_psn: int = -1  # from which number on a response seemed to be missing
        self.implied_nak_count: int = 0
        requests.answers = self

    def expect(self, first: int, end: int, response: bool, wants: bool) -> None:
        """A request was retransmitted that the responder may have executed: its answer may be repeated."""
        if response:
            self.repeated_responses.add(first, end)
        elif wants:
            self.expected_duplicate_acks += 1

    def take(self, packet: PacketView) -> bool:
        """Process an answer; False if it shows that the queue pairs belong to another connection now."""
        requests, results = self.requests, self.results
        self.stats.answers += 1
        self.stats.payload += packet.size
        self.any_response = True
        if requests.top is None or requests.untracked or (packet.cut and OPERATION[packet.opcode] == ACK):
            return True
        una = requests.una
        psn = una + ((packet.psn - una + HALF) & PSN_MASK) - HALF  # `unwrap`, without a call
        syndrome = packet.syndrome >> VALUE_BITS
        aeth = bool(_HAS_AETH[packet.opcode])
        plain = una <= psn < requests.top and (not aeth or syndrome == POSITIVE)
        if not plain and results.is_bad(packet.row):
            self._report_corrupt(packet)
            return True
        if not -MAX_PSN_DISTANCE <= psn - una <= MAX_PSN_DISTANCE:
            return self._stray(packet, psn) or self._uncount(packet)
        self.stray = None
        if aeth and syndrome == POSITIVE and not packet.cut:
            if not msn_jumps(self, packet, psn):
                requests.maybe_new_connection = None
            elif results.is_bad(packet.row):
                self._report_corrupt(packet)
                return True
            elif not msn_goes_back(self, packet):
                requests.maybe_new_connection = None
            elif msn_restarts(self, packet, psn):
                return self._uncount(packet)
        if psn < requests.start or requests.ended_by_nak:
            return True
        if aeth and not packet.cut:
            self._check_msn(packet, psn)
        end = psn + 1 if not aeth or syndrome == POSITIVE else psn
        if end > requests.executed_below:
            requests.executed_below = end
        self._set_response_to(packet, psn)
        if OPERATION[packet.opcode] != ACK:
            self._take_response(packet, psn)
        elif syndrome == POSITIVE:
            self._take_ack(packet, psn)
        elif syndrome == NAK:
            self._take_nak(packet, psn)
        elif syndrome == RNR_NAK:
            self._take_rnr_nak(packet, psn)
        if 0 <= requests.resend_from < requests.una:
            requests.resend_from = -1
        return True

    def _uncount(self, packet: PacketView) -> bool:
        """Do not count an answer that belongs to another connection."""
        self.stats.answers -= 1
        self.stats.payload -= packet.size
        return False

    def _stray(self, packet: PacketView, psn: int) -> bool:
        """An answer far from all requests; False where others like it have come: they answer another connection's."""
        before = self.stray
        if self.requests.is_of_stray(psn):
            return True
        if before is not None and 0 < psn - unwrap(before, psn) <= MAX_PSN_DISTANCE:
            return False
        self.stray = psn
        self.results.set_fact("stray", packet.row)
        if before != psn:
            self.results.report(STRAY, packet, self.flow, psn=packet.psn)
        return True

    def _report_corrupt(self, packet: PacketView) -> None:
        self.stats.corrupt += 1
        self.results.set_fact("corrupt", packet.row)
        self.results.report(CORRUPT, packet, self.flow)

    def _check_msn(self, packet: PacketView, psn: int) -> None:
        """Check that the MSN does not go back while PSNs advance."""
        highest = self.highest_ack
        if highest is None or psn >= highest[0]:
            if highest is not None and msn_goes_back(self, packet):
                self.results.report(MSN_BACKWARD, packet, self.flow, before=highest[1], now=packet.msn)
            self.highest_ack = (psn, packet.msn)

    def _set_response_to(self, packet: PacketView, psn: int) -> None:
        """Which packet is answered."""
        if not self.results.wants("answers"):
            return
        copy = self.requests.copies.find(psn, self.requests.top or 0)
        if copy is not None:
            self.results.set_fact("answers", packet.row, copy.frame)

    # -- acknowledgements -------------------------------------------------------------------------------------------

    def _take_ack(self, packet: PacketView, psn: int) -> None:
        requests = self.requests
        ack = (psn, packet.syndrome, packet.msn, packet.ident)
        if psn < requests.una:
            self._take_duplicate_ack(packet, psn, ack)
            self.recent_acks.append(ack)
            return
        self.recent_acks.append(ack)
        requests.add_unseen(psn + 1, packet)
        self.advance(psn + 1, packet)
        requests.arrived(psn + 1, packet)

    def _take_duplicate_ack(self, packet: PacketView, psn: int, ack: Acknowledgement) -> None:
        """An acknowledgement of what was already acknowledged."""
        if (
            ack in self.recent_acks
            if packet.ident
            else not self.expected_duplicate_acks and bool(self.recent_acks) and ack == self.recent_acks[-1]
        ):
            self._report_duplicate(packet)
            return
        self.expected_duplicate_acks = max(0, self.expected_duplicate_acks - 1)
        requests = self.requests
        if requests.unanswered_duplicates:
            requests.unanswered_duplicates -= 1
        elif requests.uncertain_duplicates:
            requests.uncertain_duplicates -= 1
            requests.stats.repeated += 1  # so it did arrive, and had been executed
        self._report_ghost(packet)

    def _report_ghost(self, packet: PacketView) -> None:
        self.results.set_fact("ghost", packet.row)
        self.results.report(GHOST_ACK, packet, self.flow, psn=packet.psn)

    def _report_duplicate(self, packet: PacketView) -> None:
        self.stats.duplicated += 1
        self.results.set_fact("duplicate", packet.row)
        self.results.report(DUPLICATE, packet, self.flow, psn=packet.psn)

    def advance(self, upto: int, packet: PacketView) -> bool:
        """The requests before a number have been executed; False where a response of its own is missing."""
        requests = self.requests
        if upto > requests.next_in_order:
            requests.arrived(upto, packet)
        pending = requests.pending
        while pending:
            message = pending[0]
            if unwrap(message.first_psn, requests.una) >= upto:
                break
            if message.kind in HAVE_RESPONSES:
                self._imply_nak(message, packet)
                return False
            if message.responded is None:
                message.responded = packet.time
            if message.last_psn is None or unwrap(message.last_psn, requests.una) >= upto:
                break
            self._complete(message, packet)
        if upto > requests.una:
            requests.una = upto
        return True

    def _complete(self, message: Message, packet: PacketView) -> None:
        requests = self.requests
        requests.pending.popleft()
        message.outcome = "completed"
        message.completed = packet.time
        if message.last_psn is not None:
            requests.una = unwrap(message.last_psn, requests.una) + 1
        self.results.set_fact("message", packet.row, message.number)
        self.results.ended(message, requests.stats)

    def _imply_nak(self, message: Message, packet: PacketView) -> None:
        """A response is missing before this answer."""
        requests = self.requests
        requests.una = max(requests.una, unwrap(message.first_psn, requests.una))
        if self.implied_nak_psn == requests.una:
            return
        self.implied_nak_psn = requests.una
        self.implied_nak_count = requests.count
        self.results.set_fact("implied_nak", packet.row)
        self.results.report(IMPLIED_NAK, packet, self.flow, psn=packet.psn, missing=requests.una & PSN_MASK)
        requests.request_resend(requests.una, BY_RESPONSE, packet)

    # -- NAKs -------------------------------------------------------------------------------------------------------

    def _take_nak(self, packet: PacketView, psn: int) -> None:
        requests, results, flow = self.requests, self.results, self.flow
        code = packet.syndrome & VALUE
        self.stats.naks[code] = self.stats.naks.get(code, 0) + 1
        if psn < requests.una:
            self._report_ghost(packet)
            return
        requests.add_unseen(psn, packet)
        before = requests.una
        self.advance(psn, packet)
        if code:
            results.report(
                NAK_REFUSED, packet, flow, psn=packet.psn, name=NAK_CODES.get(code, f"reserved code {code}"), code=code
            )
            self._end_by_nak(psn, packet, code)
            return
        if psn != requests.una:
            return
        if requests.resend_from == psn:
            results.report(DUPLICATE_NAK, packet, flow, psn=packet.psn)
            return
        results.report(NAK_SEQUENCE, packet, flow, psn=packet.psn, acknowledges=psn - before)
        requests.arrived(psn, packet)
        if not requests.expects_nak(psn) and psn not in requests.gaps:
            requests.report_lost(packet, psn, psn + 1, "between the tap and the responder")
            requests.loss_after_tap = True
        requests.request_resend(psn, BY_NAK, packet)

    def _take_rnr_nak(self, packet: PacketView, psn: int) -> None:
        requests, results, flow = self.requests, self.results, self.flow
        self.stats.rnrs += 1
        if psn < requests.una:
            self._report_ghost(packet)
            return
        requests.add_unseen(psn, packet)
        self.advance(psn, packet)
        if psn != requests.una:
            return
        wait = round(RNR_TIMER_MS[packet.syndrome & VALUE] * 1e6)
        results.report(RNR_NAK_RECEIVED, packet, flow, psn=packet.psn, timer=wait)
        requests.arrived(psn, packet)
        requests.epsn = psn
        requests.discarded_below = psn + HALF  # for as long as the requester waits
        if requests.pending:
            requests.pending[0].refusals += 1
        requests.request_resend(psn, BY_RNR, packet, wait)

    def _end_by_nak(self, psn: int, packet: PacketView, code: int) -> None:
        """The connection is over."""
        requests = self.requests
        outcome = "refused"
        while requests.pending:
            message = requests.snapshot(requests.pending.popleft())
            message.outcome = outcome
            if outcome == "refused":
                message.nak, message.responded = code, packet.time
                self.results.set_fact("message", packet.row, message.number)
            outcome = "flushed"
            self.results.ended(message, requests.stats)
        requests.ended_by_nak = True
        self.flow.ended = "refused"

    # -- responses --------------------------------------------------------------------------------------------------

    def _take_response(self, packet: PacketView, psn: int) -> None:
        """A packet of the response to a READ, or that to an atomic, a FLUSH or an ATOMIC WRITE."""
        requests, results = self.requests, self.results
        if self.flow.pmtu is None and not packet.cut:
            if POSITION[packet.opcode] in (FIRST, MIDDLE):
                if packet.size in PMTUS:
                    requests.set_pmtu(packet.size)
            else:
                learn_pmtu(self.flow, POSITION[packet.opcode], packet.size)
                message = requests.length_unknown
                if message is not None and message.size is not None and packet.psn == message.first_psn:
                    requests.length_unknown = None  # one packet was enough
        if self._is_copy(packet, psn):
            return
        if psn < requests.una:
            self._report_ghost(packet)
            return
        requests.add_unseen(psn + 1, packet)
        if psn > requests.una and not self.advance(psn, packet):
            if requests.count - self.implied_nak_count <= MAX_MESSAGES_AFTER_IMPLIED_NAK:
                return  # the requester drops it, and asks again
            self._skip_unseen_response(psn, packet)
        pending = requests.pending
        message = pending[0] if pending else None
        if message is None or unwrap(message.first_psn, requests.una) > psn or message.last_psn is None:
            if psn >= requests.una:
                requests.arrived(psn + 1, packet)
                requests.una = max(requests.una, psn + 1)
            return
        if message.kind not in HAVE_RESPONSES:
            results.report(RESPONSE_WITHOUT_REQUEST, packet, self.flow, psn=packet.psn)
            return
        self._add_response(packet, psn, message)

    def _is_copy(self, packet: PacketView, psn: int) -> bool:
        """Whether a response is a copy made by the network; also reports retransmitted and late responses."""
        requests, results = self.requests, self.results
        copy = self.copies.find(psn, self.top)
        wanted = psn in self.repeated_responses
        if copy is not None:
            same = copy.is_same(packet.ident)
            if same is None:
                same = not wanted and psn != requests.una and packet.time - copy.time < DUPLICATE_TIME
            if same:
                self._report_duplicate(packet)
                return psn < requests.una  # what the requester still waits for it takes, copied or not
        if copy is not None or (wanted and psn < self.top):
            self.stats.retransmitted += 1
            results.set_fact("retransmission", packet.row, BY_RESPONSE)
            results.report(RETRANSMISSION, packet, self.flow, psn=packet.psn, cause="the requester asked for it again")
        elif psn < self.top and psn >= requests.una and not wanted:
            self.stats.late += 1
            results.set_fact("out_of_order", packet.row)
            results.report(OUT_OF_ORDER, packet, self.flow, psn=packet.psn)
        if wanted:
            self.repeated_responses.remove(psn, psn + 1)
        if copy is None:
            self.stats.fresh += packet.size
        self.copies.add(psn, packet)
        self.top = max(self.top, psn + 1)
        return False

    def _skip_unseen_response(self, psn: int, packet: PacketView) -> None:
        """The requester continues, so it has the response: the tap missed it."""
        requests = self.requests
        count = psn - requests.una
        self.results.report(UNSEEN, packet, self.flow, count, count=count, psn=requests.una & PSN_MASK)
        self.results.add_to_fact("unseen", packet.row, count)
        self.stats.unseen += count
        while requests.pending:
            message = requests.pending[0]
            if message.last_psn is None or unwrap(message.last_psn, requests.una) >= psn:
                break
            message.whole = False
            self._complete(message, packet)
        requests.una = psn
        self.response_bytes, self.response_aligned = 0, False

    def _add_response(self, packet: PacketView, psn: int, message: Message) -> None:
        requests, results = self.requests, self.results
        if message.responded is None:
            message.responded = packet.time
            self.response_bytes, self.response_aligned = 0, psn == unwrap(message.first_psn, psn)
        self.response_bytes += packet.size
        if packet.cut:
            self.response_aligned = False
        if message.kind == "READ":
            message.packets += 1
            if results.payload:
                message.frames.append(packet.frame)
        requests.una = psn + 1
        requests.epsn = max(requests.epsn, psn + 1)
        results.set_fact("message", packet.row, message.number)
        results.set_fact("answers", packet.row, message.first_frame)
        assert message.last_psn is not None
        if packet.psn == message.last_psn:
            if (
                message.kind == "READ"
                and self.response_aligned
                and message.whole
                and self.response_bytes != message.size
            ):
                results.report(RESPONSE_LENGTH, packet, self.flow, said=message.size, carried=self.response_bytes)
            self._complete(message, packet)
