"""Rows that wait, by half."""

from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st

from ibpkt.analysis.reassembly.rows_by_half import RowsByHalf

HALVES = 5


@given(st.lists(st.lists(st.tuples(st.integers(0, HALVES - 1), st.integers(0, 400)), max_size=4), max_size=60))
def test_a_table_is_a_list_by_half(steps):
    """Each step takes the rows of some halves, drops the oldest of each, and puts back more."""
    rows, wanted, fresh = RowsByHalf(("half", "value")), {half: [] for half in range(HALVES)}, 0
    rows.reserve(HALVES)
    for step in steps:
        more = dict(step)
        halves = sorted(more)
        taken = rows.take(np.array(halves, np.int64))
        assert list(zip(taken["half"].tolist(), taken["value"].tolist(), strict=True)) == [
            (half, value) for half in halves for value in wanted[half]
        ]
        for half in halves:
            wanted[half] = [*wanted[half][1:], *range(fresh, fresh + more[half])]
            fresh += more[half]
        lists = [(half, value) for half in halves for value in wanted[half]]
        half, value = np.array(lists, np.int64).reshape(-1, 2).T
        rows.put({"half": half, "value": value})
        assert len(rows) == sum(map(len, wanted.values()))
    assert rows.count[:HALVES].tolist() == [len(wanted[half]) for half in range(HALVES)]


def test_the_oldest_are_those_put_first():
    rows = RowsByHalf(("half",))
    rows.reserve(4)
    for half in (2, 0, 3):
        rows.put({"half": np.full(10, half)})
    assert rows.oldest(1).tolist() == [2]
    assert rows.oldest(11).tolist() == [0, 2]
    rows.take(np.array([2]))
    rows.put({"half": np.full(1, 2)})
    assert rows.oldest(1).tolist() == [0]


def test_age_outlasts_a_clearing_out():
    rows = RowsByHalf(("half",))
    rows.reserve(4)
    for half in (2, 0):
        rows.put({"half": np.full(10, half)})
    for _ in range(500):  # many times the room
        rows.take(np.array([3]))
        rows.put({"half": np.full(10, 3)})
    assert len(rows.columns["half"]) < 2000
    assert rows.oldest(1).tolist() == [2]


def test_what_was_taken_is_gone():
    rows = RowsByHalf(("half", "value"))
    rows.reserve(3)
    rows.put({"half": np.array([0, 0, 2]), "value": np.array([5, 6, 7])})
    assert rows.take(np.array([0]))["value"].tolist() == [5, 6]
    assert rows.take(np.array([0, 1]))["value"].tolist() == []
    assert rows.count[:3].tolist() == [0, 0, 1]
    assert rows.oldest(1).tolist() == [2]
    assert len(rows) == 1


def test_room_is_for_what_there_is():
    """It does not grow by itself, and with what comes by no more than it needs again."""
    rows = RowsByHalf(("half",))
    for halves in (64, 64, *range(0, 3000, 50)):
        rows.reserve(halves)
    assert 2950 <= len(rows.start) == len(rows.count) < 4000
    room = len(rows.start)
    rows.reserve(room)
    assert len(rows.start) == room
    last = room - 1
    rows.put({"half": np.repeat([1, last], 3000)})
    assert rows.count[[1, last]].tolist() == [3000, 3000]
    assert len(rows.columns["half"]) <= 2 * 6000
    rows = RowsByHalf(("half",))
    rows.reserve(64)
    rows.put({"half": np.array([63])})
    assert rows.take(np.array([63]))["half"].tolist() == [63]
