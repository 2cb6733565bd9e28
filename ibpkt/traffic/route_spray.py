"""Packets of one flow sprayed over several routes of different length, as adaptive routing by packet does."""

from __future__ import annotations

import bisect
import operator
from collections import defaultdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ibpkt.traffic.simulated_network import DeliveredCopy, SimulatedNetwork


class _OnRoute:
    """A packet that is on one of the longer routes.

    Attributes:
        copy: the packet.
        time: when it leaves the routes.
        uid: its row at the tap.
        by: packets that its sender sent later and that have left the routes before it.
    """

    def __init__(self, copy: DeliveredCopy, time: int, uid: int) -> None:
        self.copy = copy
        self.time = time
        self.uid = uid
        self.by = 0


class RouteSpray:
    """Chooses a route for each packet of one direction by chance, and notes which packets are overtaken.

    Args:
        network: gives chance and takes events.
        count: of the routes; each is longer than the one before.
        step: by so many picoseconds.
        behind: the routes lie behind the tap.
    """

    def __init__(self, network: SimulatedNetwork, count: int, step: int, *, behind: bool) -> None:
        self.behind = behind
        self._network = network
        self._count = count
        self._step = step
        # of each sender, in the order in which they leave: what a packet overtakes is behind its place, and a burst
        # may have a thousand packets in front of that
        self._under_way: defaultdict[int, list[_OnRoute]] = defaultdict(list)

    def delay(self) -> int:
        """What the route of the next packet takes more than the shortest."""
        return self._network.rng.randrange(self._count) * self._step

    def leave(self, copy: DeliveredCopy, time: int, uid: int) -> None:
        """A packet will leave the routes at a time, with a row at the tap."""
        under_way = self._under_way[copy.wire[0]]
        place = bisect.bisect_right(under_way, time, key=operator.attrgetter("time"))
        for other in under_way[place:]:
            if abs(other.copy.number) < abs(copy.number):
                other.by += 1
        on_route = _OnRoute(copy, time, uid)
        under_way.insert(place, on_route)

        def left(now: int, packet: Any, uid: int) -> None:
            under_way.remove(on_route)
            note = self._network.note
            if on_route.by and note is not None:
                more = {"overtaken_by": on_route.by, "behind_tap": self.behind}
                note("reordered", time, on_route.uid, copy.wire, copy.packet[2], **more)

        self._network.at(time, left)
