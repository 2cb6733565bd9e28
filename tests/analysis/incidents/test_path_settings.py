"""How flows between two hosts are set up, and captures of one direction."""

from __future__ import annotations

import pytest

from tests.analysis.incidents.changed import changed, made
from tests.analysis.incidents.told import incidents
from tests.support.command import run


def causes(path):
    return {(incident.cause, incident.where, len(incident.flows)) for incident in incidents(path)}


def flows_of(path):
    """The destination queue pairs of requests of the first host."""
    lines = run("decode", "-T", "fields", "-e", "infiniband.bth.destqp", "-Y", "ip.src == 10.0.0.1", path).lines
    return sorted(set(lines))


def test_one_port_for_all(tmp_path):
    path = made(tmp_path / "made.pcap")
    assert all(cause != "congestion" for cause, _, _ in causes(path))
    out = tmp_path / "one.pcap"
    assert run("edit", path, "--set", "udp.srcport=50000", "-w", out).code == 0
    assert ("congestion", "10.0.0.1 > 10.0.0.2", 6) in causes(out)


@pytest.mark.parametrize(("field", "value", "title"), [("ip.dsfield.ecn", 0, "ECN"), ("ip.dsfield.dscp", 10, "DSCP")])
def test_one_flow_differs(field, value, title, tmp_path):
    path = made(tmp_path / "made.pcap")
    other = flows_of(path)[0]
    out = changed(path, field, value, f"ip.src == 10.0.0.1 and infiniband.bth.destqp == {other}", tmp_path)
    (told,) = [incident for incident in incidents(out) if incident.cause == "mismatch"]
    assert title in told.title
    assert told.where == "10.0.0.1 > 10.0.0.2"


def test_one_direction(tmp_path):
    path, out = made(tmp_path / "made.pcap"), tmp_path / "one.pcap"
    assert run("edit", path, "-Y", "ip.src == 10.0.0.1", "-w", out).code == 0
    told = [incident for incident in incidents(out) if incident.cause == "capture-loss"]
    assert [(str(incident.severity), incident.where) for incident in told] == [("note", "the tap")]
    assert "10.0.0.2" in told[0].sentence
    assert not [incident for incident in incidents(path) if incident.cause == "capture-loss"]


def test_versions_of_roce_that_do_not_match(tmp_path):
    path, parts = made(tmp_path / "made.pcap"), []
    for name, condition in (("one", "ip.src == 10.0.0.1"), ("two", "ip.src == 10.0.0.2")):
        parts.append(tmp_path / name)
        assert run("edit", path, "-Y", condition, "-w", parts[-1]).code == 0
    old = tmp_path / "old"
    assert run("edit", parts[1], "--to", "rocev1", "-w", old).code == 0
    out = tmp_path / "both"
    assert run("edit", parts[0], old, "-w", out).code == 0
    (told,) = [incident for incident in incidents(out) if incident.cause == "mismatch"]
    assert str(told.severity) == "warning"
    assert "RoCEv1" in told.sentence
    assert not [incident for incident in incidents(path) if incident.cause == "mismatch"]


@pytest.mark.parametrize(("most", "pairs"), [(1, 2), (9, 1024), (40, 1024), (48, 3), (100, 1024)])
def test_flows_beyond_those_that_are_looked_at(most, pairs, tmp_path, monkeypatch):
    """Which ones these are does not depend on batches: the first with payload."""
    monkeypatch.setattr("ibpkt.analysis.incidents.path_settings.MOST_SEEN", most)
    monkeypatch.setattr("ibpkt.analysis.incidents.path_settings.MOST_PAIRS", pairs)
    monkeypatch.setattr("ibpkt.analysis.incidents.carrier_versions.MOST_SEEN", most)
    path = made(tmp_path / "made.pcap", "--conversations", "24", "--pairs", "4", "--both-ways")
    out = tmp_path / "one.pcap"
    assert run("edit", path, "--set", "udp.srcport=50000", "-w", out).code == 0
    every = incidents(out)
    assert (most < 40) != any("port" in incident.title for incident in every)
    for size in (1, 3, 50, 333):
        assert incidents(out, size) == every


def test_a_source_port_below_the_dynamic_range(tmp_path):
    path = made(tmp_path / "made.pcap")
    other = flows_of(path)[0]
    out = changed(path, "udp.srcport", 4791, f"ip.src == 10.0.0.1 and infiniband.bth.destqp == {other}", tmp_path)
    (told,) = [incident for incident in incidents(out) if "source port" in incident.title]
    assert (told.cause, str(told.severity), told.where) == ("mismatch", "note", "10.0.0.1 > 10.0.0.2")
    assert told.title.endswith("4791")


def test_a_class_that_changes_within_a_flow(tmp_path):
    path = made(tmp_path / "made.pcap")
    other = flows_of(path)[0]
    condition = f"ip.src == 10.0.0.1 and infiniband.bth.destqp == {other} and frame.number > 300"
    out = changed(path, "ip.dsfield.dscp", 10, condition, tmp_path)
    (told,) = [incident for incident in incidents(out) if incident.cause == "path-change"]
    assert (told.title, told.where) == ("flows change their traffic class 1 time", "10.0.0.1 > 10.0.0.2")
