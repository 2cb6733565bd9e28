"""libfabric: messages of its providers RxM (over connections) and RxD (over datagrams), of little-endian machines.

Wireshark does not know them; the names of fields are of ibpkt.

Source: libfabric, include/ofi_proto.h, prov/rxm/src/rxm.h, prov/rxd/src/rxd_proto.h.  RxM by constructed examples only;
the base header of RxD is confirmed by a recording.
"""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.rules import Rule, follow
from ibpkt.protocols.upper.words import little, little_hexa, upper_header
from ibpkt.schema import Field, Header, number_of, uint

RXM_CONTROL, RXM_OPERATION, RXM_CONNECTION, RXD_VERSION = 4, 3, 1, 2
RXM_TYPES = {
    0: "eager", 1: "segment", 2: "rendezvous request", 3: "rendezvous read done", 4: "atomic", 5: "atomic response",
    6: "credit", 7: "rendezvous write data", 8: "rendezvous write done",
}  # fmt: skip
OPERATIONS = {
    0: "msg", 1: "tagged", 2: "read request", 3: "read response", 4: "write", 5: "asynchronous write", 6: "atomic",
    7: "atomic fetch", 8: "atomic compare", 9: "asynchronous read",
}  # fmt: skip
RXD_TYPES = {
    0: "MSG", 1: "TAGGED", 2: "READ_REQ", 4: "WRITE", 6: "ATOMIC", 7: "ATOMIC_FETCH", 8: "ATOMIC_COMPARE", 9: "RTS",
    10: "CTS", 11: "ACK", 12: "DATA", 13: "DATA_READ", 14: "NO_OP",
}  # fmt: skip
RTS, CTS = number_of(RXD_TYPES, "RTS"), number_of(RXD_TYPES, "CTS")


def _header(name: str, title: str, group: str, *members: Field, **facts: Any) -> Header:
    return upper_header(name, title, group, *members, group=group, **facts)


RxMConnection: Header = _header(
    "RxMConnection",
    "RxM Connection",
    "rxm",
    uint("version", 8, "Version", default=RXM_CONNECTION, filter=".cm.version"),
    uint("endianness", 8, "Byte Order", default=1, filter=".cm.endianness"),
    uint("ctrl_version", 8, "Control Version", default=RXM_CONTROL, filter=".cm.ctrl_version"),
    uint("op_version", 8, "Operation Version", default=RXM_OPERATION, filter=".cm.op_version"),
    little("port", 16, "Port", filter=".cm.port"),
    uint("flow_control", 8, "Flow Control", filter=".cm.flow_ctrl"),
    uint("ep_index", 8, "End Point Index", filter=".cm.ep_index"),
    little("eager_limit", 32, "Eager Limit", unit="bytes", filter=".cm.eager_limit"),
    little("rx_size", 32, "Receive Size", filter=".cm.rx_size"),
    little_hexa("conn_id", 64, "Client Connection ID", filter=".cm.client_conn_id"),
    protocol="RxM",
    source="libfabric, rxm.h; by constructed examples",
)

RxM: Header = _header(
    "RxM",
    "RxM Message",
    "rxm",
    uint("version", 8, "Control Version", default=RXM_CONTROL, filter=".ctrl.version"),
    uint("type", 8, "Control Type", enum=RXM_TYPES, filter=".ctrl.type"),
    little("seg_size", 16, "Segment Size", unit="bytes", filter=".ctrl.seg_size"),
    little("seg_no", 32, "Segment Number", filter=".ctrl.seg_no"),
    little_hexa("conn_id", 64, "Connection ID", filter=".ctrl.conn_id"),
    little_hexa("msg_id", 64, "Message ID", filter=".ctrl.msg_id"),
    little_hexa("ctrl_data", 64, "Control Data", filter=".ctrl.data"),
    uint("op_version", 8, "Operation Version", default=RXM_OPERATION, filter=".op.version"),
    uint("rx_index", 8, "Receive Index", filter=".op.rx_index"),
    uint("op", 8, "Operation", enum=OPERATIONS, filter=".op"),
    uint("op_data", 8, "Operation Data", filter=".op.op_data"),
    little_hexa("flags", 32, "Flags", filter=".op.flags"),
    little("length", 64, "Size", unit="bytes", filter=".op.size"),
    little_hexa("cq_data", 64, "Remote Completion Data", filter=".op.data"),
    little_hexa("tag", 64, "Tag", filter=".op.tag", doc="or a number of buffers, or of an atomic operation"),
    protocol="RxM",
    summary="{type} {op} {length} bytes",
    source="libfabric, ofi_proto.h; by constructed examples",
)

RxD: Header = _header(
    "RxD",
    "RxD Message",
    "rxd",
    uint("version", 8, "Version", default=RXD_VERSION),
    uint("type", 8, "Type", enum=RXD_TYPES),
    little_hexa("flags", 16, "Flags"),
    little("peer", 32, "Peer"),
    little("seq_no", 64, "Sequence Number"),
    protocol="RxD",
    summary="{type} Peer={peer} Seq={seq_no}",
    source="libfabric, rxd_proto.h",
)

LIBFABRIC_RULES: dict[Header, tuple[Rule, ...]] = dict.fromkeys((RxMConnection, RxM, RxD), (follow(0, {0: ()}),))
