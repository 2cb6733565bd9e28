"""The truth files of the recorded fabrics: graphs and tables, without a capture."""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ibpkt.fabric.model import NO_PATH, FabricLink, FabricNode, FabricSubnet, NodeKind
from tests.support.shared import SHARED, needs

FABRICS = SHARED / "captures" / "recorded" / "fabrics"


def truth_names() -> list[str]:
    """Every recorded fabric that has a truth file of its own graph."""
    paths = [*FABRICS.glob("*.truth.json"), *FABRICS.glob("*.truth.json.gz")]
    names = sorted(path.name.split(".truth")[0] for path in paths)
    return [name for name in names if "nodes" in truth(name)]


def recorded(wanted: Callable[[dict[str, Any]], object] = bool) -> list[Any]:
    """Recorded fabrics whose truth is wanted, by name, as parameters of a test; one that skips if there are none."""
    names = [name for name in truth_names() if wanted(truth(name))]
    return names or [pytest.param("", marks=needs(FABRICS))]


@functools.cache
def truth(name: str) -> dict[str, Any]:
    path = FABRICS / f"{name}.truth.json"
    text = path.read_bytes() if path.exists() else gzip.decompress((FABRICS / f"{name}.truth.json.gz").read_bytes())
    return json.loads(text)


def links_of(found: dict[str, Any]) -> list[tuple[str, int, str, int, str]]:
    """The links at the end: GUID and port of both ends, width and speed."""
    links = []
    for a, b, *rate in found.get("links_at_end") or found["links"]:
        (a_guid, a_port), (b_guid, b_port) = a.split(":"), b.split(":")
        links.append((a_guid, int(a_port), b_guid, int(b_port), rate[0] if rate else ""))
    return links


def arrays_of(found: dict[str, Any], links: list[Any] | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Which nodes are switches, and the nodes of each link."""
    place = {node["guid"]: number for number, node in enumerate(found["nodes"])}
    is_switch = np.array([node["type"] == "switch" for node in found["nodes"]])
    ends = [(place[a], place[b]) for a, _a_port, b, _b_port, _rate in (links_of(found) if links is None else links)]
    return is_switch, np.array(ends, np.int64).reshape(-1, 2)


def subnet_of(found: dict[str, Any]) -> FabricSubnet:
    """The subnet that a truth file describes, as a reader of its capture should find it."""
    subnet = FabricSubnet()
    for each in found["nodes"]:
        node = FabricNode(int(each["guid"], 16), NodeKind("switch" if each["type"] == "switch" else "adapter"))
        node.name, node.num_ports = each["name"], each["ports"]
        for number, guid in each["port_guids"].items():
            node.port(int(number)).guid = int(guid, 16)
        subnet.nodes[node.guid] = node
    for place, lid in found["lids"].items():
        guid, number = place.split(":")
        port = subnet.nodes[int(guid, 16)].port(int(number))
        port.lid, port.lmc = (lid, found.get("lmc", 0)) if isinstance(lid, int) else lid
    for a, a_port, b, b_port, rate in links_of(found):
        ends = sorted(((int(a, 16), a_port), (int(b, 16), b_port)))
        link = FabricLink(subnet.nodes[ends[0][0]], ends[0][1], subnet.nodes[ends[1][0]], ends[1][1])
        for port in link.ends if rate else ():
            port.lanes, port.speed, port.state = int(rate.split("x")[0]), rate.split("x")[1], "Active"
        subnet.links.append(link)
    for guid, rows in found.get("lfts", {}).items():
        table = np.full(1 + max(map(int, rows), default=0), NO_PATH, np.uint8)
        for lid, port in rows.items():
            table[int(lid)] = port
        subnet.nodes[int(guid, 16)].forwarding = table
    _set_levels(subnet, found)
    return subnet


def _set_levels(subnet: FabricSubnet, found: dict[str, Any]) -> None:
    levels = found.get("sl", {})
    for source, row in levels.get("path_sl", {}).get("rows", {}).items():
        for target, level in zip(levels["path_sl"]["dlids"], row, strict=True):
            if level != "-":
                subnet.path_sl[int(source), target] = int(level, 16)
    tables = levels.get("sl2vl", {})
    for other in tables.get("others", ()):
        for place in other["at"]:
            guid, entry, egress = place.split(":")
            subnet.nodes[int(guid, 16)].sl_to_vl[int(entry), int(egress)] = tuple(other["table"])
