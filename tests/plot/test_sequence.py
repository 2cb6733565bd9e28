"""The sequence graph draws what the fields of the packets say, and what `flows` counts."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ibpkt
from ibpkt.plot import plot
from ibpkt.plot.capture_plot import PlotOptions
from ibpkt.plot.chart import ChartRole, SeriesForm
from ibpkt.plot.chart_svg import chart_svg
from ibpkt.plot.sequence import COLUMNS, MOST_DOTS, sequence_chart
from ibpkt.plot.sequence_packets import SequenceKind, SequencePackets, positions_of
from tests.support.command import CAPTURES, run

LOSS = "captures/loss_write_3pct.pcap.gz"
NAMES = ("frame.time_relative", "infiniband.bth.opcode", "infiniband.bth.psn", "infiniband.aeth.syndrome")


def drawn(name, **options):
    with ibpkt.open(CAPTURES.parent / name) as capture:
        return plot(capture, "sequence", **options)


def fields(name):
    """Packets of RC as tshark's option prints them."""
    wanted = [argument for field in NAMES for argument in ("-e", field)]
    done = run("decode", "-T", "fields", *wanted, "-Y", "infiniband.bth.opcode < 32", name)
    return [line.split("\t") for line in done.lines]


def flow(name):
    return json.loads(run("flows", "--format", "json", name).out)["flows"][0]


def series(chart, role, form, lane=0):
    found = [each for each in chart.lanes[lane].series if (each.role, each.form) == (role, form)]
    return found[0] if found else None


def points(*some):
    """Times in ns, and y."""
    some = [each for each in some if each is not None]
    return sorted((round(x * 1e9), round(y)) for each in some for x, y in zip(each.x, each.y, strict=True))


def test_every_packet_is_where_its_fields_say():
    chart = drawn(LOSS)
    rows = [row for row in fields(LOSS) if not row[3]]
    first = int(rows[0][2])
    truth = sorted((round(float(time) * 1e9), (int(psn) - first)) for time, _, psn, _ in rows)
    fresh, again = (
        series(chart, role, form)
        for role, form in ((ChartRole.A, SeriesForm.DOTS), (ChartRole.AGAIN, SeriesForm.SQUARES))
    )
    assert len(again) <= MOST_DOTS or (again.y <= again.y2).all()
    if len(again) + len(fresh) == len(truth):
        assert points(fresh, again) == truth
    else:  # squares are drawn column by column: the lowest and the highest of each
        assert set(points(fresh)) <= set(truth)
        heights = {y for _, y in truth}
        assert {round(y) for y in (*again.y, *again.y2)} <= heights


def test_counts_are_those_of_flows():
    chart, truth = drawn(LOSS), flow(LOSS)
    resent = truth["a_retransmitted"] + truth["b_retransmitted"]
    assert f"{truth['packets']:,} packets, {resent:,} sent again, {truth['b_naks']} NAKs" in chart.facts
    assert len(series(chart, ChartRole.REFUSED, SeriesForm.CROSSES)) == truth["b_naks"]


def test_naks_are_where_they_ask():
    chart = drawn(LOSS)
    rows = fields(LOSS)
    first = int(rows[0][2])
    truth = [(round(float(time) * 1e9), int(psn) - first) for time, _, psn, syndrome in rows
             if syndrome and int(syndrome, 0) >> 5 == 3]  # fmt: skip
    assert points(series(chart, ChartRole.REFUSED, SeriesForm.CROSSES)) == sorted(truth)


def test_the_step_is_what_was_acknowledged():
    """Independently: the highest PSN that an ACK names, and the one before that of a NAK."""
    chart = drawn("captures/rc_write.pcap")
    rows = fields("captures/rc_write.pcap")
    first, reached, truth = int(rows[0][2]), None, []
    for time, _, psn, syndrome in rows:
        if syndrome:
            now = int(psn) - first - (int(syndrome, 0) >> 5 == 3)
            if reached is None or now > reached:
                reached = now
                truth.append((round(float(time) * 1e9), now))
    assert points(series(chart, ChartRole.ACKNOWLEDGED, SeriesForm.STEPS)) == truth


def test_rnr_naks_are_boxes_as_long_as_they_ask():
    chart, truth = drawn("captures/rnr_recover.pcap"), flow("captures/rnr_recover.pcap")
    boxes = series(chart, ChartRole.WAITING, SeriesForm.SPANS)
    assert len(boxes) == truth["b_rnrs"] == 18
    assert np.allclose(boxes.x2 - boxes.x, 0.02048)  # as the packets say: RNR NAK 20.48 ms


