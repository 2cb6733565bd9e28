"""A declared header as a layer of scapy: dissected by `ibpkt.decode`, built by `ibpkt.build`, as a whole stack."""

from __future__ import annotations

import functools
import inspect
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from scapy.fields import StrField
from scapy.layers.inet import IP, UDP as ScapyUDP
from scapy.layers.inet6 import IPv6 as ScapyIPv6
from scapy.packet import NoPayload, Packet, Padding, Raw

from ibpkt import protocols
from ibpkt.craft.announce import computed_fields
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import Draft, raw_values
from ibpkt.errors import CallerError
from ibpkt.packet import decode
from ibpkt.packet.coverage import coverage
from ibpkt.protocols import BTH, CRCS, GRH, ICRC, LPCRC, MAD, OPCODES, ROCE_PORT, UDP, VCRC
from ibpkt.scapy.field import field_of
from ibpkt.schema import Field, Header, Part

#: names of fields in scapy's own contrib.roce, and here; its BTH has the ICRC, here that is a layer after it (the two
#: words of a CNP, which it counts from 1, are reserved0 and reserved1)
ALIASES = {
    BTH.name: {
        "solicited": "se",
        "migreq": "m",
        "padcount": "padcnt",
        "version": "tver",
        "pkey": "p_key",
        "resv6": "reserved6a",
        "dqpn": "destqp",
        "ackreq": "a",
        "resv7": "reserved7",
        "icrc": "crc",
    },
    GRH.name: {"nexthdr": "nxthdr"},
}
#: what scapy's own constructor takes beside fields
_SCAPYS = frozenset(inspect.signature(Packet.__init__).parameters)


class NoSuchField(CallerError, AttributeError):  # type: ignore[misc]  # both have a name: what was asked for
    """A name that no layer of a packet has."""


class Pad(Packet):
    """The pad bytes between payload and ICRC."""

    name = "Pad"
    fields_desc: ClassVar[list[Any]] = [StrField("load", b"")]


