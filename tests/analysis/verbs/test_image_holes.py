"""Images of memory against a model of every byte, and of more memory than there is."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.verbs import memory_image as image
from ibpkt.analysis.verbs.memory_image import MemoryImages

SPAN = 64
_steps = st.lists(st.tuples(st.booleans(), st.integers(0, SPAN - 1), st.integers(0, 20)), max_size=20)


@pytest.fixture(scope="module", autouse=True)
def _small_chunks():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(image, "CHUNK", 7)
        yield


@given(_steps, st.integers(0, SPAN), st.integers(0, 2 * SPAN))
def test_what_is_known_is_what_was_written_and_not_forgotten(steps, begin, size):
    model = {}
    with MemoryImages() as images:
        for number, (write, address, count) in enumerate(steps):
            places = range(address, address + count)
            if write:
                images.write("a", 1, address, bytes([number + 1]) * count)
                model.update(dict.fromkeys(places, number + 1))
            else:
                images.forget("a", 1, address, count)
                for place in places:
                    model.pop(place, None)
        told = [(place, size) for place, size in images.holes("a", 1, begin, size)]
        holes = {place for start, count in told for place in range(start, start + count)}
        assert holes == {place for place in range(begin, begin + size) if place not in model}
        assert all(one + count < other for (one, count), (other, _) in itertools.pairwise(told))
        found = {
            start + at: data[at]
            for start, data, known in images.known("a", 1, begin, size)
            for at in range(len(data))
            if known[at]
        }
        assert found == {place: value for place, value in model.items() if begin <= place < begin + size}
        whole = b"".join(data for data, _ in images.read("a", 1, begin, size))
        assert whole == bytes(model.get(place, 0) for place in range(begin, begin + size))


def test_a_region_as_large_as_memory():
    """It takes as long as what is known of it."""
    with MemoryImages() as images:
        images.write("a", 1, 1 << 40, b"xyz")
        images.forget("a", 1, 0, 1 << 40)
        images.forget("a", 1, (1 << 40) + 1, (1 << 64) - (1 << 40) - 1)
        assert list(images.holes("a", 1, 0, 1 << 64)) == [(0, 1 << 40), ((1 << 40) + 1, (1 << 64) - (1 << 40) - 1)]
        assert list(images.holes("b", 1, 0, 1 << 64)) == [(0, 1 << 64)]
