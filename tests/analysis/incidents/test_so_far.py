"""Incidents and flows of an analysis that goes on: asked for early they are those of its end, and change nothing."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.checks.finding_filter import FindingFilter
from ibpkt.analysis.incidents import Incidents
from tests.support.command import CAPTURES

FILES = ["loss_write_3pct.pcap.gz", "corrupt_write.pcap", "nvmeof.pcap", "cm_reject.pcap"]


def incidents_of(name, every, **options):
    """The incidents at the end, and what was said of the end before it was there."""
    expert = Expert()
    wanted = FindingFilter(**options)
    incidents = Incidents(expert, wanted)
    with ibpkt.open(CAPTURES / name) as capture:
        for number, batch in enumerate(capture.batches(500)):
            wanted.look(batch)
            incidents.add(expert.add(batch), batch)
            if every and number % every == 0:
                incidents.so_far()
    before = incidents.so_far() if every else None
    incidents.add_last(expert.finish())
    return incidents.finish(), before


@pytest.mark.costly
@pytest.mark.parametrize("name", FILES)
def test_they_are_those_of_the_end_and_change_nothing(name):
    never, _ = incidents_of(name, 0)
    often, before = incidents_of(name, 1)
    assert often == before == never


def test_a_filter_is_not_copied():
    wanted = ibpkt.filter.compile("frame.number < 500")
    never, _ = incidents_of(FILES[0], 0, wanted=wanted)
    often, before = incidents_of(FILES[0], 2, wanted=wanted)
    assert often == before == never != []


@pytest.mark.parametrize("name", FILES)
def test_flows_are_those_of_the_end(name):
    """But for what only the end tells: which directions without acknowledgements belong together."""
    analyser = Analyser()
    with ibpkt.open(CAPTURES / name) as capture:
        ended = [flow for batch in capture.batches(500) for flow in analyser.add(batch).flows]
    running = analyser.running_flows()
    last = analyser.finish().flows
    assert len(running) >= len(last) > 0
    assert {flow.number for flow in last} <= {flow.number for flow in running}
    assert sum(flow.packets for flow in running) == sum(flow.packets for flow in last)
    assert not {flow.number for flow in ended} & {flow.number for flow in running}
