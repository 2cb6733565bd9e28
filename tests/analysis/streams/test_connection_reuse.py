"""Where queue pairs are used again and no connection management tells: what a batch shows of near PSNs."""

from __future__ import annotations

import pytest

from ibpkt import draft
from tests.analysis.streams.reused import BACK, FIRST, FORTH, GAP, OneFlow, cut, sends
from tests.support.exchanges import SEND_MIDDLE, ask, read, tell

#: PSN of the next request, and of another one where none is due
COUNT = 30
NEXT, LAST, NEAR = FIRST + COUNT, FIRST + COUNT - 1, FIRST + 5000
#: thirty messages, all of them answered, or twenty-eight
DONE, UNDER_WAY = sends(COUNT), sends(COUNT, COUNT - 2)
#: the other direction, which had requests before, and its next PSN
OTHER = [each for at in range(COUNT) for each in (ask(70 + at, **BACK), tell(70 + at, at + 1, **FORTH))]
OTHER_NEXT = 70 + COUNT
#: nanoseconds by which no answer is late
DELAY = 10_000_000
PAUSE = 5 * DELAY
REFUSED, RNR = 0x62, 0x2C
#: a PSN far from all of these
FAR = 3_000_000
UD_SEND_ONLY, READ_MIDDLE = 100, 14
#: flows that began before, and whether the first side of the flow answers
PLACES = pytest.mark.parametrize(("beside", "missed"), [(0, False), (1, False), (1, True)])


@PLACES
@pytest.mark.parametrize(
    ("psn", "due"), [(NEXT, True), (NEXT + 1, False), (LAST, False), (FIRST, False), (LAST - 1, False), (NEAR, False)]
)
def test_messages_that_begin_where_none_is_due(psn, due, beside, missed):
    """Half, PSN, and the requests of the half before it; whatever the other direction sends."""
    flow = OneFlow(UNDER_WAY, beside=beside, missed=missed)
    expected = [] if due else [(flow.half, psn, COUNT)]
    for others in ([], [ask(70, **BACK)]):
        halves, psns, before = flow.reuse([*others, ask(psn), ask(psn + 1)]).jumps
        assert list(zip(halves.tolist(), psns.tolist(), before.tolist(), strict=True)) == expected


@pytest.mark.parametrize("beside", [0, 1, 2])
def test_datagrams_begin_nowhere(beside):
    """One PSN counts what a queue pair sends, to whatever destinations (IBA 1, 9.8.3)."""

    def datagram(psn):
        return ask(psn, UD_SEND_ONLY, draft("DETH", srcqp=0x33), target=("10.0.0.7", 7))

    flow = OneFlow([datagram(5)], beside=beside)
    assert flow.reuse([datagram(90), datagram(8000)]).jumps[1].tolist() == []
    # a connection behind flows of datagrams
    flow = OneFlow([datagram(5), *UNDER_WAY], beside=beside)
    assert flow.reuse([ask(NEAR)]).jumps[1].tolist() == [NEAR]


@pytest.mark.parametrize(
    ("packets", "jumps"),
    [
        pytest.param([ask(NEAR, SEND_MIDDLE)], [], id="it goes on a message"),
        pytest.param([ask(NEAR), ask(NEAR + 1), ask(NEAR + 9)], [(NEAR + 9, COUNT + 2)], id="the last one counts"),
        pytest.param([read(NEXT, 2560), ask(NEXT + 1)], [], id="behind a READ it is not known where the next is due"),
        pytest.param([read(NEXT, 2560), ask(NEXT + 11)], [], id="a READ of ten PSNs, and one is missing"),
        pytest.param([read(NEXT, 2560), ask(NEXT + 12)], [(NEXT + 12, COUNT + 1)], id="no READ has so many PSNs"),
        pytest.param([read(NEXT, 255), ask(NEXT + 1)], [], id="a READ of one PSN"),
        pytest.param([read(NEXT, 255), ask(NEXT + 2)], [(NEXT + 2, COUNT + 1)], id="a READ of one PSN, one is missing"),
        pytest.param([ask(NEXT), read(NEXT, 2560)], [(NEXT, COUNT + 1)], id="a READ in the place of another request"),
        pytest.param([read(NEXT, 2560), read(NEXT, 2560)], [], id="a READ that comes again"),
        pytest.param([read(NEXT, 2560), ask(NEXT)], [(NEXT, COUNT + 1)], id="another request in the place of a READ"),
    ],
)
def test_messages_behind_others(packets, jumps):
    _, psns, before = OneFlow(UNDER_WAY).reuse(packets).jumps
    assert list(zip(psns.tolist(), before.tolist(), strict=True)) == jumps


