"""Flows that go on at other addresses, since a queue pair has migrated to its alternate path.

The first request there has another M bit, and the next PSN, or that which the last answer, a NAK, has asked for.  Where
the requester was idle, as it is until it notices that a path is broken, it may also begin with the first PSN that was
not acknowledged; where one address is as before, too, with any behind it, and some packets may be missing.  Where more
than one flow fits, nothing is decided.  What comes back takes the same way.

Source: IBA 1, 17.2.8.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import REQUEST, RESPONSE, Transport
from ibpkt.analysis.results.finding import Finding, FindingTypes
from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.analysis.streams.packet_lengths import asks_again, is_fatal, read_lengths
from ibpkt.analysis.streams.psn_windows import MAX_PSN_DISTANCE, signed
from ibpkt.analysis.streams.stream_rows import ADDRESS_BITS, ADDRESS_MASK, SENDER_BITS, StreamRows
from ibpkt.arrays import Bools, Ints, distinct, rows_where
from ibpkt.protocols import PMTUS, PSN_MASK

_PATH = FindingTypes("path")
MIGRATION = _PATH.warning(
    "migration",
    "QP {destqp:#08x} moved from {before} to {now}; its M bit changed from {old} to {m}",
    "The connection migrated to its alternate path: the primary path failed, or the migration was requested.",
    "IBA 1, 17.2.8",
)
#: streams of each side of a flow that are known again: paths between which it may go to and fro
PATHS = 32
#: packets that may be missing when a queue pair migrates
MAX_MISSING = 64
#: nanoseconds without a request after which a requester may have noticed that a path is broken
MIN_IDLE = 100_000
#: streams to one queue pair number that are tried
MAX_TRIED = 32


class Migration:
    """Finds the flows that new streams go on with.

    Args:
        table: the flows.
        streams: the streams.
        addresses: numbers of addresses.

    Attributes:
        findings: what was found in this batch.
        moves: of this batch, by row of a flow the packets that moved it.
    """

    def __init__(self, table: FlowColumns, streams: StreamRows, addresses: Addresses) -> None:
        self._table, self._streams, self._addresses = table, streams, addresses
        self._bits: set[int] = set()  # values of the M bit so far
        self._expected: dict[tuple[int, int], tuple[int, int]] = {}  # by words of a stream: flow and side
        self.findings: list[tuple[int, Finding]] = []
        self.moves: dict[int, list[int]] = {}
        self._dropped: list[int] = []

    def begin(self, columns: Transport, stream: Ints, valid: Bools) -> None:
        """A batch begins.

        Args:
            columns: the batch.
            stream: of each packet.
            valid: which packets count.
        """
        self.findings, self.moves, self._dropped = [], {}, []
        self._columns, self._stream, self._valid = columns, stream, valid
        if len(self._bits) < 2:
            bits = columns.migreq[valid]
            if len(bits):
                self._bits |= {int(bits.min()), int(bits.max())}

    def end(self) -> None:
        """A batch ends: streams that their flows no longer take are known no more."""
        del self._columns  # they keep the buffer of the batch
        self._streams.columns["flow"][self._dropped] = -1

    @property
    def possible(self) -> bool:
        """Whether anything can have migrated: M bits differ."""
        return len(self._bits) > 1

    def forget(self, over: Bools) -> None:
        """Flows are over, by row."""
        self._expected = {words: each for words, each in self._expected.items() if not over[each[0]]}

    def ways_back(self, streams: Ints) -> list[int]:
        """Which of some new streams are the ways back of flows that have moved: places, ascending."""
        if not self._expected:
            return []
        columns = self._streams.columns
        words = zip(columns["first"][streams].tolist(), columns["second"][streams].tolist(), strict=True)
        return [place for place, each in enumerate(words) if each in self._expected]

    def suspects(self, streams: Ints, rows: Ints) -> Ints:
        """Which of some new streams may go on with a flow, as far as queue pair, M bit and PSN tell: places, ascending.

        Args:
            streams: their rows.
            rows: the packets with which they begin.
        """
        if not self.possible:
            return np.zeros(0, np.int64)
        columns, packets, count = self._streams.columns, self._columns, self._streams.count
        second = columns["second"][:count]
        marks = np.bincount(second >> SENDER_BITS & 0xFFFF, minlength=1 << 16)
        places = rows_where((marks[second[streams] >> SENDER_BITS & 0xFFFF] > 1) & (packets.kind[rows] == REQUEST))
        if not len(places):
            return places
        # the M bits and a PSN of every stream that there is
        flow, end = columns["flow"][:count], 2 * columns["flow"][:count].astype(np.int64) + columns["side"][:count]
        known = flow >= 0
        bits, psn = np.zeros(count, np.int8), np.full(count, -1, np.int64)
        bits[known] = 1 << np.maximum(self._table.ends["migreq"][end[known]], 0)
        psn[known] = self._table.ends["last_psn"][end[known]]
        psn[streams] = packets.psn[rows]
        here = rows_where(self._valid & (packets.kind == REQUEST))
        np.bitwise_or.at(bits, self._stream[here], (1 << packets.migreq[here]).astype(np.int8))
        order = np.argsort(second, kind="stable")
        ordered = second[order]
        low = np.searchsorted(ordered, second[streams[places]], "left")
        high = np.searchsorted(ordered, second[streams[places]], "right")
        counts = np.minimum(high - low, MAX_TRIED)
        query = np.repeat(places, counts)
        inside = np.arange(len(query)) - np.repeat(np.cumsum(counts) - counts, counts)
        other = order[np.repeat(high - counts, counts) + inside]
        wanted = 2 >> packets.migreq[rows[query]].astype(np.int64)  # the other bit
        near = np.abs(signed(packets.psn[rows[query]].astype(np.int64) - psn[other])) <= MAX_PSN_DISTANCE
        fits = (other != streams[query]) & (bits[other] & wanted != 0) & near
        return distinct(query[fits])

    def go_back(self, stream: int) -> None:
        """A new stream is the way back of a flow that has moved, see `ways_back`."""
        columns = self._streams.columns
        self._attach(stream, *self._expected[int(columns["first"][stream]), int(columns["second"][stream])])

    def may_fit(self, stream: int, row: int) -> bool:
        """Whether a flow may go on with a new stream, whatever answers belong to it."""
        return bool(self._ends_that_fit(stream, row, joined=False))

    def move(self, stream: int, row: int) -> bool:
        """Let the flow that fits go on with a new stream; False if there is none."""
        ends = self._ends_that_fit(stream, row)
        if len(ends) != 1:
            return False
        columns = self._streams.columns
        self._move(stream, row, *ends[0], (int(columns["first"][stream]), int(columns["second"][stream])))
        return True

    def _ends_that_fit(self, stream: int, row: int, *, joined: bool = True) -> list[tuple[int, int]]:
        """The flows that may go on with a new stream, and the sides of them.

        Args:
            stream: the stream.
            row: its first packet.
            joined: all answers before it belong to the flows of their requests.
        """
        streams, table, count = self._streams.columns, self._table, self._streams.count
        flow = streams["flow"][:count]
        same_queue = (streams["second"][:count] == streams["second"][stream]) & (flow >= 0)
        others = rows_where(same_queue)[-MAX_TRIED:].tolist()
        service = int(self._columns.service[row])
        return [
            end
            for end in sorted({(int(flow[other]), int(streams["side"][other])) for other in others})
            if table.flows["service"][end[0]] == service
            and not table.flows["ended"][end[0]]
            and self._fits(*end, row, int(streams["first"][stream]), joined=joined)
        ]

    def _sent_before(self, flow: int, side: int, kind: int, row: int) -> Ints:
        """The packets of a kind that an end has sent in this batch before a packet."""
        streams = self._streams.columns
        own = (streams["flow"][: self._streams.count] == flow) & (streams["side"][: self._streams.count] == side)
        rows = rows_where(self._valid[:row] & (self._columns.kind[:row] == kind))
        mine: Ints = rows[own[self._stream[rows]]]
        return mine

    def _last(self, flow: int, side: int, row: int) -> tuple[int, int, int, Ints]:
        """The PSN, M bit and time of the last request of an end before a packet, and where the next may be."""
        columns, ends, end = self._columns, self._table.ends, 2 * flow + side
        mine = self._sent_before(flow, side, REQUEST, row)
        if not len(mine):
            psn, bit, time = int(ends["last_psn"][end]), int(ends["migreq"][end]), int(ends["last_sent"][end])
            length = int(ends["length"][end])
        else:
            last = int(mine[-1])
            psn, bit, time = int(columns.psn[last]), int(columns.migreq[last]), int(columns.time[last])
            length = int(read_lengths(columns, mine[-1:])[0])
        return psn, bit, time, psn + np.array([1, *(max(1, -(-length // pmtu)) for pmtu in PMTUS)])

    def _answered(self, flow: int, side: int, row: int) -> tuple[int, bool]:
        """The PSN of the last answer to an end before a packet, -1 for none, and whether it asks for that again."""
        answers, ends = self._sent_before(flow, 1 - side, RESPONSE, row)[-1:], self._table.ends
        if len(answers):
            return int(self._columns.psn[answers[0]]), bool(asks_again(self._columns.syndrome[answers])[0])
        return int(ends["answer_psn"][2 * flow + 1 - side]), bool(ends["asks_again"][2 * flow + 1 - side])

    def _least(self, flow: int, side: int, row: int) -> int:
        """The first PSN that may not have been acknowledged before a packet; -1 where it is not known."""
        columns, ends = self._columns, self._table.ends
        acked, _ = self._answered(flow, side, row)
        if acked >= 0:
            return acked + 1
        first = int(ends["first_psn"][2 * flow + side])
        asked = self._sent_before(flow, side, REQUEST, row)
        return int(columns.psn[asked[0]]) if first < 0 and len(asked) else first

    def _sends_again(self, flow: int, side: int, row: int, *, idle: bool) -> bool:
        """Whether a request is the one from which on an end sends again: for a NAK, or for its timer if it was idle."""
        answered, asks = self._answered(flow, side, row)
        own = int(self._columns.psn[row])
        return answered >= 0 and (own == answered if asks else idle and own == answered + 1 & PSN_MASK)

    def _is_refused(self, flow: int, side: int, row: int) -> bool:
        """Whether an end has refused a request before a packet."""
        syndromes = self._columns.syndrome[self._sent_before(flow, side, RESPONSE, row)]
        return bool(self._table.ends["refused_psn"][2 * flow + side] >= 0) or bool(is_fatal(syndromes).any())

    def _fits(self, flow: int, side: int, row: int, first: int, *, joined: bool) -> bool:
        """Whether a request at other addresses may be the next of an end."""
        columns, address = self._columns, self._table.ends["address"]
        psn, bit, time, nexts = self._last(flow, side, row)
        own = int(columns.psn[row])
        if psn < 0 or bit in (-1, int(columns.migreq[row])) or self._is_refused(flow, 1 - side, row):
            return False
        away = signed(own - nexts)
        source, destination = first >> ADDRESS_BITS, first & ADDRESS_MASK
        shared = address[2 * flow + side] == source, address[2 * flow + 1 - side] == destination
        if all(shared):
            return False
        timeout = int(self._table.declared("ack_timeout")[2 * flow + side])
        idle = int(columns.time[row]) - time >= max(MIN_IDLE, timeout // 2)
        if any(shared) and idle:
            least = self._least(flow, side, row)
            after = least < 0 or (own - least) & PSN_MASK < MAX_PSN_DISTANCE
            return after and bool((away <= MAX_MISSING).any())
        if (away == 0).any():
            return True
        again = (psn - own) & PSN_MASK < MAX_PSN_DISTANCE
        return again and (not joined or self._sends_again(flow, side, row, idle=idle))

    def _move(self, stream: int, row: int, flow: int, side: int, words: tuple[int, int]) -> None:
        columns, table = self._columns, self._table
        source, destination = words[0] >> ADDRESS_BITS, words[0] & ADDRESS_MASK
        address, end = table.ends["address"], 2 * flow + side
        old = self._last(flow, side, row)[1]
        before, now = (
            " → ".join(self._addresses.text(int(number)) for number in numbers)
            for numbers in ((address[end], address[end ^ 1]), (source, destination))
        )
        facts = {
            "destqp": int(columns.destqp[row]), "before": before, "now": now, "m": int(columns.migreq[row]), "old": old,
        }  # fmt: skip
        number = int(table.flows["number"][flow])
        self.findings.append((flow, Finding(MIGRATION, int(columns.frame[row]), int(columns.time[row]), number, facts)))
        table.flows["moves"][flow] += 1
        self.moves.setdefault(flow, []).append(row)
        address[end], address[end ^ 1] = source, destination
        queue = int(table.ends["qpn"][end])
        self._expected = {words: known for words, known in self._expected.items() if known[0] != flow}
        if queue >= 0:
            back = destination << ADDRESS_BITS | source, queue << SENDER_BITS
            self._expected[back] = flow, 1 - side
        self._attach(stream, flow, side)

    def _attach(self, stream: int, flow: int, side: int) -> None:
        """Give a stream to an end, which keeps its last ones."""
        columns, count = self._streams.columns, self._streams.count
        own = rows_where((columns["flow"][:count] == flow) & (columns["side"][:count] == side))
        path = int(columns["path"][own].max()) + 1 if len(own) else 0
        own = own[~np.isin(own, self._dropped)]
        if len(own) >= PATHS:  # its packets of this batch keep it until `end`
            self._dropped.append(int(own[np.argmin(columns["path"][own])]))
        columns["flow"][stream], columns["side"][stream], columns["path"][stream] = flow, side, path
