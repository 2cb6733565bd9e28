"""Kinds that the number of links tells: star, line, ring, tree, full mesh."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.fabric.topology.switch_graph import SwitchGraph
from ibpkt.fabric.topology.topology import SMALL, KindName, Topology, TopologyKind

#: a full mesh may lack this share of its links: every dense graph is a part of one
_LOST = 0.06


def hops_from(graph: SwitchGraph, start: int) -> Ints:
    """Hops from a switch to each, -1 where no path leads."""
    hops = np.full(graph.switches, -1, np.int64)
    hops[start] = 0
    front = [start]
    distance = 0
    while front:
        distance += 1
        fresh = np.unique(np.concatenate([graph.of(switch) for switch in front]))
        fresh = fresh[hops[fresh] < 0]
        hops[fresh] = distance
        front = fresh.tolist()
    return hops


def along(graph: SwitchGraph) -> Ints:
    """The place of each switch along a line or ring, shape (switches, 1)."""
    places = np.zeros((graph.switches, 1), np.int64)
    ends = np.flatnonzero(graph.degrees == 1)
    at = before = int(ends[0]) if len(ends) else 0
    for place in range(graph.switches):
        places[at] = place
        onward = [other for other in graph.of(at).tolist() if other != before]
        at, before = (onward[0] if onward else at), at
    return places


def star(graph: SwitchGraph) -> Topology:
    """One switch."""
    return Topology(TopologyKind.STAR, places=np.zeros((1, 1), np.int64))


def line_or_ring(graph: SwitchGraph) -> Topology | None:
    """A line or a ring; None where a switch has more than two neighbours."""
    if graph.degrees.max() > 2:
        return None
    places = along(graph)
    if graph.links == graph.switches - 1:
        both = (KindName(TopologyKind.FULL_MESH),) if graph.switches == 2 else ()
        return Topology(TopologyKind.LINE, graph.links, dims=(graph.switches,), places=places, also=both)
    also: tuple[KindName, ...] = ()
    if graph.switches == 3:
        also = (KindName(TopologyKind.FULL_MESH), KindName(TopologyKind.HYPERX, (3,)))
    if graph.switches == 4:
        also = (
            KindName(TopologyKind.HYPERCUBE, (2,)),
            KindName(TopologyKind.MESH, (2, 2)),
            KindName(TopologyKind.HYPERX, (2, 2)),
            KindName(TopologyKind.FAT_TREE, (2, 2)),
        )
    return Topology(TopologyKind.RING, graph.links, dims=(graph.switches,), places=places, also=also)


def tree(graph: SwitchGraph) -> Topology | None:
    """A graph with one path between any two switches; its root is in its middle."""
    if graph.links != graph.switches - 1:
        return None
    one_end = int(hops_from(graph, 0).argmax())
    from_one = hops_from(graph, one_end)
    from_other = hops_from(graph, int(from_one.argmax()))
    length = int(from_one.max())
    root = int(np.flatnonzero((from_one == length // 2) & (from_other == length - length // 2))[0])
    depth = hops_from(graph, root)
    levels = int(depth.max()) + 1
    return Topology(TopologyKind.TREE, graph.links, levels=levels, places=(levels - 1 - depth)[:, None])


def full_mesh(graph: SwitchGraph) -> Topology | None:
    """Each switch linked to each, or nearly so."""
    whole = graph.switches * (graph.switches - 1) // 2
    lost = whole - graph.links
    if lost and (whole < SMALL or lost > max(1, _LOST * whole)):
        return None
    lost_pairs = np.zeros((0, 2), np.int64)
    if lost:
        first, second = np.triu_indices(graph.switches, 1)
        absent = graph.link_numbers(first, second) < 0
        lost_pairs = np.stack((first[absent], second[absent]), axis=1)
    return Topology(
        TopologyKind.FULL_MESH,
        whole,
        lost,
        lost_pairs=lost_pairs,
        dims=(graph.switches,),
        places=np.arange(graph.switches)[:, None],
    )