@PLACES
@pytest.mark.parametrize(
    ("before", "psn", "begins"),
    [
        pytest.param(UNDER_WAY, NEXT, False, id="the next one"),
        pytest.param(UNDER_WAY, NEXT + 1, True, id="one is left out"),
        pytest.param(UNDER_WAY, LAST, False, id="one that is under way"),
        pytest.param(UNDER_WAY, LAST - 1, False, id="the oldest that is under way"),
        pytest.param(UNDER_WAY, LAST - 2, True, id="one that was answered"),
    ],
)
def test_behind_a_release_one_message_is_enough(before, psn, begins, beside, missed):
    flow = OneFlow(before, beside=beside, missed=missed)
    flow.table.flows["released"][flow.row] = flow.frame
    expected = {flow.row: [0]} if begins else {}
    assert flow.reuse([ask(psn)]).splits == flow.reuse([ask(psn)], patient=False).splits == expected


@pytest.mark.parametrize(("psn", "begun"), [(FIRST, []), (LAST, []), (NEXT, []), (NEXT + 1, [0])])
def test_behind_a_release_nothing_was_answered_before(psn, begun):
    """All of it may be under way."""
    flow = OneFlow(sends(COUNT, 0))
    flow.table.flows["released"][flow.row] = flow.frame
    assert flow.reuse([ask(psn)]).splits.get(flow.row, []) == begun


def test_what_comes_before_a_release_begins_nothing():
    flow = OneFlow(UNDER_WAY)
    flow.table.flows["released"][flow.row] = flow.frame + 1
    assert flow.reuse([ask(NEAR), ask(NEXT)]).splits == {}
    assert flow.reuse([ask(NEXT), ask(NEAR)]).splits == {flow.row: [1]}


def _anew(*msns, psn=NEAR):
    """SENDs behind others, and to each an answer with a count of messages."""
    return [each for at, msn in enumerate(msns) for each in (ask(psn + at), tell(psn + at, msn))]


