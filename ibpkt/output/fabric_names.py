"""Names of nodes out of what ``ibpkt fabric --format json`` prints: by their LIDs, and by the GUIDs of their ports."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from ibpkt.errors import CallerError, escape_text


class FabricNames(NamedTuple):
    """The names of the nodes of some fabrics, unprintable characters escaped.

    Attributes:
        lids: names by LID; a LID that two nodes have is not there, as it names neither.
        guids: names by the GUIDs of nodes and ports.
    """

    lids: dict[int, str]
    guids: dict[int, str]


def fabric_names(text: str, title: str) -> FabricNames:
    """The names that JSON of a fabric tells.

    Args:
        text: one object, several one after the other, or a list.
        title: of the file, for errors.

    Raises:
        CallerError: it is something else.
    """
    found = FabricNames({}, {})
    shared: set[int] = set()
    try:
        for fabric in _objects(text):
            for subnet in fabric["subnets"]:
                for lid, name in _take(subnet, found.guids):
                    if found.lids.setdefault(lid, name) != name:
                        shared.add(lid)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CallerError(f"{title} is neither a list of names nor what ibpkt fabric --format json prints") from error
    for lid in shared:
        del found.lids[lid]
    return found


def _objects(text: str) -> Iterator[Any]:
    decoder, at = json.JSONDecoder(), 0
    while at < len(text.rstrip()):
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        yield from value if isinstance(value, list) else [value]


def _take(subnet: Any, guids: dict[int, str]) -> Iterator[tuple[int, str]]:
    """The LIDs of a subnet with the names of their nodes; adds the GUIDs to those that are known."""
    owners: dict[int, str] = {}
    ports: dict[str, int] = {}
    for node in subnet["nodes"]:
        name = escape_text(node["name"])
        if name:
            guids[int(node["guid"], 16)] = name
            for lid in node["lids"]:
                owners[lid] = "" if lid in owners else name
            ports[name] = max(ports.get(name, 0), len(node["lids"]))
    for port in subnet["lids"]:
        name = owners.get(port["lid"], "")
        if name:
            several = f"{name} port {port['port']}" if ports[name] > 1 else name
            guids.setdefault(int(port["guid"], 16), several)
            base = port["lid"] & -(1 << port["lmc"])
            for lid in range(base, base + (1 << port["lmc"])):
                yield lid, several
