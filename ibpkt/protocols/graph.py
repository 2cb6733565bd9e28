"""What follows what.

The graph is data: for each header an ordered list of rules.  A rule looks at a leaf (of this header or an earlier
one, or at the first bits of what follows) and names the headers that its value announces.  The first rule
that applies wins.  A header that stands there many times (the records of a table) has a rule that repeats it.
Both walkers, `ibpkt.packet.decode` and `ibpkt.batch.walk`, read it.

To add a header: declare it, and add it to one row here, or register both from outside (`ibpkt.register`).
`docs/schema.md` does it by example.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ibpkt.arguments import checked, one_of, whole_number
from ibpkt.errors import CallerError
from ibpkt.protocols.annotation_headers import ANNOTATION_HEADERS, RMPPData, RMPPTable, UpperMessage
from ibpkt.protocols.assigned_numbers import ETHERTYPES
from ibpkt.protocols.encapsulation.capture_link import (
    ERF,
    SLL,
    SLL2,
    ERFEthernet,
    ERFExtension,
    IPoIB,
    IPoIBPseudo,
    Loopback,
)
from ibpkt.protocols.encapsulation.ethernet import PFC, VLAN, Ethernet, MACControl, Pause
from ibpkt.protocols.encapsulation.ip import AH, UDP, DestinationOptions, Fragment, HopByHop, IPv4, IPv6, Routing
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
from ibpkt.protocols.encapsulation.ultra_ethernet import UET, UET_BY_TYPE, UET_PORT
from ibpkt.protocols.extended import DETH
from ibpkt.protocols.link import ICRC, LPCRC, LRH, RWH, VCRC, FlowControl
from ibpkt.protocols.mad.base import CLASSES, MAD, RMPP, ClassPortInfo
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
from ibpkt.protocols.mad.cm_private import IPCM, IPCM4, IPCM6, IPCMPrivate, REQPrivate, SIDRIPCMPrivate, SIDRPrivate
from ibpkt.protocols.mad.devmgt import DEV_ATTRIBUTES, DevData, DevMgt
from ibpkt.protocols.mad.notice import CLASS_TRAP_DATA, COMMON, TRAP_DATA, Notice, NoticeData, NoticeIssuer
from ibpkt.protocols.mad.perf import PERF_ATTRIBUTES, PerfData, PerfMgt
from ibpkt.protocols.mad.sa import ATTRIBUTES as SA_ATTRIBUTES, GIDS, RECORDS, SA, RecordGap
from ibpkt.protocols.mad.sa_paths import MultiPathGID, MultiPathRecord
from ibpkt.protocols.mad.service import IP_CM, IPOIB
from ibpkt.protocols.mad.subn import ATTRIBUTES, NOTICE, SMP, DirectedPaths, SMPData, SMPDirected, SMPRest
from ibpkt.protocols.mad.vendor import SNMP, Application, Vendor, VendorOUI
from ibpkt.protocols.network import GRH
from ibpkt.protocols.opcodes import OPCODE_NAMES, OPCODES
from ibpkt.protocols.rules import (
    Capacity as Capacity,
    Chain as Chain,  # these are asked for here, with the graph
    Rule as Rule,
    Stride as Stride,
    follow as follow,
    repeat as repeat,
)
from ibpkt.protocols.tables import renewed
from ibpkt.protocols.transport import BTH
from ibpkt.schema import Header, Leaf, number_of

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
_ERF_RULES = (follow(ERF.leaf("ext_header"), {1: ERFExtension}), follow(ERF.leaf("type"), _BY_ERF_TYPE))
_DATAGRAM = (BTH.leaf("opcode"), number_of(OPCODE_NAMES, "UD SEND Only"))
_MESSAGES: dict[tuple[str, int], Header | Chain] = {
    **{("ComMgt", number): each for number, each in COMMON.items() if each is ClassPortInfo},
    **{("ComMgt", number): each for number, each in MESSAGES.items()},
}
_PAYLOAD = follow(0, {0: ()})
_BY_CLASS: dict[int | str | tuple[int, ...], Header | Chain] = {
    "SubnMgt (LID routed)": SMP,
    "SubnMgt (directed route)": SMPDirected,
    "SubnAdm": (RMPP, SA),
    "PerfMgt": PerfMgt,
    "BM": BM,
    "DevMgt": DevMgt,
    "SNMP": SNMP,
    "CongMgt": CC,
}
_BY_CLASS_RANGE: dict[int | str | tuple[int, ...], Header | Chain] = {
    **dict.fromkeys(range(0x09, 0x10), Vendor),
    **dict.fromkeys(range(0x10, 0x30), Application),
    **dict.fromkeys(range(0x30, 0x50), (RMPP, VendorOUI)),
}
_TO_ATTRIBUTE = MAD.leaf("attributeid")
_CONSUMERS = {REQ: IPCMPrivate, SIDR_REQ: SIDRIPCMPrivate}
_CONSUMER = follow(_TO_ATTRIBUTE, {number: _CONSUMERS[each] for number, each in MESSAGES.items() if each in _CONSUMERS})
_TRAP = (Notice.leaf("isgeneric"), Notice.leaf("trapnumberdeviceid"))
#: a notice ends the data of a SMP; in other classes it goes on
_BEHIND_NOTICE = (
    follow(
        MAD.leaf("mgmtclass"),
        {
            **dict.fromkeys(CLASSES.values(), NoticeIssuer),
            "SubnMgt (LID routed)": SMPRest,
            "SubnMgt (directed route)": DirectedPaths,
        },
    ),
)
#: the records of a table: the last segment says how many bytes it has, the SA header's included; the others are full
_CAPACITY = Capacity(SA, RMPP.leaf("data2"), (RMPP.leaf("last"), 1))
_STRIDE = Stride(SA.leaf("attributeoffset"), 8, RecordGap)
_IN_TABLE = (RMPP.leaf("active"), 1)


def _smp_attributes(trailing: Header) -> Rule:
    """What follows a SMP's own header: an attribute, and the second half of the SMP."""
    number, notice = NOTICE
    known: dict[int | str | tuple[int, ...], Header | Chain] = {number: notice}
    known.update({attribute: (header, trailing) for attribute, header in ATTRIBUTES.items()})
    return follow(_TO_ATTRIBUTE, known, otherwise=(SMPData, trailing))


