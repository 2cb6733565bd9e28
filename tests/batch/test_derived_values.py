"""Derived values are computed once for each combination of their inputs, and that changes none of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt.arrays import objects, repeated
from ibpkt.batch import TabulatedValues, Values, shape as shapes
from ibpkt.output.tree import TreeLines
from ibpkt.schema import Derived
from tests.support.shared import OWN

#: captures with packets of many kinds, each long enough for shapes of many packets
CAPTURES = ("ib_small_erf.pcap", "mix_all_ops.pcap", "nvmeof.pcap", "rc_write.pcap")
COUNT = 70


@st.composite
def columns(draw):
    """A column of a shape: numbers of some width, the same number in all rows, or objects; some rows lack a value."""
    most = draw(st.sampled_from([1, 3, 0xFF, 0xFFFF, 0xFFFFFFFF, 2**63 - 1, 2**64 - 1]))
    few = draw(st.lists(st.integers(0, most), min_size=1, max_size=4))
    rows = np.array(draw(st.lists(st.integers(0, len(few) - 1), min_size=COUNT, max_size=COUNT)), np.int64)
    kind = draw(st.sampled_from(["numbers", "constant", "tabulated", "objects"]))
    present = draw(st.none() | st.lists(st.booleans(), min_size=COUNT, max_size=COUNT).map(np.array))
    if kind == "constant":
        return Values(repeated(np.array(few[0], np.uint64), COUNT), present)
    if kind == "tabulated":
        return TabulatedValues.of(objects([str(number) for number in few]), rows, present)
    values = np.array(few, np.min_scalar_type(most))[rows]
    return Values(values.astype(object) if kind == "objects" else values, present)


@given(st.lists(columns(), min_size=1, max_size=4))
def test_rows_are_of_one_combination_where_all_columns_are_equal(given_columns):
    found = shapes._combinations(given_columns)
    texts = []
    for values, present in given_columns:
        has = np.ones(COUNT, np.bool_) if present is None else present
        texts.append([str(value) if there else "-" for value, there in zip(values.tolist(), has.tolist(), strict=True)])
    rows = list(zip(*texts, strict=True))
    if found is None:
        return
    firsts, which = found
    assert [rows[first] for first in firsts[which].tolist()] == rows
    # texts of a table may be equal at two of its places, numbers may not
    if not any(isinstance(column, TabulatedValues) for column in given_columns):
        seen = [row for row in rows if "-" not in row]
        assert len({int(which[rows.index(row)]) for row in seen}) == len(set(seen))


@pytest.mark.parametrize("name", CAPTURES)
def test_columns_and_texts_are_those_of_one_row_at_a_time(name, monkeypatch):
    monkeypatch.setattr(shapes, "MANY", 2)
    together, tabulated = derived(name)
    assert tabulated
    monkeypatch.setattr(shapes, "MANY", 1 << 60)
    alone, tabulated = derived(name)
    assert not tabulated
    assert together == alone


def derived(name):
    """All derived values of a capture with which rows have them, its text, and how many columns are tables."""
    found, tabulated = [], 0
    with ibpkt.open(OWN / name) as capture:
        for batch in capture.batches():
            for shape in batch.shapes:
                for place, header in enumerate(shape.headers):
                    for leaf in header.leaves:
                        if isinstance(leaf, Derived):
                            column = shape.column(place, leaf)
                            tabulated += isinstance(column, TabulatedValues)
                            present = None if column.present is None else column.present.tolist()
                            found.append((header.name, leaf.name, column.values.tolist(), present))
            found.append(TreeLines().texts(batch))
    return found, tabulated
