"""The percentiles of latencies are those of NumPy."""

import numpy as np
import pytest

from ibpkt.commands.command import LONGEST, Command
from ibpkt.commands.command_latency import CommandLatency
from ibpkt.commands.command_table import NONE, CommandColumns, CommandTable


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


@pytest.mark.parametrize(
    ("times", "spans"),
    [
        ((-(2**62), -(2**62), 2**62, 2**62), (LONGEST, LONGEST, LONGEST)),
        ((5, 6, 7, 9), (4, 1, 2)),
        ((5, 6, NONE, 9), (4, 3, None)),
        ((9, 9, 9, 5), (None, 0, 0)),
        ((5, 9, NONE, 9), (4, 0, None)),
    ],
)
def test_spans(times, spans):
    """As columns and as objects; clocks that jump make spans that no 64 bits hold."""
    start, sent, data, end = times
    known = None if data == NONE else data
    command = Command(
        1, 1, 0, "nvme", "Read", 1, "1", 1, 1, start=start, sent=sent, data_start=known, data_end=known, end=end
    )
    assert (command.latency, command.device, command.until_data) == spans
    one, zero = np.ones(1, np.int64), np.zeros(1, np.int64)
    columns = CommandColumns(
        "nvme", zero, one, zero, [("1", "Read")], one, one, one, np.array([start]), np.array([sent]), np.array([end]),
        np.array([data]), np.array([data]), np.array([NONE]), zero, [("Success", True)], lambda: [command],
    )  # fmt: skip
    found = tuple(None if span[0] == NONE else int(span[0]) for span in (
        columns.latency(), columns.device(), columns.until_data()
    ))  # fmt: skip
    assert found == spans
    singly, together = CommandLatency(), CommandLatency()
    singly.add(command)
    together.add_table(CommandTable([], [], columns))
    names = ("min_us", "max_us", "device_p50_us", "data_p50_us")
    rows = [[each.rows()[0][name] for name in names] for each in (singly, together)]
    assert rows[0] == rows[1]
