"""The messages of halves, made of the first copies of requests and of the answers to them.

Source: IBA 1, 9.7.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import OPERATION_OF, SERVICES
from ibpkt.analysis.reassembly.kinds import MESSAGE_INCOMPLETE
from ibpkt.analysis.reassembly.message_choice import MessageChoice
from ibpkt.analysis.reassembly.message_columns import MessageColumns
from ibpkt.analysis.reassembly.message_rows import COMPLETED
from ibpkt.analysis.reassembly.packets import Answers, Pieces
from ibpkt.analysis.reassembly.path_mtu import KnownPathMTUs
from ibpkt.analysis.reassembly.reassembly import MessageReassembly
from ibpkt.analysis.recovery.flow_timers import LATEST
from ibpkt.analysis.recovery.kinds import UNANSWERED as KIND_UNANSWERED
from ibpkt.analysis.results.finding import Finding, Subject
from ibpkt.analysis.results.message_table import MessageTable
from ibpkt.analysis.results.packet_facts import PacketFacts
from ibpkt.analysis.results.totals import Totals
from ibpkt.analysis.runs.damaged_requests import DamagedRequests
from ibpkt.analysis.runs.first_copies import FirstCopies, Unanswered
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.read_spans import LearnedEnds
from ibpkt.analysis.runs.run_columns import ACKNOWLEDGE
from ibpkt.analysis.runs.sequence_columns import LINE, SequenceColumns
from ibpkt.analysis.runs.unreliable_order import RequestColumns, UnreliableOrder
from ibpkt.analysis.runs.waiting_reads import WaitingReads
from ibpkt.analysis.streams.stream_table import StreamTable
from ibpkt.arrays import Bools, Ints, rows_where
from ibpkt.protocols import OPERATIONS, PSN_MASK

#: the service whose requests are not answered
UC = SERVICES.index("UC")


class HalfMessages:
    """The messages of the flows of services with connections.

    Args:
        streams: all flows; messages are counted there.
        halves: the table of their halves.
        reads: the path MTUs of flows.
        messages: return messages.
        payload: messages list the packets that carry their payload.
        choice: chooses those that are returned; None for all.

    Attributes:
        reassembly: the messages that are open.
        totals: those that have ended.
    """

    def __init__(
        self,
        streams: StreamTable,
        halves: HalfTable,
        reads: WaitingReads,
        *,
        messages: bool,
        payload: bool,
        choice: MessageChoice | None = None,
    ) -> None:
        self.reassembly: MessageReassembly = MessageReassembly(frames=payload)
        self.totals: Totals = Totals()
        self._streams, self._halves, self._wants_messages = streams, halves, messages
        self._choice = choice
        self._copies = FirstCopies()
        self._order = UnreliableOrder()
        self._reads = reads

    # -- batches ------------------------------------------------------------------------------------------------------

    def add(
        self,
        sequence: SequenceColumns,
        damaged: DamagedRequests,
        now: Ints,
        pmtu: KnownPathMTUs,
        unsettled: tuple[Ints, Ints],
        facts: PacketFacts,
        messages: MessageTable,
    ) -> list[Finding]:
        """Take a batch.

        Args:
            sequence: its packets.
            damaged: its requests with a wrong ICRC.
            now: the latest time up to each packet, shape (n,).
            pmtu: the path MTU of each half.
            unsettled: halves whose retransmissions are not all decided yet, and the packets up to which messages are
                told.
            facts: of the packets.
            messages: gets those that have ended.
        """
        pieces, rows, unsound = self._pieces(sequence, damaged, now)
        answers, tells = _answers(sequence)
        wanted = self._wanted_halves()
        if self._choice is not None:
            self._choice.note_requests(
                self._streams.columns.flows["number"][pieces.half >> 1], OPERATION_OF[pieces.opcode]
            )
        self._tell(self.reassembly.add(pieces, answers, pmtu.sure, unsound, unsettled, pmtu.reads, wanted), messages)
        self._streams.add_count("fresh", pieces.half, pieces.size)
        # a response whose request came before the capture is the first if it acknowledges more
        first = self.reassembly.taken | ((self.reassembly.response_to == 0) & (answers.acked > sequence.acked[tells]))
        self._streams.add_count("fresh", answers.half[first] ^ 1, answers.size[first])
        if facts.wants("message"):
            facts.set("message", rows[rows >= 0], self.reassembly.numbers[rows >= 0])
            waited = (rows < 0) & ~unsound  # behind a hole: it is of an earlier batch
            facts.add("message", pieces.frame[waited], self.reassembly.numbers[waited])
        answered = rows_where((self.reassembly.answered > 0) & (sequence.psn[tells] >= sequence.acked[tells]))
        facts.set("message", sequence.rows[tells[answered]], self.reassembly.answered[answered])
        # what comes again when its READ is over belongs to a message that is no longer known
        responses = rows_where((self.reassembly.response_to > 0) & (sequence.psn[tells] >= sequence.acked[tells]))
        facts.set("answers", sequence.rows[tells[responses]], self.reassembly.response_to[responses])
        return self._faults()

    def end(self, own: Ints, fates: Ints, silent: list[int], messages: MessageTable) -> list[Finding]:
        """Some halves are over.

        Args:
            own: the halves.
            fates: what becomes of their messages that are not completed.
            silent: those of them that were not answered, for no reason that the capture shows.
            messages: gets those that have ended.
        """
        order = np.argsort(own)
        self._take_waiting(own, messages)
        left = self.reassembly.close(own[order], fates[order], pmtu=self._reads.known().reads)
        findings = self._faults() + self._unanswered(left, silent)
        self._tell(left, messages)
        return findings

    # -- halves -------------------------------------------------------------------------------------------------------

    def learn(self, learned: LearnedEnds) -> None:
        """READs take more PSNs than was known."""
        self._copies.learn(learned)

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        self.reassembly.move(half, to)
        self._copies.move(half, to)
        self._order.move(half, to)

    def forget(self, halves: Ints) -> None:
        """Halves are over: their numbers may be given to others."""
        self.reassembly.forget(halves)
        self._copies.forget(halves)
        self._order.forget(halves)

    # -- messages -----------------------------------------------------------------------------------------------------

    def _pieces(self, sequence: SequenceColumns, damaged: DamagedRequests, now: Ints) -> tuple[Pieces, Ints, Bools]:
        """The requests that messages are made of now, their rows among the batch's packets, and which are damaged.

        Rows are -1 for damaged ones (with a wrong ICRC), and for those of earlier batches.
        """
        columns, silent = sequence.columns, self.silent()
        places = rows_where(sequence.is_request)
        late, unexpected = np.zeros((2, len(places) + len(damaged.rows)), np.int64)
        if silent.any():
            places, late, unexpected = self._in_order(sequence, places, silent, now, len(damaged.rows))
        sound = sequence.rows[places]
        rows = np.concatenate((sound, damaged.rows)) if len(damaged.rows) else sound
        values = {
            "opcode": columns.opcode[rows], "size": columns.size[rows], "dmalen": columns.dmalen[rows],
            "frame": columns.frame[rows], "time": columns.time[rows], "whole": ~columns.stopped[rows],
            "damaged": np.zeros(len(rows), np.int64), "place": rows.copy(), "late": late, "unexpected": unexpected,
        }  # fmt: skip
        values["damaged"][len(sound) :], values["place"][len(sound) :] = 1, -1
        if self._wants_messages:
            values["va"] = columns.va[rows].astype(np.uint64).view(np.int64)
            values["r_key"], values["immediate"] = columns.r_key[rows], columns.immediate[rows]
        else:  # nothing but messages has them
            values |= dict.fromkeys(("va", "r_key", "immediate"), np.zeros(len(rows), np.int64))
        half, psn, end = (
            np.concatenate((of[places], more)) if len(more) else of[places]
            for of, more in (
                (sequence.half, damaged.half), (sequence.psn, damaged.psn), (sequence.end, damaged.psn + 1)
            )
        )  # fmt: skip
        # nothing is acknowledged on UC: what is missing comes late, or never
        acked = np.where(silent, LINE, self._halves["acked"][: len(silent)])
        then = sequence.acked[places]
        if len(damaged.acked):
            then = np.concatenate((then, damaged.acked))
        given = self._copies.add(
            half, psn, end, {name: column.astype(np.int64, copy=False) for name, column in values.items()}, acked,
            self._halves["first"], then, Unanswered(silent, int(now[-1]) - LATEST if len(now) else 0),
        )  # fmt: skip
        row = given.pop("place")
        unsound: Bools = given.pop("damaged") != 0
        return Pieces(**given), row, unsound

    def _in_order(
        self, sequence: SequenceColumns, places: Ints, silent: Bools, now: Ints, damaged: int
    ) -> tuple[Ints, Ints, Ints]:
        """The requests that are no copies on UC, which of them are late there, and which are unexpected.

        Args:
            sequence: the packets of the batch.
            places: its requests.
            silent: which halves are of UC.
            now: the latest time up to each packet of the batch.
            damaged: how many requests with a wrong ICRC follow them, about which nothing is reported.
        """
        columns, rows = sequence.columns, sequence.rows[places]
        requests = RequestColumns(
            sequence.half[places], sequence.psn[places], sequence.end[places], sequence.opcode[places],
            columns.frame[rows], sequence.again[places], columns.time[rows], now[rows],
        )  # fmt: skip
        ordered = self._order.add(requests, silent, self._copies, self._halves["first"])
        none = np.zeros(damaged, np.int64)
        late, unexpected = (np.concatenate((of[ordered.kept], none)) for of in (ordered.late, ordered.unexpected))
        return places[ordered.kept], late.astype(np.int64), unexpected.astype(np.int64)

    def silent(self) -> Bools:
        """Which halves are of UC."""
        silent: Bools = np.repeat(self._streams.columns.flows["service"] == UC, 2)
        return silent

    def _tell(self, ended: MessageColumns, messages: MessageTable) -> None:
        """Count messages that have ended, and return them if they are wanted."""
        if not len(ended):
            return
        self.totals.add_messages(ended.outcomes())
        counts = ended.counts()
        for operation in np.flatnonzero(counts.messages.any(axis=0)).tolist():
            self._streams.add_count(OPERATIONS[operation], counts.halves, counts.messages[:, operation])
        self._streams.add_count("completed", counts.halves, counts.completed)
        if self._wants_messages:
            numbers = np.repeat(self._streams.columns.flows["number"], 2)
            if self._choice is not None:
                ended = ended.chosen(
                    self._choice.choose(numbers[ended["half"]], ended["operation"], ended["immediate"])
                )
            messages.add(ended.table(numbers, np.arange(len(numbers)) & 1))

    def _wanted_halves(self) -> Bools | None:
        """By half, whether its messages may be wanted, where that saves anything; None for all."""
        if self._choice is None or self.reassembly.frames is None:
            return None
        return np.repeat(self._choice.may_choose(self._streams.columns.flows["number"]), 2)

    def _faults(self) -> list[Finding]:
        """What was wrong with messages."""
        findings = []
        for fault in self.reassembly.take_faults():
            if fault.kind is MESSAGE_INCOMPLETE and 0 < self._halves["unfollowed"][fault.half] <= fault.frame:
                continue  # only counted (see `followed`)
            flow, side = self._streams.columns.then(np.array([fault.half]), np.array([fault.frame]))
            subject = Subject(int(side[0]), until=fault.time)
            findings.append(
                Finding(fault.kind, fault.frame, fault.time, int(flow[0]), fault.facts, fault.packets, subject=subject)
            )
        return findings

    def _unanswered(self, left: MessageColumns, silent: list[int]) -> list[Finding]:
        """Messages of some halves that nobody answered: a finding for those of one half."""
        if not silent:
            return []
        places = rows_where(np.isin(left["half"], silent) & (left["outcome"] != COMPLETED))
        halves, first, count = np.unique(left["half"][places], return_index=True, return_counts=True)
        rows = places[first]
        psn, flow = left["first"][rows] & PSN_MASK, self._streams.columns.flows["number"][halves >> 1]
        lists = (left["first_frame"][rows], left["start"][rows], flow, psn, count, halves & 1)
        return [
            Finding(
                KIND_UNANSWERED, frame, time, number, {"count": messages, "psn": first_psn},
                subject=Subject(side, until=time),
            )
            for frame, time, number, first_psn, messages, side in zip(
                *(column.tolist() for column in lists), strict=True
            )
        ]  # fmt: skip

    def _take_waiting(self, halves: Ints, messages: MessageTable) -> None:
        """Requests behind a hole that nothing has filled: they belong to messages all the same."""
        waiting = self._copies.finish(halves, self.silent())
        if not waiting:
            return
        del waiting["place"], waiting["damaged"]
        pieces, none = Pieces(**waiting), np.zeros(0, np.int64)
        self._streams.add_count("fresh", pieces.half, pieces.size)
        answers, pmtu = Answers(*(none for _ in Answers._fields)), self._reads.known()
        self._tell(self.reassembly.add(pieces, answers, pmtu.sure, reads=pmtu.reads), messages)


def _answers(sequence: SequenceColumns) -> tuple[Answers, Ints]:
    """The answers that messages need: those that may acknowledge more, and responses; and their places."""
    columns = sequence.columns
    plain = OPERATION_OF[sequence.opcode] == ACKNOWLEDGE
    moves = sequence.moves
    may_move = sequence.cut & sequence.believed & ~sequence.repeats & (sequence.psn < sequence.sent)
    responds = ~plain & sequence.believed & ~sequence.negative
    places = rows_where(~sequence.is_request & (moves | may_move | responds))
    rows = sequence.rows[places]
    acked = np.where(moves, sequence.end, sequence.acked)
    answers = Answers(
        sequence.half[places], sequence.psn[places], acked[places], sequence.opcode[places].astype(np.int64),
        columns.size[rows].astype(np.int64), columns.frame[rows], columns.time[rows],
        (~columns.stopped[rows]).astype(np.int64),
    )  # fmt: skip
    return answers, places
