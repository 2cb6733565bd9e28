"""What filters compare: fields, slices, functions and sums of them, each with a type.

An operand gives the columns of its values in a shape: several where a field occurs more than once, none where the
packets cannot have it.
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
from ibpkt.batch.fields import DATE, DisplayField, Occurrence, Whole, layers
from ibpkt.filter.values import Bytes, ValueColumn, both, each, exact
from ibpkt.schema import BYTES, DEC, FLAG, HEX, IPV4, IPV6, MAC, NUMBER, Header, Leaf
from ibpkt.schema.value_types import TEXT, TIME, WORDS, ValueType


class Type(enum.Enum):
    """What can be compared with what."""

    NUMBER = "a number"
    DECIMAL = "a number with a fraction"
    BOOLEAN = "true or false"
    IPV4 = "an IPv4 address"
    IPV6 = "an IPv6 address or GID"
    MAC = "an Ethernet address"
    BYTES = "bytes"
    STRING = "a string"
    TIME = "a time"


TYPES: dict[ValueType, Type] = {
    DEC: Type.NUMBER,
    HEX: Type.NUMBER,
    NUMBER: Type.DECIMAL,
    FLAG: Type.BOOLEAN,
    IPV4: Type.IPV4,
    IPV6: Type.IPV6,
    MAC: Type.MAC,
    BYTES: Type.BYTES,
    TEXT: Type.STRING,
    WORDS: Type.STRING,
    TIME: Type.TIME,
    DATE: Type.TIME,
}
NUMBERS = (Type.NUMBER, Type.BOOLEAN)
OCTETS = (Type.BYTES, Type.MAC, Type.IPV6)
#: types that are arrays of integers
INTEGERS = (*NUMBERS, Type.IPV4, Type.TIME)

Ranges = tuple[tuple[int, int | None], ...]


#: pairs of values that a filter may look at in the packets of a shape; 64 entries of a table with 64 others are 4096
MOST_PAIRS = 1 << 16
#: parts of a slice, and bytes of a batch that they give together
MOST_PARTS, MOST_BYTES = 64, 1 << 27


class TooMany(Exception):
    """A packet has more values than a filter looks at; the text says which."""


class Operand(abc.ABC):
    """Something that has values.

    Attributes:
        type: of the values.
        low: the least integer among them, and high: the greatest, for types of integers.
        name: how a message calls it.
    """

    type: Type
    low: int = 0
    high: int = 0
    name: str = ""

    @abc.abstractmethod
    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The values in the packets of a shape, one column after the other."""

    def searched(self, shape: Shape) -> Iterable[ValueColumn]:
        """What is looked through for a string: the values, and behind a protocol's header all that it carries."""
        return self.columns(shape)


#: steps that are left to the filter at work; see `crossed`
steps: ContextVar[int] = ContextVar("steps", default=MOST_PAIRS)


def crossed(
    left: Operand, right: Operand, shape: Shape, first: Iterable[ValueColumn] | None = None
) -> Iterator[tuple[ValueColumn, ValueColumn]]:
    """Every value of an operand with every value of another.

    Those of the second are made anew for each of the first, so that only two are kept at a time; what that may cost
    where functions and sums nest is bounded by `steps`.

    Args:
        left: an operand.
        right: another.
        shape: the packets.
        first: what to take for the values of the first.

    Raises:
        TooMany: the steps do not do; tunnels in tunnels have many headers of a kind.
    """

    def step() -> None:
        steps.set(steps.get() - 1)
        if steps.get() < 0:
            raise TooMany(f"a packet has too many values of {left.name} and {right.name}")

    for one in left.columns(shape) if first is None else first:
        step()
        for other in right.columns(shape):
            step()
            yield one, other


class Constant(Operand):
    """A value that stands in the filter: an integer, a float, bytes or a string."""

    def __init__(self, type: Type, value: Any, name: str) -> None:
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
            return [ValueColumn(Bytes(data, np.zeros(count, np.int64), np.full(count, size, np.int64)), None)]
        return [ValueColumn(np.broadcast_to(np.array([self.value], object), len(shape)), None)]


