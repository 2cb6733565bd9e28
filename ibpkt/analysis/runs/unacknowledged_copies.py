"""Copies of packets of services without acknowledgements (UC and UD), made by the network or by the capture.

Their senders number what they send, and send nothing again: what has the PSN and the bytes of a packet a moment before
is a copy of it.  The ICRC stands for the bytes; it covers the Identification of IPv4, too.  Where the capture has cut
it off, the Identification stands for them.

Source: IBA 1, 7.8.1, 9.8.2 and 9.8.3.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.recovery.flow_timers import LATEST
from ibpkt.analysis.runs.recent_columns import RecentColumns
from ibpkt.arrays import Bools, Ints, distinct

#: packets of all senders among which the original of one is looked for; it is no older than `LATEST`
HISTORY = 1 << 14
#: bits for the length of a packet
_LENGTH_BITS = 14
#: columns that are kept of packets
_COLUMNS = ("psn", "first", "second", "bytes", "now", "frame", "number")


class UnacknowledgedCopies:
    """Finds copies of packets of one service, batch by batch."""

    def __init__(self) -> None:
        self._recent = RecentColumns(len(_COLUMNS), HISTORY)
        self._count = 0

    def add(self, columns: Transport, rows: Ints, senders: tuple[Ints, Ints], now: Ints, behind: Bools) -> Ints:
        """Take the packets of a batch.

        Args:
            columns: all its packets.
            rows: the places of those of the service, ascending, shape (m,).
            senders: what numbers each of them, in two numbers, shape (m,) each.
            now: the latest time of a packet so far, of each, shape (m,).
            behind: those whose PSN their sender has gone past before, shape (m,).

        Returns:
            The number of the packet that each repeats, the nearest one before it, 0 for none, shape (m,).
        """
        found = np.zeros(len(rows), np.int64)
        if not len(rows):
            return found
        number = np.arange(self._count, self._count + len(rows))
        self._count += len(rows)
        own = (
            columns.psn[rows].astype(np.int64), *senders, _bytes(columns, rows, number), now, columns.frame[rows],
            number,
        )  # fmt: skip
        if behind.any():
            psns = distinct(own[0][behind])
            some = np.flatnonzero(np.isin(own[0], psns))
            before = self._recent.of(psns)
            every = [np.concatenate((known, column[some])) for known, column in zip(before, own, strict=True)]
            copy_of = _repeated(every)[len(before[0]) :]
            found[some] = np.where(behind[some], copy_of, 0)
        self._recent.add(*own)
        return found


def _bytes(columns: Transport, rows: Ints, number: Ints) -> Ints:
    """What stands for the bytes of packets: equal numbers mean equal bytes."""
    icrc = columns.icrc[rows].astype(np.int64)
    unknown = icrc == 0
    if unknown.any():
        ident = columns.ident[rows]
        stands = columns.destqp[rows].astype(np.int64) << 24 | columns.opcode[rows].astype(np.int64) << 16 | ident
        stands = stands << _LENGTH_BITS | np.minimum(columns.length[rows], (1 << _LENGTH_BITS) - 1)
        # without an Identification, nothing stands for them
        icrc = np.where(unknown, np.where(ident > 0, -1 - stands, -1 - (1 << 62) - number), icrc)
    return icrc


def _repeated(columns: list[Ints]) -> Ints:
    """The number of the nearest packet before each that has the same bytes, 0 for none."""
    psn, first, second, content, now, frame, number = columns
    order = np.lexsort((number, content, second, first, psn))
    before, after = order[:-1], order[1:]
    same = (now[after] - now[before] <= LATEST) & (number[after] - number[before] <= HISTORY)
    for column in (psn, first, second, content):
        same &= column[after] == column[before]
    found = np.zeros(len(psn), np.int64)
    found[after[same]] = frame[before[same]]
    return found
