"""The state of a flow: request and response trackers of both directions, and how directions are joined."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ibpkt.analysis.columns.transport import REQUEST, RESPONSE
from ibpkt.analysis.flow.request_tracker import BY_RNR, RequestTracker
from ibpkt.analysis.flow.response_tracker import ResponseTracker
from ibpkt.analysis.flow.sequence import PacketView, Results
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.management.cm_connections import Connection
from ibpkt.protocols import PSN_MASK

T = TypeVar("T")
#: nanoseconds without an answer after which a request counts as unanswered, if no timeout was agreed
DEFAULT_TIMEOUT = 500_000_000

#: approximate bytes of a flow, of the trackers of one exchange, of a message or packet that they keep, and of
#: the addresses of a stream
FLOW, TRACKERS, ENTRY, KEY = 2000, 7000, 400, 300

_MESSAGES = FindingTypes("messages")
UNANSWERED = _MESSAGES.warning(
    "unanswered",
    "{count:message was|messages were} never answered, from PSN {psn} on",
    "The responder is down or unreachable, or the connection was torn down.",
    "IBA 1, 9.7.6.1.3",
)
RETRIES_EXHAUSTED = _MESSAGES.error(
    "retries-exhausted",
    "PSN {psn} was retransmitted {count:time|times} after timeouts, then no more: the requester gave up",
    "The responder is down, or the path to or from it is broken; the queue pair is in the error state now.",
    "IBA 1, 9.7.6.1.3 and 12.7.38",
)
RNR_RETRIES_EXHAUSTED = _MESSAGES.error(
    "rnr-retries-exhausted",
    "{count:RNR NAK|RNR NAKs} for PSN {psn}, then no further retry: the requester gave up",
    "The receiver posted no receive request for too long; the requester's queue pair is in the error state now.",
    "IBA 1, 9.7.5.2.8 and 12.7.39",
)


class _TrackersBySide(dict[int, T]):
    """Trackers by side, created on first use: many flows need those of one side, or none."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[int], None]) -> None:
        self._make = make

    def __missing__(self, side: int) -> T:
        self._make(side)
        return self[side]


