"""Circles: rings and full meshes on one, dragonflies as groups on one."""

from __future__ import annotations

import math

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.fabric.picture.placement import Placement, adapter_block, box_for, natural_order
from ibpkt.fabric.topology.switch_graph import SwitchGraph
from ibpkt.output.svg import Point, curve, on_circle, polyline

_MARGIN = 30.0
#: with more switches than this boxes are narrow and have no names
_NAMED = 80
#: from the adapters of a group to its number
_CAPTION = 16.0
#: the part of a group's circle on which its leaves are, or its spines
_HALF = 0.42


def circle(graph: SwitchGraph, order: list[int], names: list[str]) -> Placement:
    """Switches on one circle, links as chords.

    Args:
        graph: switches and links.
        order: the switches clockwise.
        names: of the switches.
    """
    box, reach = _box_and_reach(graph, names)
    radius = max(110.0, len(order) * (box[0] + 12 if len(order) < 24 else box[0] * 0.7 + 6) / (2 * math.pi))
    centre = (_MARGIN + reach + radius, _MARGIN + reach + radius)
    at: list[Point] = [centre] * graph.switches
    away: list[Point] = [(0.0, 1.0)] * graph.switches
    for place, switch in enumerate(order):
        at[switch] = on_circle(centre, radius, place / len(order))
        away[switch] = on_circle((0.0, 0.0), 1.0, place / len(order))
    placement = Placement(2 * centre[0], 2 * centre[1], at, away, box)
    for link, (a, b) in enumerate(zip(graph.a.tolist(), graph.b.tolist(), strict=True)):
        placement.curves[link] = polyline((at[a], at[b]))
    return placement


def line(graph: SwitchGraph, order: list[int], names: list[str]) -> Placement:
    """Switches side by side, in rows of so many that the picture is no wider than a page."""
    box, _reach = _box_and_reach(graph, names)
    block_width, block_height = adapter_block(graph)
    across, down = max(box[0], block_width) + 30, box[1] + block_height + 40
    columns = max(1, min(len(order), int(1100 / across)))
    at: list[Point] = [(0.0, 0.0)] * graph.switches
    for place, switch in enumerate(order):
        row, column = divmod(place, columns)
        column = column if row % 2 == 0 else columns - 1 - column  # as an ox ploughs
        at[switch] = (_MARGIN + across * (column + 0.5), _MARGIN + box[1] / 2 + row * down)
    rows = -(-len(order) // columns)
    placement = Placement(
        2 * _MARGIN + columns * across, 2 * _MARGIN + rows * down, at, [(0.0, 1.0)] * graph.switches, box
    )
    for link, (a, b) in enumerate(zip(graph.a.tolist(), graph.b.tolist(), strict=True)):
        placement.curves[link] = polyline((at[a], at[b]))
    return placement


def groups(graph: SwitchGraph, places: Ints, names: list[str]) -> Placement:
    """Groups on a circle, their switches on small circles; where they have levels, leaves further out.

    Args:
        graph: switches and links.
        places: the group of each switch, and its level if groups have several, shape (switches, 1 or 2).
        names: of the switches.
    """
    box, reach = _box_and_reach(graph, names)
    count = int(places[:, 0].max()) + 1
    members = [
        sorted(np.flatnonzero(places[:, 0] == group).tolist(), key=lambda at: natural_order(names[at]))
        for group in range(count)
    ]
    small = max(_group_radius(group, places, box[0]) for group in members)
    radius = max(120.0, count * (2 * small + 2 * reach + 18) / (2 * math.pi))
    edge = _MARGIN + reach + small + radius + _CAPTION
    centre = (edge, edge)
    at: list[Point] = [centre] * graph.switches
    away: list[Point] = [(0.0, 1.0)] * graph.switches
    placement = Placement(2 * edge, 2 * edge, at, away, box)
    for group, switches in enumerate(members):
        middle = on_circle(centre, radius, group / count)
        placement.captions.append((on_circle(centre, radius + small + reach + _CAPTION, group / count), str(group + 1)))
        _place_group(placement, switches, places, middle, small, group / count)
    inside = places[graph.a, 0] == places[graph.b, 0]
    for link, (a, b) in enumerate(zip(graph.a.tolist(), graph.b.tolist(), strict=True)):
        placement.curves[link] = polyline((at[a], at[b])) if inside[link] else curve(at[a], at[b], bend=centre)
    return placement


def _group_radius(switches: list[int], places: Ints, box_width: float) -> float:
    """The radius of the circle on which the boxes of a group do not overlap."""
    around = len(switches)
    if places.shape[1] > 1:
        around = max(3, math.ceil(max(np.bincount(places[switches, 1])) / _HALF))
    return max(16.0, (box_width + 8) / (2 * math.sin(math.pi / max(2, around))))


def _place_group(
    placement: Placement, switches: list[int], places: Ints, middle: Point, radius: float, turn: float
) -> None:
    """The switches of a group: leaves on the outer half of its circle, spines on the inner, or all around."""
    if places.shape[1] < 2:
        for place, switch in enumerate(switches):
            share = turn + place / len(switches)
            placement.at[switch] = on_circle(middle, radius, share)
            placement.away[switch] = on_circle((0.0, 0.0), 1.0, share)
        return
    for level in (0, 1):
        row = [switch for switch in switches if places[switch, 1] == level]
        for place, switch in enumerate(row):
            share = turn + (0.0 if level == 0 else 0.5) + _HALF * ((place + 0.5) / len(row) - 0.5)
            placement.at[switch] = on_circle(middle, radius, share)
            placement.away[switch] = on_circle((0.0, 0.0), 1.0, turn)


def _box_and_reach(graph: SwitchGraph, names: list[str]) -> tuple[tuple[float, float], float]:
    """The size of boxes, and how far adapters reach beyond the circle."""
    box = box_for(names, most=_NAMED)
    block_width, block_height = adapter_block(graph)
    return box, max(box[0] / 2, 8.0) + (math.hypot(block_width, block_height) if block_height else 0.0)
