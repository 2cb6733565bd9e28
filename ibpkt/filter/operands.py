"""Operands: fields, slices, functions and sums, each with a type.

`Operand.columns` gives the values in the packets of a shape: several columns where a field occurs more than once, none
where the packets cannot have it.
"""

from __future__ import annotations

import abc
import enum
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any

import numpy as np

from ibpkt.arrays import Array, objects, raw_list
from ibpkt.batch import Shape
from ibpkt.batch.fields import DATE, DisplayField, HeaderBytes, Occurrence, layers
from ibpkt.filter.values import ByteColumn, ValueColumn, both_present, exact, map_distinct
from ibpkt.schema import BYTES, DEC, FLAG, HEX, IPV4, IPV6, MAC, NUMBER, Header, Leaf
from ibpkt.schema.value_types import TEXT, TIME, WORDS, ValueType


class OperandType(enum.Enum):
    """The type of an operand, as error messages call it."""

    NUMBER = "a number"
    DECIMAL = "a number with a fraction"
    BOOLEAN = "true or false"
    IPV4 = "an IPv4 address"
    IPV6 = "an IPv6 address or GID"
    MAC = "an Ethernet address"
    BYTES = "bytes"
    STRING = "a string"
    TIME = "a time"


TYPES: dict[ValueType, OperandType] = {
    DEC: OperandType.NUMBER,
    HEX: OperandType.NUMBER,
    NUMBER: OperandType.DECIMAL,
    FLAG: OperandType.BOOLEAN,
    IPV4: OperandType.IPV4,
    IPV6: OperandType.IPV6,
    MAC: OperandType.MAC,
    BYTES: OperandType.BYTES,
    TEXT: OperandType.STRING,
    WORDS: OperandType.STRING,
    TIME: OperandType.TIME,
    DATE: OperandType.TIME,
}
NUMBER_TYPES = (OperandType.NUMBER, OperandType.BOOLEAN)
BYTE_TYPES = (OperandType.BYTES, OperandType.MAC, OperandType.IPV6)
#: types whose columns are arrays of integers
INTEGER_TYPES = (*NUMBER_TYPES, OperandType.IPV4, OperandType.TIME)

Ranges = tuple[tuple[int, int | None], ...]


#: columns that a filter may join with others in one shape; 64 entries of a table with 64 others take 4160
MAX_STEPS = 1 << 16
#: parts of a slice, and bytes that they may have together in the packets of a shape
MAX_PARTS, MAX_BYTES = 64, 1 << 27


class TooManyValues(Exception):
    """Packets have more values than a filter may join; the text says of which operands."""


