"""How long answers take: from the packet with a PSN to the answer that acknowledges it first."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.runs.sequence_columns import LINE, SequenceColumns
from ibpkt.arrays import Bools, Ints


def latencies(sequence: SequenceColumns, chosen: Bools) -> tuple[Ints, Ints]:
    """Latencies of answers to requests of the same batch that were sent once so far.

    Args:
        sequence: the packets of a batch.
        chosen: those of the halves that are wanted, shape (n,).

    Returns:
        Halves and nanoseconds, shape (k,), by half, in the order of the answers.
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
    return sequence.half[tells[inside]], span[inside]
