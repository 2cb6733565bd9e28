"""All that ibpkt knows of a capture, found out in the background: flows, findings, incidents, commands, counts."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ibpkt.analysis.results.finding import Finding, Severity
from ibpkt.arrays import Ints
from ibpkt.batch import Batch
from ibpkt.errors import CaptureError
from ibpkt.io.source import Capture
from ibpkt.tui.background_pace import BackgroundPace
from ibpkt.tui.capture_bytes import CaptureBytes
from ibpkt.tui.fact_table import NAMES, FactTable

if TYPE_CHECKING:
    from ibpkt.analysis.analyser import AnalysisResult
    from ibpkt.analysis.checks.expert import ExpertResult
    from ibpkt.analysis.incidents import Incident
    from ibpkt.analysis.incidents.incident_groups import CaptureSpan
    from ibpkt.analysis.results.flow import Flow
    from ibpkt.analysis.results.flow_ranking import FlowRanking
    from ibpkt.commands.command import Command

#: packets and bytes of a step: large enough for the analysis, small enough for the screen to be drawn in between
STEP_PACKETS, STEP_BYTES = 4096, 2 << 20
#: findings, commands and flows that are kept with their texts
MOST_FINDINGS, MOST_COMMANDS, MOST_FLOWS = 50_000, 50_000, 5000
#: seconds between two looks at incidents while the analysis goes on, and how many times as long as a look they are
_BETWEEN_LOOKS, _SHARE = 0.5, 10
#: what counts as a finding on the screen
LEAST = Severity.NOTE
_FACTS = frozenset({"flow", "message", "retransmission", "answers"})


class CaptureAnalysis:
    """Reads a capture once more and analyses it.  Others look while it works.

    Args:
        source: the bytes of the capture.
        roce_port: the UDP destination port that means RoCEv2.
        verify: verify every ICRC.

    Attributes:
        facts: of single packets.
        packets: how many have been analysed.
        rdma_packets: those of them that have a transport header.
        is_running: it has begun and not ended.
        is_complete: it has ended: all below is final.
        incidents: what went wrong, worst first; before the end as far as `look` has seen it.
        findings: how many there are.
        texts: sentences about packets, by their numbers; of the first `MOST_FINDINGS` findings.
        flows: those with the most packets, most first.
        flow_count: how many there are.
        commands: storage commands, in the order of their ends; the first `MOST_COMMANDS`.
        span: from when to when the capture goes; before the end as `incidents`, None before the first look.
        seen: how many packets had been analysed at the last look.
        verdict: in one sentence what is wrong, or that nothing is.
        trouble: why the analysis could not be made; "" where it could.
    """

    def __init__(self, source: CaptureBytes, *, roce_port: int, verify: bool = True) -> None:
        self.facts: FactTable = FactTable()
        self.packets: int = 0
        self.rdma_packets: int = 0
        self.is_running: bool = False
        self.is_complete: bool = False
        self.incidents: list[Incident] = []
        self.findings: int = 0
        self.texts: dict[int, list[str]] = {}
        self.flows: list[Flow] = []
        self.flow_count: int = 0
        self.commands: list[Command] = []
        self.span: CaptureSpan | None = None
        self.seen: int = 0
        self.verdict: str = ""
        self.trouble: str = ""
        self._source = source
        self._roce_port = roce_port
        self._kept = 0
        self._verify = verify
        self._ranking: FlowRanking | None = None
        self._lock = threading.Lock()  # a batch, or a look
        self._next_look = 0.0

    def prepare(self) -> None:
        """Make what analyses; it is imported only now, after the first packets are on the screen."""
        from ibpkt.analysis.checks.expert import Expert
        from ibpkt.analysis.incidents import Incidents
        from ibpkt.analysis.results.flow_ranking import FlowRanking
        from ibpkt.commands.follower import CommandFollower
        from ibpkt.stats.opcodes import Opcodes

        self._expert = Expert(messages=True, flows=True, facts=_FACTS, verify=self._verify)
        self._incidents = Incidents(self._expert)
        self._follower = CommandFollower(analyser=self._expert.analyser)
        self._opcodes = Opcodes()
        self._ranking = FlowRanking("packets", MOST_FLOWS)

    @property
    def opcodes(self) -> list[dict[str, Any]]:
        """Packets and bytes by operation so far, as rows of `ibpkt stats opcodes`."""
        return [] if self._ranking is None else self._opcodes.rows()

    def run(self, pace: BackgroundPace) -> None:
        """Analyse the capture to its end, or until it is stopped."""
        self.is_running = True
        self.prepare()
        try:
            with Capture(self._source.another_reader(pace.stop), roce_port=self._roce_port) as capture:
                for batch in capture.batches(max_packets=STEP_PACKETS, max_bytes=STEP_BYTES):
                    if not pace.step():
                        return
                    with self._lock:
                        self.add(batch)
                    del batch  # its buffer is used again for the next
        except CaptureError as error:
            self.trouble = str(error)
        if not pace.stop.is_set():
            with self._lock:
                self.finish()

    def look(self) -> None:
        """See which incidents there are so far.  It copies what the analysis knows, which may take a while."""
        with self._lock:
            begun = time.monotonic()
            if not self.is_complete and self._ranking is not None:
                incidents = self._incidents.so_far()
                self.incidents = [each for each in incidents if each.severity >= LEAST]
                self.span = self._incidents.span
                self.seen = self.packets
            now = time.monotonic()
            self._next_look = now + max(_BETWEEN_LOOKS, _SHARE * (now - begun))

    @property
    def may_look(self) -> bool:
        """Whether `look` has something new to see, and has not taken too much of the time so far."""
        return self.is_running and self.seen != self.packets and time.monotonic() >= self._next_look

    def add(self, batch: Batch) -> None:
        """Take the next batch."""
        if not len(batch):
            return
        found = self._expert.add(batch)
        self._incidents.add(found, batch)
        self._opcodes.add(batch)
        self.facts.add(self._columns(batch, found))
        self._correct(found.analysed)
        self._note(found.findings)
        for hits in found.hits:
            if hits.kind.severity < LEAST:
                continue
            self.findings += len(hits)
            rows = batch.frames.number_of[hits.rows] - 1
            self.facts.correct("severity", rows, np.full(len(rows), int(hits.kind.severity)), larger=True)
            self._keep(hits.findings(batch.frames, found.flows, limit=max(0, MOST_FINDINGS - self._kept)))
        self._take(found.analysed, self._follower.follow(batch, found.analysed))
        self.packets += len(batch)
        self.rdma_packets += len(found.columns)

    def finish(self) -> None:
        """There are no more."""
        last = list(self._expert.finish())
        self._incidents.add_last(last)
        self._note(last)
        self._correct(self._expert.last)
        self._take(self._expert.last, self._follower.follow_last(self._expert.last))
        self.flows = list(self._ranking or ())
        self.incidents = [each for each in self._incidents.finish() if each.severity >= LEAST]
        self.span = self._incidents.span
        from ibpkt.analysis.incidents.clean_sentence import clean_sentence

        worst = next((each for each in self.incidents if each.severity >= Severity.WARNING), None)
        if worst is not None:
            self.verdict = worst.verdict[:1].upper() + worst.verdict[1:]
        else:
            analyser = self._expert.analyser
            clean = clean_sentence(self.packets, analyser.without, analyser.totals)
            self.verdict = clean[:1].upper() + clean[1:]
        self.is_running = False
        self.is_complete = True

    def flow_of(self, number: int) -> Flow | None:
        """A flow by its number; None while it has not ended, or where it is not kept."""
        ended = self.flows if self.is_complete else self._ranking or ()
        return next((flow for flow in ended if number in (flow.number, flow.also)), None)

    def numbers_of(self, flow: int) -> tuple[int, ...]:
        """The numbers under which the packets of a flow run."""
        found = self.flow_of(flow)
        return (flow,) if found is None else tuple({flow, found.number, found.also} - {0})

    def command_at(self, row: int) -> Command | None:
        """The storage command that a packet belongs to: one of whose messages it is.

        Args:
            row: the packet, from 0.
        """
        fact = self.facts.at(row)
        if not fact.message:
            return None
        for command in self.commands:
            if (
                command.flow == fact.flow
                and command.first_frame <= row + 1 <= command.last_frame
                and (fact.side, fact.message) in self._messages_of(command)
            ):
                return command
        return None

    def rows_of_command(self, command: Command) -> Ints:
        """The packets of all messages of a command, ascending."""
        flows = self.numbers_of(command.flow)
        parts = [self.facts.rows_of(flows, message) for message in self._messages_of(command)]
        return np.unique(np.concatenate([np.array([command.first_frame - 1]), *parts]))

    def _messages_of(self, command: Command) -> set[tuple[int, int]]:
        """Its messages: which end asked for each, and their numbers."""
        facts = [self.facts.at(part.first_frame - 1) for part in command.parts]
        return {(fact.side, fact.message) for fact in facts if fact.message}

    def incidents_of(self, flow: int, frame: int) -> list[int]:
        """The numbers of the incidents of a flow that are under way at a packet."""
        return [
            number
            for number, incident in enumerate(self.incidents, 1)
            if flow in incident.flows and incident.first_frame <= frame <= incident.last_frame
        ]

    def _columns(self, batch: Batch, found: ExpertResult) -> dict[str, Ints]:
        """The facts of the packets of a batch."""
        none = np.zeros(len(batch), np.int64)
        packets = found.analysed.packets
        side = none.copy()
        side[found.columns.rows] = np.where(found.requesters >= 0, found.requesters + 1, 0)
        answered = packets.get("answers", none)
        back = np.where(answered > 0, batch.frames.number_of - answered, 0)
        columns = {
            "flow": found.flows, "message": packets.get("message", none), "side": side,
            "again": packets.get("retransmission", none), "severity": none, "answers": back,
        }  # fmt: skip
        return {name: columns[name] for name in NAMES}

    def _correct(self, result: AnalysisResult) -> None:
        """What later packets show of earlier ones."""
        for name, frames, values in result.later:
            name = "again" if name == "retransmission" else name
            if name == "answers":
                values = np.where(values > 0, frames - values, 0)
            if name in NAMES:
                self.facts.correct(name, frames - 1, values)

    def _note(self, findings: Iterable[Finding]) -> None:
        """Findings that took several packets."""
        noted = [finding for finding in findings if finding.kind.severity >= LEAST]
        if not noted:
            return
        self.findings += len(noted)
        rows = np.array([finding.frame - 1 for finding in noted], np.int64)
        self.facts.correct("severity", rows, np.array([int(each.kind.severity) for each in noted]), larger=True)
        self._keep(noted)

    def _keep(self, findings: Iterable[Finding]) -> None:
        """Keep their sentences while there is room."""
        for finding in findings:
            if self._kept >= MOST_FINDINGS:
                return
            self._kept += 1
            self.texts.setdefault(finding.frame, []).append(f"{finding.kind.name}: {finding}")

    def _take(self, analysed: AnalysisResult, commands: list[Command]) -> None:
        """Flows and commands that have ended."""
        if self._ranking is not None:
            self._ranking.add(analysed.flows)
        self.flow_count += len(analysed.flows)
        self.commands += commands[: max(0, MOST_COMMANDS - len(self.commands))]
