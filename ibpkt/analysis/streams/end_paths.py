"""What the packets of each end of a flow say of their path, with few bytes an end: most have one value of a fact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.path_facts import PATH_NAMES
from ibpkt.analysis.streams.named_arrays import NamedArrays
from ibpkt.arrays import Ints, rows_where

#: values of a fact that are kept of one end; of more only the first ones that came
MOST = 8
_BEFORE = "path "
#: the columns of first values in the table of ends, by the fact
COLUMNS: dict[str, str] = {name: f"{_BEFORE}{name}" for name in PATH_NAMES}


class EndPaths:
    """The values of path facts by end, in the order in which they come.

    Args:
        ends: the table of ends; it gets a column for the first value of each fact that is seen, -1 for none.

    Attributes:
        further: further values by end and name of the fact.
    """

    def __init__(self, ends: NamedArrays) -> None:
        self.further: dict[int, dict[str, list[int]]] = {}
        self._ends = ends

    def add(self, ends: Ints, path: Mapping[str, Ints]) -> None:
        """Take packets.

        Args:
            ends: the end that has sent each, shape (m,).
            path: values by the name of the fact, shape (m,), -1 where a packet has none.
        """
        for name, values in path.items():
            if COLUMNS[name] not in self._ends:
                if (values < 0).all():
                    continue
                self._ends.add_column(COLUMNS[name], np.int64, -1)
            column = self._ends[COLUMNS[name]]
            known = column[ends]
            new = rows_where((values != known) & (values >= 0))
            if len(new) and (fresh := new[known[new] < 0]).size:
                first = fresh[np.unique(ends[fresh], return_index=True)[1]]
                column[ends[first]] = values[first]
                new = new[values[new] != column[ends[new]]]
            if len(new):
                self._add_further(name, ends[new], values[new])

    def _add_further(self, name: str, ends: Ints, values: Ints) -> None:
        _, first = np.unique(ends << 32 | values, return_index=True)
        first.sort()
        for end, value in zip(ends[first].tolist(), values[first].tolist(), strict=True):
            known = self.further.setdefault(end, {}).setdefault(name, [])
            if len(known) < MOST - 1 and value not in known:
                known.append(value)

    def of(self, end: int, addresses: Addresses) -> dict[str, list[Any]]:
        """The values of an end by the name of the fact; those that its packets lack are not there."""
        return self.of_ends(np.array([end]), addresses)[0]

    def of_ends(self, ends: Ints, addresses: Addresses) -> list[dict[str, list[Any]]]:
        """The same for several ends, in their order."""
        found: list[dict[str, list[Any]]] = [{} for _ in range(len(ends))]
        for name, column in COLUMNS.items():
            if column not in self._ends:
                continue
            values = self._ends[column][ends]
            there = rows_where(values >= 0)
            for place, value in zip(there.tolist(), values[there].tolist(), strict=True):
                found[place][name] = [value]
        for place, end in enumerate(ends.tolist()) if self.further else ():
            for name, more in self.further.get(end, {}).items():
                if name in found[place]:
                    found[place][name] += more
        for path in found if COLUMNS["gid"] in self._ends else ():
            if "gid" in path:
                path["gid"] = list(map(addresses.text, path["gid"]))
        return found

    def move(self, source: Ints, target: Ints) -> None:
        """Further values of some ends become those of others; their rows of the table are copied by its owner."""
        if self.further:
            for old, new in zip(source.tolist(), target.tolist(), strict=True):
                if old in self.further:
                    self.further[new] = self.further.pop(old)

    def forget(self, ends: Ints) -> None:
        """Forget the further values of some ends."""
        if self.further:
            for end in ends.tolist():
                self.further.pop(end, None)

    def addresses(self, used: Ints) -> set[int]:
        """The numbers of all GIDs that ends have.

        Args:
            used: the ends.
        """
        numbers = {value for further in self.further.values() for value in further.get("gid", ())}
        if COLUMNS["gid"] in self._ends:
            numbers.update(np.unique(self._ends[COLUMNS["gid"]][used]).tolist())
        return numbers - {-1}
