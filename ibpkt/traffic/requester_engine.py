"""The requester of a reliable connection: what it sends, what it waits for, and when it retransmits.

It knows messages and PSNs, no bytes: a simulated network or a `ibpkt.traffic.model.Requester` carries what it sends.
PSNs are counted without wrapping; on the wire they are taken modulo 2^24.

Source: IBA 1, 9.7 and 9.9.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from ibpkt.protocols import NAK_CODES, PSN_MASK, RNR_TIMER_MS, VALUE
from ibpkt.traffic.message import WorkRequest
from ibpkt.traffic.simulated_network import ACK_REQUEST, NS, SOLICITED, SYNDROME, signed

if TYPE_CHECKING:
    from ibpkt.traffic.conversation import Conversation, End, Setup
    from ibpkt.traffic.simulated_responder import SimulatedResponder


def outcome_of(code: int) -> str:
    """The outcome of a message that a NAK with this code refuses: ``remote-access-error``."""
    return NAK_CODES.get(code, "reserved NAK code").lower().replace(" ", "-")


def rnr_wait(code: int) -> int:
    """How long to wait after an RNR NAK with this timer code, in picoseconds."""
    return round(RNR_TIMER_MS[code] * 1000) * 1000 * NS


class KeptResponses:
    """Responses that a requester has taken before those in front of them.

    Attributes:
        proven: requests before this PSN were executed, as ACKs and responses show.
    """

    def __init__(self) -> None:
        self.proven: int = -1
        self._psns: set[int] = set()

    def __contains__(self, psn: int) -> bool:
        return psn in self._psns

    def add(self, psn: int) -> None:
        """Keep a response."""
        self._psns.add(psn)

    def take(self, psn: int) -> bool:
        """Whether a response is there; it is kept no longer."""
        there = psn in self._psns
        self._psns.discard(psn)
        return there


class RequesterEngine:
    """Sends the messages of one end.

    Attributes:
        flight: messages that were posted and are not complete, in order.
        una: the oldest PSN without an answer.
        nxt: the PSN to be sent next; `at` is the place in `flight` of its message.
        top: the PSN after the highest that was ever sent.
    """

    una: int
    nxt: int
    top: int

    def __init__(self, end: End, conversation: Conversation, psn: int) -> None:
        self.end = end
        self.conversation = conversation
        self.setup: Setup = conversation.setup
        self.responder: SimulatedResponder
        self.flight: deque[WorkRequest] = deque()
        self.una = self.nxt = self.top = psn
        self.at: int = 0
        self._free = psn  # the PSN of the next message to be posted
        self._posted = 0
        self._pmtu = self.setup.pmtu
        self._window = self.setup.window
        self._depth = self.setup.depth
        self._reads = 0  # requests that were sent and must have a response of their own
        self._since_ack_request = 0  # messages sent since an ACK was asked for
        self._every = 1 if self.setup.credits is not None else self.setup.coalesce
        self._each_packet = self.setup.coalesce == 0
        self._counted = self.setup.credits is not None
        self._limit = 0  # messages up to this one have a credit
        self._beyond_credits = -1  # the packet that was sent beyond the credits
        self._resent_from = -1  # the PSN from which it has retransmitted since the last progress
        self._timeout = self.setup.timeout
        self._retries = self.setup.retry_count
        self._rnr_retries = self.setup.rnr_retry
        self._kept = KeptResponses() if self.setup.any_order else None
        self._halted = False
        self._armed = False
        self._waking = False
        self._deadline = 0

    # -- sending --------------------------------------------------------------------------------------------------

    def _post(self, now: int) -> bool:
        """Take the next message from the plan."""
        message = self.conversation.next_message(self.end, now)
        if message is None:
            return False
        self._posted += 1
        message.ssn = self._posted
        span = -(-message.size // self._pmtu) or 1 if message.operation.spans else 1
        message.place(self._free, self._pmtu, span)
        if self._counted and message.receives:
            message.special = True
        self._free += span
        self.flight.append(message)
        return True

    def pump(self, now: int) -> None:
        """Send what may be sent."""
        end = self.end
        if self._halted:
            return
        flight, pmtu, depth = self.flight, self._pmtu, self._depth
        send, on_request, origin = end.lane.send, self.responder.on_request, end.origin
        limit = self.una + self._window
        while True:
            if self.at == len(flight) and (len(flight) >= depth or not self._post(now)):
                break
            message = flight[self.at]
            psn = self.nxt
            if psn >= limit or (end.slow and self._must_wait(now)):
                break
            flags = 0
            if self._counted and message.receives and message.ssn > self._limit:
                if self._beyond_credits not in (-1, psn):
                    break
                self._beyond_credits = psn
                flags = ACK_REQUEST
            place = psn - message.first
            if message.answered:
                if self._reads >= self.setup.max_reads:
                    break
                self._send_answered(now, message, psn, place)
                continue
            self.nxt = following = psn + 1
            last = place == message.requests - 1
            codes = message.codes
            if last:
                code, size = codes[2 if place else 3], message.tail
                self.at += 1
                self._since_ack_request += 1
                if (
                    self._since_ack_request >= self._every
                    or following >= limit
                    or (self.at == len(flight) and (len(flight) >= depth or not self._post(now)))
                ):
                    flags = ACK_REQUEST
                    self._since_ack_request = 0
                if message.operation.immediate:
                    flags |= SOLICITED
            else:
                code, size = codes[1 if place else 0], pmtu
                if following >= limit or self._each_packet:
                    flags = ACK_REQUEST
            wire = (
                origin, code, flags, psn & PSN_MASK, size, message.source + place * pmtu,
                message.va, message.r_key, message.size, message.extra, message.extra2, 0, 0,
            )  # fmt: skip
            if psn < self.top:
                self._report_retransmission(now, message, wire)
            else:
                self.top = following
            end.sent += 1
            out = send(now, wire, on_request, (wire, psn, message, place))
            if end.slow:
                end.paced(now, out, size)
            if psn == self.una or not self._armed:
                self._watch(out)

    def _send_answered(self, now: int, message: WorkRequest, psn: int, place: int) -> None:
        """Send a request that must have a response of its own; a READ may ask for its rest only."""
        end, skip = self.end, place * self._pmtu
        wire = (
            end.origin, message.codes[3], ACK_REQUEST, psn & PSN_MASK, message.tail, message.source,
            message.va + skip, message.r_key, message.size - skip, signed(message.extra), signed(message.extra2), 0, 0,
        )  # fmt: skip
        if psn < self.top:
            self._report_retransmission(now, message, wire)
        else:
            self.top = message.last + 1
        self.nxt = message.last + 1
        self.at += 1
        self._reads += 1
        self._since_ack_request = 0
        end.sent += 1
        out = end.lane.send(now, wire, self.responder.on_request, (wire, psn, message, 0))
        if end.slow:
            end.paced(now, out, message.tail)
        if psn == self.una or not self._armed:
            self._watch(out)

    def _report_retransmission(self, now: int, message: WorkRequest, wire: tuple[int, ...]) -> None:
        message.resent += 1
        self.end.report_sending("retransmitted", now, wire, message)

    def _must_wait(self, now: int) -> bool:
        """Whether the rate limit forbids sending now; then it goes on later."""
        if now >= self.end.next:
            return False
        if not self._waking:
            self._waking = True
            self.end.network.at(self.end.next, self._wake)
        return True

    def _wake(self, now: int, packet: Any, uid: int) -> None:
        self._waking = False
        self.pump(now)

    # -- answers --------------------------------------------------------------------------------------------------

    def on_ack(self, now: int, packet: Any, uid: int) -> None:
        """An ACK came: everything up to its PSN is done, but for responses that are still missing."""
        end = self.end
        end.received += 1
        if end.dead:
            return
        psn = packet[1]
        if self._counted and packet[3] > self._limit:
            self._limit = packet[3]
            self._beyond_credits = -1
        if psn < self.una:
            self.end.report("ghost-ack", now, uid, packet)
        else:
            self._advance(now, psn + 1, packet, uid)
        self.pump(now)

    def on_data(self, now: int, packet: Any, uid: int) -> None:
        """A packet of a response came: that of a READ, or the only one of another operation."""
        end = self.end
        end.received += 1
        if end.dead:
            return
        psn = packet[1]
        if self._counted and packet[3] > self._limit:
            self._limit = packet[3]
            self._beyond_credits = -1
        kept = self._kept
        if psn < self.una or (kept is not None and psn in kept):
            self.end.report("ghost-ack", now, uid, packet)
        elif kept is not None:
            kept.add(psn)
            self._advance(now, psn, packet, uid)
        else:
            if psn > self.una:
                self._advance(now, psn, packet, uid)
            flight = self.flight
            if psn == self.una and flight and flight[0].answered:
                self._reach(now, psn + 1)
                if psn == flight[0].last:
                    self._complete(now)
        self.pump(now)

    def on_nak(self, now: int, packet: Any, uid: int) -> None:
        """The responder misses a packet."""
        self.end.count("rcvd_seq_err", "packet_seq_err")
        if not self._refused(now, packet, uid):
            return
        if self._resent_from == packet[1]:
            self.end.report("duplicate-nak", now, uid, packet)
        else:
            self._retry(now, packet[1])
        self.pump(now)

    def on_rnr(self, now: int, packet: Any, uid: int) -> None:
        """The responder has no receive request: wait, then retransmit."""
        self.end.count("rcvd_rnr_err")
        if not self._refused(now, packet, uid):
            return
        if self._halted:
            self.end.report("duplicate-nak", now, uid, packet)
            return
        if self.setup.rnr_retry != 7:  # which is no limit
            self._rnr_retries -= 1
            if self._rnr_retries < 0:
                self.end.count("retry_rnr_exceeded_err")
                self.fail(now, "rnr-retry-exceeded")
                return
        self.end.count("rnr_nak_retry_err")
        self._halted = True
        self.end.network.at(now + rnr_wait(packet[0][SYNDROME] & VALUE), self._resume)

    def on_fatal(self, now: int, packet: Any, uid: int) -> None:
        """The responder refuses the request for good."""
        if self._refused(now, packet, uid):
            self.end.count("req_remote_access_errors")
            self.fail(now, outcome_of(packet[0][SYNDROME] & VALUE))

    def _refused(self, now: int, packet: Any, uid: int) -> bool:
        """A NAK came: the requests before its PSN are done.  Whether the requester has to act on it."""
        self.end.received += 1
        if self.end.dead:
            return False
        psn = packet[1]
        if psn < self.una:
            self.end.report("ghost-ack", now, uid, packet)
            return False
        if psn > self.una:
            self._advance(now, psn, packet, uid)
        if psn != self.una:
            self.pump(now)
        return bool(psn == self.una)

    def _advance(self, now: int, upto: int, packet: Any, uid: int) -> None:
        """All requests before ``upto`` were executed; missing responses are requested again."""
        flight, kept = self.flight, self._kept
        if kept is not None:
            upto = kept.proven = max(kept.proven, upto)
        while flight and (self.una < upto or kept is not None):
            message = flight[0]
            if kept is not None and message.answered:
                while self.una <= message.last and kept.take(self.una):
                    self._reach(now, self.una + 1)
                if self.una <= message.last:
                    return  # it comes later, or the timer asks for it again
                self._complete(now)
                continue
            if self.una >= upto:
                return
            if message.answered:
                self._imply_nak(now, packet, uid)
                return
            if upto <= message.last:
                self._reach(now, upto)
                return
            self._reach(now, message.last + 1)
            self._complete(now)

    def _reach(self, now: int, psn: int) -> None:
        self.una = psn
        if self.nxt < psn:
            self.nxt = psn
        if self._beyond_credits < psn:
            self._beyond_credits = -1
        self._resent_from = -1
        self._retries = self.setup.retry_count
        self._deadline = now + self._timeout

    def _complete(self, now: int) -> None:
        message = self.flight.popleft()
        if self.at:
            self.at -= 1
            if message.answered:
                self._reads -= 1
        if message.operation.sends:
            self.end.sends += 1
        self._rnr_retries = self.setup.rnr_retry
        self.conversation.ended(self.end, message, now, "success")
        if message.done is not None:
            message.done(now)

    # -- retransmission -------------------------------------------------------------------------------------------

    def _imply_nak(self, now: int, packet: Any, uid: int) -> None:
        """A response shows that an earlier one is missing: an implied NAK."""
        if self._resent_from == self.una:
            return  # it was asked for already
        self.end.count("implied_nak_seq_err")
        self._report("implied-nak", now, uid, packet[0], self.flight[0], psn=self.una & PSN_MASK)
        self._retry(now, self.una)

    def _retry(self, now: int, psn: int) -> None:
        """Retransmit from a PSN on, or this packet alone where the responder keeps early packets."""
        self.end.count("completer_retry_err")
        if not self._may_retry(now):
            return
        self._resent_from = psn
        if not self.setup.selective or psn >= self.nxt or self._halted:
            self._go_back(psn)
            return
        where = self.nxt, self.at, self._reads, self._since_ack_request
        self._go_back(psn)
        message = self.flight[self.at]
        if message.answered:
            self._send_answered(now, message, psn, psn - message.first)
        else:
            self._send_one(now, message, psn)
        self.nxt, self.at, self._reads, self._since_ack_request = where

    def _may_retry(self, now: int) -> bool:
        """Count an attempt; one too many, and the queue pair goes into error."""
        self._retries -= 1
        if self._retries < 0:
            self.end.count("retry_exceeded_err")
            self.fail(now, "retry-exceeded")
        return self._retries >= 0

    def _send_one(self, now: int, message: WorkRequest, psn: int) -> None:
        place = psn - message.first
        last = place == message.requests - 1
        code = message.codes[(2 if place else 3) if last else (1 if place else 0)]
        flags = ACK_REQUEST | (SOLICITED if last and message.operation.immediate else 0)
        size = message.tail if last else self._pmtu
        wire = (
            self.end.origin, code, flags, psn & PSN_MASK, size, message.source + place * self._pmtu,
            message.va, message.r_key, message.size, message.extra, message.extra2, 0, 0,
        )  # fmt: skip
        self._report_retransmission(now, message, wire)
        self.end.sent += 1
        self._watch(self.end.lane.send(now, wire, self.responder.on_request, (wire, psn, message, place)))

    def _go_back(self, psn: int) -> None:
        """Go back to a PSN (go-back-N)."""
        self.nxt = psn
        self._reads = 0
        for at, message in enumerate(self.flight):
            self.at = at
            if psn <= message.last:
                break
            self._reads += message.answered
        self._since_ack_request = 0

    def _watch(self, out: int) -> None:
        """The oldest packet that waits for an answer leaves at that time."""
        self._deadline = out + self._timeout
        if not self._armed:
            self._armed = True
            self.end.network.at(self._deadline, self._on_timer)

    def _on_timer(self, now: int, packet: Any, uid: int) -> None:
        self._armed = False
        if self.end.dead or self.una == self.top:
            return
        if self._halted:
            self._watch(now)
        elif now < self._deadline:
            self._armed = True
            self.end.network.at(self._deadline, self._on_timer)
        else:
            self.end.count("local_ack_timeout_err", "completer_retry_err")
            self._report("timeout", now, None, None, self.flight[0], psn=self.una & PSN_MASK)
            if not self._may_retry(now):
                return
            self._resent_from = -1
            self._beyond_credits = -1
            self._go_back(self.una)
            self._watch(now)
            self.pump(now)

    def _resume(self, now: int, packet: Any, uid: int) -> None:
        if self.end.dead:
            return
        self._halted = False
        self._resent_from = -1
        self._beyond_credits = -1
        if self.una != self.top:  # else a late ACK has made the wait needless
            self._report("rnr-retry", now, None, None, self.flight[0], psn=self.una & PSN_MASK)
            self._go_back(self.una)
            self._watch(now)
        self.pump(now)

    # -- the end --------------------------------------------------------------------------------------------------

    def fail(self, now: int, reason: str) -> None:
        """The queue pair goes into error: the oldest message has the reason, the others are flushed."""
        if self.end.dead:
            return
        self._halted = True
        self.end.dead = True
        self._report("qp-error", now, None, None, self.flight[0] if self.flight else None, reason=reason)
        outcome = reason
        while self.flight:
            self.conversation.ended(self.end, self.flight.popleft(), now, outcome)
            outcome = "flushed"
        self.conversation.died(now)

    def _report(
        self, what: str, now: int, uid: int | None, wire: Any, message: WorkRequest | None, **more: Any
    ) -> None:
        note = self.conversation.note
        if note is not None:
            note(what, now, uid, wire or (self.end.origin,), message, **more)
