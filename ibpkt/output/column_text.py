"""Columns as text: the pieces that rows are made of (see `ibpkt.output.text_layout`).

The leaf defines what a value looks like (`Leaf.text`, `Leaf.display`).  Value types that print as digits are formatted
here for all rows at once, and a test holds the result equal to the leaf's own text; in any other column each distinct
value is formatted once.  What is the same in every row is a literal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Bools, Ints, Octets, numbered_if_few, offsets, raw_list
from ibpkt.batch import Shape, TabulatedValues, Values, is_constant
from ibpkt.batch.fields import DATE, HeaderBytes, Occurrence, PacketLeaf
from ibpkt.output.number_text import decimal_sizes, dotted, hexadecimal_digits, paired
from ibpkt.output.text_layout import (
    Block,
    Decimal,
    FieldText,
    Hexed,
    Literal,
    PageLayout,
    Piece,
    Slices,
    joined,
    octets,
    only,
    total,
)
from ibpkt.schema import BYTES, DEC, FLAG, HEX, IPV4, MAC, TIME, Leaf, ValueType

#: applied to each text, as an escape for JSON or XML
Escape = Callable[[str], str]

# -- numbers ----------------------------------------------------------------------------------------------------


def decimal(values: NDArray[Any], width: int = 0, fill: str = " ") -> Piece:
    """Integers in decimal.

    Args:
        values: shape (n,).
        width: the minimum number of characters.
        fill: the padding, " " or "0".
    """
    least, most = int(values.min()), int(values.max())
    if least == most:
        return Literal(str(least).rjust(width, fill))
    if least < 0:  # no field of a packet is negative
        return texts([str(value).rjust(width, fill) for value in values.tolist()])
    return Decimal(values, decimal_sizes(values, least, most), width, zeros=fill == "0")


def _ends(digits: Octets, sizes: Ints) -> Piece:
    """The last characters of each row of a matrix."""
    count, span = digits.shape
    data = np.ascontiguousarray(digits).reshape(-1)
    return Slices(data, np.arange(1, count + 1, dtype=np.int64) * span - sizes, sizes)


def hexadecimal(values: NDArray[Any], digits: int) -> list[Piece]:
    """Unsigned integers in hexadecimal with a fixed number of digits and ``0x`` before them."""
    return [Literal("0x"), Block(hexadecimal_digits(values, digits))]


def bare_hexadecimal(values: NDArray[Any], *, upper: bool = False) -> Piece:
    """Non-negative integers in hexadecimal without ``0x`` or leading zeros; ``upper`` for capital letters."""
    least, most = int(values.min()), int(values.max())
    if least == most:
        return Literal(f"{least:X}" if upper else f"{least:x}")
    span = len(f"{most:x}")
    digits = hexadecimal_digits(values, span)
    if upper:
        digits = np.where(digits >= ord("a"), digits - np.uint8(ord("a") - ord("A")), digits)
    sizes = np.ones(len(values), np.int64)
    for shorter in range(1, span):
        sizes += values >= 16**shorter
    return _ends(digits, sizes)


def seconds(values: NDArray[np.int64], digits: int = 9, width: int = 0) -> list[Piece]:
    """Nanoseconds as seconds.

    Args:
        values: shape (n,).
        digits: decimals, at most nine.
        width: the minimum number of characters before the dot.
    """
    negative = values < 0
    sign: list[Piece] = only(negative, [Literal("-")]) if negative.any() else []
    positive = np.abs(values).view(np.uint64)  # the smallest int64 has no positive counterpart
    whole = positive // np.uint64(1_000_000_000)
    rest = (positive - whole * np.uint64(1_000_000_000)).astype(np.uint32)
    if digits < 9:
        rest //= np.uint32(10 ** (9 - digits))
    return [*sign, decimal(whole, width), Literal("."), Decimal(rest, digits, zeros=True)]


def _dates(kind: ValueType, values: NDArray[np.int64]) -> list[Piece] | None:
    """Nanoseconds since the epoch as dates, each second formatted once; None for times beyond the calendar."""
    whole, rest = np.divmod(values, 1_000_000_000)
    known, index = runs(whole)
    zero = ".000000000 UTC"
    dates = [kind.text(second * 1_000_000_000) for second in known.tolist()]
    if not all(date.endswith(zero) for date in dates):
        return None
    moments = table([date.removesuffix(zero) for date in dates], index)
    return [moments, Literal("."), decimal(rest, 9, "0"), Literal(" UTC")]


def runs(values: NDArray[Any]) -> tuple[NDArray[Any], Ints]:
    """The values of a column without consecutive repeats, and for each row the index of its value."""
    new = np.append(True, values[1:] != values[:-1])
    return values[new], np.cumsum(new) - 1


def _unpadded(cells: Octets, cut: int = 0) -> Piece:
    """The bytes of each row of a matrix that are not zero, without the last ``cut`` of them."""
    used = cells != 0
    sizes = np.count_nonzero(used, axis=1)
    return Slices(cells[used], offsets(sizes), sizes - cut)


# -- texts ------------------------------------------------------------------------------------------------------


def table(texts: Sequence[str], index: NDArray[Any]) -> Piece:
    """Texts from a table.

    Args:
        texts: the table.
        index: the index of each row's text, shape (n,).
    """
    if len(texts) == 1:
        return Literal(texts[0])
    encoded = [text.encode() for text in texts]
    sizes = np.array([len(text) for text in encoded], np.int64)
    data = octets(b"".join(encoded))
    starts = offsets(sizes)
    uniform = bool(len(sizes)) and bool((sizes == sizes[0]).all())
    return Slices(data, starts[index], int(sizes[0]) if uniform else sizes[index])


def texts(items: Sequence[str]) -> Piece:
    """Texts that were formatted one by one."""
    return table(items, np.arange(len(items)))


def sparse(items: Mapping[int, str], rows: Ints) -> list[Piece]:
    """Texts that few packets have.

    Args:
        items: the texts by row of the batch.
        rows: the rows of the batch to lay out, shape (n,).
    """
    if not items:
        return []
    index = np.zeros(int(max(rows.max(initial=0), max(items))) + 1, np.int64)
    index[list(items)] = np.arange(1, len(items) + 1)
    chosen = index[rows]
    return [table(["", *items.values()], chosen)] if chosen.any() else []


def padded(pieces: Sequence[Piece], width: int, count: int, *, left: bool = False) -> list[Piece]:
    """Pieces (of ASCII) padded with spaces to a width, right-aligned unless ``left``."""
    size = total(pieces)
    spaces: Piece
    if isinstance(size, int):
        spaces = Literal(" " * (width - size))
    else:
        blank = np.full(width, ord(" "), np.uint8)
        spaces = Slices(blank, np.zeros(count, np.int64), np.maximum(width - size, 0))
    return [*pieces, spaces] if left else [spaces, *pieces]


def strings(pieces: Sequence[Piece], count: int) -> list[str]:
    """The texts of pieces as a list, a row each."""
    return [text.decode() for text in PageLayout().texts(count, [(np.arange(count), pieces)])]


# -- bytes ------------------------------------------------------------------------------------------------------


def hexed_spans(data: Octets, starts: Ints, ends: Ints, separator: str = "") -> Piece:
    """Spans of a buffer in hexadecimal; empty text for an empty span.

    Args:
        data: the buffer.
        starts: the offset at which each span begins, shape (n,).
        ends: the offset after its last byte, shape (n,).
        separator: a character between bytes, or none.
    """
    counts = np.maximum(ends - starts, 0)
    if (counts != counts[0]).any():
        return Hexed(data, starts, counts, separator)
    return Hexed(data, starts, int(counts[0]), separator) if counts[0] else Literal("")


def hexed_rows(block: Octets, separator: str = "") -> Piece:
    """Rows of bytes, shape (n, size), in hexadecimal, with a character between bytes or none."""
    count, size = block.shape
    if (block == block[0]).all():
        data = block[0].tobytes()
        return Literal(data.hex(separator) if separator else data.hex())
    data = np.ascontiguousarray(block).reshape(-1)
    return Hexed(data, np.arange(count, dtype=np.int64) * size, size, separator)


def _hexed_items(items: Sequence[bytes]) -> Piece:
    sizes = np.array([len(item) for item in items], np.int64)
    ends = np.cumsum(sizes)
    return hexed_spans(octets(b"".join(items)), ends - sizes, ends)


# -- columns ----------------------------------------------------------------------------------------------------


def plain(
    leaf: Leaf, column: Values, escape: Escape = str, separator: str = ",", item: int | None = None
) -> list[Piece]:
    """A column as tshark's ``-T fields`` prints it; "" where a packet lacks the value.

    Args:
        leaf: its declaration.
        column: the column.
        escape: applied to each text; only for value types that are not `safe`.
        separator: between the values of an array.
        item: which value of an array to print; None for all of them.
    """
    if leaf.count > 1 and item is not None:
        return only(column.present, _single(leaf, column.values[:, item], leaf.digits, escape))
    return only(column.present, _column(leaf, column, leaf.digits, escape, separator))


def display(leaf: Leaf, column: Values, escape: Escape = str) -> list[Piece]:
    """A column as a person reads it: names of enumerated values, units; "" where a packet lacks the value.

    Args:
        leaf: its declaration.
        column: the column.
        escape: applied to each text that is not digits alone.
    """
    present = column.present
    if leaf.enum and leaf.count == 1:
        return enumerated(leaf.names, column, escape)
    pieces = only(present, _column(leaf, column, (leaf.width + 3) // 4 or leaf.digits, escape))
    if not leaf.unit:
        return pieces
    unit = Literal(f" {leaf.unit}")
    return [*pieces, unit] if present is None else [*pieces, *only(np.greater(total(pieces), 0), [unit])]


def enumerated(names: Mapping[int, str], column: Values, escape: Escape = str) -> list[Piece]:
    """The names of the values of a column, escaped."""
    values, present = column
    if is_constant(values) and present is None:
        return [Literal(escape(names[int(values[0])]))]
    if values.dtype.itemsize <= 2:
        used = np.flatnonzero(np.bincount(values))
        index = np.zeros(int(used[-1]) + 1, np.int64)
        index[used] = np.arange(len(used))
        return only(present, [table([escape(names[raw]) for raw in used.tolist()], index[values])])
    return only(present, [distinct(values.tolist(), lambda items: [escape(names[raw]) for raw in items])])


def _column(leaf: Leaf, column: Values, digits: int, escape: Escape = str, separator: str = ",") -> list[Piece]:
    """The texts of all rows; a row that lacks the value gets any text."""
    if isinstance(column, TabulatedValues) and leaf.kind is not BYTES:
        return [table([escape(text) for text in _printed(leaf, column.different, digits)], column.which)]
    values = column.values
    return [_rows(leaf, values, separator)] if leaf.count > 1 else _single(leaf, values, digits, escape)


def _single(leaf: Leaf, values: NDArray[Any], digits: int, escape: Escape) -> list[Piece]:
    """The texts of a column that has one value in each row."""
    kind = leaf.kind
    if is_constant(values) or (values.ndim == 2 and (values == values[0]).all()):
        return [Literal(escape(_printed(leaf, values[:1], digits)[0]))]
    if values.dtype != object:
        if kind is DEC or kind is FLAG:
            return [decimal(values)]
        if kind is HEX:
            return hexadecimal(values, digits)
        if kind is IPV4:
            few = numbered_if_few(values.astype(np.int64))
            if few is not None:
                return [table([kind.text(value) for value in few[0].tolist()], few[1])]
            return [_unpadded(dotted(values))]
        if kind is TIME:
            return seconds(values)
        if kind is DATE and (dates := _dates(kind, values)) is not None:
            return dates
        if kind is MAC:
            return [Block(paired(values, ":"))]
        if kind is BYTES:
            return [hexed_rows(values)]
    elif kind is BYTES:
        return [_hexed_items([item or b"" for item in values.tolist()])]

    def escaped(items: list[Any]) -> list[str]:
        column = np.empty(len(items), object)
        column[:] = items
        return [escape(text) for text in _printed(leaf, column, digits)]

    return [distinct(raw_list(values), escaped)]


def _rows(leaf: Leaf, values: NDArray[Any], separator: str) -> Piece:
    """Columns of rows, shape (n, count) or (n, count, size): the texts of a packet's rows with a separator between."""

    def text(row: tuple[Any, ...]) -> str:
        return separator.join(map(leaf.text, row))

    if (values == values[0]).all():
        return Literal(text(row_tuples(leaf, values[:1])[0]))
    if leaf.wide:
        return distinct(row_tuples(leaf, values), lambda rows: map(text, rows))
    between = separator.encode()
    if leaf.kind is HEX:
        digits = hexadecimal_digits(values.reshape(-1), leaf.digits)
        cells = np.empty((len(digits), 2 + digits.shape[1] + len(between)), np.uint8)
        cells[:, :2] = octets(b"0x")
        cells[:, 2 : 2 + digits.shape[1]] = digits
        cells[:, 2 + digits.shape[1] :] = octets(between)
        block = cells.reshape(len(values), -1)
        return Block(block[:, : block.shape[1] - len(between)])
    # as for addresses: each value is a cell padded with zeros, and the bytes that are not zero are the text
    known, index = np.unique(values, return_inverse=True)
    padded_cells = np.array([leaf.text(value).encode() + between for value in known.tolist()])
    return _unpadded(padded_cells[index].view(np.uint8).reshape(len(values), -1), cut=len(between))


