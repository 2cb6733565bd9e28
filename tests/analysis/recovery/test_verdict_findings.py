"""Verdicts give facts to the packets that they mean, also to those of earlier batches."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt import traffic
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.reassembly.reassembly import MessageReassembly
from ibpkt.analysis.recovery import kinds
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.analysis.recovery.verdict_findings import VerdictFindings
from ibpkt.analysis.results.packet_facts import PacketFacts

OPERATIONS = {"WRITE": 3, "READ": 2, "SEND": 2, "FETCH_ADD": 1}


class Members:
    """The packets of runs, as `VerdictFindings.locate` wants them."""

    def __init__(self, *packets):
        self.frame, self.psn, self.end = (np.array(column) for column in zip(*packets, strict=True))
        self.time = 1000 * self.frame

    def __len__(self):
        return len(self.frame)


def run_of(first, end, packets, frame, place=0, kind=RunKind.REQUESTS):
    return Run(kind, first, end, packets, frame, frame, 1000 * frame, 1000 * frame, end, 0, place=place)


def taken(*batches, unfollowed=0):
    """What is told of batches: of each the numbers of its packets, the members of its runs, its verdicts."""
    findings, told, columns = VerdictFindings(MessageReassembly()), [], []
    for frames, members, verdicts in batches:
        facts = PacketFacts(np.array(frames))
        findings.look_at(facts, np.array([unfollowed]))
        findings.locate(members, np.arange(len(members)), frames[-1])
        told += findings.take(0, 1, verdicts, frames[-1])
        columns.append(facts)
    return [*told, *findings.end(0)], columns


def lost(run, first, end, packets):
    facts = {"count": packets, "psn": first, "last": end - 1, "where": "before the tap"}
    return Verdict(kinds.LOST, run, packets, facts, (), first, end)


def test_a_fact_that_counts_stands_at_the_packet_that_shows_it():
    """The run does not have the PSNs that are missing."""
    members = Members((3, 15, 16), (4, 16, 17))
    [finding], [facts] = taken(([1, 2, 3, 4], members, [lost(run_of(15, 17, 2, 3), 10, 15, 5)]))
    assert facts.columns["lost"].tolist() == [0, 0, 5, 0]
    assert finding.frame == 3


@pytest.mark.parametrize(("unfollowed", "told"), [(0, 1), (2, 0), (3, 0), (4, 1)])
def test_what_is_missing_of_a_half_that_cannot_be_followed_is_only_counted(unfollowed, told):
    members = Members((3, 15, 16), (4, 16, 17))
    verdict = lost(run_of(15, 17, 2, 3), 10, 15, 5)
    findings, [facts] = taken(([1, 2, 3, 4], members, [verdict]), unfollowed=unfollowed)
    assert facts.columns["lost"].tolist() == [0, 0, 5, 0]
    assert len(findings) == told


def test_packets_that_take_several_psns():
    """A READ between others takes more PSNs than one: the packets behind it are not found by counting."""
    members = Members((1, 10, 11), (2, 11, 19), (3, 19, 20), (4, 20, 21))
    run = run_of(10, 21, 4, 1)
    verdict = Verdict(kinds.OUT_OF_SEQUENCE, run, 2, {"count": 2, "psn": 19, "last": 20, "expected": 9}, (), 19, 21)
    [finding], [facts] = taken(([1, 2, 3, 4], members, [verdict]))
    assert facts.columns["out_of_sequence"].tolist() == [0, 0, 1, 1]
    assert finding.frame == 3
    inside = verdict._replace(first=12, end=14)
    assert taken(([1, 2, 3, 4], members, [inside]))[1][0].columns["out_of_sequence"].tolist() == [0, 1, 0, 0]


def test_packets_of_a_batch_that_is_gone():
    run = run_of(10, 12, 2, 1)
    verdict = Verdict(kinds.DUPLICATE_REQUEST, run, 2, {"count": 2, "psn": 10, "last": 11}, (), 10, 12)
    _, (first, second) = taken(([1, 2], Members((1, 10, 11), (2, 11, 12)), []), ([3], Members((3, 12, 13)), [verdict]))
    assert not first.columns
    assert not second.columns
    [(name, frames, values)] = second.later
    assert (name, frames.tolist(), values.tolist()) == ("duplicate_request", [1, 2], [1, 1])


def test_counts_of_packets_that_are_gone_add_up():
    """The last value counts."""
    run = run_of(15, 16, 1, 1)
    _, (first, second) = taken(
        ([1], Members((1, 15, 16)), [lost(run, 10, 12, 2)]), ([2], Members((2, 16, 17)), [lost(run, 13, 15, 2)])
    )
    assert first.columns["lost"].tolist() == [2]
    assert [(name, frames.tolist(), values.tolist()) for name, frames, values in second.later] == [("lost", [1], [4])]


def told(batches):
    """The facts of all packets by name, and the flows."""
    analyser, facts, flows = Analyser(), {}, []
    for batch in batches:
        found = analyser.add(batch)
        for name, values in found.packets.items():
            rows = np.flatnonzero(values)
            into = facts.setdefault(name, {})
            into.update(zip(batch.frames.number_of[rows].tolist(), values[rows].tolist(), strict=True))
        _add_later(facts, found.later)
        flows += found.flows
    end = analyser.finish()
    _add_later(facts, end.later)
    return facts, flows + end.flows


def _add_later(facts, later):
    for name, frames, values in later:
        facts.setdefault(name, {}).update(zip(frames.tolist(), values.tolist(), strict=True))


def early(first, end, frame, expected, after=0):
    """A piece of a run that came too early, and goes on behind a packet."""
    last_frame = frame + end - first - 1
    run = run_of(first, end, end - first, frame).replace(after=after, last_frame=last_frame)
    facts = {"count": end - first, "psn": first, "last": end - 1, "expected": expected}
    return Verdict(kinds.OUT_OF_SEQUENCE, run, end - first, facts, (), first, end)


@pytest.mark.parametrize(
    ("second", "packets"),
    [
        (early(12, 15, 3, 9, 2), [5]),
        (early(12, 15, 3, 9), [2, 3]),  # a run of its own
        (early(12, 15, 3, 8, 2), [2, 3]),  # another packet is missing
        (early(13, 15, 3, 9, 2), [2, 2]),  # the packet between them is none of these
        (early(12, 15, 6, 9, 5), [2, 3]),  # it goes on with a later try of the first
    ],
)
@pytest.mark.parametrize("at_once", [True, False])
def test_pieces_of_a_run_that_say_the_same_are_one_finding(second, packets, at_once):
    first = early(10, 12, 1, 9)
    findings = VerdictFindings(MessageReassembly())
    findings.look_at(PacketFacts(np.arange(1, 6)), np.array([0]))
    if at_once:
        told = findings.take(0, 1, [first, second], 5)
    else:
        told = findings.take(0, 1, [first], 5)
        findings.requested(0, first.run.last_frame)
        told += findings.take(0, 1, [second], 5)
    told += findings.end(0)
    assert [finding.packets for finding in told] == [finding.facts["count"] for finding in told] == packets
    assert told[-1].facts["last"] == 14


def test_a_piece_is_not_glued_over_a_run_that_said_nothing():
    first, second = early(10, 12, 1, 9, False), early(12, 15, 4, 9, True)
    findings = VerdictFindings(MessageReassembly())
    findings.look_at(PacketFacts(np.arange(1, 7)), np.array([0]))
    told = findings.take(0, 1, [first], 6)
    findings.requested(0, first.run.last_frame + 1)
    told += findings.take(0, 1, [second], 6)
    assert [finding.packets for finding in [*told, *findings.end(0)]] == [2, 3]


@pytest.mark.parametrize(("kind", "side"), [(RunKind.REQUESTS, 2), (RunKind.RESPONSES, 3), (RunKind.ADVANCING_ACK, 3)])
def test_what_is_missing_counts_for_the_side_that_sends_it(kind, side):
    """Halves 2 and 3 are the sides of a flow; what responders send is told of the half that asks."""
    findings = VerdictFindings(MessageReassembly())
    findings.look_at(PacketFacts(np.arange(1, 5)), np.array([0] * 4))
    findings.take(2, 1, [lost(run_of(15, 17, 2, 3, kind=kind), 10, 15, 5)], 4)
    [(name, halves, packets)] = findings.counts()
    assert (name, halves.tolist(), packets.tolist()) == ("lost", [side], [5])
    assert findings.counts() == []


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("behind", [0.0, 0.5])
def test_packets_tell_as_many_as_the_sides_of_their_flow(seed, behind):
    faults = traffic.Faults(loss=0.02, behind=behind)
    facts, flows = told(traffic.Traffic(seed, messages=150, operations=OPERATIONS, faults=faults).batches())
    assert sum(facts["lost"].values()) == sum(side.lost for flow in flows for side in flow.sides) > 0


def test_one_batch_tells_its_own_facts():
    """Also while it is not known whether the capture has the beginning."""
    faults = traffic.Faults(loss=0.02)
    [first, *more] = traffic.Traffic(1, messages=150, operations=OPERATIONS, faults=faults).batches()
    assert not more
    found = Analyser().add(first)
    assert found.packets["retransmission"].any()
    assert found.packets["lost"].sum() > 5
