"""The responder of a reliable connection: what it executes, what it answers, and what it refuses.

Source: IBA 1, 9.7.4 to 9.7.5 and 9.9.3.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ibpkt.protocols import ACK, CREDITS, NAK, NAK_CODES, PSN_MASK, RNR_NAK, VALUE_BITS
from ibpkt.traffic.message import WorkRequest
from ibpkt.traffic.operations import Codes, response_codes
from ibpkt.traffic.payload import number_at
from ibpkt.traffic.simulated_network import ACK_REQUEST, Handler, Wire, signed

if TYPE_CHECKING:
    from ibpkt.traffic.conversation import Conversation, End, Setup
    from ibpkt.traffic.requester_engine import RequesterEngine

FLAGS = 2
#: response packets that one queue pair sends before the next one has its turn
TURN = 32

_ACKNOWLEDGE = response_codes("RC", "ACK")[-1]
_UNLIMITED = CREDITS.index(None)
_NAK_NUMBERS = {name: NAK << VALUE_BITS | number for number, name in NAK_CODES.items()}
_SEQUENCE, _ACCESS = _NAK_NUMBERS["PSN Sequence Error"], _NAK_NUMBERS["Remote Access Error"]


@dataclass(eq=False, slots=True)
class Response:
    """A response that is being sent.

    Attributes:
        message: what it answers.
        first: the PSN of its first packet; that of a repeated READ may be an inner one.
        psn: the next to be sent.
        msn: what its packets say.
        codes: of its packets.
    """

    message: WorkRequest
    first: int
    psn: int
    msn: int
    codes: Codes


class SimulatedResponder:
    """Takes the requests of the other end.

    Attributes:
        epsn: the PSN that it expects.
        msn: messages executed.
    """

    def __init__(self, end: End, conversation: Conversation, psn: int) -> None:
        self.end = end
        self.conversation = conversation
        self.setup: Setup = conversation.setup
        self.requester: RequesterEngine
        self.epsn: int = psn
        self.msn: int = 0
        self._top = psn  # after the highest PSN of a response that was sent
        self._nak = False  # a NAK was sent, and the packet it asks for has not come
        self._rnr = False  # ... and it is an RNR NAK
        self._early: dict[int, tuple[Any, int]] = {}
        self._jobs: deque[Response | tuple[Wire, Handler, Any]] = deque()
        self._serving = False
        self._available = self.setup.credits or 0
        self._posts: deque[int] = deque()

    # -- requests -------------------------------------------------------------------------------------------------

    def on_request(self, now: int, packet: Any, uid: int) -> None:
        """A request packet came."""
        end = self.end
        end.received += 1
        psn = packet[1]
        if end.dead:
            self.end.report("discarded", now, uid, packet)
        elif psn == self.epsn:
            self._nak = self._rnr = False
            self._take(now, packet, uid)
            if self._early:
                self._catch_up(now)
        elif psn > self.epsn:
            self._on_early(now, packet, uid)
        else:
            self._on_duplicate(now, packet, uid)

    def _take(self, now: int, packet: Any, uid: int) -> None:
        """The packet is the one that is expected."""
        wire, psn, message, place = packet
        if message.special and not self._accepts(now, packet, uid):
            return
        if message.answered:
            self.epsn = message.last + 1
            self.msn += 1
            if message.operation.atomic:
                self._execute_atomic(message)
            self._answer(now, message, psn)
            return
        self.epsn = psn + 1
        if place == message.requests - 1:
            self.msn += 1
            if message.receives:
                self.end.recvs += 1
            if message.taken is not None:
                message.taken(now)
        if wire[FLAGS] & ACK_REQUEST:
            self._acknowledge(now, psn)

    def _accepts(self, now: int, packet: Any, uid: int) -> bool:
        """Whether a message can be executed: its R_Key is right, and a receive request is posted."""
        _, psn, message, place = packet
        if message.denied and place == 0:
            self.end.count("resp_remote_access_errors")
            self.end.report("nak-access", now, uid, packet)
            self._reply(now, psn, _ACCESS, self.requester.on_fatal)
            # the queue pair goes into error: what it wanted to send itself is flushed
            self.conversation.requesters[self.end.side].fail(now, "flushed")
            return False
        # a SEND takes its receive request at once, a WRITE with immediate at its end
        if not message.receives or place != (message.requests - 1 if message.operation.remote else 0):
            return True
        lacks = False
        if message.rnr > 0:
            message.rnr -= 1
            lacks = True
        elif self.setup.credits is not None:
            self._refill(now)
            lacks = not self._available
            if not lacks:
                self._available -= 1
                self._posts.append(max(now, self._posts[-1] if self._posts else 0) + self.setup.receive_time)
        if lacks:
            self.end.count("send_rnr_err")
            self.end.report("rnr", now, uid, packet)
            self._nak = self._rnr = True
            self._early.clear()  # the requester sends them again
            self._reply(now, psn, RNR_NAK << VALUE_BITS | self.setup.rnr_timer, self.requester.on_rnr)
        return not lacks

    def _refill(self, now: int) -> None:
        posts = self._posts
        while posts and posts[0] <= now:
            posts.popleft()
            self._available += 1

    def _on_early(self, now: int, packet: Any, uid: int) -> None:
        if self._rnr:
            self.end.report("discarded", now, uid, packet)
            return
        if self.setup.any_order:
            self._take_early(now, packet, uid)
            return
        self.end.report("out-of-sequence", now, uid, packet)
        if self.setup.selective:
            self._early[packet[1]] = (packet, uid)
        if not self._nak:
            self._nak_sequence(now, packet, uid)

    def _take_early(self, now: int, packet: Any, uid: int) -> None:
        """Take a packet before those in front of it: it counts as executed, and is acknowledged once they have come."""
        if packet[1] in self._early:
            self.end.count("duplicate_request")
            self.end.report("duplicate-request", now, uid, packet)
        else:
            self.end.report("taken-early", now, uid, packet)
            self._early[packet[1]] = (packet, uid)

    def _nak_sequence(self, now: int, packet: Any, uid: int) -> None:
        self._nak = True
        self.end.count("out_of_seq_request")
        self.end.report("nak-sequence", now, uid, packet, psn=self.epsn & PSN_MASK)
        self._reply(now, self.epsn, _SEQUENCE, self.requester.on_nak)

    def _catch_up(self, now: int) -> None:
        """Take what came early and is expected now; ask for what is still missing."""
        packet: Any = None
        uid = -1
        while not self._rnr and not self.end.dead and self.epsn in self._early:
            packet, uid = self._early.pop(self.epsn)
            self._take(now, packet, uid)
        for psn in [psn for psn in self._early if psn < self.epsn]:
            del self._early[psn]
        if self._early and not (self._nak or self.end.dead or self.setup.any_order):
            packet, uid = self._early[min(self._early)]
            self._nak_sequence(now, packet, uid)

    def _on_duplicate(self, now: int, packet: Any, uid: int) -> None:
        wire, psn, message, _ = packet
        self.end.count("duplicate_request")
        self.end.report("duplicate-request", now, uid, packet)
        if message.answered:
            self._answer(now, message, psn)
        elif wire[FLAGS] & ACK_REQUEST:
            self._acknowledge(now, self.epsn - 1)

    def _execute_atomic(self, message: WorkRequest) -> None:
        """Execute an atomic operation."""
        memory, place = self.conversation.memory, (message.r_key, message.va)
        found = memory.get(place)
        if found is None:
            found = number_at(message.r_key, message.va)
        message.result = found
        if not message.operation.compares:
            memory[place] = found + message.extra & 0xFFFFFFFFFFFFFFFF
        elif found == message.extra2:
            memory[place] = message.extra

    # -- responses ------------------------------------------------------------------------------------------------

    def _credits(self, now: int) -> tuple[int, int]:
        """The syndrome of an ACK, and up to which message it gives credits."""
        if self.setup.credits is None:
            return ACK << VALUE_BITS | _UNLIMITED, 0
        self._refill(now)
        number = max(n for n in range(_UNLIMITED) if (CREDITS[n] or 0) <= self._available)
        return ACK << VALUE_BITS | number, self.msn + (CREDITS[number] or 0)

    def _acknowledge(self, now: int, psn: int) -> None:
        syndrome, limit = self._credits(now) if self.setup.credits is not None else (_UNLIMITED, 0)
        self._reply(now, psn, syndrome, self.requester.on_ack, limit)

    def _reply(self, now: int, psn: int, syndrome: int, handler: Handler, limit: int = 0) -> None:
        """Send an ACK or a NAK, after the responses that are being sent."""
        wire = (
            self.end.origin, _ACKNOWLEDGE, 0, psn & PSN_MASK, 0, 0, 0, 0, 0, 0, 0, syndrome, self.msn & PSN_MASK,
        )  # fmt: skip
        packet = (wire, psn, None, limit)
        if self._jobs:
            self._jobs.append((wire, handler, packet))
        else:
            self.end.sent += 1
            self.end.lane.send(now, wire, handler, packet)

    def _answer(self, now: int, message: WorkRequest, psn: int) -> None:
        codes = response_codes(self.conversation.setup.service, message.operation.answer)
        self._jobs.append(Response(message, psn, psn, self.msn, codes))
        if not self._serving:
            self._serve(now, None, -1)

    def _serve(self, now: int, packet: Any, uid: int) -> None:
        """Send what is to be sent, a turn of packets at a time."""
        self._serving = False
        end, jobs, lane = self.end, self._jobs, self.end.lane
        turn = TURN
        while jobs:
            if turn == 0 or (end.slow and now < end.next):
                self._serving = True
                end.network.at(max(lane.free[0], end.next if end.slow else 0), self._serve)
                return
            turn -= 1
            job = jobs[0]
            if isinstance(job, Response):
                self._respond(now, job)
                if job.psn > job.message.last:
                    jobs.popleft()
            else:
                end.sent += 1
                lane.send(now, *job)
                jobs.popleft()

    def _respond(self, now: int, job: Response) -> None:
        """Send the next packet of a response."""
        message, psn, pmtu, end = job.message, job.psn, self.setup.pmtu, self.end
        first, last = psn == job.first, psn == message.last
        number = job.codes[3 if first and last else 0 if first else 2 if last else 1]
        skip = (psn - message.first) * pmtu
        size = 0
        if message.operation.reads:
            size = message.size - skip if last else pmtu
        syndrome, limit = self._credits(now)
        wire = (
            end.origin, number, 0, psn & PSN_MASK, size, message.source + skip,
            0, 0, 0, signed(message.result or 0), 0, syndrome, job.msn & PSN_MASK,
        )  # fmt: skip
        if psn < self._top:
            end.report_sending("retransmitted", now, wire, message)
        else:
            self._top = psn + 1
        job.psn += 1
        end.sent += 1
        out = end.lane.send(now, wire, self.requester.on_data, (wire, psn, message, limit))
        if end.slow:
            end.paced(now, out, size)
