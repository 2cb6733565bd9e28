"""Latencies and queue depth beside those of fio, which the recordings have: the tap is beside the target.

``python -m tests.commands.test_against_fio`` writes the table of docs/commands.md.
"""

import dataclasses
import json

import numpy as np
import pytest

from ibpkt.commands.command_depth import CommandDepth
from tests.commands.test_nvme_truth import RECORDED, found_in
from tests.support.shared import REPOSITORY

pytestmark = pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")
JOBS = {"nvmeof_qd1_mix": 1, "nvmeof_qd4_mix": 4, "nvmeof_qd16_mix": 16}
PAGE, HEADING = REPOSITORY / "docs" / "commands.md", "## Beside fio"
POINTS = ("50.000000", "90.000000", "99.000000")


def spans(name):
    """Of reads and writes, fio's percentiles and those of the commands, in milliseconds."""
    job = json.loads((RECORDED / f"{name}.truth.json").read_text())["application"]["fio"][0]["jobs"][0]
    for kind in ("Read", "Write"):
        theirs = job[kind.lower()]["clat_ns"]["percentile"]
        ours = [each.latency for each in found_in(name) if each.kind == kind and each.latency is not None]
        percentiles = np.percentile(ours, [float(point) for point in POINTS])
        yield kind, [theirs[point] / 1e6 for point in POINTS], [value / 1e6 for value in percentiles.tolist()]


def rows():
    """The table of the page."""
    table = ["| queue depth | command | fio: 50 %, 90 %, 99 % | ibpkt |", "|---|---|---|---|"]
    for name, depth in JOBS.items():
        for kind, theirs, ours in spans(name):
            shown = (" / ".join(f"{value:.1f} ms" for value in column) for column in (theirs, ours))
            table.append(f"| {depth} | {kind} | " + " | ".join(shown) + " |")
    return table


def test_the_page_has_this_table():
    text = PAGE.read_text()
    assert "\n".join(rows()) in text[text.index(HEADING) :]


@pytest.mark.parametrize("name", JOBS)
def test_latencies_are_below_those_of_fio(name):
    """The tap does not see the way between the hosts, nor the host's block layer."""
    for _, theirs, ours in spans(name):
        assert all(0.15 * other < own < other for own, other in zip(ours, theirs, strict=True))


@pytest.mark.parametrize("name", JOBS)
def test_the_queues_together_reach_the_depth_of_fio_and_no_more(name):
    """fio spreads its commands over two queues; at the tap a command begins later and ends earlier."""
    depth = CommandDepth()
    for each in found_in(name):
        if each.kind in ("Read", "Write"):
            depth.add(dataclasses.replace(each, flow=1, queue="all"))
    assert depth.most(1) == JOBS[name]


if __name__ == "__main__":
    before, _, behind = PAGE.read_text().partition(HEADING)
    old = [line for line in behind.partition("\n## ")[0].splitlines() if line.startswith("|")]
    PAGE.write_text(before + HEADING + behind.replace("\n".join(old), "\n".join(rows()), 1))
