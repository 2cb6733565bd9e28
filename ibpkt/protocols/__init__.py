"""Declarations: what headers there are, and what follows what.  No logic.

Those that installed packages add (`ibpkt.protocols.registration`) are there once this package is imported.
"""

from __future__ import annotations

import copyreg
import functools
from typing import Any

from ibpkt.arguments import checked
from ibpkt.errors import CallerError
from ibpkt.protocols.assigned_numbers import ECN as ECN, ETHERTYPES as ETHERTYPES
from ibpkt.protocols.encapsulation.capture_link import (
    ERF as ERF,
    ERF_ETHERNET as ERF_ETHERNET,
    ERF_TYPES as ERF_TYPES,
    SLL as SLL,
    SLL2 as SLL2,
    ERFEthernet as ERFEthernet,
    ERFExtension as ERFExtension,
    Loopback as Loopback,
)
from ibpkt.protocols.encapsulation.ethernet import (
    PFC as PFC,
    PRIORITIES as PRIORITIES,
    VLAN as VLAN,
    Ethernet as Ethernet,
    Pause as Pause,
)
from ibpkt.protocols.encapsulation.icmp import (
    ABOVE_IP as ABOVE_IP,
    EXPIRED as EXPIRED,
    ICMP_ERRORS as ICMP_ERRORS,
    TOO_BIG as TOO_BIG,
    UNREACHABLE as UNREACHABLE,
    icmp_error as icmp_error,
)
from ibpkt.protocols.encapsulation.ip import UDP as UDP, IPv4 as IPv4, IPv6 as IPv6
from ibpkt.protocols.encapsulation.tunnel import (
    ERSPAN2 as ERSPAN2,
    ERSPAN3 as ERSPAN3,
    GRE as GRE,
    VXLAN as VXLAN,
    ERSPANPlatform as ERSPANPlatform,
    GREChecksum as GREChecksum,
    GREKey as GREKey,
    GRESequence as GRESequence,
)
from ibpkt.protocols.extended import (
    ACK as ACK,
    AETH as AETH,
    ATOMIC_SIZE as ATOMIC_SIZE,
    CNP as CNP,
    CREDITS as CREDITS,
    DETH as DETH,
    FETH as FETH,
    IETH as IETH,
    NAK as NAK,
    NAK_CODES as NAK_CODES,
    QP1_Q_KEY as QP1_Q_KEY,
    RESERVED_SYNDROME as RESERVED_SYNDROME,
    RETH as RETH,
    RNR_NAK as RNR_NAK,
    RNR_TIMER_MS as RNR_TIMER_MS,
    VALUE as VALUE,
    VALUE_BITS as VALUE_BITS,
    AtomicAckETH as AtomicAckETH,
    AtomicETH as AtomicETH,
    ImmDt as ImmDt,
)
from ibpkt.protocols.graph import (
    CLOSED_BY as CLOSED_BY,
    ERF_LINK as ERF_LINK,
    ETHERNET as ETHERNET,
    INFINIBAND as INFINIBAND,
    LINKS as LINKS,
    MAX_DEPTH as MAX_DEPTH,
    RAW_IP as RAW_IP,
    ROCE_PORT as ROCE_PORT,
    Capacity as Capacity,
    Chain as Chain,
    Graph as Graph,
    Rule as Rule,
    Stride as Stride,
    annotation_graph as annotation_graph,
    follow as follow,
    graph as graph,
    headers as headers,
    link_of as link_of,
    link_type as link_type,
    repeat as repeat,
)
from ibpkt.protocols.link import (
    CRCS as CRCS,
    FIRST_MULTICAST as FIRST_MULTICAST,
    ICRC as ICRC,
    LPCRC as LPCRC,
    LRH as LRH,
    MANAGEMENT_VL as MANAGEMENT_VL,
    PERMISSIVE as PERMISSIVE,
    RWH as RWH,
    VCRC as VCRC,
    FlowControl as FlowControl,
)
from ibpkt.protocols.mad.base import MAD as MAD, RMPP as RMPP
from ibpkt.protocols.mad.sa import SA as SA
from ibpkt.protocols.mad.subn import SMP as SMP, SMPDirected as SMPDirected
from ibpkt.protocols.network import GRH as GRH
from ibpkt.protocols.opcodes import (
    ACCESSES as ACCESSES,
    EXTENDED as EXTENDED,
    MANUFACTURER as MANUFACTURER,
    MESSAGE_KINDS as MESSAGE_KINDS,
    OPCODE_NAMES as OPCODE_NAMES,
    OPCODES as OPCODES,
    OPERATIONS as OPERATIONS,
    PACKET_KINDS as PACKET_KINDS,
    POSITIONS as POSITIONS,
    SERVICES as SERVICES,
    Opcode as Opcode,
    by_opcode as by_opcode,
    by_operation as by_operation,
    has_field as has_field,
    opcode_name as opcode_name,
)
from ibpkt.protocols.plugins import Plugin as Plugin, load_plugin as load_plugin
from ibpkt.protocols.protocol_registration import register_protocol as register_protocol
from ibpkt.protocols.registration import load_installed, register as register
from ibpkt.protocols.tables import on_registration as on_registration, renewed as renewed, tabulated as tabulated
from ibpkt.protocols.transport import (
    BTH as BTH,
    FULL_MEMBER as FULL_MEMBER,
    GSI as GSI,
    HALF_OF_PSNS as HALF_OF_PSNS,
    LARGEST_MESSAGE as LARGEST_MESSAGE,
    MULTICAST_QP as MULTICAST_QP,
    PMTUS as PMTUS,
    PSN_MASK as PSN_MASK,
    SMI as SMI,
    psn_distance as psn_distance,
)
from ibpkt.protocols.upper.declared import (
    ExpertRule as ExpertRule,
    LentMemory as LentMemory,
    SendProtocol as SendProtocol,
)
from ibpkt.schema import Header


@renewed
@functools.cache
def by_name() -> dict[str, Header]:
    """Every declared header by its name ("BTH") and by its key ("bth")."""
    return {name: header for header in headers() for name in (header.name, header.key)}


@checked
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


# at the end: what they load imports this package
load_installed()
