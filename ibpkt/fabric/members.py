"""A subnet as plain values, for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ibpkt.fabric.model import (
    FabricEvent,
    FabricLink,
    FabricManager,
    FabricNode,
    FabricProblem,
    FabricSubnet,
    guid_text,
)
from ibpkt.fabric.qos import qos_members
from ibpkt.schema.value_types import seconds


def subnet_members(subnet: FabricSubnet, problems: Sequence[FabricProblem]) -> dict[str, Any]:
    """The parts of a subnet by name; times in seconds since the epoch, GUIDs as text, rates in Gbit/s.

    Args:
        subnet: which.
        problems: its own and those of its routes.
    """
    return {
        "nodes": [_node(node) for node in subnet.nodes.values()],
        "links": [link_members(link) for link in subnet.links],
        "lids": [
            {
                "lid": port.lid,
                "lmc": port.lmc,
                "guid": guid_text(port.guid) if port.guid is not None else guid_text(node.guid),
                "port": port.number,
            }
            for node, port in subnet.end_ports()
        ],
        "managers": [_manager(manager) for manager in subnet.managers],
        "events": [event_members(event) for event in subnet.events],
        "problems": [problem_members(problem) for problem in problems],
        "groups": [
            {
                "mgid": group.gid.hex(":", 2),
                "mlid": group.mlid,
                "p_key": group.p_key,
                "members": [guid_text(guid) for guid in group.members],
            }
            for group in subnet.groups
        ],
        "services": [
            {
                "id": f"0x{service.service_id:016x}",
                "name": service.name,
                "gid": service.gid.hex(":", 2),
                "p_key": service.p_key,
                "lease": service.lease,
            }
            for service in subnet.services
        ],
        "subscriptions": [
            {
                "guid": guid_text(each.guid) if each.guid else None,
                "lid": each.lid,
                "what": each.what,
                "from": None if each.start is None else seconds(each.start),
                "to": None if each.end is None else seconds(each.end),
                "reports": each.reports,
                "unconfirmed": each.unconfirmed,
            }
            for each in subnet.subscriptions
        ],
        "qos": qos_members(subnet),
        "counters": [
            {
                "guid": guid_text(counter.guid),
                "port": counter.port,
                "name": counter.name,
                "value": counter.value,
                "highest": counter.highest,
                "rise": counter.rise,
                "per_second": None if counter.per_second is None else round(counter.per_second, 6),
            }
            for counter in subnet.counters
        ],
        "notes": subnet.notes,
    }


def link_members(link: FabricLink) -> dict[str, Any]:
    """A link; what no packet said is null."""
    lanes, gbps = link.lanes, link.gbps
    return {
        "a": guid_text(link.a.guid),
        "a_port": link.a_port,
        "b": guid_text(link.b.guid),
        "b_port": link.b_port,
        "width": None if lanes is None else f"{lanes}x",
        "speed": link.speed,
        "gbps": None if gbps is None else round(gbps, 3),
        "state": link.state or None,
    }


def event_members(event: FabricEvent) -> dict[str, Any]:
    """An event."""
    return {
        "time": seconds(event.time),
        "frame": event.frame,
        "what": event.what,
        "subject": event.subject,
        "sentence": event.sentence,
    }


def problem_members(problem: FabricProblem) -> dict[str, Any]:
    """A problem; ``frame`` is null where the lack of packets shows it."""
    return {
        "kind": problem.kind,
        "severity": problem.severity,
        "subject": problem.subject,
        "sentence": problem.sentence,
        "frame": problem.frame or None,
    }


def _node(node: FabricNode) -> dict[str, Any]:
    return {
        "guid": guid_text(node.guid),
        "kind": str(node.kind),
        "name": node.name,
        "ports": node.num_ports,
        "lids": [port.lid for port in node.ports.values() if port.lid],
    }


def _manager(manager: FabricManager) -> dict[str, Any]:
    return {
        "guid": guid_text(manager.guid),
        "lid": manager.lid or None,
        "priority": manager.priority,
        "states": [
            {
                "state": str(span.state),
                "from": seconds(span.start),
                "to": None if span.end is None else seconds(span.end),
            }
            for span in manager.states
        ],
    }
