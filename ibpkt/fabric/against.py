"""Two captures of one fabric compared: what appeared, vanished, moved, changed its rate or its LID."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.arguments import checked
from ibpkt.fabric.model import (
    FORWARDING_BLOCK,
    Fabric,
    FabricLink,
    FabricManager,
    FabricNode,
    FabricPort,
    ManagerState,
    NodeKind,
)
from ibpkt.fabric.routing.forwarding import known_blocks

_End = tuple[int, int]


class FabricChange(NamedTuple):
    """A difference.

    Attributes:
        what: a short stable name: ``node-appeared``, ``node-vanished``, ``node-renamed``, ``link-appeared``,
            ``link-vanished``, ``cable-moved``, ``rate-changed``, ``lid-changed``, ``routes-changed``,
            ``master-changed``.
        subject: what is different, in words.
        sentence: how, without a full stop.
    """

    what: str
    subject: str
    sentence: str


class _Side:
    """A fabric with its parts at hand."""

    def __init__(self, fabric: Fabric) -> None:
        self.nodes: dict[int, FabricNode] = {}
        self.links: dict[tuple[_End, _End], FabricLink] = {}
        self.peers: dict[_End, _End] = {}
        self.masters: list[FabricManager] = []
        for subnet in fabric.subnets:
            self.nodes |= subnet.nodes
            for link in subnet.links:
                one, other = (link.a.guid, link.a_port), (link.b.guid, link.b_port)
                self.links[one, other] = link
                self.peers[one], self.peers[other] = other, one
            self.masters += [each for each in subnet.managers if each.states[-1].state is ManagerState.MASTER]

    def title(self, end: _End) -> str:
        return f"{self.nodes[end[0]].title} port {end[1]}"


@checked
def compare_fabrics(before: Fabric, after: Fabric) -> list[FabricChange]:
    """What is different between two fabrics; nodes are the same where their GUIDs are.

    Args:
        before: the earlier one.
        after: the later one.
    """
    return list(_changes(_Side(before), _Side(after)))


def _changes(before: _Side, after: _Side) -> Iterator[FabricChange]:
    for guid in before.nodes.keys() - after.nodes.keys():
        node = before.nodes[guid]
        yield FabricChange("node-vanished", node.title, f"{node.title}, {node.kind}, is not there any more")
    for guid in after.nodes.keys() - before.nodes.keys():
        node = after.nodes[guid]
        yield FabricChange("node-appeared", node.title, f"{node.title}, {node.kind}, is new")
    yield from _links(before, after)
    for guid in before.nodes.keys() & after.nodes.keys():
        yield from _node(before.nodes[guid], after.nodes[guid])
    yield from _masters(before, after)


def _links(before: _Side, after: _Side) -> Iterator[FabricChange]:
    moved: set[_End] = set()
    for end, peer in before.peers.items():
        now = after.peers.get(end)
        if now is not None and now != peer and end not in moved:
            moved |= {end, peer, now}
            sentence = (
                f"the cable of {after.title(end)} led to {before.title(peer)} and now leads to {after.title(now)}"
            )
            yield FabricChange("cable-moved", after.title(end), sentence)
    for ends, link in before.links.items():
        if ends not in after.links and not moved & set(ends):
            yield FabricChange("link-vanished", link.title, f"{link.title} is not there any more")
    for ends, link in after.links.items():
        old = before.links.get(ends)
        if old is None and not moved & set(ends):
            yield FabricChange("link-appeared", link.title, f"{link.title} is new")
        elif old is not None and None not in (old.gbps, link.gbps) and _rate(old) != _rate(link):
            sentence = f"{link.title} ran at {_rate(old)} and now runs at {_rate(link)}"
            yield FabricChange("rate-changed", link.title, sentence)


def _node(old: FabricNode, new: FabricNode) -> Iterator[FabricChange]:
    if old.name and new.name and old.name != new.name:
        yield FabricChange("node-renamed", new.title, f"{old.name} is now called {new.name}")
    for number in old.ports.keys() & new.ports.keys():
        one, other = old.ports[number], new.ports[number]
        if one.lid and other.lid and (one.lid, one.lmc) != (other.lid, other.lmc):
            where = new.title if new.kind is NodeKind.SWITCH else f"{new.title} port {number}"
            yield FabricChange("lid-changed", where, f"{where} had {_lid(one)} and now has {_lid(other)}")
    shared = min(len(old.forwarding), len(new.forwarding))
    blocks = known_blocks(old, shared) & known_blocks(new, shared)
    known = np.repeat(blocks, FORWARDING_BLOCK)[:shared]
    count = int(((old.forwarding[:shared] != new.forwarding[:shared]) & known).sum())
    if count:
        sentence = f"{new.title} sends {count} LID{'' if count == 1 else 's'} to another port"
        yield FabricChange("routes-changed", new.title, sentence)


def _masters(before: _Side, after: _Side) -> Iterator[FabricChange]:
    old, new = ({each.guid for each in side.masters} for side in (before, after))
    if old and new and old != new:
        names = [" and ".join(each.title for each in side.masters) for side in (before, after)]
        yield FabricChange("master-changed", names[1], f"{names[0]} was master, {names[1]} is now")


def _rate(link: FabricLink) -> str:
    return f"{link.lanes}x {link.speed}"


def _lid(port: FabricPort) -> str:
    return f"LID {port.lid}" + (f" (LMC {port.lmc})" if port.lmc else "")
