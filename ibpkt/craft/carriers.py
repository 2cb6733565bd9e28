"""The carriers of BTH: each has a name, a link type and a chain of headers.

`ibpkt.strategies` draws from this table and `ibpkt.traffic` takes its encapsulations out of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ibpkt import protocols
from ibpkt.arguments import checked, whole_number
from ibpkt.errors import CallerError
from ibpkt.protocols import Chain, graph
from ibpkt.protocols.encapsulation.ip import FIRST_DYNAMIC_PORT


class Carrier(NamedTuple):
    """One way to carry BTH.

    Attributes:
        name: its name.
        link: the link type's name in `ibpkt.protocols.LINKS`.
        headers: the names of the headers in front of BTH, outermost first.
    """

    name: str
    link: str
    headers: tuple[str, ...]

    @property
    def chain(self) -> Chain:
        """The headers themselves."""
        return tuple(map(protocols.header_named, self.headers))


_ROWS: tuple[tuple[str, str, str], ...] = (
    # the shortest of each link type first, since hypothesis' examples shrink towards it
    ("native", "infiniband", "LRH"),
    ("native-global", "infiniband", "LRH/GRH"),
    ("rocev2", "ethernet", "Ethernet/IPv4/UDP"),
    ("rocev2-ipv6", "ethernet", "Ethernet/IPv6/UDP"),
    ("rocev1", "ethernet", "Ethernet/GRH"),
    ("rocev2-vlan", "ethernet", "Ethernet/VLAN/IPv4/UDP"),
    ("rocev2-qinq", "ethernet", "Ethernet/VLAN/VLAN/IPv6/UDP"),
    ("rocev1-vlan", "ethernet", "Ethernet/VLAN/GRH"),
    ("vxlan", "ethernet", "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv4/UDP"),
    ("erspan2", "ethernet", "Ethernet/IPv4/GRE/GRESequence/ERSPAN2/Ethernet/IPv4/UDP"),
    ("erspan3", "ethernet", "Ethernet/IPv4/GRE/GRESequence/ERSPAN3/Ethernet/IPv4/UDP"),
    ("gre", "ethernet", "Ethernet/IPv4/GRE/Ethernet/IPv4/UDP"),
    ("raw", "raw", "IPv4/UDP"),
    ("raw-ipv6", "raw", "IPv6/UDP"),
    ("sll", "sll", "SLL/IPv4/UDP"),
    ("sll2", "sll2", "SLL2/IPv6/UDP"),
    ("erf", "erf", "ERF/LRH"),
    ("erf-global", "erf", "ERF/LRH/GRH"),
    ("erf-rocev2", "erf", "ERF/ERFEthernet/Ethernet/IPv4/UDP"),
    ("loop", "loop", "Loopback/IPv4/UDP"),
)

#: every carrier by its name
CARRIERS: dict[str, Carrier] = {name: Carrier(name, link, tuple(headers.split("/"))) for name, link, headers in _ROWS}


def by_link() -> dict[str, tuple[tuple[str, ...], ...]]:
    """The chains of headers by the name of their link type, in the order of the table."""
    links = dict.fromkeys(carrier.link for carrier in CARRIERS.values())
    return {link: tuple(carrier.headers for carrier in CARRIERS.values() if carrier.link == link) for link in links}


@checked
def carrier_named(name: str) -> Carrier:
    """The carrier of that name, or one that is spelt out: ``Ethernet/VLAN/IPv4/UDP``.

    The link type of a chain that is spelt out is the first one that begins with its first header.

    Raises:
        CallerError: no such carrier or header, or no link type begins with the first header.
    """
    if name in CARRIERS:
        return CARRIERS[name]
    if "/" not in name:
        known = [*CARRIERS, *(header.name for header in protocols.headers())]
        raise CallerError(f"there is no carrier {name!r}", name=name, known=known)
    headers = tuple(protocols.header_named(part).name for part in name.split("/"))
    first = protocols.header_named(headers[0])
    for link, number in protocols.LINKS.items():
        rule = graph().first[number]
        if any(chain[:1] == (first,) for chain in rule.chains):
            return Carrier(name, link, headers)
    raise CallerError(f"no link type begins with {headers[0]}", name=headers[0])


def source_port_of(label: Any) -> Any:
    """The UDP source port of a flow label of 20 bits, or of many in an array, as the Linux kernel chooses it.

    Source: Linux, rdma_flow_label_to_udp_sport().
    """
    if not hasattr(label, "dtype"):  # no array of them
        label = whole_number(label, "a flow label", 0, 0xFFFFF)
    return FIRST_DYNAMIC_PORT | (label & 0x3FFF) ^ (label >> 14)
