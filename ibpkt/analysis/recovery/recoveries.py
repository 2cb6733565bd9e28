"""All halves that are not clean, and what their verdicts mean for findings, facts of packets, and counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.reassembly.reassembly import MessageReassembly
from ibpkt.analysis.recovery import kinds
from ibpkt.analysis.recovery.half_recovery import HalfRecovery
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.analysis.results.finding import Finding, FindingType
from ibpkt.analysis.results.packet_facts import PacketFacts
from ibpkt.analysis.runs.run_columns import RunColumns
from ibpkt.arrays import Ints

#: the fact that a verdict gives to every packet that it concerns
FACT_OF_PACKETS: dict[FindingType, str] = {
    kinds.RETRANSMISSION: "retransmission",
    kinds.DUPLICATE: "duplicate",
    kinds.OUT_OF_ORDER: "out_of_order",
    kinds.OUT_OF_SEQUENCE: "out_of_sequence",
    kinds.DUPLICATE_REQUEST: "duplicate_request",
    kinds.GHOST_ACK: "ghost",
}
#: the fact that it gives to the first packet alone
FACT_OF_FIRST: dict[FindingType, str] = {kinds.TIMEOUT: "timeout", kinds.IMPLIED_NAK: "implied_nak"}
#: the fact that counts on the packet that shows it
FACT_THAT_COUNTS: dict[FindingType, str] = {kinds.LOST: "lost", kinds.CAPTURE_LOSS: "unseen", kinds.GAP: "gap"}
#: the counter of the requester's side (see `Side`)
COUNTERS: dict[FindingType, str] = {
    kinds.RETRANSMISSION: "retransmitted",
    kinds.DUPLICATE: "duplicated",
    kinds.OUT_OF_ORDER: "late",
    kinds.LOST: "lost",
    kinds.CAPTURE_LOSS: "unseen",
    kinds.DUPLICATE_REQUEST: "repeated",
    kinds.OUT_OF_SEQUENCE: "early",
}


#: behind every packet
NEVER = 1 << 62


class SideRuns:
    """Packets that are in no run, but tell something: damaged requests, and copies of requests.

    Args:
        damaged, copied: runs by half, those of a half in the order of the capture.
    """

    def __init__(self, damaged: dict[int, list[Run]], copied: dict[int, list[Run]]) -> None:
        self._damaged, self._copied = damaged, copied

    def halves(self) -> list[int]:
        """Halves that have any left."""
        return sorted({half for runs in (self._damaged, self._copied) for half, left in runs.items() if left})

    def feed(self, half: int, recovery: HalfRecovery, before: int) -> list[Verdict]:
        """Feed those of a half that come before a packet."""
        verdicts: list[Verdict] = []
        damaged, copied = self._damaged.get(half, []), self._copied.get(half, [])
        while damaged and damaged[0].frame < before:
            recovery.queue.damaged(damaged.pop(0))
        while copied and copied[0].frame < before and recovery.responder is not None:
            verdicts += recovery.responder.feed_copies(copied.pop(0))
        return verdicts


class Recoveries:
    """The recoveries of all halves that are not clean.

    Args:
        count: takes the name of a counter, a half and a number of packets.
        messages: takes what happened to the requests of messages.
    """

    def __init__(self, count: Callable[[str, Ints, int], None], messages: MessageReassembly) -> None:
        self._count, self._messages = count, messages
        self._halves: dict[int, HalfRecovery] = {}
        self._rows = self._frames = self._times = np.zeros(0, np.int64)  # of the batch
        self._facts: PacketFacts | None = None
        self._first_frame = 0

    def __contains__(self, half: int) -> bool:
        return half in self._halves

    def __getitem__(self, half: int) -> HalfRecovery:
        return self._halves[half]

    def latencies(self) -> Iterator[tuple[int, int]]:
        """Halves and the median latency of their answers in nanoseconds, where that is known."""
        for half, recovery in self._halves.items():
            if recovery.timers.median_latency:
                yield half, recovery.timers.median_latency

    def begin(self, half: int, expected: int | None, *, reliable: bool) -> HalfRecovery:
        """A half is not clean from here on (see `HalfRecovery`)."""
        recovery = self._halves[half] = HalfRecovery(expected, reliable=reliable)
        return recovery

    def get(self, half: int) -> HalfRecovery | None:
        """The recovery of a half; None if it is clean."""
        return self._halves.get(half)

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        if half in self._halves:
            self._halves[to] = self._halves.pop(half)

    def look_at(self, columns: Transport | None, facts: PacketFacts | None) -> None:
        """The batch whose packets get facts from now on; None for none."""
        self._facts = facts
        if columns is not None and len(columns):
            self._frames, self._times = columns.frame, columns.time
            self._first_frame = int(columns.frame[0])

    def take(
        self, runs: RunColumns, rows: Ints, flow_of: Ints, refused: list[tuple[int, Run]], beside: SideRuns
    ) -> list[Finding]:
        """Feed the runs of a batch.

        Args:
            runs: the runs; all their halves have begun.
            rows: of `RunColumns.members`, their rows in the batch.
            flow_of: flow numbers by half.
            refused: takes halves and NAKs that end their connection.
            beside: packets of these halves that are in no run.
        """
        self._rows = rows
        findings: list[Finding] = []
        for half, run in runs.runs():
            recovery = self._halves[half]
            verdicts = beside.feed(half, recovery, run.frame)
            verdicts += recovery.feed(run)
            if run.kind is RunKind.NAK_RNR:
                self._messages.rnr(half, run.first, run.frame)
            elif run.kind is RunKind.NAK_FATAL:
                refused.append((half, run))
            if verdicts:
                findings += self._findings(half, int(flow_of[half]), verdicts)
        for half in beside.halves():
            if half in self._halves:
                verdicts = beside.feed(half, self._halves[half], NEVER)
                findings += self._findings(half, int(flow_of[half]), verdicts)
        return findings

    def end(self, half: int, flow: int, now: int, acked: int, acked_time: int) -> list[Finding]:
        """A half is over: what is still open is decided, and the half forgotten."""
        recovery = self._halves.pop(half, None)
        if recovery is None:
            return []
        return self._findings(half, flow, recovery.finish(now, acked, acked_time))

    def tell(self, half: int, flow: int, verdicts: Iterable[Verdict]) -> list[Finding]:
        """What others say of runs of a half."""
        return self._findings(half, flow, verdicts)

    # -- verdicts -----------------------------------------------------------------------------------------------------

    def _findings(self, half: int, flow: int, verdicts: Iterable[Verdict]) -> list[Finding]:
        findings = []
        for verdict in verdicts:
            kind, run = verdict.kind, verdict.run
            counter = COUNTERS.get(kind)
            if counter is not None:
                self._count(counter, np.array([half]), verdict.packets)
            if kind is kinds.RETRANSMISSION:
                first, end = (run.first, run.end) if verdict.first < 0 else (verdict.first, verdict.end)
                self._messages.retransmitted(half, first, end, verdict.packets, run.frame)
            row = self._mark(verdict)
            frame, time = (run.frame, run.time) if row < 0 else (int(self._frames[row]), int(self._times[row]))
            findings.append(Finding(kind, frame, time, flow, verdict.facts, verdict.packets, verdict.because))
        return findings

    def _mark(self, verdict: Verdict) -> int:
        """Give the facts to the packets, if the batch still has them; the first packet's row, or -1."""
        run, facts = verdict.run, self._facts
        if facts is None or run.place < 0 or run.frame < self._first_frame:
            return -1
        rows = self._rows[run.place : run.place + run.packets]
        if verdict.first >= 0 and run.packets > 1 and run.kind is not RunKind.REPEATED_ACK:
            rows = rows[max(0, verdict.first - run.first) : max(0, verdict.end - run.first)]
        if not len(rows):
            return -1
        if verdict.kind in FACT_OF_PACKETS:
            facts.set(FACT_OF_PACKETS[verdict.kind], rows, _cause(verdict))
        elif verdict.kind in FACT_OF_FIRST:
            facts.set(FACT_OF_FIRST[verdict.kind], rows[0])
        elif verdict.kind in FACT_THAT_COUNTS:
            facts.add(FACT_THAT_COUNTS[verdict.kind], int(rows[0]), verdict.packets)
        return int(rows[0])


def _cause(verdict: Verdict) -> int:
    """The number of a retransmission's cause (`analysis_facts.CAUSES`); 1 for other facts."""
    return int(verdict.facts.get("why", 1)) if verdict.kind is kinds.RETRANSMISSION else 1