#: the rule, the packets of a batch, where a connection begins
COUNTED = [
    ("two in a row, behind a message where none was due", _anew(1, 2), [0]),
    ("where it began before", _anew(1, 2, psn=FIRST), [0]),
    ("the capture misses four messages", _anew(5, 6), [0]),
    ("the capture would miss five messages", _anew(6, 7), []),
    ("one alone", _anew(1), []),
    ("one alone, and the next counts on", _anew(1, COUNT + 2), []),
    ("one alone, and the next counts on, of a later one", [*_anew(1), ask(NEAR + 9), tell(NEAR + 9, COUNT + 2)], []),
    ("one alone, and the next counts as many as before", _anew(1, COUNT), []),
    ("as many as before were sent until the next", [*_anew(1), *(ask(NEAR + at) for at in range(1, COUNT)),
     tell(NEAR + COUNT - 1, COUNT)], [0]),
    ("as many as before, behind others", [ask(NEXT), tell(NEXT, COUNT + 1), *_anew(1),
     *(ask(NEAR + at) for at in range(1, COUNT + 1)), tell(NEAR + COUNT, COUNT + 1)], [2]),
    ("some are missing until the next, but fewer than before", [*_anew(1), ask(NEAR + 20), tell(NEAR + 20, 21)], [0]),
    ("fourteen messages are as many as there were", _anew(15), []),
    ("no message began where none was due", _anew(1, 2, psn=NEXT), []),
    ("a message goes on", [ask(NEAR, SEND_MIDDLE), ask(NEAR + 1, SEND_MIDDLE), tell(NEAR, 1), tell(NEAR + 1, 2)], []),
    ("behind others", [ask(NEXT), tell(NEXT, COUNT + 1), *_anew(1, 2)], [2]),
    ("the answers come behind both", [ask(NEAR), ask(NEAR + 1), tell(NEAR, 1), tell(NEAR + 1, 2)], [0]),
    ("both answers are to the same", [ask(NEAR), tell(NEAR, 1), tell(NEAR, 1)], [0]),
    ("answers to others", [ask(NEAR), tell(NEAR - 1, 1), tell(NEAR - 1, 1)], []),
    ("an answer that counts on comes between", [ask(NEAR), ask(NEAR + 1), tell(LAST, COUNT), tell(NEAR, 1),
     tell(NEAR + 1, 2)], []),
    ("another one leaves a hole before the answers", [ask(NEAR), ask(NEAR + 900), tell(NEAR, 1), tell(NEAR + 900, 2)],
     [0]),
    ("PSNs as far from the first one as they may be", [ask(NEAR), tell(NEAR + 65_536, 1), tell(NEAR + 65_536, 2)], [0]),
    ("the second counts fewer", [ask(NEAR), ask(NEAR + 1), tell(NEAR, 2), tell(NEAR + 1, 1)], []),
]  # fmt: skip


@PLACES
@pytest.mark.parametrize("before", [DONE, UNDER_WAY])
@pytest.mark.parametrize(("rule", "packets", "begun"), COUNTED, ids=[case[0] for case in COUNTED])
def test_answers_count_messages_anew(rule, packets, begun, before, beside, missed):
    flow = OneFlow(before, beside=beside, missed=missed)
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == begun


@PLACES
def test_the_second_answer_is_in_the_next_batch(beside, missed):
    """The first waits for it, or the next batch knows it: the count before, its own, and when the one before came."""
    flow = OneFlow(DONE, beside=beside, missed=missed)
    found = flow.reuse(_anew(1))
    assert (found.splits, found.undecided, found.low_msns) == ({}, {flow.row: 0}, {})
    found = flow.reuse(_anew(1), patient=False)
    assert (found.splits, found.undecided) == ({}, {})
    last = 10**18 + (flow.frame - 1) * GAP
    assert found.low_msns == {flow.half ^ 1: (COUNT, 1, last)}


@PLACES
@pytest.mark.parametrize(
    ("first", "psn", "msn", "begun"),
    [
        *((first, NEAR + 1, msn, [1]) for first in (0, 1) for msn in (1, 2)),
        *((first, NEAR + 1, msn, []) for first in (0, 1) for msn in (1 + 65, COUNT + 2)),
        (2, NEAR + 1, 1, []),
    ],
)
def test_the_answer_before_was_in_the_batch_before(first, psn, msn, begun, beside, missed):
    flow = OneFlow(DONE, _anew(first), beside=beside, missed=missed)
    assert flow.reuse([ask(psn), tell(psn, msn)], patient=False).splits.get(flow.row, []) == begun


@PLACES
@pytest.mark.parametrize("first", [NEAR, 0])
@pytest.mark.parametrize(
    ("ahead", "msn", "begins"),
    [
        pytest.param(0, 1, True, id="the first request is answered"),
        pytest.param(-1, 1, False, id="one before it"),
        pytest.param(65_536, 1, True, id="as far behind it as PSNs may be"),
        pytest.param(65_537, 1, False, id="too far behind it"),
        pytest.param(4, 5 + 4, True, id="four messages before it are missing"),
        pytest.param(4, 5 + 5, False, id="five messages before it would be missing"),
    ],
)
def test_the_first_requests_were_in_the_batch_before(ahead, msn, begins, first, beside, missed):
    """Three were there; two of this batch have been sent as well when the answers come."""
    flow = OneFlow(DONE, [ask(first + at) for at in range(3)], beside=beside, missed=missed)
    packets = [ask(first + 3), ask(first + 4), *[tell(first + ahead, msn)] * 2]
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == ([2] if begins else [])


