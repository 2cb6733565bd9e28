"""How flows between two hosts are set up, and captures of one direction."""

from __future__ import annotations

from functools import partial

import pytest

import ibpkt
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.incidents import Incidents
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


#: flows and pairs of hosts that are looked at, at most
LIMITS = ((1, 2), (9, 1024), (40, 1024), (48, 3), (100, 1024))


def incidents_within_limits(path, size=None):
    """The incidents with each of `LIMITS`, out of one run of the checks: these have no such limits."""
    expert = Expert()
    made_within = dict.fromkeys(LIMITS)

    def each(work):
        for most, pairs in LIMITS:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("ibpkt.analysis.incidents.path_settings.MOST_SEEN", most)
                patch.setattr("ibpkt.analysis.incidents.path_settings.MOST_PAIRS", pairs)
                patch.setattr("ibpkt.analysis.incidents.carrier_versions.MOST_SEEN", most)
                made_within[most, pairs] = work(made_within[most, pairs])

    def add(told, found, batch):
        told.add(found, batch)
        return told

    def end(told, findings):
        told.add_last(findings)
        return told.finish()

    each(lambda _: Incidents(expert))
    with ibpkt.open(path) as capture:
        for batch in capture.batches(max_packets=size):
            each(partial(add, found=expert.add(batch), batch=batch))
            del batch
    each(partial(end, findings=list(expert.finish())))
    return made_within


@pytest.mark.costly
def test_flows_beyond_those_that_are_looked_at(tmp_path):
    """Which ones these are does not depend on batches: the first with payload."""
    path = made(tmp_path / "made.pcap", "--conversations", "24", "--pairs", "4", "--both-ways")
    out = tmp_path / "one.pcap"
    assert run("edit", path, "--set", "udp.srcport=50000", "-w", out).code == 0
    wanted = incidents_within_limits(out)
    for (most, _), told in wanted.items():
        assert (most < 40) != any("port" in incident.title for incident in told)
    for size in (1, 30, 80):  # with 80 the last flow that is looked at is within a batch of several new ones
        assert incidents_within_limits(out, size) == wanted


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
