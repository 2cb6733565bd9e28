"""Coordinates in a Cartesian product: without the links of a dimension the graph falls into the layers across it."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.fabric.topology.switch_graph import SwitchGraph, connected_components

#: more parts of layers than this are not put together
_MOST_PARTS = 128


def layers(graph: SwitchGraph, dimensions: Ints, dimension: int) -> Ints:
    """The layer of each switch across a dimension, from 0 on.

    Lost links can cut a layer.  Parts are put together that are no larger than the largest layer, that no link of the
    dimension joins, and that it joins to mostly the same layers.

    Args:
        graph: all switches.
        dimensions: the dimension of each link, -1 where it is not known.
        dimension: which.
    """
    across = (dimensions != dimension) & (dimensions >= 0)
    labels = connected_components(graph.switches, graph.a[across], graph.b[across])
    sizes = np.bincount(labels)
    whole = int(sizes.max())
    parts = np.flatnonzero(sizes < whole).tolist()
    if not 2 <= len(parts) <= _MOST_PARTS:
        return labels
    along = dimensions == dimension
    near: dict[int, set[int]] = {part: set() for part in range(len(sizes))}
    for one, other in zip(labels[graph.a[along]].tolist(), labels[graph.b[along]].tolist(), strict=True):
        near[one].add(other)
        near[other].add(one)
    merged = {part: int(sizes[part]) for part in parts}
    while (best := _best_join(merged, near, whole)) is not None:
        kept, gone = best
        labels[labels == gone] = kept
        merged[kept] += merged.pop(gone)
        for other in near.pop(gone):
            near[other].discard(gone)
            near[other].add(kept)
            near[kept].add(other)
    numbers: Ints = np.unique(labels, return_inverse=True)[1].astype(np.int64)
    return numbers


def _best_join(sizes: dict[int, int], near: dict[int, set[int]], whole: int) -> tuple[int, int] | None:
    """The two parts that share most of their neighbours, None where none share half."""
    best, most = None, 0.0
    parts = list(sizes)
    for place, one in enumerate(parts):
        mine, room = near[one], whole - sizes[one]
        if one in mine:
            continue
        for other in parts[place + 1 :]:
            theirs = near[other]
            if sizes[other] > room or other in mine or other in theirs or mine.isdisjoint(theirs):
                continue
            shared = len(mine & theirs) / min(len(mine), len(theirs))
            if shared >= 0.5 and shared > most:
                best, most = (one, other), shared
    return best
