"""What a batch is known by before connections are sought in it, set against a loop over its packets."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.analysis.streams.reused import BACK, FIRST, FORTH, GAP, OneFlow, sends
from tests.support.exchanges import ask, tell

#: what came before: of both directions, of one, and with answers to one alone
BEFORE = {
    "both": [*sends(4), ask(70, **BACK), tell(70, 1, **FORTH)],
    "one": sends(4),
    "unanswered": [*sends(4, 0), ask(70, **BACK), tell(70, 1, **FORTH)],
}


def packets(source):
    """Requests and answers of both ends of a flow; for each the half, whether it answers, and its PSN."""
    made, told = [], []
    following = [FIRST + 4, 71]
    for _ in range(source.randint(1, 14)):
        end = source.randrange(2)
        ends = (FORTH, BACK)[end]
        if source.random() < 0.5:
            psn = following[end] + source.choice((0, 0, 0, 3, -2))
            following[end] = psn + 1
            made.append(ask(psn, **ends))
            told.append((end, False, psn))
        else:
            psn = following[1 - end] - source.choice((1, 1, 2))
            made.append(tell(psn, 1, **ends))
            told.append((1 - end, True, psn))
    return made, told


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("seed", range(4))
def test_as_a_loop_over_its_packets(seed, before, beside):
    source = random.Random(seed)
    flow = OneFlow(BEFORE[before], beside=beside)
    made, told = packets(source)
    batch = flow.reuse(made)._batch
    ends = flow.table.ends
    halves = (flow.half, flow.half ^ 1)
    last_psn = {(end, False): int(ends["last_psn"][half]) for end, half in enumerate(halves)}
    last_psn |= {(end, True): int(ends["answer_psn"][half ^ 1]) for end, half in enumerate(halves)}
    steps, known = [], dict(last_psn)
    for end, answers, psn in told:
        carried = known[end, answers]
        steps.append(psn - carried if carried >= 0 else 0 if answers else 1)
        known[end, answers] = psn
    found = dict(zip(batch.halves.order.tolist(), batch.steps.tolist(), strict=True))
    assert [found[row] for row in range(len(told))] == steps
    groups = zip(batch.half.tolist(), batch.answer.tolist(), batch.fresh.tolist(), strict=True)
    assert {(halves.index(half), answers): fresh for half, answers, fresh in groups} == {
        which: last_psn[which] < 0 for which in {(end, answers) for end, answers, _ in told}
    }
    for end, half in enumerate(halves):
        rows = [row for row, (of, answers, _) in enumerate(told) if of == end and answers]
        first = -1 if last_psn[end, True] >= 0 else rows[0] if rows else len(told)
        assert batch.first_answered(np.array([half])).tolist() == [first]
        for row in range(len(told) + 1):
            earlier = [told[each][2] for each in rows if each < row]
            expected = earlier[-1] if earlier else last_psn[end, True]
            assert batch.last_answer(half, row) == (None if expected < 0 else expected)


@pytest.mark.parametrize(
    ("patient", "first", "row", "waits"), [(True, 3, 5, 3), (True, 5, 3, 3), (True, None, 5, 5), (False, 3, 5, None)]
)
def test_the_first_packet_that_waits_counts(patient, first, row, waits):
    flow = OneFlow(sends(4))
    batch = flow.reuse([ask(FIRST + 4)], patient=patient)._batch
    if first is not None:
        batch.wait(9, first)
    assert batch.wait(9, row) == patient
    assert batch.undecided.get(9) == waits
    assert batch.is_patient() == batch.is_patient(9) == patient


@pytest.mark.parametrize(("before", "behind", "nearer"), [(2, 1, True), (1, 1, True), (1, 2, False)])
@pytest.mark.parametrize("in_batch", [False, True])
def test_whether_a_request_is_nearer_to_what_follows(before, behind, nearer, in_batch):
    """To the packet behind it, than to the request of its half before it, in this batch or an earlier one."""
    flow = OneFlow(sends(1, 0))
    made = [ask(FIRST + 1), ask(FIRST + 2), ask(FIRST + 3)] if in_batch else [ask(FIRST + 1), ask(FIRST + 2)]
    times = [GAP, GAP + before, GAP + before + behind] if in_batch else [before, before + behind]
    batch = flow.reuse(made, times=times)._batch
    place = int(in_batch)
    assert batch.is_nearer(place, flow.half, place + 1) == nearer
