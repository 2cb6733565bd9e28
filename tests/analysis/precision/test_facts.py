"""What the analyser says of the generator's packets is what the generator did to them.

The tap sits at the responder, so that it sees what the responder sees: then nearly everything can be known.  What
cannot is said beside each case.  Acknowledgements that come again are left out: those that repeated requests
explain are not reported by themselves.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

from ibpkt import traffic
from ibpkt.protocols import PSN_MASK
from tests.analysis.precision.by_kind import UNDECIDED, name_of
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
    """By fact: packets that have it wrongly, packets that lack it, packets that have it."""
    arguments = {"messages": 250, "operations": OPERATIONS, "sizes": (0, 6000), "tap": 1.0, **options}
    scene = traffic.Traffic(seed, faults=traffic.Faults(**faults), **arguments)
    result = run(scene.batches(), verify=True)
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
        if fact == "duplicate_request":
            true -= undecided(result, scene) - said
        scores[fact] = (said - true, true - said, true & said)
    return scores, result, scene


def undecided(result, scene):
    """The packets of which a finding says that the first copy or its answer was lost: a tap cannot tell which."""
    left = [
        [each.frame, each.facts["psn"], (each.facts["last"] - each.facts["psn"]) & PSN_MASK, each.packets]
        for each in result.findings
        if name_of(each) in UNDECIDED["duplicate-request"]
    ]
    frames = set()
    for event in scene.truth.events:
        frame = event["frame"]
        if event["what"] != "duplicate-request" or frame is None:
            continue
        for each in left:
            if each[3] and frame >= each[0] and (event["psn"] - each[1]) & PSN_MASK <= each[2]:
                each[3] -= 1
                frames.add(frame)
                break
    return frames


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
    """Go-back-N.  Undecidable: a packet that is sent again, and of which neither the first copy nor one behind it came.

    The last packets of a burst were lost; nothing shows that what comes after the wait is not new.  And where no answer
    came though one was due, the request may be lost behind the tap as well as the answer before it.
    """
    scores, result, _ = scored(seed, {"loss": 0.02, "only": only})
    _exact(scores, but={"retransmission": 3, "duplicate_request": 0 if only == "requests" else 15})
    assert result.outcomes == {"completed": 250}


@pytest.mark.parametrize("seed", SEEDS)
def test_losses_with_selective_repeat(seed):
    """Undecidable until a flow has shown that its responder keeps what comes early.

    After a hole is filled the responder may go on behind it, or behind what came after it.  The packets between are
    duplicates in the one case and not in the other.
    """
    scores, result, _ = scored(seed, {"loss": 0.02, "only": "requests"}, recovery="selective")
    _exact(scores, but={"retransmission": 3, "duplicate_request": 12, "out_of_sequence": 0})
    assert {flow.recovery for flow in result.flows} <= {"", "selective-repeat"}
    assert result.outcomes == {"completed": 250}


@pytest.mark.parametrize("seed", SEEDS)
def test_copies_that_the_network_makes(seed):
    scores, _, _ = scored(seed, {"duplicate": 0.03})
    _exact(scores)


@pytest.mark.parametrize("seed", SEEDS)
def test_corruption(seed):
    """Undecidable as with losses; and a flip in OpCode or DestQP may make a packet that belongs to no known flow."""
    scores, result, _ = scored(seed, {"corrupt": 0.01})
    _exact(scores, but={"retransmission": 3, "corrupt": 1})
    assert result.outcomes == {"completed": 250}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_responder_that_is_not_ready(seed):
    """Undecidable: between the request that is refused and the RNR NAK others come, which the responder discards."""
    scores, result, scene = scored(seed, {"rnr": 0.1})
    discarded = scores.pop("out_of_sequence")
    _exact(scores)
    assert not discarded[0]
    assert len(discarded[1]) < len(discarded[2])
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


def _exact(scores, but=None):
    """Nothing invented, nothing missed, but so many of these."""
    for fact, (wrong, lacking, _) in scores.items():
        assert not wrong, f"{fact} invented: {sorted(wrong)[:5]}"
        assert len(lacking) <= (but or {}).get(fact, 0), f"{fact} missed: {sorted(lacking)[:5]}"
