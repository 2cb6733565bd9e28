"""Subnet administration: paths, groups, services, and who wants to be told."""

from __future__ import annotations

from ibpkt.protocols.mad.base import attribute, management_header
from ibpkt.protocols.mad.notice import InformInfo
from ibpkt.protocols.mad.subn_nodes import NODE_TYPES
from ibpkt.protocols.mad.subn_ports import MTUS
from ibpkt.protocols.rates import PATH_RATES
from ibpkt.schema import IPV6, Field, Header, binary, embedded, hexa, mask, reserved, rows, text

SELECTORS = {0: "greater than", 1: "less than", 2: "exactly", 3: "largest available"}


def _selected() -> tuple[Field, ...]:
    """The fields of MTU, rate and lifetime, as three kinds of records have them."""
    return (
        hexa("mtuselector", 2, "MTUSelector", enum=SELECTORS),
        hexa("mtu", 6, "MTU", enum=MTUS),
        hexa("rateselector", 2, "RateSelector", enum=SELECTORS),
        hexa("rate", 6, "Rate", enum=PATH_RATES),
        hexa("packetlifetimeselector", 2, "PacketLifeTimeSelector", enum=SELECTORS),
        hexa("packetlifetime", 6, "PacketLifeTime", doc="4.096 µs × 2^n"),
    )


def _path(unused: str) -> tuple[Field, ...]:
    """What both records of paths say of a path up to its SL; ``unused`` is the name of the bits without a meaning."""
    return (
        hexa("rawtraffic", 1, "RawTraffic"),
        reserved(unused, 3),
        hexa("flowlabel", 20, "FlowLabel"),
        hexa("hoplimit", 8, "HopLimit"),
        hexa("tclass", 8, "TClass"),
        hexa("reversible", 1, "Reversible"),
        hexa("numbpath", 7, "NumbPath"),
        hexa("p_key", 16, "P_Key"),
        hexa("qosclass", 12, "QoSClass"),
    )


PathRecord: Header = attribute(
    "PathRecord",
    hexa("serviceid", 64, "ServiceID"),
    binary("dgid", 16, "DGID", IPV6),
    binary("sgid", 16, "SGID", IPV6),
    hexa("dlid", 16, "DLID"),
    hexa("slid", 16, "SLID"),
    *_path("reserved0"),
    hexa("sl", 4, "SL", digits=4),
    *_selected(),
    hexa("preference", 8, "Preference"),
    reserved("reserved1", 48),
    summary="{sgid} → {dgid} SLID={slid} DLID={dlid}",
    source="IBA 1, 15.2.5.16",
)

MultiPathRecord: Header = attribute(
    "MultiPathRecord",
    *_path("reserved"),
    hexa("sl", 4, "SL"),
    *_selected(),
    hexa("serviceid8msb", 8, "ServiceID8MSB"),
    hexa("independenceselector", 2, "IndependenceSelector"),
    hexa("gidscope", 6, "GIDScope"),
    hexa("sgidcount", 8, "SGIDCount"),
    hexa("dgidcount", 8, "DGIDCount"),
    hexa("serviceid56lsb", 56, "ServiceID56LSB"),
    summary="SGIDs={sgidcount} DGIDs={dgidcount}",
    source="IBA 1, 15.2.5.20",
)

MultiPathGID: Header = management_header(
    "MultiPathGID",
    "GID of the MultiPathRecord",
    "infiniband.multipathrecord",
    binary("sdgid", 16, "SDGID", IPV6, doc="first the sources, then the destinations"),
    source="IBA 1, 15.2.5.20",
)

MCMemberRecord: Header = attribute(
    "MCMemberRecord",
    binary("mgid", 16, "MGID", IPV6),
    binary("portgid", 16, "PortGID", IPV6),
    hexa("q_key", 32, "Q_Key"),
    hexa("mlid", 16, "MLID"),
    *_selected()[:2],
    hexa("tclass", 8, "TClass"),
    hexa("p_key", 16, "P_Key"),
    *_selected()[2:],
    hexa("sl", 4, "SL"),
    hexa("flowlabel", 20, "FlowLabel"),
    hexa("hoplimit", 8, "HopLimit"),
    hexa("scope", 4, "Scope"),
    mask(
        "joinstate",
        4,
        "JoinState",
        {0: "FullMember", 1: "NonMember", 2: "SendOnlyNonMember", 3: "SendOnlyFullMember"},
        digits=2,
    ),
    hexa("proxyjoin", 1, "ProxyJoin"),
    reserved("reserved", 23),
    reserved("padding", 32),
    summary="{mgid} MLID={mlid} {portgid}",
    source="IBA 1, 15.2.5.17",
)


def _service(name: str, bits: int, label: str) -> Field:
    """A field under Wireshark's name too, which counts it to the LinkRecord."""
    return hexa(name, bits, label, also=(f"infiniband.linkrecord.{name}",))


ServiceRecord: Header = attribute(
    "ServiceRecord",
    _service("serviceid", 64, "ServiceID"),
    binary("servicegid", 16, "ServiceGID", IPV6, also=("infiniband.linkrecord.servicegid",)),
    _service("servicep_key", 16, "ServiceP_Key"),
    reserved("reserved", 16),
    hexa(
        "servicelease",
        32,
        "ServiceLease",
        unit="s",
        also=("infiniband.linkrecord.servicelease",),
        doc="0xffffffff: infinite",
    ),
    binary("servicekey", 16, "ServiceKey", also=("infiniband.linkrecord.servicekey",)),
    text("servicename", 64, "ServiceName", also=("infiniband.linkrecord.servicename",)),
    rows("data8", 16, "ServiceData8", hexa("servicedata8", 8, "ServiceData8")),
    rows("data16", 8, "ServiceData16", hexa("servicedata16", 16, "ServiceData16")),
    rows("data32", 4, "ServiceData32", hexa("servicedata32", 32, "ServiceData32")),
    rows("data64", 2, "ServiceData64", hexa("servicedata64", 64, "ServiceData64")),
    summary='{serviceid} "{servicename}" {servicegid}',
    source="IBA 1, 15.2.5.14",
)

ServiceAssociationRecord: Header = attribute(
    "ServiceAssociationRecord",
    binary("servicekey", 16, "ServiceKey"),
    text("servicename", 64, "ServiceName"),
    summary='"{servicename}"',
    source="IBA 1, 15.2.5.15",
)

TraceRecord: Header = attribute(
    "TraceRecord",
    hexa("gidprefix", 64, "GidPrefix"),
    hexa("idgeneration", 16, "IDGeneration"),
    reserved("reserved", 8),
    hexa("nodetype", 8, "NodeType", enum=NODE_TYPES),
    hexa("nodeid", 64, "NodeID"),
    hexa("chassisid", 64, "ChassisID"),
    hexa("entryportid", 64, "EntryPortID"),
    hexa("exitportid", 64, "ExitPortID"),
    hexa("entryport", 8, "EntryPort"),
    hexa("exitport", 8, "ExitPort"),
    reserved("padding", 16),
    summary="{nodetype} {nodeid} ports {entryport} → {exitport}",
    source="IBA 1, 15.2.5.19",
)

InformInfoRecord: Header = attribute(
    "InformInfoRecord",
    binary("subscribergid", 16, "SubscriberGID", IPV6),
    hexa("enum", 16, "Enum"),
    reserved("reserved", 48),
    *embedded(InformInfo),
    reserved("padding", 32),
    summary="{subscribergid} trap {trapnumberdeviceid}",
    source="IBA 1, 15.2.5.12",
)
