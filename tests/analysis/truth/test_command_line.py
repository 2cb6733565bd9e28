"""Options that were ignored, and numbers that were printed wrongly, where an analysis or an array is asked for."""

from __future__ import annotations

import json

import pytest

from tests.analysis.truth.scenes.all_scenes import own_scenes
from tests.support.command import CAPTURES, run

#: fields that are arrays: a packet has several values of each
ARRAYS = (
    "infiniband.linearforwardingtable.port", "infiniband.guidinfo.guid", "infiniband.p_keytable.p_keybase",
    "infiniband.vlarbitrationtable.weight",
)  # fmt: skip
SUBNET = CAPTURES / "ib_small.pcap"
LOSSES = CAPTURES / "loss_write_3pct.pcap.gz"


def _values(field, *options):
    """What is printed of the packets that have it."""
    lines = run("decode", "-T", "fields", "-Y", field, "-e", field, *options, SUBNET).lines
    assert lines
    return lines


@pytest.mark.parametrize("field", ARRAYS)
def test_one_occurrence_of_an_array(field):
    every = [line.split(",") for line in _values(field)]
    assert any(len(set(values)) > 1 for values in every)
    assert _values(field, "-E", "occurrence=f") == [values[0] for values in every]
    assert _values(field, "-E", "occurrence=l") == [values[-1] for values in every]
    assert _values(field, "-E", "occurrence=a") == [",".join(values) for values in every]


@pytest.mark.parametrize("field", ARRAYS)
def test_the_aggregator_of_an_array(field):
    assert _values(field, "-E", "aggregator=;") == [line.replace(",", ";") for line in _values(field)]


@pytest.mark.parametrize("interval", ["0", "0.1"])
@pytest.mark.parametrize("fact", ["retransmission", "lost", "timeout", "out_of_sequence"])
def test_intervals_count_what_the_analysis_says_of_packets(fact, interval):
    field = f"infiniband.analysis.{fact}"
    packets = len(run("decode", "-Y", field, LOSSES).lines)
    assert packets
    options = ("--interval", interval, "--column", field, "--measure", f"count({field})", "--format", "json")
    result = run("stats", "io", *options, LOSSES)
    assert result.code == 0, result.err
    intervals = json.loads(result.out)["intervals"]
    assert _total(intervals, "packets", field) == packets
    assert _total(intervals, f"count({field})", field) == packets


def _total(intervals, measure, column):
    return sum(interval[f"{column}: {measure}"] or 0 for interval in intervals)


def _capture(name, folder):
    """A file with an own scene."""
    (scene,) = [scene for scene in own_scenes() if scene.name == name]
    path = folder / f"{name}.pcap"
    path.write_bytes(scene.pcap())
    return path


def test_a_run_of_packets_is_one_line_with_their_number(tmp_path):
    path = _capture("all_acks_lost-ipv4", tmp_path)
    (line,) = run("expert", "--findings", "--kind", "retransmission", path).lines[:-1]
    assert "10 packets" in line
    assert "67" in line  # the milliseconds that the requester waited


def test_groups_count_packets_beside_findings(tmp_path):
    path = _capture("all_acks_lost-ipv4", tmp_path)
    result = json.loads(run("expert", "--summary", "--format", "json", path).out)
    groups = {group["kind"]: group for group in result["groups"]}
    assert (groups["duplicate-request"]["packets"], groups["duplicate-request"]["findings"]) == (10, 1)
    assert (groups["retransmission"]["packets"], groups["retransmission"]["findings"]) == (10, 1)
    assert (groups["timeout"]["packets"], groups["timeout"]["findings"]) == (1, 1)


def test_partition_keys_are_printed_in_hexadecimal(tmp_path):
    told = run(
        "expert", "--findings", "--kind", "p-key-mismatch", _capture("p_key_of_the_third_send-ipv4", tmp_path)
    ).out
    assert "0x8001" in told
    assert "0xffff" in told
    assert "32769" not in told
