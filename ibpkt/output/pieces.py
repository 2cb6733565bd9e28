"""Columns as text: the pieces of which rows are made (see `ibpkt.output.page`).

What a value looks like is said once, by its leaf (`Leaf.text`, `Leaf.display`).  Kinds that print by digits alone are
made for all rows at once here, and a test holds them equal to the leaf's own text; of every other column each distinct
value is printed once.  What is the same in every row is a literal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Bools, Ints, Octets, changes, objects, offsets, raw_list
from ibpkt.batch import Shape, Values, is_constant
from ibpkt.batch.fields import DATE, HeaderBytes, Occurrence, PacketLeaf
from ibpkt.output.digits import decimal_digits, decimal_sizes, dotted, hexadecimal_digits, paired
from ibpkt.output.page import Block, Hexed, Literal, PageLayout, Piece, Slices, joined, octets, only, total
from ibpkt.schema import BYTES, DEC, FLAG, HEX, IPV4, MAC, TIME, Leaf, ValueType

Finish = Callable[[str], str]

# -- numbers ----------------------------------------------------------------------------------------------------


def decimal(values: NDArray[Any], width: int = 0, fill: str = " ") -> Piece:
    """Integers in decimal.

    Args:
        values: shape (n,).
        width: the least number of characters.
        fill: what fills them up, " " or "0".
    """
    least, most = int(values.min()), int(values.max())
    if least == most:
        return Literal(str(least).rjust(width, fill))
    if least < 0:  # none of those that packets hold
        return texts([str(value).rjust(width, fill) for value in values.tolist()])
    sizes = decimal_sizes(values, least, most)
    widest = sizes if isinstance(sizes, int) else int(sizes.max())
    span = max(widest, width)
    digits = decimal_digits(values, span)
    if fill == " " and width and (not isinstance(sizes, int) or sizes < width):
        lacking = span - np.broadcast_to(sizes, len(values))
        digits[np.arange(span) < lacking[:, None]] = ord(" ")
    if isinstance(sizes, int) or widest <= width:
        return Block(digits)
    return _ends(digits, np.maximum(sizes, width))


def _ends(digits: Octets, sizes: Ints) -> Piece:
    """The last characters of each row of a matrix."""
    count, span = digits.shape
    data = np.ascontiguousarray(digits).reshape(-1)
    return Slices(data, np.arange(1, count + 1, dtype=np.int64) * span - sizes, sizes)


def hexadecimal(values: NDArray[Any], digits: int) -> list[Piece]:
    """Unsigned integers in hexadecimal with a fixed number of digits and ``0x`` before them."""
    return [Literal("0x"), Block(hexadecimal_digits(values, digits))]


def bare_hexadecimal(values: NDArray[Any], *, upper: bool = False) -> Piece:
    """Integers from 0 on in hexadecimal, without ``0x`` and without leading zeros; ``upper``: with capital letters."""
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
        width: the least number of characters before the dot.
    """
    minus = values < 0
    sign: list[Piece] = only(minus, [Literal("-")]) if minus.any() else []
    positive = np.abs(values).view(np.uint64)  # the least integer has no positive one of its type
    whole = positive // np.uint64(1_000_000_000)
    rest = (positive - whole * np.uint64(1_000_000_000)).astype(np.uint32)
    if digits < 9:
        rest //= np.uint32(10 ** (9 - digits))
    return [*sign, decimal(whole, width), Literal("."), Block(decimal_digits(rest, digits))]


def _dates(kind: ValueType, values: NDArray[np.int64]) -> list[Piece] | None:
    """Nanoseconds since the epoch as dates, the text of each second made once; None where the calendar has an end."""
    whole, rest = np.divmod(values, 1_000_000_000)
    known, index = runs(whole)
    zero = ".000000000 UTC"
    dates = [kind.text(second * 1_000_000_000) for second in known.tolist()]
    if not all(date.endswith(zero) for date in dates):
        return None
    moments = table([date.removesuffix(zero) for date in dates], index)
    return [moments, Literal("."), decimal(rest, 9, "0"), Literal(" UTC")]


def runs(values: NDArray[Any]) -> tuple[NDArray[Any], Ints]:
    """The values of a column without those that are as the one before, and for each row the index of its value."""
    new = changes(values)
    return values[new], np.cumsum(new) - 1


def _address4(values: NDArray[np.uint32]) -> Piece:
    matrix = dotted(values)
    there = matrix != 0
    sizes = np.count_nonzero(there, axis=1)
    return Slices(matrix[there], offsets(sizes), sizes)


# -- texts ------------------------------------------------------------------------------------------------------


def table(texts: Sequence[str], index: NDArray[Any]) -> Piece:
    """Texts out of a table.

    Args:
        texts: the table.
        index: for each row the index of its text, shape (n,).
    """
    if len(texts) == 1:
        return Literal(texts[0])
    encoded = [text.encode() for text in texts]
    sizes = np.array([len(text) for text in encoded], np.int64)
    data = octets(b"".join(encoded))
    starts = offsets(sizes)
    same = bool(len(sizes)) and bool((sizes == sizes[0]).all())
    return Slices(data, starts[index], int(sizes[0]) if same else sizes[index])


