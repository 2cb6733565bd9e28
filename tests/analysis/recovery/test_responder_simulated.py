"""The model of the responder against simulated halves, whose responders have counted what happened.

What it tells does not depend on how runs are cut, nor on whether the analysis was interrupted.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import example, given, strategies as st

from ibpkt.analysis.recovery.responder_model import RCResponderModel
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict
from tests.analysis.recovery.responder_rows import told
from tests.analysis.recovery.simulated_half import Faults, Seen, SimulatedHalf, cut_runs

#: lag of the responder, outstanding packets, packets acknowledged at once: quick, slower than a recovery, much slower
PACES = [(6, 12, 1), (6, 12, 4), (3, 16, 8), (20, 12, 6), (30, 16, 4)]
SEEDS = range(12)
MESSAGES = 100


def _play(model: RCResponderModel, runs: Iterable[Run]) -> list[Verdict]:
    return [verdict for run in runs for verdict in (model.feed if run.kind is RunKind.REQUESTS else model.answer)(run)]


def _tell(seen: list[Seen], runs: Iterable[Run]) -> dict[str, int]:
    model = RCResponderModel(0)
    verdicts = _play(model, runs)
    assert not model.keeps_early, "it drops what comes early"
    return told([*verdicts, *model.finish(MESSAGES, 1000 * len(seen) + 1)])


def _half(seed: int, faults: Faults, pace: tuple[int, int, int]) -> SimulatedHalf:
    lag, window, ack_every = pace
    return SimulatedHalf(random.Random(seed), faults, MESSAGES, window, lag, ack_every).run()


def _compare(faults: Faults, pace: tuple[int, int, int]) -> tuple[Counter[str], Counter[str]]:
    """What happened, and what is told, in several halves."""
    truth, verdicts = Counter[str](), Counter[str]()
    for seed in SEEDS:
        half = _half(seed, faults, pace)
        truth += half.truth
        verdicts += Counter(_tell(half.seen, cut_runs(half.seen)))
    return truth, verdicts


@pytest.mark.parametrize("pace", PACES)
def test_answers_lost_behind_the_tap(pace: tuple[int, int, int]) -> None:
    truth, verdicts = _compare(Faults(answers_behind=200), pace)
    assert truth["duplicates"] > 0
    assert verdicts == {"duplicate-request": truth["duplicates"]}


@pytest.mark.parametrize("pace", PACES)
def test_requests_lost_before_the_tap(pace: tuple[int, int, int]) -> None:
    truth, verdicts = _compare(Faults(before=30), pace)
    assert verdicts["nak-sequence"] == truth["naks"] > 0
    assert verdicts["lost"] == 0
    undecided = verdicts["request-or-answer-lost"] + verdicts["duplicate-unconfirmed"]
    assert truth["duplicates"] - undecided <= verdicts["duplicate-request"] <= truth["duplicates"]
    assert undecided <= 0.01 * truth["duplicates"]


@pytest.mark.parametrize("pace", PACES)
def test_requests_lost_behind_the_tap(pace: tuple[int, int, int]) -> None:
    truth, verdicts = _compare(Faults(behind=30), pace)
    assert verdicts["nak-sequence"] == truth["naks"] > 0
    undecided = verdicts["request-or-answer-lost"] + verdicts["duplicate-unconfirmed"]
    # a NAK that comes behind the beginning of another repetition may answer that one
    assert truth["naks"] - undecided <= verdicts["lost"] <= truth["lost-behind"]
    assert verdicts["lost"] >= 0.8 * truth["naks"]
    assert truth["duplicates"] - undecided <= verdicts["duplicate-request"] <= truth["duplicates"]
    assert verdicts["duplicate-request"] >= 0.97 * truth["duplicates"]


@pytest.mark.parametrize("pace", PACES)
def test_losses_everywhere(pace: tuple[int, int, int]) -> None:
    truth, verdicts = _compare(Faults(15, 15, 15, 15), pace)
    undecided = verdicts["request-or-answer-lost"] + verdicts["duplicate-unconfirmed"]
    assert truth["duplicates"] - undecided <= verdicts["duplicate-request"] <= 1.02 * truth["duplicates"] + 3
    assert 0.3 * truth["lost-behind"] <= verdicts["lost"] <= 1.25 * truth["lost-behind"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("pace", PACES[:4])
def test_cuts_change_nothing(seed: int, pace: tuple[int, int, int]) -> None:
    half = _half(seed, Faults(15, 15, 15, 15), pace)
    cuts = frozenset(random.Random(seed).sample(range(len(half.seen)), len(half.seen) // 4))
    assert _tell(half.seen, cut_runs(half.seen, cuts)) == _tell(half.seen, cut_runs(half.seen))


RATES = st.sampled_from([0, 15, 50, 150])


@given(
    st.integers(0, 1 << 16),
    st.builds(Faults, RATES, RATES, RATES, RATES),
    st.sampled_from(PACES),
    st.lists(st.integers(0, 11), min_size=1, max_size=20),
)
@example(82, Faults(behind=150), (30, 16, 4), [0])  # sent again while the NAK is on its way: none came early
@example(48682, Faults(0, 150, 50, 150), (30, 16, 4), [8])  # repeated ACKs show that two trains were lost
@example(3, Faults(15, 15, 15), (20, 12, 6), [0] * 6 + [1, 0])  # the second piece begins with what a NAK asks for
@example(26827, Faults(50, 150, 0, 150), (6, 12, 4), [0] * 41 + [1])  # behind the cut is what was sent once more
@example(22860, Faults(15, 150, 15, 150), (3, 16, 8), [0] * 34 + [1] + [0] * 11)  # likewise
@example(34639, Faults(50, 50, 15, 15), (20, 12, 6), [0] * 5 + [6] + [0] * 70)  # the cut is later than the next answer
def test_a_run_in_two_pieces(seed: int, faults: Faults, pace: tuple[int, int, int], parts: list[int]) -> None:
    half = _half(seed, faults, pace)
    whole = cut_runs(half.seen)
    pieces = [piece for at, run in enumerate(whole) for piece in _in_two(run, parts[at % len(parts)])]
    assert _tell(half.seen, pieces) == _tell(half.seen, whole)


def _in_two(run: Run, packets: int) -> list[Run]:
    """A run as two, the first with so many packets; or as one, where that leaves nothing."""
    if not 0 < packets < run.packets:
        return [run]
    after = run.frame + (run.last_frame - run.frame) * packets // (run.packets - 1)
    before = run.frame + (run.last_frame - run.frame) * (packets - 1) // (run.packets - 1)
    one = run.replace(packets=packets, last_frame=before, last_time=1000 * before)
    two = run.replace(packets=run.packets - packets, frame=after, time=1000 * after, after=one.last_frame, behind=0)
    if run.kind is RunKind.REQUESTS:
        psn = run.first + packets
        sent = max(run.sent, psn)
        one = one.replace(end=psn)
        two = two.replace(first=psn, sent=sent, ahead=run.ahead if run.ahead > psn else -1)
    return [one, two]


@given(st.integers(0, 1 << 16), st.builds(Faults, RATES, RATES, RATES, RATES), st.sampled_from(PACES), st.data())
def test_goes_on_from_its_state(seed: int, faults: Faults, pace: tuple[int, int, int], data: st.DataObject) -> None:
    half = _half(seed, faults, pace)
    runs = cut_runs(half.seen)
    cut = data.draw(st.integers(0, len(runs)), "cut")
    before, after = RCResponderModel(0), RCResponderModel(None)
    verdicts = _play(before, runs[:cut])
    state = before.state()
    assert all(
        isinstance(value, int) or all(type(number) is int for row in value for number in row)
        for value in state.values()
    )
    after.restore(state)
    assert after.state() == state
    verdicts += [*_play(after, runs[cut:]), *after.finish(MESSAGES, 1000 * len(half.seen) + 1)]
    assert told(verdicts) == _tell(half.seen, runs)


def test_no_state_of_this_class() -> None:
    with pytest.raises(ValueError, match="the state has no table 'kept'"):
        RCResponderModel(0).restore({"expected": 4})
