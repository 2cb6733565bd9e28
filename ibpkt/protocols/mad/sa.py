"""Subnet administration: the SA header, and which attribute has which layout."""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import NamedTuple

from ibpkt.protocols.mad import sa_paths, sa_records
from ibpkt.protocols.mad.base import layouts, management_header
from ibpkt.protocols.mad.notice import COMMON
from ibpkt.protocols.mad.sa_paths import MultiPathGID, MultiPathRecord, PathRecord
from ibpkt.protocols.mad.sa_records import PortInfoRecord
from ibpkt.schema import WORDS, Derived, Header, binary, hexa, reserved

#: records that tables are made of, by AttributeID
RECORDS = {
    number: header
    for number, header in layouts(0x03, vars(sa_records), vars(sa_paths)).items()
    if header is not MultiPathRecord
}
#: all attributes with a declared layout
ATTRIBUTES = {**COMMON, **RECORDS, 0x3A: MultiPathRecord}

#: GIDs for which a MultiPathRecord has room
GIDS = (200 - MultiPathRecord.size) // MultiPathGID.size

#: a PathRecord's ServiceID counts as two
_HALVES = {PathRecord: ("serviceid",)}
#: fields without a bit: they lie in a byte that was reserved when components were numbered, and has one bit
_ADDED = {PortInfoRecord: ("linkspeedextactive2", "linkspeedextsupported2", "linkspeedextenabled2")}


class Component(NamedTuple):
    """A component of an attribute: what one bit of a component mask stands for.

    Attributes:
        name: as people read it.
        fields: the names of the fields that it is made of.
    """

    name: str
    fields: tuple[str, ...]


@functools.cache
def _components(header: Header | None) -> tuple[Component, ...]:
    """The components of an attribute in the order of the bits of a component mask, from the lowest.

    A component is a field; in rows of one field each row is one.  The numbers are those of OpenSM, too.
    """
    found: list[Component] = []
    for field in header.fields if header else ():
        if field.name == "padding" or field.name in _ADDED.get(header, ()):  # type: ignore[arg-type]  # there is one
            continue
        label = field.label if not field.reserved else field.name
        fields = tuple(inner.name for inner in field.rows) or (field.name,)
        names = [label]
        if len(field.rows) == 1:
            count = field.width // field.rows[0].width
            names = [f"{field.rows[0].label} {row}" for row in range(count)]
        elif field.name in _HALVES.get(header, ()):  # type: ignore[arg-type]  # there is one
            names = [f"{label} (high half)", f"{label} (low half)"]
        found += [Component(name, fields) for name in names]
    return tuple(found)


def component_names(attributeid: int) -> tuple[str, ...]:
    """The names of the components of an attribute, in the order of the bits of a component mask."""
    return tuple(component.name for component in _components(ATTRIBUTES.get(attributeid)))


def component_mask(header: Header, fields: Collection[str]) -> int:
    """The component mask that says that these fields count: the bits of all components with one of them.

    Args:
        header: the attribute: a record, or one of those that all classes have, which need no mask.
        fields: the names of fields.
    """
    if header in COMMON.values():
        return 0
    pairs = enumerate(_components(header)[: SA.leaf("componentmask").width])
    return sum(1 << bit for bit, component in pairs if not set(component.fields).isdisjoint(fields))


def components(componentmask: int, attributeid: int) -> str:
    """The names of the components that a mask asks for; the number of a bit that has none."""
    names = component_names(attributeid)
    bits = [bit for bit in range(componentmask.bit_length()) if componentmask >> bit & 1]
    return ", ".join(names[bit] if bit < len(names) else f"bit {bit}" for bit in bits)


SA: Header = management_header(
    "SA",
    "Subnet Administration",
    "infiniband.sa",
    hexa("sm_key", 64, "SM_Key (Verification Key)", filter="infiniband.sa.smkey"),
    hexa("attributeoffset", 16, "Attribute Offset", unit="8 bytes", doc="from record to record"),
    reserved("reserved", 16),
    hexa("componentmask", 64, "Component Mask"),
    Derived(
        "components",
        "Components",
        ("componentmask", "mad.attributeid"),
        components,
        WORDS,
        doc="the fields that count in a request, by name",
    ),
    source="IBA 1, 15.2.1.1",
)

RecordGap: Header = management_header(
    "RecordGap",
    "Between Records",
    "infiniband.sa.gap",
    binary("more", 8, "More of the Record"),
    source="IBA 1, 15.2.1.1: AttributeOffset says more than the record has",
)
