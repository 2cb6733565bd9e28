"""Numbers of keys: the same for equal keys, however they are looked up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.columns import addresses
from ibpkt.analysis.columns.addresses import KeyNumbers

CALLS = st.lists(st.lists(st.integers(0, 40), min_size=1, max_size=30), min_size=1, max_size=5)


def as_keys(numbers, kind):
    """Keys of a type; those of bytes have zeros at their end, and differ in one half alone."""
    if kind == "bytes":
        return np.array([bytes(8) + bytes([number]) + bytes(7) for number in numbers], "S16")
    return np.array(numbers, kind)


@pytest.mark.parametrize("slots", [1, 3, 16])
@pytest.mark.parametrize("kind", ["u1", "u4", "i8", "bytes"])
@given(calls=CALLS, limit=st.sampled_from([3, 10, 1000]))
def test_equal_keys_have_equal_numbers(slots, kind, calls, limit):
    """Also where many share a slot of the hash: as if each were looked up alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(addresses, "_SLOT_BITS", slots)
        patch.setattr(addresses, "_WORTH", 1)
        hashed = KeyNumbers(limit)
        found = [hashed.of(as_keys(call, kind)).tolist() for call in calls]
        again = hashed.of(as_keys(calls[0], kind)).tolist()
    plain = KeyNumbers(limit)
    assert found == [plain.of(as_keys(call, kind)).tolist() for call in calls]
    assert again == plain.of(as_keys(calls[0], kind)).tolist()
    assert hashed.keys == plain.keys
    known = {
        number: key
        for call, numbers in zip(calls, found, strict=True)
        for key, number in zip(call, numbers, strict=True)
    }
    assert all(
        number == 0 or known[number] == key
        for call, numbers in zip(calls, found, strict=True)
        for key, number in zip(call, numbers, strict=True)
    )
