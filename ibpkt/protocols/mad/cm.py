"""Connection management: the messages by which queue pairs are connected, and taken apart again.

They follow the common header, at byte 24 of the datagram, and fill it (232 bytes).  What a REQ or SIDR_REQ has
as private data is in `cm_private`.
"""

from __future__ import annotations

from ibpkt.protocols.mad.base import layouts, management_header
from ibpkt.protocols.mad.service import service_id
from ibpkt.protocols.mad.subn_ports import MTUS
from ibpkt.protocols.mad.texts import text_of
from ibpkt.protocols.mad.times import time_of
from ibpkt.protocols.rates import PATH_RATES
from ibpkt.schema import HEX, IPV6, WORDS, Derived, Field, Header, binary, hexa, reserved, uint

TRANSPORTS = {0: "RC", 1: "UC", 2: "RD", 3: "Extended"}
EXTENDED_TRANSPORTS = {0: "None", 1: "XRC"}
#: messages that an MRA answers, and that a REJ rejects
MRAED = {0: "REQ", 1: "REP", 2: "LAP"}
REJECTED = {0: "REQ", 1: "REP", 2: "No Message"}
FAILOVERS = {0: "Accepted", 1: "Not Supported", 2: "Not Accepted"}
SUBNET_LOCAL = {0: "Another Subnet", 1: "Same Subnet"}

REASONS = {
    1: "No QP Available",
    2: "No EEC Available",
    3: "No Resources Available",
    4: "Timeout",
    5: "Unsupported Request",
    6: "Invalid Communication ID",
    7: "Invalid Communication Instance",
    8: "Invalid Service ID",
    9: "Invalid Transport Service Type",
    10: "Stale Connection",
    11: "RDC Does Not Exist",
    12: "Primary Remote Port GID Rejected",
    13: "Primary Remote Port LID Rejected",
    14: "Invalid Primary SL",
    15: "Invalid Primary Traffic Class",
    16: "Invalid Primary Hop Limit",
    17: "Invalid Primary Packet Rate",
    18: "Alternate Remote Port GID Rejected",
    19: "Alternate Remote Port LID Rejected",
    20: "Invalid Alternate SL",
    21: "Invalid Alternate Traffic Class",
    22: "Invalid Alternate Hop Limit",
    23: "Invalid Alternate Packet Rate",
    24: "Port and CM Redirection",
    25: "Port Redirection",
    26: "Invalid Path MTU",
    27: "Insufficient Responder Resources",
    28: "Consumer Reject",
    29: "RNR Retry Count Reject",
    30: "Duplicate Local Communication ID",
    31: "Invalid Class Version",
    32: "Invalid Primary Flow Label",
    33: "Invalid Alternate Flow Label",
    35: "Vendor Option Not Supported",
}
#: reasons whose additional information is a GID that would do, or is asked for instead
_GIDS = {12, 18, 25}

AP_STATUSES = {
    0: "Alternate Path Loaded",
    1: "Invalid Communication ID",
    2: "Alternate Paths Not Supported",
    3: "Failover Port Rejected",
    4: "Redirect",
    5: "Proposed Path Is Current",
    6: "QPN or EECN Mismatch",
    7: "LID Rejected",
    8: "GID Rejected",
    9: "Flow Label Rejected",
    10: "Traffic Class Rejected",
    11: "Hop Limit Rejected",
    12: "Packet Rate Rejected",
    13: "SL Rejected",
}
SIDR_STATUSES = {
    0: "QPN and Q_Key Valid",
    1: "Service ID Not Supported",
    2: "Rejected by Service Provider",
    3: "No QP Available",
    4: "Redirect",
    5: "Unsupported Version",
}


def additional(reason: int, length: int, information: bytes) -> str | None:
    """What the additional information of a REJ says: a GID, or a number; None where there is none.

    Args:
        reason: of the rejection.
        length: how many bytes of the information count; it may be a lie.
        information: the bytes.
    """
    told = information[:length]
    if not told:
        return None
    if reason in _GIDS and len(told) == 16:
        return IPV6.text(told)
    return f"0x{told.hex()}"


