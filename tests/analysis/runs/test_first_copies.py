"""Requests in the order of PSNs, every PSN once."""

from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st

from ibpkt.analysis.runs.first_copies import LINE, FirstCopies, Unanswered


def given_out(steps, halves=1):
    """What comes out by step: (half, PSN, frame).

    A step is a list of (half, PSN), what is acknowledged by half at its end, and, unless nothing is within it, what was
    acknowledged when each packet came.
    """
    copies, told, frame, before = FirstCopies(), [], 0, [0] * halves
    first = [next(psn for packets, *_ in steps for of, psn, *_ in packets if of == half) for half in range(halves)]
    for packets, acked, *given_then in steps:
        then = given_then[0] if given_then else [before[of] for of, *_ in packets]
        before = acked + [0] * (halves - len(acked))
        half, psn = (np.array([packet[place] for packet in packets], np.int64) for place in (0, 1))
        frames = np.arange(frame + 1, frame + 1 + len(packets))
        frame += len(packets)
        damaged = np.array([len(packet) > 2 for packet in packets], np.int64)
        columns = {"frame": frames, "damaged": damaged}
        out = copies.add(
            half,
            psn,
            psn + 1,
            columns,
            np.array(acked + [0] * (halves - len(acked))),
            np.array(first),
            np.array(then, np.int64),
        )
        told.append(list(zip(*(out[name].tolist() for name in ("half", "psn", "frame")), strict=True)))
    left = copies.finish()
    told.append(list(zip(*(left[name].tolist() for name in ("half", "psn", "frame")), strict=True)) if left else [])
    return told


def test_in_order():
    assert given_out([([(0, 5), (0, 6)], [5]), ([(0, 7)], [5])]) == [[(0, 5, 1), (0, 6, 2)], [(0, 7, 3)], []]


def test_what_is_behind_a_hole_waits():
    assert given_out([([(0, 5), (0, 7)], [5]), ([(0, 6)], [5])]) == [[(0, 5, 1)], [(0, 6, 3), (0, 7, 2)], []]


def test_what_comes_again_is_dropped():
    assert given_out([([(0, 5), (0, 6), (0, 5)], [5]), ([(0, 6), (0, 7)], [5])]) == [
        [(0, 5, 1), (0, 6, 2)], [(0, 7, 5)], [],
    ]  # fmt: skip


def test_what_was_received_is_not_waited_for():
    assert given_out([([(0, 5), (0, 7)], [5]), ([(0, 8)], [8])]) == [[(0, 5, 1)], [(0, 7, 2), (0, 8, 3)], []]


def test_what_fills_a_hole_too_late_is_left_out():
    """In one batch as in several: what lies behind the hole was given out when it had been acknowledged."""
    assert given_out([([(0, 5), (0, 7)], [5]), ([], [8]), ([(0, 6), (0, 8)], [8])]) == [
        [(0, 5, 1)], [(0, 7, 2)], [(0, 8, 4)], [],
    ]  # fmt: skip
    assert given_out([([(0, 5), (0, 7), (0, 6), (0, 8)], [8], [0, 0, 8, 8])]) == [[(0, 5, 1), (0, 7, 2), (0, 8, 4)], []]


def test_what_was_acknowledged_unseen_may_come_as_long_as_nothing_behind_it_did():
    assert given_out([([(0, 5)], [8]), ([(0, 6), (0, 9)], [8])]) == [[(0, 5, 1)], [(0, 6, 2)], [(0, 9, 3)]]
    assert given_out([([(0, 5), (0, 6), (0, 9)], [8], [0, 8, 8])]) == [[(0, 5, 1), (0, 6, 2)], [(0, 9, 3)]]
    assert given_out([([(0, 5), (0, 6), (0, 7)], [8], [0, 8, 8])]) == [[(0, 5, 1), (0, 6, 2), (0, 7, 3)], []]
    assert given_out([([(0, 5), (0, 9), (0, 6)], [8], [0, 0, 8])]) == [[(0, 5, 1), (0, 6, 3)], [(0, 9, 2)]]


def test_the_end_gives_out_all():
    assert given_out([([(0, 5), (0, 7)], [5])]) == [[(0, 5, 1)], [(0, 7, 2)]]


