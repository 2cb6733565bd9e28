"""What a flow shows of its timers."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.flow_timers import FlowTimers, LearnedWait

MS = 1_000_000


def timers(first: tuple[float, ...] = (), later: tuple[float, ...] = ()) -> FlowTimers:
    """Timers that have seen these waits, in milliseconds."""
    result = FlowTimers()
    for wait in first:
        result.waited(round(wait * MS), 1)
    for wait in later:
        result.waited(round(wait * MS), 2)
    return result


@pytest.mark.parametrize(
    ("first", "later", "learned"),
    [
        ((), (), None),
        # first waits are near the timer or not: a range, and how many they are
        ((4,), (), LearnedWait(None, 4 * MS, 4 * MS, 1)),
        ((1, 300), (), LearnedWait(None, MS, 300 * MS, 2)),
        # second waits are near it, or longer: the lower half counts
        ((), (67,), LearnedWait(67 * MS, 67 * MS, 67 * MS, 1)),
        ((2,), (66, 67, 68, 300), LearnedWait(67 * MS, 2 * MS, 300 * MS, 5)),
        ((), (66, 67, 180), LearnedWait(67 * MS, 66 * MS, 180 * MS, 3)),
    ],
)
def test_learned(first: tuple[float, ...], later: tuple[float, ...], learned: LearnedWait | None) -> None:
    assert timers(first, later).learned() == learned


def test_limits_without_any_evidence() -> None:
    assert FlowTimers().least_timeout() == 400_000
    assert FlowTimers().late_limit() == 2 * MS
    assert FlowTimers().longest() == 500 * MS


def test_limits_follow_the_latency() -> None:
    """Four times the median latency, where that is more."""
    flow = FlowTimers()
    for latency in (1 * MS, 2 * MS, 90 * MS):
        flow.latency(latency)
    assert flow.median_latency == 2 * MS
    assert flow.least_latency == 1 * MS
    assert flow.least_timeout() == flow.late_limit() == 8 * MS
    assert flow.reaction_limit() == 16 * MS


def test_a_timer_that_was_started_anew_follows_the_waits() -> None:
    """Later waits are near the timer, a first one may be five times as long."""
    flow = FlowTimers()
    assert flow.least_next_timeout() == flow.least_timeout()
    flow.waited(67 * MS, 1)
    assert flow.least_next_timeout() == round(13.4 * MS)
    flow.waited(66 * MS, 2)
    assert flow.least_next_timeout() == 33 * MS
    flow.declare(67 * MS, 7, 7)
    assert flow.least_next_timeout() == round(60.3 * MS)


def test_an_answer_to_a_nak_is_sooner_than_half_of_any_usual_timer() -> None:
    flow = FlowTimers()
    assert flow.reaction_limit() == 2 * MS
    assert flow.answer_limit() == 4096 * 2**12 // 2
    flow.waited(5 * MS, 2)
    assert flow.answer_limit() == flow.reaction_limit() == round(2.5 * MS)


def test_limits_follow_the_declared_timer() -> None:
    flow = FlowTimers()
    flow.declare(67 * MS, 7, 7)
    assert flow.least_timeout() == flow.late_limit() == round(60.3 * MS)
    assert flow.reaction_limit() == round(33.5 * MS)
    assert flow.longest() == 4 * 67 * MS  # IBA 1, 9.7.6.1.3: up to four times as long


def test_latencies_of_a_clock_that_was_set_back_do_not_count() -> None:
    flow = FlowTimers()
    flow.latency(-5)
    flow.reacted(-5)
    assert (flow.least_latency, flow.median_latency, flow.fastest_reaction) == (0, 0, 0)


@pytest.mark.parametrize(("silence", "final"), [(100, False), (100.6, True)])
def test_silence(silence: float, final: bool) -> None:
    """One and a half of the longest wait: within less than that another try may come."""
    assert timers((20,), (66, 67)).silence_is_final(0, round(silence * MS)) is final


@pytest.mark.parametrize(
    ("first", "later", "long"),
    [((1,), (), 6442), ((1,), (66,), 99), ((300,), (66,), 450)],
    ids=["a first wait says little", "a later one shows the timer", "the longest counts"],
)
def test_silence_of_a_requester_that_has_repeated_nothing(
    first: tuple[int, ...], later: tuple[int, ...], long: int
) -> None:
    """One and a half of the longest wait, or of four times the longest usual timer: a first wait may be far shorter."""
    flow = timers(first, later)
    assert not flow.silence_is_long(0, long * MS - MS)
    assert flow.silence_is_long(0, long * MS + MS)


def test_state() -> None:
    flow = timers((1, 2), (66,))
    flow.declare(67 * MS, 7, 6)
    flow.latency(5)
    flow.reacted(9)
    restored = FlowTimers()
    restored.restore(flow.state())
    assert restored.state() == flow.state()
    assert restored.learned() == flow.learned()
    assert restored.median_latency == 5


def test_waits_are_bounded() -> None:
    flow = timers(tuple(range(1, 40)), tuple(range(1, 40)))
    learned = flow.learned()
    assert learned is not None
    assert learned.waits == 16
