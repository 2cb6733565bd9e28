"""The checksums of IPv4 headers and UDP datagrams, of many packets at once.

A checksum is the sum of 16-bit words, carries added, inverted.

Source: RFC 1071, RFC 768, RFC 8200 8.1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Ints
from ibpkt.batch import Batch, Frames, Shape
from ibpkt.protocols import UDP, IPv4, IPv6
from ibpkt.schema import Leaf, number_of

Rows = NDArray[np.bool_]

ONES = 0xFFFF
#: bytes that are summed at a time
_AT_A_TIME = 4 << 20


class ChecksumField(NamedTuple):
    """The checksums of one header in the packets of a shape.

    Attributes:
        leaf: the field.
        at: where its header starts, shape (n,).
        stored: what is there, shape (n,).
        computed: what should be there, shape (n,).
        there: which packets have a checksum that can be computed, shape (n,).
    """

    leaf: Leaf
    at: Ints
    stored: NDArray[np.uint16]
    computed: NDArray[np.uint16]
    there: NDArray[np.bool_]

    def write(self, frames: Frames, rows: Rows) -> None:
        """Write what should be there into some of the packets, shape (n,)."""
        frames.write(self.at[rows], self.leaf.bit, self.leaf.width, self.computed[rows])


def checksum_at(shape: Shape, index: int) -> ChecksumField | None:
    """The checksums of the header at a place in the chain; None where it has none that is known how to compute."""
    header = shape.headers[index]
    if header is IPv4:
        return _ipv4(shape, index)
    if header is UDP and index and shape.headers[index - 1] in (IPv4, IPv6):
        return _udp(shape, index)
    return None


def right_sums(batch: Batch) -> dict[int, Rows]:
    """Which packets have a right checksum, shape (n,), by the place of its header in the chain."""
    found: dict[int, Rows] = {}
    for shape in batch.shapes:
        for index in range(len(shape.headers)):
            each = checksum_at(shape, index)
            if each is not None:
                right = found.setdefault(index, np.zeros(len(batch), np.bool_))
                right[shape.rows] = each.there & (each.stored == each.computed)
    return found


def redo_sums(batch: Batch, rows: Rows, right: dict[int, Rows] | None = None) -> None:
    """Write the checksums that should be there, the inner ones first: those of datagrams cover what is inside.

    Args:
        batch: the packets.
        rows: which of them, shape (n,).
        right: those that were right before, as `right_sums` told; None for all.
    """
    nowhere = np.zeros(len(batch), np.bool_)
    for shape in batch.shapes:
        for index in reversed(range(len(shape.headers))):
            chosen = rows[shape.rows]
            if right is not None:
                chosen = chosen & right.get(index, nowhere)[shape.rows]
            each = checksum_at(shape, index) if chosen.any() else None
            if each is None:
                continue
            each.write(shape.frames, chosen & each.there & (each.stored != each.computed))
        shape.forget()


def _ipv4(shape: Shape, index: int) -> ChecksumField:
    at = shape.position(index)
    ends = shape.position(index + 1) if index + 1 < len(shape.headers) else shape.payload[0]
    leaf = IPv4.leaf("checksum")
    stored = _number(shape.frames, at, leaf)
    total = word_sums(shape.frames, at, ends) - stored
    return ChecksumField(leaf, at, stored.astype(np.uint16), _checksum(total), np.ones(len(at), np.bool_))


def _udp(shape: Shape, index: int) -> ChecksumField:
    """A datagram's checksum covers addresses, protocol and length of the IP header too; 0 says that there is none."""
    frames, network = shape.frames, shape.headers[index - 1]
    at, around = shape.position(index), shape.position(index - 1)
    leaf = UDP.leaf("checksum")
    stored = _number(frames, at, leaf)
    length = _number(frames, at, UDP.leaf("length"))
    limit = frames.start[shape.rows] + frames.captured[shape.rows]
    there = (stored != 0) & (length >= UDP.size) & (at + length <= limit)
    computed = np.zeros(len(at), np.uint16)
    if there.any():
        source, last = network.leaf("src"), network.leaf("dst")
        addresses = around[there] + source.bit // 8
        total = word_sums(frames, at[there], (at + length)[there]) - stored[there] + length[there]
        total += word_sums(frames, addresses, addresses + (last.bit + last.width - source.bit) // 8)
        total += _protocol()
        value = _checksum(total)
        computed[there] = np.where(value == 0, ONES, value)  # RFC 768: 0 would say that there is none
    return ChecksumField(leaf, at, stored.astype(np.uint16), computed, there)


def _protocol() -> int:
    return number_of(IPv4.leaf("proto").enum, UDP.name)


def _number(frames: Frames, at: Ints, leaf: Leaf) -> Ints:
    return frames.number(at, leaf.bit, leaf.width).astype(np.int64)


def _checksum(total: Ints) -> NDArray[np.uint16]:
    while (total > ONES).any():
        total = (total & ONES) + (total >> 16)
    return (total ^ ONES).astype(np.uint16)


def word_sums(frames: Frames, starts: Ints, ends: Ints) -> Ints:
    """The sums of the big-endian 16-bit words between indexes of the buffer, the last filled up with a zero byte."""
    result = np.zeros(len(starts), np.int64)
    sizes = ends - starts
    for size in np.unique(sizes).tolist():
        if size <= 0:
            continue
        rows = np.flatnonzero(sizes == size)
        step = max(1, _AT_A_TIME // size)
        for begin in range(0, len(rows), step):
            part = rows[begin : begin + step]
            block = frames.block(starts[part], size)
            whole = block[:, : size & ~1].reshape(len(part), -1)
            result[part] = np.ascontiguousarray(whole).view(">u2").sum(axis=1, dtype=np.int64)
            if size & 1:
                result[part] += block[:, -1].astype(np.int64) << 8
    return result
