"""What the declarations of upper protocols share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ibpkt.protocols.rules import Chain
from ibpkt.schema import DEC, HEX, Derived, Field, Header, ValueType, reserved, uint


def little(name: str, width: int, label: str, kind: ValueType = DEC, **meta: Any) -> Field:
    """An unsigned integer of whole bytes, low byte first."""
    return uint(name, width, label, kind, little=True, **meta)


def little_hexa(name: str, width: int, label: str, **meta: Any) -> Field:
    """The same for what people read in hexadecimal."""
    return little(name, width, label, HEX, **meta)


#: bytes
_LONGEST_NUMBER = 8


def unused(name: str, size: int, **meta: Any) -> Field:
    """Bytes without a meaning.

    More than eight are no number: where headers share the names of fields, those of a name have one size.
    """
    if size > _LONGEST_NUMBER:
        meta.setdefault("filter", f".{name}_{size}")
    return reserved(name, size * 8, **meta)


def upper_header(name: str, title: str, prefix: str, *members: Field | Derived, group: str, **facts: Any) -> Header:
    """A header of an upper protocol.  Its name in filters is the protocol's; those of its fields are longer.

    Args:
        name: as of a header.
        title: as of a header.
        prefix: what the names of its fields begin with.
        *members: as of a header.
        group: the name of the protocol.
        **facts: as of a header.
    """
    for member in members:
        if not member.filter or member.filter.startswith("."):
            member.filter = prefix + (member.filter or f".{member.name}")
    return Header(name, title, group, *members, group=group, **facts)


def by_first_header(contents: Mapping[int, tuple[str, Chain]]) -> dict[Header, int]:
    """The numbers of contents by the headers with which they begin.

    Args:
        contents: name and first headers, by number.
    """
    return {chain[0]: number for number, (_, chain) in contents.items()}
