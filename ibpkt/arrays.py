"""Arrays: their types, bytes gathered out of a buffer and scattered into it, runs and groups of equal values.

In what follows a *run* is a stretch of rows that have the same value, and a *group* all rows that have it.  Indexes and
sizes are 64-bit integers.  This module knows nothing but NumPy.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Octets = NDArray[np.uint8]
Words = NDArray[np.uint64]


def _refcount_in_a_list() -> int:
    """Interpreters differ in what they count, so it is measured."""
    pool = [np.empty(0, np.uint8)]
    return sys.getrefcount(pool[0])


#: what `sys.getrefcount` says of an array that only a list refers to
UNSHARED = _refcount_in_a_list()

# -- bytes ------------------------------------------------------------------------------------------------------


def windows(data: Octets, size: int, kind: str = "V") -> Array:
    """Every stretch of a buffer's bytes, one from each byte on; they overlap, and share its memory.

    To index them copies each stretch at once, twice as fast as from a window of two dimensions.

    Args:
        data: the buffer, shape (n,).
        size: bytes of a stretch, at least 1.
        kind: its type without its size: ``V`` bytes, ``>u`` big-endian and ``<u`` little-endian integers.

    Returns:
        Shape (n - size + 1,), of no rows where the buffer is shorter than a stretch.
    """
    return np.ndarray((max(0, len(data) - size + 1),), f"{kind}{size}", data, strides=(1,))


def gather(data: Octets, at: Ints, size: int) -> Octets:
    """The bytes from some places of a buffer on.

    Args:
        data: the buffer.
        at: places, shape (n,).
        size: bytes of each.

    Returns:
        A copy, shape (n, size).
    """
    if not size:
        return np.zeros((len(at), 0), np.uint8)
    return windows(data, size)[at].view(np.uint8).reshape(len(at), size)


def scatter(data: Octets, at: Ints, values: Array) -> None:
    """Write a value to each of some places of a buffer.

    Args:
        data: the buffer.
        at: places, shape (n,).
        values: of any type, a structured one say, shape (n,).
    """
    if len(at):
        size = values.dtype.itemsize
        windows(data, size)[at] = np.ascontiguousarray(values).view(f"V{size}")


def byte_strings(data: Octets, starts: Ints, ends: Ints) -> list[bytes]:
    """The bytes of a buffer between each start and its end; none where the end does not lie after the start."""
    view = data.data
    return [bytes(view[start:end]) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]


# -- objects ----------------------------------------------------------------------------------------------------


def objects(items: Collection[Any]) -> Array:
    """An array of Python objects, shape (n,), even where they are sequences of one length."""
    array = np.empty(len(items), object)
    array[:] = items
    return array


def raw_list(column: Array) -> list[Any]:
    """A column as a list of Python objects; rows of bytes, shape (n, size), become ``bytes``."""
    if column.ndim == 2:
        rows, width = column.shape
        return list(np.ascontiguousarray(column).view(f"V{width}").reshape(rows).tolist()) if width else [b""] * rows
    return list(column.tolist())


def repeated(value: Array | np.generic | int, count: int) -> Array:
    """A value as a column of equal rows that takes no memory, to be read only; several times as fast as broadcasting.

    Args:
        value: a number, or a column of at least one row whose first row it is.
        count: rows.
    """
    one = np.asarray(value)
    column: Array = np.ndarray((count,), one.dtype, one[:1] if one.ndim else one, 0, (0,))
    column.flags.writeable = False
    return column


# -- sums -------------------------------------------------------------------------------------------------------


def cumulative(values: Array) -> Ints:
    """The sum of all values before each row, and at last that of all, shape (n + 1,)."""
    sums = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=sums[1:])
    return sums


def offsets(sizes: Array) -> Ints:
    """Where each of some things of different sizes begins if they lie one after the other, shape (n,)."""
    return cumulative(sizes)[:-1]


# -- selections -------------------------------------------------------------------------------------------------


def rows_where(chosen: Array) -> Ints:
    """The rows that are chosen, ascending.

    As `numpy.flatnonzero` of one dimension, whose way there takes ten times as long as to look at a few rows.
    """
    return chosen.nonzero()[0]


def new_places(rows: Ints, count: int) -> Ints:
    """For each of ``count`` rows its place among the selected ``rows``, -1 where it is not one of them."""
    places = np.full(count, -1, np.int64)
    places[rows] = np.arange(len(rows))
    return places


# -- runs and groups --------------------------------------------------------------------------------------------


#: of fewer values each is looked up by itself
_FEW = 64
#: as many keys are put in order by themselves: the ways that suit many keys cost more steps
_A_HANDFUL = 32


def places_in(ascending: Ints, values: Ints, side: Literal["left", "right"] = "left") -> Ints:
    """As `numpy.searchsorted`; four times as fast where the values ascend, too: both are merged then.

    Args:
        ascending: what is searched, shape (n,).
        values: what is searched for, in any order, shape (m,).
        side: whether a value goes before those that equal it, or behind them.
    """
    count = len(values)
    if count < _FEW or 16 * count < len(ascending) or (values[1:] < values[:-1]).any():
        return np.searchsorted(ascending, values, side)
    if side == "left":
        merged = np.argsort(np.concatenate((values, ascending)), kind="stable") < count
    else:
        merged = np.argsort(np.concatenate((ascending, values)), kind="stable") >= len(ascending)
    return rows_where(merged) - np.arange(count)


def among(values: Ints, ascending: Ints) -> Bools:
    """Which values are among others, which ascend."""
    if not len(ascending):
        return np.zeros(len(values), np.bool_)
    at = np.minimum(places_in(ascending, values), len(ascending) - 1)
    there: Bools = ascending[at] == values
    return there


def changes(values: Array) -> Bools:
    """Which rows begin a run: the first, and those that differ from the row before.

    Args:
        values: shape (n,); or shape (n, k), rows that are compared as wholes.
    """
    fresh = np.empty(len(values), np.bool_)
    fresh[:1] = True
    if values.ndim > 1:
        fresh[1:] = (values[1:] != values[:-1]).any(axis=1)
    else:
        np.not_equal(values[1:], values[:-1], out=fresh[1:])
    return fresh


def run_starts(values: Array) -> Ints:
    """The rows that begin a run, ascending."""
    return changes(values).nonzero()[0]


def run_lengths(starts: Ints, count: int) -> Ints:
    """How many rows each run has, by the rows that begin one and the number of all rows."""
    lengths = np.empty(len(starts), np.int64)
    np.subtract(starts[1:], starts[:-1], out=lengths[:-1])
    lengths[-1:] = count - starts[-1:]
    return lengths


def group_ends(keys: Ints) -> Ints:
    """The last row of each group of equal keys that stand together, ascending."""
    last = np.empty(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=last[:-1])
    last[-1:] = True
    return last.nonzero()[0]


def in_order(keys: Ints) -> Ints:
    """The rows so that equal keys stand together in their order, and keys ascend."""
    short: Array = keys
    if len(keys) > _A_HANDFUL and (low := keys.min()) + 0xFFFF >= keys.max():
        short = (keys - low).astype(np.uint16)  # sorted by their bytes, which is several times as fast
    return np.argsort(short, kind="stable")


def order_within(groups: Ints, keys: Ints) -> Ints:
    """The rows by group, and those of a group by key, equal ones in their order; fast where that is nearly theirs.

    Args:
        groups: numbers of the groups from 0 on, shape (n,).
        keys: shape (n,).
    """
    if len(groups) <= _A_HANDFUL:
        return np.lexsort((keys, groups))
    order = in_order(groups)
    low = int(keys.min())
    room = int(keys.max()) - low + 1
    if (int(groups[order[-1]]) + 1) * room > np.iinfo(np.int64).max:
        return np.lexsort((keys, groups))
    return order[np.argsort((groups * room + (keys - low))[order], kind="stable")]


#: Odd numbers of 64 bits with which keys are hashed: the upper bits of a product depend on all bits of the key.  The
#: first is 2**64 by the golden ratio; the second mixes a second word.
HASH_FACTOR, SECOND_HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)

#: rows below which a sort is as fast as a table
_SHORT = 512
#: bits of the hash of a key: its table stays in the nearest cache
_HASH_BITS = 12


def distinct(*keys: Ints) -> Ints:
    """The different keys of a column, or of several, ascending.

    It is faster than `numpy.unique`, which imports masked arrays besides, and that takes as long as a batch.
    """
    every = np.concatenate(keys) if len(keys) > 1 else keys[0]
    if len(every) <= _A_HANDFUL:
        return np.array(sorted({*every.tolist()}), np.int64)
    low = int(every.min())
    if int(every.max()) - low <= 4 * len(every):
        return rows_where(np.bincount(every - low)) + low
    found = _hashed(every)
    if found is not None:
        return found[0]
    ordered = np.sort(every)
    return ordered[changes(ordered)]


def numbered(keys: Ints) -> tuple[Ints, Ints]:
    """The different keys, ascending, and the place of each row's key among them.

    It is several times as fast as a sort where keys lie close together, or are few.
    """
    if len(keys) >= _SHORT:
        low = int(keys.min())
        if int(keys.max()) - low <= 4 * len(keys):
            above = keys - low
            found = rows_where(np.bincount(above))
            return found + low, new_places(found, int(found[-1]) + 1)[above]
        few = numbered_if_few(keys)
        if few is not None:
            return few
    if len(keys) <= _A_HANDFUL:
        different = distinct(keys)
        return different, np.searchsorted(different, keys)
    different, places = np.unique(keys, return_inverse=True)
    return different, places.reshape(-1)


def numbered_if_few(keys: Ints) -> tuple[Ints, Ints] | None:
    """As `numbered`, by a table of hashes; None at once where there are many different keys, or few rows."""
    hashed = _hashed(keys)
    if hashed is None:
        return None
    different, slots, order = hashed
    table = np.zeros(1 << _HASH_BITS, np.int64)
    table[order] = np.arange(len(order))
    return different, table[slots]


def first_rows(places: Ints, count: int) -> Ints:
    """The first row of each key, shape (count,), by the place of each row's key (see `numbered`)."""
    firsts = np.empty(count, np.int64)
    firsts[places[::-1]] = np.arange(len(places) - 1, -1, -1)  # the last that is written stays
    return firsts


