"""Fat trees: leaves, levels above them, and between two levels blocks in which each switch is linked to each."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.fabric.topology.leaves import leaf_choices
from ibpkt.fabric.topology.switch_graph import SwitchGraph, connected_components
from ibpkt.fabric.topology.topology import SMALL, Topology, TopologyKind

#: more levels of switches than this no fat tree has
_MOST_LEVELS = 8
#: links that may be lost: of all, of a tree of two levels (every dense graph of two sides is a part of one), between
#: two levels
_LOST, _LOST_OF_TWO, _LOST_OF_PAIR = 0.125, 0.06, 0.25
#: (parent, pod) pairs that may have another number of links than most
_UNEVEN = 0.125


class _Blocks(NamedTuple):
    """The blocks between a level and the next.

    Attributes:
        children: lower switches of a whole block.
        parents: upper ones.
        blocks: how many, those of which parts are absent included.
        links: links that are there.
        lost_pairs: ends of absent links within one block.
        lost_below: lower switches that are absent.
        lost_above: upper ones.
    """

    children: int
    parents: int
    blocks: int
    links: int
    lost_pairs: Ints
    lost_below: int
    lost_above: int

    @property
    def ideal_links(self) -> int:
        return self.blocks * self.children * self.parents


def fat_tree(graph: SwitchGraph) -> Topology | None:
    """The fat tree that a connected graph is, or is nearly; None where it is none."""
    found = [tree for levels in _level_choices(graph) if (tree := _tree_of(graph, levels)) is not None]
    return min(found, key=lambda tree: tree.misfit, default=None)


def _level_choices(graph: SwitchGraph) -> Iterator[Ints]:
    """The level of each switch, for each choice of leaves with which every link joins two neighbouring levels."""
    any_found = False
    for leaves in leaf_choices(graph):
        levels = levels_above(graph, leaves)
        if levels is not None:
            any_found = True
            yield levels
    if not any_found and (sides := _two_sides(graph)) is not None:
        yield sides


def levels_above(graph: SwitchGraph, leaves: Bools) -> Ints | None:
    """Hops from the nearest leaf; None where a link joins two switches as far as each other."""
    levels = np.where(leaves, 0, -1)
    for level in range(_MOST_LEVELS):
        reached = np.concatenate((graph.b[levels[graph.a] == level], graph.a[levels[graph.b] == level]))
        reached = reached[levels[reached] < 0]
        if not len(reached):
            break
        levels[reached] = level + 1
    if (levels < 0).any() or (np.abs(levels[graph.a] - levels[graph.b]) != 1).any():
        return None
    return levels


def _two_sides(graph: SwitchGraph) -> Ints | None:
    """Leaves and spines where adapters do not tell them: the sides of a graph that has two."""
    one_side = np.zeros(graph.switches, np.bool_)
    hops = np.full(graph.switches, -1, np.int64)
    hops[0] = 0
    front = np.zeros(1, np.int64)
    while len(front):
        near = np.isin(graph.a, front), np.isin(graph.b, front)
        reached = np.unique(np.concatenate((graph.b[near[0]], graph.a[near[1]])))
        reached = reached[hops[reached] < 0]
        hops[reached] = hops[front[0]] + 1
        front = reached
        if hops.max() > _MOST_LEVELS:  # two complete sides are two hops wide
            return None
    one_side = hops % 2 == 0
    if (one_side[graph.a] == one_side[graph.b]).any() or min(one_side.sum(), (~one_side).sum()) < 2:
        return None
    weights = [(graph.adapters[side].sum(), side.sum()) for side in (one_side, ~one_side)]
    return np.where(one_side if weights[0] >= weights[1] else ~one_side, 0, 1)


def _tree_of(graph: SwitchGraph, levels: Ints) -> Topology | None:
    top = int(levels.max())
    if top < 1:
        return None
    lower = np.where(levels[graph.a] < levels[graph.b], graph.a, graph.b)
    upper = np.where(levels[graph.a] < levels[graph.b], graph.b, graph.a)
    blocks = []
    for level in range(top):
        between = levels[lower] == level
        found = _blocks(graph, levels, level, lower[between], upper[between])
        if found is None or found.ideal_links - found.links > _LOST_OF_PAIR * found.ideal_links:
            return None
        if level and not _evenly_nested(graph, levels, level, lower[between], upper[between]):
            return None
        blocks.append(found)
    ideal = sum(found.ideal_links for found in blocks)
    lost = ideal - sum(found.links for found in blocks)
    if min(found.children for found in blocks) < 2 or max(found.parents for found in blocks) < 2:
        return None  # a level of single children is none; single parents everywhere make a plain tree
    if lost and (ideal < SMALL or lost > _allowed(ideal, top + 1)):
        return None
    lost_switches = [blocks[0].lost_below, blocks[-1].lost_above]
    lost_switches += [max(one.lost_above, two.lost_below) for one, two in itertools.pairwise(blocks)]
    return Topology(
        TopologyKind.FAT_TREE,
        ideal,
        lost,
        lost_switches=sum(lost_switches) if lost else 0,
        lost_pairs=np.concatenate([found.lost_pairs for found in blocks]),
        levels=top + 1,
        shape=tuple((found.children, found.parents) for found in blocks),
        blocking=tuple(_blocking(graph, levels, level) for level in range(top)),
        places=_pods(graph, levels),
    )


def _allowed(ideal: int, levels: int) -> float:
    return min(max(2, _LOST_OF_TWO * ideal), _LOST * ideal) if levels == 2 else _LOST * ideal


def _blocks(graph: SwitchGraph, levels: Ints, level: int, lower: Ints, upper: Ints) -> _Blocks | None:
    """The blocks between a level and the next; None where a block is larger than those that most switches are in."""
    labels = connected_components(graph.switches, lower, upper)
    children = np.bincount(labels[levels == level], minlength=labels.max() + 1)
    parents = np.bincount(labels[levels == level + 1], minlength=labels.max() + 1)
    links = np.bincount(labels[lower], minlength=labels.max() + 1)
    present = np.flatnonzero(links)
    present_sizes = np.stack((children[present], parents[present]), axis=1)
    sizes, counts = np.unique(present_sizes, axis=0, return_counts=True)
    ideal_children, ideal_parents = sizes[(counts * sizes.prod(axis=1)).argmax()].tolist()
    if (sizes > (ideal_children, ideal_parents)).any():
        return None
    all_children, all_parents = int((levels == level).sum()), int((levels == level + 1).sum())
    count = max(-(-all_children // ideal_children), -(-all_parents // ideal_parents))
    broken = present[links[present] < children[present] * parents[present]]
    lost: list[Ints] = [np.zeros((0, 2), np.int64)]
    for label in broken.tolist():
        one, other = (
            np.flatnonzero((labels == label) & (levels == level)),
            np.flatnonzero((labels == label) & (levels == level + 1)),
        )
        pairs = np.stack((np.repeat(one, len(other)), np.tile(other, len(one))), axis=1)
        lost.append(pairs[graph.link_numbers(pairs[:, 0], pairs[:, 1]) < 0])
    return _Blocks(
        ideal_children,
        ideal_parents,
        count,
        len(lower),
        np.concatenate(lost),
        count * ideal_children - all_children,
        count * ideal_parents - all_parents,
    )


def _evenly_nested(graph: SwitchGraph, levels: Ints, level: int, lower: Ints, upper: Ints) -> bool:
    """Whether each switch above a level sees each pod that it sees as often as the others do."""
    inside = (levels[graph.a] <= level) & (levels[graph.b] <= level)
    pods = connected_components(graph.switches, graph.a[inside], graph.b[inside])
    _pairs, seen = np.unique(upper * graph.switches + pods[lower], return_counts=True)
    usual = np.bincount(seen).argmax()
    return bool((seen != usual).sum() <= _UNEVEN * len(seen))


def _pods(graph: SwitchGraph, levels: Ints) -> Ints:
    """Level of each switch, and the pods that it is in, the widest first, shape (switches, levels)."""
    columns = [levels]
    for top in range(int(levels.max()) - 1, 0, -1):
        inside = (levels[graph.a] <= top) & (levels[graph.b] <= top)
        pods = connected_components(graph.switches, graph.a[inside], graph.b[inside])
        columns.append(np.where(levels <= top, pods, -1))
    return np.stack(columns, axis=1)


def _blocking(graph: SwitchGraph, levels: Ints, level: int) -> tuple[float, float]:
    """What comes from below over what goes up, of the switches of a level: the median, and the worst."""
    upward = np.zeros(graph.switches)
    downward = graph.adapter_capacity.copy()
    for end, other in ((graph.a, graph.b), (graph.b, graph.a)):
        rises = levels[other] > levels[end]
        np.add.at(upward, end[rises], graph.capacity[rises])
        np.add.at(downward, end[~rises], graph.capacity[~rises])
    chosen = (levels == level) & (upward > 0)
    ratios = downward[chosen] / upward[chosen]
    return round(float(np.median(ratios)), 4), round(float(ratios.max()), 4)
