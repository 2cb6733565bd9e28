"""Ethernet II, VLAN tags, and MAC control frames, which pause a link or some of its priorities."""

from __future__ import annotations

from ibpkt.protocols.assigned_numbers import ETHERTYPES
from ibpkt.schema import MAC, Header, Part, binary, flag, hexa, uint

Ethernet: Header = Header(
    "Ethernet",
    "Ethernet II",
    "eth",
    binary("dst", 6, "Destination", MAC, also=("eth.addr",)),
    binary("src", 6, "Source", MAC, also=("eth.addr",)),
    hexa("type", 16, "Type", enum=ETHERTYPES, doc="below 1536 a length: IEEE 802.3"),
    address=("", "src", "dst"),
    protocol="Ethernet",
    summary="{type}",
    role="link",
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
    role="link",
    typical={"id": 100, "priority": 3},
    summary="VLAN {id} {etype}",
    source="IEEE 802.1Q",
)

#: priorities that a link can pause on their own
PRIORITIES = range(8)

MACControl: Header = Header(
    "MACControl",
    "MAC Control",
    "macc",
    hexa("opcode", 16, "Opcode", enum={0x0001: "Pause", 0x0101: "Priority Flow Control"}),
    protocol="MAC CTRL",
    summary="{opcode}",
    role="link",
    source="IEEE 802.3, clause 31",
)

Pause: Header = Header(
    "Pause",
    "Pause",
    "macc.pause",
    uint(
        "pause_time",
        16,
        "Pause Time",
        filter="macc.pause_time",
        unit="quanta",
        doc="of 512 bit times; 0 ends the pause",
    ),
    summary="{pause_time}",
    role="link",
    source="IEEE 802.3, annex 31B",
)

PFC = Header(
    "PFC",
    "Priority Flow Control",
    "macc.cbfc",
    hexa(
        "enbv",
        16,
        "Class Enable Vector",
        parts=tuple(Part(f"c{each}", f"C{each}", 15 - each, 1, filter=f".enbv.c{each}") for each in PRIORITIES),
        doc="the priorities whose timers hold",
    ),
    *(
        uint(
            f"time_c{each}",
            16,
            f"Pause Time C{each}",
            filter=f".pause_time.c{each}",
            unit="quanta",
            doc="of 512 bit times; 0 ends the pause",
        )
        for each in PRIORITIES
    ),
    summary="Classes={enbv}",
    role="link",
    source="IEEE 802.1Qbb; IEEE 802.3, annex 31D",
)
