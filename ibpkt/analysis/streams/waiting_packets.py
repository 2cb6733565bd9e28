"""Packets that wait for a later one: until it has come, it is not known which connection they belong to.

They are the last ones of their flow in their batch, and come first in the next.  So no flow sees other packets, or in
another order, than it would if the batch had ended before them.

Nothing waits for long, nor do many: what is not decided by then is taken as if nothing came behind it.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.gathered import GatheredPackets, PacketRows
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.streams.batch_streams import BatchStreams
from ibpkt.arrays import Bools, Ints, rows_where

#: packets of one flow that wait, and of all flows
MOST_OF_FLOW, MOST = 1024, 1 << 14
#: nanoseconds of the capture that a packet waits
LONGEST = 1_000_000_000


class WaitingPackets:
    """Keeps them from batch to batch.

    Args:
        verify: whether ICRCs are verified.

    Attributes:
        packets: those that wait; None for none.
    """

    def __init__(self, verify: bool) -> None:
        self.packets: GatheredPackets | None = None
        self._verify = verify

    def __len__(self) -> int:
        return 0 if self.packets is None else len(self.packets)

    def before(self, columns: Transport) -> Transport:
        """A batch behind those that wait, which do so no longer."""
        if self.packets is None:
            return columns
        parts = [PacketRows(each) for each in (self.packets, columns)]
        self.packets = None
        return GatheredPackets(parts, verify=self._verify)

    def take(self) -> Transport:
        """Those that wait, which do so no longer."""
        assert self.packets is not None
        packets, self.packets = self.packets, None
        return packets

    def keep(self, columns: Transport, rows: Ints) -> Transport:
        """Let some packets of a batch wait; returns the others."""
        if not len(rows):
            return columns
        self.packets = GatheredPackets([PacketRows(columns, rows)], verify=self._verify)
        others = np.delete(np.arange(len(columns)), rows)
        return GatheredPackets([PacketRows(columns, others)], verify=self._verify)


def may_wait(batch: BatchStreams, undecided: dict[int, int]) -> tuple[Ints, set[int]]:
    """The packets that wait, and the flows that are decided now since they cannot.

    Args:
        batch: the batch.
        undecided: by row of a flow the first packet that waits.
    """
    columns = batch.columns
    count = len(columns)
    if not undecided:
        return np.zeros(0, np.int64), set()
    over, (joined, _), decided = batch.over, batch.joined(), batch.decided()
    late = {int(flow) for flow, row in zip(joined, decided, strict=True) if row >= undecided.get(int(flow), count)}
    oldest = int(columns.time.max()) - LONGEST
    refused = {
        flow
        for flow, row in undecided.items()
        if over[flow] or flow in late or columns.time[row] < oldest or batch.has_moved(flow, row)
    }
    first = np.full(len(over) + 1, count, np.int64)
    for flow, row in undecided.items():
        if flow not in refused:
            first[flow] = row
    waits: Bools = (batch.flow >= 0) & (np.arange(count) >= first[batch.flow])
    counts = np.bincount(batch.flow[waits], minlength=len(over))
    refused |= set(rows_where(counts > MOST_OF_FLOW).tolist())
    if counts.sum() > MOST:
        refused |= set(undecided)
    if refused:
        waits &= ~np.isin(batch.flow, np.array(sorted(refused), np.int64))
    return rows_where(waits), refused
