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
        ((), (40, 60), LearnedWait(40 * MS, 40 * MS, 60 * MS, 2)),
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
    """Later waits are near the timer, a first one may be five times as long; before, no usual timer is short."""
    flow = FlowTimers()
    assert flow.least_next_timeout() == 4096 * 2**12 // 2 > flow.least_timeout()
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


LIMITS = ("least_timeout", "least_next_timeout", "late_limit", "lost_limit", "reaction_limit", "answer_limit",
          "shortest_usual", "longest", "longest_for_certain")  # fmt: skip
#: the shortest timer that programs choose, in milliseconds, and half of it
USUAL, HALF = 16.777216, 8.388608


@pytest.mark.parametrize(
    ("flow", "declared", "latency", "limits"),
    [
        # nothing is known: what every flow may be taken to keep to
        (timers(), None, 0, (0.4, HALF, 2, USUAL, 2, HALF, HALF, 500, 500)),
        # of the latency four times as much, eight times for an answer to a NAK
        (timers(), None, 0.4, (1.6, HALF, 2, USUAL, 3.2, HALF, HALF, 500, 500)),
        (timers(), None, 10, (40, 40, 40, 40, 80, 80, HALF, 500, 500)),
        # a timer that is declared is all that counts; 0 is none
        (timers(), 100, 0, (90, 90, 90, 90, 50, 50, 0, 400, 400)),
        (timers(), 100, 50, (90, 90, 90, 90, 400, 90, 0, 400, 400)),
        (timers(), 0, 0, (0.4, HALF, 2, USUAL, 2, HALF, HALF, 500, 500)),
        (timers(), 1, 0, (0.9, 0.9, 0.9, USUAL, 2, 2, 0, 4, 4)),
        # a first wait may be five times the timer, or much shorter; the longest counts
        (timers((5, 30)), None, 0, (0.4, 6, 2, USUAL, 2, HALF, 0, 30, 500)),
        (timers((800,)), None, 0, (0.4, 160, 2, USUAL, 2, HALF, 0, 800, 800)),
        (timers((1,)), None, 10, (40, 40, 40, 40, 80, 80, 0, 1, 500)),
        # later ones are near it
        (timers((5,), (40, 60)), None, 0, (0.4, 20, 2, USUAL, 20, 20, 0, 60, 60)),
        (timers((90,), (40, 60)), None, 0, (0.4, 20, 2, USUAL, 20, 20, 0, 90, 90)),
        # a timer that is declared to be none says nothing
        (timers((), (10,)), 0, 0, (0.4, 5, 2, USUAL, 5, 5, 0, 10, 10)),
        (timers((5,)), 0, 0, (0.4, 1, 2, USUAL, 2, HALF, 0, 5, 500)),
        # slow answers make a requester look slow, but not slower than its timer
        (timers((), (40, 60)), None, 6, (24, 24, 24, 24, 48, 36, 0, 60, 60)),
        # what is declared and what was seen: the shorter one for an answer, the longest that was seen for silence
        (timers((5,), (40,)), 100, 0, (90, 90, 90, 90, 20, 20, 0, 40, 40)),
        (timers((5,)), 30, 0, (27, 27, 27, 27, 15, 15, 0, 5, 5)),
    ],
)
def test_all_limits(flow: FlowTimers, declared: float | None, latency: float, limits: tuple[float, ...]) -> None:
    """In milliseconds."""
    known = FlowTimers()
    known.restore(flow.state())
    if declared is not None:
        known.declare(round(declared * MS), 7, 7)
    if latency:
        known.latency(round(latency * MS))
    assert {name: getattr(known, name)() / MS for name in LIMITS} == dict(zip(LIMITS, limits, strict=True))


@pytest.mark.parametrize(
    ("flow", "declared", "wait"),
    [
        pytest.param(timers((5, 30)), None, USUAL * 0.9, id="not known: the shortest that programs choose"),
        pytest.param(timers((5, 30)), 0, USUAL * 0.9, id="declared to be none"),
        pytest.param(timers((5,), (40,)), 100, 90, id="declared: it may end a tenth sooner"),
        pytest.param(timers((30,), (60, 30)), None, 13.5, id="the shortest later wait may be two of them"),
        pytest.param(timers((90,), (77, 90)), None, 23.1, id="or three"),
        pytest.param(timers((30,), (60, 40)), None, USUAL * 0.9, id="three where usual timers are as long"),
        pytest.param(timers((19, 18, 20), (66,)), None, 16.2, id="the shortest first wait is not much longer"),
        pytest.param(timers((1, 19, 20), (66,)), None, USUAL * 0.9, id="unless no usual timer is as short"),
        pytest.param(timers((1, 10, 30)), None, 9, id="half of them are not"),
        pytest.param(timers((5,)), None, 4.5, id="but the only one is"),
    ],
)
def test_a_wait_that_may_be_the_timer(flow: FlowTimers, declared: float | None, wait: float) -> None:
    """In milliseconds."""
    known = FlowTimers()
    known.restore(flow.state())
    if declared is not None:
        known.declare(round(declared * MS), 7, 7)
    assert known.may_have_expired(int(wait * MS) + 1)
    assert not known.may_have_expired(int(wait * MS) - 1)


