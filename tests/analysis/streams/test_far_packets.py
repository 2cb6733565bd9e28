"""Packets whose PSNs are far from all before: which begin another connection, and which are set aside."""

from __future__ import annotations

import pytest

from ibpkt.analysis.streams.packet_lengths import SMALLEST_PMTU
from tests.analysis.streams.reused import BACK, FIRST, FORTH, GAP, OneFlow, sends
from tests.support.exchanges import SEND_MIDDLE, ask, read, tell

FAR, FARTHER = 3_000_000, 9_000_000
UC_SEND, UC_SEND_MIDDLE = 0x24, 0x21
#: PSN of the next request, and of the last one
NEXT, LAST = FIRST + 4, FIRST + 3
#: four messages; the last two of them are under way in the second
DONE, UNDER_WAY = sends(4), sends(4, 2)
#: PSNs from one packet to the next that are not far
NEAR = 1 << 16
FIFTY_PSNS = read(FAR, 50 * SMALLEST_PMTU)  # at most

#: the rule, the packets before, those of the batch, where connections begin, the packets that are set aside,
#: and those of them that are reported: all but answers to others of them
REQUESTS = [
    ("nothing was under way", DONE, [ask(FAR)], [0], [], []),
    ("nothing was under way, and a message goes on", DONE, [ask(FAR, SEND_MIDDLE)], [], [0], [0]),
    ("one by itself is damaged", UNDER_WAY, [ask(FAR)], [], [0], [0]),
    ("a second one follows", UNDER_WAY, [ask(FAR), ask(FAR + 1)], [0], [], []),
    ("a second one follows, in one message", UNDER_WAY, [ask(FAR + at, SEND_MIDDLE) for at in (0, 1)], [0], [], []),
    ("some between the two are missing", UNDER_WAY, [ask(FAR), ask(FAR + 64)], [0], [], []),
    ("too many between the two are missing", UNDER_WAY, [ask(FAR), ask(FAR + 65)], [], [0, 1], [0, 1]),
    ("the second one is behind the first", UNDER_WAY, [ask(FAR), ask(FAR - 1)], [], [0, 1], [0, 1]),
    ("a third one follows the second", UNDER_WAY, [ask(FAR), ask(FAR + 65), ask(FAR + 66)], [1], [0], [0]),
    ("a third one follows the second, behind", UNDER_WAY, [ask(FAR), ask(FAR - 9), ask(FAR - 8)], [1], [0], [0]),
    ("what was before is nearer to the second than the first is", UNDER_WAY,
     [ask(LAST + NEAR + 2), ask(LAST + NEAR - 2)], [], [0], [0]),
    ("nothing was under way, and too many between the two are missing", DONE, [ask(FAR), ask(FAR + 65)], [0], [], []),
    ("the second one follows what is read", UNDER_WAY, [FIFTY_PSNS, ask(FAR + 114)], [0], [], []),
    ("the second one is behind what is read", UNDER_WAY, [FIFTY_PSNS, ask(FAR + 115)], [], [0, 1], [0, 1]),
    ("two far from each other", UNDER_WAY, [ask(FAR), ask(FARTHER)], [], [0, 1], [0, 1]),
    ("nothing was under way at the first of two far from each other", DONE, [ask(FAR), ask(FARTHER)], [0], [1], [1]),
    ("what was before goes on", UNDER_WAY, [ask(FAR), ask(NEXT)], [], [0], [0]),
    ("what was before goes on, though nothing was under way", DONE, [ask(FAR), ask(NEXT)], [], [0], [0]),
    ("a new one follows the second time", UNDER_WAY, [ask(FARTHER), ask(NEXT), ask(FAR), ask(FAR + 1)], [2], [0], [0]),
    ("near enough ahead", UNDER_WAY, [ask(LAST + NEAR)], [], [], []),
    ("too far ahead", UNDER_WAY, [ask(LAST + NEAR + 1)], [], [0], [0]),
    ("near enough behind", UNDER_WAY, [ask(LAST - NEAR)], [], [], []),
    ("too far behind", UNDER_WAY, [ask(LAST - NEAR - 1)], [], [0], [0]),
    ("requests tell, whatever is answered", UNDER_WAY,
     [ask(FAR), ask(FAR + 1), tell(FARTHER, 1), tell(FARTHER + 1, 2)], [0], [], []),
    ("a READ of before reaches so far", [*sends(4, 2)[:3], read(LAST, 1 << 31)], [ask(FAR)], [], [], []),
    ("an answer counts messages anew", UNDER_WAY, [ask(FAR), tell(FAR, 1)], [0], [], []),
    ("the capture misses four messages", UNDER_WAY, [ask(FAR), tell(FAR, 5)], [0], [], []),
    ("the capture would miss five messages", UNDER_WAY, [ask(FAR), tell(FAR, 6)], [], [0, 1], [0]),
    ("an answer to another one", UNDER_WAY, [ask(FAR), tell(FAR + 1, 1)], [], [0, 1], [0, 1]),
    ("an answer counts anew, and a message goes on", UNDER_WAY, [ask(FAR, SEND_MIDDLE), tell(FAR, 1)], [], [0, 1], [0]),
    ("it is answered, but what was before goes on", UNDER_WAY, [ask(FAR), tell(FAR, 1), ask(NEXT)], [], [0, 1], [0]),
    ("what was before goes on behind many", UNDER_WAY, [ask(FAR), tell(FAR, 1), ask(LAST + 64)], [], [0, 1], [0]),
    ("what was before does not go on so far", UNDER_WAY, [ask(FAR), tell(FAR, 1), ask(LAST + 65)], [0, 2], [], []),
    ("what was before does not go on where it was", UNDER_WAY, [ask(FAR), tell(FAR, 1), ask(LAST)], [0, 2], [], []),
]  # fmt: skip


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize(
    ("rule", "before", "packets", "begun", "aside", "told"), REQUESTS, ids=[case[0] for case in REQUESTS]
)
def test_requests(rule, before, packets, begun, aside, told, beside):
    flow = OneFlow(before, beside=beside)
    found = flow.reuse(packets, patient=False)
    assert found.splits.get(flow.row, []) == begun
    assert sorted(found.far.set_aside) == aside
    assert sorted(found.far.told) == told
    assert not found.undecided


