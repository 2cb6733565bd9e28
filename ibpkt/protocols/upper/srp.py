"""SRP: the information units that initiator and target send each other, and the private data of connections.

Wireshark does not know them; the names of fields are of ibpkt.

Source: SCSI RDMA Protocol (SRP), T10/1415-D revision 16a, 6; the forms over the RDMA connection manager as Linux has
them.
"""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.upper.iscsi import lun
from ibpkt.protocols.upper.scsi_names import STATUSES
from ibpkt.protocols.upper.srp_names import (
    FORMATS,
    REJECT_REASONS,
    REQUEST_FLAGS,
    RESPONSE_FLAGS,
    RESPONSES,
    TASK_ATTRIBUTES,
    TASK_FUNCTIONS,
    TYPES,
)
from ibpkt.protocols.upper.words import unused, upper_header
from ibpkt.schema import Derived, Field, Header, binary, flag, hexa, number_of, reserved, uint

_SRP = "SRP r16a"


def _type(kind: str) -> Field:
    return hexa("type", 8, "Type", enum=TYPES, default=number_of(TYPES, kind))


def _tag() -> Field:
    return hexa("tag", 64, "Tag", doc="joins command and response")


def _unit(name: str, kind: str, *members: Field | Derived, source: str, **facts: Any) -> Header:
    """An information unit.

    Args:
        name: as of a header.
        kind: its name among the types.
        *members: all fields.
        source: where its layout comes from.
        **facts: as of a header.
    """
    return upper_header(
        name, kind, "ib_srp", *members, group="ib_srp", source=f"{_SRP}, {source}",
        **{"protocol": "SRP", "summary": "{type} Tag={tag}", **facts},
    )  # fmt: skip


def _solicited() -> Field:
    return hexa("sol_not", 8, "Solicited Notification", filter=".sol_not")


def _limit() -> Field:
    return hexa("req_lim_delta", 32, "Request Limit Delta", doc="requests that the initiator may send besides; signed")


def _ports() -> tuple[Field, Field]:
    return (
        binary("initiator_port", 16, "Initiator Port Identifier"),
        binary("target_port", 16, "Target Port Identifier", doc="identifier extension and GUID of the I/O controller"),
    )


def _formats() -> Field:
    return hexa("formats", 16, "Buffer Formats", doc="0x2: direct, 0x4: indirect")


SRPLogin: Header = _unit(
    "SRPLogin",
    "SRP_LOGIN_REQ",
    _type("SRP_LOGIN_REQ"),
    unused("rsvd", 7),
    _tag(),
    uint("req_it_iu_len", 32, "Requested Initiator to Target IU Length", unit="bytes"),
    unused("rsvd2", 4),
    _formats(),
    hexa("flags", 8, "Request Flags", enum=REQUEST_FLAGS),
    reserved("rsvd3", 8),
    uint("imm_data_offset", 16, "Immediate Data Offset", unit="bytes"),
    unused("rsvd4", 2),
    *_ports(),
    source="6.2; private data of a REQ to the target's own service",
)

SRPLoginIP: Header = _unit(
    "SRPLoginIP",
    "SRP_LOGIN_REQ over the RDMA IP CM Service",
    _tag(),
    _formats(),
    hexa("flags", 8, "Request Flags", enum=REQUEST_FLAGS),
    _type("SRP_LOGIN_REQ"),
    uint("req_it_iu_len", 32, "Requested Initiator to Target IU Length", unit="bytes"),
    *_ports(),
    uint("imm_data_offset", 16, "Immediate Data Offset", unit="bytes"),
    unused("rsvd", 6),
    source="6.2 in 56 bytes, as Linux has it",
)

SRPLoginResponse: Header = _unit(
    "SRPLoginResponse",
    "SRP_LOGIN_RSP",
    _type("SRP_LOGIN_RSP"),
    unused("rsvd", 3),
    _limit(),
    _tag(),
    uint("max_it_iu_len", 32, "Maximum Initiator to Target IU Length", unit="bytes"),
    uint("max_ti_iu_len", 32, "Maximum Target to Initiator IU Length", unit="bytes"),
    _formats(),
    hexa("flags", 8, "Response Flags", enum=RESPONSE_FLAGS),
    unused("rsvd2", 25),
    source="6.3",
)

SRPLoginReject: Header = _unit(
    "SRPLoginReject",
    "SRP_LOGIN_REJ",
    _type("SRP_LOGIN_REJ"),
    unused("rsvd", 3),
    hexa("reason", 32, "Reason", enum=REJECT_REASONS),
    _tag(),
    unused("rsvd2", 8),
    _formats(),
    unused("rsvd3", 6),
    summary="{type} {reason}",
    source="6.4",
)

SRPInitiatorLogout: Header = _unit(
    "SRPInitiatorLogout", "SRP_I_LOGOUT", _type("SRP_I_LOGOUT"), unused("rsvd", 7), _tag(), source="6.5"
)

SRPTargetLogout: Header = _unit(
    "SRPTargetLogout",
    "SRP_T_LOGOUT",
    _type("SRP_T_LOGOUT"),
    _solicited(),
    unused("rsvd", 2),
    hexa("reason", 32, "Reason"),
    _tag(),
    source="6.6",
)

