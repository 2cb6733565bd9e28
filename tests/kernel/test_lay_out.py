"""Text by the compiled kernel is that of NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ibpkt.output.column_text import decimal
from ibpkt.output.text_layout import Block, Hexed, Literal, Nested, PageLayout, Slices

ROWS = st.integers(1, 6)


@st.composite
def _pieces(draw, rows):
    """A piece of each kind, of some rows."""
    data = np.frombuffer(draw(st.binary(min_size=40, max_size=60)), np.uint8)
    counts = np.array(draw(st.lists(st.integers(0, 20), min_size=rows, max_size=rows)), np.int64)
    start = np.array(draw(st.lists(st.integers(0, 20), min_size=rows, max_size=rows)), np.int64)
    same = draw(st.integers(0, 20))
    kind = draw(st.sampled_from(["literal", "block", "slices", "equal", "hex", "pairs", "decimal", "nested"]))
    if kind == "literal":
        return Literal(draw(st.text(max_size=40)))
    if kind == "block":
        wide = np.arange(rows * 24, dtype=np.uint8).reshape(rows, 24) + 32
        return Block(wide[:, draw(st.integers(0, 24)) :])
    if kind in ("slices", "equal"):
        return Slices(data, start, counts if kind == "slices" else same)
    if kind in ("hex", "pairs"):
        return Hexed(data, start, counts if draw(st.booleans()) else same, ":" if kind == "pairs" else "")
    if kind == "nested":
        return Nested([Literal("("), Block(np.full((2 * rows, 3), ord("x"), np.uint8)), Literal(")")], 2)
    dtype = draw(st.sampled_from([np.uint8, np.uint16, np.uint32, np.uint64, np.int64]))
    most = min(int(np.iinfo(dtype).max), draw(st.sampled_from([9, 10, 255, 10**6, 2**63])))
    values = np.array(draw(st.lists(st.integers(0, most), min_size=rows, max_size=rows)), dtype)
    return decimal(values, draw(st.integers(0, 21)), draw(st.sampled_from(" 0")))


def _text(use, on, rows, pieces):
    use(on)
    return PageLayout().texts(rows, [(np.arange(rows), pieces)])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), rows=ROWS)
def test_any_pieces(use, data, rows):
    pieces = data.draw(st.lists(_pieces(rows), max_size=8))
    assert _text(use, True, rows, pieces) == _text(use, False, rows, pieces)
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=rows, max_size=rows)))
    some = [piece.where(mask) for piece in pieces]
    assert _text(use, True, rows, some) == _text(use, False, rows, some)


@pytest.mark.parametrize("values", [[0, 7], [0, 10], [9, 10], [99, 100, 1000], [0, 2**64 - 1]])
@pytest.mark.parametrize("width", [0, 1, 5, 21])
@pytest.mark.parametrize("fill", [" ", "0"])
@pytest.mark.parametrize("on", [True, False], ids=["compiled", "numpy"])
def test_decimal_is_that_of_python(use, on, values, width, fill):
    piece = decimal(np.array(values, np.uint64), width, fill)
    wanted = [str(value).rjust(width, fill).encode() for value in values]
    assert _text(use, on, len(values), [piece]) == wanted


def test_more_pieces_than_one_call_takes(use):
    many = [Block(np.full((2, 1), ord("a") + at % 26, np.uint8)) for at in range(400)]
    assert _text(use, True, 2, many) == _text(use, False, 2, many)