#: the same where packets may wait; the packet from which on the flow waits
PATIENT = [
    ("a single one, though nothing was under way", DONE, [ask(FAR)], [], [], {0}),
    ("a single one", UNDER_WAY, [ask(FAR)], [], [], {0}),
    ("a single one behind others", UNDER_WAY, [ask(NEXT), ask(FAR)], [], [], {1}),
    ("a second one that is too far", UNDER_WAY, [ask(FAR), ask(FAR + 65)], [], [0], {1}),
    ("a second one", UNDER_WAY, [ask(FAR), ask(FAR + 1)], [0], [], set()),
    ("what was before goes on", UNDER_WAY, [ask(FAR), ask(NEXT)], [], [0], set()),
    ("a single answer", UNDER_WAY, [tell(FAR, 1)], [], [], {0}),
    ("the answer to a single one that waits", UNDER_WAY, [ask(FAR), tell(FAR, 6)], [], [], {0}),
    ("two answers behind a single request: the next request tells", UNDER_WAY,
     [ask(FAR), tell(FARTHER, 6), tell(FARTHER + 1, 7)], [], [], {0}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "before", "packets", "begun", "aside", "waits"), PATIENT, ids=[row[0] for row in PATIENT]
)
def test_the_next_packet_decides(rule, before, packets, begun, aside, waits):
    flow = OneFlow(before, beside=1)
    found = flow.reuse(packets)
    assert found.splits.get(flow.row, []) == begun
    assert sorted(found.far.set_aside) == aside
    assert set(found.undecided.values()) == waits


