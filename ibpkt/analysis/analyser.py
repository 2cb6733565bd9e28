"""From packets to flows, messages and findings, batch by batch.

A batch goes one way: its packets that have a BTH, as columns; the flow and half of each (`streams`); PSNs, runs and
first copies (`runs`); verdicts about the runs of halves that are not clean (`recovery`); messages (`reassembly`).
Nothing goes packet by packet.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.path_facts import read_path_facts
from ibpkt.analysis.columns.transport import Transport, transport
from ibpkt.analysis.connected_flows import ConnectedFlows
from ibpkt.analysis.datagram_flows import DatagramFlows
from ibpkt.analysis.reassembly.datagram_messages import DatagramMessages
from ibpkt.analysis.reassembly.message_choice import MessageChoice
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.message_table import MessageTable
from ibpkt.analysis.results.packet_facts import PacketFacts
from ibpkt.analysis.results.totals import Totals
from ibpkt.analysis.streams.announcements import ConnectionEvents
from ibpkt.analysis.streams.assigned import ArrivedPackets, Assigned
from ibpkt.analysis.streams.stream_rows import UD
from ibpkt.analysis.streams.stream_table import LIMIT, StreamTable
from ibpkt.analysis.streams.waiting_packets import WaitingPackets
from ibpkt.arrays import Bools, Ints, among, distinct, rows_where
from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from ibpkt.management.cm_connections import Connection

#: flows that are closed together at the end of a capture
AT_ONCE = 1 << 13


class AgreedTimers(NamedTuple):
    """What connection management said of the requests of an end; None where it said nothing.

    Attributes:
        ack_timeout: nanoseconds that its requester waits for an ACK.
        retries: how often it tries again after that.
        rnr_retries: how often after an RNR NAK.
    """

    ack_timeout: int | None
    retries: int | None
    rnr_retries: int | None


class Waiting(NamedTuple):
    """Packets of which a later one decides what they belong to.

    Attributes:
        rows: their places, ascending.
        flow: the number of the flow that each seems to belong to.
    """

    rows: Ints
    flow: Ints


@dataclasses.dataclass
class AnalysisResult:
    """The results of one batch.

    Attributes:
        findings: in the order of packets.
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
        later: facts of packets of earlier batches, which only this one has shown: name, numbers of the packets, and
            values of the same shape, which replace those that the packets had before.
        message_table: messages that have ended, in the order of their ends, as columns.
    """

    findings: list[Finding]
    flows: list[Flow]
    packets: dict[str, Ints]
    columns: Transport | None = None
    later: list[tuple[str, Ints, Ints]] = dataclasses.field(default_factory=list)
    message_table: MessageTable = dataclasses.field(default_factory=MessageTable)

    @property
    def messages(self) -> list[Message]:
        """Messages that have ended, in the order of their ends, as objects: these are made when they are asked for."""
        return self.message_table.objects


class Analyser:
    """Takes batches of one capture, in order.

    Args:
        limit: flows that are kept; beyond that, those idle longest are given up.
        messages: return messages.
        flows: return flows; otherwise only those that somebody asks for (`return_flows`).
        payload: messages list the packets that carry their payload.
        verify: verify the ICRC of every packet; otherwise damaged packets are taken for intact.
        paths: flows have what packets say of their path (`Side.path`).
        facts: names of the packet facts to compute; None for all.
        choice: chooses the messages that are returned; None for all.

    Attributes:
        addresses: numbers of addresses.
        without: number of packets without BTH.
    """

    def __init__(
        self,
        limit: int = LIMIT,
        *,
        messages: bool = True,
        flows: bool = True,
        payload: bool = False,
        verify: bool = True,
        paths: bool = False,
        facts: frozenset[str] | None = None,
        choice: MessageChoice | None = None,
    ) -> None:
        self.verify = verify
        self.addresses: Addresses = Addresses()
        self.without: int = 0
        self._wants_messages = messages
        self._choice = choice
        self._wants_paths = paths
        self._payload = payload
        self._wanted = None if facts is None else facts | {"flow"}
        self._events = ConnectionEvents(max(2, limit))
        self._streams = StreamTable(self.addresses, max(2, limit))
        self._waiting = WaitingPackets(verify)
        self._connected = ConnectedFlows(self._streams, messages=messages, flows=flows, payload=payload, choice=choice)
        self._datagrams = DatagramFlows(self._streams, self._connected.copy_findings)

    @property
    def totals(self) -> Totals:
        """Flows and messages that have ended."""
        return self._connected.totals

    def return_flows(self, numbers: Iterable[int]) -> None:
        """Return these flows when they end, where not all are: and always those that findings of then are about."""
        self._connected.troubled.update(numbers)

    def advance(self, time: int, frame: int) -> None:
        """The capture has come so far, with packets that this analyser is not given: those of other pairs of endpoints.

        Args:
            time: of its last packet, in nanoseconds since the epoch.
            frame: the number of that packet.
        """
        self._connected.advance(time, frame)

    def note_begins(self) -> None:
        """Note with which packet each number of a flow was given, for `begins`; call it before the first batch."""
        self._streams.begins = []

    @property
    def begins(self) -> Ints:
        """The packet with which each number of a flow was given, from number 1 on, where that is noted."""
        return np.concatenate([np.zeros(0, np.int64), *(self._streams.begins or ())])

    @property
    def given_up(self) -> int:
        """Flows that were given up, since there were too many."""
        return self._streams.given_up

    @property
    def undecided(self) -> Ints:
        """Numbers of packets of which a later one decides what they belong to, ascending; facts of them come later."""
        waiting = self._waiting.packets
        held = self._connected.undecided
        return held if waiting is None else distinct(waiting.frame, held)

    # -- batches ------------------------------------------------------------------------------------------------------

    def add(self, batch: Batch) -> AnalysisResult:
        """Take the next batch.

        Raises:
            CallerError: its packets do not come behind those before, by their numbers.
        """
        if len(batch):
            number, last = int(batch.frames.number_of[0]), self._connected.frame
            if number <= last:
                raise CallerError(f"packet {number} comes after packet {last}: number the packets of one capture on")
        columns = transport(batch, self.addresses)
        if self._wants_paths:
            read_path_facts(columns)
        self.without += len(batch) - len(columns)
        if len(batch):
            self._connected.advance(int(batch.frames.time[-1]), int(batch.frames.number_of[-1]))
        result = AnalysisResult([], [], {}, columns)
        every = self._waiting.before(columns)
        facts, waiting = self._take(every, self._events.add(batch), result)
        packets = facts.columns
        if every is not columns or len(waiting.rows):
            packets = facts.of(columns.frame)
        if len(waiting.rows) and facts.wants("flow"):
            _seem(packets, "flow", columns.frame, every.frame[waiting.rows], waiting.flow)
        if len(waiting.rows) and facts.wants("corrupt") and self.verify:
            damaged = waiting.rows[every.bad_icrc[waiting.rows]]
            _seem(packets, "corrupt", columns.frame, every.frame[damaged], np.ones(len(damaged), np.int64))
        result.packets, result.later = _by_batch(batch, columns, packets), facts.later
        return result

    def finish(self) -> AnalysisResult:
        """The end of the capture: closes all flows."""
        result = AnalysisResult([], [], {})
        for part in self.finish_in_parts():
            result.findings += part.findings
            result.flows += part.flows
            result.later += part.later
            result.message_table.add(part.message_table)
        result.findings.sort(key=lambda finding: finding.frame)
        return result

    def finish_in_parts(self) -> Iterator[AnalysisResult]:
        """The same, some thousand flows at a time: all of them may need more memory than there is."""
        result = AnalysisResult([], [], {})
        facts = PacketFacts(np.zeros(0, np.int64), self._wanted)
        if len(self._waiting):
            facts, _ = self._take(self._waiting.take(), (), result, patient=False)
        result.findings += self._datagrams.finish(facts)
        facts.of(np.zeros(0, np.int64))
        result.later = facts.later
        result.findings += self._connected.finish()
        yield result
        rows = self._streams.finish()
        for low in range(0, len(rows), AT_ONCE):
            facts = PacketFacts(np.zeros(0, np.int64), self._wanted)
            part = AnalysisResult([], [], {})
            self._connected.look_at(facts)
            part.flows += self._connected.end(rows[low : low + AT_ONCE], part.findings, part.message_table)
            part.findings.sort(key=lambda finding: finding.frame)
            part.later += facts.later
            yield part

    def _take(
        self, columns: Transport, events: Sequence[Connection], result: AnalysisResult, *, patient: bool = True
    ) -> tuple[PacketFacts, Waiting]:
        """Take packets.

        Args:
            columns: the packets.
            events: what connection management says among them.
            result: gets what is found.
            patient: some packets may wait.

        Returns:
            Facts of the packets that do not wait, and those that do.
        """
        damaged = columns.bad_icrc if self.verify else None
        assigned = self._streams.add(columns, events, damaged, patient=patient)
        waiting = Waiting(assigned.waiting, assigned.flow[assigned.waiting])
        arrived = ArrivedPackets.of(columns, assigned)
        if len(waiting.rows):
            columns = self._waiting.keep(columns, waiting.rows)
            assigned = assigned.without_waiting()
            damaged = columns.bad_icrc if self.verify else None
        facts = PacketFacts(columns.frame, self._wanted)
        findings, messages = result.findings, result.message_table
        findings += assigned.findings
        if len(columns):
            if damaged is not None and damaged.any():
                facts.set("corrupt", rows_where(damaged))
            facts.set("flow", slice(None), assigned.flow)
            if assigned.moved is not None:
                facts.set("moved", rows_where(assigned.moved), assigned.moved[assigned.moved > 0])
            if assigned.strays:
                facts.set("stray", rows_where((assigned.row < 0) & (columns.service != 0)))
            facts.set("stray", assigned.far)
            self._connected.look_at(facts)
            self._connected.join(assigned)
            if self._wants_paths:
                self._add_paths(columns, assigned, damaged)
            self._connected.add(columns, assigned, arrived, findings, messages)
            found, copies = self._datagrams.add(columns, assigned, damaged, facts)
            findings += found
            self._send_datagrams(columns, assigned, copies, facts, messages)
        result.flows += self._connected.end(assigned.ended, findings, messages)
        findings.sort(key=lambda finding: finding.frame)
        messages.sort()
        return facts, waiting

    def _add_paths(self, columns: Transport, assigned: Assigned, damaged: Bools | None) -> None:
        """Keep what packets say of their path; a damaged one may say anything."""
        ends = 2 * assigned.row + assigned.side
        known = ends >= 0 if damaged is None else (ends >= 0) & ~damaged
        path = columns.path if known.all() else {name: values[known] for name, values in columns.path.items()}
        self._streams.columns.paths.add(ends[known], path)

    # -- datagrams -----------------------------------------------------------------------------------------------------

    def _send_datagrams(
        self, columns: Transport, assigned: Assigned, copies: Bools, facts: PacketFacts, messages: MessageTable
    ) -> None:
        """Every datagram is a message, but for copies."""
        if not (columns.service == UD).any():
            return
        half = np.where(copies, -1, assigned.half) if copies.any() else assigned.half
        datagrams = DatagramMessages(columns, half, self._streams.count("SEND"))
        if not len(datagrams):
            return
        facts.set("message", datagrams.rows, datagrams.number)
        self._streams.add_count("SEND", datagrams.halves, datagrams.counts)
        self._streams.add_count("fresh", datagrams.halves, datagrams.payload)
        self._streams.add_count("completed", datagrams.halves, datagrams.completed)
        self.totals.messages["SEND", "sent"] += int(datagrams.counts.sum())
        if self._wants_messages:
            messages.add(datagrams.messages(assigned.flow, payload=self._payload, choice=self._choice))

    # -- questions ----------------------------------------------------------------------------------------------------

    def flow(self, number: int) -> Flow | None:
        """A flow as it is now; None where it has ended, or never was."""
        row = self._streams.row_of(number)
        return None if row is None else self._connected.to_flows(np.array([row]))[0]

    def flows(self, numbers: Iterable[int]) -> dict[int, Flow]:
        """Several flows as they are now, by their numbers; those that have ended, or never were, are not there.

        Together they take a small part of the time that one after the other takes.
        """
        rows = self._streams.rows_of(np.array([*numbers], np.int64))
        return {flow.number: flow for flow in self._connected.to_flows(rows)} if len(rows) else {}

    def running_flows(self) -> list[Flow]:
        """All flows that have not ended, as they are now."""
        rows = self._streams.running()
        return self._connected.to_flows(rows) if len(rows) else []

    def timers(self, flow: int, side: int) -> AgreedTimers:
        """What connection management said of the requests of an end of a flow.

        Args:
            flow: the number of the flow.
            side: the end that asks.
        """
        row = self._streams.row_of(flow)
        if row is None:
            return AgreedTimers(None, None, None)
        names = ("ack_timeout", "retry_count", "rnr_retry_count")
        values = [int(self._streams.columns.declared(name)[2 * row + side]) for name in names]
        return AgreedTimers(*(None if value < 0 else value for value in values))

    def depth(self, flow: int, source: int, second: bool) -> int | None:
        """How many READs and atomics an end of a flow may have under way; None for unknown.

        Args:
            flow: the number of the flow.
            source: the number of the end's address.
            second: where both ends have this address, whether it is the second side.
        """
        return self._streams.depth(flow, source, second)

    def requesters(self, columns: Transport) -> Ints:
        """Which side of its flow asked, of each packet: that sent it, or that it answers.

        Args:
            columns: the packets of the last batch.

        Returns:
            0 or 1, shape (n,); -1 where it is not known.
        """
        return self._streams.requesters(columns)

    def sides(self, columns: Transport, flows: Ints) -> Ints:
        """Which side sent each packet that goes from an address to itself, if its flow is still known.

        Args:
            columns: the packets of the last batch.
            flows: the numbers of their flows, shape (n,), 0 where that is not known.

        Returns:
            0 or 1, shape (n,); -1 where it is not known, and 0 for all other packets.
        """
        return self._streams.sides(columns, flows)


def _seem(packets: dict[str, Ints], name: str, frames: Ints, waiting: Ints, values: Ints) -> None:
    """What is known of packets which wait, as the flows that they seem to belong to.

    Args:
        packets: the facts of packets with the numbers ``frames``.
        name: of the fact.
        waiting: the numbers of those that wait; some may be of earlier batches.
        values: of each its fact.
    """
    here = among(waiting, frames)
    if here.any():
        fact = packets.setdefault(name, np.zeros(len(frames), np.int64))
        fact[np.searchsorted(frames, waiting[here])] = values[here]


def _by_batch(batch: Batch, columns: Transport, facts: dict[str, Ints]) -> dict[str, Ints]:
    """Facts of the packets that have a BTH as columns of all packets."""
    if len(columns) == len(batch):
        return facts
    result = {}
    for name, values in facts.items():
        result[name] = np.zeros(len(batch), np.int64)
        result[name][columns.rows] = values
    return result
