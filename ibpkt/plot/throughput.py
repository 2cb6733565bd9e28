"""Throughput: bits a second on the wire, by sender."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import Transport, transport
from ibpkt.batch import Batch
from ibpkt.output.quantities import count_text
from ibpkt.plot.capture_plot import CapturePlot, PlotOptions, busiest, roles
from ibpkt.plot.chart import Chart, ChartAxis, ChartLane, ChartRole, ChartSeries, SeriesForm, Unit
from ibpkt.plot.ticks import with_unit
from ibpkt.plot.time_bins import TimeBins

BITS = Unit("bit/s", scaled=True)


class SenderBytes:
    """Bytes of RDMA packets by sender and interval.

    Args:
        interval: in nanoseconds; None for one that suits the picture.
        addresses: numbers of addresses.
    """

    def __init__(self, interval: int | None, addresses: Addresses) -> None:
        self.bins: TimeBins = TimeBins(interval)
        self.addresses: Addresses = addresses

    def add(self, batch: Batch, columns: Transport) -> None:
        """Count a batch, and those of its packets that have a BTH."""
        if len(batch):
            self.bins.begin(batch.frames.first_time)
        self.bins.add(columns.time, columns.source, columns.length)

    def lane(self, options: PlotOptions, window: tuple[int, int]) -> ChartLane:
        """The lane that shows them."""
        bins = self.bins
        totals = bins.totals()
        shown = busiest(totals)
        colors = roles(shown)
        series = [_area(bins, [key], options.named(self.addresses.text(key)), colors[key], window) for key in shown]
        rest = [key for key in range(len(totals)) if key not in colors and totals[key] > 0]
        if rest:
            name = f"{len(rest):,} others" if not bins.pooled else "all others"
            series.insert(0, _area(bins, rest, name, ChartRole.OTHER, window))
        return ChartLane("Throughput", BITS, tuple(series), aside="sent by each host, on the wire")


def _area(bins: TimeBins, keys: list[int], name: str, role: ChartRole, window: tuple[int, int]) -> ChartSeries:
    sums = np.sum([bins.of(key) for key in keys], axis=0)
    edges = bins.edges
    inside = (edges[1:] > window[0]) & (edges[:-1] < window[1])
    starts, ends = np.maximum(edges[:-1][inside], window[0]), np.minimum(edges[1:][inside], window[1])
    return ChartSeries.of(
        name, role, SeriesForm.AREA, starts / 1e9, sums[inside] * 8e9 / bins.length, x2=ends / 1e9
    )  # fmt: skip


class ThroughputPlot(CapturePlot):
    """Bits a second, by the address that sends them."""

    def __init__(self, options: PlotOptions) -> None:
        super().__init__(options)
        self._addresses = Addresses()
        self._bytes = SenderBytes(options.interval, self._addresses)

    def add(self, batch: Batch) -> None:
        """Take the next batch."""
        self.clock.add(batch)
        columns = transport(batch, self._addresses)
        self.clock.add_rdma(columns.time)
        self._bytes.add(batch, columns)

    def picture(self) -> Chart:
        """The chart."""
        low, high = self.clock.window(self.options)
        lane = self._bytes.lane(self.options, (low, high))
        lane = ChartLane(lane.title, lane.unit, lane.series, lane.aside, height=260)
        interval = self._bytes.bins.length / 1e9
        said = [
            f"{each.name} sends {with_unit(float(each.y.max()), BITS)} at most" for each in lane.series if len(each)
        ]
        return Chart(
            "throughput",
            "Throughput by sender",
            f"{self.clock.facts(self.options)} · intervals of {interval:.9g} s",
            ChartAxis(low / 1e9, high / 1e9),
            (lane,) if said else (),
            self.options.command(f"stats io --interval {interval:.9f}".rstrip("0").rstrip(".") + " -Y infiniband"),
            ". ".join(said) + "." if said else f"No RDMA in {count_text(self.clock.packets, 'packet')}.",
        )
