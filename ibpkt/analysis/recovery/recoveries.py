"""All halves that are not clean: their runs, in order, to the parts of each."""

from __future__ import annotations

import itertools
import operator
from collections import deque
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.analysis.recovery.verdict_findings import VerdictFindings
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.runs.latencies import HalfLatencies
from ibpkt.analysis.runs.run_columns import RunColumns
from ibpkt.arrays import Ints

if TYPE_CHECKING:
    from ibpkt.analysis.recovery.half_recovery import HalfRecovery


class SideRuns:
    """Packets of a half that are in no run, but tell something, in the order of the capture.

    Attributes:
        damaged: damaged requests.
        copied: copies of requests that the network made.
    """

    def __init__(self) -> None:
        self.damaged: deque[Run] = deque()
        self.copied: deque[Run] = deque()

    def feed(self, recovery: HalfRecovery, before: int) -> list[list[Verdict]]:
        """Feed those that come before a packet; what each that says something says."""
        verdicts: list[list[Verdict]] = []
        while self.damaged and self.damaged[0].frame < before:
            recovery.queue.damaged(self.damaged.popleft())
        while self.copied and self.copied[0].frame < before:
            copy = self.copied.popleft()
            if recovery.responder is not None:
                verdicts.append(recovery.responder.feed_copies(copy))
        return [said for said in verdicts if said]


class Recoveries:
    """The recoveries of all halves that are not clean.

    Args:
        findings: makes findings of verdicts.
    """

    def __init__(self, findings: VerdictFindings) -> None:
        self._findings = findings
        self._halves: dict[int, HalfRecovery] = {}
        self._beside: dict[int, SideRuns] = {}
        self._fed: dict[int, int] = {}  # the first packet of the last run of each half

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

    def beside(self, half: int) -> SideRuns:
        """Packets of a half that are in no run."""
        return self._beside.setdefault(half, SideRuns())

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        if half in self._halves:
            self._halves[to] = self._halves.pop(half)
        if half in self._beside:
            self._beside[to] = self._beside.pop(half)
        if half in self._fed:
            self._fed[to] = self._fed.pop(half)
        self._findings.move(half, to)

    def take(
        self, runs: RunColumns, flow_of: Ints, held_from: Mapping[int, int], latencies: Mapping[int, HalfLatencies]
    ) -> list[Finding]:
        """Feed the runs that are complete.

        Args:
            runs: the runs; all their halves have begun.
            flow_of: flow numbers by half.
            held_from: by half, the first packet that is held back, `NEVER` for none; halves of the runs, and others.
            latencies: of the answers to these halves.
        """
        findings: list[Finding] = []
        requests, responses, made = RunKind.REQUESTS, RunKind.RESPONSES, self._findings
        for half, group in itertools.groupby(runs.runs(), operator.itemgetter(0)):
            recovery, beside, own = self._halves[half], self._beside.get(half), latencies.get(half)
            flow, fed = int(flow_of[half]), self._fed.get(half, 0)
            for _, run in group:
                kind, frame = run.kind, run.frame
                if own is not None and own.next < frame:
                    own.feed(recovery.timers, frame)
                # told by themselves, since a batch may end between them and the run
                for said in () if beside is None else beside.feed(recovery, frame):
                    findings += made.take(half, flow, said, fed, fed)
                verdicts = recovery.feed(run)
                if kind is responses and run.end <= run.acked:
                    made.responses_again(half, run, verdicts)
                if verdicts:
                    findings += made.take(half, flow, verdicts, frame, fed)
                fed = frame
                if kind is requests:
                    made.requested(half, run.last_frame)
            self._fed[half] = fed
        for half, frame in held_from.items():
            recovery_ = self._halves.get(half)
            if recovery_ is None:
                continue
            if half in latencies:
                latencies[half].feed(recovery_.timers, frame)
            beside, fed = self._beside.get(half), self._fed.get(half, 0)
            for said in () if beside is None else beside.feed(recovery_, frame):
                findings += made.take(half, int(flow_of[half]), said, fed, fed)
        return findings

    def is_settled(self, half: int) -> bool:
        """Whether nothing that it was fed is left to be decided of what was sent again."""
        recovery = self._halves.get(half)
        return recovery is None or not recovery.queue.is_undecided

    def last_fed(self, half: int) -> int:
        """The first packet of the last run that it was fed."""
        return self._fed.get(half, 0)

    def end(self, half: int, flow: int, now: int, acked: int, acked_time: int, frame: int) -> list[Finding]:
        """A half is over: what is still open is decided, and the half forgotten.

        Args:
            half, flow: the half, and the number of its flow.
            now, frame: the time and the number of the last packet.
            acked, acked_time: up to where requests are proven to be received, and since when.
        """
        self._beside.pop(half, None)
        fed = self._fed.pop(half, 0)
        if half not in self._halves:
            return []
        recovery = self._halves.pop(half)
        found = self._findings.take(half, flow, recovery.finish(now, acked, acked_time), frame, fed)
        return found + self._findings.end(half)
