"""Congestion control: what switches and channel adapters do about congestion, and what they have seen of it.

A key stands at byte 24 of the datagram; the log begins at byte 32, all other attributes at byte 64.
"""

from __future__ import annotations

from ibpkt.protocols.mad.base import attribute, layouts, management_header
from ibpkt.schema import Header, binary, flag, hexa, reserved, rows, uint

_SOURCE = "IBA 1, A10"

CC: Header = management_header(
    "CC", "Congestion Control", "infiniband.cc", hexa("cc_key", 64, "CC_Key"), source=_SOURCE
)

CCLogData: Header = management_header(
    "CCLogData",
    "Congestion Control, Log Data",
    "infiniband.cc",
    binary("congestionlogdata", 32, "CongestionLogData", doc="only the log uses it"),
    source=_SOURCE,
)

CCData: Header = management_header(
    "CCData",
    "Congestion Control, Management Data",
    "infiniband.cc",
    binary("congestionmgtdata", 192, "CongestionMgtData"),
    source=_SOURCE,
)

CongestionInfo: Header = attribute(
    "CongestionInfo",
    hexa("congestioninfo", 16, "CongestionInfo"),
    uint("controltablecap", 8, "ControlTableCap", unit="blocks of 64 entries"),
    source=_SOURCE,
)

CongestionKeyInfo: Header = attribute(
    "CongestionKeyInfo",
    hexa("cc_key", 64, "CC_Key"),
    hexa("cc_keyprotectbit", 1, "CC_KeyProtectBit"),
    reserved("reserved", 15),
    uint("cc_keyleaseperiod", 16, "CC_KeyLeasePeriod", unit="s"),
    uint("cc_keyviolations", 16, "CC_KeyViolations"),
    source=_SOURCE,
)

LOG_TYPES = {1: "Switch", 2: "CA"}

CongestionLog: Header = attribute(
    "CongestionLog",
    hexa("logtype", 8, "LogType", enum=LOG_TYPES),
    hexa("congestionflags", 8, "CongestionFlags"),
    summary="of a {logtype}",
    source=_SOURCE,
)

CongestionLogSwitch: Header = management_header(
    "CongestionLogSwitch",
    "CongestionLog of a Switch",
    "infiniband.congestionlog.switch",
    uint("logeventscounter", 16, "LogEventsCounter"),
    uint("currenttimestamp", 32, "CurrentTimeStamp"),
    binary("portmap", 32, "PortMap", doc="a bit for each port that has marked packets"),
    rows(
        "events",
        15,
        "Events",
        hexa("slid", 16, "SLID"),
        hexa("dlid", 16, "DLID"),
        hexa("sl", 4, "SL"),
        reserved("reserved", 28),
        uint("timestamp", 32, "Timestamp"),
    ),
    source=_SOURCE,
)

CongestionLogCA: Header = management_header(
    "CongestionLogCA",
    "CongestionLog of a Channel Adapter",
    "infiniband.congestionlog.ca",
    uint("thresholdeventcounter", 16, "ThresholdEventCounter"),
    hexa("thresholdcongestioneventmap", 16, "ThresholdCongestionEventMap"),
    reserved("reserved0", 16),
    uint("currenttimestamp", 32, "CurrentTimeStamp"),
    rows(
        "events",
        13,
        "Events",
        hexa("local_qp_cn_entry", 24, "Local_QP_CN_Entry"),
        hexa("sl_cn_entry", 4, "SL_CN_Entry"),
        hexa("service_type_cn_entry", 4, "Service_Type_CN_Entry"),
        hexa("remote_qp_number_cn_entry", 24, "Remote_QP_Number_CN_Entry"),
        reserved("reserved1", 8),
        hexa("local_lid_cn", 16, "Local_LID_CN"),
        hexa("remote_lid_cn_entry", 16, "Remote_LID_CN_Entry"),
        uint("timestamp_cn_entry", 32, "Timestamp_CN_Entry"),
    ),
    source=f"{_SOURCE} (libibmad's order of the fields; opensm has another)",
)

SwitchCongestionSetting: Header = attribute(
    "SwitchCongestionSetting",
    hexa("control_map", 32, "Control_Map"),
    binary("victim_mask", 32, "Victim_Mask", doc="a bit for each port"),
    binary("credit_mask", 32, "Credit_Mask", doc="a bit for each port"),
    uint("threshold", 4, "Threshold"),
    reserved("reserved0", 4),
    uint("packet_size", 8, "Packet_Size", unit="64 bytes"),
    uint("cs_threshold", 4, "CS_Threshold"),
    reserved("reserved1", 12),
    hexa("cs_returndelay", 16, "CS_ReturnDelay"),
    uint("marking_rate", 16, "Marking_Rate", unit="packets", doc="sent, on average, between two that are marked"),
    source=_SOURCE,
)

SwitchPortCongestionSetting: Header = attribute(
    "SwitchPortCongestionSetting",
    rows(
        "ports",
        32,
        "Ports",
        flag("valid", "Valid"),
        flag("control_type", "Control_Type"),
        reserved("reserved", 2),
        uint("threshold", 4, "Threshold"),
        uint("packet_size", 8, "Packet_Size"),
        uint("cong_parm_marking_rate", 16, "Cong_Parm_Marking_Rate"),
    ),
    source=f"{_SOURCE}; 32 ports in a block as in opensm",
)

CACongestionSetting: Header = attribute(
    "CACongestionSetting",
    hexa("port_control", 16, "Port_Control"),
    hexa("control_map", 16, "Control_Map"),
    rows(
        "levels",
        16,
        "Service Levels",
        uint("ccti_timer", 16, "CCTI_Timer", unit="1.024 µs"),
        uint("ccti_increase", 8, "CCTI_Increase"),
        uint("trigger_threshold", 8, "Trigger_Threshold"),
        uint("ccti_min", 8, "CCTI_Min"),
        reserved("reserved", 24),
    ),
    source=_SOURCE,
)

CongestionControlTable: Header = attribute(
    "CongestionControlTable",
    uint("ccti_limit", 16, "CCTI_Limit"),
    reserved("reserved", 16),
    rows("entries", 64, "Entries", uint("cct_shift", 2, "CCT_Shift"), uint("cct_multiplier", 14, "CCT_Multiplier")),
    source=_SOURCE,
)

TimeStamp: Header = attribute("TimeStamp", uint("timestamp", 32, "Timestamp"), source=_SOURCE)

#: AttributeID of the log, which begins where the others have the unused bytes of `CCLogData`
LOG = 0x13
#: the other attributes with a declared layout, by AttributeID
CC_ATTRIBUTES = {number: header for number, header in layouts(0x21, globals()).items() if number != LOG}
