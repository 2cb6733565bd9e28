"""What filters ask: comparisons, searches, memberships, and what joins them.

A condition gives, for the packets of a shape, which of them it holds for.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ibpkt.arrays import Array, Bools
from ibpkt.batch import Shape
from ibpkt.filter.literals import Subnet
from ibpkt.filter.operands import INTEGERS, OCTETS, Constant, Operand, Type, crossed
from ibpkt.filter.values import Bytes, ValueColumn, both, each

#: the value of an enumerated field by its name: all numbers that have it
Names = frozenset[int]

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda left, right: left == right,
    "===": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "!==": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
#: comparisons that must hold for every value, unless the filter says ``any``
OF_ALL = ("===", "!=")


class Condition(abc.ABC):
    """Something that holds for a packet, or does not."""

    @abc.abstractmethod
    def rows(self, shape: Shape) -> Bools:
        """For which packets of the shape it holds, shape (n,)."""


def _none(shape: Shape) -> Bools:
    return np.zeros(len(shape), np.bool_)


def _quantified(shape: Shape, tests: Iterable[tuple[Bools, Bools | None]], of_all: bool) -> Bools:
    """Where one of some tests holds, or all of those that could be made do, and one could."""
    result, could = (np.ones(len(shape), np.bool_), _none(shape)) if of_all else (_none(shape), None)
    for holds, present in tests:
        if could is None:
            result |= holds if present is None else holds & present
        elif present is None:
            result &= holds
            could[:] = True
        else:
            result &= holds | ~present
            could |= present
    return result if could is None else result & could


class Exists(Condition):
    """The packet has the operand."""

    def __init__(self, operand: Operand) -> None:
        self.operand = operand

    def rows(self, shape: Shape) -> Bools:
        """For which packets of the shape it holds, shape (n,)."""
        result = _none(shape)
        for column in self.operand.columns(shape):
            result |= column.there()
        return result


class NotZero(Condition):
    """A sum, or masked bits, are not zero."""

    def __init__(self, operand: Operand) -> None:
        self.operand = operand

    def rows(self, shape: Shape) -> Bools:
        """For which packets of the shape it holds, shape (n,)."""
        tests = []
        for values, present in self.operand.columns(shape):
            nonzero = values.nonzero() if isinstance(values, Bytes) else (values != 0).astype(np.bool_)
            tests.append((nonzero, present))
        return _quantified(shape, tests, False)


class Comparison(Condition):
    """Two operands compared.

    Args:
        operator: one of `COMPARISONS`.
        left: an operand.
        right: an operand, or a value: what a literal means, `Names` or a `Subnet`.
        of_all: it must hold for all values, else for any.
    """

    def __init__(self, operator: str, left: Operand, right: Any, of_all: bool) -> None:
        self.operator = operator
        self.compare = COMPARISONS[operator]
        self.left = left
        self.right = right
        self.of_all = of_all
        self.with_value = compared_with(operator, left.type, right) if not isinstance(right, Operand) else None

    def rows(self, shape: Shape) -> Bools:
        """For which packets of the shape it holds, shape (n,)."""
        if self.with_value is not None:
            return _quantified(shape, self._values(self.left.columns(shape)), self.of_all)
        pairs = crossed(self.left, self.right, shape)
        return _quantified(shape, (self._pair(*pair) for pair in pairs), self.of_all)

    def _values(self, columns: Iterable[ValueColumn]) -> Iterable[tuple[Bools, Bools | None]]:
        assert self.with_value is not None
        for column in columns:
            yield self.with_value(column.values), column.there() if isinstance(column.values, Bytes) else column.present

    def _pair(self, left: ValueColumn, right: ValueColumn) -> tuple[Bools, Bools | None]:
        first, second = left.values, right.values
        if isinstance(first, Bytes):
            pairs = zip(first.items(), second.items(), strict=True)
            holds = np.fromiter((self.compare(*pair) for pair in pairs), bool, len(first))
            return holds, left.there() & right.there()
        present = both(left.present, right.present)
        if self.left.type is Type.STRING:
            items = zip(first.tolist(), second.tolist(), strict=True)
            return np.fromiter((None not in pair and self.compare(*pair) for pair in items), bool, len(first)), present
        return self.compare(first, second).astype(np.bool_), present


def compared_with(operator: str, type: Type, value: Any) -> Callable[[Any], Bools]:
    """The comparison of a column's values with a value, as a function of the values."""
    compare = COMPARISONS[operator]
    if type in OCTETS:
        return lambda values: _octets(compare, operator, values, value)
    if isinstance(value, frozenset):
        if len(value) != 1:
            wanted = sorted(value)
            return lambda values: np.isin(values, wanted, invert=operator.startswith("!"))
        (value,) = value
    if isinstance(value, Subnet):
        return lambda values: compare(values & np.uint32(value.mask), value.value)
    if type in INTEGERS or type is Type.DECIMAL:
        return lambda values: compare(values, value).astype(np.bool_)
    return lambda values: each(values, lambda item: compare(item, value), np.bool_)


def _octets(compare: Callable[[Any, Any], Any], operator: str, values: Bytes, value: Any) -> Bools:
    mask: bytes | None = None
    if isinstance(value, Subnet):  # only IPv6
        value, mask = (number.to_bytes(16, "big") for number in value)
        if operator in ("<", "<=", ">", ">="):
            values = values.masked(mask)
    if operator in ("==", "==="):
        return values.equal(value, mask)
    if operator in ("!=", "!=="):
        return ~values.equal(value, mask)
    return values.test(lambda item: bool(compare(item, value)))


