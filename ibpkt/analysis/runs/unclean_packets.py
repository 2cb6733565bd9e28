"""What only halves that are not clean need: the order of sending of their packets, and copies made by the network."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import RESPONSE, Transport
from ibpkt.analysis.runs.copies import NetworkCopies
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.lateness import SkippedPackets, late_requests
from ibpkt.analysis.runs.sending_order import AddressedPackets, SendingOrder
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.analysis.streams.assigned import ArrivedPackets, FlowPackets
from ibpkt.arrays import Array, Bools, Ints, among, rows_where

#: numbers of ends that send packets which belong to no half lie behind those of all others
_OTHERS = 1 << 36
#: room for the number of an address
_ADDRESS_BITS = 31


class _Addressed(NamedTuple):
    """Columns of some packets, see `AddressedPackets`."""

    source: Ints
    destination: Ints
    ident: Ints
    psn: Array
    time: Ints


class UncleanPackets:
    """Looks at the packets of a batch that belong to halves which are not clean; next to nothing as long as none is.

    Attributes:
        copy_of: by packet of the batch, the packet that it repeats, 0 for none.
        mirrored: packets up to which the capture has everything of their flow twice.
    """

    def __init__(self) -> None:
        self._order, self._network = SendingOrder(), NetworkCopies()
        self._number: Ints = np.zeros(0, np.int64)
        self._before = SkippedPackets()
        self._skipped: Ints | None = None
        self._known: Bools = np.zeros(0, np.bool_)
        self._newest = 0  # the last packet that has been numbered
        none = np.zeros(0, np.int64)
        self._ahead = none, none, none  # packets that wait: their frames, numbers, and what is skipped before them
        self.copy_of: Ints = np.zeros(0, np.int64)
        self.mirrored: Bools = np.zeros(0, np.bool_)

    def add(self, packets: FlowPackets, arrived: ArrivedPackets | None, table: HalfTable, latency: Ints) -> None:
        """Take the next batch.

        Args:
            packets: its packets that have a BTH.
            arrived: all that have come since the last batch, some of which may wait: senders number all packets
                together, in the order of the capture.  None for no others than had come before.
            table: the halves; those that are not clean are looked at, from their first trouble on.
            latency: nanoseconds that answers take, by half, -1 for unknown.
        """
        columns, half = packets.columns, packets.half
        streams = np.where(half >= 0, 2 * half + (columns.kind == RESPONSE), -1)  # copies are looked for in halves only
        wanted = np.zeros(len(half), np.bool_)
        if table["troubled"].any():
            wanted = (half >= 0) & table["troubled"][half] & (columns.frame >= table["trouble_frame"][half])
        if arrived is not None and arrived.columns is columns and (columns.frame[:1] > self._newest).all():
            self._number, self._skipped = self._count(columns, _ends(arrived), wanted, half < 0)
            self._newest = max((self._newest, *columns.frame[-1:].tolist()))
        else:
            self._number_arrived(columns, wanted, arrived)
        self.copy_of, self.mirrored = self._network.add(
            columns,
            streams,
            np.maximum(2 * packets.flow + packets.side, 0),
            wanted,
            self._number >= 0,
            latency[half] if wanted.any() else None,
        )
        self._known = wanted & self._on_first_path(columns, half, wanted, table) if wanted.any() else wanted

    def _on_first_path(self, columns: Transport, half: Ints, wanted: Bools, table: HalfTable) -> Bools:
        """Which packets go between the same two addresses as the first numbered one of their half.

        Senders count for each pair of addresses, so the numbers of different paths of a queue pair that has migrated
        cannot be compared.
        """
        low, high = np.minimum(columns.source, columns.destination), np.maximum(columns.source, columns.destination)
        path = low.astype(np.int64) << _ADDRESS_BITS | high
        first = rows_where(wanted & (self._number >= 0))[::-1]
        first = first[table["path"][half[first]] == 0]
        table["path"][half[first]] = path[first]
        same: Bools = path == table["path"][half]
        return same

    def _count(self, packets: AddressedPackets, ends: Ints, wanted: Bools, strays: Bools) -> tuple[Ints, Ints | None]:
        """The places of the next packets in the order of sending, and what is skipped before them; None for nothing."""
        number, counter = self._order.add(packets, ends, wanted, strays)
        if not (number >= 0).any():
            return number, None
        return number, self._before.add(counter, number, packets.time, self._order.begun)

    def _number_arrived(self, columns: Transport, wanted: Bools, arrived: ArrivedPackets | None) -> None:
        """Number all packets that have come; what waits keeps its number."""
        frames, numbers, before = self._ahead
        if arrived is not None:
            every, half = arrived.columns, arrived.half
            fresh = rows_where(every.frame > self._newest)
            asked = np.ones(len(fresh), np.bool_)  # as if it were known by now that those are wanted which wait
            now = among(every.frame[fresh], columns.frame)
            asked[now] = wanted[np.searchsorted(columns.frame, every.frame[fresh[now]])]
            packets = _Addressed(*(getattr(every, name)[fresh] for name in _Addressed._fields))
            number, skipped = self._count(packets, _ends(arrived)[fresh], asked, half[fresh] < 0)
            if skipped is None:
                skipped = np.full(len(fresh), -1, np.int64)
            frames, numbers, before = (
                np.concatenate(parts) for parts in zip(self._ahead, (every.frame[fresh], number, skipped), strict=True)
            )
            self._newest = max((self._newest, *every.frame[-1:].tolist()))
        at = np.searchsorted(frames, columns.frame)
        self._number, self._skipped = numbers[at], before[at]
        left = ~among(frames, columns.frame)
        self._ahead = frames[left], numbers[left], before[left]

    def renumber(self, halves: Ints, to: Ints | None = None) -> None:
        """Halves get other numbers, or are over and their numbers may be given to others.

        Args:
            halves: shape (k,).
            to: their new numbers, which no others have, shape (k,); None if they are over.
        """
        order = np.argsort(halves)
        old = halves[order]
        new = np.full(len(old), -1) if to is None else to[order]
        # the ends of flows that send what belongs to no half, too, see `_ends`
        ends, now = np.append(old, old + _OTHERS), np.append(new, np.where(new < 0, -1, new + _OTHERS))
        self._order.renumber(ends, now)
        # ends that have a counter of their own, see `SendingOrder`
        self._before.renumber(-2 - ends[::-1], np.where(now < 0, -1, -2 - now)[::-1])
        roles = np.arange(2)
        before, after = ((2 * halves[:, None] + roles).reshape(-1) for halves in (old, new))
        self._network.renumber(before, np.maximum(after, -1))

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
        """Values of packets behind the first trouble of their half, on its first path; -1 for those of others."""
        if self._skipped is None or values is None:
            return np.full(len(sequence), -1, np.int64)
        return np.where(self._known[sequence.rows], values[sequence.rows], -1)


def _ends(arrived: ArrivedPackets) -> Ints:
    """What has sent packets, as numbers."""
    half = arrived.half
    return np.where(half >= 0, half ^ (arrived.columns.kind == RESPONSE), _OTHERS + 2 * arrived.row + arrived.side)