def test_what_shows_how_long_the_ends_take() -> None:
    """Not a first wait, which may be of any length; not a timer of 0, which is none."""
    assert not timers().shows_reactions
    assert not timers((5,)).shows_reactions
    assert timers((), (5,)).shows_reactions
    for declared, shows in ((-1, False), (0, False), (1, True)):
        flow = timers()
        flow.declare(declared, 7, 7)
        assert flow.shows_reactions == shows
    flow = timers()
    flow.latency(1)
    assert flow.shows_reactions


def test_of_a_new_flow_nothing_is_known() -> None:
    flow = timers()
    assert (flow.declared, flow.retry_count, flow.rnr_retry) == (-1, -1, -1)
    assert (flow.least_latency, flow.fastest_reaction, flow.soonest_answer, flow.median_latency) == (0, 0, 0, 0)
    flow.declare(9, 3, 6)
    assert (flow.declared, flow.retry_count, flow.rnr_retry) == (9, 3, 6)


def test_the_least_latency_and_the_fastest_reaction() -> None:
    """The smallest of all; the median is that of the last 32."""
    flow = timers()
    for latency in (50, 40, 60):
        flow.latency(latency)
        flow.reacted(latency)
    assert (flow.least_latency, flow.fastest_reaction, flow.soonest_answer, flow.median_latency) == (40, 40, 10, 50)
    flow.latency(0)
    flow.reacted(0)
    assert (flow.least_latency, flow.fastest_reaction) == (40, 40)
    flow.latency(1)
    flow.reacted(1)
    assert (flow.least_latency, flow.fastest_reaction, flow.soonest_answer) == (1, 1, 0)
    flow.answered([7] * 17)
    assert flow.median_latency == 7
    flow.answered([90, 80] * 16)
    assert (flow.median_latency, flow.least_latency) == (90, 1)
    flow.answered([5, 3, 4])
    assert flow.least_latency == 1


def test_how_long_after_its_request_an_answer_may_come() -> None:
    """Two of the shortest usual timers, 33.6 ms, or four times as long as answers take."""
    flow = FlowTimers()
    assert flow.latest_answer == 2 * 4096 * 2**12
    flow.answered([8 * MS])
    assert flow.latest_answer == 2 * 4096 * 2**12
    flow.answered([9 * MS] * 3)
    assert flow.latest_answer == 36 * MS
    assert [flow.is_silence(pause) for pause in (36 * MS, 36 * MS - 1, 34 * MS, 0)] == [True, False, False, False]
    assert [FlowTimers().is_silence(pause) for pause in (2 * 4096 * 2**12, 2 * 4096 * 2**12 - 1)] == [True, False]


def test_the_second_try_is_a_later_wait() -> None:
    flow = timers()
    for tries in (0, 1):
        flow.waited(5, tries)
    assert flow.learned() == LearnedWait(None, 5, 5, 2)
    flow.waited(9, 2)
    assert flow.learned() == LearnedWait(9, 5, 9, 3)


@pytest.mark.parametrize(
    ("waits", "silence"),
    [
        pytest.param((8, 16, 32), 96, id="twice as long with each try"),
        pytest.param((8, 16, 32, 64), 192, id="the last two count"),
        pytest.param((9, 20, 30), 67.5, id="half as long again"),
        pytest.param((9, 20, 29), 43.5, id="nearly as long as before"),
        pytest.param((9, 10, 90), 540, id="four times as long as before, and no more"),
    ],
)
def test_silence_behind_a_timer_that_doubles(waits: tuple[int, ...], silence: float) -> None:
    """The next wait would be longer than the last one, as that was; in milliseconds."""
    timers = FlowTimers()
    for tries, wait in enumerate(waits, 1):
        timers.waited(wait * MS, tries)
    assert timers.silence_is_final(0, round(silence * MS))
    assert not timers.silence_is_final(0, round(silence * MS) - 1)


@pytest.mark.parametrize(
    ("flow", "declared", "silence"),
    [
        pytest.param(timers((), (66,)), -1, 99, id="one and a half of the longest wait"),
        pytest.param(timers((1,)), 0, 6442.450944, id="of four times the longest usual timer, where none is known"),
        pytest.param(timers((1,)), 100, 1.5, id="declared, and a wait was seen"),
        pytest.param(timers(), 100, 600, id="of four times what was declared"),
    ],
)
def test_how_long_a_silence_is_long(flow: FlowTimers, declared: int, silence: float) -> None:
    known = FlowTimers()
    known.restore(flow.state())
    known.declare(declared * MS if declared > 0 else declared, 7, 7)
    assert known.silence_is_long(0, round(silence * MS))
    assert not known.silence_is_long(0, round(silence * MS) - 1)


def test_exactly_at_a_limit() -> None:
    """Nine tenths of a timer may be all of it; answers that take 2 ms show no less."""
    flow = FlowTimers()
    flow.declare(100 * MS, 7, 7)
    assert flow.may_have_expired(90 * MS)
    assert not flow.may_have_expired(90 * MS - 1)
    for latency, soonest in ((2 * MS, 0), (2 * MS - 4, MS // 2 - 1)):
        flow = FlowTimers()
        flow.answered([latency] * 3)
        assert flow.soonest_answer == soonest
