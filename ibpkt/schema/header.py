"""A header: the fields of a declaration, laid out.

A `Header` is a construct: ``LRH.parse(data)`` and ``LRH.build(values)`` are construct's own.  It also knows the place
of every leaf, computed from the order and the widths of the fields, and reads and writes by them without construct,
twenty times as fast (a test holds the two equal).
"""

from __future__ import annotations

import copy
import functools
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import construct

from ibpkt.arguments import shown
from ibpkt.conveniences import extensible
from ibpkt.errors import CallerError
from ibpkt.schema.field import Derived, Field, Leaf, Part, binary
from ibpkt.schema.field_places import FieldPlace, field_places, reversed_bytes
from ibpkt.schema.integrity import Checksum, CRCParameters
from ibpkt.schema.value_types import BYTES, ValueType

if TYPE_CHECKING:
    from ibpkt.craft.drafts import Draft

    _Construct = construct.Construct[Any, Any]  # generic in the stubs, not at run time
else:
    _Construct = construct.Construct

#: names that layers use themselves
TAKEN = {"header", "name", "offset", "raw", "raw_value", "size"}
MASK = tuple((1 << width) - 1 for width in range(65))

#: what a header can be; every room that treats headers differently asks for this, when it meets the header
ROLES = {
    "capture": "put in front of the packet by a capture tool or card; never on the wire",
    "link": "a link: MAC addresses and tags, LRH, pauses and credits",
    "tunnel": "carries packets of another network: overlays and mirrors",
    "network": "addresses between networks: IP, its extension headers, GRH",
    "transport": "ports or queue pairs: UDP, BTH",
    "extended": "an extended transport header or a fixed payload, announced by the opcode",
    "management": "part of a management datagram",
    "upper": "carried by all of these",
    "crc": "a CRC, which closes the packet",
    "annotation": "made by an analysis; no packet has it, it follows the packet (`ibpkt.batch.annotations`)",
}


class Extent(NamedTuple):
    """A length field: how far the header and all that it carries reach.

    It is compared with what the header around it says, or else with the packet on the wire.

    Attributes:
        field: the name of the length field.
        scale: bytes per unit.
        add: bytes to add, so that the sum counts from the first byte of the header.
        loose: bytes after it are normal whatever surrounds it (padding of an Ethernet frame).
        zero: 0 means "to the end" (jumbograms, segmentation offload).
        yields: where an outer header says something else, that one is believed.
        behind: the number of bytes (of a VCRC) that may follow on the wire, besides none; None for any number.
    """

    field: str
    scale: int = 1
    add: int = 0
    loose: bool = False
    zero: bool = False
    yields: bool = False
    behind: int | None = None


class CaptureRecord(NamedTuple):
    """The lengths in a header that begins a capture record.

    Attributes:
        total: the name of the field that counts the bytes of the whole record; it may count padding that is not stored.
        packet: the name of the field that counts those of the packet in it, after the headers of the same group.
    """

    total: str
    packet: str


class PathFields(NamedTuple):
    """The leaves of a network header that routers read or change; "" where it has none.

    Attributes:
        traffic_class: the traffic class, of eight bits.
        flow_label: the flow label, of twenty bits.
        hop_limit: what every router counts down.
    """

    traffic_class: str = ""
    flow_label: str = ""
    hop_limit: str = ""


class Tail(NamedTuple):
    """The part of a header whose size a field gives.

    Attributes:
        name: the leaf's name; its raw value is bytes.
        label: as of a leaf.
        filter: as of a leaf.
        field: the name of the field that gives the size of the whole header.
        scale: bytes per unit.
        add: bytes to add.
        align: zeros fill the part up to a multiple of so many bytes; they belong to it.
        kind: what its bytes are.
    """

    name: str
    label: str
    filter: str
    field: str
    scale: int
    add: int = 0
    align: int = 1
    kind: ValueType = BYTES

    @property
    def unit(self) -> int:
        """Its size is a multiple of so many bytes."""
        return math.lcm(self.scale, self.align)

    def padded(self, size: int) -> int:
        """The size of the whole header with what fills its tail up."""
        return size + (self.add - size) % self.align


