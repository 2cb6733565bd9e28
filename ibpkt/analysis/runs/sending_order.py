"""The order in which packets were sent, by the identifications of their IPv4 headers.

Many senders count them up: for each pair of addresses, or for each stream (the packets of a pair to one queue pair);
`SharedCounters` tells which.  Others send 0, or random numbers.  So a counter is judged by the differences of its last
packets, those of a packet and the ones before it: what comes later, and where a batch ends, changes nothing.

A counter wraps at 2^16, which it may do while a single stream pauses: it is unwrapped over all packets of its pair.

Source: RFC 791, 3.1 and RFC 6864, 4.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from ibpkt.analysis.runs.recent_columns import RecentColumns, count_before, is_one_of, renumbered
from ibpkt.analysis.runs.shared_counters import SharedCounters, streams_of_strays
from ibpkt.arrays import (
    Array,
    Bools,
    Ints,
    among,
    changes,
    distinct,
    in_order,
    numbered,
    places_in,
    repeated,
    rows_where,
    run_lengths,
)
from ibpkt.protocols import IPv4

_WIDTH = IPv4.leaf("id").width
_SPAN, _HALF = 1 << _WIDTH, 1 << _WIDTH - 1
#: the number that an identification of 0 has in a new counter: enough room below for packets that are late
ORIGIN = _SPAN << 16
#: differences over which a counter is judged
WINDOW = 256
#: differences that a counter makes: packets that are missing or belong to others, and packets that are late
MOST_AHEAD, MOST_BACK = 4095, 1024
#: the same for the first few differences, by which random numbers must not be mistaken for a counter
FEW, NEAR = 3, 64
#: packets of earlier batches that are kept, so that a pair that is asked for later has been judged already
HISTORY = 4096
#: counters that are kept; beyond that, those idle longest are forgotten
MOST = 4096


class AddressedPackets(Protocol):
    """Columns of packets, as `Transport` has them; see there."""

    @property
    def source(self) -> Ints:
        """Numbers of the senders' addresses."""

    @property
    def destination(self) -> Ints:
        """Numbers of the receivers' addresses."""

    @property
    def ident(self) -> Ints:
        """IPv4 identifications, 0 for none."""

    @property
    def psn(self) -> Array:
        """PSNs."""

    @property
    def time(self) -> Ints:
        """Nanoseconds."""


class SendingNumbers(NamedTuple):
    """Places of packets in the order of sending.

    Attributes:
        number: by packet its place among those of its counter, unwrapped, -1 where that is not known, shape (n,).
            Equal ones are copies; missing ones may have been lost, or never belonged to the capture.
        counter: which packets are counted together, -1 where that is not known, shape (n,).
    """

    number: Ints
    counter: Ints


