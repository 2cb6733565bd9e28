"""Congestion on one time axis: marks of switches, notifications of receivers, rates of senders, and pause frames.

A switch marks (CE, or FECN in BTH), the receiver notifies the sender (a CNP, or BECN in its answers), and the sender
slows down.  The rate in one direction of a flow is measured over `WINDOW` packets before and after a notification.
"""

from __future__ import annotations

import dataclasses
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.checks.pause_frames import PauseChecks
from ibpkt.analysis.columns.directions import DirectionState, PacketDirections
from ibpkt.analysis.columns.transport import CNP, OPERATION_OF, Transport
from ibpkt.analysis.results.finding import Finding, FindingTypes, duration
from ibpkt.arrays import Bools, Ints, grouped
from ibpkt.batch import Batch

_CONGESTION = FindingTypes("congestion", "RoCEv2 annex A17")
MARK = _CONGESTION.chat(
    "congestion-mark",
    "A switch marked the packet: {how}",
    "A queue on the path exceeded the switch's marking threshold.",
)
CNP_SEEN = _CONGESTION.note(
    "cnp",
    "Congestion notification to QP {destqp:#08x} ({how}){behind}",
    "The receiver got marked packets; the sender should reduce its rate now.",
)
CNP_WITHOUT_MARK = _CONGESTION.note(
    "cnp-without-mark",
    "Congestion notification to QP {destqp:#08x} ({how}), but no marked packet is in the capture",
    "The tap is upstream of the switch that marks, or the receiver detects congestion by other means.",
)
RATE_CUT = _CONGESTION.note(
    "rate-cut",
    "The sender reduced its rate {after:ns} after a notification: from {before} to {now} Mbit/s",
    "Congestion control works; the adapter's settings decide by how much and for how long.",
)
NOTIFICATION_IGNORED = _CONGESTION.warning(
    "notification-ignored",
    "The sender did not reduce its rate ({before} Mbit/s before, {now} after) on {count} notifications in a row",
    "Congestion control is disabled at the sender, or its CNPs are lost or dropped on the way.",
)
CONGESTED = _CONGESTION.note(
    "congested-flow",
    "{marks} of {packets} packets were marked ({share:.1%}), and {notifications:notification|notifications} sent back",
    "A link on the path is overloaded: several senders at once, or a slower link downstream.",
)
MARKS_UNANSWERED = _CONGESTION.warning(
    "marks-unanswered",
    "{marks} of {packets} packets were marked ({share:.1%}), but no notification was sent back",
    "The receiver does not take part in congestion control, so queues stay full; or its CNPs are not in the capture.",
)

#: packets before and after a notification over which a rate is measured
WINDOW = 32
#: packets over which a lower rate is measured, to find where it starts
STEP = 8
#: share of the rate before, below which the sender counts as slowed down
SLOWER = 0.75
#: notifications in a row that change nothing, before that is reported
IGNORED = 16
#: packets that are kept to measure rates
MAX_RECENT = 32768
#: nanoseconds after a notification within which it should take effect
EFFECT_TIME = 10_000_000
#: notifications that wait for later packets, from batch to batch
MAX_PENDING = 8192
_IS_CNP = OPERATION_OF == CNP
#: no direction
NO_DIRECTION = -1
#: marked packets of a flow without a notification, before that is reported
MIN_MARKS = 16


class DataPackets(NamedTuple):
    """Packets with payload: directions, times in ns, and bytes on the wire."""

    direction: Ints
    time: Ints
    size: Ints

    def at(self, which: Any) -> DataPackets:
        """Some of them."""
        return DataPackets(*(column[which] for column in self))


class RecentData:
    """The last packets with payload, of all directions.

    Most captures have no notification for which a rate must be measured, so packets are selected when they are asked
    for.
    """

    def __init__(self) -> None:
        self._pieces: deque[tuple[DataPackets, Bools, int]] = deque()
        self._count = 0  # of selected packets in all pieces
        self._fresh = 0  # of them in the last piece

    def add(self, rows: DataPackets, which: Bools) -> None:
        """Add the packets of a batch that are chosen; those of earlier ones stay until `settle`."""
        self._fresh = int(np.count_nonzero(which))
        if 2 * self._fresh < len(which):  # the others would only take memory
            rows, which = rows.at(which), np.ones(self._fresh, np.bool_)
        self._pieces.append((rows, which, self._fresh))
        self._count += self._fresh

    def rows(self) -> DataPackets:
        """The last `MAX_RECENT` packets before the last piece, and those of that."""
        chosen = [rows.at(which) for rows, which, _ in self._pieces]
        if not chosen:
            return DataPackets(*_nothing(3))
        columns = (np.concatenate(column).astype(np.int64) for column in zip(*chosen, strict=True))
        return DataPackets(*columns).at(slice(-(MAX_RECENT + self._fresh), None))

    def settle(self) -> None:
        """The last piece is no longer new: forget what is beyond the last `MAX_RECENT`."""
        self._fresh = 0
        while self._pieces and self._count - self._pieces[0][2] >= MAX_RECENT:
            self._count -= self._pieces.popleft()[2]


