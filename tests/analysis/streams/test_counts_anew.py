"""Answers that count messages anew: which of them belong together, which are late, and which wait for a later one."""

from __future__ import annotations

import pytest

from tests.analysis.streams.reused import FIRST, GAP, OneFlow, cut, sends
from tests.support.exchanges import ask, tell

COUNT = 200
NEXT, LAST, NEAR = FIRST + COUNT, FIRST + COUNT - 1, FIRST + 5000
DONE = sends(COUNT)
#: nanoseconds by which no answer is late
DELAY = 10_000_000
#: flows that began before, and whether the first side of the flow answers
PLACES = pytest.mark.parametrize(("beside", "missed"), [(0, False), (1, False), (1, True)])


def _asks(count, psn=NEAR):
    return [ask(psn + at) for at in range(count)]


@PLACES
@pytest.mark.parametrize(
    ("packets", "begun"),
    [
        pytest.param([*_asks(66), tell(NEAR, 1), tell(NEAR + 64, 65)], [0], id="64 more messages"),
        pytest.param([*_asks(66), tell(NEAR, 1), tell(NEAR + 65, 66)], [], id="65 more: they do not belong together"),
        pytest.param([*_asks(3), tell(NEAR + 2, 3), tell(NEAR + 2, 3)], [0], id="as many again"),
        pytest.param([*_asks(3), tell(NEAR + 2, 3), tell(NEAR + 1, 2)], [], id="one fewer"),
        pytest.param([*_asks(2), tell(NEAR, 1), tell(NEAR + 65_536, 2)], [0], id="of a PSN that is not far away"),
        pytest.param([*_asks(2), tell(NEAR, 1), tell(NEAR + 70_000, 2)], [], id="of a PSN far away"),
    ],
)
def test_two_answers_in_a_row(packets, begun, beside, missed):
    flow = OneFlow(DONE, beside=beside, missed=missed)
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == begun


@PLACES
@pytest.mark.parametrize(("more", "begun"), [(64, [0]), (65, [])])
def test_the_first_one_was_in_the_batch_before(more, begun, beside, missed):
    flow = OneFlow(DONE, [*_asks(66), tell(NEAR, 1)], beside=beside, missed=missed)
    assert flow.reuse([tell(NEAR + more, 1 + more)], patient=False).splits.get(flow.row, []) == begun


@PLACES
@pytest.mark.parametrize(
    ("msn", "second", "begun"),
    [
        pytest.param(1, NEAR + 1, [0], id="its request is missing"),
        pytest.param(4, NEAR + 1, [0], id="four are missing"),
        pytest.param(5, NEAR + 1, [], id="five are missing"),
        pytest.param(1, NEXT, [], id="the second one goes on with the PSNs of before"),
    ],
)
def test_an_answer_whose_request_the_tap_has_missed(msn, second, begun, beside, missed):
    """The connection begins with the answer; the next one, to a message where none was due, tells so."""
    flow = OneFlow(DONE, beside=beside, missed=missed)
    packets = [tell(NEAR, msn), ask(second), tell(second, msn + 1)]
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == begun
    packets = [ask(NEXT), tell(NEXT, COUNT + 1), *packets]
    begun = [2 for _ in begun]
    second = NEXT + 1 if second == NEXT else second
    packets[3:] = [ask(second), tell(second, msn + 1)]
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == begun


@PLACES
@pytest.mark.parametrize(
    ("packets", "waits"),
    [
        pytest.param([ask(NEAR), tell(NEAR, 1)], 0, id="its message began where none was due"),
        pytest.param([ask(NEAR), tell(NEAR, 5)], 0, id="four messages before it are missing"),
        pytest.param([ask(NEAR), tell(NEAR, 6)], None, id="five messages before it would be missing"),
        pytest.param([tell(NEAR, 4)], 0, id="its request may be missing"),
        pytest.param([tell(NEAR, 5)], None, id="so many are not missing"),
        pytest.param([tell(LAST, COUNT - 15)], None, id="it may be late"),
        pytest.param([ask(NEXT), tell(NEXT, COUNT + 1), tell(NEAR, 4)], 2, id="behind another answer"),
        pytest.param([tell(NEAR, 4), ask(NEXT), tell(NEXT, COUNT + 1)], None, id="another answer is behind it"),
    ],
)
def test_one_low_count_waits_for_the_next(packets, waits, beside, missed):
    flow = OneFlow(DONE, beside=beside, missed=missed)
    found = flow.reuse(packets)
    assert (found.splits, found.undecided) == ({}, {} if waits is None else {flow.row: waits})


@PLACES
@pytest.mark.parametrize(
    ("pause", "then", "begun"),
    [
        pytest.param(DELAY - 2 * GAP, [tell(FIRST + 8, 9)], [], id="one was late, and the next counts on"),
        pytest.param(DELAY + GAP, [ask(NEAR + 1), tell(NEAR + 1, 2)], [0], id="none is late"),
        pytest.param(DELAY + GAP, [tell(FIRST + 8, 9)], [], id="the first one is damaged"),
    ],
)
def test_answers_that_count_a_few_messages_less(pause, then, begun, beside, missed):
    flow = OneFlow(sends(9), beside=beside, missed=missed)
    packets = [ask(NEAR), tell(NEAR, 1), *then]
    assert flow.reuse(packets, patient=False, pause=pause).splits.get(flow.row, []) == begun


@PLACES
def test_an_answer_that_the_capture_hascut_off_counts_nothing(beside, missed):
    flow = OneFlow(DONE, beside=beside, missed=missed)
    asks, answers = _asks(2), [tell(NEAR, 1), tell(NEAR + 1, 2)]
    assert flow.reuse([*asks, *answers], patient=False).splits == {flow.row: [0]}
    found = flow.reuse([*asks, *map(cut, answers)], patient=False)
    assert (found.splits, found.msns[0].tolist()) == ({}, [])