def _hashed(keys: Ints) -> tuple[Ints, Ints, Ints] | None:
    """The different keys, ascending, the slot of each row in a table of hashes, and that of each of the former.

    Returns:
        None where two keys have one slot, or there are so few rows that a sort is as fast.
    """
    if len(keys) < _SHORT:
        return None
    slots = (keys.astype(np.uint64) * HASH_FACTOR >> np.uint64(64 - _HASH_BITS)).view(np.int64)
    table = np.zeros(1 << _HASH_BITS, np.int64)
    table[slots] = keys
    if (table[slots] != keys).any():
        return None
    used = np.zeros(1 << _HASH_BITS, np.bool_)
    used[slots] = True
    order = rows_where(used)
    order = order[np.argsort(table[order])]
    return table[order], slots, order


def running_maximum(values: Ints) -> Ints:
    """The largest value up to each row; at once where they ascend already."""
    if (values[1:] < values[:-1]).any():
        return np.maximum.accumulate(values)
    return values


def grouped(keys: Ints) -> tuple[Ints, Ints, Ints]:
    """Rows by key.

    Args:
        keys: shape (n,).

    Returns:
        The rows in the order of `in_order`, where each group begins among them, and the key of each group, ascending.
    """
    order = in_order(keys)
    ordered = keys[order]
    starts = run_starts(ordered)
    return order, starts, ordered[starts]