#: as REQUESTS
ANSWERS = [
    ("one by itself is damaged", [tell(FAR, 1)], [], [0], [0]),
    ("a second one follows", [tell(FAR, 1), tell(FAR + 1, 2)], [0], [], []),
    ("the same one again", [tell(FAR, 1), tell(FAR, 1)], [], [0, 1], [0, 1]),
    ("the second one is behind the first", [tell(FAR, 1), tell(FAR - 1, 1)], [], [0, 1], [0, 1]),
    ("a third one follows the same one twice", [tell(FAR, 1), tell(FAR, 1), tell(FAR + 1, 2)], [1], [0], [0]),
    ("two far from each other", [tell(FAR, 1), tell(FARTHER, 2)], [], [0, 1], [0, 1]),
    ("what was before goes on", [tell(FAR, 1), tell(FIRST + 2, 3), tell(LAST, 4)], [], [0], [0]),
    ("what two answer is set aside, and no request of the flow",
     [ask(FAR), ask(FAR + 65), tell(FAR, 5), tell(FAR + 65, 6)], [2], [0, 1], [0, 1]),
    ("near enough to the last request", [tell(LAST + NEAR, 1)], [], [], []),
    ("too far from the last request", [tell(LAST + NEAR + 1, 1)], [], [0], [0]),
    ("near enough behind the last answer", [tell(FIRST + 1 - NEAR, 1)], [], [], []),
    ("too far behind the last answer", [tell(FIRST - NEAR, 1)], [], [0], [0]),
    ("near enough to a request before it", [ask(NEXT), tell(NEXT + NEAR, 1)], [], [], []),
    ("too far from a request before it", [ask(NEXT), tell(NEXT + NEAR + 1, 1)], [], [1], [1]),
    ("a request behind it does not count", [tell(NEXT + NEAR, 1), ask(NEXT)], [], [0], [0]),
    ("near enough to what a READ takes", [read(NEXT, 50 * SMALLEST_PMTU), tell(NEXT + NEAR + 50, 1)], [], [], []),
    ("too far from what a READ takes", [read(NEXT, 50 * SMALLEST_PMTU), tell(NEXT + NEAR + 51, 1)], [], [1], [1]),
    ("those of a READ may be far", [read(NEXT, 100_000 * SMALLEST_PMTU), tell(NEXT + 99_999, 5)], [], [], []),
]  # fmt: skip


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize("missed", [False, True])
@pytest.mark.parametrize(("rule", "packets", "begun", "aside", "told"), ANSWERS, ids=[case[0] for case in ANSWERS])
def test_answers(rule, packets, begun, aside, told, missed, beside):
    """The first packet of the capture is a request or an answer: the sender is the first side of the flow."""
    flow = OneFlow([*[tell(FIRST - 1, 0, **BACK)] * missed, *UNDER_WAY], beside=beside)
    assert flow.side_of_a == missed
    found = flow.reuse(packets, patient=False)
    assert found.splits.get(flow.row, []) == begun
    assert sorted(found.far.set_aside) == aside
    assert sorted(found.far.told) == told


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize(
    ("next_psn", "begun"), [(FAR, [0]), (FAR + 64, [0]), (FAR + 65, []), (FAR - 1, []), (NEXT, [])]
)
def test_a_request_behind_one_that_a_batch_before_has_set_aside(next_psn, begun, beside):
    flow = OneFlow(UNDER_WAY, [ask(FAR)], beside=beside)
    assert flow.reuse([ask(next_psn)], patient=False).splits.get(flow.row, []) == begun


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize(("next_psn", "begun"), [(FAR + 1, [0]), (FAR + NEAR, [0]), (FAR + NEAR + 1, []), (FAR, [])])
def test_an_answer_behind_one_that_a_batch_before_has_set_aside(next_psn, begun, beside):
    flow = OneFlow(UNDER_WAY, [tell(FAR, 1)], beside=beside)
    assert flow.reuse([tell(next_psn, 1)], patient=False).splits.get(flow.row, []) == begun