@PLACES
def test_a_message_of_the_batch_before_belongs_to_what_is_counted_on_behind_it(beside, missed):
    flow = OneFlow(UNDER_WAY, [ask(NEAR)], beside=beside, missed=missed)
    packets = [ask(NEAR + 1), tell(NEAR, 1), tell(NEAR + 1, 2)]
    assert flow.reuse(packets, patient=False).splits == {flow.row: [1]}
    assert flow.reuse([tell(LAST, COUNT), *packets], patient=False).splits == {}


@PLACES
@pytest.mark.parametrize(("pause", "begun"), [(0, []), (DELAY - 4 * GAP, []), (DELAY - 4 * GAP + 1, [0]), (DELAY, [0])])
def test_answers_that_count_a_few_less(pause, begun, beside, missed):
    """The second one comes so long after the last higher count that it cannot be late."""
    flow = OneFlow(sends(5), beside=beside, missed=missed)
    assert flow.reuse(_anew(1, 2), patient=False, pause=pause).splits.get(flow.row, []) == begun


#: messages of which the last one is refused for good
BROKEN = [*sends(COUNT, COUNT - 1), tell(LAST, COUNT - 1, syndrome=REFUSED)]
#: the packets that follow them after a pause, and where a connection begins
BEHIND_A_REFUSAL = {
    "behind a message where none was due": ([ask(NEAR), tell(NEAR, 1)], PAUSE, [0]),
    "it may be late": ([ask(NEAR), tell(NEAR, 1)], DELAY - 2 * GAP, []),
    "it is not late": ([ask(NEAR), tell(NEAR, 1)], DELAY - 2 * GAP + 1, [0]),
    "it goes on": ([ask(NEXT), tell(NEXT, COUNT)], PAUSE, []),
    "the same refusal": ([ask(LAST), tell(LAST, COUNT - 1, syndrome=REFUSED)], PAUSE, []),
    "another refusal": ([ask(NEAR), tell(NEAR, 0, syndrome=REFUSED)], PAUSE, [0]),
    "an ACK of what was refused": ([ask(LAST), tell(LAST, 1)], PAUSE, [0]),
    "a receiver that is not ready for what was refused": ([ask(LAST), tell(LAST, 0, syndrome=RNR)], PAUSE, [0]),
    "it counts more messages than a new one has": ([ask(NEAR), tell(NEAR, 6)], PAUSE, []),
    "it begins once": ([ask(FAR), ask(FAR + 1), ask(FAR + 500), tell(FAR + 500, 3)], PAUSE, [0]),
}


@PLACES
@pytest.mark.parametrize("rule", BEHIND_A_REFUSAL)
def test_behind_a_refusal_nothing_is_answered(rule, beside, missed):
    """In an earlier batch, and in the same one."""
    packets, pause, begun = BEHIND_A_REFUSAL[rule]
    flow = OneFlow(BROKEN, beside=beside, missed=missed)
    assert flow.reuse(packets, patient=False, pause=pause).splits.get(flow.row, []) == begun
    flow = OneFlow(BROKEN[:-1], beside=beside, missed=missed)
    times = [GAP, *(GAP + pause + (at + 1) * GAP for at in range(len(packets)))]
    found = flow.reuse([BROKEN[-1], *packets], patient=False, times=times)
    assert found.splits.get(flow.row, []) == [1 for _ in begun]


