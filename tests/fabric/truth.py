"""The truth files of the recorded fabrics: graphs and tables, without a capture."""

from __future__ import annotations

import functools
import gzip
import json
from typing import Any

import numpy as np

from tests.support.shared import SHARED

FABRICS = SHARED / "captures" / "recorded" / "fabrics"


def truth_names() -> list[str]:
    """Every recorded fabric that has a truth file of its own graph."""
    paths = [*FABRICS.glob("*.truth.json"), *FABRICS.glob("*.truth.json.gz")]
    names = sorted(path.name.split(".truth")[0] for path in paths)
    return [name for name in names if "nodes" in truth(name)]


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