class FieldOperand(Operand):
    """A field.

    Args:
        field: the field.
        layers: which layers of its protocol count, from 1, as ranges (see `ranged`); None for all.
    """

    def __init__(self, field: DisplayField, layers: Ranges | None = None) -> None:
        self.field = field
        self.layers = layers
        self.name = field.name
        self.type = TYPES[field.leaf.kind]
        width = max(leaf.width for leaf in field.leaves)
        self.high = (1 << width or 1 << 63) - 1 if width else (1 << 63) - 1
        if self.type is Type.TIME:
            self.low = -(1 << 63)

    @property
    def limit(self) -> int:
        """The greatest number that is taken for this field: that of as many whole bytes as tshark gives it."""
        leaf = max(self.field.leaves, key=lambda leaf: leaf.width)
        return (1 << 4 * leaf.digits) - 1 if leaf.width else self.high

    def occurrences(self, shape: Shape) -> list[Occurrence]:
        """Where it stands, in the layers that count."""
        found = self.field.occurrences(shape)
        if self.layers is None:
            return found
        chain = shape.headers
        return [each for each in found if each.layer(chain) in _layers_wanted(self.layers, chain, each)]

    def columns(self, shape: Shape) -> list[ValueColumn]:
        """The values in the packets of a shape."""
        result: list[ValueColumn] = []
        for occurrence in self.occurrences(shape):
            if self.type in OCTETS:
                result += self._octets(shape, occurrence)
            else:
                result += self._plain(shape, occurrence)
        return result

    def octets(self, shape: Shape) -> list[ValueColumn]:
        """The bytes of the values; only of fields that take whole bytes."""
        return [column for occurrence in self.occurrences(shape) for column in self._octets(shape, occurrence)]

    def searched(self, shape: Shape) -> list[ValueColumn]:
        """The values, and for a protocol also what it carries, as Wireshark does."""
        if not isinstance(self.field.leaf, Whole) or not self.field.leaf.protocol:
            return self.columns(shape)
        result = []
        for occurrence in self.occurrences(shape):
            starts = shape.position(occurrence.place)
            ends = shape.trailer[1] if occurrence.place == 0 else shape.trailer[0]
            result.append(ValueColumn(Bytes(shape.frames.data, starts, ends), None))
        return result

    def _octets(self, shape: Shape, occurrence: Occurrence) -> list[ValueColumn]:
        present = None
        if occurrence.leaf.when is not None:
            present = shape.column(occurrence.place, occurrence.leaf).present
        spans = [occurrence.span(shape, row) for row in range(occurrence.leaf.count)]
        data = shape.frames.data
        return [ValueColumn(Bytes(data, span.starts, span.ends), present) for span in spans if span is not None]

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
        """Raw values as the type has them; what is not there may become anything."""
        if leaf.kind is TEXT:
            return each(objects(raw_list(values)), leaf.kind.value, object)
        if values.dtype == object and self.type is not Type.STRING:
            return each(values, lambda item: item, np.float64 if self.type is Type.DECIMAL else np.int64)
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


class Slice(Operand):
    """Some bytes of bytes, or some characters of a string; several parts are joined, and those beyond the end left out.

    Args:
        part: what is sliced.
        ranges: offsets of the first byte and behind the last (None: to the end) of each part; see `Bytes.part`.
    """

    def __init__(self, part: Operand, ranges: Ranges) -> None:
        self.part = part
        self.ranges = ranges
        self.name = f"a slice of {part.name}"
        self.type = Type.STRING if part.type is Type.STRING else Type.BYTES

    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The slices in the packets of a shape."""
        columns = (
            self.part.octets(shape)
            if isinstance(self.part, FieldOperand) and (self.type is Type.BYTES)
            else self.part.columns(shape)
        )
        return (self._slice(values, present) for values, present in columns)

    def _slice(self, values: Any, present: Any) -> ValueColumn:
        if isinstance(values, Bytes):
            parts = [values.part(start, end) for start, end in self.ranges]
            if len(parts) > 1:
                if sum(int(part.lengths.sum()) for part in parts) > MOST_BYTES:
                    raise TooMany(f"{self.name} has too many bytes")
                items = zip(*(part.items() for part in parts), strict=True)
                parts = [Bytes.joined(map(b"".join, items))]
            return ValueColumn(parts[0], present)
        texts = each(values, self._slice_text, object)
        found = np.array([bool(text) for text in texts.tolist()], np.bool_)
        return ValueColumn(texts, both(present, found))

    def _slice_text(self, text: str) -> str:
        parts = []
        for start, end in self.ranges:
            first = start if start >= 0 else len(text) + start
            last = len(text) if end is None else end if end >= 0 else len(text) + end
            parts.append(text[first:last] if 0 <= first < last <= len(text) else "")
        return "".join(parts)


class Negative(Operand):
    """A number, or a time, with the other sign."""

    def __init__(self, part: Operand) -> None:
        self.part = part
        self.type = Type.NUMBER if part.type is Type.BOOLEAN else part.type
        self.name = f"-{part.name}"
        self.low, self.high = -part.high, -part.low

    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The values in the packets of a shape."""
        return (ValueColumn(-self._wide(values), present) for values, present in self.part.columns(shape))

    def _wide(self, values: Array) -> Array:
        low, high = min(self.low, self.part.low), max(self.high, self.part.high)
        return values if self.type is Type.DECIMAL else exact(values, low, high)