class _Counters:
    """Counters by key, each with its last packets.

    Args:
        begin: the first packet of a counter has a number too, before anything can be said of the counter.

    Attributes:
        keys: their keys, ascending.
    """

    def __init__(self, begin: bool) -> None:
        self._begin = begin
        none = np.zeros(0, np.int64)
        self.keys: Ints = none
        # by counter: how many of its differences have been added up, and how far it moved by them in either byte order
        self._moves = np.zeros((3, 0), np.int64)
        self._used: Ints = none  # by counter: when its last packet came
        self._clock = 0
        self._tail: tuple[Ints, Ints, Ints] = (none, none, none)  # keys, identifications, numbers of the last packets

    def last(self, keys: Ints) -> tuple[Ints, Ints]:
        """The last packets of some counters, whose keys ascend: keys and identifications."""
        rows = among(self._tail[0], keys)
        return self._tail[0][rows], self._tail[1][rows]

    def count(self, keys: Ints, idents: Ints) -> tuple[Ints, Ints]:
        """Count packets in the order of the capture.

        Returns:
            Their numbers, -1 where their counter is none; and the differences to the packets before them; shape (m,).
        """
        self._clock += 1
        old = len(self._tail[0])
        ident = np.concatenate((self._tail[1], idents))
        different, at = numbered(keys)
        counters = distinct(self.keys, different)
        place = np.concatenate((places_in(counters, self._tail[0]), np.searchsorted(counters, different)[at]))
        order = in_order(place)
        ident, place, fresh = ident[order], place[order], order >= old
        begins = rows_where(changes(place))
        counts = run_lengths(begins, len(place))
        first = np.repeat(begins, counts)
        self._learn(counters, np.add.reduceat(fresh.astype(np.int64), begins) > 0)
        steps = self._steps(ident, place, begins, fresh)
        carried = ~fresh  # their steps are known: the byte order may have been another one then
        before = np.zeros(len(place), np.int64)
        before[carried] = self._tail[2][order[carried]]
        steps[1:][carried[1:]] = (before[1:] - before[:-1])[carried[1:]]
        steps[begins] = 0
        known = self._judge(steps, first)
        number = np.cumsum(steps)
        base = np.where(carried[begins], before[begins], ORIGIN + ident[begins])
        number += np.repeat(base - number[begins], counts)
        last = np.repeat(begins + counts, counts) - np.arange(len(place)) <= WINDOW
        self._tail = counters[place[last]], ident[last], number[last]
        self._forget()
        numbers, differences = np.empty(len(keys), np.int64), np.empty(len(keys), np.int64)
        rows = order[fresh] - old
        numbers[rows], differences[rows] = np.where(known, number, -1)[fresh], steps[fresh]
        return numbers, differences

    def _learn(self, counters: Ints, seen: Bools) -> None:
        """Keep which counters there are now, and which of them have been seen in this batch."""
        at = np.searchsorted(counters, self.keys)
        moves, used = np.zeros((3, len(counters)), np.int64), np.zeros(len(counters), np.int64)
        moves[:, at], used[at] = self._moves, self._used
        used[seen] = self._clock
        self.keys, self._moves, self._used = counters, moves, used

    def _steps(self, ident: Ints, place: Ints, begins: Ints, fresh: Bools) -> Ints:
        """Differences to the packets before, in the byte order in which a counter has moved less up to each packet.

        Only the first differences of a counter vote, so that it keeps its order. Those of its first packet, and of
        packets that are not fresh, mean nothing.
        """
        plain = _differences(ident)
        young = self._moves[0] < WINDOW
        if not young.any():  # nothing votes any more
            turned = self._moves[2] < self._moves[1]
            return np.where(turned[place], _differences(_swap(ident)), plain) if turned.any() else plain
        other = _differences(_swap(ident))
        votes = fresh.copy()
        votes[begins] = False
        each = np.array((votes, np.abs(plain) * votes, np.abs(other) * votes))
        moves = np.array([_sums(amounts, begins) for amounts in each])
        voting = votes & (self._moves[0][place] + moves[0] <= WINDOW)
        moves[1:] = [_sums(amounts * voting, begins) for amounts in each[1:]]
        moves += self._moves[:, place]
        ends = np.append(begins[1:], len(ident)) - 1
        self._moves = moves[:, ends]
        return np.where(moves[2] < moves[1], other, plain)

    def _judge(self, steps: Ints, first: Ints) -> Bools:
        """Which packets have a counter, by the steps up to each and the first packet of its counter."""
        at = np.arange(len(steps))
        begins = at == first
        if ((steps > 0) & (steps <= NEAR) | begins).all():  # as nearly always
            every: Bools = ~begins | self._begin
            return every
        moved = steps != 0
        counted = moved & (steps <= MOST_AHEAD) & (steps >= -MOST_BACK)
        near = moved & (np.abs(steps) <= NEAR)
        moves, counts, near = (count_before(which, first, WINDOW) for which in (moved, counted, near))
        enough = (4 * counts > 3 * moves) & (4 * moves >= np.minimum(at - first, WINDOW))
        begun = (moves > 0) & (near == moves)
        if self._begin:
            begun |= begins
        known: Bools = np.where(moves >= FEW, enough, begun)
        return known

    def renumber(self, old: Ints, new: Ints) -> None:
        """Counters get other keys; see `NetworkCopies.renumber`."""
        keys = renumbered(self.keys, old, new)
        order = np.argsort(keys, kind="stable")
        order = order[keys[order] >= 0]
        self.keys, self._moves, self._used = keys[order], self._moves[:, order], self._used[order]
        key = renumbered(self._tail[0], old, new)
        alive = key >= 0
        self._tail = key[alive], self._tail[1][alive], self._tail[2][alive]

    def _forget(self) -> None:
        if len(self.keys) <= MOST:
            return
        kept = np.sort(np.argsort(self._used, kind="stable")[-MOST:])
        self.keys, self._moves, self._used = self.keys[kept], self._moves[:, kept], self._used[kept]
        rows = np.isin(self._tail[0], self.keys)
        self._tail = self._tail[0][rows], self._tail[1][rows], self._tail[2][rows]