def distinct(items: Iterable[Any], format_all: Callable[[list[Any]], Iterable[str]]) -> Piece:
    """Texts of values, each distinct value formatted once.

    Args:
        items: the values, one a row.
        format_all: gives the texts of some values.
    """
    known: dict[Any, int] = {}
    index = [known.setdefault(item, len(known)) for item in items]
    return table(list(format_all(list(known))), np.array(index, np.int64))


def _printed(leaf: Leaf, values: NDArray[Any], digits: int) -> list[str]:
    printf = leaf.kind.printf(digits)
    items = leaf.kind.printable(values)
    return list(items) if printf == "%s" else ["" if item is None else printf % item for item in items]


def row_tuples(leaf: Leaf, values: NDArray[Any]) -> list[tuple[Any, ...]]:
    """A column of rows as tuples of raw values."""
    if leaf.wide:
        return [tuple(item.tobytes() for item in row) for row in values]
    return list(map(tuple, values.tolist()))


# -- fields -----------------------------------------------------------------------------------------------------


def hexed_bytes(shape: Shape, occurrence: Occurrence, separator: str = "") -> tuple[Piece, Bools | None] | None:
    """A field that is a span of the packet in hexadecimal: payloads, headers and the variable parts of headers.

    Args:
        shape: the packets.
        occurrence: the field.
        separator: a character between bytes, or none.

    Returns:
        The text, and which packets have it (None: all); None for every other field.
    """
    leaf = occurrence.leaf
    if isinstance(leaf, PacketLeaf | HeaderBytes):
        bounds = occurrence.span(shape)
        if bounds is None:
            return None
        present = np.less(*bounds)
        return (hexed_spans(shape.frames.data, *bounds, separator), present) if present.any() else None
    if leaf is not leaf.header.tail_leaf or leaf.kind is not BYTES:
        return None
    span = occurrence.span(shape)
    return None if span is None else (hexed_spans(shape.frames.data, *span, separator), None)


