"""Which placement a kind of topology has."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.fabric.picture.circle import circle, groups, line
from ibpkt.fabric.picture.grid import grid
from ibpkt.fabric.picture.placement import Placement, natural_order
from ibpkt.fabric.picture.tiers import tiers
from ibpkt.fabric.topology import Topology, TopologyKind
from ibpkt.fabric.topology.switch_graph import SwitchGraph

_PRODUCTS = (TopologyKind.TORUS, TopologyKind.MESH, TopologyKind.HYPERX, TopologyKind.HYPERCUBE)
#: with adapters on more of the switches than this they tell no levels
_LEAVES = 0.6
_GROUPED = (TopologyKind.DRAGONFLY, TopologyKind.DRAGONFLY_PLUS)


def place(topology: Topology, graph: SwitchGraph, names: list[str]) -> Placement:
    """Where the switches of a connected graph are drawn, by its kind."""
    places = topology.places
    if topology.kind in _PRODUCTS:
        far_links = topology.kind in (TopologyKind.HYPERX, TopologyKind.HYPERCUBE)
        return grid(graph, places, names, far_links=far_links)
    if topology.kind in _GROUPED:
        return groups(graph, places, names)
    if topology.kind is TopologyKind.RING:
        return circle(graph, np.argsort(places[:, 0]).tolist(), names)
    if topology.kind is TopologyKind.FULL_MESH:
        return circle(graph, sorted(range(graph.switches), key=lambda at: natural_order(names[at])), names)
    if topology.kind is TopologyKind.LINE:
        return line(graph, np.argsort(places[:, 0]).tolist(), names)
    if topology.kind is TopologyKind.FAT_TREE:
        return tiers(graph, places[:, 0], names, places[:, 1:])
    if topology.kind in (TopologyKind.TREE, TopologyKind.STAR):
        return tiers(graph, places[:, 0], names)
    return tiers(graph, distances(graph), names)


def distances(graph: SwitchGraph) -> Ints:
    """Levels of an irregular graph: hops from the switches with adapters, or where most have some, from the middle.

    The middle is the switch with most neighbours, and stands on top.
    """
    near = graph.adapters > 0
    from_leaves = 0 < near.sum() <= _LEAVES * graph.switches
    if not from_leaves:
        near = np.arange(graph.switches) == graph.degrees.argmax()
    hops = np.where(near, 0, -1)
    level = 0
    while (hops < 0).any():
        touched = np.concatenate((graph.b[hops[graph.a] == level], graph.a[hops[graph.b] == level]))
        fresh = touched[hops[touched] < 0]
        if not len(fresh):
            break
        level += 1
        hops[fresh] = level
    return np.maximum(hops, 0) if from_leaves else level - np.maximum(hops, 0)
