"""Conditions: comparisons, searches, set membership, and what joins them, evaluated over the packets of a shape.

`Condition.rows` gives a mask of the packets for which a condition holds.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import and_, eq, ge, gt, le, lt, ne, or_, xor
from typing import Any

import numpy as np

from ibpkt.arrays import Array, Bools
from ibpkt.batch import Shape
from ibpkt.filter.literals import Subnet
from ibpkt.filter.operands import BYTE_TYPES, INTEGER_TYPES, ConstantOperand, Operand, OperandType, value_pairs
from ibpkt.filter.values import ByteColumn, ValueColumn, both_present, map_distinct

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": eq,
    "===": eq,
    "!=": ne,
    "!==": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}
#: comparisons that must hold for all values of a packet, unless the filter says ``any``
FOR_ALL = ("===", "!=")


class Condition(abc.ABC):
    """Something that is true or false for each packet."""

    @abc.abstractmethod
    def rows(self, shape: Shape) -> Bools:
        """For which packets of a shape the condition holds, shape (n,)."""


def _no_rows(shape: Shape) -> Bools:
    return np.zeros(len(shape), np.bool_)


def _quantified(shape: Shape, tests: Iterable[tuple[Bools, Bools | None]], for_all: bool) -> Bools:
    """Where any of the tests holds; or, ``for_all``, where all that could be made hold and at least one could.

    Each test is a mask of where it holds, and a mask of where there was a value to test (None: everywhere).
    """
    result, tested = (np.ones(len(shape), np.bool_), _no_rows(shape)) if for_all else (_no_rows(shape), None)
    for holds, present in tests:
        if tested is None:
            result |= holds if present is None else holds & present
        elif present is None:
            result &= holds
            tested[:] = True
        else:
            result &= holds | ~present
            tested |= present
    return result if tested is None else result & tested


class ExistsCondition(Condition):
    """The packet has a value of the operand."""

    def __init__(self, operand: Operand) -> None:
        self.operand = operand

    def rows(self, shape: Shape) -> Bools:
        """For which packets of a shape the condition holds, shape (n,)."""
        result = _no_rows(shape)
        for column in self.operand.columns(shape):
            result |= column.has_value()
        return result


class NonzeroCondition(Condition):
    """A sum, or bits under a mask, is not zero."""

    def __init__(self, operand: Operand) -> None:
        self.operand = operand

    def rows(self, shape: Shape) -> Bools:
        """For which packets of a shape the condition holds, shape (n,)."""
        tests = []
        for values, present in self.operand.columns(shape):
            nonzero = values.nonzero() if isinstance(values, ByteColumn) else (values != 0).astype(np.bool_)
            tests.append((nonzero, present))
        return _quantified(shape, tests, False)


class ComparisonCondition(Condition):
    """Two operands compared.

    Args:
        operator: one of `COMPARISONS`.
        left: an operand.
        right: an operand, or the value of a literal, a frozenset of numbers that have its name, or a `Subnet`.
        for_all: must hold for all values of a packet, else for any of them.
    """

    def __init__(self, operator: str, left: Operand, right: Any, for_all: bool) -> None:
        self.operator = operator
        self.compare: Callable[[Any, Any], Any] = COMPARISONS[operator]
        self.left = left
        self.right = right
        self.for_all = for_all
        self.with_value: Callable[[Any], Bools] | None = (
            value_test(operator, left.type, right) if not isinstance(right, Operand) else None
        )

    def rows(self, shape: Shape) -> Bools:
        """For which packets of a shape the condition holds, shape (n,)."""
        if self.with_value is not None:
            return _quantified(shape, self._values(self.left.columns(shape)), self.for_all)
        pairs = value_pairs(self.left, self.right, shape)
        return _quantified(shape, (self._pair(*pair) for pair in pairs), self.for_all)

    def _values(self, columns: Iterable[ValueColumn]) -> Iterable[tuple[Bools, Bools | None]]:
        assert self.with_value is not None
        for column in columns:
            yield (
                self.with_value(column.values),
                column.has_value() if isinstance(column.values, ByteColumn) else column.present,
            )

    def _pair(self, left: ValueColumn, right: ValueColumn) -> tuple[Bools, Bools | None]:
        first, second = left.values, right.values
        if isinstance(first, ByteColumn):
            pairs = zip(first.items(), second.items(), strict=True)
            holds = np.fromiter((self.compare(*pair) for pair in pairs), bool, len(first))
            return holds, left.has_value() & right.has_value()
        present = both_present(left.present, right.present)
        if self.left.type is OperandType.STRING:
            items = zip(first.tolist(), second.tolist(), strict=True)
            return np.fromiter((None not in pair and self.compare(*pair) for pair in items), bool, len(first)), present
        return self.compare(first, second).astype(np.bool_), present


def value_test(operator: str, type: OperandType, value: Any) -> Callable[[Any], Bools]:
    """A comparison with one value, as a function from the values of a column to a mask."""
    compare = COMPARISONS[operator]
    if type in BYTE_TYPES:
        return lambda values: _test_bytes(compare, operator, values, value)
    if isinstance(value, frozenset):
        if len(value) != 1:
            wanted = sorted(value)
            return lambda values: np.isin(values, wanted, invert=operator.startswith("!"))
        (value,) = value
    if isinstance(value, Subnet):
        return lambda values: compare(values & np.uint32(value.mask), value.value)
    if type in INTEGER_TYPES or type is OperandType.DECIMAL:
        return lambda values: compare(values, value).astype(np.bool_)
    return lambda values: map_distinct(values, lambda item: compare(item, value), np.bool_)


def _test_bytes(compare: Callable[[Any, Any], Any], operator: str, values: ByteColumn, value: Any) -> Bools:
    mask: bytes | None = None
    if isinstance(value, Subnet):  # only IPv6
        value, mask = (number.to_bytes(16, "big") for number in value)
        if operator in ("<", "<=", ">", ">="):
            values = values.masked(mask)
    if operator in ("==", "==="):
        return values.equals(value, mask)
    if operator in ("!=", "!=="):
        return ~values.equals(value, mask)
    return values.test(lambda item: bool(compare(item, value)))


class MemberCondition(Condition):
    """An operand is in a set.

    Args:
        operand: an operand.
        tests: from the values of a column to a mask, one for every value or range of the set.
        operands: those in the set.
        for_all: all values of a packet must be in the set, else any of them.
    """

    def __init__(
        self, operand: Operand, tests: Sequence[Callable[[Any], Bools]], operands: Sequence[Operand], for_all: bool
    ) -> None:
        self.operand = operand
        self.tests = tests
        self.equal: list[ComparisonCondition] = [ComparisonCondition("==", operand, other, False) for other in operands]
        self.for_all = for_all

    def rows(self, shape: Shape) -> Bools:
        """For which packets of a shape the condition holds, shape (n,)."""
        found = []
        for column in self.operand.columns(shape):
            holds = _no_rows(shape)
            for test in self.tests:
                holds |= test(column.values)
            for comparison in self.equal:
                for other in comparison.right.columns(shape):
                    equal, present = comparison._pair(column, other)
                    holds |= equal if present is None else equal & present
            found.append((holds, column.has_value()))
        return _quantified(shape, found, self.for_all)


def both_hold(first: Callable[[Any], Bools], second: Callable[[Any], Bools]) -> Callable[[Any], Bools]:
    """The test that holds where two others do."""
    return lambda values: first(values) & second(values)


def is_one_of(values: Iterable[int]) -> Callable[[Array], Bools]:
    """The test for integers that are in a set."""
    wanted = sorted(set(values))
    if len(wanted) == 1:
        return lambda column: (column == wanted[0]).astype(np.bool_)
    if wanted[0] < 0 or wanted[-1] >= 1 << 63:
        numbers = frozenset(wanted)
        return lambda column: map_distinct(column, numbers.__contains__, np.bool_)
    array = np.array(wanted, np.uint64)
    # uint64 throughout: of mixed integer types NumPy would compare floating-point numbers
    return lambda column: np.isin(column.astype(np.uint64), array) & (column >= 0).astype(np.bool_)


class ContainsCondition(Condition):
    """A string contains another, or bytes contain others."""

    def __init__(self, left: Operand, right: Operand, for_all: bool) -> None:
        self.left = left
        self.right = right
        self.for_all = for_all

    def rows(self, shape: Shape) -> Bools:
        """For which packets of a shape the condition holds, shape (n,)."""
        columns = self.left.searched_columns(shape)
        if isinstance(self.right, ConstantOperand):
            wanted = self.right.value
            return _quantified(shape, (self._wanted(column, wanted) for column in columns), self.for_all)
        pairs = value_pairs(self.left, self.right, shape, columns)
        return _quantified(shape, (self._pair(*pair) for pair in pairs), self.for_all)

    def _wanted(self, column: ValueColumn, wanted: Any) -> tuple[Bools, Bools | None]:
        if isinstance(column.values, ByteColumn):
            return column.values.contains(wanted), column.has_value()
        return map_distinct(column.values, lambda item: wanted in item, np.bool_), column.present

    def _pair(self, left: ValueColumn, right: ValueColumn) -> tuple[Bools, Bools | None]:
        first, second = (
            column.values.items() if isinstance(column.values, ByteColumn) else column.values.tolist()
            for column in (left, right)
        )
        pairs = zip(first, second, strict=True)
        holds = (None not in pair and pair[1] in pair[0] for pair in pairs)
        return np.fromiter(holds, bool, len(first)), left.has_value() & right.has_value()


class MatchesCondition(Condition):
    """A regular expression matches somewhere in a string or in bytes."""

    def __init__(self, operand: Operand, search: Callable[[bytes], bool], for_all: bool) -> None:
        self.operand = operand
        self.search = search
        self.for_all = for_all

    def rows(self, shape: Shape) -> Bools:
        """For which packets of a shape the condition holds, shape (n,)."""
        return _quantified(shape, map(self._match, self.operand.searched_columns(shape)), self.for_all)

    def _match(self, column: ValueColumn) -> tuple[Bools, Bools | None]:
        if isinstance(column.values, ByteColumn):
            return column.values.test(self.search), column.has_value()
        search = self.search
        return map_distinct(
            column.values, lambda text: search(text.encode("utf-8", "surrogatepass")), np.bool_
        ), column.present


class NotCondition(Condition):
    """The opposite of another condition."""

    def __init__(self, part: Condition) -> None:
        self.part = part

    def rows(self, shape: Shape) -> Bools:
        """For which packets of a shape the condition holds, shape (n,)."""
        return ~self.part.rows(shape)


class JoinedCondition(Condition):
    """Several conditions joined by one operator, from the first to the last.

    Args:
        join: the operator, of two masks.
        settled: whether a mask is one that no further part can change; the others are not evaluated then.
        parts: the conditions.
    """

    def __init__(
        self, join: Callable[[Bools, Bools], Bools], settled: Callable[[Bools], bool], parts: Sequence[Condition]
    ) -> None:
        self.join = join
        self.settled = settled
        self.parts = parts

    def rows(self, shape: Shape) -> Bools:
        """For which packets of a shape the condition holds, shape (n,)."""
        result = self.parts[0].rows(shape)
        for part in self.parts[1:]:
            if self.settled(result):
                break
            result = self.join(result, part.rows(shape))
        return result


#: how conditions are joined, by the word: at least one holds, an odd number hold, all hold
JOINED: dict[str, Callable[[Sequence[Condition]], JoinedCondition]] = {
    "or": partial(JoinedCondition, or_, lambda rows: bool(rows.all())),
    "xor": partial(JoinedCondition, xor, lambda rows: False),
    "and": partial(JoinedCondition, and_, lambda rows: not rows.any()),
}
