"""Shapes: packets with the same chain of headers, and their columns.

In a shape every header lies at a fixed distance from the start of its packet, except after a header of variable size:
then each row has a shift of its own, and no new shape is needed.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from ibpkt.arrays import (
    Array,
    Bools,
    Ints,
    Octets,
    byte_strings,
    distinct,
    first_rows,
    new_places,
    numbered,
    objects,
    raw_list,
    repeated,
)
from ibpkt.batch.frames import bytes_in, number_in, smallest_type
from ibpkt.batch.header_blocks import MANY, MAX_HEADER, BlockBytes, Common, HeaderBlock, can_be_common, layout
from ibpkt.batch.verify import Checks, verify_many
from ibpkt.conveniences import extensible
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import Chain
from ibpkt.schema import Derived, Header, Leaf
from ibpkt.schema.value_types import Memo

if TYPE_CHECKING:
    from ibpkt.batch.crc_chains import CRCChains
    from ibpkt.batch.frames import Frames
    from ibpkt.bound_methods import ShapeMethods
else:
    ShapeMethods = object


def is_constant(values: Array) -> bool:
    """Whether a column is known to hold the same value in every row (see `Shape.column`)."""
    return values.ndim == 1 and len(values) > 0 and (values.strides[0] == 0 or len(values) == 1)


def _compact(values: Array) -> Array:
    """A column of equal values as one value broadcast to all rows, so that it is printed and derived from once."""
    if (
        values.ndim == 1
        and len(values) > 1
        and values.strides[0]
        and values[0] == values[-1]
        and (values == values[0]).all()
    ):
        return repeated(values, len(values))
    return values


class Place(NamedTuple):
    """Where a header starts: a distance from the start of the packet, and a shift for each row, or None."""

    distance: int
    shift: Ints | None


class Closing(NamedTuple):
    """Where a CRC lies, as indexes in the batch's data, and its status: GOOD where its bytes can be verified."""

    at: Ints
    status: Octets


class Values(NamedTuple):
    """A column of one shape.

    Attributes:
        values: raw values, shape (n,); (n, size) bytes for wide fields; (n, count) or (n, count, size) for rows;
            an array of objects for derived values and variable parts.
        present: which rows have the value at all; None if all have.
    """

    values: Array
    present: Bools | None


class TabulatedValues(Values):
    """A column of objects that is made of few different ones.

    Attributes:
        different: the objects, some of them equal perhaps, shape (m,).
        which: the place among them of what each row has, shape (n,).
    """

    different: Array
    which: Ints

    @classmethod
    def of(cls, different: Array, which: Ints, present: Bools | None) -> Self:
        """A column, by the objects, which of them each row has, and which rows have a value (None: all)."""
        column = cls(different[which], present)
        column.different, column.which = different, which
        return column


#: bits that tell which inputs of a derived value a row has
_KEY_BITS = 63


def _combinations(columns: Sequence[Values]) -> tuple[Ints, Ints] | None:
    """The rows of some columns that are equal in all of them.

    Returns:
        A row of each combination, and the combination of each row; None where there is no quick way to tell.
    """
    if len(columns[0].values) < MANY:
        return None
    keys, bits = np.zeros(len(columns[0].values), np.int64), 0
    for column in columns:
        values, present = column.which if isinstance(column, TabulatedValues) else column.values, column.present
        if values.ndim > 1 or values.dtype.kind not in "uib":
            return None
        if present is None and is_constant(values):
            continue
        least, most = int(values.min()), int(values.max())
        width = (most + 1).bit_length()
        bits += width
        if least < 0 or bits > _KEY_BITS:
            return None
        keys <<= width
        numbers = values.astype(np.int64)
        keys |= numbers if present is None else np.where(present, numbers + 1, 0)
    different, index = numbered(keys)
    return first_rows(index, len(different)), index


