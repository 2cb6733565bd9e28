"""scapy layers made from the declarations.

Every declared header is a scapy class of the same name here: ``LRH()/BTH(destqp=0x11)/RETH(dmalen=64)/Raw(b"…")``.
What is not given is computed when the packet is built (the codes that announce the next header, lengths, pad,
CRCs); what is given stays, and what does not fit its field raises, where scapy alone would wrap it silently.
Dissecting goes through `ibpkt.decode`, so fields are the same.  Pad bytes and CRCs are layers at the end: `Pad`,
`ICRC`, `VCRC`, `LPCRC`.

Importing this module tells scapy's pcap readers and writers about link type 247 and 197.  `install` makes scapy's own
``UDP`` and ``Ether`` carry these layers too.
"""

from __future__ import annotations

import functools
from typing import Any, ClassVar

from scapy.config import conf
from scapy.fields import Field as ScapyField
from scapy.fields import StrField
from scapy.layers.inet import IP
from scapy.layers.inet import UDP as ScapyUDP
from scapy.layers.inet6 import IPv6 as ScapyIPv6
from scapy.layers.l2 import Ether
from scapy.packet import NoPayload, Packet, Padding, Raw, bind_top_down
from scapy.volatile import RandNum

from ibpkt import protocols
from ibpkt.build import Draft, build, computed_fields, raw_values
from ibpkt.codec import decode
from ibpkt.errors import CallerError
from ibpkt.protocols import link
from ibpkt.protocols.encapsulation.ip import UDP as OUR_UDP
from ibpkt.protocols.encapsulation.ip import IPv4 as OUR_IPv4
from ibpkt.protocols.encapsulation.ip import IPv6 as OUR_IPv6
from ibpkt.protocols.graph import ERF_LINK, INFINIBAND, ROCE_PORT
from ibpkt.schema import Field, Header

CLOSING = (link.ICRC, link.VCRC, link.LPCRC)

#: names of fields in scapy's own contrib.roce, and here
ALIASES = {
    "BTH": {
        "solicited": "se",
        "migreq": "m",
        "padcount": "padcnt",
        "version": "tver",
        "pkey": "p_key",
        "resv6": "reserved6a",
        "dqpn": "destqp",
        "ackreq": "a",
        "resv7": "reserved7",
    },
    "GRH": {"nexthdr": "nxthdr"},
}


class LeafField(ScapyField):
    """A field of a declaration.  Values are raw values; texts (names, addresses) are turned into them when set."""

    __slots__ = ("field", "header")

    def __init__(self, header: Header, field: Field, default: Any) -> None:
        self.header = header  # before scapy asks for the default as a raw value
        self.field = field
        super().__init__(field.name, default, "s")
        self.sz = field.width * field.count / 8  # type: ignore[misc]  # a slot of scapy's

    def any2i(self, pkt: Packet | None, x: Any) -> Any:
        """The raw value of what a user gave; None leaves the field open.

        Raises:
            CallerError: it does not fit.
        """
        return None if x is None else raw_values(self.header, {self.field.name: x})[self.field.name]

    def i2h(self, pkt: Packet | None, x: Any) -> Any:
        """The value as users see it."""
        return x

    def i2repr(self, pkt: Packet | None, x: Any) -> str:
        """The value as a person reads it."""
        return "None" if x is None else self.field.display(x)

    def i2len(self, pkt: Packet, x: Any) -> int:
        """Its size in bytes."""
        return int(self.sz)

    def i2m(self, pkt: Packet | None, x: Any) -> Any:
        """Raw values are what stands on the wire."""
        return x

    def randval(self) -> Any:
        """A random value, for `fuzz`."""
        return RandNum(0, (1 << self.field.width) - 1)

    def addfield(self, pkt: Packet, s: bytes, val: Any) -> bytes:
        """Not used: a layer is built as a whole."""
        raise CallerError(f"{self.header.name}.{self.name} is built with its layer")

    def getfield(self, pkt: Packet, s: bytes) -> tuple[bytes, Any]:
        """Not used: a layer is dissected as a whole."""
        raise CallerError(f"{self.header.name}.{self.name} is dissected with its layer")


