"""The answers of one end: acknowledgements, NAKs and responses, and what they tell of the requests.

Source: IBA 1, 9.7.5.
"""

from __future__ import annotations

from collections import deque

from ibpkt.analysis.columns.transport import HAS_AETH, OPERATIONS
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
    PSN_MASK,
    PacketCopies,
    PacketView,
    PSNRanges,
    Results,
    unwrap,
)
from ibpkt.analysis.results.finding import FindingType, Severity
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.protocols import ACK as POSITIVE
from ibpkt.protocols import NAK, NAK_CODES, PMTUS, RNR_NAK, RNR_TIMER_MS, VALUE, VALUE_BITS

NAK_SEQUENCE = FindingType(
    "nak-sequence",
    Severity.WARNING,
    "sequence",
    "NAK, PSN sequence error: the responder expects PSN {psn}",
    "Packets were lost or delayed on the way to the responder.",
    "IBA 1, 9.7.5.2.8",
)
DUPLICATE_NAK = FindingType(
    "duplicate-nak",
    Severity.NOTE,
    "sequence",
    "Another NAK for PSN {psn}",
    "The requester has already been sent this NAK.",
    "IBA 1, 9.7.5.2.8",
)
NAK_REFUSED = FindingType(
    "nak-refused",
    Severity.ERROR,
    "sequence",
    "The responder refuses PSN {psn}: {name}",
    "The connection is broken. A remote access error is a wrong key, address or permission; an invalid request, an "
    "operation that the responder does not allow or a wrong length; a remote operational error, a fault of the "
    "responder itself.",
    "IBA 1, 9.7.5.2",
)
RNR_NAK_RECEIVED = FindingType(
    "rnr-nak",
    Severity.WARNING,
    "sequence",
    "The responder is not ready for PSN {psn} (RNR NAK): retry after {timer:ns}",
    "No receive request is posted: the program at the responder posts too few, or too late.",
    "IBA 1, 9.7.5.2.8",
)
IMPLIED_NAK = FindingType(
    "implied-nak",
    Severity.WARNING,
    "sequence",
    "The answer to PSN {psn} implies that the response to PSN {missing} is missing",
    "A response was lost; the requester requests it again.",
    "IBA 1, 9.7.5.1.3",
)
GHOST_ACK = FindingType(
    "ghost-ack",
    Severity.NOTE,
    "sequence",
    "PSN {psn} was already acknowledged",
    "The requester retransmitted needlessly and drops this acknowledgement, or the first one was lost after the tap.",
    "IBA 1, 9.7.5.1.1",
)
RESPONSE_WITHOUT_REQUEST = FindingType(
    "response-without-request",
    Severity.WARNING,
    "messages",
    "A response to PSN {psn}, which no READ or atomic in the capture asked for",
    "The capture misses the request, or the responder is broken.",
    "IBA 1, 9.7.5.1.2",
)
MSN_BACKWARD = FindingType(
    "msn",
    Severity.WARNING,
    "messages",
    "The message sequence number (MSN) went back from {before} to {now}",
    "The responder is broken, or the packet belongs to another connection.",
    "IBA 1, 9.7.7.1",
)
RESPONSE_LENGTH = FindingType(
    "response-length",
    Severity.ERROR,
    "messages",
    "The READ asked for {said} bytes, but the response has {carried}",
    "The responder or the requester is broken.",
    "IBA 1, 9.7.5.1.6",
)

_HAS_AETH = HAS_AETH.tolist()
#: an acknowledgement: PSN, syndrome, MSN, Identification
Acknowledgement = tuple[int, int, int, int]
#: kinds of messages that have responses of their own
HAVE_RESPONSES = frozenset(OPERATIONS[operation] for operation in ANSWERED)
#: acknowledgements that are known again
RECENT_ACKS = 64
#: messages that the requester began though a response seemed to be missing: the tap has missed it
MAX_MESSAGES_AFTER_IMPLIED_NAK = 64