@extensible
class Shape(ShapeMethods):
    """The packets of a batch that have the same chain of headers.

    Attributes:
        frames: the packets in their buffer.
        headers: the chain, outermost first.
        places: where each of them starts.
        rows: the packets' places in the batch, ascending, shape (n,).
        stop: ``(reason, header wanted)`` as in `ibpkt.packet.packet.Stop`, or None.
        payload: start and end of the payload as indexes in the batch's data, each of shape (n,).
        pad_end: the end of the pad bytes, likewise.
        closing: the CRCs that close these packets.
        trailer: start and end of the bytes after the packet, likewise.
        annotations: the place of the first annotation header in the chain; the length of the chain where there is none.
        chains: what verifies a CRC of the whole batch, and the number of this shape in it; others are by themselves.
        annotations_end: where the headers of the annotations end, like the places above; None where there are none.
    """

    frames: Frames
    headers: Chain
    places: list[Place]
    rows: Ints
    stop: tuple[str, str] | None
    payload: tuple[Ints, Ints]
    pad_end: Ints
    trailer: tuple[Ints, Ints]

    def __init__(self, frames: Frames, headers: Chain, places: list[Place], rows: Ints) -> None:
        self.frames = frames
        self.headers = headers
        self.places = places
        self.rows = rows
        self.stop = None
        self.annotations: int = len(headers)
        self.annotations_end: Ints | None = None
        self.closing: dict[Header, Closing] = {}
        self.chains: dict[Header, tuple[CRCChains, int]] = {}
        self._checks: dict[Header, Checks | None] = {}
        self._columns: dict[tuple[int, str], Values] = {}
        self._layout: list[tuple[HeaderBlock, int]] = []
        self._blocks: dict[int, BlockBytes] = {}

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<Shape {'/'.join(header.name for header in self.headers)}, {len(self.rows)} packets>"

    def index(self, header: Header) -> int | None:
        """The place of the innermost such header in the chain, or None."""
        for index in range(len(self.headers) - 1, -1, -1):
            if self.headers[index] is header:
                return index
        return None

    def position(self, index: int) -> Ints:
        """Where a header starts, as indexes in the batch's data, shape (n,)."""
        place = self.places[index]
        starts = self.frames.start[self.rows] + place.distance
        return starts if place.shift is None else starts + place.shift[self.rows]

    def block(self, index: int) -> tuple[BlockBytes, int]:
        """The bytes of a header without its variable part, and of those beside it, fetched once for all their fields.

        Returns:
            The bytes, and where the header begins in each row of them.
        """
        if len(self._layout) != len(self.headers):
            self._layout = layout(self.headers, self.places)
        block, offset = self._layout[index]
        known = self._blocks.get(block.first)
        if known is None:
            known = self._blocks[block.first] = BlockBytes(self.frames.data, self.position(block.first), block)
        return known, offset

    def common(self, index: int, leaf: Leaf) -> Common:
        """Which bits of a number any packet has set, and which all have; that is faster than to look at each.

        Args:
            index: the place of its header in the chain.
            leaf: one of which `can_be_common` is true; of bytes the big-endian number.
        """
        block, offset = self.block(index)
        return block.common(offset * 8 + leaf.bit, leaf.width)

    def end(self, index: int) -> Ints:
        """Where a header ends, with its variable part, as indexes in the batch's data, shape (n,)."""
        if index + 1 == self.annotations:
            return self.payload[0]
        if index + 1 < len(self.headers):
            return self.position(index + 1)
        assert self.annotations_end is not None  # the chain goes on with annotation headers
        return self.annotations_end

    def ends_at_once(self, index: int) -> bool:
        """Whether a header has no variable part, and another follows it, in every packet."""
        return index + 1 < len(self.headers) and self.side_by_side(index, index + 1)

    def side_by_side(self, first: int, second: int) -> bool:
        """Whether one header directly follows the other in every packet."""
        before, after = self.places[first], self.places[second]
        return before.shift is after.shift and before.distance + self.headers[first].size == after.distance

    def closing_at(self, which: Header) -> Ints:
        """Where a CRC lies; 0, which can be read, where it is not in the capture."""
        closing = self.closing[which]
        return np.where(closing.status == STATUSES.index(Status.GOOD), closing.at, 0)

    def checks(self, which: Header) -> Checks | None:
        """The verdicts on one CRC of these packets; None if they do not have it."""
        if which not in self._checks:
            chains = self.chains.get(which)
            self._checks[which] = verify_many(self, which) if chains is None else chains[0].checks(chains[1])
        return self._checks[which]

    def statuses(self, which: Header) -> Octets | None:
        """The statuses of these verdicts alone (see `Checks`), which takes less; None if they do not have it."""
        chains = self.chains.get(which)
        if which not in self._checks and chains is not None:
            return chains[0].statuses(chains[1])
        checks = self.checks(which)
        return None if checks is None else checks.status

    def with_frames(self, frames: Frames) -> Shape:
        """The same packets in another buffer, with the columns that have been read."""
        shape = copy.copy(self)
        shape.frames, shape._columns, shape._checks = frames, dict(self._columns), dict(self._checks)
        shape._blocks, shape.chains = dict(self._blocks), {}
        return shape

    def forget(self) -> None:
        """Drop cached columns, after the bytes of packets have changed but not their headers and lengths."""
        self._columns.clear()
        self._blocks.clear()
        self._checks.clear()
        self.chains = {}

    def column(self, index: int, leaf: Leaf) -> Values:
        """The column of a leaf of the header at that place in the chain."""
        key = (index, leaf.name)
        values = self._columns.get(key)
        if values is None:
            values = self._columns[key] = self._load(index, leaf)
        return values

    def _load(self, index: int, leaf: Leaf) -> Values:
        present = None
        if leaf.when is not None:
            condition = self.column(index, leaf.header.leaf(leaf.when[0]))
            present = condition.values == leaf.when[1]
            if condition.present is not None:
                present = present & condition.present
            if present.all():
                present = None
        if isinstance(leaf, Derived):
            return self._derive(index, leaf)
        if leaf is leaf.header.tail_leaf:
            return Values(self._tail(index, leaf.header), present)
        if leaf.count > 1:
            items = [self._read(index, leaf.bit + row * leaf.stride, leaf) for row in range(leaf.count)]
            return Values(np.stack(items, axis=1), present)
        constant = self._constant(index, leaf)
        return Values(_compact(self._read(index, leaf.bit, leaf)) if constant is None else constant, present)

    def _constant(self, index: int, leaf: Leaf) -> Array | None:
        """The column of a number that is the same in all packets, read but once; None where it is not known to be."""
        if len(self.rows) < MANY or leaf.wide or not can_be_common(leaf):
            return None
        block, offset = self.block(index)
        if not block.may_be_constant(offset * 8 + leaf.bit, leaf.width):
            return None
        common = block.common(offset * 8 + leaf.bit, leaf.width)
        return repeated(np.array(common.some, smallest_type(leaf.width)), len(self.rows)) if common.constant else None

    def _read(self, index: int, bit: int, leaf: Leaf) -> Array:
        whole = self.headers[index].size <= MAX_HEADER
        if leaf.wide:
            first, size = bit // 8, leaf.width // 8
            if whole:
                block, offset = self.block(index)
                return bytes_in(block.rows, offset + first, size)
            return self.frames.block(self.position(index) + first, size)
        little = getattr(leaf, "little", False)
        if whole and not little:
            block, offset = self.block(index)
            return number_in(block.rows, offset * 8 + bit, leaf.width)
        return self.frames.number(self.position(index), bit, leaf.width, little=little)

    def _tail(self, index: int, header: Header) -> Array:
        starts, ends = self.position(index) + header.size, self.end(index)
        return objects(byte_strings(self.frames.data, starts, ends))

    def _derive(self, index: int, leaf: Derived) -> Values:
        columns: list[Values] = []
        leaves: list[Leaf] = []
        for name in leaf.inputs:
            key, _, inner = name.rpartition(".")
            place: int | None = index
            if key:
                place = next((i for i in range(index - 1, -1, -1) if self.headers[i].key == key), None)
            if place is None:
                return Values(np.full(len(self.rows), None), np.zeros(len(self.rows), np.bool_))
            leaves.append(self.headers[place].leaf(inner))
            columns.append(self.column(place, leaves[-1]))
        if all(column.present is None and is_constant(column.values) for column in columns):
            value = _computed(leaf, leaves, columns, np.zeros(1, np.int64))
            lacks = np.zeros(len(self.rows), np.bool_) if value[0] is None else None
            return Values(np.broadcast_to(value, len(self.rows)), lacks)
        combinations = _combinations(columns)
        if combinations is None:
            found = _computed(leaf, leaves, columns, None)
            lacking = found == None  # noqa: E711  # element by element
            return Values(found, ~lacking if lacking.any() else None)
        rows, which = combinations
        found = _computed(leaf, leaves, columns, rows)
        lacking = found == None  # noqa: E711  # element by element
        return TabulatedValues.of(found, which, ~lacking[which] if lacking.any() else None)


