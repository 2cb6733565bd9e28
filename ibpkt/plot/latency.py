"""Latency: how long operations and storage commands took, as distributions on one logarithmic axis."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ibpkt.analysis.analyser import Analyser, AnalysisResult
from ibpkt.analysis.results.message_table import NONE, MessageTable
from ibpkt.analysis.verbs.latency import Histogram
from ibpkt.batch import Batch
from ibpkt.commands.command import Command
from ibpkt.commands.follower import CommandFollower
from ibpkt.output.quantities import count_text, span_text
from ibpkt.plot.capture_plot import CapturePlot, PlotOptions
from ibpkt.plot.chart import Chart, ChartAxis, ChartLane, ChartRole, ChartSeries, SeriesForm, Unit
from ibpkt.protocols import OPERATIONS

_MESSAGES = Unit("")
#: kinds that are drawn, those with the most messages
MOST_KINDS = 24
#: bars a power of two
PARTS = 4


class LatencyHistograms:
    """Spans of operations and of storage commands by kind; both end with what answers them.

    Args:
        flow: the number of the flow that is wanted; None for all.
    """

    def __init__(self, flow: int | None = None) -> None:
        self.operations: dict[str, Histogram] = {}
        self.commands: dict[str, Histogram] = {}
        self.unanswered: dict[str, int] = {}
        self._flow = flow

    def add(self, messages: MessageTable, commands: Iterable[Command]) -> None:
        """Count what has ended."""
        start, completed, operation = (messages.column(name) for name in ("start", "completed", "operation"))
        counted = completed >= start  # a clock that was set back gives no duration
        counted &= completed != NONE
        if self._flow is not None:
            counted &= messages.column("flow") == self._flow
        for kind in np.unique(operation[counted]).tolist():
            chosen = counted & (operation == kind)
            self.operations.setdefault(OPERATIONS[kind], Histogram()).add_many((completed - start)[chosen])
        flow = self._flow
        for command in commands:
            if command.by_design or (flow is not None and command.flow != flow):
                continue
            if command.latency is None:
                self.unanswered[command.kind] = self.unanswered.get(command.kind, 0) + 1
            else:
                self.commands.setdefault(command.kind, Histogram()).add(command.latency)

    def lanes(self) -> list[ChartLane]:
        """A lane for each kind, operations first; those with the most come first."""
        found = []
        for kinds, role, thing in ((self.operations, ChartRole.A, ""), (self.commands, ChartRole.B, " command")):
            for kind, histogram in sorted(kinds.items(), key=lambda item: (-item[1].count, item[0]))[:MOST_KINDS]:
                found.append(_lane(kind + thing, histogram, role))
        return found

    def axis(self) -> ChartAxis:
        """An axis on which all of them are."""
        every = [*self.operations.values(), *self.commands.values()]
        low = max(1, min((each.least for each in every), default=1))
        high = max((each.most for each in every), default=1_000_000)
        return ChartAxis(low * 0.8e-9, max(high * 1.3e-9, low * 4e-9), logarithmic=True)


def _lane(kind: str, histogram: Histogram, role: ChartRole) -> ChartLane:
    steps = [step for step in histogram.steps(PARTS) if step[2]]
    bars = ChartSeries.of(
        "storage commands" if role is ChartRole.B else "operations",
        role,
        SeriesForm.BARS,
        [max(low, 0.5) / 1e9 for low, _, _ in steps],
        [count for _, _, count in steps],
        x2=[end / 1e9 for _, end, _ in steps],
    )
    return ChartLane(kind, _MESSAGES, (bars,), aside=histogram_words(histogram), height=72)


def histogram_words(histogram: Histogram) -> str:
    """How many, the median, the 99th percentile and the slowest."""
    median, late = (span_text(round(histogram.percentile(share))) for share in (50, 99))
    return f"{histogram.count:,} · median {median} · p99 {late} · slowest {span_text(histogram.most)}"


class LatencyPlot(CapturePlot):
    """Distributions by operation and by storage command."""

    def __init__(self, options: PlotOptions) -> None:
        super().__init__(options)
        self._follower = CommandFollower(analyser=Analyser(verify=options.verify, facts=frozenset()))
        self._histograms = LatencyHistograms(options.flow)

    def add(self, batch: Batch) -> None:
        """Take the next batch."""
        self.clock.add(batch)
        commands = self._follower.add(batch)
        self._take(self._follower.analysed, commands)

    def _take(self, analysed: AnalysisResult, commands: list[Command]) -> None:
        self._histograms.add(analysed.message_table, commands)

    def picture(self) -> Chart:
        """The chart."""
        commands = self._follower.finish()
        self._take(self._follower.analysed, commands)
        found = self._histograms
        lanes = tuple(found.lanes())
        said = [f"{lane.title}: {lane.aside}" for lane in lanes]
        flow = "" if self.options.flow is None else f" · flow {self.options.flow}"
        line = "commands --latency" if found.commands else "messages --latency"
        return Chart(
            "latency",
            "Latency by operation" + (" and storage command" if found.commands else ""),
            f"{self.clock.facts(self.options)}{flow} · from the first packet to the answer; logarithmic",
            found.axis(),
            lanes,
            self.options.command(line if self.options.flow is None else f"{line} --flow {self.options.flow}"),
            ". ".join(said) + "." if said else f"No answered message in {count_text(self.clock.packets, 'packet')}.",
        )
