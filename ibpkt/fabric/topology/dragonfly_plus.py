"""Dragonfly+: groups of leaves and spines, and as many links between the spines of any two groups.

Shpiner and others, Dragonfly+: Low Cost Topology for Scaling Datacenters, 2017.
"""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.fabric.topology.group_links import group_links
from ibpkt.fabric.topology.leaves import leaf_choices
from ibpkt.fabric.topology.switch_graph import SwitchGraph, connected_components
from ibpkt.fabric.topology.topology import SMALL, Topology, TopologyKind

#: links that may be lost, and switches
_LOST, _LOST_SWITCHES = 0.125, 0.06


def dragonfly_plus(graph: SwitchGraph) -> Topology | None:
    """The dragonfly+ that a connected graph is, or is nearly; None where it is none, or no adapters tell the leaves."""
    found = [judged for leaves in leaf_choices(graph) if (judged := _judge(graph, leaves)) is not None]
    return min(found, key=lambda each: each.misfit, default=None)


def _judge(graph: SwitchGraph, leaves: Bools) -> Topology | None:
    if (leaves[graph.a] & leaves[graph.b]).any():
        return None
    local = leaves[graph.a] | leaves[graph.b]
    groups = connected_components(graph.switches, graph.a[local], graph.b[local])
    count = int(groups.max()) + 1
    sizes = np.stack([np.bincount(groups[side], minlength=count) for side in (leaves, ~leaves)], axis=1)
    kinds, counts = np.unique(sizes, axis=0, return_counts=True)
    whole_leaves, whole_spines = kinds[(counts * kinds.sum(axis=1)).argmax()].tolist()
    if count < 3 or min(whole_leaves, whole_spines) < 1 or (sizes > (whole_leaves, whole_spines)).any():
        return None
    if whole_leaves * whole_spines < 2 or (groups[graph.a] == groups[graph.b])[~local].any():
        return None
    between = group_links(graph, groups, ~local, ~leaves, whole_spines)
    if between is None:
        return None
    ideal = count * whole_leaves * whole_spines + between.ideal
    lost = ideal - int(local.sum()) - between.there
    lost_switches = count * (whole_leaves + whole_spines) - graph.switches
    allowed = max(1, _LOST_SWITCHES * count * (whole_leaves + whole_spines))
    if lost and (ideal < SMALL or lost > _LOST * ideal or lost_switches > allowed):
        return None
    return Topology(
        TopologyKind.DRAGONFLY_PLUS,
        ideal,
        lost,
        lost_switches,
        lost_pairs=np.concatenate((_lost_local(graph, groups, leaves, sizes, local), between.lost_pairs)),
        dims=(count, whole_leaves, whole_spines, between.links_of_pair),
        levels=2,
        places=np.stack((groups, np.where(leaves, 0, 1)), axis=1),
    )


def _lost_local(graph: SwitchGraph, groups: Ints, leaves: Bools, sizes: Ints, local: Bools) -> Ints:
    """Absent links between a leaf and a spine of a group."""
    links = np.bincount(groups[graph.a[local]], minlength=len(sizes))
    found = [np.zeros((0, 2), np.int64)]
    for group in np.flatnonzero(links < sizes.prod(axis=1)).tolist():
        inside = groups == group
        found.append(graph.absent_pairs(np.flatnonzero(inside & leaves), np.flatnonzero(inside & ~leaves)))
    return np.concatenate(found)
