"""How many messages may wait for their answers; those that have waited longest are given up."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.reassembly.answering import NEVER
from ibpkt.analysis.reassembly.half_states import HalfStates
from ibpkt.analysis.reassembly.message_rows import UNDECIDED, UNKNOWN, Rows
from ibpkt.analysis.reassembly.packets import Answers
from ibpkt.analysis.reassembly.rows_by_half import RowsByHalf
from ibpkt.arrays import Bools, Ints, changes, rows_where, run_lengths

#: messages of a half that may wait for answers, and those where no answer was seen so far
MAX_WAITING, MAX_WAITING_UNHEARD = 1 << 14, 1 << 10
#: messages that may wait, of all halves together; each takes about 300 bytes, and half as much in reserve
MAX_WAITING_IN_ALL = 1 << 18


class WaitingLimits:
    """Gives up messages of which too many wait: what became of them is unknown.

    Attributes:
        given_up: how many that were.
    """

    def __init__(self, states: HalfStates) -> None:
        """``states``: where each half stands."""
        self.given_up: int = 0
        self._states = states

    def late_unheard(self, rows: Rows, order: Ints, answers: Answers) -> Bools:
        """Messages that are given up before the first answer of their half came.

        Args:
            rows: messages.
            order: their order by half and PSN, shape (n,).
            answers: those of the batch, which are not matched yet.

        Returns:
            Which of ``order``, shape (n,).
        """
        late = np.zeros(len(order), np.bool_)
        half = rows["half"][order]
        if len(order) <= MAX_WAITING_UNHEARD or self._states["heard"][half].all():
            return late
        heads = rows_where(changes(answers.half))
        at = np.minimum(np.searchsorted(answers.half[heads], half), max(len(heads) - 1, 0))
        heard = np.full(len(order), NEVER)
        if len(heads):
            heard = np.where(answers.half[heads[at]] == half, answers.frame[heads[at]], NEVER)
        before = (self._states["heard"][half] == 0) & (rows["first_frame"][order] < heard)
        late[before] = self.late(rows, order[before])
        return late

    def late(self, rows: Rows, left: Ints) -> Bools:
        """Messages that are given up, since too many later ones of their half wait, too.

        Args:
            rows: messages.
            left: those that wait, by half and PSN, shape (n,).

        Returns:
            Which of ``left``, shape (n,).
        """
        half = rows["half"][left]
        starts = rows_where(changes(half))
        counts = run_lengths(starts, len(half))
        limit = np.where(self._states["heard"][half[starts]] > 0, MAX_WAITING, MAX_WAITING_UNHEARD)
        if not (counts > limit).any():
            return np.zeros(len(left), np.bool_)
        more = np.maximum(counts - limit, 0)
        late: Bools = np.arange(len(left)) < np.repeat(starts + more, counts)
        pushing = left[rows_where(late) + np.repeat(limit, more)]
        row = left[late]
        self._give_up(rows, row)
        rows["done_frame"][row] = rows["first_frame"][pushing]
        return late

    def take_idle(self, waiting: RowsByHalf) -> Rows | None:
        """Messages of the halves that were idle longest, taken from those that wait; None where there is room."""
        if len(waiting) <= MAX_WAITING_IN_ALL:
            return None
        rows = waiting.take(waiting.oldest(len(waiting) - MAX_WAITING_IN_ALL // 2))
        self._give_up(rows, np.arange(len(rows["half"])))
        return rows

    def _give_up(self, rows: Rows, row: Ints) -> None:
        undecided = row[rows["outcome"][row] == UNDECIDED]
        rows["outcome"][undecided] = UNKNOWN
        self.given_up += len(row)
