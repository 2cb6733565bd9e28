"""One pass collects what the commands find in passes of their own."""

from __future__ import annotations

import functools

import pytest

import ibpkt
from ibpkt.analysis import flows
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.incidents import Incidents
from ibpkt.commands.follower import commands
from ibpkt.plot.capture_plot import PlotOptions
from ibpkt.report.collector import ReportCollector
from tests.support.command import CAPTURES

NAMES = ("loss_write_3pct.pcap.gz", "nvmeof.pcap", "ib_small.pcap", "rnr_recover.pcap", "retry_exceeded_link_down.pcap")


def collected(name, size=None):
    collector = ReportCollector(PlotOptions(name))
    with ibpkt.open(CAPTURES / name) as capture:
        for batch in capture.batches(max_packets=size):
            collector.add(batch)
    collector.finish()
    return collector


@functools.cache
def incidents_of(name):
    expert = Expert()
    incidents = Incidents(expert)
    with ibpkt.open(CAPTURES / name) as capture:
        for batch in capture.batches():
            incidents.add(expert.add(batch), batch)
    incidents.add_last(expert.finish())
    return incidents.finish()


@pytest.mark.costly
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [None, 100])
def test_incidents_are_those_of_expert(name, size):
    assert collected(name, size).incidents == incidents_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_flows_are_those_of_flows(name):
    with ibpkt.open(CAPTURES / name) as capture:
        every = sorted(flows(capture, paths=False), key=lambda flow: flow.number)
    collector = collected(name)
    assert sorted(collector.flows, key=lambda flow: flow.number) == every
    assert collector.flow_count == len(every)


def test_commands_are_those_of_commands():
    with ibpkt.open(CAPTURES / "nvmeof.pcap") as capture:
        every = list(commands(capture))
    collector = collected("nvmeof.pcap", 50)
    assert collector.commands == len(every)
    answered = [command for command in every if command.latency is not None and not command.by_design]
    assert sum(each.count for each in collector.latency.commands.values()) == len(answered)


def test_a_place_says_what_where_says():
    for name in NAMES:
        for incident in incidents_of(name):
            assert str(incident.place) == incident.where