class Operand(abc.ABC):
    """Something that has values in packets.

    Attributes:
        type: the type of the values.
        low: a lower bound of the values, for types of integers.
        high: an upper bound.
        name: the operand in error messages.
    """

    type: OperandType
    low: int = 0
    high: int = 0
    name: str = ""

    @abc.abstractmethod
    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The values in the packets of a shape, column by column."""

    def searched_columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """What ``contains`` and ``matches`` search: the values; of a protocol its headers and all that they carry."""
        return self.columns(shape)


#: how many steps the running filter has left in this shape; see `value_pairs`
steps_left: ContextVar[int] = ContextVar("steps_left", default=MAX_STEPS)


def value_pairs(
    left: Operand, right: Operand, shape: Shape, first: Iterable[ValueColumn] | None = None
) -> Iterator[tuple[ValueColumn, ValueColumn]]:
    """Every column of one operand with every column of another.

    The columns of the second are computed again for each of the first, so that only two are in memory at a time; where
    functions and sums nest, `steps_left` bounds the work.

    Args:
        left: the first operand.
        right: the second.
        shape: the packets.
        first: columns to take instead of those of the first operand.

    Raises:
        TooManyValues: no steps are left; tunnels in tunnels have many headers of a kind.
    """

    def step() -> None:
        steps_left.set(steps_left.get() - 1)
        if steps_left.get() < 0:
            raise TooManyValues(f"a packet has too many values of {left.name} and {right.name}")

    for one in left.columns(shape) if first is None else first:
        step()
        for other in right.columns(shape):
            step()
            yield one, other


class ConstantOperand(Operand):
    """A value written in the filter: an integer, a float, bytes or a string."""

    high: int

    def __init__(self, type: OperandType, value: Any, name: str) -> None:
        self.type = type
        self.value = value
        self.name = name
        if isinstance(value, int):
            self.low = self.high = value

    def columns(self, shape: Shape) -> list[ValueColumn]:
        """The value in every row."""
        if isinstance(self.value, bytes):
            size, count = len(self.value), len(shape)
            data = np.frombuffer(self.value, np.uint8)
            return [ValueColumn(ByteColumn(data, np.zeros(count, np.int64), np.full(count, size, np.int64)), None)]
        return [ValueColumn(np.broadcast_to(np.array([self.value], object), len(shape)), None)]


class FieldOperand(Operand):
    """A field.

    Args:
        field: the field.
        layers: which layers of its protocol, from 1, as ranges (first, one after the last); None for all.
    """

    def __init__(self, field: DisplayField, layers: Ranges | None = None) -> None:
        self.field = field
        self.layers = layers
        self.name: str = field.name
        self.type: OperandType = TYPES[field.leaf.kind]
        width = max(leaf.width for leaf in field.leaves)
        self.high: int = (1 << width or 1 << 63) - 1 if width else (1 << 63) - 1
        if self.type is OperandType.TIME:
            self.low = -(1 << 63)

    @property
    def limit(self) -> int:
        """The greatest number that may be compared with the field: tshark's, which fills whole hexadecimal digits."""
        leaf = max(self.field.leaves, key=lambda leaf: leaf.width)
        return (1 << 4 * leaf.digits) - 1 if leaf.width else self.high

    def occurrences(self, shape: Shape) -> list[Occurrence]:
        """Where the field occurs in the layers that are wanted."""
        found = self.field.occurrences(shape)
        if self.layers is None:
            return found
        chain = shape.headers
        return [one for one in found if one.layer(chain) in _layers_wanted(self.layers, chain, one)]

    def columns(self, shape: Shape) -> list[ValueColumn]:
        """The values in the packets of a shape."""
        result: list[ValueColumn] = []
        for occurrence in self.occurrences(shape):
            if self.type in BYTE_TYPES:
                result += self._octets(shape, occurrence)
            else:
                result += self._plain(shape, occurrence)
        return result

    def octets(self, shape: Shape) -> list[ValueColumn]:
        """The values as bytes; only for fields of whole bytes."""
        return [column for occurrence in self.occurrences(shape) for column in self._octets(shape, occurrence)]

    def searched_columns(self, shape: Shape) -> list[ValueColumn]:
        """The values; for a protocol also what it carries, as in Wireshark."""
        if not isinstance(self.field.leaf, HeaderBytes) or not self.field.leaf.protocol:
            return self.columns(shape)
        result = []
        for occurrence in self.occurrences(shape):
            starts = shape.position(occurrence.place)
            ends = shape.trailer[1] if occurrence.place == 0 else shape.trailer[0]
            result.append(ValueColumn(ByteColumn(shape.frames.data, starts, ends), None))
        return result

    def _octets(self, shape: Shape, occurrence: Occurrence) -> list[ValueColumn]:
        present = None
        if occurrence.leaf.when is not None:
            present = shape.column(occurrence.place, occurrence.leaf).present
        spans = [occurrence.span(shape, row) for row in range(occurrence.leaf.count)]
        data = shape.frames.data
        return [ValueColumn(ByteColumn(data, span.starts, span.ends), present) for span in spans if span is not None]

    def _plain(self, shape: Shape, occurrence: Occurrence) -> list[ValueColumn]:
        found = occurrence.values(shape)
        if found is None:
            return []
        values, present = found
        leaf = occurrence.leaf
        if leaf.count > 1:
            return [ValueColumn(self._typed(leaf, values[:, row], present), present) for row in range(leaf.count)]
        return [ValueColumn(self._typed(leaf, values, present), present)]

    def _typed(self, leaf: Leaf, values: Array, present: Any) -> Array:
        """Raw values in the representation of the operand's type; rows without a value may become anything."""
        if leaf.kind is TEXT:
            return map_distinct(objects(raw_list(values)), leaf.kind.value, object)
        if values.dtype == object and self.type is not OperandType.STRING:
            return map_distinct(values, lambda item: item, np.float64 if self.type is OperandType.DECIMAL else np.int64)
        return values


