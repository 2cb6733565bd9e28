"""Subnet administration: the SA header and its records."""

from __future__ import annotations

from ibpkt.protocols.mad.subn import MTUS
from ibpkt.protocols.rates import PATH_RATES
from ibpkt.schema import IPV6, Header, binary, hexa, reserved

SA = Header(
    "SA",
    "Subnet Administration",
    "infiniband.sa",
    hexa("sm_key", 64, "SM_Key (Verification Key)", filter="infiniband.sa.smkey"),
    hexa("attributeoffset", 16, "Attribute Offset", unit="8 bytes", doc="from record to record"),
    reserved("reserved", 16),
    hexa("componentmask", 64, "Component Mask"),
    source="IBA 1, 15.2.1.1; sheet 05-mad-fields",
)

SELECTORS = {0: "greater than", 1: "less than", 2: "exactly", 3: "largest available"}

PathRecord = Header(
    "PathRecord",
    "PathRecord",
    "infiniband.pathrecord",
    hexa("serviceid", 64, "ServiceID"),
    binary("dgid", 16, "DGID", IPV6),
    binary("sgid", 16, "SGID", IPV6),
    hexa("dlid", 16, "DLID"),
    hexa("slid", 16, "SLID"),
    hexa("rawtraffic", 1, "RawTraffic"),
    reserved("reserved0", 3),
    hexa("flowlabel", 20, "FlowLabel"),
    hexa("hoplimit", 8, "HopLimit"),
    hexa("tclass", 8, "TClass"),
    hexa("reversible", 1, "Reversible"),
    hexa("numbpath", 7, "NumbPath"),
    hexa("p_key", 16, "P_Key"),
    hexa("qosclass", 12, "QoSClass"),
    hexa("sl", 4, "SL", digits=4),
    hexa("mtuselector", 2, "MTUSelector", enum=SELECTORS),
    hexa("mtu", 6, "MTU", enum=MTUS),
    hexa("rateselector", 2, "RateSelector", enum=SELECTORS),
    hexa("rate", 6, "Rate", enum=PATH_RATES),
    hexa("packetlifetimeselector", 2, "PacketLifeTimeSelector", enum=SELECTORS),
    hexa("packetlifetime", 6, "PacketLifeTime", doc="4.096 µs × 2^n"),
    hexa("preference", 8, "Preference"),
    reserved("reserved1", 48),
    summary="{sgid} → {dgid} SLID={slid} DLID={dlid}",
    source="IBA 1, 15.2.5.16; sheet 05-mad-fields",
)

#: records with a declared layout, by AttributeID
RECORDS = {0x35: PathRecord}
