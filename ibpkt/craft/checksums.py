"""Internet checksums of many packets at once: of headers (IPv4) and of datagrams (UDP), as their headers declare.

A checksum is the sum of 16-bit words, carries added, inverted.

Source: RFC 1071, RFC 768, RFC 8200 8.1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.batch import Batch, Frames, Ints, Shape
from ibpkt.protocols import graph
from ibpkt.schema import Header, Leaf

Rows = NDArray[np.bool_]

ONES = 0xFFFF
#: bytes that are summed at a time
_AT_A_TIME = 4 << 20


class ChecksumField(NamedTuple):
    """The checksums of one header in the packets of a shape.

    Attributes:
        leaf: the field.
        at: where its header starts, shape (n,).
        stored: what the packets have, shape (n,).
        computed: what they should have, shape (n,).
        computable: which packets have a checksum that can be computed, shape (n,).
    """

    leaf: Leaf
    at: Ints
    stored: NDArray[np.uint16]
    computed: NDArray[np.uint16]
    computable: NDArray[np.bool_]

    def write(self, frames: Frames, rows: Rows) -> None:
        """Write the right checksums into some of the packets, shape (n,)."""
        frames.write(self.at[rows], self.leaf.bit, self.leaf.width, self.computed[rows])


def checksum_at(shape: Shape, index: int) -> ChecksumField | None:
    """The checksums of the header at a place in the chain; None where it declares none, or addresses are missing."""
    header = shape.headers[index]
    if header.checksum is None:
        return None
    if not header.checksum.datagram:
        return _of_header(shape, index, header.leaf(header.checksum.field))
    around = shape.headers[index - 1] if index else None
    if around is None or around.role != "network" or around.address is None or header.extent is None:
        return None
    protocol = _announced_by(around, header, shape.frames.roce_port)
    return None if protocol is None else _of_datagram(shape, index, protocol)


def right_sums(batch: Batch) -> dict[int, Rows]:
    """Which packets have a right checksum, shape (n,), by the place of its header in the chain."""
    right: dict[int, Rows] = {}
    for shape in batch.shapes:
        for index in range(len(shape.headers)):
            sums = checksum_at(shape, index)
            if sums is not None:
                rows = right.setdefault(index, np.zeros(len(batch), np.bool_))
                rows[shape.rows] = sums.computable & (sums.stored == sums.computed)
    return right


def redo_sums(batch: Batch, rows: Rows, right: dict[int, Rows] | None = None) -> None:
    """Write the right checksums, the inner ones first: those of datagrams cover what is inside.

    Args:
        batch: the packets.
        rows: which of them, shape (n,).
        right: those that were right before, as `right_sums` found them; None for all.
    """
    nowhere = np.zeros(len(batch), np.bool_)
    for shape in batch.shapes:
        for index in reversed(range(len(shape.headers))):
            chosen = rows[shape.rows]
            if right is not None:
                chosen = chosen & right.get(index, nowhere)[shape.rows]
            sums = checksum_at(shape, index) if chosen.any() else None
            if sums is not None:
                sums.write(shape.frames, chosen & sums.computable & (sums.stored != sums.computed))
        shape.forget()


def _of_header(shape: Shape, index: int, leaf: Leaf) -> ChecksumField:
    at = shape.position(index)
    ends = shape.position(index + 1) if index + 1 < len(shape.headers) else shape.payload[0]
    stored = _number(shape.frames, at, leaf)
    total = word_sums(shape.frames, at, ends) - stored
    return ChecksumField(leaf, at, stored.astype(np.uint16), _checksum(total), np.ones(len(at), np.bool_))


def _of_datagram(shape: Shape, index: int, protocol: int) -> ChecksumField:
    """A datagram's checksum covers addresses, protocol and length of the network header too; 0 means none."""
    frames, network, header = shape.frames, shape.headers[index - 1], shape.headers[index]
    assert header.checksum is not None
    assert header.extent is not None
    assert network.address is not None
    at, around = shape.position(index), shape.position(index - 1)
    leaf = header.leaf(header.checksum.field)
    stored = _number(frames, at, leaf)
    length = _number(frames, at, header.leaf(header.extent.field)) * header.extent.scale + header.extent.add
    limit = frames.start[shape.rows] + frames.captured[shape.rows]
    computable = (stored != 0) & (length >= header.size) & (at + length <= limit)
    computed = np.zeros(len(at), np.uint16)
    if computable.any():
        source, last = (network.leaf(name) for name in network.address[1:])
        addresses = around[computable] + source.bit // 8
        total = word_sums(frames, at[computable], (at + length)[computable]) - stored[computable] + length[computable]
        total += word_sums(frames, addresses, addresses + (last.bit + last.width - source.bit) // 8)
        total += protocol
        value = _checksum(total)
        computed[computable] = np.where(value == 0, ONES, value)  # RFC 768: 0 would mean that there is none
    return ChecksumField(leaf, at, stored.astype(np.uint16), computed, computable)


def _announced_by(network: Header, header: Header, roce_port: int) -> int | None:
    """The protocol number under which a network header announces a header; None where it does not."""
    for rule in graph(roce_port).rules.get(network, ()):
        for number, chain in rule.table.items():
            if chain[:1] == (header,):
                return number
    return None


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
