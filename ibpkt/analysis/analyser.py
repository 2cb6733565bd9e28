"""From packets to flows, messages and findings, batch by batch.

A batch goes one way: its packets that have a BTH, as columns; the flow and half of each (`streams`); PSNs, runs and
first copies (`runs`); verdicts about the runs of halves that are not clean (`recovery`); messages (`reassembly`).
Nothing goes packet by packet.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import OPERATION_OF, REQUEST, SERVICES, Transport, transport
from ibpkt.analysis.reassembly.datagram_messages import DatagramMessages
from ibpkt.analysis.reassembly.message_columns import MessageColumns
from ibpkt.analysis.reassembly.message_rows import COMPLETED, FLUSHED, REFUSED, UNANSWERED, UNDER_WAY, UNKNOWN
from ibpkt.analysis.reassembly.packets import Answers, Pieces
from ibpkt.analysis.reassembly.path_mtu import PathMTUs
from ibpkt.analysis.reassembly.reassembly import MessageReassembly
from ibpkt.analysis.recovery.half_recovery import HalfRecovery
from ibpkt.analysis.recovery.kinds import UNANSWERED as KIND_UNANSWERED
from ibpkt.analysis.recovery.recoveries import Recoveries
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict_findings import VerdictFindings
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.packet_facts import PacketFacts
from ibpkt.analysis.runs.copy_findings import CopyFindings
from ibpkt.analysis.runs.damaged_requests import DamagedRequests
from ibpkt.analysis.runs.first_copies import FirstCopies
from ibpkt.analysis.runs.half_packets import HISTORY, HalfPackets, RecentPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.held_packets import NEVER, WINDOW, HeldPackets
from ibpkt.analysis.runs.latencies import AnswerLatencies
from ibpkt.analysis.runs.message_counts import BEGINNING, MIDDLE, UNDECIDED, MessageEnds
from ibpkt.analysis.runs.quiet_stretches import quiet
from ibpkt.analysis.runs.read_spans import learn_spans
from ibpkt.analysis.runs.repeated_requests import RepeatedRequests
from ibpkt.analysis.runs.response_order import ResponseOrder
from ibpkt.analysis.runs.run_columns import ACKNOWLEDGE, RunColumns
from ibpkt.analysis.runs.sequence_columns import LINE, READ, SequenceColumns, unwrapped
from ibpkt.analysis.runs.trouble import begin_trouble, note_trouble, trouble
from ibpkt.analysis.runs.unclean_packets import UncleanPackets
from ibpkt.analysis.streams.announcements import ConnectionEvents
from ibpkt.analysis.streams.assigned import Assigned
from ibpkt.analysis.streams.datagram_gaps import DATAGRAM_GAP, DatagramGaps
from ibpkt.analysis.streams.stream_table import LIMIT, StreamTable
from ibpkt.analysis.streams.waiting_packets import WaitingPackets
from ibpkt.arrays import Bools, Ints, changes, group_ends, in_order
from ibpkt.batch import Batch
from ibpkt.management.cm_connections import Connection
from ibpkt.protocols import NAK, OPERATIONS, PMTUS, PSN_MASK, RNR_NAK, VALUE, VALUE_BITS

#: services whose packets have halves, and the one of them whose requests are not answered
CONNECTED = np.array([service in ("RC", "XRC", "RD", "UC") for service in SERVICES], np.bool_)
UC = SERVICES.index("UC")
#: PSNs that one READ may take (IBA 1, 9.4.4: 2 GiB at most, and the least path MTU)
MOST_OF_A_READ = (1 << 31) // min(PMTUS)


#: what becomes of messages that are not completed, by how their half ended
FATES = {
    "open": UNDER_WAY,
    "refused": REFUSED,
    "exhausted": UNANSWERED,
    "rnr-exhausted": UNANSWERED,
    "unanswered": UNANSWERED,
    "closed": FLUSHED,
}


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
        later: facts of packets of earlier batches, which only this one has shown: name, numbers of the packets, and
            values of the same shape, which replace those that the packets had before.
    """

    findings: list[Finding]
    messages: list[Message]
    flows: list[Flow]
    packets: dict[str, Ints]
    columns: Transport | None = None
    later: list[tuple[str, Ints, Ints]] = dataclasses.field(default_factory=list)


