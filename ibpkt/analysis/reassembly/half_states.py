"""Where the reassembly of each half stands: what comes next, what is open, what was answered."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Array, Ints

#: columns of the table, all of 64-bit integers, 0 before the first packet
COLUMNS = (
    "begun",  # a request was seen, or its PSN was announced
    "heard",  # an answer was seen
    "next",  # the PSN behind the last request
    "number",  # of the last message that began
    "operation",  # of the message whose last packet has not come; 0 for none
    "frame",  # the first packet of that message
    "due",  # the PSN behind that message, as its length and the path MTU say; 0 if not known
    "acked",  # the PSN up to which requests are proven to be received
    "acked_frame",  # the answer that moved it last
    "acked_time",  # its time
    "refused",  # a message of it was refused
)


class HalfStates:
    """A row a half, 88 bytes."""

    def __init__(self) -> None:
        self.columns: dict[str, Ints] = {name: np.zeros(0, np.int64) for name in COLUMNS}

    def __len__(self) -> int:
        return len(self.columns["next"])

    def __getitem__(self, name: str) -> Ints:
        return self.columns[name]

    def reserve(self, halves: int) -> None:
        """Make room for the numbers of so many halves."""
        if halves > len(self):
            more: Array = np.zeros(max(halves, len(self) + (len(self) >> 3), 64) - len(self), np.int64)
            for name, column in self.columns.items():  # one after the other: two tables at once take too much memory
                self.columns[name] = np.concatenate((column, more))

    def forget(self, halves: Ints) -> None:
        """Empty rows, whose numbers others may get."""
        for column in self.columns.values():
            column[halves] = 0