def ipv4_of(gid: bytes) -> str | None:
    """The IPv4 address that a GID of RoCEv2 holds; None where it holds none."""
    text = IPV6.text(gid)
    return text.rpartition(":")[2] if "." in text else None


def _message(name: str, title: str, *members: Field | Derived, source: str, summary: str = "") -> Header:
    return management_header(name, title, f"infiniband.cm.{name.lower()}", *members, source=source, summary=summary)


def _zeros(name: str, width: int, digits: int = 0) -> Field:
    """Reserved bits for which Wireshark has a name, in hexadecimal as it prints them."""
    return reserved(name, width, kind=HEX, digits=digits)


def _ids(local: str = "") -> tuple[Field, Field]:
    """The communication IDs of both ends, the local one by another filter name where Wireshark has one."""
    return (
        hexa("localcommid", 32, "Local Communication ID", filter=local, also=(".localcommid",) if local else ()),
        hexa("remotecommid", 32, "Remote Communication ID"),
    )


def _private(size: int) -> tuple[Field, Derived]:
    return binary("private", size, "PrivateData", doc="what the consumers tell each other"), text_of(
        "private", "PrivateData"
    )


def _path(name: str, label: str, local_ack: str, *behind: Field) -> tuple[Field, ...]:
    """A path as a REQ has it, twice.

    Args:
        name: what its fields' names begin with.
        label: what their labels begin with.
        local_ack: the name of the timeout.
        *behind: what stands in the three bits behind the timeout.
    """
    return (
        uint(f"{name}_locallid", 16, f"{label} Local Port LID"),
        uint(f"{name}_remotelid", 16, f"{label} Remote Port LID"),
        binary(f"{name}_localgid", 16, f"{label} Local Port GID", IPV6),
        binary(f"{name}_remotegid", 16, f"{label} Remote Port GID", IPV6),
        hexa(f"{name}_flowlabel", 20, f"{label} Flow Label", digits=8),
        _zeros(f"{name}_reserved0", 6, digits=8),
        hexa(f"{name}_pktrate", 6, f"{label} Packet Rate", enum=PATH_RATES, digits=8),
        hexa(f"{name}_tfcclass", 8, f"{label} Traffic Class"),
        hexa(f"{name}_hoplim", 8, f"{label} Hop Limit"),
        hexa(f"{name}_sl", 4, f"{label} SL"),
        hexa(f"{name}_subnetlocal", 1, f"{label} Subnet Local", enum=SUBNET_LOCAL),
        _zeros(f"{name}_reserved1", 3),
        hexa(local_ack, 5, f"{label} Local ACK Timeout", doc="4.096 µs × 2^n"),
        *behind,
    )


_SERVICE, _MEANING = service_id()
REQ = _message(
    "REQ",
    "CM Request for Communication",
    hexa(
        "localcommid", 32, "Local Communication ID", filter="infiniband.cm.req", also=("infiniband.cm.req.localcommid",)
    ),
    reserved("reserved0", 32),
    _SERVICE,
    hexa("localcaguid", 64, "Local CA GUID"),
    reserved("reserved1", 32),
    hexa("localqkey", 32, "Local Q_Key"),
    hexa("localqpn", 24, "Local QPN"),
    hexa("responderres", 8, "Responder Resources"),
    hexa("localeecn", 24, "Local EECN"),
    hexa("initdepth", 8, "Initiator Depth"),
    hexa("remoteeecn", 24, "Remote EECN"),
    hexa("remoteresptout", 5, "Remote CM Response Timeout", doc="4.096 µs × 2^n"),
    hexa("transpsvctype", 2, "Transport Service Type", enum=TRANSPORTS),
    hexa("e2eflowctrl", 1, "End-to-End Flow Control"),
    hexa("startpsn", 24, "Starting PSN", doc="of what the sender of the REQ receives"),
    hexa("localresptout", 5, "Local CM Response Timeout", doc="4.096 µs × 2^n"),
    hexa("retrcount", 3, "Retry Count"),
    hexa("pkey", 16, "Partition Key"),
    hexa("pppmtu", 4, "Path Packet Payload MTU", enum=MTUS),
    hexa("rdcexist", 1, "RDC Exists"),
    hexa("rnrretrcount", 3, "RNR Retry Count", doc="7: infinite"),
    hexa("maxcmretr", 4, "Max CM Retries"),
    hexa("srq", 1, "SRQ", doc="the queue pair receives from a shared receive queue"),
    hexa("ext_transport", 3, "Extended Transport Type", enum=EXTENDED_TRANSPORTS),
    *_path("prim", "Primary", "prim_localacktout", _zeros("prim_reserved2", 3)),
    *_path("alt", "Alternate", "alt_localacktout", hexa("sap", 1, "SAP Supported"), reserved("alt_reserved2", 2)),
    _MEANING,
    Derived("prim_localgid_ipv4", "Primary Local Port GID as IPv4 Address", ("prim_localgid",), ipv4_of, WORDS),
    Derived("prim_remotegid_ipv4", "Primary Remote Port GID as IPv4 Address", ("prim_remotegid",), ipv4_of, WORDS),
    time_of("remoteresptout", "Remote CM Response Timeout"),
    time_of("localresptout", "Local CM Response Timeout"),
    time_of("prim_localacktout", "Primary Local ACK Timeout"),
    time_of("alt_localacktout", "Alternate Local ACK Timeout"),
    summary="{service} QPN={localqpn} PSN={startpsn} {transpsvctype} MTU={pppmtu}",
    source="IBA 1, 12.6.5",
)

