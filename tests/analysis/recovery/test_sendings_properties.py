"""When PSNs were sent and progress was made, set against a list of all packets and of all answers."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from ibpkt.analysis.recovery.run import MOST_PAUSE, Run, RunKind
from ibpkt.analysis.recovery.sendings import MAX_SENDINGS, MAX_STEPS, Sendings

STEP = 100  # nanoseconds from packet to packet


def requests(first, count, frame, time, *, packets=None, after=0):
    """Packets that are evenly spaced; or one READ that takes so many PSNs."""
    packets = count if packets is None else packets
    return Run(
        RunKind.REQUESTS, first, first + count, packets, frame, frame + packets - 1, time, time + STEP * (packets - 1),
        first, 0, after=after,
    )  # fmt: skip


RUNS = st.lists(st.tuples(st.integers(0, 12), st.integers(1, 5), st.booleans()), max_size=10)


@settings(max_examples=60)
@given(RUNS)
def test_as_a_list_of_all_packets(rows):
    """The first and the last time of each PSN; all PSNs of a READ are asked for when it is sent."""
    sendings, packets = Sendings(), []  # PSN, time, first frame of the run
    for at, (first, count, is_read) in enumerate(rows, 1):
        run = requests(first, count, 10 * at, 10_000 * at, packets=1 if is_read else None)
        sendings.add(run)
        packets += [
            (psn, run.time + (0 if is_read else STEP * (psn - first)), run.frame) for psn in range(first, run.end)
        ]
    again = Sendings()
    again.fill(*sendings.tables())
    for psn in range(-1, 19):
        sent = [(time, frame) for each, time, frame in packets if each == psn]
        for kept in (sendings, again):
            assert kept.first(psn) == (sent[0][0] if sent else None)
            assert kept.last(psn) == (sent[-1] if sent else None)


@settings(max_examples=40)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=5), st.booleans())
def test_where_a_run_is_cut_does_not_matter(sizes, goes_on):
    """Pieces that go on are one run; pieces that do not are runs of their own, whose packets are as far apart."""
    sendings, at, frames = Sendings(), 3, {}  # of each PSN the frame of its piece
    for size in sizes:
        sendings.add(requests(at, size, at, 1_000 + STEP * at, after=(at - 1) * goes_on))
        frames |= dict.fromkeys(range(at, at + size), 3 if goes_on else at)
        at += size
    for psn, frame in frames.items():
        assert sendings.last(psn) == (1_000 + STEP * psn, frame)
        assert sendings.first(psn) == 1_000 + STEP * psn
    assert sendings.last(at) is sendings.last(2) is None


def test_the_piece_behind_a_read_or_a_pause_or_another_psn_is_a_run_of_its_own():
    read = requests(0, 4, 1, 1_000, packets=1)
    for before, first, time, own in (
        (read, 4, 1_100, True),
        (requests(0, 4, 1, 1_000), 5, 1_400, True),
        (requests(0, 4, 1, 1_000), 4, 1_300 + MOST_PAUSE, False),
        (requests(0, 4, 1, 1_000), 4, 1_301 + MOST_PAUSE, True),
    ):
        sendings = Sendings()
        sendings.add(before)
        sendings.add(requests(first, 1, 9, time, after=8))
        assert sendings.last(first) == (time, 9 if own else 1)


@settings(max_examples=60)
@given(st.lists(st.integers(1, 20), max_size=8))
def test_progress_as_a_look_at_all_answers(acked):
    """The last answer that brought progress, and acknowledged nothing beyond the PSN."""
    sendings, steps = Sendings(), []  # PSN, time
    for time, psn in enumerate(acked, 5):
        if all(psn > before for before, _ in steps):
            steps.append((psn, time))
        sendings.progress(psn, time)
    again = Sendings()
    again.fill(*sendings.tables())
    for psn in range(22):
        latest = max((time for behind, time in steps if behind <= psn), default=0)
        assert sendings.progress_before(psn) == again.progress_before(psn) == latest


@pytest.mark.parametrize("more", [0, 1, 2])
def test_the_oldest_are_forgotten(more):
    sendings = Sendings()
    for at in range(MAX_SENDINGS + more):
        sendings.add(requests(2 * at, 1, 1 + at, 1_000 * (1 + at)))
    assert [sendings.first(2 * at) for at in range(4)] == [None] * more + [1_000 * (1 + at) for at in range(more, 4)]
    for at in range(MAX_STEPS + more):
        sendings.progress(1 + at, 7 + at)
    assert sendings.progress_before(more) == 0
    assert sendings.progress_before(more + 1) == 7 + more