class IBLayer(Packet):
    """What the layers of this module have in common."""

    header: ClassVar[Header]
    aliases: ClassVar[dict[str, str]] = {}

    def __init__(self, *args: Any, **fields: Any) -> None:
        super().__init__(*args, **{self.aliases.get(name, name): value for name, value in fields.items()})

    def getfieldval(self, attr: str) -> Any:
        """As scapy does, under the names of contrib.roce too."""
        return super().getfieldval(self.aliases.get(attr, attr))

    def setfieldval(self, attr: str, val: Any) -> None:
        """As scapy does, under the names of contrib.roce too."""
        super().setfieldval(self.aliases.get(attr, attr), val)

    def __getattr__(self, attr: str) -> Any:
        leaf = self.header.by_name.get(attr)
        if leaf is not None and not isinstance(leaf, Field):  # a part or a derived value: seen, not set
            raw = {**{field.name: field.default for field in self.header.wire}, **self._given()}
            return self.header.leaf_value(leaf, raw, {})
        return super().__getattr__(self.aliases.get(attr, attr))

    def _given(self) -> dict[str, Any]:
        return {name: value for name, value in self.fields.items() if value is not None}

    # -- bytes -> layers ----------------------------------------------------------------------------------------

    def dissect(self, s: bytes) -> None:
        """Take the whole stack at once, from this layer on."""
        packet = decode(s, self.header)
        if not packet.layers:
            raise ValueError(f"{len(s)} bytes are too few for {self.header.name}")  # scapy makes Raw of them
        self.fields = dict(packet.layers[0].raw)
        last: Packet = self
        for layer in packet.layers[1:]:
            last = _append(last, LAYERS[layer.header], **layer.raw)
        if packet.payload:
            last = _append(last, Raw, load=packet.payload)
        if packet.pad:
            last = _append(last, Pad, load=packet.pad)
        for which, at in packet.crc_places.items():
            last = _append(last, LAYERS[which], **which.read(packet.data, at))
        if packet.trailer:
            _append(last, Padding, load=packet.trailer)

    # -- layers -> bytes ----------------------------------------------------------------------------------------

    def do_build(self) -> bytes:
        """Build the whole stack at once, from this layer on."""
        if not self.explicit:
            self = next(iter(self))  # scapy's way to fix random values and lists
        drafts: list[Draft] = []
        layer: Packet = self
        while isinstance(layer, IBLayer) and layer.header not in CLOSING:
            drafts.append(Draft(layer.header, layer._given()))
            layer = layer.payload
        payload, pad = b"", None
        given: dict[str, bytes] = {}
        while not isinstance(layer, NoPayload | Padding):
            if isinstance(layer, Pad):
                pad = layer.load
            elif isinstance(layer, IBLayer) and layer.header in CLOSING:
                values = layer._given()
                if values:
                    given[layer.header.key] = layer.header.write(values)
            else:
                payload += layer.self_build()
            layer = layer.payload
        closing = given.get("vcrc", given.get("lpcrc"))
        around, before = _carrier(self)
        packet = build(
            *around, *drafts, payload=payload, pad=pad, icrc=given.get("icrc"), vcrc=closing,
            link=around[0].header if around else self.header, force=True,
        )  # fmt: skip
        return packet.data[before:] if around else packet.data

    def self_build(self) -> bytes:
        """The bytes of this header alone, with defaults for what is computed."""
        return self.header.write(self._given())

    def build_padding(self) -> bytes:
        """What stands behind the packet."""
        return self.payload.build_padding()

    def mysummary(self) -> str:
        """The header's part of a packet's line."""
        return self.header.name

    def default_payload_class(self, payload: bytes) -> type[Packet]:
        """What is not known is bytes."""
        return Raw


