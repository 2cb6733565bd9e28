"""The pictures of a page."""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import Sequence

import numpy as np

from ibpkt.analysis.incidents import Incident
from ibpkt.analysis.results.finding import Severity
from ibpkt.fabric.picture import topology_svg
from ibpkt.fabric.topology import recognise
from ibpkt.output.quantities import count_text
from ibpkt.output.svg import SVGPicture
from ibpkt.plot.chart import Chart, ChartAxis, ChartLane, MatrixChart
from ibpkt.plot.chart_svg import key_svg, lane_svgs
from ibpkt.plot.depth import flow_ends
from ibpkt.plot.matrix import draw_matrix
from ibpkt.plot.sequence import sequence_chart
from ibpkt.plot.timeline import MOST_INCIDENTS, incident_lane
from ibpkt.report.collector import ReportCollector
from ibpkt.report.views import FigureView

#: columns of pictures in a page, which can be zoomed
COLUMNS = 3000
#: packets before and behind the first of an incident that its own picture shows
_BEFORE, _BEHIND = 60, 240


def _figure(chart: Chart, name: str, note: str, *, jumps: Sequence[tuple[str, str]] = ()) -> FigureView:
    return FigureView(
        name, chart.title, note, tuple(lane_svgs(chart, name)),
        tuple((key_svg(role, form), words) for words, role, form in chart.legend()),
        chart.command, chart.description, not chart.axis.logarithmic, tuple(jumps),
    )  # fmt: skip


def timeline(collector: ReportCollector, prefix: str) -> FigureView | None:
    """Throughput, incidents, what is sent again, congestion, and when flows were busy; None without RDMA."""
    window = collector.window
    start, options = collector.clock.start, collector.options
    throughput = collector.sent.lane(options, window)
    if not throughput.series:
        return None
    told = {number: each for number, each in enumerate(collector.incidents, 1) if each.severity >= Severity.WARNING}
    names = {number: ends.replace("|", " and ") for number, ends in flow_ends(collector.flows, options).items()}
    lanes: list[ChartLane | None] = [
        throughput,
        incident_lane(told, start, window),
        collector.activity.again_lane(window),
        *collector.congestion.lanes(window),
        *collector.activity.flow_lanes(window, names),
    ]
    worst = list(told.items())[:MOST_INCIDENTS]
    jumps = [(f"Incident {number}", _around(each, start, window)) for number, each in worst]
    interval = collector.sent.bins.length / 1e9
    line = f"stats io --interval {interval:.9f}".rstrip("0").rstrip(".")
    chart = Chart(
        "timeline", "Timeline", "", ChartAxis(window[0] / 1e9, window[1] / 1e9),
        tuple(lane for lane in lanes if lane is not None), options.command(f"{line} -Y infiniband"),
        "Throughput by sender, incidents, packets sent again, and when each flow was busy.",
    )  # fmt: skip
    return _figure(chart, f"{prefix}-time", "From the first RDMA packet to the last.", jumps=jumps)