SRPTaskManagement: Header = _unit(
    "SRPTaskManagement",
    "SRP_TSK_MGMT",
    _type("SRP_TSK_MGMT"),
    _solicited(),
    unused("rsvd", 6),
    _tag(),
    unused("rsvd2", 4),
    *lun(),
    unused("rsvd3", 2),
    hexa("function", 8, "Task Management Function", enum=TASK_FUNCTIONS),
    reserved("rsvd4", 8),
    hexa("task_tag", 64, "Tag of Task to be Managed"),
    unused("rsvd5", 8),
    summary="{function} Tag={tag}",
    source="6.7",
)

#: the command descriptor block follows, then further bytes of it, and descriptors of data buffers
SRPCommand: Header = _unit(
    "SRPCommand",
    "SRP_CMD",
    _type("SRP_CMD"),
    _solicited(),
    unused("rsvd", 3),
    hexa("out_format", 4, "Data-Out Buffer Descriptor Format", enum=FORMATS),
    hexa("in_format", 4, "Data-In Buffer Descriptor Format", enum=FORMATS),
    uint("out_count", 8, "Data-Out Descriptor Count", doc="of an indirect one: those in this unit"),
    uint("in_count", 8, "Data-In Descriptor Count", doc="likewise"),
    _tag(),
    unused("rsvd2", 4),
    *lun(),
    reserved("rsvd3", 8),
    reserved("rsvd4", 5),
    uint("task_attr", 3, "Task Attribute", enum=TASK_ATTRIBUTES),
    reserved("rsvd5", 8),
    uint("add_cdb_words", 6, "Additional CDB Length", unit="words"),
    reserved("rsvd6", 2),
    summary="LUN={lun} Tag={tag}",
    source="6.8",
)

SRPResponse: Header = _unit(
    "SRPResponse",
    "SRP_RSP",
    _type("SRP_RSP"),
    _solicited(),
    unused("rsvd", 2),
    _limit(),
    _tag(),
    unused("rsvd2", 2),
    reserved("rsvd3", 2),
    flag("diunder", "Data-In Residual Underflow"),
    flag("diover", "Data-In Residual Overflow"),
    flag("dounder", "Data-Out Residual Underflow"),
    flag("doover", "Data-Out Residual Overflow"),
    flag("snsvalid", "Sense Data Valid"),
    flag("rspvalid", "Response Data Valid"),
    hexa("status", 8, "Status", enum=STATUSES),
    uint("out_residual", 32, "Data-Out Residual Count", unit="bytes"),
    uint("in_residual", 32, "Data-In Residual Count", unit="bytes"),
    uint("sense_length", 32, "Sense Data Length", unit="bytes"),
    uint("response_length", 32, "Response Data Length", unit="bytes"),
    summary="{status} Tag={tag}",
    source="6.9; response data and sense data follow",
)

#: response data: how a task management function ended
SRPResponseData: Header = _unit(
    "SRPResponseData",
    "SRP Response Data",
    unused("rsvd", 3),
    hexa("response_code", 8, "Response Code", enum=RESPONSES),
    summary="{response_code}",
    source="6.9",
)


def _credits(name: str, kind: str, source: str) -> Header:
    return _unit(name, kind, _type(kind), _solicited(), unused("rsvd", 2), _limit(), _tag(), source=source)


def _reply(name: str, kind: str, source: str) -> Header:
    return _unit(name, kind, _type(kind), unused("rsvd", 7), _tag(), source=source)


SRPCreditRequest: Header = _credits("SRPCreditRequest", "SRP_CRED_REQ", "6.10")
SRPCreditResponse: Header = _reply("SRPCreditResponse", "SRP_CRED_RSP", "6.11")
SRPEventResponse: Header = _reply("SRPEventResponse", "SRP_AER_RSP", "6.13")

SRPEventRequest: Header = _unit(
    "SRPEventRequest",
    "SRP_AER_REQ",
    _type("SRP_AER_REQ"),
    _solicited(),
    unused("rsvd", 2),
    _limit(),
    _tag(),
    unused("rsvd2", 4),
    *lun(),
    uint("sense_length", 32, "Sense Data Length", unit="bytes"),
    unused("rsvd3", 4),
    source="6.12; sense data follow",
)

SRPDirect: Header = _unit(
    "SRPDirect",
    "SRP Direct Data Buffer Descriptor",
    hexa("address", 64, "Virtual Address"),
    hexa("key", 32, "Memory Handle", doc="an R_Key"),
    uint("length", 32, "Length", unit="bytes"),
    summary="",
    source="4.6.2",
)

SRPIndirect: Header = _unit(
    "SRPIndirect",
    "SRP Indirect Data Buffer Descriptor",
    hexa("table_address", 64, "Table Virtual Address"),
    hexa("table_key", 32, "Table Memory Handle", doc="an R_Key"),
    uint("table_length", 32, "Table Length", unit="bytes", doc="16 a descriptor"),
    uint("total_length", 32, "Total Length", unit="bytes"),
    summary="",
    source="4.6.3",
)

SRPImmediate: Header = _unit(
    "SRPImmediate",
    "SRP Immediate Data Buffer Descriptor",
    uint("length", 32, "Length", unit="bytes"),
    summary="",
    source="SRP-2",
)

#: information units that SENDs carry, by their first byte
UNIT_BY_TYPE: dict[int, Header] = {
    unit.leaf("type").default: unit  # type: ignore[attr-defined]  # it is a field
    for unit in (
        SRPTaskManagement, SRPCommand, SRPInitiatorLogout, SRPCreditResponse, SRPEventResponse, SRPTargetLogout,
        SRPCreditRequest, SRPEventRequest, SRPResponse,
    )
}  # fmt: skip