MRA = _message(
    "MRA",
    "CM Message Receipt Acknowledgment",
    *_ids(),
    hexa("msgmraed", 2, "Message MRAed", enum=MRAED),
    reserved("reserved0", 6),
    hexa("servicetimeout", 5, "Service Timeout", doc="4.096 µs × 2^n"),
    reserved("reserved1", 3),
    *_private(222),
    time_of("servicetimeout", "Service Timeout"),
    summary="of {msgmraed}, wait {servicetimeout_ms} ms",
    source="IBA 1, 12.6.6",
)

REJ = _message(
    "REJ",
    "CM Reject",
    *_ids(),
    hexa("msgrej", 2, "Message REJected", enum=REJECTED),
    _zeros("reserved0", 6),
    hexa("rejinfolen", 7, "Reject Info Length", unit="bytes"),
    _zeros("reserved1", 1),
    hexa("reason", 16, "Reason", enum=REASONS),
    binary("ari", 72, "ARI", doc="additional reject information"),
    *_private(148),
    Derived(
        "additional",
        "What the Additional Information Says",
        ("reason", "rejinfolen", "ari"),
        additional,
        WORDS,
        doc="a GID where the reason asks for one, else a number; as many bytes as the length says",
    ),
    summary="of {msgrej}: {reason}",
    source="IBA 1, 12.6.7",
)

REP = _message(
    "REP",
    "CM Reply to Request for Communication",
    *_ids("infiniband.cm.rep"),
    hexa("localqkey", 32, "Local Q_Key"),
    hexa("localqpn", 24, "Local QPN"),
    reserved("reserved0", 8),
    hexa("localeecn", 24, "Local EECN"),
    reserved("reserved1", 8),
    hexa("startpsn", 24, "Starting PSN", doc="of what the sender of the REP receives"),
    reserved("reserved2", 8),
    hexa("respres", 8, "Responder Resources"),
    hexa("initdepth", 8, "Initiator Depth"),
    hexa("tgtackdelay", 5, "Target ACK Delay", doc="4.096 µs × 2^n"),
    hexa("failoveracc", 2, "Failover Accepted", enum=FAILOVERS),
    hexa("e2eflowctrl", 1, "End-To-End Flow Control"),
    hexa("rnrretrcount", 3, "RNR Retry Count", doc="7: infinite"),
    hexa("srq", 1, "SRQ", doc="the queue pair receives from a shared receive queue"),
    _zeros("reserved", 4),
    hexa("localcaguid", 64, "Local CA GUID"),
    *_private(196),
    time_of("tgtackdelay", "Target ACK Delay"),
    summary="QPN={localqpn} PSN={startpsn}",
    source="IBA 1, 12.6.8",
)

RTU = _message("RTU", "CM Ready to Use", *_ids(), *_private(224), source="IBA 1, 12.6.9")