def _layers_wanted(ranges: Ranges, chain: tuple[Header, ...], occurrence: Occurrence) -> set[int]:
    count = 1
    if occurrence.place >= 0:
        group = chain[occurrence.place].group
        count = max(layer for layer, header in zip(layers(chain), chain, strict=True) if header.group == group)
    return _chosen_layers(ranges, count)


@functools.lru_cache(maxsize=256)
def _chosen_layers(ranges: Ranges, count: int) -> set[int]:
    chosen: set[int] = set()
    for start, end in ranges:
        first = start if start >= 0 else count + 1 + start
        last = count + 1 if end is None else end if end >= 0 else count + 1 + end
        chosen.update(range(max(1, first), min(last, count + 1)))
    return chosen


class SliceOperand(Operand):
    """Some bytes of a value, or characters of a string; several parts are joined, parts beyond the end left out.

    Args:
        part: what is sliced.
        ranges: offsets of the first byte of each part, and of the byte after its last (None: to the end).
    """

    def __init__(self, part: Operand, ranges: Ranges) -> None:
        self.part = part
        self.ranges = ranges
        self.name: str = f"a slice of {part.name}"
        self.type = OperandType.STRING if part.type is OperandType.STRING else OperandType.BYTES

    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The slices in the packets of a shape."""
        columns = (
            self.part.octets(shape)
            if isinstance(self.part, FieldOperand) and (self.type is OperandType.BYTES)
            else self.part.columns(shape)
        )
        return (self._slice(values, present) for values, present in columns)

    def _slice(self, values: Any, present: Any) -> ValueColumn:
        if isinstance(values, ByteColumn):
            parts = [values.part(start, end) for start, end in self.ranges]
            if len(parts) > 1:
                if sum(int(part.lengths.sum()) for part in parts) > MAX_BYTES:
                    raise TooManyValues(f"{self.name} has too many bytes")
                items = zip(*(part.items() for part in parts), strict=True)
                parts = [ByteColumn.from_strings(map(b"".join, items))]
            return ValueColumn(parts[0], present)
        texts = map_distinct(values, self._slice_text, object)
        found = np.array([bool(text) for text in texts.tolist()], np.bool_)
        return ValueColumn(texts, both_present(present, found))

    def _slice_text(self, text: str) -> str:
        parts = []
        for start, end in self.ranges:
            first = start if start >= 0 else len(text) + start
            last = len(text) if end is None else end if end >= 0 else len(text) + end
            parts.append(text[first:last] if 0 <= first < last <= len(text) else "")
        return "".join(parts)


class NegativeOperand(Operand):
    """A number or a time with the opposite sign."""

    low: int
    high: int

    def __init__(self, part: Operand) -> None:
        self.part = part
        self.type = OperandType.NUMBER if part.type is OperandType.BOOLEAN else part.type
        self.name: str = f"-{part.name}"
        self.low, self.high = -part.high, -part.low

    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The values in the packets of a shape."""
        return (ValueColumn(-self._wide(values), present) for values, present in self.part.columns(shape))

    def _wide(self, values: Array) -> Array:
        low, high = min(self.low, self.part.low), max(self.high, self.part.high)
        return values if self.type is OperandType.DECIMAL else exact(values, low, high)


