"""Findings grouped by kind: counts, flows, and the first examples."""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.results.finding import Finding, FindingType, Severity
from ibpkt.arrays import Ints, distinct
from ibpkt.batch import Batch, Frames

if TYPE_CHECKING:
    from ibpkt.analysis.checks.expert import ExpertResult

_frame = operator.attrgetter("frame")
#: examples of a kind that are kept
EXAMPLES = 3
#: flows of a kind that are counted separately
FLOWS = 10_000


class FindingGroup(NamedTuple):
    """The findings of one kind.

    Attributes:
        kind: the kind.
        findings: their number.
        packets: the number of packets that they concern.
        flows: the number of flows that have any, `FLOWS` at most.
        first, last: the lowest and highest packet number of any.
        examples: the first of them.
    """

    kind: FindingType
    findings: int
    packets: int
    flows: int
    first: int
    last: int
    examples: tuple[Finding, ...]


class _OpenGroup:
    def __init__(self) -> None:
        self.count = self.packets = 0
        self.flows: set[int] = set()
        self.first = self.last = 0
        self.examples: list[Finding] = []

    def see(self, count: int, packets: int, first: int, last: int) -> None:
        self.first = min(self.first, first) if self.count else first
        self.last = max(self.last, last)
        self.count += count
        self.packets += packets

    def takes(self, frame: int) -> bool:
        """Whether a finding of a packet is one of the first so far: they come in no order."""
        return len(self.examples) < EXAMPLES or frame < self.examples[-1].frame

    def keep(self, findings: Iterable[Finding]) -> None:
        """Keep the first of these and of those before."""
        self.examples = sorted([*self.examples, *findings], key=_frame)[:EXAMPLES]


class FindingGroups:
    """Counts findings by kind, in memory that does not grow with their number."""

    def __init__(self) -> None:
        self._open: defaultdict[FindingType, _OpenGroup] = defaultdict(_OpenGroup)

    def add(self, finding: Finding) -> None:
        """Count a finding."""
        group = self._open[finding.kind]
        group.see(1, finding.packets, finding.frame, finding.frame)
        if finding.flow and len(group.flows) < FLOWS:
            group.flows.add(finding.flow)
        if group.takes(finding.frame):
            group.keep([finding])

    def add_hits(self, hits: FindingColumns, frames: Frames, flows: Ints | None = None) -> None:
        """Count the findings of a batch; objects are made of the first ones only."""
        if not len(hits):
            return
        group = self._open[hits.kind]
        numbers = frames.numbers(hits.rows)
        if group.takes(int(numbers.min())):
            group.keep(hits.findings(frames, flows, EXAMPLES))
        group.see(len(hits), len(hits), int(numbers.min()), int(numbers.max()))
        if flows is not None and len(group.flows) < FLOWS:
            fresh = [flow for flow in distinct(flows[hits.rows]).tolist() if flow and flow not in group.flows]
            group.flows.update(fresh[: FLOWS - len(group.flows)])

    def add_result(self, found: ExpertResult, batch: Batch) -> None:
        """Count all that a batch has brought."""
        for finding in found.findings:
            self.add(finding)
        for hits in found.hits:
            self.add_hits(hits, batch.frames, found.flows)

    def groups(self) -> list[FindingGroup]:
        """The groups, most severe first, then by number of findings."""
        groups = [
            FindingGroup(
                kind, group.count, group.packets, len(group.flows), group.first, group.last, tuple(group.examples)
            )
            for kind, group in self._open.items()
        ]
        return sorted(groups, key=lambda group: (-group.kind.severity, -group.findings, group.kind.name))

    def worst(self) -> Severity | None:
        """The highest severity; None without findings."""
        return max((kind.severity for kind in self._open), default=None)

    def count(self, severity: Severity | None = None) -> int:
        """The number of findings, of one severity or of all."""
        return sum(group.count for kind, group in self._open.items() if severity in (None, kind.severity))