def _append(last: Packet, cls: type[Packet], **fields: Any) -> Packet:
    layer = cls()
    layer.fields.update(fields)
    last.add_payload(layer)
    return layer


def _carrier(layer: Packet) -> tuple[list[Draft], int]:
    """The IP and UDP headers of scapy that carry a layer, as drafts: the ICRC covers them.  And their size in bytes."""
    udp = layer.underlayer
    if not isinstance(udp, ScapyUDP) or not isinstance(udp.underlayer, IP | ScapyIPv6):
        return [], 0
    ip = udp.underlayer.copy()
    ip.remove_payload()
    header = OUR_IPv4 if isinstance(ip, IP) else OUR_IPv6
    data = bytes(ip)
    raw = header.read(data)
    if header.tail:
        raw[header.tail.name] = data[header.size :]
    for ours, theirs in (("len", "len"), ("plen", "plen"), ("checksum", "chksum")):
        if ours in raw and ip.fields.get(theirs) is None:
            del raw[ours]  # scapy leaves it open, so do we
    raw["proto" if header is OUR_IPv4 else "nxt"] = 17
    ports = {"srcport": udp.sport, "dstport": udp.dport}
    if udp.fields.get("len") is not None:
        ports["length"] = udp.len
    return [Draft(header, raw), Draft(OUR_UDP, ports)], len(data) + OUR_UDP.size


class Pad(Packet):
    """The pad bytes between payload and ICRC."""

    name = "Pad"
    fields_desc: ClassVar[list[Any]] = [StrField("load", b"")]


def _make(header: Header) -> type[IBLayer]:
    computed = computed_fields(header)
    fields = [
        LeafField(
            header,
            field,
            None if field.name in computed else (field.default,) * field.count if field.count > 1 else field.default,
        )
        for field in header.wire
    ]
    if header.tail_leaf is not None:
        fields.append(LeafField(header, header.tail_leaf, b""))
    members = {
        "__doc__": f"{header.title}.  Source: {header.source}.",
        "__module__": __name__,
        "name": header.name,
        "header": header,
        "aliases": ALIASES.get(header.name, {}),
        "fields_desc": fields,
    }
    return type(header.name, (IBLayer,), members)


#: the layers by their declarations; each is a name of this module too
LAYERS: dict[Header, type[IBLayer]] = {header: _make(header) for header in protocols.headers()}
globals().update({header.name: layer for header, layer in LAYERS.items()})

for _number, _first in ((INFINIBAND, link.LRH), (ERF_LINK, protocols.header_named("ERF"))):
    conf.l2types.register(_number, LAYERS[_first])


@functools.cache
def install(roce_port: int = ROCE_PORT) -> None:
    """Make scapy's own layers carry these: UDP to ``roce_port`` and EtherType 0x8915.

    It takes the bindings over from scapy's contrib.roce where that is loaded; its field names are understood
    (``BTH(dqpn=…)``).
    """
    bth, grh = LAYERS[protocols.header_named("BTH")], LAYERS[protocols.header_named("GRH")]
    # the destination decides first, whatever the source port looks like; scapy asks the list in order
    ScapyUDP.payload_guess.insert(0, ({"dport": roce_port}, bth))
    Ether.payload_guess.insert(0, ({"type": 0x8915}, grh))
    bind_top_down(ScapyUDP, bth, dport=roce_port, sport=0xC000)
    bind_top_down(Ether, grh, type=0x8915)


# `from ibpkt.scapy import *` must not hide scapy's own UDP and IPv6; `ibpkt.scapy.UDP` is here all the same
_OURS = [header.name for header in LAYERS if header.group.startswith(("infiniband", "ipoib", "erf"))]
__all__ = ["ALIASES", "LAYERS", "IBLayer", "Pad", "Raw", "install", *_OURS]
