"""The checksums of headers and datagrams: computed by hand, and as captures have them."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt.batch import Batch
from tests.support.checksums import checksums
from tests.support.shared import capture


def udp6(payload, checksum=b"\0\0"):
    """A datagram over IPv6 whose checksum stands in RFC 768's example arithmetic."""
    ip = bytes.fromhex("60000000") + (8 + len(payload)).to_bytes(2, "big") + b"\x11\x40" + bytes(15) + b"\1"
    head = ip + bytes(15) + b"\2" + bytes.fromhex("04d20050") + (8 + len(payload)).to_bytes(2, "big")
    return bytes(12) + b"\x86\xdd" + head + checksum + payload


@pytest.mark.parametrize("payload", [b"", b"a", b"ab", b"\xff" * 7, bytes(8)])
def test_a_datagram_by_hand(payload):
    data = udp6(payload)
    words = data[22:54] + (8 + len(payload)).to_bytes(4, "big") + b"\0\0\0\x11" + data[54:60] + payload
    total = sum(int.from_bytes(words[at : at + 2].ljust(2, b"\0"), "big") for at in range(0, len(words), 2))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    right = (total ^ 0xFFFF or 0xFFFF).to_bytes(2, "big")
    batch = Batch.of([udp6(payload, right), udp6(payload, b"\x12\x34"), udp6(payload)], 1)
    ((_, found),) = [each for shape in batch.shapes for each in checksums(shape)]
    assert found.computable.tolist() == [True, True, False]
    assert found.computed[:2].tolist() == [int.from_bytes(right, "big")] * 2


def test_everything_good_in_every_capture():
    with ibpkt.open(capture("mix_all_ops.pcap")) as source:
        for batch in source.batches():
            for shape in batch.shapes:
                for _, each in checksums(shape):
                    assert (each.stored == each.computed)[each.computable].all()
