"""Copies of packets of unreliable connections (UC), and the latest time up to each packet of the connections.

Source: IBA 1, 9.8.2.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import SERVICES, Transport
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.analysis.runs.unacknowledged_copies import UnacknowledgedCopies
from ibpkt.arrays import Ints, rows_where

UC = SERVICES.index("UC")
#: room for the number of an address
_ADDRESS_BITS = 31


class UnreliableCopies:
    """Finds copies of packets of UC, batch by batch."""

    def __init__(self) -> None:
        self._copies = UnacknowledgedCopies()
        self._latest = 0

    def times(self, columns: Transport) -> Ints:
        """The latest time up to each packet of the next batch: times may go back."""
        if not len(columns):
            return np.zeros(0, np.int64)
        now: Ints = np.maximum.accumulate(np.maximum(columns.time, self._latest))
        self._latest = int(now[-1])
        return now

    def add(self, sequence: SequenceColumns, now: Ints) -> Ints | None:
        """Take the next batch.

        Args:
            sequence: its packets.
            now: see `times`.

        Returns:
            By packet of the batch, the number of the one that it repeats, 0 for none; None if there are none of UC.
        """
        columns = sequence.columns
        own = rows_where(sequence.is_request & (columns.service[sequence.rows] == UC))
        if not len(own):
            return None
        own = own[np.argsort(sequence.rows[own])]  # in the order of the capture
        rows = sequence.rows[own]
        ends = columns.source[rows].astype(np.int64) << _ADDRESS_BITS | columns.destination[rows]
        senders = ends, columns.destqp[rows].astype(np.int64)
        copy_of = np.zeros(len(columns), np.int64)
        copy_of[rows] = self._copies.add(columns, rows, senders, now[rows], sequence.again[own])
        return copy_of
