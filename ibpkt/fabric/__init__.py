"""Fabrics out of their management traffic: nodes, links, forwarding tables, routes, subnet managers, what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.fabric.against import FabricChange as FabricChange, compare_fabrics as compare_fabrics
    from ibpkt.fabric.model import (
        Fabric as Fabric,
        FabricCounter as FabricCounter,
        FabricEvent as FabricEvent,
        FabricLink as FabricLink,
        FabricManager as FabricManager,
        FabricNode as FabricNode,
        FabricPort as FabricPort,
        FabricProblem as FabricProblem,
        FabricService as FabricService,
        FabricSubnet as FabricSubnet,
        FabricSubscription as FabricSubscription,
        ManagerSpan as ManagerSpan,
        ManagerState as ManagerState,
        MulticastGroup as MulticastGroup,
        NodeKind as NodeKind,
    )
    from ibpkt.fabric.paths import FabricPath as FabricPath, FabricPaths as FabricPaths, PathHop as PathHop
    from ibpkt.fabric.reader import FabricReader as FabricReader, read_fabric as read_fabric

_MODEL = (
    "Fabric",
    "FabricCounter",
    "FabricEvent",
    "FabricLink",
    "FabricManager",
    "FabricNode",
    "FabricPort",
    "FabricProblem",
    "FabricService",
    "FabricSubnet",
    "FabricSubscription",
    "ManagerSpan",
    "ManagerState",
    "MulticastGroup",
    "NodeKind",
)
_MODULES = {
    **dict.fromkeys(_MODEL, "model"),
    "FabricChange": "against",
    "FabricPath": "paths",
    "FabricPaths": "paths",
    "FabricReader": "reader",
    "PathHop": "paths",
    "compare_fabrics": "against",
    "read_fabric": "reader",
}

if not TYPE_CHECKING:  # a misspelt name is an error
    __all__ = list(_MODULES)
    __getattr__ = exports(__name__, _MODULES)
