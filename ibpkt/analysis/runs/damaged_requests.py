"""Requests with a wrong ICRC: they were sent, though the receiver drops them.

Source: IBA 1, 9.6.1.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import REQUEST
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.runs.half_table import NO_REQUEST, HalfTable
from ibpkt.analysis.runs.sequence_columns import LINE, SequenceColumns, unwrapped
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
        """Requests that passed the tap before with a wrong ICRC, and are the next of their half, shape (n,)."""
        again = sequence.is_request & (table["damaged"][sequence.half] == sequence.psn)
        if len(self.rows):
            key, first = np.unique(self.half * LINE + self.psn, return_index=True)
            wanted = sequence.half * LINE + sequence.psn
            at = np.minimum(np.searchsorted(key, wanted), len(key) - 1)
            again |= sequence.is_request & (key[at] == wanted) & (self.rows[first][at] < sequence.rows)
        chosen: Bools = again & ~sequence.again
        return chosen

    def settle(self, table: HalfTable) -> None:
        """Keep those that may still come again, once the table has the packets of the batch."""
        known = table["damaged"]
        known[known < table["sent"]] = 0
        left = self.psn >= table["sent"][self.half]
        half, psn = self.half[left], self.psn[left]
        known[half] = np.where(known[half] > 0, known[half], NO_REQUEST)
        np.minimum.at(known, half, psn)

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