def test_a_request_behind_one_with_psn_0_that_was_set_aside():
    flow = OneFlow(sends(4, 2, FAR), [ask(0)])
    assert flow.reuse([ask(1)], patient=False).splits == {flow.row: [0]}
    flow = OneFlow(sends(4, 2, FAR), [tell(0, 1)])
    assert flow.reuse([tell(1, 2)], patient=False).splits == {flow.row: [0]}


@pytest.mark.parametrize("beside", [0, 1])
def test_what_the_next_batch_must_know(beside):
    """The last one that was near to others, and the last one far away, by the end that sent it."""
    flow = OneFlow(UNDER_WAY, beside=beside)
    far = flow.reuse([ask(NEXT), ask(FARTHER), ask(FAR), tell(FIRST + 2, 3), tell(FARTHER + 5, 9)], patient=False).far
    assert far.strays == {flow.half: (NEXT, FAR)}
    assert far.stray_answers == {flow.half ^ 1: (FIRST + 2, FARTHER + 5)}
    far = flow.reuse([ask(FAR), ask(NEXT), tell(FARTHER, 9), tell(FIRST + 2, 3)], patient=False).far
    assert (far.strays, far.stray_answers) == ({}, {})


#: PSNs behind the first one of the capture, and whether a connection begins with two requests there
BEHIND = [(1024, False), (1025, True), (60_000, True)]


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize(("behind", "begins"), BEHIND)
@pytest.mark.parametrize("opcode", [UC_SEND, 4])
def test_requests_far_behind_the_first_ones(opcode, behind, begins, beside):
    """Those that nothing has answered: the capture begins with them."""
    flow = OneFlow(sends(4, 0, 70_000, opcode=opcode), beside=beside)
    packets = [ask(70_000 - behind + at, opcode) for at in (0, 1)]
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == ([0] if begins else [])


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize(("opcode", "begins"), [(UC_SEND_MIDDLE, True), (SEND_MIDDLE, False)])
def test_messages_that_go_on_far_behind_the_first_request(opcode, begins, beside):
    """Their beginnings were sent before the capture, unless the connection sends nothing again."""
    flow = OneFlow(sends(4, 0, 70_000, opcode=UC_SEND if begins else 4), beside=beside)
    packets = [ask(60_000 + at, opcode) for at in (0, 1)]
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == ([0] if begins else [])


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize(("opcode", "aside"), [(UC_SEND, [0]), (4, [])])
def test_a_single_request_far_behind_the_first_one(opcode, aside, beside):
    """It was sent before the capture, if it may be sent again at all."""
    flow = OneFlow(sends(4, 0, 70_000, opcode=opcode), beside=beside)
    found = flow.reuse([ask(60_000, opcode)], patient=False)
    assert (found.splits, found.far.set_aside) == ({}, aside)


@pytest.mark.parametrize(("behind", "begins"), BEHIND)
def test_requests_far_behind_the_first_one_of_their_batch(behind, begins):
    """Of the other end, whose first request is in this batch."""
    packets = [ask(70_000, **BACK), *(ask(70_000 - behind + at, **BACK) for at in (0, 1))]
    flow = OneFlow(DONE)
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == ([1] if begins else [])


@pytest.mark.parametrize(("behind", "begins"), [(1024 + 16 * 10, False), (1024 + 16 * 10 + 1, True)])
def test_reads_far_behind_the_first_request(behind, begins):
    """Sixteen of them take ten PSNs each."""
    flow = OneFlow(sends(4, 0, 70_000))
    packets = [read(70_000 - behind + at * 10, 10 * SMALLEST_PMTU) for at in (0, 1)]
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == ([0] if begins else [])


