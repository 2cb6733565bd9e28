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
from ibpkt.arrays import Ints

#: directions that are kept, and packets of each
MOST, MOST_SIZES = 8192, 32
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


class _Direction(NamedTuple):
    """What a direction has had.

    Attributes:
        source, target: numbers of the addresses of the sender and the receiver.
        sizes: packets that were larger than all before, the first one, too.
    """

    source: int
    target: int
    sizes: list[LargerPacket]


class PacketSizes:
    """The largest packets of all directions, batch by batch."""

    def __init__(self) -> None:
        self._state = DirectionState(largest=0)
        self._directions: dict[int, _Direction] = {}

    def add(self, columns: Transport, of_packets: PacketDirections) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            of_packets: their directions.
        """
        if not len(of_packets.distinct):
            return
        places = self._state.places(of_packets.distinct)
        largest = np.append(self._state["largest"][places], np.iinfo(np.int64).max)  # the last is for unknown flows
        rows = np.flatnonzero(columns.length > largest[of_packets.places])
        if not len(rows):
            return
        own = of_packets.places[rows]
        order = np.argsort(own, kind="stable")
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
        lists = (
            directions, columns.source[rows], columns.destination[rows], columns.psn[rows], columns.frame[rows],
            columns.length[rows], before,
        )  # fmt: skip
        for number, source, target, psn, frame, size, least in zip(*(each.tolist() for each in lists), strict=True):
            known = self._directions.get(number)
            if known is None:
                if len(self._directions) >= MOST:
                    continue
                known = self._directions[number] = _Direction(source, target, [])
            if len(known.sizes) < MOST_SIZES:
                known.sizes.append(LargerPacket(psn, frame, size, least))

    def larger(self, direction: int, psn: int) -> LargerPacket | None:
        """The packet with a PSN, if its direction has had none before that was as large, but smaller ones."""
        known = self._directions.get(direction)
        if known is None:
            return None
        found = next((each for each in known.sizes if each.psn == psn and each.before), None)
        return None if found is None or found.size <= ALWAYS_TAKEN else found

    def others(self, direction: int, size: int) -> list[int]:
        """The other flows between the same hosts that have packets as large."""
        known = self._directions[direction]
        return [
            number // 2
            for number, other in self._directions.items()
            if number // 2 != direction // 2
            and (other.source, other.target) == (known.source, known.target)
            and other.sizes[-1].size >= size
        ]


_SIZE_BITS = 32
_SIZE_MASK = (1 << _SIZE_BITS) - 1
