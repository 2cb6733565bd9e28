"""Which flows are joined by the answers of a batch, while it is decided."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Ints

#: stands for a packet of a flow that is not joined
NEVER = 1 << 62


class JoinsOfBatch:
    """Which flows are joined by this batch.

    Args:
        count: of all flows.

    Attributes:
        row: the packet that joined each, `NEVER` for none, shape (count,).
        other: with which.
        votes: whether it is the one that answers.
    """

    def __init__(self, count: int) -> None:
        self.row = np.full(count, NEVER, np.int64)
        self.other = np.full(count, -1, np.int64)
        self.votes = np.zeros(count, np.bool_)

    def take_single(self, voters: Ints, askers: Ints, rows: Ints) -> None:
        """Join pairs of flows by their first packets, but none that name a flow that another pair names, too."""
        low, high = np.minimum(voters, askers), np.maximum(voters, askers)
        _, first = np.unique(low << 32 | high, return_index=True)  # the packets ascend
        voters, askers, rows = voters[first], askers[first], rows[first]
        names = np.bincount(np.concatenate((voters, askers)), minlength=len(self.row))
        single = (names[voters] == 1) & (names[askers] == 1)
        voters, askers, rows = voters[single], askers[single], rows[single]
        self.row[voters] = self.row[askers] = rows
        self.other[voters], self.other[askers], self.votes[voters] = askers, voters, True

    def take(self, voter: int, asker: int, row: int) -> set[int]:
        """Join two flows; returns those that are not joined any more, since they would be later."""
        left = set()
        for end in (voter, asker):
            if self.row[end] != NEVER:
                other = int(self.other[end])
                left |= {end, other}
                self.row[[end, other]], self.votes[[end, other]] = NEVER, False
        for end, other in ((voter, asker), (asker, voter)):
            self.row[end], self.other[end], self.votes[end] = row, other, end == voter
        return left - {voter, asker}
