"""What must hold of any sequence of runs: a cut by a batch changes nothing, nor does a state that is kept."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.retransmission_queue import RetransmissionQueue
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict
from tests.analysis.recovery.requester_cases import CASES
from tests.analysis.recovery.requester_edge_cases import EDGES, EDGES_OF_UNRELIABLE
from tests.analysis.recovery.requester_story import EPOCH, RNR_SYNDROME, Story, feed, story, totals

#: nanoseconds between events: within a train, a round trip, within and beyond the limits, a timer
PAUSES = (500, 5_000, 50_000, 300_000, 1_000_000, 3_000_000, 70_000_000)
SPACING = 1_000
EVENTS = ("new", "hole", "again", "again", "again", "ack", "nak", "rnr", "repeat", "fatal")


@st.composite
def histories(draw: st.DrawFn) -> list[Run]:
    """Runs of a half as a capture could have them, right or wrong."""
    ordered = draw(st.booleans())
    runs: list[Run] = []
    sent, acked, acked_time, frame, time, next_number = 100, 100, 0, 0, EPOCH, 0
    for _ in range(draw(st.integers(2, 14))):
        time += draw(st.sampled_from(PAUSES))
        frame += 1
        event = draw(
            st.sampled_from(("new", "hole", "again", "again", "again", "ack", "nak", "rnr", "repeat", "fatal"))
        )
        if event == "ack" and acked < sent:
            acked, acked_time = draw(st.integers(acked + 1, sent)), time
        if event == "ack":
            continue
        run = Run(RunKind.REQUESTS, 0, 0, 1, frame, frame, time, time, sent, acked, acked_time)
        if event in ("nak", "rnr", "repeat", "fatal"):
            psn = draw(st.integers(acked, max(acked, sent - 1)))
            if event == "repeat":
                psn = max(acked - 1, 100)
            kind, code = {
                "nak": (RunKind.NAK_SEQUENCE, 0x60),
                "rnr": (RunKind.NAK_RNR, RNR_SYNDROME),
                "repeat": (RunKind.REPEATED_ACK, 0x1F),
                "fatal": (RunKind.NAK_FATAL, 0x62),
            }[event]
            runs.append(run.replace(kind=kind, code=code, first=psn, end=psn + 1))
            if event != "repeat" and psn > acked:
                acked, acked_time = psn, time
            continue
        again = event == "again" and sent > 100
        first = draw(st.integers(max(98, sent - 12), sent - 1)) if again else sent
        first += draw(st.integers(1, 5)) if event == "hole" else 0
        count = draw(st.integers(1, sent - first if again else 8))
        reads = draw(st.integers(0, 9)) == 0 and not again
        packets = 1 if reads else count
        late, skipped, number = -1, -1, -1
        if ordered:
            late = draw(st.integers(0, 3)) // 3 if again else 0
            skipped = draw(st.sampled_from((0, 0, 1, 3)))
            number = draw(st.integers(0, next_number)) if late else next_number + skipped
            next_number = max(next_number, number + packets)
        run = run.replace(first=first, end=first + count, packets=packets, reads=reads)
        run = run.replace(late=late, skipped=skipped, number=number)
        run = run.replace(last_frame=frame + packets - 1, last_time=time + (packets - 1) * SPACING)
        frame, time = run.last_frame, run.last_time
        runs.append(run)
        sent = max(sent, run.end)
    return runs


def _restored(queue: RetransmissionQueue) -> RetransmissionQueue:
    timers = FlowTimers()
    timers.restore(queue.timers.state())
    restored = RetransmissionQueue(timers, known_beginning=not queue.known_beginning)
    restored.restore(queue.state())
    return restored


def tell(
    runs: list[Run], known: bool, silence: int, *, kept: int | None = None
) -> tuple[dict[str, int], tuple[str, int]]:
    """Packets by kind, and the fate of the half; before the run ``kept``, another queue goes on from its state."""
    queue = RetransmissionQueue(FlowTimers(), known_beginning=known)
    verdicts: list[Verdict] = []
    for number, run in enumerate(runs):
        if number == kept:
            queue = _restored(queue)
        verdicts += feed(queue, "", run)
    now = (runs[-1].last_time if runs else EPOCH) + silence
    return totals(verdicts + queue.finish(now)), queue.end.fate(now)


def cut(run: Run, at: int, acked: int, acked_time: int) -> list[Run]:
    """A run in two pieces; answers between them may have acknowledged more."""
    if run.kind is not RunKind.REQUESTS or not 0 < at < run.packets:
        return [run]
    middle, frame, time = run.first + at, run.frame + at, run.time + at * SPACING
    first = run.replace(end=middle, packets=at, last_frame=frame - 1, last_time=time - SPACING)
    second = run.replace(first=middle, packets=run.packets - at, frame=frame, time=time, after=frame - 1)
    number = run.number + at if run.number >= 0 else -1
    second = second.replace(sent=max(run.sent, middle), skipped=min(run.skipped, 0), number=number)
    return [first, second.replace(acked=max(run.acked, acked), acked_time=acked_time or run.acked_time)]


def _requests(first: int, frame: int, micros: float, packets: int = 1, **others: Any) -> Run:
    time, last = (EPOCH + int(1000 * micros) + more * SPACING for more in (0, packets - 1))
    values = {"sent": 104, "acked": 101, "acked_time": EPOCH + 2500, "skipped": 0, **others}
    return Run(RunKind.REQUESTS, first, first + packets, packets, frame, frame + packets - 1, time, last, **values)


#: two requests that were overtaken, long behind a NAK that nothing has answered
LATE_BEHIND_A_NAK = [
    *(
        _requests(100 + each, each + 1, (each + 1) / 2, sent=100 + each, acked=100, acked_time=0, reads=True)
        for each in range(4)
    ),
    Run(RunKind.NAK_SEQUENCE, 101, 102, 1, 6, 6, EPOCH + 3000, EPOCH + 3000, 104, 101, EPOCH + 2500, skipped=-1),
    _requests(98, 7, 3003, packets=2, late=1),
    _requests(101, 9, 3004.5),
    _requests(104, 10, 3005, reads=True),
]

#: overtaken requests with Identifications from before and behind those of the request that they came behind
LATE_ON_BOTH_SIDES = [
    _requests(100, 1, 0.5, sent=100, acked=100, acked_time=0, late=0, number=0, reads=True),
    _requests(102, 3, 1.5, sent=101, acked_time=EPOCH + 1000, late=0, number=1, reads=True),
    _requests(98, 4, 2, packets=4, sent=103, acked_time=EPOCH + 1000, late=1, number=0),
]


def _again(last: int, *repetitions: tuple[int, int, float]) -> list[Run]:
    """Requests from PSN 100 on, of which the first is answered, and some that come again, of no known order."""
    runs, frame = [_requests(100, 1, 0, last - 100, sent=100, acked=100, acked_time=0, late=-1, skipped=-1)], last
    for first, end, micros in repetitions:
        again = _requests(first, frame, micros, end - first, sent=last, acked_time=EPOCH + 8000, late=-1, skipped=-1)
        runs.append(again)
        frame = again.last_frame + 1
    return runs


def _unanswered(first: int, frame: int, micros: float, packets: int = 1, sent: int = 104) -> Run:
    return _requests(first, frame, micros, packets, sent=sent, acked=100, acked_time=0, late=-1, skipped=-1)


CUT = {
    "late behind a NAK": LATE_BEHIND_A_NAK,
    "late on both sides": LATE_ON_BOTH_SIDES,
    "from a gap of a repetition on": _again(106, (102, 106, 71_000), (101, 105, 71_008)),
    "in a gap of a repetition": _again(107, (104, 107, 71_000), (101, 103, 71_005), (101, 102, 90_000)),
    "in a gap, and again in it": _again(107, (104, 107, 71_000), (101, 103, 71_005), (101, 103, 71_010)),
    "from a hole on, and again": [
        _unanswered(103, 1, 0, sent=100), _unanswered(100, 2, 1100, 4), _unanswered(101, 6, 1153, 2),
    ],
    "from before the capture on, again and again": [
        _unanswered(100, 1, 0.5, sent=100), _unanswered(102, 2, 1, 2, sent=101), _unanswered(98, 4, 2, 4),
        _requests(98, 8, 6.5, 4, acked_time=EPOCH + 5500, late=-1, skipped=-1),
    ],
    "from a hole on, after a timeout, and what it waited for": [
        _unanswered(100, 1, 0, sent=100), _unanswered(104, 2, 4300, 8, sent=101),
        _unanswered(102, 10, 5307, 6, sent=112),
        _requests(111, 16, 8612, sent=112, acked=111, acked_time=EPOCH + 8_312_000, late=-1, skipped=-1),
    ],
    "sent before and behind those that are missing": [
        _requests(100, 1, 0, 5, sent=100, acked=100, acked_time=0, late=0, number=1),
        _requests(109, 6, 10, 2, sent=105, acked=102, late=0, skipped=3, number=9),
        _requests(103, 8, 5000, 2, sent=111, acked=102, late=0, skipped=3, number=14),
        _requests(103, 10, 5050, 8, sent=111, acked=102, late=1, number=4),
    ],
}  # fmt: skip


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("runs", CUT.values(), ids=CUT)
def test_a_cut_anywhere(runs: list[Run], known: bool) -> None:
    """In two pieces, in three, and in two with a state that is kept between them."""
    whole = tell(runs, known, 500)
    for number, run in enumerate(runs):
        following = runs[min(number + 1, len(runs) - 1)]
        for at in range(1, run.packets):
            pieces = cut(run, at, following.acked, following.acked_time)
            assert tell(runs[:number] + pieces + runs[number + 1 :], known, 500) == whole, (number, at)
            assert tell(runs[:number] + pieces + runs[number + 1 :], known, 500, kept=number + 1) == whole, (number, at)
            pieces[:1] = cut(pieces[0], at // 2, run.acked, run.acked_time)
            assert tell(runs[:number] + pieces + runs[number + 1 :], known, 500) == whole, (number, at, "thrice")


@pytest.mark.parametrize(("name", "rule", "text", "kinds"), EDGES_OF_UNRELIABLE)
def test_a_cut_anywhere_of_an_unreliable_connection(name: str, rule: str, text: str, kinds: str) -> None:
    whole = story(text)
    expected = totals(whole.tell(reliable=False)[0])
    for number, (event, run) in enumerate(whole.events):
        for at in range(1, run.packets):
            pieces = [(event, piece) for piece in cut(run, at, run.acked, run.acked_time)]
            events = [*whole.events[:number], *pieces, *whole.events[number + 1 :]]
            told = totals(dataclasses.replace(whole, events=events).tell(reliable=False)[0])
            assert told == expected, (number, at)


@given(runs=histories(), known=st.booleans(), silence=st.sampled_from(PAUSES), seed=st.integers(0, 1 << 30))
@example(runs=LATE_BEHIND_A_NAK, known=True, silence=500, seed=0)
@example(runs=LATE_ON_BOTH_SIDES, known=False, silence=500, seed=1)
def test_a_cut_is_no_cut(runs: list[Run], known: bool, silence: int, seed: int) -> None:
    """Feeding a run in two pieces, the second of which continues the first, gives the same totals."""
    chance = random.Random(seed)
    pieces = []
    for number, run in enumerate(runs):
        following = runs[min(number + 1, len(runs) - 1)]
        acked, acked_time = following.acked, following.acked_time
        pieces += cut(run, chance.randrange(run.packets + 1), acked, acked_time)
    assert tell(pieces, known, silence) == tell(runs, known, silence)


def _verdicts(told: Story, kept: int) -> list[tuple[Any, ...]]:
    """All that is said of a story, if a queue goes on from the state of another before its event ``kept``."""
    queue = RetransmissionQueue(FlowTimers(), known_beginning=True)
    verdicts: list[Verdict] = []
    for number, (name, run) in enumerate(told.events):
        if number == kept:
            queue = _restored(queue)
        verdicts += feed(queue, name, run)
    return [verdict[2:] for verdict in verdicts + queue.finish(told.now, told.acked, told.acked_time)]


@pytest.mark.parametrize("text", [case[2] for case in CASES + EDGES], ids=[case[0] for case in CASES + EDGES])
def test_a_state_goes_on_anywhere(text: str) -> None:
    """A file may be cut at any packet, and the next piece is another's."""
    told = story(text, 1 << 16)
    whole = _verdicts(told, -1)
    for kept in range(1, len(told.events)):
        assert _verdicts(told, kept) == whole, kept


