"""NAKs that end a connection.

Source: IBA 1, 9.7.5.2 and 9.9.3.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import BEGINS
from ibpkt.analysis.reassembly.answering import need_response
from ibpkt.analysis.reassembly.message_rows import COMPLETED, FLUSHED, REFUSED, UNDECIDED, Rows
from ibpkt.analysis.reassembly.packets import Pieces
from ibpkt.arrays import Bools, rows_where


class Refusal(NamedTuple):
    """A NAK of a half.

    Attributes:
        half: the half.
        psn: the request that is refused, unwrapped.
        code: why.
        frame: the NAK.
        time: its time, in nanoseconds since the epoch.
    """

    half: int
    psn: int
    code: int
    frame: int
    time: int

    def apply(self, rows: Rows) -> bool:
        """End the messages that had begun; returns whether the refused one is among them."""
        undecided = (rows["half"] == self.half) & (rows["first_frame"] < self.frame) & (rows["outcome"] == UNDECIDED)
        earlier = (rows["end"] > 0) & (rows["end"] <= self.psn)
        refused = undecided & ~earlier & (rows["first"] <= self.psn)
        rows["end_known"][undecided & (rows["whole"] == 0)] = 0  # packets of it may have come behind the NAK
        rows["whole"][undecided & earlier & need_response(rows["operation"])] = 0
        rows["outcome"][undecided & earlier] = COMPLETED
        rows["outcome"][undecided & ~earlier] = FLUSHED
        rows["outcome"][refused] = REFUSED
        rows["nak"][refused], rows["responded"][refused] = self.code, self.time
        rows["done_frame"][undecided], rows["done_time"][undecided] = self.frame, self.time
        return bool(refused.any())


def behind_refusals(pieces: Pieces, refusals: Iterable[Refusal]) -> Bools:
    """Packets behind a NAK that continue what was open then."""
    behind = np.zeros(len(pieces.half), np.bool_)
    for refusal in refusals:
        low, high = np.searchsorted(pieces.half, (refusal.half, refusal.half + 1))
        later = low + rows_where(pieces.frame[low:high] > refusal.frame)
        begins = rows_where(BEGINS[pieces.opcode[later]])
        behind[later[: begins[0]] if len(begins) else later] = True
    return behind
