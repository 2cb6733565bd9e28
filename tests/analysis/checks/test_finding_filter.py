"""Selecting findings batch by batch gives those that selecting among all of them gives."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt import filter
from ibpkt.analysis.checks.expert import KINDS, Expert
from ibpkt.analysis.checks.finding_filter import FindingFilter
from ibpkt.analysis.results.finding import Severity
from tests.support.command import CAPTURES

CAPTURE = CAPTURES / "corrupt_write.pcap"


def selected(wanted):
    """The findings that a filter selects, as ``(frame, kind)``."""
    expert, found = Expert(), []
    with ibpkt.open(CAPTURE) as capture:
        for batch in capture.batches(100):
            wanted.look(batch)
            found += wanted.select(expert.add(batch), batch).in_order(batch)
    found += [finding for finding in expert.finish() if finding in wanted]
    wanted.close()
    return [(finding.frame, finding.kind.name) for finding in found]


@pytest.fixture(scope="module")
def findings():
    """All findings, and the numbers of the packets with an AETH."""
    with ibpkt.open(CAPTURE) as capture:
        every = list(ibpkt.analysis.findings(capture))
    with ibpkt.open(CAPTURE) as capture:
        aeth = {packet.number for packet in capture if "AETH" in [layer.name for layer in packet.layers]}
    return every, aeth


CASES = {
    "all": ({"severity": Severity.CHAT}, lambda finding, aeth: True),
    "severity": ({"severity": Severity.ERROR}, lambda finding, aeth: finding.kind.severity >= Severity.ERROR),
    "kind": (
        {"kinds": [KINDS["nak-sequence"]], "severity": Severity.ERROR},
        lambda finding, aeth: finding.kind.name == "nak-sequence",
    ),
    "flow": ({"flows": [1], "severity": Severity.CHAT}, lambda finding, aeth: finding.flow == 1),
    "packets": (
        {"wanted": filter.compile("infiniband.aeth"), "severity": Severity.CHAT},
        lambda finding, aeth: finding.frame in aeth,
    ),
}


@pytest.mark.costly
@pytest.mark.parametrize("name", CASES)
def test_what_is_selected(name, findings):
    options, expected = CASES[name]
    every, aeth = findings
    chosen = [(finding.frame, finding.kind.name) for finding in every if expected(finding, aeth)]
    assert chosen
    assert sorted(selected(FindingFilter(**options))) == sorted(chosen)
    assert len(chosen) < len(every) or name in ("all", "flow")  # the capture has one flow


def test_a_flow_without_findings():
    assert selected(FindingFilter(flows=[2], severity=Severity.CHAT)) == []
