"""Sentences about what was found."""

from __future__ import annotations

import pytest

from ibpkt.analysis.results.finding import Finding, FindingType, Severity, duration


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (0, "0 ns"),
        (999, "999 ns"),
        (-5, "-5 ns"),
        (1_000, "1 µs"),
        (5_529_000, "5.529 ms"),
        (61_234_567_890, "61.23 s"),
    ],
)
def test_durations(nanoseconds, text):
    assert duration(nanoseconds) == text


@pytest.mark.parametrize(("count", "text"), [(1, "1 packet is lost, 3 ms"), (2, "2 packets are lost, 3 ms")])
def test_sentences(count, text):
    kind = FindingType("lost", Severity.WARNING, "sequence", "{count:packet is|packets are} lost, {waited:ns}", "", "")
    assert str(Finding(kind, 1, 0, 1, {"count": count, "waited": 3_000_000})) == text