def texts(items: Sequence[str]) -> Piece:
    """Texts that were made one by one."""
    return table(items, np.arange(len(items))) if len(items) != 1 else Literal(items[0])


def sparse(items: Mapping[int, str], rows: Ints) -> list[Piece]:
    """Texts that few packets have.

    Args:
        items: by the packet's place in the batch.
        rows: the places of the packets of these rows, shape (n,).
    """
    if not items:
        return []
    index = np.zeros(int(max(rows.max(initial=0), max(items))) + 1, np.int64)
    index[list(items)] = np.arange(1, len(items) + 1)
    chosen = index[rows]
    return [table(["", *items.values()], chosen)] if chosen.any() else []


def padded(pieces: Sequence[Piece], width: int, count: int, *, left: bool = False) -> list[Piece]:
    """Pieces (of ASCII), filled up with spaces to a width; ``left``: the text stands at the left."""
    taken = total(pieces)
    spaces: Piece
    if isinstance(taken, int):
        spaces = Literal(" " * (width - taken))
    else:
        blank = np.full(width, ord(" "), np.uint8)
        spaces = Slices(blank, np.zeros(count, np.int64), np.maximum(width - taken, 0))
    return [*pieces, spaces] if left else [spaces, *pieces]


def strings(pieces: Sequence[Piece], count: int) -> list[str]:
    """The texts of pieces, one by one."""
    return [text.decode() for text in PageLayout().texts(count, [(np.arange(count), pieces)])]


# -- bytes ------------------------------------------------------------------------------------------------------


def hexed_spans(data: Octets, starts: Ints, ends: Ints, between: str = "") -> Piece:
    """Runs of bytes of a buffer in hexadecimal; nothing where a run has no bytes.

    Args:
        data: the buffer.
        starts: where they begin, shape (n,).
        ends: where they end, likewise.
        between: a character that stands between bytes, or none.
    """
    counts = np.maximum(ends - starts, 0)
    if (counts != counts[0]).any():
        return Hexed(data, starts, counts, between)
    return Hexed(data, starts, int(counts[0]), between) if counts[0] else Literal("")


def hexed_rows(block: Octets, between: str = "") -> Piece:
    """Rows of bytes, shape (n, size), in hexadecimal, with a character between them or none."""
    count, size = block.shape
    if (block == block[0]).all():
        data = block[0].tobytes()
        return Literal(data.hex(between) if between else data.hex())
    data = np.ascontiguousarray(block).reshape(-1)
    return Hexed(data, np.arange(count, dtype=np.int64) * size, size, between)


def _hexed_items(items: Sequence[bytes]) -> Piece:
    sizes = np.array([len(item) for item in items], np.int64)
    ends = np.cumsum(sizes)
    return hexed_spans(octets(b"".join(items)), ends - sizes, ends)


# -- columns ----------------------------------------------------------------------------------------------------


def plain(leaf: Leaf, found: Values, finish: Finish = str) -> list[Piece]:
    """A column as tshark's ``-T fields`` prints it; "" where a packet lacks the value.

    Args:
        leaf: what is declared about it.
        found: the column.
        finish: what to make of each text; only for kinds that are not `safe`.
    """
    return only(found.present, _column(leaf, found.values, leaf.digits, finish))


