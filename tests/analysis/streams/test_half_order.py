"""Packets of halves in order, and columns that grow: against plain sorting and plain lists."""

from __future__ import annotations

import itertools
import types

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.streams.half_order import HalfOrder, small_order
from ibpkt.analysis.streams.named_arrays import NamedArrays
from ibpkt.analysis.streams.request_history import _ones


@pytest.mark.parametrize("count", [0, 1, 31, 32, 33, 500])
@pytest.mark.parametrize("bits", [1, 8, 15, 16, 17, 31, 32, 33, 40, 62])
def test_small_order(count, bits):
    """Ascending, equal keys in their order, whatever number of bits they have."""
    keys = np.random.default_rng(count + bits).integers(0, 1 << bits, count)
    keys[1::3] = keys[::3][: len(keys[1::3])]  # some come twice
    assert small_order(keys).tolist() == np.argsort(keys, kind="stable").tolist()


def columns(count):
    return types.SimpleNamespace(
        psn=np.arange(count, dtype=np.uint32) * 7 % 100, size=np.arange(count, dtype=np.uint8) + 200
    )


@given(st.lists(st.one_of(st.none(), st.integers(0, 5)), max_size=40))
def test_groups_of_packets(keys):
    """Of each key the packets in the order of the capture; those without a half are left out."""
    rows = np.array([row for row, key in enumerate(keys) if key is not None], np.int64)
    chosen = np.array([key for key in keys if key is not None], np.int64)
    batch = columns(len(keys))
    found = HalfOrder(batch, rows, chosen)
    names = sorted(set(chosen.tolist()))
    groups = [[row for row, key in enumerate(keys) if key == name] for name in names]
    assert found.keys.tolist() == names
    assert found.order.tolist() == list(itertools.chain(*groups))
    assert found.counts.tolist() == [len(group) for group in groups]
    assert len(found) == len(rows)
    assert [found.order[slice(*found.bounds(name))].tolist() for name in names] == groups
    for absent in {-1, 2, 3, 9} - set(names):
        assert found.bounds(absent) == (0, 0)
    assert found.group.tolist() == [at for at, group in enumerate(groups) for _row in group]
    assert found.psn.tolist() == [row * 7 % 100 for group in groups for row in group]
    assert found.sums(batch.size).tolist() == [sum((row + 200) % 256 for row in group) for group in groups]


KINDS = {"number": (np.int64, -1), "flag": (np.bool_, 0)}


def test_new_rows_and_room_for_more():
    table = NamedArrays(KINDS)
    assert (table.capacity, list(table), "flag" in table, "other" in table) == (64, ["number", "flag"], True, False)
    for count, capacity in ((64, 64), (65, 80), (80, 80), (81, 100), (1000, 1000), (1001, 1250)):
        table.reserve(count)
        assert table.capacity == capacity
        assert (len(table["number"]), table["number"].dtype, table["flag"].dtype) == (capacity, np.int64, np.bool_)
        assert set(table["number"].tolist()) == {-1}
        assert not table["flag"].any()


def test_rows_keep_their_values():
    table = NamedArrays(KINDS)
    table["number"][:64] = np.arange(64)
    table["flag"][3] = True
    table.reserve(100)
    assert table["number"][:66].tolist() == [*range(64), -1, -1]
    more = table.add_column("more", np.int32, 9)
    assert (len(more), more.dtype, set(more.tolist())) == (100, np.int32, {9})
    table.copy_rows(np.array([3, 5]), np.array([70, 71]))
    table.reset(np.array([3, 4]))
    taken = {name: values.tolist() for name, values in table.taken(np.array([3, 4, 5, 70, 71])).items()}
    assert taken == {
        "number": [-1, -1, 5, 3, 5], "flag": [False, False, False, True, False], "more": [9] * 5
    }  # fmt: skip
    nothing = np.zeros(0, np.int64)
    table.reset(nothing)
    table.copy_rows(nothing, nothing)
    table["more"][0] = 1
    table.reserve(300)
    assert table["more"][[0, 1, 299]].tolist() == [1, 9, 9]
    assert table["number"][70] == 3


@given(st.lists(st.integers(0, (1 << 60) - 1), max_size=10))
def test_how_many_bits_are_set(numbers):
    assert _ones(np.array(numbers, np.int64)).tolist() == [number.bit_count() for number in numbers]
