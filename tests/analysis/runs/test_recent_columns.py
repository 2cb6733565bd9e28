"""The columns of the last packets, and small sums over rows: against plain lists."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.runs.recent_columns import RecentColumns, count_before, is_one_of, renumbered

NUMBERS = st.lists(st.integers(0, 6), max_size=30)


@given(
    st.lists(st.lists(st.integers(0, 6), max_size=6), max_size=8),
    st.integers(1, 9),
    st.sets(st.integers(-1, 7), max_size=4),
)
def test_what_is_kept(batches, packets, wanted):
    """Whole batches, as few as have so many packets; of one batch no more than that."""
    kept = RecentColumns(2, packets)
    rows = []
    for batch in batches:
        values = np.array(batch, np.int64)
        kept.add(values, (values * 10).astype(np.uint8))
        rows.append(batch[-packets:])
        while sum(map(len, rows)) - len(rows[0]) >= packets:
            rows.pop(0)
    every = [value for batch in rows for value in batch]
    assert len(kept) == len(every)
    first, second = kept.of(np.array(sorted(wanted), np.int64))
    expected = [value for value in every if value in wanted]
    assert (first.tolist(), second.tolist()) == (expected, [10 * value for value in expected])
    assert first.dtype == second.dtype == np.int64
    kept.renumber(0, np.array([2, 5]), np.array([50, 20]))
    names = {2: 50, 5: 20}
    expected = [value for value in every if names.get(value, value) in (20, 50, 3)]
    found, other = kept.of(np.array([3, 20, 50]))
    assert (found.tolist(), other.tolist()) == (
        [names.get(value, value) for value in expected],
        [10 * value for value in expected],
    )


def test_another_column_that_gets_other_values():
    kept = RecentColumns(3, 5)
    kept.add(*(np.array(column) for column in ([1, 2], [7, 8], [9, 7])))
    kept.renumber(1, np.array([7]), np.array([70]))
    assert [column.tolist() for column in kept.of(np.array([1, 2]))] == [[1, 2], [70, 8], [9, 7]]
    kept.renumber(2, np.array([7]), np.array([71]))
    assert [column.tolist() for column in kept.of(np.array([1, 2]))] == [[1, 2], [70, 8], [9, 71]]


@given(NUMBERS, st.dictionaries(st.integers(0, 8), st.integers(100, 110), max_size=5))
def test_values_that_become_others(values, others):
    old = sorted(others)
    new = np.array([others[each] for each in old], np.int64)
    found = renumbered(np.array(values, np.int64), np.array(old, np.int64), new)
    assert found.tolist() == [others.get(value, value) for value in values]


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 40])
def test_values_that_are_among_others(count):
    rng = np.random.default_rng(count)
    values, some = rng.integers(0, 60, 300), rng.permutation(60)[:count]
    assert is_one_of(values, some).tolist() == [value in set(some.tolist()) for value in values.tolist()]
    assert is_one_of(values[:0], some).tolist() == []


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=25), st.integers(1, 6))
def test_how_many_are_chosen_before(rows, window):
    """Behind the first row of the group, and no further back than the window."""
    which = np.array([chosen for chosen, _begins in rows], np.bool_)
    starts, at = [], 0
    for row, (_chosen, begins) in enumerate(rows):
        at = row if begins else at
        starts.append(at)
    expected = [
        sum(which[each] for each in range(row + 1) if each > start and each > row - window)
        for row, start in enumerate(starts)
    ]
    assert count_before(which, np.array(starts, np.int64), window).tolist() == expected
