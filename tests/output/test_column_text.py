"""The text of whole columns is the text that a leaf gives of each value."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from ibpkt.arrays import numbered_if_few
from ibpkt.batch import Batch, Values
from ibpkt.batch.fields import DATE, PACKET_LEAVES, TIME
from ibpkt.output.column_text import (
    decimal,
    display,
    enumerated,
    hexed_spans,
    padded,
    plain,
    row_tuples,
    seconds,
    sparse,
    strings,
)
from ibpkt.output.text_layout import Literal
from ibpkt.protocols import INFINIBAND, IPv4, headers
from ibpkt.schema import Derived
from tests.support import mads

LEAVES = [leaf for header in headers() for leaf in header.leaves if not isinstance(leaf, Derived)]
TIMES = [leaf for leaf in PACKET_LEAVES if leaf.kind in (TIME, DATE)]
counts = st.integers(1, 40)


def whole(width):
    """Integers of some bits, of every length alike."""
    return st.integers(0, width).flatmap(lambda bits: st.integers(0, (1 << bits) - 1))


def one(leaf):
    """A raw value of a leaf."""
    if leaf.wide:
        size = leaf.width // 8 or 5
        return st.one_of(st.binary(min_size=size, max_size=size), st.just(bytes(size)))
    return whole(leaf.width)


def column(leaf, values):
    """Raw values as `Shape.column` gives them."""
    if leaf is leaf.header.tail_leaf:
        found = np.empty(len(values), object)
        found[:] = values
        return found
    if leaf.wide:
        return np.frombuffer(b"".join(values), np.uint8).reshape(len(values), -1)
    size = next(size for size in (1, 2, 4, 8) if size * 8 >= leaf.width)
    return np.array(values, f"u{size}")


@st.composite
def columns(draw):
    """A leaf, raw values, and which of them are there."""
    leaf = draw(st.sampled_from([leaf for leaf in LEAVES if leaf.count == 1]))
    items = draw(st.lists(one(leaf), min_size=1, max_size=40))
    present = draw(st.none() | st.lists(st.booleans(), min_size=len(items), max_size=len(items)))
    return leaf, items, present


def check(leaf, items, present, pieces, text):
    there = [True] * len(items) if present is None else present
    assert strings(pieces, len(items)) == [text(item) if has else "" for item, has in zip(items, there, strict=True)]


@given(st.lists(whole(32), min_size=1, max_size=8), st.booleans())
def test_addresses_from_a_table_and_by_their_digits(addresses, many):
    """Few addresses are printed once each, many at once."""
    leaf = IPv4.leaf("src")
    items = addresses * (600 // len(addresses) + 1)
    if many:  # as many as have two in one slot of a table of hashes
        items += [number * 2654435761 & 0xFFFFFFFF for number in range(5000)]
    values = column(leaf, items)
    assert (numbered_if_few(values.astype(np.int64)) is None) >= many
    check(leaf, items, None, plain(leaf, Values(values, None)), leaf.text)


@given(columns())
def test_a_column_in_tsharks_form(drawn):
    leaf, items, present = drawn
    found = Values(column(leaf, items), None if present is None else np.array(present))
    check(leaf, items, present, plain(leaf, found), leaf.text)


@given(columns())
def test_a_column_for_people(drawn):
    leaf, items, present = drawn
    found = Values(column(leaf, items), None if present is None else np.array(present))
    if leaf.unit and leaf.kind.printf(1) == "%s":
        return  # an empty text has no unit
    check(leaf, items, present, display(leaf, found), leaf.display)


@pytest.mark.parametrize("leaf", [leaf for leaf in LEAVES if leaf.count > 1], ids=lambda leaf: leaf.filter)
def test_rows(leaf):
    random = np.random.default_rng(len(leaf.filter))
    shape = (3, leaf.count, leaf.width // 8) if leaf.wide else (3, leaf.count)
    numbers = random.integers(0, 256 if leaf.wide else 1 << min(leaf.width, 62), shape, dtype=np.uint64)
    values = numbers.astype(np.uint8) if leaf.wide else numbers
    rows = [tuple(item.tobytes() for item in row) if leaf.wide else tuple(row.tolist()) for row in values]
    assert strings(plain(leaf, Values(values, None)), 3) == [leaf.text(row) for row in rows]


@pytest.mark.parametrize("leaf", TIMES, ids=lambda leaf: leaf.name)
@given(st.lists(st.integers(-(1 << 63), (1 << 63) - 1), min_size=1, max_size=20))
@example([-(1 << 63), (1 << 63) - 1, 0, -1, 999_999_999, 1_000_000_000])
def test_times(leaf, items):
    found = Values(np.array(items, np.int64), None)
    assert strings(plain(leaf, found), len(items)) == [leaf.text(item) for item in items]


@given(st.lists(st.integers(-(10**18), 10**18), min_size=1, max_size=20), st.integers(1, 9), st.integers(0, 5))
def test_seconds(items, digits, width):
    def text(item):
        whole, rest = divmod(abs(item), 10**9)
        return f"{'-' if item < 0 else ''}{whole:{width or ''}d}.{f'{rest:09d}'[:digits]}"

    assert strings(seconds(np.array(items), digits, width), len(items)) == list(map(text, items))


@given(st.lists(whole(64), min_size=1, max_size=30), st.integers(0, 22), st.sampled_from(" 0"))
@example([0, (1 << 64) - 1], 0, " ")
@example([9, 10], 1, " ")
def test_decimal(items, width, fill):
    assert strings([decimal(np.array(items, np.uint64), width, fill)], len(items)) == [
        str(item).rjust(width, fill) for item in items
    ]


@given(st.lists(st.integers(-(1 << 31), (1 << 31) - 1), min_size=1))
def test_decimal_of_negative_numbers(items):
    assert strings([decimal(np.array(items, np.int32))], len(items)) == list(map(str, items))


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(-3, 90)), min_size=1, max_size=60), st.binary(min_size=300))
def test_hexadecimal_of_bytes(spans, data):
    starts, sizes = np.array(spans, np.int64).T
    texts = strings([hexed_spans(np.frombuffer(data, np.uint8), starts, starts + sizes)], len(spans))
    assert texts == [data[start : max(start, start + size)].hex() for start, size in spans]


def test_names_of_wide_numbers():
    names = {1: "one", 70_000: "many"}
    values = np.array([1, 70_000, 70_000], np.uint32)
    assert strings(enumerated(names, Values(values, np.array([True, False, True]))), 3) == ["one", "", "many"]


@given(st.lists(whole(40), min_size=1, max_size=20), st.integers(0, 15), st.booleans())
def test_padded(items, width, left):
    pieces = padded([Literal("="), decimal(np.array(items, np.uint64))], width, len(items), left=left)
    texts = [f"={item}" for item in items]
    assert strings(pieces, len(items)) == [text.ljust(width) if left else text.rjust(width) for text in texts]


def test_sparse():
    rows = np.array([1, 4, 9])
    assert sparse({}, rows) == []
    assert sparse({2: "two", 12: "twelve"}, rows) == []
    assert strings(sparse({12: "twelve", 4: "vier → ü"}, rows), 3) == ["", "vier → ü", ""]


def test_rows_of_tables():
    """Of every layout that has rows: as the leaf prints them one by one, many packets or one."""
    data = [mads.native(datagram, number) for number, (_, datagram) in enumerate(mads.datagrams())]
    compared = set()
    for packets in (data, data[:1] * 3):  # the second time all rows are the same
        for shape in Batch.of(packets, INFINIBAND).shapes:
            for place, header in enumerate(shape.headers):
                for leaf in (leaf for leaf in header.leaves if leaf.count > 1):
                    found = shape.column(place, leaf)
                    assert strings(plain(leaf, found), len(shape)) == list(
                        map(leaf.text, row_tuples(leaf, found.values))
                    )
                    compared.add((leaf.kind.name, leaf.wide))
    assert len(compared) > 2
