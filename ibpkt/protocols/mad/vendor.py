"""The classes whose data the specification leaves to others: vendors, applications, SNMP.

They are framed: what is known of their headers is declared, and their data are kept.
"""

from __future__ import annotations

from ibpkt.protocols.mad.base import management_header
from ibpkt.protocols.mad.sa import SA
from ibpkt.protocols.mad.texts import text_of
from ibpkt.schema import Header, binary, hexa, reserved, uint

#: manufacturers by their OUI; ping and sysstat of infiniband-diags are OpenIB's
OUIS = {0x001405: "OpenIB", 0x0002C9: "Mellanox"}

Vendor: Header = management_header(
    "Vendor",
    "Vendor Class, Range 1",
    "infiniband.vendor_mad",
    binary("data", 232, "VendorData"),
    source="IBA 1, 13.4.4",
)

VendorOUI: Header = management_header(
    "VendorOUI",
    "Vendor Class, Range 2",
    "infiniband.vendor_oui",
    reserved("reserved", 8),
    hexa("oui", 24, "OUI", enum=OUIS),
    binary("data", 216, "VendorData"),
    text_of("data", "VendorData"),
    summary="{oui}",
    source="IBA 1, 13.4.4",
)

Application: Header = management_header(
    "Application", "Application Class", "infiniband.application", binary("data", 232, "Data"), source="IBA 1, 13.4.4"
)

SNMP: Header = management_header(
    "SNMP",
    "SNMP Tunneling",
    "infiniband.snmp",
    reserved("reserved", 256),
    hexa("raddress", 32, "RAddress"),
    uint("payloadlength", 8, "PayloadLength", unit="bytes"),
    uint("segmentnumber", 8, "SegmentNumber"),
    hexa("sourcelid", 16, "SourceLID"),
    binary("snmpdata", 192, "SNMPData"),
    source="IBA 1, 16.4; layout unconfirmed",
)

#: the headers of classes with RMPP, which come in each segment, and after how many bytes of them the data begin
RMPP_CLASSES = {SA: SA.size, VendorOUI: VendorOUI.leaf("data").bit // 8}
