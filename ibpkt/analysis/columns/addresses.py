"""Numbers for addresses, so that analyses compare integers.

The address of a packet is the one in its output line: that of the innermost header with addresses.  A number is given
when an address is first seen, and holds for as long as the registry lives.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ibpkt.arrays import Array, Ints
from ibpkt.batch import Shape, is_constant
from ibpkt.schema import Header


class KeyNumbers:
    """Gives equal keys the same number, from 1 on, in the order in which they are first seen within calls.

    Args:
        limit: the first so many keys have numbers; all others have 0.

    Attributes:
        keys: the keys, that of number 1 first.
    """

    def __init__(self, limit: int = sys.maxsize) -> None:
        self.limit = limit
        self.keys: list[Any] = []
        self._sorted: Array | None = None
        self._numbers: Ints = np.zeros(0, np.int64)

    def __len__(self) -> int:
        return len(self.keys)

    def of(self, values: Array) -> Ints:
        """The numbers of a column of keys, shape (n,)."""
        if not len(values):
            return np.zeros(0, np.int64)
        if is_constant(values):
            return np.broadcast_to(self._find(values[:1]), len(values))
        return self._find(values)

    def _find(self, values: Array) -> Ints:
        if self._sorted is None:
            self._learn(values)
        assert self._sorted is not None
        places = np.minimum(np.searchsorted(self._sorted, values), len(self._sorted) - 1)
        unknown = self._sorted[places] != values
        if unknown.any():
            if len(self.keys) < self.limit:
                self._learn(values[unknown])
                places = np.minimum(np.searchsorted(self._sorted, values), len(self._sorted) - 1)
            if len(self.keys) >= self.limit:
                return np.where(self._sorted[places] == values, self._numbers[places], 0)
        return self._numbers[places]

    def _learn(self, values: Array) -> None:
        fresh, first = np.unique(values, return_index=True)
        if len(fresh) > self.limit - len(self.keys):
            kept = np.sort(np.argsort(first, kind="stable")[: self.limit - len(self.keys)])
            fresh, first = fresh[kept], first[kept]
        numbers = np.empty(len(fresh), np.int64)
        numbers[np.argsort(first, kind="stable")] = np.arange(len(self.keys) + 1, len(self.keys) + 1 + len(fresh))
        self.keys += values[np.sort(first)].tolist()
        if self._sorted is not None:
            fresh = np.concatenate((self._sorted, fresh))
            numbers = np.concatenate((self._numbers, numbers))
        order = np.argsort(fresh, kind="stable")
        self._sorted, self._numbers = fresh[order], numbers[order]


class Addresses:
    """Numbers of addresses, from 1; 0 stands for a packet that has none.

    Args:
        limit: the first so many of a kind have numbers; all others share 0.
    """

    def __init__(self, limit: int = sys.maxsize) -> None:
        self._limit = limit
        self._kinds: dict[tuple[str, int], KeyNumbers] = {}  # of addresses that are written alike
        self._global: dict[tuple[str, int], Ints] = {}  # their numbers among all addresses
        self._texts: dict[int, str] = {0: ""}
        self._by_text: dict[str, int] = {}
        self._last = 0

    def __len__(self) -> int:
        return len(self._texts) - 1

    def text(self, number: int) -> str:
        """An address as output lines show it; empty if it was forgotten."""
        return self._texts.get(number, "")

    def number(self, text: str) -> int:
        """The number of an address, which is assigned if it has none."""
        number = self._by_text.get(text)
        if number is None:
            self._last += 1
            number = self._by_text[text] = self._last
            self._texts[number] = text
        return number

    def keep(self, numbers: set[int]) -> None:
        """Forget all other addresses; if they reappear, they get new numbers."""
        self._texts = {number: text for number, text in self._texts.items() if number in numbers or not number}
        self._by_text = {text: number for number, text in self._texts.items() if number}
        self._kinds.clear()
        self._global.clear()

    def of(self, shape: Shape, before: int) -> tuple[Ints, Ints]:
        """The senders and the receivers of the packets of a shape, each of shape (n,).

        Args:
            shape: the packets.
            before: the place of the header that they carry.
        """
        for place in range(before - 1, -1, -1):
            header = shape.headers[place]
            if header.address:
                prefix, source, destination = header.address
                return (
                    self._column(shape, place, header, source, prefix),
                    self._column(shape, place, header, destination, prefix),
                )
        return np.zeros(len(shape), np.int64), np.zeros(len(shape), np.int64)

    def _column(self, shape: Shape, place: int, header: Header, name: str, prefix: str) -> Ints:
        leaf = header.leaf(name)
        values = shape.column(place, leaf).values
        if values.ndim > 1:  # byte strings compare fast, and trailing zeros do no harm
            values = np.ascontiguousarray(values).view(f"S{values.shape[1]}").reshape(-1)
        kind = (prefix + leaf.kind.name, leaf.width)
        known = self._kinds.setdefault(kind, KeyNumbers(self._limit))
        numbers = self._global.setdefault(kind, np.zeros(1, np.int64))
        local = known.of(values)
        if len(known) >= len(numbers):
            size = leaf.width // 8
            raw = [key.ljust(size, b"\0") if isinstance(key, bytes) else key for key in known.keys[len(numbers) - 1 :]]
            fresh = [self.number(prefix + leaf.text(key)) for key in raw]
            numbers = self._global[kind] = np.append(numbers, np.array(fresh, np.int64))
        return numbers[local]
