"""Declarations: what headers there are, and what follows what.  No logic.

Those that installed packages add (`ibpkt.protocols.registration`) are there once this package is imported.
"""

from __future__ import annotations

import copyreg
import functools
from typing import Any

from ibpkt.errors import CallerError
from ibpkt.protocols.assigned_numbers import ECN, ETHERTYPES
from ibpkt.protocols.encapsulation.capture_link import (
    ERF,
    ERF_ETHERNET,
    ERF_TYPES,
    SLL,
    SLL2,
    ERFEthernet,
    ERFExtension,
    Loopback,
)
from ibpkt.protocols.encapsulation.ethernet import PFC, PRIORITIES, VLAN, Ethernet, Pause
from ibpkt.protocols.encapsulation.ip import UDP, IPv4, IPv6
from ibpkt.protocols.encapsulation.tunnel import (
    ERSPAN2,
    ERSPAN3,
    GRE,
    VXLAN,
    ERSPANPlatform,
    GREChecksum,
    GREKey,
    GRESequence,
)
from ibpkt.protocols.extended import (
    ACK,
    AETH,
    ATOMIC_SIZE,
    CNP,
    CREDITS,
    DETH,
    FETH,
    IETH,
    NAK,
    NAK_CODES,
    QP1_Q_KEY,
    RESERVED_SYNDROME,
    RETH,
    RNR_NAK,
    RNR_TIMER_MS,
    VALUE,
    VALUE_BITS,
    AtomicAckETH,
    AtomicETH,
    ImmDt,
)
from ibpkt.protocols.graph import (
    CLOSED_BY,
    ERF_LINK,
    ETHERNET,
    INFINIBAND,
    LINKS,
    MAX_DEPTH,
    RAW_IP,
    ROCE_PORT,
    Capacity,
    Chain,
    Graph,
    Rule,
    Stride,
    annotation_graph,
    follow,
    graph,
    headers,
    link_of,
    link_type,
    repeat,
)
from ibpkt.protocols.link import (
    CRCS,
    FIRST_MULTICAST,
    ICRC,
    LPCRC,
    LRH,
    MANAGEMENT_VL,
    PERMISSIVE,
    RWH,
    VCRC,
    FlowControl,
)
from ibpkt.protocols.mad.base import MAD, RMPP
from ibpkt.protocols.mad.sa import SA
from ibpkt.protocols.mad.subn import SMP, SMPDirected
from ibpkt.protocols.network import GRH
from ibpkt.protocols.opcodes import (
    ACCESSES,
    EXTENDED,
    MANUFACTURER,
    MESSAGE_KINDS,
    OPCODE_NAMES,
    OPCODES,
    OPERATIONS,
    PACKET_KINDS,
    POSITIONS,
    SERVICES,
    Opcode,
    by_opcode,
    by_operation,
    has_field,
    opcode_name,
)
from ibpkt.protocols.registration import load_installed, register
from ibpkt.protocols.tables import on_registration, renewed, tabulated
from ibpkt.protocols.transport import BTH, FULL_MEMBER, GSI, MULTICAST_QP, PMTUS, PSN_MASK, SMI
from ibpkt.schema import Header


@renewed
@functools.cache
def by_name() -> dict[str, Header]:
    """Every declared header by its name ("BTH") and by its key ("bth")."""
    return {name: header for header in headers() for name in (header.name, header.key)}


def header_named(name: str) -> Header:
    """The header of that name, in any case.

    Raises:
        CallerError: there is none; it suggests the nearest.
    """
    names = by_name()
    header = names.get(name) or names.get(name.lower())
    if header is None:
        raise CallerError(f"there is no header {name!r}", name=name, known={each.name for each in headers()})
    return header


def _named(header: Header) -> tuple[Any, tuple[str]]:
    return header_named, (header.name,)


# a declaration is one object in every process: a pickle names it
copyreg.pickle(Header, _named)

__all__ = [
    "ACCESSES",
    "ACK",
    "AETH",
    "ATOMIC_SIZE",
    "BTH",
    "CLOSED_BY",
    "CNP",
    "CRCS",
    "CREDITS",
    "DETH",
    "ECN",
    "ERF",
    "ERF_ETHERNET",
    "ERF_LINK",
    "ERF_TYPES",
    "ERSPAN2",
    "ERSPAN3",
    "ETHERNET",
    "ETHERTYPES",
    "EXTENDED",
    "FETH",
    "FIRST_MULTICAST",
    "FULL_MEMBER",
    "GRE",
    "GRH",
    "GSI",
    "ICRC",
    "IETH",
    "INFINIBAND",
    "LINKS",
    "LPCRC",
    "LRH",
    "MAD",
    "MANAGEMENT_VL",
    "MANUFACTURER",
    "MAX_DEPTH",
    "MESSAGE_KINDS",
    "MULTICAST_QP",
    "NAK",
    "NAK_CODES",
    "OPCODES",
    "OPCODE_NAMES",
    "OPERATIONS",
    "PACKET_KINDS",
    "PERMISSIVE",
    "PFC",
    "PMTUS",
    "POSITIONS",
    "PRIORITIES",
    "PSN_MASK",
    "QP1_Q_KEY",
    "RAW_IP",
    "RESERVED_SYNDROME",
    "RETH",
    "RMPP",
    "RNR_NAK",
    "RNR_TIMER_MS",
    "ROCE_PORT",
    "RWH",
    "SA",
    "SERVICES",
    "SLL",
    "SLL2",
    "SMI",
    "SMP",
    "UDP",
    "VALUE",
    "VALUE_BITS",
    "VCRC",
    "VLAN",
    "VXLAN",
    "AtomicAckETH",
    "AtomicETH",
    "Capacity",
    "Chain",
    "ERFEthernet",
    "ERFExtension",
    "ERSPANPlatform",
    "Ethernet",
    "FlowControl",
    "GREChecksum",
    "GREKey",
    "GRESequence",
    "Graph",
    "IPv4",
    "IPv6",
    "ImmDt",
    "Loopback",
    "Opcode",
    "Pause",
    "Rule",
    "SMPDirected",
    "Stride",
    "annotation_graph",
    "by_name",
    "by_opcode",
    "by_operation",
    "follow",
    "graph",
    "has_field",
    "header_named",
    "headers",
    "link_of",
    "link_type",
    "on_registration",
    "opcode_name",
    "register",
    "renewed",
    "repeat",
    "tabulated",
]

# at the end: what they load imports this package
load_installed()
