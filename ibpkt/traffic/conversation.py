"""A conversation between two queue pairs: what both ends agreed on, and their state machines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ibpkt.craft.carriers import Carrier
from ibpkt.errors import CallerError
from ibpkt.protocols import CREDITS, PMTUS, RNR_TIMER_MS
from ibpkt.traffic.end import End
from ibpkt.traffic.message import WorkRequest
from ibpkt.traffic.requester import Requester
from ibpkt.traffic.responder import Responder
from ibpkt.traffic.simulated_network import NS, Note, SimulatedNetwork
from ibpkt.traffic.unacknowledged import UnacknowledgedRequester, UnacknowledgedResponder

SERVICES = ("RC", "UC", "UD")
RECOVERIES = ("go-back-n", "selective")

#: the local ACK timeout is 4.096 µs times two to the power of its code
TIMEOUT_UNIT = 4_096 * NS

_LIMITS = {
    "window": (1, 1 << 22), "depth": (1, 1 << 16), "max_reads": (1, 255), "coalesce": (1, 1 << 16),
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
        coalesce: messages for which it asks for one ACK; it asks sooner where it would have to wait.
        retry_count: attempts without progress before it gives up.
        rnr_retry: RNR NAKs in a row before it gives up; 7 is no limit.
        rnr_timer: the code that RNR NAKs bear.
        timeout_code: the local ACK timeout is 4.096 µs · 2^code.
        credits: receive requests of each responder, which it counts in its ACKs; None for an unlimited number.
        receive_time: picoseconds after which a used receive request has been posted again.
        recovery: "go-back-n" or "selective".
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
    def rnr_wait(self) -> int:
        """How long to wait after an RNR NAK, in picoseconds."""
        return round(RNR_TIMER_MS[self.rnr_timer] * 1000) * 1000 * NS

    @property
    def selective(self) -> bool:
        """Whether responders keep what comes early."""
        return self.recovery == "selective"


def between(name: str, value: float | None, low: float, high: float) -> None:
    """Refuse a number outside its limits; None is no number."""
    if value is not None and not low <= value <= high:
        raise CallerError(f"{name} is between {low} and {high}, not {value!r}", name=name)


def _one_of(what: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise CallerError(f"there is no {what} {given!r}, only {', '.join(known)}", name=given, known=known)


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
        self.cnp_interval = setup.cnp_interval
        self.over = False
        self._plan, self._ended, self._died = plan, ended, died
        self.ends = tuple(End(self, side, network, network.lanes[side]) for side in (0, 1))
        self.ends[0].peer, self.ends[1].peer = self.ends[1], self.ends[0]
        ask: Any = Requester if setup.service == "RC" else UnacknowledgedRequester
        answer: Any = Responder if setup.service == "RC" else UnacknowledgedResponder
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