class Member(Condition):
    """An operand is in a set.

    Args:
        operand: an operand.
        tests: for each item of the set a test of a column's values.
        operands: items that are operands themselves.
        of_all: all values must be in the set, else any.
    """

    def __init__(
        self, operand: Operand, tests: Sequence[Callable[[Any], Bools]], operands: Sequence[Operand], of_all: bool
    ) -> None:
        self.operand = operand
        self.tests = tests
        self.equal = [Comparison("==", operand, other, False) for other in operands]
        self.of_all = of_all

    def rows(self, shape: Shape) -> Bools:
        """For which packets of the shape it holds, shape (n,)."""
        found = []
        for column in self.operand.columns(shape):
            holds = _none(shape)
            for test in self.tests:
                holds |= test(column.values)
            for comparison in self.equal:
                for other in comparison.right.columns(shape):
                    equal, present = comparison._pair(column, other)
                    holds |= equal if present is None else equal & present
            found.append((holds, column.there()))
        return _quantified(shape, found, self.of_all)


def both_tests(first: Callable[[Any], Bools], second: Callable[[Any], Bools]) -> Callable[[Any], Bools]:
    """The test whether two others hold."""
    return lambda values: first(values) & second(values)


def among(values: Iterable[int]) -> Callable[[Array], Bools]:
    """The test whether integers are in a set."""
    wanted = sorted(set(values))
    if len(wanted) == 1:
        return lambda column: (column == wanted[0]).astype(np.bool_)
    if wanted[0] < 0 or wanted[-1] >= 1 << 63:
        numbers = frozenset(wanted)
        return lambda column: each(column, numbers.__contains__, np.bool_)
    array = np.array(wanted, np.uint64)
    # where no value fits in the column's type, numpy would compare floating-point numbers
    return lambda column: np.isin(column.astype(np.uint64), array) & (column >= 0).astype(np.bool_)


class Contains(Condition):
    """A string or bytes have others in them."""

    def __init__(self, left: Operand, right: Operand, of_all: bool) -> None:
        self.left = left
        self.right = right
        self.of_all = of_all

    def rows(self, shape: Shape) -> Bools:
        """For which packets of the shape it holds, shape (n,)."""
        columns = self.left.searched(shape)
        if isinstance(self.right, Constant):
            wanted = self.right.value
            return _quantified(shape, (self._wanted(column, wanted) for column in columns), self.of_all)
        pairs = crossed(self.left, self.right, shape, columns)
        return _quantified(shape, (self._pair(*pair) for pair in pairs), self.of_all)

    def _wanted(self, column: ValueColumn, wanted: Any) -> tuple[Bools, Bools | None]:
        if isinstance(column.values, Bytes):
            return column.values.contain(wanted), column.there()
        return each(column.values, lambda item: wanted in item, np.bool_), column.present

    def _pair(self, left: ValueColumn, right: ValueColumn) -> tuple[Bools, Bools | None]:
        first, second = (
            column.values.items() if isinstance(column.values, Bytes) else column.values.tolist()
            for column in (left, right)
        )
        pairs = zip(first, second, strict=True)
        holds = (None not in pair and pair[1] in pair[0] for pair in pairs)
        return np.fromiter(holds, bool, len(first)), left.there() & right.there()


class Matches(Condition):
    """A string or bytes match a regular expression."""

    def __init__(self, operand: Operand, search: Callable[[bytes], bool], of_all: bool) -> None:
        self.operand = operand
        self.search = search
        self.of_all = of_all

    def rows(self, shape: Shape) -> Bools:
        """For which packets of the shape it holds, shape (n,)."""
        return _quantified(shape, map(self._match, self.operand.searched(shape)), self.of_all)

    def _match(self, column: ValueColumn) -> tuple[Bools, Bools | None]:
        if isinstance(column.values, Bytes):
            return column.values.test(self.search), column.there()
        search = self.search
        return each(column.values, lambda text: search(text.encode("utf-8", "surrogatepass")), np.bool_), column.present


class Not(Condition):
    """Another condition does not hold."""

    def __init__(self, part: Condition) -> None:
        self.part = part

    def rows(self, shape: Shape) -> Bools:
        """For which packets of the shape it holds, shape (n,)."""
        return ~self.part.rows(shape)


class Joined(Condition):
    """Conditions of which some must hold."""

    def __init__(self, parts: Sequence[Condition]) -> None:
        self.parts = parts


class And(Joined):
    """All of some conditions hold."""

    def rows(self, shape: Shape) -> Bools:
        """For which packets of the shape it holds, shape (n,)."""
        result = self.parts[0].rows(shape)
        for part in self.parts[1:]:
            if not result.any():
                break
            result = result & part.rows(shape)
        return result


class Or(Joined):
    """One of some conditions holds."""

    def rows(self, shape: Shape) -> Bools:
        """For which packets of the shape it holds, shape (n,)."""
        result = self.parts[0].rows(shape)
        for part in self.parts[1:]:
            if result.all():
                break
            result = result | part.rows(shape)
        return result


class Xor(Joined):
    """An odd number of some conditions hold."""

    def rows(self, shape: Shape) -> Bools:
        """For which packets of the shape it holds, shape (n,)."""
        result = self.parts[0].rows(shape)
        for part in self.parts[1:]:
            result = result ^ part.rows(shape)
        return result
