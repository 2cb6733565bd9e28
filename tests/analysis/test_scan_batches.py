"""The scan for exchanges that the analysis reads otherwise in small batches: some of its exchanges, shorter."""

from __future__ import annotations

import dataclasses

import pytest

from tests.analysis.scan_batches import CutExchange


@pytest.mark.parametrize("number", [100_001, 100_002])
def test_batches_make_no_difference(number):
    exchange = dataclasses.replace(CutExchange.of(number), packets=60)
    assert not exchange.differing()
