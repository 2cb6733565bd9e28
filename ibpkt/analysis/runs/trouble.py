"""Which halves are not clean: something was lost, repeated, refused, or is answered out of turn.

The runs of the others need no look: one run of requests, and ACKs that advance.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import OPERATION_OF
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.held_packets import NEVER
from ibpkt.analysis.runs.run_columns import ACKNOWLEDGE
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.arrays import Bools, Ints


def trouble(sequence: SequenceColumns, missing_responses: Bools) -> Bools:
    """Packets that are not as in a clean half, shape (n,).

    Args:
        sequence: the packets of a batch.
        missing_responses: answers before which a READ or atomic response is missing, or that come again, shape (n,).
    """
    odd: Bools = sequence.is_request & (sequence.psn != sequence.sent)
    odd |= sequence.negative | missing_responses
    tells = ~sequence.is_request
    odd |= tells & ~sequence.believed
    odd |= sequence.repeats & (OPERATION_OF[sequence.opcode] == ACKNOWLEDGE)
    return odd


def begin_trouble(halves: Ints, frames: Ints, table: HalfTable) -> None:
    """Halves have trouble at some packets: the first of each counts."""
    fresh = ~table["troubled"][halves]
    halves, frames = halves[fresh], frames[fresh]
    table["trouble_frame"][halves] = np.where(table["trouble_frame"][halves] > 0, table["trouble_frame"][halves], NEVER)
    np.minimum.at(table["trouble_frame"], halves, frames)
    table["troubled"][halves] = True


def note_trouble(sequence: SequenceColumns, odd: Bools, table: HalfTable) -> Bools:
    """Mark the halves of such packets in the table; which packets of the batch belong to marked halves, shape (n,)."""
    begin_trouble(sequence.half[odd], sequence.columns.frame[sequence.rows[odd]], table)
    chosen: Bools = table["troubled"][sequence.half]
    return chosen
