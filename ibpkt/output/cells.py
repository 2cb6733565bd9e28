"""Columns as printable values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from ibpkt.batch import Batch
from ibpkt.fields import Occurrence
from ibpkt.schema import Leaf
from ibpkt.schema.kinds import raw_list
from ibpkt.shape import Shape, Values

class Cell(NamedTuple):
    """A piece of a template and the lists that fill it.

    Attributes:
        template: %-conversions and literal text.
        columns: one list a conversion, a value a row.
    """

    template: str
    columns: tuple[Sequence[Any], ...]


def literal(text: str) -> str:
    """Text as it must stand in a template."""
    return text.replace("%", "%%")


def fill(cells: Iterable[Cell], count: int) -> list[str]:
    """The texts of ``count`` rows: the templates of the cells one behind the other, filled row by row."""
    cells = list(cells)
    template = "".join(cell.template for cell in cells)
    columns = [column for cell in cells for column in cell.columns]
    if not columns:
        return [template % ()] * count
    return [template % row for row in zip(*columns, strict=True)]


def fill_lines(cells: Iterable[Cell], count: int) -> str:
    """As `fill`, joined: one conversion of many rows at once is faster than many conversions of one row."""
    cells = list(cells)
    template = "".join(cell.template for cell in cells)
    columns = [column for cell in cells for column in cell.columns]
    flat = tuple(chain.from_iterable(zip(*columns, strict=True)))  # no columns, no values: still right
    return (template * count) % flat


def raw_texts(leaf: Leaf, found: Values) -> list[str]:
    """A column as tshark's ``-T fields`` prints it; "" where a packet lacks the value."""
    values, present = found
    if leaf.count > 1:
        texts = [leaf.text(row) for row in row_tuples(leaf, found)]
    else:
        printf = leaf.kind.printf(leaf.digits)
        items = leaf.kind.printable(values)
        texts = list(items) if printf == "%s" else [printf % item for item in items]
    if present is not None:
        texts = [text if there else "" for text, there in zip(texts, present.tolist(), strict=True)]
    return texts


def row_tuples(leaf: Leaf, found: Values) -> list[tuple[Any, ...]]:
    """A column of rows as tuples of raw values."""
    values = found.values
    if leaf.wide:
        return [tuple(item.tobytes() for item in row) for row in values]
    return list(map(tuple, values.tolist()))


def plain(leaf: Leaf, found: Values) -> Cell:
    """A column in tshark's form, numbers left to the template where every packet has the value."""
    if found.present is None and leaf.count == 1:
        return Cell(leaf.kind.printf(leaf.digits), (leaf.kind.printable(found.values),))
    return Cell("%s", (raw_texts(leaf, found),))


def display(leaf: Leaf, found: Values) -> Cell:
    """A column as a person reads it: names of enumerated values, units; "" where a packet lacks the value."""
    values, present = found
    unit = literal(f" {leaf.unit}") if leaf.unit else ""
    if leaf.count > 1:
        cell = Cell("%s", ([leaf.display(row) for row in row_tuples(leaf, found)],))
    elif leaf.enum:
        cell = Cell("%s", (list(map(leaf.names.__getitem__, raw_list(values))),))
    else:
        cell = Cell(leaf.kind.printf((leaf.width + 3) // 4 or leaf.digits) + unit, (leaf.kind.printable(values),))
    if present is None:
        return cell
    texts = [text if there else "" for text, there in zip(fill((cell,), len(present)), present.tolist(), strict=True)]
    return Cell("%s", (texts,))


def texts(shape: Shape, occurrences: Sequence[Occurrence], aggregator: str = ",") -> Cell:
    """A field in tshark's form, several values of it joined by the aggregator."""
    found = [(occurrence.leaf, values) for occurrence in occurrences if (values := occurrence.values(shape)) is not None]
    if not found:
        return Cell("", ())
    if len(found) == 1:
        return plain(*found[0])
    columns = [raw_texts(leaf, values) for leaf, values in found]
    return Cell("%s", ([aggregator.join(filter(None, row)) for row in zip(*columns, strict=True)],))


def in_order(batch: Batch, pieces: Iterable[tuple[Shape, list[str]]]) -> list[str]:
    """Texts of the shapes of a batch, in the order of the packets."""
    parts = list(pieces)
    if len(parts) == 1:
        return parts[0][1]
    ordered = np.empty(len(batch), object)
    for shape, lines in parts:
        ordered[shape.rows] = lines
    return ordered.tolist()  # type: ignore[no-any-return]
