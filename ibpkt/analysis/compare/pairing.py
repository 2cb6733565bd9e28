"""Two captures read in step: which packets both taps saw, and which only one, in the order of time.

A packet waits for its counterpart for one window, and the number of waiting packets is bounded.  Decisions depend
on the packets and never on the batches in which they are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.compare.clocks import A_TO_B, B_TO_A, Clocks
from ibpkt.analysis.compare.delay_model import DelayModel
from ibpkt.analysis.compare.matching import TransitLimits, align, unique_pairs, without_rivals
from ibpkt.analysis.compare.tap_table import FLOWS, Tap, TapRegistry, TapTable, concatenate, mix_keys
from ibpkt.arrays import Array, Bools, Ints
from ibpkt.batch import Batch
from ibpkt.packet import STATUSES, Status

_EVER = 1 << 62
_GOOD = STATUSES.index(Status.GOOD)
#: how many times the usual jitter, and how many nanoseconds at least, a packet may take less than usual
JITTERS, LEAST_JITTER = 16, 50_000
#: packets of a tap with partners that are remembered, to know their copies
MOST = 131_072


class DecidedPackets(NamedTuple):
    """Packets that have been decided on; all that are decided later are later in time.

    Attributes:
        a: packets at A that are at B, too.
        b: the same packets there.
        at: when each of them was at B, shape (n,).
        only: packets that only tap A saw, and only tap B.
        outside: which of them the other tap could not see, since it was not capturing then.
        only_at: when they were, or should have been, at B.
    """

    a: TapTable
    b: TapTable
    at: Ints
    only: tuple[TapTable, TapTable]
    outside: tuple[Bools, Bools]
    only_at: tuple[Ints, Ints]


class _RecentPairs:
    """Recently paired packets of one tap, to recognise later copies of them."""

    def __init__(self) -> None:
        self.keys: Array = np.zeros(0, np.uint64)
        self.at: Ints = np.zeros(0, np.int64)
        self.frames: Ints = np.zeros(0, np.int64)

    def add(self, keys: Array, at: Array, frames: Array, since: int) -> None:
        """Add packets; drops those before a time, and the oldest if there are too many."""
        kept = self.at >= since
        kept[: max(len(self.at) + len(at) - MOST, 0)] = False
        self.keys = np.concatenate((self.keys[kept], keys))
        self.at = np.concatenate((self.at[kept], at))
        self.frames = np.concatenate((self.frames[kept], frames))

    def originals(self, keys: Array, at: Array, window: int) -> Ints:
        """The frame of the nearest packet with the same key within the window, 0 where there is none, shape (n,)."""
        result = np.zeros(len(keys), np.int64)
        if not len(keys):
            return result
        wanted = np.zeros(1 << 16, np.bool_)  # by some bits of the key: most of the others are out at once
        wanted[keys.astype(np.uint16)] = True
        candidates = np.flatnonzero(wanted[self.keys.astype(np.uint16)])
        order = candidates[np.lexsort((self.at[candidates], self.keys[candidates]))]
        sorted_keys = self.keys[order]
        low, high = np.searchsorted(sorted_keys, keys, "left"), np.searchsorted(sorted_keys, keys, "right")
        for row in np.flatnonzero(high > low).tolist():
            group = order[low[row] : high[row]]
            apart = np.abs(self.at[group] - at[row])
            best = int(np.argmin(apart))
            if apart[best] <= window:
                result[row] = self.frames[group[best]]
        return result


class Pairing:
    """Reads two captures and pairs their packets.

    Args:
        a: the batches of one capture.
        b: of the other.
        window: nanoseconds that a packet waits for its counterpart.
        waiting: packets of a capture that wait at a time.
        at_once: packets of a capture that are read before a decision.
        offset: nanoseconds that B's clock is ahead, where that is known.

    Attributes:
        registry: the addresses, flows and layouts behind the numbers in `TapTable`.
        taps: the captures.
        clocks: what is known of them.
        forced: packets that were given up before their window had passed, because too many waited.
    """

    def __init__(
        self,
        a: Iterator[Batch],
        b: Iterator[Batch],
        *,
        window: int,
        waiting: int,
        at_once: int,
        offset: int | None = None,
    ) -> None:
        self.registry: TapRegistry = TapRegistry()
        self.taps: tuple[Tap, Tap] = Tap(a, self.registry, window), Tap(b, self.registry, window)
        self.clocks: Clocks = Clocks(self.registry.reverse)
        self.forced: int = 0
        self._window, self._waiting, self._at_once = window, waiting, at_once
        self._model = DelayModel(window, offset)
        self._given = offset is not None
        self._pools: list[TapTable] = []
        self._recent = _RecentPairs(), _RecentPairs()
        self._held: list[tuple[TapTable, TapTable, Ints]] = []
        self._held_only: tuple[list[tuple[TapTable, Ints]], ...] = ([], [])
        self._model_uncertain = True  # nothing shows yet that the model is right
        self._since = self._regular = -_EVER
        # by flow: packets that passed unaltered, and pairs of intact packets that differ
        self._intact = np.zeros(FLOWS + 1, np.int64), np.zeros(FLOWS + 1, np.int64)
        self._fresh = [False, False]  # which tap has been read since

    def __iter__(self) -> Iterator[DecidedPackets]:
        self._pools = [self._empty_table(), self._empty_table()]
        while not all(tap.ended for tap in self.taps):
            self._read()
            if self._ready():
                yield self._settle()
                self._fresh = [False, False]
        yield self._settle()

    def _empty_table(self) -> TapTable:
        return self.registry.table(Batch.of([], 1))

    # -- reading ----------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Read from the capture that is behind."""
        unfinished = [place for place in (0, 1) if not self.taps[place].ended]
        place = unfinished[0]
        if len(unfinished) == 2:
            place = int(self._reached(0) > self._reached(1))
        part = self.taps[place].read(self._at_once)
        if part is not None:
            self._pools[place] = concatenate([self._pools[place], part])
        self._fresh[place] = True

    def _reached(self, place: int) -> int:
        """How far a tap has been read, in time."""
        tap = self.taps[place]
        if tap.first is None:
            return -_EVER
        if not self._model.known and not self._assume_equal_clocks:
            return tap.last - tap.first  # as if both had begun at the same time
        return self._at_b(0, tap.last) if place == 0 else tap.last

    @property
    def _assume_equal_clocks(self) -> bool:
        """Whether to assume equal clocks: nothing is known about them, and too many packets wait."""
        return min(map(len, self._pools)) >= self._waiting // 2

    def _at_b(self, way: int, time: int) -> int:
        return int(self._model.at_b(np.array([way]), np.array([time]))[0])

    def _ready(self) -> bool:
        """Whether it pays to decide."""
        full = max(map(len, self._pools)) > self._waiting
        if not full and not all(fresh or tap.ended for fresh, tap in zip(self._fresh, self.taps, strict=True)):
            return False
        if self._model_uncertain and not self._given:
            self._learn_from_unique()
        return self._model.known or full or self._assume_equal_clocks or all(tap.ended for tap in self.taps)

    def _learn_from_unique(self) -> None:
        """Learn the offset of the clocks from packets with only one possible counterpart."""
        a, b = self._pools
        rows, others = unique_pairs(a.loose, b.loose)
        self._model.learn(a.way[rows], a.time[rows], b.time[others] - a.time[rows])

    # -- deciding ---------------------------------------------------------------------------------------------------

    def _settle(self) -> DecidedPackets:
        """Decide on packets that are old enough."""
        a, b = self._pools
        at = self._model.at_b(a.way, a.time), b.time.astype(np.int64)
        horizon, sure = self._horizon(at)
        gone = np.zeros(len(a), np.bool_), np.zeros(len(b), np.bool_)
        busy = np.zeros(len(a), np.bool_), np.zeros(len(b), np.bool_)
        rows = np.flatnonzero(~a.unpairable), np.flatnonzero(~b.unpairable)
        pairs = self._aligned(a.key, b.key, at, rows)
        if len(pairs[0]):
            self._model.learn(a.way[pairs[0]], a.time[pairs[0]], b.time[pairs[1]] - a.time[pairs[0]])
        old = (at[0] <= horizon).sum() + (at[1] <= horizon).sum()
        self._model_uncertain = not self._given and len(pairs[0]) * 8 < old
        committed = [self._take_old_enough(pairs, at, horizon, gone, busy)]
        self._learn_clocks(*committed[0])
        self._intact[0][:] += np.bincount(a.flow[committed[0][0]], minlength=FLOWS + 1)
        self._mark_unpairable(at, horizon, busy, gone)
        for keys in (_by_icrc, _by_psn, attrgetter("loose")):
            unpaired = tuple(
                np.flatnonzero(pool.unpairable & ~gone[side] & ~busy[side] & ~self._is_copy(pool, side))
                for side, pool in enumerate(self._pools)
            )
            if len(unpaired[0]) and len(unpaired[1]):
                key_a, key_b = keys(a), keys(b)
                usable = tuple(row[key[row] != 0] for row, key in zip(unpaired, (key_a, key_b), strict=True))
                pairs_found = self._plausible_changes(*self._aligned(key_a, key_b, at, usable))
                committed.append(self._take_old_enough(pairs_found, at, sure, gone, busy))
                self._learn_clocks(*committed[-1])
        first = np.concatenate([each for each, _ in committed])
        second = np.concatenate([each for _, each in committed])
        self._held.append((a.at(first), b.at(second), np.maximum(at[0][first], at[1][second])))
        for side, pool in enumerate(self._pools):
            alone = pool.unpairable & ~gone[side] & ~busy[side] & (at[side] <= sure)
            self.forced += int((alone & (at[side] > self._regular)).sum())
            self._held_only[side].append((pool.at(alone), at[side][alone]))
            gone[side][:] |= alone
        until = min([horizon, *(int(each[~out].min()) for each, out in zip(at, gone, strict=True) if not out.all())])
        self._pools = [pool.at(~out) for pool, out in zip(self._pools, gone, strict=True)]
        return self._release(until)

    def _horizon(self, at: tuple[Ints, Ints]) -> tuple[int, int]:
        """The time up to which all possible counterparts have been read, and that up to which pairs can be final."""
        ends = [self._reached(side) for side in (0, 1) if not self.taps[side].ended]
        self._regular = _EVER
        if not ends:
            return _EVER, _EVER
        horizon = min(ends) - self._window
        sure = horizon - self._window
        self._regular = sure
        for times in at:
            if len(times) > self._waiting:
                places = [len(times) - self._waiting * share // 4 for share in (3, 2)]
                early, late = (int(time) - 1 for time in np.partition(times, places)[places])
                sure, horizon = max(sure, early), max(horizon, late)
        return horizon, sure

    def _aligned(
        self, keys_a: Array, keys_b: Array, at: tuple[Ints, Ints], rows: tuple[Ints, ...]
    ) -> tuple[Ints, Ints]:
        first, second = rows
        limits = self._transit_limits(self._pools[0].way[first])
        i, j = align(keys_a[first], at[0][first], keys_b[second], at[1][second], self._window, limits)
        return first[i], second[j]

    def _transit_limits(self, ways: Array) -> TransitLimits:
        """What is known of packets by their ways: none comes to a tap before it has been at the other."""
        jitter = min(max(JITTERS * self._model.spread, LEAST_JITTER), self._window)
        directions = self._model.directions(ways, self.registry.reverse)
        least = np.where(directions == A_TO_B, -jitter, -self._window)
        return TransitLimits(least, np.where(directions == B_TO_A, jitter, self._window))

    def _plausible_changes(self, first: Ints, second: Ints) -> tuple[Ints, Ints]:
        """Without pairs of intact packets that differ, in flows most of which passes unaltered.

        What rewrites packets rewrites all of a flow: in others one is lost and the other a later one with its PSN.
        """
        a, b = self._pools
        intact = (a.status[first] == _GOOD) & (b.status[second] == _GOOD)
        flows = a.flow[first]
        candidates = self._intact[1] + np.bincount(flows[intact], minlength=FLOWS + 1)
        kept = ~intact | (candidates > self._intact[0])[flows]
        self._intact[1][:] += np.bincount(flows[intact & kept], minlength=FLOWS + 1)
        return first[kept], second[kept]

    @staticmethod
    def _take_old_enough(
        pairs: tuple[Ints, Ints],
        at: tuple[Ints, Ints],
        until: int,
        gone: tuple[Bools, Bools],
        busy: tuple[Bools, Bools],
    ) -> tuple[Ints, Ints]:
        """Take out the pairs that are old enough; the others are busy."""
        first, second = pairs
        good = (at[0][first] <= until) & (at[1][second] <= until)
        for mask, rows in zip(gone, pairs, strict=True):
            mask[rows[good]] = True
        for mask, rows in zip(busy, pairs, strict=True):
            mask[rows[~good]] = True
        return first[good], second[good]

    def _learn_clocks(self, first: Ints, second: Ints) -> None:
        """Learn how long packets take, of those that no others look like: one may be paired with another's copy."""
        a, b = self._pools
        alone = without_rivals(a.key[first])
        if alone.any():
            first, second = first[alone], second[alone]
        self.clocks.add(a.way[first], a.time[first], b.time[second] - a.time[first])

    def _mark_unpairable(
        self, at: tuple[Ints, Ints], horizon: int, busy: tuple[Bools, Bools], gone: tuple[Bools, Bools]
    ) -> None:
        """Mark packets that will have no equal counterpart, and those of them that are copies of others."""
        for side, pool in enumerate(self._pools):
            recent = self._recent[side]
            recent.add(pool.key[gone[side]], at[side][gone[side]], pool.frame[gone[side]], self._since)
            unpaired = np.flatnonzero(~pool.unpairable & ~busy[side] & ~gone[side] & (at[side] <= horizon))
            pool.unpairable[unpaired] = True
            waiting = _RecentPairs()
            waiting.add(pool.key[busy[side]], at[side][busy[side]], pool.frame[busy[side]], self._since)
            keys, times = pool.key[unpaired], at[side][unpaired]
            before, after = (pairs.originals(keys, times, self._window) for pairs in (recent, waiting))
            pool.copy[unpaired] = np.where(before != 0, before, after)
        self._since = horizon - 2 * self._window

    def _is_copy(self, pool: TapTable, side: int) -> Bools:
        """Which packets are further copies at the tap at which they arrive."""
        copies: Bools = (pool.copy != 0) & (self.arrives(pool.way) == side)
        return copies

    def arrives(self, ways: Array) -> Ints:
        """At which tap packets arrive by their ways: 0 for A, 1 for B and where it is not known, shape (n,)."""
        table = np.array(
            [int(self.clocks.direction(way) != B_TO_A) for way in range(int(ways.max(initial=0)) + 1)], np.int64
        )
        return table[ways]

    # -- giving out -------------------------------------------------------------------------------------------------

    def _release(self, until: int) -> DecidedPackets:
        """Release decided packets that are older than all undecided ones."""
        a, b = concatenate([each[0] for each in self._held]), concatenate([each[1] for each in self._held])
        at = np.concatenate([each[2] for each in self._held])
        out = at < until
        self._held = [(a.at(~out), b.at(~out), at[~out])]
        only, times, outside = [], [], []
        for side in (0, 1):
            kept = self._held_only[side]
            pool, when = concatenate([each[0] for each in kept]), np.concatenate([each[1] for each in kept])
            now = when < until
            kept[:] = [(pool.at(~now), when[~now])]
            only.append(pool.at(now))
            times.append(when[now])
            outside.append(self._outside(pool.way[now], when[now], 1 - side))
        return DecidedPackets(
            *(a.at(out), b.at(out), at[out]), (only[0], only[1]), (outside[0], outside[1]), (times[0], times[1])
        )

    def _outside(self, ways: Array, at: Ints, side: int) -> Bools:
        """Whether a tap may not have begun, or have ended, when packets should have been there (by B's clock)."""
        tap = self.taps[side]
        if tap.first is None or not self._model.known:
            return np.ones(len(ways), np.bool_)
        first, last = (np.full(len(ways), time, np.int64) for time in (tap.first, tap.last))
        if side == 0:
            first, last = self._model.at_b(ways, first), self._model.at_b(ways, last)
        slack = 4 * self._model.spread
        late: Bools = (at > last - slack) if tap.ended else np.zeros(len(ways), np.bool_)
        return (at < first + slack) | late


def _by_psn(table: TapTable) -> Array:
    """Key if content or ICRC changed."""
    return mix_keys(table.flowkey, table.psn.astype(np.uint64) << np.uint64(8) | table.opcode)


def _by_icrc(table: TapTable) -> Array:
    """Key if any field changed, even one that identifies the flow; the ICRC is as it was sent."""
    key = mix_keys(table.stored.astype(np.uint64) << np.uint64(32) | table.size.astype(np.uint64))
    return np.where(table.verifiable & (table.stored != 0), key, np.uint64(0))
