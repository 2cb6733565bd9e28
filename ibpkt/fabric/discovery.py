"""Nodes and links out of NodeInfo answered along directed routes, replayed in the order of the packets.

An answer by a route of n hops names the node there and the port by which it was reached; the cable goes from the last
port of the route, at the node that the route without that hop reached.  What is known of a route is what was answered
last: a cable that moves is replaced, and one of whose ends is down is gone.

Source: IBA 1, 14.2.2 and 14.2.5.3.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Ints
from ibpkt.fabric.directed_routes import NOWHERE, DirectedRoutes
from ibpkt.fabric.history import History
from ibpkt.fabric.origins import Origin

#: an end of a cable: a node's GUID and the number of a port
End = tuple[int, int]


class CableSpan(NamedTuple):
    """A cable that was there for a time.

    Attributes:
        ends: both ends, the lower first.
        since: the time of the packet that named it first.
        until: of that after which it was gone, None for one that stayed.
        first, last: numbers of the packets that named it first and last.
        ended_by: that of the packet that showed it gone, 0 where it stayed.
    """

    ends: tuple[End, End]
    since: int
    until: int | None
    first: int
    last: int
    ended_by: int


class _Cable:
    __slots__ = ("ends", "first", "last", "since")

    def __init__(self, ends: tuple[End, End], time: int, frame: int) -> None:
        self.ends, self.since = ends, time
        self.first = self.last = frame


class Cables:
    """The cables of all subnets, as packets say that they are there or gone.

    Attributes:
        peers: the other end of each end.
        past: cables that went.
    """

    def __init__(self) -> None:
        self.peers: dict[End, End] = {}
        self.past: list[CableSpan] = []
        self._cables: dict[End, _Cable] = {}

    def join(self, one: End, other: End, time: int, frame: int) -> None:
        """A packet says that two ports are joined."""
        if self.peers.get(one) == other:
            self._cables[one].last = frame
            return
        for end in (one, other):
            self.part(end, time, frame)
        self.peers[one], self.peers[other] = other, one
        cable = _Cable((min(one, other), max(one, other)), time, frame)
        self._cables[one] = self._cables[other] = cable

    def part(self, end: End, time: int, frame: int) -> None:
        """A packet says that a port has no link any more."""
        cable = self._cables.get(end)
        if cable is None:
            return
        self.past.append(CableSpan(cable.ends, cable.since, time, cable.first, cable.last, frame))
        for each in cable.ends:
            del self.peers[each], self._cables[each]

    def present(self) -> list[CableSpan]:
        """The cables that are there."""
        unique = {id(cable): cable for cable in self._cables.values()}
        return [CableSpan(each.ends, each.since, None, each.first, each.last, 0) for each in unique.values()]


class Sightings(NamedTuple):
    """What the replay goes by, in the order of the packets, a column each, shape (n,).

    Attributes:
        frame: numbers of packets.
        time: theirs.
        origin: the place of the origin, `NOWHERE` where it is not known.
        route: the number of the route.
        guid: the node that was named there; 0 where the row says that a port of the node there is down.
        port: the port of arrival, or the port that is down.
    """

    frame: Ints
    time: Ints
    origin: Ints
    route: Ints
    guid: Array
    port: Ints


class Discovery:
    """Replays what was found along directed routes.

    Args:
        routes: what the routes are.
        origins: where they begin.

    Attributes:
        cables: what joins the nodes.
        orphans: answers of which it is not known where they were reached from.
        first_down: of each port that was ever down the first packet that said so.
        found_twice: ports that one walk found at two places, with the packets that say so.
    """

    def __init__(self, routes: DirectedRoutes, origins: list[Origin]) -> None:
        self.cables: Cables = Cables()
        self.orphans: int = 0
        self.first_down: dict[End, int] = {}
        self.found_twice: dict[End, tuple[int, ...]] = {}
        self._routes = routes
        self._origins = origins
        self._where: list[dict[int, int]] = [{0: origin.guid} for origin in origins]
        self._walk: list[dict[End, tuple[End, int]]] = [{} for _ in origins]
        self._late: list[tuple[int, int, int, int, int, int]] = []

    def replay(self, seen: Sightings) -> None:
        """Go through all rows."""
        columns = [column.tolist() for column in seen]
        for frame, time, origin, route, guid, port in zip(*columns, strict=True):
            if origin == NOWHERE:
                continue
            if not guid:
                node = self.node_at(origin, route)
                if node is not None:
                    self.first_down.setdefault((node, port), frame)
                    self.cables.part((node, port), time, frame)
                    self._forget(origin, (node, port))
                continue
            self._where[origin][route] = guid
            if not route:
                self._walk[origin].clear()
            else:
                self._name(frame, time, origin, route, guid, port, again=True)
        for row in self._late:
            self._name(*row, again=False)

    def _name(self, frame: int, time: int, origin: int, route: int, guid: int, port: int, *, again: bool) -> None:
        parent = self.node_at(origin, self._routes.parents[route])
        if parent is not None:
            one, other = (parent, self._routes.last_port(route)), (guid, port)
            self._compare(origin, one, other, frame)
            self._compare(origin, other, one, frame)
            self.cables.join(one, other, time, frame)
        elif again:
            self._late.append((frame, time, origin, route, guid, port))
        else:
            self.orphans += 1

    def _compare(self, origin: int, end: End, other: End, frame: int) -> None:
        """Notes a port that a walk has found at another place before."""
        known, before = self._walk[origin].setdefault(end, (other, frame))
        if known != other:
            self.found_twice[end] = (before, frame)

    def _forget(self, origin: int, end: End) -> None:
        """A port is down: what a walk finds of it, and of the port at its cable, from now on is no contradiction."""
        known = self._walk[origin].pop(end, None)
        if known is not None:
            self._walk[origin].pop(known[0], None)

    def node_at(self, origin: int, route: int) -> int | None:
        """The node at the end of a route: as it was named last, or else by the cables on the way."""
        known = self._where[origin].get(route)  # that of route 0 is the origin
        if known is not None:
            return known
        before = self.node_at(origin, self._routes.parents[route])
        if before is None:
            return None
        end = self.cables.peers.get((before, self._routes.last_port(route)))
        return None if end is None else end[0]


class NodeLookup:
    """Which node an attribute is of that was answered by a route: as it was when the answer came.

    Args:
        origin, route, frame, guid: the NodeInfo answers with a known origin, in the order of the packets.
        discovery: what the cables say where no answer named the node.
        routes: how many routes there are.
    """

    def __init__(self, origin: Ints, route: Ints, frame: Ints, guid: Array, discovery: Discovery, routes: int) -> None:
        self._routes = routes
        self._discovery = discovery
        self._named = History(origin * self._routes + route, frame, guid)

    def nodes(self, origin: Ints, route: Ints, frame: Ints) -> Array:
        """The GUIDs of the nodes; 0 where nothing names one."""
        found = self._named.values(origin * self._routes + route, frame)
        found[origin == NOWHERE] = 0
        for row in np.flatnonzero((found == 0) & (origin != NOWHERE)).tolist():
            found[row] = self._discovery.node_at(int(origin[row]), int(route[row])) or 0
        return found
