"""scapy layers made from the declarations.

Every declared header is a scapy class of the same name here: ``LRH()/BTH(destqp=0x11)/RETH(dmalen=64)/Raw(b"…")``.
What is not given is computed when the packet is built (the codes that announce the next header, lengths, pad,
CRCs); what is given stays, and what does not fit its field raises, where scapy alone would wrap it silently.
Dissecting goes through `ibpkt.decode`, so fields are the same.  Pad bytes and CRCs are layers at the end: `Pad`,
`ICRC`, `VCRC`, `LPCRC`.

Importing this module tells scapy's pcap readers and writers about link types 247 and 197.  `install` makes scapy's own
``UDP`` and ``Ether`` carry these layers too.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import scapy.layers
from scapy.config import conf
from scapy.layers.inet import IP, UDP as ScapyUDP
from scapy.layers.inet6 import IPv6 as ScapyIPv6
from scapy.layers.l2 import ARP, GRE as ScapyGRE, CookedLinux, CookedLinuxV2, Dot1AD, Dot1Q, Ether
from scapy.layers.vxlan import VXLAN as ScapyVXLAN
from scapy.packet import Packet, Raw as Raw, bind_bottom_up, bind_top_down

from ibpkt import protocols
from ibpkt.arguments import checked, whole_number
from ibpkt.protocols import ERF_LINK, ETHERTYPES, INFINIBAND, ROCE_PORT, graph, link
from ibpkt.protocols.encapsulation.ip import FIRST_DYNAMIC_PORT
from ibpkt.scapy.layer import (
    ALIASES as ALIASES,
    LAYERS as LAYERS,
    IBLayer as IBLayer,
    NoSuchField as NoSuchField,
    Pad as Pad,
)
from ibpkt.schema import Field, Header, number_of

if TYPE_CHECKING:
    from ibpkt.scapy.layer_types import *  # noqa: F403  # a layer for each declaration

#: scapy's own layers that can stand on these, by the declaration of the same header
_THEIRS = {protocols.header_named(name): cls for name, cls in
           (("IPv4", IP), ("IPv6", ScapyIPv6), ("UDP", ScapyUDP), ("Ethernet", Ether), ("VLAN", Dot1Q),
            ("GRE", ScapyGRE), ("VXLAN", ScapyVXLAN))}  # fmt: skip
#: scapy's own layers with an EtherType, and how they call it
_WITH_ETHERTYPE = {Ether: "type", Dot1Q: "type", Dot1AD: "type", CookedLinux: "proto", CookedLinuxV2: "proto"}
#: how scapy's own layers call the field that announces what is above them
_ANNOUNCING = {
    protocols.header_named("Ethernet"): _WITH_ETHERTYPE,
    protocols.header_named("IPv4"): {IP: "proto"},
    protocols.header_named("IPv6"): {ScapyIPv6: "nh"},
    protocols.UDP: {ScapyUDP: "dport"},
    protocols.header_named("GRE"): {ScapyGRE: "proto"},
}

#: what scapy knows already: below, above, and the values that announce it
_BOUND: set[tuple[Any, ...]] = set()


def _once(bind: Callable[..., None], below: type[Packet], above: type[Packet], key: dict[str, Any]) -> None:
    if (bind, below, above, *key.items()) not in _BOUND:
        _BOUND.add((bind, below, above, *key.items()))
        bind(below, above, **key)


def _bind() -> None:
    """Tell scapy what the graph says, where one field of a header announces the next; and name the layers here."""
    globals().update({header.name: layer for header, layer in LAYERS.items()})
    arp = number_of(ETHERTYPES, "ARP")
    for header, rules in graph().rules.items():
        announcing: dict[Header, list[dict[str, Any]]] = {}
        for rule in rules:
            leaf = rule.on[0] if len(rule.on) == 1 else None
            if leaf is None or leaf.header is not header or not isinstance(leaf, Field):
                continue
            for number, chain in rule.table.items():
                if chain:
                    announcing.setdefault(chain[0], []).append({leaf.name: number})
            if leaf.enum is ETHERTYPES:
                _once(bind_top_down, LAYERS[header], ARP, {leaf.name: arp})
        for following, keys in announcing.items():
            for key in keys:
                _once(bind_bottom_up, LAYERS[header], LAYERS[following], key)
            if len(keys) == 1:  # of several the builder chooses
                _once(bind_top_down, LAYERS[header], LAYERS[following], keys[0])
            if following in _THEIRS:
                _once(bind_top_down, LAYERS[header], _THEIRS[following], keys[0])
            for below, name in _ANNOUNCING.get(header, {}).items():
                port = {"sport": FIRST_DYNAMIC_PORT} if below is ScapyUDP else {}
                _once(bind_top_down, below, LAYERS[following], {name: next(iter(keys[0].values())), **port})


#: under which name `explore` lists these layers: it knows only modules of scapy's own, and fails where it meets others
_LISTED = "scapy.layers.ibpkt"


def _list() -> None:
    """Put the layers where scapy's `explore` looks for them: ``explore("ibpkt")``."""
    known = conf.layers.ldict
    for module in [name for name in known if name.startswith(f"{__package__}.") or name == __package__]:
        known.setdefault(_LISTED, []).extend(known.pop(module))


sys.modules[_LISTED] = scapy.layers.ibpkt = sys.modules[__name__]
for _update in (_bind, _list):
    _update()
    protocols.on_registration(_update)
for _number, _first in ((INFINIBAND, link.LRH), (ERF_LINK, protocols.header_named("ERF"))):
    conf.l2types.register(_number, LAYERS[_first])


@checked
@functools.cache
def install(roce_port: int = ROCE_PORT) -> None:
    """Make scapy's own layers carry these: UDP to ``roce_port``, and the EtherType of RoCE.

    It takes the bindings over from scapy's contrib.roce where that is loaded; its field names are understood
    (``BTH(dqpn=…)``).
    """
    whole_number(roce_port, "roce_port", 0, 0xFFFF)
    bth, grh = LAYERS[protocols.header_named("BTH")], LAYERS[protocols.header_named("GRH")]
    roce = number_of(ETHERTYPES, "RoCE")
    # the destination decides first, whatever the source port looks like; scapy asks the list in order
    _first_of(ScapyUDP, {"dport": roce_port}, bth)
    bind_top_down(ScapyUDP, bth, dport=roce_port, sport=FIRST_DYNAMIC_PORT)  # scapy's own default means DNS
    for below, name in _WITH_ETHERTYPE.items():
        _first_of(below, {name: roce}, grh)
        bind_top_down(below, grh, **{name: roce})


def _first_of(below: type[Packet], key: dict[str, int], above: type[Packet]) -> None:
    below.payload_guess = [(key, above), *below.payload_guess]


if not TYPE_CHECKING:
    # `from ibpkt.scapy import *` must not hide scapy's own UDP and IPv6; `ibpkt.scapy.UDP` is here all the same
    _OURS = [header.name for header in LAYERS if header.group.startswith(("infiniband", "ipoib", "erf"))]
    __all__ = ["ALIASES", "LAYERS", "IBLayer", "NoSuchField", "Pad", "Raw", "install", *_OURS]