@pytest.mark.parametrize("before", [sends(4, 1, 70_000), sends(4, 0, 70_000)])
def test_what_was_answered_once_may_be_sent_again(before):
    """An answer before the requests, in the same batch or in an earlier one."""
    flow = OneFlow(before)
    packets = [tell(70_002, 3), *(ask(60_000 + at) for at in (0, 1))]
    assert flow.reuse(packets, patient=False).splits == {}


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize(("msn", "begun"), [(1, [0]), (5, [0]), (6, []), (5000, [])])
def test_the_first_answer_comes_between_two_requests_far_behind(msn, begun, beside):
    """It counts messages from the beginning, or those that were sent before the capture, too."""
    flow = OneFlow(sends(4, 0, 70_000), beside=beside)
    found = flow.reuse([ask(60_000), tell(60_000, msn), ask(60_001)], patient=False)
    assert found.splits.get(flow.row, []) == begun
    assert found.far.set_aside == []


@pytest.mark.parametrize("beside", [0, 1])
def test_answers_to_requests_that_the_tap_does_not_see(beside):
    """They may be to anything."""
    flow = OneFlow([tell(FIRST, 1)], beside=beside)
    found = flow.reuse([tell(FAR, 2), tell(FAR + 1, 3)], patient=False)
    assert (found.splits, found.far.set_aside) == ({}, [])


OTHER = 500_000


def _other(count, first):
    """SENDs of the other end, each answered."""
    return [each for at in range(count) for each in (ask(first + at, **BACK), tell(first + at, at + 1, **FORTH))]


@pytest.mark.parametrize("beside", [0, 1, 2])
@pytest.mark.parametrize("missed", [False, True])
def test_the_other_direction_begins_first(missed, beside):
    """It has had no request before, and its PSNs go on behind the one that is far away.

    The first packet of the capture is a request or an answer: the sender is the first side of the flow.
    """
    flow = OneFlow([*[tell(FIRST - 1, 9, **BACK)] * missed, *DONE], beside=beside)
    assert flow.side_of_a == missed
    packets = [*_other(1, OTHER), ask(FAR), ask(FAR + 1), ask(OTHER + 1, **BACK)]
    assert flow.reuse(packets, pause=50_000_000).splits == {flow.row: [0]}
    # the old connection goes on behind it
    assert flow.reuse([*_other(1, OTHER), ask(NEXT), *packets[2:]], pause=50_000_000).splits == {flow.row: [3]}


@pytest.mark.parametrize("beside", [0, 1, 2])
def test_the_other_direction_waits_with_a_single_request(beside):
    """It has had no request before, and lies nearer to that one than to the last request before it, or not."""
    flow = OneFlow(DONE, beside=beside)
    assert flow.reuse([*_other(1, OTHER), ask(FAR)], pause=5 * GAP).undecided == {flow.row: 0}
    times = [GAP, 2 * GAP, 6 * GAP]  # as far behind the first of these as that is behind the last request before
    assert flow.reuse([*_other(1, OTHER), ask(FAR)], times=times).undecided == {flow.row: 2}


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize("missed", [False, True])
@pytest.mark.parametrize(
    ("packets", "patient", "begun"),
    [
        pytest.param([ask(FAR), ask(OTHER, **BACK), ask(FAR + 1), ask(OTHER + 1, **BACK)], False, [0], id="both"),
        pytest.param([ask(OTHER, **BACK), ask(FAR), ask(FAR + 1), ask(OTHER + 1, **BACK)], False, [0], id="other"),
        pytest.param([ask(FAR), ask(FAR + 1), ask(OTHER, **BACK)], True, [0], id="the other by its last packet"),
        pytest.param([ask(OTHER, **BACK), ask(FAR), ask(FAR + 1)], True, [0], id="the other first, by its last packet"),
        pytest.param([ask(FAR), ask(FAR + 1), ask(NEXT, **BACK), ask(OTHER, **BACK), ask(OTHER + 1, **BACK)], False,
                     [0, 3], id="the other goes on before"),
    ],
)  # fmt: skip
def test_both_directions_leave_their_psns(packets, patient, begun, missed, beside):
    """The connection begins once, with the first packet of either."""
    before = [*[tell(FIRST - 1, 9, **BACK)] * missed, *DONE, *_other(4, FIRST)]
    flow = OneFlow(before, beside=beside)
    assert flow.side_of_a == missed
    assert flow.reuse(packets, patient=patient).splits == {flow.row: begun}