ROCE_PORT = 4791

#: headers in one packet, at most; more of them is an attack
MAX_DEPTH = 48
#: annotation headers of a packet, at most: a table may have many records
MAX_RECORDS = 4096

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
        Ethernet: (follow(Ethernet.leaf("type"), {**_BY_ETHERTYPE, "MAC Control (PAUSE, PFC)": MACControl}),),
        MACControl: (follow(MACControl.leaf("opcode"), {"Pause": Pause, "Priority Flow Control": PFC}), _PAYLOAD),
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
        UDP: (follow(UDP.leaf("dstport"), {UET_PORT: UET, roce_port: BTH, 4789: VXLAN, 8472: VXLAN}),),
        UET: (follow(UET.leaf("type"), UET_BY_TYPE), _PAYLOAD),
        **dict.fromkeys(UET_BY_TYPE.values(), (_PAYLOAD,)),
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
            _PAYLOAD,
        ),
        MAD: (
            follow(MAD.leaf("mgmtclass"), _BY_CLASS),
            follow((MAD.leaf("mgmtclass"), _TO_ATTRIBUTE), _MESSAGES),
            follow(MAD.leaf("mgmtclass"), _BY_CLASS_RANGE),
        ),
        SMP: (_smp_attributes(SMPRest),),
        SMPDirected: (_smp_attributes(DirectedPaths),),
        PerfMgt: (follow(_TO_ATTRIBUTE, {**COMMON, **PERF_ATTRIBUTES}, otherwise=PerfData),),
        DevMgt: (follow(_TO_ATTRIBUTE, {**COMMON, **DEV_ATTRIBUTES}, otherwise=DevData),),
        BM: (follow(_TO_ATTRIBUTE, COMMON, otherwise=BMData),),
        CC: (
            follow(
                _TO_ATTRIBUTE,
                {
                    LOG: CongestionLog,
                    **{number: (CCLogData, each) for number, each in {**COMMON, **CC_ATTRIBUTES}.items()},
                },
                otherwise=(CCLogData, CCData),
            ),
        ),
        CongestionLog: (follow(CongestionLog.leaf("logtype"), {"Switch": CongestionLogSwitch, "CA": CongestionLogCA}),),
        REQ: (*_ip_cm(REQ), follow(0, {0: REQPrivate})),
        SIDR_REQ: (*_ip_cm(SIDR_REQ), follow(0, {0: SIDRPrivate})),
        IPCM: (follow(IPCM.leaf("ipv"), {4: IPCM4, 6: IPCM6}),),
        IPCM4: (_CONSUMER,),
        IPCM6: (_CONSUMER,),
        # a record starts where the SA header ends only in a single packet (flags 0, or 7 where it is a table, which
        # may be empty) and in the first of several
        SA: (
            follow(
                (_TO_ATTRIBUTE, RMPP.leaf("rmppflags")),
                {(attribute, 0): header for attribute, header in SA_ATTRIBUTES.items()},
            ),
            follow(
                (_TO_ATTRIBUTE, RMPP.leaf("rmppflags")),
                {(attribute, 7): header for attribute, header in SA_ATTRIBUTES.items()},
                room=_CAPACITY,
            ),
            follow(
                (_TO_ATTRIBUTE, RMPP.leaf("rmppflags")),
                {(attribute, 3): header for attribute, header in SA_ATTRIBUTES.items()},
            ),
        ),
        **{record: (repeat(record, _STRIDE, _CAPACITY, require=_IN_TABLE), _PAYLOAD) for record in RECORDS.values()},
        MultiPathRecord: (
            follow(
                (MultiPathRecord.leaf("sgidcount"), MultiPathRecord.leaf("dgidcount")),
                {
                    (sources, destinations): (MultiPathGID,) * (sources + destinations)
                    for sources in range(GIDS + 1)
                    for destinations in range(GIDS + 1 - sources)
                },
                otherwise=(MultiPathGID,) * (GIDS + 1),
            ),
        ),
        Notice: (
            *(
                follow(_TRAP, {(1, number): header}, require=(MAD.leaf("mgmtclass"), mgmtclass))
                for (mgmtclass, number), header in CLASS_TRAP_DATA.items()
            ),
            follow(_TRAP, {(1, number): header for number, header in TRAP_DATA.items()}, otherwise=NoticeData),
        ),
        **dict.fromkeys((*TRAP_DATA.values(), *CLASS_TRAP_DATA.values(), NoticeData), _BEHIND_NOTICE),
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


