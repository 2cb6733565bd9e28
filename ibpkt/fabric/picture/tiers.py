"""Levels above each other: fat trees, trees, and irregular graphs by the distance from their middle."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.fabric.picture.placement import (
    BOX_HEIGHT,
    BOX_WIDTH,
    NAME_SIZE,
    NARROW,
    Placement,
    adapter_block,
    natural_order,
)
from ibpkt.fabric.topology.switch_graph import SwitchGraph
from ibpkt.output.svg import Point, curve, text_width, upright_curve

#: the width that a picture should not exceed, and room around it
_WIDTH, _MARGIN = 1200.0, 20.0
#: between boxes, and between levels
_GAP, _LEVEL = 8.0, 92.0
#: height of boxes with upright names
_UPRIGHT = 64.0
#: rounds in which levels are put into the order of their neighbours
_ROUNDS = 4


def tiers(graph: SwitchGraph, levels: Ints, names: list[str], groups: Ints | None = None) -> Placement:
    """Switches by level, the lowest at the bottom.

    Args:
        graph: switches and links.
        levels: of each switch, from 0 on.
        names: of the switches, by which neighbours on a level are put in order.
        groups: columns of groups that stay together on their level, the widest first, -1 for none.
    """
    rows = _ordered(graph, levels, names, groups)
    block_width, block_height = adapter_block(graph)
    widest = max(len(row) for row in rows)
    longest = max(text_width(name, NAME_SIZE) for name in names) + 8
    wanted = max(longest, block_width if (graph.adapters > 0).any() else 0.0, 24.0)
    step = max(NARROW + 2.0, min(wanted + _GAP, (_WIDTH - 2 * _MARGIN) / widest))
    box_width = min(step - min(_GAP, 0.2 * step), max(longest, BOX_WIDTH))
    upright = box_width < min(longest, 40.0)
    box_height = min(_UPRIGHT, longest) if upright else BOX_HEIGHT
    span = step * widest
    width = span + 2 * _MARGIN
    at: list[Point] = [(0.0, 0.0)] * graph.switches
    top = len(rows) - 1
    level_height = _LEVEL + box_height + (40.0 if widest > 40 else 0.0)
    for level, row in enumerate(rows):
        y = _MARGIN + box_height / 2 + (top - level) * level_height
        for place, switch in enumerate(row):
            at[switch] = (_MARGIN + span * (place + 0.5) / len(row), y)
    height = 2 * _MARGIN + box_height + top * level_height + (block_height + 14 if block_height else 0)
    placement = Placement(width, height, at, [(0.0, 1.0)] * graph.switches, (box_width, box_height), upright)
    for link, (a, b) in enumerate(zip(graph.a.tolist(), graph.b.tolist(), strict=True)):
        placement.curves[link] = _link(at[a], at[b], box_height)
    return placement


def _link(one: Point, other: Point, box_height: float) -> str:
    low, high = (one, other) if one[1] > other[1] else (other, one)
    if low[1] == high[1]:  # on the same level: above the boxes between them
        lift = box_height / 2
        rise = min(40.0, 8.0 + abs(one[0] - other[0]) / 12)
        start, end = (one[0], one[1] - lift), (other[0], other[1] - lift)
        return curve(start, end, bend=((start[0] + end[0]) / 2, start[1] - 2 * rise))
    return upright_curve((high[0], high[1] + box_height / 2), (low[0], low[1] - box_height / 2))


def _ordered(graph: SwitchGraph, levels: Ints, names: list[str], groups: Ints | None) -> list[list[int]]:
    """The switches of each level from left to right: by group and name at first, then near their neighbours."""
    by_name = np.empty(graph.switches, np.int64)
    by_name[sorted(range(graph.switches), key=lambda at: (natural_order(names[at]), at))] = np.arange(graph.switches)
    first_of_group: list[Ints] = []
    for column in () if groups is None else groups.T:
        first = np.full(int(column.max(initial=-1)) + 2, graph.switches)
        np.minimum.at(first, column, by_name)  # a group stands where its first name does; -1 is the last place
        first_of_group.append(first[column])
    rows: list[list[int]] = []
    for level in range(int(levels.max()) + 1):
        members = np.flatnonzero(levels == level)
        keys = [by_name[members], *(column[members] for column in reversed(first_of_group))]
        rows.append(members[np.lexsort(keys)].tolist())
    if groups is None or groups.shape[1] == 0:
        for turn in range(_ROUNDS):
            for level in range(1, len(rows)) if turn % 2 == 0 else range(len(rows) - 2, -1, -1):
                rows[level] = _near_neighbours(graph, rows, level)
    else:
        for level in range(1, len(rows)):
            rows[level] = _near_neighbours(graph, rows, level) if (groups[rows[level]] < 0).all() else rows[level]
    return [row for row in rows if row]


def _near_neighbours(graph: SwitchGraph, rows: list[list[int]], level: int) -> list[int]:
    """A level in the order of where its neighbours on other levels stand in the mean."""
    place = np.full(graph.switches, np.nan)
    for row in rows:
        place[row] = (np.arange(len(row)) + 0.5) / max(1, len(row))
    place[rows[level]] = np.nan
    means = []
    for at, switch in enumerate(rows[level]):
        near = place[graph.of(switch)]
        near = near[~np.isnan(near)]
        means.append(float(near.mean()) if len(near) else (at + 0.5) / len(rows[level]))
    return [rows[level][at] for at in sorted(range(len(means)), key=lambda at: (round(means[at], 6), at))]
