"""The bytes of headers, fetched out of the buffer many at a time, and what they have in common.

To fetch a byte of each packet costs as much as to fetch a hundred that stand beside it: packets lie scattered in the
buffer.  So headers that follow each other are fetched together, once, into rows of whole words of 64 bits.  Two sweeps
over a column of words tell which bits are the same in all packets; many questions need no other look at them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ibpkt.arrays import Ints, Octets, Words, gather
from ibpkt.schema import Header, Leaf

if TYPE_CHECKING:
    from ibpkt.batch.shape import Place

#: packets from which on it is worth to find out that a number is the same in all of them before it is read
MANY = 64
#: headers up to this size are fetched with those beside them, up to `MAX_BLOCK` bytes in all
MAX_HEADER = 64
MAX_BLOCK = 128
#: bytes of a word
WORD = 8


class Common(NamedTuple):
    """What some numbers of one width have in common.

    Attributes:
        some: the bits that are set in any of them.
        every: the bits that are set in all of them.
    """

    some: int
    every: int

    @property
    def constant(self) -> bool:
        """Whether all are the same number."""
        return self.some == self.every

    def first_bits(self, count: int, width: int) -> Common:
        """What the first bits of numbers of ``width`` bits have in common."""
        return Common(self.some >> width - count, self.every >> width - count)

    def are_all(self, number: object) -> bool:
        """Whether all are that number."""
        return self.some == self.every == number

    def may_be(self, number: int) -> bool:
        """Whether one of them can be that number: only then they must be looked at."""
        return not number & ~self.some and not self.every & ~number


class HeaderBlock(NamedTuple):
    """Headers that follow each other in all packets of a shape.

    Attributes:
        first: the place of the first of them in the chain.
        lead: bytes in front of it in each row: they put the second header at the beginning of a word.
        size: bytes of all of them.
    """

    first: int
    lead: int
    size: int


def layout(headers: Sequence[Header], places: Sequence[Place]) -> list[tuple[HeaderBlock, int]]:
    """For each header of a chain the block that it is in, and where it begins in the rows of that."""
    parts: list[list[int]] = []
    for index, header in enumerate(headers):
        if parts and header.size <= MAX_HEADER:
            first, last = parts[-1][0], parts[-1][-1]
            begin, before, here = places[first], places[last], places[index]
            if (
                before.shift is here.shift
                and before.distance + headers[last].size == here.distance
                and headers[first].size <= MAX_HEADER
                and here.distance + header.size - begin.distance <= MAX_BLOCK
            ):
                parts[-1].append(index)
                continue
        parts.append([index])
    found: list[tuple[HeaderBlock, int]] = []
    for part in parts:
        start, end = places[part[0]].distance, places[part[-1]].distance + headers[part[-1]].size
        block = HeaderBlock(part[0], -headers[part[0]].size % WORD if len(part) > 1 else 0, end - start)
        found += [(block, block.lead + places[index].distance - start) for index in part]
    return found


class BlockBytes:
    """The bytes of one block in all packets of a shape.

    Args:
        data: the buffer.
        at: where the block begins in each packet, as an index in the buffer, shape (n,).
        block: which headers.

    Attributes:
        block: the same.
        rows: the bytes, shape (n, size), to be read only; in front of the first header and after the last stand others.
    """

    def __init__(self, data: Octets, at: Ints, block: HeaderBlock) -> None:
        self.block = block
        size = block.lead + block.size
        whole = -(-size // WORD) * WORD
        begin = at - block.lead
        if len(at) and (begin.min() < 0 or begin.max() + whole > len(data)):  # there are no bytes around the headers
            self.rows: Octets = np.zeros((len(at), whole), np.uint8)
            self.rows[:, block.lead : size] = gather(data, at, block.size)
        else:
            self.rows = gather(data, begin, whole)
        self._words: Words = self.rows.view(np.uint64)
        self._common: dict[int, tuple[int, int]] = {}

    def words(self, column: int) -> Words:
        """The words at a place in the rows, in this machine's byte order, shape (n,)."""
        words: Words = self._words[:, column]
        return words

    def may_be_constant(self, bit: int, width: int) -> bool:
        """Whether the bytes of a number are the same in the first row and in the last."""
        first, last = bit // 8, (bit + width - 1) // 8 + 1
        return self.rows[0, first:last].tobytes() == self.rows[-1, first:last].tobytes()

    def common(self, bit: int, width: int) -> Common:
        """What the big-endian numbers of ``width`` bits have in common that begin at a bit of each row."""
        first, last = bit // 64, (bit + width - 1) // 64
        some = every = 0
        for column in range(first, last + 1):
            bits = self._common.get(column)
            if bits is None:
                words = self.words(column)
                bits = self._common[column] = (
                    _big_endian(np.bitwise_or.reduce(words)),
                    _big_endian(np.bitwise_and.reduce(words)),
                )
            some, every = some << 64 | bits[0], every << 64 | bits[1]
        behind, mask = (last + 1) * 64 - bit - width, (1 << width) - 1
        return Common(some >> behind & mask, every >> behind & mask)


def _big_endian(word: np.uint64) -> int:
    """The number that the bytes of a word are in the order of the packet."""
    return int.from_bytes(int(word).to_bytes(WORD, sys.byteorder), "big")


def can_be_common(leaf: Leaf) -> bool:
    """Whether `Shape.common` can tell something of a leaf: it is one number, or bytes, in a header of that size."""
    return leaf.count == 1 and leaf.width > 0 and leaf.header.size <= MAX_HEADER and not getattr(leaf, "little", False)
