"""The timeline: when flows were busy, and when incidents were."""

from __future__ import annotations

import re

import pytest

import ibpkt
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.incidents import Incidents
from ibpkt.plot.chart import Chart, ChartAxis, SeriesForm
from ibpkt.plot.chart_svg import chart_svg
from ibpkt.plot.timeline import FlowActivity, incident_lane
from tests.support.command import CAPTURES

LOSS = CAPTURES / "loss_write_3pct.pcap.gz"


def activity(size=None):
    found, analyser, first, last = FlowActivity(), Analyser(messages=False), None, 0
    with ibpkt.open(LOSS) as capture:
        for batch in capture.batches(max_packets=size):
            result = analyser.add(batch)
            first = batch.frames.first_time if first is None else first
            found.begin(first)
            found.add(result.columns, result)
            last = int(result.columns.time.max()) - first
    found.correct(analyser.finish())
    return found, (0, last)


@pytest.mark.parametrize("size", [None, 400])
def test_packets_are_counted(size):
    found, _ = activity(size)
    assert found.packets.of(1).sum() == 2815  # as `ibpkt flows` says
    assert found.again.of(1).sum() == 2193


def test_every_packet_is_in_a_stretch():
    found, window = activity()
    (lane,) = found.flow_lanes(window, {1: "two hosts"})
    busy, again = lane.series
    edges, counts = found.packets.edges, found.packets.of(1)
    for place in counts.nonzero()[0]:
        middle = (edges[place] + edges[place + 1]) / 2e9
        assert ((busy.x <= middle) & (busy.x2 >= min(middle, window[1] / 1e9))).any()
    assert (again.x[1:] > again.x2[:-1]).all()
    assert lane.aside == "two hosts · 2,815 packets"


def test_a_long_stretch_is_drawn_to_its_ends():
    found, window = activity()
    (lane,) = found.flow_lanes(window, {})
    busy = lane.series[0]
    chart = Chart("", "t", "", ChartAxis(window[0] / 1e9, window[1] / 1e9), (lane,), "", "")
    path = re.search(r'<path class="a bar" d="([^"]*)"', chart_svg(chart, 1000))[1]
    drawn = [tuple(map(float, ends)) for ends in re.findall(r"M(-?[\d.]+) [\d.]+H(-?[\d.]+)V", path)]
    places = [
        (960 * x, 960 * x2) for x, x2 in zip(*(chart.axis.share(each) for each in (busy.x, busy.x2)), strict=True)
    ]
    for (left, right), (begin, end) in zip(drawn, places, strict=True):
        assert abs(left - begin) <= 2
        assert abs(right - end) <= 2


def test_what_is_sent_again():
    found, window = activity()
    lane = found.again_lane(window)
    assert lane.series[0].form is SeriesForm.STICKS
    assert lane.series[0].y.sum() == 2193


def test_incidents_are_boxes_from_first_to_last():
    expert = Expert()
    incidents = Incidents(expert)
    with ibpkt.open(LOSS) as capture:
        for batch in capture.batches():
            start = batch.frames.first_time
            incidents.add(expert.add(batch), batch)
    incidents.add_last(expert.finish())
    told = incidents.finish()
    lane = incident_lane(dict(enumerate(told, 1)), start, (0, 2 * 10**9))
    boxes = lane.series[0]
    assert [(round(x * 1e9), round(x2 * 1e9)) for x, x2 in zip(boxes.x, boxes.x2, strict=True)] == [
        (each.start - start, each.end - start) for each in told
    ]
    assert lane.aside == "1, 2, from top to bottom"
    assert incident_lane({}, start, (0, 1)) is None