def _computed(leaf: Derived, leaves: Sequence[Leaf], columns: Sequence[Values], rows: Ints | None) -> Array:
    """A derived value in some rows of the columns of its inputs; None for all."""
    inputs: list[Sequence[Any]] = []
    for each, (values, present) in zip(leaves, columns, strict=True):
        if rows is not None:
            values, present = values[rows], None if present is None else present[rows]
        items: Sequence[Any]
        if each.count > 1:
            # rows become tuples; rows of single bytes become `bytes`, which is faster
            items = raw_list(values) if values.dtype == np.uint8 else list(map(tuple, values.tolist()))
        else:
            items = raw_list(values) if each.wide else values.tolist()
        if present is not None:
            items = [item if known else None for item, known in zip(items, present.tolist(), strict=True)]
        inputs.append(items)
    compute = leaf.compute
    known = Memo(lambda given: None if None in given else compute(*given))
    return objects([known[given] for given in zip(*inputs, strict=True)])


def select_shapes(shapes: Sequence[Shape], frames: Frames, rows: Ints) -> tuple[Shape, ...]:
    """The shapes of some packets of a batch, without another walk.

    Args:
        shapes: the shapes of the whole batch.
        frames: the selected packets.
        rows: their places in the whole batch, ascending.
    """
    selected: list[Shape] = []
    shifts: dict[int, Ints] = {}  # headers that shared an array of shifts still do
    place = new_places(rows, sum(map(len, shapes)))
    for shape in shapes:
        places = place[shape.rows]
        kept = places >= 0
        if not kept.any():
            continue
        headers: list[Place] = []
        for distance, shift in shape.places:
            if shift is not None:
                shift = shifts.setdefault(id(shift), shift[rows])
            headers.append(Place(distance, shift))
        part = _part(shape, kept)
        part.frames, part.places, part.rows = frames, headers, places[kept]
        selected.append(part)
    return tuple(selected)


