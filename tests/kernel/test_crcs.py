"""CRCs by the compiled kernel are those of the libraries."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ibpkt.batch import crc
from ibpkt.kernel import loops
from ibpkt.packet import crc_parameters
from ibpkt.protocols import ICRC, VCRC

EACH = pytest.mark.parametrize("which", [ICRC, VCRC], ids=["ICRC", "VCRC"])
#: around the sizes at which the way to compute them changes: 16, 48, 64 + 48
SIZES = [*range(200), 255, 256, 257, 1023, 4096, 4110]


def _crcs(which, data, begin, end, mask=b"", before=b""):
    return crc.crcs_with_mask(which, data, np.array(begin, np.int64), np.array(end, np.int64), before, mask)


@EACH
@pytest.mark.parametrize("masked", [0, 1, 8, 15, 16, 17, 40, 48, 100, 256])
def test_ranges_of_any_size(use, which, masked):
    data = np.random.default_rng(masked).integers(0, 256, 1 << 14, np.uint8)
    mask = np.random.default_rng(1).integers(0, 256, masked, np.uint8).tobytes()
    begin = [17 * at % 5000 for at in range(len(SIZES))]
    end = [first + size for first, size in zip(begin, SIZES, strict=True)]
    wanted = []
    for first, last in zip(begin, end, strict=True):
        part = data[first:last].copy()
        part[:masked] |= np.frombuffer(mask, np.uint8)[: len(part)]
        wanted.append(crc.calculator(which)(part.tobytes()))
    kept = data.copy()
    assert _crcs(which, data, begin, end, mask).tolist() == wanted
    assert (data == kept).all()


@EACH
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parts=st.lists(st.binary(max_size=300), min_size=1, max_size=20), before=st.binary(max_size=8))
def test_any_bytes(use, which, parts, before):
    if which is VCRC:
        before = b""  # only an ICRC begins with bytes that are not in the packet
    data = np.frombuffer(b"".join(parts) or b"\0", np.uint8)
    end = np.cumsum([len(part) for part in parts])
    found = _crcs(which, data, end - [len(part) for part in parts], end, before=before)
    assert found.tolist() == [crc.calculator(which)(before + part) for part in parts]


def test_every_polynomial_that_is_declared(use):
    for which in (ICRC, VCRC):
        declared = crc_parameters(which)
        assert declared.reflected
        assert declared.width <= 32
        assert loops.crc_tables(declared.polynomial, declared.width).table.shape == (16, 256)
