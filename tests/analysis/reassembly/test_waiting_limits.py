"""How many messages may wait for their answers."""

from __future__ import annotations

import pytest

from ibpkt.analysis.reassembly import waiting_limits
from ibpkt.analysis.reassembly.waiting_limits import MAX_WAITING_UNHEARD
from tests.analysis.reassembly.scripts import PMTU, Answer, Request, by_number, outcomes, run


def test_messages_that_nobody_answers_are_bounded():
    many = MAX_WAITING_UNHEARD + 3
    told = run([Request(1 + at, at, "RC SEND Only", 8) for at in range(many)], cuts=range(0, many, 100))
    assert [message.number for message in told.messages] == list(range(1, many + 1))
    assert [message.closed for message in told.messages[:4]] == [many - 2, many - 1, many, 0]
    assert told.reassembly.given_up == 3


@pytest.mark.parametrize("cuts", [(), (500,), range(0, MAX_WAITING_UNHEARD + 4, 100)])
def test_an_answer_that_comes_too_late_for_some(cuts):
    """Those that were given up before it are not completed by it, wherever batches end."""
    many = MAX_WAITING_UNHEARD + 3
    told = run([*(Request(1 + at, at, "RC SEND Only", 8) for at in range(many)), Answer(many + 1, many - 1)], cuts=cuts)
    assert outcomes(told) == ["unknown"] * 3 + ["completed"] * MAX_WAITING_UNHEARD
    assert told.reassembly.given_up == 3


def test_halves_that_were_idle_longest_are_given_up(monkeypatch):
    """As many as make half of the room."""
    monkeypatch.setattr(waiting_limits, "MAX_WAITING_IN_ALL", 8)
    packets = [
        Request(10 * half + at, at, "RC SEND Only", 8, half)
        for half, count in enumerate((2, 4, 3))
        for at in range(count)
    ]
    told = run([*packets, Answer(40, 3, half=1), Answer(41, 2, half=2)], cuts=(2, 6, 9))
    assert [(each.flow, each.outcome) for each in by_number(told)] == [
        *[(1, "unknown")] * 2, *[(2, "unknown")] * 4, *[(3, "completed")] * 3
    ]  # fmt: skip
    assert told.reassembly.given_up == 6


def test_all_that_waits_is_bounded(monkeypatch):
    """The halves that were idle longest are given up, an open message of theirs, too: what follows of it is dropped."""
    monkeypatch.setattr(waiting_limits, "MAX_WAITING_IN_ALL", 8)
    packets = [Request(1, 1, "RC SEND Only", 8, 0), Request(2, 2, "RC SEND First", PMTU, 0)]
    packets += [Request(3 + at, at, "RC SEND Only", 8, 1) for at in range(7)]
    packets += [Request(20, 3, "RC SEND Last", 8, 0), Request(21, 4, "RC SEND Only", 8, 0)]
    told = run(packets, cuts=(2, 9))
    assert [(each.flow, each.number) for each in told.messages][:2] == [(1, 1), (1, 2)]
    assert [(each.flow, each.number, each.outcome) for each in by_number(told) if each.flow == 1] == [
        (1, 1, "unknown"), (1, 2, "unknown"), (1, 3, "unknown"),
    ]  # fmt: skip
    assert len(told.messages) == 10
    assert told.faults == []
    assert told.reassembly.given_up >= 2


def test_what_waits_behind_the_first_answer_is_of_a_half_that_was_heard():
    """It may be more: also where all of it comes in the batch of that answer, and that is the first packet."""
    many = range(2, MAX_WAITING_UNHEARD + 5)
    packets = [Answer(1, 0), *(Request(each, each, "RC SEND Only", 8) for each in many)]
    for cuts in ((), (1,), (2, 500)):
        told = run(packets, cuts=cuts)
        assert (told.reassembly.given_up, outcomes(told)) == (0, ["under way"] * len(many))


def test_each_half_has_its_own_limit():
    """Of three halves a single message of one waits, the second was answered before, and the last never is."""
    many = MAX_WAITING_UNHEARD + 2
    packets = [Request(1, 0, "RC SEND Only", 8, 0), Request(2, 0, "RC SEND Only", 8, 1), Answer(3, 0, half=1)]
    packets += [Request(4 + at, 1 + at, "RC SEND Only", 8, half) for half in (1, 2) for at in range(many)]
    packets += [Request(5 + 2 * many, 1, "RC SEND Only", 8, 0), Answer(6 + 2 * many, 0, half=0)]
    for cuts in ((), (3,)):
        told = run(packets, cuts=cuts)
        assert told.reassembly.given_up == 2
        given_up = [(each.flow, each.number) for each in told.messages if each.closed and each.outcome == "unknown"]
        assert given_up == [(3, 1), (3, 2)]
        assert [each.outcome for each in by_number(told) if each.flow == 1] == ["completed", "under way"]


def test_as_many_as_there_is_room_for_may_wait(monkeypatch):
    monkeypatch.setattr(waiting_limits, "MAX_WAITING_IN_ALL", 4)
    packets = [Request(1 + at, at, "RC SEND Only", 8, at % 2) for at in range(4)]
    assert run(packets, cuts=(2,)).reassembly.given_up == 0
    assert run([*packets, Request(5, 5, "RC SEND Only", 8)], cuts=(2,)).reassembly.given_up > 0