class Analyser:
    """Takes batches of one capture, in order.

    Args:
        limit: flows that are kept; beyond that, those idle longest are given up.
        messages: return messages.
        payload: messages list the packets that carry their payload.
        verify: verify the ICRC of every packet; otherwise damaged packets are taken for intact.
        facts: names of the packet facts to compute; None for all.

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
    ) -> None:
        self.verify = verify
        self.addresses: Addresses = Addresses()
        self.without: int = 0
        self._wants_messages = messages
        self._payload = payload
        self._wanted = None if facts is None else facts | {"flow"}
        self._events = ConnectionEvents(max(2, limit))
        self._streams = StreamTable(self.addresses, max(2, limit))
        self._waiting = WaitingPackets(verify)
        self._halves = HalfTable()
        self._responses = ResponseOrder()
        self._recent = RecentPackets()
        self._held = HeldPackets()
        self._latencies = AnswerLatencies()
        self._unclean = UncleanPackets()
        self._copy_findings = CopyFindings()
        self._counts = MessageEnds()
        self._copies = FirstCopies()
        self._repeated = RepeatedRequests()
        self._path_mtus = PathMTUs()
        self._reassembly = MessageReassembly(frames=payload)
        self._gaps = DatagramGaps()
        self._verdicts = VerdictFindings(self._reassembly)
        self._recoveries = Recoveries(self._verdicts)
        self._firsts: dict[int, int] = {}  # first PSNs of halves that are not clean and not fed yet
        self._now, self._frame = 0, 0

    @property
    def given_up(self) -> int:
        """Flows that were given up, since there were too many."""
        return self._streams.given_up

    # -- batches ------------------------------------------------------------------------------------------------------

    def add(self, batch: Batch) -> AnalysisResult:
        """Take the next batch."""
        columns = transport(batch, self.addresses)
        self.without += len(batch) - len(columns)
        if len(batch):
            self._now, self._frame = int(batch.frames.time[-1]), int(batch.frames.number_of[-1])
        result = AnalysisResult([], [], [], {}, columns)
        every = self._waiting.before(columns)
        facts, waiting = self._take(every, self._events.add(batch), result)
        packets = facts.columns
        if every is not columns or len(waiting.rows):
            packets = facts.of(columns.frame)
        if len(waiting.rows) and facts.wants("flow"):
            _seem(packets, columns.frame, every.frame[waiting.rows], waiting.flow)
        result.packets, result.later = _by_batch(batch, columns, packets), facts.later
        return result

    def finish(self) -> AnalysisResult:
        """The end of the capture: closes all flows."""
        result = AnalysisResult([], [], [], {})
        if len(self._waiting):
            facts, _ = self._take(self._waiting.take(), (), result, patient=False)
            facts.of(np.zeros(0, np.int64))
            result.later = facts.later
        facts = PacketFacts(np.zeros(0, np.int64), self._wanted)
        self._verdicts.look_at(facts)
        result.flows += self._end(self._streams.finish(), result.findings, result.messages)
        result.findings.sort(key=lambda finding: finding.frame)
        result.later += facts.later
        return result

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
        if len(waiting.rows):
            columns = self._waiting.keep(columns, waiting.rows)
            assigned = assigned.without_waiting()
            damaged = columns.bad_icrc if self.verify else None
        facts = PacketFacts(columns.frame, self._wanted)
        findings, messages = result.findings, result.messages
        findings += assigned.findings
        if len(columns):
            if damaged is not None and damaged.any():
                facts.set("corrupt", np.flatnonzero(damaged))
            facts.set("flow", slice(None), assigned.flow)
            if assigned.moved is not None:
                facts.set("moved", np.flatnonzero(assigned.moved), assigned.moved[assigned.moved > 0])
            if assigned.strays:
                facts.set("stray", np.flatnonzero((assigned.row < 0) & (columns.service != 0)))
            facts.set("stray", assigned.far)
            self._verdicts.look_at(facts)
            self._join(assigned)
            self._analyse(columns, assigned, facts, findings, messages)
            self._send_datagrams(columns, assigned, facts, messages)
            findings += self._datagram_gaps(columns, assigned, damaged, facts)
        self._count_verdicts()
        result.flows += self._end(assigned.ended, findings, messages)
        findings.sort(key=lambda finding: finding.frame)
        messages.sort(key=lambda message: message.closed)
        return facts, waiting

    def _analyse(
        self,
        columns: Transport,
        assigned: Assigned,
        facts: PacketFacts,
        findings: list[Finding],
        messages: list[Message],
    ) -> None:
        """The packets of connections: runs, messages."""
        halves = self._halves
        halves.reserve(2 * self._streams.columns.flows.capacity)
        rows = np.flatnonzero((assigned.half >= 0) & CONNECTED[columns.service])
        pmtu = self._pmtu(columns, rows, assigned.half[rows])
        declared = self._streams.columns.declared("declared_psn")
        self._learn_spans(pmtu)
        sequence = SequenceColumns(columns, rows, assigned.half[rows], halves, pmtu, declared)
        missing, again = self._responses.add(sequence, halves)
        odd = trouble(sequence, missing | again)
        marked = note_trouble(sequence, odd, halves)
        damaged = DamagedRequests(columns, assigned, sequence, halves)
        if len(damaged.half):
            begin_trouble(damaged.half, damaged.frames, halves)
            marked = halves["troubled"][sequence.half]
        self._unclean.add(columns, assigned, halves, self._usual_latencies())
        copies = self._unclean.copy_of[sequence.rows] > 0
        if copies.any():
            findings += self._tell_copies(sequence, copies, facts)
            self._note_copied_requests(sequence, copies)
            missing, marked, odd = missing[~copies], marked[~copies], odd[~copies]
            kept = np.sort(sequence.rows[~copies])
            sequence = SequenceColumns(columns, kept, assigned.half[kept], halves, pmtu, declared)
        numbers = np.repeat(self._streams.columns.flows["number"], 2)
        for half, verdict in self._counts.add(sequence, halves):
            findings += self._verdicts.take(half, int(numbers[half]), [verdict], verdict.run.frame)
        findings += self._repeated.add(sequence, numbers)
        for half, runs in damaged.runs().items():
            self._recoveries.beside(half).damaged.extend(runs)
        if len(damaged.half) or halves["troubled"][sequence.halves].any() or self._held.is_due(self._frame):
            findings += self._recover(sequence, marked, odd, missing)
            self._note_refusals(sequence, marked)
        self._recent.add(sequence, ~halves["troubled"][sequence.half])
        sequence.update(halves)
        findings += self._verdicts.release()
        pieces, places, unsound = self._pieces(sequence, damaged)
        answers, tells = _answers(sequence)
        unsettled = self._unsettled(np.unique(sequence.half[marked]))
        self._tell(self._reassembly.add(pieces, answers, pmtu, unsound, unsettled), messages)
        self._streams.add_count("fresh", pieces.half, pieces.size)
        # a response whose request came before the capture is the first if it acknowledges more
        first = self._reassembly.taken | ((self._reassembly.response_to == 0) & (answers.acked > sequence.acked[tells]))
        self._streams.add_count("fresh", answers.half[first] ^ 1, answers.size[first])
        # what waited behind a hole is of earlier batches
        own = ((places >= 0) | ~_among(pieces.frame, columns.frame)) & ~unsound
        facts.add("message", pieces.frame[own], self._reassembly.numbers[own])
        answered = np.flatnonzero((self._reassembly.answered > 0) & (sequence.psn[tells] >= sequence.acked[tells]))
        facts.set("message", sequence.rows[tells[answered]], self._reassembly.answered[answered])
        # what comes again when its READ is over belongs to a message that is no longer known
        responses = np.flatnonzero((self._reassembly.response_to > 0) & (sequence.psn[tells] >= sequence.acked[tells]))
        facts.set("answers", sequence.rows[tells[responses]], self._reassembly.response_to[responses])
        if facts.wants("answers"):
            told, asked = self._repeated.answered(sequence)
            facts.set("answers", sequence.rows[told], asked)
        for fault in self._reassembly.take_faults():
            flow = int(self._streams.columns.flows["number"][fault.half >> 1])
            findings.append(Finding(fault.kind, fault.frame, fault.time, flow, fault.facts, fault.packets))

    def _learn_spans(self, pmtu: Ints) -> None:
        """READs of earlier batches take as many PSNs as the path MTU says, which may have become known."""
        self._responses.learn(self._halves, pmtu)
        learned = learn_spans(self._halves, pmtu)
        if len(learned.halves):
            self._copies.learn(learned)
            self._recent.learn(learned)
            self._held.learn(learned)

    # -- recoveries ---------------------------------------------------------------------------------------------------

    def _recover(self, sequence: SequenceColumns, marked: Bools, odd: Bools, missing: Bools) -> list[Finding]:
        """Feed the runs that are complete of the halves that are not clean."""
        halves = np.unique(sequence.half[marked])
        known = (self._recoveries, self._firsts)
        fresh = np.array([half for half in halves.tolist() if not any(half in part for part in known)], np.int64)
        late, skipped = self._unclean.late(sequence, self._halves), self._unclean.skipped(sequence)
        number = self._unclean.number(sequence)
        now = HalfPackets.of(sequence, np.flatnonzero(marked), late, skipped, number, missing, odd)
        parts = [*self._recent.of(fresh), now]
        if len(fresh):
            since = self._halves["trouble_frame"] - HISTORY
            parts = [
                part.select(part.frame >= np.where(np.isin(part.half, fresh), since[part.half], 0)) for part in parts
            ]
            first = np.where(self._halves["begun"][fresh], self._halves["first"][fresh], sequence.first_of(fresh))
            self._firsts.update(zip(fresh.tolist(), first.tolist(), strict=True))
        packets = HalfPackets.joined([*self._held.take(halves, self._frame), *parts])
        return self._feed(packets, self._frame // WINDOW, halves)

    def _feed(self, packets: HalfPackets, window: int, halves: Ints) -> list[Finding]:
        """Feed the runs that are complete.

        Args:
            packets: all that is not fed yet of some halves.
            window: where the capture stands; behind all packets, they are complete.
            halves: halves that may have packets beside runs, besides those of the packets.
        """
        begins = np.flatnonzero(changes(packets.half))
        due = np.ones(len(packets), np.bool_)
        ends = group_ends(packets.half) + 1
        for half, at, end in zip(packets.half[begins].tolist(), begins.tolist(), ends.tolist(), strict=True):
            if half in self._recoveries:
                continue
            if self._is_known(half) or packets.frame[at] // WINDOW < window:
                self._begin_recovery(half, packets, at)
            else:
                due[at:end] = False
        if not due.all():
            self._held.hold(packets.select(~due))
            packets = packets.select(due)
        stretches = quiet(packets, self._halves, window)
        undecided = stretches.undecided & ~self._silent()[packets.half]
        runs = RunColumns(packets, stretches.calm, self._halves, self._verdicts.base, undecided, window)
        stretches.settle(packets, runs.ready, self._halves)
        runs.settle(self._halves)
        self._held.hold(packets.select(~runs.ready))
        self._verdicts.locate(packets.select(runs.members), self._frame)
        every = np.union1d(packets.half[changes(packets.half)], halves)
        held_from = dict(zip(every.tolist(), self._held.first_frames(every).tolist(), strict=True))
        numbers = np.repeat(self._streams.columns.flows["number"], 2)
        return self._recoveries.take(runs, numbers, held_from, self._latencies.add(packets.select(runs.ready)))

    def _is_known(self, half: int) -> bool:
        """Whether it is known if the capture has the beginning of a half, as far as that matters."""
        return (
            int(self._halves["known"][half]) != UNDECIDED
            or int(self._streams.columns.declared("declared_psn")[half]) >= 0
            or int(self._streams.columns.flows["service"][half >> 1]) == UC
        )

    def _note_refusals(self, sequence: SequenceColumns, marked: Bools) -> None:
        """NAKs that end a connection, and RNR NAKs: what they mean for messages."""
        places = np.flatnonzero(marked & sequence.negative & sequence.believed)
        columns, rows = sequence.columns, sequence.rows[places]
        lists = (
            sequence.half[places],
            sequence.psn[places],
            columns.syndrome[rows],
            columns.frame[rows],
            columns.time[rows],
        )
        for half, psn, syndrome, frame, time in zip(*(column.tolist() for column in lists), strict=True):
            if syndrome >> VALUE_BITS == RNR_NAK:
                self._reassembly.rnr(half, psn, frame)
            elif syndrome != NAK << VALUE_BITS:
                self._reassembly.refuse(half, psn, syndrome & VALUE, frame, time)

    def _unsettled(self, halves: Ints) -> tuple[Ints, Ints]:
        """Halves of which it is not known yet what was sent again, and the packets up to which messages are told."""
        own = halves
        again = self._held.first_again(own)
        frame = np.array(
            [
                min(until, NEVER if self._recoveries.is_settled(half) else self._recoveries.last_fed(half))
                for half, until in zip(own.tolist(), again.tolist(), strict=True)
            ],
            np.int64,
        )
        return own, frame

    def _usual_latencies(self) -> Ints:
        """Nanoseconds that answers take, by half, -1 for unknown."""
        latency = np.full(self._halves.capacity, -1, np.int64)
        for half, median in self._recoveries.latencies():
            latency[half] = median
        return latency

    def _tell_copies(self, sequence: SequenceColumns, copies: Bools, facts: PacketFacts) -> list[Finding]:
        """Copies made by the network, or by the capture."""
        places = np.flatnonzero(copies)
        rows = sequence.rows[places]
        facts.set("duplicate", rows)
        half = sequence.half[places]
        self._streams.add_count("duplicated", half ^ ~sequence.is_request[places], 1)
        flow = self._streams.columns.flows["number"][half >> 1]
        return self._copy_findings.add(sequence, places, flow, self._unclean.copy_of, self._unclean.mirrored)

    def _note_copied_requests(self, sequence: SequenceColumns, copies: Bools) -> None:
        """Copies of requests that may have reached the responder, as runs."""
        columns = sequence.columns
        places = np.flatnonzero(copies & sequence.is_request & ~self._unclean.mirrored[sequence.rows])
        rows = sequence.rows[places]
        lists = (
            sequence.half[places], sequence.psn[places], sequence.end[places], columns.frame[rows], columns.time[rows],
            sequence.sent[places], sequence.acked[places], sequence.acked_time[places], sequence.reads[places],
        )  # fmt: skip
        for half, psn, end, frame, time, sent, acked, acked_time, reads in zip(
            *(column.tolist() for column in lists), strict=True
        ):
            run = Run(RunKind.REQUESTS, psn, end, 1, frame, frame, time, time, sent, acked, acked_time, reads=reads)
            self._recoveries.beside(half).copied.append(run)

    def _begin_recovery(self, half: int, packets: HalfPackets | None = None, at: int = 0) -> HalfRecovery:
        """A half stops being clean.

        Args:
            half: the half.
            packets: those that will be fed; None for none.
            at: the place of the first of them.
        """
        halves = self._halves
        if packets is None:
            first = int(halves["first"][half])
            sent, acked, time = (int(halves[name][half]) for name in ("sent", "acked", "acked_time"))
        else:
            sent, acked, time = int(packets.sent[at]), int(packets.acked[at]), int(packets.acked_time[at])
            first = self._firsts.pop(half)
        known = int(halves["known"][half])
        if int(self._streams.columns.declared("declared_psn")[half]) >= 0 or acked > first:
            known = BEGINNING
        past = None
        low = max(acked, first)
        if sent > low:  # it is under way, and no packet of it was kept
            frame, when = int(halves["frame"][half]), int(halves["time"][half])
            if packets is not None:
                frame, when = int(packets.frame[at]), int(packets.time[at])
            past = Run(RunKind.REQUESTS, low, sent, sent - low, frame, frame, when, when, low, acked, time, place=-1)
        recovery = self._new_recovery(half, None if known == MIDDLE else low, past)
        self._recoveries.begin(half, recovery)
        return recovery

    def _new_recovery(self, half: int, expected: int | None, past: Run | None) -> HalfRecovery:
        """The parts of a half; what it has under way is fed as one run."""
        reliable = int(self._streams.columns.flows["service"][half >> 1]) != UC
        recovery = HalfRecovery(expected, reliable=reliable)
        declared = self._streams.columns.declared
        names = ("ack_timeout", "retry_count", "rnr_retry_count")
        recovery.timers.declare(*(int(declared(name)[half]) for name in names))
        if past is not None:
            recovery.feed(past)
        return recovery

    def _count_verdicts(self) -> None:
        for name, halves, packets in self._verdicts.counts():
            self._streams.add_count(name, halves, packets)

    # -- messages -----------------------------------------------------------------------------------------------------

    def _pieces(self, sequence: SequenceColumns, damaged: DamagedRequests) -> tuple[Pieces, Ints, Bools]:
        """The requests that messages are made of now, their places in the sequence, and which have a wrong ICRC.

        Places are -1 for others than packets of now.
        """
        columns, silent = sequence.columns, self._silent()
        places = np.flatnonzero(sequence.is_request & ~(silent[sequence.half] & sequence.again))
        rows = np.concatenate((sequence.rows[places], damaged.rows))
        values = {
            "opcode": columns.opcode[rows], "size": columns.size[rows], "dmalen": columns.dmalen[rows],
            "va": columns.va[rows].astype(np.uint64).view(np.int64), "r_key": columns.r_key[rows],
            "immediate": columns.immediate[rows], "frame": columns.frame[rows], "time": columns.time[rows],
            "whole": ~columns.stopped[rows], "damaged": np.arange(len(rows)) >= len(places),
            "place": np.concatenate((places, np.full(len(damaged.rows), -1))),
        }  # fmt: skip
        half, psn, end = (
            np.concatenate((of[places], more))
            for of, more in (
                (sequence.half, damaged.half), (sequence.psn, damaged.psn), (sequence.end, damaged.psn + 1)
            )
        )  # fmt: skip
        # nothing is acknowledged on UC, and nothing missing comes again
        acked = np.where(silent, LINE, self._halves["acked"][: len(silent)])
        given = self._copies.add(
            half, psn, end, {name: column.astype(np.int64) for name, column in values.items()}, acked,
            self._halves["first"],
        )  # fmt: skip
        place = given.pop("place")
        unsound: Bools = given.pop("damaged") != 0
        return Pieces(**given), np.where(_among(given["frame"], columns.frame), place, -1), unsound

    def _silent(self) -> Bools:
        """Which halves are of UC."""
        silent: Bools = np.repeat(self._streams.columns.flows["service"] == UC, 2)
        return silent

    def _tell(self, ended: MessageColumns, messages: list[Message]) -> None:
        """Count messages that have ended, and return them if they are wanted."""
        if not len(ended):
            return
        counts = ended.counts()
        for operation in np.flatnonzero(counts.messages.any(axis=0)).tolist():
            self._streams.add_count(OPERATIONS[operation], counts.halves, counts.messages[:, operation])
        self._streams.add_count("completed", counts.halves, counts.completed)
        if self._wants_messages:
            numbers = np.repeat(self._streams.columns.flows["number"], 2)
            messages += ended.messages(numbers, np.arange(len(numbers)) & 1)

    def _datagram_gaps(
        self, columns: Transport, assigned: Assigned, damaged: Bools | None, facts: PacketFacts
    ) -> list[Finding]:
        """Datagrams that are missing."""
        valid = columns.service != 0
        rows, missing = self._gaps.add(columns, valid if damaged is None else valid & ~damaged)
        if not len(rows):
            return []
        facts.set("gap", rows, missing)
        lists = (columns.frame[rows], columns.time[rows], assigned.flow[rows], columns.psn[rows], missing)
        return [
            Finding(DATAGRAM_GAP, frame, time, flow, {"count": count, "psn": psn}, count)
            for frame, time, flow, psn, count in zip(*(column.tolist() for column in lists), strict=True)
        ]

    def _send_datagrams(
        self, columns: Transport, assigned: Assigned, facts: PacketFacts, messages: list[Message]
    ) -> None:
        """Every datagram is a message."""
        datagrams = DatagramMessages(columns, assigned.half, self._streams.count("requests"))
        if not len(datagrams):
            return
        facts.set("message", datagrams.rows, datagrams.number)
        self._streams.add_count("SEND", datagrams.halves, datagrams.counts)
        self._streams.add_count("fresh", datagrams.halves, datagrams.payload)
        self._streams.add_count("completed", datagrams.halves, datagrams.completed)
        if self._wants_messages:
            messages += datagrams.messages(assigned.flow, payload=self._payload)

    def _pmtu(self, columns: Transport, rows: Ints, half: Ints) -> Ints:
        """The path MTU of each half in bytes, 0 where it is not known; what the packets show is learned first."""
        flow = half >> 1
        size = columns.size[rows].astype(np.int64)
        opcode, whole = columns.opcode[rows].astype(np.int64), (~columns.stopped[rows]).astype(np.int64)
        declared = self._streams.columns.declared("pmtu")
        self._path_mtus.reserve(-(-len(declared) // 2), len(declared))
        asks = columns.kind[rows] == REQUEST
        if (OPERATION_OF[opcode] == READ).any() or self._path_mtus.waits_for(half[asks]):
            order = in_order(half[asks])
            of = rows[asks][order]
            none = np.zeros(len(of), np.int64)
            requests = Pieces(
                half[asks][order], columns.psn[of].astype(np.int64), none, opcode[asks][order], size[asks][order],
                columns.dmalen[of].astype(np.int64), none, none, none, none, none, whole[asks][order],
            )  # fmt: skip
            self._path_mtus.add_requests(requests, requests.half >> 1)
            self._path_mtus.add_sizes(flow[~asks], opcode[~asks], size[~asks], whole[~asks])
        else:
            self._path_mtus.add_sizes(flow, opcode, size, whole)
        return self._known_pmtu()

    def _known_pmtu(self) -> Ints:
        """The path MTU of each half in bytes, 0 where it is not known."""
        declared = self._streams.columns.declared("pmtu")
        likely = np.repeat(self._path_mtus.likely, 2)[: len(declared)]
        return np.where(declared > 0, declared, likely)

    # -- flows --------------------------------------------------------------------------------------------------------

    def _join(self, assigned: Assigned) -> None:
        """Two flows of one direction are one now: the halves of the second get other numbers."""
        kept, dissolved = assigned.joined.T
        self._path_mtus.join(kept, dissolved)
        self._repeated.join(np.append(2 * dissolved, 2 * dissolved + 1), np.append(2 * kept + 1, 2 * kept))
        for kept, dissolved in assigned.joined.tolist():
            for half, to in ((2 * dissolved, 2 * kept + 1), (2 * dissolved + 1, 2 * kept)):
                self._move(half, to)

    def _move(self, half: int, to: int) -> None:
        """A half gets another number, unless requests of that one are known."""
        halves = self._halves
        if half >= halves.capacity:
            return
        if halves["begun"][half] and not halves["asked"][to]:
            for column in halves.columns.values():
                column[to] = column[half]
            parts = (self._recoveries, self._reassembly, self._counts, self._copies, self._responses, self._recent)
            self._held.move(half, to)
            self._latencies.move(half, to)
            if half in self._firsts:
                self._firsts[to] = self._firsts.pop(half)
            for part in parts:
                part.move(half, to)
        elif halves["begun"][half] and halves["acked"][half]:
            # only answers of it were seen; its PSNs were unwrapped by themselves
            psn = unwrapped(halves["acked"][half : half + 1] & PSN_MASK, halves["sent"][to : to + 1])
            if 0 < int(psn[0]) <= halves["sent"][to]:
                halves["acked"][to] = max(int(halves["acked"][to]), int(psn[0]))
        halves.forget(np.array([half]))

    def _end(self, rows: Ints, findings: list[Finding], messages: list[Message]) -> list[Flow]:
        """Flows that have ended: all that was open is decided."""
        if not len(rows):
            return []
        halves, flows = self._halves, self._streams.columns.flows
        own = np.stack((2 * rows, 2 * rows + 1), axis=1).reshape(-1)
        halves.reserve(int(own.max()) + 1)
        fates = np.full(len(own), UNDER_WAY, np.int64)
        answered = halves["acked"][own]
        is_open = (halves["asked"][own] & (answered < halves["sent"][own]) & (answered > 0)).tolist()
        numbers = flows["number"][own >> 1].tolist()
        for number in flows["number"][rows].tolist():
            findings += self._copy_findings.end(number)
        silent: list[int] = []  # halves that were not answered, for no reason that the capture shows
        held = self._held.take_all(own)
        if held:
            findings += self._feed(HalfPackets.joined(held), NEVER, own)
        for at, half in enumerate(own.tolist()):
            if is_open[at] and half not in self._recoveries:
                self._begin_recovery(half)
            number = numbers[at]
            findings += self._verdicts.take(half, number, self._counts.finish(half), self._frame)
            recovery = self._recoveries.get(half)
            if recovery is None:
                continue
            if flows["released"][half >> 1]:
                recovery.queue.end.close(self._now)
            acked, acked_time = int(halves["acked"][half]), int(halves["acked_time"][half])
            recovery.queue.end.awaited = bool(halves["awaits"][half] > acked)
            self._note_recovery(half)
            findings += self._recoveries.end(half, number, self._now, acked, acked_time, self._frame)
            fate, _ = recovery.fate(self._now)
            fates[at] = FATES[fate]
            if fate == "unanswered":
                silent.append(half)
        replaced = (flows["ended"][own >> 1] != 0) & (fates == UNDER_WAY)
        fates[replaced] = UNKNOWN  # what was under way then
        self._count_verdicts()
        order = np.argsort(own)
        self._take_waiting(own, messages)
        left = self._reassembly.close(own[order], fates[order])
        findings += self._unanswered(left, silent)
        self._tell(left, messages)
        result = self._to_flows(rows)
        self._path_mtus.forget(rows, own)
        self._reassembly.forget(own)
        self._copies.forget(own)
        self._repeated.forget(own)
        self._counts.forget(own)
        self._responses.forget(own)
        self._recent.forget(own)
        self._latencies.forget(own)
        for half in own.tolist():
            self._firsts.pop(half, None)
        halves.forget(own)
        return result

    def _unanswered(self, left: MessageColumns, silent: list[int]) -> list[Finding]:
        """Messages of some halves that nobody answered: a finding for those of one half."""
        if not silent:
            return []
        places = np.flatnonzero(np.isin(left["half"], silent) & (left["outcome"] != COMPLETED))
        halves, first, count = np.unique(left["half"][places], return_index=True, return_counts=True)
        rows = places[first]
        psn, flow = left["first"][rows] & PSN_MASK, self._streams.columns.flows["number"][halves >> 1]
        lists = (left["first_frame"][rows], left["start"][rows], flow, psn, count)
        return [
            Finding(KIND_UNANSWERED, frame, time, number, {"count": messages, "psn": first_psn})
            for frame, time, number, first_psn, messages in zip(*(column.tolist() for column in lists), strict=True)
        ]

    def _take_waiting(self, halves: Ints, messages: list[Message]) -> None:
        """Requests behind a hole that nothing has filled: they belong to messages all the same."""
        waiting = self._copies.finish(halves)
        if not waiting:
            return
        del waiting["place"], waiting["damaged"]
        pieces, none = Pieces(**waiting), np.zeros(0, np.int64)
        self._streams.add_count("fresh", pieces.half, pieces.size)
        self._tell(
            self._reassembly.add(pieces, Answers(*(none for _ in Answers._fields)), self._known_pmtu()), messages
        )

    # -- questions ----------------------------------------------------------------------------------------------------

    def flow(self, number: int) -> Flow | None:
        """A flow as it is now; None where it has ended, or never was."""
        row = self._streams.row_of(number)
        return None if row is None else self._to_flows(np.array([row]))[0]

    def _to_flows(self, rows: Ints) -> list[Flow]:
        """Flows, with what their packets have shown."""
        for row in rows.tolist():
            for half in (2 * row, 2 * row + 1):
                self._note_recovery(half)
        flows = self._streams.to_flows(rows)
        for flow, pmtu, least in zip(flows, *(column.tolist() for column in self._path_mtus.of(rows)), strict=True):
            flow.pmtu = flow.pmtu or pmtu or None
            flow.pmtu_least = least
        for row, flow in zip(rows.tolist(), flows, strict=True):
            for half, side in zip((2 * row, 2 * row + 1), flow.sides, strict=True):
                self._extend_last_psn(half, side)
        return flows

    def _extend_last_psn(self, half: int, side: Side) -> None:
        """A READ takes as many PSNs as its response has packets."""
        if side.last_psn is None or half >= self._halves.capacity or not self._halves["asked"][half]:
            return
        last = (int(self._halves["sent"][half]) - 1) & PSN_MASK
        if (last - side.last_psn) & PSN_MASK <= MOST_OF_A_READ:
            side.last_psn = last

    def _note_recovery(self, half: int) -> None:
        """How a flow recovers, as the one of its halves shows it that does so first."""
        recovery = self._recoveries.get(half)
        if recovery is not None and recovery.how:
            self._streams.columns.recovery.setdefault(half >> 1, recovery.how)

    def depth(self, flow: int, source: int, second: bool) -> int | None:
        """How many READs and atomics an end of a flow may have under way; None for unknown.

        Args:
            flow: the number of the flow.
            source: the number of the end's address.
            second: where both ends have this address, whether it is the second side.
        """
        return self._streams.depth(flow, source, second)

    def sides(self, columns: Transport, flows: Ints) -> Ints:
        """Which side sent each packet that goes from an address to itself, if its flow is still known.

        Args:
            columns: the packets of the last batch.
            flows: the numbers of their flows, shape (n,), 0 where that is not known.

        Returns:
            0 or 1, shape (n,); -1 where it is not known, and 0 for all other packets.
        """
        return self._streams.sides(columns, flows)


def _answers(sequence: SequenceColumns) -> tuple[Answers, Ints]:
    """The answers that messages need: those that acknowledge more, and responses; and their places in the sequence."""
    columns = sequence.columns
    plain = OPERATION_OF[sequence.opcode] == ACKNOWLEDGE
    moves = sequence.believed & (sequence.end > sequence.acked)
    places = np.flatnonzero(~sequence.is_request & (moves | (~plain & sequence.believed & ~sequence.negative)))
    rows = sequence.rows[places]
    acked = np.where(moves, sequence.end, sequence.acked)
    answers = Answers(
        sequence.half[places], sequence.psn[places], acked[places], sequence.opcode[places].astype(np.int64),
        columns.size[rows].astype(np.int64), columns.frame[rows], columns.time[rows],
        (~columns.stopped[rows]).astype(np.int64),
    )  # fmt: skip
    return answers, places


def _among(frames: Ints, ascending: Ints) -> Bools:
    """Which packets are among others, by their numbers."""
    at = np.minimum(np.searchsorted(ascending, frames), len(ascending) - 1)
    there: Bools = ascending[at] == frames
    return there


def _seem(packets: dict[str, Ints], frames: Ints, waiting: Ints, flow: Ints) -> None:
    """The flows that packets which wait seem to belong to, until that is decided.

    Args:
        packets: the facts of packets with the numbers ``frames``.
        waiting: the numbers of those that wait; some may be of earlier batches.
        flow: of each the number of its flow.
    """
    flows = packets.setdefault("flow", np.zeros(len(frames), np.int64))
    here = _among(waiting, frames)
    flows[np.searchsorted(frames, waiting[here])] = flow[here]


def _by_batch(batch: Batch, columns: Transport, facts: dict[str, Ints]) -> dict[str, Ints]:
    """Facts of the packets that have a BTH as columns of all packets."""
    if len(columns) == len(batch):
        return facts
    result = {}
    for name, values in facts.items():
        result[name] = np.zeros(len(batch), np.int64)
        result[name][columns.rows] = values
    return result
