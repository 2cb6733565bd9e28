"""Regions are what marking every byte gives."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from ibpkt import traffic
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.verbs.memory_regions import MemoryRegions
from tests.support.analysis_runs import OPERATIONS, run, steps_of


def _message(address, size, key=1, kind="WRITE", outcome="completed", start=0):
    return Message(1, 0, 1, kind, "RC", 0, 1, start, size=size, address=address, r_key=key, outcome=outcome)


@given(
    st.lists(
        st.tuples(st.integers(0, 60), st.integers(0, 12), st.integers(1, 2), st.sampled_from(["READ", "WRITE"])),
        max_size=60,
    )
)
def test_regions_are_what_marking_bytes_gives(touches):
    memory = MemoryRegions()
    bytes_ = {1: Counter(), 2: Counter()}
    for address, size, key, kind in touches:
        memory.add(_message(address, size, key, kind), "host")
        bytes_[key].update(range(address, address + size))
    for key, marked in bytes_.items():
        regions = [region for region in memory if region.r_key == key]
        assert [at for region in regions for at in range(region.address, region.end)] == sorted(marked)
        assert all(a.end < b.address for a, b in itertools.pairwise(regions))
        for region in regions:
            inside = sum(count for at, count in marked.items() if region.address <= at < region.end)
            assert region.again == inside - region.size
            assert region.read_bytes + region.written_bytes == inside
            other = bytes_[3 - key]
            assert region.keys == ([3 - key] if any(region.address <= at < region.end for at in other) else [])
    assert sum(region.reads + region.writes for region in memory) == sum(size > 0 for _, size, _, _ in touches)
    assert memory.empty == sum(size == 0 for _, size, _, _ in touches)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 25), st.integers(1, 9)), max_size=60), st.integers(1, 5))
def test_keys_are_those_of_regions_that_overlap(touches, most):
    memory = MemoryRegions()
    for address, size, key in touches:
        memory.add(_message(address, size, key), "host")
        memory.add(_message(address + 7, size, key), "other")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ibpkt.analysis.verbs.memory_regions.KEYS", most)
        regions = list(memory)
    for region in regions:
        reach = {
            each.r_key for each in regions
            if each.owner == region.owner and each.r_key != region.r_key
            and each.address < region.end and region.address < each.end
        }  # fmt: skip
        assert set(region.keys) <= reach
        assert len(region.keys) == len(set(region.keys)) == min(most, len(reach))


def test_many_keys_of_one_address_cost_no_more_each():
    def cost(count):
        memory = MemoryRegions()
        for key in range(count):
            memory.add(_message(0x1000, 8, key), "host")
        return steps_of(lambda: list(memory)) / count

    assert cost(2000) < 1.5 * cost(200)


def test_what_was_refused_touches_nothing():
    memory = MemoryRegions()
    memory.add(_message(0, 5, outcome="refused"), "host")
    memory.add(_message(0, 5, outcome="unanswered"), "host")
    assert memory.refused == 1
    assert [(region.size, region.unconfirmed) for region in memory] == [(5, 1)]


def test_regions_that_were_quiet_are_given_up():
    memory = MemoryRegions(limit=100)
    for at in range(1000):
        memory.add(_message(at * 100, 10, key=at % 7, start=at), "host")
    assert len(memory) == len(list(memory)) <= 100
    assert memory.given_up == 1000 - len(memory)
    assert min(region.first for region in memory) == memory.given_up


def test_what_the_generator_moved():
    scene = traffic.Traffic(4, messages=500, operations=OPERATIONS, conversations=3, sizes=(1, 5000))
    memory = MemoryRegions()
    result = run(scene.batches())
    for message in result.messages:
        memory.add(message, "host")
    truth = [each for each in scene.truth.messages if "r_key" in each]
    kinds = Counter(each["operation"] for each in truth)
    regions = list(memory)
    assert sum(region.reads for region in regions) == kinds["READ"]
    assert sum(region.writes for region in regions) == sum(
        kinds[name] for name in ("WRITE", "WRITE_WITH_IMM", "ATOMIC_WRITE")
    )
    assert sum(region.atomics for region in regions) == kinds["FETCH_ADD"] + kinds["CMP_SWAP"]
    assert sum(region.flushes for region in regions) == kinds["FLUSH"]
    for name, operations in (("read_bytes", ("READ",)), ("written_bytes", ("WRITE", "WRITE_WITH_IMM", "ATOMIC_WRITE"))):
        assert sum(getattr(region, name) for region in regions) == sum(
            each["size"] for each in truth if each["operation"] in operations
        )
    for each in truth:
        assert any(
            region.r_key == each["r_key"] and region.address <= each["address"] < region.end for region in regions
        )
