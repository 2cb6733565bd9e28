"""Numbers for addresses, so that analyses compare integers.

The address of a packet is the one in its output line: that of the innermost header with addresses.  A number is given
when an address is first seen, and holds for as long as the registry lives.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ibpkt.arrays import HASH_FACTOR, SECOND_HASH_FACTOR, Array, Bools, Ints, Words, distinct, repeated, rows_where
from ibpkt.batch import Shape, is_constant
from ibpkt.schema import Leaf

#: slots of recent keys, as a power of 2, and what spreads keys over them
_SLOT_BITS = 16
_MIXERS = (HASH_FACTOR, SECOND_HASH_FACTOR)
#: keys that are searched below, and those that are looked up one by one below
_WORTH, _FEW = 512, 16
#: keys of which the numbers are kept to look them up one by one
_MOST_KNOWN = 4096


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
        self._recent = _RecentKeys()
        self._known: dict[Any, int] = {}

    def __len__(self) -> int:
        return len(self.keys)

    def of(self, values: Array) -> Ints:
        """The numbers of a column of keys, shape (n,)."""
        if not len(values):
            return np.zeros(0, np.int64)
        if is_constant(values):
            return repeated(self._look_up(values[:1]), len(values))
        return self._look_up(values) if len(values) < _FEW else self._find(values)

    def _look_up(self, values: Array) -> Ints:
        """As `_find`, of a few keys."""
        keys = values.tolist()
        numbers = [self._known.get(key, -1) for key in keys]
        if -1 not in numbers:
            return np.array(numbers, np.int64)
        found = self._find(values)
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        self._known.update(zip(keys, found.tolist(), strict=True))
        return found

    def _find(self, values: Array) -> Ints:
        words = _words(values)
        if words is None:
            return self._search(values)
        slots, numbers, known = self._recent.find(words)
        if not known.all():
            unknown = rows_where(~known)
            numbers[unknown] = self._search(values[unknown])
            self._recent.put(slots[unknown], [word[unknown] for word in words], numbers[unknown])
        return numbers

    def _search(self, values: Array) -> Ints:
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


class _RecentKeys:
    """The numbers of keys by a hash of them: one key a slot, the last that was put there.

    To look there costs the same for two keys and for ten thousand; to search sorted ones does not.
    """

    def __init__(self) -> None:
        self._keys: list[Words] = []
        self._numbers: Ints = np.zeros(0, np.int64)

    def find(self, words: list[Words]) -> tuple[Ints, Ints, Bools]:
        """The slots of some keys, their numbers, and which of these are known, shape (n,) each.

        Args:
            words: the keys in words of 64 bits, each of shape (n,).
        """
        if len(self._keys) != len(words):
            # no key has the number -1
            self._keys = [np.zeros(1 << _SLOT_BITS, np.uint64) for _ in words]
            self._numbers = np.full(1 << _SLOT_BITS, -1, np.int64)
        mixed = words[0] * _MIXERS[0]
        for word, mixer in zip(words[1:], _MIXERS[1:], strict=False):
            mixed ^= word * mixer
        slots = (mixed >> np.uint64(64 - _SLOT_BITS)).view(np.int64)
        numbers = self._numbers[slots]
        known = numbers >= 0
        for keys, word in zip(self._keys, words, strict=True):
            known &= keys[slots] == word
        return slots, numbers, known

    def put(self, slots: Ints, words: list[Words], numbers: Ints) -> None:
        """Remember keys.  If several have one slot, all that it says is of the last."""
        last = np.zeros(1 << _SLOT_BITS, np.int64)
        last[slots] = np.arange(len(slots))
        rows = distinct(last[slots])
        for keys, word in zip(self._keys, words, strict=True):
            keys[slots[rows]] = word[rows]
        self._numbers[slots[rows]] = numbers[rows]


def _words(values: Array) -> list[Words] | None:
    """Keys in one or two words of 64 bits; None where they have other sizes, or are too few to be worth it."""
    size = values.dtype.itemsize
    if len(values) < _WORTH:
        return None
    if values.dtype.kind in "iu":
        return [values.astype(np.uint64)]
    if size not in (8, 16) or not values.flags.c_contiguous:
        return None
    return [word.copy() for word in values.view(np.uint64).reshape(len(values), -1).T]


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
                    self.numbers(shape, place, header.leaf(source), prefix),
                    self.numbers(shape, place, header.leaf(destination), prefix),
                )
        return np.zeros(len(shape), np.int64), np.zeros(len(shape), np.int64)

    def numbers(self, shape: Shape, place: int, leaf: Leaf, prefix: str = "") -> Ints:
        """The numbers of the addresses in a field, shape (n,).

        Args:
            shape: the packets.
            place: the place of the header.
            leaf: the field.
            prefix: what stands before these addresses in the lines of packets.
        """
        values = shape.column(place, leaf).values
        if values.ndim > 1:  # byte strings compare fast, and trailing zeros do no harm
            values = np.ascontiguousarray(values).view(f"S{values.shape[1]}").reshape(-1)
        kind = (prefix + leaf.kind.name, leaf.width)
        if kind not in self._kinds:
            self._kinds[kind], self._global[kind] = KeyNumbers(self._limit), np.zeros(1, np.int64)
        known, numbers = self._kinds[kind], self._global[kind]
        local = known.of(values)
        if len(known) >= len(numbers):
            size = leaf.width // 8
            raw = [key.ljust(size, b"\0") if isinstance(key, bytes) else key for key in known.keys[len(numbers) - 1 :]]
            fresh = [self.number(prefix + leaf.text(key)) for key in raw]
            numbers = self._global[kind] = np.append(numbers, np.array(fresh, np.int64))
        return numbers[local]
