"""What the walk keeps while it is under way: of each packet, and of those that have had the same headers so far."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.batch.frames import Frames
from ibpkt.batch.shape import Place
from ibpkt.protocols import Chain
from ibpkt.schema import Header

#: the claim of a packet of which no length field has spoken yet
NONE = np.int64(1 << 62)


class WalkState:
    """What the walk knows of each packet; all arrays are as long as the batch."""

    def __init__(self, frames: Frames) -> None:
        count = len(frames)
        self.wire = frames.wirelen  # these four count from the start of the packet
        self.captured = frames.captured
        self.claim = np.full(count, NONE)
        self.link_claim: Ints | None = None
        self.icrc: Ints | None = None
        self.partial: Bools | None = None


class WalkGroup:
    """Packets that have had the same headers so far."""

    __slots__ = ("chain", "distance", "innermost", "places", "queue", "rows", "shift", "slack")

    def __init__(self, rows: Ints) -> None:
        self.rows = rows
        self.chain: Chain = ()
        self.places: list[Place] = []
        self.innermost: dict[Header, Place] = {}  # where the last header of a kind starts
        self.queue: Chain = ()
        self.distance = 0
        self.shift: Ints | None = None
        self.slack: int | None = None  # bytes that every packet of the group has, None if not known

    def split(self, rows: Ints) -> WalkGroup:
        """Some of the packets, with the headers that they have had."""
        part = WalkGroup(rows)
        part.chain, part.places, part.queue = self.chain, list(self.places), self.queue
        part.innermost = dict(self.innermost)
        part.distance, part.shift = self.distance, self.shift
        return part
