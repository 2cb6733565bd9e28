"""Which placement a kind of topology has."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.fabric.picture.circle import circle, groups, line
from ibpkt.fabric.picture.grid import grid
from ibpkt.fabric.picture.placement import Placement
from ibpkt.fabric.picture.tiers import tiers
from ibpkt.fabric.topology import SwitchGraph, Topology, TopologyKind

#: a full mesh of more switches than this is a grey disc as chords, and not better as anything else
_PRODUCTS = (TopologyKind.TORUS, TopologyKind.MESH, TopologyKind.HYPERX, TopologyKind.HYPERCUBE)
_GROUPED = (TopologyKind.DRAGONFLY, TopologyKind.DRAGONFLY_PLUS)


def place(topology: Topology, graph: SwitchGraph, names: list[str]) -> Placement:
    """Where the switches of a connected graph are drawn, by its kind."""
    places = topology.places
    if topology.kind in _PRODUCTS:
        return grid(graph, places, (places.max(axis=0) + 1).tolist(), names)
    if topology.kind in _GROUPED:
        return groups(graph, places, names)
    if topology.kind is TopologyKind.RING:
        return circle(graph, np.argsort(places[:, 0]).tolist())
    if topology.kind is TopologyKind.FULL_MESH:
        return circle(graph, sorted(range(graph.switches), key=lambda at: names[at]))
    if topology.kind is TopologyKind.LINE:
        return line(graph, np.argsort(places[:, 0]).tolist())
    if topology.kind is TopologyKind.FAT_TREE:
        return tiers(graph, places[:, 0], names, places[:, 1:])
    if topology.kind in (TopologyKind.TREE, TopologyKind.STAR):
        return tiers(graph, places[:, 0], names)
    return tiers(graph, distances(graph), names)


def distances(graph: SwitchGraph) -> Ints:
    """Levels of an irregular graph: hops from the switches with adapters, or where all have some, from its rim."""
    near = graph.adapters > 0
    if near.all() or not near.any():
        near = graph.degrees == graph.degrees.min()
    hops = np.where(near, 0, -1)
    level = 0
    while (hops < 0).any():
        touched = np.concatenate((graph.b[hops[graph.a] == level], graph.a[hops[graph.b] == level]))
        fresh = touched[hops[touched] < 0]
        if not len(fresh):
            break
        level += 1
        hops[fresh] = level
    return np.maximum(hops, 0)