class Graph(NamedTuple):
    """The rules of packets, or of annotations.

    Attributes:
        rules: header -> its rules, in order.
        first: link type -> the rule for the first header.
        depth: headers in one packet, at most.
    """

    rules: dict[Header, tuple[Rule, ...]]
    first: Mapping[int, Rule]
    depth: int


#: the rules that `ibpkt.register` has put in front of those of a header
REGISTERED: dict[Header, tuple[Rule, ...]] = {}


@renewed
@functools.lru_cache(maxsize=16)
def _graph(roce_port: int) -> Graph:
    whole_number(roce_port, "roce_port", 0, 0xFFFF)
    rules = _rules(roce_port)
    for header, registered in REGISTERED.items():
        rules[header] = (*registered, *rules.get(header, ()))
    return Graph(rules, _FIRST, MAX_DEPTH)


@renewed
@functools.cache
def annotation_graph() -> Graph:
    """The rules of annotations (`ibpkt.batch.annotations`).  A link type has a bit for each of `ANNOTATION_HEADERS`."""
    from ibpkt.protocols.upper.contents import CONTENTS, RULES as UPPER_RULES  # late: few packets have annotations

    whole = Capacity(RMPPTable)
    stride = Stride(RMPPTable.leaf("attributeoffset"), 8, RecordGap)
    in_table = (RMPPTable.leaf("mgmtclass"), number_of(CLASSES, "SubnAdm"))
    rules: dict[Header, tuple[Rule, ...]] = {
        RMPPTable: (
            follow(RMPPTable.leaf("attributeid"), RECORDS, require=in_table, room=whole),
            follow(0, {0: RMPPData}),
        ),
        **{record: (repeat(record, stride, whole, require=in_table), _PAYLOAD) for record in RECORDS.values()},
        UpperMessage: (
            follow(UpperMessage.leaf("contents"), {number: contents.headers for number, contents in CONTENTS.items()}),
            _PAYLOAD,
        ),
        **UPPER_RULES,
    }
    for header, inside in _inside().items():
        rules[header] = (*inside, *rules.get(header, ()))
    return Graph(rules, _Announced(), MAX_RECORDS)


