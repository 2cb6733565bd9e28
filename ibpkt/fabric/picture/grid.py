"""Grids: torus, mesh, HyperX and hypercube, two dimensions in the plane, further ones as a grid of such grids."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.fabric.picture.placement import BOX_HEIGHT, BOX_WIDTH, NARROW, Placement, adapter_block
from ibpkt.fabric.topology import SwitchGraph
from ibpkt.output.svg import Point, curve, polyline

_MARGIN = 40.0
#: with more switches boxes are narrow and have no names, and links to far places are drawn as stubs
_NAMED, _MANY = 150, 400
#: how far a wrap is drawn beyond the edge
_STUB = 16.0
#: room between grids
_APART = 26.0


def grid(graph: SwitchGraph, places: Ints, sizes: list[int], names: list[str]) -> Placement:
    """Switches by their coordinates.

    Args:
        graph: switches and links.
        places: coordinates, shape (switches, dimensions).
        sizes: of the dimensions.
        names: of the switches.
    """
    named = graph.switches <= _NAMED
    block_width, block_height = adapter_block(graph)
    box_width = BOX_WIDTH if named else NARROW * 1.4
    box_height = BOX_HEIGHT if named else NARROW
    across = max(box_width, block_width) + (30.0 if named else 8.0)
    down = box_height + block_height + (34.0 if named else 10.0)
    steps: list[float] = []
    extent = [across, down]
    for dimension, size in enumerate(sizes):
        axis = dimension % 2
        steps.append(extent[axis] + (_APART if dimension > 1 else 0.0))
        extent[axis] = steps[-1] * size
    at: list[Point] = []
    for row in places.tolist():
        x = sum(place * step for place, step, axis in zip(row, steps, _axes(sizes), strict=True) if axis == 0)
        y = sum(place * step for place, step, axis in zip(row, steps, _axes(sizes), strict=True) if axis == 1)
        at.append((_MARGIN + across / 2 + x, _MARGIN + box_height / 2 + y))
    width = 2 * _MARGIN + extent[0]
    height = 2 * _MARGIN + (extent[1] if len(sizes) > 1 else down)
    placement = Placement(width, height, at, [(0.0, 1.0)] * graph.switches, (box_width, box_height))
    for link, (a, b) in enumerate(zip(graph.a.tolist(), graph.b.tolist(), strict=True)):
        changed = np.flatnonzero(places[a] != places[b])
        if len(changed) == 1:
            dimension = int(changed[0])
            low, high = (a, b) if places[a, dimension] < places[b, dimension] else (b, a)
            far = int(places[high, dimension] - places[low, dimension])
            placement.curves[link] = _link(at[low], at[high], dimension, far, sizes[dimension], graph.switches)
        else:
            placement.curves[link] = polyline((at[a], at[b]))
    return placement


def _axes(sizes: list[int]) -> list[int]:
    return [dimension % 2 for dimension in range(len(sizes))]


def _link(low: Point, high: Point, dimension: int, far: int, size: int, switches: int) -> str:
    """Straight to the next, a stub at either end where a ring closes, an arc to any other place."""
    axis = dimension % 2
    if far == size - 1 and size > 3:
        return _stub(low, axis, -1) + _stub(high, axis, 1)
    if dimension > 1 and switches > _MANY:
        return _stub(low, axis, 0.5) + _stub(high, axis, -0.5)
    if far == 1 and dimension < 2:
        return polyline((low, high))
    lift = 10.0 + 5.0 * far + 6.0 * (dimension // 2)
    middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    return curve(low, high, bend=(middle[0], middle[1] - lift) if axis == 0 else (middle[0] - lift, middle[1]))


def _stub(at: Point, axis: int, towards: float) -> str:
    reach = (_STUB + (BOX_WIDTH / 2 if axis == 0 else BOX_HEIGHT / 2)) * towards
    return polyline((at, (at[0] + reach, at[1]) if axis == 0 else (at[0], at[1] + reach)))
