"""What is true of the recorded fabrics, and how much of it `ibpkt.fabric` finds.

``python -m tests.fabric.recorded_truth`` writes docs/fabric-recordings.md, with a row for each recording.
"""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import ibpkt
from ibpkt.fabric.model import NO_PATH, Fabric, FabricSubnet, ManagerState
from ibpkt.fabric.reader import FabricReader
from ibpkt.fabric.routing import check_routing
from ibpkt.fabric.routing_problems import routing_problems
from ibpkt.fabric.topology import recognise
from tests.support.shared import CAPTURES, REPOSITORY

FOLDER = CAPTURES / "recorded" / "fabrics"
#: a packet shows a manager's state so many seconds after the manager logged it, at most
LATE = 0.15
End = tuple[int, int]

PAGE = REPOSITORY / "docs" / "fabric-recordings.md"
FIGURES = ("nodes", "names", "links", "rates", "LIDs", "rows of tables", "managers")
JUDGED = ("kind", "deadlock", "problems")
INTRODUCTION = """# Recorded fabrics, one by one

<!-- Written by `python -m tests.fabric.recorded_truth`; do not edit. -->

How much of what is true of each recorded fabric [`ibpkt fabric`](fabric.md) finds; a single number means all of it.
Managers count where each of their states is found within 0.15 s. Names that begin with `part_` are partial captures:
what they lack cannot be found, and nothing else is said. In `chg_packet_drops` a fifth of the datagrams of two ports
never arrived. The kind, and whether routes can deadlock, are those of the truth wherever they are given: "not known" is
said where tables or service levels are missing. A name with `also` is another one for the same graph. Problems are
those that were put into the session, and those of the lost frames; that there is no standby manager is left out.
"""


class Truth(NamedTuple):
    """What is true of one subnet, in the terms of the model.

    Attributes:
        names: descriptions by GUID.
        links: the ends of links, the lower first, and width and speed where the truth has them.
        lids: base LID and LMC by node and port.
        rows: rows of forwarding tables: switch, LID, port.
        states: of each manager's port the states that it logged, with their times in seconds since the epoch.
        multicast: of each switch the ports of each multicast LID, None where that was not recorded.
    """

    names: dict[int, str]
    links: dict[tuple[End, End], str | None]
    lids: dict[End, tuple[int, int]]
    rows: set[tuple[int, int, int]]
    states: dict[int, list[tuple[str, float]]]
    multicast: dict[int, dict[int, set[int]]] | None


NOTHING = Truth({}, {}, {}, set(), {}, None)


def captures() -> list[Path]:
    """The recorded captures that have a truth file."""
    return sorted(path for path in FOLDER.glob("*.pcap*") if truth_path(path).exists())


def name_of(path: Path) -> str:
    """The name of a recording without what its file name adds."""
    return path.name.partition(".")[0]


def truth_path(path: Path) -> Path:
    """The truth file of a capture."""
    plain = path.with_name(f"{name_of(path)}.truth.json")
    return plain if plain.exists() else plain.with_name(f"{plain.name}.gz")


@functools.cache
def raw_truth(path: Path) -> dict[str, Any]:
    """The truth file of a capture as it is."""
    file = truth_path(path)
    text = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    found: dict[str, Any] = json.loads(text)
    return found


def truths(path: Path) -> list[Truth]:
    """What is true of the subnets of a capture."""
    raw = raw_truth(path)
    return [_truth(part.get("truth", part)) for part in raw.get("subnets", [raw])]


@functools.lru_cache(maxsize=4)
def fabric_of(path: Path) -> Fabric:
    """What ibpkt finds in a capture."""
    reader = FabricReader()
    with ibpkt.open(path) as capture:
        for batch in capture.batches():
            reader.add(batch)
    return reader.fabric()


def found_in(subnet: FabricSubnet, multicast: bool = False) -> Truth:
    """What ibpkt found, in the same terms."""
    links = {}
    for link in subnet.links:
        rate = None if link.lanes is None or link.speed is None else f"{link.lanes}x{link.speed}"
        links[(link.a.guid, link.a_port), (link.b.guid, link.b_port)] = rate
    rows = {
        (node.guid, lid, int(port))
        for node in subnet.switches
        for lid, port in enumerate(node.forwarding.tolist())
        if port != NO_PATH
    }
    states = {
        manager.guid: [
            (str(span.state), span.start / 1e9) for span in manager.states if span.state is not ManagerState.GONE
        ]
        for manager in subnet.managers
    }
    groups = {
        node.guid: {lid: _ports(mask) for lid, mask in node.multicast.items() if mask}
        for node in subnet.switches
        if any(node.multicast.values())
    }
    return Truth(
        {guid: node.name for guid, node in subnet.nodes.items()},
        links,
        {(node.guid, port.number): (port.lid, port.lmc) for node, port in subnet.end_ports()},
        rows,
        states,
        groups if multicast else None,
    )


