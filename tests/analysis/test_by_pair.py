"""What the analysis says of pairs of endpoints, each for itself, is together what it says of the capture."""

from __future__ import annotations

import collections
import dataclasses
import json

import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt.analysis.checks.expert import Expert
from ibpkt.batch.endpoint_pairs import shard_numbers
from tests.support.many_pairs import many_pairs
from tests.support.shared import OWN, captures


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    return many_pairs(tmp_path_factory.mktemp("pairs"))


def results(path, shards=1, number=0, at_a_time=None):
    """Findings, messages and flows of one shard, with how often each is there; without the numbers of flows."""
    expert = Expert(messages=True, flows=True)
    findings, messages, flows = [], [], []
    with ibpkt.open(path) as capture:
        for batch in capture.batches(at_a_time):
            numbers = shard_numbers(batch, shards)
            now, last = int(batch.frames.time[-1]), batch.frames.number_at(len(batch) - 1)
            part = batch.select(numbers == number)
            if len(part):
                found = expert.add(part)
                findings += found.in_order(part)
                messages += found.messages
                flows += found.ended
            expert.advance(now, last)  # the others show that time goes on
    findings += expert.finish()
    kinds = [(each.kind.name, each.frame, each.time, str(each), each.packets, each.because) for each in findings]
    return [
        collections.Counter(kinds),
        collections.Counter(repr(dataclasses.replace(each, flow=0)) for each in messages + expert.messages),
        collections.Counter(map(flow_text, flows + expert.ended)),
    ]


def flow_text(flow):
    """All that there is to say of a flow, but its numbers."""
    return json.dumps(dataclasses.asdict(dataclasses.replace(flow, number=0, also=0)), sort_keys=True)


def joined(path, shards, at_a_time=None):
    every = [results(path, shards, number, at_a_time) for number in range(shards)]
    return [sum(parts, collections.Counter()) for parts in zip(*every, strict=True)]


@pytest.mark.costly
@settings(max_examples=15, deadline=None)
@given(st.integers(2, 40), st.integers(20, 2000))
def test_shards_say_together_what_the_capture_says(mixed, shards, at_a_time):
    whole = results(mixed)
    assert [len(each) for each in whole] > [80, 80, 9]
    assert joined(mixed, shards, at_a_time) == whole


#: what goes beyond a pair
BEYOND = {
    "apm_migration_native.pcap": "its connection goes on between other ports (IBA 1, 17.2.8)",
    "wireshark-sample_infiniband.pcap": "its datagram queue pairs count their PSNs over all whom they send to",
}


#: captures that are analysed several times within a second
SMALL = [path for path in captures() if path.stat().st_size < (3_000_000 if path.parent == OWN else 300_000)]


@pytest.mark.sweep
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.name)
def test_every_capture(path):
    """What goes beyond a pair is told as such: its shards say something else."""
    assert (joined(path, 3) == results(path)) == (path.name not in BEYOND)
