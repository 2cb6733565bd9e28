"""Requests with a wrong ICRC: they were sent, though the receiver drops them.

Source: IBA 1, 9.6.1.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import REQUEST
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.sequence_columns import SequenceColumns, unwrapped
from ibpkt.analysis.streams.assigned import FlowPackets
from ibpkt.arrays import Bools, Ints, rows_where

#: a larger PSN distance from what was sent is due to the damage
MOST_APART = 1 << 12
#: more than a batch has packets
_LINE = 1 << 32


class DamagedRequests:
    """The damaged requests of a batch whose flow and PSN are plausible; shape (n,).

    Attributes:
        rows: their rows in the batch.
        half: the halves that they seem to belong to.
        psn: unwrapped.
        acked: the PSN up to which requests were proven to be received before they came.
    """

    def __init__(self, packets: FlowPackets, sequence: SequenceColumns, table: HalfTable) -> None:
        columns = packets.columns
        rows = rows_where((packets.half < 0) & (packets.row >= 0) & (packets.side >= 0))
        rows = rows[(columns.kind[rows] == REQUEST) & (columns.service[rows] != 0)]
        self._columns = columns
        if not len(rows):
            self.rows: Ints = rows
            self.half: Ints = rows
            self.psn: Ints = rows
            self.acked: Ints = rows
            self._sent: Ints = rows
            return
        half = 2 * packets.row[rows] + packets.side[rows]
        # what the half had sent before the packet
        order = np.argsort(sequence.half * _LINE + sequence.rows, kind="stable")
        at = np.searchsorted((sequence.half * _LINE + sequence.rows)[order], half * _LINE + rows) - 1
        place = order[np.maximum(at, 0)] if len(order) else at
        inside = (at >= 0) & (sequence.half[place] == half) if len(order) else np.zeros(len(rows), np.bool_)
        place = place[inside]
        known = np.minimum(half, max(table.capacity - 1, 0))
        there = inside | ((half < table.capacity) & table["begun"][known])
        sent = table["sent"][known].copy()
        sent[inside] = np.maximum(sequence.sent[place], np.where(sequence.is_request[place], sequence.end[place], 0))
        acked = table["acked"][known].copy()
        moved = np.where(sequence.believed[place], sequence.end[place], 0)
        acked[inside] = np.maximum(sequence.acked[place], moved)
        rows, half, sent, acked = rows[there], half[there], sent[there], acked[there]
        psn = unwrapped(columns.psn[rows].astype(np.int64), sent)
        near = np.abs(psn - sent) <= MOST_APART
        self.rows, self.half = rows[near], half[near].astype(np.int64)
        self.psn, self.acked, self._sent = psn[near], acked[near], sent[near]

    def come_again(self, sequence: SequenceColumns, table: HalfTable) -> Bools:
        """New requests that passed the tap before with a wrong ICRC, as the next of their half, shape (n,)."""
        end = table["damaged_end"][sequence.half]
        if len(self.rows):
            steps = self._steps(table)
            at = np.searchsorted(steps[0], sequence.half * _LINE + sequence.rows) - 1
            known = np.maximum(at, 0)
            same = (at >= 0) & (steps[0][known] // _LINE == sequence.half)
            end = np.where(same, steps[1][known], end)
        chosen: Bools = sequence.is_request & ~sequence.again & (sequence.psn < end)
        return chosen

    def _steps(self, table: HalfTable) -> tuple[Ints, Ints]:
        """Half and row in one number of damaged requests, ascending, and the PSN behind what follows what was sent."""
        places: list[int] = []
        ends: list[int] = []
        order = np.argsort(self.half * _LINE + self.rows, kind="stable")
        before, end = -1, 0
        columns = (self.half[order], self.rows[order], self.psn[order], self._sent[order])
        for half, row, psn, sent in zip(*(column.tolist() for column in columns), strict=True):
            end = max(end if half == before else int(table["damaged_end"][half]), sent)
            end += psn == end
            before = half
            places.append(half * _LINE + row)
            ends.append(end)
        return np.array(places, np.int64), np.array(ends, np.int64)

    def settle(self, table: HalfTable) -> None:
        """Keep up to where damaged requests follow what was sent, once the table has the packets of the batch."""
        if len(self.rows):
            places, ends = self._steps(table)
            np.maximum.at(table["damaged_end"], places // _LINE, ends)

    @property
    def frames(self) -> Ints:
        """Their numbers in the capture."""
        return self._columns.frame[self.rows]

    def runs(self) -> dict[int, list[Run]]:
        """A run for each, by half, in the order of the capture."""
        found: dict[int, list[Run]] = {}
        frame, time = self._columns.frame[self.rows], self._columns.time[self.rows]
        lists = (self.half, self.psn, frame, time, self._sent)
        for half, psn, number, when, sent in zip(*(column.tolist() for column in lists), strict=True):
            run = Run(RunKind.REQUESTS, psn, psn + 1, 1, number, number, when, when, sent, 0)
            found.setdefault(half, []).append(run)
        return found
