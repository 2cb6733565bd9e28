"""The CRCs of many packets: every implementation that may be taken gives what crcmod gives for one."""

from __future__ import annotations

import importlib.util
import sys
import zlib

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from ibpkt.batch import crc
from ibpkt.kernel import loops
from ibpkt.packet import crc_function
from ibpkt.protocols import ICRC, LPCRC, VCRC

#: where ranges begin, and how long they are
STARTS = st.lists(st.integers(0, 1500), max_size=40)
SIZES = st.one_of(
    st.lists(st.integers(0, 3000), min_size=1, max_size=40),  # many sizes
    st.lists(st.sampled_from([0, 1, 60, 1024, 1025]), min_size=1, max_size=3),  # few
    st.lists(st.integers(0, 1100), min_size=1, max_size=1),  # one
)
DATA = np.random.default_rng(1).integers(0, 256, 4500, np.uint8)


def without(name, monkeypatch):
    """The module as it is where a library is not installed."""
    for hidden in {"isal": ("isal", "isal.isal_zlib"), "anycrc": ("anycrc",)}[name]:
        monkeypatch.setitem(sys.modules, hidden, None)
    spec = importlib.util.find_spec("ibpkt.batch.crc")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(params=["as installed", "isal", "anycrc"])
def implementation(request, monkeypatch):
    return crc if request.param == "as installed" else without(request.param, monkeypatch)


def test_without_the_fast_libraries(monkeypatch):
    assert without("isal", monkeypatch).crc32 is zlib.crc32
    assert without("anycrc", monkeypatch).crc16() is crc_function(VCRC)


def test_those_of_a_buffer(implementation):
    @given(st.binary(max_size=300), st.binary(max_size=9))
    def same(data, more):
        assert implementation.crc32(data) == crc_function(ICRC)(data) == zlib.crc32(data)
        assert implementation.crc32(more, implementation.crc32(data)) == crc_function(ICRC)(data + more)
        assert implementation.crc16()(data) == crc_function(VCRC)(data) == crc_function(LPCRC)(data)

    same()


@pytest.mark.parametrize("few", [0, crc.FEW])
def test_those_of_many_ranges(implementation, few, monkeypatch):
    """Ranges of one size and of many are computed in different ways, and few of them; the CRCs must not differ."""
    monkeypatch.setattr(implementation, "FEW", few)
    end = len(DATA)

    @given(STARTS, SIZES, st.sampled_from([b"", b"\xff" * 8]))
    @example([end, 9, end - 60, 4], [0, -1, 60, 1], b"")
    @example([end - 1, 7, end - 60], [1, 1, 60], b"")
    def same(first, sizes, before):
        starts = np.array(first, np.int64)
        ends = starts + np.resize(np.array(sizes, np.int64), len(first))
        pieces = [DATA[a:b].tobytes() for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
        found = implementation.crc32_many(DATA, starts, ends, before).tolist()
        assert found == [crc_function(ICRC)(before + piece) for piece in pieces]
        found = implementation.crc16_many(DATA, starts, ends).tolist()
        assert found == [crc_function(VCRC)(piece) for piece in pieces]

    same()


@pytest.mark.parametrize(("which", "before"), [(ICRC, b""), (ICRC, b"\xff" * 8), (VCRC, b"")], ids=str)
def test_what_the_compiled_kernel_is_asked_for(which, before, monkeypatch):
    """A loop over the bytes in its place, with the register and the table that it is given."""

    def crcs(tables, data, begin, end, register, mask):
        found = np.full(len(begin), register, np.uint32)
        for row, (first, last) in enumerate(zip(begin.tolist(), end.tolist(), strict=True)):
            for byte, bits in zip(data[first:last].tolist(), mask.ljust(last - first, b"\0"), strict=False):
                found[row] = tables.table[0][(int(found[row]) ^ (byte | bits)) & 0xFF] ^ found[row] >> np.uint32(8)
        return found

    monkeypatch.setattr(loops, "crcs", crcs)
    starts, ends, mask = np.array([0, 7, 9]), np.array([60, 7, 10]), b"\x0f"
    found = crc.crcs_with_mask(which, DATA, starts, ends, before, mask).tolist()
    masked = [bytes([DATA[0] | 0x0F, *DATA[1:60]]), b"", bytes([DATA[9] | 0x0F])]
    assert found == [crc_function(which)(before + piece) for piece in masked]


def test_stored():
    assert crc.icrc_bytes(0x01020304) == b"\4\3\2\1"
    assert crc.vcrc_bytes(0x0102) == b"\2\1"
