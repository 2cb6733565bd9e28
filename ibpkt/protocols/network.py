"""The InfiniBand network layer: GRH."""

from __future__ import annotations

from ibpkt.protocols.assigned_numbers import IP_PROTOCOLS
from ibpkt.schema import IPV6, Extent, Header, PathFields, binary, uint

GRH = Header(
    "GRH",
    "Global Route Header",
    "infiniband.grh",
    uint("ipver", 4, "IP Version", default=6, fixed=True),
    uint("tclass", 8, "Traffic Class", variant=True),
    uint("flowlabel", 20, "Flow Label", variant=True),
    uint("paylen", 16, "Payload Length", unit="bytes", doc="after the GRH, the ICRC included"),
    uint(
        "nxthdr", 8, "Next Header", enum={**IP_PROTOCOLS, 0x1B: "IBA transport"}, default=0x1B, doc="0x1B: BTH follows"
    ),
    uint("hoplmt", 8, "Hop Limit", variant=True),
    binary("sgid", 16, "Source GID", IPV6),
    binary("dgid", 16, "Destination GID", IPV6),
    extent=Extent("paylen", add=40, yields=True),
    path=PathFields(traffic_class="tclass", flow_label="flowlabel", hop_limit="hoplmt"),
    typical={"hoplmt": 64},
    icrc="ones",
    address=("GID: ", "sgid", "dgid"),
    protocol="RoCEv1",
    summary="{nxthdr}",
    role="network",
    source="IBA 1, 8.3",
)
