"""What a batch is known by before connections are sought in it, set against a loop over its packets."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.analysis.streams.reused import BACK, FIRST, FORTH, GAP, OneFlow, sends
from tests.support.exchanges import SEND_MIDDLE, ask, tell

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


COUNT = 30
NEXT, FAR = FIRST + COUNT, 3_000_000
DONE = sends(COUNT)
#: when the last request of `DONE` was sent, behind which its answers come, and nanoseconds by which no packet is late
SENT_LAST, DELAY = -COUNT * GAP, 10_000_000
PAUSE = 5 * DELAY
#: the first request of the other direction
OTHER = ask(70, **BACK)
PLACES = pytest.mark.parametrize(("beside", "missed"), [(0, False), (1, False), (1, True)])


@PLACES
@pytest.mark.parametrize(
    ("packets", "times", "waits"),
    [
        pytest.param([OTHER], [SENT_LAST + DELAY], None, id="it was not quiet for long enough"),
        pytest.param([OTHER], [SENT_LAST + DELAY + 1], 0, id="it was quiet"),
        pytest.param([ask(70, SEND_MIDDLE, **BACK)], [PAUSE], None, id="a message goes on"),
        pytest.param([ask(NEXT), OTHER], [PAUSE, PAUSE + DELAY], None, id="not quiet for long enough in this batch"),
        pytest.param([ask(NEXT), OTHER], [PAUSE, PAUSE + DELAY + 1], 1, id="quiet in this batch"),
        pytest.param([ask(NEXT), ask(NEXT + 1), OTHER], [GAP, PAUSE, PAUSE + GAP], None, id="its last request counts"),
        pytest.param([OTHER, ask(NEXT)], [PAUSE, PAUSE + GAP], None, id="its next request is there"),
        pytest.param([OTHER, ask(NEXT, SEND_MIDDLE)], [PAUSE, PAUSE + GAP], None, id="its next packet is there"),
    ],
)
def test_the_first_request_of_a_direction_waits_for_the_other_one_that_was_quiet(packets, times, waits, beside, missed):
    """That may begin another connection with its next request, to which this one belongs then."""
    flow = OneFlow(DONE, beside=beside, missed=missed)
    expected = {} if waits is None else {flow.row: waits}
    assert flow.reuse(packets, times=times).undecided == expected
    assert flow.reuse(packets, times=times, patient=False).undecided == {}


def test_only_the_first_request_of_a_direction_waits():
    """None waits behind others of its direction, for a direction that has no requests, or as an answer."""
    flow = OneFlow([*DONE, OTHER, tell(70, 1, **FORTH)])
    assert flow.reuse([ask(71, **BACK)], pause=PAUSE).undecided == {}
    assert OneFlow([tell(FIRST, 1)]).reuse([ask(FIRST + 1)], pause=PAUSE).undecided == {}
    assert OneFlow(sends(COUNT, 0)).reuse([tell(FIRST, 1)], pause=PAUSE).undecided == {}
    flow = OneFlow(sends(COUNT, first=0))
    assert flow.reuse([OTHER], pause=PAUSE).undecided == {flow.row: 0}


@PLACES
@pytest.mark.parametrize(("psn", "begun"), [(71, 0), (70 + 1024, 0), (70 + 1025, 1), (70, 1), (69, 1)])
def test_a_direction_was_first_if_its_psns_go_on_behind_the_first_packet_of_the_other(psn, begun, beside, missed):
    flow = OneFlow(DONE, beside=beside, missed=missed)
    packets = [OTHER, ask(FAR), ask(FAR + 1), ask(psn, **BACK)]
    assert flow.reuse(packets, patient=False, pause=PAUSE).splits == {flow.row: [begun]}


@PLACES
@pytest.mark.parametrize(("last", "waits"), [(PAUSE, 2), (GAP, 1)])
def test_the_last_request_before_a_connection_is_the_first_packet_of_the_batch(last, waits, beside, missed):
    """The other direction's first request lies nearer to it, or to the one that is far away."""
    flow = OneFlow(DONE, beside=beside, missed=missed)
    times = [last, PAUSE + GAP, PAUSE + 5 * GAP]
    assert flow.reuse([ask(NEXT), OTHER, ask(FAR)], times=times).undecided == {flow.row: waits}
