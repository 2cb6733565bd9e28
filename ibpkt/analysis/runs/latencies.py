"""How long answers take: from the packet with a PSN to the answer that acknowledges it first."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.recovery.flow_timers import MAX_LATENCIES
from ibpkt.analysis.runs.sequence_columns import LINE, SequenceColumns
from ibpkt.arrays import Bools, Ints, changes


def latencies(sequence: SequenceColumns, chosen: Bools) -> tuple[Ints, Ints]:
    """Latencies of answers to requests of the same batch that were sent once so far.

    Args:
        sequence: the packets of a batch.
        chosen: those of the halves that are wanted, shape (n,).

    Returns:
        Halves and nanoseconds, shape (k,), by half: the least one first, then the last ones in the order of answers.
    """
    asks = np.flatnonzero(chosen & sequence.is_request & ~sequence.again)
    tells = np.flatnonzero(chosen & sequence.believed & ~sequence.negative & (sequence.end > sequence.acked))
    if not len(asks) or not len(tells):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    repeated = np.zeros(len(sequence), np.bool_)
    again = np.flatnonzero(chosen & sequence.again)
    # new requests of a half ascend, so that all keys do
    keys = sequence.half[asks] * LINE + sequence.psn[asks]
    if len(again):
        at = np.searchsorted(keys, sequence.half[again] * LINE + sequence.psn[again], "right") - 1
        repeated[asks[at[at >= 0]]] = True
    wanted = sequence.half[tells] * LINE + sequence.end[tells] - 1
    at = np.searchsorted(keys, wanted, "right") - 1
    inside = at >= 0
    at = np.maximum(at, 0)
    inside &= (sequence.half[asks[at]] == sequence.half[tells]) & (sequence.end[asks[at]] >= sequence.end[tells])
    inside &= ~repeated[asks[at]]
    time = sequence.columns.time
    span = time[sequence.rows[tells]] - time[sequence.rows[asks[at]]]
    inside &= span > 0
    return _least_and_last(sequence.half[tells[inside]], span[inside])


def _least_and_last(half: Ints, span: Ints) -> tuple[Ints, Ints]:
    """Of each half the least, and the last few."""
    if not len(half):
        return half, span
    starts = np.flatnonzero(changes(half))
    sizes = np.diff(starts, append=len(half))
    least = np.minimum.reduceat(span, starts)
    left = np.repeat(starts + sizes, sizes) - np.arange(len(half))
    last = left <= MAX_LATENCIES
    order = np.argsort(np.concatenate((half[starts], half[last])), kind="stable")
    return np.concatenate((half[starts], half[last]))[order], np.concatenate((least, span[last]))[order]
