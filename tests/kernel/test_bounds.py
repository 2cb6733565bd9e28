"""The compiled kernel refuses what does not lie in its buffers, whatever it is given."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ibpkt.kernel import loops
from ibpkt.kernel.loops import BLANKS, COPIED, HEX, LONGEST_MASK, MOST_PIECES, ZEROS

ANY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
#: numbers around 0, around the sizes of the buffers, and at the ends of 64 bits
NUMBERS = st.one_of(st.integers(-3, 70), st.sampled_from([2**62, 2**63 - 1, -(2**63), 2**32, -(2**31)]))
PLACES = st.lists(NUMBERS, min_size=1, max_size=4)
TABLES = loops.crc_tables(0x04C11DB7, 32)
DATA = np.arange(64, dtype=np.uint8)


def _ints(numbers):
    return np.array(numbers, np.int64)


@pytest.mark.costly
@ANY
@given(begin=PLACES, size=NUMBERS, mask=st.binary(max_size=80))
def test_ranges(use, begin, size, mask):
    end = [min(max(at + size, -(2**63)), 2**63 - 1) for at in begin]
    if all(0 <= at <= last <= len(DATA) for at, last in zip(begin, end, strict=True)):
        assert len(loops.crcs(TABLES, DATA, _ints(begin), _ints(end), 0, mask)) == len(begin)
    else:
        with pytest.raises(IndexError, match="lies outside of the buffer"):
            loops.crcs(TABLES, DATA, _ints(begin), _ints(end), 0, mask)


@ANY
@given(
    at=PLACES,
    start=st.none() | NUMBERS,
    stride=NUMBERS,
    count=st.none() | NUMBERS,
    size=NUMBERS,
    form=st.sampled_from([COPIED, BLANKS, ZEROS, HEX, ord(":")]),
)
def test_pieces(use, at, start, stride, count, size, form):
    around = np.full(200, 255, np.uint8)  # the page is in the middle of it
    page = around[50:150]
    rows = len(at)
    starts = None if start is None else _ints([start] * rows)
    counts = None if count is None else _ints([count] * rows)
    try:
        loops.lay_out(page, _ints(at), [(DATA, starts, stride, counts, size, form)])
    except (IndexError, ValueError, OverflowError):
        pass
    else:
        texts = count if count is not None else size
        assert texts == 0 or all(0 <= place < len(page) for place in at)
    assert (around[:50] == 255).all()
    assert (around[150:] == 255).all()


@ANY
@given(at=NUMBERS, stop=NUMBERS, header=st.integers(-2, 70), length=st.integers(-2, 70), limit=st.integers(0, 9))
def test_records(use, at, stop, header, length, limit):
    out = np.full(limit, -1, np.int64)
    try:
        found, end = loops._compiled.records(DATA, at, stop, header, length, True, out)
    except (IndexError, OverflowError):
        return
    assert 0 <= found <= limit
    assert found == 0 or at < end <= stop
    assert (out[found:] == -1).all()


def test_arrays_that_do_not_fit_together(use):
    out = np.zeros(1, np.uint32)
    call = loops._compiled.crcs
    with pytest.raises(ValueError, match="different lengths"):
        call(TABLES.table, TABLES.fold, DATA, _ints([0, 1]), _ints([1]), 0, b"", out)
    with pytest.raises(ValueError, match="different lengths"):
        call(TABLES.table[:3].copy(), TABLES.fold, DATA, _ints([0]), _ints([1]), 0, b"", out)
    with pytest.raises(ValueError, match="another type"):
        call(TABLES.table, TABLES.fold, DATA, np.zeros(3, np.uint8), _ints([1]), 0, b"", out)
    with pytest.raises(ValueError, match="too long"):
        loops.crcs(TABLES, DATA, _ints([0]), _ints([1]), 0, bytes(LONGEST_MASK + 1))
    with pytest.raises((BufferError, ValueError)):
        call(TABLES.table, TABLES.fold, DATA, _ints([0]), _ints([1]), 0, b"", bytes(4))
    with pytest.raises(ValueError, match="too many"):
        loops.lay_out(np.zeros(9, np.uint8), _ints([0]), [(b"", None, 0, None, 0, COPIED)] * (MOST_PIECES + 1))
    with pytest.raises(TypeError):
        loops._compiled.lay_out(np.zeros(9, np.uint8), _ints([0]), (1,))