def field_text(
    shape: Shape,
    occurrence: Occurrence,
    format_column: Callable[[Leaf, Values], list[Piece]],
    *,
    quote: str = "",
    separator: str = "",
    skip_empty: bool = False,
    skip_absent: bool = True,
) -> FieldText | None:
    """A field of a shape: the bytes that it spans in hexadecimal, or its column as a renderer formats it.

    Args:
        shape: the packets.
        occurrence: the field.
        format_column: formats a column of values.
        quote: put around hexadecimal bytes.
        separator: a character between them, or none.
        skip_empty: packets whose span is empty lack the field.
        skip_absent: give None, too, if packets could have the field but none does.

    Returns:
        The text, and which packets have it (None: all); None if no packet can have it.
    """
    span = hexed_bytes(shape, occurrence, separator)
    if span is not None:
        present = nonempty(span[:1], len(shape)) if skip_empty else span[1]
        return [Literal(quote), span[0], Literal(quote)], present
    column = occurrence.values(shape)
    if column is None or (skip_absent and column.present is not None and not column.present.any()):
        return None
    return format_column(occurrence.leaf, column), column.present


def plain_text(
    shape: Shape, occurrence: Occurrence, escape: Escape = str, separator: str = ",", item: int | None = None
) -> list[Piece] | None:
    """A field in tshark's form, "" where a packet lacks it; None if no packet has it.

    Args:
        shape: the packets.
        occurrence: the field.
        escape: as in `plain`.
        separator: as in `plain`.
        item: as in `plain`.
    """
    text = field_text(shape, occurrence, lambda leaf, column: plain(leaf, column, escape, separator, item))
    return None if text is None else text[0]


