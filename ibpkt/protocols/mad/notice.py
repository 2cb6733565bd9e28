"""Notices, which report traps: the common part, the data of each trap, and InformInfo, which asks for them.

A notice has the same layout in all classes; after its 54 bytes of details a SMP ends; other classes name the issuer.
"""

from __future__ import annotations

import functools

from ibpkt.protocols.mad.base import ClassPortInfo, attribute, management_header, operation
from ibpkt.schema import IPV6, WORDS, Derived, Field, Header, Part, binary, hexa, number_of, reserved, rows, uint

TYPES = {0: "Fatal", 1: "Urgent", 2: "Security", 3: "Subnet Management", 4: "Informational", 0x7F: "Empty"}
PRODUCERS = {1: "CA", 2: "Switch", 3: "Router", 4: "Class Manager"}
TRAPS = {
    64: "GID In Service",
    65: "GID Out of Service",
    66: "Multicast Group Created",
    67: "Multicast Group Deleted",
    68: "Path Became Unavailable",
    69: "Path Became Available Again",
    128: "Link State Changed",
    129: "Local Link Integrity Threshold Reached",
    130: "Excessive Buffer Overrun Threshold Reached",
    131: "Flow Control Update Watchdog Timer Expired",
    144: "Local Changes",
    145: "SystemImageGUID Changed",
    256: "Bad M_Key",
    257: "Bad P_Key",
    258: "Bad Q_Key",
    259: "Bad P_Key at Switch Port",
}
#: numbers that mean something else in a class
CLASS_TRAPS = {(0x05, 259): "Bad B_Key", (0x21, 0): "Bad CC_Key"}
#: all of 16 bits in InformInfo: whatever it is
ANY = {0xFFFF: "All"}


#: the types of generic traps, and who reports them where that is one kind of node
_TRAP_TYPES = {
    **dict.fromkeys((64, 65, 66, 67, 68, 69, 144, 145), "Informational"),
    **dict.fromkeys((128, 129, 130, 131), "Urgent"),
    **dict.fromkeys((256, 257, 258, 259), "Security"),
}
_TRAP_PRODUCERS = {**dict.fromkeys((64, 65, 66, 67, 68, 69), "Class Manager"), 128: "Switch", 259: "Switch"}


def trap_origin(mgmtclass: int, number: int) -> tuple[int, int]:
    """The type and the producer of a generic trap; a channel adapter where any node may report it.

    Source: IBA 1, 14.2.5.1 and 15.2.5.1.
    """
    if (mgmtclass, number) in CLASS_TRAPS:
        return number_of(TYPES, "Security"), number_of(PRODUCERS, "CA")
    kind, producer = _TRAP_TYPES.get(number, "Informational"), _TRAP_PRODUCERS.get(number, "CA")
    return number_of(TYPES, kind), number_of(PRODUCERS, producer)


def event(mgmtclass: int, isgeneric: int, number: int) -> str:
    """What a notice tells, in words."""
    if not isgeneric:
        return f"Vendor Trap (Device {number})"
    return CLASS_TRAPS.get((mgmtclass, number)) or TRAPS.get(number) or f"Trap {number}"


Notice: Header = attribute(
    "Notice",
    hexa("isgeneric", 1, "IsGeneric"),
    hexa("type", 7, "Type", enum=TYPES),
    hexa(
        "producertypevendorid",
        24,
        "ProducerType/VendorID",
        parts=(
            Part("producertype", "ProducerType", 0, 24, enum=PRODUCERS, when=("isgeneric", 1)),
            Part("vendorid", "VendorID", 0, 24, when=("isgeneric", 0)),
        ),
    ),
    hexa(
        "trapnumberdeviceid",
        16,
        "TrapNumber/DeviceID",
        parts=(
            Part("trapnumber", "TrapNumber", 0, 16, when=("isgeneric", 1)),
            Part("deviceid", "DeviceID", 0, 16, when=("isgeneric", 0)),
        ),
    ),
    hexa("issuerlid", 16, "IssuerLID"),
    hexa("noticetoggle", 1, "NoticeToggle"),
    hexa("noticecount", 15, "NoticeCount"),
    Derived("event", "Event", ("mad.mgmtclass", "isgeneric", "trapnumberdeviceid"), event, WORDS),
    summary="{event}",
    source="IBA 1, 13.4.8.2",
)

