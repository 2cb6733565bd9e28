"""The last row of each combination of keys, against a dictionary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.fabric.last_rows import last_rows


def check(rows, count):
    keys = [np.array([row[at] for row in rows], np.int64) for at in range(count)]
    assert last_rows(*keys).tolist() == sorted({row[:count]: at for at, row in enumerate(rows)}.values())


@pytest.mark.parametrize(
    "rows", [[], [(5, 5)], [(0, 0)] * 3, [(0, 0), (1, 0), (1, 0)], [(1, 0), (0, 1), (1, 1), (0, 0), (1, 0), (0, 1)]]
)
def test_the_last_row_of_few(rows):
    for count in (1, 2):
        check(rows, count)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 1)), max_size=12))
def test_the_last_row_of_each_combination(rows):
    for count in (1, 2):
        check(rows, count)
