"""State of lanes: what one end of a flow sends to the other, remembered from batch to batch in arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.columns.transport import Transport
from ibpkt.batch import Ints

#: lanes that are remembered; of more, those that were quiet longest are forgotten
MOST = 65536


def directions_of(packets: Transport, flows: Ints) -> Ints:
    """A number for each packet that says on which lane it goes: that of its flow, doubled, and which way.

    Args:
        packets: those with BTH.
        flows: the numbers of their flows, shape (n,); 0 where that is not known.
    """
    return flows * 2 + ((packets.source > packets.destination) | packets.second)


class DirectionState:
    """Numbers by lane.

    Args:
        **columns: the names of the numbers, and what they are for a lane that is new.
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
        """The lanes, ascending."""
        return self._keys

    def places(self, keys: Ints) -> Ints:
        """Where the numbers of some lanes stand in the columns; lanes that are new begin.

        Args:
            keys: different lanes, ascending.
        """
        self._clock += 1
        fresh = keys[~self.known(keys)]
        if len(fresh):
            if len(self._keys) + len(fresh) > MOST:
                self._forget(keys, len(fresh))
            order = np.argsort(np.concatenate((self._keys, fresh)), kind="stable")
            self._keys = np.concatenate((self._keys, fresh))[order]
            self._seen = np.concatenate((self._seen, np.zeros(len(fresh), np.int64)))[order]
            for name, initial in self._initial.items():
                begun = np.full(len(fresh), initial, np.int64)
                self._columns[name] = np.concatenate((self._columns[name], begun))[order]
        places = np.searchsorted(self._keys, keys)
        self._seen[places] = self._clock
        return places

    def known(self, keys: Ints) -> NDArray[np.bool_]:
        """Which lanes are remembered."""
        if not len(self._keys):
            return np.zeros(len(keys), np.bool_)
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        known: NDArray[np.bool_] = self._keys[places] == keys
        return known

    def get(self, name: str, keys: Ints) -> Ints:
        """A number of some lanes in any order; that of a new one where a lane is not remembered."""
        known = self.known(keys)
        values = np.full(len(keys), self._initial[name], np.int64)
        values[known] = self._columns[name][np.searchsorted(self._keys, keys[known])]
        return values

    def _forget(self, needed: Ints, room: int) -> None:
        quiet = ~np.isin(self._keys, needed)
        count = min(int(quiet.sum()), max(room, MOST // 4))
        places = np.flatnonzero(quiet)
        gone = places[np.argsort(self._seen[places], kind="stable")[:count]]
        kept = np.ones(len(self._keys), np.bool_)
        kept[gone] = False
        self._keys, self._seen = self._keys[kept], self._seen[kept]
        self._columns = {name: values[kept] for name, values in self._columns.items()}


def stable_order(keys: Ints) -> Ints:
    """The places of keys, so that equal keys stand together in their order, and keys ascend."""
    short: Any = keys
    if len(keys) and (low := keys.min()) + 0xFFFF >= keys.max():
        short = (keys - low).astype(np.uint16)  # sorted by their bytes, which is several times as fast
    order: Ints = np.argsort(short, kind="stable")
    return order


def group_by_key(keys: Ints) -> tuple[Ints, Ints, Ints]:
    """Rows by key.

    Args:
        keys: shape (n,).

    Returns:
        The rows so that equal keys stand together in their order, where each key begins among them, and the keys.
    """
    order = stable_order(keys)
    ordered = keys[order]
    begins = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1])) if len(keys) else np.zeros(0, np.int64)
    return order, begins, ordered[begins]