NoticeData: Header = management_header(
    "NoticeData",
    "Notice Data Details",
    "infiniband.notice",
    binary("datadetails", 54, "DataDetails"),
    source="IBA 1, 13.4.8.2",
)

NoticeIssuer: Header = management_header(
    "NoticeIssuer",
    "Issuer of the Notice",
    "infiniband.notice",
    binary("issuergid", 16, "IssuerGID", IPV6),
    source="IBA 1, 13.4.8.2",
)


def _padding(bits: int) -> Field:
    """What the data of a trap leaves of the details: of each size another field, since they share the name of traps."""
    return reserved("padding", bits, filter=f".padding{bits // 8}")


def _trap(name: str, title: str, *members: Field | Derived, summary: str, source: str = "IBA 1, 14.2.5.1") -> Header:
    return management_header(name, title, "infiniband.trap", *members, summary=summary, source=source)


def _attempt(mgmtclass: int) -> Derived:
    """What was refused for its key, by the method and the attribute that the trap gives."""
    attempt = functools.partial(operation, mgmtclass)
    return Derived("attempt", "Attempt", ("method", "attributeid"), attempt, WORDS)


TrapGID: Header = _trap(
    "TrapGID",
    "Traps 64 to 67: GIDs and Multicast Groups That Come and Go",
    reserved("reserved", 48),
    binary("gidaddr", 16, "GIDADDR", IPV6),
    _padding(256),
    summary="{gidaddr}",
    source="IBA 1, 15.2.5.1",
)

TrapUnPath: Header = _trap(
    "TrapUnPath",
    "Trap 68: Path Became Unavailable",
    hexa("comp_mask", 64, "COMP_MASK"),
    reserved("reserved", 16),
    hexa("pathrec", 16, "PATHREC", doc="the compressed path record begins here; its layout is not public"),
    _padding(336),
    summary="components {comp_mask}",
    source="IBA 1, 15.2.5.1",
)

TrapRePath: Header = _trap(
    "TrapRePath",
    "Trap 69: Path Became Available Again",
    hexa("comp_mask", 64, "COMP_MASK"),
    reserved("reserved0", 16),
    hexa("wait_for_repath", 1, "WAIT_FOR_REPATH"),
    reserved("reserved1", 15),
    _padding(336),
    summary="components {comp_mask}",
    source="IBA 1, 15.2.5.1",
)

TrapLinkState: Header = _trap(
    "TrapLinkState",
    "Trap 128: Link State Changed",
    hexa("lidaddr", 16, "LIDADDR"),
    _padding(416),
    summary="at switch LID={lidaddr}",
)

TrapLinkErrors: Header = _trap(
    "TrapLinkErrors",
    "Traps 129 to 131: Errors of a Link",
    reserved("reserved", 16),
    hexa("lidaddr", 16, "LIDADDR"),
    hexa("portno", 8, "PORTNO"),
    _padding(392),
    summary="at LID={lidaddr} port {portno}",
)

_CHANGES = ("CapabilityMask2", "HierarchyInfo", "SMPriority", "LinkSpeedEnabled", "LinkWidthEnabled", "NodeDescription")


def changes(other: int, *flags: int) -> str:
    """What has changed at a port, in words: without further flags the capability mask has."""
    named = [name for name, flag in zip(_CHANGES, flags, strict=True) if flag] if other else []
    return ", ".join(named) or "CapabilityMask"


