"""The flows of services with connections: from their packets to runs, recoveries, messages and what these show.

Of each batch, the packets of halves become a sequence (`runs`); the runs of halves that are not clean get verdicts
(`recovery`); requests and the answers to them become messages (`reassembly`).

Source: IBA 1, 9.7.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import OPERATION_OF, SERVICES, Transport
from ibpkt.analysis.reassembly.half_messages import HalfMessages
from ibpkt.analysis.reassembly.message_choice import MessageChoice
from ibpkt.analysis.reassembly.message_rows import FLUSHED, REFUSED, UNANSWERED, UNDER_WAY, UNKNOWN
from ibpkt.analysis.recovery.troubled_halves import TroubledHalves
from ibpkt.analysis.recovery.verdict_findings import VerdictFindings
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.analysis.results.message_table import MessageTable
from ibpkt.analysis.results.packet_facts import PacketFacts
from ibpkt.analysis.results.totals import SUMMED, Totals
from ibpkt.analysis.runs.copies import ENOUGH_OF_ONE, come_twice
from ibpkt.analysis.runs.copy_findings import CopyFindings
from ibpkt.analysis.runs.damaged_requests import DamagedRequests
from ibpkt.analysis.runs.followed import tell_unfollowed
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.joined_halves import with_answers
from ibpkt.analysis.runs.message_counts import MessageEnds
from ibpkt.analysis.runs.read_spans import learn_cut_reads, learn_spans
from ibpkt.analysis.runs.repeated_requests import RepeatedRequests
from ibpkt.analysis.runs.response_order import ResponseOrder
from ibpkt.analysis.runs.run_columns import ACKNOWLEDGE
from ibpkt.analysis.runs.sequence_columns import SequenceColumns, unwrapped
from ibpkt.analysis.runs.trouble import begin_trouble, note_trouble, trouble
from ibpkt.analysis.runs.unclean_packets import UncleanPackets
from ibpkt.analysis.runs.unreliable_copies import UnreliableCopies
from ibpkt.analysis.runs.waiting_reads import Round, WaitingReads
from ibpkt.analysis.streams.assigned import ArrivedPackets, Assigned, FlowPackets
from ibpkt.analysis.streams.flow_counts import note_refusals, take_back_refusals
from ibpkt.analysis.streams.stream_table import StreamTable
from ibpkt.arrays import Bools, Ints, in_order, rows_where
from ibpkt.protocols import LARGEST_MESSAGE, NAK, PMTUS, PSN_MASK, RNR_NAK, VALUE, VALUE_BITS

#: services whose packets have halves
CONNECTED = np.array([service in ("RC", "XRC", "RD", "UC") for service in SERVICES], np.bool_)
#: PSNs that one READ may take, with the least path MTU
MOST_OF_A_READ = LARGEST_MESSAGE // min(PMTUS)
#: what becomes of messages that are not completed, by how their half ended
FATES = {
    "open": UNDER_WAY,
    "refused": REFUSED,
    "exhausted": UNANSWERED,
    "rnr-exhausted": UNANSWERED,
    "unanswered": UNANSWERED,
    "unknown": UNKNOWN,
    "closed": FLUSHED,
}


class ConnectedFlows:
    """The flows of services with connections: what their packets show.

    Args:
        streams: all flows.
        messages: return messages.
        flows: return flows.
        payload: messages list the packets that carry their payload.
        choice: chooses the messages that are returned; None for all.

    Attributes:
        troubled: where not all flows are returned: the numbers of those that are.
        copy_findings: makes findings of copies, also of those of datagrams.
    """

    def __init__(
        self, streams: StreamTable, *, messages: bool, flows: bool, payload: bool, choice: MessageChoice | None = None
    ) -> None:
        self._streams, self._wants_flows = streams, flows
        self.troubled: set[int] = set()
        self._halves = HalfTable()
        self._reads = WaitingReads(streams)
        self._messages = HalfMessages(
            streams, self._halves, self._reads, messages=messages, payload=payload, choice=choice
        )
        self._responses = ResponseOrder()
        self._unclean = UncleanPackets()
        self._unreliable = UnreliableCopies()
        self.copy_findings: CopyFindings = CopyFindings()
        self._counts = MessageEnds()
        self._repeated = RepeatedRequests()
        self._verdicts = VerdictFindings(self._messages.reassembly)
        self._troubled_halves = TroubledHalves(streams, self._halves, self._verdicts)
        self._now, self._frame = 0, 0
        self._facts = PacketFacts(np.zeros(0, np.int64))

    @property
    def frame(self) -> int:
        """The last packet of the capture so far; 0 for none."""
        return self._frame

    @property
    def undecided(self) -> Ints:
        """Numbers of packets that wait for the response to a READ, ascending."""
        held = self._reads.held
        return np.zeros(0, np.int64) if held is None else held.columns.frame

    def advance(self, now: int, frame: int) -> None:
        """The capture has come so far: the time and the number of its last packet."""
        self._now, self._frame = now, frame

    def look_at(self, facts: PacketFacts) -> None:
        """The facts of the batch that comes next."""
        self._halves.reserve(2 * self._streams.columns.flows.capacity)
        self._facts = facts
        self._verdicts.look_at(facts, self._halves["unfollowed"])

    # -- batches ------------------------------------------------------------------------------------------------------

    def add(
        self,
        columns: Transport,
        assigned: Assigned,
        arrived: ArrivedPackets,
        findings: list[Finding],
        messages: MessageTable,
    ) -> None:
        """The packets of connections: runs, messages."""
        self._halves.reserve(2 * self._streams.columns.flows.capacity)
        packets = FlowPackets(columns, assigned.flow, assigned.row, assigned.side, assigned.half)
        rows, own = _connected(packets)
        first, *others = self._reads.add(packets, rows, own)
        if first.packets is packets:
            self._take(first, rows, own, arrived, self._facts, findings, messages)
        else:
            self._take_other(first, arrived, findings, messages)
        for each in others:
            self._take_other(each, None, findings, messages)
        # copies may go on among those that wait, and in what else the batch has
        now = int(columns.time[-1]) if len(columns) else self._now
        findings += self.copy_findings.release(min(now, self._reads.since))

    def _take_other(
        self, given: Round, arrived: ArrivedPackets | None, findings: list[Finding], messages: MessageTable
    ) -> None:
        """Take packets that are not those of the batch, see `_take`."""
        every = self._facts
        facts = every.beside(given.packets.columns.frame)
        self.look_at(facts)
        self._take(given, *_connected(given.packets), arrived, facts, findings, messages)
        every.take(facts)
        self.look_at(every)

    def _take(
        self,
        given: Round,
        rows: Ints,
        own: Ints,
        arrived: ArrivedPackets | None,
        facts: PacketFacts,
        findings: list[Finding],
        messages: MessageTable,
    ) -> None:
        """Take packets that need not wait.

        Args:
            given: the packets.
            rows: those of halves, by half, shape (n,).
            own: the half of each, shape (n,).
            arrived: see `UncleanPackets.add`.
            facts: of the packets.
            findings: gets what is found.
            messages: gets those that have ended.
        """
        halves, packets = self._halves, given.packets
        columns = packets.columns
        pmtu = self._reads.known(given.guesses)
        declared = self._streams.columns.declared("declared_psn")
        self._learn_spans(columns, rows, own, pmtu.reads)
        sequence = SequenceColumns(columns, rows, own, halves, pmtu.reads, declared)
        missing, again = self._responses.add(sequence, halves)
        odd = trouble(sequence, missing | again)
        marked = note_trouble(sequence, odd, halves)
        damaged = DamagedRequests(packets, sequence, halves)
        if len(damaged.half):
            begin_trouble(damaged.half, damaged.frames, halves)
            marked = halves["troubled"][sequence.half]
        odd |= damaged.come_again(sequence, halves)
        self._unclean.add(packets, arrived, halves, self._troubled_halves.usual_latencies())
        copy_of, now = self._unclean.copy_of, self._unreliable.times(columns)
        others = self._unreliable.add(sequence, now)
        if others is not None:
            copy_of = np.where(copy_of > 0, copy_of, others)
        copies = copy_of[sequence.rows] > 0
        if copies.any():
            findings += self._tell_copies(sequence, copies, copy_of, facts)
            self._troubled_halves.note_copies(sequence, copies & ~self._unclean.mirrored[sequence.rows])
            missing, marked, odd = missing[~copies], marked[~copies], odd[~copies]
            rows, own = rows[~copies], own[~copies]
            sequence = SequenceColumns(columns, rows, own, halves, pmtu.reads, declared)
        numbers = np.repeat(self._streams.columns.flows["number"], 2)
        findings += tell_unfollowed(sequence, halves, self._streams.columns)
        for half, verdict in self._counts.add(sequence, halves):
            findings += self._verdicts.take(half, int(numbers[half]), [verdict], verdict.run.frame)
        for half, verdict in self._responses.verdicts:
            findings += self._verdicts.take(half, int(numbers[half]), [verdict], verdict.run.frame)
        findings += self._repeated.add(sequence, self._streams.columns, pmtu.reads)
        for half, runs in damaged.runs().items():
            self._troubled_halves.recoveries.beside(half).damaged.extend(runs)
        if len(damaged.half) or halves["troubled"][sequence.halves].any() or self._troubled_halves.is_due(self._frame):
            findings += self._troubled_halves.add(sequence, marked, odd, missing, self._unclean, self._frame)
            self._note_refusals(sequence, marked)
        self._troubled_halves.keep_clean(sequence)
        sequence.update(halves)
        damaged.settle(halves)
        findings += self._verdicts.release()
        unsettled = self._troubled_halves.unsettled(sequence.halves_of(marked))
        findings += self._messages.add(sequence, damaged, now, pmtu, unsettled, facts, messages)
        if facts.wants("answers"):
            told, asked = self._repeated.answered(sequence)
            facts.set("answers", sequence.rows[told], asked)
        self._count_verdicts()

    def _learn_spans(self, columns: Transport, rows: Ints, half: Ints, pmtu: Ints) -> None:
        """READs of earlier batches take as many PSNs as the path MTU says, or as what follows them shows."""
        earlier = self._responses.learn(self._halves, pmtu)
        shown = learn_cut_reads(self._halves, columns, rows, half)
        self._responses.lengthen(self._halves, shown)
        for learned in (learn_spans(self._halves, pmtu), shown):
            if len(learned.halves):
                self._messages.learn(learned)
                self._troubled_halves.learn(learned)
        if len(earlier.halves):  # READs which other requests follow
            self._troubled_halves.learn(earlier)

    # -- recoveries ----------------------------------------------------------------------------------------------------

    def _note_refusals(self, sequence: SequenceColumns, marked: Bools) -> None:
        """NAKs that end a connection, and RNR NAKs: what they mean for messages; what is not believed ends nothing."""
        columns = sequence.columns
        negative = rows_where(marked & sequence.negative)
        believed = sequence.believed[negative]
        rows = sequence.rows[negative]
        if not believed.all():
            ends = sequence.half[negative] ^ 1
            take_back_refusals(self._streams.columns, ends[~believed], columns, rows[~believed])
            note_refusals(self._streams.columns, ends[believed], columns, rows[believed])
        places, rows = negative[believed], rows[believed]
        lists = (
            sequence.half[places],
            sequence.psn[places],
            columns.syndrome[rows],
            columns.frame[rows],
            columns.time[rows],
        )
        for half, psn, syndrome, frame, time in zip(*(column.tolist() for column in lists), strict=True):
            if syndrome >> VALUE_BITS == RNR_NAK:
                self._messages.reassembly.rnr(half, psn, frame)
            elif syndrome >> VALUE_BITS == NAK and syndrome & VALUE:  # other types are reserved, and refuse nothing
                self._messages.reassembly.refuse(half, psn, syndrome & VALUE, frame, time)

    def _tell_copies(
        self, sequence: SequenceColumns, copies: Bools, copy_of: Ints, facts: PacketFacts
    ) -> list[Finding]:
        """Copies made by the network, or by the capture."""
        places = rows_where(copies)
        rows = sequence.rows[places]
        facts.set("duplicate", rows)
        half = sequence.half[places]
        self._streams.add_count("duplicated", half ^ ~sequence.is_request[places], 1)
        flow = self._streams.columns.flows["number"][half >> 1]
        mirrored = self._unclean.mirrored
        silent = self._messages.silent()[half]
        if silent.any():  # nothing is acknowledged on UC
            sent, doubled = (self._streams.count(name)[half] for name in ("requests", "duplicated"))
            mirrored = mirrored.copy()
            mirrored[rows] |= silent & come_twice(sent, doubled, ENOUGH_OF_ONE)
        return self.copy_findings.add(sequence, places, flow, copy_of, mirrored)

    def _count_verdicts(self) -> None:
        for name, halves, packets in self._verdicts.counts():
            self._streams.add_count(name, halves, packets)

    # -- flows ---------------------------------------------------------------------------------------------------------

    def join(self, assigned: Assigned) -> None:
        """Two flows of one direction are one now: the halves of the second get other numbers."""
        if not len(assigned.joined):
            return
        kept, dissolved = assigned.joined.T
        self._reads.join(kept, dissolved)
        before, after = np.append(2 * dissolved, 2 * dissolved + 1), np.append(2 * kept + 1, 2 * kept)
        self._repeated.join(before, after)
        self._unclean.renumber(before, after)
        also, number = (self._streams.columns.flows[name][kept].tolist() for name in ("also", "number"))
        self.copy_findings.join(dict(zip(also, number, strict=True)))
        for kept, dissolved in assigned.joined.tolist():
            for half, to in ((2 * dissolved, 2 * kept + 1), (2 * dissolved + 1, 2 * kept)):
                self._move(half, to)

    def _move(self, half: int, to: int) -> None:
        """A half gets another number; of the one that has it only answers are known, or only answers of this one."""
        halves = self._halves
        if half >= halves.capacity:
            return
        if halves["begun"][half] and not halves["asked"][to]:
            packets, since = self._troubled_halves.take_joined(half, to)
            acked, acked_time = int(halves["acked"][to]), int(halves["acked_time"][to])
            for column in halves.columns.values():
                column[to] = column[half]
            for part in (self._troubled_halves, self._messages, self._counts, self._responses, self.copy_findings):
                part.move(half, to)
            self._take_over(to, acked, acked_time)
            if packets is not None:
                self._keep_joined(to, packets, since)
        elif halves["begun"][half]:
            packets, since = self._troubled_halves.take_joined(to, half)
            self._take_over(to, int(halves["acked"][half]), int(halves["acked_time"][half]))
            self.copy_findings.move(half, to)
            self._messages.reassembly.hear(half, to)
            if packets is not None:
                self._keep_joined(to, packets, since)
            self._forget(np.array([half]))
        halves.forget(np.array([half]))

    def _keep_joined(self, half: int, packets: HalfPackets, since: int) -> None:
        """Keep the packets of a half that were taken out to be joined, with the first packet that has trouble."""
        halves = self._halves
        packets.half[:] = half
        packets = with_answers(packets, int(halves["first"][half]))
        if self._facts.wants("answers"):  # it is known only now which requests they answer
            tells = rows_where(~packets.is_request)
            answered = self._repeated.last_before(packets.half[tells], packets.psn[tells], packets.frame[tells])
            known = answered > 0
            self._facts.add("answers", packets.frame[tells[known]], answered[known])
        plain = packets.negative | (OPERATION_OF[packets.opcode] == ACKNOWLEDGE)
        self._counts.come(half, packets, halves)
        self._responses.come(half, packets.psn[packets.believed & ~plain], halves)
        self._troubled_halves.keep_joined(half, packets, since)

    def _take_over(self, half: int, acked: int, time: int) -> None:
        """What answers have acknowledged of a half before its requests were known; PSNs unwrapped by themselves."""
        sent = self._halves["sent"][half : half + 1]
        psn = int(unwrapped(np.array([acked & PSN_MASK]), sent)[0])
        if acked and max(0, int(self._halves["acked"][half])) < psn <= int(sent[0]):
            self._halves["acked"][half], self._halves["acked_time"][half] = psn, time

    def finish(self) -> list[Finding]:
        """The capture is over: what is said of several flows together, before they end."""
        return self.copy_findings.finish()

    def end(self, rows: Ints, findings: list[Finding], messages: MessageTable) -> list[Flow]:
        """Flows that have ended: all that was open is decided."""
        if not len(rows):
            return []
        for each in self._reads.release(rows):
            self._take_other(each, None, findings, messages)
        halves, flows = self._halves, self._streams.columns.flows
        own = np.stack((2 * rows, 2 * rows + 1), axis=1).reshape(-1)
        halves.reserve(int(own.max()) + 1)
        fates = np.full(len(own), UNDER_WAY, np.int64)
        answered = halves["acked"][own]
        is_open = (halves["asked"][own] & (answered < halves["sent"][own]) & (answered > 0)).tolist()
        numbers = flows["number"][own >> 1].tolist()
        for number in flows["number"][rows].tolist() if self.copy_findings else ():
            findings += self.copy_findings.end(number)
        silent: list[int] = []  # halves that were not answered, for no reason that the capture shows
        findings += self._troubled_halves.add_last(own, self._frame)
        odd = self._counts.halves | self._responses.implied.halves
        for at, half in enumerate(own.tolist()):
            if not is_open[at] and half not in self._troubled_halves.recoveries and half not in odd:
                continue  # as nearly always
            if half not in self._troubled_halves.recoveries and is_open[at]:
                self._troubled_halves.begin(half)
            number = numbers[at]
            own_verdicts = [*self._counts.finish(half), *self._responses.implied.finish(half)]
            findings += self._verdicts.take(half, number, own_verdicts, self._frame)
            recovery = self._troubled_halves.recoveries.get(half)
            if recovery is None:
                continue
            if flows["released"][half >> 1]:
                recovery.queue.end.close(int(flows["released_time"][half >> 1]))
            acked, acked_time = int(halves["acked"][half]), int(halves["acked_time"][half])
            recovery.queue.end.awaited = bool(halves["awaits"][half] > acked)
            self._note_recovery(half)
            findings += self._troubled_halves.recoveries.end(half, number, self._now, acked, acked_time, self._frame)
            fate, _ = recovery.fate(self._now)
            fates[at] = FATES[fate]
            if fate == "unanswered":
                silent.append(half)
        replaced = (flows["ended"][own >> 1] != 0) & (fates == UNDER_WAY)
        fates[replaced] = UNKNOWN  # what was under way then
        self._count_verdicts()
        findings += self._messages.end(own, fates, silent, messages)
        self.totals.flows += len(rows)
        for name in SUMMED:
            self.totals.packets[name] += int(self._streams.count(name)[own].sum())
        result = self.to_flows(rows if self._wants_flows else self._troubled_rows(rows, findings))
        self._reads.path_mtus.forget(rows)
        self._repeated.forget(own)
        self._unclean.renumber(own)
        self._forget(own)
        halves.forget(own)
        return result

    def _forget(self, halves: Ints) -> None:
        """Halves are over: their numbers may be given to others."""
        for part in (self._messages, self._counts, self._responses, self._troubled_halves):
            part.forget(halves)

    def to_flows(self, rows: Ints) -> list[Flow]:
        """Flows, with what their packets have shown."""
        for row in rows.tolist():
            for half in (2 * row, 2 * row + 1):
                self._note_recovery(half)
        flows = self._streams.to_flows(rows)
        pmtus = self._reads.path_mtus.of(rows)
        for flow, pmtu, least in zip(flows, *(column.tolist() for column in pmtus), strict=True):
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

    @property
    def totals(self) -> Totals:
        """Flows and messages that have ended."""
        return self._messages.totals

    def _troubled_rows(self, rows: Ints, findings: list[Finding]) -> Ints:
        """Of flows that have ended, by their rows, those that are returned where not all are."""
        flows = self._streams.columns.flows
        wanted = np.array(sorted(self.troubled.union(finding.flow for finding in findings)), np.int64)
        number, also = flows["number"][rows], flows["also"][rows]
        chosen = np.isin(number, wanted) | (also > 0) & np.isin(also, wanted)
        self.troubled.difference_update(number.tolist(), also.tolist())
        return rows[chosen]

    def _note_recovery(self, half: int) -> None:
        """How a flow recovers, as the one of its halves shows it that does so first."""
        recovery = self._troubled_halves.recoveries.get(half)
        if recovery is not None and recovery.how:
            self._streams.columns.recovery.setdefault(half >> 1, recovery.how)


def _connected(packets: FlowPackets) -> tuple[Ints, Ints]:
    """The packets of halves of services with connections, by half, and the half of each."""
    rows = rows_where((packets.half >= 0) & CONNECTED[packets.columns.service])
    own = packets.half[rows]
    if (own[1:] < own[:-1]).any():
        order = in_order(own)
        rows, own = rows[order], own[order]
    return rows, own