class IBLayer(Packet):
    """What the layers have in common."""

    header: ClassVar[Header]
    aliases: ClassVar[dict[str, str]] = {}

    def __init__(self, *args: Any, **fields: Any) -> None:
        given = {self.aliases.get(name, name): value for name, value in fields.items()}
        crc = given.pop("crc", None) if "crc" in self.aliases.values() else None
        parts = {}
        for name in given.keys() - _SCAPYS - {field.name for field in self.fields_desc}:
            if not isinstance(self._leaf(name), Part):
                raise CallerError(f"{self.header.name}.{name} is computed from other fields and cannot be set")
            parts[name] = given.pop(name)
        super().__init__(*args, **given)
        for name, value in parts.items():
            self.setfieldval(name, value)
        if crc is not None:
            self.add_payload(LAYERS[ICRC](crc=crc))

    def _leaf(self, name: str) -> Any:
        """The leaf of that name."""
        try:
            return self.header.leaf(name)
        except CallerError as error:
            raise NoSuchField(str(error)) from None

    def __reduce__(self) -> tuple[Any, ...]:
        """As scapy, but what is open stays open."""
        layers = [(type(layer), layer.fields, layer.raw_packet_cache) for layer in self.iterpayloads()]
        return _restore, (layers,), super().__reduce__()[2]

    # -- fields by name -----------------------------------------------------------------------------------------

    def getfieldval(self, attr: str) -> Any:
        """As scapy does, under the names of contrib.roce too."""
        return super().getfieldval(self.aliases.get(attr, attr))

    def getfield_and_val(self, attr: str) -> tuple[Any, Any]:
        """As scapy does, under the names of contrib.roce too."""
        return super().getfield_and_val(self.aliases.get(attr, attr))

    def delfieldval(self, attr: str) -> None:
        """As scapy does, under the names of contrib.roce too."""
        super().delfieldval(self.aliases.get(attr, attr))

    def setfieldval(self, attr: str, val: Any) -> None:
        """As scapy does, under the names of contrib.roce too; a part changes its bits of its field."""
        attr = self.aliases.get(attr, attr)
        part = self.header.by_name.get(attr)
        if isinstance(part, Part):
            name = self.header.parent(part).name
            before = self._values()[name]
            attr, val = name, raw_values(self.header, {name: before, part.name: val})[name]
        super().setfieldval(attr, val)

    def __setattr__(self, attr: str, val: Any) -> None:
        """As scapy does, but a misspelt field is no new attribute."""
        if attr in self.__all_slots__ or attr.startswith("_") or any(attr in vars(cls) for cls in type(self).__mro__):
            object.__setattr__(self, attr, val)
            return
        try:
            self.setfieldval(attr, val)
        except NoSuchField:
            raise
        except AttributeError:
            raise self._no_such(attr) from None

    def __getattr__(self, attr: str) -> Any:
        leaf = self.header.by_name.get(attr)
        if leaf is not None and not isinstance(leaf, Field):  # a part or a derived value
            return self.header.leaf_value(leaf, self._values(), self._outer())
        try:
            return super().__getattr__(self.aliases.get(attr, attr))
        except NoSuchField:
            raise
        except AttributeError:
            if attr.startswith("_"):
                raise
            raise self._no_such(attr) from None

    def _no_such(self, attr: str) -> NoSuchField:
        layer: Packet = [self, *_below(self)][-1]
        known: set[str] = set()
        names = []
        while not isinstance(layer, NoPayload):
            known |= layer.fieldtype.keys()
            names.append(layer.name)
            layer = layer.payload
        return NoSuchField(f"{'/'.join(names)} has no field {attr}", name=attr, known=known)

    def _given(self) -> dict[str, Any]:
        """The raw values that were given, or that the layer above announced, one per field."""
        given = {**self.overloaded_fields, **self.fields}
        return {name: self.fieldtype[name].settled(value) for name, value in given.items() if value is not None}

    def _values(self) -> dict[str, Any]:
        """All raw values, with the declaration's defaults for what is open."""
        values = {leaf.name: leaf.default for leaf in self.header.wire}
        if self.header.tail_leaf is not None:
            values[self.header.tail_leaf.name] = b""
        return {**values, **{name: value for name, value in self.default_fields.items() if value}, **self._given()}

    def _outer(self) -> dict[str, dict[str, Any]]:
        """The raw values of the layers below, by key: some derived values look at them."""
        found: dict[str, dict[str, Any]] = {}
        for layer in _below(self):
            if isinstance(layer, IBLayer):
                found.setdefault(layer.header.key, layer._values())
        return found

    # -- texts --------------------------------------------------------------------------------------------------

    def mysummary(self) -> Any:
        """The header's part of a packet's line: what its declaration says, once its values are known."""
        below = [type(layer) for layer in _below(self) if isinstance(layer, IBLayer | ScapyUDP)]
        return f"{self.header.name}{self._summary_text()}", below

    def _summary_text(self) -> str:
        values, outer = self._values(), self._outer()
        open_ = {field.name for field in self.fields_desc if self.getfieldval(field.name) is None}
        text = ""
        for place, part in enumerate(re.split(r"\{(\w+)\}", self.header.summary)):
            if not place % 2:
                text += part
                continue
            if part in open_:
                return ""
            leaf = self.header.leaf(part)
            raw = self.header.leaf_value(leaf, values, outer)
            text += leaf.enum.get(raw) or leaf.text(raw)
        return f" {text.strip()}" if text.strip() else ""

    def json(self) -> str:
        """A JSON object of the fields, with the payload's inside; bytes are hexadecimal."""
        shown = {field.name: field.i2json(self.getfieldval(field.name)) for field in self.fields_desc}
        if self.payload:
            shown["payload"] = json.loads(self.payload.json())
        return json.dumps(shown)

    # -- questions and answers ----------------------------------------------------------------------------------

    def hashret(self) -> bytes:
        """The same for a request and its answer: queue pairs and opcodes differ, so `answers` has to say."""
        return self.header.name.encode() if self.header is BTH else super().hashret()

    def answers(self, other: Packet) -> int:
        """Whether this is a response that a request of ``other`` may get: same service and partition, no older PSN.

        A management datagram answers one with the same transaction.
        """
        if self.header is not BTH or type(other) is not type(self):
            return super().answers(other)
        mine, theirs = (decode(bytes(layer), BTH) for layer in (self, other))
        if MAD.name in mine and MAD.name in theirs:
            ours, asked = mine[MAD], theirs[MAD]
            return int(bool(ours.response) and not asked.response and ours.transactionid == asked.transactionid)
        response, request = OPCODES.get(mine["BTH"].opcode), OPCODES.get(theirs["BTH"].opcode)
        if response is None or request is None or (response.kind, request.kind) != ("response", "request"):
            return 0
        psn, p_key = BTH.leaf("psn"), BTH.leaf("p_key")
        distance = mine["BTH"].psn - theirs["BTH"].psn & (1 << psn.width) - 1
        same = (mine["BTH"].p_key ^ theirs["BTH"].p_key) & (1 << p_key.width - 1) - 1 == 0  # without membership
        return int(response.service == request.service and same and distance < 1 << psn.width - 1)

    # -- bytes -> layers ----------------------------------------------------------------------------------------

    def dissect(self, s: bytes) -> None:
        """Take the whole stack at once, from this layer on."""
        packet = decode(s, self.header)
        if not packet.layers:
            raise ValueError(f"{len(s)} bytes are too few for {self.header.name}")  # scapy makes Raw of them
        first, *rest = packet.layers
        last: Packet = self
        _fill(self, first.raw, packet.data[: first.size])
        for each in rest:
            last = _append(last, LAYERS[each.header], each.raw, packet.data[each.offset : each.offset + each.size])
        at = rest[-1].offset + rest[-1].size if rest else first.size
        for load, cls in ((packet.payload, Raw), (packet.pad, Pad)):
            if load:
                last = _append(last, cls, {"load": load}, load)
                at += len(load)
        for which, place in sorted(packet.crc_places.items(), key=lambda item: item[1]):
            if at < place:  # between a packet's end and its link's
                last = _append(last, Raw, {"load": packet.data[at:place]}, packet.data[at:place])
            stored = packet.data[place : place + which.size]
            last = _append(last, LAYERS[which], which.read(stored), stored)
            at = place + which.size
        if packet.data[at:]:
            _append(last, Padding, {"load": packet.data[at:]}, packet.data[at:])

    # -- layers -> bytes ----------------------------------------------------------------------------------------

    def do_build(self) -> bytes:
        """Build the whole stack at once, from this layer on; what was dissected and not changed is as it was."""
        if not self.explicit:
            self = next(iter(self))  # scapy's way to fix random values and lists
        layers = list(_stack(self))
        if all(layer.raw_packet_cache is not None for layer in layers):
            return b"".join(layer.raw_packet_cache for layer in layers)
        if self.header in CRCS:
            return b"".join(layer.self_build() for layer in layers)
        drafts: list[Draft] = []
        payload, pad = b"", None
        given: dict[Header, bytes] = {}
        rest = iter(layers)
        for layer in rest:
            if isinstance(layer, IBLayer) and layer.header in CRCS:
                if layer._given():
                    given[layer.header] = layer.self_build()
            elif isinstance(layer, Pad):
                pad = layer.load
            elif isinstance(layer, IBLayer) and not payload:
                drafts.append(Draft(layer.header, layer._given()))
            elif isinstance(layer, IBLayer | Raw):
                payload += layer.self_build()
            else:  # scapy's, and all on it up to what closes the packet of ours
                ours = CRCS if any(draft.header is BTH for draft in drafts) else (VCRC, LPCRC)
                body = _cut(layer, functools.partial(_closes, those=ours))
                payload += body.do_build()
                for _ in range(len(list(_stack(body))) - 1):
                    next(rest)
        around, before, port = _carrier(self)
        headers = tuple(draft.header for draft in (*around, *drafts))
        icrc = given.get(ICRC) if BTH in headers else b""  # a packet inside has its own already
        if icrc is None and coverage(headers) is None:
            icrc = bytes(ICRC.size)  # unknown without the headers below
        packet = build(
            *around, *drafts, payload=payload, pad=pad, icrc=icrc, vcrc=given.get(VCRC, given.get(LPCRC)),
            link=headers[0], roce_port=port, strict=False,
        )  # fmt: skip
        return packet.data[before:]

    def self_build(self) -> bytes:
        """The bytes of this header alone, with defaults for what is computed."""
        return self.header.write(self._given())

    def build_padding(self) -> bytes:
        """The bytes after the packet."""
        return self.payload.build_padding()

    def default_payload_class(self, payload: bytes) -> type[Packet]:
        """What is not known is bytes."""
        return Raw


