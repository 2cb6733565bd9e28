"""Congestion: marks of switches, notifications and pauses, over time."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.checks.pause_frames import PAUSE, PauseChecks
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import CNP, Transport, transport
from ibpkt.batch import Batch
from ibpkt.output.quantities import count_text
from ibpkt.plot.capture_plot import CapturePlot, PlotOptions
from ibpkt.plot.chart import Chart, ChartAxis, ChartLane, ChartRole, ChartSeries, SeriesForm, Unit
from ibpkt.plot.throughput import SenderBytes
from ibpkt.plot.time_bins import TimeBins

_PACKETS = Unit("")


class CongestionBins:
    """Marked packets, CNPs and pause frames by interval.

    Args:
        interval: in nanoseconds; None for one that suits the picture.
    """

    def __init__(self, interval: int | None) -> None:
        self.marked: TimeBins = TimeBins(interval)
        self.notified: TimeBins = TimeBins(interval)
        self.paused: TimeBins = TimeBins(interval)
        self._pauses = PauseChecks()

    def add(self, batch: Batch, columns: Transport) -> None:
        """Count a batch, and those of its packets that have a BTH."""
        if not len(batch):
            return
        marked = np.flatnonzero(columns.ce | (columns.fecn != 0))
        notices = np.flatnonzero(columns.operation == CNP)
        pauses = [hits.rows for hits in self._pauses.add(batch) if hits.kind is PAUSE]
        rows = np.concatenate(pauses) if pauses else np.zeros(0, np.int64)
        for bins, times in (
            (self.marked, columns.time[marked]),
            (self.notified, columns.time[notices]),
            (self.paused, batch.frames.time[rows]),
        ):
            bins.begin(batch.frames.first_time)
            bins.add(times, np.ones(len(times), np.int64), np.ones(len(times), np.int64))

    def lanes(self, window: tuple[int, int]) -> list[ChartLane]:
        """A lane for each of which there is any."""
        found = (
            ("Marked packets", "CE or FECN, set by a switch", self.marked, ChartRole.MARKED),
            ("Notifications (CNP)", "the receiver tells the sender", self.notified, ChartRole.REFUSED),
            ("Pause frames", "a port stops its neighbour", self.paused, ChartRole.AGAIN),
        )
        return [
            ChartLane(title, _PACKETS, (sticks(bins, title, role, window),), aside=aside, height=84)
            for title, aside, bins, role in found
            if bins.totals().any()
        ]

    def counts(self) -> tuple[int, int, int]:
        """Marked packets, notifications and pause frames in all."""
        return int(self.marked.totals().sum()), int(self.notified.totals().sum()), int(self.paused.totals().sum())


def sticks(bins: TimeBins, name: str, role: ChartRole, window: tuple[int, int]) -> ChartSeries:
    """Counts by interval, as sticks in their middles; intervals without any have none."""
    counts, edges = bins.of(1), bins.edges
    some = np.flatnonzero((counts > 0) & (edges[1:] > window[0]) & (edges[:-1] < window[1]))
    middle = np.clip((edges[:-1][some] + edges[1:][some]) / 2, *window)
    return ChartSeries.of(name, role, SeriesForm.STICKS, middle / 1e9, counts[some])


class CongestionPlot(CapturePlot):
    """Throughput, and below it marks, notifications and pauses."""

    def __init__(self, options: PlotOptions) -> None:
        super().__init__(options)
        self._addresses = Addresses()
        self._bytes = SenderBytes(options.interval, self._addresses)
        self._congestion = CongestionBins(options.interval)

    def add(self, batch: Batch) -> None:
        """Take the next batch."""
        self.clock.add(batch)
        columns = transport(batch, self._addresses)
        self.clock.add_rdma(columns.time)
        self._bytes.add(batch, columns)
        self._congestion.add(batch, columns)

    def picture(self) -> Chart:
        """The chart."""
        low, high = self.clock.window(self.options)
        throughput = self._bytes.lane(self.options, (low, high))
        marked, notified, paused = self._congestion.counts()
        said = (
            f"{count_text(marked, 'packet')} marked by a switch, {count_text(notified, 'notification')} (CNP), "
            f"{count_text(paused, 'pause frame')}."
        )
        return Chart(
            "congestion",
            "Congestion",
            f"{self.clock.facts(self.options)} · {said.removesuffix('.')}",
            ChartAxis(low / 1e9, high / 1e9),
            (throughput, *self._congestion.lanes((low, high))) if throughput.series or paused else (),
            self.options.command("expert --findings --severity chat --kind congestion-mark,cnp,pfc-pause"),
            said if throughput.series or paused else f"No RDMA in {count_text(self.clock.packets, 'packet')}.",
        )
