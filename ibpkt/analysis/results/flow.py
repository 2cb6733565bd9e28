"""Flows: two queue pairs and what went between them; datagrams by their four ends."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from ibpkt.conveniences import extensible

if TYPE_CHECKING:
    from ibpkt.bound_methods import FlowMethods
else:
    FlowMethods = object

#: how the two directions of a flow were found to belong together
JOIN_METHODS = {
    "cm": "connection management named both queue pairs",
    "acknowledgements": "its answers carry PSNs that only this queue pair has sent",
    "datagrams": "every datagram names both queue pairs",
    "addresses": "no other queue pairs of this service talk between these addresses",
    "": "the other direction is not in the capture, or several flows could be it",
}


@dataclasses.dataclass(slots=True)
class Side:
    """One end of a flow, and what it sent.

    Attributes:
        address: as the lines of packets show it.
        qpn: its queue pair; None if not known.
        first_psn, last_psn: of its requests.
        packets: that it sent, all kinds.
        bytes: of their frames on the wire.
        payload: bytes of payload, retransmissions included.
        fresh: bytes of payload that came for the first time.
        requests, answers: its packets by kind.
        messages: its messages that have ended, by kind.
        completed: bytes of them that were completed (or sent, if the service has no acknowledgements).
        retransmitted: its packets that it sent again: requests, READ responses and atomic responses.
        duplicated: its packets that the network delivered twice.
        late: its packets that arrived out of order.
        lost: its packets that did not arrive, as far as the other end has shown.
        unseen: its packets that arrived, but are not in the capture.
        repeated: its requests that the other end had already executed.
        early: its requests that came while an earlier one was missing.
        naks: NAKs that it sent, by code; `rnrs` RNR NAKs.
        marked: its packets that a switch marked (ECN CE, or FECN).
        cnps: congestion notifications that it sent.
        depth: READs and atomics that it may have outstanding, if that was agreed.
        corrupt: its packets with a wrong ICRC, as far as they were verified.
        path: what its packets say of their path, if that is read: values by name (`PATH_FACTS` of
            `ibpkt.analysis.columns.path_facts`) in the order in which they came, 8 at most.
    """

    address: str = ""
    qpn: int | None = None
    first_psn: int | None = None
    last_psn: int | None = None
    packets: int = 0
    bytes: int = 0
    payload: int = 0
    fresh: int = 0
    requests: int = 0
    answers: int = 0
    messages: dict[str, int] = dataclasses.field(default_factory=dict)
    completed: int = 0
    retransmitted: int = 0
    duplicated: int = 0
    late: int = 0
    lost: int = 0
    unseen: int = 0
    repeated: int = 0
    early: int = 0
    naks: dict[int, int] = dataclasses.field(default_factory=dict)
    rnrs: int = 0
    marked: int = 0
    cnps: int = 0
    corrupt: int = 0
    depth: int | None = None
    path: dict[str, list[Any]] = dataclasses.field(default_factory=dict)


@extensible
@dataclasses.dataclass(slots=True)
class Flow(FlowMethods):
    """Two queue pairs.  Times are nanoseconds since the epoch.

    Attributes:
        number: from 1, in the order of first packets.
        also: the number under which its other direction ran until the two were joined; 0 for none.
        service: RC, UC, UD, XRC or RD.
        sides: its ends; the first packet came from the first.
        how: one of `JOIN_METHODS`.
        sure: how likely the join is right, from 0 to 1.
        carries: what connection management said it is for, or what its messages show; "" where neither is known.
        pmtu: path MTU in bytes, as agreed or, where that is not in the capture, as packets show; None if unknown.
        pmtu_least: what it must be at least, as packets show, where it is not known.
        moves: how often it has migrated to other addresses; the sides have the last ones.
        recovery: "go-back-n" or "selective-repeat", once losses have shown it.
        released, released_frame: when connection management released it, and with which packet; 0 for not.
        first, last: the times of its first packet and the last.
        ended: "" at the end of the capture, "given up", "reused" (the queue pair belongs to another connection now, or
            the capture misses so much that nothing joins what was with what is), "refused" (by a NAK).
    """

    number: int
    service: str
    first: int
    last: int
    also: int = 0
    sides: tuple[Side, Side] = dataclasses.field(default_factory=lambda: (Side(), Side()))
    how: str = ""
    sure: float = 0.0
    carries: str = ""
    pmtu: int | None = None
    pmtu_least: int = 256
    recovery: str = ""
    moves: int = 0
    ended: str = ""
    released: int = 0
    released_frame: int = 0

    @property
    def packets(self) -> int:
        """Of both directions."""
        return self.sides[0].packets + self.sides[1].packets

    @property
    def bytes(self) -> int:
        """Of both directions, of frames on the wire."""
        return self.sides[0].bytes + self.sides[1].bytes

    @property
    def goodput(self) -> tuple[float, float]:
        """Bits a second of completed messages that each end asked for; 0 for a flow of one moment."""
        span = self.last - self.first
        ends = (self.sides[0].completed, self.sides[1].completed)
        return (ends[0] * 8e9 / span, ends[1] * 8e9 / span) if span > 0 else (0.0, 0.0)

    @property
    def retransmitted(self) -> float:
        """The share of requests and responses that were sent again."""
        sent = sum(side.requests + side.answers for side in self.sides)
        return sum(side.retransmitted for side in self.sides) / sent if sent else 0.0
