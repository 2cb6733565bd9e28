"""The directions of the packets of a batch, numbered."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.columns import directions
from ibpkt.analysis.columns.directions import DirectionState, DirectionTable, PacketDirections


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


@given(batches=st.lists(st.sets(st.integers(2, 60), max_size=12), max_size=12))
def test_state_by_direction(batches):
    """As a dictionary has it, whether new directions come behind the others or between them."""
    state, known = DirectionState(count=0, first=-1), {}
    for number, batch in enumerate(batches):
        keys = np.array(sorted(batch), np.int64)
        places = state.places(keys)
        assert state.keys[places].tolist() == keys.tolist()
        state["count"][places] += 1
        state["first"][places] = np.where(state["first"][places] < 0, number, state["first"][places])
        for key in batch:
            count, first = known.get(key, (0, number))
            known[key] = count + 1, first
        assert state.keys.tolist() == sorted(known)
        for name, values in zip(
            ("count", "first"), zip(*(known[key] for key in sorted(known)), strict=True), strict=False
        ):
            assert state[name].tolist() == list(values)
    asked = np.arange(70)
    assert state.known(asked).tolist() == [key in known for key in asked.tolist()]
    assert state.get("count", asked).tolist() == [known.get(key, (0, -1))[0] for key in asked.tolist()]


def test_directions_idle_longest_are_forgotten(monkeypatch):
    """And those of the batch at hand stay."""
    monkeypatch.setattr(directions, "MOST", 8)
    state = DirectionState(count=0)
    for keys in ([2, 3, 4, 5], [6, 7, 8, 9], [2, 3], [10, 11, 12]):
        places = state.places(np.array(keys))
        state["count"][places] += 1
        assert len(state) <= 8
    assert state.keys.tolist() == [2, 3, 7, 8, 9, 10, 11, 12]
    assert state["count"].tolist() == [2, 2, 1, 1, 1, 1, 1, 1]


@given(batches=st.lists(st.dictionaries(st.integers(0, 5000), st.integers(0, 9), max_size=9), max_size=5))
def test_table_by_direction(batches):
    """As a dictionary has it, also behind the highest direction that it has heard of."""
    table, known = DirectionTable(), {}
    for batch in batches:
        table[np.array(list(batch), np.int64)] = np.array(list(batch.values()), np.int64)
        known |= batch
        asked = [*known, 0, 999, 1 << 20]
        assert table[np.array(asked, np.int64)].tolist() == [known.get(key, -1) for key in asked]
