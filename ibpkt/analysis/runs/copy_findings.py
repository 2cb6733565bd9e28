"""What is said of copies: a finding for those that follow each other, or one for a flow that the capture has twice."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.recovery.kinds import DUPLICATE
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.arrays import Bools, Ints, run_lengths
from ibpkt.protocols import PSN_MASK

#: copies of a flow that wait until it is known whether the capture has all of it twice
MOST_HELD = 16


class _OpenFinding(NamedTuple):
    """A finding that may go on.

    Attributes:
        finding: so far.
        end: the PSN behind it, unwrapped.
    """

    finding: Finding
    end: int


class CopyFindings:
    """Makes findings of copies; those of a flow that comes twice altogether are one finding, at its end."""

    def __init__(self) -> None:
        self._open: dict[tuple[int, int], _OpenFinding] = {}  # by flow, and by what one of its ends sends in one role
        self._held: dict[int, list[Finding]] = {}  # by flow: not known yet whether all of it comes twice
        self._single: set[int] = set()  # flows of which it is known that they do not
        self._twice: dict[int, Finding] = {}  # flows that do, and what is to be said of them

    def add(self, sequence: SequenceColumns, places: Ints, flow: Ints, copy_of: Ints, mirrored: Bools) -> list[Finding]:
        """Take the copies of a batch.

        Args:
            sequence: the packets of the batch.
            places: the places of the copies, ascending.
            flow: the flow of each.
            copy_of: by packet of the batch, the packet that it repeats.
            mirrored: packets of flows of which the capture has everything twice.
        """
        columns, rows, psn = sequence.columns, sequence.rows[places], sequence.psn[places]
        role = 2 * sequence.half[places] + sequence.is_request[places]
        goes_on = np.zeros(len(places), np.bool_)
        goes_on[1:] = (role[1:] == role[:-1]) & (psn[1:] == psn[:-1] + 1)
        starts = np.flatnonzero(~goes_on)
        lists = (
            rows[starts], flow[starts], role[starts] & 3, psn[starts], run_lengths(starts, len(places)),
            mirrored[rows[starts]],
        )  # fmt: skip
        told: list[Finding] = []
        for row, number, own, low, count, twice in zip(*(column.tolist() for column in lists), strict=True):
            frame = int(columns.frame[row])
            facts = {"count": count, "psn": low & PSN_MASK, "last": (low + count - 1) & PSN_MASK}
            because = (int(copy_of[row]), frame)
            finding = Finding(DUPLICATE, frame, int(columns.time[row]), number, facts, count, because)
            before = self._open.pop((number, own), None)
            if before is not None and before.end == low:
                finding = _together(before.finding, finding)
            elif before is not None:
                told += self._take(number, before.finding, twice)
            self._open[number, own] = _OpenFinding(finding, low + count)
            if twice:
                told += self._take_open(number, twice)
        return sorted(told, key=lambda finding: finding.frame)

    def _take_open(self, flow: int, twice: bool) -> list[Finding]:
        """Nothing goes on."""
        own = [self._open.pop((flow, role)) for role in range(4) if (flow, role) in self._open]
        findings = sorted((each.finding for each in own), key=lambda finding: finding.frame)
        return [told for finding in findings for told in self._take(flow, finding, twice)]

    def _take(self, flow: int, finding: Finding, twice: bool) -> list[Finding]:
        if twice:
            for each in (*self._held.pop(flow, ()), finding):
                before = self._twice.get(flow)
                self._twice[flow] = each if before is None else _together(before, each)
            return []
        if flow in self._single or flow in self._twice:
            return [finding]
        held = self._held.setdefault(flow, [])
        held.append(finding)
        if sum(each.packets for each in held) <= MOST_HELD:
            return []
        self._single.add(flow)
        return self._held.pop(flow)

    def end(self, flow: int) -> list[Finding]:
        """A flow is over."""
        told = self._take_open(flow, flow in self._twice)
        self._single.discard(flow)
        twice = self._twice.pop(flow, None)
        return [*told, *self._held.pop(flow, ()), *(() if twice is None else (twice,))]


def _together(before: Finding, finding: Finding) -> Finding:
    packets = before.packets + finding.packets
    facts = {**before.facts, "count": packets, "last": finding.facts["last"]}
    return before._replace(facts=facts, packets=packets)
