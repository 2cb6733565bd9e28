"""Quality of service as the tables of ports have it: virtual lanes by service level, and how lanes share a port."""

from __future__ import annotations

import collections
from typing import Any, NamedTuple

from ibpkt.fabric.model import FabricSubnet, NodeKind

#: lanes with their weights, in the order in which they take turns
Turns = tuple[tuple[int, int], ...]


class LaneMap(NamedTuple):
    """A table of virtual lanes by service level.

    Attributes:
        vls: the virtual lane of each SL from 0 to 15; 15 drops what has that SL.
        places: how many adapters, and pairs of an ingress and an egress port with cables, have it.
    """

    vls: tuple[int, ...]
    places: int


class Arbitration(NamedTuple):
    """How virtual lanes share a port.

    Attributes:
        high: lanes of high priority, each with its weight in units of 64 bytes.
        low: likewise of low priority.
        limit: VLHighLimit: after so many units of 4,096 bytes of high priority one of low priority may go; 255 for no
            limit; None where not known.
        ports: how many have it.
    """

    high: Turns
    low: Turns
    limit: int | None
    ports: int


def lane_maps(subnet: FabricSubnet) -> list[LaneMap]:
    """The different tables SL to VL on the ways through a subnet, as ports told them, the commonest first."""
    linked = subnet.peers().keys()
    tables = collections.Counter(
        vls
        for node in subnet.nodes.values()
        for (ingress, egress), vls in node.sl_to_vl.items()
        if node.kind is not NodeKind.SWITCH or {(node.guid, ingress), (node.guid, egress)} <= linked
    )
    return [LaneMap(vls, count) for vls, count in tables.most_common()]


def arbitrations(subnet: FabricSubnet) -> list[Arbitration]:
    """The different tables of arbitration that the ports of a subnet told, the commonest first."""
    tables = collections.Counter(
        (port.vl_high, port.vl_low, port.vl_high_limit)
        for node in subnet.nodes.values()
        for port in node.ports.values()
        if port.vl_high or port.vl_low
    )
    return [Arbitration(*table, count) for table, count in tables.most_common()]


def qos_members(subnet: FabricSubnet) -> dict[str, Any]:
    """The same for JSON: ``sl_to_vl`` and ``arbitration``."""
    return {
        "sl_to_vl": [{"vls": list(each.vls), "count": each.places} for each in lane_maps(subnet)],
        "arbitration": [
            {
                "high": [list(turn) for turn in each.high],
                "low": [list(turn) for turn in each.low],
                "limit": each.limit,
                "count": each.ports,
            }
            for each in arbitrations(subnet)
        ],
    }
