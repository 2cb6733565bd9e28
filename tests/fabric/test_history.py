"""What something was at a packet, against a plain search."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.fabric.history import History


def values(said, asked):
    """Of (key, packet, value) what is found at each (key, packet)."""
    columns = (np.array([row[at] for row in said], np.int64) for at in range(3))
    found = History(*columns).values(*(np.array([row[at] for row in asked], np.int64) for at in range(2)))
    assert found.dtype == np.uint64
    return found.tolist()


@pytest.mark.parametrize(
    ("key", "packet", "value"),
    [
        (7, 3, 11), (7, 4, 11), (7, 5, 12), (7, 6, 12), (7, 99, 12),  # of another key something was said at packet 1
        (7, 1, 11),  # only later
        (9, 1, 13), (9, 99, 13),
        (6, 3, 0), (8, 3, 0), (10, 3, 0),  # never
    ],
)  # fmt: skip
def test_what_was_said_of_two_things(key, packet, value):
    assert values([(7, 5, 12), (9, 1, 13), (7, 3, 11)], [(key, packet)]) == [value]


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(1, 8), st.integers(1, 99)), max_size=10),
    st.lists(st.tuples(st.integers(-1, 4), st.integers(0, 12)), max_size=10),
)
def test_what_was_said_last_before_a_packet(said, asked):
    """Else what was said first after it; 0 where nothing ever was."""
    expected = []
    for key, packet in asked:
        mine = sorted((row for row in said if row[0] == key), key=lambda row: row[1])
        before = [row for row in mine if row[1] <= packet]
        expected.append(before[-1][2] if before else mine[0][2] if mine else 0)
    assert values(said, asked) == expected