class Addition(Operand):
    """Two operands joined by ``+ - * / %``; division by zero gives no value."""

    def __init__(self, operator: str, left: Operand, right: Operand, type: Type) -> None:
        self.operator = operator
        self.left = left
        self.right = right
        self.type = type
        self.name = f"{left.name} {operator} {right.name}"
        ends = [self._of(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        if operator == "/":
            ends = [left.low, left.high, -left.low, -left.high]
        elif operator == "%":
            most = max(abs(left.low), abs(left.high))
            ends = [-most, most]
        self.low, self.high = min(ends), max(ends)

    def _of(self, left: Any, right: Any) -> Any:
        return left + right if self.operator == "+" else left - right if self.operator == "-" else left * right

    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The values in the packets of a shape."""
        low = min(self.low, self.left.low, self.right.low)
        high = max(self.high, self.left.high, self.right.high)
        return (self._joined(left, right, low, high) for left, right in crossed(self.left, self.right, shape))

    def _joined(self, left: ValueColumn, right: ValueColumn, low: int, high: int) -> ValueColumn:
        present = both(left.present, right.present)
        if self.type is Type.DECIMAL:
            first, second = left.values.astype(np.float64), right.values.astype(np.float64)
        else:
            first, second = exact(left.values, low, high), exact(right.values, low, high)
        if self.operator in "+-*":
            return ValueColumn(self._of(first, second), present)
        zero = second == 0
        if zero.any():
            present = both(present, ~zero.astype(np.bool_))
            second = np.where(zero, second + 1, second)
        if self.type is Type.DECIMAL:
            return ValueColumn(first / second if self.operator == "/" else np.fmod(first, second), present)
        # towards zero, as in C, where Python rounds down
        size = np.abs(first) // np.abs(second)
        quotient = np.where((first < 0) != (second < 0), -size, size)
        return ValueColumn(quotient if self.operator == "/" else first - quotient * second, present)


class Masked(Operand):
    """Bits of an integer, or of bytes."""

    def __init__(self, left: Operand, right: Operand) -> None:
        self.left = left
        self.right = right
        self.type = Type.NUMBER if left.type is Type.BOOLEAN else left.type
        self.name = f"{left.name} & {right.name}"
        self.low, self.high = min(0, left.low, right.low), max(left.high, right.high)

    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The values in the packets of a shape."""
        if isinstance(self.right, Constant) and isinstance(self.right.value, bytes):
            mask = self.right.value
            return (ValueColumn(values.masked(mask), present) for values, present in self.left.columns(shape))
        return (self._joined(left, right) for left, right in crossed(self.left, self.right, shape))

    def _joined(self, left: ValueColumn, right: ValueColumn) -> ValueColumn:
        first, second = (exact(column.values, self.low, self.high) for column in (left, right))
        return ValueColumn(first & second, both(left.present, right.present))


class Mapped(Operand):
    """A function of every value of an operand by itself, such as ``len`` or ``lower``."""

    def __init__(self, name: str, part: Operand, type: Type, function: Callable[[Any], Array]) -> None:
        self.part = part
        self.type = type
        self.function = function
        self.name = f"{name}({part.name})"
        most = max(abs(part.low), abs(part.high))
        self.low, self.high = (-most, most) if part.type in INTEGERS else (0, 1 << 62)

    def columns(self, shape: Shape) -> Iterable[ValueColumn]:
        """The values in the packets of a shape."""
        for column in self.part.columns(shape):
            known = column.present is None and not isinstance(column.values, Bytes)
            yield ValueColumn(self.function(column.values), None if known else column.there())


class Count(Operand):
    """How many values an operand has in a packet; nothing where it has none."""

    type = Type.NUMBER
    high = 1 << 62

    def __init__(self, part: Operand) -> None:
        self.part = part
        self.name = f"count({part.name})"

    def columns(self, shape: Shape) -> list[ValueColumn]:
        """The counts in the packets of a shape."""
        counts = np.zeros(len(shape), np.int64)
        for column in self.part.columns(shape):
            counts += column.there()
        there = counts > 0
        return [ValueColumn(counts, there)] if there.any() else []


class Extreme(Operand):
    """The least or the greatest of all values of some operands; nothing where there are none."""

    def __init__(self, name: str, parts: Sequence[Operand], type: Type) -> None:
        self.parts = parts
        self.type = type
        self.greatest = name == "max"
        self.name = f"{name}({', '.join(part.name for part in parts)})"
        self.low, self.high = min(part.low for part in parts), max(part.high for part in parts)

    def columns(self, shape: Shape) -> list[ValueColumn]:
        """The values in the packets of a shape."""
        columns = itertools.chain.from_iterable(part.columns(shape) for part in self.parts)
        first = next(columns, None)
        if first is None:
            return []
        best, there = self._wide(first.values).copy(), first.there()
        for column in columns:
            values, present = self._wide(column.values), column.there()
            better = values > best if self.greatest else values < best
            best = np.where(present & (better.astype(np.bool_) | ~there), values, best)
            there = there | present
        return [ValueColumn(best, there)]

    def _wide(self, values: Array) -> Array:
        return values.astype(np.float64) if self.type is Type.DECIMAL else exact(values, self.low, self.high)
