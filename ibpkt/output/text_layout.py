"""Lays out rows of text, all rows at once.

A *piece* is a column of texts, one a row.  It knows how many bytes each of them takes, so the place of every text
follows by addition, and each piece then writes its texts there, all rows in one NumPy call.  No row is ever a Python
object; the only work per text is copying its bytes.

There are six kinds of pieces: the same text in all rows (`Literal`), texts of one size (`Block`), texts that lie
anywhere in a buffer (`Slices`), bytes in hexadecimal (`Hexed`), integers in decimal (`Decimal`), and rows that are made
of several rows each (`Nested`).  Where there is a compiled kernel, it writes all but the last, row by row.
"""

from __future__ import annotations

import binascii
import itertools
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import UNSHARED, Array, Bools, Ints, Octets
from ibpkt.kernel import loops
from ibpkt.kernel.loops import BLANKS, COPIED, HEX, ZEROS, PieceMemory
from ibpkt.output.number_text import decimal_digits, hexed, paired

#: up to this many different sizes, texts are copied size by size; beyond it, one by one
MAX_SIZES = 24
#: bytes of text laid out at a time
PAGE = 16 << 20
#: bytes converted to hexadecimal at a time, so that intermediate results stay in the processor's cache
HEX_CHUNK = 1 << 16


def windows(data: Octets, size: int) -> NDArray[Any]:
    """A view of every run of ``size`` bytes in a buffer, one starting at each byte."""
    return np.ndarray((max(0, len(data) - size + 1),), f"V{size}", data, strides=(1,))


def octets(data: bytes) -> Octets:
    """Bytes as an array."""
    return np.frombuffer(data, np.uint8) if data else np.zeros(0, np.uint8)


def _memory_of(data: Octets, start: Ints, count: int | Ints, form: int) -> PieceMemory:
    """What the compiled kernel writes of texts that lie in a buffer."""
    starts = np.ascontiguousarray(start, np.int64)
    if isinstance(count, int):
        return data, starts, 0, None, count, form
    return data, starts, 0, np.ascontiguousarray(count, np.int64), 0, form


class Literal:
    """The same text in every row.

    Attributes:
        text: the text.
        size: its length in bytes.
    """

    __slots__ = ("size", "text")

    def __init__(self, text: str) -> None:
        self.text: str = text
        self.size: int = len(text) if text.isascii() else len(text.encode())

    def put(self, page: Octets, at: Ints) -> None:
        """Write the text at each offset."""
        if self.size:
            windows(page, self.size)[at] = np.void(self.text.encode())

    def memory(self) -> PieceMemory:
        """See `ibpkt.kernel.loops.PieceMemory`."""
        return self.text.encode(), None, 0, None, self.size, COPIED

    def where(self, mask: Bools) -> Slices:
        """The same text in the rows of a mask, nothing in the others."""
        return Slices(octets(self.text.encode()), np.zeros(len(mask), np.int64), np.where(mask, self.size, 0))

    def select(self, rows: slice) -> Literal:
        """The same for a range of rows."""
        return self


class Block:
    """Texts of one size.

    Args:
        matrix: the texts, shape (n, size).

    Attributes:
        size: the length of each in bytes.
    """

    def __init__(self, matrix: Octets) -> None:
        self.matrix = matrix
        self.size: Any = matrix.shape[1]

    def put(self, page: Octets, at: Ints) -> None:
        """Write the texts at their offsets."""
        if self.size:
            windows(page, self.size)[at] = self.matrix.view(f"V{self.size}")[:, 0]

    def memory(self) -> PieceMemory:
        """See `ibpkt.kernel.loops.PieceMemory`."""
        return np.ascontiguousarray(self.matrix), None, self.size, None, self.size, COPIED

    def where(self, mask: Bools) -> Slices:
        """The same text in the rows of a mask, nothing in the others."""
        data = np.ascontiguousarray(self.matrix).reshape(-1)
        return Slices(data, np.arange(len(mask), dtype=np.int64) * self.size, np.where(mask, self.size, 0))

    def select(self, rows: slice) -> Block:
        """The same for a range of rows."""
        return Block(self.matrix[rows])