def append_shapes(shapes: Sequence[Shape], annotations: Sequence[Shape]) -> list[Shape]:
    """The shapes of packets with their annotations, whose headers continue the packet's chain.

    Args:
        shapes: the shapes of the packets alone.
        annotations: the shapes of the annotations, whose rows and places refer to the packets.
    """
    which = np.full(sum(map(len, shapes)), -1, np.int64)
    index = np.zeros(len(which), np.int64)
    for number, added in enumerate(annotations):
        which[added.rows] = number
        index[added.rows] = np.arange(len(added))
    joined: list[Shape] = []
    for shape in shapes:
        numbers = which[shape.rows]
        for number in distinct(numbers).tolist():
            chosen = numbers == number
            part = shape if chosen.all() else _part(shape, chosen)
            if number >= 0:
                added = annotations[number]
                part.headers = shape.headers + added.headers
                part.places = shape.places + added.places
                part.annotations_end = added.payload[0][index[part.rows]]
            joined.append(part)
    return joined


def _part(shape: Shape, kept: Bools) -> Shape:
    """Some packets of a shape."""
    part = Shape(shape.frames, shape.headers, shape.places, shape.rows[kept])
    part.stop = shape.stop
    part.annotations = shape.annotations
    part.annotations_end = None if shape.annotations_end is None else shape.annotations_end[kept]
    part.payload = (shape.payload[0][kept], shape.payload[1][kept])
    part.pad_end = shape.pad_end[kept]
    part.trailer = (shape.trailer[0][kept], shape.trailer[1][kept])
    part.closing = {which: Closing(at[kept], status[kept]) for which, (at, status) in shape.closing.items()}
    for which, checks in shape._checks.items():
        if checks is not None:
            part._checks[which] = type(checks)(checks.status[kept], checks.stored[kept], checks.computed[kept])
    return part