def embedded(header: Header) -> tuple[Field | Derived, ...]:
    """The fields of another header, to be declared once more as part of a larger one, under the same filter names.

    A last reserved field named ``padding``, which only fills a header up, is left out, and so are derived values that
    look at earlier headers: around the larger one there are others.
    """
    members: list[Field | Derived] = []
    for field in header.fields:
        if field.reserved and field.name == "padding":
            continue
        copied = copy.copy(field)
        copied.parts = tuple(map(copy.copy, field.parts))
        copied.rows = tuple(map(copy.copy, field.rows))
        members.append(copied)
    members += [copy.copy(derived) for derived in header.derived if not any("." in name for name in derived.inputs)]
    return tuple(members)


def _row_width(field: Field) -> int:
    return sum(inner.width for inner in field.rows)


class _Facts(NamedTuple):
    """What few headers have.  It is kept apart: attributes of an object with more than thirty are slow to read."""

    record: CaptureRecord | None
    path: PathFields | None
    session: str
    sequence: str
    crc: CRCParameters | None
    typical: Mapping[str, Any]
    fills: int


@extensible
class Header(_Construct):
    """The declaration of one header.

    What is true of a header in every packet stands here, and every command reads it here when it meets the header: its
    role, which fields have one value only (`Field.fixed`), which ones a generator leaves at their defaults
    (`Field.constrained`), and which ones are computed from the rest of the packet (`computed`: lengths, checksums, pad;
    what announces the next header is a row of `ibpkt.protocols.graph`).

    Args:
        name: the specification's abbreviation ("BTH"); ``key`` is its lower case form, an identifier.
        title: the name in full.
        filter: the display-filter name of the header; fields are named below it unless they say otherwise.
        *members: fields and derived values, in order.
        role: what it is, one of `ROLES`.
        extent: which field gives how far the header and its contents reach.
        tail: the part of variable size at its end.
        checksum: its Internet checksum.
        pad: the name of the field that counts the pad bytes, which make all that follows the header, with the ICRC, a
            multiple of four bytes.
        record: the lengths of a header that begins a capture record.
        path: the leaves that routers read or change.
        session: the name of the field that numbers the tunnels between two ends.
        sequence: the name of the field in which the sender counts its packets.
        crc: where the header is a CRC: how it is computed.
        typical: values of a healthy packet, besides the defaults, for traffic that looks real.
        fills: the bytes that the header and what it carries always have, up to which zeros fill it; 0 for any number.
        summary: what the header adds to a packet's line; ``{name}`` stands for a leaf's text.
        icrc: where this is the last such header before BTH, the ICRC starts here: "itself", or "ones" where eight
            bytes of ones stand for the LRH that is not there.
        partial: the name of a leaf that says, when it is not 0, that only a part of the packet is here.
        address: what to write before addresses, and the leaves that hold source and destination.
        protocol: what the protocol column says for a packet in which this is the last header with such a name.
        group: the name of the protocol to which tshark counts it (the key in JSON).
        source: where its layout comes from.

    Raises:
        TypeError: fields that do not fill whole bytes, a name used twice, a role that is not in `ROLES`, or a fact
            about a leaf that the header does not have.
    """

    def __init__(
        self,
        name: str,
        title: str,
        filter: str,
        *members: Field | Derived,
        role: str = "upper",
        extent: Extent | None = None,
        tail: Tail | None = None,
        checksum: Checksum | None = None,
        pad: str = "",
        record: CaptureRecord | None = None,
        path: PathFields | None = None,
        session: str = "",
        sequence: str = "",
        crc: CRCParameters | None = None,
        typical: Mapping[str, Any] | None = None,
        fills: int = 0,
        summary: str = "",
        icrc: str = "",
        partial: str = "",
        address: tuple[str, str, str] | None = None,
        protocol: str = "",
        group: str = "",
        source: str = "",
    ) -> None:
        super().__init__()
        self.name: str = name
        self.key: str = name.lower()
        self.title = title
        self.filter = filter
        self.role = role
        self.extent = extent
        self.tail = tail
        self.checksum = checksum
        self.pad = pad
        self._facts = _Facts(record, path, session, sequence, crc, typical or {}, fills)
        self.summary = summary
        self.icrc = icrc
        self.partial = partial
        self.address = address
        self.protocol = protocol
        self.group: str = group or filter.partition(".")[0]
        self.source = source
        self.fields: tuple[Field, ...] = tuple(member for member in members if isinstance(member, Field))
        self.derived: tuple[Derived, ...] = tuple(member for member in members if isinstance(member, Derived))
        self.tail_leaf: Field | None = None
        if tail:
            self.tail_leaf = binary(tail.name, 0, tail.label, tail.kind, filter=tail.filter, default=b"")
            self._own(self.tail_leaf, -1)
        self._place()
        self._check()

    @functools.cached_property
    def _fixed(self) -> Any:
        """The construct of the fields; few headers are ever read by it."""
        return construct.BitStruct(*self.fields)

    def __repr__(self) -> str:
        return self.name

    if TYPE_CHECKING:  # bound by `ibpkt`, since a draft belongs to a room above

        def __call__(self, **values: Any) -> Draft:
            """This header with values for its fields, to be built; see `ibpkt.craft.drafts.draft`."""

    # -- layout -------------------------------------------------------------------------------------------------

    def _own(self, leaf: Leaf, bit: int, parent: Field | None = None) -> None:
        leaf.header = self
        leaf.bit = bit
        if not leaf.filter:
            leaf.filter = f"{self.filter}.{leaf.name}"
        elif leaf.filter.startswith("."):
            leaf.filter = self.filter + leaf.filter

    def _place(self) -> None:
        bit = 0
        leaves: list[Leaf] = []
        for field in self.fields:
            self._own(field, bit)
            if field.rows:
                row = _row_width(field)
                count = field.width // row
                inner_bit = bit
                for inner in field.rows:
                    self._own(inner, inner_bit)
                    inner.count, inner.stride = count, row
                    leaves.append(inner)
                    inner_bit += inner.width
            else:
                leaves.append(field)
                for part in field.parts:
                    self._own(part, bit + part.offset)
                    part.field = field
                    leaves.append(part)
            bit += field.width
        if bit % 8:
            raise TypeError(f"{self.name}: its fields take {bit} bits, which is no whole number of bytes")
        for derived in self.derived:
            self._own(derived, -1)
        if self.tail_leaf:
            leaves.append(self.tail_leaf)
        self.size: int = bit // 8
        self.leaves: tuple[Leaf, ...] = (*leaves, *self.derived)
        self.by_name: dict[str, Leaf] = {leaf.name: leaf for leaf in self.leaves}
        if len(self.by_name) != len(self.leaves):
            raise TypeError(f"{self.name}: two leaves have the same name")
        if taken := TAKEN & self.by_name.keys():
            raise TypeError(f"{self.name}: every layer has an attribute {taken.pop()}; name the field otherwise")
        self._wire = tuple(leaf for leaf in self.leaves if isinstance(leaf, Field) and leaf is not self.tail_leaf)

    def _check(self) -> None:
        """Refuse a role that does not exist and facts about leaves that do not exist."""
        if self.role not in ROLES:
            raise TypeError(f"{self.name}: there is no role {self.role!r}; the roles are {', '.join(ROLES)}")
        names = {*self.computed, *self.typical, self.partial, self.session, self.sequence, *(self.path or ())}
        names |= {self.checksum.field} if self.checksum else set()
        names |= set(self.address[1:]) if self.address else set()
        if missing := sorted(names - {""} - self.by_name.keys()):
            raise TypeError(f"{self.name}: it has no field {missing[0]}, which its declaration names")

    @property
    def record(self) -> CaptureRecord | None:
        """The lengths of a header that begins a capture record."""
        return self._facts.record

    @property
    def path(self) -> PathFields | None:
        """The leaves that routers read or change."""
        return self._facts.path

    @property
    def session(self) -> str:
        """The name of the field that numbers the tunnels between two ends, or ""."""
        return self._facts.session

    @property
    def sequence(self) -> str:
        """The name of the field in which the sender counts its packets, or ""."""
        return self._facts.sequence

    @property
    def crc(self) -> CRCParameters | None:
        """How the CRC is computed, where the header is one."""
        return self._facts.crc

    @property
    def typical(self) -> Mapping[str, Any]:
        """Values of a healthy packet, besides the defaults."""
        return self._facts.typical

    @property
    def fills(self) -> int:
        """The bytes that the header and what it carries always have, up to which zeros fill it; 0 for any number."""
        return self._facts.fills

    @property
    def generated(self) -> bool:
        """Whether no packet has it: an analysis makes it."""
        return self.role == "annotation"

    @functools.cached_property
    def computed(self) -> frozenset[str]:
        """The fields that a builder computes from the rest of the packet: lengths, checksum, pad, the CRC itself.

        What announces the next header is computed too, out of the graph; the header alone does not know it.
        """
        names = {self.extent.field if self.extent else "", self.tail.field if self.tail else "", self.pad}
        names |= set(self.record or ())
        names |= {self.checksum.field} if self.checksum and not self.checksum.optional else set()
        names |= set(self.by_name) if self.crc else set()
        return frozenset(names - {""})

    @property
    def fixed(self) -> tuple[Field, ...]:
        """The fields that have one value only, their default; receivers drop a packet with another one."""
        return tuple(field for field in self._wire if field.fixed)

    @property
    def constrained(self) -> frozenset[str]:
        """The fields that a generator of valid packets leaves at their defaults, the fixed ones among them."""
        return frozenset(field.name for field in self._wire if field.fixed or field.constrained)

    def leaf(self, name: str) -> Leaf:
        """The leaf of that name; `CallerError` with the nearest name where there is none."""
        try:
            return self.by_name[name]
        except (KeyError, TypeError):  # a name that is no text may have no hash
            given = name if isinstance(name, str) else shown(name)
            raise CallerError(f"{self.name} has no field {given}", name=given, known=self.by_name) from None

    @property
    def wire(self) -> tuple[Field, ...]:
        """The fields on the wire, those inside rows in place of the rows, without a tail."""
        return self._wire

    def variant_mask(self) -> bytes:
        """The bits that the ICRC reads as ones, as bytes of the header's size."""
        bits = 0
        for field in self.fields:
            if field.variant:
                bits |= MASK[field.width] << (self.size * 8 - field.bit - field.width)
        return bits.to_bytes(self.size, "big")

    def length(self, values: Mapping[str, Any]) -> int:
        """The size of a header with these raw values, in bytes, its tail included; the packet may lie."""
        if self.tail is None:
            return self.size
        return self.tail.padded(int(values[self.tail.field]) * self.tail.scale + self.tail.add)

    # -- one header, quickly ------------------------------------------------------------------------------------

    def read(self, data: bytes | memoryview, at: int = 0) -> dict[str, Any]:
        """The raw values of the fields at byte ``at`` of ``data``, which must hold `size` bytes; no tail."""
        number = int.from_bytes(data[at : at + self.size], "big")
        values: dict[str, Any] = {}
        for name, shift, mask, convert, shifts, _ in self._field_places:
            if convert is None:
                values[name] = (
                    number >> shift & mask if shifts is None else tuple([number >> each & mask for each in shifts])
                )
            elif shifts is None:
                values[name] = convert(number >> shift & mask)
            else:
                values[name] = tuple([convert(number >> each & mask) for each in shifts])
        return values

    @functools.cached_property
    def _field_places(self) -> tuple[FieldPlace, ...]:
        return field_places(self._wire, self.size)

    def write(self, values: Mapping[str, Any]) -> bytes:
        """The bytes of a header with these raw values; what is missing takes its default.

        Raises:
            CallerError: a name that the header does not have, or a value that does not fit its field.
        """
        for name in values:
            leaf = self.leaf(name)
            if not isinstance(leaf, Field):
                raise CallerError(f"{self.name}.{name} is not on the wire and cannot be set")
        number = 0
        for name, shift, mask, convert, shifts, field in self._field_places:
            value = values.get(name, field.default)
            if shifts is None:
                plain = convert is None and type(value) is int and 0 <= value <= mask  # as most are
                number |= (value if plain else self.bits(field, value)) << shift
                continue
            items = value if name in values else (value,) * field.count
            if len(items) != field.count:
                raise CallerError(f"{self.name}.{name} has {field.count} rows, not {len(items)}", name=name)
            for each, item in zip(shifts, items, strict=True):
                number |= self.bits(field, item) << each
        tail = bytes(values.get(self.tail.name, b"")) if self.tail else b""
        return number.to_bytes(self.size, "big") + tail

    def bits(self, field: Field, value: Any) -> int:
        """One raw value of a field as its bits stand on the wire.

        Raises:
            CallerError: it does not fit.
        """
        if field.kind.binary:
            if not isinstance(value, bytes) or len(value) * 8 != field.width:
                raise CallerError(
                    f"{self.name}.{field.name} takes {field.width // 8} bytes, not {value!r}", name=field.name
                )
            return int.from_bytes(value, "big")
        if not isinstance(value, int) or not 0 <= value <= MASK[field.width]:
            raise CallerError(
                f"{self.name}.{field.name} takes 0 to {MASK[field.width]} ({field.width} bits), not {value!r}",
                name=field.name,
            )
        return reversed_bytes(value, field.width // 8) if field.little else value

    def leaf_value(self, leaf: Leaf, values: Mapping[str, Any], outer: Mapping[str, Mapping[str, Any]]) -> Any:
        """The raw value of any leaf, computed from those of the fields; None where its ``when`` does not hold.

        Args:
            leaf: a leaf of this header.
            values: the raw values of this header's fields.
            outer: those of the packet's headers, by key, for derived values that look at earlier headers.
        """
        if leaf.when is not None and self.leaf_value(self.leaf(leaf.when[0]), values, outer) != leaf.when[1]:
            return None
        if isinstance(leaf, Part):
            parent = leaf.field
            return values[parent.name] >> (parent.width - leaf.offset - leaf.width) & MASK[leaf.width]
        if isinstance(leaf, Derived):
            inputs = []
            for name in leaf.inputs:
                key, _, inner = name.rpartition(".")
                if key and key not in outer:
                    return None
                inputs.append(outer[key][inner] if key else self.leaf_value(self.leaf(name), values, outer))
            return None if None in inputs else leaf.compute(*inputs)
        if leaf is self.tail_leaf:
            return values.get(leaf.name)  # fields may be read without it
        return values[leaf.name]

    def is_part(self, values: Mapping[str, Any]) -> bool:
        """Whether these raw values say that only a part of the packet is here (see `partial`)."""
        if not self.partial:
            return False
        leaf = self.leaf(self.partial)
        field = self.parent(leaf) if isinstance(leaf, Part) else leaf
        return field.name in values and bool(self.leaf_value(leaf, values, {}))

    def parent(self, part: Part) -> Field:
        """The field of which a part shows some bits."""
        return part.field

    # -- construct ----------------------------------------------------------------------------------------------

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        values = self._fixed._parsereport(stream, context, path)
        if self.tail:
            size = self.length(values) - self.size
            if size < 0:
                raise construct.StreamError(
                    f"{self.tail.field} makes the header shorter than {self.size} bytes", path=path
                )
            values[self.tail.name] = construct.stream_read(stream, size, path)
        return values

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        given = {name: value for name, value in dict(obj or {}).items() if name != "_io"}  # parse() leaves _io
        members = {field.name for field in self.fields} | ({self.tail.name} if self.tail else set())
        for name in given:
            if name not in members:  # construct would accept a misspelt name in silence
                raise CallerError(f"{self.name} has no field {name}", name=name, known=members)
        built = self._fixed._build({**self._defaults(), **given}, stream, context, path)
        if self.tail:
            data = given.get(self.tail.name, b"")
            construct.stream_write(stream, data, len(data), path)
        return built

    def _defaults(self) -> dict[str, Any]:
        return {
            field.name: [{inner.name: inner.default for inner in field.rows}] * (field.width // _row_width(field))
            if field.rows
            else field.default
            for field in self.fields
        }

    def _sizeof(self, context: Any, path: str) -> int:
        if self.tail:
            raise construct.SizeofError(f"{self.name} has no fixed size", path=path)
        return self.size
