"""The rules of which the graph is made: where to look, and what the values announce."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ibpkt.arguments import checked
from ibpkt.schema import Header, Leaf, number_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Chain = tuple[Header, ...]


class Capacity(NamedTuple):
    """The bytes that count: what a rule announces must have its place in them as a whole; else a payload follows.

    Attributes:
        start: the header from whose first byte they count.
        length: the leaf that tells how many they are; None where they go on to the end of the packet.
        told: ``(leaf, value)`` that must hold for ``length`` to tell it; else they go on to the end of the packet.
    """

    start: Header
    length: Leaf | None = None
    told: tuple[Leaf, int] | None = None


class Stride(NamedTuple):
    """From where one header starts to where the next of its kind starts.

    Attributes:
        leaf: the leaf that tells it.
        unit: bytes a unit of it; headers that are repeated are whole units.
        gap: one unit between them, which nothing declares: a header of another revision is longer.
    """

    leaf: Leaf
    unit: int
    gap: Header


class Rule:
    """One row: where to look, and what the values announce.

    Attributes:
        on: the leaves whose values, joined bit by bit, are looked up; empty where ``peek`` is used.
        peek: the number of bits (at most 32) at the start of what follows that are looked up.
        table: value -> the headers that follow in this order; an empty chain says that a payload follows.
        otherwise: what follows when the table does not have the value; None leaves it to the next rule.
        require: ``(leaf, value)`` without which the rule does not apply.
        times: the leaf that tells how often what follows is there: the rule applies as long as fewer of its first
            header have come since.
        behind: a header that must have come before; without it the rule does not apply.
        room: where what follows must have its place, or None.
        stride: of a header that is repeated: the table is looked up by the number of units between two of them.
        chains: the different chains of the table.
    """

    def __init__(
        self,
        on: tuple[Leaf, ...],
        peek: int,
        table: Mapping[int, Chain],
        otherwise: Chain | None,
        require: tuple[Leaf, int] | None,
        room: Capacity | None = None,
        stride: Stride | None = None,
        times: Leaf | None = None,
        behind: Header | None = None,
    ) -> None:
        if any(leaf.when for leaf in on):
            raise TypeError(f"a rule looks at {on}, of which one is there only on a condition")
        self.on = on
        self.peek = peek
        self.table = table
        self.otherwise = otherwise
        self.require = require
        self.room = room
        self.stride = stride
        self.times = times
        self.behind = behind
        self.chains: tuple[Chain, ...] = tuple(dict.fromkeys(table.values()))

    def looks_at(self) -> tuple[Leaf, ...]:
        """The leaves whose values announce what follows: those looked up, and those that tell lengths."""
        lengths = (self.room and self.room.length, self.stride and self.stride.leaf, self.times)
        return (*self.on, *filter(None, lengths))

    def come(self, headers: Chain) -> int:
        """How many of the first header that it announces have come since the one that tells their number."""
        assert self.times is not None
        first, teller = self.chains[0][0], self.times.header
        count = 0
        for header in reversed(headers):
            if header is teller:
                break
            count += header is first
        return count

    def branch(self, number: int) -> int:
        """For one value: 1 + the index of its chain in `chains`, 0 where the table does not have it."""
        chain = self.table.get(number)
        return 0 if chain is None else 1 + self.chains.index(chain)

    @functools.cached_property
    def _lookup(self) -> NDArray[np.int64]:
        import numpy as np  # late: one packet needs no NumPy

        lookup = np.zeros(1 << 16, np.int64)
        for number in self.table:
            lookup[number] = self.branch(number)
        return lookup

    @functools.cached_property
    def _sorted(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The values of the table in ascending order, and the branch of each."""
        import numpy as np

        keys = sorted(self.table)
        return np.array(keys, np.int64), np.array([self.branch(key) for key in keys], np.int64)

    def branches(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """`branch` for many values."""
        import numpy as np

        if max(self.table, default=0) < 1 << 16:
            found = self._lookup[numbers & 0xFFFF]
            return np.where(numbers >> 16 == 0, found, 0)
        keys, branches = self._sorted
        place = np.minimum(np.searchsorted(keys, numbers), len(keys) - 1)
        return np.where(keys[place] == numbers, branches[place], 0)


@checked
def follow(
    on: Leaf | tuple[Leaf, ...] | int,
    table: Mapping[Any, Header | Chain],
    *,
    otherwise: Header | Chain | None = None,
    require: tuple[Leaf, int] | None = None,
    room: Capacity | None = None,
    times: Leaf | None = None,
    behind: Header | None = None,
) -> Rule:
    """A rule.  Keys are numbers or names of the leaf's enum, and tuples of them where several leaves are looked at."""
    if isinstance(on, int):
        leaves: tuple[Leaf, ...] = ()
        peek = on
    else:
        leaves = on if isinstance(on, tuple) else (on,)
        peek = 0
    numbers: dict[int, Chain] = {}
    for key, chain in table.items():
        if leaves:
            parts = key if isinstance(key, tuple) else (key,)
            key = functools.reduce(
                lambda number, pair: number << pair[0].width | _number(*pair), zip(leaves, parts, strict=True), 0
            )
        numbers[key] = _chain(chain)
    default = None if otherwise is None else _chain(otherwise)
    return Rule(leaves, peek, numbers, default, require, room, times=times, behind=behind)


def _number(leaf: Leaf, value: int | str) -> int:
    if isinstance(value, int):
        return value
    return number_of(leaf.enum, value)


def repeat(header: Header, stride: Stride, room: Capacity, *, require: tuple[Leaf, int]) -> Rule:
    """The rule of a header that follows itself, as long as there is room for another one; then a payload follows."""
    if header.size % stride.unit or stride.gap.size != stride.unit:
        raise TypeError(f"{header.name} has {header.size} bytes, which are no whole units of {stride.unit}")
    return Rule((), 0, {0: (header,), 1: (stride.gap, header)}, (), require, room, stride)


def _chain(headers: Header | Chain) -> Chain:
    return headers if isinstance(headers, tuple) else (headers,)
