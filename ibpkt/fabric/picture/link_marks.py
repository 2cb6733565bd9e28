"""What is wrong with links, as their colours in a picture say it: the same as the problems of the subnet say."""

from __future__ import annotations

import collections
import enum
from collections.abc import Collection

from ibpkt.fabric.link_problems import LinkProblems
from ibpkt.fabric.model import FabricLink, FabricSubnet


class LinkMark(enum.StrEnum):
    """What a link is drawn as, the worst first."""

    DOWN = "down"
    MISMATCH = "mismatch"
    CIRCLE = "circle"
    SLOW = "slow"
    UNSTEADY = "unsteady"
    PLAIN = "plain"


_ORDER = list(LinkMark)
#: marks by kinds of problems
_MARKS = {
    **dict.fromkeys(("mtu-mismatch", "vl-mismatch", "width-mismatch", "speed-mismatch"), LinkMark.MISMATCH),
    **dict.fromkeys(("degraded-width", "degraded-speed"), LinkMark.SLOW),
    **dict.fromkeys(("errors-moved", "link-flaps"), LinkMark.UNSTEADY),
}
_Ends = tuple[int, int, int, int]


class LinkMarks:
    """The marks of a subnet's links.

    Args:
        subnet: which.
        circle: (GUID of a switch, egress port) of the channels that depend on one another in a circle.
    """

    def __init__(self, subnet: FabricSubnet, circle: Collection[tuple[int, int]]) -> None:
        self._circle = circle
        self._found: dict[_Ends, set[LinkMark]] = {}
        for link, problem in LinkProblems(subnet).of_links():
            self._note(link, problem.kind)
        links: dict[str, list[FabricLink]] = collections.defaultdict(list)
        if any(_MARKS.get(problem.kind) is LinkMark.UNSTEADY for problem in subnet.problems):
            for link in subnet.links:
                links[link.title].append(link)
        for problem in subnet.problems:
            same = links.get(problem.subject, ())
            if len(same) == 1:  # nodes may have one name
                self._note(same[0], problem.kind)

    def of(self, link: FabricLink) -> LinkMark:
        """The mark of a link: the worst that applies."""
        found = set(self._found.get(_ends(link), ()))
        if link.state not in ("", "Active"):
            found.add(LinkMark.DOWN)
        if (link.a.guid, link.a_port) in self._circle or (link.b.guid, link.b_port) in self._circle:
            found.add(LinkMark.CIRCLE)
        return min(found, key=_ORDER.index, default=LinkMark.PLAIN)

    def _note(self, link: FabricLink, kind: str) -> None:
        if kind in _MARKS:
            self._found.setdefault(_ends(link), set()).add(_MARKS[kind])


def _ends(link: FabricLink) -> _Ends:
    return link.a.guid, link.a_port, link.b.guid, link.b_port
