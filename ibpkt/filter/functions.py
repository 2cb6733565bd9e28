"""The functions of filters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ibpkt.arrays import Array, objects
from ibpkt.filter.names import enumeration
from ibpkt.filter.operands import INTEGERS, NUMBERS, OCTETS, Count, Extreme, FieldOperand, Mapped, Operand, Type
from ibpkt.filter.values import Bytes, each
from ibpkt.schema import BYTES, IPV4, IPV6, MAC, NUMBER
from ibpkt.schema.value_types import TIME, WORDS

_TEXTS: dict[Type, Callable[[Any], str]] = {
    Type.NUMBER: str,
    Type.DECIMAL: NUMBER.text,
    Type.BOOLEAN: lambda value: "True" if value else "False",
    Type.IPV4: IPV4.text,
    Type.IPV6: IPV6.text,
    Type.MAC: MAC.text,
    Type.BYTES: BYTES.text,
    Type.STRING: WORDS.text,
    Type.TIME: TIME.text,
}


class Unfit(Exception):
    """A function does not take these operands; the text says what it takes."""


def _one(name: str, operands: Sequence[Operand]) -> Operand:
    if len(operands) != 1:
        raise Unfit(f"{name}() takes one value, not {len(operands)}")
    return operands[0]


def _of_items(function: Callable[[Any], Any]) -> Callable[[Any], Array]:
    """A function of strings or numbers, or of byte strings, that gives strings."""

    def of_values(values: Any) -> Array:
        if not isinstance(values, Bytes):
            return each(values, function, object)
        return objects([function(item) if item else "" for item in values.items()])

    return of_values


def _len(name: str, operands: Sequence[Operand]) -> Operand:
    part = _one(name, operands)
    if part.type in OCTETS:
        return Mapped(name, part, Type.NUMBER, lambda values: values.lengths)
    if part.type is Type.STRING:
        return Mapped(
            name,
            part,
            Type.NUMBER,
            lambda values: each(values, lambda text: len(text.encode("utf-8", "surrogatepass")), np.int64),
        )
    if isinstance(part, FieldOperand) and (width := part.field.leaf.width):
        return Mapped(name, part, Type.NUMBER, lambda values: np.full(len(values), (width + 7) // 8))
    raise Unfit(f"{part.name} has no length")


def _count(name: str, operands: Sequence[Operand]) -> Operand:
    return Count(_one(name, operands))


def _case(name: str, operands: Sequence[Operand]) -> Operand:
    part = _one(name, operands)
    if part.type is not Type.STRING:
        raise Unfit(f"{name}() takes a string, and {part.name} is {part.type.value}")
    change = str.lower if name == "lower" else str.upper
    return Mapped(name, part, Type.STRING, _of_items(change))


def _string(name: str, operands: Sequence[Operand]) -> Operand:
    part = _one(name, operands)
    return Mapped(name, part, Type.STRING, _of_items(_TEXTS[part.type]))


def _hex(name: str, operands: Sequence[Operand]) -> Operand:
    part = _one(name, operands)
    if part.type not in NUMBERS:
        raise Unfit(f"{name}() takes a number, and {part.name} is {part.type.value}")
    return Mapped(name, part, Type.STRING, _of_items(hex))


def _vals(name: str, operands: Sequence[Operand]) -> Operand:
    part = _one(name, operands)
    names = enumeration(part.field) if isinstance(part, FieldOperand) else {}
    if not names:
        raise Unfit(f"the values of {part.name} have no names")
    return Mapped(name, part, Type.STRING, _of_items(lambda value: names.get(value, "")))


def _abs(name: str, operands: Sequence[Operand]) -> Operand:
    part = _one(name, operands)
    if part.type not in (*NUMBERS, Type.DECIMAL, Type.TIME):
        raise Unfit(f"{name}() takes a number, and {part.name} is {part.type.value}")
    if part.type is Type.DECIMAL or part.low >= 0:
        return Mapped(name, part, part.type, lambda values: abs(values))
    # the least number of 64 bits has no opposite in 64 bits
    return Mapped(name, part, part.type, lambda values: abs(values.astype(object)))


def _extreme(name: str, operands: Sequence[Operand]) -> Operand:
    if not operands:
        raise Unfit(f"{name}() takes one value or several")
    types = {part.type for part in operands}
    if types <= {*NUMBERS, Type.DECIMAL}:
        type = Type.DECIMAL if Type.DECIMAL in types else Type.NUMBER
    elif len(types) == 1 and types <= set(INTEGERS):
        (type,) = types
    else:
        raise Unfit(f"{name}() takes numbers, IPv4 addresses or times, all of one kind")
    return Extreme(name, operands, type)


#: what makes the operand that a call stands for
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
