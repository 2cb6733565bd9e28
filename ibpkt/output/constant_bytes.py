"""What is the same in all packets of a shape, and a cache of the text made from it.

Most fields of most headers do not change from packet to packet.  One look at the bytes of a shape's headers tells which
do; the text of the others is made once for each value that occurs, and no column is read for them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from ibpkt.batch import Shape
from ibpkt.batch.fields import HeaderBytes, Occurrence, PacketLeaf
from ibpkt.output.text_layout import FieldText, Literal, literals
from ibpkt.schema import Derived, Header, Leaf
from ibpkt.schema.value_types import CACHE_LIMIT


class ConstantBytes:
    """The bytes of a shape's headers that are the same in all its packets.

    Attributes:
        shape: the shape.
    """

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._runs: dict[int, tuple[int, int]] = {}  # adjacent headers, which are compared together
        self._bytes: dict[int, tuple[bytes, bytes]] = {}  # those of the first packet, and 1 where they vary
        first = 0
        while first < len(shape.headers):
            last = first
            while last + 1 < len(shape.headers) and shape.side_by_side(last, last + 1):
                last += 1
            for index in range(first, last + 1):
                self._runs[index] = (first, last)
            first = last + 1

    def _of(self, index: int) -> tuple[bytes, bytes]:
        """The bytes of a header in the first packet, and 1 for each that varies."""
        if index not in self._bytes:
            first, last = self._runs[index]
            headers = self.shape.headers[first : last + 1]
            block = self.shape.frames.block(self.shape.position(first), sum(header.size for header in headers))
            sample = block[0].tobytes()
            varying = (block != block[0]).any(axis=0).tobytes()
            at = 0
            for number, header in enumerate(headers, first):
                self._bytes[number] = (sample[at : at + header.size], varying[at : at + header.size])
                at += header.size
        return self._bytes[index]

    def of_header(self, index: int) -> bytes | None:
        """The bytes of a header if they are the same in all packets and alone determine all its fields, else None."""
        sample, varying = self._of(index)
        return sample if 1 not in varying and _is_self_contained(self.shape.headers[index]) else None

    def of_field(self, occurrence: Occurrence) -> tuple[bytes, ...] | None:
        """The bytes that determine a field if they are the same in all packets, else None."""
        ranges = _ranges(occurrence.leaf)
        if ranges is None:
            return None
        sample, varying = self._of(occurrence.place)
        for start, end in ranges:
            if varying.find(1, start, end) >= 0:
                return None
        return tuple(sample[start:end] for start, end in ranges)


class TextCache:
    """The text of fields, cached by the bytes that determine it.

    Args:
        make: makes the text of fields of a shape; it may depend on nothing but their bytes and ``extra``.
    """

    def __init__(self, make: Callable[[Shape, Sequence[Occurrence]], FieldText | None]) -> None:
        self._make = make
        self._cache: dict[Any, FieldText | None] = {}

    def __call__(self, constant: ConstantBytes, *occurrences: Occurrence, extra: Hashable = None) -> FieldText | None:
        """The text of fields.

        Args:
            constant: what is constant in the shape.
            occurrences: the fields.
            extra: what else determines the text.
        """
        determining: list[Any] = [extra]
        for occurrence in occurrences:
            field_bytes = constant.of_field(occurrence)
            if field_bytes is None:
                return self._make(constant.shape, occurrences)
            determining.append(occurrence)
            determining += field_bytes
        key = tuple(determining)
        if key in self._cache:
            return self._cache[key]
        text = self._make(constant.shape, occurrences)
        if text is not None:
            pieces, present = literals(text[0]), text[1]
            if present is not None or not all(isinstance(piece, Literal) for piece in pieces):
                return text
            text = pieces, None
        if len(self._cache) >= CACHE_LIMIT:
            self._cache.clear()
        self._cache[key] = text
        return text


@functools.cache
def _is_self_contained(header: Header) -> bool:
    """Whether the fixed bytes of a header determine all its fields."""
    return not header.tail and all(_ranges(leaf) is not None for leaf in header.leaves)


@functools.cache
def _ranges(leaf: Leaf) -> tuple[tuple[int, int], ...] | None:
    """The bytes of the header that determine a leaf, as ranges; None if bytes outside it do, too."""
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
