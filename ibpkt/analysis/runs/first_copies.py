"""The first copy of each request, in the order of PSNs: what messages are made of.

What lies behind a hole waits until the hole is filled, or until an answer proves that the missing packets were
received and will not be sent again for their own sake; what fills the hole after that is left out. Until an answer
comes, there may be such a hole before the first request of a half. On UC, where nothing is answered, what waits is
given out when it is too late for what is missing. A copy with a wrong ICRC stands in where no other
one comes and its PSN is acknowledged: the packet has arrived, and the damage was done behind the receiver, or by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.runs.read_spans import LearnedEnds
from ibpkt.arrays import Array, Bools, Ints, changes, group_ends, rows_where, run_lengths, running_maximum

#: room for the PSNs of one half when all halves are put on one line
LINE = 1 << 40
#: packets that wait, of all halves together; beyond it, those behind the oldest holes are given out
MOST = 1 << 18
#: packets that wait for the first answer of their half, of all halves together
MOST_BEGINNING = 1 << 14


class Unanswered(NamedTuple):
    """Halves whose requests are never acknowledged (UC), and how long what is missing there is waited for.

    Attributes:
        halves: by half, whether it is one.
        since: requests that came before this time wait no longer.
    """

    halves: Bools
    since: int


class FirstCopies:
    """Gives out requests in the order of PSNs, every PSN once.

    Attributes:
        given_up: packets that were given out although a hole before them was open, since too many waited.
    """

    def __init__(self) -> None:
        self.given_up: int = 0
        self._waiting: dict[str, Array] = {}
        self._next: Ints = np.zeros(0, np.int64)  # by half, the PSN behind all that was given out

    def add(
        self,
        half: Ints,
        psn: Ints,
        end: Ints,
        values: Mapping[str, Array],
        acked: Ints,
        first: Ints,
        then: Ints,
        unanswered: Unanswered | None = None,
    ) -> dict[str, Array]:
        """Take requests, in any order.

        Args:
            half: their halves, shape (n,).
            psn: unwrapped, and `end`, the PSNs behind them.
            values: other columns; ``frame``; ``damaged``, which says which copies have a wrong ICRC; and ``place``,
                something about a packet's place in this batch: of those that waited it is -1.
            acked: by half, the PSN up to which requests are proven to be received.
            first: by half, its first PSN in the capture; what lies below it was sent before, for the first time.
            then: the PSN up to which requests were proven to be received before each of these came, shape (n,).
            unanswered: halves that are never acknowledged, where there may be some; their ``acked`` counts for damaged
                copies alone.

        Returns:
            The columns ``half``, ``psn``, ``end`` and those of ``values`` of the packets that nothing is missing
            before, by half and PSN.
        """
        fresh: dict[str, Array] = {"half": half, "psn": psn, "end": end, **values}
        if self._waiting:
            if "place" in self._waiting:
                self._waiting["place"] = np.full(len(self._waiting["half"]), -1, np.int64)
            fresh = {name: np.concatenate((self._waiting[name], column)) for name, column in fresh.items()}
            then = np.concatenate((np.zeros(len(fresh["half"]) - len(then), np.int64), then))
        self._reserve(len(acked))
        if not len(fresh["half"]):
            return fresh
        begins = self._next[fresh["half"]] == 0
        if begins.any():
            old = begins & (then > fresh["psn"]) & (fresh["psn"] < first[fresh["half"]])
            if old.any():  # they were received before the capture
                begins, then, fresh = begins[~old], then[~old], _some(fresh, ~old)
            self._begin(fresh, begins, acked if unanswered is None else _begun(fresh, acked, unanswered), first)
        key = fresh["half"] * LINE + fresh["psn"]
        if (key[1:] < key[:-1]).any() or fresh["damaged"].any():
            order = _by_copy(key, fresh, then)
            key = key[order]
            then = then[order]
            fresh = {name: column.take(order) for name, column in fresh.items()}
        chosen = changes(key) & (fresh["psn"] >= self._next[fresh["half"]])
        if not chosen.all():
            then = then[chosen]
            fresh = _some(fresh, chosen)
        if (late := self._comes_late(fresh, then)).any():
            fresh = _some(fresh, ~late)
        return self._release(fresh, acked, acked if unanswered is None else _given_up(fresh, acked, unanswered))

    def waiting(self) -> dict[str, Array]:
        """The half, the PSN, the packet and the time of requests that wait; arrays of one length."""
        none = np.zeros(0, np.int64)
        return {name: self._waiting.get(name, none) for name in ("half", "psn", "frame", "time")}

    def next_of(self, halves: Ints) -> Ints:
        """The PSNs behind all that was given out of some halves, 0 for nothing."""
        self._reserve(int(halves.max(initial=-1)) + 1)
        return self._next[halves]

    def finish(self, halves: Ints | None = None, unanswered: Bools | None = None) -> dict[str, Array]:
        """All that waits of some halves, or of all, by half and PSN; what is damaged only of those never acknowledged.

        Args:
            halves: which; None for all.
            unanswered: by half, whether its requests are never acknowledged; None for no such half.
        """
        if not self._waiting:
            return {}
        over = np.ones(len(self._waiting["half"]), np.bool_)
        if halves is not None:
            over = np.isin(self._waiting["half"], halves)
        sound = self._waiting["damaged"] == 0
        good = rows_where(over & (sound if unanswered is None else sound | unanswered[self._waiting["half"]]))
        good = good[np.argsort(self._waiting["half"][good] * LINE + self._waiting["psn"][good], kind="stable")]
        found = {name: column[good] for name, column in self._waiting.items()} if len(good) else {}
        left = ~over
        self._waiting = {name: column[left] for name, column in self._waiting.items()} if left.any() else {}
        return found

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        self._reserve(max(half, to) + 1)
        self._next[to], self._next[half] = self._next[half], 0
        if self._waiting:
            self._waiting["half"] = np.where(self._waiting["half"] == half, to, self._waiting["half"])

    def learn(self, learned: LearnedEnds) -> None:
        """READs that were given out take more PSNs than was known."""
        self._reserve(int(learned.halves.max(initial=-1)) + 1)
        last = self._next[learned.halves] == learned.before
        self._next[learned.halves[last]] = learned.end[last]

    def forget(self, halves: Ints) -> None:
        """Halves that have ended: their numbers may be given to others."""
        self._next[halves] = 0

    def _reserve(self, halves: int) -> None:
        if len(self._next) < halves:
            self._next = np.concatenate((self._next, np.zeros(halves - len(self._next), np.int64)))

    def _begin(self, fresh: dict[str, Array], begins: Bools, acked: Ints, first: Ints) -> None:
        """Halves of which nothing was given out begin once an answer has come: where it says, or at their lowest PSN.

        Until then, a request with a lower PSN that was lost before the tap may be sent again; on UC, it may come late.
        """
        known = begins & (acked[fresh["half"]] > 0)
        if int((begins & ~known).sum()) > MOST_BEGINNING:
            known = begins
        halves = fresh["half"][known]
        self._next[halves] = np.minimum(first, np.where(acked > 0, acked, LINE))[halves]
        sound = known & (fresh["damaged"] == 0)
        np.minimum.at(self._next, fresh["half"][sound], fresh["psn"][sound])

    def _release(self, fresh: dict[str, Array], acked: Ints, settled: Ints) -> dict[str, Array]:
        """Give out what nothing is missing before, or nothing that still comes.

        Args:
            fresh: all that there is, by half and PSN.
            acked: by half, the PSN up to which damaged copies stand for packets that never come sound.
            settled: by half, the PSN up to which nothing is waited for.
        """
        hidden = (fresh["damaged"] != 0) & (fresh["psn"] >= acked[fresh["half"]])
        kept = _some(fresh, hidden) if hidden.any() else None
        if kept is not None:
            fresh = _some(fresh, ~hidden)
        half, psn, end = fresh["half"], fresh["psn"], fresh["end"]
        if not len(half):
            self._waiting = kept or {}
            return fresh
        heads = changes(half)
        before = np.empty(len(half), np.int64)
        before[1:] = end[:-1]
        before[heads] = self._next[half[heads]]
        blocked = (psn > before) & (psn > settled[half])
        if blocked.any():
            blocked = self._behind(blocked, heads)
            if int(blocked.sum()) > MOST:
                self.given_up += int(blocked.sum())
                blocked[:] = False
        self._waiting = _some(fresh, blocked) if blocked.any() else {}
        if kept is not None:
            self._waiting = {
                name: np.concatenate((self._waiting[name], column)) if self._waiting else column
                for name, column in kept.items()
            }
        given = _some(fresh, ~blocked) if blocked.any() else fresh
        if not len(given["half"]):
            return given
        # a READ that is asked again in its middle
        line = given["half"] * LINE
        reached = running_maximum(line + given["end"])
        first = np.ones(len(line), np.bool_)
        first[1:] = (line + given["psn"])[1:] >= reached[:-1]
        if not first.all():
            given = _some(given, first)
        lasts = group_ends(given["half"])
        self._next[given["half"][lasts]] = given["end"][lasts]
        return given

    @staticmethod
    def _comes_late(fresh: dict[str, Array], then: Ints) -> Bools:
        """Which packets came when what lies behind them had been given out: it had come, and all up to it was received.

        Every PSN comes once, by half and PSN.
        """
        late: Bools = then > fresh["psn"]
        if not late.any():
            return late
        own = rows_where(late)
        key = fresh["half"] * LINE + fresh["psn"]
        stop = np.searchsorted(key, fresh["half"][own] * LINE + then[own], "right")
        own, stop = own[stop > own + 1], stop[stop > own + 1]
        late[:] = False
        if len(own):
            frame = np.append(fresh["frame"], 0)  # a range may end with the last one
            earliest = np.minimum.reduceat(frame, np.column_stack((own + 1, stop)).ravel())[::2]
            late[own] = earliest < frame[own]
        return late

    @staticmethod
    def _behind(blocked: Bools, heads: Bools) -> Bools:
        """Blocked packets, and all that follow them in their half."""
        count = np.cumsum(blocked)
        at_head: Ints = (count - blocked)[heads]
        sizes = run_lengths(rows_where(heads), len(heads))
        behind: Bools = count > np.repeat(at_head, sizes)
        return behind


def _begun(fresh: Mapping[str, Array], acked: Ints, unanswered: Unanswered) -> Ints:
    """What halves have acknowledged; 0 for those that never do and whose first request has not waited long."""
    own = rows_where(unanswered.halves[fresh["half"]])
    if not len(own):
        return acked
    own = own[np.lexsort((fresh["frame"][own], fresh["half"][own]))]
    own = own[changes(fresh["half"][own])]
    young = own[fresh["time"][own] >= unanswered.since]
    begun = acked.copy()
    begun[fresh["half"][young]] = 0
    return begun


def _given_up(fresh: Mapping[str, Array], acked: Ints, unanswered: Unanswered) -> Ints:
    """By half, the PSN up to which nothing is waited for: acknowledged, or it is too late for what is missing there."""
    if not unanswered.halves.any():
        return acked
    settled = np.where(unanswered.halves, 0, acked)
    old = rows_where(unanswered.halves[fresh["half"]] & (fresh["time"] < unanswered.since))
    np.maximum.at(settled, fresh["half"][old], fresh["psn"][old])
    return settled


def _by_copy(key: Ints, fresh: Mapping[str, Array], then: Ints) -> Ints:
    """The order by half and PSN, and of copies of one packet the one first that stands for it.

    That is one with a wrong ICRC if the others came when it was known already that the packet had been received.
    """
    damaged = fresh["damaged"] != 0
    if not damaged.any():
        return np.argsort(key, kind="stable")
    return np.lexsort((fresh["frame"], damaged | (then > fresh["psn"]), key))


def _some(columns: dict[str, Array], chosen: Bools) -> dict[str, Array]:
    """Some rows of columns."""
    rows = rows_where(chosen)
    return {name: column.take(rows) for name, column in columns.items()}