class Slices:
    """Texts that lie in a buffer.

    Args:
        data: the buffer.
        start: the offset of each text, shape (n,).
        count: the length of each in bytes, shape (n,), or one number for all.

    Attributes:
        size: the length of each text as it is written.
    """

    size: int | Ints

    def __init__(self, data: Octets, start: Ints, count: int | Ints) -> None:
        self.data = data
        self.start = start
        self.count = self.size = count

    def put(self, page: Octets, at: Ints) -> None:
        """Write the texts at their offsets."""
        if isinstance(self.count, int):
            if self.count:
                self._put_equal(page, at, self.start, self.count)
            return
        counts = np.flatnonzero(np.bincount(self.count))
        if len(counts) > MAX_SIZES:
            self._put_singly(page.data, zip(at.tolist(), self.start.tolist(), self.count.tolist(), strict=True))
            return
        for count in counts[counts > 0].tolist():
            rows = np.flatnonzero(self.count == count)
            self._put_equal(page, at[rows], self.start[rows], count)

    def _put_equal(self, page: Octets, at: Ints, start: Ints, count: int) -> None:
        windows(page, count)[at] = windows(self.data, count)[start]

    def _put_singly(self, page: memoryview, places: Iterable[tuple[int, int, int]]) -> None:
        source = self.data.data
        for to, start, count in places:
            page[to : to + count] = source[start : start + count]

    def memory(self) -> PieceMemory:
        """See `ibpkt.kernel.loops.PieceMemory`."""
        return _memory_of(self.data, self.start, self.count, COPIED)

    def where(self, mask: Bools) -> Self:
        """The same text in the rows of a mask, nothing in the others."""
        return self._with(self.start, np.where(mask, self.count, 0))

    def select(self, rows: slice) -> Self:
        """The same for a range of rows."""
        return self._with(self.start[rows], self.count if isinstance(self.count, int) else self.count[rows])

    def _with(self, start: Ints, count: int | Ints) -> Self:
        return type(self)(self.data, start, count)


