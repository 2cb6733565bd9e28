"""Packets that are larger than all that their direction has had before.

A link with a small MTU drops what is longer and says nothing to a queue pair, so a connection works until its first
long packet, which it then repeats until the end.  All before that packet was acknowledged, as the requester repeats
from the oldest PSN without an answer on (IBA 1, 9.7.6.1.3).

Said is only what shows at the tap: the packet has passed it, so it vanishes behind the tap.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.directions import DirectionState, PacketDirections
from ibpkt.analysis.columns.transport import Transport
from ibpkt.arrays import Ints, in_order

#: packets that are kept
MOST = 1 << 17
#: bytes that every host on an IPv4 network takes (RFC 791); a frame of so many meets no MTU
ALWAYS_TAKEN = 576


class LargerPacket(NamedTuple):
    """A packet that is larger than all before it.

    Attributes:
        psn, frame: of the packet.
        size: bytes of its frame on the wire.
        before: bytes of the largest frame before it.
    """

    psn: int
    frame: int
    size: int
    before: int


class PacketSizes:
    """The largest packets of all directions, batch by batch.

    Args:
        state: has a column "largest".
    """

    def __init__(self, state: DirectionState) -> None:
        self._state = state
        self._pieces: list[tuple[Ints, ...]] = []
        self._count = 0

    def add(self, columns: Transport, of_packets: PacketDirections, places: Ints) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            of_packets: their directions.
            places: of these in the state, in the order of `of_packets.distinct`.
        """
        if not len(places):
            return
        largest, firsts = self._state["largest"][places], of_packets.firsts()
        # the first packet of a direction in the batch leaves few others; the last place is for unknown flows
        reached = np.append(np.maximum(largest, columns.length[firsts]), np.iinfo(np.int64).max)
        larger = columns.length > reached.take(of_packets.places, mode="wrap")
        larger[firsts] = columns.length[firsts] > largest
        rows = np.flatnonzero(larger)
        if not len(rows):
            return
        own = of_packets.places[rows]
        order = in_order(own)
        rows, own = rows[order], own[order]
        # the largest so far in each direction: its number stands above the sizes
        sizes = columns.length[rows].astype(np.int64)
        reached = np.maximum.accumulate(own << _SIZE_BITS | sizes)
        before = np.append(0, reached[:-1])
        before = np.where(before >> _SIZE_BITS == own, before & _SIZE_MASK, 0)
        larger = sizes > np.maximum(before, largest[own])
        ends = np.flatnonzero(np.append(np.diff(own), 1))
        self._state["largest"][places[own[ends]]] = reached[ends] & _SIZE_MASK
        self._note(columns, rows[larger], of_packets.distinct[own[larger]], np.maximum(before, largest[own])[larger])

    def _note(self, columns: Transport, rows: Ints, directions: Ints, before: Ints) -> None:
        """Keep packets that are larger than all before them in their directions."""
        if self._count >= MOST:
            return
        columns_of = (columns.source, columns.destination, columns.psn, columns.frame, columns.length)
        self._pieces.append((directions, *(column[rows].astype(np.int64) for column in columns_of), before))
        self._count += len(rows)

    def _kept(self) -> tuple[Ints, ...]:
        """All of these: directions, sources, destinations, PSNs, frames, sizes, and the largest sizes before."""
        if len(self._pieces) > 1:
            self._pieces = [tuple(map(np.concatenate, zip(*self._pieces, strict=True)))]
        return self._pieces[0] if self._pieces else (np.zeros(0, np.int64),) * 7

    def larger(self, direction: int, psn: int) -> LargerPacket | None:
        """The packet with a PSN, if its direction has had none before that was as large, but smaller ones."""
        own, _, _, psns, frames, sizes, before = self._kept()
        found = np.flatnonzero((own == direction) & (psns == psn) & (before > 0) & (sizes > ALWAYS_TAKEN))
        if not len(found):
            return None
        at = int(found[0])
        return LargerPacket(psn, int(frames[at]), int(sizes[at]), int(before[at]))

    def others(self, direction: int, size: int) -> list[int]:
        """The other flows between the same hosts that have packets as large."""
        own, sources, targets, _, _, sizes, _ = self._kept()
        at = int(np.flatnonzero(own == direction)[0])
        same = (sources == sources[at]) & (targets == targets[at]) & (sizes >= size) & (own // 2 != direction // 2)
        flows: list[int] = np.unique(own[same] // 2).tolist()
        return flows


_SIZE_BITS = 32
_SIZE_MASK = (1 << _SIZE_BITS) - 1