@given(runs=histories(), known=st.booleans(), silence=st.sampled_from(PAUSES), at=st.integers(0, 14))
def test_a_state_goes_on(runs: list[Run], known: bool, silence: int, at: int) -> None:
    """A queue that is restored from the state of another says what that one would have said."""
    queue = RetransmissionQueue(FlowTimers(), known_beginning=known)
    verdicts = [verdict for run in runs[:at] for verdict in feed(queue, "", run)]
    restored = _restored(queue)
    for run in runs[at:]:
        expected = feed(queue, "", run)
        assert [verdict[2:] for verdict in feed(restored, "", run)] == [verdict[2:] for verdict in expected]
        verdicts += expected
    now = (runs[-1].last_time if runs else EPOCH) + silence
    assert [verdict[2:] for verdict in restored.finish(now)] == [verdict[2:] for verdict in queue.finish(now)]
    assert restored.given_up == queue.given_up


@given(runs=histories(), known=st.booleans(), shift=st.integers(-EPOCH // 2, EPOCH))
def test_only_differences_of_time_count(runs: list[Run], known: bool, shift: int) -> None:
    """A capture of another day tells the same."""
    moved = [
        run.replace(
            time=run.time + shift,
            last_time=run.last_time + shift,
            acked_time=run.acked_time + shift if run.acked_time else 0,
        )
        for run in runs
    ]
    assert tell(moved, known, 1_000_000) == tell(runs, known, 1_000_000)


#: a packet that the capture lacks comes in two repetitions, the first of which may have been the original
LACKING_AND_SENT_TWICE = [
    _requests(100, 3, 1.5, sent=100, acked=100, acked_time=0, skipped=-1, reads=True),
    _requests(102, 6, 3, sent=101, acked_time=EPOCH + 2000, skipped=-1, reads=True),
    *(
        _requests(98, frame, micros, 4, sent=103, acked_time=EPOCH + 2000, skipped=-1)
        for frame, micros in ((7, 3.5), (11, 7))
    ),
]


@given(runs=histories(), known=st.booleans())
@example(runs=LACKING_AND_SENT_TWICE, known=False)
def test_no_more_is_said_than_was_sent(runs: list[Run], known: bool) -> None:
    """What was sent again, or came late, was sent: each packet is told at most once as each.

    One that comes again and then once more may have been lost or late the first time, and counts as that too.
    """
    counts, _ = tell(runs, known, 1_000_000)
    again = sum(run.packets for run in runs if run.again)
    times = Counter(psn for run in runs if run.again for psn in range(run.first, run.end))
    once_more = sum(count > 1 for count in times.values())
    assert counts.get("retransmission", 0) <= again
    assert counts.get("retransmission", 0) + counts.get("reordered-or-lost", 0) <= again + once_more
    assert counts.get("out-of-order", 0) <= again
    if not any(run.kind is RunKind.NAK_RNR for run in runs):
        assert not {"rnr-retry", "rnr-early"} & counts.keys()
