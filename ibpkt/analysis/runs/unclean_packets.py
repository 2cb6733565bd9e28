"""What only halves that are not clean need: the order of sending of their packets, and copies made by the network."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import RESPONSE, Transport
from ibpkt.analysis.runs.copies import NetworkCopies
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.lateness import SkippedPackets, late_requests
from ibpkt.analysis.runs.sending_order import SendingOrder
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.analysis.streams.assigned import Assigned
from ibpkt.arrays import Bools, Ints

#: numbers of streams of packets that belong to no half lie behind those of all others
_OTHERS = 1 << 36


class UncleanPackets:
    """Looks at the packets of a batch that belong to halves which are not clean; next to nothing as long as none is.

    Attributes:
        copy_of: by packet of the batch, the packet that it repeats, 0 for none.
        mirrored: packets of flows of which the capture has everything twice.
    """

    def __init__(self) -> None:
        self._order, self._network = SendingOrder(), NetworkCopies()
        self._number: Ints = np.zeros(0, np.int64)
        self._before = SkippedPackets()
        self._skipped: Ints | None = None
        self._known: Bools = np.zeros(0, np.bool_)
        self.copy_of: Ints = np.zeros(0, np.int64)
        self.mirrored: Bools = np.zeros(0, np.bool_)

    def add(self, columns: Transport, assigned: Assigned, table: HalfTable, latency: Ints) -> None:
        """Take the next batch.

        Args:
            columns: its packets that have a BTH.
            assigned: what they belong to.
            table: the halves; those that are not clean are looked at, from their first trouble on.
            latency: nanoseconds that answers take, by half, -1 for unknown.
        """
        half = assigned.half
        streams = np.where(half >= 0, 2 * half + (columns.kind == RESPONSE), _OTHERS + 2 * assigned.row + assigned.side)
        ends = np.where(half >= 0, half ^ (columns.kind == RESPONSE), _OTHERS + 2 * assigned.row + assigned.side)
        wanted = np.zeros(len(half), np.bool_)
        if table["troubled"].any():
            wanted = (half >= 0) & table["troubled"][half] & (columns.frame >= table["trouble_frame"][half])
        self._number, counter = self._order.add(columns, ends, wanted, half < 0)
        self.copy_of, self.mirrored = self._network.add(
            columns,
            streams,
            np.maximum(2 * assigned.flow + assigned.side, 0),
            wanted,
            self._number >= 0,
            latency[half] if wanted.any() else None,
        )
        self._known = wanted
        self._skipped = None
        if len(self._number) and (self._number >= 0).any():
            self._skipped = self._before.add(counter, self._number, columns.time, self._order.begun)

    def renumber(self, halves: Ints, to: Ints | None = None) -> None:
        """Halves get other numbers, or are over and their numbers may be given to others.

        Args:
            halves: shape (k,).
            to: their new numbers, which no others have, shape (k,); None if they are over.
        """
        order = np.argsort(halves)
        old = halves[order]
        new = np.full(len(old), -1) if to is None else to[order]
        self._order.renumber(old, new)
        # streams that have a counter of their own, see `SendingOrder`
        self._before.renumber(-2 - old[::-1], np.where(new < 0, -1, -2 - new)[::-1])
        roles = np.arange(2)
        streams = (2 * new[:, None] + roles).reshape(-1)
        self._network.renumber((2 * old[:, None] + roles).reshape(-1), np.maximum(streams, -1))

    def late(self, sequence: SequenceColumns, table: HalfTable) -> Ints:
        """See `late_requests`."""
        return late_requests(sequence, self.number(sequence), table)

    def number(self, sequence: SequenceColumns) -> Ints:
        """Places in the order of sending, -1 for unknown."""
        return self._of(self._number, sequence)

    def skipped(self, sequence: SequenceColumns) -> Ints:
        """See `SkippedPackets`."""
        return self._of(self._skipped, sequence)

    def _of(self, values: Ints | None, sequence: SequenceColumns) -> Ints:
        """Values of packets behind the first trouble of their half, -1 for those of others."""
        if self._skipped is None or values is None:
            return np.full(len(sequence), -1, np.int64)
        return np.where(self._known[sequence.rows], values[sequence.rows], -1)
