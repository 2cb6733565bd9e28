"""A leaf of a declaration as a field of scapy."""

from __future__ import annotations

import random
from typing import Any

from scapy.base_classes import BasePacket, Gen
from scapy.fields import EnumField, Field as ScapyField, RawVal
from scapy.packet import Packet
from scapy.volatile import RandField, VolatileValue

from ibpkt.craft.drafts import raw_values
from ibpkt.errors import CallerError
from ibpkt.schema import IPV4, IPV6, MAC, Field, Header

#: values that people write as text in scapy too
ADDRESSES = (IPV4, IPV6, MAC)
#: what scapy's contrib.roce calls some operations, and what the declaration calls them
OPERATIONS = {"COMPARE_SWAP": "CMP_SWAP"}


class RandomLeaf(RandField):
    """A random value of a field, for `fuzz`."""

    def __init__(self, field: Field) -> None:
        self.field = field

    def _fix(self) -> Any:
        field = self.field
        items = [
            random.randbytes(field.width // 8) if field.wide else random.getrandbits(field.width)
            for _ in range(field.count)
        ]
        return tuple(items) if field.count > 1 else items[0]


class LeafField:
    """What the fields of this package have in common; `field_of` makes them.

    Values are raw values.  Names and addresses are turned into them when they are set, and lists, ranges and random
    values are kept: scapy makes a packet of each.

    Attributes:
        header: the declaration.
        leaf: the field in it.
        rows: whether a value is a tuple, an item a row.
    """

    __slots__ = ()
    header: Header
    leaf: Field
    rows: bool
    default: Any

    def any2i(self, pkt: Packet | None, x: Any) -> Any:
        """The raw value of what a user gave; None leaves the field open.

        Raises:
            CallerError: it does not fit.
        """
        if x is None or isinstance(x, VolatileValue):
            return x
        if isinstance(x, RawVal):
            raise CallerError(f"{self.header.name}.{self.leaf.name} takes no RawVal: bits have no bytes of their own")
        if not self.rows:
            if isinstance(x, range):
                x = list(x)
            if isinstance(x, list):
                return [self.any2i(pkt, each) for each in x]
            if isinstance(x, tuple) and not self.leaf.wide and len(x) in (2, 3):  # scapy's way to write a range
                return (*(self.any2i(pkt, each) for each in x[:2]), *x[2:])
            if isinstance(x, Gen) and not isinstance(x, BasePacket):
                return x
        return self._raw(x)

    def _raw(self, x: Any) -> Any:
        if isinstance(x, str):
            for theirs, ours in OPERATIONS.items():
                x = x.replace(theirs, ours)
        return raw_values(self.header, {self.leaf.name: x})[self.leaf.name]

    def settled(self, x: Any) -> Any:
        """One raw value: the first of a list or range, one of a random value."""
        if isinstance(x, VolatileValue):
            return self._raw(x._fix())
        if self.rows:
            return x
        if isinstance(x, list | Gen):
            return self.settled(next(iter(x)))
        if isinstance(x, tuple):
            return x[0]
        return self._raw(x) if isinstance(x, str) else x

    def do_copy(self, x: Any) -> Any:
        """A copy that does not change with the value."""
        return list(x) if isinstance(x, list) else x

    def i2h(self, pkt: Packet | None, x: Any) -> Any:
        """The value as users see it: addresses as texts, all else raw."""
        if x is None or isinstance(x, VolatileValue):
            return x
        if isinstance(x, list):
            return [self.i2h(pkt, each) for each in x]
        return self.leaf.kind.text(x) if self.leaf.kind in ADDRESSES and not isinstance(x, str | Gen) else x

    def i2repr(self, pkt: Packet | None, x: Any) -> str:
        """The value as a person reads it."""
        if isinstance(x, list):
            return f"[{', '.join(self.i2repr(pkt, each) for each in x)}]"
        if x is None or isinstance(x, VolatileValue | Gen) or (isinstance(x, tuple) and not self.rows):
            return repr(x)
        return self.leaf.display(x)

    def i2json(self, x: Any) -> Any:
        """The value in JSON: bytes as hexadecimal text."""
        shown = self.i2h(None, x)
        if isinstance(shown, bytes):
            return shown.hex()
        return repr(shown) if isinstance(shown, VolatileValue | Gen) else shown

    def i2len(self, pkt: Packet, x: Any) -> int:
        """Its size in bytes."""
        return len(x) if isinstance(x, bytes) else self.leaf.width * self.leaf.count // 8

    def i2m(self, pkt: Packet | None, x: Any) -> Any:
        """Raw values are what stands on the wire."""
        return x

    def randval(self) -> Any:
        """A random value; what has no size of its own stays as it is."""
        return RandomLeaf(self.leaf) if self.leaf.width else None

    def addfield(self, pkt: Packet, s: bytes, val: Any) -> bytes:
        """Not used: a layer is built as a whole."""
        raise CallerError(f"{self.header.name}.{self.leaf.name} is built with its layer")

    def getfield(self, pkt: Packet, s: bytes) -> tuple[bytes, Any]:
        """Not used: a layer is dissected as a whole."""
        raise CallerError(f"{self.header.name}.{self.leaf.name} is dissected with its layer")


def field_of(leaf: Field, default: Any) -> ScapyField:
    """The field of scapy for a leaf.

    ``ls()`` prints the name of a field's class in the place of its meaning.  So each field has a class of its own,
    whose name says what the field means.

    Args:
        leaf: a field on the wire, or the part of variable size at a header's end.
        default: its value where nothing is given; None where that is computed.
    """
    base: type = EnumField if leaf.enum else ScapyField  # `ls(…, verbose=True)` lists the names of an EnumField
    bits = f"{leaf.width} bit{'s' if leaf.width > 1 else ''}" if leaf.width else "any size"
    rows = f"{leaf.count} rows" if leaf.count > 1 else ""
    meaning = leaf.label if leaf.reserved else ", ".join(filter(None, (leaf.label, leaf.unit, rows, bits)))
    members = {"__slots__": ("header", "leaf", "rows", "islist"), "__doc__": leaf.doc or leaf.label}
    made: Any = type(ScapyField)(meaning, (LeafField, base), members)
    field = made.__new__(made)
    field.header, field.leaf = leaf.header, leaf
    field.rows = field.islist = leaf.count > 1  # scapy does not look for alternatives in the values of a list
    ScapyField.__init__(field, leaf.name, default, "s")
    field.sz = leaf.width * leaf.count / 8
    if leaf.enum:
        field.i2s = dict(leaf.enum)
        field.s2i = {name: number for number, name in leaf.enum.items()}
    return field
