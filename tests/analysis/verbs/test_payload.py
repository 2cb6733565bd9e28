"""What messages carried, and memory rebuilt from it, is what the generator moved."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ibpkt import traffic
from ibpkt.analysis.verbs.memory_image import CHUNK, MemoryImages
from ibpkt.analysis.verbs.payload import WITH_PAYLOAD
from ibpkt.batch import Batch
from tests.support.analysis_runs import OPERATIONS, UC_OPERATIONS, cut
from tests.support.rebuilt import Rebuilt

FAULTS = {
    "none": {},
    "loss": {"loss": 0.02},
    "behind": {"loss": 0.02, "behind": 1.0},
    "corrupt": {"corrupt": 0.02},
    "all": {
        "loss": 0.01, "duplicate": 0.02, "reorder": 0.02, "corrupt": 0.02, "rnr": 0.02, "behind": 0.5,
        "access_error": 0.002,
    },
}  # fmt: skip


@pytest.mark.sweep
@pytest.mark.parametrize("faults", sorted(FAULTS))
@pytest.mark.parametrize("carrier", ["rocev2", "native-global"])
@pytest.mark.parametrize("size", [37, 1 << 20])
def test_it_is_what_was_moved(faults, carrier, size):
    scene = traffic.Traffic(
        11, faults=traffic.Faults(**FAULTS[faults]), messages=300, operations=OPERATIONS, conversations=3,
        both_ways=True, sizes=(0, 9000), carrier=carrier,
    )  # fmt: skip
    rebuilt = Rebuilt(cut(scene.batches(), size))
    true = {message["first_psn"]: message for message in scene.truth.messages}
    compared = Counter()
    for (psn, kind, size_), data in rebuilt.carried.items():
        message = true[psn]
        assert len(data) == size_ == message["size"]
        if kind == "SEND":
            assert data == traffic.payload.message(message["message"], size_)
        else:
            assert data == traffic.payload.memory(message["r_key"], message["address"], size_)
        compared[kind] += 1
    success = Counter(
        kind
        for message in scene.truth.messages
        if message["outcome"] == "success"
        for kind in [message["operation"].replace("ATOMIC_WRITE", "ATOMIC WRITE").split("_")[0]]
        if kind in WITH_PAYLOAD
    )
    assert compared.keys() == set(WITH_PAYLOAD)
    assert all(compared[kind] >= success[kind] for kind in WITH_PAYLOAD)
    for region in rebuilt.memory:
        data, known = rebuilt.known(region)
        assert len(data) == region.size
        expected = np.frombuffer(traffic.payload.memory(region.r_key, region.address, region.size), np.uint8)
        right = np.frombuffer(data, np.uint8) == np.where(known, expected, 0)
        assert (right | _changed(rebuilt, region)).all()


def _changed(rebuilt, region):
    """The bytes that atomics have changed, see `test_image`."""
    changed = np.zeros(region.size, np.bool_)
    for message in rebuilt.messages:
        if message.kind == "ATOMIC" and message.r_key == region.r_key:
            at = message.address - region.address
            changed[max(at, 0) : max(at + 8, 0)] = True
    return changed


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    loss=st.sampled_from([0.0, 0.01, 0.1]),
    other=st.sampled_from([0.0, 0.02]),
    behind=st.sampled_from([0.0, 0.5, 1.0]),
    recovery=st.sampled_from(["go-back-n", "selective"]),
    missed=st.sampled_from([0.0, 0.02]),
)
def test_what_is_known_of_memory_is_right_whatever_happens(seed, loss, other, behind, recovery, missed):
    """Also where the tap misses packets: then there are holes, and never wrong bytes."""
    faults = traffic.Faults(loss=loss, duplicate=other, reorder=other, corrupt=other, behind=behind)
    scene = traffic.Traffic(
        seed, faults=faults, messages=60, operations=OPERATIONS, sizes=(0, 9000), recovery=recovery, truth=None
    )
    dice = np.random.default_rng(seed)
    batches = (batch.select(dice.random(len(batch)) >= missed) for batch in scene.batches())
    rebuilt = Rebuilt(cut(batches, 101))
    for region in rebuilt.memory:
        data, known = rebuilt.known(region)
        expected = np.frombuffer(traffic.payload.memory(region.r_key, region.address, region.size), np.uint8)
        right = np.frombuffer(data, np.uint8) == np.where(known, expected, 0)
        assert (right | _changed(rebuilt, region)).all()


def test_uc_messages_with_a_gap_are_not_put_together():
    scene = traffic.Traffic(
        3, service="UC", operations=UC_OPERATIONS, sizes=(3000, 9000), messages=200, faults=traffic.Faults(loss=0.05)
    )
    rebuilt = Rebuilt(scene.batches())
    assert rebuilt.lacking
    assert all(message.outcome == "incomplete" for message, _ in rebuilt.lacking)
    assert {message.outcome for message in rebuilt.messages} == {"sent", "incomplete"}


def test_a_snap_length_leaves_gaps():
    scene = traffic.conversation([traffic.Write(2500), traffic.Read(2500)])
    packets = [packet for batch in scene.batches() for packet in batch]
    rebuilt = Rebuilt([_cut_short(packets, 300)])
    assert len(rebuilt.lacking) == 2
    for message, carried in rebuilt.lacking:
        assert message.size == 2500
        assert sum(size for _, size in carried.gaps) == 2500


def _cut_short(packets, snap):
    batch = Batch.of([packet.data[:snap] for packet in packets], packets[0].link)
    batch.frames.wirelen = np.array([len(packet.data) for packet in packets], np.int64)
    return batch


def test_a_hole_stays_one():
    with MemoryImages() as images:
        images.write("a", 1, CHUNK - 3, b"abcdef")
        images.forget("a", 1, CHUNK - 1, 2)
        assert list(images.holes("a", 1, CHUNK - 4, 9)) == [(CHUNK - 4, 1), (CHUNK - 1, 2), (CHUNK + 3, 2)]
        assert b"".join(data for data, _ in images.read("a", 1, CHUNK - 3, 6)) == b"ab\0\0ef"
        assert list(images.holes("a", 2, 0, 5)) == [(0, 5)]
        assert list(images.holes("a", 1, CHUNK - 3, 2)) == []
