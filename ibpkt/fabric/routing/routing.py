"""Routes of a subnet judged: who does not reach whom, loops, how evenly links are used, whether they can deadlock.

Routes can deadlock if their channels depend on one another in a circle: a channel, that is a link in one direction on
one virtual lane, depends on those that follow it on some route (Dally and Seitz, Deadlock-Free Message Routing in
Multiprocessor Interconnection Networks, 1987).  A circle means that a deadlock is possible, not that there was one.
"""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Ints
from ibpkt.fabric.model import FabricNode, FabricSubnet, guid_text
from ibpkt.fabric.routing.cycles import cyclic_part, shortest_cycle
from ibpkt.fabric.routing.forwarding import Forwarding
from ibpkt.fabric.routing.lanes import LANES, lane_dependencies
from ibpkt.fabric.routing.route_walk import FailedRoute, RouteEnd, Walk, loop_of, walk_routes


class Channel(NamedTuple):
    """A link in one direction on one virtual lane.

    Attributes:
        switch: where packets leave.
        port: its egress port.
        lane: the virtual lane.
    """

    switch: FabricNode
    port: int
    lane: int


class RoutingLoop(NamedTuple):
    """Switches that send packets for a LID round in a circle.

    Attributes:
        lid: for which.
        switches: in the order in which packets pass them.
    """

    lid: int
    switches: tuple[FabricNode, ...]


class LinkUse(NamedTuple):
    """How many routes go over the links between switches, each direction by itself.

    Attributes:
        links: directions of links between switches.
        mean: routes over one of them.
        most: routes over that with the most.
        unused: directions without a route.
        busiest: the direction with the most.
    """

    links: int
    mean: float
    most: int
    unused: int
    busiest: Channel

    @property
    def balance(self) -> float:
        """The most over the mean: 1 where all links are used alike."""
        return self.most / self.mean if self.mean else 0.0


@dataclasses.dataclass(frozen=True)
class Routing:
    """What the forwarding tables of a subnet do with packets between adapters.

    Attributes:
        forwarding: the tables, cables and LIDs.
        routes: routes by how they end; a route is a port that sends and a LID of another port.
        failed: routes that do not arrive, at most a thousand.
        loops: circles that packets run in.
        use: how evenly links between switches are used, None where there are none.
        deadlock_free: None where tables are missing and what is known has no circle.
        cycle: channels that depend on one another in a circle, none where routes cannot deadlock.
        lanes: virtual lanes that were told apart; 1 where no packet told SLs, or one lane is free of circles already.
        routes_with_sl: routes whose SL is known, of those from a LID to another.
        causes: for each channel of the circle the LID of a route that goes over it and then over the next.
        notes: what the verdicts rest on, sentences without a full stop.
    """

    forwarding: Forwarding
    routes: dict[RouteEnd, int]
    failed: tuple[FailedRoute, ...] = ()
    loops: tuple[RoutingLoop, ...] = ()
    use: LinkUse | None = None
    deadlock_free: bool | None = True
    cycle: tuple[Channel, ...] = ()
    lanes: int = 1
    routes_with_sl: int = 0
    causes: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def pairs(self) -> int:
        """Routes that are known: those that reach a switch whose table was not told are not."""
        return sum(self.routes.values()) - self.routes[RouteEnd.UNKNOWN]

    @property
    def unreachable(self) -> int:
        """Routes that do not arrive."""
        return self.pairs - self.routes[RouteEnd.ARRIVES]

    def members(self) -> dict[str, Any]:
        """As `ibpkt fabric --format json` prints it."""
        return {
            "pairs": self.pairs,
            "reached": self.routes[RouteEnd.ARRIVES],
            "unreachable": [self._failed_members(route) for route in self.failed],
            "loops": [
                {"lid": loop.lid, "switches": [guid_text(switch.guid) for switch in loop.switches]}
                for loop in self.loops
            ],
            "balance": None if self.use is None else round(self.use.balance, 3),
            "deadlock_free": self.deadlock_free,
            "cycle": [
                {"guid": guid_text(at.switch.guid), "name": at.switch.title, "port": at.port, "vl": at.lane}
                for at in self.cycle
            ],
            "lanes": self.lanes,
            "notes": list(self.notes),
        }

    def _failed_members(self, route: FailedRoute) -> dict[str, Any]:
        _node, port = self.forwarding.ends[route.source]
        at = self.forwarding.switches[route.switch]
        return {
            "from": port.lid,
            "to": route.lid,
            "why": str(route.why),
            "at": guid_text(at.guid),
            "ports": route.ports,
        }