class ResponseTracker:
    """What the other end answers to the requests of one.

    Attributes:
        requests: those requests.
        mine: the end that answers.
    """

    def __init__(self, flow: Flow, requests: RequestTracker, results: Results) -> None:
        self.flow = flow
        self.requests = requests
        self.results = results
        self.mine = flow.sides[1 - requests.side]
        self.seen = False  # any answer at all
        self.copies = PacketCopies()  # of responses that are no mere acknowledgements
        self.top = 0  # behind the highest response
        self.repeats = PSNRanges()  # responses that were asked for again
        self.echoes = 0  # acknowledgements that repeated requests may bring
        self.told: deque[Acknowledgement] = deque(maxlen=RECENT_ACKS)  # acknowledgements
        self.highest: tuple[int, int] | None = None  # the highest PSN and its MSN
        self.carried = 0  # bytes of the response so far
        self.exact = True
        self.stray: int | None = None  # the last answer that was far from all requests
        self.implied = -1  # from which number on a response seemed to be missing
        self.blind = 0
        requests.answers = self

    def expect(self, first: int, behind: int, response: bool, wants: bool) -> None:
        """A request was sent again that the responder may have executed: its answer may come again."""
        if response:
            self.repeats.add(first, behind)
        elif wants:
            self.echoes += 1

    def take(self, seen: PacketView) -> bool:
        """An answer came; False where it shows that the queue pairs belong to another connection now."""
        requests, results = self.requests, self.results
        self.mine.answers += 1
        self.mine.payload += seen.size
        self.seen = True
        if requests.top is None or requests.untracked or (seen.cut and OPERATION[seen.opcode] == ACK):
            return True
        una = requests.una
        psn = una + ((seen.psn - una + HALF) & PSN_MASK) - HALF  # `unwrap`, without a call
        syndrome = seen.syndrome >> VALUE_BITS
        aeth = bool(_HAS_AETH[seen.opcode])
        plain = una <= psn < requests.top and (not aeth or syndrome == POSITIVE)
        if not plain and results.is_bad(seen.row):
            self._corrupt(seen)
            return True
        if not -MAX_PSN_DISTANCE <= psn - una <= MAX_PSN_DISTANCE:
            return self._stray(seen, psn) or self._not_mine(seen)
        self.stray = None
        if aeth and syndrome == POSITIVE and not seen.cut:
            if not msn_jumps(self, seen, psn):
                requests.maybe_new_connection = None
            elif results.is_bad(seen.row):
                self._corrupt(seen)
                return True
            elif not msn_goes_back(self, seen):
                requests.maybe_new_connection = None
            elif msn_restarts(self, seen, psn):
                return self._not_mine(seen)
        if psn < requests.start or requests.dead:
            return True
        if aeth and not seen.cut:
            self._counts(seen, psn)
        behind = psn + 1 if not aeth or syndrome == POSITIVE else psn
        if behind > requests.done:
            requests.done = behind
        self._answers(seen, psn)
        if OPERATION[seen.opcode] != ACK:
            self._response(seen, psn)
        elif syndrome == POSITIVE:
            self._positive(seen, psn)
        elif syndrome == NAK:
            self._negative(seen, psn)
        elif syndrome == RNR_NAK:
            self._not_ready(seen, psn)
        if 0 <= requests.resend_from < requests.una:
            requests.resend_from = -1
        return True

    def _not_mine(self, seen: PacketView) -> bool:
        """Another connection counts it."""
        self.mine.answers -= 1
        self.mine.payload -= seen.size
        return False

    def _stray(self, seen: PacketView, psn: int) -> bool:
        """An answer far from all requests; False where others like it have come: they answer another connection's."""
        before = self.stray
        if self.requests.is_of_stray(psn):
            return True
        if before is not None and 0 < psn - unwrap(before, psn) <= MAX_PSN_DISTANCE:
            return False
        self.stray = psn
        self.results.set_fact("stray", seen.row)
        if before != psn:
            self.results.report(STRAY, seen, self.flow, psn=seen.psn)
        return True

    def _corrupt(self, seen: PacketView) -> None:
        self.mine.corrupt += 1
        self.results.set_fact("corrupt", seen.row)
        self.results.report(CORRUPT, seen, self.flow)

    def _counts(self, seen: PacketView, psn: int) -> None:
        """Message sequence numbers do not go back as sequence numbers go on."""
        highest = self.highest
        if highest is None or psn >= highest[0]:
            if highest is not None and msn_goes_back(self, seen):
                self.results.report(MSN_BACKWARD, seen, self.flow, before=highest[1], now=seen.msn)
            self.highest = (psn, seen.msn)

    def _answers(self, seen: PacketView, psn: int) -> None:
        """Which packet is answered."""
        if not self.results.wants("answers"):
            return
        copy = self.requests.copies.find(psn, self.requests.top or 0)
        if copy is not None:
            self.results.set_fact("answers", seen.row, copy.frame)

    # -- acknowledgements -------------------------------------------------------------------------------------------

    def _positive(self, seen: PacketView, psn: int) -> None:
        requests = self.requests
        told = (psn, seen.syndrome, seen.msn, seen.ident)
        if psn < requests.una:
            self._stale(seen, psn, told)
            self.told.append(told)
            return
        self.told.append(told)
        requests.missed(psn + 1, seen)
        self.advance(psn + 1, seen)
        requests.settle(psn + 1, seen)

    def _stale(self, seen: PacketView, psn: int, told: Acknowledgement) -> None:
        """It answers what was answered before."""
        if told in self.told if seen.ident else not self.echoes and bool(self.told) and told == self.told[-1]:
            self._copied(seen)
            return
        self.echoes = max(0, self.echoes - 1)
        requests = self.requests
        if requests.credit:
            requests.credit -= 1
        elif requests.unknown:
            requests.unknown -= 1
            requests.mine.repeated += 1  # so it did arrive, and had been executed
        self._ghost(seen)

    def _ghost(self, seen: PacketView) -> None:
        self.results.set_fact("ghost", seen.row)
        self.results.report(GHOST_ACK, seen, self.flow, psn=seen.psn)

    def _copied(self, seen: PacketView) -> None:
        self.mine.duplicated += 1
        self.results.set_fact("duplicate", seen.row)
        self.results.report(DUPLICATE, seen, self.flow, psn=seen.psn)

    def advance(self, upto: int, seen: PacketView) -> bool:
        """The requests before a number have been executed; False where a response of its own is missing."""
        requests = self.requests
        if upto > requests.asm:
            requests.settle(upto, seen)
        pending = requests.pending
        while pending:
            message = pending[0]
            if unwrap(message.first_psn, requests.una) >= upto:
                break
            if message.kind in HAVE_RESPONSES:
                self._missing(message, seen)
                return False
            if message.responded is None:
                message.responded = seen.time
            if message.last_psn is None or unwrap(message.last_psn, requests.una) >= upto:
                break
            self._complete(message, seen)
        if upto > requests.una:
            requests.una = upto
        return True

    def _complete(self, message: Message, seen: PacketView) -> None:
        requests = self.requests
        requests.pending.popleft()
        message.outcome = "completed"
        message.completed = seen.time
        if message.last_psn is not None:
            requests.una = unwrap(message.last_psn, requests.una) + 1
        self.results.set_fact("message", seen.row, message.number)
        self.results.ended(message, requests.mine)

    def _missing(self, message: Message, seen: PacketView) -> None:
        """A response is missing before this answer."""
        requests = self.requests
        requests.una = max(requests.una, unwrap(message.first_psn, requests.una))
        if self.implied == requests.una:
            return
        self.implied = requests.una
        self.blind = requests.count
        self.results.set_fact("implied_nak", seen.row)
        self.results.report(IMPLIED_NAK, seen, self.flow, psn=seen.psn, missing=requests.una & PSN_MASK)
        requests.ask(requests.una, BY_RESPONSE, seen)

    # -- NAKs -------------------------------------------------------------------------------------------------------

    def _negative(self, seen: PacketView, psn: int) -> None:
        requests, results, flow = self.requests, self.results, self.flow
        code = seen.syndrome & VALUE
        self.mine.naks[code] = self.mine.naks.get(code, 0) + 1
        if psn < requests.una:
            self._ghost(seen)
            return
        requests.missed(psn, seen)
        before = requests.una
        self.advance(psn, seen)
        if code:
            results.report(
                NAK_REFUSED, seen, flow, psn=seen.psn, name=NAK_CODES.get(code, f"reserved code {code}"), code=code
            )
            self._refused(psn, seen, code)
            return
        if psn != requests.una:
            return
        if requests.resend_from == psn:
            results.report(DUPLICATE_NAK, seen, flow, psn=seen.psn)
            return
        results.report(NAK_SEQUENCE, seen, flow, psn=seen.psn, acknowledges=psn - before)
        requests.settle(psn, seen)
        if not requests.missing(psn) and psn not in requests.holes:
            requests.lost(seen, psn, psn + 1, "between the tap and the responder")
            requests.lossy = True
        requests.ask(psn, BY_NAK, seen)

    def _not_ready(self, seen: PacketView, psn: int) -> None:
        requests, results, flow = self.requests, self.results, self.flow
        self.mine.rnrs += 1
        if psn < requests.una:
            self._ghost(seen)
            return
        requests.missed(psn, seen)
        self.advance(psn, seen)
        if psn != requests.una:
            return
        wait = round(RNR_TIMER_MS[seen.syndrome & VALUE] * 1e6)
        results.report(RNR_NAK_RECEIVED, seen, flow, psn=seen.psn, timer=wait)
        requests.settle(psn, seen)
        requests.epsn = psn
        requests.discarded = psn + HALF  # for as long as the requester waits
        if requests.pending:
            requests.pending[0].refusals += 1
        requests.ask(psn, BY_RNR, seen, wait)

    def _refused(self, psn: int, seen: PacketView, code: int) -> None:
        """The connection is over."""
        requests = self.requests
        outcome = "refused"
        while requests.pending:
            message = requests.as_it_is(requests.pending.popleft())
            message.outcome = outcome
            if outcome == "refused":
                message.nak, message.responded = code, seen.time
                self.results.set_fact("message", seen.row, message.number)
            outcome = "flushed"
            self.results.ended(message, requests.mine)
        requests.dead = True
        self.flow.ended = "refused"

    # -- responses --------------------------------------------------------------------------------------------------

    def _response(self, seen: PacketView, psn: int) -> None:
        """A packet of the response to a READ, or that to an atomic, a FLUSH or an ATOMIC WRITE."""
        requests, results = self.requests, self.results
        if self.flow.pmtu is None and not seen.cut:
            if POSITION[seen.opcode] in (FIRST, MIDDLE):
                if seen.size in PMTUS:
                    requests.learn(seen.size)
            else:
                learn_pmtu(self.flow, POSITION[seen.opcode], seen.size)
                message = requests.length_unknown
                if message is not None and message.size is not None and seen.psn == message.first_psn:
                    requests.length_unknown = None  # one packet was enough
        if self._is_copy(seen, psn):
            return
        if psn < requests.una:
            self._ghost(seen)
            return
        requests.missed(psn + 1, seen)
        if psn > requests.una and not self.advance(psn, seen):
            if requests.count - self.blind <= MAX_MESSAGES_AFTER_IMPLIED_NAK:
                return  # the requester drops it, and asks again
            self._blind(psn, seen)
        pending = requests.pending
        message = pending[0] if pending else None
        if message is None or unwrap(message.first_psn, requests.una) > psn or message.last_psn is None:
            if psn >= requests.una:
                requests.settle(psn + 1, seen)
                requests.una = max(requests.una, psn + 1)
            return
        if message.kind not in HAVE_RESPONSES:
            results.report(RESPONSE_WITHOUT_REQUEST, seen, self.flow, psn=seen.psn)
            return
        self._fits(seen, psn, message)

    def _is_copy(self, seen: PacketView, psn: int) -> bool:
        """Whether the network has made it; responses that are sent again or come late are told, too."""
        requests, results = self.requests, self.results
        copy = self.copies.find(psn, self.top)
        wanted = psn in self.repeats
        if copy is not None:
            same = copy.is_same(seen.ident)
            if same is None:
                same = not wanted and psn != requests.una and seen.time - copy.time < DUPLICATE_TIME
            if same:
                self._copied(seen)
                return psn < requests.una  # what the requester still waits for it takes, copied or not
        if copy is not None or (wanted and psn < self.top):
            self.mine.retransmitted += 1
            results.set_fact("retransmission", seen.row, BY_RESPONSE)
            results.report(RETRANSMISSION, seen, self.flow, psn=seen.psn, cause="the requester asked for it again")
        elif psn < self.top and psn >= requests.una and not wanted:
            self.mine.late += 1
            results.set_fact("out_of_order", seen.row)
            results.report(OUT_OF_ORDER, seen, self.flow, psn=seen.psn)
        if wanted:
            self.repeats.remove(psn, psn + 1)
        if copy is None:
            self.mine.fresh += seen.size
        self.copies.add(psn, seen)
        self.top = max(self.top, psn + 1)
        return False

    def _blind(self, psn: int, seen: PacketView) -> None:
        """The requester goes on, so it has got the response: the tap has missed it."""
        requests = self.requests
        self.results.report(UNSEEN, seen, self.flow, count=psn - requests.una, psn=requests.una & PSN_MASK)
        self.results.add_to_fact("unseen", seen.row, psn - requests.una)
        self.mine.unseen += psn - requests.una
        while requests.pending:
            message = requests.pending[0]
            if message.last_psn is None or unwrap(message.last_psn, requests.una) >= psn:
                break
            message.whole = False
            self._complete(message, seen)
        requests.una = psn
        self.carried, self.exact = 0, False

    def _fits(self, seen: PacketView, psn: int, message: Message) -> None:
        requests, results = self.requests, self.results
        if message.responded is None:
            message.responded = seen.time
            self.carried, self.exact = 0, psn == unwrap(message.first_psn, psn)
        self.carried += seen.size
        if seen.cut:
            self.exact = False
        if message.kind == "READ":
            message.packets += 1
            if results.payload:
                message.frames.append(seen.frame)
        requests.una = psn + 1
        requests.epsn = max(requests.epsn, psn + 1)
        results.set_fact("message", seen.row, message.number)
        results.set_fact("answers", seen.row, message.first_frame)
        assert message.last_psn is not None
        if seen.psn == message.last_psn:
            if message.kind == "READ" and self.exact and message.whole and self.carried != message.size:
                results.report(RESPONSE_LENGTH, seen, self.flow, said=message.size, carried=self.carried)
            self._complete(message, seen)
