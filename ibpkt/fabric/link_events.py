"""Links that went down and came back, nodes that appeared and vanished, LIDs that changed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.fabric.model import FabricEvent, FabricLink, FabricNode, FabricSubnet, NodeKind
from ibpkt.fabric.notices import NoticeSeen
from ibpkt.fabric.sources import Sources
from ibpkt.protocols.mad.notice import TRAPS
from ibpkt.protocols.mad.subn_ports import PortInfo
from ibpkt.schema import number_of

#: a trap tells of a link's change so long before a walk finds it at most
_TELLS = 15 * 10**9
#: traps of one change come in so short a time
_BURST = 10**9
_LINK_STATE = number_of(TRAPS, "Link State Changed")


class LinkEvents:
    """Tells what happened to the links and nodes of a subnet.

    Args:
        subnet: which.
        sources: what packets say.
        traps: the traps of its switches, with the GUIDs of these.
    """

    def __init__(self, subnet: FabricSubnet, sources: Sources, traps: list[tuple[NoticeSeen, int]]) -> None:
        self._subnet = subnet
        self._sources = sources
        self._traps = [(notice, guid) for notice, guid in traps if notice.trap == _LINK_STATE]

    def events(self) -> Iterator[FabricEvent]:
        """All of them, in no order."""
        ups = []
        for link in [*self._subnet.past_links, *self._subnet.links]:
            if (event := self._came(link)) is not None:
                ups.append(event)
                yield event
            if link.until is not None:
                yield self._went(link)
        yield from self._lost_nodes()
        if ups:
            yield from self._new_nodes(min(event.frames[-1] for event in ups))
        yield from self._changed_lids()

    def _went(self, link: FabricLink) -> FabricEvent:
        assert link.until is not None
        told = self._traps_before(link, link.until, link.since or 0)
        moved = [other for other in self._subnet.links if other.first == link.ended_by and other is not link]
        how = f": {moved[0].title} took its place" if moved else ""
        return self._event(link, "link-down", f"{link.title} went down{how}", link.until, link.ended_by, told)

    def _came(self, link: FabricLink) -> FabricEvent | None:
        """A link that was seen to come: it was there before, or one of its ports was down before."""
        assert link.since is not None
        ends = (link.a.guid, link.a_port), (link.b.guid, link.b_port)
        before = [
            past
            for past in self._subnet.past_links
            if past is not link
            and (past.a.guid, past.a_port, past.b.guid, past.b_port) == (*ends[0], *ends[1])
            and past.first < link.first
        ]
        if not before and not any(self._sources.first_down.get(end, link.first) < link.first for end in ends):
            return None
        gone = [past.until for past in before if past.until is not None]
        told = self._traps_before(link, link.since, max(gone, default=0))
        sentence = f"{link.title} came back" if before else f"{link.title} came up"
        return self._event(link, "link-up", sentence, link.since, link.first, told)

    def _traps_before(self, link: FabricLink, time: int, after: int) -> list[NoticeSeen]:
        """The traps by which switches at its ends told of the change: the last burst before it was found."""
        told = [
            notice
            for notice, guid in self._traps
            if guid in (link.a.guid, link.b.guid) and max(after, time - _TELLS) <= notice.time <= time
        ]
        return [notice for notice in told if told[-1].time - notice.time <= _BURST]

    def _event(
        self, link: FabricLink, what: str, sentence: str, time: int, frame: int, told: list[NoticeSeen]
    ) -> FabricEvent:
        if not told:
            return FabricEvent(time, frame, what, link.title, sentence, (frame,))
        frames = (*(notice.frame for notice in told), frame)
        return FabricEvent(told[0].time, told[0].frame, what, link.title, sentence, frames)

    def _lost_nodes(self) -> Iterator[FabricEvent]:
        for node, last in lost_nodes(self._subnet):
            assert last.until is not None
            frames = (last.ended_by,)
            sentence = f"{node.title} is not reached any more"
            yield FabricEvent(last.until, last.ended_by, "node-lost", node.title, sentence, frames)

    def _new_nodes(self, after: int) -> Iterator[FabricEvent]:
        """Nodes that were named only after a link had come up."""
        for node in self._subnet.nodes.values():
            if node.frames[0] > after or any(link.first == node.frames[0] == after for link in self._links_of(node)):
                links = self._links_of(node)
                if not links:
                    continue
                first = min(links, key=lambda link: link.first)
                assert first.since is not None
                frame = node.frames[0]
                sentence = f"{node.title} appeared"
                yield FabricEvent(first.since, frame, "node-appeared", node.title, sentence, (frame,))

    def _links_of(self, node: FabricNode) -> list[FabricLink]:
        return [link for link in self._subnet.links if node in (link.a, link.b)]

    def _changed_lids(self) -> Iterator[FabricEvent]:
        said = self._sources.all_of(PortInfo)
        chosen = np.flatnonzero(self._sources.has_lid(said) & (said.rows.column("lid") != 0))
        port = said.rows.numbers("localportnum")[chosen]
        switches = np.isin(said.guid[chosen], self._sources.switch_guids)
        port[switches] = 0
        lid, guid = said.rows.numbers("lid")[chosen], said.guid[chosen]
        envelope = said.rows.envelope.select(chosen)
        order = np.lexsort((envelope.frame, port, guid))
        same = (guid[order][1:] == guid[order][:-1]) & (port[order][1:] == port[order][:-1])
        for at in np.flatnonzero(same & (lid[order][1:] != lid[order][:-1])).tolist():
            before, after = int(order[at]), int(order[at + 1])
            node = self._subnet.nodes.get(int(guid[after]))
            if node is None:
                continue
            where = node.title if node.kind is NodeKind.SWITCH else f"{node.title} port {int(port[after])}"
            time, frame = int(envelope.time[after]), int(envelope.frame[after])
            sentence = f"{where} had LID {int(lid[before])} and now has {int(lid[after])}"
            yield FabricEvent(time, frame, "lid-changed", where, sentence, (int(envelope.frame[before]), frame))


def lost_nodes(subnet: FabricSubnet) -> list[tuple[FabricNode, FabricLink]]:
    """Nodes that had links and have none at the end, with the link that went last."""
    linked = {node.guid for link in subnet.links for node in (link.a, link.b)}
    last: dict[int, tuple[FabricNode, FabricLink]] = {}
    for link in sorted(subnet.past_links, key=lambda link: link.ended_by):
        for node in (link.a, link.b):
            if node.guid not in linked:
                last[node.guid] = (node, link)
    return list(last.values())
