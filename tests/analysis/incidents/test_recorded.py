"""Recorded captures: the first incident is what was done to the network; to what nothing was done, nothing is told."""

from __future__ import annotations

import pytest

from ibpkt.analysis.results.finding import Severity
from tests.analysis.incidents.recorded_truth import DONE, Done
from tests.analysis.incidents.told import incidents, serious
from tests.analysis.truth.counters import RECORDED, recordings
from tests.support.shared import needs


@needs(RECORDED)
@pytest.mark.parametrize("name", recordings())
def test_the_first_incident_is_what_was_done(name):
    done = DONE.get(name, Done("nothing"))
    found = serious(RECORDED / f"{name}.pcap")
    first = (found[0].cause, found[0].where) if found else ("", "")
    assert first == (done.cause, done.where), [incident.sentence for incident in found]


FABRICS = RECORDED / "fabrics"


@needs(FABRICS)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(path.name, marks=() if path.name.startswith(("bad", "sm_")) else pytest.mark.slow)
        for path in sorted(FABRICS.glob("*.pcap*"))
    ],
)
def test_fabrics_have_trouble_of_their_own(name):
    """Their truth is about links and managers, which `ibpkt fabric` reads; between queue pairs nothing went wrong."""
    found = incidents(FABRICS / name)
    assert [incident.sentence for incident in found if incident.severity >= Severity.WARNING] == []
    assert not [incident.where for incident in found if "?" in incident.where]


@needs(RECORDED)
def test_what_is_told_of_recordings_is_about_recordings():
    assert DONE.keys() <= set(recordings())


@needs(RECORDED)
@pytest.mark.parametrize(("name", "cause"), [("flush/dup10_on_wire", "duplication"), ("ud_loss_gap", "loss")])
def test_what_costs_nothing_is_a_note(name, cause):
    assert cause in {incident.cause for incident in incidents(RECORDED / f"{name}.pcap")}


@needs(RECORDED)
def test_a_flow_stands_still_until_its_connection_is_closed():
    """The host gives up and closes its queues in packet 1035 (DREQ), which the target confirms in packet 1036."""
    first = serious(RECORDED / "upper" / "nvmeof_loss_after_tap_2pct.pcap")[0]
    assert (first.flows, first.last_frame) == ((4,), 1036)
    assert first.waits == {"DREQs": (1, first.cost)}
    assert 31_000_000_000 < first.cost < 31_200_000_000
    assert first.sentence.endswith("31.12 s later the connection is closed (1036).")
    assert "NVMe over Fabrics" in first.carries


@needs(RECORDED)
@pytest.mark.parametrize(
    ("name", "gives_up"),
    [
        ("retry_exceeded_link_down", True),  # retry_exceeded_err is 1 at node2
        ("flush/retry_cnt_7_never_ends", False),  # the SEND comes every 67 ms until the program ends
    ],
)
def test_a_requester_gives_up_where_it_is_seen_to(name, gives_up):
    [incident] = [each for each in incidents(RECORDED / f"{name}.pcap") if each.cause == "peer-gone"]
    assert "192.168.77.1 does not answer" in incident.title
    assert ("gives up" in incident.title) == gives_up
