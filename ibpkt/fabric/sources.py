"""What the packets of a capture say, each row with the node that it is about.

Directed routes name nodes by where they were found (`discovery`), LIDs by who had them when the packet came.  Where two
subnets of one capture use the same LID on one interface, a LID names nothing, and what it would have named is left out.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

import numpy as np

from ibpkt.arrays import Array, Bools, Ints
from ibpkt.batch import Batch
from ibpkt.fabric.attribute_rows import AttributeRows, Envelope
from ibpkt.fabric.columns import AttributeColumns
from ibpkt.fabric.directed_routes import NOWHERE
from ibpkt.fabric.discovery import Cables, Discovery, NodeLookup, Sightings
from ibpkt.fabric.history import History
from ibpkt.fabric.notices import Notices
from ibpkt.fabric.origins import DirectedAnswers, Origins
from ibpkt.fabric.record_tables import RecordTables
from ibpkt.fabric.request_answers import RequestAnswers
from ibpkt.fabric.subnet_pieces import SubnetPieces
from ibpkt.fabric.whole_tables import WholeTables
from ibpkt.protocols.mad.devmgt import IOControllerProfile
from ibpkt.protocols.mad.notice import InformInfo
from ibpkt.protocols.mad.perf import PortCounters, PortCountersExtended
from ibpkt.protocols.mad.sa_paths import InformInfoRecord, MCMemberRecord, PathRecord, ServiceRecord
from ibpkt.protocols.mad.sa_records import (
    GUIDInfoRecord,
    LinearForwardingTableRecord,
    LinkRecord,
    MulticastForwardingTableRecord,
    NodeRecord,
    P_KeyTableRecord,
    PortInfoRecord,
    SLtoVLMappingTableRecord,
    SMInfoRecord,
    SwitchInfoRecord,
    VLArbitrationTableRecord,
)
from ibpkt.protocols.mad.subn_nodes import NODE_TYPES, GUIDInfo, NodeDescription, NodeInfo, SMInfo, SwitchInfo
from ibpkt.protocols.mad.subn_ports import PORT_STATES, MlnxExtendedPortInfo, PortInfo
from ibpkt.protocols.mad.subn_tables import (
    LinearForwardingTable,
    MulticastForwardingTable,
    P_KeyTable,
    SLtoVLMappingTable,
    VLArbitrationTable,
)
from ibpkt.schema import Header, number_of

_DOWN = number_of(PORT_STATES, "Down")
_SWITCH = number_of(NODE_TYPES, "Switch")
#: attribute modifiers of PortInfo: the port number is in the low byte
_PORT = 0xFF


def node_attributes() -> tuple[Header, ...]:
    """The attributes of subnet management that describe a node."""
    return (
        NodeInfo,
        NodeDescription,
        SwitchInfo,
        PortInfo,
        P_KeyTable,
        SLtoVLMappingTable,
        LinearForwardingTable,
        MulticastForwardingTable,
        SMInfo,
        MlnxExtendedPortInfo,
        GUIDInfo,
        VLArbitrationTable,
    )


def records() -> tuple[Header, ...]:
    """The records of subnet administration that describe the subnet."""
    return (
        NodeRecord,
        PortInfoRecord,
        LinkRecord,
        SwitchInfoRecord,
        LinearForwardingTableRecord,
        MulticastForwardingTableRecord,
        SLtoVLMappingTableRecord,
        P_KeyTableRecord,
        SMInfoRecord,
        PathRecord,
        MCMemberRecord,
        GUIDInfoRecord,
        VLArbitrationTableRecord,
        ServiceRecord,
        InformInfoRecord,
    )


def other_attributes() -> tuple[Header, ...]:
    """Attributes of other management classes, and of several, that nodes answer."""
    return PortCounters, PortCountersExtended, IOControllerProfile, InformInfo


class NodeRows:
    """Rows of one attribute with the node that each is about.

    Attributes:
        rows: what was said.
        guid: the GUIDs of the nodes, 0 where no packet names the node, uint64.
    """

    def __init__(self, rows: AttributeRows, guid: Array) -> None:
        self.rows = rows
        self.guid = guid

    def __len__(self) -> int:
        return len(self.guid)

    def known(self) -> NodeRows:
        """Those of which the node is known."""
        if self.guid.all():
            return self
        chosen = np.flatnonzero(self.guid != 0)
        return NodeRows(self.rows.select(chosen), self.guid[chosen])


class FabricPackets:
    """Collects what a capture says about fabrics, batch by batch."""

    def __init__(self) -> None:
        self.columns: AttributeColumns = AttributeColumns(
            (*node_attributes(), *records(), *other_attributes()), asked=(SMInfo, InformInfo)
        )
        self.tables: RecordTables = RecordTables(records())
        self.notices: Notices = Notices()
        self.whole: WholeTables = WholeTables()

    def add(self, batch: Batch) -> None:
        """Process a batch."""
        self.columns.add(batch)
        self.tables.add(batch)
        self.notices.add(batch)
        self.whole.add(batch)


class Sources:
    """What all packets say, related to nodes.

    Args:
        packets: all of the capture.

    Attributes:
        cables: what joins nodes.
        pieces: which nodes belong together.
        origins: who walked directed routes.
        nameless: directed-route answers of which it is not known where they came from.
        ambiguous: rows left out because two subnets use their LID.
    """

    def __init__(self, packets: FabricPackets) -> None:
        packets.tables.finish()
        self._columns = packets.columns
        self._pairs: dict[Header, RequestAnswers] = {}
        self._guids: dict[Header, Array] = {}
        self._tables = packets.tables
        self._whole = packets.whole
        self.ambiguous: int = 0
        self.pieces: SubnetPieces = SubnetPieces()
        self._directed = {header: self._directed_answers(header) for header in node_attributes()}
        self._routed = {header: self._lid_answers(header) for header in node_attributes()}
        self._find_origins()
        self._discover()
        self._name_lids()
        self._join_links()

    # -- rows with their nodes ----------------------------------------------------------------------------------

    def directed(self, header: Header) -> NodeRows:
        """What answers along directed routes say."""
        rows = self._directed[header]
        if header not in self._guids:
            envelope = rows.envelope
            self._guids[header] = (
                rows.column("nodeguid").astype(np.uint64)
                if header is NodeInfo
                else self._nodes.nodes(self.origin[header], envelope.route, envelope.frame)
            )
        return NodeRows(rows, self._guids[header])

    def routed(self, header: Header) -> NodeRows:
        """What LID-routed answers say."""
        rows = self._routed[header]
        if header is NodeInfo:
            return NodeRows(rows, rows.column("nodeguid").astype(np.uint64)).known()
        return NodeRows(rows, self.nodes_of(rows.envelope.interface, rows.envelope.source, rows.envelope.frame))

    def all_of(self, header: Header) -> NodeRows:
        """What both say, in the order of the packets, without rows whose node is not known."""
        parts = [self.directed(header).known(), self.routed(header).known()]
        if not len(parts[1]):
            return parts[0]
        return _joined(header, parts)

    def records(self, header: Header, lid: str = "lid") -> NodeRows:
        """What records say.

        Args:
            header: the declaration of the record.
            lid: the name of the field that names the node.
        """
        rows = self._tables.rows(header, self._columns)
        if header is NodeRecord:
            return NodeRows(rows, rows.column("nodeguid").astype(np.uint64)).known()
        return NodeRows(rows, self.nodes_of(rows.envelope.interface, rows.numbers(lid), rows.envelope.frame))

    def record_rows(self, header: Header) -> AttributeRows:
        """Records by themselves."""
        return self._tables.rows(header, self._columns)

    def table_starts(self, header: Header) -> list[bool]:
        """Which of `record_rows` are the first of a table that has all records there are."""
        return self._whole.starts(header, self.record_rows(header).envelope)

    def answered(self, header: Header) -> NodeRows:
        """What LID-routed answers of another management class say, without those that have an error."""
        rows = self._lid_answers(header)
        return NodeRows(rows, self.nodes_of(rows.envelope.interface, rows.envelope.source, rows.envelope.frame))

    def answers(self, header: Header) -> AttributeRows:
        """All answers with an attribute, those with an error too."""
        return self._columns.answers(header)

    def requests(self, header: Header) -> AttributeRows:
        """All requests with an attribute; their data only of SMInfo and InformInfo."""
        return self._columns.requests(header)

    def pairs(self, header: Header) -> RequestAnswers:
        """Which of `answers` answer which of `requests`."""
        if header not in self._pairs:
            self._pairs[header] = RequestAnswers(self.answers(header).envelope, self.requests(header).envelope)
        return self._pairs[header]

    def nodes_of(self, interface: Ints, lid: Ints, frame: Ints) -> Array:
        """The GUIDs of the nodes that had a LID at some packets; 0 where none or more than one had it."""
        key = interface.astype(np.int64) << 16 | lid
        found = self._lids.values(key, frame)
        if len(self._shared):
            shared = np.isin(key, self._shared)
            self.ambiguous += int(shared.sum())
            found[shared] = 0
        return found

    def node_of(self, interface: int, lid: int, frame: int) -> int:
        """The GUID of the node that had a LID at a packet, 0 where none or more than one had it."""
        row = [np.array([number], np.int64) for number in (interface, lid, frame)]
        return int(self.nodes_of(*row)[0])

    def place_of(self, route: int) -> tuple[int, int] | None:
        """Where a route leads, whoever asks: a node's GUID and -1, or the last node known and the port behind which it
        goes on; None where it may lead to several.
        """
        found = self._nodes_at(route)
        if len(found) == 1:
            return found.pop(), -1
        if found:
            return None
        before = self._nodes_at(self._columns.routes.parents[route])
        return (before.pop(), self._columns.routes.last_port(route)) if len(before) == 1 else None

    def _nodes_at(self, route: int) -> set[int]:
        """The nodes at the end of a route, wherever it begins."""
        nodes = (self._discovery.node_at(origin, route) for origin in range(len(self.origins.known)))
        return {node for node in nodes if node is not None}

    def unplaced(self) -> int:
        """How many answers along directed routes are of nodes that no packet names."""
        return sum(int((self.directed(header).guid == 0).sum()) for header in node_attributes())

    # -- steps --------------------------------------------------------------------------------------------------

    def _directed_answers(self, header: Header) -> AttributeRows:
        rows = self._columns.answers(header)
        return rows.where(rows.good & rows.directed)

    def _lid_answers(self, header: Header) -> AttributeRows:
        rows = self._columns.answers(header)
        return rows.where(rows.good & ~rows.directed)

    def _find_origins(self) -> None:
        tables = list(self._directed.values())
        sizes = [len(rows) for rows in tables]
        envelopes = [rows.envelope for rows in tables]
        infos = self._directed[NodeInfo]
        guid = np.zeros(sum(sizes), np.uint64)
        port = np.zeros(sum(sizes), np.uint8)
        guid[: sizes[0]], port[: sizes[0]] = infos.column("nodeguid"), infos.column("localportnum")
        order = np.argsort(np.concatenate([each.frame for each in envelopes]), kind="stable")
        modifiers = [each.modifier.astype(np.int64) for each in envelopes]
        what = np.concatenate([at << 32 | modifier for at, modifier in enumerate(modifiers)])
        answers = DirectedAnswers(
            np.concatenate([each.interface for each in envelopes])[order],
            np.concatenate([each.transaction for each in envelopes])[order],
            np.concatenate([each.route for each in envelopes])[order],
            what[order],
            guid[order],
            port[order],
        )
        del modifiers, what, guid, port
        self.origins: Origins = Origins(answers, self._columns.routes)
        of_row: Array = np.empty(len(order), np.int32)
        of_row[order] = self.origins.of_row
        parts = np.split(of_row, np.cumsum(sizes)[:-1])
        self.origin: dict[Header, Array] = dict(zip(self._directed, parts, strict=True))

    def _discover(self) -> None:
        infos, ports = self._directed[NodeInfo], self._directed[PortInfo]
        down = np.flatnonzero(ports.column("portstate") == _DOWN)
        gone = ports.select(down)
        numbers = np.where(gone.envelope.modifier & 0xFF, gone.envelope.modifier & 0xFF, gone.numbers("localportnum"))
        named = infos.column("nodeguid").astype(np.uint64)
        seen = Sightings(
            np.concatenate([infos.envelope.frame, gone.envelope.frame]),
            np.concatenate([infos.envelope.time, gone.envelope.time]),
            np.concatenate([self.origin[NodeInfo], self.origin[PortInfo][down]]),
            np.concatenate([infos.envelope.route, gone.envelope.route]),
            np.concatenate([named, np.zeros(len(down), np.uint64)]),
            np.concatenate([infos.numbers("localportnum"), numbers]),
        )
        order = np.argsort(seen.frame, kind="stable")
        discovery = Discovery(self._columns.routes, self.origins.known)
        discovery.replay(Sightings(*(column[order] for column in seen)))
        self.cables: Cables = discovery.cables
        self.first_down: dict[tuple[int, int], int] = discovery.first_down
        self.found_twice: dict[tuple[int, int], tuple[int, ...]] = discovery.found_twice
        self._discovery = discovery
        known = self.origin[NodeInfo] != NOWHERE
        self.nameless: int = int((~known).sum()) + discovery.orphans
        self._nodes = NodeLookup(
            self.origin[NodeInfo][known],
            infos.envelope.route[known],
            infos.envelope.frame[known],
            named[known],
            discovery,
            len(self._columns.routes),
        )
        for guid in named.tolist():
            self.pieces.add(guid)
        for origin, guid in set(zip(self.origin[NodeInfo][known].tolist(), named[known].tolist(), strict=True)):
            self.pieces.join(self.origins.known[origin].guid, guid)

    def _name_lids(self) -> None:
        """Who had which LID, by the ports and by the tables that name both."""
        said: list[tuple[Ints, Ints, Ints, Array]] = []
        ports = self.directed(PortInfo).known()
        owns = np.flatnonzero(self.has_lid(ports))
        rows, lids, lmc = ports.rows.select(owns), ports.rows.numbers("lid")[owns], ports.rows.numbers("lmc")[owns]
        for extra in range(1 << int(lmc.max(initial=0))):
            some = np.flatnonzero(extra < 1 << lmc)
            base = lids[some] & -(1 << lmc[some])
            said.append(
                (rows.envelope.interface[some], base + extra, rows.envelope.frame[some], ports.guid[owns][some])
            )
        routed = self.routed(NodeInfo)
        told = self.records(NodeRecord)
        for rows, lid, guid in (
            (routed.rows, routed.rows.envelope.source, routed.guid),
            (told.rows, told.rows.numbers("lid"), told.guid),
        ):
            said.append((rows.envelope.interface, lid, rows.envelope.frame, guid))
        for table in np.unique(told.rows.envelope.transaction).tolist():
            self._join_all(told.guid[told.rows.envelope.transaction == table].tolist())
        self._join_askers(routed)
        keys, frames, guids = self._lid_names(said)
        self._lids = History(keys, frames, guids)
        self._shared = self._used_twice(keys, guids)

    def _lid_names(self, said: list[tuple[Ints, Ints, Ints, Array]]) -> tuple[Ints, Ints, Array]:
        interface, lid, frame = (np.concatenate([part[at] for part in said]) for at in range(3))
        guid = np.concatenate([part[3] for part in said]).astype(np.uint64)
        chosen = np.flatnonzero(lid > 0)
        return (interface.astype(np.int64) << 16 | lid)[chosen], frame[chosen], guid[chosen]

    def _used_twice(self, keys: Ints, guids: Array) -> Ints:
        """The LIDs that nodes of two subnets have on one interface."""
        pieces = np.array([self.pieces.piece(guid) for guid in guids.tolist()], np.uint64)
        pairs = np.unique(np.stack([keys.astype(np.uint64), pieces], axis=1), axis=0)[:, 0].astype(np.int64)
        return pairs[1:][pairs[1:] == pairs[:-1]] if len(pairs) else keys[:0]

    def _join_all(self, guids: Iterable[int]) -> None:
        first = 0
        for guid in guids:
            if guid:
                self.pieces.join(first or guid, guid)
                first = first or guid

    def _join_askers(self, routed: NodeRows) -> None:
        """Nodes that answered the same LID on one interface are one subnet's, where nothing else was found there."""
        if not len(self._directed[NodeInfo]):
            pairs = np.stack([routed.rows.envelope.interface, routed.rows.envelope.destination], axis=1)
            for pair in np.unique(pairs, axis=0):
                self._join_all(routed.guid[(pairs == pair).all(axis=1)].tolist())

    def _join_links(self) -> None:
        """The cables that link records tell, where no directed route has found any at their ends."""
        rows = self.record_rows(LinkRecord)
        interface, frame = rows.envelope.interface, rows.envelope.frame
        ends = []
        for side in ("from", "to"):
            guids = self.nodes_of(interface, rows.numbers(f"{side}lid"), frame)
            ends.append(list(zip(guids.tolist(), rows.numbers(f"{side}port").tolist(), strict=True)))
        touched = {end for cable in self.cables.past for end in cable.ends} | set(self.cables.peers)
        for one, other, time, number in zip(*ends, rows.envelope.time.tolist(), frame.tolist(), strict=True):
            if one[0] and other[0] and one not in touched and other not in touched:
                self.cables.join(one, other, time, number)
                self.pieces.join(one[0], other[0])

    def has_lid(self, ports: NodeRows) -> Bools:
        """Which PortInfo rows are of a port that has a LID: port 0 of a switch, and those of other nodes."""
        external = ports.rows.envelope.modifier & 0xFF != 0
        inside: Bools = ~(external & np.isin(ports.guid, self.switch_guids))
        return inside

    def port_numbers(self, rows: AttributeRows, guid: Array) -> Ints:
        """The ports that PortInfo is of: an adapter that is asked for none answers for the one that was asked."""
        asked = rows.envelope.modifier & _PORT
        mine = np.where(asked != 0, asked, rows.numbers("localportnum"))
        return np.where(np.isin(guid, self.switch_guids), asked, mine)

    @functools.cached_property
    def switch_guids(self) -> Array:
        """The GUIDs of all switches."""
        found = [
            rows.column("nodeguid")[rows.column("nodetype") == _SWITCH].astype(np.uint64)
            for rows in (self._directed[NodeInfo], self._routed[NodeInfo], self.record_rows(NodeRecord))
        ]
        return np.unique(np.concatenate(found))


def _joined(header: Header, parts: list[NodeRows]) -> NodeRows:
    envelopes = [part.rows.envelope for part in parts]
    whole = Envelope(*(np.concatenate(columns) for columns in zip(*envelopes, strict=True)))
    order = np.argsort(whole.frame, kind="stable")
    data = np.concatenate([part.rows.data for part in parts])[order]
    guid = np.concatenate([part.guid for part in parts])[order]
    return NodeRows(AttributeRows(header, whole.select(order), data), guid)
