"""Halves that two flows of one direction each have had a part of: the requests of one, the answers of the other.

Answers join two flows when they fit the requests of one alone.  Those before may fit none: a NAK for a request that was
lost, say.  They belong to the requests all the same.

Source: IBA 1, 9.7.5.1 (an answer carries the PSN of its request).
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ibpkt.analysis.columns.transport import OPERATION_OF
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.run_columns import ACKNOWLEDGE
from ibpkt.analysis.runs.sequence_columns import unwrapped
from ibpkt.arrays import rows_where
from ibpkt.protocols import PSN_MASK


def with_answers(packets: HalfPackets, first: int) -> HalfPackets:
    """Requests of a half, and answers to them that came while it was not known whom they answer.

    What such answers acknowledge is counted from the requests before them, as if it had been known.

    Args:
        packets: all of one half.
        first: the first PSN of the half.
    """
    packets = packets.select(np.argsort(packets.frame, kind="stable"))
    asks, tells = packets.is_request, ~packets.is_request
    if not tells.any() or not asks.any():
        return packets
    ends = np.where(asks, packets.end, 0)
    sent = np.maximum.accumulate(np.concatenate(([max(first, int(packets.sent[asks][0]))], ends[:-1])))
    sent = np.where(asks, packets.sent, sent)
    psn = np.where(asks, packets.psn, unwrapped(packets.psn & PSN_MASK, sent))
    end = np.where(asks, packets.end, psn + (packets.end - packets.psn))
    believed = tells & (end <= sent)
    moved = np.concatenate(([0], np.where(believed, end, 0)[:-1]))
    acked = np.maximum.accumulate(moved)
    moves = rows_where(believed & (end > acked))
    mover = np.searchsorted(moves, np.arange(len(packets))) - 1
    when = packets.time[moves[mover]] if len(moves) else packets.acked_time
    acknowledges = OPERATION_OF[packets.opcode] == ACKNOWLEDGE
    odd = packets.odd | tells & (~believed | (psn + ~packets.negative <= acked) & acknowledges)
    return dataclasses.replace(
        packets, psn=psn, end=end, sent=sent, believed=believed, odd=odd, acked=acked,
        acked_time=np.where(mover >= 0, when, 0),
    )  # fmt: skip
