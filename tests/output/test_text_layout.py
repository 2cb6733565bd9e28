"""Rows of text are laid out as if they had been joined one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.output import text_layout
from ibpkt.output.column_text import strings
from ibpkt.output.text_layout import Block, Hexed, Literal, Nested, PageLayout, Slices, joined, only

texts = st.text(st.characters(codec="utf-8"), max_size=6)


@st.composite
def pieces(draw, count):
    """A piece, and the texts that it should give."""
    sort = draw(st.sampled_from(["literal", "block", "slices", "hexed", "nested"]))
    if sort == "nested":
        inner = draw(st.integers(1, 3))
        made, wanted = [], [b""] * (count * inner)
        for _ in range(draw(st.integers(0, 2))):
            piece, given_texts = draw(pieces(count * inner))
            made.append(piece)
            wanted = [before + text for before, text in zip(wanted, given_texts, strict=True)]
        return Nested(made, inner), [b"".join(wanted[row * inner : (row + 1) * inner]) for row in range(count)]
    if sort == "literal":
        text = draw(texts)
        return Literal(text), [text.encode()] * count
    if sort == "block":
        size = draw(st.integers(1, 5))
        rows = draw(st.lists(st.binary(min_size=size, max_size=size), min_size=count, max_size=count))
        wide = np.frombuffer(b"".join(b"!!" + row for row in rows), np.uint8).reshape(count, -1)
        return Block(wide[:, 2:]), rows
    data = draw(st.binary(min_size=40, max_size=60))
    buffer = np.frombuffer(data, np.uint8)
    start = draw(st.lists(st.integers(0, 5), min_size=count, max_size=count))
    if draw(st.booleans()):
        size = draw(st.integers(0, 9))
        sizes, many = [size] * count, size
    else:  # more sizes than are worth a copy of their own, if there are enough rows
        sizes = draw(st.lists(st.integers(0, 32), min_size=count, max_size=count))
        many = np.array(sizes, np.int64)
    rows = [data[begin : begin + size] for begin, size in zip(start, sizes, strict=True)]
    if sort == "slices":
        return Slices(buffer, np.array(start, np.int64), many), rows
    return Hexed(buffer, np.array(start, np.int64), many), [row.hex().encode() for row in rows]


@st.composite
def masks(draw, count):
    """Which rows have something, and the same as `only` takes it."""
    there = draw(st.none() | st.lists(st.booleans(), min_size=count, max_size=count))
    return [True] * count if there is None else there, None if there is None else np.array(there, np.bool_)


@st.composite
def shapes(draw):
    """Rows in several parts, each with pieces and the texts that they should give."""
    owners = draw(st.lists(st.integers(0, 2), min_size=1, max_size=80))
    parts, wanted = [], [b""] * len(owners)
    for owner in sorted(set(owners)):
        rows = [row for row, other in enumerate(owners) if other == owner]
        made = []
        for _ in range(draw(st.integers(0, 5))):
            piece, given_texts = draw(pieces(len(rows)))
            there, mask = draw(masks(len(rows)))
            made += only(mask, [piece])
            for row, text, has in zip(rows, given_texts, there, strict=True):
                wanted[row] += text if has else b""
        parts.append((np.array(rows), made))
    return parts, wanted


@given(shapes(), st.sampled_from([1, 7, 50, 1 << 20]))
def test_layout(drawn, size):
    parts, wanted = drawn
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_layout, "PAGE", size)
        layout = PageLayout()
        for _ in range(2):  # the second time in used memory
            assert b"".join(layout.pages(len(wanted), parts)) == b"".join(wanted)
        assert layout.texts(len(wanted), parts) == wanted
        assert all(len(part) <= max(size, *map(len, wanted)) for part in layout.pages(len(wanted), parts))


@given(st.data(), st.integers(1, 12))
def test_joined(data, count):
    drawn = [(data.draw(masks(count)), data.draw(pieces(count))) for _ in range(data.draw(st.integers(0, 4)))]
    wanted = [
        b"; ".join(rows[row] for (there, _), (_, rows) in drawn if there[row]).decode("utf-8", "replace")
        for row in range(count)
    ]
    made = list(joined([(mask, [piece]) for (_, mask), (piece, _) in drawn], "; "))
    assert [text.decode("utf-8", "replace") for text in PageLayout().texts(count, [(np.arange(count), made)])] == wanted


def test_a_page_in_use_is_not_overwritten():
    layout = PageLayout()
    held = []
    for number in range(5):
        held += layout.pages(1, [(np.array([0]), [Literal(f"page {number}")])])
    assert [bytes(part) for part in held] == [f"page {number}".encode() for number in range(5)]


def test_memory_is_reused():
    layout = PageLayout()
    places = set()
    for number in range(5):
        for part in layout.pages(1, [(np.array([0]), [Literal(f"page {number}")])]):
            places.add(np.frombuffer(part, np.uint8).ctypes.data)
        del part
    assert len(places) == 1


def test_no_rows():
    assert list(PageLayout().pages(0, [])) == []
    assert strings([Literal("x")], 0) == []
