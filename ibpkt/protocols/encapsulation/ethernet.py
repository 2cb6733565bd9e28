"""Ethernet II and VLAN tags."""

from __future__ import annotations

from ibpkt.protocols.names import ETHERTYPES
from ibpkt.schema import MAC, Header, binary, flag, hexa, uint

Ethernet = Header(
    "Ethernet",
    "Ethernet II",
    "eth",
    binary("dst", 6, "Destination", MAC, also=("eth.addr",)),
    binary("src", 6, "Source", MAC, also=("eth.addr",)),
    hexa("type", 16, "Type", enum=ETHERTYPES, doc="below 1536 a length: IEEE 802.3"),
    address=("", "src", "dst"),
    protocol="Ethernet",
    summary="{type}",
    source="IEEE 802.3",
)

VLAN = Header(
    "VLAN",
    "802.1Q Virtual LAN",
    "vlan",
    uint("priority", 3, "Priority"),
    flag("dei", "DEI"),
    uint("id", 12, "ID"),
    hexa("etype", 16, "Type", enum=ETHERTYPES),
    summary="VLAN {id} {etype}",
    source="IEEE 802.1Q",
)
