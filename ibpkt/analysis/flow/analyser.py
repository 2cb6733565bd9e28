"""From packets to flows, messages and findings, batch by batch."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses, KeyNumbers
from ibpkt.analysis.columns.transport import (
    KIND_OF,
    KINDS,
    NOTIFICATION,
    REQUEST,
    RESPONSE,
    SERVICE_OF,
    Transport,
    transport,
)
from ibpkt.analysis.flow.bulk_scheduler import BulkScheduler
from ibpkt.analysis.flow.datagram_flows import UD, DatagramTracker
from ibpkt.analysis.flow.flow_state import FlowState
from ibpkt.analysis.flow.flow_table import LIMIT, FlowTable, key_of, pair_of, reverse
from ibpkt.analysis.flow.packet_counters import count_packets
from ibpkt.analysis.flow.reassembly import SILENT
from ibpkt.analysis.flow.sequence import Results, views_of
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.arrays import Ints
from ibpkt.batch import Batch
from ibpkt.management.cm_connections import Connection, Connections
from ibpkt.protocols import PSN_MASK, tabulated

#: pairs of addresses, and queue pairs between them, whose numbers are remembered from batch to batch
MAX_NUMBERED = 1 << 16
#: minimum and maximum of packets that go one by one in the order of the capture, before the rest is searched again for
#: known exchanges
MIN_STEP, MAX_STEP = 256, 8192
#: packets that are searched then
LOOKAHEAD = 4096
# as lists: indexing them is faster than indexing arrays
_SERVICE, _KIND = tabulated(SERVICE_OF.tolist), tabulated(KIND_OF.tolist)


@dataclasses.dataclass
class AnalysisResult:
    """The results of one batch.

    Attributes:
        findings: in the order of packets.
        messages: those that have ended, in the order of their ends.
        flows: those that have ended, or were given up.
        packets: facts of the batch's packets by name, arrays of shape (n,), 0 where a packet has no such fact:
            ``flow`` and ``message`` (numbers), ``answers`` (the number of the packet that it answers), ``gap`` (packets
            missing before it), ``retransmission`` (a cause, see `analysis_facts.CAUSES`), ``duplicate``,
            ``out_of_order``, ``out_of_sequence`` (the responder drops it, or keeps it for later),
            ``duplicate_request``, ``ghost``, ``lost`` and ``unseen`` (packets that did not arrive, and that
            did and are not in the capture, as this one shows), ``moved`` (how often its flow has migrated),
            ``timeout``, ``implied_nak``, ``stray``, ``corrupt``.
            Facts that no packet has are not there.
        columns: the batch's packets that have a BTH; None at the end.
    """

    findings: list[Finding]
    messages: list[Message]
    flows: list[Flow]
    packets: dict[str, Ints]
    columns: Transport | None = None


class Analyser:
    """Takes batches of one capture, in order.

    Args:
        limit: flows that are kept; beyond that, those idle longest are given up.
        messages: return messages; without them, clean traffic is processed faster.
        payload: messages list the packets that carry their payload.
        verify: verify the ICRC of every packet; otherwise only of those that stand out: that is faster, but damaged
            packets that look plausible are taken for intact.
        facts: names of the packet facts to compute; None for all.
        bulk: process clean exchanges in bulk; otherwise all packets go one by one, with the same result.

    Attributes:
        addresses: numbers of addresses.
        without: number of packets without BTH.
    """

    def __init__(
        self,
        limit: int = LIMIT,
        *,
        messages: bool = True,
        payload: bool = False,
        verify: bool = True,
        facts: frozenset[str] | None = None,
        bulk: bool = True,
    ) -> None:
        self.limit: int = max(2, limit)
        self.verify = verify
        self.addresses: Addresses = Addresses()
        self.without: int = 0
        self._results = Results(payload, messages, None if facts is None else facts | {"flow"})
        self._connections = Connections(self.limit)
        self._replies: list[Connection] = []
        self._connections.on_reply = self._replies.append
        self._flow_table = FlowTable(self._results, self.addresses, self.limit)
        self._datagrams = DatagramTracker(self._results, self.limit)
        self._bulk = bulk
        self._pair_numbers, self._stream_numbers = KeyNumbers(), KeyNumbers()

    # -- batches ----------------------------------------------------------------------------------------------------

    def add(self, batch: Batch) -> AnalysisResult:
        """Take the next batch."""
        columns = transport(batch, self.addresses)
        results = self._results
        results.clear(len(columns))
        self.without += len(batch) - len(columns)
        # where all are verified, those that are wrong go no further than `_step_through`
        results.is_bad = (lambda row: False) if self.verify else (lambda row: bool(columns.bad_icrc[row]))
        self._replies += [connection for connection in self._connections.add(batch) if connection.outcome == "closed"]
        self._replies.sort(key=lambda connection: connection.frames[-1])
        if len(columns):
            self._analyse(columns)
            results.flush()
            if self._flow_table.make_room(results.fact_columns.get("flow")):
                self._pair_numbers, self._stream_numbers = KeyNumbers(), KeyNumbers()
        if len(batch):
            results.now = int(batch.frames.time[-1])
        return self._result(batch, columns)

    @property
    def given_up(self) -> int:
        """Flows that were given up, since there were too many."""
        return self._flow_table.given_up

    def flow(self, number: int) -> Flow | None:
        """A flow as it is now; None where it has ended, or never was."""
        flow_state = self._flow_table.flow_states.get(number)
        return None if flow_state is None else flow_state.flow

    def finish(self) -> AnalysisResult:
        """The end of the capture: closes all flows."""
        self._results.clear(0)
        self._results.frame = 0
        self._flow_table.close()
        results = self._results
        return AnalysisResult(
            sorted(results.findings, key=lambda finding: finding.frame), results.messages, results.flows, {}
        )

    def depth(self, flow: int, source: int, second: bool) -> int | None:
        """How many READs and atomics an end of a flow may have under way; None for unknown.

        Args:
            flow: the number of the flow.
            source: the number of the end's address.
            second: where both ends have this address, whether it is the second side.
        """
        flow_state = self._flow_table.flow_states.get(flow)
        if flow_state is None:
            return None
        address = self.addresses.text(source)
        own = [side.depth for side in flow_state.flow.sides if side.address == address]
        return own[second and len(own) > 1] if own else None

    def sides(self, columns: Transport, flows: Ints) -> Ints:
        """Which side sent each packet that goes from an address to itself, if its flow still exists.

        Args:
            columns: the packets of the last batch.
            flows: the numbers of their flows, shape (n,), 0 where that is not known.

        Returns:
            0 or 1, shape (n,); -1 where it is not known, and 0 for all other packets.
        """
        sides = np.zeros(len(columns), np.int64)
        rows = np.flatnonzero((columns.source == columns.destination) & (flows > 0))
        if len(rows):
            sender = np.where(columns.service[rows] == UD, columns.srcqp[rows].astype(np.int64), -1)
            ends = columns.source[rows], columns.destqp[rows].astype(np.int64), sender, flows[rows]
            kinds, inverse = np.unique(np.stack(ends, axis=1), axis=0, return_inverse=True)
            sides[rows] = np.array([self._side(*kind) for kind in kinds.tolist()], np.int64)[inverse.reshape(-1)]
        return sides

    def _side(self, address: int, queue: int, sender: int, flow: int) -> int:
        entry = self._flow_table.get(key_of(address, address, queue, sender))
        return entry[1] if entry is not None and flow in (entry[0].flow.number, entry[0].flow.also) else -1

    def _result(self, batch: Batch, columns: Transport) -> AnalysisResult:
        results = self._results
        facts: dict[str, Ints] = {}
        for name, values in results.fact_columns.items():
            if len(columns) == len(batch):
                facts[name] = values
            else:
                facts[name] = np.zeros(len(batch), np.int64)
                facts[name][columns.rows] = values
        results.findings.sort(key=lambda finding: finding.frame)
        results.messages.sort(key=lambda message: message.closed)
        return AnalysisResult(results.findings, results.messages, results.flows, facts, columns)

    # -- one by one -------------------------------------------------------------------------------------------------

    def _analyse(self, columns: Transport) -> None:
        """Process known exchanges in bulk where they are clean, then a few other packets one by one, and repeat.

        The packets that go one by one, in the order of the capture, may begin, join or end flows.
        """
        rows = np.arange(len(columns))
        streams, ends = self._numbered_streams(columns)
        keys = [key_of(*stream_ends, -1) for stream_ends in ends]
        if not self._bulk or self._replies:
            self._step_through(columns, rows, streams, ends, keys)
            return
        bad = columns.bad_icrc if self.verify else None
        if not self._results.wants_messages:
            rows = self._advance_datagrams(columns, rows, streams, ends, bad)
        rows = self._count_untracked(columns, rows[columns.service[rows] != 0], streams, keys, bad)
        seeks = self._joinable_pairs(columns, streams, ends, keys)
        lookahead, step = len(rows), MIN_STEP
        while len(rows):
            head = rows[:lookahead]
            exchanges, places = self._exchanges(streams[head], keys, seeks)
            kind = columns.kind[head]
            exchange = np.where(kind == REQUEST, places[streams[head], 0], places[streams[head], 1])
            known = (exchange >= 0) & ((kind == REQUEST) | (kind == RESPONSE)) & (columns.service[head] != UD)
            others = head[~known]
            scheduler = BulkScheduler(columns, head[known], exchange[known], exchanges, bad, self._results)
            done = np.zeros(len(head), np.bool_)
            done[known] = scheduler.run(int(others[0]) if len(others) else len(columns))
            count = int(done.sum())
            rows = np.concatenate((head[~done], rows[lookahead:]))
            if count == len(done):
                lookahead *= 2
                continue
            # if little was clean, little will be
            lookahead, step = LOOKAHEAD, MIN_STEP if 8 * count >= len(done) else min(2 * step, MAX_STEP)
            self._step_through(columns, rows[:step], streams, ends, keys)
            rows = rows[step:]

    def _exchanges(self, streams: Ints, keys: list[int], seeks: set[int]) -> tuple[list[tuple[FlowState, int]], Ints]:
        """The known exchanges among those that some packets belong to; no other exchange depends on them.

        Args:
            streams: of the packets, shape (m,).
            keys: of all streams.
            seeks: pairs of addresses between which answers may yet be joined with requests.

        Returns:
            Flows and the sides that ask; and by stream the place of the exchange that its requests belong to, and of
            that which its answers belong to, -1 for none.
        """
        exchanges: list[tuple[FlowState, int]] = []
        known: dict[tuple[int, int], int] = {}
        places = np.full((len(keys), 2), -1, np.int64)
        for stream in np.flatnonzero(np.bincount(streams, minlength=len(keys))).tolist():
            entry = self._flow_table.get(keys[stream])
            if entry is None:
                continue
            flow_state, side = entry
            for column, owner in enumerate((side, 1 - side)):  # of its requests, and of its answers
                sought = keys[stream] >> 50 in seeks and flow_state.flow.service not in SILENT
                if not flow_state.joined and (sought or owner != side):
                    continue
                key = (flow_state.flow.number, owner)
                if key not in known:
                    known[key] = len(exchanges)
                    exchanges.append((flow_state, owner))
                places[stream, column] = known[key]
        return exchanges, places

    def _joinable_pairs(
        self, columns: Transport, streams: Ints, ends: list[tuple[int, int, int]], keys: list[int]
    ) -> set[int]:
        """Pairs of addresses between which unjoined flows have answers in this batch."""
        seeks: set[int] = set()
        answers = np.bincount(streams[columns.kind == RESPONSE], minlength=len(keys))
        for stream in np.flatnonzero(answers).tolist():
            entry = self._flow_table.get(keys[stream])
            if entry is None or not entry[0].joined:
                source, destination, _ = ends[stream]
                seeks |= {pair_of(source, destination), pair_of(destination, source)}
        return seeks

    def _count_untracked(self, columns: Transport, rows: Ints, streams: Ints, keys: list[int], bad: Any) -> Ints:
        """Count the packets that need no tracking; returns the remaining rows."""
        flow_states: list[tuple[FlowState, int] | None] = [self._flow_table.get(key) for key in keys]
        pairs = {key >> 50 for key in keys}
        counted = np.zeros((len(KINDS), len(keys)), np.bool_)  # by kind and stream
        for stream, entry in enumerate(flow_states):
            if entry is None:
                continue
            flow_state, side = entry
            back = reverse(keys[stream] >> 50)
            if not flow_state.joined and (back in pairs or self._flow_table.is_sought(back)):
                continue  # it may be joined with another here
            counted[NOTIFICATION, stream] = True
            counted[REQUEST, stream] = side in flow_state.requests and flow_state.requests[side].untracked
            asks = flow_state.requests.get(1 - side)
            counted[RESPONSE, stream] = not flow_state.joined or (asks is not None and asks.untracked)
        if not counted.any():
            return rows
        kind = columns.kind[rows]
        chosen = counted[kind, streams[rows]] & (columns.service[rows] != UD)
        if bad is not None:
            chosen &= ~bad[rows]
        count_packets(columns, rows[chosen], streams, flow_states, self._results)
        remaining: Ints = rows[~chosen]
        return remaining

    def _advance_datagrams(
        self, columns: Transport, rows: Ints, streams: Ints, ends: list[tuple[int, int, int]], bad: Any
    ) -> Ints:
        """Process the datagrams of known flows in bulk; returns the remaining rows."""
        chosen = (columns.service == UD) & (columns.kind == REQUEST) & ~columns.stopped
        if bad is not None:
            chosen &= ~bad
        places = np.flatnonzero(chosen)
        if not len(places):
            return rows
        sender = columns.srcqp[places].astype(np.int64)
        numbers, inverse = np.unique(streams[places] << 24 | sender, return_inverse=True)
        flows: list[tuple[FlowState, int] | None] = []
        for number in numbers.tolist():
            source, destination, queue = ends[number >> 24]
            flows.append(self._flow_table.get(key_of(source, destination, queue, number & PSN_MASK)))
        known = np.array([flow is not None for flow in flows], np.bool_)[inverse]
        remaining = np.ones(len(rows), np.bool_)
        if known.any():
            remaining[places[known]] = ~self._datagrams.advance(columns, places[known], inverse[known], flows)
        return rows[remaining]

    def _numbered_streams(self, columns: Transport) -> tuple[Ints, list[tuple[int, int, int]]]:
        """For each packet the place of its stream; and of the streams source, destination and queue pair."""
        if len(self._stream_numbers) > MAX_NUMBERED or len(self._pair_numbers) > MAX_NUMBERED:
            self._pair_numbers, self._stream_numbers = KeyNumbers(), KeyNumbers()
        source, destination, queue = columns.source, columns.destination, columns.destqp
        pairs = self._pair_numbers.of(source << 32 | destination)
        numbers = self._stream_numbers.of(pairs << 24 | queue)
        first = np.full(len(self._stream_numbers) + 1, -1, np.int64)
        first[numbers[::-1]] = np.arange(len(numbers) - 1, -1, -1)
        used = np.flatnonzero(first >= 0)
        place = np.zeros(len(first), np.int64)
        place[used] = np.arange(len(used))
        at = first[used]
        ends = zip(source[at].tolist(), destination[at].tolist(), queue[at].tolist(), strict=True)
        return place[numbers], list(ends)

    def _step_through(
        self, columns: Transport, rows: Ints, streams: Ints, ends: list[tuple[int, int, int]], keys: list[int]
    ) -> None:
        """Process packets one after the other: the reference that bulk processing must equal."""
        results, find = self._results, self._flow_table.get
        bad = columns.bad_icrc if self.verify else np.zeros(len(columns), np.bool_)
        marks = columns.ce | (columns.fecn != 0)
        lists = (streams, columns.srcqp, columns.length, marks, columns.migreq, bad)
        packets = zip(views_of(columns, rows), *(column[rows].tolist() for column in lists), strict=True)
        places: list[int] = []
        numbers: list[int] = []  # of their flows
        replies = iter(self._replies)
        reply = next(replies, None)
        for packet, stream, sender, length, marked, migreq, wrong in packets:
            results.frame = packet.frame
            while reply is not None and reply.frames[-1] <= packet.frame:
                results.now = packet.time
                self._flow_table.connect(reply)
                reply = next(replies, None)
            service, kind = _SERVICE[packet.opcode], _KIND[packet.opcode]
            if not service or wrong:
                if service:
                    results.set_fact("corrupt", packet.row)
                    entry = find(keys[stream])
                    if entry is not None:
                        entry[0].corrupt(entry[1], packet)
                continue
            datagram = service == UD
            source, destination, queue = ends[stream]
            key = key_of(source, destination, queue, sender) if datagram else keys[stream]
            entry = find(key)
            if entry is None and not datagram:
                entry = self._flow_table.migrated(key, packet, source, destination, queue, migreq)
            if entry is None:
                if results.is_bad(packet.row):
                    results.set_fact("corrupt", packet.row)
                    continue
                entry = self._flow_table.begin(
                    key, packet, source, destination, queue, sender if datagram else None, service
                )
            flow_state, side = entry
            if kind == RESPONSE and not flow_state.joined:
                flow_state, side = self._flow_table.join_by_response(key, flow_state, side, packet, source, destination)
            if datagram:
                self._datagrams.take(flow_state, side, packet, source, sender)
            elif not flow_state.take(side, kind, packet):
                # the packet that proves it, and the one before, which was no proof alone
                first_packets = [
                    first_packet for first_packet in (flow_state.stray(side, kind), packet) if first_packet is not None
                ]
                results.now = packet.time
                self._flow_table.end(flow_state, "reused", sure=flow_state.released)
                flow_state, side = self._flow_table.begin(key, packet, source, destination, queue, None, service)
                for first_packet in first_packets:
                    flow_state.take(side, kind, first_packet)
            flow = flow_state.flow
            stats = flow.sides[side]
            numbers.append(flow.number)
            places.append(packet.row)
            if flow.moves:
                results.set_fact("moved", packet.row, flow.moves)
            if kind == REQUEST and not datagram:
                flow_state.requests[side].migreq = migreq
            stats.packets += 1
            stats.bytes += length
            stats.marked += marked
            if kind == NOTIFICATION:
                stats.cnps += 1
            if packet.time > flow.last:
                flow.last = packet.time
            if packet.frame > flow_state.last_frame_seen:
                flow_state.last_frame_seen = packet.frame
        results.column("flow")[places] = numbers
        while reply is not None:
            self._flow_table.connect(reply)
            reply = next(replies, None)
        self._replies.clear()
