"""Routes along forwarding tables: unreachable ports, loops, balance, deadlock."""

from __future__ import annotations

from ibpkt.fabric.routing.route_walk import FailedRoute, RouteEnd
from ibpkt.fabric.routing.routing import Channel, LinkUse, Routing, RoutingLoop, check_routing

__all__ = ["Channel", "FailedRoute", "LinkUse", "RouteEnd", "Routing", "RoutingLoop", "check_routing"]
