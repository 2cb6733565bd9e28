"""The members of a declaration: fields, parts of fields, rows and derived values.

All four are leaves: they have a name, a label and a display-filter name, and fill columns.

* A *field* is on the wire.  It is a `construct.Renamed`, so that its metadata rides on the construct itself.
* A *part* is a view of some bits of a field (the flags of a mask, the type and value of an AETH syndrome); it may
  exist only when another part has a certain value.
* *Rows* repeat fields a fixed number of times (the ports of a forwarding table).
* A *derived* value is computed from fields (credits, a link rate).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import construct

from ibpkt.schema.value_types import BYTES, DEC, FLAG, HEX, NUMBER, TEXT, WORDS, Memo, Raw, ValueType

if TYPE_CHECKING:
    from ibpkt.schema.header import Header

    _Renamed = construct.Renamed[Any, Any]  # generic in the stubs, not at run time
else:
    _Renamed = construct.Renamed


_NO_NAMES: Mapping[int, str] = {}


def number_of(names: Mapping[int, str], name: str) -> int:
    """The number of a name in an enumeration.

    Raises:
        KeyError: there is no such name.
    """
    for number, known in names.items():
        if known == name:
            return number
    raise KeyError(name)


class Leaf:
    """A named value of a header: a field, a part, or a derived value.

    Attributes:
        name: the specification's name as an identifier, unique in its header.
        label: the name as a person reads it.
        filter: the display-filter name.
        also: further filter names that match it (``ip.addr`` for ``ip.src``).
        kind: what the value means.
        enum: the names of values, or an empty mapping.
        unit: the unit of the value ("bytes", "ms"), or "".
        doc: one line that says what the field means.
        header: the header that it belongs to (set by the header).
        bit: its distance in bits from the start of the header, MSB first; -1 for a derived value.
        width: its width in bits, 0 for a derived value.
        count: how often it is repeated (1 unless in rows), every `stride` bits.
        when: ``(name of a leaf, value)`` that must hold for this leaf to exist, or None.
    """

    name: str
    header: Header
    bit: int = -1
    width: int = 0
    count: int = 1
    stride: int = 0
    filter: str = ""

    def describe(
        self,
        name: str,
        label: str,
        kind: ValueType,
        *,
        filter: str = "",
        also: tuple[str, ...] = (),
        enum: Mapping[int, str] | None = None,
        unit: str = "",
        doc: str = "",
        digits: int = 0,
        when: tuple[str, int] | None = None,
    ) -> None:
        """Set the metadata; the constructors of the subclasses call it."""
        self.name = name
        self.label = label
        self.kind = kind
        self.filter = filter
        self.also = also
        self.enum: Mapping[int, str] = _NO_NAMES if enum is None else enum
        self.unit = unit
        self.doc = doc
        self._digits = digits
        self.when = when

    @functools.cached_property
    def names(self) -> Memo:
        """The texts of enumerated values, by value."""
        return Memo(self._enum_text)

    @property
    def reserved(self) -> bool:
        """Whether the specification gives these bits no meaning."""
        return False

    @property
    def digits(self) -> int:
        """Hexadecimal digits that tshark prints: it rounds a field up to 8, 16, 24, 32 or 64 bits."""
        if self._digits:
            return self._digits
        size = (self.width + 7) // 8
        return 2 * (size if size <= 4 else 8)

    @property
    def wide(self) -> bool:
        """Whether raw values are bytes rather than integers."""
        return self.kind.binary

    def _enum_text(self, raw: int) -> str:
        name = self.enum.get(raw)
        number = self.kind.printf((self.width + 3) // 4) % raw
        return f"Unknown ({number})" if name is None else f"{name} ({number})"

    def text(self, raw: Any) -> str:
        """One raw value as tshark's ``-T fields`` prints it."""
        if raw is None:
            return ""
        if isinstance(raw, tuple):
            return ",".join(self.text(item) for item in raw)
        printf = self.kind.printf(self.digits)
        return self.kind.text(raw) if printf == "%s" else printf % raw

    def display(self, raw: Any) -> str:
        """One raw value as a person reads it: the name of an enumerated value, the unit."""
        if isinstance(raw, tuple):
            return " ".join(self.display(item) for item in raw)
        if self.enum:
            return str(self.names[raw])
        printf = self.kind.printf((self.width + 3) // 4)
        text = self.kind.text(raw) if printf == "%s" else printf % raw
        return f"{text} {self.unit}" if self.unit else text

    def value(self, raw: Any) -> Any:
        """One raw value as the Python value that users get."""
        return tuple(map(self.kind.value, raw)) if isinstance(raw, tuple) else self.kind.value(raw)


class Part(Leaf):
    """Some bits of a field, as a leaf of their own.

    Args:
        name: as of a leaf.
        label: as of a leaf.
        offset: bits from the left end of the field.
        width: bits.
        **meta: as `Leaf.describe`.

    Attributes:
        field: the field (set by the header).
    """

    field: Field

    def __init__(
        self, name: str, label: str, offset: int, width: int, kind: ValueType | None = None, **meta: Any
    ) -> None:
        self.describe(name, label, kind or (FLAG if width == 1 else DEC), **meta)
        self.offset = offset
        self.width = width


class Field(Leaf, _Renamed):  # type: ignore[misc]  # construct's names may be None
    """A field on the wire.

    Args:
        name: as of a leaf.
        subcon: the construct that reads it.
        label: as of a leaf.
        width: bits.
        kind: as of a leaf.
        variant: the ICRC reads these bits as ones, since routers and switches may change them.
        reserved: bits without a meaning, which are kept as they are.
        parts: views of its bits.
        rows: the fields of a row where this field is a table.
        default: what a builder writes where no value is given.
        fixed: the default is the only valid value (a version).
        constrained: other values than the default make another packet (a fragment, a header with further parts), so
            that generators of valid packets leave it alone.
        little: stored low byte first (whole bytes only).
        **meta: as `Leaf.describe`.
    """

    def __init__(
        self,
        name: str,
        subcon: Any,
        label: str,
        width: int,
        kind: ValueType,
        *,
        variant: bool = False,
        reserved: bool = False,
        parts: tuple[Part, ...] = (),
        rows: tuple[Field, ...] = (),
        default: Raw = 0,
        fixed: bool = False,
        constrained: bool = False,
        little: bool = False,
        **meta: Any,
    ) -> None:
        _Renamed.__init__(self, subcon, newname=name, newdocs=meta.get("doc", ""))
        self.describe(name, label, kind, **meta)
        self.width = width
        self.variant = variant
        self.is_reserved = reserved
        self.parts = parts
        self.rows = rows
        self.fixed = fixed
        self.constrained = constrained
        self.little = little
        self.default: Raw = b"\0" * (width // 8) if kind.binary and default == 0 else default

    @property
    def reserved(self) -> bool:
        """Whether the specification gives these bits no meaning."""
        return self.is_reserved


class Derived(Leaf):
    """A value computed from the raw values of leaves of the same header (or of an earlier header of the packet).

    Args:
        name: as of a leaf.
        label: as of a leaf.
        inputs: names of leaves of this header; ``"bth.opcode"`` names a leaf of an earlier header.
        compute: takes their raw values; returns a number, a string, or None where there is no value.
        **meta: as `Leaf.describe`.
    """

    def __init__(
        self,
        name: str,
        label: str,
        inputs: tuple[str, ...],
        compute: Callable[..., Any],
        kind: ValueType = NUMBER,
        **meta: Any,
    ) -> None:
        self.describe(name, label, kind, **meta)
        self.inputs = inputs
        self.compute = compute


#: constructs have no state, so one per width is enough, and quicker to declare
_integer = functools.cache(lambda width, little: construct.BitsInteger(width, swapped=little))
_bytes = functools.cache(lambda size: construct.Bytewise(construct.Bytes(size)))


def uint(name: str, width: int, label: str, kind: ValueType = DEC, *, little: bool = False, **meta: Any) -> Field:
    """An unsigned integer of ``width`` bits, high bit first, or low byte first where ``little``."""
    return Field(name, _integer(width, little), label, width, kind, little=little, **meta)


def hexa(name: str, width: int, label: str, **meta: Any) -> Field:
    """An unsigned integer that people read in hexadecimal (keys, addresses, identifiers)."""
    return uint(name, width, label, HEX, **meta)


def flag(name: str, label: str, **meta: Any) -> Field:
    """One bit."""
    return uint(name, 1, label, FLAG, **meta)


def reserved(name: str, width: int, **meta: Any) -> Field:
    """Bits without a meaning, which survive decode and build all the same; ``kind=`` says how they print."""
    label = f"Reserved ({width} bit{'s' if width > 1 else ''})"
    if width > 64:
        return binary(name, width // 8, label, reserved=True, **meta)
    kind = meta.pop("kind", HEX if width > 8 else DEC)
    return uint(name, width, label, kind, reserved=True, **meta)


def binary(name: str, size: int, label: str, kind: ValueType = BYTES, **meta: Any) -> Field:
    """``size`` bytes: an address, a GID, opaque data."""
    return Field(name, _bytes(size), label, size * 8, kind, **meta)


def text(name: str, size: int, label: str, **meta: Any) -> Field:
    """A string in ``size`` bytes, ended by zero bytes."""
    return binary(name, size, label, TEXT, **meta)


def mask(name: str, width: int, label: str, bits: Mapping[int, str], **meta: Any) -> Field:
    """A mask of ``width`` bits; the named bits, numbered from the least significant, are leaves of their own."""
    parts = tuple(
        Part(
            f"{name}_{bit_name.lower()}",
            bit_name,
            width - 1 - bit,
            1,
            filter=f".{name}.{bit_name.lower()}",
            kind=HEX,
            digits=width // 4,
        )
        for bit, bit_name in bits.items()
    )
    return hexa(name, width, label, parts=parts, **meta)


def rows(name: str, count: int, label: str, *fields: Field) -> Field:
    """``count`` rows of the given fields, one after the other."""
    width = sum(field.width for field in fields)
    subcon = construct.Array(count, construct.Struct(*fields))
    return Field(name, subcon, label, width * count, BYTES, rows=fields)


__all__ = [
    "WORDS", "Derived", "Field", "Leaf", "Part", "binary", "flag", "hexa", "mask", "number_of", "reserved", "rows",
    "text", "uint",
]  # fmt: skip
