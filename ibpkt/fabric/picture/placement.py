"""Where a picture puts switches: the words that all kinds of placements share."""

from __future__ import annotations

import dataclasses

from ibpkt.fabric.topology import SwitchGraph
from ibpkt.output.svg import Point

#: a switch's box where there is room for its name, and where there is none
BOX_WIDTH, BOX_HEIGHT, NARROW = 62.0, 18.0, 9.0
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