def plain_texts(shape: Shape, occurrences: Iterable[Occurrence], separator: str = ",") -> Iterator[Piece]:
    """All values of a field in tshark's form, with a separator between them."""
    texts = (plain_text(shape, occurrence, separator=separator) for occurrence in occurrences)
    parts = [pieces for pieces in texts if pieces is not None]
    if len(parts) == 1:
        yield from parts[0]
    else:
        yield from joined(((nonempty(pieces, len(shape)), pieces) for pieces in parts), separator)


def plain_text_of_one(shape: Shape, occurrences: Sequence[Occurrence], *, last: bool) -> Iterator[Piece]:
    """The first or the last value that each packet has of a field, in tshark's form."""
    missing: Bools | None = None  # the packets that have none of the occurrences so far; None for all
    for occurrence in reversed(occurrences) if last else occurrences:
        pieces = plain_text(shape, occurrence, item=-1 if last else 0)
        if pieces is None:
            continue
        there = nonempty(pieces, len(shape))
        if there is None:
            yield from only(missing, pieces)
            return
        yield from only(there if missing is None else there & missing, pieces)
        missing = ~there if missing is None else missing & ~there


def nonempty(pieces: Sequence[Piece], count: int) -> Bools | None:
    """Which of ``count`` rows have a text that is not empty; None for all."""
    size = total(pieces)
    if isinstance(size, int):
        return None if size else np.zeros(count, np.bool_)
    return size > 0
