"""What is said of copies: a finding for those that follow each other, or one for a flow that the capture has twice.

Copies of one stream follow each other if their PSNs do, and the second comes soon; a batch is no border.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import NamedTuple, Protocol

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.recovery.kinds import CAPTURED_TWICE, DUPLICATE
from ibpkt.analysis.recovery.run import MOST_PAUSE
from ibpkt.analysis.results.finding import Finding, Subject
from ibpkt.arrays import Bools, Ints, rows_where, run_lengths
from ibpkt.protocols import PSN_MASK

#: copies of a flow that wait until it is known whether the capture has all of it twice
MOST_HELD = 16


class PacketsOfHalves(Protocol):
    """Packets of halves, as `SequenceColumns` has them; see there."""

    @property
    def columns(self) -> Transport:
        """All packets of the batch."""

    @property
    def rows(self) -> Ints:
        """The places of these there."""

    @property
    def half(self) -> Ints:
        """Their halves."""

    @property
    def psn(self) -> Ints:
        """Their PSNs."""

    @property
    def is_request(self) -> Bools:
        """Which are requests."""


class OpenCopies(NamedTuple):
    """Copies of one stream that follow each other, and may go on.

    Attributes:
        finding: what is to be said of them.
        time: of the last one, in nanoseconds since the epoch.
        mirrored: the capture has everything of their flow twice.
    """

    finding: Finding
    time: int
    mirrored: bool


class CopyFindings:
    """Makes findings of copies; those of a flow that comes twice altogether are one finding, at its end."""

    def __init__(self) -> None:
        self._open: dict[int, OpenCopies] = {}  # by half and role: those that may go on
        self._held: dict[int, list[Finding]] = {}  # by flow: not known yet whether all of it comes twice
        self._single: set[int] = set()  # flows of which it is known that they do not
        self._twice: dict[int, Finding] = {}  # flows that do, and what is to be said of them
        self._ended: list[Finding] = []  # of flows that have ended, put together: said once, at the end of the capture
        self._due: list[Finding] = []  # said with the next packets

    def add(self, sequence: PacketsOfHalves, places: Ints, flow: Ints, copy_of: Ints, mirrored: Bools) -> list[Finding]:
        """Take the copies of a batch.

        Args:
            sequence: packets of the batch.
            places: the places of the copies, ascending.
            flow: the flow of each.
            copy_of: by packet of the batch, the packet that it repeats.
            mirrored: packets up to which the capture has everything of their flow twice.

        Returns:
            What is said of copies that do not go on.
        """
        role = 2 * sequence.half[places] + sequence.is_request[places]
        order = np.argsort(role, kind="stable")
        places, role, flow = places[order], role[order], flow[order]
        columns, rows, psn = sequence.columns, sequence.rows[places], sequence.psn[places]
        time = columns.time[rows]
        goes_on = np.zeros(len(places), np.bool_)
        goes_on[1:] = (role[1:] == role[:-1]) & (np.diff(psn) & PSN_MASK == 1) & (np.diff(time) <= MOST_PAUSE)
        starts = rows_where(~goes_on)
        sizes = run_lengths(starts, len(places))
        # in the order of the capture, those of all streams: what is said of one depends on what was said of others
        by_frame = np.argsort(columns.frame[rows[starts]], kind="stable")
        starts, sizes = starts[by_frame], sizes[by_frame]
        lasts = starts + sizes - 1
        lists = (
            role[starts], columns.frame[rows[starts]], time[starts], time[lasts], flow[starts],
            psn[starts] & PSN_MASK, sizes, copy_of[rows[starts]], mirrored[rows[lasts]],
        )  # fmt: skip
        told: list[Finding] = []
        ends = [(copies.time, role) for role, copies in self._open.items()]
        heapq.heapify(ends)
        for one, frame, begin, end, number, low, count, original, twice in zip(
            *(column.tolist() for column in lists), strict=True
        ):
            while ends and begin - ends[0][0] > MOST_PAUSE:
                told += self._close(*heapq.heappop(ends))
            facts = {"count": count, "psn": low, "last": (low + count - 1) & PSN_MASK}
            subject = Subject(one >> 1 & 1, answers=not one & 1, until=end)
            finding = Finding(DUPLICATE, frame, begin, number, facts, count, (original, frame), subject)
            before = self._open.get(one)
            if before is not None and _follow(before, low, begin):
                finding = _together(before.finding, finding)
            elif before is not None:
                told += self._take(before)
            self._open[one] = OpenCopies(finding, end, twice)
            heapq.heappush(ends, (end, one))
        return sorted(told, key=_frame)

    def release(self, now: int) -> list[Finding]:
        """What is said of copies that do not go on, since it is too late."""
        over = [(copies.time, role) for role, copies in self._open.items() if now - copies.time > MOST_PAUSE]
        due, self._due = self._due, []
        return [*due, *(finding for time, role in sorted(over) for finding in self._close(time, role))]

    def _close(self, time: int, role: int) -> list[Finding]:
        """The copies of a stream do not go on, if their last one came at this time."""
        copies = self._open.get(role)
        return self._take(self._open.pop(role)) if copies is not None and copies.time == time else []

    def move(self, half: int, to: int) -> None:
        """A half gets another number; what is open of the one that had it does not go on."""
        for role in range(2):
            if 2 * half + role in self._open:
                replaced = self._open.get(2 * to + role)
                self._open[2 * to + role] = self._open.pop(2 * half + role)
                self._due += [] if replaced is None else self._take(replaced)

    def join(self, numbers: Mapping[int, int]) -> None:
        """Flows have the numbers of others now."""
        for role, copies in self._open.items():
            into = numbers.get(copies.finding.flow)
            if into is not None:
                self._open[role] = copies._replace(finding=_joined(copies.finding, into))
        for flow, into in numbers.items():
            self._join_told(flow, into)

    def _join_told(self, flow: int, into: int) -> None:
        """The same of copies that do not go on."""
        if flow in self._single:
            self._single.discard(flow)
            self._single.add(into)
            self._due += self._held.pop(into, ())
        twice, before = self._twice.pop(flow, None), self._twice.get(into)
        if twice is not None:
            twice = _joined(twice, into)
            self._twice[into] = twice if before is None else _together(*sorted((before, twice), key=_frame))
        held = [_joined(finding, into) for finding in self._held.pop(flow, ())]
        if into in self._single:
            self._due += held
        elif held:
            self._held[into] = sorted((*held, *self._held.get(into, ())), key=_frame)

    def _take(self, copies: OpenCopies) -> list[Finding]:
        """Copies that do not go on."""
        finding, flow = copies.finding, copies.finding.flow
        if copies.mirrored:
            for each in (*self._held.pop(flow, ()), finding):
                before = self._twice.get(flow)
                self._twice[flow] = each if before is None else _together(*sorted((before, each), key=_frame))
            return []
        if flow in self._single or flow in self._twice:
            return [finding]
        held = self._held.setdefault(flow, [])
        held.append(finding)
        if sum(each.packets for each in held) <= MOST_HELD:
            return []
        self._single.add(flow)
        return self._held.pop(flow)

    def __bool__(self) -> bool:
        return bool(self._open or self._due or self._single or self._twice or self._held)

    def end(self, flow: int) -> list[Finding]:
        """A flow is over; what is said of several that come twice, `finish` says."""
        told, self._due = self._due, []
        for time, role in sorted((each.time, role) for role, each in self._open.items() if each.finding.flow == flow):
            told += self._close(time, role)
        self._single.discard(flow)
        several = len(self._twice) > 1 or bool(self._ended)
        twice = self._twice.pop(flow, None)
        if twice is not None and several:
            self._ended = [_of_several([*self._ended, twice])]
            twice = None
        return [*told, *self._held.pop(flow, ()), *(() if twice is None else (twice,))]

    def finish(self) -> list[Finding]:
        """The capture is over, its last flows are about to end: what is said of several that come twice."""
        every = sorted((copies.time, role) for role, copies in self._open.items())
        told = [finding for time, role in every for finding in self._close(time, role)]
        if len(self._twice) + len(self._ended) > 1:
            self._ended = [_of_several([*self._ended, *self._twice.values()])]
            self._twice.clear()
        ended, self._ended = self._ended, []
        return [*told, *ended]


def _follow(before: OpenCopies, psn: int, time: int) -> bool:
    """Whether a copy follows others."""
    return psn == (before.finding.facts["last"] + 1) & PSN_MASK and time - before.time <= MOST_PAUSE


def _frame(finding: Finding) -> int:
    return finding.frame


def _joined(finding: Finding, into: int) -> Finding:
    """The same of a flow whose packets are the other direction of one with this number: its sides change places."""
    subject = finding.subject
    assert subject is not None
    return finding._replace(flow=into, subject=subject._replace(side=1 - subject.side))


def _together(before: Finding, finding: Finding) -> Finding:
    packets = before.packets + finding.packets
    facts = {**before.facts, "count": packets, "last": finding.facts["last"]}
    assert before.subject is not None
    assert finding.subject is not None
    subject = before.subject._replace(until=max(before.subject.until, finding.subject.until))
    return before._replace(facts=facts, packets=packets, subject=subject)


def _of_several(findings: list[Finding]) -> Finding:
    """What is said of flows that come twice: of one each, or of several together."""
    first = min(findings, key=_frame)
    flows = sum(finding.facts.get("flows", 1) for finding in findings)
    packets = sum(finding.packets for finding in findings)
    return Finding(CAPTURED_TWICE, first.frame, first.time, 0, {"flows": flows}, packets, first.because)
