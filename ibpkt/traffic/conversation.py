"""A conversation between two queue pairs: what both ends agreed on, their counters, and their state machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ibpkt.craft.carriers import Carrier
from ibpkt.errors import CallerError
from ibpkt.protocols import CREDITS, OPCODE_NAMES, PMTUS
from ibpkt.schema import number_of
from ibpkt.traffic.message import WorkRequest
from ibpkt.traffic.requester_engine import RequesterEngine
from ibpkt.traffic.simulated_network import (
    BECN,
    HEADERS,
    NS,
    WIDTH,
    Handler,
    Lane,
    Note,
    SimulatedNetwork,
    Wire,
    copy_ended,
)
from ibpkt.traffic.simulated_responder import SimulatedResponder
from ibpkt.traffic.truth import COUNTERS
from ibpkt.traffic.unacknowledged import UnacknowledgedRequester, UnacknowledgedResponder

SERVICES = ("RC", "UC", "UD")
RECOVERIES = ("go-back-n", "selective", "any-order")

#: the local ACK timeout is 4.096 µs times two to the power of its code
TIMEOUT_UNIT = 4_096 * NS

CNP_CODE = number_of(OPCODE_NAMES, "CNP")
#: a rate is counted in this many parts of the full one, and cut to no less than one
PARTS = 64
#: a rate recovers by one part in so many picoseconds
RECOVERY = 50_000 * NS
_CNP_REST = (CNP_CODE, BECN) + (0,) * (WIDTH - 3)

_LIMITS = {
    "window": (1, 1 << 22), "depth": (1, 1 << 16), "max_reads": (1, 255), "coalesce": (0, 1 << 16),
    "credits": (1, CREDITS[-2] or 0), "retry_count": (0, 7), "rnr_retry": (0, 7), "rnr_timer": (0, 31),
    "timeout_code": (0, 31),
}  # fmt: skip


@dataclass(frozen=True)
class Setup:
    """What both ends of a conversation have agreed on.

    Attributes:
        service: RC, UC or UD.
        pmtu: path MTU in bytes.
        window: PSNs that a requester has under way, at most.
        depth: messages that it has under way, at most.
        max_reads: READs and atomics that it has under way, at most.
        coalesce: messages for which it asks for one ACK; it asks sooner where it would have to wait.  0: it asks with
            every packet.
        retry_count: attempts without progress before it gives up.
        rnr_retry: RNR NAKs in a row before it gives up; 7 is no limit.
        rnr_timer: the code that RNR NAKs bear.
        timeout_code: the local ACK timeout is 4.096 µs · 2^code.
        credits: receive requests of each responder, which it counts in its ACKs; None for an unlimited number.
        receive_time: picoseconds after which a used receive request has been posted again.
        recovery: "go-back-n"; "selective": responders keep what comes early and ask for what is missing; "any-order":
            both ends take packets in any order and ask for nothing, as with adaptive routing.
        cnp_interval: picoseconds between CNPs of one flow, at least; 0 for no CNPs at all.
    """

    service: str = "RC"
    pmtu: int = 1024
    window: int = 64
    depth: int = 16
    max_reads: int = 16
    coalesce: int = 4
    retry_count: int = 7
    rnr_retry: int = 7
    rnr_timer: int = 12
    timeout_code: int = 14
    credits: int | None = None
    receive_time: int = 1_000 * NS
    recovery: str = "go-back-n"
    cnp_interval: int = 50_000 * NS

    def __post_init__(self) -> None:
        _one_of("service", self.service, SERVICES)
        _one_of("recovery", self.recovery, RECOVERIES)
        if self.pmtu not in PMTUS:
            raise CallerError(f"a path MTU is one of {', '.join(map(str, PMTUS))}, not {self.pmtu}")
        for name, (low, high) in _LIMITS.items():
            between(name, getattr(self, name), low, high)

    @property
    def timeout(self) -> int:
        """The local ACK timeout in picoseconds."""
        return TIMEOUT_UNIT << self.timeout_code

    @property
    def selective(self) -> bool:
        """Whether responders keep what comes early."""
        return self.recovery == "selective"

    @property
    def any_order(self) -> bool:
        """Whether both ends take packets in any order, and leave it to the timer to find a loss."""
        return self.recovery == "any-order"


def between(name: str, value: float | None, low: float, high: float) -> None:
    """Refuse a number outside its limits; None is no number."""
    if value is not None and not low <= value <= high:
        raise CallerError(f"{name} is between {low} and {high}, not {value!r}", name=name)


def _one_of(what: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise CallerError(f"there is no {what} {given!r}, only {', '.join(known)}", name=given, known=known)


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

    def __init__(self, conversation: Conversation, side: int, network: SimulatedNetwork) -> None:
        self.conversation = conversation
        self.side = side
        self.origin: int = conversation.number * 2 + side
        self.network = network
        self.lane: Lane = network.lanes[side]
        self.peer: End = self
        self.end = self
        self.sent = 0
        self.received: int = 0
        self.sends = 0
        self.recvs = 0
        self.counters: Counter[str] = Counter()
        self.dead = False
        self.slow: bool = False
        self.next: int = 0
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


class Conversation:
    """Two connected queue pairs.

    Attributes:
        number: counted from 0.
        slot: its place among those that run at the same time.
        setup: what both have agreed on.
        carrier: what carries its packets.
        ends: a and b.
        requesters: theirs.
        qpns: their queue pairs' numbers.
        psns: the first PSN that each of them uses.
        r_keys: the key to the memory of each end.
        bases: where it begins.
        memory: what atomic operations have written, by key and address.
        note: takes events, or None.
        over: it has ended.
    """

    qpns: tuple[int, int]
    psns: tuple[int, int]
    r_keys: tuple[int, int]
    bases: tuple[int, int]

    def __init__(
        self,
        number: int,
        slot: int,
        setup: Setup,
        carrier: Carrier,
        network: SimulatedNetwork,
        *,
        qpns: tuple[int, int],
        psns: tuple[int, int],
        r_keys: tuple[int, int],
        bases: tuple[int, int],
        plan: Callable[[Conversation, int, int], WorkRequest | None],
        ended: Callable[[Conversation, int, WorkRequest, int, str], None],
        died: Callable[[Conversation, int], None],
    ) -> None:
        self.number = number
        self.slot = slot
        self.setup = setup
        self.carrier = carrier
        self.qpns, self.psns, self.r_keys, self.bases = qpns, psns, r_keys, bases
        self.memory: dict[tuple[int, int], int] = {}
        self.note: Note | None = network.note
        self.cnp_interval: int = setup.cnp_interval
        self.over: bool = False
        self._plan, self._ended, self._died = plan, ended, died
        self.ends: tuple[End, ...] = tuple(End(self, side, network) for side in (0, 1))
        self.ends[0].peer, self.ends[1].peer = self.ends[1], self.ends[0]
        ask: Any = RequesterEngine if setup.service == "RC" else UnacknowledgedRequester
        answer: Any = SimulatedResponder if setup.service == "RC" else UnacknowledgedResponder
        self.requesters: tuple[Any, ...] = tuple(ask(self.ends[side], self, psns[side]) for side in (0, 1))
        for side in (0, 1):
            responder = answer(self.ends[1 - side], self, psns[side])
            self.requesters[side].responder = responder
            responder.requester = self.requesters[side]

    def begin(self, now: int) -> None:
        """Both ends begin to send."""
        for requester in self.requesters:
            requester.pump(now)

    def next_message(self, end: End, now: int) -> WorkRequest | None:
        """The next message that an end shall send, None for none."""
        return self._plan(self, end.side, now)

    def ended(self, end: End, message: WorkRequest, now: int, outcome: str) -> None:
        """A message has come to its end."""
        self._ended(self, end.side, message, now, outcome)

    def died(self, now: int) -> None:
        """A requester has gone into error: without both there is no conversation, nor without one that has to send."""
        if not self.over and all(each.end.dead or not each.flight for each in self.requesters):
            self.over = True
            self._died(self, now)
