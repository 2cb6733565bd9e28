"""What the findings say of generated traffic is right: by kind no less than `precision/by_kind.tsv` has it.

Better figures are stored with ``python -m tests.analysis.precision.by_kind``.  Which recovery and which faults a figure
is about stands in front of it; ``undecided`` are packets of which the finding gives both explanations.
"""

from __future__ import annotations

from collections import Counter

import pytest

from ibpkt import traffic
from ibpkt.analysis.checks.expert import KINDS as KNOWN
from tests.analysis.precision import by_kind
from tests.analysis.precision.by_kind import FAULTS, KINDS, QUICK, RECOVERIES, Bounds, Score, measured, stored

STORED = stored()
CASES = [
    pytest.param(mix, recovery, marks=() if mix in QUICK else pytest.mark.slow, id=f"{mix}-{recovery}")
    for mix in FAULTS
    for recovery in RECOVERIES
]


@pytest.mark.sweep
@pytest.mark.parametrize(("mix", "recovery"), CASES)
def test_nothing_is_worse_than_it_was(mix, recovery):
    worse = []
    for kind, score in measured(mix, recovery).items():
        before = STORED.get((mix, recovery, kind), Score())
        if score.wrong > before.wrong or score.missed > before.missed:
            worse.append(f"{kind}: {score}, but it was {before}")
    assert worse == []


def test_the_table_has_every_mixture_and_recovery():
    cases = {(mix, recovery) for mix, recovery, _ in STORED if mix != "all"}
    assert {mix for mix, _ in cases} <= FAULTS.keys()
    assert {recovery for _, recovery in cases} == RECOVERIES.keys()
    assert len(FAULTS) == 20
    # faults behind the tap are seen where they cost a repetition: only copies and late answers may leave no trace
    missing = {(mix, recovery) for mix in FAULTS for recovery in RECOVERIES} - cases
    assert all(mix.endswith("behind") for mix, _ in missing)


def test_the_sums_are_those_of_the_rows():
    sums: dict[str, Score] = {}
    for (mix, _, kind), score in STORED.items():
        if mix != "all":
            sums[kind] = sums.get(kind, Score()) + score
    assert {kind: score for (mix, _, kind), score in STORED.items() if mix == "all"} == sums


def test_every_kind_that_is_measured_happens_and_is_known():
    assert set(KINDS) <= KNOWN.keys()
    happen = {kind for (mix, _, kind), score in STORED.items() if mix != "all" and score.right + score.missed}
    assert happen == set(KINDS) - {"capture-loss"}


def test_scores():
    assert by_kind._score(5, Bounds(3, 7)) == Score(5, 0, 0)
    assert by_kind._score(9, Bounds(3, 7)) == Score(7, 2, 0)
    assert by_kind._score(1, Bounds(3, 7)) == Score(1, 0, 2)
    score = Score(8, 2, 24, 5)
    assert (score.precision, score.recall) == (0.8, 0.25)
    assert (Score().precision, Score().recall) == (1.0, 1.0)


def test_what_is_told_as_undecided_is_not_missed(monkeypatch):
    """Of seven late packets one is told as late, and four as late or lost: two are missed."""
    monkeypatch.setattr(by_kind, "_truth", lambda truth: {"lost": Bounds(0, 0), "out-of-order": Bounds(7, 7)})
    monkeypatch.setattr(by_kind, "_told", lambda scene: Counter({"out-of-order": 1, "reordered-or-lost": 4}))
    assert measured("loss", "selective", [0])["out-of-order"] == Score(1, 0, 2, 4)


def test_the_truth_of_named_faults():
    """Each fault once, counted by hand."""
    at = [
        traffic.At("loss", 1), traffic.At("loss", 12, behind=True), traffic.At("duplicate", 20),
        traffic.At("reorder", 30), traffic.At("corrupt", 40), traffic.At("loss", 3, side="b"),
    ]  # fmt: skip
    scene = traffic.conversation(
        [traffic.Write(3000) for _ in range(30)], pmtu=1024, recovery="selective", coalesce=1, tap=1.0,
        faults=traffic.Faults(at=at),
    )  # fmt: skip
    assert sum(len(batch) for batch in scene.batches())
    truth = by_kind._truth(scene.truth)
    assert truth["lost"] == Bounds(2, 4)  # the ACK of b leaves no trace, the corrupt one is told as such
    assert truth["out-of-order"] == truth["icrc-bad"] == truth["duplicate"] == Bounds(1, 1)
    assert truth["retransmission"].low == scene.truth.totals[0]["retransmitted"] >= 3
    assert truth["duplicate-request"].high == scene.truth.counters[1]["duplicate_request"]
    assert truth["capture-loss"] == Bounds(0, 0)