def _inside() -> dict[Header, tuple[Rule, ...]]:
    """What follows within messages, by what they are."""
    from ibpkt.protocols.upper.contents import CONTENTS

    found: dict[tuple[Leaf, int], dict[int, Chain]] = {}
    for number, contents in CONTENTS.items():
        if contents.inside is not None:
            on, value, headers = contents.inside
            found.setdefault((on, value), {})[number] = headers
    told = UpperMessage.leaf("contents")
    rules: dict[Header, tuple[Rule, ...]] = {}
    for (on, value), table in found.items():
        rules[on.header] = (*rules.get(on.header, ()), follow(told, table, require=(on, value)))
    return rules


@functools.cache
def _announced(link: int) -> Rule:
    return follow(0, {0: tuple(header for place, header in enumerate(ANNOTATION_HEADERS) if link >> place & 1)})


class _Announced(Mapping[int, Rule]):
    """The first rules of annotations, by the bits of their headers; there are too many to make them all."""

    def __getitem__(self, link: int) -> Rule:
        return _announced(link)

    def __len__(self) -> int:
        return 1 << len(ANNOTATION_HEADERS)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))


def graph(roce_port: int = ROCE_PORT) -> Graph:
    """The protocol graph with RoCEv2 on this UDP destination port; the same object for the same port."""
    return _graph(roce_port if type(roce_port) is int else whole_number(roce_port, "roce_port", 0, 0xFFFF))


def link_type(link: int | str) -> int:
    """A link type as a number, from its number or its name in `LINKS`.

    Raises:
        CallerError: no such name, or neither a number nor a name.
    """
    if type(link) is int:
        return link
    if isinstance(link, str):
        return LINKS[one_of(link.lower(), "link type", LINKS)]
    return whole_number(link, "a link type")


@checked
def link_of(first: Header) -> int:
    """The link type of packets that begin with a header.

    Raises:
        CallerError: there is none.
    """
    for link, rule in graph().first.items():
        if any(chain[:1] == (first,) for chain in rule.chains):
            return link
    raise CallerError(f"no link type begins with {first.name}; say link=", name=first.name)


def headers() -> Iterator[Header]:
    """Every declared header that packets have, once, in the order of the graph; those of messages come last."""
    from ibpkt.protocols.upper.contents import upper_headers  # late: they are more than all others

    return iter(dict.fromkeys((*packet_headers(), *upper_headers())))


@renewed
@functools.cache
def packet_headers() -> tuple[Header, ...]:
    """Those of `headers` that are found in a packet by itself."""
    seen: dict[Header, None] = {}
    rules = graph()
    for rule in (*rules.first.values(), *(rule for header_rules in rules.rules.values() for rule in header_rules)):
        for chain in (*rule.table.values(), rule.otherwise or ()):
            seen.update(dict.fromkeys(chain))
    seen.update(dict.fromkeys(CLOSED_BY.values()))
    return tuple(seen)
