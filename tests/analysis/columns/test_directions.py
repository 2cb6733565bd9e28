"""The directions of the packets of a batch, numbered."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.columns import directions
from ibpkt.analysis.columns.directions import PacketDirections


@pytest.mark.parametrize("table", [0, 1 << 16])
@given(
    packets=st.lists(st.tuples(st.integers(0, 9), st.booleans(), st.booleans()), max_size=40), low=st.integers(0, 999)
)
def test_packet_directions(table, packets, low):
    """By a table, or by sorting where numbers are far apart."""
    flows = np.array([flow and flow + low for flow, _, _ in packets], np.int64)
    back = np.array([way for _, way, _ in packets], np.bool_)
    columns = SimpleNamespace(
        source=back.astype(np.int64), destination=np.zeros(len(packets)), second=np.zeros_like(back)
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(directions, "_SMALL_TABLE", table)
        found = PacketDirections(columns, flows)
    keys = [2 * flow + way for flow, way in zip(flows.tolist(), back.tolist(), strict=True)]
    known = sorted({key for key in keys if key > 1})
    assert found.keys.tolist() == keys
    assert found.distinct.tolist() == known
    assert found.places.tolist() == [known.index(key) if key > 1 else -1 for key in keys]
    assert found.firsts().tolist() == [keys.index(key) for key in known]
    assert found.count().tolist() == [keys.count(key) for key in known]
    some = np.array([chosen for _, _, chosen in packets], np.bool_)
    assert found.count(some).tolist() == [
        sum(each == key and chosen for each, chosen in zip(keys, some.tolist(), strict=True)) for key in known
    ]
