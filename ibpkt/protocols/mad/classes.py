"""Management classes: their versions and methods, and the attributes of each with the methods that it allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

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
#: the method of the answer to a method; a Send has none.  Source: IBA 1, 13.4.5 and 15.2.2
RESPONSES = {
    "Get": "GetResp",
    "Set": "GetResp",
    "Trap": "TrapRepress",
    "Report": "ReportResp",
    "GetTable": "GetTableResp",
    "GetTraceTable": "GetTableResp",
    "GetMulti": "GetMultiResp",
    "Delete": "DeleteResp",
}


class ManagementClass(NamedTuple):
    """A management class.

    Attributes:
        name: as MgmtClass is printed.
        prefix: what the names of its operations begin with, ``Subn`` in SubnGet(NodeInfo); "" where it has no names.
        version: its ClassVersion.
        methods: its requests, and messages that have no answer; the first is what a builder assumes.
        common: the attributes that it shares with other classes.
    """

    name: str
    prefix: str = ""
    version: int = 1
    methods: tuple[str, ...] = ("Get", "Set", "Send", "Trap", "TrapRepress", "Report")
    common: tuple[str, ...] = ("ClassPortInfo", "Notice", "InformInfo")


_SUBN_METHODS = ("Get", "Set", "Trap", "TrapRepress")
_NOTICES = ("Notice",)
#: by MgmtClass.  Source: IBA 1, 13.4.4, and the chapters of the classes
MANAGEMENT_CLASSES = {
    0x01: ManagementClass("SubnMgt (LID routed)", "Subn", methods=_SUBN_METHODS, common=_NOTICES),
    0x03: ManagementClass(
        "SubnAdm",
        "SubnAdm",
        version=2,
        methods=("Get", "Set", "GetTable", "GetTraceTable", "GetMulti", "Delete", "Report"),
    ),
    0x04: ManagementClass("PerfMgt", "Perf", methods=("Get", "Set")),
    0x05: ManagementClass("BM", "BM", methods=("Get", "Set", "Send", "Trap", "TrapRepress")),
    0x06: ManagementClass("DevMgt", "Dev", methods=_SUBN_METHODS),
    0x07: ManagementClass("ComMgt", "Com", version=2, methods=("Send", "Get", "Set"), common=("ClassPortInfo",)),
    0x08: ManagementClass("SNMP", methods=("Send", "Get")),
    0x0A: ManagementClass("Vendor (Mellanox)"),
    0x0B: ManagementClass("Vendor (Mellanox AM)"),
    0x10: ManagementClass("DevAdm"),
    0x12: ManagementClass("BIS"),
    0x21: ManagementClass("CongMgt", "CC", version=2, methods=_SUBN_METHODS),
    0x32: ManagementClass("Vendor (OpenIB ping)"),
    0x33: ManagementClass("Vendor (OpenIB sysstat)"),
    0x81: ManagementClass("SubnMgt (directed route)", "Subn", methods=_SUBN_METHODS, common=_NOTICES),
}
#: a class of which nothing is known
UNKNOWN_CLASS = ManagementClass("")
CLASSES = {number: row.name for number, row in MANAGEMENT_CLASSES.items()}

#: the attributes that classes share, with their methods.  Source: IBA 1, 13.4.8
_COMMON = {0x01: "ClassPortInfo Get Set", 0x02: "Notice Trap Report TrapRepress Get Set", 0x03: "InformInfo Set"}
#: the attributes of subnet management.  Source: IBA 1, 14.2.5
_SUBN = {
    0x10: "NodeDescription Get Set",
    0x11: "NodeInfo Get",
    0x12: "SwitchInfo Get Set",
    0x14: "GUIDInfo Get Set",
    0x15: "PortInfo Get Set",
    0x16: "P_KeyTable Get Set",
    0x17: "SLtoVLMappingTable Get Set",
    0x18: "VLArbitrationTable Get Set",
    0x19: "LinearForwardingTable Get Set",
    0x1A: "RandomForwardingTable Get Set",
    0x1B: "MulticastForwardingTable Get Set",
    0x1C: "LinkSpeedWidthPairsTable Get Set",
    0x1D: "VendorSpecificMADsTable Get",
    0x20: "SMInfo Get Set",
    0x30: "VendorDiag Get",
    0x31: "LedInfo Get Set",
    0x33: "PortInfoExtended Get Set",
    0xFF60: "CableInfo Get Set",
    0xFF90: "MlnxExtendedPortInfo Get Set",
}
#: by class: the name of each attribute, and the methods that ask for it; without any, all of the class
_ROWS: dict[int, dict[int, str]] = {
    0x01: _SUBN,
    0x81: _SUBN,
    # IBA 1, 15.2.5; Set and Delete of a GUIDInfoRecord since release 1.3
    0x03: {
        0x11: "NodeRecord Get GetTable",
        0x12: "PortInfoRecord Get GetTable",
        0x13: "SLtoVLMappingTableRecord Get GetTable",
        0x14: "SwitchInfoRecord Get GetTable",
        0x15: "LinearForwardingTableRecord Get GetTable",
        0x16: "RandomForwardingTableRecord Get GetTable",
        0x17: "MulticastForwardingTableRecord Get GetTable",
        0x18: "SMInfoRecord Get GetTable",
        0x19: "LinkSpeedWidthPairsTableRecord Get GetTable",
        0x20: "LinkRecord Get GetTable",
        0x30: "GUIDInfoRecord Get GetTable Set Delete",
        0x31: "ServiceRecord Get GetTable Set Delete",
        0x33: "P_KeyTableRecord Get GetTable",
        0x35: "PathRecord Get GetTable",
        0x36: "VLArbitrationTableRecord Get GetTable",
        0x38: "MCMemberRecord Get GetTable Set Delete",
        0x39: "TraceRecord GetTraceTable",
        0x3A: "MultiPathRecord GetMulti",
        0x3B: "ServiceAssociationRecord Get GetTable",
        0xF3: "InformInfoRecord Get GetTable",
    },
    # IBA 1, 16.1.3 and 16.1.4
    0x04: {
        0x10: "PortSamplesControl",
        0x11: "PortSamplesResult Get",
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
        0x1E: "PortSamplesResultExtended Get",
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
    # IBA 1, 16.2: commands to the baseboard are sent
    0x05: {
        0x10: "BKeyInfo Get Set",
        0x20: "WriteVPD Send",
        0x21: "ReadVPD Send",
        0x22: "ResetIBML Send",
        0x23: "SetModulePMControl Send",
        0x24: "GetModulePMControl Send",
        0x25: "SetUnitPMControl Send",
        0x26: "GetUnitPMControl Send",
        0x27: "SetIOCPMControl Send",
        0x28: "GetIOCPMControl Send",
        0x29: "SetModuleState Send",
        0x2A: "SetModuleAttention Send",
        0x2B: "GetModuleStatus Send",
        0x2C: "IB2IBML Send",
        0x2D: "IB2CME Send",
        0x2E: "IB2MME Send",
        0x2F: "OEM Send",
    },
    # IBA 1, 16.3.3
    0x06: {
        0x10: "IOUnitInfo Get",
        0x11: "IOControllerProfile Get",
        0x12: "ServiceEntries Get",
        0x20: "DiagnosticTimeout Get",
        0x21: "PrepareToTest Get Set",
        0x22: "TestDeviceOnce Set",
        0x23: "TestDeviceLoop Set",
        0x24: "DiagCode Get",
    },
    # IBA 1, 12.6 to 12.11
    0x07: {
        0x10: "REQ Send",
        0x11: "MRA Send",
        0x12: "REJ Send",
        0x13: "REP Send",
        0x14: "RTU Send",
        0x15: "DREQ Send",
        0x16: "DREP Send",
        0x17: "SIDR_REQ Send",
        0x18: "SIDR_REP Send",
        0x19: "LAP Send",
        0x1A: "APR Send",
    },
    # IBA 1, A10
    0x21: {
        0x11: "CongestionInfo Get",
        0x12: "CongestionKeyInfo Get Set",
        0x13: "CongestionLog Get",
        0x14: "SwitchCongestionSetting Get Set",
        0x15: "SwitchPortCongestionSetting Get Set",
        0x16: "CACongestionSetting Get Set",
        0x17: "CongestionControlTable Get Set",
        0x18: "TimeStamp Get",
    },
}


def _names(rows: Mapping[int, str]) -> dict[int, str]:
    return {number: row.split()[0] for number, row in rows.items()}


#: the names of attributes, by management class
ATTRIBUTES = {number: _names(rows) for number, rows in _ROWS.items()}
COMMON_ATTRIBUTES = _names(_COMMON)


def class_of(mgmtclass: int) -> ManagementClass:
    """What is known of a management class; `UNKNOWN_CLASS` where that is nothing."""
    return MANAGEMENT_CLASSES.get(mgmtclass, UNKNOWN_CLASS)


def attributes_of(mgmtclass: int) -> dict[int, str]:
    """The attributes of a class that have names, those that it shares with others first."""
    shared = {number: name for number, name in COMMON_ATTRIBUTES.items() if name in class_of(mgmtclass).common}
    return {**shared, **ATTRIBUTES.get(mgmtclass, {})}


def methods_of(mgmtclass: int, attributeid: int) -> tuple[str, ...]:
    """The methods by which a class asks for an attribute or sends it; the usual one first.

    Those of the class for an attribute that it does not name.
    """
    every = class_of(mgmtclass).methods
    row = _ROWS.get(mgmtclass, {}).get(attributeid)
    if row is None and attributes_of(mgmtclass).get(attributeid):
        row = _COMMON[attributeid]
    declared = row.split()[1:] if row else []
    return tuple(method for method in declared if method in every) or every
