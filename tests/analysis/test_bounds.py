"""Memory does not grow with the capture."""

from __future__ import annotations

import numpy as np

from ibpkt import traffic
from ibpkt.analysis.analyser import Analyser
from ibpkt.batch import Batch
from tests.analysis.runs import run, sent_by


def _many(count):
    """A SEND each from so many queue pairs to as many others."""
    (packet,) = [packet for batch in traffic.conversation([traffic.Send(b"x")]).batches() for packet in batch][:1]
    raw = np.frombuffer(packet.data, np.uint8)
    for low in range(0, count, 10_000):
        block = np.tile(raw, (10_000, 1))
        numbers = np.arange(low, low + 10_000, dtype=np.uint32)
        block[:, 47:50] = numbers.astype(">u4").view(np.uint8).reshape(-1, 4)[:, 1:]
        block[:, 26:30] = (0x0A000000 + numbers // 7).astype(">u4").view(np.uint8).reshape(-1, 4)
        block[:, -4:] = 0  # no ICRC
        yield Batch.of([row.tobytes() for row in block], packet.link)


def test_a_hundred_thousand_flows():
    analyser = Analyser(limit=1000)
    flows = 0
    for batch in _many(100_000):
        found = analyser.add(batch)
        flows += len(found.flows)
        assert len(analyser._lives) <= 1000
        assert len(analyser._streams) <= 2000
        assert sum(map(len, analyser._alone.values())) <= 1000
    assert analyser.given_up == flows >= 99_000
    found = analyser.finish()
    assert analyser.given_up + len(found.flows) == 100_000
    assert {flow.ended for flow in found.flows} == {""}


def test_messages_that_nobody_answers():
    """Requests without end, and no answer: what waits is bounded."""

    scene = traffic.Traffic(1, packets=60_000, sizes=16, operations={"SEND": 1}, truth=None)
    result = run(batch.select(sent_by(batch, "10.0.0.1")) for batch in scene.batches())
    assert set(result.outcomes) == {"unknown"}
    assert result.findings == []
