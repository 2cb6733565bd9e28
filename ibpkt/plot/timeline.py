"""The timeline of a capture: throughput, what went wrong, and which flows were busy, on one axis of time."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.analyser import AnalysisResult
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.incidents import Incident
from ibpkt.arrays import Bools, Ints
from ibpkt.plot.chart import ChartLane, ChartRole, ChartSeries, SeriesForm, Unit
from ibpkt.plot.congestion import sticks
from ibpkt.plot.time_bins import TimeBins

#: incidents and flows that have a row, those that cost most and those with most packets
MOST_INCIDENTS, MOST_FLOWS = 6, 8
#: batches whose packets later ones may still correct
RECENT = 4
_NONE = Unit("")


class _RecentPackets(NamedTuple):
    """Packets of a batch: number, time, flow, and whether they are sent again."""

    frame: Ints
    time: Ints
    flow: Ints
    again: Bools


class FlowActivity:
    """Packets of each flow by interval, and those of them that are sent again."""

    def __init__(self) -> None:
        self.packets: TimeBins = TimeBins()
        self.again: TimeBins = TimeBins()
        self._recent: deque[_RecentPackets] = deque(maxlen=RECENT)

    def begin(self, time: int) -> None:
        """The capture begins."""
        self.packets.begin(time)
        self.again.begin(time)

    def add(self, columns: Transport, result: AnalysisResult) -> None:
        """Count the packets of a batch.

        Args:
            columns: those that have a BTH.
            result: what the analysis says of the batch, with the facts ``flow`` and ``retransmission``.
        """
        flows = self._of(columns, result, "flow")
        if flows is None:
            return
        self.packets.add(columns.time, flows, np.ones(len(columns), np.int64))
        facts = self._of(columns, result, "retransmission")
        again = np.zeros(len(columns), np.bool_) if facts is None else facts != 0
        rows = np.flatnonzero(again)
        self.again.add(columns.time[rows], flows[rows], np.ones(len(rows), np.int64))
        self._recent.append(_RecentPackets(columns.frame, columns.time, flows, again))
        self.correct(result)

    def correct(self, result: AnalysisResult) -> None:
        """Take what a batch, or the end of the capture, shows of earlier packets.

        Args:
            result: what the analysis says; of packets that are long gone nothing is corrected.
        """
        for name, frames, values in result.later:
            for part in self._recent if name == "retransmission" else ():
                at = np.searchsorted(part.frame, frames)
                here = at < len(part.frame)
                here[here] = part.frame[at[here]] == frames[here]
                rows, again = at[here], values[here] != 0
                changed = rows[part.again[rows] != again]
                part.again[rows] = again
                self.again.add(part.time[changed], part.flow[changed], np.where(part.again[changed], 1, -1))

    @staticmethod
    def _of(columns: Transport, result: AnalysisResult, name: str) -> Ints | None:
        values = result.packets.get(name)
        if values is None or not len(columns):
            return None
        return values if len(values) == len(columns) else values[columns.rows]

    def again_lane(self, window: tuple[int, int]) -> ChartLane | None:
        """The lane of packets that are sent again, by all flows; None where there are none."""
        totals = self.again.totals()
        if not totals.any():
            return None
        every = TimeBins(self.again.length)
        every.begin(0)
        counts = np.sum([self.again.of(key) for key in np.flatnonzero(totals).tolist()], axis=0)
        rows = np.flatnonzero(counts)
        every.add(self.again.edges[:-1][rows], np.ones(len(rows), np.int64), counts[rows])
        series = sticks(every, "sent again", ChartRole.AGAIN, window)
        return ChartLane("Sent again", _NONE, (series,), aside="packets", height=70)

    def flow_lanes(self, window: tuple[int, int], names: dict[int, str]) -> list[ChartLane]:
        """A row for each of the busiest flows: when it had packets, and when it sent some again.

        Args:
            window: nanoseconds from the first packet between which they are drawn.
            names: of flows by number.
        """
        totals = self.packets.totals()
        order = [key for key in np.argsort(-totals, kind="stable").tolist() if key and totals[key]][:MOST_FLOWS]
        lanes = []
        for flow in sorted(order):
            busy = _stretches(self.packets, flow, "packets", ChartRole.A, window)
            again = _stretches(self.again, flow, "sent again", ChartRole.AGAIN, window)
            aside = f"{names.get(flow, '')} · {totals[flow]:,} packets".removeprefix(" · ")
            lanes.append(ChartLane(f"Flow {flow}", _NONE, (busy, again), aside=aside, height=34, labelled=False))
        return lanes


def _stretches(bins: TimeBins, key: int, name: str, role: ChartRole, window: tuple[int, int]) -> ChartSeries:
    """Intervals in which there are some, side by side ones as one."""
    counts, edges = bins.of(key), bins.edges
    some = (counts > 0).astype(np.int8)
    changes = np.flatnonzero(np.diff(some, prepend=0, append=0))
    starts, ends = edges[changes[::2]], edges[changes[1::2]]
    inside = (ends > window[0]) & (starts < window[1])
    starts, ends = np.maximum(starts[inside], window[0]), np.minimum(ends[inside], window[1])
    return ChartSeries.of(name, role, SeriesForm.BARS, starts / 1e9, np.ones(len(starts)), x2=ends / 1e9)


def incident_lane(incidents: dict[int, Incident], start: int, window: tuple[int, int]) -> ChartLane | None:
    """A row for each of the worst incidents, from its first packet to its last; None where there are none.

    Args:
        incidents: by the numbers under which they are told, the worst first.
        start: the time of the capture's first packet.
        window: nanoseconds from there between which they are drawn.
    """
    shown = dict(list(incidents.items())[:MOST_INCIDENTS])
    if not shown:
        return None
    spans = [
        (max(each.start - start, window[0]) / 1e9, min(max(each.end - start, window[0]), window[1]) / 1e9)
        for each in shown.values()
    ]
    rows = len(shown)
    series = ChartSeries.of(
        "incident, from its first packet to its last",
        ChartRole.WAITING,
        SeriesForm.SPANS,
        [begin for begin, _ in spans],
        [rows - at - 0.1 for at in range(rows)],
        x2=[end for _, end in spans],
        y2=[rows - at - 0.85 for at in range(rows)],
    )
    numbers = ", ".join(map(str, shown)) + (", from top to bottom" if rows > 1 else "")
    height = 22 + 16 * rows
    return ChartLane("Incidents", _NONE, (series,), aside=numbers, height=height, labelled=False)
