"""Classes of links that lie in one dimension of a Cartesian product, found by triangles and squares.

Torus, mesh, hypercube and HyperX are products of cycles, paths and complete graphs.  Links of a triangle lie in one
dimension; in a square without chord, opposite links do, and neighbouring ones lie in two (Imrich and Klavžar, Product
Graphs, 1997).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Bools, Ints, in_order, run_starts
from ibpkt.fabric.topology.switch_graph import LinkPairs, SwitchGraph, connected_components

#: a dimension has at least this share of the links
_LEAST_SHARE = 0.03
#: no graph has more dimensions than this
MOST_DIMENSIONS = 24
#: pairs of classes that are compared at most
_MOST_CLASS_PAIRS = 300_000


class _Squares(NamedTuple):
    """Squares without chord, one a row: one corner's two links, and the two opposite to them.

    Attributes:
        one: a link.
        opposite_one: the link opposite to it.
        other: the other link of the corner.
        opposite_other: likewise.
    """

    one: Ints
    opposite_one: Ints
    other: Ints
    opposite_other: Ints


def dimensions_of_links(graph: SwitchGraph) -> Ints | None:
    """The dimension of each link, from 0 on, -1 where no square tells it; None where the graph is no product."""
    pairs = graph.link_pairs()
    if not len(pairs.middle):
        return None
    closing = graph.link_numbers(pairs.u, pairs.v)
    squares = _squares(graph, pairs, closing < 0)
    if not len(squares.one):
        return None
    triangles = closing >= 0
    classes = connected_components(
        graph.links,
        np.concatenate((pairs.to_u[triangles], pairs.to_u[triangles], squares.one, squares.other)),
        np.concatenate((pairs.to_v[triangles], closing[triangles], squares.opposite_one, squares.opposite_other)),
    )
    count = int(classes.max()) + 1
    spanning = _class_pairs(classes[squares.one], classes[squares.other], count)
    meeting = _class_pairs(classes[pairs.to_u], classes[pairs.to_v], count)
    beside = np.setdiff1d(meeting, spanning, assume_unique=True)
    if len(spanning) > _MOST_CLASS_PAIRS or len(beside) > _MOST_CLASS_PAIRS:
        return None
    partners: dict[int, set[int]] = {}
    for one, other in zip((spanning // count).tolist(), (spanning % count).tolist(), strict=True):
        partners.setdefault(one, set()).add(other)
        partners.setdefault(other, set()).add(one)
    joined = [
        (one, other)
        for one, other in zip((beside // count).tolist(), (beside % count).tolist(), strict=True)
        if _same_partners(partners.get(one), partners.get(other))
    ]
    ends = np.array(joined, np.int64).reshape(-1, 2)
    clusters = connected_components(count, ends[:, 0], ends[:, 1])
    return _dimensions(clusters[classes], clusters, partners)


def _same_partners(one: set[int] | None, other: set[int] | None) -> bool:
    """Whether two classes span squares with nearly the same classes: next to a lost link some squares are absent."""
    return one is not None and other is not None and 2 * len(one & other) >= min(len(one), len(other))


def _dimensions(of_links: Ints, clusters: Ints, partners: dict[int, set[int]]) -> Ints | None:
    """Clusters of weight as numbers from 0 on; classes without a square, and small clusters, have none."""
    has_square = np.zeros(int(clusters.max()) + 1, np.bool_)
    has_square[clusters[list(partners)]] = True
    weights = np.bincount(of_links, minlength=len(has_square))
    heavy = np.flatnonzero(has_square & (weights >= _LEAST_SHARE * len(of_links)))
    if not 2 <= len(heavy) <= MOST_DIMENSIONS:
        return None
    numbers = np.full(len(has_square), -1, np.int64)
    numbers[heavy] = np.arange(len(heavy))
    return numbers[of_links]


def _squares(graph: SwitchGraph, pairs: LinkPairs, open_pairs: Bools) -> _Squares:
    """Squares whose opposite corners have exactly two common neighbours."""
    rows = np.flatnonzero(open_pairs)
    keys = pairs.u[rows] * graph.switches + pairs.v[rows]
    order = in_order(keys)
    starts = run_starts(keys[order])
    twice = np.flatnonzero(np.diff(starts, append=len(keys)) == 2)
    one, two = rows[order[starts[twice]]], rows[order[starts[twice] + 1]]
    chordless = graph.link_numbers(pairs.middle[one], pairs.middle[two]) < 0
    one, two = one[chordless], two[chordless]
    return _Squares(pairs.to_u[one], pairs.to_v[two], pairs.to_v[one], pairs.to_u[two])


def _class_pairs(one: Ints, other: Ints, count: int) -> Ints:
    """Each pair of two different classes once, as a number."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    return np.unique((low * count + high)[low != high])
