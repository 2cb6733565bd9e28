"""Where the fields of a header lie in its bytes, computed once: one packet alone has fifty of them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ibpkt.schema.field import Field
from ibpkt.schema.value_types import Raw


class FieldPlace(NamedTuple):
    """Where a field lies in the bytes of its header, taken as one number.

    Attributes:
        name: of the field.
        shift: the bits behind it.
        mask: as many ones as it has bits.
        convert: makes the raw value out of the bits, where these are not it.
        shifts: of a field in rows, the bits behind each of them.
        field: itself.
    """

    name: str
    shift: int
    mask: int
    convert: Callable[[int], Raw] | None
    shifts: tuple[int, ...] | None
    field: Field


def field_places(fields: Iterable[Field], size: int) -> tuple[FieldPlace, ...]:
    """The places of some fields.

    Args:
        fields: those on the wire.
        size: bytes of their header, without its variable part.
    """
    found = []
    for field in fields:
        shifts = [size * 8 - field.bit - index * field.stride - field.width for index in range(field.count)]
        convert: Callable[[int], Raw] | None = None
        if field.kind.binary:
            convert = functools.partial(int.to_bytes, length=field.width // 8, byteorder="big")
        elif field.little:
            convert = functools.partial(reversed_bytes, size=field.width // 8)
        mask = (1 << field.width) - 1
        several = tuple(shifts) if field.count > 1 else None
        found.append(FieldPlace(field.name, shifts[0], mask, convert, several, field))
    return tuple(found)


def reversed_bytes(value: int, size: int) -> int:
    """A number whose bytes come in the other order."""
    return int.from_bytes(value.to_bytes(size, "little"), "big")
