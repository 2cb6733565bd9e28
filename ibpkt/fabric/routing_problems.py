"""What is wrong with the routes of a subnet: ports that are not reached, loops, circles of channels."""

from __future__ import annotations

import collections
from collections.abc import Iterator

from ibpkt.fabric.model import FabricProblem
from ibpkt.fabric.routing import Routing


def routing_problems(routing: Routing) -> Iterator[FabricProblem]:
    """The problems of routes, one for each LID that is not reached and for each loop."""
    failed: collections.Counter[int] = collections.Counter()
    for route in routing.failed:
        failed[route.lid] += route.ports
    owners = {lid: (node.title, port.number) for node, port in routing.forwarding.ends for lid in port.lids}
    looping = {loop.lid for loop in routing.loops}
    for lid, count in failed.items():
        if lid not in looping:
            title = owners[lid][0] if lid in owners else f"LID {lid}"
            routes = "1 route does" if count == 1 else f"{count} routes do"
            sentence = f"{routes} not arrive at {title} (LID {lid})"
            yield FabricProblem("unreachable", "error", title, sentence, 0)
    for loop in routing.loops:
        names = ", ".join(switch.title for switch in loop.switches[:4])
        sentence = f"packets for LID {loop.lid} run in a circle: {names}"
        yield FabricProblem("routing-loop", "error", f"LID {loop.lid}", sentence, 0)
    if routing.deadlock_free is False:
        channels = ", ".join(f"{at.switch.title} port {at.port}" for at in routing.cycle[:4])
        more = f" and {len(routing.cycle) - 4} more" if len(routing.cycle) > 4 else ""
        sentence = f"routes can deadlock: {channels}{more} wait for each other in a circle"
        yield FabricProblem("deadlock", "warning", "routing", sentence, 0)
