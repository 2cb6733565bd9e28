"""Cycles in a directed graph: whether there is one, and a shortest."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Ints, cumulative

#: nodes from which a shortest cycle is looked for, and those that are visited from each
_STARTS, _VISITED = 64, 20_000


def cyclic_part(count: int, tails: Ints, heads: Ints) -> tuple[Ints, Ints]:
    """The arrows that are left when those at nodes where none begins or none arrives are taken away, again and again.

    None are left of a graph without a cycle; what is left has one.

    Args:
        count: nodes.
        tails: where each arrow begins, shape (n,).
        heads: where it ends.
    """
    for _direction in range(2):  # first those where nothing arrives, then those where nothing begins
        alive = _reached_back(count, tails, heads)
        kept = alive[tails] & alive[heads]
        tails, heads = heads[kept], tails[kept]
    return tails, heads


def _reached_back(count: int, tails: Ints, heads: Ints) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which nodes stay if those where no arrow arrives go, with their arrows, again and again."""
    order = np.argsort(tails, kind="stable")
    targets = heads[order]
    starts = cumulative(np.bincount(tails, minlength=count))
    arriving = np.bincount(heads, minlength=count)
    alive = np.ones(count, np.bool_)
    front = np.flatnonzero(arriving == 0)
    while len(front):
        alive[front] = False
        sizes = starts[front + 1] - starts[front]
        rows = np.repeat(starts[front] - cumulative(sizes)[:-1], sizes) + np.arange(int(sizes.sum()))
        lost, numbers = np.unique(targets[rows], return_counts=True)
        arriving[lost] -= numbers
        front = lost[arriving[lost] == 0]
    return alive


def shortest_cycle(tails: Ints, heads: Ints) -> list[int]:
    """The nodes of a shortest cycle, the least first; none where there is no cycle.

    Exact where up to `_STARTS` nodes are on cycles; in larger graphs the shortest through any of so many of them.

    Args:
        tails: where each arrow begins.
        heads: where it ends.
    """
    onward: dict[int, list[int]] = {}
    for tail, head in zip(tails.tolist(), heads.tolist(), strict=True):
        onward.setdefault(tail, []).append(head)
    best: list[int] = []
    nodes = sorted(onward)
    for start in nodes[:: max(1, len(nodes) // _STARTS)]:
        found = _cycle_through(onward, start, len(best) - 1 if best else len(nodes))
        if found:
            best = found
    least = best.index(min(best)) if best else 0
    return best[least:] + best[:least]


def _cycle_through(onward: dict[int, list[int]], start: int, longest: int) -> list[int]:
    """A shortest cycle through a node with at most so many nodes, none if there is none."""
    came_from: dict[int, int] = {}
    front = [start]
    for _length in range(longest):
        fresh: list[int] = []
        for node in front:
            for head in onward.get(node, ()):
                if head == start:
                    cycle = [node]
                    while cycle[-1] != start:
                        cycle.append(came_from[cycle[-1]])
                    return cycle[::-1]
                if head not in came_from:
                    came_from[head] = node
                    fresh.append(head)
        if not fresh or len(came_from) > _VISITED:
            break
        front = fresh
    return []
