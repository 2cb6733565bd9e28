"""The state of the walk: for each packet, and for each group of packets with the same headers so far."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Array, Bools, Ints, Octets
from ibpkt.batch.frames import Frames, number_in
from ibpkt.batch.shape import Place
from ibpkt.protocols import Chain
from ibpkt.schema import Header, Leaf

#: bytes of each packet that are copied once
HEAD = 64
#: the claim of a packet in which no length field has been read yet
NO_CLAIM = np.int64(1 << 62)


class WalkState:
    """What the walk knows of each packet; all arrays have shape (n,), for the n packets of the batch.

    Places and ends are in bytes from the start of the packet.

    Attributes:
        wire: where the packet ended on the wire.
        captured: where its captured bytes end.
        claim: where it ends by the length fields read so far, `NO_CLAIM` without one.
        link_claim: where it ends by the length field of LRH, likewise; None before an LRH is read.
        icrc: where the ICRC lies, -1 where there is no room for it; None before a BTH is read.
        partial: which packets are fragments, of which the rest is elsewhere; None for none so far.
    """

    def __init__(self, frames: Frames) -> None:
        count = len(frames)
        self.wire: Ints = frames.wirelen
        self.captured: Ints = frames.captured
        self.claim: Ints = np.full(count, NO_CLAIM)
        self.link_claim: Ints | None = None
        self.icrc: Ints | None = None
        self.partial: Bools | None = None
        self._frames = frames
        # the first bytes of all packets, copied once: most fields that are asked for lie in them
        readable = int(frames.start.max()) + HEAD <= len(frames.data)
        self._head: Octets | None = frames.block(frames.start, HEAD) if readable else None

    def number(self, rows: Ints, place: Place, leaf: Leaf) -> Array:
        """The values of a leaf in some packets.

        Args:
            rows: their places in the batch, ascending, shape (m,).
            place: where its header starts in them.
            leaf: a number.
        """
        bit = place.distance * 8 + leaf.bit
        every = len(rows) == len(self.wire)
        little = getattr(leaf, "little", False)
        if self._head is not None and place.shift is None and bit + leaf.width <= HEAD * 8 and not little:
            return number_in(self._head, bit, leaf.width, None if every else rows)
        at = (self._frames.start if every else self._frames.start[rows]) + place.distance
        if place.shift is not None:
            at += place.shift[rows]
        return self._frames.number(at, leaf.bit, leaf.width, little=little)


class WalkGroup:
    """Packets that have had the same headers so far.

    Attributes:
        rows: their places in the batch, ascending.
        chain: the headers.
        places: where each of these starts.
        innermost: where the innermost header of each kind starts.
        queue: the headers that come next.
        distance: bytes that the headers take, without their shift.
        shift: bytes by which headers of variable size shift what follows, for the whole batch; None for none.
        slack: bytes that every packet of the group surely has, None if not known.
    """

    __slots__ = ("chain", "distance", "innermost", "places", "queue", "rows", "shift", "slack")

    def __init__(self, rows: Ints) -> None:
        self.rows: Ints = rows
        self.chain: Chain = ()
        self.places: list[Place] = []
        self.innermost: dict[Header, Place] = {}
        self.queue: Chain = ()
        self.distance: int = 0
        self.shift: Ints | None = None
        self.slack: int | None = None

    def add(self, header: Header, count: int = 1) -> Place:
        """Have another header, or several of a kind behind each other; gives where the last of them starts."""
        places = [Place(self.distance + number * header.size, self.shift) for number in range(count)]
        self.chain = self.chain + (header,) * count
        self.places += places
        self.innermost[header] = places[-1]
        self.distance += header.size * count
        return places[-1]

    def split(self, rows: Ints) -> WalkGroup:
        """A group of some of the packets."""
        part = WalkGroup(rows)
        part.chain, part.places, part.queue = self.chain, list(self.places), self.queue
        part.innermost = dict(self.innermost)
        part.distance, part.shift = self.distance, self.shift
        return part
