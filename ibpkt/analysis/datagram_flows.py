"""The datagrams (UD) of a capture: messages, copies, and what comes late or not at all.

Source: IBA 1, 9.8.3.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.packet_facts import PacketFacts
from ibpkt.analysis.runs.copies import ENOUGH_OF_ONE, come_twice
from ibpkt.analysis.runs.copy_findings import CopyFindings
from ibpkt.analysis.runs.unacknowledged_copies import UnacknowledgedCopies
from ibpkt.analysis.streams.assigned import Assigned
from ibpkt.analysis.streams.datagram_gaps import DatagramGaps, DatagramSteps
from ibpkt.analysis.streams.datagram_holes import DatagramHoles, UnexpectedDatagram
from ibpkt.analysis.streams.stream_table import StreamTable
from ibpkt.arrays import Bools, Ints, repeated, rows_where


class _Copies(NamedTuple):
    """Datagrams, as `CopyFindings` reads them."""

    columns: Transport
    rows: Ints
    half: Ints
    psn: Ints
    is_request: Bools


class DatagramFlows:
    """What is found of datagrams, batch by batch.

    Args:
        streams: all flows; late datagrams and copies are counted there.
        copies: makes findings of copies.
    """

    def __init__(self, streams: StreamTable, copies: CopyFindings) -> None:
        self._streams, self._copy_findings = streams, copies
        self._gaps = DatagramGaps()
        self._holes = DatagramHoles()
        self._copies = UnacknowledgedCopies()
        self._now = 0

    def add(
        self, columns: Transport, assigned: Assigned, damaged: Bools | None, facts: PacketFacts
    ) -> tuple[list[Finding], Bools]:
        """Take a batch.

        Args:
            columns: its packets.
            assigned: what they belong to.
            damaged: those with a wrong ICRC; None for none.
            facts: of the packets.

        Returns:
            Findings, and which packets are copies of datagrams, shape (n,).
        """
        valid = columns.service != 0
        steps = self._gaps.add(columns, valid if damaged is None else valid & ~damaged)
        copies = repeated(False, len(columns))
        findings: list[Finding] = []
        if len(columns):
            now = np.maximum.accumulate(np.maximum(columns.time, self._now))
            self._now = int(now[-1])
            copy_of = self._copy_of(columns, steps, now)
            known = (copy_of > 0) & (assigned.half[steps.every] >= 0)
            if known.any():
                copies, rows = np.zeros(len(columns), np.bool_), steps.every[known]
                copies[rows] = True
                findings += self._tell_copies(columns, assigned, rows, copy_of[known], facts)
            if len(steps.rows):
                self._pass_over(columns, assigned, steps, now, copies, facts)
        told, missing = self._holes.take(self._now)
        _note(missing, facts)
        return findings + told, copies

    def finish(self, facts: PacketFacts) -> list[Finding]:
        """The capture is over: what is missing does not come any more.

        Args:
            facts: get those of packets of earlier batches.
        """
        findings, missing = self._holes.take(None)
        _note(missing, facts)
        return findings

    def _copy_of(self, columns: Transport, steps: DatagramSteps, now: Ints) -> Ints:
        """By datagram the packet that it repeats, 0 for none."""
        behind = np.zeros(len(steps.every), np.bool_)
        behind[np.searchsorted(steps.every, steps.rows[steps.ahead < 0])] = True
        rows = steps.every
        senders = columns.source[rows].astype(np.int64), columns.srcqp[rows].astype(np.int64)
        return self._copies.add(columns, rows, senders, now[rows], behind)

    def _tell_copies(
        self, columns: Transport, assigned: Assigned, rows: Ints, copy_of: Ints, facts: PacketFacts
    ) -> list[Finding]:
        """Copies made by the network, or by the capture."""
        half = assigned.half[rows]
        facts.set("duplicate", rows)
        self._streams.add_count("duplicated", half)
        originals = np.zeros(len(columns), np.int64)
        originals[rows] = copy_of
        packets = _Copies(columns, rows, half, columns.psn[rows].astype(np.int64), repeated(True, len(rows)))
        mirrored = np.zeros(len(columns), np.bool_)
        sent, doubled = (self._streams.count(name)[half] for name in ("requests", "duplicated"))
        mirrored[rows] = come_twice(sent, doubled, ENOUGH_OF_ONE)
        return self._copy_findings.add(packets, np.arange(len(rows)), assigned.flow[rows], originals, mirrored)

    def _pass_over(
        self, columns: Transport, assigned: Assigned, steps: DatagramSteps, now: Ints, copies: Bools, facts: PacketFacts
    ) -> None:
        """Datagrams that are ahead of what is due, or late."""
        own = rows_where(~copies[steps.rows])
        rows = steps.rows[own]
        side = np.maximum(assigned.side[rows], 0)
        lists = (
            columns.source[rows], columns.srcqp[rows], steps.number[own], columns.psn[rows], columns.frame[rows],
            columns.time[rows], now[rows], assigned.flow[rows], side,
        )  # fmt: skip
        late: list[int] = []
        each = zip(*(column.tolist() for column in lists), strict=True)
        for row, ahead, values in zip(rows.tolist(), steps.ahead[own].tolist(), each, strict=True):
            datagram = UnexpectedDatagram(*values)
            if ahead > 0:
                self._holes.open(datagram, ahead)
            elif self._holes.fill(datagram):
                late.append(row)
        if late:
            came = np.array(late, np.int64)
            facts.set("out_of_order", came)
            half = assigned.half[came]
            self._streams.add_count("late", half[half >= 0])


def _note(missing: dict[int, int], facts: PacketFacts) -> None:
    """Note how many datagrams are missing before packets."""
    if missing:
        facts.add("gap", np.array([*missing], np.int64), [*missing.values()])
