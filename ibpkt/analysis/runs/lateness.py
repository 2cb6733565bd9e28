"""Which requests arrived late, and how many packets are missing before them, where the order of sending is known.

The order of sending comes from IPv4 identifications, see `sending_order`.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.recent_columns import renumbered
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.arrays import Ints, changes, in_order, numbered, order_within, rows_where, run_lengths

#: nanoseconds without a packet after which a sender may skip identifications on purpose (RFC 6864, 4.1, leaves that to
#: it; Linux adds a random number for each tick of 1 to 10 ms that went by)
TICK = 1_000_000
#: more missing identifications in a row are no lost packets
MOST_SKIPPED = 1024
#: packets of each counter, and of all together, that are kept from batch to batch
BEFORE, MOST_BEFORE = 256, 1 << 16


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
    places = rows_where(sequence.is_request & (number >= 0))
    if not len(places):
        return late
    half, own = sequence.half[places], number[places] + 1
    heads = rows_where(changes(half))
    segment = np.cumsum(changes(half)) - 1
    room = int(max(own.max(), table["number"].max(initial=0))) + 1
    highest = np.empty(len(places), np.int64)
    highest[1:] = own[:-1] + segment[1:] * room
    highest[heads] = table["number"][half[heads]] + segment[heads] * room
    np.maximum.accumulate(highest, out=highest)
    highest -= segment * room
    # the first that is numbered may come late itself, if its PSN is lower than that of the first request
    unknown = (highest == 0) & (sequence.psn[places] < sequence.first_at(places))
    late[places] = np.where(unknown, -1, own < highest)
    lasts = np.append(heads[1:], len(places)) - 1
    table["number"][half[lasts]] = np.maximum(highest[lasts], own[lasts])
    return late


class SkippedPackets:
    """How many packets senders sent that are not in the capture, by what comes before each packet in it."""

    def __init__(self) -> None:
        none = np.zeros(0, np.int64)
        self._tail = none, none, none  # counters, numbers and times of the last packets

    def add(self, counter: Ints, number: Ints, time: Ints, begun: tuple[Ints, Ints, Ints]) -> Ints:
        """Take the next batch.

        Args:
            begun: counters, numbers and times of packets of earlier batches whose counters are looked at from now on.
            counter: of its packets, whose numbers are counted together, the same in all batches, shape (n,).
            number: places in the order of sending, -1 where that is not known.
            time: in nanoseconds.

        Returns:
            Packets that are missing just before each packet, shape (n,), -1 where it is not known: for the first of a
            counter, and after a pause.
        """
        old = len(self._tail[0]) + len(begun[0])
        counter, number, time = (
            np.concatenate(parts) for parts in zip(self._tail, begun, (counter, number, time), strict=True)
        )
        skipped = skipped_before(counter, number, time)[old:]
        places = rows_where(number >= 0)
        order = places[in_order(numbered(counter[places])[1])]
        heads = rows_where(changes(counter[order]))
        sizes = run_lengths(heads, len(order))
        left = np.repeat(heads + sizes, sizes) - np.arange(len(order))
        kept = np.sort(order[left <= BEFORE])[-MOST_BEFORE:]
        self._tail = counter[kept], number[kept], time[kept]
        return skipped

    def renumber(self, old: Ints, new: Ints) -> None:
        """Counters get other keys, see `renumbered`."""
        counter, *others = self._tail
        self._tail = renumbered(counter, old, new), others[0], others[1]


def _nearest_lower(values: Ints) -> Ints:
    """By row the nearest row before it with a lower value, -1 for none."""
    before = np.arange(-1, len(values) - 1)
    rows = rows_where((before >= 0) & (values[before] > values))
    if not len(rows):
        return before
    least = [values]  # of each row and those before it, 2, 4, 8... together
    while len(least[-1]) > (span := 1 << len(least) - 1):
        least.append(np.minimum(least[-1][span:], least[-1][:-span]))
    end, limit = rows.copy(), values[rows]  # nothing from here to the row is lower
    for level in range(len(least) - 1, -1, -1):
        span = 1 << level
        start = end - span
        end = np.where((start >= 0) & (least[level][np.maximum(start, 0)] > limit), start, end)
    before[rows] = end - 1
    return before


def skipped_before(counter: Ints, number: Ints, time: Ints) -> Ints:
    """How many packets their sender sent just before each packet that have not come before it.

    Args:
        counter: for all packets, whose numbers are counted together, shape (n,).
        number: their places in the order of sending, -1 where that is not known.
        time: in nanoseconds.

    Returns:
        Shape (n,), -1 where it is not known: for the first of a counter, and after a pause.
    """
    skipped = np.full(len(counter), -1, np.int64)
    places = rows_where(number >= 0)
    if len(places) < 2:
        return skipped
    index = numbered(counter[places])[1]
    order = places[order_within(index, number[places])]
    same = np.zeros(len(order), np.bool_)
    same[1:] = counter[order[1:]] == counter[order[:-1]]
    # the next lower number of those that came before; one that came later is no measure
    before = _nearest_lower(order + (np.cumsum(~same) - 1) * len(counter))
    known = before >= np.maximum.accumulate(np.where(same, 0, np.arange(len(order))))
    here, there = order[known], order[before[known]]
    step = number[here] - number[there] - 1
    sound = (step >= 0) & (step <= MOST_SKIPPED) & ((step == 0) | (time[here] - time[there] < TICK))
    skipped[here[sound]] = step[sound]
    return skipped
