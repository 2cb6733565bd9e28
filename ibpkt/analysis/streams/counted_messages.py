"""How many messages answers count, where they begin to count fewer: late ones, or those of another connection.

Source: IBA 1, 9.7.7.1.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import ATOMIC, Transport
from ibpkt.analysis.streams.reuse_batch import LONGEST_DELAY, MAX_FOLLOWING
from ibpkt.arrays import Ints


class CountedMessages:
    """Answers that count messages, by half.

    Args:
        columns: the batch.
        rows: their packets, sorted by half and then as they came, shape (n,).
        group: a number for the half of each, shape (n,).
        msn: what each counts, shape (n,).
    """

    def __init__(self, columns: Transport, rows: Ints, group: Ints, msn: Ints) -> None:
        self._columns, self._rows, self._group, self._msn = columns, rows, group, msn

    def stay_low(self, index: int, before: int, since: int, asked: Ints) -> bool | None:
        """Whether answers count fewer messages than before for so long that they are not late; None for not known yet.

        They must not count more messages than were asked for meanwhile: else they go on with what was counted before.
        A responder may keep its answers to atomics, with the count of then, and give them again: they tell nothing.

        Args:
            index: the first of them.
            before: what the one before it counts.
            since: when that one came, in nanoseconds.
            asked: the requests since a connection may have begun, ascending, shape (m,).
        """
        group, msn, rows = self._group, self._msn, self._rows
        least = int(msn[index])
        is_late = self._is_late(index, since)
        for at in range(index + 1, min(index + MAX_FOLLOWING, len(group))):
            count = int(msn[at])
            if group[at] != group[index]:
                return None
            if count < least or count > int(np.searchsorted(asked, rows[at])):
                return False
            if is_late is False and (count >= before or not self._is_late(at, since)):
                if count >= before:
                    return False
                continue
            if self._columns.operation[rows[at]] != ATOMIC:
                return True
        return None

    def _is_late(self, index: int, since: int) -> bool:
        """Whether an answer that may not be kept came too long after another one to have been overtaken by it."""
        row = int(self._rows[index])
        if self._columns.operation[row] == ATOMIC:
            return False
        return int(self._columns.time[row]) - since > LONGEST_DELAY  # clocks jump farther than 64 bits
