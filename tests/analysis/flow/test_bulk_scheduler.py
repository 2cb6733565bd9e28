"""Exchanges that take turns say what they say packet by packet, however long the turns are."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st
from ibpkt.analysis.flow import bulk_scheduler as turns
from ibpkt.analysis.flow.analyser import Analyser

from ibpkt import traffic
from ibpkt.batch import Batch
from tests.support.analysis_runs import OPERATIONS, cut, run, same

FAULTS = {
    "loss": {"loss": 0.01},
    "few": {"loss": 0.002, "duplicate": 0.002, "reorder": 0.002, "rnr": 0.002, "corrupt": 0.001},
    "many": {"loss": 0.01, "duplicate": 0.01, "reorder": 0.01, "rnr": 0.01, "access_error": 0.002, "behind": 0.3},
}


@contextlib.contextmanager
def _short_turns():
    """Turns so short that there are many of them."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("MIN_RUN", 2), ("MIN_TOGETHER", 1), ("WINDOW", 3), ("MIN_EXCHANGE", 1)):
            patch.setattr(turns, name, value)
        yield


def _scene(seed, faults, **options):
    options = {"operations": OPERATIONS, "sizes": (0, 3000), "pmtu": 1024, "packets": 1500, **options}
    return traffic.Traffic(seed, faults=traffic.Faults(**FAULTS[faults]), truth=None, **options)


@settings(deadline=None, max_examples=25)
@given(
    seed=st.integers(0, 1000),
    faults=st.sampled_from(sorted(FAULTS)),
    size=st.sampled_from([60, 400, 3000]),
    conversations=st.integers(1, 4),
    both=st.booleans(),
    options=st.fixed_dictionaries({"messages": st.booleans(), "verify": st.booleans()}),
)
def test_short_turns(seed, faults, size, conversations, both, options):
    def make():
        return cut(_scene(seed, faults, conversations=conversations, both_ways=both).batches(), size)

    with _short_turns():
        same(make, **options)


@settings(deadline=None, max_examples=15)
@example(seed=0, faults="few", size=300, apart=0)  # what was far away is forgotten in bulk, too
@given(
    seed=st.integers(0, 1000),
    faults=st.sampled_from(sorted(FAULTS)),
    size=st.sampled_from([300, 10_000]),
    apart=st.integers(0, 300_000),
)
def test_queue_pairs_that_are_used_again(seed, faults, size, apart):
    """Flows end in the middle of a batch, and others begin, while their neighbours take turns."""
    start = 1_700_000_000_000_000_000
    scenes = [
        _scene(
            seed + number % 2, faults, packets=400, first_psn=1000 + number * 3_000_000, start=start + number * apart
        )
        for number in range(5)
    ]
    packets = [packet for scene in scenes for batch in scene.batches() for packet in batch]
    packets.sort(key=lambda packet: packet.time)

    def make():
        batch = Batch.of([packet.data for packet in packets], packets[0].link)
        batch.frames.time = np.array([packet.time for packet in packets], np.int64)
        return cut([batch], size)

    with _short_turns():
        same(make)


def test_a_loss_leaves_other_flows_alone(monkeypatch):
    """Of traffic that loses one packet in a thousand, few go one by one."""
    alone = []
    original = turns.BulkScheduler._count_single

    def counted(self):
        alone.extend(high - low for low, high in self.stepped)
        original(self)

    monkeypatch.setattr(turns.BulkScheduler, "_count_single", counted)
    stepped = []
    step = Analyser._step_through

    def noted(self, columns, rows, *rest):
        stepped.append(len(rows))
        step(self, columns, rows, *rest)

    monkeypatch.setattr(Analyser, "_step_through", noted)
    scene = traffic.Traffic(
        5, packets=20_000, operations=OPERATIONS, conversations=4, faults=traffic.Faults(loss=0.001), truth=None
    )
    result = run(scene.batches(), messages=False)
    assert result.kinds["lost"] >= 10
    assert sum(alone) + sum(stepped) < 6000
