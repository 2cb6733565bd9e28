"""How ``ibpkt expert`` writes findings that stand for runs of packets, and what proves them."""

from __future__ import annotations

import pytest

from ibpkt.analysis.checks.expert import KINDS
from ibpkt.analysis.checks.finding_groups import FindingGroups
from ibpkt.analysis.results.finding import Finding
from ibpkt.cli.expert_report import finding_layout, last_lines, number_ranges

LOST = KINDS["lost"]
FACTS = {"count": 31, "where": "before the tap", "psn": 7}
RUN = Finding(LOST, 40, 0, 1, FACTS, 31, (12, 13, 14, 20, 40))


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ((), ""),
        ((5,), "packet 5"),
        ((5, 9), "packets 5 and 9"),
        ((5, 6), "packets 5 and 6"),
        ((5, 6, 7), "packets 5 to 7"),
        ((1, 2, 3, 7, 9, 10, 11, 12), "packets 1 to 3, 7 and 9 to 12"),
    ],
)
def test_ranges_of_packets(numbers, text):
    assert number_ranges(numbers) == text


def test_a_run_is_one_line_and_what_proves_it_is_below():
    assert finding_layout(False, False).text([RUN]).count("\n") == 1
    line, proof, *explained = finding_layout(False, True).text([RUN]).splitlines()
    assert line.endswith("lost: 31 packets were lost before the tap, from PSN 7 on")
    assert proof == "       proven by packets 12 to 14, 20 and 40"
    assert explained == [f"       {LOST.means}", f"       [{LOST.rule}]"]


def test_nothing_is_said_of_proof_that_is_not_given():
    assert "proven" not in finding_layout(False, True).text([RUN._replace(because=())])


def test_rows_hold_both():
    row = finding_layout(False, False).record(RUN)
    assert (row["packets"], row["because"]) == (31, [12, 13, 14, 20, 40])


def test_a_summary_names_packets_where_they_are_not_as_many_as_findings():
    groups = FindingGroups()
    groups.add(RUN)
    assert "1  lost of 31 packets in 1 flow, packets 40 to 40" in last_lines("x", groups, 50, True, False)
    groups = FindingGroups()
    groups.add(RUN._replace(packets=1))
    assert "1  lost in 1 flow, packets 40 to 40" in last_lines("x", groups, 50, True, False)
