"""What follows what.

The graph is data: for each header an ordered list of rules.  A rule looks at a leaf (of this header or an earlier
one, or at the first bits of what follows) and names the headers that its value announces.  The first rule
that applies wins.  Both walkers, `ibpkt.codec` and `ibpkt.walk`, read it.

To add a header: declare it, and add it to one row here.  `docs/schema.md` does it by example.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.errors import CallerError
from ibpkt.protocols.encapsulation.capture import (
    ERF,
    SLL,
    SLL2,
    ERFEthernet,
    ERFExtension,
    IPoIB,
    IPoIBPseudo,
    Loopback,
)
from ibpkt.protocols.encapsulation.ethernet import VLAN, Ethernet
from ibpkt.protocols.encapsulation.ip import (
    AH,
    UDP,
    DestinationOptions,
    Fragment,
    HopByHop,
    IPv4,
    IPv6,
    Routing,
)
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
from ibpkt.protocols.extended import DETH
from ibpkt.protocols.link import ICRC, LPCRC, LRH, RWH, VCRC, FlowControl
from ibpkt.protocols.mad.bm import BM, BMData
from ibpkt.protocols.mad.cc import (
    CC,
    CC_ATTRIBUTES,
    LOG,
    CCData,
    CCLogData,
    CongestionLog,
    CongestionLogCA,
    CongestionLogSwitch,
)
from ibpkt.protocols.mad.cm import MESSAGES, REQ, SIDR_REQ
from ibpkt.protocols.mad.cm_private import (
    IPCM,
    IPCM4,
    IPCM6,
    IPCMPrivate,
    REQPrivate,
    SIDRIPCMPrivate,
    SIDRPrivate,
)
from ibpkt.protocols.mad.common import MAD, RMPP
from ibpkt.protocols.mad.devmgt import DEV_ATTRIBUTES, DevData, DevMgt
from ibpkt.protocols.mad.perf import PERF_ATTRIBUTES, PerfData, PerfMgt
from ibpkt.protocols.mad.sa import RECORDS, SA
from ibpkt.protocols.mad.service import IP_CM, IPOIB
from ibpkt.protocols.mad.subn import ATTRIBUTES, SMP, DirectedPaths, SMPData, SMPDirected, SMPRest
from ibpkt.protocols.mad.vendor import SNMP, Application, Vendor, VendorOUI
from ibpkt.protocols.names import ETHERTYPES
from ibpkt.protocols.network import GRH
from ibpkt.protocols.opcodes import OPCODES
from ibpkt.protocols.transport import BTH
from ibpkt.schema import Header, Leaf

Chain = tuple[Header, ...]


class Rule:
    """One row: where to look, and what the values announce.

    Attributes:
        on: the leaves whose values, joined bit by bit, are looked up; empty where ``peek`` is used.
        peek: the number of bits (at most 32) at the start of what follows that are looked up.
        table: value -> the headers that follow in this order; an empty chain says that a payload follows.
        otherwise: what follows when the table does not have the value; None leaves it to the next rule.
        require: ``(leaf, value)`` without which the rule does not apply.
        chains: the different chains of the table.
    """

    def __init__(
        self,
        on: tuple[Leaf, ...],
        peek: int,
        table: Mapping[int, Chain],
        otherwise: Chain | None,
        require: tuple[Leaf, int] | None,
    ) -> None:
        if any(leaf.when for leaf in on):
            raise TypeError(f"a rule looks at {on}, of which one is there only on a condition")
        self.on = on
        self.peek = peek
        self.table = table
        self.otherwise = otherwise
        self.require = require
        self.chains: tuple[Chain, ...] = tuple(dict.fromkeys(table.values()))

    def branch(self, number: int) -> int:
        """For one value: 1 + the index of its chain in `chains`, 0 where the table does not have it."""
        chain = self.table.get(number)
        return 0 if chain is None else 1 + self.chains.index(chain)

    @functools.cached_property
    def _lookup(self) -> NDArray[np.int64]:
        lookup = np.zeros(1 << 16, np.int64)
        for number in self.table:
            lookup[number] = self.branch(number)
        return lookup

    @functools.cached_property
    def _sorted(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The values of the table in ascending order, and the branch of each."""
        keys = sorted(self.table)
        return np.array(keys, np.int64), np.array([self.branch(key) for key in keys], np.int64)

    def branches(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """`branch` for many values."""
        if max(self.table, default=0) < 1 << 16:
            found = self._lookup[numbers & 0xFFFF]
            return np.where(numbers >> 16 == 0, found, 0)
        keys, branches = self._sorted
        place = np.minimum(np.searchsorted(keys, numbers), len(keys) - 1)
        return np.where(keys[place] == numbers, branches[place], 0)


def follow(
    on: Leaf | tuple[Leaf, ...] | int,
    table: Mapping[Any, Header | Chain],
    *,
    otherwise: Header | Chain | None = None,
    require: tuple[Leaf, int] | None = None,
) -> Rule:
    """A rule.  Keys are numbers, names of the leaf's enum, or tuples of numbers where several leaves are looked at."""
    if isinstance(on, int):
        leaves: tuple[Leaf, ...] = ()
        peek = on
    else:
        leaves = on if isinstance(on, tuple) else (on,)
        peek = 0
    numbers: dict[int, Chain] = {}
    for key, chain in table.items():
        if isinstance(key, str):
            key = next(value for value, name in leaves[0].enum.items() if name == key)
        elif isinstance(key, tuple):
            key = functools.reduce(
                lambda number, pair: number << pair[0].width | pair[1], zip(leaves, key, strict=True), 0
            )
        numbers[key] = _chain(chain)
    return Rule(leaves, peek, numbers, None if otherwise is None else _chain(otherwise), require)


def _chain(headers: Header | Chain) -> Chain:
    return headers if isinstance(headers, tuple) else (headers,)


_BY_ETHERTYPE: dict[int | str | tuple[int, ...], Header | Chain] = {
    "IPv4": IPv4,
    "IPv6": IPv6,
    "802.1Q VLAN": VLAN,
    "802.1ad QinQ": VLAN,
    "QinQ": VLAN,
    "RoCE": GRH,
}
_BY_IP_PROTOCOL: dict[int | str | tuple[int, ...], Header | Chain] = {
    "UDP": UDP,
    "GRE": GRE,
    "IPv4": IPv4,
    "IPv6": IPv6,
    "AH": AH,
    "IPv6 Hop-by-Hop Options": HopByHop,
    "IPv6 Routing": Routing,
    "IPv6 Fragment": Fragment,
    "IPv6 Destination Options": DestinationOptions,
}
_BY_IP_VERSION: dict[int | str | tuple[int, ...], Header | Chain] = {4: IPv4, 6: IPv6}
_BY_ERF_TYPE: dict[int | str | tuple[int, ...], Header | Chain] = {
    "ETH": (ERFEthernet, Ethernet),
    "INFINIBAND": LRH,
    "INFINIBAND_LINK": FlowControl,
    "IPV4": IPv4,
    "IPV6": IPv6,
}
_IN_GRE: dict[int | str | tuple[int, ...], Header | Chain] = {
    "IPv4": IPv4,
    "IPv6": IPv6,
    "Transparent Ethernet Bridging": Ethernet,
    "ERSPAN III": ERSPAN3,
}
_MARK = GRE.leaf("proto")
# ERSPAN type II needs the sequence number; without one the mirrored frame follows at once, which is type I
_UNROUTED = (GRE.leaf("routing_bit"), 0)  # the routing fields of RFC 1701 are not declared
_GRE_PLAIN = follow(_MARK, {**_IN_GRE, "ERSPAN": Ethernet}, require=_UNROUTED)
_GRE_NUMBERED = follow(_MARK, {**_IN_GRE, "ERSPAN": ERSPAN2}, require=_UNROUTED)
_BY_FAMILY: dict[int | str | tuple[int, ...], Header | Chain] = {
    family if order == "big" else int.from_bytes(family.to_bytes(4, "little"), "big"): header
    for family, header in ((2, IPv4), (10, IPv6), (24, IPv6), (28, IPv6), (30, IPv6))
    for order in ("big", "little")
}
_ERF_RULES = (
    follow(ERF.leaf("ext_header"), {1: ERFExtension}),
    follow(ERF.leaf("type"), _BY_ERF_TYPE),
)
_DATAGRAM = (BTH.leaf("opcode"), next(code for code, each in OPCODES.items() if each.name == "UD SEND Only"))
_TO_ATTRIBUTE = MAD.leaf("attributeid")
_BY_CLASS: dict[int | str | tuple[int, ...], Header | Chain] = {
    **dict.fromkeys(range(0x09, 0x10), Vendor),
    **dict.fromkeys(range(0x10, 0x30), Application),
    **dict.fromkeys(range(0x30, 0x50), (RMPP, VendorOUI)),
    "SubnMgt (LID routed)": SMP,
    "SubnMgt (directed route)": SMPDirected,
    "SubnAdm": (RMPP, SA),
    "PerfMgt": PerfMgt,
    "BM": BM,
    "DevMgt": DevMgt,
    "SNMP": SNMP,
    "CongMgt": CC,
}
_CONSUMER = follow(_TO_ATTRIBUTE, {0x10: IPCMPrivate, 0x17: SIDRIPCMPrivate})

ROCE_PORT = 4791

#: headers in one packet, at most; more of them is an attack
MAX_DEPTH = 48

#: the CRC that closes a packet in which the header stands
CLOSED_BY = {BTH: ICRC, LRH: VCRC, FlowControl: LPCRC}


def _ip_cm(message: Header) -> tuple[Rule, Rule]:
    """The service IDs for which private data begin with the header of the RDMA IP CM service."""
    return (
        follow(message.leaf("serviceid_prefix"), {IP_CM: IPCM}),
        follow(message.leaf("serviceid_space"), {IPOIB: IPCM}),
    )


def _rules(roce_port: int) -> dict[Header, tuple[Rule, ...]]:
    return {
        Ethernet: (follow(Ethernet.leaf("type"), _BY_ETHERTYPE),),
        VLAN: (follow(VLAN.leaf("etype"), _BY_ETHERTYPE),),
        SLL: (follow(SLL.leaf("etype"), _BY_ETHERTYPE),),
        SLL2: (follow(SLL2.leaf("etype"), _BY_ETHERTYPE),),
        IPoIB: (follow(IPoIB.leaf("type"), _BY_ETHERTYPE),),
        IPoIBPseudo: (follow(0, {0: IPoIB}),),
        Loopback: (follow(Loopback.leaf("family"), _BY_FAMILY),),
        ERF: _ERF_RULES,
        ERFExtension: (follow(ERFExtension.leaf("more"), {1: ERFExtension}), _ERF_RULES[1]),
        IPv4: (follow(IPv4.leaf("proto"), _BY_IP_PROTOCOL, require=(IPv4.leaf("frag_offset_words"), 0)),),
        IPv6: (follow(IPv6.leaf("nxt"), _BY_IP_PROTOCOL),),
        HopByHop: (follow(HopByHop.leaf("nxt"), _BY_IP_PROTOCOL),),
        DestinationOptions: (follow(DestinationOptions.leaf("nxt"), _BY_IP_PROTOCOL),),
        Routing: (follow(Routing.leaf("nxt"), _BY_IP_PROTOCOL),),
        AH: (follow(AH.leaf("nxt"), _BY_IP_PROTOCOL),),
        Fragment: (follow(Fragment.leaf("nxt"), _BY_IP_PROTOCOL, require=(Fragment.leaf("fragment_offset"), 0)),),
        UDP: (follow(UDP.leaf("dstport"), {roce_port: BTH, 4789: VXLAN, 8472: VXLAN}),),
        VXLAN: (follow(0, {0: Ethernet}),),
        GRE: (
            follow(
                (GRE.leaf("checksum_bit"), GRE.leaf("key_bit"), GRE.leaf("sequence_bit")),
                {
                    (0, 0, 1): GRESequence,
                    (0, 1, 0): GREKey,
                    (0, 1, 1): (GREKey, GRESequence),
                    (1, 0, 0): GREChecksum,
                    (1, 0, 1): (GREChecksum, GRESequence),
                    (1, 1, 0): (GREChecksum, GREKey),
                    (1, 1, 1): (GREChecksum, GREKey, GRESequence),
                },
                require=_UNROUTED,
            ),
            _GRE_PLAIN,
        ),
        GREChecksum: (_GRE_PLAIN,),
        GREKey: (_GRE_PLAIN,),
        GRESequence: (_GRE_NUMBERED,),
        ERSPAN2: (follow(0, {0: Ethernet}),),
        ERSPAN3: (
            follow((ERSPAN3.leaf("ft"), ERSPAN3.leaf("o")), {(0, 0): Ethernet, (0, 1): (ERSPANPlatform, Ethernet)}),
            follow(ERSPAN3.leaf("o"), {1: ERSPANPlatform}),
        ),
        LRH: (
            follow(LRH.leaf("lnh"), {"Raw (EtherType)": RWH, "IP non-IBA": IPv6, "IBA local": BTH, "IBA global": GRH}),
        ),
        RWH: (follow(RWH.leaf("etype"), _BY_ETHERTYPE),),
        GRH: (follow(GRH.leaf("nxthdr"), {"IBA transport": BTH}),),
        BTH: (follow(BTH.leaf("opcode"), {code: opcode.headers for code, opcode in OPCODES.items()}),),
        # management datagrams go to or come from queue pair 0 or 1
        DETH: (
            follow(BTH.leaf("destqp"), {0: MAD, 1: MAD}, require=_DATAGRAM),
            follow(DETH.leaf("srcqp"), {0: MAD, 1: MAD}, require=_DATAGRAM),
            follow(0, {0: ()}),
        ),
        MAD: (
            follow(MAD.leaf("mgmtclass"), _BY_CLASS),
            follow((MAD.leaf("mgmtclass"), _TO_ATTRIBUTE), {(7, number): each for number, each in MESSAGES.items()}),
        ),
        SMP: (
            follow(
                _TO_ATTRIBUTE,
                {attribute: (header, SMPRest) for attribute, header in ATTRIBUTES.items()},
                otherwise=(SMPData, SMPRest),
            ),
        ),
        SMPDirected: (
            follow(
                _TO_ATTRIBUTE,
                {attribute: (header, DirectedPaths) for attribute, header in ATTRIBUTES.items()},
                otherwise=(SMPData, DirectedPaths),
            ),
        ),
        # ClassPortInfo, Notice and InformInfo have no rows in these four yet
        PerfMgt: (follow(_TO_ATTRIBUTE, PERF_ATTRIBUTES, otherwise=PerfData),),
        DevMgt: (follow(_TO_ATTRIBUTE, DEV_ATTRIBUTES, otherwise=DevData),),
        BM: (follow(0, {0: BMData}),),
        CC: (
            follow(
                _TO_ATTRIBUTE,
                {LOG: CongestionLog, **{number: (CCLogData, each) for number, each in CC_ATTRIBUTES.items()}},
                otherwise=(CCLogData, CCData),
            ),
        ),
        CongestionLog: (follow(CongestionLog.leaf("logtype"), {"Switch": CongestionLogSwitch, "CA": CongestionLogCA}),),
        REQ: (*_ip_cm(REQ), follow(0, {0: REQPrivate})),
        SIDR_REQ: (*_ip_cm(SIDR_REQ), follow(0, {0: SIDRPrivate})),
        IPCM: (follow(IPCM.leaf("ipv"), {4: IPCM4, 6: IPCM6}),),
        IPCM4: (_CONSUMER,),
        IPCM6: (_CONSUMER,),
        # a record starts where the SA header ends only in a single packet (flags 0) and in the first of several
        SA: (
            follow(
                (_TO_ATTRIBUTE, RMPP.leaf("rmppflags")),
                {(attribute, flags): header for attribute, header in RECORDS.items() for flags in (0, 3, 7)},
            ),
        ),
    }


#: the first header by link type (LINKTYPE_ values)
_FIRST: dict[int, Rule] = {
    0: follow(0, {0: Loopback}),
    108: follow(0, {0: Loopback}),
    1: follow(0, {0: Ethernet}),
    101: follow(4, _BY_IP_VERSION),
    228: follow(0, {0: IPv4}),
    229: follow(0, {0: IPv6}),
    113: follow(0, {0: SLL}),
    276: follow(0, {0: SLL2}),
    197: follow(0, {0: ERF}),
    # the registry describes the RFC 4391 header; tshark expects 40 bytes before it
    242: follow(
        32,
        {number << 16: IPoIB for number, name in ETHERTYPES.items() if name in ("IPv4", "IPv6", "ARP", "RARP")},
        otherwise=(IPoIBPseudo, IPoIB),
    ),
    247: follow(0, {0: LRH}),
}

#: names by which link types are asked for
LINKS = {
    "null": 0,
    "loop": 108,
    "ethernet": 1,
    "raw": 101,
    "ipv4": 228,
    "ipv6": 229,
    "sll": 113,
    "sll2": 276,
    "erf": 197,
    "ipoib": 242,
    "infiniband": 247,
}

ETHERNET, RAW_IP, ERF_LINK, INFINIBAND = LINKS["ethernet"], LINKS["raw"], LINKS["erf"], LINKS["infiniband"]


class Graph:
    """The rules, for one choice of the UDP port on which RoCEv2 runs.

    Attributes:
        rules: header -> its rules, in order.
        first: link type -> the rule for the first header.
    """

    def __init__(self, roce_port: int = ROCE_PORT) -> None:
        self.rules = _rules(roce_port)
        self.first = _FIRST


_graph = functools.lru_cache(maxsize=16)(Graph)


def graph(roce_port: int = ROCE_PORT) -> Graph:
    """The protocol graph with RoCEv2 on this UDP destination port; the same object for the same port."""
    return _graph(roce_port)


def link_type(link: int | str) -> int:
    """A link type as a number, from its number or its name in `LINKS`.

    Raises:
        CallerError: no such name.
    """
    if isinstance(link, int):
        return link
    try:
        return LINKS[link.lower()]
    except KeyError:
        raise CallerError(f"there is no link type {link!r}", name=link, known=LINKS) from None


def headers() -> Iterator[Header]:
    """Every declared header, once, in the order of the graph."""
    seen: dict[Header, None] = {}
    rules = graph()
    for rule in (*rules.first.values(), *(rule for header_rules in rules.rules.values() for rule in header_rules)):
        for chain in (*rule.table.values(), rule.otherwise or ()):
            seen.update(dict.fromkeys(chain))
    seen.update(dict.fromkeys(CLOSED_BY.values()))
    yield from seen
