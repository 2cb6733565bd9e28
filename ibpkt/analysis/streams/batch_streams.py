"""The streams and flows of one batch, while it is decided what its packets belong to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import KINDS, NOTIFICATION, REQUEST, RESPONSE, SERVICES, Transport
from ibpkt.analysis.streams.announcements import Announced, Announcements
from ibpkt.analysis.streams.flow_columns import ENDINGS, METHODS, FlowColumns
from ibpkt.analysis.streams.half_order import HalfOrder
from ibpkt.analysis.streams.migration import Migration
from ibpkt.analysis.streams.response_joining import ResponseJoining
from ibpkt.analysis.streams.stream_rows import (
    UD,
    StreamRows,
    answering,
    destination_of,
    queue_of,
    sender_of,
    source_of,
    words_of,
)
from ibpkt.arrays import Array, Bools, Ints, rows_where
from ibpkt.management.cm_connections import Connection
from ibpkt.protocols import PSN_MASK

RC, UC, CNP = (SERVICES.index(name) for name in ("RC", "UC", "CNP"))
_DATAGRAMS, _CM, _REUSED = METHODS.index("datagrams"), METHODS.index("cm"), ENDINGS.index("reused")
#: roles of packets by kind: -1 for those that belong to no half
_ROLES = np.full(len(KINDS), -1, np.int8)
_ROLES[REQUEST], _ROLES[RESPONSE], _ROLES[NOTIFICATION] = 0, 1, -1


class _Joined(NamedTuple):
    """Flows that were joined in a batch, see `Joins`.

    Attributes:
        kept, dissolved: the flows, shape (k,).
        rows: the packets that decided.
        were: columns of those that were kept, as they were before.
    """

    kept: Ints
    dissolved: Ints
    rows: Ints
    were: dict[str, Array]

    def chosen(self, chosen: Bools) -> _Joined:
        """Some of them."""
        were = {name: values[chosen] for name, values in self.were.items()}
        return _Joined(self.kept[chosen], self.dissolved[chosen], self.rows[chosen], were)


class BatchStreams:
    """The packets of a batch and their streams.

    Args:
        columns: the packets.
        valid: those that reach the transport, shape (n,).
        table, streams, announcements, migration, joining: what is kept from batch to batch.

    Attributes:
        valid: the same.
        flow: the row of each packet's flow, -1 for none, shape (n,).
        side: the side that has sent it, -1 for none.
        half: the half that it belongs to, -1 for none.
        halves: the packets of halves, sorted.
        impatient: flows that do not wait; None for all.
    """

    flow: Ints
    side: Array
    half: Ints
    halves: HalfOrder

    def __init__(
        self,
        columns: Transport,
        valid: Bools,
        table: FlowColumns,
        streams: StreamRows,
        announcements: Announcements,
        migration: Migration,
        joining: ResponseJoining,
    ) -> None:
        self.columns, self.valid = columns, valid
        self._table, self._streams, self._announcements = table, streams, announcements
        self._migration, self._joining = migration, joining
        self.impatient: set[int] | None = None
        self._over = np.zeros(table.size, np.bool_)
        self._closing: list[Ints] = []  # streams whose flows end in this batch, once they have some
        self._begun: list[tuple[Ints, Ints]] = []
        self._joined: list[_Joined] = []

    @property
    def over(self) -> Bools:
        """Which flows end in this batch, by row."""
        more = self._table.size - len(self._over)
        if more:
            self._over = np.concatenate((self._over, np.zeros(more, np.bool_)))
        return self._over

    def begun(self) -> tuple[Ints, Ints]:
        """The flows that begin in this batch, and their first packets."""
        return _concatenated(self._begun, 0), _concatenated(self._begun, 1)

    def joined(self) -> tuple[Ints, Ints]:
        """The flows that were joined in this batch: those that are kept, and those that they have taken in."""
        pairs = [(each.kept, each.dissolved) for each in self._joined]
        return _concatenated(pairs, 0), _concatenated(pairs, 1)

    def decided(self) -> Ints:
        """The packets that decided these joins."""
        return _concatenated([(each.rows,) for each in self._joined], 0)

    def unclear(self) -> dict[int, int]:
        """Flows that may be directions of several flows, and the first packet of each from which on that is open.

        Those that may belong to flows that do not wait do not, either.
        """
        first: dict[int, int] = {}
        if self.impatient is None:
            return first
        for rows, row in self._joining.unclear():
            flows = rows.tolist()
            for flow in flows if self.impatient.isdisjoint(flows) else ():
                first[flow] = min(row, first.get(flow, row))
        return first

    # -- streams ----------------------------------------------------------------------------------------------------

    def begin(self, connections: Sequence[Connection]) -> None:
        """Find the streams of the packets, and begin flows of the new ones."""
        columns, streams, valid = self.columns, self._streams, self.valid
        first, second = words_of(columns)
        known = streams.count
        self._stream = streams.rows_of(first, second, valid)
        late = rows_where(self._stream < 0) if streams.count > known else ()
        if len(late):
            self._stream[late] = streams.find(first[late], second[late])
        self._stream[columns.service == 0] = -1
        events = self._announcements.announce(connections)
        if events:
            words = np.array([each[0] for each in events], np.int64)
            announced = streams.rows_of(words[:, 0], words[:, 1], np.ones(len(words), np.bool_))
        self._migration.begin(columns, self._stream, valid)
        new = self._new()
        self._begin_flows(*new)
        if events:
            self._take_events(announced, [each[1:] for each in events])
        self._hide_early(*new)

    def _hide_early(self, streams: Ints, first: Ints) -> None:
        """A damaged packet belongs to no flow or stream that begins later; some streams begin in this batch."""
        rows = rows_where(~self.valid & (self._stream >= 0))
        if not len(rows):
            return
        begin = np.full(self._streams.count, -1, np.int64)
        begin[streams] = first
        own = self._stream[rows]
        flow, flows = self._streams.columns["flow"][own], self._table.flows
        early = (flow < 0) | (flows["first_frame"][flow] > self.columns.frame[rows])
        # connection management announces both streams of a flow at once
        early |= (begin[own] > rows) & (flows["how"][flow] != _CM)
        self._stream[rows[early]] = -1

    def _new(self) -> tuple[Ints, Ints]:
        """The streams that have no flow, and their first packets, which ascend."""
        rows = rows_where(self.valid)
        streams = self._stream[rows]
        new = self._streams.columns["flow"][streams] < 0
        rows, streams = rows[new], streams[new]
        if not len(rows):
            return rows, rows
        first = np.full(self._streams.count, -1, np.int64)
        first[streams[::-1]] = rows[::-1]
        found = rows_where(first >= 0)
        order = np.argsort(first[found], kind="stable")
        return found[order], first[found[order]]

    def _begin_flows(self, streams: Ints, rows: Ints) -> None:
        """Begin flows of streams that have none, by their first packets, ascending."""
        if len(self._announcements):
            waiting = [index for index in range(len(streams)) if not self._begin_announced(streams[index], rows[index])]
            flow = self._streams.columns["flow"]
            waiting = [index for index in waiting if flow[streams[index]] < 0]
            streams, rows = streams[waiting], rows[waiting]
        if not len(streams):
            return
        datagrams = self.columns.service[rows] == UD
        later = None
        if datagrams.any():
            streams, rows, later = self._answer_datagrams(streams, rows, datagrams)
        suspects = self._migration.suspects(streams, rows)
        start = 0
        for at in suspects.tolist():
            stream, row = int(streams[at]), int(rows[at])
            self._begin_block(streams[start:at], rows[start:at])
            start = at
            if not len(self._migration.ways_back(streams[at : at + 1])) and self._migration.may_fit(stream, row):
                self.join(row)  # what a flow is by then
                start += self._migration.move(stream, row)
        self._begin_block(streams[start:], rows[start:])
        if later is not None:
            self._attach_datagrams(*later)

    def _begin_block(self, streams: Ints, rows: Ints) -> None:
        back = self._migration.ways_back(streams)
        for at in back:
            self._migration.go_back(int(streams[at]))
        if back:
            streams, rows = np.delete(streams, back), np.delete(rows, back)
        if not len(streams):
            return
        columns, table = self.columns, self._table
        own = self._streams.columns
        first, second = own["first"][streams], own["second"][streams]
        flow = table.allocate(len(streams))
        service = columns.service[rows]
        service = np.where(service == CNP, RC, service)
        flows, ends = table.flows, table.ends
        flows["service"][flow] = service
        flows["open"][flow] = (service != UD) & (service != UC)
        flows["first"][flow] = flows["last"][flow] = columns.time[rows]
        flows["first_frame"][flow] = flows["last_frame"][flow] = columns.frame[rows]
        ends["address"][2 * flow], ends["address"][2 * flow + 1] = source_of(first), destination_of(first)
        sender = sender_of(second)
        ends["qpn"][2 * flow] = np.where(sender <= PSN_MASK, sender, -1)
        ends["qpn"][2 * flow + 1] = queue_of(second)
        own["flow"][streams], own["side"][streams] = flow, 0
        self._begun.append((flow, rows))

    # -- datagrams --------------------------------------------------------------------------------------------------

    def _answer_datagrams(self, streams: Ints, rows: Ints, datagrams: Bools) -> tuple[Ints, Ints, tuple[Ints, Ints]]:
        """Give datagrams to the flows that they go back on.

        Returns:
            The streams that are left and their first packets; and those that go back on flows that begin here, with
            the streams that begin them.
        """
        back, flow = self._ways_back(streams[datagrams])
        first = np.full(self._streams.count + 1, -1, np.int64)
        first[streams] = rows
        here = first[back] >= 0
        joined = (flow >= 0) & ~here
        self._attach_datagrams(streams[datagrams][joined], back[joined])
        later = here & (first[back] < rows[datagrams])  # of two that begin here
        kept = np.ones(len(streams), np.bool_)
        kept[rows_where(datagrams)[joined | later]] = False
        return streams[kept], rows[kept], (streams[datagrams][later], back[later])

    def _ways_back(self, streams: Ints) -> tuple[Ints, Ints]:
        """For datagrams the streams that go back, and their flows; -1 for none."""
        own = self._streams.columns
        first, second = answering(own["first"][streams], own["second"][streams])
        back = np.full(len(streams), -1, np.int64)
        known = rows_where(second >= 0)
        back[known] = self._streams.find(first[known], second[known])
        return back, np.where(back >= 0, own["flow"][back], -1)

    def _attach_datagrams(self, streams: Ints, back: Ints) -> None:
        own, flows = self._streams.columns, self._table.flows
        flow = own["flow"][back]
        own["flow"][streams], own["side"][streams] = flow, 1 - own["side"][back]
        flows["how"][flow], flows["sure"][flow] = _DATAGRAMS, 1.0

    # -- connection management --------------------------------------------------------------------------------------

    def _begin_announced(self, stream: int, row: int) -> bool:
        own = self._streams.columns
        if own["flow"][stream] >= 0:
            return True  # the other direction of one that was announced
        words = int(own["first"][stream]), int(own["second"][stream])
        announced = self._announcements.take(words, int(self.columns.frame[row]))
        if announced is None:
            return False
        self._begin_block(np.array([stream]), np.array([row]))
        flow = int(own["flow"][stream])
        self._announcements.describe(flow, announced)
        other = self._other(announced)
        if own["flow"][other] < 0:
            own["flow"][other], own["side"][other] = flow, 1
        return True

    def _other(self, announced: Announced) -> int:
        """The stream of the other direction, from when it was announced on."""
        words = self._announcements.other(announced)
        self._announcements.take(words, announced.frame + 1)
        base = int(self._streams.find(np.array([words[0]]), np.array([words[1]]))[0])
        rows = rows_where(self._stream == base)
        early = self.valid[rows] & (self.columns.frame[rows] <= announced.frame)
        if self._streams.columns["flow"][base] < 0 and early.any():
            # what the queue pair has sent in this batch before is of another connection
            further = self._streams.add_further(np.array([base]))
            self._stream[rows[self.columns.frame[rows] > announced.frame]] = further[0]
            self._closing.append(np.array([base]))
            return int(further[0])
        further = rows_where(self._streams.columns["base"][: self._streams.count] == base)
        if len(further):  # the queue pair was used before, in this batch
            rows = rows_where(np.isin(self._stream, further) & (self.columns.frame > announced.frame))
            return int(self._stream[rows[0]]) if len(rows) else int(further[-1])
        flow = self._streams.columns["flow"][base]
        if flow >= 0 and self._table.flows["first_frame"][flow] <= announced.frame:  # that of the connection before
            further = self._streams.add_further(np.array([base]))
            self._stream[rows[self.columns.frame[rows] > announced.frame]] = further[0]
            return int(further[0])
        return base

    def _take_events(self, streams: Ints, events: list[tuple[Connection, int]]) -> None:
        """Connections that are accepted end the flows of their queue pairs; others are released."""
        flows = self._table.flows
        splits: dict[int, set[int]] = {}
        later: list[tuple[int, int, int]] = []
        accepted: dict[int, int] = {}  # by flow the packet that ends it last
        for stream, (connection, frame) in zip(streams.tolist(), events, strict=True):
            flow = int(self._streams.columns["flow"][stream])
            if flow < 0 or flows["first_frame"][flow] > frame:
                continue
            if connection.outcome != "closed":
                row = int(np.searchsorted(self.columns.frame, frame, "right"))
                splits.setdefault(flow, set()).add(row)
                accepted[flow] = frame
            elif flow in accepted:
                later.append((stream, accepted[flow], frame))
            else:
                self._release(flow, frame)
        if splits:
            self._place()
            self.split({flow: sorted(rows) for flow, rows in splits.items()})
        for stream, since, frame in later:
            flow = self._begun_between(stream, since, frame)
            if flow >= 0:
                self._release(flow, frame)

    def _release(self, flow: int, frame: int) -> None:
        """A packet releases the connection of a flow."""
        flows = self._table.flows
        flows["released"][flow] = frame
        at = int(np.searchsorted(self.columns.frame, frame))
        flows["released_time"][flow] = self.columns.time[at] if at < len(self.columns) else flows["last"][flow]

    def _begun_between(self, stream: int, since: int, until: int) -> int:
        """The flow of a stream that begins between two packets; -1 for none."""
        own, flows = self._streams.columns, self._table.flows
        found = own["flow"][rows_where(own["base"][: self._streams.count] == stream)]
        begun = flows["first_frame"][found]
        found = found[(found >= 0) & (begun > since) & (begun <= until)]
        return int(found[-1]) if len(found) else -1

    # -- flows that end ---------------------------------------------------------------------------------------------

    def split(self, splits: dict[int, list[int]]) -> None:
        """End flows before some packets, with which other flows of the same queue pairs begin.

        Args:
            splits: by row of a flow these packets, ascending.
        """
        splits = self._take_back(splits)
        ended = np.array(list(splits), np.int64)
        self._table.flows["ended"][ended] = _REUSED
        self.over[ended] = True
        ordered = np.sort(np.array([flow << 32 | row for flow, rows in splits.items() for row in rows], np.int64))
        rows = rows_where((self.flow >= 0) & self.over[self.flow] & self.valid)
        rows = rows[np.isin(self.flow[rows], ended)]
        at = np.searchsorted(ordered, self.flow[rows] << 32 | rows, "right")
        number = at - np.searchsorted(ordered, self.flow[rows] << 32)
        rows, number = rows[number > 0], number[number > 0]
        if not len(rows):
            return
        keys, inverse = np.unique(self._stream[rows] << 32 | number, return_inverse=True)
        fresh = self._streams.add_further(keys >> 32)
        last = np.append(keys[1:] >> 32 != keys[:-1] >> 32, True)
        self._closing.append(fresh[~last])
        self._stream[rows] = fresh[inverse]
        self._begin_flows(*self._new())

    def _take_back(self, splits: dict[int, list[int]]) -> dict[int, list[int]]:
        """Take joins back that were decided by answers behind the end of a flow: they may be to requests of the next.

        Returns:
            The flows that end, as they are then, and the packets with which others begin; where that depends on joins
            that are taken back, those before the answers.
        """
        decided = dict(zip(self.joined()[0].tolist(), self.decided().tolist(), strict=True))
        first = min((row for flow, rows in splits.items() for row in rows if row < decided.get(flow, 0)), default=None)
        if first is None:
            return splits
        side = self.side
        other = self._part(first)
        found: dict[int, list[int]] = {}
        for flow, rows in splits.items():
            if flow not in other:
                found[flow] = rows
            for row in rows if flow in other else ():
                if row < decided[flow]:
                    found.setdefault(other[flow] if side[row] else flow, []).append(row)
        return found

    def _part(self, first: int) -> dict[int, int]:
        """Take back the joins that were decided behind a packet; those that are right are found again.

        Returns:
            The flows that were dissolved, by those that have had their packets.
        """
        own = self._streams.columns
        parted: dict[int, int] = {}
        for number, joined in enumerate(self._joined):
            undone = joined.chosen(joined.rows > first)
            self._table.part(undone.kept, undone.dissolved, undone.were)
            parted |= zip(undone.kept.tolist(), undone.dissolved.tolist(), strict=True)
            self._joined[number] = joined.chosen(joined.rows <= first)
        flow, side = own["flow"][: self._streams.count], own["side"][: self._streams.count]
        for stream in rows_where((side == 1) & np.isin(flow, list(parted))).tolist():
            own["flow"][stream], own["side"][stream] = parted[int(flow[stream])], 0
        self._place()
        return parted

    # -- halves -----------------------------------------------------------------------------------------------------

    def join(self, before: int | None = None) -> None:
        """Join directions by answers; only by those before a packet if that is given."""
        self._place()
        columns, table, own = self.columns, self._table, self._streams.columns
        asks, answers = self.valid & (columns.kind == REQUEST), self.valid & (columns.kind == RESPONSE)
        if before is not None:
            asks[before:] = answers[before:] = False
        joins = self._joining.find(columns, self.flow, asks, answers, self.over, self.impatient)
        if len(joins.rows):
            begun = table.flows["first_frame"]
            early = begun[joins.askers] < begun[joins.answerers]
            kept = np.where(early, joins.askers, joins.answerers)
            dissolved = np.where(early, joins.answerers, joins.askers)
            were = table.flows.taken(kept)
            table.join(kept, dissolved, "acknowledgements", joins.sure)
            table.flows["open"][dissolved] = False
            into = np.full(table.size, -1, np.int64)
            into[dissolved] = kept
            flow = own["flow"][: self._streams.count]
            moved = rows_where((flow >= 0) & (into[flow] >= 0))
            own["flow"][moved], own["side"][moved] = into[flow[moved]], 1
            self._joined.append(_Joined(kept, dissolved, joins.rows, were))
            self._place()
        for streams in self._closing if before is None else ():
            flow = own["flow"][streams]
            self._table.flows["ended"][flow] = _REUSED
            self.over[flow] = True
        if before is None:
            self._closing.clear()

    def _place(self) -> None:
        """Find the flow and side of each packet by its stream."""
        own, stream = self._streams.columns, self._stream
        self.flow = own["flow"][stream].astype(np.int64)
        self.side = own["side"][stream].copy()
        unknown = stream < 0
        self.flow[unknown] = -1
        self.side[self.flow < 0] = -1

    def set_aside(self, rows: Sequence[int]) -> None:
        """Packets that belong to no half, though to a flow."""
        if len(rows):
            self.half[np.array(rows)] = -1
            kept = np.sort(self.halves.order[self.half[self.halves.order] >= 0])
            role = _ROLES[self.columns.kind[kept]]
            self.halves = HalfOrder(self.columns, kept, 2 * self.half[kept] + role)

    def hold(self, rows: Ints) -> None:
        """Packets that belong to nothing yet."""
        self.flow[rows] = self.half[rows] = -1
        kept = np.sort(self.halves.order[self.half[self.halves.order] >= 0])
        self.halves = HalfOrder(self.columns, kept, 2 * self.half[kept] + _ROLES[self.columns.kind[kept]])

    def has_moved(self, flow: int, row: int) -> bool:
        """Whether a packet of this batch has moved a flow, that one or a later one."""
        return any(each >= row for each in self._migration.moves.get(flow, ()))

    def sort(self) -> HalfOrder:
        """Find the halves of the packets, and sort them by half and role."""
        role = _ROLES[self.columns.kind]
        inside = self.valid & (self.flow >= 0) & (role >= 0)
        self.half = np.where(inside, 2 * self.flow + (self.side ^ role), -1)
        rows = rows_where(inside)
        self.halves = HalfOrder(self.columns, rows, 2 * self.half[rows] + role[rows])
        return self.halves


def _concatenated(parts: Sequence[tuple[Ints, ...]], index: int) -> Ints:
    if not parts:
        return np.zeros(0, np.int64)
    return np.concatenate([part[index] for part in parts])
