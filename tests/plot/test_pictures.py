"""What pictures show is what the tables of other commands say."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ibpkt
from ibpkt.plot import plot
from ibpkt.plot.time_bins import TimeBins
from tests.support.command import CAPTURES, run
from tests.support.shared import SHARED, needs

SCENES = SHARED / "captures" / "scenes"


def drawn(kind, name, **options):
    with ibpkt.open(CAPTURES.parent / name) as capture:
        return plot(capture, kind, **options)


def table(*arguments):
    return json.loads(run(*arguments, "--format", "json").out)


@pytest.mark.parametrize("name", ["rc_write.pcap", "nvmeof.pcap", "ib_small.pcap", "loss_write_3pct.pcap.gz"])
def test_throughput_is_stats_io(name):
    interval = 0.01
    chart = drawn("throughput", f"captures/{name}", interval=round(interval * 1e9))
    rows = table("stats", "io", "--interval", str(interval), "-Y", "infiniband.bth", f"captures/{name}")["intervals"]
    truth = {round(float(row["start"]) / interval): row["bytes"] for row in rows}
    lane = chart.lanes[0]
    sums = {}
    for each in lane.series:
        for x2, y in zip(each.x2, each.y, strict=True):
            place = int(np.ceil(round(x2 / interval, 6))) - 1
            sums[place] = sums.get(place, 0) + round(y * interval / 8)
    assert {place: size for place, size in sums.items() if size} == {at: size for at, size in truth.items() if size}


def test_throughput_by_sender_is_flows():
    chart = drawn("throughput", "captures/loss_write_3pct.pcap.gz")
    flow = table("flows", "captures/loss_write_3pct.pcap.gz")["flows"][0]
    sent = {each.name: round(float((each.y * (each.x2 - each.x)).sum()) / 8) for each in chart.lanes[0].series}
    # the intervals at both ends are cut off where the picture ends
    assert sent["192.168.77.2"] == pytest.approx(flow["a_bytes"], rel=0.01)
    assert set(sent) == {flow["a"], flow["b"]}


@pytest.mark.parametrize("name", ["mix_all_ops.pcap", "nvmeof.pcap", "loss_ack_10pct.pcap", "rc_read.pcap"])
def test_latency_is_messages_latency(name):
    chart = drawn("latency", f"captures/{name}")
    truth = {}
    for row in table("messages", "--latency", f"captures/{name}")["latency"]:
        for low, _, count in row["histogram"]:
            steps = truth.setdefault(row["kind"], {})
            steps[round(low * 1000)] = steps.get(round(low * 1000), 0) + count
    found = {}
    for lane in chart.lanes:
        for low, count in zip(lane.series[0].x, lane.series[0].y, strict=True):
            power = 1 << round(low * 1e9).bit_length() >> 1
            steps = found.setdefault(lane.title, {})
            steps[power] = steps.get(power, 0) + count
    assert {kind: steps for kind, steps in found.items() if not kind.endswith(" command")} == {
        kind: {low: count for low, count in steps.items() if count} for kind, steps in truth.items()
    }


def test_latency_of_commands_is_commands():
    chart = drawn("latency", "captures/nvmeof.pcap")
    lanes = {lane.title: lane.series[0] for lane in chart.lanes if lane.title.endswith(" command")}
    spans = {}
    for row in table("commands", "captures/nvmeof.pcap")["commands"]:
        if row["latency_us"] is not None:
            spans.setdefault(f"{row['kind']} command", []).append(row["latency_us"] * 1e-6)
    assert set(lanes) == set(spans)
    for kind, bars in lanes.items():
        for low, high, count in zip(bars.x, bars.x2, bars.y, strict=True):
            assert sum(low - 1e-12 <= span < high - 1e-12 for span in spans[kind]) == count, kind


@pytest.mark.parametrize("name", ["rc_read.pcap", "loss_write_3pct.pcap.gz", "bidir_sends.pcap"])
def test_depth_is_messages_depth(name):
    interval = 0.01
    chart = drawn("depth", f"captures/{name}", interval=round(interval * 1e9))
    rows = table("messages", "--depth", "--interval", str(interval), f"captures/{name}")["depth"]
    truth = sorted((row["mean"], row["peak"]) for row in rows if row["flow"] is not None)
    found = [
        (round(float(mean), 6), round(float(most)))
        for lane in chart.lanes
        for mean, most in zip(lane.series[0].y, lane.series[1].y, strict=True)
    ]
    assert sorted(found) == truth


def test_depth_of_commands():
    chart = drawn("depth", "captures/nvmeof.pcap")
    truth = {each["queue"]: each["max_depth"] for each in table("commands", "captures/nvmeof.pcap")["connections"]}
    found = {lane.title: lane.series[1].y.max() for lane in chart.lanes if lane.title.startswith("Commands")}
    assert found == {f"Commands of queue {queue}": most for queue, most in truth.items()}


def test_marks_are_flows():
    chart = drawn("congestion", "captures/ecn_marked_netem.pcap")
    flows = table("flows", "captures/ecn_marked_netem.pcap")["flows"]
    marks = next(lane for lane in chart.lanes if lane.title == "Marked packets")
    assert marks.series[0].y.sum() == sum(flow["a_marked"] + flow["b_marked"] for flow in flows) == 49


@needs(SCENES)
@pytest.mark.parametrize(
    ("name", "lane", "kind"),
    [
        ("ecn_marks_with_cnp.pcap", "Notifications (CNP)", "cnp"),
        ("ecn_marks_with_cnp.pcap", "Marked packets", "congestion-mark"),
        ("pfc_pause_with_gap.pcap", "Pause frames", "pfc-pause"),
    ],
)
def test_congestion_is_what_expert_finds(name, lane, kind):
    found = table("expert", "--severity", "chat", "--kind", kind, str(SCENES / name))
    with ibpkt.open(SCENES / name) as capture:
        chart = plot(capture, "congestion")
    shown = {each.title: each.series[0].y.sum() for each in chart.lanes}
    assert shown[lane] == sum(group["packets"] for group in found["groups"] if group["kind"] == kind) > 0


@pytest.mark.parametrize("name", ["rc_write.pcap", "nvmeof.pcap", "ib_small.pcap"])
def test_matrix_is_stats_conversations(name):
    matrix = drawn("matrix", f"captures/{name}")
    truth = {}
    for row in table("stats", "conversations", "--limit", "0", f"captures/{name}")["conversations"]:
        for ends, size in (((row["a"], row["b"]), row["bytes_a_to_b"]), ((row["b"], row["a"]), row["bytes_b_to_a"])):
            if size:
                truth[ends] = truth.get(ends, 0) + size
    names = matrix.names
    assert {(names[cell.source], names[cell.target]): cell.value for cell in matrix.cells} == truth


def test_a_matrix_of_many(monkeypatch):
    monkeypatch.setattr("ibpkt.plot.matrix.MOST_HOSTS", 3)
    matrix = drawn("matrix", "captures/ib_small.pcap")
    assert len(matrix.names) == 3
    assert matrix.left_out == "and 3 more addresses, which sent and received less"


def test_topology_is_the_picture_of_fabric(tmp_path):
    run("fabric", "-w", tmp_path / "a.svg", "captures/ib_small.pcap")
    assert drawn("topology", "captures/ib_small.pcap").svg == (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_no_topology():
    with pytest.raises(ibpkt.CallerError, match="no management traffic that tells of a fabric"):
        drawn("topology", "captures/rc_write.pcap")


def test_no_such_picture():
    with pytest.raises(ibpkt.CallerError, match="did you mean latency"):
        drawn("latancy", "captures/rc_write.pcap")


def test_intervals_double():
    """However long the capture, the sums stay."""
    bins, rng = TimeBins(), np.random.default_rng(1)
    every = np.sort(rng.integers(0, 10**12, 5000))
    for times in np.array_split(every, 20):
        bins.add(times, np.ones(len(times), np.int64), np.full(len(times), 3))
    counts = bins.of(1)
    assert counts.sum() == 15_000
    truth = np.bincount((every - every[0]) // bins.length, minlength=len(counts)) * 3
    assert (counts == truth).all()
    assert len(bins.edges) == len(counts) + 1


def test_too_many_intervals():
    with pytest.raises(ibpkt.CallerError, match="ask for longer ones"):
        drawn("throughput", "captures/nvmeof.pcap", interval=1000)
