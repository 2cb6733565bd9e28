"""The InfiniBand network layer: GRH."""

from __future__ import annotations

from ibpkt.protocols.assigned_numbers import IP_PROTOCOLS
from ibpkt.schema import IPV6, Extent, Header, binary, uint

GRH = Header(
    "GRH",
    "Global Route Header",
    "infiniband.grh",
    uint("ipver", 4, "IP Version", default=6),
    uint("tclass", 8, "Traffic Class", variant=True),
    uint("flowlabel", 20, "Flow Label", variant=True),
    uint("paylen", 16, "Payload Length", unit="bytes", doc="behind GRH, the ICRC included"),
    uint(
        "nxthdr", 8, "Next Header", enum={**IP_PROTOCOLS, 0x1B: "IBA transport"}, default=0x1B, doc="0x1B: BTH follows"
    ),
    uint("hoplmt", 8, "Hop Limit", variant=True),
    binary("sgid", 16, "Source GID", IPV6),
    binary("dgid", 16, "Destination GID", IPV6),
    extent=Extent("paylen", add=40, yields=True),
    icrc="ones",
    address=("GID: ", "sgid", "dgid"),
    protocol="RoCEv1",
    summary="{nxthdr}",
    source="IBA 1, 8.3",
)
