"""Torus, mesh, hypercube and HyperX: Cartesian products of cycles, paths and complete graphs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.fabric.topology.factors import Factor, names
from ibpkt.fabric.topology.link_classes import dimensions_of_links
from ibpkt.fabric.topology.product_layers import layers
from ibpkt.fabric.topology.switch_graph import SwitchGraph
from ibpkt.fabric.topology.topology import SMALL, Topology, TopologyKind

#: links that may be lost, of all that the whole has; with those of lost switches
_LOST, _LOST_IN_ALL = 0.125, 0.3
#: switches that may be lost, of a whole with at least so many
_LOST_SWITCHES, _LEAST_SWITCHES = 0.06, 11
#: links too many, of a whole with at least so many links
_EXTRA, _EXTRA_FROM = 0.005, 200
#: two layers are joined if this share of their switches are
_JOINED = 0.5
#: links without a dimension: their number and share at most, and how often the graph is judged anew to find it, by its
#: links
_FEW_UNKNOWN, _UNKNOWN, _TRIALS, _LINKS_JUDGED = 10, 0.05, 1024, 2_000_000


def product(graph: SwitchGraph) -> Topology | None:
    """The product that a connected graph is, or is nearly; None where it is none."""
    if graph.degrees.min() == graph.degrees.max() == 2:
        return None  # a ring has one dimension
    dimensions = dimensions_of_links(graph)
    if dimensions is None:
        return None
    best: Topology | None = None
    for trial in _assignments(dimensions):
        judged = _judge(graph, trial)
        if judged is not None and (best is None or judged.misfit < best.misfit):
            best = judged
            if best.exact:
                break
    return best


def _assignments(dimensions: Ints) -> Iterator[Ints]:
    """The dimensions of all links: those that no square tells left out, then each put into every dimension."""
    yield dimensions
    unknown = np.flatnonzero(dimensions < 0)
    count = int(dimensions.max()) + 1
    trials = min(_TRIALS, _LINKS_JUDGED // max(1, len(dimensions)))
    if not 0 < len(unknown) <= max(_FEW_UNKNOWN, _UNKNOWN * len(dimensions)) or count ** min(len(unknown), 20) > trials:
        return
    for choice in itertools.product(range(count), repeat=len(unknown)):
        trial = dimensions.copy()
        trial[unknown] = choice
        yield trial


def _judge(graph: SwitchGraph, dimensions: Ints) -> Topology | None:
    """The product that the graph is if its links lie in these dimensions."""
    count = int(dimensions.max()) + 1
    places = np.stack([layers(graph, dimensions, dimension) for dimension in range(count)], axis=1)
    sizes = (places.max(axis=0) + 1).tolist()
    whole = int(np.prod(np.array(sizes, np.float64)))
    lost_switches = whole - graph.switches
    if lost_switches < 0 or min(sizes) < 2:
        return None
    if lost_switches and (whole < _LEAST_SWITCHES or lost_switches > max(1, _LOST_SWITCHES * whole)):
        return None
    at = np.ravel_multi_index(tuple(places.T), tuple(sizes))
    if len(np.unique(at)) < graph.switches:
        return None
    changed = places[graph.a] != places[graph.b]
    straight = changed.sum(axis=1) == 1
    axes = np.where(straight, changed.argmax(axis=1), -1)
    factors: list[Factor] = []
    fits = np.zeros(graph.links, np.bool_)
    for dimension, size in enumerate(sizes):
        on_axis = np.flatnonzero(axes == dimension)
        found = _factor(places[:, dimension], graph, on_axis, size, whole // size)
        if found is None:
            return None
        factor, fitting = found
        factors.append(factor)
        fits[on_axis[fitting]] = True
    return _topology(graph, places, sizes, factors, fits, lost_switches)


def _factor(layer: Ints, graph: SwitchGraph, links: Ints, size: int, rows: int) -> tuple[Factor, Bools] | None:
    """How the layers across a dimension are joined, and which of its links join them so.

    Args:
        layer: that of each switch.
        graph: all links.
        links: those of the dimension.
        size: layers.
        rows: switches of a whole layer.
    """
    low = np.minimum(layer[graph.a[links]], layer[graph.b[links]])
    high = np.maximum(layer[graph.a[links]], layer[graph.b[links]])
    keys, inverse, counts = np.unique(low * size + high, return_inverse=True, return_counts=True)
    joined = counts >= _JOINED * rows
    pairs = np.stack((keys[joined] // size, keys[joined] % size), axis=1)
    factor = Factor.of(size, pairs) if len(pairs) else None
    return None if factor is None else (factor, joined[inverse])


def _topology(
    graph: SwitchGraph, places: Ints, sizes: list[int], factors: list[Factor], fits: Bools, lost_switches: int
) -> Topology | None:
    whole = int(np.prod(sizes))
    ideal = sum(len(factor.pairs) * (whole // factor.size) for factor in factors)
    lost = ideal - int(fits.sum())
    extra = np.flatnonzero(~fits)
    if len(extra) and (ideal < _EXTRA_FROM or len(extra) > _EXTRA * ideal):
        return None
    lost_pairs = _lost_pairs(graph, places, sizes, factors) if lost else np.zeros((0, 2), np.int64)
    if (lost or lost_switches) and ideal < SMALL:
        return None
    if (lost_pairs >= 0).all(axis=1).sum() > _LOST * ideal or lost > _LOST_IN_ALL * ideal:
        return None
    named = names(factors)
    if not named:
        return None
    (name, open_dims), *others = named
    ordered = np.stack([factor.order[places[:, axis]] for axis, factor in enumerate(factors)], axis=1)
    if name.kind is TopologyKind.TORUS:
        ordered = _rings_of_four(ordered)
    axes = np.argsort(-ordered.max(axis=0), kind="stable")
    return Topology(
        name.kind,
        ideal,
        lost,
        lost_switches,
        lost_pairs=lost_pairs,
        extra_links=np.stack((graph.a[extra], graph.b[extra]), axis=1),
        dims=name.dims,
        open_dims=open_dims,
        places=ordered[:, axes],
        also=tuple(other for other, _open in others),
    )


def _rings_of_four(places: Ints) -> Ints:
    """Coordinates in which two dimensions of two switches are one of four, as a torus calls them."""
    pairs = np.flatnonzero(places.max(axis=0) == 1)
    rest = [places[:, axis] for axis in range(places.shape[1]) if axis not in pairs]
    rings = [
        2 * places[:, one] + (places[:, one] ^ places[:, other])  # 00, 01, 11, 10: one step changes one digit
        for one, other in zip(pairs[0::2], pairs[1::2], strict=False)
    ]
    left = [places[:, pairs[-1]]] if len(pairs) % 2 else []
    return np.stack([*rest, *rings, *left], axis=1)


def _lost_pairs(graph: SwitchGraph, places: Ints, sizes: list[int], factors: list[Factor]) -> Ints:
    """Absent links with an end that is there; the other is -1 where the switch is absent, too."""
    shape = tuple(sizes)
    switch_at = np.full(int(np.prod(sizes)), -1, np.int64)
    switch_at[np.ravel_multi_index(tuple(places.T), shape)] = np.arange(graph.switches)
    found = [np.zeros((0, 2), np.int64)]
    for axis, factor in enumerate(factors):
        for one, other in factor.pairs.tolist():
            ends, opposite = _across(places, switch_at, shape, axis, one, other)
            absent = (opposite < 0) | (graph.link_numbers(ends, opposite) < 0)
            found.append(np.stack((ends[absent], opposite[absent]), axis=1))
            ends, opposite = _across(places, switch_at, shape, axis, other, one)
            found.append(np.stack((ends, opposite), axis=1)[opposite < 0])
    return np.concatenate(found)


def _across(
    places: Ints, switch_at: Ints, shape: tuple[int, ...], axis: int, one: int, other: int
) -> tuple[Ints, Ints]:
    """The switches of a layer, and those opposite to them in another, -1 where there is none."""
    ends = np.flatnonzero(places[:, axis] == one)
    across = places[ends].copy()
    across[:, axis] = other
    return ends, switch_at[np.ravel_multi_index(tuple(across.T), shape)]
