"""With which packet a connection begins: where others overtake its first one, and where the tap sees one side alone."""

from __future__ import annotations

import pytest

from tests.analysis.streams.reused import BACK, FIRST, FORTH, GAP, OneFlow, sends
from tests.support.exchanges import WRITE_ONLY, ask, tell

READ_MIDDLE = 14
COUNT = 30
NEXT, LAST = FIRST + COUNT, FIRST + COUNT - 1
#: PSN of the first request of the other connection
START = 500
DONE = sends(COUNT)
#: when the last request of `DONE` was sent, behind which its answers come
SENT_LAST = -COUNT * GAP
#: flows that began before, and whether the first side of the flow answers
PLACES = pytest.mark.parametrize(("beside", "missed"), [(0, False), (1, False), (1, True)])


def _begins(flow, before, when, *, start=START, at=1000 * GAP):
    """Where a connection is found to begin whose first request comes at a time; before it come others at theirs."""
    answers = [tell(start, 1), ask(start + 1), tell(start + 1, 2)]
    times = [*when, *(at + number * GAP for number in range(1 + len(answers)))]
    return flow.reuse([*before, ask(start), *answers], patient=False, times=times).splits.get(flow.row, [])


HALFWAY = (1000 * GAP + SENT_LAST) // 2


@PLACES
@pytest.mark.parametrize(
    ("psn", "time", "begun"),
    [
        pytest.param(START + 1, HALFWAY + 1, [0], id="nearer to it than to what was before"),
        pytest.param(START + 1, HALFWAY - 1, [1], id="nearer to what was before"),
        pytest.param(START + 3, HALFWAY + 1, [0], id="the third one behind it"),
        pytest.param(START, 1, [0], id="the first one comes again, whenever that was"),
        pytest.param(START - 1024, HALFWAY + 1, [0], id="the requests of one connection are no farther apart"),
        pytest.param(START - 1025, HALFWAY + 1, [1], id="too far apart"),
        pytest.param(NEXT, HALFWAY + 1, [1], id="the old connection goes on"),
        pytest.param(NEXT + 1, HALFWAY + 1, [1], id="the old connection goes on behind a hole"),
    ],
)
def test_another_request_comes_just_before_the_first(psn, time, begun, beside, missed):
    flow = OneFlow(DONE, beside=beside, missed=missed)
    assert _begins(flow, [ask(psn)], [time]) == begun


@PLACES
@pytest.mark.parametrize(("start", "begun"), [(LAST - 1, [1]), (LAST, [1]), (NEXT, [0]), (NEXT + 5, [0])])
def test_the_old_connection_leaves_a_hole_just_before_another_begins_behind_it(start, begun, beside, missed):
    """The new one begins with a PSN that the old one has had; what lies ahead of both may be of either."""
    flow = OneFlow(DONE, beside=beside, missed=missed)
    assert _begins(flow, [ask(NEXT + 1)], [HALFWAY + 1], start=start) == begun


@PLACES
def test_it_does_not_begin_before_an_answer_of_the_old_connection(beside, missed):
    """What was sent before that answer belongs to the old one."""
    flow = OneFlow(DONE, beside=beside, missed=missed)
    before, when = [ask(START + 1), tell(LAST, COUNT)], [990 * GAP, 991 * GAP]
    assert _begins(flow, before, when) == [2]
    assert _begins(flow, before[::-1], when) == [1]


@PLACES
@pytest.mark.parametrize(
    ("before", "begun"),
    [
        pytest.param([ask(LAST - 2), ask(LAST - 2)], [2], id="it is sent again"),
        pytest.param([ask(LAST - 2), ask(LAST - 9)], [1], id="another one"),
        pytest.param([ask(LAST - 2), ask(LAST - 2, WRITE_ONLY)], [1], id="another operation with its PSN"),
        pytest.param([ask(LAST - 2), tell(LAST, COUNT), ask(LAST - 2)], [2], id="it was answered meanwhile"),
        pytest.param([ask(LAST - 9 + at) for at in (*range(64), 0)], [65], id="64 requests before"),
        pytest.param([ask(LAST - 9 + at) for at in (*range(65), 0)], [65], id="65 requests before"),
    ],
)
def test_what_the_old_connection_sends_again_begins_nothing(before, begun, beside, missed):
    """A request that comes long after the others, just before the first of another connection."""
    flow = OneFlow(DONE, beside=beside, missed=missed)
    when = [*((at + 1) * 10 for at in range(len(before) - 1)), 990 * GAP]
    assert _begins(flow, before, when) == begun


# -- the tap sees one side alone ---------------------------------------------------------------------------------------

