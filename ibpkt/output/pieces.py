"""Columns as text: the pieces of which rows are made.

A piece is a column that knows how to print itself, in two ways.  Long rows (trees, JSON) are joined from the texts of
their pieces (`rows_of`): most of a row is literal text there, which is copied fast.  Short rows (default lines, chosen
fields) are made for all packets at once as a matrix of bytes, a row a packet, in which zero bytes stand for nothing and
are left out at the end (`join`); that is three times as fast for rows of up to some 300 bytes.

What is the same in every row is literal text in both, whatever it was declared as.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.batch import Batch
from ibpkt.fields import TIME, Occurrence
from ibpkt.schema import DEC, FLAG, HEX, IPV4, Leaf
from ibpkt.schema.kinds import raw_list
from ibpkt.shape import Shape, Values, is_constant

Matrix = NDArray[np.uint8]

TEXTS_AT_A_TIME = 1024


class Piece:
    """A column of texts, one a row.

    Attributes:
        template: %-conversions and literal text.
    """

    template = "%s"

    def columns(self) -> tuple[Sequence[Any], ...]:
        """What fills the template: for each conversion a list with a value a row."""
        raise NotImplementedError

    def matrix(self, count: int) -> Matrix:
        """The texts as bytes, shape (count, width), filled up with zero bytes; a literal may have one row for all."""
        return _stack([text.encode() for text in fill((self,), count)])

    def encoded(self, count: int) -> Iterable[bytes]:
        """The texts as bytes, one a row."""
        return [text.encode() for text in fill((self,), count)]


class Literal(Piece):
    """The same text in every row."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.template = text.replace("%", "%%")

    def columns(self) -> tuple[()]:
        """Nothing: a literal has no conversion."""
        return ()

    def matrix(self, count: int) -> Matrix:
        """One row for all."""
        return np.frombuffer(self.text.encode(), np.uint8).reshape(1, -1)

    def encoded(self, count: int) -> Iterable[bytes]:
        """The same for every row."""
        return itertools.repeat(self.text.encode(), count)


