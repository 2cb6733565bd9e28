"""What is kept of each half from batch to batch: where its PSNs stand.

A half is what one end of a flow requests, and the answers to it.  A row has about 100 bytes; there is no object a half.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ibpkt.arrays import Array, Bools, Ints
from ibpkt.protocols import PSN_MASK

#: where the unwrapped PSNs of a half begin: enough room below for what comes late, and a multiple of 2^24
PSN_ORIGIN = (PSN_MASK + 1) << 6

#: a PSN behind all others: nothing is missing
NO_GAP = 1 << 62

#: a PSN behind all others: no request was seen
NO_REQUEST = 1 << 62

#: stands for the length of a READ that the capture has cut off
CUT = -1

#: columns of the table: names, types, and what they are before the first packet
COLUMNS: dict[str, tuple[Any, int]] = {
    "begun": (np.bool_, 0),  # a packet of it was in the capture
    "asked": (np.bool_, 0),  # a request was
    "known": (np.int8, 0),  # whether the capture has the beginning of the connection (see `message_counts`)
    "known_frame": (np.int64, 0),  # the packet that shows it; 0 for none
    "gap": (np.int64, NO_GAP),  # the first PSN that was missing: from there on, messages cannot be counted
    "messages": (np.int64, 0),  # that have ended, of those in the capture
    "msn_offset": (np.int64, 0),  # what MSNs are ahead of them
    "troubled": (np.bool_, 0),  # something was not as in a clean half: its runs go to the parts in `recovery`
    "trouble_end": (np.int64, 0),  # the PSN up to which trouble was seen
    "trouble_frame": (np.int64, 0),  # the packet that was the first trouble; 0 for none
    "run_end": (np.int64, 0),  # the PSN behind the last run of requests that went to the parts; 0 for none
    "run_frame": (np.int64, 0),  # the last packet of that run
    "first": (np.int64, NO_REQUEST),  # the PSN of the first request, or the one that connection management named
    "psn": (np.int64, 0),  # of the last request
    "end": (np.int64, 0),  # the PSN behind the last request
    "read_length": (np.int64, 0),  # bytes of the last request, if it is a READ and the path MTU is not known; or `CUT`
    "sent": (np.int64, 0),  # the PSN behind all requests
    "sent_again": (np.int64, 0),  # the PSN behind all requests that were sent again; 0 for none
    "damaged_end": (np.int64, 0),  # the PSN behind requests that came with a wrong ICRC behind all others; 0 for none
    "awaits": (np.int64, 0),  # the PSN behind the last request that demands an answer
    "acked": (np.int64, 0),  # the PSN up to which requests are proven to be received; 0 for none
    "acked_time": (np.int64, 0),  # when the answer came that moved it
    "frame": (np.int64, 0),  # of the last request
    "time": (np.int64, 0),
    "number": (np.int64, 0),  # one more than the highest place in the order of sending of its requests
    "path": (np.int64, 0),  # the two addresses whose counters show that order, both in one number; 0 for none
    "asked_responses": (np.int64, 0),  # PSNs that READs and atomics take, below `sent`
    "gap_score": (np.int64, 0),  # gaps before requests that others have not made up for (see `followed`)
    "unfollowed": (np.int64, 0),  # the packet from which on its gaps are not told; 0 for none
    "seen_responses": (np.int64, 0),  # the ordinal number of the last response, behind which nothing is missing
    "ended_early": (np.int64, 0),  # responses up to the last one that ended its READ before all of it had come
}


class HalfTable:
    """Rows of halves, named columns.

    Attributes:
        columns: by name, arrays.
        capacity: their length.
    """

    def __init__(self) -> None:
        self.columns: dict[str, Array] = {name: np.full(0, fill, kind) for name, (kind, fill) in COLUMNS.items()}
        self.capacity = 0

    def __getitem__(self, name: str) -> Array:
        return self.columns[name]

    def reserve(self, halves: int) -> None:
        """Make room for the rows of so many halves."""
        if halves <= self.capacity:
            return
        # the table of flows, for whose halves there is to be room, grows by more than it needs already
        more = max(halves, self.capacity + (self.capacity >> 3), 64) - self.capacity
        for name, (kind, fill) in COLUMNS.items():
            self.columns[name] = np.concatenate((self.columns[name], np.full(more, fill, kind)))
        self.capacity += more

    def forget(self, halves: Ints) -> None:
        """Empty rows, whose numbers others may get."""
        for name, (_, fill) in COLUMNS.items():
            self.columns[name][halves] = fill

    def troubled(self) -> Bools:
        """Which halves are not clean."""
        chosen: Bools = self.columns["troubled"]
        return chosen