TrapLocalChanges: Header = _trap(
    "TrapLocalChanges",
    "Trap 144: Local Changes",
    reserved("reserved0", 16),
    hexa("lidaddr", 16, "LIDADDR"),
    reserved("reserved1", 8),
    reserved("reserved2", 7),
    hexa("otherlocalchanges", 1, "OtherLocalChanges"),
    hexa("capabilitymask", 32, "CAPABILITYMASK"),
    reserved("reserved3", 10),
    hexa("capabilitymask2change", 1, "CapabilityMask2Change"),
    hexa("hierarchyinfochange", 1, "HierarchyInfoChange"),
    hexa("smprioritychange", 1, "SMPriorityChange"),
    hexa(
        "linkspeedenabledchange",
        1,
        "LinkSpeedEnabledChange",
        also=("infiniband.trap.linkspeecenabledchange",),  # Wireshark's name for it
    ),
    hexa("linkwidthenabledchange", 1, "LinkWidthEnabledChange"),
    hexa("nodedescriptionchange", 1, "NodeDescriptionChange"),
    hexa("capabilitymask2", 16, "CAPABILITYMASK2"),
    _padding(320),
    Derived(
        "changes", "Changes", ("otherlocalchanges", *(f"{name.lower()}change" for name in _CHANGES)), changes, WORDS
    ),
    summary="at LID={lidaddr}: {changes}",
)

TrapSystemImage: Header = _trap(
    "TrapSystemImage",
    "Trap 145: SystemImageGUID Changed",
    reserved("reserved0", 16),
    hexa("lidaddr", 16, "LIDADDR"),
    reserved("reserved1", 16),
    hexa("systemimageguid", 64, "SYSTEMIMAGEGUID"),
    _padding(320),
    summary="at LID={lidaddr} to {systemimageguid}",
)

TrapM_Key: Header = _trap(
    "TrapM_Key",
    "Trap 256: Bad M_Key",
    reserved("reserved0", 16),
    hexa("lidaddr", 16, "LIDADDR"),
    hexa("drslid", 16, "DRSLID"),
    hexa("method", 8, "METHOD"),
    reserved("reserved1", 8),
    hexa("attributeid", 16, "ATTRIBUTEID"),
    hexa("attributemodifier", 32, "ATTRIBUTEMODIFIER"),
    hexa("m_key", 64, "MKEY", filter=".mkey"),
    reserved("reserved2", 8),
    hexa("drnotice", 1, "DRNotice"),
    hexa("drpathtruncated", 1, "DRPathTruncated"),
    hexa("drhopcount", 6, "DRHopCount"),
    rows("drpath", 30, "DRNoticeReturnPath", uint("drnoticereturnpath", 8, "DRNoticeReturnPath", doc="ports")),
    _attempt(0x01),
    summary="{m_key} in {attempt} from LID={lidaddr}",
)

TrapKey: Header = _trap(
    "TrapKey",
    "Traps 257 and 258: Bad P_Key or Q_Key",
    reserved("reserved0", 16),
    hexa("lidaddr1", 16, "LIDADDR1"),
    hexa("lidaddr2", 16, "LIDADDR2"),
    hexa("key", 32, "KEY"),
    hexa("sl", 4, "SL"),
    reserved("reserved1", 4),
    hexa("qp1", 24, "QP1"),
    reserved("reserved2", 8),
    hexa("qp2", 24, "QP2"),
    binary("gidaddr1", 16, "GIDADDR1", IPV6),
    binary("gidaddr2", 16, "GIDADDR2", IPV6),
    _padding(32),
    summary="{key} from LID={lidaddr1} QP={qp1} to LID={lidaddr2} QP={qp2}",
)

TrapSwitchP_Key: Header = _trap(
    "TrapSwitchP_Key",
    "Trap 259: Bad P_Key at Switch Port",
    hexa("datavalid", 16, "DataValid"),
    hexa("lidaddr1", 16, "LIDADDR1"),
    hexa("lidaddr2", 16, "LIDADDR2"),
    hexa("p_key", 16, "PKEY", filter=".pkey"),
    hexa("sl", 4, "SL"),
    reserved("reserved0", 4),
    hexa("qp1", 24, "QP1"),
    reserved("reserved1", 8),
    hexa("qp2", 24, "QP2"),
    binary("gidaddr1", 16, "GIDADDR1", IPV6),
    binary("gidaddr2", 16, "GIDADDR2", IPV6),
    hexa("swlidaddr", 16, "SWLIDADDR"),
    hexa("portno", 8, "PORTNO"),
    _padding(24),
    summary="LID={swlidaddr} port {portno}: {p_key} from LID={lidaddr1} QP={qp1} to LID={lidaddr2} QP={qp2}",
)