@pytest.mark.parametrize("beside", [0, 1, 2])
@pytest.mark.parametrize("missed", [False, True])
def test_the_other_direction_begins_first(missed, beside):
    """It has had no request before; the first packet of the capture may be an answer."""
    flow = OneFlow(DONE, beside=beside, missed=missed)
    other = [[ask(70 + at, **BACK), tell(70 + at, at + 1, **FORTH)] for at in (0, 1)]
    packets = [*other[0], *_anew(1, 2), *other[1]]
    assert flow.reuse(packets, patient=False, pause=PAUSE).splits == {flow.row: [0]}
    # the old connection goes on behind it
    on = [ask(NEXT), tell(NEXT, COUNT + 1)]
    assert flow.reuse([*other[0], *on, *packets[2:]], patient=False, pause=PAUSE).splits == {flow.row: [4]}


@PLACES
@pytest.mark.parametrize(("fall", "begun"), [(16, [0]), (15, [])])
def test_how_many_fewer_messages_do_not_seem_late(fall, begun, beside, missed):
    """As many were asked for since, so that a connection may have begun."""
    flow, count = OneFlow(DONE, beside=beside, missed=missed), COUNT - fall
    packets = [*(ask(NEAR + at) for at in range(count)), tell(NEAR + count - 1, count)]
    packets += [ask(NEAR + count), tell(NEAR + count, count + 1)]
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == begun


@pytest.mark.parametrize(("syndrome", "begun"), [(0x1F, [0]), (0x00, [0]), (0x5F, []), (0x40, [])])
def test_a_reserved_kind_of_answer_counts_no_messages(syndrome, begun):
    flow = OneFlow(DONE)
    packets = [each for at in (0, 1) for each in (ask(NEAR + at), tell(NEAR + at, at + 1, syndrome=syndrome))]
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == begun


@PLACES
@pytest.mark.parametrize(
    ("packets", "counts"),
    [
        pytest.param([ask(NEXT)], [], id="no answer"),
        pytest.param([ask(NEXT), tell(NEXT, 31)], [(31, 2)], id="an answer"),
        pytest.param([ask(NEXT), tell(NEXT, 31), tell(NEXT, 32)], [(32, 3)], id="the last one"),
        pytest.param([tell(NEXT, COUNT + (1 << 16))], [((1 << 16) + COUNT, 1)], id="many more"),
        pytest.param([tell(NEXT, COUNT + (1 << 16) + 1)], [], id="too many more: it is damaged"),
        pytest.param([tell(LAST, 30), tell(NEXT, 1 << 20)], [(30, 1)], id="too many more behind another"),
        pytest.param([tell(NEXT, 31), tell(3_000_000, 32)], [(31, 1)], id="another one is far away"),
    ],
)
def test_the_last_count_of_messages(packets, counts, beside, missed):
    """By the end that counts them: what was counted, and when, in packets behind the last of the table."""
    flow = OneFlow(DONE, beside=beside, missed=missed)
    ends, msns, times = flow.reuse(packets, patient=False).msns
    last = 10**18 + (flow.frame - 1) * GAP
    found = list(zip(ends.tolist(), msns.tolist(), (times - last).tolist(), strict=True))
    assert found == [(flow.half ^ 1, msn, behind * GAP) for msn, behind in counts]


@pytest.mark.parametrize(("msn", "counts"), [(1 << 16, True), ((1 << 16) + 1, False)])
@pytest.mark.parametrize("before", [0, 1])
def test_a_count_of_too_many_messages_behind_none(before, msn, counts):
    flow = OneFlow([ask(FIRST), tell(FIRST, before)])
    found = flow.reuse([ask(FIRST + 1), tell(FIRST + 1, msn + before)], patient=False)
    assert found.msns[1].tolist() == ([msn + before] if counts else [])


@PLACES
@pytest.mark.parametrize(
    ("count", "pause", "waits"),
    [
        *((count, pause, pause == 1_000_000) for count in (1, 5) for pause in (999_999, 1_000_000)),
        *((15, 999_999, False), (16, GAP, True), (COUNT, GAP, True)),
    ],
)
def test_a_message_that_nothing_answers_yet_waits(count, pause, waits, beside, missed):
    """Behind few counted messages only if a queue pair could have been made anew meanwhile."""
    flow = OneFlow(sends(count), beside=beside, missed=missed)
    found = flow.reuse([ask(NEAR)], times=[pause])
    assert found.undecided == ({flow.row: 0} if waits else {})
    assert flow.reuse([ask(FIRST + count)], times=[pause]).undecided == {}