class Hexed(Slices):
    """Bytes that lie in a buffer, in hexadecimal; the digits are written straight into the page.

    Args:
        data: the buffer.
        start: the offset of the bytes of each row, shape (n,).
        count: how many bytes, shape (n,), or one number for all.
        separator: a character between bytes, or none.

    Attributes:
        size: the length of each text in characters.
    """

    def __init__(self, data: Octets, start: Ints, count: int | Ints, separator: str = "") -> None:
        super().__init__(data, start, count)
        self.separator = separator
        width, less = (3, 1) if separator else (2, 0)
        self.size = max(count * width - less, 0) if isinstance(count, int) else np.maximum(count * width - less, 0)

    def _put_equal(self, page: Octets, at: Ints, start: Ints, count: int) -> None:
        source = windows(self.data, count)
        step = max(1, HEX_CHUNK // count)
        for first in range(0, len(at), step):
            rows = slice(first, first + step)
            chunk = source[start[rows]].view(np.uint8)
            if self.separator:
                text = paired(chunk.reshape(-1, count), self.separator)
            else:
                text = hexed(chunk).reshape(-1, count * 2)
            Block(text).put(page, at[rows])

    def _put_singly(self, page: memoryview, places: Iterable[tuple[int, int, int]]) -> None:
        source = self.data.data
        separator = (self.separator,) if self.separator else ()  # hexlify refuses an empty one
        for to, start, count in places:
            text = binascii.hexlify(source[start : start + count], *separator)
            page[to : to + len(text)] = text

    def memory(self) -> PieceMemory:
        """See `ibpkt.kernel.loops.PieceMemory`."""
        return _memory_of(self.data, self.start, self.count, ord(self.separator) if self.separator else HEX)

    def _with(self, start: Ints, count: int | Ints) -> Self:
        return type(self)(self.data, start, count, self.separator)


class Decimal:
    """Non-negative integers in decimal.

    Args:
        values: shape (n,).
        digits: the digits of each, shape (n,), or one number if it is the same for all.
        width: the characters of each text at least.
        zeros: zeros come before the digits, not blanks.

    Attributes:
        size: the length of each text.
    """

    size: int | Ints

    def __init__(self, values: Array, digits: int | Ints, width: int = 0, *, zeros: bool = False) -> None:
        self.values, self.digits, self.width, self.zeros = values, digits, width, zeros
        if isinstance(digits, int):
            self.size = max(digits, width)
        else:
            sizes: Ints = np.maximum(digits, width)
            self.size = width if int(digits.max(initial=0)) <= width else sizes

    def laid_out(self) -> Block | Slices:
        """The same texts in a buffer."""
        widest = int(np.max(self.size, initial=0))
        text = decimal_digits(self.values, widest)
        if not self.zeros and self.width:
            padding = widest - np.broadcast_to(self.digits, len(self.values))
            text[np.arange(widest) < padding[:, None]] = ord(" ")
        if isinstance(self.size, int):
            return Block(text)
        data = np.ascontiguousarray(text).reshape(-1)
        return Slices(data, np.arange(1, len(text) + 1, dtype=np.int64) * widest - self.size, self.size)

    def put(self, page: Octets, at: Ints) -> None:
        """Write the texts at their offsets."""
        self.laid_out().put(page, at)

    def memory(self) -> PieceMemory:
        """See `ibpkt.kernel.loops.PieceMemory`."""
        values = np.ascontiguousarray(self.values)
        sizes, size = (None, self.size) if isinstance(self.size, int) else (self.size, 0)
        return values, None, values.itemsize, sizes, size, ZEROS if self.zeros else BLANKS

    def where(self, mask: Bools) -> Slices:
        """The same text in the rows of a mask, nothing in the others."""
        return self.laid_out().where(mask)

    def select(self, rows: slice) -> Decimal:
        """The same for a range of rows."""
        digits = self.digits if isinstance(self.digits, int) else self.digits[rows]
        part = Decimal(self.values[rows], digits, self.width, zeros=self.zeros)
        part.size = self.size if isinstance(self.size, int) else self.size[rows]
        return part


class Nested:
    """Rows that consist of several rows each, as a packet does of records.

    Args:
        pieces: what the inner rows are made of, those of the first row first.
        count: how many inner rows each row has.

    Attributes:
        size: the length of each row in bytes.
    """

    size: int | Ints

    def __init__(self, pieces: Iterable[Piece], count: int) -> None:
        self._pieces = literals(pieces)
        self._count = count
        sizes = total(self._pieces)
        if isinstance(sizes, int):
            self._offsets: Ints = np.arange(count, dtype=np.int64) * sizes
            self.size = sizes * count
        else:
            inner = sizes.reshape(-1, count)
            ends: Ints = np.cumsum(inner, axis=1)
            self._offsets = ends - inner
            self.size = ends[:, -1]

    def put(self, page: Octets, at: Ints) -> None:
        """Write the texts at their offsets."""
        inner = (at[:, None] + self._offsets).reshape(-1)
        put_all(page, inner, self._pieces)

    def where(self, mask: Bools) -> Nested:
        """The same text in the rows of a mask, nothing in the others."""
        return Nested(only(np.repeat(mask, self._count), self._pieces), self._count)

    def select(self, rows: slice) -> Nested:
        """The same for a range of rows."""
        inner = slice(rows.start * self._count, rows.stop * self._count)
        return Nested([piece.select(inner) for piece in self._pieces], self._count)


SimplePiece = Literal | Block | Slices | Decimal
Piece = SimplePiece | Nested
#: the text of a field, and which rows have it (None: all)
FieldText = tuple[list[Piece], Bools | None]


def total(pieces: Iterable[Piece]) -> int | Ints:
    """The length in bytes of pieces together, a row each; one number if it is the same in all rows."""
    return sum(piece.size for piece in pieces)


def only(mask: Bools | None, pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces in the rows of a mask, and nothing in the others; None stands for all rows."""
    if mask is None:
        return list(pieces)
    return [piece.where(mask) for piece in literals(pieces)]


def joined(parts: Iterable[tuple[Bools | None, Sequence[Piece]]], separator: str) -> Iterator[Piece]:
    """Parts with a separator between them.

    Args:
        parts: the rows that have a part (None: all), and its pieces.
        separator: the text between parts.
    """
    started: Bools | None = None  # the rows that have had a part
    everywhere = False
    for present, pieces in parts:
        if everywhere:
            yield from only(present, [Literal(separator), *pieces])
            continue
        if started is not None:
            yield from only(started if present is None else started & present, [Literal(separator)])
        yield from only(present, pieces)
        everywhere = present is None
        if present is not None:
            started = present if started is None else started | present


def put_all(page: Octets, at: Ints, pieces: Iterable[Piece]) -> None:
    """Write pieces one after the other from each offset on; the offsets are moved behind them."""
    waiting: list[SimplePiece] = []  # for the kernel, which writes several at a time
    for piece in pieces:
        if loops.COMPILED and not isinstance(piece, Nested):
            waiting.append(piece)
            if len(waiting) == loops.MOST_PIECES:
                _put_compiled(page, at, waiting)
            continue
        _put_compiled(page, at, waiting)
        piece.put(page, at)
        at += piece.size
    _put_compiled(page, at, waiting)


def _put_compiled(page: Octets, at: Ints, waiting: list[SimplePiece]) -> None:
    if waiting:
        loops.lay_out(page, at, [piece.memory() for piece in waiting])
        at += total(waiting)
        waiting.clear()


def literals(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces, with adjacent literals merged."""
    merged: list[Piece] = []
    for are_literal, run in itertools.groupby(pieces, lambda piece: isinstance(piece, Literal)):
        if are_literal:
            merged.append(Literal("".join(piece.text for piece in run)))  # type: ignore[union-attr]
        else:
            merged += run
    return merged


def filled(template: str, *parts: Piece | Iterable[Piece]) -> Iterator[Piece]:
    """A text with pieces in it.

    Args:
        template: the text, with ``{}`` in each place.
        parts: a piece or several for each place.
    """
    first, *others = template.split("{}")
    yield Literal(first)
    for part, text in zip(parts, others, strict=True):
        yield from [part] if isinstance(part, Piece) else part
        yield Literal(text)


#: pages whose memory is kept for reuse; a caller that wants a whole batch at once holds several
POOL_SIZE = 8


class PageLayout:
    """Lays out the text of a renderer, a page of rows at a time, in memory that is reused.

    Fresh memory costs a page fault every 4 KiB, as much as all the copying, and small buffers stay in the processor's
    cache.  The memory of a page is reused once no memoryview of it is left: a memoryview holds a reference to the
    array, so the reference count tells.
    """

    def __init__(self) -> None:
        self._pool: list[Octets] = []

    def pages(self, count: int, parts: Iterable[tuple[Ints, Iterable[Piece]]]) -> Iterator[memoryview]:
        """The text of ``count`` rows, one after the other, in pages of about `PAGE` bytes.

        Args:
            count: how many rows there are.
            parts: the numbers of some rows, ascending, and the pieces that make up these rows.
        """
        return (page for page, _ in self._pages(count, parts))

    def texts(self, count: int, parts: Iterable[tuple[Ints, Iterable[Piece]]]) -> list[bytes]:
        """The text of each row by itself; see `pages`."""
        texts: list[bytes] = []
        for page, ends in self._pages(count, parts):
            data = bytes(page)
            texts += [data[start:end] for start, end in zip([0, *ends], ends, strict=False)]
        return texts

    def _pages(
        self, count: int, parts: Iterable[tuple[Ints, Iterable[Piece]]]
    ) -> Iterator[tuple[memoryview, list[int]]]:
        sizes = np.zeros(count, np.int64)
        groups: list[tuple[Ints, list[Piece]]] = []
        for rows, pieces in parts:
            merged = literals(pieces)
            groups.append((rows, merged))
            sizes[rows] = total(merged)
        ends = np.cumsum(sizes)
        starts = ends - sizes
        first = 0
        while first < count:
            start = int(starts[first])
            last = max(first + 1, int(np.searchsorted(ends, start + PAGE, "right")))
            size = int(ends[last - 1]) - start
            page = self._buffer(size)
            for rows, merged in groups:
                chosen = slice(*np.searchsorted(rows, (first, last)).tolist())
                at = starts[rows[chosen]] - start
                if not len(at):
                    continue
                put_all(page, at, merged if len(at) == len(rows) else [piece.select(chosen) for piece in merged])
            view = page.data
            del page
            yield view, (ends[first:last] - start).tolist()
            del view
            first = last

    def _buffer(self, size: int) -> Octets:
        pool = self._pool
        for index in range(len(pool)):
            if sys.getrefcount(pool[index]) <= UNSHARED and size <= len(pool[index]):
                return pool[index][:size]
        if len(pool) == POOL_SIZE:
            del pool[0]
        pool.append(np.empty(max(size, PAGE), np.uint8))
        return pool[-1][:size]