TrapB_Key: Header = _trap(
    "TrapB_Key",
    "Trap 259 of Baseboard Management: Bad B_Key",
    hexa("lidaddr", 16, "LIDADDR"),
    hexa("method", 8, "METHOD"),
    reserved("reserved", 8),
    hexa("attributeid", 16, "ATTRIBUTEID"),
    hexa("attributemodifier", 32, "ATTRIBUTEMODIFIER"),
    hexa("qp", 32, "QP", doc="the low 24 bits"),
    hexa("b_key", 64, "BKEY", filter=".bkey"),
    binary("gid", 16, "GID", IPV6),
    _padding(128),
    _attempt(0x05),
    summary="{b_key} in {attempt} from LID={lidaddr} QP={qp}",
    source="IBA 1, 16.2",
)

TrapCC_Key: Header = _trap(
    "TrapCC_Key",
    "Trap 0 of Congestion Control: Bad CC_Key",
    hexa("slid", 16, "SLID"),
    hexa("method", 8, "METHOD"),
    reserved("reserved0", 8),
    hexa("attributeid", 16, "ATTRIBUTEID"),
    reserved("reserved1", 16),
    hexa("attributemodifier", 32, "ATTRIBUTEMODIFIER"),
    reserved("reserved2", 8),
    hexa("qp", 24, "QP"),
    hexa("cc_key", 64, "CC_KEY"),
    binary("sourcegid", 16, "SourceGID", IPV6),
    _padding(112),
    _attempt(0x21),
    summary="{cc_key} in {attempt} from LID={slid} QP={qp}",
    source="IBA 1, A10",
)

#: the data of generic traps by number
TRAP_DATA = {
    **dict.fromkeys((64, 65, 66, 67), TrapGID),
    68: TrapUnPath,
    69: TrapRePath,
    128: TrapLinkState,
    **dict.fromkeys((129, 130, 131), TrapLinkErrors),
    144: TrapLocalChanges,
    145: TrapSystemImage,
    256: TrapM_Key,
    **dict.fromkeys((257, 258), TrapKey),
    259: TrapSwitchP_Key,
}
#: those of a class's own numbers
CLASS_TRAP_DATA = {(0x05, 259): TrapB_Key, (0x21, 0): TrapCC_Key}

InformInfo: Header = attribute(
    "InformInfo",
    binary("gid", 16, "GID", IPV6),
    hexa("lidrangebegin", 16, "LIDRangeBegin", doc="0xffff: all"),
    hexa("lidrangeend", 16, "LIDRangeEnd"),
    reserved("reserved0", 16),
    hexa("isgeneric", 8, "IsGeneric"),
    hexa("subscribe", 8, "Subscribe", enum={0: "Unsubscribe", 1: "Subscribe"}),
    hexa("type", 16, "Type", enum={**TYPES, **ANY}),
    hexa(
        "trapnumberdeviceid",
        16,
        "TrapNumber/DeviceID",
        doc="0xffff: all",
        parts=(
            Part("trapnumber", "TrapNumber", 0, 16, filter=".trapnumber", enum={**TRAPS, **ANY}, when=("isgeneric", 1)),
        ),
    ),
    hexa("qpn", 24, "QPN"),
    reserved("reserved1", 3),
    hexa("resptimevalue", 5, "RespTimeValue", doc="4.096 µs × 2^n"),
    reserved("reserved2", 8),
    hexa(
        "producertypevendorid",
        24,
        "ProducerType/VendorID",
        parts=(
            Part("producertype", "ProducerType", 0, 24, filter=".producertype", enum=PRODUCERS, when=("isgeneric", 1)),
        ),
    ),
    summary="{subscribe} trap {trapnumberdeviceid}",
    source="IBA 1, 13.4.8.3",
)

#: the attributes that every class may have
COMMON = {0x01: ClassPortInfo, 0x02: Notice, 0x03: InformInfo}
