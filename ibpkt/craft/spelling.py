"""Values as people write them: what `ibpkt.draft` and recipes take for a raw value, the shortest that gives it back."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any

from ibpkt.craft.drafts import raw_values
from ibpkt.errors import CallerError
from ibpkt.schema import HEX, IPV4, IPV6, MAC, TEXT, Field, Header, Leaf, Part

#: parts of a field that are written one by one; where more of them are set, the field as a whole is easier to read
MOST_PARTS = 3


class HexNumber(int):
    """A number that people read in hexadecimal."""

    def __repr__(self) -> str:
        return hex(self)

    __str__ = __repr__


def given_values(header: Header, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Raw values by field, as people write them: by field or by part of a field.

    ``raw_values(header, given_values(header, raw))`` is ``raw`` again.
    """
    values: dict[str, Any] = {}
    for name, value in raw.items():
        leaf = header.by_name.get(name)
        parts = _parts(header, leaf, raw) if isinstance(leaf, Field) and leaf.parts and not leaf.enum else {}
        if parts and parts.keys().isdisjoint(values) and parts.keys().isdisjoint(raw):
            values.update(parts)
        else:
            values[name] = value if leaf is None else spelled(leaf, value)
    return values


def _parts(header: Header, field: Field, raw: Mapping[str, Any]) -> dict[str, Any]:
    """A field by those of its parts that differ from the default; empty where they do not say all of it."""
    value = raw[field.name]
    parts: dict[str, Any] = {}
    for part in field.parts:
        bits, usual = (_bits(field, part, number) for number in (value, field.default))
        try:
            exists = part.when is None or header.leaf_value(part, raw, {}) is not None
        except KeyError:  # it depends on another field, which is not given
            continue
        if exists and bits != usual:
            parts[part.name] = spelled(part, bits)
    try:
        same = len(parts) <= MOST_PARTS and raw_values(header, parts) == {field.name: value}
    except CallerError:
        return {}
    return parts if same else {}


def _bits(field: Field, part: Part, value: Any) -> int:
    return int(value) >> (field.width - part.offset - part.width) & ((1 << part.width) - 1)


def spelled(leaf: Leaf, raw: Any) -> Any:
    """One raw value as a person writes it: a name, an address, a number that prints as it is read."""
    if isinstance(raw, tuple):
        return tuple(spelled(leaf, item) for item in raw)
    if isinstance(raw, int) and raw in leaf.enum and _understood(leaf, leaf.enum[raw], raw):
        return leaf.enum[raw]
    if leaf.kind in (IPV4, IPV6, MAC):
        return leaf.kind.text(raw)
    if leaf.kind is TEXT:
        text = leaf.kind.value(raw)
        return text if text.isprintable() and text.encode().ljust(leaf.width // 8, b"\0") == raw else raw
    if leaf.kind is HEX and raw > 9:
        return HexNumber(raw)
    return raw


@functools.lru_cache(maxsize=4096)
def _understood(leaf: Leaf, name: str, raw: int) -> bool:
    """Whether a name is read back as this value: two values may have names that differ in punctuation only."""
    rows = leaf.count
    try:
        one, other = (
            raw_values(leaf.header, {leaf.name: (item,) * rows if rows > 1 else item}) for item in (name, raw)
        )
    except CallerError:
        return False
    return name.isprintable() and one == other


def differing(header: Header, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The raw values that differ from their defaults, in the order of the wire."""
    for field in header.wire:
        default: Any = (field.default,) * field.count if field.count > 1 else field.default
        if field.name in raw and raw[field.name] != default:
            yield field.name, raw[field.name]
    if header.tail and raw.get(header.tail.name):
        yield header.tail.name, raw[header.tail.name]
