"""Findings that go on piece by piece, and fillings of holes of which it is not known yet what they are."""

from __future__ import annotations

import types

import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.recovery import late_or_lost, open_finding
from ibpkt.analysis.recovery.kinds import TIMEOUT
from ibpkt.analysis.recovery.late_or_lost import FillingKind, LateOrLost, UndecidedFilling
from ibpkt.analysis.recovery.open_finding import OpenFinding, _both
from ibpkt.analysis.recovery.repetition_reason import Reason
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.results.finding import Finding


def ascending():
    return st.sets(st.integers(1, 12), max_size=8).map(lambda numbers: tuple(sorted(numbers)))


@given(ascending(), ascending())
def test_packets_of_either(before, more):
    assert _both(before, more) == tuple(sorted({*before, *more}))


@pytest.mark.parametrize(
    ("before", "more", "both"),
    [
        ((1, 2, 3), (4, 5), (1, 2, 3, 4, 5)),
        ((1, 2, 3), (1, 2, 3, 9), (1, 2, 3, 9)),
        ((1, 2, 3), (2, 3, 9), (1, 2, 3, 9)),
        ((1, 3), (2, 9), (1, 2, 3, 9)),
        ((1, 3), (1, 2, 9), (1, 2, 3, 9)),
        ((5,), (1,), (1, 5)),
        ((), (1,), (1,)),
        ((1,), (), (1,)),
        ((1, 9), (2, 9), (1, 2, 9)),
        ((3,), (3, 4), (3, 4)),
        ((2, 3), (3, 4, 5), (2, 3, 4, 5)),
    ],
)
def test_packets_of_some_orders(before, more, both):
    assert _both(before, more) == both


def opened(**facts):
    values = {"count": 1, "psn": 5, "last": 5, "why": 2, **facts}
    finding = Finding(TIMEOUT, 10, 1000, 3, values, 1, (4, 10))
    return OpenFinding.of(finding, 6, 10)


def test_a_finding_of_one_piece_is_as_it_was():
    found = opened()
    again = found.finding
    assert (again.kind, again.frame, again.time, again.flow, again.packets, again.because) == (
        TIMEOUT,
        10,
        1000,
        3,
        1,
        (4, 10),
    )
    assert again.facts == {"count": 1, "psn": 5, "last": 5, "why": 2}
    assert (found.end, found.last_frame, found.last) == (6, 10, None)


def test_a_finding_that_goes_on():
    found = opened()
    until = found.until
    found.glue(2, 7, (4, 11, 12), until + 3, 8, 12)
    found.glue(1, 8, (13,), until + 2, 9, 13)
    again = found.finding
    assert again.facts == {"count": 4, "psn": 5, "last": 8, "why": 2}
    assert (again.packets, again.because, again.subject.until) == (4, (4, 10, 11, 12, 13), until + 3)
    assert (found.end, found.last_frame) == (9, 13)


@pytest.mark.parametrize(
    ("facts", "like"),
    [
        ({}, True), ({"count": 9}, True), ({"psn": 9, "last": 9}, True), ({"waited": 7}, True), ({"why": 3}, False),
        ({"more": 1}, False), ({"why": None}, False),
    ],
)  # fmt: skip
def test_what_says_the_same(facts, like):
    """Counts and PSNs are each piece's own."""
    found = opened()
    assert found.is_like({"count": 1, "psn": 5, "last": 5, "why": 2, **facts}) is like
    assert found.is_like({"why": 2})
    assert not found.is_like({"psn": 5})


def test_packets_that_prove_it_are_bounded(monkeypatch):
    monkeypatch.setattr(open_finding, "MAX_PROOFS", 4)
    found = opened()
    for at in range(11, 20):
        found.glue(1, at, (at,), 0, at, at)
    assert found.finding.because == (4, 10, 11, 12)


# -- fillings -----------------------------------------------------------------------------------------------------

LIMIT, FASTEST = 1000, 50


def run(first=5, time=5000, kind=RunKind.REQUESTS, **fields):
    values = {
        "end": first + 1,
        "packets": 1,
        "frame": 1,
        "last_frame": 1,
        "last_time": time,
        "sent": 20,
        "acked": 0,
        **fields,
    }
    return Run(kind, first, time=time, **values)


def nak(first=5, time=4000):
    return run(first, time, RunKind.NAK_SEQUENCE)


def filling(*, first=5, time=5000, asked=None, recovery=None, hole_end=7, packets=1, end=6):
    own = run(first, time, packets=packets, end=end)
    made = UndecidedFilling(own, packets, end, [(first, end, 9, 0)], hole_end, Reason(None, first))
    made.nak, made.recovery = asked, None if recovery is None else types.SimpleNamespace(number=recovery)
    return made


def waiting(*fillings, fastest=FASTEST, median=0):
    timers = types.SimpleNamespace(reaction_limit=lambda: LIMIT, fastest_reaction=fastest, median_latency=median)
    found = LateOrLost(timers)
    for each in fillings:
        assert found.add(each) == []
    return found


