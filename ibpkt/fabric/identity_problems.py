"""GUIDs and LIDs that two things claim at the same time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.arrays import Array, Ints
from ibpkt.fabric.model import FabricNode, FabricProblem, FabricSubnet, NodeKind, guid_text
from ibpkt.fabric.sources import Sources
from ibpkt.protocols.mad.subn_nodes import NodeInfo
from ibpkt.protocols.mad.subn_ports import PortInfo

SharedLIDs = dict[int, dict[tuple[tuple[int, int], ...], set[int]]]
"""By LID the ports that had it together, each a node's GUID and a number, and the packets that say so."""


class IdentityProblems:
    """Finds GUIDs and LIDs that are used twice.

    Args:
        sources: what packets say.
    """

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._shared = self._shared_lids()

    def problems(self, subnet: FabricSubnet) -> Iterator[FabricProblem]:
        """Those of a subnet."""
        told: set[int] = set()
        for (guid, port), frames in self._sources.found_twice.items():
            node = subnet.nodes.get(guid)
            if node is not None and guid not in told:
                told.add(guid)
                sentence = f"{node.title} port {port} was found at two places: two nodes have GUID {guid_text(guid)}"
                yield FabricProblem("duplicate-guid", "error", node.title, sentence, max(frames), frames)
        for node, frames in self._two_kinds(subnet):
            if node.guid not in told:
                sentence = f"NodeInfo of {node.title} says different things: two nodes have GUID {guid_text(node.guid)}"
                yield FabricProblem("duplicate-guid", "error", node.title, sentence, max(frames), frames)
        yield from self._port_guids(subnet)
        for lid, shared in self._shared.items():
            groups: list[str] = []
            told_by: set[int] = set()
            for ports, claims in shared.items():
                mine = [(subnet.nodes[guid], port) for guid, port in ports if guid in subnet.nodes]
                if len(mine) > 1:
                    groups.append(" and ".join(_where(node, port) for node, port in mine))
                    told_by |= claims
            if groups:
                sentence = f"LID {lid} was that of {groups[0]} at one time"
                sentence += "".join(f", and that of {others} at another" for others in groups[1:])
                frames = tuple(sorted(told_by))
                yield FabricProblem("duplicate-lid", "error", f"LID {lid}", sentence, frames[-1], frames)

    def _two_kinds(self, subnet: FabricSubnet) -> Iterator[tuple[FabricNode, tuple[int, ...]]]:
        """Nodes whose type, number of ports or system differ between answers."""
        said = self._sources.all_of(NodeInfo)
        names = ("nodetype", "numports", "systemimageguid")
        table = np.stack([said.guid, *(said.rows.column(name).astype(np.uint64) for name in names)], axis=1)
        kinds, first = np.unique(table, axis=0, return_index=True)
        for guid in kinds[1:, 0][kinds[1:, 0] == kinds[:-1, 0]].tolist():
            node = subnet.nodes.get(guid)
            if node is not None:
                frames = said.rows.envelope.frame[first[kinds[:, 0] == guid]]
                yield node, tuple(sorted(frames.tolist()))

    def _port_guids(self, subnet: FabricSubnet) -> Iterator[FabricProblem]:
        users: dict[int, list[FabricNode]] = {}
        for node in subnet.nodes.values():
            for guid in {port.guid for port in node.ports.values() if port.guid}:
                users.setdefault(guid, []).append(node)
        for guid, nodes in users.items():
            if len(nodes) > 1:
                names = " and ".join(node.title for node in nodes[:3])
                frames = tuple(sorted(node.frames[1] for node in nodes))
                sentence = f"ports of {names} have the GUID {guid_text(guid)}"
                yield FabricProblem("duplicate-guid", "error", nodes[0].title, sentence, frames[-1], frames)

    def _shared_lids(self) -> SharedLIDs:
        """LIDs that several ports had when one walk came by, before it changed anything."""
        said = self._sources.directed(PortInfo)
        origin = self._sources.origin[PortInfo]
        chosen = np.flatnonzero((said.guid != 0) & self._sources.has_lid(said))
        rows = said.rows.select(chosen)
        guid, lid = said.guid[chosen], rows.numbers("lid")
        port = np.where(np.isin(guid, self._sources.switch_guids), 0, rows.numbers("localportnum"))
        walk = self._walks(origin[chosen], rows.envelope.frame)
        order = np.lexsort((rows.envelope.frame, port, guid, walk))
        keys = (walk[order], guid[order], port[order])
        fresh = np.ones(len(order), np.bool_)
        fresh[1:] = np.any([key[1:] != key[:-1] for key in keys], axis=0)
        first = order[fresh]
        first = first[lid[first] != 0]
        return _claimed_twice(walk[first], lid[first], guid[first], port[first], rows.envelope.frame[first])

    def _walks(self, origin: Ints, frame: Ints) -> Ints:
        """The number of the walk in which each row came: an origin's walks begin where it names itself."""
        named = self._sources.directed(NodeInfo).rows.envelope
        of_named = self._sources.origin[NodeInfo]
        found = np.zeros(len(origin), np.int64)
        count = 0
        for place in np.unique(origin).tolist():
            starts = named.frame[(of_named == place) & (named.route == 0)]
            own = origin == place
            found[own] = count + np.searchsorted(starts, frame[own])
            count += len(starts) + 1
        return found


def _claimed_twice(walk: Ints, lid: Ints, guid: Array, port: Ints, frame: Ints) -> SharedLIDs:
    order = np.lexsort((port, guid, lid, walk))
    same = (walk[order][1:] == walk[order][:-1]) & (lid[order][1:] == lid[order][:-1])
    claims: dict[tuple[int, int], dict[tuple[int, int], int]] = {}
    for at in np.flatnonzero(same).tolist():
        for row in (int(order[at]), int(order[at + 1])):
            ports = claims.setdefault((int(walk[row]), int(lid[row])), {})
            ports[int(guid[row]), int(port[row])] = int(frame[row])
    found: SharedLIDs = {}
    for (_, shared), ports in claims.items():
        found.setdefault(shared, {}).setdefault(tuple(ports), set()).update(ports.values())
    return found


def _where(node: FabricNode, port: int) -> str:
    return node.title if node.kind is NodeKind.SWITCH else f"{node.title} port {port}"
