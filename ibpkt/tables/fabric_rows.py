"""Nodes, links, events and problems of fabrics as rows of plain values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ibpkt.analysis.results.tables import ResultColumn
from ibpkt.fabric.model import Fabric, FabricNode, guid_text
from ibpkt.fabric.routing import check_routing
from ibpkt.fabric.routing_problems import routing_problems


class OfSubnet(NamedTuple):
    """A part of a subnet.

    Attributes:
        subnet: the number of the subnet, from 1.
        part: a node, link, event or problem.
    """

    subnet: int
    part: Any


def fabric_rows(fabric: Fabric) -> dict[str, list[OfSubnet]]:
    """The rows of each table, by its name; problems are those of the routes, too."""
    tables: dict[str, list[OfSubnet]] = {"nodes": [], "links": [], "events": [], "problems": []}
    for number, subnet in enumerate(fabric.subnets, 1):
        problems = [*subnet.problems, *routing_problems(check_routing(subnet))]
        parts = {"nodes": subnet.nodes.values(), "links": subnet.links, "events": subnet.events, "problems": problems}
        for name, found in parts.items():
            tables[name] += [OfSubnet(number, part) for part in found]
    return tables


def _column(name: str, kind: str, meaning: str, of: Callable[[Any], Any]) -> ResultColumn:
    return ResultColumn(name, kind, meaning, lambda row: of(row.part))


_SUBNET = ResultColumn("subnet", "integer", "number of its subnet in the capture, from 1", lambda row: row.subnet)


def _lids(node: FabricNode) -> list[int]:
    return [port.lid for port in node.ports.values() if port.lid]


NODES = (
    _SUBNET,
    _column("guid", "text", "its GUID, 16 hexadecimal digits with 0x", lambda n: guid_text(n.guid)),
    _column("kind", "text", "`adapter`, `switch`, `router` or `gateway`", lambda n: str(n.kind)),
    _column("name", "text", "its description, empty where no packet told it", lambda n: n.name),
    _column("ports", "integer", "external ports", lambda n: n.num_ports),
    _column("lids", "object", "base LIDs of its ports, a list", _lids),
    _column("first_frame", "integer", "packet that named it first", lambda n: n.frames[0]),
    _column("last_frame", "integer", "packet that named it last", lambda n: n.frames[1]),
)

LINKS = (
    _SUBNET,
    _column("a", "text", "GUID of one end", lambda k: guid_text(k.a.guid)),
    _column("a_port", "integer", "its port", lambda k: k.a_port),
    _column("b", "text", "GUID of the other end", lambda k: guid_text(k.b.guid)),
    _column("b_port", "integer", "its port", lambda k: k.b_port),
    _column("lanes", "integer", "active width in lanes", lambda k: k.lanes),
    _column("speed", "text", "active speed of a lane: `SDR`, `EDR` …", lambda k: k.speed),
    _column("gbps", "number", "data rate in Gbit/s", lambda k: k.gbps),
    _column("state", "text", "state of its ports", lambda k: k.state or None),
    _column("since", "time", "time of the packet that named it first", lambda k: k.since),
    _column("until", "time", "time of the packet that showed it gone", lambda k: k.until),
)

EVENTS = (
    _SUBNET,
    _column("time", "time", "time of the packet that shows it", lambda e: e.time),
    _column("frame", "integer", "that packet", lambda e: e.frame),
    _column("what", "text", "what happened: `link-down`, `takeover` …", lambda e: e.what),
    _column("subject", "text", "what it happened to", lambda e: e.subject),
    _column("sentence", "text", "what happened, a sentence", lambda e: e.sentence),
)

PROBLEMS = (
    _SUBNET,
    _column("kind", "text", "what is wrong: `degraded-width`, `unreachable` …", lambda p: p.kind),
    _column("severity", "text", "`error`, `warning` or `note`", lambda p: p.severity),
    _column("subject", "text", "what it is wrong with", lambda p: p.subject),
    _column("sentence", "text", "what is wrong, a sentence", lambda p: p.sentence),
    _column("frame", "integer", "packet that shows it; null where the lack of packets does", lambda p: p.frame or None),
)
