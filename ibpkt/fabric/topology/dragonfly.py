"""Dragonflies: groups in which each router is linked to each, and as many links between any two groups.

Kim, Dally, Scott and Abts, Technology-Driven, Highly-Scalable Dragonfly Topology, 2008.
"""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.fabric.topology.group_links import group_links
from ibpkt.fabric.topology.switch_graph import SwitchGraph, connected_components
from ibpkt.fabric.topology.topology import SMALL, Topology, TopologyKind

#: links that may be lost, and switches
_LOST, _LOST_SWITCHES = 0.125, 0.06
#: thresholds that are tried, at most
_MOST_THRESHOLDS = 12
#: parts of groups that are put together: so many at most, if this share of the links between them is there
_MOST_PARTS, _DENSE = 64, 0.5


def dragonfly(graph: SwitchGraph) -> Topology | None:
    """The dragonfly that a connected graph is, or is nearly; None where it is none.

    Links within a group have common neighbours.  Global links can have some, too, where routers have several: all
    numbers that occur are tried as the fewest of a link within a group.
    """
    pairs = graph.link_pairs()
    closing = graph.link_numbers(pairs.u, pairs.v)
    common = np.bincount(closing[closing >= 0], minlength=graph.links)
    found = []
    for threshold in np.unique(common[common > 0])[:_MOST_THRESHOLDS].tolist():
        local = common >= threshold
        groups = connected_components(graph.switches, graph.a[local], graph.b[local])
        judged = _judge(graph, _put_together(graph, groups))
        if judged is not None:
            found.append(judged)
    return min(found, key=lambda each: each.misfit, default=None)


def _usual_size(sizes: Ints) -> int:
    """The size of the groups that most switches are in."""
    values, counts = np.unique(sizes, return_counts=True)
    return int(values[(values * counts).argmax()])


def _put_together(graph: SwitchGraph, groups: Ints) -> Ints:
    """Groups that lost links broke, whole again: the parts with most of the links that they could have."""
    sizes = np.bincount(groups)
    usual = _usual_size(sizes)
    parts = np.flatnonzero(sizes < usual)
    if not 2 <= len(parts) <= _MOST_PARTS:
        return groups
    groups = groups.copy()
    members = {int(part): int(sizes[part]) for part in parts}
    while True:
        low = np.minimum(groups[graph.a], groups[graph.b])
        high = np.maximum(groups[graph.a], groups[graph.b])
        between, counts = np.unique(np.stack((low, high), axis=1)[low != high], axis=0, return_counts=True)
        best, most = None, 0.0
        for (one, other), links in zip(between.tolist(), counts.tolist(), strict=True):
            if one in members and other in members and members[one] + members[other] <= usual:
                share = links / (members[one] * members[other])
                if share >= _DENSE and share > most:
                    best, most = (one, other), share
        if best is None:
            numbers: Ints = np.unique(groups, return_inverse=True)[1].astype(np.int64)
            return numbers
        groups[groups == best[1]] = best[0]
        members[best[0]] += members.pop(best[1])


def _judge(graph: SwitchGraph, groups: Ints) -> Topology | None:
    sizes = np.bincount(groups)
    routers, count = _usual_size(sizes), len(sizes)
    if count < 3 or routers < 3 or sizes.max() > routers:
        return None
    lost_switches = count * routers - graph.switches
    local = groups[graph.a] == groups[graph.b]
    between = group_links(graph, groups, ~local, np.ones(graph.switches, np.bool_), routers)
    if between is None:
        return None
    ideal = count * (routers * (routers - 1) // 2) + between.ideal
    lost = ideal - int(local.sum()) - between.there
    if lost and (ideal < SMALL or lost > _LOST * ideal or lost_switches > max(1, _LOST_SWITCHES * count * routers)):
        return None
    return Topology(
        TopologyKind.DRAGONFLY,
        ideal,
        lost,
        lost_switches,
        lost_pairs=np.concatenate((_lost_local(graph, groups, sizes, local), between.lost_pairs)),
        dims=(count, routers, between.links_of_pair),
        places=groups[:, None],
    )


def _lost_local(graph: SwitchGraph, groups: Ints, sizes: Ints, local: Bools) -> Ints:
    """Absent links between two routers of a group."""
    links = np.bincount(groups[graph.a[local]], minlength=len(sizes))
    found = [np.zeros((0, 2), np.int64)]
    for group in np.flatnonzero(links < sizes * (sizes - 1) // 2).tolist():
        members = np.flatnonzero(groups == group)
        first, second = np.triu_indices(len(members), 1)
        pairs = np.stack((members[first], members[second]), axis=1)
        found.append(pairs[graph.link_numbers(pairs[:, 0], pairs[:, 1]) < 0])
    return np.concatenate(found)
