"""Whether a filter has let a packet through is known of every packet, however long ago it was."""

from __future__ import annotations

import gc
import warnings

import numpy as np
from hypothesis import given, strategies as st

from ibpkt.filter import filter_result
from ibpkt.filter.filter_result import FilterResult
from tests.support.command import run


@given(st.lists(st.lists(st.booleans(), max_size=40)))
def test_every_packet_is_remembered(batches):
    known = []
    with FilterResult() as chosen:
        for rows in batches:
            chosen.add(np.array(rows, np.bool_))
            known += rows
            assert [number in chosen for number in range(-2, len(known) + 3)] == [
                False, False, False, *known, False, False,
            ]  # fmt: skip


def test_more_than_fits_into_memory(monkeypatch):
    monkeypatch.setattr(filter_result, "ROOM", 100)
    rows = np.random.default_rng(1).random(100_000) < 0.5
    with FilterResult() as chosen:
        for part in np.split(rows, 100):
            chosen.add(part)
        assert [number in chosen for number in range(1, 100_001, 97)] == rows[::97].tolist()


def test_a_finding_of_long_ago_belongs_to_its_own_packet():
    """A ring of 4,194,304 packets said of the first ones what was true of those that had taken their places."""
    rows = np.zeros((1 << 22) + 100, np.bool_)
    rows[[4, (1 << 22) + 9]] = True
    with FilterResult() as chosen:
        chosen.add(rows)
        chosen.add(np.zeros(8, np.bool_))
        assert [number for number in range(1, 101) if number in chosen] == [5]


def test_the_next_file_begins_anew():
    name = "captures/corrupt_write.pcap"
    filtered = ("-Y", "frame.number >= 60 and frame.number < 80")
    once = run("expert", *filtered, name).lines
    twice = run("expert", *filtered, name, name).lines
    assert twice == [f"==> {name} <==", *once] * 2


def test_an_error_that_ends_its_use_leaves_nothing_open():
    gc.collect()  # what other tests have left open is not meant
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        FilterResult().add(np.ones(3, np.bool_))
        gc.collect()
    assert not told
