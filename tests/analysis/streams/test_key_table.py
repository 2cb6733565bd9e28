"""Keys and their rows, against a dictionary; the sort by small keys."""

from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st

from ibpkt.analysis.streams.half_order import small_order
from ibpkt.analysis.streams.key_table import KeyTable
from ibpkt.analysis.streams.named_arrays import NamedArrays

WORDS = st.tuples(st.integers(0, 5) | st.integers(0, (1 << 63) - 1), st.integers(0, 5) | st.integers(0, 1 << 50))


def _arrays(keys):
    return tuple(np.array([key[word] for key in keys], np.int64) for word in (0, 1))


@given(st.lists(st.lists(WORDS, max_size=60), max_size=6), st.lists(WORDS, max_size=10))
def test_rows_are_given_in_the_order_of_first_keys(rounds, others):
    table, rows = KeyTable(), {}
    for keys in rounds:
        first, second = _arrays(keys)
        assert table.find(first, second).tolist() == [rows.get(key, -1) for key in keys]
        unknown = [key for key in keys if key not in rows]
        found, fresh = table.learn(*_arrays(unknown))
        begun = [at for at, key in enumerate(unknown) if unknown.index(key) == at]
        for at in begun:
            rows[unknown[at]] = len(rows)
        assert fresh.tolist() == begun
        assert found.tolist() == [rows[key] for key in unknown]
        assert len(table) == len(rows)
    assert table.find(*_arrays(others)).tolist() == [rows.get(key, -1) for key in others]
    kept = [key for key in rows if rows[key] % 2]
    table.rebuild(*_arrays(kept))
    assert table.find(*_arrays(list(rows))).tolist() == [kept.index(key) if key in kept else -1 for key in rows]


def test_many_keys_that_differ_little():
    count = 50_000
    first = np.full(count, (7 << 32) | 9, np.int64)
    second = np.arange(count, dtype=np.int64) << 25
    table = KeyTable()
    rows, fresh = table.learn(first, second)
    assert (rows == np.arange(count)).all()
    assert (fresh == np.arange(count)).all()
    assert (table.find(first[::-1], second[::-1]) == np.arange(count)[::-1]).all()
    assert (table.find(first, second + 1) == -1).all()


@given(st.lists(st.integers(0, 3) | st.integers(0, 1 << 40), max_size=50))
def test_the_sort_by_bytes_is_stable(keys):
    keys = np.array(keys, np.int64)
    assert small_order(keys).tolist() == np.argsort(keys, kind="stable").tolist()


def test_columns_grow_with_their_values():
    table = NamedArrays({"psn": (np.int32, -1), "count": (np.int64, 0)})
    table["psn"][:3] = [5, 6, 7]
    table.reserve(1000)
    assert table["psn"][:5].tolist() == [5, 6, 7, -1, -1]
    assert table["count"].sum() == 0
    table.copy_rows(np.array([2]), np.array([900]))
    table.reset(np.array([2]))
    assert (table["psn"][2], table["psn"][900]) == (-1, 7)
    assert set(table) == {"psn", "count"}
    assert len(table.add_column("lost", np.int64)) == table.capacity >= 1000


def test_the_first_keys_stay_where_the_table_grows():
    table = KeyTable()
    keys = [(number, number % 7) for number in range(3000)]
    for begin, end in ((0, 1), (1, 3), (3, 700), (700, 3000)):
        table.learn(*_arrays(keys[begin:end]))
        assert table.find(*_arrays(keys)).tolist() == [at if at < end else -1 for at in range(3000)]
