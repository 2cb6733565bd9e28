"""Which requests arrived late, and how many packets are missing before them, where the order of sending is known.

The order of sending comes from IPv4 identifications, see `sending_order`.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.arrays import Ints, changes

#: nanoseconds without a packet after which a sender may skip identifications on purpose (RFC 6864, 4.1, leaves that to
#: it; Linux adds a random number for each tick of 1 to 10 ms that went by)
TICK = 1_000_000
#: more missing identifications in a row are no lost packets
MOST_SKIPPED = 1024


def late_requests(sequence: SequenceColumns, number: Ints, table: HalfTable) -> Ints:
    """Which requests were sent before one of their half that came before them.

    Args:
        sequence: the packets of the batch.
        number: of all packets of the sequence, their place in the order of sending; -1 where that is not known.
        table: has the highest number of each half so far, in ``number``; it is updated.

    Returns:
        1 for late, 0 for not, -1 where it is not known and for answers, shape (n,).
    """
    late = np.full(len(sequence), -1, np.int64)
    places = np.flatnonzero(sequence.is_request & (number >= 0))
    if not len(places):
        return late
    half, own = sequence.half[places], number[places] + 1
    heads = np.flatnonzero(changes(half))
    segment = np.cumsum(changes(half)) - 1
    room = int(max(own.max(), table["number"].max(initial=0))) + 1
    highest = np.empty(len(places), np.int64)
    highest[1:] = own[:-1] + segment[1:] * room
    highest[heads] = table["number"][half[heads]] + segment[heads] * room
    np.maximum.accumulate(highest, out=highest)
    highest -= segment * room
    late[places] = own < highest
    lasts = np.append(heads[1:], len(places)) - 1
    table["number"][half[lasts]] = np.maximum(highest[lasts], own[lasts])
    return late


def skipped_before(pair: Ints, number: Ints, time: Ints) -> Ints:
    """How many packets their sender sent just before each packet that are not in the capture.

    Args:
        pair: for all packets of a batch, whose numbers are counted together, shape (n,).
        number: their places in the order of sending, -1 where that is not known.
        time: in nanoseconds.

    Returns:
        Shape (n,), -1 where it is not known: for the first of a pair, and after a pause.
    """
    skipped = np.full(len(pair), -1, np.int64)
    places = np.flatnonzero(number >= 0)
    order = places[np.lexsort((number[places], pair[places]))]
    if len(order) < 2:
        return skipped
    step = number[order[1:]] - number[order[:-1]] - 1
    pause = time[order[1:]] - time[order[:-1]]
    known = (pair[order[1:]] == pair[order[:-1]]) & (step >= 0) & (step <= MOST_SKIPPED)
    known &= (step == 0) | (pause < TICK)
    skipped[order[1:][known]] = step[known]
    return skipped
