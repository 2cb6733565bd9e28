"""State per direction of a flow (what one end sends to the other), kept in arrays from batch to batch."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.arrays import Array, Bools, Ints, rows_where

#: directions that are kept; beyond that, those idle longest are dropped
MOST = 65536
#: entries of a table that costs next to nothing
_SMALL_TABLE = 1 << 16


def directions_of(packets: Transport, flows: Ints) -> Ints:
    """The direction of each packet as a number: twice the number of its flow, plus 0 or 1.

    Args:
        packets: those with BTH.
        flows: the numbers of their flows, shape (n,); 0 where that is not known.
    """
    return flows * 2 + ((packets.source > packets.destination) | packets.second)


class PacketDirections:
    """The directions of the packets of a batch, numbered within it.

    Args:
        packets: those with BTH.
        flows: the numbers of their flows, shape (n,); 0 where that is not known.

    Attributes:
        keys: the direction of each packet (see `directions_of`), shape (n,).
        distinct: the directions of known flows, ascending, shape (m,).
        places: the place of each packet's direction among them, -1 where its flow is not known, shape (n,).
    """

    def __init__(self, packets: Transport, flows: Ints) -> None:
        self.keys: Ints = directions_of(packets, flows)
        most = int(self.keys.max()) if len(self.keys) else 0
        if most <= 4 * len(self.keys) + _SMALL_TABLE:  # a table of all numbers is faster than sorting
            table = np.zeros(most + 1, np.int64)
            table[self.keys] = 1
            table[:2] = 0
            self.distinct: Ints = rows_where(table)
            table.fill(-1)
            table[self.distinct] = np.arange(len(self.distinct))
            self.places: Ints = table[self.keys]
        else:
            distinct, places = np.unique(self.keys, return_inverse=True)
            unknown = int(np.searchsorted(distinct, 2))
            self.distinct = distinct[unknown:]
            self.places = np.maximum(places.reshape(-1) - unknown, -1)

    @classmethod
    def of(cls, packets: Transport, flows: Ints) -> PacketDirections:
        """The same, once for all who ask about the same flows of the same packets."""
        known: tuple[Ints, Bools, PacketDirections] | None = packets.__dict__.get("_directions")
        if known is None or known[1] is not packets.second or not np.array_equal(known[0], flows):
            known = packets.__dict__["_directions"] = flows, packets.second, cls(packets, flows)
        return known[2]

    def firsts(self) -> Ints:
        """The first packet of each direction, in the order of `distinct`."""
        return self._firsts

    def firsts_of(self, rows: Ints, which: Bools) -> Ints:
        """The first of some packets of each of some directions.

        Args:
            rows: the packets, ascending.
            which: the directions, in the order of `distinct`.

        Returns:
            The packets, by their directions; none of those directions that have none.
        """
        rows = rows[np.append(which, False)[self.places[rows]]]
        firsts = np.full(len(self.distinct), -1, np.int64)
        firsts[self.places[rows[::-1]]] = rows[::-1]
        return firsts[firsts >= 0]

    @functools.cached_property
    def _firsts(self) -> Ints:
        firsts = np.empty(len(self.distinct) + 1, np.int64)  # the last entry stands for those that are not known
        firsts[self.places[::-1]] = np.arange(len(self.keys) - 1, -1, -1)
        return firsts[:-1]

    def lasts(self) -> Ints:
        """The last packet of each direction, in the order of `distinct`."""
        return self._lasts

    @functools.cached_property
    def _lasts(self) -> Ints:
        lasts = np.empty(len(self.distinct) + 1, np.int64)
        lasts[self.places] = np.arange(len(self.keys))
        return lasts[:-1]

    def count(self, which: Bools | None = None) -> Ints:
        """How many packets each direction has, or how many of some, in the order of `distinct`."""
        if which is None or which.all():
            return self._counts
        return self._count(self.places[rows_where(which)])

    @functools.cached_property
    def _counts(self) -> Ints:
        return self._count(self.places)

    def _count(self, places: Ints) -> Ints:
        return np.bincount(places + 1, minlength=len(self.distinct) + 1)[1:]


class DirectionState:
    """Integer columns by direction.

    Args:
        **columns: their names, and their values for a new direction.
    """

    def __init__(self, **columns: int) -> None:
        self._initial = columns
        self._keys: Ints = np.zeros(0, np.int64)
        self._seen: Ints = np.zeros(0, np.int64)
        self._columns: dict[str, Ints] = {name: np.zeros(0, np.int64) for name in columns}
        self._clock = 0

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, name: str) -> Ints:
        """A column, in the order of `keys`: it may be written to, until `places` is called again."""
        return self._columns[name]

    @property
    def keys(self) -> Ints:
        """The directions, ascending."""
        return self._keys

    def places(self, keys: Ints) -> Ints:
        """The places of some directions in the columns; new directions are added.

        Args:
            keys: distinct directions, ascending.
        """
        self._clock += 1
        places = np.searchsorted(self._keys, keys)
        known = self._are_at(places, keys)
        if not known.all():
            places = self._begin(keys, places, known)
        self._seen[places] = self._clock
        return places

    def _begin(self, keys: Ints, places: Ints, known: Bools) -> Ints:
        """Add what is not known of some directions; returns the places of all of them."""
        fresh = keys[~known]
        if len(self._keys) + len(fresh) > MOST:
            self._forget(keys, len(fresh))
            places = np.searchsorted(self._keys, keys)
        # directions of new flows come last
        begins = len(self._keys)
        follow = not begins or fresh[0] > self._keys[-1]
        every = np.concatenate((self._keys, fresh))
        order = slice(None) if follow else np.argsort(every, kind="stable")
        self._keys = every[order]
        self._seen = np.concatenate((self._seen, np.zeros(len(fresh), np.int64)))[order]
        for name, initial in self._initial.items():
            begun = np.full(len(fresh), initial, np.int64)
            self._columns[name] = np.concatenate((self._columns[name], begun))[order]
        if not follow:
            return np.searchsorted(self._keys, keys)
        places[~known] = np.arange(begins, len(self._keys))
        return places

    def known(self, keys: Ints) -> Bools:
        """Which directions are kept."""
        return self._are_at(np.searchsorted(self._keys, keys), keys)

    def _are_at(self, places: Ints, keys: Ints) -> Bools:
        """Which directions are kept, of which it is known where they would be."""
        if not len(self._keys):
            return np.zeros(len(keys), np.bool_)
        known: Bools = self._keys.take(places, mode="clip") == keys
        return known

    def get(self, name: str, keys: Ints) -> Ints:
        """A column for some directions in any order; the initial value for those that are not kept."""
        known = self.known(keys)
        values = np.full(len(keys), self._initial[name], np.int64)
        values[known] = self._columns[name][np.searchsorted(self._keys, keys[known])]
        return values

    def _forget(self, needed: Ints, room: int) -> None:
        quiet = ~np.isin(self._keys, needed)
        count = min(int(quiet.sum()), max(room, MOST // 4))
        places = rows_where(quiet)
        gone = places[np.argsort(self._seen[places], kind="stable")[:count]]
        kept = np.ones(len(self._keys), np.bool_)
        kept[gone] = False
        self._keys, self._seen = self._keys[kept], self._seen[kept]
        self._columns = {name: values[kept] for name, values in self._columns.items()}


class DirectionTable:
    """A small number by direction, for all directions up to the highest of which anything is known."""

    def __init__(self, kind: type[np.signedinteger[Any]] = np.int32) -> None:
        self._values: Array = np.full(1 << 10, _UNKNOWN, kind)

    def __getitem__(self, directions: Ints) -> Ints:
        """The numbers of some directions, -1 where nothing is known."""
        known = directions < len(self._values)
        values = self._values.take(directions, mode="clip")
        return values if known.all() else np.where(known, values, _UNKNOWN)

    def __setitem__(self, directions: Ints, values: Ints | int) -> None:
        if len(directions) and (more := int(directions.max()) + 1 - len(self._values)) > 0:
            more = max(more, len(self._values))
            self._values = np.append(self._values, np.full(more, _UNKNOWN, self._values.dtype))
        self._values[directions] = values


_UNKNOWN = -1
