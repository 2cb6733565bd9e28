"""All findings of a capture: rules of single packets, sequence and messages, congestion, path, management.

from ibpkt.analysis.checks.expert import Expert

expert = Expert()
with ibpkt.open("capture.pcap") as capture:
    for batch in capture.batches():
        for finding in expert.findings(batch):
            print(finding.frame, finding.kind.name, finding)
for finding in expert.finish():
    print(finding.frame, finding.kind.name, finding)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.analyser import Analyser, AnalysisResult
from ibpkt.analysis.checks import (
    congestion,
    invalidated_keys,
    management,
    p_key_changes,
    partitions,
    path_changes,
    pause_frames,
    request_limits,
    rules,
)
from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.reassembly import kinds as message_kinds
from ibpkt.analysis.reassembly.message_choice import MessageChoice
from ibpkt.analysis.recovery import kinds as recovery_kinds
from ibpkt.analysis.results.finding import Finding, FindingType
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.runs import followed
from ibpkt.analysis.streams import datagram_gaps, migration, stray_packets
from ibpkt.arguments import checked
from ibpkt.arrays import Ints
from ibpkt.batch import Batch

#: the modules that declare kinds of findings, besides the rules
_DECLARING = (
    *(recovery_kinds, message_kinds, migration, datagram_gaps, stray_packets, followed),
    *(congestion, pause_frames, path_changes, p_key_changes, request_limits, invalidated_keys, partitions, management),
)


def _kinds() -> dict[str, FindingType]:
    """Every kind by its name."""
    declared = [value for module in _DECLARING for value in vars(module).values() if isinstance(value, FindingType)]
    return {kind.name: kind for kind in (*rules.KINDS, *declared)}


#: every kind of finding by its name
KINDS = _kinds()


#: facts of packets that are read here and by `request_limits`
FACTS = frozenset({"flow", "message", "moved", "corrupt", *request_limits.UNCOUNTED_FACTS})


class ExpertResult(NamedTuple):
    """The findings of a batch.

    Attributes:
        hits: findings of single packets as columns; valid as long as the batch is.
        findings: those that took more than one packet.
        flows: the number of each packet's flow, shape (n,), 0 for none.
        columns: the packets that have a BTH; valid as long as the batch is.
        requesters: of each of these, which side of its flow asked (see `Analyser.requesters`).
        ended: flows that have ended, of those that findings are about.
        messages: those that have ended, where they are wanted.
        analysed: all that the analysis said of the batch.
    """

    hits: list[FindingColumns]
    findings: list[Finding]
    flows: Ints
    columns: Transport
    requesters: Ints
    ended: list[Flow]
    messages: list[Message]
    analysed: AnalysisResult

    def in_order(self, batch: Batch) -> list[Finding]:
        """All of it as findings, in the order of their packets."""
        every = [*(each for hits in self.hits for each in hits.findings(batch.frames, self.flows)), *self.findings]
        return sorted(every, key=lambda finding: finding.frame)


def _on_paths(analysed: AnalysisResult, columns: Transport, flows: Ints) -> Ints:
    """The flows of packets as far as they show paths: another number behind each migration, 0 for copies.

    After a migration the path is new, which is no change.  A copy may have been captured elsewhere, as behind a router.
    """
    moved, copies = analysed.packets.get("moved"), analysed.packets.get("duplicate")
    if moved is not None:
        flows = flows + (moved[columns.rows] << p_key_changes.FLOW_BITS)
    return flows if copies is None else np.where(copies[columns.rows] != 0, 0, flows)


class Expert:
    """Takes the batches of one capture, in order, and reports what is wrong.

    Args:
        messages: messages are wanted, too.
        choice: chooses these messages; None for all.
        flows: all flows are wanted, not only those that findings are about.
        facts: names of facts of packets that are wanted besides its own.
        verify: verify the ICRC of every packet; otherwise damaged packets are taken for intact by the analysis.
        paths: flows have what packets say of their path (`Side.path`).

    Attributes:
        analyser: the analyser of flows, sequence and messages.
        packets: number of packets so far.
        ended: at the end, the flows that findings are about and that have not ended before.
        messages: at the end, the messages that have not ended before, where they are wanted.
        last: at the end, all that the analysis said of it.
    """

    @checked
    def __init__(
        self,
        *,
        messages: bool = False,
        flows: bool = False,
        facts: frozenset[str] = frozenset(),
        verify: bool = True,
        choice: MessageChoice | None = None,
        paths: bool = False,
    ) -> None:
        self.analyser: Analyser = Analyser(
            messages=messages, flows=flows, facts=FACTS | facts, verify=verify, choice=choice, paths=paths
        )
        self.last: AnalysisResult = AnalysisResult([], [], {})
        self.packets: int = 0
        self.ended: list[Flow] = []
        self.messages: list[Message] = []
        self._congestion = congestion.CongestionChecks()
        self._path = path_changes.PathChecks()
        self._limits = request_limits.RequestLimitChecks(self.analyser.depth)
        self._keys = invalidated_keys.InvalidatedKeyChecks()
        self._partitions = partitions.PartitionChecks()
        self._management = management.ManagementChecks()

    @checked
    def add(self, batch: Batch) -> ExpertResult:
        """Take the next batch."""
        self.packets += len(batch)
        hits = list(rules.check_packets(batch))
        analysed = self.analyser.add(batch)
        flows = analysed.packets.get("flow", np.zeros(len(batch), np.int64))
        columns = analysed.columns
        assert columns is not None
        whole = len(columns) == len(batch)
        numbers = flows.copy() if whole else flows[columns.rows]
        corrupt = analysed.packets.get("corrupt")
        if corrupt is not None:
            numbers[corrupt[columns.rows] != 0] = 0  # their fields cannot be trusted
        requesters = self.analyser.requesters(columns)
        sides = self.analyser.sides(columns, numbers)
        numbers[sides < 0] = 0
        columns.second = sides > 0
        hits += self._congestion.add(batch, columns, numbers)
        undecided = self.analyser.undecided
        settled = self._path.settle(analysed.later, undecided)
        hits += self._path.add(columns, _on_paths(analysed, columns, numbers), undecided)
        hits += self._partitions.add(columns, numbers)
        facts = {name: values if whole else values[columns.rows] for name, values in analysed.packets.items()}
        hits += self._limits.add(columns, numbers, facts)
        hits += self._keys.add(columns, numbers, facts)
        findings = analysed.findings
        findings += settled
        self._path.count_reordering(findings)
        findings += [*self._path.mismatches(), *self._congestion.effects(), *self._management.add(batch)]
        self.analyser.return_flows({finding.flow for finding in findings})
        return ExpertResult(hits, findings, flows, columns, requesters, analysed.flows, analysed.messages, analysed)

    @checked
    def findings(self, batch: Batch) -> list[Finding]:
        """Take the next batch, returning its findings in the order of their packets."""
        return self.add(batch).in_order(batch)

    @checked
    def advance(self, time: int, frame: int) -> None:
        """The capture has come so far; see `Analyser.advance`."""
        self.analyser.advance(time, frame)
        self._management.advance(time)

    def finish(self) -> Iterator[Finding]:
        """The end of the capture: findings that were not certain before."""
        self.last = last = self.analyser.finish()
        self.ended, self.messages = last.flows, last.messages
        self._path.count_reordering(last.findings)
        settled = self._path.settle(last.later, np.zeros(0, np.int64))
        every = [*last.findings, *settled, *self._congestion.finish(), *self._path.finish(), *self._management.finish()]
        yield from sorted(every, key=lambda finding: finding.frame)
