"""What is wrong with a link, as its colour in a picture says it."""

from __future__ import annotations

import enum
from collections.abc import Collection

from ibpkt.fabric.model import FabricLink
from ibpkt.protocols.rates import LANES, SPEEDS


class LinkMark(enum.StrEnum):
    """What a link is drawn as, the worst first."""

    DOWN = "down"
    CIRCLE = "circle"
    SLOW = "slow"
    PLAIN = "plain"


def link_mark(link: FabricLink, circle: Collection[tuple[int, int]]) -> LinkMark:
    """The mark of a link.

    Args:
        link: the link.
        circle: (GUID of a switch, egress port) of the channels that depend on one another in a circle.
    """
    if link.state not in ("", "Active"):
        return LinkMark.DOWN
    if (link.a.guid, link.a_port) in circle or (link.b.guid, link.b_port) in circle:
        return LinkMark.CIRCLE
    return LinkMark.SLOW if _could_be_faster(link) else LinkMark.PLAIN


def _could_be_faster(link: FabricLink) -> bool:
    """Whether both ends support more lanes or a higher speed than they use; False where that is not known."""
    a, b = link.ends
    widths = a.widths_supported & b.widths_supported
    speeds = [name for name in a.speeds_supported if name in b.speeds_supported]
    most_lanes = max((lanes for bit, lanes in LANES.items() if widths & bit), default=0)
    fastest = max((SPEEDS[name][1] for name in speeds), default=0.0)
    speed = 0.0 if link.speed is None else SPEEDS[link.speed][1]
    return bool((link.lanes and link.lanes < most_lanes) or (speed and speed < fastest))
