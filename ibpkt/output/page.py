"""Rows of text, laid out all at once.

A *piece* is a column of texts, one a row.  It knows how many bytes each of them takes, so where every text of every
row begins follows by addition, and each piece then puts its texts there, for all rows in one call of NumPy.  No row is
ever a Python object; what is left per text is a copy of its bytes.

There are four sorts of pieces: the same text in all rows (`Literal`), texts of one size (`Block`), texts that lie
anywhere in a buffer (`Slices`), and bytes in hexadecimal (`Hexed`).
"""

from __future__ import annotations

import binascii
import sys
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ibpkt.arrays import Bools, Ints, Octets, windows
from ibpkt.output.digits import hexed, paired

#: so many different sizes are worth a copy of their own; where there are more, texts are copied one by one
SIZES = 24
#: bytes of text that are laid out at a time
PAGE = 16 << 20
#: bytes that are turned into hexadecimal at a time, so that what is on the way stays in the processor's cache
HEXED_AT_A_TIME = 1 << 16


def octets(data: bytes) -> Octets:
    """Bytes as an array."""
    return np.frombuffer(data, np.uint8) if data else np.zeros(0, np.uint8)


class Literal:
    """The same text in every row.

    Attributes:
        text: the text.
        size: its bytes.
    """

    __slots__ = ("size", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.size = len(text) if text.isascii() else len(text.encode())

    def put(self, page: Octets, at: Ints) -> None:
        """Write it at each of the places."""
        if self.size:
            windows(page, self.size)[at] = np.void(self.text.encode())

    def where(self, there: Bools) -> Slices:
        """The same in the rows where a mask says so, nothing in the others."""
        return Slices(octets(self.text.encode()), np.zeros(len(there), np.int64), np.where(there, self.size, 0))

    def some(self, rows: slice) -> Literal:
        """The same for some of the rows."""
        return self


class Block:
    """Texts of one size.

    Args:
        matrix: the texts, shape (n, size).

    Attributes:
        size: their bytes.
    """

    def __init__(self, matrix: Octets) -> None:
        self.matrix = matrix
        self.size = matrix.shape[1]

    def put(self, page: Octets, at: Ints) -> None:
        """Write them at their places."""
        if self.size:
            windows(page, self.size)[at] = self.matrix.view(f"V{self.size}")[:, 0]

    def where(self, there: Bools) -> Slices:
        """The same in the rows where a mask says so, nothing in the others."""
        data = np.ascontiguousarray(self.matrix).reshape(-1)
        return Slices(data, np.arange(len(there), dtype=np.int64) * self.size, np.where(there, self.size, 0))

    def some(self, rows: slice) -> Block:
        """The same for some of the rows."""
        return Block(self.matrix[rows])


class Slices:
    """Texts that lie in a buffer.

    Args:
        data: the buffer.
        start: where each text begins, shape (n,).
        size: the bytes of each, shape (n,), or one number for all.
    """

    def __init__(self, data: Octets, start: Ints, size: int | Ints) -> None:
        self.data = data
        self.start = start
        self.size = size

    def put(self, page: Octets, at: Ints) -> None:
        """Write them at their places."""
        if isinstance(self.size, int):
            if self.size:
                windows(page, self.size)[at] = windows(self.data, self.size)[self.start]
            return
        sizes = np.flatnonzero(np.bincount(self.size))
        if len(sizes) > SIZES:
            into, source = page.data, self.data.data
            for to, begin, size in zip(at.tolist(), self.start.tolist(), self.size.tolist(), strict=True):
                into[to : to + size] = source[begin : begin + size]
            return
        for size in sizes[sizes > 0].tolist():
            rows = np.flatnonzero(self.size == size)
            windows(page, size)[at[rows]] = windows(self.data, size)[self.start[rows]]

    def where(self, there: Bools) -> Slices:
        """The same in the rows where a mask says so, nothing in the others."""
        return Slices(self.data, self.start, np.where(there, self.size, 0))

    def some(self, rows: slice) -> Slices:
        """The same for some of the rows."""
        return Slices(self.data, self.start[rows], self.size if isinstance(self.size, int) else self.size[rows])


class Hexed:
    """Bytes that lie in a buffer, in hexadecimal; the digits are made where they are needed, and nowhere before.

    Args:
        data: the buffer.
        start: where the bytes of each row begin, shape (n,).
        count: how many there are, shape (n,), or one number for all.
        between: a character that stands between bytes, or none.

    Attributes:
        size: the characters of each row.
    """

    def __init__(self, data: Octets, start: Ints, count: int | Ints, between: str = "") -> None:
        self.data = data
        self.start = start
        self.count = count
        self.between = between
        each, less = (3, 1) if between else (2, 0)
        self.size = max(count * each - less, 0) if isinstance(count, int) else np.maximum(count * each - less, 0)

    def put(self, page: Octets, at: Ints) -> None:
        """Write the digits at their places."""
        if isinstance(self.count, int):
            if self.count:
                self._put(page, at, self.start, self.count)
            return
        sizes = np.flatnonzero(np.bincount(self.count))
        if len(sizes) > SIZES:
            into, source = page.data, self.data.data
            sign = (self.between,) if self.between else ()  # hexlify takes no empty one
            for to, begin, count in zip(at.tolist(), self.start.tolist(), self.count.tolist(), strict=True):
                text = binascii.hexlify(source[begin : begin + count], *sign)
                into[to : to + len(text)] = text
            return
        for count in sizes[sizes > 0].tolist():
            rows = np.flatnonzero(self.count == count)
            self._put(page, at[rows], self.start[rows], count)

    def _put(self, page: Octets, at: Ints, start: Ints, count: int) -> None:
        source = windows(self.data, count)
        some = max(1, HEXED_AT_A_TIME // count)
        for first in range(0, len(at), some):
            rows = slice(first, first + some)
            taken = source[start[rows]].view(np.uint8)
            if self.between:
                text = paired(taken.reshape(-1, count), self.between)
            else:
                text = hexed(taken).reshape(-1, count * 2)
            size = text.shape[1]
            windows(page, size)[at[rows]] = text.view(f"V{size}")[:, 0]

    def where(self, there: Bools) -> Hexed:
        """The same in the rows where a mask says so, nothing in the others."""
        return Hexed(self.data, self.start, np.where(there, self.count, 0), self.between)

    def some(self, rows: slice) -> Hexed:
        """The same for some of the rows."""
        count = self.count if isinstance(self.count, int) else self.count[rows]
        return Hexed(self.data, self.start[rows], count, self.between)


Piece = Literal | Block | Slices | Hexed


def total(pieces: Iterable[Piece]) -> int | Ints:
    """The bytes that pieces take together in each row; one number where that is the same in all."""
    result: int | Ints = 0
    for piece in pieces:
        result = result + piece.size
    return result


def only(there: Bools | None, pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces in the rows where a mask says so, and nothing in the others; None stands for all rows."""
    if there is None:
        return list(pieces)
    return [piece.where(there) for piece in literals(pieces)]


def joined(parts: Iterable[tuple[Bools | None, Sequence[Piece]]], between: str) -> Iterator[Piece]:
    """Parts with a text between them.

    Args:
        parts: pieces, and the rows that have them (None: all).
        between: the text.
    """
    before: Bools | None = None  # which rows have had a part
    everywhere = False
    for there, pieces in parts:
        if everywhere:
            yield from only(there, [Literal(between), *pieces])
            continue
        if before is not None:
            yield from only(before if there is None else before & there, [Literal(between)])
        yield from only(there, pieces)
        everywhere = there is None
        if there is not None:
            before = there if before is None else before | there


def literals(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces, with neighbouring literals made one."""
    merged: list[Piece] = []
    run: list[str] = []
    for piece in pieces:
        if isinstance(piece, Literal):
            run.append(piece.text)
            continue
        if run:
            merged.append(Literal("".join(run)))
            run = []
        merged.append(piece)
    if run:
        merged.append(Literal("".join(run)))
    return merged


#: pages whose memory is kept for others: who wants all of a batch at once holds some
KEPT = 8


class PageLayout:
    """Lays out the text of a renderer, some rows at a time, in memory that is used again.

    Fresh memory costs a page fault every 4 KiB, as much as all the copying, and what is small stays in the processor's
    cache.  The memory of a page is used for the next one when nobody looks at it any more: a memoryview holds a
    reference to the array, hence its reference count tells.
    """

    def __init__(self) -> None:
        self._memory: list[Octets] = []

    def pages(self, count: int, parts: Iterable[tuple[Ints, Iterable[Piece]]]) -> Iterator[memoryview]:
        """The text of ``count`` rows, one behind the other, in pages of about `PAGE` bytes.

        Args:
            count: how many rows there are.
            parts: for some rows each (their places, ascending), the pieces of which these rows are made.
        """
        for page, _ in self._pages(count, parts):
            yield page

    def texts(self, count: int, parts: Iterable[tuple[Ints, Iterable[Piece]]]) -> list[bytes]:
        """The same, row by row."""
        texts: list[bytes] = []
        for page, ends in self._pages(count, parts):
            data = bytes(page)
            texts += [data[start:end] for start, end in zip([0, *ends], ends, strict=False)]
        return texts

    def _pages(
        self, count: int, parts: Iterable[tuple[Ints, Iterable[Piece]]]
    ) -> Iterator[tuple[memoryview, list[int]]]:
        sizes = np.zeros(count, np.int64)
        ready: list[tuple[Ints, list[Piece]]] = []
        for rows, pieces in parts:
            merged = literals(pieces)
            ready.append((rows, merged))
            sizes[rows] = total(merged)
        ends = np.cumsum(sizes)
        starts = ends - sizes
        first = 0
        while first < count:
            begin = int(starts[first])
            last = max(first + 1, int(np.searchsorted(ends, begin + PAGE, "right")))
            size = int(ends[last - 1]) - begin
            page = self._room(size)
            for rows, merged in ready:
                chosen = slice(*np.searchsorted(rows, (first, last)).tolist())
                at = starts[rows[chosen]] - begin
                if not len(at):
                    continue
                for piece in merged:
                    part = piece if len(at) == len(rows) else piece.some(chosen)
                    part.put(page, at)
                    at += part.size
            view = page.data
            del page
            yield view, (ends[first:last] - begin).tolist()
            del view
            first = last

    def _room(self, size: int) -> Octets:
        memory = self._memory
        for place in range(len(memory)):
            if sys.getrefcount(memory[place]) <= _ALONE and size <= len(memory[place]):
                return memory[place][:size]
        if len(memory) == KEPT:
            del memory[0]
        memory.append(np.empty(max(size, PAGE), np.uint8))
        return memory[-1][:size]


def _alone() -> int:
    """What `sys.getrefcount` says of an array to which only a list refers: interpreters differ, so it is counted."""
    memory = [np.empty(0, np.uint8)]
    return sys.getrefcount(memory[0])


_ALONE = _alone()
