"""Forwarding tables as ``dump_fts`` prints them (infiniband-diags of rdma-core, dump_fts.c)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.arguments import checked
from ibpkt.fabric.exports.text import clean_description
from ibpkt.fabric.model import NO_PATH, FabricNode, FabricPort, FabricSubnet, NodeKind
from ibpkt.protocols import FIRST_MULTICAST

#: from which number of ports on their tens have a line
_TENS = 10
_TYPES = {NodeKind.SWITCH: "Switch", NodeKind.ADAPTER: "Channel Adapter", NodeKind.ROUTER: "Router"}


@checked
def forwarding_dump(subnet: FabricSubnet) -> str:
    """Unicast tables of all switches: the egress port of each LID, and whose it is."""
    owners = subnet.owners()
    return "".join(f"{line}\n" for node in subnet.switches for line in _unicast(node, owners))


def _unicast(node: FabricNode, owners: dict[int, tuple[FabricNode, FabricPort]]) -> Iterator[str]:
    top = len(node.forwarding) - 1 if node.linear_top is None else node.linear_top
    itself = node.ports.get(0) or FabricPort(0)
    yield (
        f"Unicast lids [0x0-0x{max(top, 0):x}] of switch Lid {itself.lid} "
        f"guid 0x{node.guid:016x} ({clean_description(node.name)}):"
    )
    yield "  Lid  Out   Destination"
    yield "       Port     Info "
    lids = np.flatnonzero(node.rows != NO_PATH).tolist()
    for lid in lids:
        yield f"0x{lid:04x} {node.forwarding[lid]:03d} : {_owner(owners.get(lid))}"
    yield f"{len(lids)} valid lids dumped "


def _owner(owner: tuple[FabricNode, FabricPort] | None) -> str:
    if owner is None:
        return "(unknown node and type)"
    node, port = owner
    kind = _TYPES.get(node.kind, _TYPES[NodeKind.ADAPTER])
    return f"({kind} portguid 0x{port.guid or node.guid:016x}: '{clean_description(node.name)}')"


@checked
def multicast_dump(subnet: FabricSubnet) -> str:
    """Multicast tables of all switches: the egress ports of each multicast LID."""
    return "".join(f"{line}\n" for node in subnet.switches if node.multicast for line in _multicast(node))


def _multicast(node: FabricNode) -> Iterator[str]:
    itself = node.ports.get(0) or FabricPort(0)
    rows = sorted((lid, ports) for lid, ports in node.multicast.items() if ports)
    last = max([FIRST_MULTICAST, *node.multicast])
    yield (
        f"Multicast mlids [0x{FIRST_MULTICAST:x}-0x{last:x}] of switch Lid {itself.lid} "
        f"guid 0x{node.guid:016x} ({clean_description(node.name)}):"
    )
    count = max([node.num_ports, *node.ports])
    if count >= _TENS:
        yield "            " + "".join(f"{port // 10 if port % 10 == 0 else ' '} " for port in range(count + 1))
    yield "     Ports: " + "".join(f"{port % 10} " for port in range(count + 1))
    yield " MLid"
    for lid, ports in rows:
        yield f"0x{lid:04x}      " + "".join("x " if ports >> port & 1 else "  " for port in range(count + 1))
    yield f"{len(rows)} valid mlids dumped "
