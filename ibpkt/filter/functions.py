"""The functions of filters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ibpkt.arrays import Array, objects
from ibpkt.filter.names import enumeration
from ibpkt.filter.operands import (
    BYTE_TYPES,
    INTEGER_TYPES,
    NUMBER_TYPES,
    CountOperand,
    FieldOperand,
    FunctionOperand,
    MinMaxOperand,
    Operand,
    OperandType,
)
from ibpkt.filter.values import ByteColumn, map_distinct
from ibpkt.schema import BYTES, IPV4, IPV6, MAC, NUMBER
from ibpkt.schema.value_types import TIME, WORDS

_TEXTS: dict[OperandType, Callable[[Any], str]] = {
    OperandType.NUMBER: str,
    OperandType.DECIMAL: NUMBER.text,
    OperandType.BOOLEAN: lambda value: "True" if value else "False",
    OperandType.IPV4: IPV4.text,
    OperandType.IPV6: IPV6.text,
    OperandType.MAC: MAC.text,
    OperandType.BYTES: BYTES.text,
    OperandType.STRING: WORDS.text,
    OperandType.TIME: TIME.text,
}


class UnsuitableArgument(Exception):
    """A function does not take this operand; the text says what it takes."""


def _only(name: str, operands: Sequence[Operand]) -> Operand:
    if len(operands) != 1:
        raise UnsuitableArgument(f"{name}() takes one value, not {len(operands)}")
    return operands[0]


def _for_items(function: Callable[[Any], Any]) -> Callable[[Any], Array]:
    """A function of one value that returns a string, as a function of a column."""

    def for_column(values: Any) -> Array:
        if not isinstance(values, ByteColumn):
            return map_distinct(values, function, object)
        return objects([function(item) if item else "" for item in values.items()])

    return for_column


def _len(name: str, operands: Sequence[Operand]) -> Operand:
    part = _only(name, operands)
    if part.type in BYTE_TYPES:
        return FunctionOperand(name, part, OperandType.NUMBER, lambda values: values.lengths)
    if part.type is OperandType.STRING:
        return FunctionOperand(
            name,
            part,
            OperandType.NUMBER,
            lambda values: map_distinct(values, lambda text: len(text.encode("utf-8", "surrogatepass")), np.int64),
        )
    if isinstance(part, FieldOperand) and (width := part.field.leaf.width):
        return FunctionOperand(name, part, OperandType.NUMBER, lambda values: np.full(len(values), (width + 7) // 8))
    raise UnsuitableArgument(f"{part.name} has no length")


def _count(name: str, operands: Sequence[Operand]) -> Operand:
    return CountOperand(_only(name, operands))


def _case(name: str, operands: Sequence[Operand]) -> Operand:
    part = _only(name, operands)
    if part.type is not OperandType.STRING:
        raise UnsuitableArgument(f"{name}() takes a string, but {part.name} is {part.type.value}")
    change = str.lower if name == "lower" else str.upper
    return FunctionOperand(name, part, OperandType.STRING, _for_items(change))


def _string(name: str, operands: Sequence[Operand]) -> Operand:
    part = _only(name, operands)
    return FunctionOperand(name, part, OperandType.STRING, _for_items(_TEXTS[part.type]))


def _hex(name: str, operands: Sequence[Operand]) -> Operand:
    part = _only(name, operands)
    if part.type not in NUMBER_TYPES:
        raise UnsuitableArgument(f"{name}() takes a number, but {part.name} is {part.type.value}")
    return FunctionOperand(name, part, OperandType.STRING, _for_items(hex))


def _vals(name: str, operands: Sequence[Operand]) -> Operand:
    part = _only(name, operands)
    names = enumeration(part.field) if isinstance(part, FieldOperand) else {}
    if not names:
        raise UnsuitableArgument(f"the values of {part.name} have no names")
    return FunctionOperand(name, part, OperandType.STRING, _for_items(lambda value: names.get(value, "")))


def _abs(name: str, operands: Sequence[Operand]) -> Operand:
    part = _only(name, operands)
    if part.type not in (*NUMBER_TYPES, OperandType.DECIMAL, OperandType.TIME):
        raise UnsuitableArgument(f"{name}() takes a number, but {part.name} is {part.type.value}")
    if part.type is OperandType.DECIMAL or part.low >= 0:
        return FunctionOperand(name, part, part.type, lambda values: abs(values))
    # the absolute value of the least 64-bit number does not fit in 64 bits
    return FunctionOperand(name, part, part.type, lambda values: abs(values.astype(object)))


def _extreme(name: str, operands: Sequence[Operand]) -> Operand:
    if not operands:
        raise UnsuitableArgument(f"{name}() needs at least one value")
    types = {part.type for part in operands}
    if types <= {*NUMBER_TYPES, OperandType.DECIMAL}:
        type = OperandType.DECIMAL if OperandType.DECIMAL in types else OperandType.NUMBER
    elif len(types) == 1 and types <= set(INTEGER_TYPES):
        (type,) = types
    else:
        raise UnsuitableArgument(f"{name}() takes numbers, IPv4 addresses or times, all of one type")
    return MinMaxOperand(name, operands, type)


#: functions by name: from the name and the arguments to the operand that the call stands for
FUNCTIONS: dict[str, Callable[[str, Sequence[Operand]], Operand]] = {
    "abs": _abs,
    "count": _count,
    "hex": _hex,
    "len": _len,
    "lower": _case,
    "max": _extreme,
    "min": _extreme,
    "string": _string,
    "upper": _case,
    "vals": _vals,
}
