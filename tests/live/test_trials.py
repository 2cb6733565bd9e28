"""Random trials of kinds in which all that is said has been true so far: none of it may become false."""

from __future__ import annotations

import random

import pytest

from tests.live.second_guest import node2
from tests.live.trials.cable import PERFECT
from tests.live.trials.judge import judged
from tests.live.trials.plans import draw
from tests.live.trials.trial import Trial
from tests.live.trials.two_taps_counted import each_two_taps

KINDS = ("uc", "ud", "refused", "rnr-exhausted")
SEEDS = (1, 2)
#: the code of 268 ms
LONG = 16


@pytest.fixture(scope="module")
def other(guest, suite):
    with node2(suite) as kernel:
        yield kernel


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_false_is_said(kernel, other, tmp_path, kind, seed):
    lot = random.Random(f"{kind}/{seed}")
    plan = draw(kind, lot)
    if plan.service == "RC":  # recoveries are another matter; on a busy machine answers come late
        plan = plan._replace(ways=PERFECT, timeout=LONG)
    truth = Trial(plan, "trial", other, kernel, lot).run(tmp_path)
    assert len(truth.frames) > len(truth.pairs)
    assert all(each.status for each in truth.work)
    results = judged(tmp_path / "trial.json")
    assert len(results) == len(truth.taps)
    assert [str(untrue) for result in results for untrue in result.untrue] == []


@pytest.mark.parametrize("kind", ["several", "reads"])
def test_two_taps_are_compared_as_the_cable_says(kernel, other, tmp_path, kind):
    """With losses, copies and packets that overtake others: of IPv4, which tells repetitions from copies."""
    lot = random.Random(f"{kind}/compare")
    truth = Trial(draw(kind, lot)._replace(family=4), "trial", other, kernel, lot).run(tmp_path)
    assert truth.ledger
    compared = list(each_two_taps(tmp_path / "trial.json"))
    assert [(name, counted) for name, _, counted in compared] == [(name, carried) for name, carried, _ in compared]
