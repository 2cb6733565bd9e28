"""The percentiles of latencies are those of NumPy."""

import numpy as np
import pytest

from ibpkt.commands.command import Command
from ibpkt.commands.command_latency import CommandLatency


@pytest.mark.parametrize("count", [1, 2, 3, 7, 100, 151])
def test_percentiles_are_those_of_numpy(count):
    latencies = np.random.default_rng(count).integers(0, 10**7, count)
    measured = CommandLatency()
    for place, latency in enumerate(latencies.tolist()):
        measured.add(Command(place, 1, 0, "nvme", "Read", place, "1", 1, 1, start=5, end=5 + latency))
    row = measured.rows()[0]
    names = ("min_us", "p50_us", "p90_us", "p99_us", "max_us")
    expected = np.percentile(latencies, (0, 50, 90, 99, 100))
    assert [row[name] for name in names] == [round(float(value) / 1000, 3) for value in expected]