class ArithmeticOperand(Operand):
    """Two operands joined by ``+ - * / %``; a division by zero has no value."""

    low: int
    high: int

    def __init__(self, operator: str, left: Operand, right: Operand, type: OperandType) -> None:
        self.operator = operator
        self.left = left
        self.right = right
        self.type = type
        self.name: str = f"{left.name} {operator} {right.name}"
        ends = [self._compute(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        if operator == "/":
            ends = [left.low, left.high, -left.low, -left.high]
        elif operator == "%":
            most = max(abs(left.low), abs(left.high))
            ends = [-most, most]
        self.low, self.high = min(ends), max(ends)

    def _compute(self, left: Any, right: Any) -> Any:
        return left + right if self.operator == "+" else left - right if self.operator == "-" else left * right

    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The values in the packets of a shape."""
        low = min(self.low, self.left.low, self.right.low)
        high = max(self.high, self.left.high, self.right.high)
        return (self._joined(left, right, low, high) for left, right in value_pairs(self.left, self.right, shape))

    def _joined(self, left: ValueColumn, right: ValueColumn, low: int, high: int) -> ValueColumn:
        present = both_present(left.present, right.present)
        if self.type is OperandType.DECIMAL:
            first, second = left.values.astype(np.float64), right.values.astype(np.float64)
        else:
            first, second = exact(left.values, low, high), exact(right.values, low, high)
        if self.operator in "+-*":
            return ValueColumn(self._compute(first, second), present)
        zero = second == 0
        if zero.any():
            present = both_present(present, ~zero.astype(np.bool_))
            second = np.where(zero, second + 1, second)
        if self.type is OperandType.DECIMAL:
            return ValueColumn(first / second if self.operator == "/" else np.fmod(first, second), present)
        # rounded towards zero, as in C; Python rounds down
        size = np.abs(first) // np.abs(second)
        quotient = np.where((first < 0) != (second < 0), -size, size)
        return ValueColumn(quotient if self.operator == "/" else first - quotient * second, present)


class MaskedOperand(Operand):
    """Two integers joined by ``&``, or bytes under a mask."""

    low: int
    high: int

    def __init__(self, left: Operand, right: Operand) -> None:
        self.left = left
        self.right = right
        self.type = OperandType.NUMBER if left.type is OperandType.BOOLEAN else left.type
        self.name: str = f"{left.name} & {right.name}"
        self.low, self.high = min(0, left.low, right.low), max(left.high, right.high)

    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The values in the packets of a shape."""
        if isinstance(self.right, ConstantOperand) and isinstance(self.right.value, bytes):
            mask = self.right.value
            return (ValueColumn(values.masked(mask), present) for values, present in self.left.columns(shape))
        return (self._joined(left, right) for left, right in value_pairs(self.left, self.right, shape))

    def _joined(self, left: ValueColumn, right: ValueColumn) -> ValueColumn:
        first, second = (exact(column.values, self.low, self.high) for column in (left, right))
        return ValueColumn(first & second, both_present(left.present, right.present))


class FunctionOperand(Operand):
    """A function of each value on its own, such as ``len`` or ``lower``."""

    low: int
    high: int

    def __init__(self, name: str, part: Operand, type: OperandType, function: Callable[[Any], Array]) -> None:
        self.part = part
        self.type = type
        self.function = function
        self.name: str = f"{name}({part.name})"
        most = max(abs(part.low), abs(part.high))
        self.low, self.high = (-most, most) if part.type in INTEGER_TYPES else (0, 1 << 62)

    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The values in the packets of a shape."""
        for column in self.part.columns(shape):
            known = column.present is None and not isinstance(column.values, ByteColumn)
            yield ValueColumn(self.function(column.values), None if known else column.has_value())


class CountOperand(Operand):
    """``count``: how many values an operand has in a packet; no value where it has none."""

    type = OperandType.NUMBER
    high = 1 << 62

    def __init__(self, part: Operand) -> None:
        self.part = part
        self.name: str = f"count({part.name})"

    def columns(self, shape: Shape) -> list[ValueColumn]:
        """The counts in the packets of a shape."""
        counts = np.zeros(len(shape), np.int64)
        for column in self.part.columns(shape):
            counts += column.has_value()
        present = counts > 0
        return [ValueColumn(counts, present)] if present.any() else []


class MinMaxOperand(Operand):
    """``min`` and ``max`` over all values of some operands; no value where they have none."""

    low: int
    high: int

    def __init__(self, name: str, parts: Sequence[Operand], type: OperandType) -> None:
        self.parts = parts
        self.type = type
        self.greatest: bool = name == "max"
        self.name: str = f"{name}({', '.join(part.name for part in parts)})"
        self.low, self.high = min(part.low for part in parts), max(part.high for part in parts)

    def columns(self, shape: Shape) -> list[ValueColumn]:
        """The values in the packets of a shape."""
        columns = itertools.chain.from_iterable(part.columns(shape) for part in self.parts)
        first = next(columns, None)
        if first is None:
            return []
        best, found = self._wide(first.values).copy(), first.has_value()
        for column in columns:
            values, present = self._wide(column.values), column.has_value()
            better = values > best if self.greatest else values < best
            best = np.where(present & (better.astype(np.bool_) | ~found), values, best)
            found = found | present
        return [ValueColumn(best, found)]

    def _wide(self, values: Array) -> Array:
        return values.astype(np.float64) if self.type is OperandType.DECIMAL else exact(values, self.low, self.high)
