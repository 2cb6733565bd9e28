"""Queue depth: messages and storage commands under way, over time."""

from __future__ import annotations

from typing import Any

from ibpkt.analysis.analyser import Analyser, AnalysisResult
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.flow_ranking import FlowRanking
from ibpkt.analysis.results.message_table import MessageTable
from ibpkt.analysis.verbs.queue_depth import ROOM, Interval, QueueDepth
from ibpkt.batch import Batch
from ibpkt.commands.command import Command
from ibpkt.commands.command_depth import CommandDepth
from ibpkt.commands.follower import CommandFollower
from ibpkt.output.quantities import count_text, span_text
from ibpkt.plot.capture_plot import CapturePlot, PlotOptions
from ibpkt.plot.chart import Chart, ChartAxis, ChartLane, ChartRole, ChartSeries, SeriesForm, Unit

_COUNT = Unit("")
#: intervals that a picture shows, at most
INTERVALS = 512
#: ends of flows and queues of commands that have a lane, those with the deepest queues
MOST_LANES = 12
_KEPT = 1000


class DepthLanes:
    """How many messages and storage commands were under way.

    Args:
        interval: in nanoseconds; None for one that suits the picture.
        flow: the number of the flow that is wanted; None for all.
    """

    def __init__(self, interval: int | None = None, flow: int | None = None) -> None:
        self._depth = QueueDepth(interval, INTERVALS if interval is None else ROOM)
        self._commands = CommandDepth()
        self._flow = flow

    @property
    def length(self) -> int:
        """Nanoseconds of an interval."""
        return self._depth.length

    def add(self, messages: MessageTable, commands: list[Command], now: int) -> None:
        """Count what has ended.

        Args:
            messages: in the order of their ends.
            commands: likewise.
            now: the latest time so far, in nanoseconds since the epoch.
        """
        flow = self._flow
        self._depth.add_many(messages if flow is None else messages.chosen(messages.column("flow") == flow), now)
        for command in commands:
            if flow is None or command.flow == flow:
                self._commands.add(command)

    def lanes(self, start: int, window: tuple[int, int], flows: dict[int, str]) -> list[ChartLane]:
        """A lane for each queue of commands and each end of a flow, those with the deepest first.

        Args:
            start: the time of the capture's first packet.
            window: nanoseconds from there between which they are drawn.
            flows: the ends of flows by number, ``|`` between them.
        """
        # of commands the intervals that messages have, so that both can be compared
        commands = self._commands.rows(self._depth.length)
        by_queue: dict[tuple[int, str], list[dict[str, Any]]] = {}
        for row in commands:
            by_queue.setdefault((row["flow"], row["queue"]), []).append(row)
        by_end: dict[tuple[int, int], list[Interval]] = {}
        for interval in self._depth:
            if interval.flow is not None and interval.side is not None:
                by_end.setdefault((interval.flow, interval.side), []).append(interval)
        found = []
        for (flow, queue), rows in by_queue.items():
            length = self._depth.length
            steps = [(row["start"], length, row["mean_depth"], row["max_depth"]) for row in rows]
            name = f"Commands of queue {queue}" if queue else "Commands"
            found.append(_lane(name, f"flow {flow}", steps, start, window, ChartRole.B))
        for (flow, side), intervals in by_end.items():
            steps = [(each.start, each.length, each.mean, each.peak or 0) for each in intervals]
            ends = flows.get(flow, "").split("|")
            asks = f"asked by {ends[side]}" if len(ends) == 2 else f"asked by end {'ab'[side]}"
            found.append(_lane(f"Messages of flow {flow}", asks, steps, start, window, ChartRole.A))
        found.sort(key=lambda lane: -max((float(each.y.max()) for each in lane.series if len(each)), default=0.0))
        return [lane for lane in found if lane.series][:MOST_LANES]


def _lane(
    title: str,
    aside: str,
    steps: list[tuple[int, int, float, int]],
    start: int,
    window: tuple[int, int],
    role: ChartRole,
) -> ChartLane:
    """A lane of intervals: beginning, length, mean and most."""
    inside = [step for step in steps if step[0] + step[1] - start > window[0] and step[0] - start < window[1]]
    if not inside:
        return ChartLane(title, _COUNT, (), aside)
    starts = [max(step[0] - start, window[0]) / 1e9 for step in inside]
    ends = [min(step[0] + step[1] - start, window[1]) / 1e9 for step in inside]
    thing = "commands" if role is ChartRole.B else "messages"
    mean = ChartSeries.of(
        f"{thing}, mean of an interval", role, SeriesForm.AREA, starts, [step[2] for step in inside], x2=ends
    )
    most = ChartSeries.of(
        "most at once", ChartRole.OTHER, SeriesForm.DOTS,
        [(begin + end) / 2 for begin, end in zip(starts, ends, strict=True)], [step[3] for step in inside],
    )  # fmt: skip
    return ChartLane(title, _COUNT, (mean, most), aside, height=96)


class DepthPlot(CapturePlot):
    """Messages and commands under way, queue by queue."""

    def __init__(self, options: PlotOptions) -> None:
        super().__init__(options)
        self._analyser = Analyser(verify=options.verify, facts=frozenset())
        self._follower = CommandFollower(analyser=self._analyser)
        self._lanes = DepthLanes(options.interval, options.flow)
        self._flows = FlowRanking("messages", _KEPT)

    def add(self, batch: Batch) -> None:
        """Take the next batch."""
        self.clock.add(batch)
        analysed = self._analyser.add(batch)
        if analysed.columns is not None:
            self.clock.add_rdma(analysed.columns.time)
        self._take(analysed, self._follower.follow(batch, analysed))

    def _take(self, analysed: AnalysisResult, commands: list[Command]) -> None:
        self._flows.add(analysed.flows)
        self._lanes.add(analysed.message_table, commands, self.clock.last)

    def picture(self) -> Chart:
        """The chart."""
        commands = self._follower.finish()
        self._take(self._follower.analysed, commands)
        low, high = self.clock.window(self.options)
        lanes = tuple(self._lanes.lanes(self.clock.start, (low, high), flow_ends(self._flows, self.options)))
        said = [f"{lane.title}, {lane.aside}: {_most(lane):,.0f} at once" for lane in lanes]
        interval = span_text(self._lanes.length)
        line = f"messages --depth --interval {self._lanes.length / 1e9:.9f}".rstrip("0").rstrip(".")
        return Chart(
            "depth",
            "Messages and commands under way"
            if any("Commands" in lane.title for lane in lanes)
            else "Messages under way",
            f"{self.clock.facts(self.options)} · intervals of {interval}",
            ChartAxis(low / 1e9, high / 1e9),
            lanes,
            self.options.command(line if self.options.flow is None else f"{line} --flow {self.options.flow}"),
            ". ".join(said) + "." if said else f"No answered message in {count_text(self.clock.packets, 'packet')}.",
        )


def _most(lane: ChartLane) -> float:
    return max(float(each.y.max()) for each in lane.series)


def flow_ends(flows: FlowRanking | list[Flow], options: PlotOptions) -> dict[int, str]:
    """Both ends of flows by number, ``|`` between them."""
    found = {}
    for flow in flows:
        ends = "|".join(options.named(side.address) or "?" for side in flow.sides)
        found[flow.number] = ends
        if flow.also:
            found[flow.also] = ends
    return found