def _restore(layers: list[tuple[type[Packet], dict[str, Any], bytes | None]]) -> Packet:
    stack: Packet | None = None
    for cls, fields, cache in layers:
        layer = cls()
        layer.fields = fields
        if cache is not None:
            _fill(layer, fields, cache)
        if stack is None:
            stack = layer
        else:
            stack.add_payload(layer)
    assert stack is not None
    return stack


def _fill(layer: Packet, raw: dict[str, Any], data: bytes) -> None:
    """Put in what was dissected: the layer stands for these bytes until it is changed."""
    layer.fields = dict(raw)
    layer.explicit = 1
    layer.raw_packet_cache, layer.raw_packet_cache_fields = data, {}


def _append(last: Packet, cls: type[Packet], raw: dict[str, Any], data: bytes) -> Packet:
    layer = cls()
    _fill(layer, raw, data)
    last.add_payload(layer)
    return layer


def _below(layer: Packet) -> Iterator[Packet]:
    """The layers below one, from it outwards."""
    while layer.underlayer is not None:
        layer = layer.underlayer
        yield layer


def _stack(layer: Packet) -> Iterator[Packet]:
    """A layer and all above it, without the bytes after the packet."""
    while not isinstance(layer, NoPayload | Padding):
        yield layer
        layer = layer.payload


