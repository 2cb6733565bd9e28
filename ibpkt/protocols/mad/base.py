"""What management datagrams have in common: their header, RMPP, which follows it in some classes, and ClassPortInfo."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from ibpkt.schema import HEX, IPV6, WORDS, Derived, Field, Header, Part, binary, hexa, reserved

#: the declaration of a part of a management datagram
management_header = functools.partial(Header, role="management")


def attribute(name: str, *members: Field | Derived, source: str, summary: str = "") -> Header:
    """The declaration of an attribute that is called by its name alone, as Wireshark calls it."""
    return management_header(name, name, f"infiniband.{name.lower()}", *members, source=source, summary=summary)


CLASSES = {
    0x01: "SubnMgt (LID routed)",
    0x03: "SubnAdm",
    0x04: "PerfMgt",
    0x05: "BM",
    0x06: "DevMgt",
    0x07: "ComMgt",
    0x08: "SNMP",
    0x0A: "Vendor (Mellanox)",
    0x0B: "Vendor (Mellanox AM)",
    0x10: "DevAdm",
    0x12: "BIS",
    0x21: "CongMgt",
    0x32: "Vendor (OpenIB ping)",
    0x33: "Vendor (OpenIB sysstat)",
    0x81: "SubnMgt (directed route)",
}

METHODS = {
    0x01: "Get",
    0x02: "Set",
    0x03: "Send",
    0x05: "Trap",
    0x06: "Report",
    0x07: "TrapRepress",
    0x12: "GetTable",
    0x13: "GetTraceTable",
    0x14: "GetMulti",
    0x15: "Delete",
    0x81: "GetResp",
    0x86: "ReportResp",
    0x92: "GetTableResp",
    0x93: "GetTraceTableResp",
    0x94: "GetMultiResp",
    0x95: "DeleteResp",
}

_PREFIXES = {
    0x01: "Subn",
    0x81: "Subn",
    0x03: "SubnAdm",
    0x04: "Perf",
    0x05: "BM",
    0x06: "Dev",
    0x07: "Com",
    0x21: "CC",
}

#: bits 4 to 2 of a status
INVALID = {
    0: "No Invalid Fields",
    1: "Bad Base or Class Version",
    2: "Method Not Supported",
    3: "Method and Attribute Not Supported",
    7: "Invalid Attribute or Modifier Value",
}
#: the upper byte of a status, by class
CLASS_STATUS = {
    0x03: {
        1: "No Resources",
        2: "Invalid Request",
        3: "No Records",
        4: "Too Many Records",
        5: "Invalid GID",
        6: "Insufficient Components",
        7: "Denied",
        8: "Priority Suggested",
    }
}

_COMMON_ATTRIBUTES = {0x01: "ClassPortInfo", 0x02: "Notice", 0x03: "InformInfo"}
_SUBN_ATTRIBUTES = {
    0x10: "NodeDescription",
    0x11: "NodeInfo",
    0x12: "SwitchInfo",
    0x14: "GUIDInfo",
    0x15: "PortInfo",
    0x16: "P_KeyTable",
    0x17: "SLtoVLMappingTable",
    0x18: "VLArbitrationTable",
    0x19: "LinearForwardingTable",
    0x1A: "RandomForwardingTable",
    0x1B: "MulticastForwardingTable",
    0x1C: "LinkSpeedWidthPairsTable",
    0x1D: "VendorSpecificMADsTable",
    0x20: "SMInfo",
    0x30: "VendorDiag",
    0x31: "LedInfo",
    0x33: "PortInfoExtended",
    0xFF60: "CableInfo",
    0xFF90: "MlnxExtendedPortInfo",
}
#: the names of attributes, by management class
ATTRIBUTES: dict[int, dict[int, str]] = {
    0x01: _SUBN_ATTRIBUTES,
    0x81: _SUBN_ATTRIBUTES,
    0x03: {
        0x11: "NodeRecord",
        0x12: "PortInfoRecord",
        0x13: "SLtoVLMappingTableRecord",
        0x14: "SwitchInfoRecord",
        0x15: "LinearForwardingTableRecord",
        0x16: "RandomForwardingTableRecord",
        0x17: "MulticastForwardingTableRecord",
        0x18: "SMInfoRecord",
        0x19: "LinkSpeedWidthPairsTableRecord",
        0x20: "LinkRecord",
        0x30: "GUIDInfoRecord",
        0x31: "ServiceRecord",
        0x33: "P_KeyTableRecord",
        0x35: "PathRecord",
        0x36: "VLArbitrationTableRecord",
        0x38: "MCMemberRecord",
        0x39: "TraceRecord",
        0x3A: "MultiPathRecord",
        0x3B: "ServiceAssociationRecord",
        0xF3: "InformInfoRecord",
    },
    0x04: {
        0x10: "PortSamplesControl",
        0x11: "PortSamplesResult",
        0x12: "PortCounters",
        0x15: "PortRcvErrorDetails",
        0x16: "PortXmitDiscardDetails",
        0x17: "PortOpRcvCounters",
        0x18: "PortFlowCtlCounters",
        0x19: "PortVLOpPackets",
        0x1A: "PortVLOpData",
        0x1B: "PortVLXmitFlowCtlUpdateErrors",
        0x1C: "PortVLXmitWaitCounters",
        0x1D: "PortCountersExtended",
        0x1E: "PortSamplesResultExtended",
        0x1F: "PortExtendedSpeedsCounters",
        0x30: "SwPortVLCongestion",
        0x31: "PortRcvConCtrl",
        0x32: "PortSLRcvFECN",
        0x33: "PortSLRcvBECN",
        0x34: "PortXmitConCtrl",
        0x35: "PortVLXmitTimeCong",
        0x36: "PortXmitDataSL",
        0x37: "PortRcvDataSL",
    },
    0x05: {
        0x10: "BKeyInfo",
        0x20: "WriteVPD",
        0x21: "ReadVPD",
        0x22: "ResetIBML",
        0x23: "SetModulePMControl",
        0x24: "GetModulePMControl",
        0x25: "SetUnitPMControl",
        0x26: "GetUnitPMControl",
        0x27: "SetIOCPMControl",
        0x28: "GetIOCPMControl",
        0x29: "SetModuleState",
        0x2A: "SetModuleAttention",
        0x2B: "GetModuleStatus",
        0x2C: "IB2IBML",
        0x2D: "IB2CME",
        0x2E: "IB2MME",
        0x2F: "OEM",
    },
    0x06: {
        0x10: "IOUnitInfo",
        0x11: "IOControllerProfile",
        0x12: "ServiceEntries",
        0x20: "DiagnosticTimeout",
        0x21: "PrepareToTest",
        0x22: "TestDeviceOnce",
        0x23: "TestDeviceLoop",
        0x24: "DiagCode",
    },
    0x07: {
        0x10: "REQ",
        0x11: "MRA",
        0x12: "REJ",
        0x13: "REP",
        0x14: "RTU",
        0x15: "DREQ",
        0x16: "DREP",
        0x17: "SIDR_REQ",
        0x18: "SIDR_REP",
        0x19: "LAP",
        0x1A: "APR",
    },
    0x21: {
        0x11: "CongestionInfo",
        0x12: "CongestionKeyInfo",
        0x13: "CongestionLog",
        0x14: "SwitchCongestionSetting",
        0x15: "SwitchPortCongestionSetting",
        0x16: "CACongestionSetting",
        0x17: "CongestionControlTable",
        0x18: "TimeStamp",
    },
}


def layouts(mgmtclass: int, *modules: Mapping[str, Any]) -> dict[int, Header]:
    """The attributes of a class that have a declared layout, by AttributeID.

    Args:
        mgmtclass: the class, whose `ATTRIBUTES` are numbered.
        *modules: the names of the modules that declare them; a header stands there under its own name.
    """
    declared = {name: value for module in modules for name, value in module.items() if isinstance(value, Header)}
    return {number: declared[name] for number, name in ATTRIBUTES[mgmtclass].items() if name in declared}


def attribute_name(mgmtclass: int, attributeid: int) -> str:
    """The name of an attribute in its class, its number where the class does not name it."""
    named = ATTRIBUTES.get(mgmtclass, {}).get(attributeid) or _COMMON_ATTRIBUTES.get(attributeid)
    return named or f"Attribute 0x{attributeid:04x}"


def operation(mgmtclass: int, method: int, attributeid: int) -> str:
    """What a MAD does, as the specification writes it: ``SubnGet(NodeInfo)``."""
    prefix = _PREFIXES.get(mgmtclass, f"Class 0x{mgmtclass:02x} ")
    return f"{prefix}{METHODS.get(method, f'Method 0x{method:02x}')}({attribute_name(mgmtclass, attributeid)})"


def outcome(mgmtclass: int, method: int, status: int) -> str | None:
    """What the status of a response says; None for a request, whose status says nothing."""
    if not method & 0x80:
        return None
    if mgmtclass == 0x81:
        status &= 0x7FFF  # bit 15 is the direction
    says = [name for bit, name in ((1, "Busy"), (2, "Redirection Required")) if status & bit]
    invalid, specific = status >> 2 & 7, status >> 8
    if invalid:
        says.append(INVALID.get(invalid, f"Invalid Field {invalid}"))
    if specific:
        says.append(CLASS_STATUS.get(mgmtclass, {}).get(specific, f"Class-Specific Status {specific}"))
    if status & 0xE0:
        says.append(f"Reserved Bits 0x{status & 0xE0:02x}")
    return ", ".join(says) or "OK"


#: bytes of a management datagram, without its BTH and DETH
MAD_SIZE = 256

MAD: Header = management_header(
    "MAD",
    "MAD Common Header",
    "infiniband.mad",
    hexa("baseversion", 8, "Base Version", default=1, constrained=True),
    hexa("mgmtclass", 8, "Management Class", enum=CLASSES),
    hexa("classversion", 8, "Class Version", default=1, constrained=True),
    hexa(
        "method",
        8,
        "Method",
        enum=METHODS,
        constrained=True,
        parts=(Part("response", "Response", 0, 1, filter=".method.response"),),
    ),
    hexa(
        "status",
        16,
        "Status",
        parts=(
            Part("invalid", "Invalid Field", 11, 3, filter=".status.invalid", enum=INVALID),
            Part("redirect", "Redirection Required", 14, 1, filter=".status.redirect"),
            Part("busy", "Busy", 15, 1, filter=".status.busy"),
        ),
    ),
    hexa("classspecific", 16, "Class Specific"),
    hexa("transactionid", 64, "Transaction ID"),
    hexa("attributeid", 16, "Attribute ID", constrained=True),
    reserved("reserved", 16),
    hexa("attributemodifier", 32, "Attribute Modifier"),
    Derived("operation", "Operation", ("mgmtclass", "method", "attributeid"), operation, WORDS),
    Derived(
        "outcome", "Outcome", ("mgmtclass", "method", "status"), outcome, WORDS, doc="what a response's status says"
    ),
    summary="{operation}",
    source="IBA 1, 13.4.3",
)

RMPP_TYPES = {0: "None", 1: "DATA", 2: "ACK", 3: "STOP", 4: "ABORT"}
RMPP_STATUS = {
    0: "OK",
    1: "Resources Exhausted",
    118: "Total Time Too Long",
    119: "Inconsistent Last and PayloadLength",
    120: "Inconsistent First and SegmentNumber",
    121: "Bad RMPPType",
    122: "NewWindowLast Too Small",
    123: "SegmentNumber Too Big",
    124: "Illegal Status",
    125: "Unsupported Version",
    126: "Too Many Retries",
    127: "Unspecified",
}

RMPP: Header = management_header(
    "RMPP",
    "Reliable Multi-Packet Transaction Protocol",
    "infiniband.rmpp",
    hexa("rmppversion", 8, "RMPP Version", constrained=True),
    hexa("rmpptype", 8, "RMPP Type", enum=RMPP_TYPES, constrained=True),
    hexa("rresptime", 5, "R Resp Time"),
    hexa(
        "rmppflags",
        3,
        "RMPP Flags",
        constrained=True,
        parts=(
            Part("last", "Last", 0, 1, filter=".rmppflags.last"),
            Part("first", "First", 1, 1, filter=".rmppflags.first"),
            Part("active", "Active", 2, 1, filter=".rmppflags.active"),
        ),
    ),
    hexa("rmppstatus", 8, "RMPP Status", enum=RMPP_STATUS),
    hexa(
        "data1",
        32,
        "RMPP Data 1",
        parts=(
            Part("segmentnumber", "Segment Number", 0, 32, HEX, filter=".segmentnumber", when=("rmpptype", 1)),
            Part("acknowledged", "Acknowledged Segment", 0, 32, HEX, filter=".segmentnumber", when=("rmpptype", 2)),
        ),
    ),
    hexa(
        "data2",
        32,
        "RMPP Data 2",
        parts=(
            Part("payloadlength", "Payload Length", 0, 32, HEX, filter=".payloadlength", when=("rmpptype", 1)),
            Part("newwindowlast", "New Window Last", 0, 32, HEX, filter=".newwindowlast", when=("rmpptype", 2)),
        ),
    ),
    source="IBA 1, 13.6.2",
)

ClassPortInfo: Header = attribute(
    "ClassPortInfo",
    hexa("baseversion", 8, "BaseVersion"),
    hexa("classversion", 8, "ClassVersion"),
    hexa("capabilitymask", 16, "CapabilityMask"),
    hexa("capabilitymask2", 27, "CapabilityMask2"),
    hexa("resptimevalue", 5, "RespTimeValue", doc="4.096 µs × 2^n"),
    binary("redirectgid", 16, "RedirectGID", IPV6),
    hexa("redirecttc", 8, "RedirectTC"),
    hexa("redirectsl", 4, "RedirectSL"),
    hexa("redirectfl", 20, "RedirectFL"),
    hexa("redirectlid", 16, "RedirectLID"),
    hexa("redirectp_key", 16, "RedirectP_Key", filter=".redirectpkey"),
    reserved("reserved", 8),
    hexa("redirectqp", 24, "RedirectQP"),
    hexa("redirectq_key", 32, "RedirectQ_Key", filter=".redirectqkey"),
    binary("trapgid", 16, "TrapGID", IPV6),
    hexa("traptc", 8, "TrapTC"),
    hexa("trapsl", 4, "TrapSL"),
    hexa("trapfl", 20, "TrapFL"),
    hexa("traplid", 16, "TrapLID"),
    hexa("trapp_key", 16, "TrapP_Key", filter=".trappkey"),
    hexa("traphl", 8, "TrapHL"),
    hexa("trapqp", 24, "TrapQP"),
    hexa("trapq_key", 32, "TrapQ_Key", filter=".trapqkey"),
    source="IBA 1, 13.4.8.1",
)