class FlowState:
    """A flow and its trackers.

    Attributes:
        flow: the public result.
        requests: request trackers by side, created on first use.
        answers: response trackers by the side that requests; the other side sends the responses.
        keys: of its streams.
        last_frame_seen: the number of its last packet.
        joined: it was announced by connection management, or its streams were joined.
        weight: approximate bytes of memory, when it was last estimated.
        join_attempts: how often its other direction was searched.
    """

    __slots__ = (
        "answer_timeout",
        "answers",
        "flow",
        "join_attempts",
        "joined",
        "keys",
        "last_frame_seen",
        "released",
        "requests",
        "results",
        "retries",
        "weight",
    )

    def __init__(self, flow: Flow, results: Results) -> None:
        self.flow: Flow = flow
        self.results: Results = results
        self.join_attempts: int = 0
        self.weight = FLOW if flow.service == "UD" else FLOW + TRACKERS
        self.requests: dict[int, RequestTracker] = _TrackersBySide(self._make)
        self.answers: dict[int, ResponseTracker] = _TrackersBySide(self._make)
        self.keys: list[int] = []
        self.last_frame_seen: int = 0
        self.joined: bool = False
        self.answer_timeout: int = DEFAULT_TIMEOUT
        self.retries: int = 1  # timeouts in a row after which a requester may give up
        self.released: bool = False  # connection management has released it

    def _make(self, side: int) -> None:
        self.requests[side] = RequestTracker(self.flow, side, self.results)
        self.answers[side] = ResponseTracker(self.flow, self.requests[side], self.results)

    def announce(self, connection: Connection, active: int) -> None:
        """What connection management agreed on; ``active`` is the side that asked."""
        flow = self.flow
        flow.how, flow.sure, self.joined = "cm", 1.0, True
        flow.carries = connection.service
        flow.pmtu = connection.path_mtu
        for side, own, other in (
            (active, connection.active, connection.passive),
            (1 - active, connection.passive, connection.active),
        ):
            flow.sides[side].address, flow.sides[side].qpn = own.address, own.qpn
            flow.sides[side].depth = other.responder_resources
            if other.psn is not None:
                self.requests[side].begin(other.psn, True)
            if connection.ack_timeout:
                self.requests[side].min_timeout = max(self.requests[side].min_timeout, connection.ack_timeout // 2)
                self.answer_timeout = 4 * connection.ack_timeout
        self.retries = max(1, connection.retry_count or 0)

    def take(self, side: int, kind: int, packet: PacketView) -> bool:
        """A packet that a side has sent; False where it begins another connection."""
        if kind == REQUEST:
            if self.released and self.requests[side].may_restart(packet):
                return False
            return self.requests[side].take(packet)
        if kind == RESPONSE:
            return self.answers[1 - side].take(packet)
        return True

    def corrupt(self, side: int, packet: PacketView) -> None:
        """A packet with a wrong ICRC that a side has sent."""
        self.results.column("flow")[packet.row] = self.flow.number
        self.flow.sides[side].packets += 1
        self.requests[side].corrupt(packet)

    def stray(self, side: int, kind: int) -> PacketView | None:
        """The last request of a side that was far from all others, without its row, which may be of another batch."""
        stray = self.requests[side].stray if kind == REQUEST else None
        return None if stray is None else stray._replace(row=-1)

    def join(self, other: FlowState, how: str, sure: float) -> None:
        """The only direction of another flow is this one's other direction."""
        flow, old = self.flow, other.flow
        flow.also = old.number
        flow.how, flow.sure, self.joined = how, sure, True
        other_side = old.sides[0]
        flow.sides[0].qpn = old.sides[1].qpn
        other_side.qpn = flow.sides[1].qpn
        flow.sides = (flow.sides[0], other_side)
        flow.pmtu = flow.pmtu or old.pmtu
        flow.pmtu_least = max(flow.pmtu_least, old.pmtu_least)
        flow.recovery = flow.recovery or old.recovery
        flow.first, flow.last = min(flow.first, old.first), max(flow.last, old.last)
        requests, answers = other.requests[0], other.answers[0]
        requests.flow = answers.flow = flow
        requests.side, requests.stats, answers.stats = 1, other_side, flow.sides[0]
        for message in requests.pending:
            message.flow, message.side = flow.number, 1
        self.requests[1], self.answers[1] = requests, answers
        self.answers[0].stats = other_side
        self.keys += other.keys
        self.last_frame_seen = max(self.last_frame_seen, other.last_frame_seen)
        other._break_cycles()

    def weigh(self) -> None:
        """Estimate its memory again."""
        self.weight = FLOW + KEY * len(self.keys)
        for side, requests in self.requests.items():
            answers = self.answers[side]
            entries = len(requests.pending) + len(requests.early)
            self.weight += TRACKERS + entries * ENTRY + requests.copies.weight + answers.copies.weight

    def join_probability(self, psn: int) -> float:
        """The probability that an answer to a PSN belongs to this flow's first side; 0 if it cannot."""
        requests = self.requests.get(0)
        if requests is None or requests.top is None or requests.silent or requests.ended_by_nak or requests.untracked:
            return 0.0
        window = requests.top - requests.una
        if not 0 < window <= PSN_MASK >> 4 or not 0 <= (psn - requests.una) & PSN_MASK < window:
            return 0.0
        return 1.0 - window / (PSN_MASK + 1)

    def close(self, why: str, sure: bool = True) -> None:
        """No more packets will come.

        Args:
            why: what `Flow.ended` says.
            sure: no answer can have come since; otherwise the capture may have missed it.
        """
        flow, results = self.flow, self.results
        flow.ended = why or flow.ended
        for side, requests in sorted(self.requests.items()):
            answers = self.answers[side]
            pending = [requests.snapshot(message) for message in requests.pending]
            requests.pending.clear()
            waited = results.now - requests.last_sent
            outcome = "unknown"
            if requests.silent:
                outcome = "incomplete"
            elif flow.ended == "refused":
                outcome = "flushed"
            elif answers.any_response and why != "given up" and (sure or requests.has_given_up(self.retries)):
                outcome = "unanswered" if waited > self.answer_timeout or not sure else "under way"
            for message in pending:
                message.outcome = outcome
                results.ended(message, requests.stats)
            if outcome == "unanswered" and pending:
                self._abandoned(requests, pending)
        results.flows.append(flow)
        for answers in self.answers.values():
            del answers.requests
        self._break_cycles()

    def _break_cycles(self) -> None:
        """Break reference cycles, so that the memory is freed at once."""
        self.requests, self.answers = {}, {}

    def _abandoned(self, requests: RequestTracker, pending: list[Message]) -> None:
        """Report requests that were never answered."""
        first = pending[0]
        at = PacketView(-1, first.first_frame, first.start, *[0] * 12)
        if requests.resend_from >= 0 and requests.resend_cause == BY_RNR:
            self.results.report(
                RNR_RETRIES_EXHAUSTED, at, self.flow, psn=requests.resend_from & PSN_MASK, count=first.refusals
            )
        elif requests.has_given_up(self.retries):
            self.results.report(
                RETRIES_EXHAUSTED, at, self.flow, psn=requests.timeout_psn & PSN_MASK, count=requests.timeouts_in_row
            )
        else:
            self.results.report(UNANSWERED, at, self.flow, count=len(pending), psn=first.first_psn)