#: requests of A, and its answers to requests of B that the tap does not see
ASKED = [ask(FIRST + at) for at in range(COUNT)]
TOLD = [tell(70 + at, at + 1, **FORTH) for at in range(COUNT)]
ALONE = [each for pair in zip(ASKED, TOLD, strict=True) for each in pair]
ANEW = [tell(3, 1, **FORTH), tell(4, 2, **FORTH)]
LEAVES = [
    pytest.param(NEXT, False, id="the next one"),
    pytest.param(NEXT + 1, True, id="one is left out"),
    pytest.param(LAST, False, id="the last one again"),
    pytest.param(FIRST, False, id="the first one again"),
    pytest.param(FIRST - 1, True, id="before the first one"),
    pytest.param(FIRST + 5000, True, id="farther away"),
]


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize(("psn", "leaves"), LEAVES)
def test_of_one_side_alone_a_request_leaves_its_psns(psn, leaves, beside):
    """What is unacknowledged the tap does not see: any request of before may come again."""
    flow = OneFlow(ALONE, beside=beside)
    begun = [0] if leaves else []
    assert flow.reuse([ask(psn), *ANEW], patient=False).splits.get(flow.row, []) == begun
    found = flow.reuse([ask(psn)])
    assert (found.splits, found.undecided) == ({}, {flow.row: 0} if leaves else {})
    # behind others of the batch
    on = [ask(NEXT), tell(70 + COUNT, COUNT + 1, **FORTH)]
    again = psn + 1 if psn > LAST else psn
    begun = [2] if leaves else []
    assert flow.reuse([*on, ask(again), *ANEW], patient=False).splits.get(flow.row, []) == begun
    assert flow.reuse([*on, ask(again)]).undecided == ({flow.row: 2} if leaves else {})


@pytest.mark.parametrize(("psn", "leaves"), LEAVES)
def test_of_one_side_alone_all_its_requests_are_in_this_batch(psn, leaves):
    flow = OneFlow(TOLD)
    count = tell(70 + COUNT, COUNT + 1, **FORTH)
    begun = [COUNT + 1] if leaves else []
    assert flow.reuse([*ASKED, count, ask(psn), *ANEW], patient=False).splits.get(flow.row, []) == begun


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize(("msn", "begun"), [(64, [0]), (65, [])])
def test_of_one_side_alone_a_new_connection_counts_few_messages(msn, begun, beside):
    flow = OneFlow([ask(FIRST), *(tell(70 + at, at + 1, **FORTH) for at in range(100))], beside=beside)
    packets = [ask(FIRST + 5000), tell(3, msn, **FORTH), tell(4, msn + 1, **FORTH)]
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == begun


@pytest.mark.parametrize("beside", [0, 1])
def test_of_one_side_alone_a_request_before_an_answer_that_counts_on_begins_nothing(beside):
    flow = OneFlow(ALONE, beside=beside)
    on = tell(70 + COUNT, COUNT + 1, **FORTH)
    assert flow.reuse([ask(FIRST - 1), on, *ANEW], patient=False).splits == {}
    assert flow.reuse([ask(FIRST - 1), on]).undecided == {}
    assert flow.reuse([on, ask(FIRST - 1)]).undecided == {flow.row: 1}


def test_of_one_side_alone_nothing_was_counted_yet():
    """No answer can count fewer messages, so none is waited for."""
    flow = OneFlow([ask(FIRST), tell(70, 0, **FORTH)])
    assert flow.reuse([ask(FIRST - 1)]).undecided == {}
    assert flow.reuse([tell(71, 1, **FORTH), ask(FIRST - 1)]).undecided == {flow.row: 1}


def test_of_one_side_alone_the_first_psn_is_zero():
    """What comes again behind others is none of another connection."""
    flow = OneFlow([each for at in range(COUNT) for each in (ask(at), tell(70 + at, at + 1, **FORTH))])
    on = [ask(COUNT), tell(70 + COUNT, COUNT + 1, **FORTH)]
    assert flow.reuse([*on, ask(5), *ANEW], patient=False).splits == {}
    assert flow.reuse([*on, ask(-1), *ANEW], patient=False).splits == {flow.row: [2]}


def test_of_one_side_alone_responses_without_an_aeth_count_nothing():
    flow = OneFlow(ALONE)
    middle = ask(71 + COUNT, READ_MIDDLE)
    assert flow.reuse([tell(70 + COUNT, COUNT + 1, **FORTH), middle, ask(FIRST - 1)]).undecided == {flow.row: 2}


@pytest.mark.parametrize("first", [0, FIRST])
def test_no_message_waits_behind_few_counted_ones_where_the_tap_sees_both_sides(first):
    """It sees requests of the other side, or its answers: what the first side counts tells nothing then."""
    away = first + 5000
    asked = [each for at in range(9) for each in (ask(70 + at, **BACK), tell(70 + at, at + 1, **FORTH))]
    flow = OneFlow([*asked, ask(first)])
    assert flow.reuse([ask(away)]).undecided == {}
    flow = OneFlow([ask(first), tell(first, 1), tell(70, 1, **FORTH)])
    assert flow.reuse([ask(away)]).undecided == {}