def _truth(raw: dict[str, Any]) -> Truth:
    shift = raw.get("time_shift_seconds", 0)  # of the second clock of a merge
    last = raw["time"]["last_frame"]
    states: dict[int, list[tuple[str, float]]] = {}
    for logged in raw["sm_history"]:
        if logged.get("state") and logged["time"] <= last:
            states.setdefault(int(logged["port_guid"], 16), []).append(
                (logged["state"].lower(), logged["time"] + shift)
            )
    for seen in raw["sminfo_seen_in_capture"]:
        guid, _, state = seen.split(" ")[:3]
        if state == "not-active":  # a subscriber that says it has a manager that does not work
            states.setdefault(int(guid, 16), []).append((state, 0.0))
    multicast = None
    if "mfts" in raw:
        multicast = {
            int(guid, 16): {int(lid, 16): set(ports) for lid, ports in table.items()}
            for guid, table in raw["mfts"].items()
            if table
        }
    return Truth(
        {int(node["guid"], 16): node["name"] for node in raw["nodes"]},
        {_ends(link): link[2] if len(link) > 2 else None for link in raw.get("links_at_end", raw["links"])},
        {_end(end): _lid(lid) for end, lid in raw["lids"].items()},
        {(int(guid, 16), int(lid), port) for guid, table in raw["lfts"].items() for lid, port in table.items()},
        states,
        multicast,
    )


def _end(text: str) -> End:
    guid, port = text.split(":")
    return int(guid, 16), int(port)


def _ends(link: list[str]) -> tuple[End, End]:
    one, other = sorted(map(_end, link[:2]))
    return one, other


def _lid(raw: Any) -> tuple[int, int]:
    return (raw[0], raw[1]) if isinstance(raw, list) else (raw, 0)


def _ports(mask: int) -> set[int]:
    return {bit for bit in range(mask.bit_length()) if mask >> bit & 1}


def wrong_states(truth: Truth, found: Truth) -> list[str]:
    """Managers whose states differ, or whose times do, in words."""
    wrong = []
    for guid in truth.states.keys() | found.states.keys():
        wanted, told = truth.states.get(guid, []), found.states.get(guid, [])
        late = [abs(one[1] - other[1]) for one, other in zip(wanted, told, strict=False) if one[1]]
        if [state for state, _ in wanted] != [state for state, _ in told] or max(late, default=0) > LATE:
            wrong.append(f"{guid:016x}: {wanted} and not {told}")
    return wrong


def figures(path: Path) -> list[tuple[int, int]]:
    """What was found of what there is: nodes, names, links, rates, LIDs, rows of tables, managers."""
    sums = [(0, 0)] * len(FIGURES)
    subnets = [found_in(subnet) for subnet in fabric_of(path).subnets]
    for truth in truths(path):
        found = next((each for each in subnets if each.names.keys() & truth.names.keys()), NOTHING)
        rates = {ends: rate for ends, rate in truth.links.items() if rate}
        pairs = [
            (len(found.names.keys() & truth.names.keys()), len(truth.names)),
            (sum(truth.names.get(guid) == name for guid, name in found.names.items()), len(truth.names)),
            (len(found.links.keys() & truth.links.keys()), len(truth.links)),
            (sum(found.links.get(ends) == rate for ends, rate in rates.items()), len(rates)),
            (len(found.lids.items() & truth.lids.items()), len(truth.lids)),
            (len(found.rows & truth.rows), len(truth.rows)),
            (len(truth.states.keys() | found.states.keys()) - len(wrong_states(truth, found)), len(truth.states)),
        ]
        sums = [(some + more, of + beyond) for (some, of), (more, beyond) in zip(sums, pairs, strict=True)]
    return sums


def subnets_of(path: Path) -> Iterator[tuple[dict[str, Any], FabricSubnet | None]]:
    """The truth of each subnet of a capture as it is, and the subnet that was found, None where none was."""
    raw = raw_truth(path)
    for part in raw.get("subnets", [raw]):
        told = part.get("truth", part)
        guids = {int(node["guid"], 16) for node in told["nodes"]}
        yield told, next((each for each in fabric_of(path).subnets if each.nodes.keys() & guids), None)


def judged(path: Path) -> list[str]:
    """Kind, deadlock and problems of the subnets of a capture, in words."""
    rows = []
    for told, subnet in subnets_of(path):
        if subnet is None:
            continue
        found, routing = recognise(subnet).members(), check_routing(subnet)
        kind, wanted = found["kind"], told["topology"]["kind"]
        also = f" (also {wanted})" if kind != wanted and wanted in found["also"] else ""
        differs = "" if also or kind == wanted else f", which is a {wanted}"
        problems = {each.kind for each in (*subnet.problems, *routing_problems(routing))} - {"no-standby"}
        deadlock = {True: "free", False: "possible", None: "not known"}[routing.deadlock_free]
        rows.append((f"{kind or 'none'}{also}{differs}", deadlock, ", ".join(sorted(problems)) or "none"))
    return ["; ".join(dict.fromkeys(cells)) for cells in zip(*rows, strict=True)] or ["–"] * len(JUDGED)


def page() -> str:
    """docs/fabric-recordings.md."""
    columns = (*FIGURES, *JUDGED)
    lines = [INTRODUCTION, f"| recording | {' | '.join(columns)} |", "|---|" + "---|" * len(columns)]
    for path in captures():
        cells = [f"{some:,}" if some == of else f"{some:,} of {of:,}" for some, of in figures(path)]
        lines.append(f"| {name_of(path)} | {' | '.join((*cells, *judged(path)))} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