def _closes(layer: Packet, those: tuple[Header, ...]) -> bool:
    """Whether a layer is one of those that close a packet; pad bytes stand before the ICRC, and Padding after all."""
    if isinstance(layer, IBLayer):
        return layer.header in those
    return isinstance(layer, Padding) or (isinstance(layer, Pad) and ICRC in those)


def _cut(layer: Packet, before: Callable[[Packet], bool]) -> Packet:
    """A copy of a stack, up to the layer of which something is true."""
    copied = last = layer.copy()
    while not isinstance(last.payload, NoPayload) and not before(last.payload):
        last = last.payload
    last.remove_payload()
    return copied


def _carrier(layer: IBLayer) -> tuple[list[Draft], int, int]:
    """The headers from scapy's IP on, below a BTH or its UDP, which the ICRC covers.

    The whole stack is built from ``layer`` on; these are known to it by their bytes.

    Returns:
        Their drafts, their size in bytes, and UDP's port.
    """
    below = layer.underlayer
    covered = (
        each
        for each in _below(layer)
        if isinstance(each, IP | ScapyIPv6) or (isinstance(each, IBLayer) and each.header.icrc)
    )
    ip = next(covered, None)
    on_udp = layer.header is BTH and isinstance(below, ScapyUDP)
    if ip is None or not (on_udp or layer.header is UDP):
        return [], 0, ROCE_PORT
    carrier = _cut(ip, lambda above: type(above) is type(layer))
    last = carrier.lastlayer()
    last.fields = {**below.overloaded_fields, **last.fields}  # it announces what was cut
    data = carrier.do_build()
    port = below.dport if on_udp else ROCE_PORT
    open_ = {"len": "len", "plen": "plen", "checksum": "chksum", "length": "len"}
    first = ip.header if isinstance(ip, IBLayer) else protocols.header_named("IPv4" if isinstance(ip, IP) else "IPv6")
    drafts = []
    theirs: Packet = ip
    for each in decode(data, first, roce_port=port).layers:
        raw = {name: value for name, value in each.raw.items() if name not in open_}
        for name in each.raw.keys() & open_.keys():
            if theirs.fields.get(open_[name]) is not None or theirs.fields.get(name) is not None:
                raw[name] = each.raw[name]
        drafts.append(Draft(each.header, raw))
        theirs = theirs.payload
    return drafts, len(data), port


@functools.cache
def _make(header: Header) -> type[IBLayer]:
    computed = computed_fields(header)
    fields = []
    for leaf in header.wire:
        default: Any = (leaf.default,) * leaf.count if leaf.count > 1 else leaf.default
        fields.append(field_of(leaf, None if leaf.name in computed else default))
    if header.tail_leaf is not None:
        fields.append(field_of(header.tail_leaf, b""))
    members = {
        "__doc__": f"{header.title}.  Source: {header.source}.",
        "__module__": "ibpkt.scapy",
        "name": header.name,
        "header": header,
        "aliases": ALIASES.get(header.name, {}),
        "fields_desc": fields,
    }
    layer: type[IBLayer] = type(Packet)(header.name, (IBLayer,), members)
    for field in fields:
        if hasattr(Packet, field.name):
            setattr(layer, field.name, _own_field(field.name))
    return layer


def _own_field(name: str) -> property:
    """A field whose name scapy has given to something that every packet has, as ``direction``."""

    def store(layer: IBLayer, value: Any) -> None:
        if value is not None:  # scapy's own, which stands for nothing
            layer.setfieldval(name, value)

    return property(lambda layer: layer.getfieldval(name), store)


#: the layers by their declarations
LAYERS: dict[Header, type[IBLayer]] = protocols.tabulated(
    lambda: {header: _make(header) for header in protocols.headers()}
)
