"""Where a picture puts switches: the words that all kinds of placements share."""

from __future__ import annotations

import dataclasses
import re

from ibpkt.fabric.topology.switch_graph import SwitchGraph
from ibpkt.output.svg import Point, text_width

#: a switch's box where there is room for its name, the narrowest with a name, and one without
BOX_WIDTH, LEAST_BOX, BOX_HEIGHT, NARROW = 72.0, 28.0, 18.0, 9.0
#: size of the names in boxes
NAME_SIZE = 10.0
#: an adapter's square, the gap between two, and squares side by side
ADAPTER, ADAPTER_GAP, ADAPTER_COLUMNS = 8.0, 2.0, 4
#: above so many nodes adapters are a number
MOST_ADAPTERS_DRAWN = 700


@dataclasses.dataclass
class Placement:
    """Where everything is.

    Attributes:
        width: of the picture, in pixels.
        height: likewise.
        at: the centre of each switch's box.
        away: where its adapters are from there: a direction of length 1.
        box: width and height of all boxes.
        upright_names: names are written from bottom to top.
        curves: path commands of each link, by its number in the graph.
        captions: words at places, as the number of a group.
    """

    width: float
    height: float
    at: list[Point]
    away: list[Point]
    box: tuple[float, float] = (BOX_WIDTH, BOX_HEIGHT)
    upright_names: bool = False
    curves: dict[int, str] = dataclasses.field(default_factory=dict)
    captions: list[tuple[Point, str]] = dataclasses.field(default_factory=list)


def natural_order(name: str) -> list[tuple[int, str]]:
    """A key by which ``leaf9`` comes before ``leaf10``."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name) if part]


def box_for(names: list[str], *, most: int) -> tuple[float, float]:
    """Width and height of boxes: as wide as the longest name within limits, narrow where there are too many switches.

    Args:
        names: of the switches.
        most: switches from which on boxes have no names.
    """
    if len(names) > most:
        return NARROW * 1.4, NARROW
    longest = max(text_width(name, NAME_SIZE) for name in names) + 8
    return min(max(longest, LEAST_BOX), BOX_WIDTH), BOX_HEIGHT


def adapters_drawn(graph: SwitchGraph) -> bool:
    """Whether each adapter has a square of its own."""
    return graph.switches + int(graph.adapters.sum()) <= MOST_ADAPTERS_DRAWN


def adapter_block(graph: SwitchGraph) -> tuple[float, float]:
    """Width and height of the largest block of adapters."""
    most = int(graph.adapters.max(initial=0))
    if not most:
        return 0.0, 0.0
    if not adapters_drawn(graph):
        return 30.0, 12.0
    columns, rows = min(most, ADAPTER_COLUMNS), -(-most // ADAPTER_COLUMNS)
    step = ADAPTER + ADAPTER_GAP
    return columns * step, rows * step
