"""Where queue pairs are used again and no connection management tells: what a batch shows of near PSNs."""

from __future__ import annotations

import pytest

from ibpkt import draft
from tests.analysis.streams.reused import BACK, FIRST, FORTH, GAP, OneFlow, sends
from tests.support.exchanges import SEND_MIDDLE, ask, read, tell

#: PSN of the next request, and of another one where none is due
COUNT = 30
NEXT, LAST, NEAR = FIRST + COUNT, FIRST + COUNT - 1, FIRST + 5000
#: thirty messages, all of them answered, or twenty-eight
DONE, UNDER_WAY = sends(COUNT), sends(COUNT, COUNT - 2)
#: nanoseconds by which no answer is late
DELAY = 10_000_000
PAUSE = 5 * DELAY
REFUSED = 0x62
UD_SEND_ONLY = 100
#: flows that began before, and whether the first side of the flow answers
PLACES = pytest.mark.parametrize(("beside", "missed"), [(0, False), (1, False), (1, True)])


@PLACES
@pytest.mark.parametrize(
    ("psn", "due"), [(NEXT, True), (NEXT + 1, False), (LAST, False), (FIRST, False), (LAST - 1, False), (NEAR, False)]
)
def test_messages_that_begin_where_none_is_due(psn, due, beside, missed):
    """Half, PSN, and the requests of the half before it."""
    flow = OneFlow(UNDER_WAY, beside=beside, missed=missed)
    halves, psns, before = flow.reuse([ask(psn), ask(psn + 1)]).jumps
    expected = [] if due else [(flow.half, psn, COUNT)]
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
    ("psn", "msn", "begun"), [(NEAR + 1, 1, [1]), (NEAR + 1, 2, [1]), (NEAR + 1, 1 + 65, []), (NEAR + 1, COUNT + 2, [])]
)
@pytest.mark.parametrize("first", [0, 1])
def test_the_answer_before_was_in_the_batch_before(first, psn, msn, begun, beside, missed):
    flow = OneFlow(DONE, _anew(first), beside=beside, missed=missed)
    assert flow.reuse([ask(psn), tell(psn, msn)], patient=False).splits.get(flow.row, []) == begun


@PLACES
@pytest.mark.parametrize(("pause", "begun"), [(0, []), (DELAY - 4 * GAP, []), (DELAY - 4 * GAP + 1, [0]), (DELAY, [0])])
def test_answers_that_count_a_few_less(pause, begun, beside, missed):
    """The second one comes so long after the last higher count that it cannot be late."""
    flow = OneFlow(sends(5), beside=beside, missed=missed)
    assert flow.reuse(_anew(1, 2), patient=False, pause=pause).splits.get(flow.row, []) == begun


@PLACES
@pytest.mark.parametrize(
    ("packets", "pause", "begun"),
    [
        pytest.param([ask(NEAR), tell(NEAR, 1)], PAUSE, [0], id="behind a message where none was due"),
        pytest.param([ask(NEAR), tell(NEAR, 1)], DELAY - 2 * GAP, [], id="it may be late"),
        pytest.param([ask(NEAR), tell(NEAR, 1)], DELAY - 2 * GAP + 1, [0], id="it is not late"),
        pytest.param([ask(NEXT), tell(NEXT, COUNT)], PAUSE, [], id="it goes on"),
        pytest.param([ask(LAST), tell(LAST, COUNT - 1, syndrome=REFUSED)], PAUSE, [], id="the same refusal"),
        pytest.param([ask(NEAR), tell(NEAR, 0, syndrome=REFUSED)], PAUSE, [0], id="another refusal"),
        pytest.param([ask(LAST), tell(LAST, 1)], PAUSE, [0], id="an ACK of what was refused"),
        pytest.param([ask(NEAR), tell(NEAR, 6)], PAUSE, [], id="it counts more messages than a new one has"),
    ],
)  # fmt: skip
def test_behind_a_refusal_nothing_is_answered(packets, pause, begun, beside, missed):
    """In an earlier batch, and in the same one."""
    refused = [*sends(COUNT, COUNT - 1), tell(LAST, COUNT - 1, syndrome=REFUSED)]
    flow = OneFlow(refused, beside=beside, missed=missed)
    assert flow.reuse(packets, patient=False, pause=pause).splits.get(flow.row, []) == begun
    flow = OneFlow(refused[:-1], beside=beside, missed=missed)
    times = [GAP, *(GAP + pause + (at + 1) * GAP for at in range(len(packets)))]
    found = flow.reuse([refused[-1], *packets], patient=False, times=times)
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


@PLACES
@pytest.mark.parametrize(
    ("count", "pause", "waits"),
    [(5, 999_999, False), (5, 1_000_000, True), (15, 999_999, False), (16, GAP, True), (COUNT, GAP, True)],
)
def test_a_message_that_nothing_answers_yet_waits(count, pause, waits, beside, missed):
    """Behind few counted messages only if a queue pair could have been made anew meanwhile."""
    flow = OneFlow(sends(count), beside=beside, missed=missed)
    found = flow.reuse([ask(NEAR)], times=[pause])
    assert found.undecided == ({flow.row: 0} if waits else {})
    assert flow.reuse([ask(FIRST + count)], times=[pause]).undecided == {}


@PLACES
def test_the_other_direction_begins_first_behind_a_refusal(beside, missed):
    flow = OneFlow([*sends(COUNT, COUNT - 1), tell(LAST, COUNT - 1, syndrome=REFUSED)], beside=beside, missed=missed)
    packets = [ask(70, **BACK), ask(NEAR), tell(NEAR, 1), ask(71, **BACK)]
    assert flow.reuse(packets, patient=False, pause=PAUSE).splits == {flow.row: [0]}
    assert flow.reuse([packets[0], ask(NEXT), *packets[1:]], patient=False, pause=PAUSE).splits == {flow.row: [2]}