class PendingNotifications(NamedTuple):
    """Notifications whose effect is not known yet: the direction that they slow down, time, frame, flow."""

    direction: Ints
    time: Ints
    frame: Ints
    flow: Ints


def _joined(first: Iterable[Ints], second: Iterable[Ints]) -> Iterator[Ints]:
    """Columns, followed by those of the others."""
    return (np.concatenate(pair) for pair in zip(first, second, strict=True))


def _marks(count: int) -> str:
    return "1 mark" if count == 1 else f"{count} marks"


def _nothing(count: int) -> list[Ints]:
    return [np.zeros(0, np.int64) for _ in range(count)]


class CongestionChecks:
    """Tracks congestion, batch by batch."""

    def __init__(self) -> None:
        self._directions = DirectionState(
            packets=0, loaded=0, marks=0, notified=0, fresh=0, last_mark=0, first_frame=0, first_time=0, deaf=0
        )  # fmt: skip
        self._data = RecentData()
        self._waiting = PendingNotifications(*_nothing(4))
        self._now = 0
        self._pauses = PauseChecks()

    def add(self, batch: Batch, packets: Transport, flows: Ints) -> Iterator[FindingColumns]:
        """Findings of single packets, given those before them.  Call `effects` afterwards.

        Args:
            batch: all packets.
            packets: those with BTH.
            flows: the number of each one's flow, shape (n,), 0 where that is not known.
        """
        yield from self._pauses.add(batch)
        if not len(packets):
            return
        of_packets = PacketDirections.of(packets, flows)
        keys = of_packets.keys
        cnp = _IS_CNP[packets.opcode]
        fecn = packets.fecn != 0
        marked = (packets.ce | fecn) & ~cnp
        notifies = cnp | (packets.becn != 0)
        if marked.any():
            rows = np.flatnonzero(marked)
            how = np.where(fecn[rows], "FECN", "CE")
            yield FindingColumns.of(MARK, packets.rows[rows], how=how)
        notices = np.flatnonzero(notifies)
        if len(notices) or marked.any():
            yield from self._check_notifications(packets, keys, marked, cnp, notices)
        if len(of_packets.distinct):
            self._count(packets, of_packets, cnp, marked)
        every = DataPackets(keys, packets.time, packets.length)
        self._data.add(every, (of_packets.places >= 0) & (packets.size > 0) & ~cnp)
        if len(notices):
            known = notices[flows[notices] > 0]
            more = PendingNotifications(keys[known] ^ 1, packets.time[known], packets.frame[known], flows[known])
            self._waiting = PendingNotifications(*_joined(self._waiting, more))

    # -- marks and notifications --------------------------------------------------------------------------------------

    def _count(self, packets: Transport, of_packets: PacketDirections, cnp: Bools, marked: Bools) -> None:
        state = self._directions
        places = state.places(of_packets.distinct)
        state["packets"][places] += of_packets.count(~cnp if cnp.any() else None)
        state["loaded"][places] += of_packets.count((packets.size > 0) & ~cnp)
        hits = np.flatnonzero(marked & (of_packets.places >= 0))
        if not len(hits):
            return
        which = of_packets.places[hits]
        state["marks"][places] += np.bincount(which, minlength=len(places))
        some, first = np.unique(which, return_index=True)
        unseen = state["first_frame"][places[some]] == 0
        beginning = hits[first[unseen]]
        state["first_frame"][places[some[unseen]]] = packets.frame[beginning]
        state["first_time"][places[some[unseen]]] = packets.time[beginning]

    def _check_notifications(
        self, packets: Transport, keys: Ints, marked: Any, cnp: Any, notices: Ints
    ) -> Iterator[FindingColumns]:
        """For each notification: the number of marks since the last one, and the time since the last mark."""
        events = np.flatnonzero(marked | np.isin(np.arange(len(keys)), notices))
        direction = np.where(marked[events], keys[events], keys[events] ^ 1)  # the direction of the data
        notice = ~marked[events]
        order, begins, directions = grouped(direction)
        places = self._directions.places(directions)
        since, last = self._directions["fresh"][places], self._directions["last_mark"][places]
        mark = ~notice[order]
        times = packets.time[events[order]]
        count = np.cumsum(mark)
        group = np.repeat(np.arange(len(begins)), np.diff(np.append(begins, len(order))))
        before = np.append(0, count)[begins]  # marks of other directions
        # marks up to the previous notification of the same direction
        at = np.flatnonzero(~mark)
        previous = np.append(-1, at[:-1])
        same = (previous >= begins[group[at]]) & (previous >= 0)
        marks = np.where(same, count[at] - count[previous], count[at] - before[group[at]] + since[group[at]])
        # the time of the last mark in the direction
        places_of_marks = np.where(mark, np.arange(len(order)), -1)
        latest = np.maximum.accumulate(places_of_marks)[at]
        inside = latest >= begins[group[at]]
        when = np.where(inside, times[np.maximum(latest, 0)], last[group[at]])
        self._update_marks(places, begins, order, mark, times, since, count, before)
        if not len(at):
            return
        rows = events[order[at]]
        ordered = np.argsort(rows, kind="stable")
        rows, marks, ago, ever = rows[ordered], marks[ordered], (times[at] - when)[ordered], (when != 0)[ordered]
        self._directions["notified"][places] += np.bincount(group[at], minlength=len(places))
        how = np.where(cnp[rows], "CNP", "BECN")
        # if no data packet of a flow was seen so far, it is not known whether packets were marked
        unmarked = ~ever & self._has_data(packets, keys, rows)
        destqp = packets.destqp

        def facts(chosen: Ints) -> dict[str, list[Any]]:
            known = zip(ago[chosen].tolist(), marks[chosen].tolist(), ever[chosen].tolist(), strict=True)
            spans = [
                (span, count, f", {duration(span)} after the last mark, {_marks(count)} since the last notification")
                if was_marked and span >= 0
                else (None, count, f", {_marks(count)} since the last notification")
                if was_marked  # and the clock was set back
                else (None, 0, "")
                for span, count, was_marked in known
            ]
            return {
                "destqp": destqp[rows[chosen]].tolist(),
                "how": how[chosen].tolist(),
                "since_last": [span for span, _, _ in spans],
                "marks": [count for _, count, _ in spans],
                "behind": [text for _, _, text in spans],
            }

        every = FindingColumns(CNP_SEEN, packets.rows[rows], facts)
        if unmarked.any():
            yield dataclasses.replace(every.chosen(unmarked), kind=CNP_WITHOUT_MARK)
        if not unmarked.all():
            yield every.chosen(~unmarked)

    def _has_data(self, packets: Transport, keys: Ints, notices: Ints) -> Any:
        """Whether the directions that notifications are about have had packets with payload before."""
        directions = keys[notices] ^ 1
        data = np.flatnonzero((keys >= 2) & (packets.size > 0) & (packets.operation != CNP))
        here, first = np.unique(keys[data], return_index=True)
        if not len(here):
            return self._directions.get("loaded", directions) > 0
        at = np.minimum(np.searchsorted(here, directions), len(here) - 1)
        before = (here[at] == directions) & (data[first[at]] < notices)
        return before | (self._directions.get("loaded", directions) > 0)

    def _update_marks(
        self, places: Ints, begins: Ints, order: Ints, mark: Any, times: Ints, since: Ints, count: Ints, before: Ints
    ) -> None:
        """Keep the number of marks since the last notification of each direction, and the time of the last mark."""
        ends = np.append(begins[1:], len(order))
        where = np.arange(len(order))
        notices = np.maximum.reduceat(np.where(mark, -1, where), begins)
        marks = np.maximum.reduceat(np.where(mark, where, -1), begins)
        total = count[ends - 1]
        has_notice = notices >= begins
        self._directions["fresh"][places] = np.where(
            has_notice, total - count[np.maximum(notices, 0)], since + total - before
        )
        has_mark = marks >= begins
        self._directions["last_mark"][places[has_mark]] = times[marks[has_mark]]

    # -- what senders do ----------------------------------------------------------------------------------------------

    def effects(self, at_end: bool = False) -> Iterator[Finding]:
        """The effect of notifications, once enough later packets have come."""
        if len(self._waiting.direction):
            yield from self._measure(self._data.rows(), at_end)
        self._data.settle()

    def _measure(self, rows: DataPackets, at_end: bool) -> Iterator[Finding]:
        waiting = self._waiting
        if len(rows.time):
            self._now = max(self._now, int(rows.time.max()))
        wanted = np.isin(rows.direction, waiting.direction)
        rows = rows.at(wanted)
        order, begins, directions = grouped(rows.direction)
        rows = rows.at(order)
        ends = np.append(begins[1:], len(order))
        # per notification: where the packets of its direction begin and end, and where those after it begin
        place = np.searchsorted(directions, waiting.direction)
        low, high = (np.append(edges, len(order))[place] for edges in (begins, ends))
        unknown = np.append(directions, NO_DIRECTION)[place] != waiting.direction
        low[unknown] = high[unknown] = 0
        pieces = zip(low.tolist(), high.tolist(), waiting.time.tolist(), strict=True)
        times = rows.time.tolist()
        within = [
            (bisect_right(times, time, first, last), bisect_right(times, time + EFFECT_TIME, first, last))
            for first, last, time in pieces
        ]
        start_after, high = np.array(within, np.int64).reshape(-1, 2).T
        ready = (high - start_after > WINDOW) | at_end | (waiting.time + EFFECT_TIME < self._now)
        enough = ready & (high - start_after > 2 * STEP) & (start_after - low > STEP)
        chosen = np.flatnonzero(enough)
        if len(chosen):  # no rate across a clock that was set back
            jumps = np.cumsum(np.diff(rows.time, prepend=rows.time[:1]) < -EFFECT_TIME)
            first, last = np.maximum(low, start_after - 1 - WINDOW), np.minimum(high - 1, start_after + WINDOW)
            chosen = chosen[jumps[first[chosen]] == jumps[last[chosen]]]
        yield from self._verdicts(rows, waiting, chosen, low, high, start_after)
        unsettled = np.flatnonzero(~ready)[-MAX_PENDING:]
        self._waiting = PendingNotifications(*(column[unsettled] for column in waiting))

    def _verdicts(
        self, rows: DataPackets, waiting: PendingNotifications, chosen: Ints, low: Ints, high: Ints, start_after: Ints
    ) -> Iterator[Finding]:
        if not len(chosen):
            return
        total = np.append(0, np.cumsum(rows.size))
        low, high, start_after = low[chosen], high[chosen], start_after[chosen]

        def rate(first: Ints, last: Ints) -> Any:
            """Bits per nanosecond from one packet to another: the bytes after the first, over the time between."""
            span = np.maximum(rows.time[last] - rows.time[first], 1)
            return (total[last + 1] - total[first + 1]) * 8 / span

        start = np.maximum(low, start_after - 1 - WINDOW)
        before = rate(start, start_after - 1)
        end = np.minimum(high - 1, start_after + WINDOW)
        steps = [
            rate(np.minimum(start_after + step, end - STEP), np.minimum(start_after + step + STEP, end))
            for step in range(0, WINDOW - STEP + 1, 2)
        ]
        slow = np.stack([step < SLOWER * before for step in steps], axis=1)
        slowed = set(np.flatnonzero(slow.any(axis=1)).tolist())
        first = np.minimum(start_after + 2 * np.argmax(slow, axis=1), end - STEP)
        lowest = np.min(np.stack(steps, axis=1), axis=1)
        after = np.maximum(rows.time[first + 1] - waiting.time[chosen], 0)
        whole = rate(start_after - 1, end)
        for index, place in enumerate(chosen.tolist()):
            direction = waiting.direction[place : place + 1]
            state = self._directions.places(direction)
            frame, time, flow = (int(column[place]) for column in (waiting.frame, waiting.time, waiting.flow))
            old = round(float(before[index]) * 1000, 1)
            if index in slowed:
                self._directions["deaf"][state] = 0
                now = round(float(lowest[index]) * 1000, 1)
                yield Finding(RATE_CUT, frame, time, flow, {"after": int(after[index]), "before": old, "now": now})
            else:
                self._directions["deaf"][state] += 1
                count = int(self._directions["deaf"][state][0])
                if count % IGNORED == 0:
                    now = round(float(whole[index]) * 1000, 1)
                    yield Finding(NOTIFICATION_IGNORED, frame, time, flow, {"before": old, "now": now, "count": count})

    # -- the end ------------------------------------------------------------------------------------------------------

    def finish(self) -> Iterator[Finding]:
        """The remaining effects, and a summary of each flow."""
        yield from self.effects(at_end=True)
        state = self._directions
        for place in np.flatnonzero(state["marks"] > 0).tolist():
            marks, packets, notified = (int(state[name][place]) for name in ("marks", "packets", "notified"))
            if not notified and marks < MIN_MARKS:
                continue
            facts = {"marks": marks, "packets": packets, "share": marks / packets, "notifications": notified}
            kind = CONGESTED if notified else MARKS_UNANSWERED
            frame, time = int(state["first_frame"][place]), int(state["first_time"][place])
            yield Finding(kind, frame, time, int(state.keys[place]) >> 1, facts)
