"""What packets show of subnet managers: what they say of themselves, what they set, whom they ask in vain.

A manager that is master sets ports and tables; a standby asks the master for its SMInfo again and again, and takes over
when nothing answers.  A master that finds a better one hands over.

Source: IBA 1, 14.4 (initialization, states of subnet managers) and 14.2.5.13 (SMInfo).
"""

from __future__ import annotations

import enum
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Bools, Ints
from ibpkt.fabric.attribute_rows import AttributeRows, Envelope
from ibpkt.fabric.directed_routes import NOWHERE
from ibpkt.fabric.model import FabricNode, FabricPort, NodeKind
from ibpkt.fabric.origins import Origin
from ibpkt.fabric.sources import Sources
from ibpkt.protocols.mad.base import CLIENT_BITS, CLIENT_HALF, METHODS
from ibpkt.protocols.mad.sa_records import SMInfoRecord
from ibpkt.protocols.mad.subn_nodes import SM_REQUESTS, NodeInfo, SMInfo, SwitchInfo
from ibpkt.protocols.mad.subn_ports import PortInfo
from ibpkt.protocols.mad.subn_tables import LinearForwardingTable
from ibpkt.schema import number_of

_SET = number_of(METHODS, "Set")
_HANDOVER = number_of(SM_REQUESTS, "HANDOVER")
#: how far apart the TransactionIDs of a requester's polls may be
_NEAR = 1024


class Shown(enum.IntEnum):
    """What a packet shows of a subnet manager."""

    SAID = 0  # SMInfo tells its state
    WALK = 1  # it begins to walk the subnet
    SETS = 2  # a node does what it says
    LEARNED = 3  # it was told of a master
    HANDED_OVER = 4  # it told another to be the master
    SILENT = 5  # a request to it has no answer


class ManagerEvidence(NamedTuple):
    """One piece of evidence.

    Attributes:
        time: of the packet.
        frame: its number.
        guid: the GUID of the manager's port.
        shown: what it shows.
        state: what SMInfo said, "" elsewhere.
        priority: likewise, None elsewhere.
        other: the GUID of the other manager's port: the master it learned of, who gets the office, who asked in vain.
        number: the lower half of the TransactionID.
    """

    time: int
    frame: int
    guid: int
    shown: Shown
    state: str = ""
    priority: int | None = None
    other: int = 0
    number: int = 0


#: which way a poll goes: the number of its directed route, or the interface and the LIDs of asker and asked
_Way = int | tuple[int, int, int]


class _Poll(NamedTuple):
    """An SMInfo that was answered on its way."""

    number: int
    asker: int
    asked: int