KINDS = {
    "nobody asked": (filling(), {}, FillingKind.LATE),
    "nobody is seen to ask": (filling(), {"sees_answers": False}, None),
    "nobody is seen to ask, to the end": (filling(), {"sees_answers": False, "final": True}, FillingKind.UNDECIDED),
    "too early to tell": (filling(asked=nak()), {"time": 4999}, None),
    "too early, to the end": (filling(asked=nak()), {"time": 4999, "final": True}, FillingKind.UNDECIDED),
    "late enough": (filling(asked=nak()), {"time": 5000}, FillingKind.SENT_AGAIN),
    "nothing is left to ask for": (filling(asked=nak()), {"time": 4500, "all_acked": True}, FillingKind.SENT_AGAIN),
    "it begins elsewhere": (filling(first=6, end=7, asked=nak()), {}, FillingKind.UNDECIDED),
    "part of a recovery": (filling(recovery=1), {"time": 6000}, FillingKind.UNDECIDED),
    "part of a recovery, too early": (filling(recovery=1), {"time": 5999}, None),
    "sooner than any answer": (filling(time=4049, asked=nak()), {"time": 9000}, FillingKind.UNDECIDED),
    "as soon as the fastest answer": (filling(time=4050, asked=nak()), {"time": 9000}, FillingKind.SENT_AGAIN),
    "who goes back would send more": (filling(asked=nak(), hole_end=6), {"goes_back": True}, FillingKind.UNDECIDED),
    "who goes back has sent more": (filling(asked=nak(), hole_end=7), {"goes_back": True}, FillingKind.SENT_AGAIN),
    "who does not go back": (filling(asked=nak(), hole_end=6), {}, FillingKind.SENT_AGAIN),
}  # fmt: skip


@pytest.mark.parametrize(("one", "given", "kind"), KINDS.values(), ids=KINDS)
def test_what_time_decides(one, given, kind):
    found = waiting(one)
    values = {"time": 9000, "sees_answers": True, "goes_back": False, **given}
    time, sees, back = values.pop("time"), values.pop("sees_answers"), values.pop("goes_back")
    assert found.settle(time, sees, back, **values) == ([] if kind is None else [(one, kind)])
    assert len(found) == (kind is None)


def test_only_what_is_decided_goes():
    first, second, third = filling(asked=nak(time=8500)), filling(), filling(asked=nak())
    found = waiting(first, second, third)
    assert found.latest is third
    assert found.settle(9000, True, False) == [(second, FillingKind.LATE), (third, FillingKind.SENT_AGAIN)]
    assert (found.open, found.latest) == ([first], first)
    found.drop(first)
    assert (len(found), found.latest) == (0, None)


def test_too_many_fillings():
    found = waiting(*(filling(asked=nak()) for _ in range(late_or_lost.MAX_UNDECIDED)))
    oldest = found.open[0]
    assert late_or_lost.MAX_UNDECIDED == 64
    assert found.given_up == 0
    assert found.add(filling()) == [oldest]
    assert (len(found), found.given_up) == (64, 1)


@pytest.mark.parametrize(
    ("first", "time", "second", "late"),
    [(5, 4999, False, True), (5, 5000, False, False), (6, 4999, False, False), (5, 4999, True, False)],
)
def test_a_nak_that_asked_once_while_packets_came_twice(first, time, second, late):
    """What came first were the originals, with all that seemed to belong to the same recovery."""
    answer, of_recovery = filling(asked=nak(), recovery=7), filling(first=9, recovery=7)
    other, alone = filling(first=11, recovery=8), filling(first=12)
    found = waiting(other, answer, of_recovery, alone)
    decided = found.asked_once_came_twice(run(first, time), second)
    assert decided == ([answer, of_recovery] if late else [])
    assert found.open == ([other, alone] if late else [other, answer, of_recovery, alone])


@pytest.mark.parametrize(
    ("one", "time", "median", "copied"),
    [
        (filling(asked=nak()), 5001, 0, True), (filling(), 5001, 0, False), (filling(asked=nak(6)), 5001, 0, False),
        (filling(asked=nak(), packets=2, end=7), 5001, 0, False),
        (filling(asked=nak()), 5000 + late_or_lost.SOON, 0, True),
        (filling(asked=nak()), 5001 + late_or_lost.SOON, 0, False), (filling(time=4049, asked=nak()), 4050, 0, False),
        (filling(time=4050, asked=nak()), 4051, 0, True), (filling(asked=nak()), 5010, 20, False),
        (filling(asked=nak()), 5010, 21, True),
    ],
)  # fmt: skip
def test_a_repetition_that_may_begin_with_a_copy(one, time, median, copied):
    """It follows at once: in less than half of the usual latency."""
    assert waiting(one, median=median).may_be_copied(one, run(time=time)) is copied


def test_a_filling_that_goes_on():
    one = filling()
    one.extend(run(6, 5001, end=9, packets=3), [(6, 9, 9, 1)], 12)
    assert (one.packets, one.end, one.hole_end, one.parts) == (4, 9, 12, [(5, 6, 9, 0), (6, 9, 9, 1)])


@pytest.mark.parametrize(("first", "asked", "answer"), [(5, 5, True), (6, 5, False), (5, None, False)])
def test_what_begins_at_the_psn_that_was_asked_for(first, asked, answer):
    assert filling(first=first, asked=None if asked is None else nak(asked)).is_answer is answer
