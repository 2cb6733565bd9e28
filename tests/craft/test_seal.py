"""Sealing a batch gives what the packets had before their checksums and CRCs were wiped out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ibpkt import strategies
from ibpkt.batch import Batch
from ibpkt.craft.seal import seal
from ibpkt.protocols import IPv4, headers
from tests.support.sweep import every


def wiped(packet):
    data = bytearray(packet.data)
    for which, at in packet.crc_places.items():
        data[at : at + which.size] = b"\xa5" * which.size
    for layer in packet.layers:
        if layer.header is IPv4:
            data[layer.offset + 10 : layer.offset + 12] = b"\xa5\xa5"
    return bytes(data)


@pytest.mark.costly
@settings(max_examples=150)
@given(st.lists(strategies.packets(), min_size=1, max_size=4), st.randoms())
def test_what_was_wiped_out_comes_back(packets, random):
    for packet in packets:
        batch = Batch.of([wiped(packet)] * 3, packet.link)
        rows = np.array([random.random() < 0.7 for _ in range(3)])
        seal(batch, rows=rows)
        for row in range(3):
            assert batch[row].data == (packet.data if rows[row] else wiped(packet))


def test_nothing_is_written_where_it_is_not_asked_for():
    batch = Batch.of([bytes(range(200))], 1)
    before = batch.frames.data.copy()
    seal(batch, checksums=False, crcs=False)
    assert (batch.frames.data == before).all()


@every("header", headers())
def test_numbers_written_are_read_again(header):
    """Every field of every header, around bits that stay."""
    frames = Batch.of([bytes(range(256)) * 3] * 2, 147).frames
    generator = np.random.default_rng(1)
    at = frames.start + 3
    for field in header.wire:
        if field.wide or field.width > 57:
            continue
        before = frames.data.copy()
        numbers = generator.integers(0, 1 << field.width, 2, np.uint64)
        frames.write(at, field.bit, field.width, numbers, little=field.little)
        assert frames.number(at, field.bit, field.width, little=field.little).tolist() == numbers.tolist()
        changed = np.flatnonzero(frames.data != before)
        inside = {
            int(start) + place for start in at for place in range(field.bit // 8, (field.bit + field.width + 7) // 8)
        }
        assert set(changed.tolist()) <= inside
        old = before[at + field.bit // 8] >> np.uint8(8 - field.bit % 8) if field.bit % 8 else None
        if old is not None:
            assert (frames.data[at + field.bit // 8] >> np.uint8(8 - field.bit % 8)).tolist() == old.tolist()
