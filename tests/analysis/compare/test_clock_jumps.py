"""Clocks that jump as far as a capture can say: a comparison gives an answer, and nothing wraps or warns."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import example, given, strategies as st

import ibpkt
from ibpkt.analysis.compare.clocks import LATEST
from ibpkt.analysis.compare.comparison import Comparison
from tests.support.command import run
from tests.support.shared import CAPTURES, needs
from tests.support.two_taps import Frame, batches, packets_of

FAULTS = CAPTURES / "faults"
EDGES = (-(2**63), 2**63 - 1, 0, -1, LATEST, LATEST + 1, 2**61, 1_700_000_000_000_000_000)
TIMES = st.sampled_from(EDGES) | st.integers(-(2**63), 2**63 - 1)
PACKETS, LINK = packets_of(packets=60, seed=5)


def tap(times: list[int]) -> list[Frame]:
    return [Frame(time, packet.data, at) for at, (packet, time) in enumerate(zip(PACKETS, times, strict=False))]


def times_of(comparison: Comparison) -> list[int]:
    return [difference.time for difference in comparison]


@given(st.lists(TIMES, min_size=1, max_size=60), st.lists(TIMES, min_size=1, max_size=60), st.sampled_from([3, 16_384]))
@example([2**63 - 1, 0] * 10, [0, 2**63 - 1] * 10, 3)
@example([-(2**63)] * 8, [2**63 - 1] * 8, 16_384)
@example(list(range(0, 2**62, 2**57)), list(range(2**62, 0, -(2**57))), 16_384)
def test_any_times(a, b, size):
    comparison = Comparison(batches(tap(a), LINK, size), batches(tap(b), LINK, size), at_once=8)
    assert all(0 <= time <= LATEST for time in times_of(comparison))
    summary = comparison.summary()
    assert summary.both + sum(summary.outside) <= len(a) + len(b)
    for flow in comparison.flows():
        assert all(count >= 0 for name, count in flow.items() if isinstance(count, int))
        delays = [flow[name] for name in ("delay_median", "delay_p99", "delay_max") if flow[name] is not None]
        assert all(0 <= delay <= LATEST / 1e9 for delay in delays)
        assert delays == sorted(delays)
    assert summary.clock.offset is None or abs(summary.clock.offset) <= 2 * LATEST


def test_a_clock_that_goes_to_and_fro_stands_still_at_the_end_of_time():
    times = [1_700_000_000_000_000_000, LATEST] * 20
    comparison = Comparison(batches(tap(times), LINK), batches([], LINK))
    seen = times_of(comparison)
    assert seen == sorted(seen)
    assert comparison.summary().jumps == (19, 0)


@pytest.mark.parametrize("window", [10**9, 10**18])
@pytest.mark.parametrize("offset", [None, -4 * 10**18, 4 * 10**18])
def test_far_offsets_and_windows(window, offset):
    a, b = [10**18 + at for at in range(60)], [LATEST - at for at in range(60)]
    comparison = Comparison(batches(tap(a), LINK), batches(tap(b), LINK), window=window, offset=offset)
    assert all(0 <= time <= LATEST for time in times_of(comparison))


@pytest.mark.parametrize("wrong", [{"window": 0}, {"window": 2**63}, {"offset": 2**63}, {"offset": -(2**63)}])
def test_windows_and_offsets_that_no_clock_can_need(wrong):
    with pytest.raises(ibpkt.CallerError, match=r"the (window|offset) is from"):
        Comparison(batches([], LINK), batches([], LINK), **wrong)


@needs(FAULTS)
@pytest.mark.parametrize(
    ("a", "b", "code"),
    [
        ("compare-jump.pcapng", "compare-plain.pcapng", 0),
        ("compare-warn.pcapng", "compare-plain.pcapng", 0),
        ("compare-overflow-b.pcapng", "compare-overflow-a.pcapng", 3),  # one of them is damaged
    ],
)
def test_captures_that_a_fuzzer_found(a, b, code):
    for first, second in itertools.permutations((a, b)):
        result = run("compare", "--format", "json", FAULTS / first, FAULTS / second)
        assert result.code == code, result.err
        assert "Traceback" not in result.err
        assert "Warning" not in result.err
        json.loads(result.out)