class SendingOrder:
    """Numbers packets in the order of sending, batch by batch, between those pairs of addresses that are asked for.

    It costs next to nothing as long as none is.

    Attributes:
        begun: of packets of earlier batches whose pairs the last batch has asked for first: counters, numbers, times.
    """

    def __init__(self) -> None:
        self._pairs, self._streams, self._shared = _Counters(True), _Counters(False), SharedCounters()
        self._recent = RecentColumns(6, HISTORY)  # pairs, streams, identifications, PSNs, times, and which are strays
        self._set_begun(*[np.zeros(0, np.int64)] * 3)

    def _set_begun(self, counter: Ints, number: Ints, time: Ints) -> None:
        self.begun = counter, number, time

    def add(
        self, packets: AddressedPackets, streams: Ints, wanted: Bools, strays: Bools | None = None
    ) -> SendingNumbers:
        """Take the next batch.

        Args:
            packets: those with BTH, in the order of the capture.
            streams: the number of each one's stream, what an end sends to a queue pair; the same in all batches, less
                than 2^40, shape (n,).
            wanted: packets whose pairs of addresses are numbered, from now on, shape (n,).
            strays: packets that belong to no stream, shape (n,).
        """
        count = len(streams)
        unknown = repeated(-1, count)
        pairs = packets.source << 32 | packets.destination
        strays = repeated(False, count) if strays is None else strays
        if not len(self._pairs.keys) and not wanted.any():
            self._recent.add(pairs, streams, packets.ident, packets.psn, packets.time, strays)
            return SendingNumbers(unknown, unknown)
        asked = pairs[wanted]
        different = distinct(asked)
        fresh = different[~is_one_of(different, self._pairs.keys)]
        known = distinct(self._pairs.keys, fresh)
        rows = rows_where(is_one_of(pairs, known))
        idents = packets.ident
        begun, streams = self._without_strays(fresh, (pairs, streams, idents, packets.psn.astype(np.int64)), strays)
        old = len(begun[0])
        pair, stream, ident = (
            np.concatenate((before, column[rows]))
            for before, column in zip(begun[:3], (pairs, streams, idents), strict=True)
        )
        several, by_then, turned, sole = self._shared.add(pair, stream)
        earlier, idents_before = self._pairs.last(turned)
        number, step = self._pairs.count(pair, ident)
        counter = np.where(number >= 0, pair, -1)
        if several.any():
            at = rows_where(several)
            alone, own = self._count_alone(
                (pair[at], stream[at], ident[at]), (sole[np.searchsorted(turned, earlier)], idents_before),
                number[at], step[at],
            )  # fmt: skip
            sooner = by_then[at[alone]]  # as long as there was a single stream, it was counted with its pair
            alone, own = alone[sooner], own[sooner]
            number[at[alone]], counter[at[alone]] = own, -2 - stream[at[alone]]
        if len(self._shared.keys) > MOST:
            self._shared.keep(self._pairs.keys)
        result = SendingNumbers(unknown.copy(), unknown.copy())
        result.number[rows], result.counter[rows] = number[old:], counter[old:]
        self._set_begun(counter[:old], number[:old], begun[4])
        self._recent.add(pairs, streams, idents, packets.psn, packets.time, strays)
        return result

    def renumber(self, old: Ints, new: Ints) -> None:
        """Streams get other numbers; see `NetworkCopies.renumber`."""
        self._recent.renumber(1, old, new)
        self._streams.renumber(old, new)
        self._shared.renumber(old, new)

    def _without_strays(
        self, fresh: Ints, columns: tuple[Ints, Ints, Ints, Ints], strays: Bools
    ) -> tuple[list[Ints], Ints]:
        """Give strays to the streams that they go on with.

        Args:
            fresh: pairs that were not asked for before.
            columns: pairs, streams, identifications and PSNs of the batch.
            strays: which of its packets belong to no stream.

        Returns:
            The columns of the packets of earlier batches between these pairs, and the streams of the batch.
        """
        before = self._recent.of(distinct(fresh, distinct(columns[0][strays])))
        old = len(before[0])
        stray = np.append(before[5] > 0, strays)
        if stray.any():
            pair, stream, ident, psn = (np.concatenate(both) for both in zip(before[:4], columns, strict=True))
            stream = streams_of_strays(pair, stream, ident, psn, stray)
            before[1], streams = stream[:old], stream[old:]
        else:
            streams = columns[1]
        rows = is_one_of(before[0], fresh)
        return [column[rows] for column in before], streams

    def _count_alone(
        self, packets: tuple[Ints, Ints, Ints], before: tuple[Ints, Ints], number: Ints, step: Ints
    ) -> tuple[Ints, Ints]:
        """Packets of pairs with several streams that have a counter of their stream.

        Args:
            packets: pairs, streams and identifications.
            before: streams and identifications of earlier packets, which have not been counted by streams.
            number, step: what the counters of the pairs say.

        Returns:
            Which packets, and their numbers.
        """
        pair, stream, ident = packets
        old = len(before[0])
        own, own_step = self._streams.count(np.concatenate((before[0], stream)), np.concatenate((before[1], ident)))
        own, own_step = own[old:], own_step[old:]
        alone = rows_where((own >= 0) & (self._shared.apart(pair, step, own_step) | (number < 0)))
        return alone, own[alone]


def _signed(differences: Ints) -> Ints:
    """Differences of identifications, modulo 2^16, from -2^15 to 2^15 - 1."""
    near: Ints = (differences + _HALF & _SPAN - 1) - _HALF
    return near


def _differences(idents: Ints) -> Ints:
    """Differences to the identifications before, the smaller way round; the first is 0."""
    steps = np.zeros(len(idents), np.int64)
    np.subtract(idents[1:], idents[:-1], out=steps[1:])
    return _signed(steps)


def _sums(amounts: Array, begins: Ints) -> Ints:
    """Sums of what stands up to each place, from the last beginning on."""
    sums = np.cumsum(amounts, dtype=np.int64)
    counts = run_lengths(begins, len(sums))
    up_to: Ints = sums - np.repeat(sums[begins] - amounts[begins], counts)
    return up_to


def _swap(idents: Ints) -> Ints:
    """Identifications with their two bytes in the other order."""
    other: Ints = idents.astype(np.uint16).byteswap().astype(np.int64)
    return other