@PLACES
@pytest.mark.parametrize(
    ("before", "msn", "waits"), [(5, 1, True), (5, 4, True), (5, 5, False), (3, 3, False), (3, 4, False)]
)
def test_one_answer_that_counts_a_few_less_waits_for_the_next(before, msn, waits, beside, missed):
    """One that counts as many messages as before, or more, says nothing of another connection."""
    flow = OneFlow(sends(before), beside=beside, missed=missed)
    packets = [ask(NEAR), tell(NEAR, msn)]
    assert flow.reuse(packets).undecided == ({flow.row: 0} if waits else {})
    low = flow.reuse(packets, patient=False).low_msns
    assert [msns[:2] for msns in low.values()] == ([(before, msn)] if waits else [])


@PLACES
@pytest.mark.parametrize(("pause", "begun"), [(GAP, []), (DELAY - 3 * GAP, []), (DELAY - 3 * GAP + 1, [4])])
def test_how_long_after_the_last_higher_count_fewer_messages_are_counted(pause, begun, beside, missed):
    """Of the second answer that counts fewer; what came before the higher count does not matter."""
    flow = OneFlow(sends(5), beside=beside, missed=missed)
    on = [each for at in (5, 6) for each in (ask(FIRST + at), tell(FIRST + at, at + 1))]
    times = [GAP, 2 * GAP, PAUSE, PAUSE + GAP, *(PAUSE + GAP + pause + at * GAP for at in range(4))]
    assert flow.reuse([*on, *_anew(1, 2)], patient=False, times=times).splits.get(flow.row, []) == begun


@PLACES
@pytest.mark.parametrize(("msn", "begun"), [(2, [1]), (5, []), (6, [])])
def test_soon_behind_a_low_count_another_goes_on_with_those_of_before(msn, begun, beside, missed):
    """The low ones, of which the batch before has had the first, were late."""
    flow = OneFlow(sends(5), _anew(1), beside=beside, missed=missed)
    packets = [ask(NEAR + 1), tell(NEAR + 1, 2), ask(NEAR + 2), tell(NEAR + 2, msn)]
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == begun


@PLACES
def test_requests_tell_first(beside, missed):
    """Answers have shown where a connection begins, but the last request is far from all others."""
    flow = OneFlow(DONE, beside=beside, missed=missed)
    found = flow.reuse([*_anew(1, 2), ask(FAR)])
    assert (found.splits, found.undecided) == ({}, {flow.row: 0})


LEFT = [ask(5000, **BACK), ask(5001, **BACK)]


#: what comes before the two answers, and where the connection begins: also if the first packet comes long before
LEAVES = [
    pytest.param(LEFT[:1], 0, 1, id="it leaves its PSNs just before"),
    pytest.param(LEFT, 0, 2, id="with two requests"),
    pytest.param([ask(OTHER_NEXT, **BACK)], 1, 1, id="it goes on"),
    pytest.param([LEFT[0], ask(NEXT)], 2, 2, id="the old connection goes on behind that"),
    pytest.param([ask(NEXT), LEFT[0]], 1, 2, id="the old connection goes on before that"),
]


@PLACES
@pytest.mark.parametrize(("before", "begun", "late"), LEAVES)
def test_the_other_direction_leaves_its_psns_just_before(before, begun, late, beside, missed):
    flow = OneFlow([*DONE, *OTHER], beside=beside, missed=missed)
    packets = [*before, *_anew(1, 2)]
    assert flow.reuse(packets, patient=False, pause=PAUSE).splits.get(flow.row, []) == [begun]
    # what lies nearer to its old requests is one of them
    times = [(at if at < len(before) else PAUSE + at) * GAP for at in range(len(packets))]
    assert flow.reuse(packets, patient=False, times=times).splits.get(flow.row, []) == [late]