class EvidenceOfManagers:
    """Collects the evidence.

    Args:
        sources: what packets say.
        nodes: the nodes by GUID.
    """

    def __init__(self, sources: Sources, nodes: dict[int, FabricNode]) -> None:
        self._sources = sources
        self._nodes = nodes
        self._polls: dict[_Way, list[_Poll]] = {}

    def collect(self) -> list[ManagerEvidence]:
        """All evidence in the order of time."""
        found = [*self._of_sets(), *self._of_sminfo()]
        themselves = {piece.guid for piece in found}  # what others tell of them may be older
        found += [piece for piece in self._of_records() if piece.guid not in themselves]
        found += self._of_walks({piece.guid for piece in found})
        return sorted(found, key=lambda piece: (piece.time, piece.frame))

    def _port_guid(self, origin: int) -> int:
        """The GUID of the port at which directed routes begin."""
        end = self._sources.origins.known[origin]
        return self._port(end).guid or end.guid

    def _port(self, end: Origin) -> FabricPort:
        """The port of a manager there: of a switch, port 0 has the LID and the GUID of all."""
        node = self._nodes[end.guid]
        return node.port(0 if node.kind is NodeKind.SWITCH else end.port)

    # -- sets and walks -----------------------------------------------------------------------------------------

    def _of_sets(self) -> list[ManagerEvidence]:
        """The first thing that each requester set after each walk, where it is what only a master sets."""
        self._agents: set[tuple[int, int]] = set()
        hops = self._hop_zero()
        found: list[ManagerEvidence] = []
        for header in (LinearForwardingTable, SwitchInfo, PortInfo):
            rows = self._sources.answers(header)
            sets = self._sources.pairs(header).asked_with(_SET)
            answers = np.flatnonzero(rows.good & rows.directed)
            chosen = sets[answers]
            origin = self._sources.origin[header]
            known = np.flatnonzero(chosen & (origin != NOWHERE))
            if header is PortInfo:
                known = known[self._by_master(rows.numbers("mastersmlid")[answers][known], origin[known])]
            envelope = rows.envelope.select(answers[known])
            upper = (envelope.transaction >> np.uint64(CLIENT_BITS)).astype(np.int64)
            self._agents |= set(zip(origin[known].tolist(), upper.tolist(), strict=True))
            for place in np.unique(origin[known]).tolist():
                own = np.flatnonzero(origin[known] == place)
                period = np.searchsorted(hops[place], envelope.frame[own])
                first = own[np.unique(period, return_index=True)[1]]
                for row in first.tolist():
                    found.append(
                        ManagerEvidence(
                            int(envelope.time[row]), int(envelope.frame[row]), self._port_guid(place), Shown.SETS
                        )
                    )
        return found

    def _by_master(self, told: Ints, origin: Ints) -> Bools:
        """Which answers to Set(PortInfo) name the requester as the master: tools that set ports do not."""
        lids = np.array([self._port(end).lid for end in self._sources.origins.known], np.int64)
        named: Bools = (told != 0) & (told == lids[origin])
        return named

    def _hop_zero(self) -> dict[int, Ints]:
        """The packets in which each origin names itself."""
        rows = self._sources.directed(NodeInfo).rows
        origin = self._sources.origin[NodeInfo]
        own = np.flatnonzero((rows.envelope.route == 0) & (origin != NOWHERE))
        return {place: rows.envelope.frame[own[origin[own] == place]] for place in np.unique(origin[own]).tolist()}

    def _of_walks(self, managers: set[int]) -> list[ManagerEvidence]:
        """The beginnings of walks of those that are managers."""
        rows = self._sources.directed(NodeInfo).rows
        envelope, origin = rows.envelope, self._sources.origin[NodeInfo]
        own = np.flatnonzero((envelope.route == 0) & (origin != NOWHERE))
        upper = (envelope.transaction[own] >> np.uint64(CLIENT_BITS)).astype(np.int64).tolist()
        numbers = (envelope.transaction[own] & np.uint64(CLIENT_HALF)).astype(np.int64).tolist()
        found = []
        for row, place, agent, number in zip(own.tolist(), origin[own].tolist(), upper, numbers, strict=True):
            guid = self._port_guid(place)
            if guid in managers and (place, agent) in self._agents:
                time, frame = int(envelope.time[row]), int(envelope.frame[row])
                found.append(ManagerEvidence(time, frame, guid, Shown.WALK, number=number))
        return found

    # -- SMInfo -------------------------------------------------------------------------------------------------

    def _of_sminfo(self) -> list[ManagerEvidence]:
        """What answers say and requests hand over, and polls without an answer, in the order of the packets."""
        answers, requests = self._sources.answers(SMInfo), self._sources.requests(SMInfo)
        answered = self._sources.pairs(SMInfo).answered
        silent = np.flatnonzero(~answered)
        said = self._said(answers, requests)
        pieces: list[ManagerEvidence] = []
        frames, times = requests.envelope.frame[silent].tolist(), requests.envelope.time[silent].tolist()
        numbers = _numbers(requests.envelope.transaction[silent])
        ways = _ways(requests.envelope.select(silent), answers=False)
        waiting = iter([*zip(frames, times, ways, numbers, strict=True), (None, 0, 0, 0)])
        frame, time, way, number = next(waiting)
        for after, poll, found in [*said, (None, None, [])]:
            while frame is not None and (after is None or frame < after):
                like = self._like(way, number)
                if like is not None:
                    pieces.append(
                        ManagerEvidence(time, frame, like.asked, Shown.SILENT, other=like.asker, number=number)
                    )
                frame, time, way, number = next(waiting)
            if poll is not None:
                self._polls.setdefault(poll[0], []).append(poll[1])
            pieces += found
        return pieces

    def _said(
        self, rows: AttributeRows, requests: AttributeRows
    ) -> list[tuple[int, tuple[_Way, _Poll], list[ManagerEvidence]]]:
        """Of each answer without an error its packet, the poll with its way, and what it shows."""
        envelope, pairs = rows.envelope, self._sources.pairs(SMInfo)
        origins = np.full(len(rows), NOWHERE, np.int64)
        origins[np.flatnonzero(rows.good & rows.directed)] = self._sources.origin[SMInfo]
        senders = requests.column("guid").tolist()
        asked_times, asked_frames = requests.envelope.time.tolist(), requests.envelope.frame.tolist()
        columns = (
            rows.good.tolist(), envelope.time.tolist(), envelope.frame.tolist(), _ways(envelope, answers=True),
            _numbers(envelope.transaction), (envelope.transaction >> np.uint64(CLIENT_BITS)).tolist(), origins.tolist(),
            rows.column("guid").tolist(), rows.words("smstate"), rows.column("priority").tolist(),
            (pairs.asked_with(_SET) & (envelope.modifier == _HANDOVER)).tolist(), pairs.request.tolist(),
            self._sources.nodes_of(envelope.interface, envelope.destination, envelope.frame).tolist(),
        )  # fmt: skip
        said = []
        for good, time, frame, way, number, agent, origin, guid, state, priority, handed, asked, by_lid in zip(
            *columns, strict=True
        ):
            if not good:
                continue
            asker = self._port_guid(origin) if origin != NOWHERE else 0
            if handed:
                times, frames = asked_times[asked], asked_frames[asked]
                found = [ManagerEvidence(times, frames, senders[asked], Shown.HANDED_OVER, other=guid)]
            else:
                found = [ManagerEvidence(time, frame, guid, Shown.SAID, state, priority, asker)]
            if asker and state == "Master" and asker != guid:
                self._agents.add((origin, agent))
                found.append(ManagerEvidence(time, frame, asker, Shown.LEARNED, priority=priority, other=guid))
            # a tool, too, asks by LID: that makes no manager of the asker
            said.append((frame, (way, _Poll(number, asker or by_lid, guid)), found))
        return said

    def _like(self, way: _Way, number: int) -> _Poll | None:
        """The answered poll on the same way that an unanswered one goes on from."""
        near = [poll for poll in self._polls.get(way, ()) if 0 <= number - poll.number <= _NEAR and poll.asker]
        return min(near, key=lambda poll: number - poll.number, default=None)

    def _of_records(self) -> list[ManagerEvidence]:
        """What subnet administration tells of managers."""
        rows = self._sources.record_rows(SMInfoRecord)
        columns = (
            rows.envelope.time.tolist(), rows.envelope.frame.tolist(), rows.column("guid").tolist(),
            rows.words("smstate"), rows.column("priority").tolist(),
        )  # fmt: skip
        return [
            ManagerEvidence(time, frame, guid, Shown.SAID, state, priority)
            for time, frame, guid, state, priority in zip(*columns, strict=True)
        ]


def _ways(envelope: Envelope, *, answers: bool) -> list[_Way]:
    """Which way each poll went, that of an answer is its request's."""
    asker, asked = envelope.source, envelope.destination
    if answers:
        asker, asked = asked, asker
    lids = zip(envelope.interface.tolist(), asker.tolist(), asked.tolist(), strict=True)
    return [ends if route == NOWHERE else route for route, ends in zip(envelope.route.tolist(), lids, strict=True)]


def _numbers(transaction: Array) -> list[int]:
    """The halves of TransactionIDs that are the requesters' own."""
    return (transaction & np.uint64(CLIENT_HALF)).tolist()  # type: ignore[no-any-return]
