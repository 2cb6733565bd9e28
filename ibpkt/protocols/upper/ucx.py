"""UCX: its headers in datagrams and in SENDs of connections; they differ between versions of UCX.

Wireshark does not know them; the names of fields are of ibpkt.

Source: UCX (master of 2026): src/uct/ib/ud/base/ud_def.h, src/uct/ib/rc, src/ucp; by constructed examples only.
"""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.rules import Rule, follow
from ibpkt.protocols.upper.words import little, little_hexa, unused, upper_header
from ibpkt.schema import Field, Header, flag, uint

#: what an active message is
MESSAGES = {
    1: "WIREUP", 2: "EAGER_ONLY", 3: "EAGER_FIRST", 4: "EAGER_MIDDLE", 6: "EAGER_SYNC_ONLY", 7: "EAGER_SYNC_FIRST",
    8: "EAGER_SYNC_ACK", 9: "RNDV_RTS", 10: "RNDV_ATS", 11: "RNDV_RTR", 12: "RNDV_DATA", 14: "OFFLOAD_SYNC_ACK",
    15: "STREAM_DATA", 16: "RNDV_ATP", 17: "PUT", 18: "GET_REQ", 19: "GET_REP", 20: "ATOMIC_REQ", 21: "ATOMIC_REP",
    22: "CMPL", 23: "AM_SINGLE", 24: "AM_FIRST", 25: "AM_MIDDLE", 26: "AM_SINGLE_REPLY", 27: "AM_FIRST_PSN",
    28: "AM_MIDDLE_PSN",
}  # fmt: skip
CONTROLS = {1: "CREQ", 2: "CREP"}
WIREUPS = {
    0: "PRE_REQUEST", 1: "REQUEST", 2: "REPLY", 3: "ACK", 4: "EP_CHECK", 5: "EP_REMOVED", 6: "REPLY_RECONFIG",
    7: "LANES_ADDR_REQUEST", 8: "LANES_ADDR_REPLY",
}  # fmt: skip
#: the end point to which requests of connections go
ANYONE = 0xFFFFFF
#: the bit of the first five that says control, where the message is no active one
CONTROL_BIT = 4


def _header(name: str, title: str, *members: Field, **facts: Any) -> Header:
    return upper_header(
        name, title, "ucx", *members, group="ucx",
        **{"protocol": "UCX", "source": "UCX, ud_def.h and ucp; by constructed examples", **facts},
    )  # fmt: skip


UCXDatagram: Header = _header(
    "UCXDatagram",
    "UCX Datagram",
    little_hexa("endpoint", 24, "Destination End Point", default=ANYONE, filter=".ud.endpoint"),
    uint("kind", 5, "Message", enum=MESSAGES, filter=".am_id", doc="of an active message; else 4: control, 1: NACK"),
    flag("ecn", "ECN", filter=".ud.ecn"),
    flag("ack_request", "ACK Request", filter=".ud.ack_request"),
    flag("am", "Active Message", filter=".ud.am"),
    little("psn", 16, "PSN", filter=".ud.psn", doc="of UCX; what it sends again is a new packet with the same number"),
    little("ack_psn", 16, "ACK PSN", filter=".ud.ack_psn"),
    summary="EP={endpoint} PSN={psn} ACK={ack_psn}",
)

UCXControl: Header = _header(
    "UCXControl",
    "UCX Control",
    uint("control", 8, "Control", enum=CONTROLS, default=1, filter=".ctl.type"),
    unused("reserved", 3, filter=".ctl.reserved"),
    little_hexa("qpn", 24, "QPN", filter=".ctl.qpn", doc="of the sender of a CREQ"),
    little("source", 24, "Source End Point", filter=".ctl.source"),
    unused("reserved2", 2, filter=".ctl.reserved2"),
    little("conn_sn", 32, "Connection Sequence Number", filter=".ctl.conn_sn"),
    uint("path", 8, "Path Index", filter=".ctl.path"),
    unused("reserved3", 3, filter=".ctl.reserved3"),
    summary="{control}",
)

