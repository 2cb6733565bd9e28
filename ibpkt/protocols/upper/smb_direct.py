"""SMB Direct: SMB over RDMA; and the header of SMB2 at the beginning of what it carries.

Source: [MS-SMBD] 2.2, [MS-SMB2] 2.2.1; by constructed examples only.  Fields have the names that Wireshark gives them.
"""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.rules import Capacity, Rule, follow
from ibpkt.protocols.upper.words import little, little_hexa, unused, upper_header
from ibpkt.schema import BYTES, Field, Header, binary, flag, reserved

#: RDMA-CM port on InfiniBand and RoCE
PORT = 445
VERSION = 0x0100
#: least sizes of a negotiation: of a message, and of one in fragments
LEAST_SIZE, LEAST_FRAGMENTED = 128, 131072
COMMANDS = {
    0: "Negotiate", 1: "Session Setup", 2: "Logoff", 3: "Tree Connect", 4: "Tree Disconnect", 5: "Create", 6: "Close",
    7: "Flush", 8: "Read", 9: "Write", 10: "Lock", 11: "Ioctl", 12: "Cancel", 13: "Echo", 14: "Query Directory",
    15: "Change Notify", 16: "Query Info", 17: "Set Info", 18: "Oplock Break",
}  # fmt: skip
#: with what SMB2 begins; encrypted and compressed messages begin otherwise
SMB2_MAGIC = 0xFE534D42
#: where data begin, if there are any
DATA_AT = 24


def _header(name: str, title: str, *members: Field, **facts: Any) -> Header:
    return upper_header(
        name, title, "smb_direct", *members, group="smb_direct",
        **{"protocol": "SMB Direct", "source": "[MS-SMBD] 2.2; by constructed examples", **facts},
    )  # fmt: skip


def _versions() -> tuple[Field, Field]:
    return (
        little_hexa("min_version", 16, "Minimum Version", default=VERSION, filter=".version.min"),
        little_hexa("max_version", 16, "Maximum Version", default=VERSION, filter=".version.max"),
    )


def _requested() -> Field:
    return little("credits_requested", 16, "Credits Requested", filter=".credits.requested")


def _granted() -> Field:
    return little("credits_granted", 16, "Credits Granted", filter=".credits.granted")


def _sizes() -> tuple[Field, Field, Field]:
    return (
        little("preferred_send_size", 32, "Preferred Send Size", unit="bytes"),
        little("max_receive_size", 32, "Maximum Receive Size", unit="bytes"),
        little("max_fragmented_size", 32, "Maximum Fragmented Size", unit="bytes"),
    )


SMBDNegotiateRequest: Header = _header(
    "SMBDNegotiateRequest",
    "SMB Direct Negotiate Request",
    *_versions(),
    unused("reserved", 2),
    _requested(),
    *_sizes(),
    summary="Negotiate Request credits={credits_requested}",
)

SMBDNegotiateResponse: Header = _header(
    "SMBDNegotiateResponse",
    "SMB Direct Negotiate Response",
    *_versions(),
    little_hexa("negotiated_version", 16, "Negotiated Version", default=VERSION, filter=".version.negotiated"),
    unused("reserved", 2),
    _requested(),
    _granted(),
    little_hexa("status", 32, "Status", doc="an NTSTATUS; 0: success"),
    little("max_read_write_size", 32, "Maximum Read and Write Size", unit="bytes"),
    *_sizes(),
    summary="Negotiate Response status={status}",
)


def _transfer() -> tuple[Field, ...]:
    return (
        _requested(),
        _granted(),
        reserved("flags_reserved", 7),
        flag("response_requested", "Response Requested", filter=".flags.response_requested"),
        reserved("flags_reserved2", 8),
        unused("reserved", 2),
        little("remaining_length", 32, "Remaining Length", unit="bytes", doc="0: the last fragment"),
        little("data_offset", 32, "Data Offset", unit="bytes"),
        little("data_length", 32, "Data Length", unit="bytes"),
    )


_DATA = "credits={credits_requested}/{credits_granted} data={data_length} remaining={remaining_length}"
#: without data
SMBDCredits: Header = _header("SMBDCredits", "SMB Direct Data Transfer, Empty", *_transfer(), summary=_DATA)
SMBDData: Header = _header(
    "SMBDData", "SMB Direct Data Transfer", *_transfer(), unused("padding", 4), summary=_DATA
)  # fmt: skip

#: descriptors are in READs and WRITEs of SMB2, whose bodies are bytes here
SMBDBuffer: Header = _header(
    "SMBDBuffer",
    "SMB Direct Buffer Descriptor",
    little_hexa("buffer_offset", 64, "Offset", filter=".buffer.offset"),
    little_hexa("token", 32, "Token", filter=".buffer.token", doc="an R_Key"),
    little("length", 32, "Length", unit="bytes", filter=".buffer.length"),
    summary="VA={buffer_offset} R_Key={token} {length} bytes",
)

SMB2: Header = upper_header(
    "SMB2",
    "SMB2 Header",
    "smb2",
    binary("magic", 4, "Protocol ID", BYTES, filter=".protocol_id"),
    little("structure_size", 16, "Structure Size", unit="bytes", default=64, filter=".structure_size"),
    little("credit_charge", 16, "Credit Charge", filter=".credit.charge"),
    little_hexa("status", 32, "Status or Channel Sequence", filter=".nt_status"),
    little("cmd", 16, "Command", enum=COMMANDS),
    little("credits", 16, "Credits", filter=".credits.requested", doc="requested, or granted"),
    little_hexa("flags", 32, "Flags", doc="1: a response, 2: asynchronous, 4: related, 8: signed"),
    little("next", 32, "Next Command", unit="bytes", filter=".chain_offset"),
    little_hexa("msg_id", 64, "Message ID", doc="joins request and response"),
    little_hexa("reserved_or_async", 32, "Reserved, or Asynchronous ID", filter=".async_low"),
    little_hexa("tid", 32, "Tree ID"),
    little_hexa("sesid", 64, "Session ID"),
    binary("signature", 16, "Signature", BYTES),
    group="smb2",
    protocol="SMB2",
    summary="{cmd} MessageID={msg_id}",
    source="[MS-SMB2] 2.2.1; by constructed examples",
)

_PAYLOAD = follow(0, {0: ()})
SMB_RULES: dict[Header, tuple[Rule, ...]] = {
    SMBDData: (follow(32, {SMB2_MAGIC: SMB2}, room=Capacity(SMBDData)), _PAYLOAD),
    **dict.fromkeys((SMBDNegotiateRequest, SMBDNegotiateResponse, SMBDCredits, SMBDBuffer, SMB2), (_PAYLOAD,)),
}