DREQ = _message(
    "DREQ",
    "CM Request for Communication Release",
    *_ids(),
    hexa(
        "remoteqpneecn",
        24,
        "Remote QPN/EECN",
        filter="infiniband.cm.req.remoteqpneecn",
        also=("infiniband.cm.dreq.remoteqpneecn",),
    ),
    reserved("reserved", 8),
    *_private(220),
    summary="QPN={remoteqpneecn}",
    source="IBA 1, 12.6.10",
)

DREP: Header = management_header(
    "DREP",
    "CM Reply to Request for Communication Release",
    "infiniband.cm.drsp",
    *_ids(),
    *_private(224),
    source="IBA 1, 12.6.11",
)

LAP = _message(
    "LAP",
    "CM Load Alternate Path",
    *_ids(),
    reserved("reserved0", 32),
    hexa("remoteqpneecn", 24, "Remote QPN/EECN"),
    hexa("remoteresptout", 5, "Remote CM Response Timeout", doc="4.096 µs × 2^n"),
    reserved("reserved1", 3),
    reserved("reserved2", 32),
    uint("alt_locallid", 16, "Alternate Local Port LID"),
    uint("alt_remotelid", 16, "Alternate Remote Port LID"),
    binary("alt_localgid", 16, "Alternate Local Port GID", IPV6),
    binary("alt_remotegid", 16, "Alternate Remote Port GID", IPV6),
    hexa("alt_flowlabel", 20, "Alternate Flow Label"),
    reserved("reserved3", 4),
    hexa("alt_tfcclass", 8, "Alternate Traffic Class"),
    hexa("alt_hoplim", 8, "Alternate Hop Limit"),
    reserved("reserved4", 2),
    hexa("alt_pktrate", 6, "Alternate Packet Rate", enum=PATH_RATES),
    hexa("alt_sl", 4, "Alternate SL"),
    hexa("alt_subnetlocal", 1, "Alternate Subnet Local", enum=SUBNET_LOCAL),
    reserved("reserved5", 3),
    hexa("alt_localacktout", 5, "Alternate Local ACK Timeout", doc="4.096 µs × 2^n"),
    reserved("reserved6", 3),
    *_private(168),
    time_of("remoteresptout", "Remote CM Response Timeout"),
    time_of("alt_localacktout", "Alternate Local ACK Timeout"),
    summary="QPN={remoteqpneecn} {alt_localgid} → {alt_remotegid}",
    source="IBA 1, 12.8.1",
)

APR = _message(
    "APR",
    "CM Alternate Path Response",
    *_ids(),
    hexa("infolen", 8, "Additional Information Length", unit="bytes"),
    hexa("apstatus", 8, "AP Status", enum=AP_STATUSES),
    reserved("reserved", 16),
    binary("information", 72, "Additional Information"),
    *_private(148),
    summary="{apstatus}",
    source="IBA 1, 12.8.2",
)

_SERVICE, _MEANING = service_id()
SIDR_REQ = _message(
    "SIDR_REQ",
    "CM Service ID Resolution Request",
    hexa("requestid", 32, "Request ID"),
    hexa("pkey", 16, "Partition Key"),
    reserved("reserved", 16),
    _SERVICE,
    _MEANING,
    summary="{service}",
    source="IBA 1, 12.11.1",
)

_SERVICE, _MEANING = service_id()
SIDR_REP = _message(
    "SIDR_REP",
    "CM Service ID Resolution Response",
    hexa("requestid", 32, "Request ID"),
    hexa("status", 8, "Status", enum=SIDR_STATUSES),
    hexa("infolen", 8, "Additional Information Length", unit="bytes"),
    reserved("reserved0", 16),
    hexa("qpn", 24, "QPN"),
    reserved("reserved1", 8),
    _SERVICE,
    hexa("q_key", 32, "Q_Key"),
    binary("information", 72, "Additional Information"),
    *_private(136),
    _MEANING,
    summary="{status} QPN={qpn} Q_Key={q_key}",
    source="IBA 1, 12.11.2",
)

#: messages that open an exchange
OPENING = (REQ, SIDR_REQ)

#: messages by AttributeID
MESSAGES = layouts(0x07, globals())
