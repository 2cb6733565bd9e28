"""What is the same in all packets of a shape.

Most fields of most headers do not change from packet to packet.  One look at the bytes of a shape's headers tells which
do; text of the others is made once for each value that comes up, and no column is read for them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from ibpkt.arrays import Bools
from ibpkt.batch import Shape
from ibpkt.batch.fields import HeaderBytes, Occurrence, PacketLeaf
from ibpkt.output.page import Literal, Piece, literals
from ibpkt.schema import Derived, Header, Leaf
from ibpkt.schema.value_types import CACHE_LIMIT

#: pieces, and which packets have them (None: all); None for nothing
Given = tuple[list[Piece], Bools | None] | None


class Steady:
    """The bytes of a shape's headers that are the same in all its packets.

    Attributes:
        shape: the shape.
    """

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._bytes: list[tuple[bytes, bytes]] = []  # of each header: those of the first packet, and 1 where they vary
        frames, headers = shape.frames, shape.headers
        first = 0
        while first < len(headers):
            last = first  # headers that lie side by side are looked at together
            size = headers[first].size
            while last + 1 < len(headers) and shape.side_by_side(last, last + 1):
                last += 1
                size += headers[last].size
            block = frames.block(shape.position(first), size)
            sample = block[0].tobytes()
            varying = (block != block[0]).any(axis=0).tobytes()
            at = 0
            for index in range(first, last + 1):
                end = at + headers[index].size
                self._bytes.append((sample[at:end], varying[at:end]))
                at = end
            first = last + 1

    def same(self, index: int) -> bytes | None:
        """The bytes of a header, where they are the same in all packets and decide alone what all its fields say."""
        sample, varying = self._bytes[index]
        return sample if 1 not in varying and _stands_alone(self.shape.headers[index]) else None

    def decides(self, each: Occurrence) -> tuple[bytes, ...] | None:
        """The bytes that decide what a field says, where they are the same in all packets; None where they are not."""
        ranges = _ranges(each.leaf)
        if ranges is None:
            return None
        sample, varying = self._bytes[each.place]
        for start, end in ranges:
            if varying.find(1, start, end) >= 0:
                return None
        return tuple(sample[start:end] for start, end in ranges)


class Remembered:
    """Text of fields, kept by the bytes that decided about it.

    Args:
        make: gives the text of fields in a shape; it must depend on nothing but what they say, and what is named
            beside.
    """

    def __init__(self, make: Callable[[Shape, Sequence[Occurrence]], Given]) -> None:
        self._make = make
        self._known: dict[Any, Given] = {}

    def __call__(self, steady: Steady, *places: Occurrence, beside: Hashable = None) -> Given:
        """The text of fields in the shape that has been looked at; ``beside``: what else decides about it."""
        decisive: list[Any] = [beside]
        for each in places:
            found = steady.decides(each)
            if found is None:
                return self._make(steady.shape, places)
            decisive.append(each)
            decisive += found
        key = tuple(decisive)
        if key in self._known:
            return self._known[key]
        given = self._make(steady.shape, places)
        if given is not None:
            pieces = literals(given[0])
            if given[1] is not None or not all(isinstance(piece, Literal) for piece in pieces):
                return given
            given = pieces, None
        if len(self._known) >= CACHE_LIMIT:
            self._known.clear()
        self._known[key] = given
        return given


@functools.cache
def _stands_alone(header: Header) -> bool:
    """Whether nothing outside a header's fixed bytes decides about its fields."""
    return not header.tail and all(_ranges(leaf) is not None for leaf in header.leaves)


@functools.cache
def _ranges(leaf: Leaf) -> tuple[tuple[int, int], ...] | None:
    """Where in its header the bytes lie that decide about a leaf; None where others do, too."""
    if isinstance(leaf, PacketLeaf | HeaderBytes) or leaf is leaf.header.tail_leaf:
        return None
    ranges: list[tuple[int, int]] = []
    if isinstance(leaf, Derived):
        for name in leaf.inputs:
            inner = None if "." in name else _ranges(leaf.header.leaf(name))
            if inner is None:
                return None
            ranges += inner
    else:
        last = leaf.bit + (leaf.count - 1) * leaf.stride + leaf.width
        ranges.append((leaf.bit // 8, (last + 7) // 8))
    if leaf.when is not None:
        condition = _ranges(leaf.header.leaf(leaf.when[0]))
        if condition is None:
            return None
        ranges += condition
    return tuple(ranges)
