"""How many directions were open when a packet came: had begun, and their other one was not known.

Packets come again while it is open what they belong to.  A direction that is joined by now may not have been when they
came; what follows from them must not depend on that.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.analysis.streams.joins_of_batch import NEVER, JoinsOfBatch
from ibpkt.analysis.streams.stream_rows import ADDRESS_BITS
from ibpkt.arrays import Ints, in_order, rows_where

#: a number of a way between two addresses, and that of a packet, fit one integer
_FRAME_BITS = 40


class OpenDirections:
    """The directions that are open, and those that were when the first packet of a batch came.

    Args:
        flows: the flows.
        slots: rows of those that are open, each of one direction, shape (k,): the places of the first.
        frame: the numbers of the batch's packets, ascending.
    """

    def __init__(self, flows: FlowColumns, slots: Ints, frame: Ints) -> None:
        columns, size = flows.flows, flows.size
        joined = rows_where(columns["joined"][:size] > frame[0])
        address = flows.ends["address"][: 2 * size].reshape(-1, 2)
        ends = np.concatenate((address[slots], address[joined], address[joined, ::-1]))
        self._frame, self._open = frame, len(slots)
        self._way = np.unique(ends[:, 0] << ADDRESS_BITS | ends[:, 1], return_inverse=True)[1]
        ends.sort(axis=1)
        self._pair = np.unique(ends[:, 0] << ADDRESS_BITS | ends[:, 1], return_inverse=True)[1]
        self._order = in_order(self._pair)
        self._ordered = self._pair[self._order]
        first = columns["first_frame"]
        self._begun = np.concatenate((first[slots], first[joined], columns["also_frame"][joined]))
        self._gone = np.concatenate((np.full(len(slots), NEVER), np.tile(columns["joined"][joined], 2)))

    def between(self, place: int, row: int, taken: JoinsOfBatch) -> int:
        """How many were open between the addresses of one when a packet came, itself included.

        Args:
            place: of that one.
            row: the packet.
            taken: which are joined in this batch.
        """
        low, high = (int(np.searchsorted(self._ordered, self._pair[place], side)) for side in ("left", "right"))
        places, frame = self._order[low:high], self._frame[row]
        were = (self._begun[places] <= frame) & (self._gone[places] > frame)
        is_open = places < self._open
        were[is_open] &= taken.row[places[is_open]] > row
        return int(np.count_nonzero(were))

    def of_the_same_way(self, places: Ints, rows: Ints, taken: JoinsOfBatch) -> Ints:
        """How many were open from one address to the other when packets came.

        Args:
            places: directions, shape (q,).
            rows: the packets.
            taken: which are joined in this batch.
        """
        gone = self._gone.copy()
        joined = rows_where(taken.row < NEVER)
        gone[joined] = self._frame[taken.row[joined]]
        over = gone < NEVER
        way, frames = self._way[places] << _FRAME_BITS, self._frame[rows]
        counts = []
        for known in (self._way << _FRAME_BITS | self._begun, self._way[over] << _FRAME_BITS | gone[over]):
            known.sort()
            counts.append(np.searchsorted(known, way | frames) - np.searchsorted(known, way))
        begun, ended = counts
        were: Ints = begun - ended
        return were
