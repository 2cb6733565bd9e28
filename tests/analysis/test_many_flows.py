"""Many flows: tables that grow from batch to batch, and all of which fit together."""

from __future__ import annotations

from pathlib import Path

import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.analysis.analyser import Analyser


@pytest.mark.costly
def test_tables_grow_together(tmp_path: Path) -> None:
    """The same flows are there whatever number of them a batch brings."""
    scene = traffic.Traffic(1, conversations=2000, operations={"SEND": 1, "READ": 1}, packets=8000, truth=None)
    with ibpkt.create(tmp_path / "many.pcap") as file:
        for batch in scene.batches():
            for packet in batch:
                file.write(packet)
    found = []
    for size in (500, 8000):
        analyser = Analyser()
        with ibpkt.open(tmp_path / "many.pcap") as capture:
            flows = [flow for batch in capture.batches(max_packets=size) for flow in analyser.add(batch).flows]
        flows += analyser.finish().flows
        found.append(sorted(flow.number for flow in flows))
    assert len(found[0]) > 100
    assert found[0] == found[1]