UCXMessage: Header = _header(
    "UCXMessage",
    "UCX Message",
    flag("fc_grant", "Flow Control Grant", filter=".fc.grant"),
    flag("fc_hard", "Flow Control Hard Request", filter=".fc.hard"),
    flag("fc_soft", "Flow Control Soft Request", filter=".fc.soft"),
    uint("am_id", 5, "Message", enum=MESSAGES, filter=".am_id"),
    summary="{am_id}",
)

UCXConnection: Header = _header(
    "UCXConnection",
    "UCX Connection",
    uint("length", 8, "Length", unit="bytes", filter=".cm.length", doc="of what follows"),
    uint("status", 8, "Status", filter=".cm.status"),
)

UCXWireup: Header = _header(
    "UCXWireup",
    "UCX Wireup",
    uint("wireup", 8, "Wireup", enum=WIREUPS, filter=".wireup.type"),
    uint("error_mode", 8, "Error Mode", filter=".wireup.error_mode"),
    little("wireup_sn", 16, "Connection Sequence Number", filter=".wireup.conn_sn"),
    little_hexa("source_id", 64, "Source End Point", filter=".wireup.src_ep_id"),
    little_hexa("destination_id", 64, "Destination End Point", filter=".wireup.dst_ep_id"),
    summary="{wireup}",
)


def _tag() -> Field:
    return little_hexa("tag", 64, "Tag")


def _message_id() -> Field:
    return little_hexa("message_id", 64, "Message ID", filter=".msg_id")


UCXEager: Header = _header("UCXEager", "UCX Eager", _tag(), summary="tag={tag}")
UCXEagerFirst: Header = _header(
    "UCXEagerFirst",
    "UCX Eager, First",
    _tag(),
    little("total", 64, "Total Length", unit="bytes", filter=".total_len"),
    _message_id(),
    summary="tag={tag} {total} bytes",
)
UCXEagerMiddle: Header = _header(
    "UCXEagerMiddle",
    "UCX Eager, Middle",
    _message_id(),
    little("middle_offset", 64, "Offset", unit="bytes", filter=".offset"),
)


def _rendezvous(who: str) -> Field:
    return little_hexa(f"{who}_request", 64, f"{who.title()} Request ID", filter=f".rndv.{who}_req_id")


def _memory() -> tuple[Field, Field]:
    return (
        little_hexa("address", 64, "Address", filter=".rndv.address", doc="0: not shown"),
        little("length", 64, "Size", unit="bytes", filter=".rndv.size"),
    )


UCXReadyToSend: Header = _header(
    "UCXReadyToSend",
    "UCX Rendezvous RTS",
    _tag(),
    little_hexa("sender_ep", 64, "Sender End Point", filter=".rndv.sender_ep_id"),
    _rendezvous("sender"),
    *_memory(),
    uint("rndv_opcode", 8, "Opcode", filter=".rndv.opcode"),
    summary="tag={tag} VA={address} {length} bytes",
)
UCXReadyToReceive: Header = _header(
    "UCXReadyToReceive",
    "UCX Rendezvous RTR",
    _rendezvous("sender"),
    _rendezvous("receiver"),
    *_memory(),
    little("rtr_offset", 64, "Offset", unit="bytes", filter=".rndv.offset"),
    summary="VA={address} {length} bytes",
)

_BY_MESSAGE = {
    1: UCXWireup, 2: UCXEager, 3: UCXEagerFirst, 4: UCXEagerMiddle, 9: UCXReadyToSend, 11: UCXReadyToReceive,
}  # fmt: skip
_PAYLOAD = follow(0, {0: ()})
UCX_RULES: dict[Header, tuple[Rule, ...]] = {
    UCXDatagram: (
        follow(UCXDatagram.leaf("kind"), _BY_MESSAGE, require=(UCXDatagram.leaf("am"), 1)),
        follow((UCXDatagram.leaf("am"), UCXDatagram.leaf("kind")), {(0, CONTROL_BIT): UCXControl}),
        _PAYLOAD,
    ),
    UCXMessage: (follow(UCXMessage.leaf("am_id"), _BY_MESSAGE), _PAYLOAD),
    **dict.fromkeys((UCXControl, UCXConnection, *_BY_MESSAGE.values()), (_PAYLOAD,)),
}
