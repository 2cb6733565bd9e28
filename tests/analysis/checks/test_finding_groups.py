"""Groups count what they are given, as columns or one by one, and keep few examples."""

from __future__ import annotations

import importlib
import pkgutil

import numpy as np

import ibpkt.analysis
from ibpkt import build, draft
from ibpkt.analysis.checks.expert import KINDS, Expert
from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.checks.finding_groups import EXAMPLES, FLOWS, FindingGroups
from ibpkt.analysis.results.finding import Finding, FindingType, Severity
from ibpkt.batch import Batch

GAP, LOST, MARK = KINDS["gap"], KINDS["lost"], KINDS["congestion-mark"]


def batch(count=50):
    packet = build(draft("LRH", slid=1, dlid=2), draft("BTH", opcode=4, destqp=5))
    return Batch.of([packet.data] * count, 247)


def test_one_by_one_and_as_columns_is_the_same():
    frames, rows = batch().frames, np.arange(0, 50, 3)
    flows = np.arange(50) % 4
    hits = FindingColumns(
        GAP, rows, lambda some: {"count": some.tolist(), "psn": some.tolist(), "missing": some.tolist()}
    )
    one, other = FindingGroups(), FindingGroups()
    one.add_hits(hits, frames, flows)
    for finding in hits.findings(frames, flows):
        other.add(finding)
    assert one.groups() == other.groups()
    (group,) = one.groups()
    assert (group.findings, group.flows, group.first, group.last) == (17, 3, 1, 49)
    assert len(group.examples) == EXAMPLES


def test_the_worst_come_first():
    groups = FindingGroups()
    for number, kind in enumerate((MARK, MARK, MARK, GAP, GAP, LOST), 1):
        groups.add(Finding(kind, number, 0, 1, {}))
    assert [group.kind.name for group in groups.groups()] == ["lost", "gap", "congestion-mark"]
    assert (groups.worst(), groups.count(), groups.count(Severity.NOTE)) == (Severity.WARNING, 6, 2)


def test_packets_are_added_up():
    groups = FindingGroups()
    groups.add(Finding(GAP, 1, 0, 1, {}, 31))
    groups.add(Finding(GAP, 7, 0, 1, {}))
    groups.add_hits(
        FindingColumns.of(GAP, np.arange(3), count=np.arange(3), psn=np.arange(3), missing=np.arange(3)), batch().frames
    )
    (group,) = groups.groups()
    assert (group.findings, group.packets) == (5, 35)


def test_nothing():
    groups = FindingGroups()
    groups.add_hits(FindingColumns(GAP, np.zeros(0, np.int64)), batch().frames)
    assert (groups.groups(), groups.worst(), groups.count()) == ([], None, 0)


def test_memory_is_bounded():
    groups = FindingGroups()
    for number in range(FLOWS + 100):
        groups.add(Finding(GAP, number + 1, 0, number + 1, {}))
    (group,) = groups.groups()
    assert (group.findings, group.flows, len(group.examples)) == (FLOWS + 100, FLOWS, EXAMPLES)


def test_flows_are_bounded_where_many_come_at_once(monkeypatch):
    monkeypatch.setattr("ibpkt.analysis.checks.finding_groups.FLOWS", 60)
    groups = FindingGroups()
    for low in (1, 31, 101, 201):  # those of the second are half known
        groups.add_hits(
            FindingColumns(MARK, np.arange(50), lambda some: {"how": ["CE"] * len(some)}),
            batch().frames,
            np.arange(low, low + 50),
        )
    (group,) = groups.groups()
    assert (group.findings, group.flows) == (200, 60)


def test_chosen_hits_keep_their_facts():
    hits = FindingColumns(GAP, np.array([2, 5, 7]), lambda some: {"count": [int(place) * 10 for place in some]})
    some = hits.chosen(np.array([False, True, True]))
    assert some.rows.tolist() == [5, 7]
    assert some.chosen(np.array([False, True])).facts(np.array([0])) == {"count": [20]}


def test_kinds_are_declared_once():
    assert len({kind.name for kind in KINDS.values()}) == len(KINDS)
    for name, kind in KINDS.items():
        assert name == kind.name
        assert kind.group in ("sequence", "messages", "congestion", "path", "protocol", "management")


def test_packets_without_bth():
    packet = build(draft("Ethernet"), draft("IPv4", proto="TCP"), payload=bytes(30))
    expert = Expert()
    assert expert.findings(Batch.of([packet.data], 1)) == []
    assert list(expert.finish()) == []
    assert expert.packets == 1


def test_every_kind_that_is_declared_is_known():
    """Those of `compare` are of two captures, and `expert` finds none of them."""
    declared = set()
    for module in pkgutil.walk_packages(ibpkt.analysis.__path__, "ibpkt.analysis."):
        if not module.name.startswith("ibpkt.analysis.compare."):
            values = vars(importlib.import_module(module.name)).values()
            declared |= {value.name for value in values if isinstance(value, FindingType)}
    assert declared <= KINDS.keys()
    assert {"stray", "not-followed"} <= declared


def test_the_first_packets_are_the_examples():
    """In whatever order findings come, singly or as columns."""
    numbers = [9, 3, 7, 1, 8]
    groups = FindingGroups()
    for number in numbers:
        groups.add(Finding(GAP, number, 0, 1, {}))
    assert [each.frame for each in groups.groups()[0].examples] == [1, 3, 7]
    rows = np.array([1, 5, 6])
    groups.add_hits(FindingColumns.of(GAP, rows, count=rows, psn=rows, missing=rows), batch().frames)
    assert [each.frame for each in groups.groups()[0].examples] == [1, 2, 3]
