"""Subnets of a few nodes, made by hand: nodes ``host1``, ``switch2`` …, and cables between their ports."""

from __future__ import annotations

from typing import Any

from ibpkt.fabric.model import FabricLink, FabricNode, FabricSubnet, NodeKind


def adapter(guid: int, **fields: Any) -> FabricNode:
    return FabricNode(guid, NodeKind.ADAPTER, f"host{guid}", **fields)


def switch(guid: int, **fields: Any) -> FabricNode:
    return FabricNode(guid, NodeKind.SWITCH, f"switch{guid}", **fields)


def subnet_of(*nodes: FabricNode) -> FabricSubnet:
    return FabricSubnet({node.guid: node for node in nodes})


def cable(
    subnet: FabricSubnet, a: FabricNode, a_port: int, b: FabricNode, b_port: int, *, past: bool = False, **fields: Any
) -> FabricLink:
    """A cable that is there; one that went before with ``past``."""
    link = FabricLink(a, a_port, b, b_port, **fields)
    (subnet.past_links if past else subnet.links).append(link)
    return link