def test_where_nobody_answers_only_time_ends_the_wait():
    """Each hole by itself; what is damaged stands in at once, and another half waits for its answers."""
    copies, acked, first = FirstCopies(), np.array([LINE, 5]), np.array([5, 5])

    def given(rows, since):
        half, psn, time, damaged = (np.array([row[at] for row in rows], np.int64) for at in range(4))
        values = {"frame": psn, "time": time, "damaged": damaged}
        out = copies.add(
            half, psn, psn + 1, values, acked, first, np.zeros(len(rows), np.int64),
            Unanswered(np.array([True, False]), since),
        )  # fmt: skip
        return list(zip(out["half"].tolist(), out["psn"].tolist(), strict=True))

    rows = [(0, 5, 0, 0), (0, 7, 10, 0), (0, 8, 10, 1), (0, 10, 20, 0), (1, 5, 0, 0), (1, 7, 10, 0)]
    assert given(rows, 10) == [(0, 5), (1, 5)]
    assert {name: values.tolist() for name, values in copies.waiting().items()} == {
        "half": [0, 0, 0, 1], "psn": [7, 8, 10, 7], "frame": [7, 8, 10, 7], "time": [10, 10, 20, 10],
    }  # fmt: skip
    assert given([], 11) == [(0, 7), (0, 8)]
    assert copies.next_of(np.array([0, 1])).tolist() == [9, 6]
    assert given([(0, 9, 25, 0)], 15) == [(0, 9), (0, 10)]
    acked[1] = 8
    assert given([(1, 9, 30, 0), (1, 8, 30, 1), (0, 12, 30, 1)], 16) == [(1, 7)]
    assert copies.finish(unanswered=np.array([True, False]))["psn"].tolist() == [12, 9]


def test_a_damaged_copy_stands_in_once_its_psn_is_acknowledged():
    assert given_out([([(0, 5), (0, 6, "damaged"), (0, 7)], [5]), ([], [8])]) == [
        [(0, 5, 1)],
        [(0, 6, 2), (0, 7, 3)],
        [],
    ]
    assert given_out([([(0, 5), (0, 6, "damaged"), (0, 7)], [5]), ([(0, 6)], [5])]) == [
        [(0, 5, 1)], [(0, 6, 4), (0, 7, 3)], [],
    ]  # fmt: skip


def test_a_copy_that_comes_when_its_psn_is_still_asked_for_stands_before_a_damaged_one():
    """What is acknowledged ends before the PSN that is expected: up to 6 it tells that 5 has arrived, and not 6."""
    for acked, frame in [(5, 4), (6, 4), (7, 2)]:
        packets = [(0, 5), (0, 6, "damaged"), (0, 7), (0, 6)]
        assert given_out([(packets, [8], [5, 5, 5, acked])]) == [[(0, 5, 1), (0, 6, frame), (0, 7, 3)], []]


def test_before_the_first_request_something_may_be_missing_until_an_answer_comes():
    assert given_out([([(0, 5), (0, 6)], [0]), ([(0, 4)], [0]), ([], [4])]) == [
        [], [], [(0, 4, 3), (0, 5, 1), (0, 6, 2)], [],
    ]  # fmt: skip
    assert given_out([([(0, 5), (0, 6), (0, 4)], [5], [0, 0, 0])]) == [[(0, 4, 3), (0, 5, 1), (0, 6, 2)], []]


def test_an_answer_that_asks_for_what_came_before_the_first_request_makes_a_hole():
    assert given_out([([(0, 5)], [4]), ([(0, 4), (0, 6)], [4])]) == [[], [(0, 4, 2), (0, 5, 1), (0, 6, 3)], []]


def test_what_was_received_before_the_first_request_is_left_out():
    assert given_out([([(0, 5), (0, 4), (0, 6)], [6], [0, 6, 6])]) == [[(0, 5, 1), (0, 6, 3)], []]
    assert given_out([([(0, 5)], [0]), ([(0, 4)], [6], [6])]) == [[], [(0, 5, 1)], []]


def test_a_damaged_packet_does_not_say_where_a_half_begins():
    """Its PSN may be what was damaged."""
    assert given_out([([(0, 5), (0, 1, "damaged"), (0, 6)], [7], [0, 0, 7])]) == [[(0, 5, 1), (0, 6, 3)], []]


def test_no_more_than_a_bound_wait_for_a_first_answer(monkeypatch):
    monkeypatch.setattr("ibpkt.analysis.runs.first_copies.MOST_BEGINNING", 2)
    assert given_out([([(0, 5), (1, 7)], [0]), ([(0, 6), (1, 8)], [0])], 2) == [
        [], [(0, 5, 1), (0, 6, 3), (1, 7, 2), (1, 8, 4)], [],
    ]  # fmt: skip


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 9)), max_size=60), st.integers(1, 9))
def test_every_psn_once_in_order_its_first_copy(packets, size):
    packets = [(half, 0) for half in range(3)] + packets
    steps = [(packets[at : at + size], [0, 0, 0]) for at in range(0, len(packets), size)]
    told = [each for step in given_out(steps, 3) for each in step]
    for half in range(3):
        own = [(psn, frame) for number, psn, frame in told if number == half]
        first = {}
        for frame, (number, psn) in enumerate(packets, 1):
            if number == half:
                first.setdefault(psn, frame)
        assert own == sorted(first.items())


def test_where_nothing_has_come_nothing_waits():
    assert {name: len(column) for name, column in FirstCopies().waiting().items()} == {
        "half": 0, "psn": 0, "frame": 0, "time": 0,
    }  # fmt: skip
