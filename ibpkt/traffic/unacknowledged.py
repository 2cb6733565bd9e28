"""Requester and responder of the services without acknowledgements: UC and UD.

Source: IBA 1, 9.8.2 (UC) and 9.8.3 (UD); what UC does with gaps as the Linux rxe driver does it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ibpkt.protocols import PSN_MASK
from ibpkt.traffic.message import WorkRequest
from ibpkt.traffic.simulated_network import SOLICITED, copy_ended

if TYPE_CHECKING:
    from ibpkt.traffic.conversation import Conversation, End

#: packets that one queue pair sends before the next one has its turn
TURN = 16


class UnacknowledgedRequester:
    """Sends messages and expects no answer."""

    def __init__(self, end: End, conversation: Conversation, psn: int) -> None:
        self.end = end
        self.conversation = conversation
        self.responder: UnacknowledgedResponder
        self._psn = psn
        self._message: WorkRequest | None = None
        self._waking = False
        #: messages of which packets are still under way
        self.flight: dict[int, WorkRequest] = {}

    def pump(self, now: int) -> None:
        """Send the next packets, and go on when they have left."""
        end, lane = self.end, self.end.lane
        pmtu = self.conversation.setup.pmtu
        for _ in range(TURN):
            if end.slow and now < end.next:
                break
            message = self._message or self._next(now)
            if message is None:
                return
            psn = self._psn
            place = psn - message.first
            last = place == message.requests - 1
            self._psn = psn + 1
            number = message.codes[(2 if place else 3) if last else (1 if place else 0)]
            wire = (
                end.origin, number, SOLICITED if last and message.operation.immediate else 0, psn & PSN_MASK,
                message.tail if last else pmtu, message.source + place * pmtu,
                message.va, message.r_key, message.size, message.extra, message.extra2, 0, 0,
            )  # fmt: skip
            message.copies += 1
            if last:
                message.whole = True
                self._message = None
                end.sends += message.operation.sends
            end.sent += 1
            out = lane.send(now, wire, self.responder.on_request, (wire, psn, message, place))
            if end.slow:
                end.paced(now, out, wire[4])
        if not self._waking:
            self._waking = True
            end.network.at(max(lane.free[0], end.next if end.slow else 0), self._wake)

    def _next(self, now: int) -> WorkRequest | None:
        message = self.conversation.next_message(self.end, now)
        if message is not None:
            pmtu = self.conversation.setup.pmtu
            message.place(self._psn, pmtu, -(-message.size // pmtu) or 1)
            message.ending = self._ended
            self.flight[message.id] = message
            self._message = message
        return message

    def _wake(self, now: int, packet: Any, uid: int) -> None:
        self._waking = False
        self.pump(now)

    def _ended(self, message: WorkRequest) -> None:
        del self.flight[message.id]
        outcome = "delivered" if message.delivered else "lost"
        self.conversation.ended(self.end, message, self.end.network.now, outcome)


class UnacknowledgedResponder:
    """Takes UD packets as they come, and UC messages without a gap."""

    def __init__(self, end: End, conversation: Conversation, psn: int) -> None:
        self.end = end
        self.conversation = conversation
        self._epsn = psn
        self._ordered = conversation.setup.service == "UC"
        self._dropping = False

    def on_request(self, now: int, packet: Any, uid: int) -> None:
        """A packet came."""
        self.end.received += 1
        _, psn, message, place = packet
        if self._ordered and psn != self._epsn:
            self.end.report("out-of-sequence", now, uid, packet)
        if place == 0:
            self._dropping = False
        elif self._dropping or (self._ordered and psn != self._epsn):
            self._dropping = True
        if not self._dropping:
            self._epsn = psn + 1
            if place == message.requests - 1:
                message.delivered += 1
                if message.delivered > 1:
                    self.end.report("duplicate-delivery", now, uid, packet)
                if message.receives:
                    self.end.recvs += 1
        copy_ended(packet)
