"""Which windows hold a PSN, against a search through all requests."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ibpkt.analysis.streams.psn_windows import MAX_HOLDERS, MAX_PSN_DISTANCE, PSNWindows, signed
from tests.support.analysis_runs import run
from tests.support.exchanges import batches, read, tell

_SPACE = 1 << 24


def _columns(psn):
    count = len(psn)
    return SimpleNamespace(
        psn=np.array(psn, np.int64),
        operation=np.zeros(count, np.int64),
        dmalen=np.zeros(count, np.int64),
        opcode=np.full(count + 1001, 4),  # of what asks, too
    )


@settings(max_examples=200)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(-5, 90)), min_size=1, max_size=40),
    st.sampled_from([0, _SPACE - 30, 9_000_000]),
    st.lists(st.tuples(st.integers(0, 40), st.integers(-20, 120), st.integers(0, 1)), max_size=20),
)
def test_windows_hold_what_was_asked(requests, base, questions):
    """Flows 0 and 1 between one pair of hosts, 2 and 3 between another; all new in this batch."""
    owners = np.array([owner for owner, _ in requests])
    psn = [(base + offset) % _SPACE for _, offset in requests]
    pairs = np.array([0, 0, 1, 1])
    windows = PSNWindows(_columns(psn), np.arange(len(psn)), owners, np.full(4, -1), np.zeros(4, np.int64), pairs)
    rows = np.array([row for row, _, _ in questions], np.int64)
    asked = np.array([(base + offset) % _SPACE for _, offset, _ in questions], np.int64)
    pair = np.array([pair for _, _, pair in questions], np.int64)
    query, place = windows.holders(rows, asked, pair)
    found = set(zip(query.tolist(), place.tolist(), strict=True))
    expected = set()
    for at in range(len(questions)):
        for owner in np.flatnonzero(pairs == pair[at]).tolist():
            before = [psn[row] for row in range(min(int(rows[at]), len(psn))) if owners[row] == owner]
            mine = [psn[row] for row in range(len(psn)) if owners[row] == owner]
            if before:
                first = mine[0]
                reached = [int(signed(np.int64(each - first))) for each in before]
                if 0 <= int(signed(np.int64(asked[at] - first))) <= max(0, *reached):
                    expected.add((at, owner))
    assert found == expected


def test_a_window_goes_on_from_batch_to_batch_and_forgets_what_is_old():
    first, lengths = np.array([_SPACE - 10]), np.array([0])
    for _ in range(3):
        top = int(first[0] + lengths[0])
        psn = [(top + at) % _SPACE for at in range(0, 40_000, 100)]
        windows = PSNWindows(
            _columns(psn), np.arange(len(psn)), np.zeros(len(psn), np.int64), first, lengths, np.zeros(1)
        )
        lengths = windows.lengths
    end = int(first[0] + lengths[0])
    assert lengths[0] == 3 * 39_901
    asked = np.array([end - 1, end, end - MAX_PSN_DISTANCE, end - MAX_PSN_DISTANCE - 1]) % _SPACE
    query, _ = windows.holders(np.full(4, 1000), asked, np.zeros(4, np.int64))
    assert query.tolist() == [0, 2]


def test_a_single_request_far_away_is_in_no_window():
    psn = [100, 101, 5_000_000, 102]
    windows = PSNWindows(
        _columns(psn), np.arange(4), np.zeros(4, np.int64), np.array([-1]), np.array([0]), np.zeros(1, np.int64)
    )
    query, _ = windows.holders(np.full(3, 9), np.array([102, 5_000_000, 3_000_000]), np.zeros(3, np.int64))
    assert query.tolist() == [0]
    assert windows.lengths.tolist() == [3]


@pytest.mark.parametrize("length", [60, 1000, 16_000, 60_000])
def test_a_long_window_is_found_among_many_short_ones(length):
    """Short windows that are not near do not count among those that may hold a PSN, of which there must not be many."""
    count = MAX_HOLDERS + 50
    first, lengths = np.arange(count) * 50_000, np.full(count, 4)
    lengths[-1] = length
    none = np.zeros(0, np.int64)
    windows = PSNWindows(_columns([]), none, none, first, lengths, np.zeros(count, np.int64))
    asked = first[-1:] + length - 1
    query, place = windows.holders(np.zeros(1, np.int64), asked, np.zeros(1, np.int64))
    assert (query.tolist(), place.tolist()) == ([0], [count - 1])


@pytest.mark.parametrize("size", [None, 1])
def test_the_response_of_a_read_of_two_gigabytes(size):
    """It takes more PSNs than any distance that is believed otherwise."""
    packets = [read(1, size=1 << 31), tell(1, 1, opcode=13, size=1024)]
    result = run(batches(packets, size))
    assert [flow.how for flow in result.flows] == ["acknowledgements"]
    assert result.findings == []