def test_marked_packets():
    chart, truth = drawn("captures/ecn_marked_netem.pcap"), flow("captures/ecn_marked_netem.pcap")
    marked = series(chart, ChartRole.MARKED, SeriesForm.DOTS)
    assert 0 < len(marked) <= truth["a_marked"] + truth["b_marked"]


def test_psns_go_on_past_the_end():
    chart = drawn("captures/psn_wrap.pcap")
    assert chart.lanes[0].range[1] < 10_000
    assert "PSN from" in chart.lanes[0].aside


def test_both_directions_have_a_lane():
    chart = drawn("captures/bidir_sends.pcap")
    assert [lane.title for lane in chart.lanes] == [f"192.168.77.{a} → 192.168.77.{b}" for a, b in ((2, 1), (1, 2))]


def test_a_window():
    chart = drawn(LOSS, since=1_520_000_000, until=1_530_000_000)
    assert (chart.axis.low, chart.axis.high) == (1.52, 1.53)
    assert all((each.x >= 1.52).all() and (each.x <= 1.53).all() for lane in chart.lanes for each in lane.series)


def test_of_several_flows_the_one_with_most_trouble():
    chart = drawn("captures/nvmeof.pcap")
    assert "flow 2 of 3 (most trouble; --flow N draws another)" in chart.facts
    assert "flow 3 of 3" in drawn("captures/nvmeof.pcap", flow=3).facts


def test_no_such_flow():
    with pytest.raises(ibpkt.CallerError, match="there is no flow 7"):
        drawn(LOSS, flow=7)


def test_nothing_to_draw():
    chart = drawn("captures/derived_empty.pcap")
    assert not chart.lanes
    assert "No connection in 0 packets" in chart_svg(chart)


def many(count, again_at=()):
    """A flow of many packets, of which some are sent again."""
    dtype = SequencePackets().of(1).dtype
    packets = np.zeros(count, dtype)
    packets["time"] = np.arange(count) * 1000
    packets["frame"] = np.arange(1, count + 1)
    packets["flow"] = 1
    packets["psn"] = (np.arange(count) // 2 + 0xFFF000) & 0xFFFFFF
    packets["what"] = np.where(np.arange(count) % 2, SequenceKind.ACK, SequenceKind.REQUEST)
    packets["again"][list(again_at)] = True
    return packets


def chart_of(packets):
    return sequence_chart(packets, None, 1, 0, None, PlotOptions("x.pcap"), "facts")


def test_a_million_packets_are_envelopes():
    packets = many(1_000_000)
    chart = chart_of(packets)
    assert sum(len(each) for lane in chart.lanes for each in lane.series) <= 4 * COLUMNS
    assert len(chart_svg(chart)) < 200_000
    dots = series(chart, ChartRole.A, SeriesForm.DOTS)
    positions = positions_of(packets)[::2]
    assert dots.y.min() == positions.min() == 0
    assert dots.y2.max() == positions.max() == 499_999
    # every column reaches from its lowest packet to its highest: together they cover all
    covered = sum(high - low + 1 for low, high in zip(dots.y, dots.y2, strict=True))
    assert covered == 500_000


def test_one_packet_in_a_million_is_seen():
    chart = chart_of(many(1_000_000, again_at=[777_776]))
    again = series(chart, ChartRole.AGAIN, SeriesForm.SQUARES)
    assert points(again) == [(777_776_000, 388_888)]
    assert 'class="again square"' in chart_svg(chart)


def test_room_is_bounded(monkeypatch):
    """When packets are too many, flows in trouble stay, and of them packets that a picture shows."""
    monkeypatch.setattr("ibpkt.plot.sequence_packets.ROOM", 1000)
    monkeypatch.setattr("ibpkt.plot.sequence_packets._COLUMNS", 64)
    whole, bounded = (SequencePlotOf() for _ in range(2))
    kept = bounded.packets.of(1)
    monkeypatch.undo()
    everything = SequencePlotOf().packets.of(1)
    assert len(kept) < len(everything)
    assert bounded.packets.thinned
    assert positions_of(kept).max() == positions_of(everything).max()
    assert whole.packets.seen == bounded.packets.seen == len(everything)


class SequencePlotOf:
    """The packets of a capture, collected in small batches."""

    def __init__(self):
        from ibpkt.analysis.analyser import Analyser

        self.packets = SequencePackets()
        analyser = Analyser(messages=False)
        with ibpkt.open(CAPTURES / "loss_write_3pct.pcap.gz") as capture:
            for batch in capture.batches(max_packets=500):
                result = analyser.add(batch)
                self.packets.add(result.columns, result, analyser.requesters(result.columns))
        self.packets.correct(analyser.finish())