@pytest.mark.parametrize("missed", [False, True])
@pytest.mark.parametrize(("next_psn", "begun"), [(FAR + 1, [0]), (FAR + NEAR + 1, []), (FAR, [])])
def test_whichever_side_answers_one_behind_another_that_a_batch_before_has_set_aside(next_psn, begun, missed):
    flow = OneFlow(UNDER_WAY, [tell(FAR, 1)], missed=missed)
    assert flow.side_of_a == missed
    assert flow.reuse([tell(next_psn, 1)], patient=False).splits.get(flow.row, []) == begun


@pytest.mark.parametrize("missed", [False, True])
@pytest.mark.parametrize(("next_psn", "begun"), [(FAR, [0]), (FAR + 65, []), (FAR - 1, [])])
def test_whichever_side_asks_one_behind_another_that_a_batch_before_has_set_aside(next_psn, begun, missed):
    flow = OneFlow(UNDER_WAY, [ask(FAR)], missed=missed)
    assert flow.side_of_a == missed
    assert flow.reuse([ask(next_psn)], patient=False).splits.get(flow.row, []) == begun


@pytest.mark.parametrize("first", [[], [tell(FIRST - 1, 9, **BACK)]])
def test_the_other_direction_begins_first_where_all_requests_are_in_this_batch(first):
    """Whether the first one of the old connection is the first packet of the batch or not."""
    flow = OneFlow([tell(FIRST - 1, 9, **BACK)])
    far = [ask(FAR), ask(FAR + 1), ask(OTHER + 1, **BACK)]
    packets = [*first, ask(FIRST), ask(OTHER, **BACK), *far]
    assert flow.reuse(packets, patient=False, pause=50_000_000).splits == {flow.row: [len(first) + 1]}
    # where nothing was sent before, nothing tells which connection the other direction belongs to
    assert flow.reuse([*first, ask(OTHER, **BACK), ask(FIRST), *far], patient=False).splits == {
        flow.row: [len(first) + 2]
    }


@pytest.mark.parametrize("missed", [False, True])
@pytest.mark.parametrize("beside", [0, 1])
def test_answers_and_requests_of_one_side_leave_their_psns(beside, missed):
    """The tap has missed the other side's requests: it is one connection, unless the old one went on between."""
    flow = OneFlow([*DONE, *_other(2, 70)], beside=beside, missed=missed)
    asks, answers = [ask(OTHER + at, **BACK) for at in (0, 1)], [tell(FAR + at, at + 1) for at in (0, 1)]
    assert flow.reuse([*asks, *answers], patient=False).splits == {flow.row: [0]}
    assert flow.reuse([*answers, *asks], patient=False).splits == {flow.row: [0]}
    assert flow.reuse([*asks, tell(LAST, 4), *answers], patient=False).splits == {flow.row: [0, 3]}
    assert flow.reuse([*answers, ask(72, **BACK), *asks], patient=False).splits == {flow.row: [0, 3]}


@pytest.mark.parametrize("missed", [False, True])
@pytest.mark.parametrize("beside", [0, 1])
def test_answers_begin_no_second_connection_behind_a_release(beside, missed):
    """One message was enough to begin it, and either end answers on it."""
    flow = OneFlow([*DONE, *_other(2, 70)], beside=beside, missed=missed)
    flow.table.flows["released"][flow.row] = flow.frame
    answers = [tell(FAR + at, at + 1) for at in (0, 1)], [tell(FAR + at, at + 1, **FORTH) for at in (0, 1)]
    for each in answers:
        assert flow.reuse([ask(FIRST + 5000), *each], patient=False).splits == {flow.row: [0]}
