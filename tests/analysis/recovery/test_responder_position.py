"""How far a responder is known to be: the first answer of a capture shows less than those behind it."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.responder_position import ResponderPosition


def position(*answers):
    found = ResponderPosition()
    for acked, time in answers:
        found.acknowledge(acked, time)
    return found


def test_before_any_answer_nothing_is_known():
    found = position()
    assert not found.has_answered
    assert not found.is_located
    assert not found.knows(0, 0)
    assert not found.knows(10, 10**9)


@pytest.mark.parametrize(
    ("psn", "sent", "known"),
    [
        pytest.param(5, 101, True, id="sent behind the answer, and not acknowledged by it"),
        pytest.param(6, 101, True, id="so is the one behind it"),
        pytest.param(4, 101, False, id="acknowledged before it was sent, as far as the capture shows"),
        pytest.param(5, 100, False, id="sent when the answer came: another may have been under way"),
        pytest.param(5, None, False, id="not seen"),
    ],
)
def test_one_answer_shows_what_was_sent_behind_it(psn, sent, known):
    found = position((5, 100))
    assert found.has_answered
    assert not found.is_located
    assert found.knows(psn, sent) is known


@pytest.mark.parametrize(
    ("answers", "is_located"),
    [
        pytest.param([(5, 100), (5, 200)], False, id="the same once more"),
        pytest.param([(5, 100), (4, 200)], False, id="an older one"),
        pytest.param([(5, 100), (6, 200)], True, id="it goes on"),
        pytest.param([(5, 100), (6, 200), (4, 300)], True, id="and is known ever after"),
        pytest.param([(0, 100), (1, 200)], True, id="from the first PSN on"),
    ],
)
def test_an_answer_that_goes_on_shows_where_it_is(answers, is_located):
    found = position(*answers)
    assert found.is_located is is_located
    assert found.knows(0, None) is is_located


def test_only_progress_is_progress():
    found = position()
    assert [found.acknowledge(acked, 0) for acked in (5, 5, 4, 6, 7, 6)] == [True, False, False, True, True, False]
    assert found.first == 5


@pytest.mark.parametrize("answers", [[], [(5, 100)], [(5, 100), (9, 200)]])
def test_a_state_goes_on(answers):
    found, restored = position(*answers), ResponderPosition()
    restored.restore(found.state())
    for psn, sent in ((4, 150), (5, 150), (5, 50), (5, None)):
        assert restored.knows(psn, sent) == found.knows(psn, sent)
    assert restored.has_answered is found.has_answered
    for part in (found, restored):
        part.acknowledge(10, 300)
    assert restored.knows(0, None) == found.knows(0, None)
    assert restored.first == found.first
