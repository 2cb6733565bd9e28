"""Joins where the tap misses one of the hosts up to some packet, compared with the generator's own connections."""

from __future__ import annotations

import pytest

from tests.analysis.scan_batches import CutExchange


@pytest.mark.costly
def test_joins_are_those_of_the_generator():
    """What the capture has missed may have any PSN, and an MSN may fit by chance: rarely."""
    exchanges = [CutExchange.of(number, missed=True) for number in range(500_000, 500_100)]
    pairs = [exchange.joins() for exchange in exchanges if exchange.service == "RC"]
    joined, false = (sum(counts) for counts in zip(*pairs, strict=True))
    assert joined >= 75
    assert false <= 0.03 * joined
