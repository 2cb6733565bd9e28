"""All halves that are not clean: their runs, in order, to the parts of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from ibpkt.analysis.recovery.half_recovery import HalfRecovery
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.analysis.recovery.verdict_findings import VerdictFindings
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.runs.latencies import HalfLatencies
from ibpkt.analysis.runs.run_columns import RunColumns
from ibpkt.arrays import Ints

#: behind every packet
NEVER = 1 << 62
#: runs of a half that are kept until its beginning is known; then it counts as known
MOST_KEPT = 4096


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


class _Undecided(NamedTuple):
    """A half of which it is not known yet whether the capture has its beginning; it is taken to have it.

    Attributes:
        restart: makes the recovery of a half whose beginning is missing.
        runs: that were fed.
        verdicts: that are told when it turns out to be so.
    """

    restart: Callable[[], HalfRecovery]
    runs: list[Run]
    verdicts: list[Verdict]


class Recoveries:
    """The recoveries of all halves that are not clean.

    Args:
        findings: makes findings of verdicts.
        rnr: takes halves, PSNs and frames of RNR NAKs.
    """

    def __init__(self, findings: VerdictFindings, rnr: Callable[[int, int, int], None]) -> None:
        self._findings, self._rnr = findings, rnr
        self._halves: dict[int, HalfRecovery] = {}
        self._undecided: dict[int, _Undecided] = {}

    def __contains__(self, half: int) -> bool:
        return half in self._halves

    def __getitem__(self, half: int) -> HalfRecovery:
        return self._halves[half]

    def latencies(self) -> Iterator[tuple[int, int]]:
        """Halves and the median latency of their answers in nanoseconds, where that is known."""
        for half, recovery in self._halves.items():
            if recovery.timers.median_latency:
                yield half, recovery.timers.median_latency

    def get(self, half: int) -> HalfRecovery | None:
        """The recovery of a half; None if it is clean."""
        return self._halves.get(half)

    def begin(self, half: int, recovery: HalfRecovery) -> None:
        """A half is not clean from here on."""
        self._halves[half] = recovery

    def begin_undecided(self, half: int, recovery: HalfRecovery, restart: Callable[[], HalfRecovery]) -> None:
        """Likewise, while it is not known whether the capture has its beginning.

        Args:
            half: the half.
            recovery: as if the capture has it.
            restart: makes the recovery as if it has not.
        """
        self._halves[half] = recovery
        self._undecided[half] = _Undecided(restart, [], [])

    def undecided(self) -> list[int]:
        """Halves of which it is not known whether the capture has their beginning."""
        return sorted(self._undecided)

    def decide(self, half: int, flow: int, beginning: bool) -> list[Finding]:
        """It is known now whether the capture has the beginning of a half."""
        kept = self._undecided.pop(half)
        if beginning:
            return self._findings.take(half, flow, kept.verdicts, marked=True)
        recovery = self._halves[half] = kept.restart()
        return self._findings.take(half, flow, [verdict for run in kept.runs for verdict in recovery.feed(run)])

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        if half in self._halves:
            self._halves[to] = self._halves.pop(half)
        if half in self._undecided:
            self._undecided[to] = self._undecided.pop(half)
        self._findings.move(half, to)

    def take(
        self,
        runs: RunColumns,
        flow_of: Ints,
        refused: list[tuple[int, Run]],
        beside: SideRuns,
        latencies: Mapping[int, HalfLatencies],
    ) -> list[Finding]:
        """Feed the runs of a batch.

        Args:
            runs: the runs; all their halves have begun.
            flow_of: flow numbers by half.
            refused: takes halves and NAKs that end their connection.
            beside: packets of these halves that are in no run.
            latencies: of the answers to these halves.
        """
        findings: list[Finding] = []
        for half, run in runs.runs():
            recovery = self._halves[half]
            if half in latencies:
                latencies[half].feed(recovery.timers, run.frame)
            verdicts = beside.feed(half, recovery, run.frame)
            verdicts += recovery.feed(run)
            if run.kind is RunKind.NAK_RNR:
                self._rnr(half, run.first, run.frame)
            elif run.kind is RunKind.RESPONSES and run.end <= run.acked:
                self._findings.responses_again(half, run, verdicts)
            elif run.kind is RunKind.NAK_FATAL:
                refused.append((half, run))
            if half in self._undecided:
                findings += self._keep(half, int(flow_of[half]), run, verdicts)
            elif verdicts:
                findings += self._findings.take(half, int(flow_of[half]), verdicts)
        for half, spans in latencies.items():
            spans.feed(self._halves[half].timers, NEVER)
        for half in beside.halves():
            if half in self._halves:
                verdicts = beside.feed(half, self._halves[half], NEVER)
                findings += self._findings.take(half, int(flow_of[half]), verdicts)
        return findings

    def _keep(self, half: int, flow: int, run: Run, verdicts: list[Verdict]) -> list[Finding]:
        kept = self._undecided[half]
        self._findings.mark(verdicts)
        kept.runs.append(run)
        kept.verdicts.extend(verdicts)
        return self.decide(half, flow, True) if len(kept.runs) > MOST_KEPT else []

    def end(self, half: int, flow: int, now: int, acked: int, acked_time: int) -> list[Finding]:
        """A half is over: what is still open is decided, and the half forgotten."""
        if half not in self._halves:
            return []
        found = self.decide(half, flow, True) if half in self._undecided else []
        recovery = self._halves.pop(half)
        found += self._findings.take(half, flow, recovery.finish(now, acked, acked_time))
        return found + self._findings.end(half)