def _around(incident: Incident, start: int, window: tuple[int, int]) -> str:
    """An incident with some time before and behind it."""
    low, high = incident.start - start, incident.end - start
    room = max((high - low) // 5, (window[1] - window[0]) // 500)
    return f"{max(window[0], low - room) / 1e9:.9f},{min(window[1], high + room) / 1e9:.9f}"


def sequence_graphs(collector: ReportCollector, trouble: list[Incident], prefix: str) -> tuple[FigureView, ...]:
    """The guilty flow, or the largest: as a whole, and around the first packet of the worst incident."""
    every = collector.packets.connected()
    guilty = [flow for each in trouble[:1] for flow in each.flows if flow in every]
    if not every:
        return ()
    number = guilty[0] if guilty else every[0]
    flow, options, start = collector.flow_of(number), collector.options, collector.clock.start
    packets = collector.packets.of(*((number,) if flow is None else (flow.number, flow.also or flow.number)))
    words = f"flow {number} of {collector.flow_count:,}"
    whole = sequence_chart(packets, flow, number, start, None, options, words, COLUMNS)
    found = [_figure(whole, f"{prefix}-seq", _sequence_note(whole))]
    if guilty and len(packets) > _BEFORE + _BEHIND:
        at = int(np.searchsorted(packets["frame"], trouble[0].first_frame))
        times = packets["time"][[max(0, at - _BEFORE), min(len(packets) - 1, at + _BEHIND)]] - start
        window = int(times[0]), max(int(times[1]), int(times[0]) + 1)
        near = sequence_chart(packets, flow, number, start, window, options, words, COLUMNS)
        near = dataclasses.replace(
            near,
            title=f"Where incident {collector.incidents.index(trouble[0]) + 1} begins, flow {number}",
            command=options.command(
                f"plot sequence --flow {number} --from {window[0] / 1e9:.6f} --to {window[1] / 1e9:.6f}"
            ),
        )
        found.append(_figure(near, f"{prefix}-near", _sequence_note(near)))
    return tuple(found)


def _sequence_note(chart: Chart) -> str:
    return f"Each packet's sequence number when it passed the tap; {chart.facts.partition(' · ')[2]}."


def latencies(collector: ReportCollector, prefix: str) -> FigureView | None:
    """Distributions by operation and storage command; None where nothing was answered."""
    found, options = collector.latency, collector.options
    lanes = tuple(found.lanes())
    if not lanes:
        return None
    unanswered = sum(found.unanswered.values())
    note = "From the first packet to the answer, as seen at the tap; the axis is logarithmic."
    if unanswered:
        note += f" {count_text(unanswered, 'storage command')} never answered."
    title = "Latency by operation" + (" and storage command" if found.commands else "")
    line = "commands --latency" if found.commands else "messages --latency"
    said = ". ".join(f"{lane.title}: {lane.aside}" for lane in lanes)
    return _figure(
        Chart("latency", title, "", found.axis(), lanes, options.command(line), f"{said}."), f"{prefix}-lat", note
    )


def queue_depths(collector: ReportCollector, prefix: str) -> FigureView | None:
    """The deepest queues; None where nothing was answered."""
    low, high = collector.window
    names = flow_ends(collector.flows, collector.options)
    lanes = tuple(collector.depth.lanes(collector.clock.start, (low, high), names)[:6])
    if not lanes:
        return None
    said = ". ".join(f"{lane.title}, {lane.aside}: {lane.range[1]:,.0f} at once" for lane in lanes)
    line = f"messages --depth --interval {collector.depth.length / 1e9:.9f}".rstrip("0").rstrip(".")
    chart = Chart(
        "depth", "Queue depth", "", ChartAxis(low / 1e9, high / 1e9), lanes, collector.options.command(line), f"{said}."
    )
    return _figure(chart, f"{prefix}-dep", "Messages and storage commands under way, the deepest queues first.")


def matrix_markup(matrix: MatrixChart) -> str:
    """A matrix for a page that has the style sheet."""
    few = len(matrix.names) <= 10
    left, top = 190.0, 30.0 if few else 170.0
    across, down = (102.4, 38.4) if few else (19.0, 19.0)
    size = len(matrix.names)
    picture = SVGPicture(
        left + across * size + 8, top + down * size + 8, title=matrix.title, description=matrix.description
    )
    draw_matrix(picture, matrix, left, top)
    return picture.markup()


def topology_image(collector: ReportCollector) -> tuple[str, str]:
    """The topology as SVG in base64, and its sentence; both empty where there is none."""
    fabric = collector.fabric()
    subnet = max(fabric.subnets, key=lambda each: len(each.nodes), default=None) if fabric is not None else None
    if subnet is None or len(subnet.nodes) < 2:
        return "", ""
    found = recognise(subnet)
    words = f"{found.sentence}; {count_text(len(subnet.nodes), 'node')}, {count_text(len(subnet.links), 'link')}."
    return base64.b64encode(topology_svg(subnet, found).encode("utf-8", "replace")).decode(), words
