"""Subnet management: SMPs (LID routed and directed route) and their attributes."""

from __future__ import annotations

from ibpkt.protocols.rates import LINK_WIDTHS, data_rate, link_rate, link_speed
from ibpkt.schema import HEX, WORDS, Derived, Header, binary, hexa, mask, reserved, rows, text, uint

SMP = Header(
    "SMP",
    "Subnet Management Packet (LID Routed)",
    "infiniband.smplid",
    hexa("m_key", 64, "M_Key", filter="infiniband.smplid.mkey"),
    reserved("reserved", 256),
    source="IBA 1, 14.2.1.1; sheet 05-mad-fields",
)

SMPRest = Header(
    "SMPRest",
    "LID Routed SMP, Second Half",
    "infiniband.smplid.rest",
    reserved("reserved", 1024),
    source="IBA 1, 14.2.1.1; sheet 05-mad-fields",
)

SMPDirected = Header(
    "SMPDirected",
    "Subnet Management Packet (Directed Route)",
    "infiniband.smpdirected",
    hexa("m_key", 64, "M_Key", filter="infiniband.smplid.mkey"),
    hexa("drslid", 16, "DrSLID"),
    hexa("drdlid", 16, "DrDLID"),
    reserved("reserved", 224),
    Derived("d", "D (Direction Bit)", ("mad.status",), lambda status: status >> 15),
    Derived("status", "Status", ("mad.status",), lambda status: status & 0x7FFF, HEX, filter=".smpstatus", digits=4),
    Derived("hoppointer", "Hop Pointer", ("mad.classspecific",), lambda word: word >> 8, HEX, digits=2),
    Derived("hopcount", "Hop Count", ("mad.classspecific",), lambda word: word & 0xFF, HEX, digits=2),
    source="IBA 1, 14.2.1.2; sheet 05-mad-fields",
)

SMPData = Header(
    "SMPData",
    "SMP Data",
    "infiniband.smplid",
    binary("smpdata", 64, "SMP Data"),
    source="IBA 1, 14.2.1",
)

DirectedPaths = Header(
    "DirectedPaths",
    "Directed Route Paths",
    "infiniband.smpdirected",
    rows(
        "initial", 64, "Initial Path", uint("initialpath", 8, "Initial Path", doc="outgoing ports; the first is unused")
    ),
    rows("return", 64, "Return Path", uint("returnpath", 8, "Return Path", doc="ports of arrival, for the way back")),
    source="IBA 1, 14.2.2; sheet 05-mad",
)

PORT_STATES = {0: "No State Change", 1: "Down", 2: "Initialize", 3: "Armed", 4: "Active"}
PHYSICAL_STATES = {
    0: "No State Change",
    1: "Sleep",
    2: "Polling",
    3: "Disabled",
    4: "PortConfigurationTraining",
    5: "LinkUp",
    6: "LinkErrorRecovery",
    7: "Phy Test",
}
MTUS = {1: "256", 2: "512", 3: "1024", 4: "2048", 5: "4096"}
VL_CAPS = {1: "VL0", 2: "VL0-1", 3: "VL0-3", 4: "VL0-7", 5: "VL0-14"}

