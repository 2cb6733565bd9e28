"""What the analyser says of the generator's packets is what the generator did to them.

The tap sits at the responder, so that it sees what the responder sees: then nearly everything can be known.  What
cannot is not asked for (`tests.analysis.precision.visible`).  Acknowledgements that come again are left out: those that
repeated requests explain are not reported by themselves.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

from ibpkt import traffic
from tests.analysis.precision.visible import Tap, undecidable
from tests.support.analysis_runs import OPERATIONS, run

#: facts of packets, and the events that they stand for
MEANS = {
    "retransmission": ("retransmitted",),
    "duplicate": ("duplicated",),
    "out_of_order": ("reordered",),
    "duplicate_request": ("duplicate-request",),
    "out_of_sequence": ("out-of-sequence", "discarded"),
    "implied_nak": ("implied-nak",),
    "corrupt": ("icrc-drop",),
}
#: what the receiver of a packet makes of it
AT_THE_RECEIVER = ("duplicate_request", "out_of_sequence", "implied_nak")


def scored(seed, faults, **options):
    """By fact: packets that have it wrongly, packets that lack it though a tap can know it, packets that have it."""
    arguments = {"messages": 250, "operations": OPERATIONS, "sizes": (0, 6000), "tap": 1.0, **options}
    scene = traffic.Traffic(seed, faults=traffic.Faults(**faults), **arguments)
    batches = list(scene.batches())
    result, tap = run(batches, verify=True), Tap(scene, batches)
    events = defaultdict(set)
    for event in scene.truth.events:
        events[event["what"]].add(event["copy"] if event["what"] == "duplicated" else event["frame"])
    scores = {}
    # packets that nobody got, though the tap has seen them; the truth does not say what it would be
    behind = events["lost-behind-tap"]
    if faults.get("behind"):
        behind |= events["icrc-drop"] - result.frames("corrupt")
    for fact, names in MEANS.items():
        true = set().union(*(events[name] for name in names)) - {None}
        if fact != "corrupt":
            true -= events["icrc-drop"] - behind  # of a packet that cannot be trusted nothing else is said
        else:
            true -= behind
        said = result.frames(fact)
        if fact in AT_THE_RECEIVER:
            true, said = true - behind, said - behind
        true -= undecidable(fact, scene, tap) - said
        scores[fact] = (said - true, true - said, true & said)
    return scores, result, scene


SEEDS = range(4)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("recovery", ["go-back-n", "selective"])
def test_nothing_is_found_where_nothing_happens(seed, recovery):
    scores, result, _ = scored(seed, {}, recovery=recovery, both_ways=True, conversations=3, tap=0.5)
    assert result.findings == []
    assert all(not any(each) for each in scores.values())
    assert set(result.outcomes) == {"completed"}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("only", ["requests", "responses", ""])
def test_losses(seed, only):
    scores, result, _ = scored(seed, {"loss": 0.02, "only": only})
    _exact(scores)
    assert result.outcomes == {"completed": 250}


@pytest.mark.parametrize("seed", SEEDS)
def test_losses_with_selective_repeat(seed):
    scores, result, _ = scored(seed, {"loss": 0.02, "only": "requests"}, recovery="selective")
    _exact(scores)
    assert {flow.recovery for flow in result.flows} <= {"", "selective-repeat"}
    assert result.outcomes == {"completed": 250}


@pytest.mark.parametrize("seed", SEEDS)
def test_copies_that_the_network_makes(seed):
    scores, _, _ = scored(seed, {"duplicate": 0.03})
    _exact(scores)


@pytest.mark.parametrize("seed", SEEDS)
def test_corruption(seed):
    scores, result, _ = scored(seed, {"corrupt": 0.01})
    _exact(scores)
    assert result.outcomes == {"completed": 250}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_responder_that_is_not_ready(seed):
    """Between the request that is refused and the RNR NAK others come, which the responder discards."""
    scores, result, scene = scored(seed, {"rnr": 0.1})
    _exact(scores)
    assert scores["out_of_sequence"][2]
    refused = sum(event["what"] == "rnr" for event in scene.truth.events)
    assert sum(side.rnrs for flow in result.flows for side in flow.sides) == refused
    waits = [finding for finding in result.findings if finding.kind.name in ("rnr-retry", "rnr-early")]
    assert len(waits) == sum(event["what"] == "rnr-retry" for event in scene.truth.events)
    assert all(finding.kind.name == "rnr-retry" for finding in waits)


@pytest.mark.parametrize("seed", SEEDS)
def test_reordering(seed):
    """Identifications tell late packets from those that are sent again, but for some that are both.

    Nothing else may be taken for late.
    """
    scores, result, _ = scored(seed, {"reorder": 0.01}, both_ways=False)
    wrong, missed, right = scores["out_of_order"]
    assert not wrong
    assert len(right) > len(missed)
    assert not scores["retransmission"][0]
    assert not scores["retransmission"][1]
    assert result.outcomes == {"completed": 250}


@pytest.mark.parametrize("seed", SEEDS)
def test_losses_behind_the_tap(seed):
    """Requests that the tap has seen and the responder has not: a NAK tells, or the requester's patience ends."""
    scores, result, _ = scored(seed, {"loss": 0.02, "behind": 1.0, "only": "requests"})
    wrong, lacking, _ = scores["retransmission"]
    assert not wrong
    assert not lacking
    assert not scores["out_of_order"][0]
    assert "capture-loss" not in result.kinds
    assert result.outcomes == {"completed": 250}


@pytest.mark.parametrize("seed", SEEDS)
def test_counters_of_the_responder(seed):
    """What Linux counts at either end, from what the tap saw."""
    _, result, scene = scored(seed, {"loss": 0.02, "only": "requests"})
    counters = {record["side"]: record for record in scene.truth.counters}
    (flow,) = result.flows
    ask, tell = flow.sides
    assert ask.repeated == counters["b"]["duplicate_request"]
    assert tell.naks.get(0, 0) == counters["b"]["out_of_seq_request"] == counters["a"]["rcvd_seq_err"]
    assert ask.packets == counters["b"]["rcvd_pkts"]
    assert tell.packets == counters["a"]["rcvd_pkts"]


def _exact(scores):
    """Nothing invented, nothing missed."""
    for fact, (wrong, lacking, _) in scores.items():
        assert not wrong, f"{fact} invented: {sorted(wrong)[:5]}"
        assert not lacking, f"{fact} missed: {sorted(lacking)[:5]}"
