"""What shows in a batch whether queue pairs are used again: its packets by half, and how their PSNs go on.

Source: IBA 1, 9.7.5.1.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import numpy as np

from ibpkt.analysis.columns.transport import BEGINS, Transport
from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.analysis.streams.half_order import HalfOrder
from ibpkt.analysis.streams.psn_windows import signed
from ibpkt.analysis.streams.stream_rows import UD
from ibpkt.arrays import Bools, Ints, rows_where

#: PSNs between a request far from others and the next one that confirms it
MAX_FOLLOWING = 64
#: messages at the start of a connection that the tap may have missed
MAX_MISSED_MESSAGES = 4
#: nanoseconds by which no network delays a packet more than others
LONGEST_DELAY = 10_000_000
#: PSNs from one request to the next so that both are of one connection
MAX_GOING_ON = 1024


def _apart(later: np.int64, earlier: np.int64) -> int:
    """Nanoseconds between two times; clocks jump farther than 64 bits hold."""
    return int(later) - int(earlier)


class ReuseBatch:
    """A batch, and the connections that are found to begin in it.

    Args:
        columns: the batch.
        halves: its packets by half, at least one.
        table: the flows as they were before the batch.
        impatient: rows of flows that are decided now, whatever may come; None for all.

    Attributes:
        half: the half of each group of ``halves``.
        answer: groups of answers.
        steps: PSNs from the packet before to each one of ``halves``; 1 for datagrams, which have no connection.
        fresh: groups of which there was no packet before.
        splits: the packets with which other connections begin, by row of the flow that they end.
        undecided: by row of a flow the packet that may be the first of another connection, if a later one says so.
    """

    def __init__(
        self, columns: Transport, halves: HalfOrder, table: FlowColumns, impatient: AbstractSet[int] | None
    ) -> None:
        self.columns, self.halves, self.table = columns, halves, table
        self._impatient = impatient
        self.splits: dict[int, list[int]] = {}
        self.undecided: dict[int, int] = {}
        ends = table.ends
        self.half: Ints = halves.keys >> 1
        self.answer: Bools = (halves.keys & 1).astype(np.bool_)
        psn = halves.psn
        before = np.empty_like(psn)
        before[1:] = psn[:-1]
        carried = np.where(self.answer, ends["answer_psn"][self.half ^ 1], ends["last_psn"][self.half]).astype(np.int64)
        self.fresh: Bools = carried < 0
        first = psn[halves.starts]
        before[halves.starts] = np.where(self.fresh, first - np.where(self.answer, 0, 1), carried)
        self.steps: Ints = signed(psn - before)
        datagrams = table.flows["service"][self.half >> 1] == UD
        if datagrams.any():  # one PSN counts what a queue pair sends, to whatever destinations (IBA 1, 9.8.3)
            self.steps[np.repeat(datagrams, halves.counts)] = 1

    def is_patient(self, flow: int | None = None) -> bool:
        """Whether packets may wait for a later one; those of a flow."""
        return self._impatient is not None and flow not in self._impatient

    def wait(self, flow: int, row: int) -> bool:
        """Note that a later packet decides whether a connection began with this one; False if nothing can wait."""
        if not self.is_patient(flow):
            return False
        self.undecided[flow] = min(row, self.undecided.get(flow, row))
        return True

    def last_answer(self, half: int, row: int) -> int | None:
        """The PSN of the last answer of a half before a packet."""
        low, high = self.halves.bounds(2 * half + 1)
        at = low + int(np.searchsorted(self.halves.order[low:high], row))
        psn = int(self.halves.psn[at - 1]) if at > low else int(self.table.ends["answer_psn"][half ^ 1])
        return None if psn < 0 else psn

    def first_answered(self, half: Ints) -> Ints:
        """The packets with the first answers to some halves; one behind the batch for none, -1 for an earlier batch."""
        halves = self.halves
        group = np.minimum(np.searchsorted(halves.keys, 2 * half + 1), len(halves.keys) - 1)
        here = halves.keys[group] == 2 * half + 1
        first = np.where(here, halves.order[halves.starts[group]], len(self.columns))
        return np.where(self.table.ends["answer_psn"][half ^ 1] < 0, first, -1)

    def first_together(self, half: int, since: int, begun: int) -> int:
        """Where a connection began, if one direction has begun with a packet and the other one never had before.

        The other one was first if its PSNs go on behind that packet: they are of one connection.  If it has sent
        nothing since, what lies nearer to it in time tells.

        Args:
            half: the other direction.
            since: the request before the packet, in its direction; -1 for none in this batch.
            begun: the packet.
        """
        low, high = self.halves.bounds(2 * half)
        known = self.table.ends["first_psn"]
        if low == high or known[half] >= 0 or (since < 0 and known[half ^ 1] < 0):
            return begun
        rows, columns = self.halves.order[low:high], self.columns
        first = int(rows[0])
        if not since < first < begun or not BEGINS[columns.opcode[first]]:
            return begun
        behind = low + int(np.searchsorted(rows, begun))
        if behind < high:
            return first if 0 < self.steps[behind] <= MAX_GOING_ON else begun
        last = self.table.ends["last_sent"][half ^ 1] if since < 0 else columns.time[since]
        return first if _apart(columns.time[begun], columns.time[first]) < _apart(columns.time[first], last) else begun

    def is_nearer(self, place: int, half: int, begun: int) -> bool:
        """Whether a request lies nearer in time to a packet behind it than to the request of its half before it."""
        time, order = self.columns.time, self.halves.order
        low, _ = self.halves.bounds(2 * half)
        last = self.table.ends["last_sent"][half] if place == low else time[order[place - 1]]
        return _apart(time[begun], time[order[place]]) <= _apart(time[order[place]], last)

    def await_other(self) -> None:
        """Requests of a direction that had none before wait for the other one, where that has been quiet for long.

        They may be the first ones of another connection, as its next request shows.
        """
        if not self.is_patient():
            return
        halves, ends, columns = self.halves, self.table.ends, self.columns
        groups = rows_where(self.fresh & ~self.answer & (ends["first_psn"][self.half ^ 1] >= 0))
        other, first = self.half[groups] ^ 1, halves.order[halves.starts[groups]]
        at = np.minimum(np.searchsorted(halves.keys, 2 * other), len(halves.keys) - 1)
        here = halves.keys[at] == 2 * other
        last = np.where(here, halves.order[halves.stops[at] - 1], -1)
        since = np.where(here, columns.time[last], ends["last_sent"][other])
        waits = (last < first) & (columns.time[first] - since > LONGEST_DELAY) & BEGINS[columns.opcode[first]]
        for half, row in zip(other[waits].tolist(), first[waits].tolist(), strict=True):
            self.wait(half >> 1, row)
