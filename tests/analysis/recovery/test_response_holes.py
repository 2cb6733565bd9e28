"""Missing responses that come: late, or sent again."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.response_holes import (
    MAX_READS,
    MAX_REPETITIONS,
    MAX_RESPONSE_HOLES,
    ResponseHole,
    ResponseHoles,
)
from ibpkt.analysis.recovery.run import Run, RunKind


def responses(first, end, number=-1, acked=0):
    return Run(RunKind.RESPONSES, first, end, end - first, 1, 1, 0, 0, 20, acked, number=number)


def reads(*spans):
    """What is known of READs that take some PSNs."""
    holes = ResponseHoles()
    for first, end in spans:
        holes.requested(Run(RunKind.REQUESTS, first, end, 1, 1, 1, 0, 0, 0, 0, reads=True))
    return holes


def missing(holes, first=0, end=1 << 24):
    """The holes in a range of PSNs; they are taken."""
    return [(hole.first, hole.end, hole.asked) for hole in holes.take(first, end)]


@pytest.mark.parametrize(
    ("first", "asked", "behind", "number", "late"),
    [(4, False, -1, -1, True), (4, True, -1, -1, False), (2, False, -1, -1, False), (4, True, 9, 6, True),
     (4, True, 9, 10, False), (4, False, 9, 10, False), (2, False, 9, 6, True), (2, False, 9, 7, False),
     (4, False, 9, -1, True), (4, False, -1, 10, True), (4, True, 9, 0, True), (4, False, 0, 0, False),
     (4, False, 0, 5, False)],
)  # fmt: skip
def test_what_fills_a_hole(first, asked, behind, number, late):
    """The order of sending tells where it is known; else whether they were asked for again, and where they begin."""
    hole = ResponseHole(4, 8, responses(8, 9, behind), asked)
    assert hole.is_filled_late(responses(first, 8, number)) is late


@pytest.mark.parametrize(
    ("acked", "first", "holes"),
    [
        pytest.param(0, 0, [], id="nothing lies between"),
        pytest.param(0, 2, [(0, 2, False)], id="the first responses of the first READ"),
        pytest.param(2, 3, [(2, 3, False)], id="one response in the middle"),
        pytest.param(3, 9, [(3, 4, False), (8, 9, False)], id="of two READs, and what lies between is none"),
        pytest.param(4, 8, [], id="between two READs"),
        pytest.param(0, 4, [(0, 4, False)], id="all of one, up to the next request"),
        pytest.param(12, 20, [], id="behind both"),
        pytest.param(9, 2, [], id="responses that come again"),
    ],
)
def test_responses_that_others_have_passed(acked, first, holes):
    """Of READs that take the PSNs 0 to 3 and 8 to 11."""
    known = reads((0, 4), (8, 12))
    known.pass_over(responses(first, first + 1, acked=acked))
    assert missing(known) == holes
    assert missing(known) == []


@pytest.mark.parametrize(
    ("again", "holes"),
    [
        pytest.param([(2, 5), (5, 8)], [], id="none is missing"),
        pytest.param([(2, 5), (6, 8)], [(5, 6)], id="one in the middle"),
        pytest.param([(2, 4), (6, 7), (7, 8)], [(4, 6)], id="two, and those behind come in two runs"),
        pytest.param([(2, 4), (6, 7), (8, 9)], [(4, 6)], id="the last one, too: those of the next READ do not show it"),
        pytest.param([(2, 4), (3, 4), (5, 8)], [(4, 5)], id="a copy comes between"),
        pytest.param([(2, 4), (6, 8), (4, 6)], [], id="they come late"),
        pytest.param([(4, 8)], [], id="the first ones: others had been asked for, as far as is known"),
        pytest.param([(2, 8), (9, 12)], [], id="the first one of the next READ: it may have been lost behind the tap"),
    ],
)
def test_responses_that_come_again_and_pass_others(again, holes):
    """Of READs that take the PSNs 0 to 7 and 8 to 11, of which 2 and all behind it were asked for again."""
    known = reads((0, 8), (8, 12))
    known.ask_again(2, 8)
    known.ask_again(8, 12)
    for first, end in again:
        known.take(first, end)
        known.come_again(responses(first, end, acked=12))
    assert missing(known) == [(first, end, True) for first, end in holes]


@pytest.mark.parametrize(
    ("again", "holes"),
    [
        pytest.param([(5, 8), (1, 6)], [], id="what was under way goes on, then all comes"),
        pytest.param([(6, 7), (1, 2)], [(5, 6)], id="one that was under way is missing"),
        pytest.param([(5, 6), (1, 3), (4, 8)], [(3, 4)], id="one is missing of what comes then"),
        pytest.param([(5, 6), (2, 4), (5, 8)], [], id="the first one is missing: no more is known of the others"),
        pytest.param([(7, 8)], [(5, 7)], id="two that were under way"),
    ],
)
def test_responses_that_are_asked_for_once_more_while_they_come(again, holes):
    """Of a READ that takes the PSNs 0 to 7: 2 to 4 have come again when 1 and all behind it are asked for."""
    known = reads((0, 8))
    known.ask_again(2, 8)
    known.come_again(responses(2, 5, acked=8))
    known.ask_again(1, 8)
    for first, end in again:
        known.take(first, end)
        known.come_again(responses(first, end, acked=8))
    assert missing(known) == [(first, end, True) for first, end in holes]


def test_responses_are_asked_for_again_from_behind_those_that_came():
    """The requester has those between from another time."""
    known = reads((0, 12))
    known.ask_again(2, 12)
    known.come_again(responses(2, 4, acked=12))
    known.ask_again(6, 12)
    known.come_again(responses(7, 9, acked=12))
    known.come_again(responses(10, 12, acked=12))
    assert missing(known) == [(9, 10, True)]


def test_so_many_repetitions_are_kept():
    known = reads((0, 1 << 16))
    for first in range(1, MAX_REPETITIONS + 3):
        known.ask_again(first, 1 << 16)
    assert known.numbers() == (1 << 16, -1, *range(3, MAX_REPETITIONS + 3))


def test_responses_that_were_not_asked_for_again():
    known = reads((0, 4), (4, 8))
    known.come_again(responses(2, 3, acked=8))
    known.come_again(responses(6, 7, acked=8))
    known.pass_over(responses(8, 9, acked=8))
    known.come_again(responses(3, 4, acked=9))
    assert missing(known) == [(3, 4, False)]


@pytest.mark.parametrize(
    ("known", "holes"),
    [
        pytest.param([(5, 6)], [(4, 6)], id="the second of them was known"),
        pytest.param([(4, 5), (5, 6), (6, 8)], [(4, 6), (6, 8)], id="both were"),
        pytest.param([(0, 4), (8, 9)], [(0, 4), (4, 6), (8, 9)], id="others were"),
        pytest.param([(2, 12)], [(2, 12), (4, 6)], id="a READ, of which they are a part"),
    ],
)
def test_requests_that_come_late_are_known_once(known, holes):
    """Two atomics, at PSNs 4 and 5, of which the capture lacked the first."""
    those = reads(*known)
    those.requested_late(Run(RunKind.REQUESTS, 4, 6, 2, 1, 1, 0, 0, 0, 0, reads=True))
    those.pass_over(responses(20, 21))
    assert sorted(hole[:2] for hole in missing(those)) == holes


@pytest.mark.parametrize(
    ("first", "end", "taken", "left"),
    [
        (2, 6, [(2, 6)], []),
        (0, 20, [(2, 6)], []),
        (2, 3, [(2, 3)], [(3, 6)]),
        (5, 6, [(5, 6)], [(2, 5)]),
        (3, 5, [(3, 5)], [(2, 3), (5, 6)]),
        (0, 2, [], [(2, 6)]),
        (6, 9, [], [(2, 6)]),
    ],
)
def test_parts_of_a_hole_come(first, end, taken, left):
    known = reads((0, 8))
    known.pass_over(responses(6, 7, acked=2))
    assert [hole[:2] for hole in missing(known, first, end)] == taken
    assert [hole[:2] for hole in missing(known)] == left


@pytest.mark.parametrize(("first", "asked"), [(5, True), (6, False)])
def test_what_was_asked_for_again_before(first, asked):
    """A hole below the highest PSN that was asked for again."""
    known = reads((0, 12))
    assert known.ask_again(0, 6) == known.ask_again(0, 2) == []
    known.pass_over(responses(8, 9, acked=first))
    assert missing(known) == [(first, 8, asked)]


def test_what_is_asked_for_again_was_missing():
    known = reads((0, 12))
    known.pass_over(responses(8, 9, acked=4))
    assert [(hole.first, hole.end) for hole in known.ask_again(6, 12)] == [(6, 8)]
    assert missing(known) == [(4, 6, False)]


@pytest.mark.parametrize(("psn", "first"), [(3, -1), (4, -1), (5, 4), (7, 4), (8, -1), (9, -1), (20, -1), (21, 20)])
def test_the_read_inside_which_a_psn_lies(psn, first):
    """Of several that have it the last one."""
    assert reads((4, 8), (8, 9), (20, 30)).read_at(psn) == first
    assert reads((1, 40), (4, 8), (8, 9), (20, 30)).read_at(psn) == (first if first >= 0 else 1)


def test_reads_that_nobody_asks_for_again_are_forgotten():
    """As long as they are few all are kept."""
    half = MAX_READS // 2
    known = reads(*((2 * at, 2 * at + 2) for at in range(half)))
    assert not known.is_full
    known.forget(1 << 20)
    assert known.read_at(1) == 0
    known.requested(Run(RunKind.REQUESTS, 2 * half, 2 * half + 2, 1, 1, 1, 0, 0, 0, 0, reads=True))
    assert known.is_full
    known.forget(2)
    assert known.read_at(1) == 0  # it is not below that PSN
    known.forget(3)
    assert (known.read_at(1), known.read_at(3), known.is_full) == (-1, 2, False)
    assert known.given_up == 0


def test_no_more_reads_are_kept_than_the_limit():
    known = reads(*((2 * at, 2 * at + 2) for at in range(MAX_READS)))
    assert (known.given_up, known.read_at(1), len(known.reads())) == (0, 0, MAX_READS)
    known.requested(Run(RunKind.REQUESTS, 9999, 10_000, 1, 1, 1, 0, 0, 0, 0, reads=True))
    assert (known.given_up, known.read_at(1), known.read_at(3), len(known.reads())) == (1, -1, 2, MAX_READS)


def test_no_more_holes_are_kept_than_the_limit():
    """The oldest ones go."""
    known = reads((0, 1 << 16))
    for at in range(MAX_RESPONSE_HOLES + 3):
        known.pass_over(responses(2 * at + 1, 2 * at + 2, acked=2 * at))
    assert known.given_up == 3
    assert missing(known) == [(2 * at, 2 * at + 1, False) for at in range(3, MAX_RESPONSE_HOLES + 3)]


def test_a_state_of_it_goes_on():
    known = reads((0, 4), (8, 12), (12, 13))
    known.pass_over(responses(11, 12, number=7, acked=2))
    known.ask_again(8, 12)
    known.come_again(responses(8, 10, acked=13))
    known.ask_again(8, 9)
    other = ResponseHoles()
    other.fill(known.reads(), known.rows(), known.numbers())
    assert other.numbers() == known.numbers() == (12, 10, 8)
    assert other.take(0, 99) == known.take(0, 99) != []
    assert [other.read_at(psn) for psn in range(14)] == [known.read_at(psn) for psn in range(14)]


def test_what_is_missing_among_responses_that_come_again_comes_again_itself():
    """However early it was sent, and wherever it begins."""
    hole = ResponseHole(4, 8, responses(8, 9, 9), again=True)
    assert not hole.is_filled_late(responses(4, 8, 6))
    assert not hole.is_filled_late(responses(4, 8))


@pytest.mark.parametrize(
    ("first", "end", "is_missing"),
    [(0, 4, False), (3, 5, True), (4, 5, True), (5, 6, True), (5, 9, True), (6, 9, False), (0, 9, True)],
)
def test_whether_responses_are_missing(first, end, is_missing):
    """Of a READ of PSN 2 to 7 those of 4 and 5."""
    known = reads((2, 8))
    known.pass_over(responses(6, 8, acked=4))
    assert known.is_missing(first, end) is is_missing
