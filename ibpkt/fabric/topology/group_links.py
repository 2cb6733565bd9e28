"""Links between groups of switches: as many between any two groups, spread evenly over the switches that have them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.fabric.topology.switch_graph import SwitchGraph

#: switches that may have another number of such links than the rest
_UNEVEN = 0.15


class GroupLinks(NamedTuple):
    """Links between groups.

    Attributes:
        links_of_pair: cables between two groups.
        ideal: cables that there would be in all.
        there: cables that there are.
        lost_pairs: the switches that lack a cable, as far as that is certain, -1 where not, shape (n, 2).
    """

    links_of_pair: int
    ideal: int
    there: int
    lost_pairs: Ints


def group_links(
    graph: SwitchGraph, groups: Ints, chosen: Bools, carriers: Bools, carriers_of_group: int
) -> GroupLinks | None:
    """The links between groups; None where they are not the same between any two, but for some that are absent.

    Args:
        graph: all links.
        groups: the group of each switch.
        chosen: which links join two groups.
        carriers: the switches that have them.
        carriers_of_group: how many of a whole group have them.
    """
    count = int(groups.max()) + 1
    cables = graph.cables[chosen]
    a, b = graph.a[chosen], graph.b[chosen]
    low, high = np.minimum(groups[a], groups[b]), np.maximum(groups[a], groups[b])
    first, second = np.triu_indices(count, 1)
    of_groups = np.bincount(low * count + high, weights=cables, minlength=count * count).astype(np.int64)
    of_pair = of_groups[first * count + second]
    usual = int(np.bincount(of_pair).argmax())
    if usual < 1 or of_pair.max() > usual:
        return None
    ends = np.concatenate((a, b))
    of_switch = np.bincount(ends, weights=np.tile(cables, 2), minlength=graph.switches).astype(np.int64)
    fewest = usual * (count - 1) // carriers_of_group
    most = -(-usual * (count - 1) // carriers_of_group)
    odd = carriers & ((of_switch < fewest) | (of_switch > most))
    if odd.sum() > max(_UNEVEN * carriers.sum(), 2 * (usual - of_pair).sum()):  # a lost cable makes two of them
        return None
    lost = []
    for place in np.flatnonzero(of_pair < usual).tolist():
        pair = [_lacking(of_switch, carriers & (groups == group), fewest) for group in (first[place], second[place])]
        lost.extend([pair] * int(usual - of_pair[place]))
    return GroupLinks(usual, usual * len(first), int(of_pair.sum()), np.array(lost, np.int64).reshape(-1, 2))


def _lacking(of_switch: Ints, members: Bools, fewest: int) -> int:
    """The one member of a group that has fewer links than the others, -1 where it is not one."""
    lacking = np.flatnonzero(members & (of_switch < fewest))
    return int(lacking[0]) if len(lacking) == 1 else -1