@checked
def check_routing(subnet: FabricSubnet) -> Routing:
    """Judge the routes between the adapters of a subnet.

    Routes between routers and gateways count likewise; those of switches themselves, which carry management, do not.
    """
    forwarding = Forwarding.of(subnet)
    walk = walk_routes(forwarding)
    notes: list[str] = []
    lacking = sum(not len(node.forwarding) for node in forwarding.switches)
    if lacking and walk.counts[RouteEnd.UNKNOWN]:
        notes.append(f"no packet has the forwarding tables of {lacking} of {len(forwarding.switches)} switches")
    blocks = sum(len(node.unknown_blocks) for node in forwarding.switches)
    if blocks and walk.counts[RouteEnd.UNKNOWN]:
        notes.append(f"no packet has {blocks:,} block{'s' if blocks > 1 else ''} of other forwarding tables")
    routing = Routing(
        forwarding,
        walk.counts,
        tuple(walk.failed),
        _loops(forwarding, walk),
        _use(forwarding, walk),
        notes=tuple(notes),
    )
    return _with_deadlock(routing, walk, subnet.path_sl, known=not (lacking or walk.counts[RouteEnd.UNKNOWN]))


def _loops(forwarding: Forwarding, walk: Walk) -> tuple[RoutingLoop, ...]:
    found: dict[tuple[int, tuple[int, ...]], None] = {}
    for route in walk.failed:
        if route.why is RouteEnd.LOOP:
            found[route.lid, tuple(loop_of(forwarding, route.switch, route.lid))] = None
    return tuple(RoutingLoop(lid, tuple(forwarding.switches[at] for at in loop)) for lid, loop in found)


def _use(forwarding: Forwarding, walk: Walk) -> LinkUse | None:
    trunks = np.flatnonzero(forwarding.is_trunk)
    uses = walk.uses[trunks]
    if not len(trunks) or not uses.sum():
        return None
    busiest = _channel(forwarding, int(trunks[uses.argmax()]), 0)
    return LinkUse(len(trunks), float(uses.mean()), int(uses.max()), int((uses == 0).sum()), busiest)


def _channel(forwarding: Forwarding, channel: int, lane: int) -> Channel:
    return Channel(forwarding.switches[channel // forwarding.width], channel % forwarding.width, lane)


def _with_deadlock(routing: Routing, walk: Walk, path_sl: dict[tuple[int, int], int], *, known: bool) -> Routing:
    """The verdict on one lane, and where that has a circle, on the lanes that packets told."""
    forwarding = routing.forwarding
    tails, heads = _one_lane(forwarding, walk)
    if not len(tails):
        return dataclasses.replace(routing, deadlock_free=True if known else None)
    if not path_sl:
        note = "no path record gives an SL: all routes on one virtual lane"
        return _not_free(routing, tails, heads, 1, note)
    by_lane = lane_dependencies(forwarding, path_sl)
    channels = len(forwarding.next_node) * LANES
    lane_tails, lane_heads = cyclic_part(channels, by_lane.tails, by_lane.heads)
    lanes = len(np.unique(np.concatenate((by_lane.tails, by_lane.heads)) % LANES))
    pairs = sum(routing.routes.values())
    routing = dataclasses.replace(routing, routes_with_sl=by_lane.routes)
    note = f"by the SLs of {by_lane.routes} routes between LIDs"
    if by_lane.dropped:
        note += f", of which {by_lane.dropped} have no virtual lane for data at some switch"
    if len(lane_tails):
        return _not_free(routing, lane_tails, lane_heads, lanes, note, by_lane=True)
    if by_lane.routes < pairs:  # any of the others may close a circle
        known = False
        note += f"; those of {pairs - by_lane.routes} others are not known"
    return dataclasses.replace(
        routing, deadlock_free=True if known else None, lanes=lanes, notes=(*routing.notes, note)
    )


def _one_lane(forwarding: Forwarding, walk: Walk) -> tuple[Ints, Ints]:
    """Dependencies of channels that are on circles, or lead from one to another, if all routes take one lane."""
    tails, ports = np.nonzero(walk.follows)
    heads = forwarding.next_node[tails] * forwarding.width + ports
    between = forwarding.is_trunk[heads]
    return cyclic_part(len(forwarding.next_node), tails[between], heads[between])


def _not_free(routing: Routing, tails: Ints, heads: Ints, lanes: int, note: str, *, by_lane: bool = False) -> Routing:
    forwarding = routing.forwarding
    circle = shortest_cycle(tails, heads)
    per_channel = LANES if by_lane else 1
    numbers = [node // per_channel for node in circle]
    lanes_of = [node % per_channel for node in circle]
    cycle = tuple(_channel(forwarding, *place) for place in zip(numbers, lanes_of, strict=True))
    following = [*numbers[1:], *numbers[:1]]
    causes = tuple(_cause(forwarding, one, next_one) for one, next_one in zip(numbers, following, strict=True))
    return dataclasses.replace(
        routing, deadlock_free=False, cycle=cycle, lanes=lanes, causes=causes, notes=(*routing.notes, note)
    )


def _cause(forwarding: Forwarding, channel: int, following: int) -> int:
    """A LID whose packets leave by one channel and then by the next; 0 if no table says so any more."""
    (one, port), (other, onward) = divmod(channel, forwarding.width), divmod(following, forwarding.width)
    lids = forwarding.lids
    found = lids[(forwarding.tables[one, lids] == port) & (forwarding.tables[other, lids] == onward)]
    return int(found[0]) if len(found) else 0
