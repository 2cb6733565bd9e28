"""Some runs of `tests.fuzz.keys`."""

from __future__ import annotations

import pytest

from tests.fuzz.keys import fuzzed

SEED = 21


@pytest.mark.sweep
@pytest.mark.parametrize(
    "seed", [SEED, SEED + 1, *(pytest.param(SEED + more, marks=pytest.mark.slow) for more in range(2, 10))]
)
def test_some_keys(seed, tmp_path):
    failure, keys = fuzzed(seed, tmp_path)
    assert not failure, f"{' '.join(keys)}\n{failure}"
