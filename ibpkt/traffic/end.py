"""One end of a conversation: its counters, and what requests and responses share."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ibpkt.protocols import OPCODE_NAMES
from ibpkt.schema import number_of
from ibpkt.traffic.simulated_network import BECN, HEADERS, NS, WIDTH, Handler, Lane, SimulatedNetwork, Wire, copy_ended
from ibpkt.traffic.truth import COUNTERS

if TYPE_CHECKING:
    from ibpkt.traffic.conversation import Conversation
    from ibpkt.traffic.message import WorkRequest

CNP_CODE = number_of(OPCODE_NAMES, "CNP")
#: a rate is counted in this many parts of the full one, and cut to no less than one
PARTS = 64
#: a rate recovers by one part in so many picoseconds
RECOVERY = 50_000 * NS
_CNP_REST = (CNP_CODE, BECN) + (0,) * (WIDTH - 3)


class End:
    """One end of a conversation.

    Attributes:
        conversation: to which it belongs.
        side: 0 for a, 1 for b.
        origin: how its packets are marked at the tap: the conversation's number, doubled, plus the side.
        lane: the lane on which it sends.
        sent: packets sent.
        received: packets received whose ICRC is right.
        sends: SENDs completed.
        recvs: receive requests used.
        counters: the others of `COUNTERS`, by name.
        dead: its queue pair is in error.
        slow: it sends below the full rate, since a CNP came.
        next: when it may send again while it is slow.
    """

    def __init__(self, conversation: Conversation, side: int, network: SimulatedNetwork, lane: Lane) -> None:
        self.conversation = conversation
        self.side = side
        self.origin = conversation.number * 2 + side
        self.network = network
        self.lane = lane
        self.peer: End = self
        self.end = self
        self.sent = 0
        self.received = 0
        self.sends = 0
        self.recvs = 0
        self.counters: Counter[str] = Counter()
        self.dead = False
        self.slow = False
        self.next = 0
        self._parts = PARTS
        self._cut = 0
        self._last_cnp = -(1 << 62)

    def count(self, *names: str) -> None:
        """Count one."""
        self.counters.update(names)

    def counted(self) -> dict[str, int]:
        """All counters."""
        own = {"sent_pkts": self.sent, "rcvd_pkts": self.received, "rdma_sends": self.sends, "rdma_recvs": self.recvs}
        return {name: own.get(name, self.counters[name]) for name in COUNTERS}

    def report(self, what: str, now: int, uid: int, packet: Any, **more: Any) -> None:
        """Note what happened to a packet that came, or because of it."""
        note = self.conversation.note
        if note is not None:
            note(what, now, uid, packet[0], packet[2], **more)

    def report_sending(self, what: str, now: int, wire: Wire, message: WorkRequest | None) -> None:
        """Note something of the packet that is sent next."""
        note = self.conversation.note
        if note is not None:
            note(what, max(now, self.lane.free[0]), -1 - self.lane.following, wire, message)

    def on_corrupt(self, now: int, packet: Any, uid: int) -> None:
        """A packet came whose ICRC is wrong: it is dropped silently."""
        self.count("rx_icrc_encapsulated")
        self.report("icrc-drop", now, uid, packet)
        copy_ended(packet)

    def marked(self, handler: Handler) -> Handler:
        """A handler for a packet that bears a congestion mark: it notifies the sender before it takes the packet."""

        def take(now: int, packet: Any, uid: int) -> None:
            self.count("np_ecn_marked_roce_packets")
            conversation = self.conversation
            if conversation.cnp_interval and now - self._last_cnp >= conversation.cnp_interval and not self.dead:
                self._last_cnp = now
                self.count("np_cnp_sent")
                self.sent += 1
                wire = (self.origin, *_CNP_REST)
                self.report_sending("cnp", now, wire, None)
                self.lane.send(now, wire, self.peer.on_cnp, (wire, 0, None, 0))
            handler(now, packet, uid)

        return take

    def on_cnp(self, now: int, packet: Any, uid: int) -> None:
        """A CNP came: send at half the rate, and recover from there."""
        self.received += 1
        self.count("rp_cnp_handled")
        self._parts = max(1, self._rate(now) // 2)
        self._cut = now
        self.slow = True
        self.report("rate-cut", now, uid, packet, share=self._parts / PARTS)

    def _rate(self, now: int) -> int:
        parts = min(PARTS, self._parts + (now - self._cut) // RECOVERY)
        if parts == PARTS:
            self.slow = False
        return parts

    def paced(self, now: int, out: int, size: int) -> None:
        """While it is slow: a packet of ``size`` bytes will have left at ``out``; set when the next may."""
        parts = self._rate(now)
        self.next = out + (size + HEADERS) * self.network.pace * (PARTS - parts) // parts
