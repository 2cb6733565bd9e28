"""Responses by the requests that asked for them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st

from ibpkt.analysis.reassembly import request_ranges
from ibpkt.analysis.reassembly.request_ranges import RequestRanges


def exchange(ranges, requests, responses, below=()):
    """``requests`` are (half, first, end, frame), ``responses`` (half, psn)."""
    half, first, end, frame = np.array(requests, np.int64).reshape(-1, 4).T
    of, psn = np.array(responses, np.int64).reshape(-1, 2).T
    limits = np.zeros(4, np.int64)
    limits[: len(below)] = below
    hits = ranges.exchange(half, first, end, frame, of, psn, limits)
    return hits.ordinal.tolist(), hits.frame.tolist()


def test_ordinals_go_on_over_what_is_between_reads():
    ranges = RequestRanges()
    requests = [(0, 10, 13, 1), (0, 20, 22, 5), (1, 7, 8, 2)]
    responses = [(0, 10), (0, 12), (0, 20), (0, 21), (1, 7), (0, 13), (0, 22), (1, 10), (2, 10)]
    assert exchange(ranges, requests, responses) == ([1, 3, 4, 5, 1, 0, 0, 0, 0], [1, 1, 5, 5, 2, 0, 0, 0, 0])


def test_what_is_asked_again_is_no_range():
    ranges = RequestRanges()
    exchange(ranges, [(0, 10, 20, 1)], [])
    assert exchange(ranges, [(0, 15, 20, 2), (0, 20, 21, 3)], [(0, 19), (0, 20)]) == ([10, 11], [1, 3])


def test_what_is_answered_is_dropped():
    ranges = RequestRanges()
    exchange(ranges, [(0, 10, 20, 1), (0, 20, 25, 2)], [], [20])
    assert exchange(ranges, [], [(0, 19), (0, 20)]) == ([0, 11], [0, 2])
    ranges.forget(np.array([0]))
    assert exchange(ranges, [(0, 3, 4, 9)], [(0, 3), (0, 20)]) == ([1, 0], [9, 0])


def test_too_many_are_bounded(monkeypatch):
    monkeypatch.setattr(request_ranges, "MAX_RANGES", 3)
    ranges = RequestRanges()
    exchange(ranges, [(0, at, at + 1, at) for at in range(1, 6)] + [(1, 1, 2, 9)], [])
    assert exchange(ranges, [], [(0, 2), (0, 3), (0, 5), (1, 1)]) == ([0, 3, 5, 1], [0, 3, 5, 9])
    assert ranges.given_up == 2


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(1, 4)), max_size=30), st.integers(1, 9))
def test_a_cut_by_a_batch_is_no_cut(steps, size):
    used, requests = [0, 0, 0], []
    for frame, (half, skip, span) in enumerate(steps, 1):
        first = used[half] + skip
        used[half] = first + span
        requests.append((half, first, first + span, frame))
    asked = [(half, psn) for half in range(3) for psn in range(max(used) + 1)]
    whole = exchange(RequestRanges(), sorted(requests), asked)
    pieces = RequestRanges()
    for at in range(0, len(requests), size):
        exchange(pieces, sorted(requests[at : at + size]), [])
    assert exchange(pieces, [], asked) == whole
    for (half, psn), ordinal in zip(asked, whole[0], strict=True):
        own = [number for of, first, end, _ in sorted(requests) if of == half for number in range(first, end)]
        assert ordinal == (own.index(psn) + 1 if psn in own else 0)
