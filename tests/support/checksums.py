"""The checksums that packets have."""

from __future__ import annotations

from ibpkt.batch import Batch
from ibpkt.batch.checksums import checksum_at


def checksums(shape):
    """The checksums of a shape with their places, the inner ones first."""
    found = [(index, checksum_at(shape, index)) for index in reversed(range(len(shape.headers)))]
    return [(index, each) for index, each in found if each is not None]


def sums(packets, link=1):
    """Whether each checksum of the packets is right."""
    batch = Batch.of([packet.data for packet in packets], link)
    right = []
    for shape in batch.shapes:
        for _, each in checksums(shape):
            right += (each.stored == each.computed)[each.computable].tolist()
    return right