PortInfo = Header(
    "PortInfo",
    "PortInfo",
    "infiniband.portinfo",
    hexa("m_key", 64, "M_Key"),
    hexa("gidprefix", 64, "GidPrefix", filter=".guid"),
    hexa("lid", 16, "LID"),
    hexa("mastersmlid", 16, "MasterSMLID"),
    mask(
        "capabilitymask",
        32,
        "CapabilityMask",
        {
            1: "IsSM",
            2: "NoticeSupported",
            3: "TrapSupported",
            4: "OptionalIPDSupported",
            5: "AutomaticMigrationSupported",
            6: "SLMappingSupported",
            7: "MKeyNVRAM",
            8: "PKeyNVRAM",
            9: "LEDInfoSupported",
            10: "SMdisabled",
            11: "SystemImageGUIDSupported",
            12: "PKeySwitchExternalPortTrapSupported",
            13: "CableInfoSupported",
            14: "ExtendedSpeedsSupported",
            15: "CapabilityMask2Supported",
            16: "CommunicationManagementSupported",
            17: "SNMPTunnelingSupported",
            18: "ReinitSupported",
            19: "DeviceManagementSupported",
            20: "VendorClassSupported",
            21: "DRNoticeSupported",
            22: "CapabilityMaskNoticeSupported",
            23: "BootManagementSupported",
            24: "LinkRoundTripLatencySupported",
            25: "ClientRegistrationSupported",
            26: "OtherLocalChangesNoticeSupported",
            27: "LinkSpeedWidthPairsTableSupported",
            28: "VendorSpecificMadsTableSupported",
            29: "McastPKeyTrapSuppressionSupported",
            30: "MulticastFDBTopSupported",
            31: "HierarchyInfoSupported",
        },
    ),
    hexa("diagcode", 16, "DiagCode"),
    hexa("m_keyleaseperiod", 16, "M_KeyLeasePeriod", unit="s"),
    hexa("localportnum", 8, "LocalPortNum"),
    hexa("linkwidthenabled", 8, "LinkWidthEnabled"),
    hexa("linkwidthsupported", 8, "LinkWidthSupported"),
    hexa("linkwidthactive", 8, "LinkWidthActive", enum=LINK_WIDTHS),
    hexa("linkspeedsupported", 4, "LinkSpeedSupported"),
    hexa("portstate", 4, "PortState", enum=PORT_STATES),
    hexa("portphysicalstate", 4, "PortPhysicalState", enum=PHYSICAL_STATES),
    hexa("linkdowndefaultstate", 4, "LinkDownDefaultState", enum={0: "No State Change", 1: "Sleep", 2: "Polling"}),
    hexa("m_keyprotectbits", 2, "M_KeyProtectBits"),
    reserved("reserved0", 3),
    hexa("lmc", 3, "LMC"),
    hexa("linkspeedactive", 4, "LinkSpeedActive"),
    hexa("linkspeedenabled", 4, "LinkSpeedEnabled"),
    hexa("neighbormtu", 4, "NeighborMTU", enum=MTUS),
    hexa("mastersmsl", 4, "MasterSMSL"),
    hexa("vlcap", 4, "VLCap", enum=VL_CAPS),
    hexa("inittype", 4, "InitType"),
    hexa("vlhighlimit", 8, "VLHighLimit"),
    hexa("vlarbitrationhighcap", 8, "VLArbitrationHighCap"),
    hexa("vlarbitrationlowcap", 8, "VLArbitrationLowCap"),
    hexa("inittypereply", 4, "InitTypeReply"),
    hexa("mtucap", 4, "MTUCap", enum=MTUS),
    hexa("vlstallcount", 3, "VLStallCount"),
    hexa("hoqlife", 5, "HOQLife"),
    hexa("operationalvls", 4, "OperationalVLs", enum={0: "No State Change", **VL_CAPS}),
    hexa("partitionenforcementinbound", 1, "PartitionEnforcementInbound"),
    hexa("partitionenforcementoutbound", 1, "PartitionEnforcementOutbound"),
    hexa("filterrawinbound", 1, "FilterRawInbound"),
    hexa("filterrawoutbound", 1, "FilterRawOutbound"),
    hexa("m_keyviolations", 16, "M_KeyViolations"),
    hexa("p_keyviolations", 16, "P_KeyViolations"),
    hexa("q_keyviolations", 16, "Q_KeyViolations"),
    hexa("guidcap", 8, "GUIDCap"),
    hexa("clientreregister", 1, "ClientReregister"),
    hexa("multicastpkeytrapsuppressionenabled", 2, "MulticastPKeyTrapSuppressionEnabled"),
    hexa("subnettimeout", 5, "SubnetTimeOut", doc="4.096 µs × 2^n"),
    reserved("reserved1", 3),
    hexa("resptimevalue", 5, "RespTimeValue", doc="4.096 µs × 2^n"),
    hexa("localphyerrors", 4, "LocalPhyErrors"),
    hexa("overrunerrors", 4, "OverrunErrors"),
    hexa("maxcredithint", 16, "MaxCreditHint"),
    reserved("reserved2", 1),
    hexa("linkspeedextactive2", 2, "LinkSpeedExtActive2"),
    hexa("linkspeedextsupported2", 2, "LinkSpeedExtSupported2"),
    hexa("linkspeedextenabled2", 3, "LinkSpeedExtEnabled2"),
    hexa("linkroundtriplatency", 24, "LinkRoundTripLatency"),
    mask(
        "capabilitymask2",
        16,
        "CapabilityMask2",
        {
            0: "SetNodeDescriptionSupported",
            1: "PortInfoExtendedSupported",
            2: "VirtualizationSupported",
            3: "SwitchPortStateTableSupported",
            4: "LinkWidth2xSupported",
            5: "LinkSpeedHDRSupported",
            6: "MKeyProtectBitsExtSupported",
            7: "EnhancedTrap128Supported",
            8: "PartitionTopSupported",
            9: "EnhancedQoSArbiterSupported",
            10: "LinkSpeedNDRSupported",
        },
    ),
    hexa("linkspeedextactive", 4, "LinkSpeedExtActive"),
    hexa("linkspeedextsupported", 4, "LinkSpeedExtSupported"),
    reserved("reserved3", 3),
    hexa("linkspeedextenabled", 5, "LinkSpeedExtEnabled"),
    Derived("speed", "Lane Speed", ("linkspeedactive", "linkspeedextactive", "linkspeedextactive2"), link_speed, WORDS),
    Derived(
        "linkrate",
        "Link Rate",
        ("linkwidthactive", "linkspeedactive", "linkspeedextactive", "linkspeedextactive2"),
        link_rate,
        unit="Gbit/s",
        doc="signalling rate of the active width and speed",
    ),
    Derived(
        "datarate",
        "Data Rate",
        ("linkwidthactive", "linkspeedactive", "linkspeedextactive", "linkspeedextactive2"),
        data_rate,
        unit="Gbit/s",
        doc="what the line coding leaves of the link rate",
    ),
    summary="LID={lid} {portstate}",
    source="IBA 1, 14.2.5.6; sheet 05-mad-fields",
)

NodeDescription = Header(
    "NodeDescription",
    "NodeDescription",
    "infiniband.nodedescription",
    text("nodestring", 64, "NodeString"),
    summary='"{nodestring}"',
    source="IBA 1, 14.2.5.2; sheet 05-mad-fields",
)

LinearForwardingTable = Header(
    "LinearForwardingTable",
    "LinearForwardingTable",
    "infiniband.linearforwardingtable",
    rows("ports", 64, "Ports", hexa("port", 8, "Port", doc="of the LID 64 × AttributeModifier + row; 0xff: no path")),
    source="IBA 1, 14.2.5.10; sheet 05-mad-fields",
)

#: attributes with a declared layout, by AttributeID
ATTRIBUTES = {0x10: NodeDescription, 0x15: PortInfo, 0x19: LinearForwardingTable}