def display(leaf: Leaf, found: Values, finish: Finish = str) -> list[Piece]:
    """A column as a person reads it: names of enumerated values, units; "" where a packet lacks the value.

    Args:
        leaf: what is declared about it.
        found: the column.
        finish: what to make of each text that is not digits alone.
    """
    values, present = found
    if leaf.enum and leaf.count == 1:
        return chosen(leaf.names, found, finish)
    pieces = only(present, _column(leaf, values, (leaf.width + 3) // 4 or leaf.digits, finish))
    if not leaf.unit:
        return pieces
    unit = Literal(f" {leaf.unit}")
    return [*pieces, unit] if present is None else [*pieces, *only(np.greater(total(pieces), 0), [unit])]


def chosen(names: Mapping[int, str], found: Values, finish: Finish = str) -> list[Piece]:
    """The names of the values of a column, and what ``finish`` makes of them."""
    values, present = found
    if is_constant(values) and present is None:
        return [Literal(finish(names[int(values[0])]))]
    if values.dtype.itemsize <= 2:
        used = np.flatnonzero(np.bincount(values))
        index = np.zeros(int(used[-1]) + 1, np.int64)
        index[used] = np.arange(len(used))
        return only(present, [table([finish(names[raw]) for raw in used.tolist()], index[values])])
    return only(present, [distinct(values.tolist(), lambda items: [finish(names[raw]) for raw in items])])


def _column(leaf: Leaf, values: NDArray[Any], digits: int, finish: Finish = str) -> list[Piece]:
    """The texts of all rows, also of those that lack the value: there they are anything."""
    kind = leaf.kind
    if leaf.count > 1:
        return [_rows(leaf, values)]
    if is_constant(values) or (values.ndim == 2 and (values == values[0]).all()):
        return [Literal(finish(_printed(leaf, values[:1], digits)[0]))]
    if values.dtype != object:
        if kind is DEC or kind is FLAG:
            return [decimal(values)]
        if kind is HEX:
            return hexadecimal(values, digits)
        if kind is IPV4:
            return [_address4(values)]
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

    def printed(items: list[Any]) -> list[str]:
        return [finish(text) for text in _printed(leaf, objects(items), digits)]

    return [distinct(raw_list(values), printed)]


def _rows(leaf: Leaf, values: NDArray[Any]) -> Piece:
    """Columns of rows, shape (n, count) or (n, count, size), the texts of a packet's rows joined by commas."""
    if (values == values[0]).all():
        return Literal(leaf.text(row_tuples(leaf, values[:1])[0]))
    if leaf.wide:
        return distinct(row_tuples(leaf, values), lambda rows: map(leaf.text, rows))
    if leaf.kind is HEX:
        digits = hexadecimal_digits(values.reshape(-1), leaf.digits)
        text = np.full((len(digits), digits.shape[1] + 3), ord(","), np.uint8)
        text[:, :2] = octets(b"0x")
        text[:, 2:-1] = digits
        return Block(text.reshape(len(values), -1)[:, :-1])
    # as for addresses: a cell a value, filled up with zeros, and the bytes that are not zero are the text
    known, index = np.unique(values, return_inverse=True)
    cells = np.array([leaf.text(value).encode() + b"," for value in known.tolist()])
    text = cells[index].view(np.uint8).reshape(len(values), -1)
    there = text != 0
    sizes = np.count_nonzero(there, axis=1)
    return Slices(text[there], offsets(sizes), sizes - 1)


def distinct(items: Iterable[Any], printed: Callable[[list[Any]], Iterable[str]]) -> Piece:
    """Texts of values, each distinct one printed once.

    Args:
        items: the values, one a row.
        printed: gives the texts of some values.
    """
    known: dict[Any, int] = {}
    index = [known.setdefault(item, len(known)) for item in items]
    return table(list(printed(list(known))), np.array(index, np.int64))


def _printed(leaf: Leaf, values: NDArray[Any], digits: int) -> list[str]:
    printf = leaf.kind.printf(digits)
    items = leaf.kind.printable(values)
    return list(items) if printf == "%s" else ["" if item is None else printf % item for item in items]


def row_tuples(leaf: Leaf, values: NDArray[Any]) -> list[tuple[Any, ...]]:
    """A column of rows as tuples of raw values."""
    if leaf.wide:
        return [tuple(item.tobytes() for item in row) for row in values]
    return list(map(tuple, values.tolist()))


# -- occurrences ------------------------------------------------------------------------------------------------


def hexed_bytes(each: Occurrence, shape: Shape, between: str = "") -> tuple[Piece, Bools | None] | None:
    """A stretch of the packet in hexadecimal, as payloads, headers and the variable parts of headers are.

    Args:
        each: the field.
        shape: one in which it occurs.
        between: a character that stands between bytes, or none.

    Returns:
        The stretch, and which packets have it (None: all); None for every other field.
    """
    leaf = each.leaf
    if isinstance(leaf, PacketLeaf | HeaderBytes):
        bounds = each.span(shape)
        if bounds is None:
            return None
        there = np.less(*bounds)
        return (hexed_spans(shape.frames.data, *bounds, between), there) if there.any() else None
    if leaf is not leaf.header.tail_leaf:
        return None
    span = each.span(shape)
    return None if span is None else (hexed_spans(shape.frames.data, *span, between), None)


def text(shape: Shape, each: Occurrence, finish: Finish = str) -> list[Piece] | None:
    """A field in tshark's form, "" where a packet lacks it; None where no packet can have it.

    Args:
        shape: the packets.
        each: where it stands.
        finish: as in `plain`.
    """
    stretch = hexed_bytes(each, shape)
    if stretch is not None:
        return [stretch[0]]
    found = each.values(shape)
    return None if found is None else plain(each.leaf, found, finish)


def occurrences(shape: Shape, places: Iterable[Occurrence], aggregator: str = ",") -> Iterator[Piece]:
    """A field in tshark's form, several values of it joined by the aggregator."""
    parts = [pieces for each in places if (pieces := text(shape, each)) is not None]
    if len(parts) == 1:
        yield from parts[0]
    else:
        yield from joined(((filled(pieces, len(shape)), pieces) for pieces in parts), aggregator)


def filled(pieces: Sequence[Piece], count: int) -> Bools | None:
    """Which of ``count`` rows have a text that is not empty; None for all."""
    size = total(pieces)
    if isinstance(size, int):
        return None if size else np.zeros(count, np.bool_)
    return size > 0
