"""Performance management: counters and samples of ports.

The attributes begin at byte 64 of the datagram, after `PerfMgt`.  Counters of data count words of four bytes.  Those
of PortCounters stay at their highest value when they reach it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ibpkt.protocols.mad.base import attribute, layouts, management_header
from ibpkt.schema import Field, Header, binary, hexa, mask, reserved, rows, uint

_SOURCE = "IBA 1, 16.1.3 and 16.1.4"
_WORDS = "words of 4 bytes"
#: the line has room for what a port has sent and received
_TRAFFIC = (
    "port {portselect}: {portxmitdata} words sent in {portxmitpkts} packets, {portrcvdata} received in {portrcvpkts}"
)
_STATUSES = {0: "Done", 1: "Delay", 2: "Active"}

PerfMgt: Header = management_header(
    "PerfMgt", "Performance Management", "infiniband.perf", reserved("reserved", 320), source="IBA 1, 16.1.1"
)

PerfData: Header = management_header(
    "PerfData",
    "Performance Management Data",
    "infiniband.perf",
    binary("performancedata", 192, "PerformanceData"),
    source="IBA 1, 16.1.1",
)


def _select(bits: Mapping[int, str] | None = None) -> tuple[Field, ...]:
    """What most attributes begin with: the port, and which of its counters a Set sets."""
    label = "CounterSelect"
    chosen = mask("counterselect", 16, label, bits) if bits else hexa("counterselect", 16, label)
    return reserved("reserved", 8), hexa("portselect", 8, "PortSelect", doc="0xff: all ports"), chosen


def _counters(name: str, *fields: Field) -> Header:
    return attribute(name, *_select(), *fields, source=_SOURCE)


def _lanes(name: str, counter: str, width: int, *, count: int = 16, unit: str = "", by: str = "VL") -> Header:
    """An attribute with one counter for each virtual lane or service level."""
    field = uint(counter.lower(), width, counter, unit=unit, doc=f"by {by}")
    return _counters(name, rows("lanes", count, counter, field))


def _status() -> Field:
    return hexa("samplestatus", 2, "SampleStatus", enum=_STATUSES)


PortSamplesControl: Header = attribute(
    "PortSamplesControl",
    hexa("opcode", 8, "OpCode"),
    hexa("portselect", 8, "PortSelect"),
    hexa("tick", 8, "Tick"),
    reserved("reserved0", 5),
    hexa("counterwidth", 3, "CounterWidth"),
    reserved("reserved1", 2),
    hexa("countermask0", 3, "CounterMask0"),
    rows("masks1to9", 9, "CounterMasks1to9", hexa("countermasks1to9", 3, "CounterMasks1to9")),
    reserved("reserved2", 1),
    rows("masks10to14", 5, "CounterMasks10to14", hexa("countermasks10to14", 3, "CounterMasks10to14")),
    hexa("samplemechanisms", 8, "SampleMechanisms"),
    reserved("reserved3", 6),
    _status(),
    hexa("optionmask", 64, "OptionMask"),
    hexa("vendormask", 64, "VendorMask"),
    uint("samplestart", 32, "SampleStart", unit="ticks"),
    uint("sampleinterval", 32, "SampleInterval", unit="ticks"),
    hexa("tag", 16, "Tag"),
    rows("selects", 15, "CounterSelect0 to 14", hexa("counterselect", 16, "CounterSelect", doc="what is sampled")),
    reserved("reserved4", 32),
    hexa("samplesonlyoptionmask", 64, "SamplesOnlyOptionMask"),
    reserved("reserved5", 896),
    source=_SOURCE,
)

PortSamplesResult: Header = attribute(
    "PortSamplesResult",
    hexa("tag", 16, "Tag"),
    reserved("reserved", 14),
    _status(),
    rows("counters", 15, "Counter0 to 14", uint("counter", 32, "Counter")),
    source=_SOURCE,
)

PortSamplesResultExtended: Header = attribute(
    "PortSamplesResultExtended",
    hexa("tag", 16, "Tag"),
    reserved("reserved0", 14),
    _status(),
    hexa("extendedwidth", 2, "ExtendedWidth", enum={1: "48 bits", 2: "64 bits"}),
    reserved("reserved1", 30),
    rows("counters", 15, "Counter0 to 14", uint("counter", 64, "Counter")),
    source=_SOURCE,
)

#: the counters of a port in the order of their bits in CounterSelect
COUNTERS = {
    0: "SymbolErrorCounter",
    1: "LinkErrorRecoveryCounter",
    2: "LinkDownedCounter",
    3: "PortRcvErrors",
    4: "PortRcvRemotePhysicalErrors",
    5: "PortRcvSwitchRelayErrors",
    6: "PortXmitDiscards",
    7: "PortXmitConstraintErrors",
    8: "PortRcvConstraintErrors",
    9: "LocalLinkIntegrityErrors",
    10: "ExcessiveBufferOverrunErrors",
    11: "VL15Dropped",
    12: "PortXmitData",
    13: "PortRcvData",
    14: "PortXmitPkts",
    15: "PortRcvPkts",
}

PortCounters: Header = management_header(
    "PortCounters",
    "Port Counters",
    "infiniband.portcounters",
    *_select(COUNTERS),
    uint("symbolerrorcounter", 16, "SymbolErrorCounter"),
    uint("linkerrorrecoverycounter", 8, "LinkErrorRecoveryCounter"),
    uint("linkdownedcounter", 8, "LinkDownedCounter"),
    uint("portrcverrors", 16, "PortRcvErrors"),
    uint("portrcvremotephysicalerrors", 16, "PortRcvRemotePhysicalErrors"),
    uint("portrcvswitchrelayerrors", 16, "PortRcvSwitchRelayErrors"),
    uint("portxmitdiscards", 16, "PortXmitDiscards"),
    uint("portxmitconstrainterrors", 8, "PortXmitConstraintErrors"),
    uint("portrcvconstrainterrors", 8, "PortRcvConstraintErrors"),
    mask("counterselect2", 8, "CounterSelect2", {0: "PortXmitWait"}),
    uint("locallinkintegrityerrors", 4, "LocalLinkIntegrityErrors"),
    uint("excessivebufferoverrunerrors", 4, "ExcessiveBufferOverrunErrors"),
    uint("qp1dropped", 16, "QP1Dropped"),
    uint("vl15dropped", 16, "VL15Dropped"),
    uint("portxmitdata", 32, "PortXmitData", unit=_WORDS),
    uint("portrcvdata", 32, "PortRcvData", unit=_WORDS),
    uint("portxmitpkts", 32, "PortXmitPkts", unit="packets"),
    uint("portrcvpkts", 32, "PortRcvPkts", unit="packets"),
    uint("portxmitwait", 32, "PortXmitWait", unit="ticks", doc="in which there was data to send and no credit"),
    summary=_TRAFFIC,
    source=_SOURCE,
)

PortCountersExtended: Header = management_header(
    "PortCountersExtended",
    "Port Counters Extended",
    "infiniband.portcounters_ext",
    *_select(
        {
            0: "PortXmitData",
            1: "PortRcvData",
            2: "PortXmitPkts",
            3: "PortRcvPkts",
            4: "PortUnicastXmitPkts",
            5: "PortUnicastRcvPkts",
            6: "PortMulticastXmitPkts",
            7: "PortMulticastRcvPkts",
        }
    ),
    hexa("counterselect2", 32, "CounterSelect2"),
    uint("portxmitdata", 64, "PortXmitData", unit=_WORDS),
    uint("portrcvdata", 64, "PortRcvData", unit=_WORDS),
    uint("portxmitpkts", 64, "PortXmitPkts", unit="packets"),
    uint("portrcvpkts", 64, "PortRcvPkts", unit="packets"),
    uint("portunicastxmitpkts", 64, "PortUnicastXmitPkts", unit="packets"),
    uint("portunicastrcvpkts", 64, "PortUnicastRcvPkts", unit="packets"),
    uint("portmulticastxmitpkts", 64, "PortMulticastXmitPkts", unit="packets"),
    uint("portmulticastrcvpkts", 64, "PortMulticastRcvPkts", unit="packets"),
    uint("symbolerrorcounter", 64, "SymbolErrorCounter"),
    uint("linkerrorrecoverycounter", 64, "LinkErrorRecoveryCounter"),
    uint("linkdownedcounter", 64, "LinkDownedCounter"),
    uint("portrcverrors", 64, "PortRcvErrors"),
    uint("portrcvremotephysicalerrors", 64, "PortRcvRemotePhysicalErrors"),
    uint("portrcvswitchrelayerrors", 64, "PortRcvSwitchRelayErrors"),
    uint("portxmitdiscards", 64, "PortXmitDiscards"),
    uint("portxmitconstrainterrors", 64, "PortXmitConstraintErrors"),
    uint("portrcvconstrainterrors", 64, "PortRcvConstraintErrors"),
    uint("locallinkintegrityerrors", 64, "LocalLinkIntegrityErrors"),
    uint("excessivebufferoverrunerrors", 64, "ExcessiveBufferOverrunErrors"),
    uint("vl15dropped", 64, "VL15Dropped"),
    uint("portxmitwait", 64, "PortXmitWait", unit="ticks"),
    uint("qp1dropped", 64, "QP1Dropped"),
    summary=_TRAFFIC,
    source=_SOURCE,
)

PortRcvErrorDetails: Header = _counters(
    "PortRcvErrorDetails",
    uint("portlocalphysicalerrors", 16, "PortLocalPhysicalErrors"),
    uint("portmalformedpkterrors", 16, "PortMalformedPktErrors"),
    uint("portbufferoverrunerrors", 16, "PortBufferOverrunErrors"),
    uint("portdlidmappingerrors", 16, "PortDLIDMappingErrors"),
    uint("portvlmappingerrors", 16, "PortVLMappingErrors"),
    uint("portloopingerrors", 16, "PortLoopingErrors"),
)
PortXmitDiscardDetails: Header = _counters(
    "PortXmitDiscardDetails",
    uint("portinactivediscards", 16, "PortInactiveDiscards"),
    uint("portneighbormtudiscards", 16, "PortNeighborMTUDiscards"),
    uint("portswlifetimelimitdiscards", 16, "PortSwLifetimeLimitDiscards"),
    uint("portswhoqlifetimelimitdiscards", 16, "PortSwHOQLifetimeLimitDiscards"),
)
PortOpRcvCounters: Header = _counters(
    "PortOpRcvCounters",
    uint("portoprcvpkts", 32, "PortOpRcvPkts", unit="packets"),
    uint("portoprcvdata", 32, "PortOpRcvData", unit=_WORDS),
)
PortFlowCtlCounters: Header = _counters(
    "PortFlowCtlCounters",
    uint("portxmitflowpkts", 32, "PortXmitFlowPkts", unit="packets"),
    uint("portrcvflowpkts", 32, "PortRcvFlowPkts", unit="packets"),
)
PortRcvConCtrl: Header = _counters(
    "PortRcvConCtrl",
    uint("portpktrcvfecn", 32, "PortPktRcvFECN", unit="packets"),
    uint("portpktrcvbecn", 32, "PortPktRcvBECN", unit="packets"),
)
PortXmitConCtrl: Header = _counters("PortXmitConCtrl", uint("portxmittimecong", 32, "PortXmitTimeCong", unit="ticks"))
PortVLOpPackets: Header = _lanes("PortVLOpPackets", "PortVLOpPackets", 16, unit="packets")
PortVLOpData: Header = _lanes("PortVLOpData", "PortVLOpData", 32, unit=_WORDS)
PortVLXmitFlowCtlUpdateErrors: Header = _lanes("PortVLXmitFlowCtlUpdateErrors", "PortVLXmitFlowCtlUpdateErrors", 2)
PortVLXmitWaitCounters: Header = _lanes("PortVLXmitWaitCounters", "PortVLXmitWait", 16, unit="ticks")
SwPortVLCongestion: Header = _lanes("SwPortVLCongestion", "SWPortVLCongestion", 16)
PortSLRcvFECN: Header = _lanes("PortSLRcvFECN", "PortSLRcvFECN", 32, unit="packets", by="SL")
PortSLRcvBECN: Header = _lanes("PortSLRcvBECN", "PortSLRcvBECN", 32, unit="packets", by="SL")
PortVLXmitTimeCong: Header = _lanes("PortVLXmitTimeCong", "PortVLXmitTimeCong", 32, count=15, unit="ticks")
PortXmitDataSL: Header = _lanes("PortXmitDataSL", "XmtDataSL", 32, unit=_WORDS, by="SL")
PortRcvDataSL: Header = _lanes("PortRcvDataSL", "RcvDataSL", 32, unit=_WORDS, by="SL")

PortExtendedSpeedsCounters: Header = attribute(
    "PortExtendedSpeedsCounters",
    reserved("reserved0", 8),
    hexa("portselect", 8, "PortSelect", doc="0xff: all ports"),
    reserved("reserved1", 48),
    hexa("counterselect", 64, "CounterSelect"),
    uint("syncheadererrorcounter", 16, "SyncHeaderErrorCounter"),
    uint("unknownblockcounter", 16, "UnknownBlockCounter"),
    rows("detection", 12, "Error Detection", uint("errordetectioncounterlane", 16, "ErrorDetectionCounterLane")),
    rows("correctable", 12, "FEC Correctable", uint("feccorrectableblockctrlane", 32, "FECCorrectableBlockCtrLane")),
    rows(
        "uncorrectable",
        12,
        "FEC Uncorrectable",
        uint("fecuncorrectableblockctrlane", 32, "FECUncorrectableBlockCtrLane"),
    ),
    uint("portfeccorrectableblockctr", 32, "PortFECCorrectableBlockCtr"),
    uint("portfecuncorrectableblockctr", 32, "PortFECUncorrectableBlockCtr"),
    uint("portfeccorrectedsymbolctr", 32, "PortFECCorrectedSymbolCtr"),
    source=_SOURCE,
)

#: attributes with a declared layout, by AttributeID
PERF_ATTRIBUTES = layouts(0x04, globals())
