"""Subnets out of drawn graphs: GUIDs, ports, LIDs, cables, and tables of shortest paths."""

from __future__ import annotations

import numpy as np

from ibpkt.fabric.model import NO_PATH, FabricLink, FabricNode, FabricSubnet, NodeKind
from tests.fabric.generator import Drawn

_SWITCH, _ADAPTER = 0x248A070300000000, 0x0C42A10300000000


def subnet_of_drawn(drawn: Drawn, *, lmc: int = 0) -> FabricSubnet:
    """A subnet with the switches, cables and adapters of a drawn graph; ports are given out in order."""
    subnet = FabricSubnet()
    switches = [_node(subnet, _SWITCH + 16 * at, NodeKind.SWITCH, f"switch-{at}") for at in range(drawn.switches)]
    for a, b in drawn.cables:
        _cable(subnet, switches[a], switches[b])
    for at, count in enumerate(drawn.adapters):
        for each in range(count):
            adapter = _node(subnet, _ADAPTER + 4 * len(subnet.nodes), NodeKind.ADAPTER, f"host-{at}-{each} HCA-1")
            _cable(subnet, switches[at], adapter)
    lid = 1
    for node in subnet.nodes.values():
        size = 0 if node.kind is NodeKind.SWITCH else lmc
        lid = -(-lid >> size) << size
        port = node.port(0 if node.kind is NodeKind.SWITCH else 1)
        port.lid, port.lmc = lid, size
        lid += 1 << size
    return subnet


def _node(subnet: FabricSubnet, guid: int, kind: NodeKind, name: str) -> FabricNode:
    node = subnet.nodes[guid] = FabricNode(guid, kind, name, vendor=0x2C9, device=0xD2F0, system_guid=guid)
    node.port(0 if kind is NodeKind.SWITCH else 1).guid = guid + (kind is not NodeKind.SWITCH)
    return node


def _cable(subnet: FabricSubnet, one: FabricNode, other: FabricNode) -> None:
    ends = []
    for node in (one, other):
        if node.kind is NodeKind.SWITCH:
            node.num_ports += 1
        else:
            node.num_ports = 1
        port = node.port(node.num_ports)
        port.lanes, port.speed, port.state = 4, "EDR", "Active"
        ends.append((node.guid, node.num_ports))
    (a, a_port), (b, b_port) = sorted(ends)
    subnet.links.append(FabricLink(subnet.nodes[a], a_port, subnet.nodes[b], b_port))


def route_shortest(subnet: FabricSubnet) -> None:
    """Give all switches tables along shortest paths; which of several depends on the LID."""
    peers = subnet.peers()
    near: dict[int, list[tuple[int, int]]] = {node.guid: [] for node in subnet.nodes.values()}
    for (guid, port), (peer, _peer_port) in sorted(peers.items()):
        near[guid].append((peer.guid, port))
    owners = subnet.owners()
    size = 1 + max(owners)
    for switch in subnet.switches:
        switch.forwarding = np.full(size, NO_PATH, np.uint8)
        switch.linear_top = size - 1
    for lid, (target, _port) in owners.items():
        hops = {target.guid: 0}
        front = [target.guid]
        while front:
            fresh = []
            for guid in front:
                if subnet.nodes[guid].kind is not NodeKind.SWITCH and guid != target.guid:
                    continue
                for peer, _port_number in near[guid]:
                    if peer not in hops:
                        hops[peer] = hops[guid] + 1
                        fresh.append(peer)
            front = fresh
        for switch in subnet.switches:
            if switch.guid == target.guid:
                switch.forwarding[lid] = 0
            elif switch.guid in hops:
                ways = [port for peer, port in near[switch.guid] if hops.get(peer, size) < hops[switch.guid]]
                switch.forwarding[lid] = ways[lid % len(ways)]
