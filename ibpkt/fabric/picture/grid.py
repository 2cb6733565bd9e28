"""Grids: torus, mesh, HyperX and hypercube, two dimensions in the plane, further ones as a grid of such grids."""

from __future__ import annotations

import math

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.fabric.picture.placement import NARROW, Placement, adapter_block, box_for
from ibpkt.fabric.topology.switch_graph import SwitchGraph
from ibpkt.output.svg import Point, curve, polyline

_MARGIN = 40.0
#: with more switches than this boxes have no names
_NAMED = 150
#: up to so many switches links between grids are drawn as a whole
_FEW = 64
#: how far a stub reaches beyond its box
_STUB = 14.0
#: room between grids
_APART = 30.0
#: width over height of a picture of several grids
_ASPECT = 1.6


def grid(graph: SwitchGraph, places: Ints, names: list[str], *, far_links: bool) -> Placement:
    """Switches by their coordinates.

    Links to the next switch are straight, those that close a ring are stubs at both ends.  Links between two of the
    grids that further dimensions make are slanting stubs, or arcs where ``far_links`` says so and switches are few.

    Args:
        graph: switches and links.
        places: coordinates, shape (switches, dimensions).
        names: of the switches.
        far_links: whether links between grids are more than to the next.
    """
    sizes = (places.max(axis=0) + 1).tolist()
    box = box_for(names, most=_NAMED)
    roomy = box[0] > 2 * NARROW
    block_width, block_height = adapter_block(graph)
    across = box[0] + block_width + (26.0 if roomy else 8.0)
    down = box[1] + block_height + (30.0 if roomy else 10.0)
    whole = far_links and graph.switches <= _FEW
    if len(sizes) == 3 and not whole:
        places_drawn, extent = _tiles(places, sizes, across, down)
    else:
        places_drawn, extent = _nested(places, sizes, across, down)
    at = [(_MARGIN + across / 2 + x, _MARGIN + box[1] / 2 + y) for x, y in places_drawn]
    aslant = [(0.75, 0.66)] * graph.switches  # beside the links
    placement = Placement(2 * _MARGIN + extent[0], 2 * _MARGIN + extent[1], at, aslant, box)
    for link, (a, b) in enumerate(zip(graph.a.tolist(), graph.b.tolist(), strict=True)):
        changed = np.flatnonzero(places[a] != places[b])
        if len(changed) != 1:  # it does not fit
            placement.curves[link] = polyline((at[a], at[b]))
            continue
        dimension = int(changed[0])
        low, high = (a, b) if places[a, dimension] < places[b, dimension] else (b, a)
        far = int(places[high, dimension] - places[low, dimension])
        if dimension > 1 and not whole:
            placement.curves[link] = _slanting(at[low], box, -1) + _slanting(at[high], box, 1)
        elif far == sizes[dimension] - 1 and far > 1 and not far_links:
            placement.curves[link] = _stub(at[low], box, dimension, -1) + _stub(at[high], box, dimension, 1)
        elif far == 1 and dimension < 2:
            placement.curves[link] = polyline((at[low], at[high]))
        else:
            placement.curves[link] = _arc(at[low], at[high], dimension, far)
    return placement


def _nested(places: Ints, sizes: list[int], across: float, down: float) -> tuple[list[Point], Point]:
    """Each dimension further to the right or down than those before, by turns; and the size of it all."""
    steps: list[float] = []
    extent = [across, down]
    for dimension, size in enumerate(sizes):
        axis = dimension % 2
        steps.append(extent[axis] + (_APART if dimension > 1 else 0.0))
        extent[axis] = steps[-1] * size
    moved = [[place * step for place, step in zip(row, steps, strict=True)] for row in places.tolist()]
    return [(sum(row[0::2]), sum(row[1::2])) for row in moved], (extent[0], extent[1])


def _tiles(places: Ints, sizes: list[int], across: float, down: float) -> tuple[list[Point], Point]:
    """The grids of the third dimension in rows, for a picture not much wider than high; and the size of it all."""
    width, height = across * sizes[0] + _APART, down * sizes[1] + _APART
    columns = min(sizes[2], max(1, math.ceil(math.sqrt(sizes[2] * height * _ASPECT / width))))
    found = [
        (x * across + tile % columns * width, y * down + tile // columns * height) for x, y, tile in places.tolist()
    ]
    return found, (columns * width, -(-sizes[2] // columns) * height)


def _arc(low: Point, high: Point, dimension: int, far: int) -> str:
    """Past the switches between."""
    lift = 14.0 + 9.0 * far + 10.0 * (dimension // 2)
    middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    bend = (middle[0] - lift, middle[1]) if dimension % 2 else (middle[0], middle[1] - lift)
    return curve(low, high, bend=bend)


def _stub(at: Point, box: tuple[float, float], dimension: int, towards: int) -> str:
    """A link that goes on at the other edge."""
    axis = dimension % 2
    reach = (_STUB + box[axis] / 2) * towards
    return polyline((at, (at[0], at[1] + reach) if axis else (at[0] + reach, at[1])))


def _slanting(at: Point, box: tuple[float, float], towards: int) -> str:
    """A link into another grid: up and to the left, or up and to the right."""
    corner = at[0] + towards * 0.3 * box[0], at[1] - box[1] / 2
    return polyline((corner, (corner[0] + towards * _STUB * 0.6, corner[1] - _STUB * 0.6)))
