"""Which packets carry the payload of messages."""

from __future__ import annotations

import copy
import dataclasses

import pytest
from hypothesis import given, settings, strategies as st

from ibpkt import draft, traffic
from ibpkt.batch import Batch
from tests.support.analysis_runs import OPERATIONS, cut, run
from tests.support.exchanges import ask, batches, read, tell

FIRST, MIDDLE, LAST = 6, 7, 8
READ_FIRST, READ_MIDDLE, READ_LAST = 13, 14, 15
FAULTS = traffic.Faults(loss=0.02, duplicate=0.02, reorder=0.02, corrupt=0.02, behind=0.5)


def _write(dmalen=2560):
    """A WRITE of three packets, PSN 100 to 102."""
    reth = draft("RETH", va=0x1000, r_key=1, dmalen=dmalen)
    return [ask(100, FIRST, reth, size=1024), ask(101, MIDDLE, size=1024), ask(102, LAST, size=512)]


@pytest.mark.parametrize("size", [1, 2, 100])
def test_in_the_order_of_psns(size):
    """Of the request, or of the READ response; what comes again or too late is not there twice."""
    first, middle, last = _write()
    again = ask(102, LAST, size=512, ident=9)
    responses = [
        tell(103 + number, 2, opcode=opcode, size=1024)
        for number, opcode in enumerate((READ_FIRST, READ_MIDDLE, READ_LAST))
    ]
    packets = [first, last, middle, again, tell(102, 1), read(103, 3 * 1024), *responses, ask(106), tell(106, 3)]
    result = run(batches(packets, size, gap=10**6), payload=True)
    assert [(each.kind, each.frames) for each in result.messages] == [
        ("WRITE", [1, 3, 2]), ("READ", [7, 8, 9]), ("SEND", [10]),
    ]  # fmt: skip
    assert all(not each.frames for each in run(batches(packets, size, gap=10**6)).messages)


@pytest.mark.family("batches")
@settings(deadline=None, max_examples=8)
@given(seed=st.integers(0, 30), size=st.integers(5, 400))
def test_batches_of_any_size(seed, size):
    def told(cuts):
        messages = run(cuts, payload=True).messages
        return sorted((each.flow, each.side, each.number, each.kind, each.frames) for each in messages)

    def scene():
        return traffic.Traffic(
            seed, packets=500, operations=OPERATIONS, sizes=(0, 5000), conversations=3, faults=FAULTS, truth=None,
        ).batches()  # fmt: skip

    assert told(cut(scene(), size)) == told(scene())


def test_messages_do_not_depend_on_it():
    def told(payload):
        scene = traffic.Traffic(3, packets=2000, operations=OPERATIONS, sizes=(0, 5000), faults=FAULTS, truth=None)
        return [dataclasses.replace(each, frames=[]) for each in run(scene.batches(), payload=payload).messages]

    assert told(True) == told(False)


def test_a_damaged_packet_carries_nothing():
    """It is acknowledged, so it has arrived; but what the capture has of it is not what arrived."""
    first, middle, last = _write()
    (batch,) = batches([ask(99), tell(99, 1), first, middle, last, tell(102, 2)], gap=10**6)
    frames = copy.copy(batch.frames)
    frames.data = batch.frames.data.copy()
    frames.data[frames.start[3] + 100] ^= 1
    result = run([Batch(frames)], payload=True)
    assert set(result.facts["corrupt"]) == {4}
    assert [(each.kind, each.outcome, each.frames) for each in result.messages] == [
        ("SEND", "completed", [1]), ("WRITE", "completed", [3, 5]),
    ]  # fmt: skip