@PLACES
@pytest.mark.parametrize("messages", [0, 3])
def test_a_message_that_nothing_answers_yet_waits_behind_a_refusal(messages, beside, missed):
    """Without one few counted messages need a pause before it, and none are not enough."""
    before, psn = sends(messages), FIRST + messages
    refused = OneFlow([*before, ask(psn), tell(psn, messages, syndrome=REFUSED)], beside=beside, missed=missed)
    assert refused.reuse([ask(NEAR)]).undecided == {refused.row: 0}
    flow = OneFlow([*before, ask(psn), tell(psn, messages)], beside=beside, missed=missed)
    assert flow.reuse([ask(NEAR)]).undecided == {}
    assert flow.reuse([ask(NEAR)], pause=PAUSE).undecided == ({flow.row: 0} if messages else {})


#: requests and answers of both directions, and which message waits for an answer that may count messages anew
UNANSWERED = {
    "nothing answers it": ([ask(NEAR)], {0}),
    "two messages": ([ask(NEAR), ask(NEAR + 9)], {0}),
    "it is answered, and counted on": ([ask(NEAR), tell(NEAR, COUNT + 1)], set()),
    "the answer was before it": ([tell(LAST, COUNT), ask(NEAR)], {1}),
    "an answer before it and one behind it": ([tell(LAST, COUNT), ask(NEAR), tell(NEAR, COUNT + 1)], set()),
    "the other direction is answered": ([ask(NEAR), tell(70 + COUNT - 1, COUNT, **FORTH)], {0}),
    "the other direction goes on": ([ask(OTHER_NEXT, **BACK), ask(NEAR)], {1}),
    "a response of a READ counts nothing": ([read(NEAR, 2560), ask(NEAR + 1, READ_MIDDLE, **BACK)], {0}),
    "the other direction is not answered": ([ask(NEXT), ask(5000, **BACK)], {1}),
    "neither direction is answered": ([ask(5000, **BACK), ask(NEAR)], {0}),
    "one direction is answered": ([ask(5000, **BACK), ask(NEAR), tell(NEAR, COUNT + 1)], {0}),
}


@PLACES
@pytest.mark.parametrize("rule", UNANSWERED)
def test_a_message_where_none_was_due_waits_for_its_answer(rule, beside, missed):
    flow = OneFlow([*DONE, *OTHER], beside=beside, missed=missed)
    packets, waits = UNANSWERED[rule]
    found = flow.reuse(packets)
    assert found.splits == {}
    assert set(found.undecided.items()) == {(flow.row, row) for row in waits}


@PLACES
@pytest.mark.parametrize(("times", "waits"), [((40 * GAP, 41 * GAP), 0), ((GAP, 41 * GAP), 1)])
def test_the_other_direction_waits_with_a_message_where_none_was_due(times, waits, beside, missed):
    """It has had no request before, and lies nearer to that message than to the last request before it, or not."""
    flow = OneFlow(DONE, beside=beside, missed=missed)
    assert flow.reuse([ask(70, **BACK), ask(NEAR)], times=times).undecided == {flow.row: waits}


@PLACES
def test_a_message_waits_on_where_the_capture_has_cut_off_what_its_answer_counts(beside, missed):
    flow = OneFlow(DONE, beside=beside, missed=missed)
    assert flow.reuse([ask(NEAR), cut(tell(NEAR, COUNT + 1))]).undecided == {flow.row: 0}


@PLACES
def test_the_other_direction_begins_first_behind_a_refusal(beside, missed):
    flow = OneFlow([*sends(COUNT, COUNT - 1), tell(LAST, COUNT - 1, syndrome=REFUSED)], beside=beside, missed=missed)
    packets = [ask(70, **BACK), ask(NEAR), tell(NEAR, 1), ask(71, **BACK)]
    assert flow.reuse(packets, patient=False, pause=PAUSE).splits == {flow.row: [0]}
    assert flow.reuse([packets[0], ask(NEXT), *packets[1:]], patient=False, pause=PAUSE).splits == {flow.row: [2]}
