"""Paths of packets of which a later one decides what they belong to, and whether they are copies.

They are the last ones of their flow so far: their paths are compared when that is known, before those behind them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from ibpkt.arrays import Bools, Ints, among

#: facts of packets that count here, by the column that has them
FACTS = {"flow": "flow", "moved": "moved", "duplicate": "copy"}
#: what is known of a packet besides its path
COLUMNS = ("frame", "time", "side", *FACTS.values(), "mark")


class KeptPaths:
    """Packets of earlier batches, with their paths.

    Args:
        columns: those of `COLUMNS`, and the fields by their numbers.
    """

    def __init__(self, columns: Mapping[str, Ints]) -> None:
        self._columns = columns

    def __len__(self) -> int:
        return len(self._columns["frame"])

    def __getitem__(self, name: str) -> Ints:
        """A column."""
        return self._columns[name]

    def values(self, field: int, places: Ints) -> Ints:
        """A path field of some packets."""
        return self._columns[str(field)][places]


class UndecidedPaths:
    """Keeps such packets from batch to batch."""

    def __init__(self) -> None:
        self._columns: dict[str, Ints] = {}

    def __len__(self) -> int:
        return len(self._columns.get("frame", ()))

    def keep(self, columns: dict[str, Ints]) -> None:
        """Keep packets that come behind all others; the facts are 0 where nothing is known of them."""
        none = np.zeros(len(columns["frame"]), np.int64)
        fresh = {name: columns.get(name, none) for name in (*COLUMNS, *columns)}
        known = self._columns
        self._columns = {name: np.concatenate((known[name], fresh[name])) for name in fresh} if known else fresh

    def learn(self, facts: Iterable[tuple[str, Ints, Ints]]) -> None:
        """Facts of packets that are known now: name, numbers of packets and values; those of others do not matter."""
        for name, frames, values in facts:
            if name not in FACTS or not len(self):
                continue
            here = among(frames, self._columns["frame"])
            column = self._columns[FACTS[name]].copy()
            column[np.searchsorted(self._columns["frame"], frames[here])] = values[here]
            self._columns[FACTS[name]] = column

    def take(self, undecided: Ints) -> KeptPaths:
        """Take out the packets that are not among those which are undecided, by their numbers, ascending."""
        decided: Bools = ~among(self._columns["frame"], undecided)
        taken = {name: column[decided] for name, column in self._columns.items()}
        self._columns = {} if decided.all() else {name: column[~decided] for name, column in self._columns.items()}
        return KeptPaths(taken)
