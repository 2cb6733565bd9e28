"""What the packets of a batch belong to."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.gathered import GatheredPackets, PacketRows
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.streams.half_order import HalfOrder
from ibpkt.arrays import Array, Bools, Ints, rows_where


@dataclasses.dataclass
class Assigned:
    """The flows and halves of the packets of a batch that have a BTH; arrays of a value a packet have the shape (n,).

    A flow is in a row of `FlowColumns` until the batch after the one in which it ends.  Half ``2 * row + side`` has the
    requests of a side and the answers to them.

    Attributes:
        flow: the number of each packet's flow, 0 for none.
        row: the row of its flow, -1 for none.
        side: which side of the flow has sent it; -1 for none.
        half: the half that it belongs to; -1 for packets of no flow, packets that do not reach the transport, and
            notifications.
        moved: how often its flow had migrated; None where none has.
        halves: the packets of halves, sorted by half and role.
        begun: rows of flows that begin in this batch, in the order of their first packets, joined ones left out.
        joined: flows of earlier batches that are one now, shape (k, 2): the row that is kept, and the one that is
            dissolved: its half 2 * row is half 2 * kept + 1 now, and its half 2 * row + 1 is half 2 * kept.
        ended: rows of flows that end with this batch; their columns are there until the next one.
        far: packets whose PSNs are far from all others of their flow, ascending; they belong to no half.
        strays: packets that do not reach the transport and belong to no flow.
        findings: what was found of flows.
        waiting: packets of which a later one decides what they belong to, ascending: they have the number and side of
            the flow that they seem to belong to, and nothing else, and come again with the next batch.
        seeming: the row of the flow and the half that each of those seems to belong to, -1 for none, shape (2, k).
    """

    flow: Ints
    row: Ints
    side: Array
    half: Ints
    moved: Ints | None
    halves: HalfOrder
    begun: Ints
    joined: Ints
    ended: Ints
    far: Ints
    strays: int
    findings: list[Finding]
    waiting: Ints
    seeming: Ints

    def without_waiting(self) -> Assigned:
        """The same of the other packets; `halves` is not for them."""
        kept = np.delete(np.arange(len(self.flow)), self.waiting)
        place = np.zeros(len(self.flow), np.int64)
        place[kept] = np.arange(len(kept))
        return dataclasses.replace(
            self, flow=self.flow[kept], row=self.row[kept], side=self.side[kept], half=self.half[kept],
            moved=None if self.moved is None else self.moved[kept], far=place[self.far],
        )  # fmt: skip


class ArrivedPackets(NamedTuple):
    """All packets of a batch, those that wait among them.

    Attributes:
        columns: the packets, those that have waited first.
        row: the row of the flow that each belongs to, or seems to, -1 for none, shape (n,).
        side: which side of the flow has sent it, shape (n,).
        half: the half that each belongs to, or seems to, -1 for none, shape (n,).
        waits: which of them wait, shape (n,).
    """

    columns: Transport
    row: Ints
    side: Array
    half: Ints
    waits: Bools

    @classmethod
    def of(cls, columns: Transport, assigned: Assigned) -> ArrivedPackets:
        """The packets of a batch, before those that wait are left out."""
        row, half, waits = assigned.row, assigned.half, np.zeros(len(columns), np.bool_)
        if len(assigned.waiting):
            row, half, waits[assigned.waiting] = row.copy(), half.copy(), True
            row[assigned.waiting], half[assigned.waiting] = assigned.seeming
        return cls(columns, row, assigned.side, half, waits)


@dataclasses.dataclass(frozen=True)
class FlowPackets:
    """Packets and what they belong to, arrays of the shape (n,): see `Assigned`."""

    columns: Transport
    flow: Ints
    row: Ints
    side: Array
    half: Ints

    def __len__(self) -> int:
        return len(self.half)

    def select(self, chosen: Bools) -> FlowPackets:
        """Some of them."""
        return FlowPackets.gathered([(self, rows_where(chosen))])

    @classmethod
    def gathered(cls, parts: Sequence[tuple[FlowPackets, Ints]]) -> FlowPackets:
        """Packets of several batches by their places, in the order of the capture; their ICRCs are not looked at."""
        columns = GatheredPackets([PacketRows(some.columns, rows) for some, rows in parts], verify=False)
        names = [field.name for field in dataclasses.fields(cls) if field.name != "columns"]
        belong = [np.concatenate([getattr(some, name)[rows] for some, rows in parts]) for name in names]
        if (columns.frame[1:] < columns.frame[:-1]).any():
            order = np.argsort(columns.frame, kind="stable")
            columns = GatheredPackets([PacketRows(columns, order)], verify=False)
            belong = [column[order] for column in belong]
        return cls(columns, *belong)
