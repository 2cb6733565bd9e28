"""Arrays: what is gathered, scattered, summed and grouped is what plain Python says."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from ibpkt import arrays

NUMBERS = st.lists(st.integers(0, 3), max_size=12)
WIDE = st.lists(st.sampled_from((0, 1, 1 << 16, -(1 << 62), 1 << 62)) | st.integers(0, 0x10001), max_size=12)


def ints(values):
    return np.array(values, np.int64)


def test_windows():
    data = np.arange(5, dtype=np.uint8)
    assert arrays.windows(data, 2, ">u").tolist() == [0x0001, 0x0102, 0x0203, 0x0304]
    assert arrays.windows(data, 4, "<u").tolist() == [0x03020100, 0x04030201]
    assert arrays.windows(data, 5).tolist() == [bytes(range(5))]
    assert arrays.windows(data, 6).shape == (0,)
    assert np.shares_memory(arrays.windows(data, 3), data)


@given(st.binary(min_size=1, max_size=30), st.data())
def test_gather(data, drawn):
    size = drawn.draw(st.integers(0, len(data)))
    at = drawn.draw(st.lists(st.integers(0, len(data) - size), max_size=5))
    buffer = np.frombuffer(data, np.uint8)
    found = arrays.gather(buffer, ints(at), size)
    assert (found.shape, found.dtype) == ((len(at), size), np.uint8)
    assert [row.tobytes() for row in found] == [data[place : place + size] for place in at]
    found += 1  # a copy: the buffer, which cannot be written to, stays


@pytest.mark.parametrize("values", [np.array([7, 8], ">u2"), np.array([(1, 2), (3, 4)], "u1,<u4"), np.zeros(2, "V3")])
def test_scatter(values):
    data = np.full(20, 0xEE, np.uint8)
    arrays.scatter(data, ints([11, 2]), values)
    size = values.dtype.itemsize
    wanted = bytearray(b"\xee" * 20)
    wanted[11 : 11 + size], wanted[2 : 2 + size] = values[:1].tobytes(), values[1:].tobytes()
    assert data.tobytes() == wanted


def test_scatter_of_nothing():
    data = np.zeros(1, np.uint8)
    arrays.scatter(data, ints([]), np.zeros(0, ">u4"))  # longer than the buffer
    assert data.tolist() == [0]


def test_byte_strings():
    data = np.frombuffer(b"abcdef", np.uint8)
    assert arrays.byte_strings(data, ints([0, 2, 4, 5]), ints([2, 2, 6, 1])) == [b"ab", b"", b"ef", b""]


def test_objects():
    assert arrays.objects([(1, 2), (3, 4)]).tolist() == [(1, 2), (3, 4)]
    assert arrays.objects([b"a\0", None]).tolist() == [b"a\0", None]
    assert arrays.objects([]).shape == (0,)


@pytest.mark.parametrize(
    ("column", "items"),
    [
        (np.array([1, 2], np.uint16), [1, 2]),
        (np.array([[1, 0], [0, 2]], np.uint8), [b"\1\0", b"\0\2"]),
        (np.array([[1, 0], [0, 2]], np.uint8).T, [b"\1\0", b"\0\2"]),
        (np.zeros((2, 0), np.uint8), [b"", b""]),
        (np.array([None, "a"], object), [None, "a"]),
    ],
)
def test_raw_list(column, items):
    assert arrays.raw_list(column) == items


@pytest.mark.parametrize("value", [-1, False, np.uint64(1 << 63), np.array([7, 8], np.uint8), np.broadcast_to(3, 4)])
@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_value_that_is_repeated(value, count):
    column = arrays.repeated(value, count)
    first = np.asarray(value).reshape(-1)[0]
    assert column.tolist() == [first] * count
    assert column.dtype == np.asarray(value).dtype
    assert column.strides == (0,)
    with pytest.raises(ValueError, match="read-only"):
        column[:] = 0


@given(NUMBERS)
def test_sums(sizes):
    wanted = [0, *itertools.accumulate(sizes)]
    assert arrays.cumulative(ints(sizes)).tolist() == wanted
    assert arrays.offsets(ints(sizes)).tolist() == wanted[:-1]
    assert arrays.cumulative(ints(sizes) > 1).tolist() == [0, *itertools.accumulate(size > 1 for size in sizes)]


def test_sums_of_small_integers_do_not_overflow():
    assert arrays.cumulative(np.full(3, 200, np.uint8)).tolist() == [0, 200, 400, 600]


@given(st.sets(st.integers(0, 9)))
def test_new_places(rows):
    chosen = sorted(rows)
    found = arrays.new_places(ints(chosen), 10).tolist()
    assert found == [chosen.index(row) if row in rows else -1 for row in range(10)]


@given(NUMBERS)
def test_runs(values):
    runs = [list(items) for _, items in itertools.groupby(values)]
    starts = arrays.run_starts(ints(values))
    assert starts.tolist() == [0, *itertools.accumulate(map(len, runs))][: len(runs)]
    assert arrays.run_lengths(starts, len(values)).tolist() == [len(run) for run in runs]
    assert np.flatnonzero(arrays.changes(ints(values))).tolist() == starts.tolist()


@given(
    st.lists(st.integers(-20, 60), max_size=300).map(sorted),
    st.lists(st.integers(-30, 70), max_size=300),
    st.booleans(),
    st.sampled_from(["left", "right"]),
)
@example(list(range(80)), list(range(-5, 90)), True, "left")
@example([3] * 100, [2] * 40 + [3] * 40 + [4] * 40, True, "right")
@example([], list(range(100)), True, "right")
def test_places_in_an_order(ascending, values, ordered, side):
    ascending, values = np.array(ascending, np.int64), np.array(sorted(values) if ordered else values, np.int64)
    assert arrays.places_in(ascending, values, side).tolist() == np.searchsorted(ascending, values, side).tolist()


#: few keys far apart, many, and such as lie close together
KEYS = st.one_of(
    st.lists(st.sampled_from([-(1 << 62), -3, 0, 5, 1 << 40, (1 << 62) + 1]), max_size=12).map(lambda keys: keys * 100),
    st.lists(st.integers(-(1 << 62), 1 << 62), max_size=40),
    st.lists(st.integers(-50, 50), max_size=700),
)


@given(KEYS, KEYS)
@example([number * 7919**3 for number in range(3000)], [])
@example([0] * 600, [1 << 50] * 600)
def test_different_keys(keys, more):
    found, places = arrays.numbered(ints(keys))
    assert (found.tolist(), found[places].tolist()) == (sorted({*keys}), keys)
    if (few := arrays.numbered_if_few(ints(keys))) is not None:
        assert (few[0].tolist(), few[0][few[1]].tolist()) == (sorted({*keys}), keys)
    assert arrays.distinct(ints(keys)).tolist() == sorted({*keys})
    assert arrays.distinct(ints(keys), ints(more)).tolist() == sorted({*keys, *more})


@given(st.lists(st.integers(-5, 5), max_size=20), st.booleans())
def test_running_maximum(values, ordered):
    values = sorted(values) if ordered else values
    assert arrays.running_maximum(ints(values)).tolist() == list(itertools.accumulate(values, max))


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), max_size=8))
def test_runs_of_rows(rows):
    found = arrays.changes(np.array(rows, np.uint64).reshape(len(rows), 2))
    assert found.tolist() == [row == 0 or rows[row] != rows[row - 1] for row in range(len(rows))]


@given(NUMBERS | WIDE)
def test_groups(keys):
    order = sorted(range(len(keys)), key=keys.__getitem__)
    assert arrays.in_order(ints(keys)).tolist() == order
    rows, starts, distinct = arrays.grouped(ints(keys))
    assert rows.tolist() == order
    assert distinct.tolist() == sorted(set(keys))
    parts = np.split(rows, starts[1:]) if keys else []
    assert [part.tolist() for part in parts] == [
        [row for row in range(len(keys)) if keys[row] == key] for key in sorted(set(keys))
    ]


@given(NUMBERS, st.sets(st.integers(0, 40)))
def test_values_among_others(values, others):
    assert arrays.among(ints(values), ints(sorted(others))).tolist() == [value in others for value in values]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(-(1 << 62), 1 << 62) | st.integers(-3, 3)), max_size=30))
def test_order_within_groups(rows):
    groups, keys = (np.array(column, np.int64) for column in (zip(*rows, strict=True) if rows else ((), ())))
    expected = sorted(range(len(rows)), key=lambda row: rows[row])
    assert arrays.order_within(groups, keys).tolist() == expected
