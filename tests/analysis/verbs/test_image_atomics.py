"""Images of memory that atomics have changed."""

from __future__ import annotations

from collections import Counter

import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.analysis.verbs.memory_image import MemoryImages
from ibpkt.analysis.verbs.payload import Atomic
from tests.support.analysis_runs import cut
from tests.support.rebuilt import Rebuilt
from tests.support.shared import capture

PLACE, OTHER = 0x10000, 0x20000
SIZES = [1, 5, 1000]


def _known(rebuilt, region, address):
    data, known = rebuilt.known(region)
    at = address - region.address
    return data[at : at + 8] if known[at : at + 8].all() else None


def _image(requests, size):
    rebuilt = Rebuilt(cut(traffic.conversation(requests).batches(), size))
    regions = {region.address: region for region in rebuilt.memory}
    (key,) = {region.r_key for region in regions.values()}
    return rebuilt, regions, lambda address: int.from_bytes(traffic.payload.memory(key, address, 8), "big")


@pytest.mark.parametrize("size", SIZES)
def test_what_atomics_leave(size):
    """The generator's memory has the most significant byte first."""
    number = 0x1122334455667788
    rebuilt, regions, original = _image(
        [
            traffic.Read(16, address=PLACE),
            traffic.FetchAdd(5, address=PLACE),
            traffic.FetchAdd(2**64 - 1, address=PLACE),
            traffic.CmpSwap(1, number, address=PLACE + 8),  # does not compare equal
            traffic.FetchAdd(7, address=OTHER),
            traffic.CmpSwap(0, number, address=OTHER + 64),
        ],
        size,
    )
    assert _known(rebuilt, regions[PLACE], PLACE) == (original(PLACE) + 4).to_bytes(8, "big")
    assert _known(rebuilt, regions[PLACE], PLACE + 8) == original(PLACE + 8).to_bytes(8, "big")
    # nothing was known there, but the order is
    assert _known(rebuilt, regions[OTHER], OTHER) == (original(OTHER) + 7).to_bytes(8, "big")
    assert _known(rebuilt, regions[OTHER + 64], OTHER + 64) == original(OTHER + 64).to_bytes(8, "big")


@pytest.mark.parametrize("size", SIZES)
def test_swapped(size):
    scene = [traffic.Read(8, address=PLACE), traffic.FetchAdd(0, address=PLACE)]
    _, _, original = _image(scene, size)
    rebuilt, regions, _ = _image([*scene, traffic.CmpSwap(original(PLACE), 77, address=PLACE)], size)
    assert _known(rebuilt, regions[PLACE], PLACE) == (77).to_bytes(8, "big")


@pytest.mark.parametrize("size", SIZES)
def test_a_hole_where_the_order_of_bytes_is_not_known(size):
    rebuilt, regions, _ = _image([traffic.FetchAdd(5, address=PLACE)], size)
    assert _known(rebuilt, regions[PLACE], PLACE) is None


@pytest.mark.parametrize("size", SIZES)
def test_an_atomic_write(size):
    rebuilt, regions, _ = _image([traffic.AtomicWrite(b"12345678", address=PLACE)], size)
    assert _known(rebuilt, regions[PLACE], PLACE) == b"12345678"


def test_numbers():
    assert Atomic(3, None, 2**64 - 1).result == 2
    assert Atomic(9, 4, 4).result == 9
    assert Atomic(9, 4, 5).result == 5


@pytest.mark.parametrize("name", ["mix_all_ops", "guest_any_sll2"])
def test_what_is_read_later_is_what_atomics_have_left(name, monkeypatch):
    """Of memory that READs, WRITEs and atomics of a Linux kernel share; its processor has the least byte first."""
    bytes_ = Counter()
    original = MemoryImages.take

    def take(self, message, owner, carried, atomic=None):
        if message.kind == "READ":
            for offset, data in carried.pieces():
                pieces = self.read(owner, message.r_key, message.address + offset, len(data))
                before, known = map(b"".join, zip(*pieces, strict=True))
                bytes_.update(a == b for a, there, b in zip(before, known, data, strict=True) if there)
        return original(self, message, owner, carried, atomic)

    monkeypatch.setattr(MemoryImages, "take", take)
    with ibpkt.open(capture(f"{name}.pcap")) as source:
        rebuilt = Rebuilt(source.batches())
    assert bytes_ == {True: 22057}
    assert list(rebuilt.images._orders.values()) == [{"little"}]
    (region,) = rebuilt.memory
    assert region.atomics == 20
    assert rebuilt.known(region)[1].all()
