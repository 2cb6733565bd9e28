"""Paths through a subnet, hop by hop, as the forwarding tables lead them."""

from __future__ import annotations

import re
from typing import NamedTuple

from ibpkt.arguments import checked
from ibpkt.errors import CallerError
from ibpkt.fabric.model import FORWARDING_BLOCK, NO_PATH, FabricNode, FabricPort, FabricSubnet, NodeKind, guid_text


class PathHop(NamedTuple):
    """A node on a path.

    Attributes:
        node: it.
        in_port: the port by which the path comes in, None at its start.
        out_port: the port by which it leaves, None at its end.
    """

    node: FabricNode
    in_port: int | None
    out_port: int | None

    def members(self) -> dict[str, str | int | None]:
        """The hop for JSON."""
        return {
            "guid": guid_text(self.node.guid),
            "name": self.node.name,
            "in_port": self.in_port,
            "out_port": self.out_port,
        }


class FabricPath(NamedTuple):
    """The way of a LID through the subnet.

    Attributes:
        source: the LID that it begins at, 0 where its port has none.
        destination: the LID that is routed.
        hops: the nodes that it comes by, as far as it leads.
        broken: why it does not arrive, a sentence without a full stop; "" where it does.
    """

    source: int
    destination: int
    hops: tuple[PathHop, ...]
    broken: str


class FabricPaths:
    """Walks the forwarding tables of a subnet.

    Args:
        subnet: which.
    """

    @checked
    def __init__(self, subnet: FabricSubnet) -> None:
        self._subnet = subnet
        self._peers = subnet.peers()
        self._owners = subnet.owners()

    @checked
    def between(self, source: str, destination: str) -> list[FabricPath]:
        """All paths from one end to another: from each port, to each LID.

        Args:
            source: a LID, a GUID of a node or port, or a name.
            destination: likewise.

        Raises:
            CallerError: there is no such node in the subnet, or the name is that of several.
        """
        starts = self._starts(source)
        return [self.walk(*start, lid) for start in starts for lid in self._lids(destination)]

    @checked
    def walk(self, node: FabricNode, port: FabricPort, destination: int) -> FabricPath:
        """The path of a LID from a port on; of a switch, the port does not count."""
        hops: list[PathHop] = []
        broken = self._follow(node, port, destination, hops)
        return FabricPath(port.lid, destination, tuple(hops), broken)

    def _follow(self, node: FabricNode, port: FabricPort, destination: int, hops: list[PathHop]) -> str:
        """Adds the hops; gives why the path ends before it arrives."""
        owner = self._owners.get(destination)
        arrival: int | None = None
        leaves = port.number
        seen: set[int] = set()
        while True:
            if owner is not None and owner[0] is node and (arrival is None or owner[1].number in (0, arrival)):
                hops.append(PathHop(node, arrival, None))
                return ""
            if node.kind is NodeKind.SWITCH:
                if node.guid in seen:
                    hops.append(PathHop(node, arrival, None))
                    return f"the tables lead LID {destination} in a circle by {node.title}"
                seen.add(node.guid)
                leaves = node.egress(destination)
                if leaves == NO_PATH:
                    hops.append(PathHop(node, arrival, None))
                    if not len(node.forwarding):
                        return f"no packet has the table of {node.title}"
                    if destination // FORWARDING_BLOCK in node.unknown_blocks:
                        return f"no packet has the row of {node.title} for LID {destination}"
                    return f"{node.title} has no row for LID {destination}"
            elif arrival is not None:
                hops.append(PathHop(node, arrival, None))
                return f"LID {destination} comes to {node.title}, which does not have it"
            hops.append(PathHop(node, arrival, leaves))
            if leaves == 0:
                return f"{node.title} keeps LID {destination}, which it does not have"
            peer = self._peers.get((node.guid, leaves))
            if peer is None:
                return f"{node.title} sends LID {destination} to port {leaves}, where no cable is known"
            node, arrival = peer

    def _starts(self, text: str) -> list[tuple[FabricNode, FabricPort]]:
        lid = _lid(text)
        if lid is not None and lid in self._owners:
            return [self._owners[lid]]
        node, port = self._named(text)
        if port is not None:
            return [(node, port)]
        if node.kind is NodeKind.SWITCH:
            return [(node, node.port(0))]
        return [(node, each) for each in node.ports.values() if (node.guid, each.number) in self._peers]

    def _lids(self, text: str) -> list[int]:
        lid = _lid(text)
        if lid is not None and lid in self._owners:
            return [lid]
        node, port = self._named(text)
        ends = [(owner, at) for owner, at in self._subnet.end_ports() if owner is node and port in (None, at)]
        found = [lid for _, at in ends for lid in at.lids]
        if not found:
            raise CallerError(f"no packet says which LID {node.title} has")
        return found

    def _named(self, text: str) -> tuple[FabricNode, FabricPort | None]:
        """The node that a text means, and the port where it is the GUID of one."""
        nodes = self._subnet.nodes
        number = int(text, 16) if re.fullmatch(r"(0x)?[0-9a-fA-F]{8,16}", text) else None
        if number is not None:
            if number in nodes:
                return nodes[number], None
            for node in nodes.values():
                for port in node.ports.values():
                    if port.guid == number:
                        return node, port
        for named in (
            [node for node in nodes.values() if node.name == text],
            [node for node in nodes.values() if node.name.casefold() == text.casefold()],
            [node for node in nodes.values() if text and node.name.split(" ")[0] == text],
        ):
            if len(named) == 1:
                return named[0], None
            if named:
                known = ", ".join(guid_text(node.guid) for node in named[:3])
                raise CallerError(f"{len(named)} nodes are called {text!r}: say which by its GUID ({known})")
        raise CallerError(
            f"no node of the subnet has the LID, GUID or name {text!r}",
            name=text,
            known=[node.name for node in nodes.values() if node.name],
        )


def _lid(text: str) -> int | None:
    """A LID as people write it."""
    if re.fullmatch(r"[0-9]{1,5}", text):
        return int(text)
    if re.fullmatch(r"0x[0-9a-fA-F]{1,4}", text):
        return int(text, 16)
    return None