class Decimal(Piece):
    """Integers from 0 on, in decimal.

    Args:
        values: shape (n,).
        width: the least number of characters.
        fill: what fills them up, " " or "0".
    """

    def __init__(self, values: NDArray[Any], width: int = 0, fill: str = " ") -> None:
        self.values = values
        self.width = width
        self.fill = fill
        self.template = f"%{'0' if fill == '0' else ''}{width}d" if width else "%d"

    def columns(self) -> tuple[Sequence[Any]]:
        """The integers."""
        return (self.values.tolist(),)

    def matrix(self, count: int) -> Matrix:
        """Four digits at a time, from a table."""
        values = self.values
        most = int(values.max()) if len(values) else 0
        size = max(len(str(most)), self.width)
        chunks = -(-size // 4)
        values = values.astype(np.uint32 if most < 1 << 32 else np.uint64)
        first, inner = _decimal_tables()
        block = np.empty((len(values), chunks), np.uint32)
        for place in range(chunks - 1, 0, -1):
            rest = values // values.dtype.type(10_000)
            number = values - rest * values.dtype.type(10_000)
            block[:, place] = np.where(rest == 0, first[number], inner[number])
            if place < chunks - 1:
                block[values == 0, place] = 0
            values = rest
        block[:, 0] = first[values] if chunks == 1 else np.where(values == 0, 0, first[values])
        text = block.view(np.uint8).reshape(len(values), chunks * 4)[:, chunks * 4 - size :]
        if self.width:
            part = text[:, size - self.width :]
            part[part == 0] = ord(self.fill)
        return text

    def encoded(self, count: int) -> Iterable[bytes]:
        """The text of the whole list, cut at its commas: twice as fast as one number after the other."""
        if self.width:
            text = self.matrix(count)
            return _split(text) if text.shape[1] == self.width else super().encoded(count)
        return repr(self.values.tolist())[1:-1].encode().split(b", ")


class Hexadecimal(Piece):
    """Integers in hexadecimal with a fixed number of digits and ``0x`` before them."""

    def __init__(self, values: NDArray[Any], digits: int) -> None:
        self.values = values
        self.digits = digits
        self.template = f"0x%0{digits}x"

    def columns(self) -> tuple[Sequence[Any]]:
        """The integers."""
        return (self.values.tolist(),)

    def matrix(self, count: int) -> Matrix:
        """Two digits at a time, from a table."""
        values = self.values
        size = values.dtype.itemsize
        octets = values.astype(values.dtype.newbyteorder(">")).view(np.uint8).reshape(len(values), size)
        text = np.empty((len(values), 2 + self.digits), np.uint8)
        text[:, 0], text[:, 1] = ord("0"), ord("x")
        digits = _hex_table()[octets].view(np.uint8).reshape(len(values), size * 2)
        have = min(self.digits, size * 2)
        text[:, 2 : 2 + self.digits - have] = ord("0")
        text[:, 2 + self.digits - have :] = digits[:, size * 2 - have :]
        return text

    def encoded(self, count: int) -> Iterable[bytes]:
        """Out of the matrix."""
        return _split(self.matrix(count))


class Address4(Piece):
    """IPv4 addresses."""

    def __init__(self, values: NDArray[np.uint32]) -> None:
        self.values = values

    def columns(self) -> tuple[Sequence[str]]:
        """The addresses as texts."""
        return (IPV4.printable(self.values),)

    def matrix(self, count: int) -> Matrix:
        """An octet at a time, from a table."""
        dotted, last = _octet_tables()
        text = np.empty((len(self.values), 4), np.uint32)
        for place, shift in enumerate((24, 16, 8, 0)):
            octet = self.values >> shift & 255
            text[:, place] = (last if shift == 0 else dotted)[octet]
        return text.view(np.uint8).reshape(len(self.values), 16)


class Seconds(Piece):
    """Nanoseconds from 0 on, as seconds with nine decimals."""

    template = "%d.%09d"

    def __init__(self, values: NDArray[np.int64]) -> None:
        self.seconds, self.rest = np.divmod(values, 1_000_000_000)

    def columns(self) -> tuple[Sequence[int], Sequence[int]]:
        """Seconds, and the nanoseconds behind them."""
        return self.seconds.tolist(), self.rest.tolist()

    def matrix(self, count: int) -> Matrix:
        """Seconds, a dot, and the rest."""
        return _beside((Decimal(self.seconds), Literal("."), Decimal(self.rest, 9, "0")), count)

    def encoded(self, count: int) -> Iterable[bytes]:
        """As `Decimal` does, taking the whole for one number."""
        whole = Decimal(self.seconds).encoded(count)
        return map(b".".join, zip(whole, Decimal(self.rest, 9, "0").encoded(count), strict=True))


class Choice(Piece):
    """Texts out of a table.

    Args:
        table: the texts.
        index: for each row the index of its text, shape (n,).
    """

    def __init__(self, table: Sequence[str], index: NDArray[Any]) -> None:
        self.table = table
        self.index = index

    def columns(self) -> tuple[Sequence[str]]:
        """The texts."""
        return (np.array(self.table, object)[self.index].tolist(),)

    def matrix(self, count: int) -> Matrix:
        """The texts, gathered."""
        rows: Matrix = _stack([text.encode() for text in self.table])[self.index]
        return rows

    def encoded(self, count: int) -> Iterable[bytes]:
        """The texts, encoded once each."""
        table = [text.encode() for text in self.table]
        return map(table.__getitem__, self.index.tolist())


class Texts(Piece):
    """Texts that were made one by one.

    Args:
        texts: one a row.
        safe: they are plain ASCII without quotes and backslashes, and need no escape in JSON.
    """

    def __init__(self, texts: Sequence[str], *, safe: bool = False) -> None:
        self.texts = texts
        self.safe = safe

    def columns(self) -> tuple[Sequence[str]]:
        """The texts."""
        return (self.texts,)

    def matrix(self, count: int) -> Matrix:
        """The texts, one below the other."""
        return _stack([text.encode() for text in self.texts])


class Padded(Piece):
    """Other pieces, filled up with spaces.

    Args:
        pieces: what is to be shown.
        width: the least number of characters.
        left: whether the text stands at the left.
    """

    def __init__(self, pieces: Sequence[Piece], width: int, *, left: bool = False) -> None:
        self.pieces = pieces
        self.width = width
        self.left = left
        self.template = f"%{'-' if left else ''}{width}s"

    def columns(self) -> tuple[Sequence[str]]:
        """The texts, not yet filled up."""
        count = max((len(column) for piece in self.pieces for column in piece.columns()), default=1)
        return (fill(self.pieces, count),)

    def matrix(self, count: int) -> Matrix:
        """The texts between as many spaces as they need."""
        text = _beside(self.pieces, count)
        lacking = self.width - np.count_nonzero(text, axis=1)
        spaces = np.where(np.arange(self.width) < lacking[:, None], np.uint8(ord(" ")), np.uint8(0))
        return np.concatenate((text, spaces) if self.left else (spaces, text), axis=1)


@functools.cache
def _decimal_tables() -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The texts of 0 to 9999 in four bytes: with zero bytes for leading zeros, and with all digits."""
    inner = b"".join(b"%04d" % number for number in range(10_000))
    first = b"".join((b"%d" % number).rjust(4, b"\0") for number in range(10_000))
    return np.frombuffer(first, np.uint32), np.frombuffer(inner, np.uint32)


@functools.cache
def _hex_table() -> NDArray[np.uint16]:
    return np.frombuffer(bytes(range(256)).hex().encode(), np.uint16)


@functools.cache
def _octet_tables() -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The texts of 0 to 255 in four bytes, with a dot behind and without."""
    dotted = b"".join(f"{octet}.".encode().ljust(4, b"\0") for octet in range(256))
    last = b"".join(f"{octet}".encode().ljust(4, b"\0") for octet in range(256))
    return np.frombuffer(dotted, np.uint32), np.frombuffer(last, np.uint32)


def _stack(texts: Sequence[bytes]) -> Matrix:
    if not texts:
        return np.zeros((0, 0), np.uint8)
    width = max(map(len, texts))
    return np.array(texts, f"S{max(width, 1)}").view(np.uint8).reshape(len(texts), -1)


def _split(matrix: Matrix) -> list[bytes]:
    """The rows of a matrix without zero bytes at their ends."""
    return np.ascontiguousarray(matrix).view(f"S{matrix.shape[1]}").reshape(len(matrix)).tolist()


# -- pieces of columns ------------------------------------------------------------------------------------------


def literals(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces, with neighbouring literals made one."""
    merged: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Literal) and merged and isinstance(merged[-1], Literal):
            merged[-1] = Literal(merged[-1].text + piece.text)
        else:
            merged.append(piece)
    return merged


def decimal(values: NDArray[Any], width: int = 0, fill: str = " ") -> Piece:
    """Integers from 0 on, as `Decimal` or, where all are the same, as a literal."""
    piece = Decimal(values, width, fill)
    return Literal(piece.template % int(values[0])) if is_constant(values) else piece


def plain(leaf: Leaf, found: Values) -> Piece:
    """A column as tshark's ``-T fields`` prints it; "" where a packet lacks the value."""
    return _piece(leaf, found, leaf.digits)


def display(leaf: Leaf, found: Values) -> list[Piece]:
    """A column as a person reads it: names of enumerated values, units; "" where a packet lacks the value."""
    values, present = found
    if leaf.enum and leaf.count == 1:
        return [chosen(leaf.names, found)]
    digits = (leaf.width + 3) // 4 or leaf.digits
    piece = _piece(leaf, found, digits)
    if not leaf.unit:
        return [piece]
    if present is None:
        return [piece, Literal(f" {leaf.unit}")]
    return [Texts([text and f"{text} {leaf.unit}" for text in fill((piece,), len(values))])]


def chosen(names: dict[int, str], found: Values) -> Piece:
    """The names of the values of a column."""
    values, present = found
    if is_constant(values) and present is None:
        return Literal(names[int(values[0])])
    if values.dtype.itemsize <= 2 and present is None:
        used = np.flatnonzero(np.bincount(values))
        index = np.zeros(int(used[-1]) + 1, np.int64)
        index[used] = np.arange(len(used))
        return Choice([names[raw] for raw in used.tolist()], index[values])
    items = [names[raw] for raw in raw_list(values)]
    if present is not None:
        items = [item if there else "" for item, there in zip(items, present.tolist(), strict=True)]
    return Texts(items)


def _piece(leaf: Leaf, found: Values, digits: int) -> Piece:
    values, present = found
    if leaf.count > 1:
        items = [leaf.text(row) for row in row_tuples(leaf, found)]
        safe = True
    elif present is None:
        if is_constant(values):
            printf = leaf.kind.printf(digits)
            item = leaf.kind.printable(values[:1])[0]
            return Literal(item if printf == "%s" else printf % item)
        if values.dtype != object:
            if leaf.kind is DEC or leaf.kind is FLAG:
                return Decimal(values)
            if leaf.kind is HEX:
                return Hexadecimal(values, digits)
            if leaf.kind is IPV4:
                return Address4(values)
            if leaf.kind is TIME and values.min() >= 0:
                return Seconds(values)
        return Texts(_printed(leaf, values, digits), safe=leaf.kind.safe)
    else:
        items = _printed(leaf, values, digits)
        safe = leaf.kind.safe
    if present is not None:
        items = [item if there else "" for item, there in zip(items, present.tolist(), strict=True)]
    return Texts(items, safe=safe)


def _printed(leaf: Leaf, values: NDArray[Any], digits: int) -> list[str]:
    printf = leaf.kind.printf(digits)
    items = leaf.kind.printable(values)
    return list(items) if printf == "%s" else ["" if item is None else printf % item for item in items]


def column_texts(leaf: Leaf, found: Values) -> list[str]:
    """A column as a list of texts, in tshark's form."""
    return fill((plain(leaf, found),), len(found.values))


def row_tuples(leaf: Leaf, found: Values) -> list[tuple[Any, ...]]:
    """A column of rows as tuples of raw values."""
    values = found.values
    if leaf.wide:
        return [tuple(item.tobytes() for item in row) for row in values]
    return list(map(tuple, values.tolist()))


def occurrences_piece(shape: Shape, occurrences: Sequence[Occurrence], aggregator: str = ",") -> Piece:
    """A field in tshark's form, several values of it joined by the aggregator."""
    found = [
        (occurrence.leaf, values) for occurrence in occurrences if (values := occurrence.values(shape)) is not None
    ]
    if not found:
        return Literal("")
    if len(found) == 1:
        return plain(*found[0])
    columns = [column_texts(leaf, values) for leaf, values in found]
    return Texts([aggregator.join(filter(None, row)) for row in zip(*columns, strict=True)])


# -- rows of pieces ---------------------------------------------------------------------------------------------


def fill(pieces: Iterable[Piece], count: int) -> list[str]:
    """The texts of ``count`` rows: the pieces one behind the other, by a template a row."""
    pieces = list(pieces)
    template = "".join(piece.template for piece in pieces)
    columns = [column for piece in pieces for column in piece.columns()]
    if not columns:
        return [template % ()] * count
    return [template % row for row in zip(*columns, strict=True)]


def rows_of(batch: Batch, parts: Iterable[tuple[Shape, Iterable[Piece]]]) -> list[bytes]:
    """The rows of all shapes of a batch in the order of the packets, joined piece by piece."""
    texts: list[bytes] = []
    ordered = np.empty(len(batch), object)
    for shape, pieces in parts:
        count = len(shape)
        texts = list(map(b"".join, zip(*(piece.encoded(count) for piece in literals(pieces)), strict=True)))
        if count < len(batch):
            ordered[shape.rows] = texts
    return texts if len(texts) == len(batch) else ordered.tolist()


def portions(texts: list[bytes], between: bytes = b"") -> Iterator[bytes]:
    """Texts, some at a time, so that long ones do not stand in memory twice."""
    for first in range(0, len(texts), TEXTS_AT_A_TIME):
        yield (between if first else b"") + between.join(texts[first : first + TEXTS_AT_A_TIME])


def _beside(pieces: Sequence[Piece], count: int) -> Matrix:
    blocks = [piece.matrix(count) for piece in pieces]
    result = np.empty((count, sum(block.shape[1] for block in blocks)), np.uint8)
    at = 0
    for block in blocks:
        result[:, at : at + block.shape[1]] = block
        at += block.shape[1]
    return result


def join(batch: Batch, parts: Iterable[tuple[Shape, Sequence[Piece]]]) -> bytes:
    """The rows of all shapes of a batch in the order of the packets, by a matrix of bytes."""
    blocks = [(shape.rows, _beside(literals(pieces), len(shape))) for shape, pieces in parts]
    if len(blocks) == 1:
        matrix = blocks[0][1]
    else:
        matrix = np.zeros((len(batch), max((block.shape[1] for _, block in blocks), default=0)), np.uint8)
        for rows, block in blocks:
            matrix[rows, : block.shape[1]] = block
    flat: Matrix = matrix.reshape(-1)
    text: bytes = flat[flat != 0].tobytes()
    return text
