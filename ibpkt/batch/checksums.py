"""Internet checksums of many packets at once: of headers (IPv4) and of datagrams (UDP), as their headers declare.

A checksum is the sum of 16-bit words, carries added, inverted.  So the words of what it covers, itself included, add up
to a multiple of 65535, in either byte order.

Source: RFC 1071, RFC 768, RFC 8200 8.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Bools, Ints, Octets, distinct
from ibpkt.batch.frames import Frames
from ibpkt.batch.shape import Shape
from ibpkt.protocols import graph
from ibpkt.protocols.encapsulation.ip import Routing
from ibpkt.schema import Header, Leaf

ONES = 0xFFFF
#: bytes that are summed at a time
_AT_A_TIME = 4 << 20


class ChecksumStatus(StrEnum):
    """The verdict on an Internet checksum of a captured packet, in one word."""

    GOOD = "good"
    BAD = "bad"
    ABSENT = "absent"  # 0 in a datagram: the sender computed none
    CUT = "cut"  # not all that it covers was captured, or lengths contradict each other
    OFFLOADED = "offloaded"  # captured at the sender, before its adapter computed it


#: statuses by their number in columns
CHECKSUM_STATUSES: tuple[ChecksumStatus, ...] = tuple(ChecksumStatus)
_GOOD, _BAD, _ABSENT, _CUT, _OFFLOADED = range(len(CHECKSUM_STATUSES))


class ChecksumVerdicts(NamedTuple):
    """The verdicts on the checksums of one header in the packets of a shape.

    Attributes:
        header: the header.
        status: the index of each packet's status in `CHECKSUM_STATUSES`, shape (n,).
        stored: what the packets have, where it is not good, shape (n,).
        computed: what they should have, where it is bad, shape (n,).
    """

    header: Header
    status: Octets
    stored: NDArray[np.uint16]
    computed: NDArray[np.uint16]


def verify_checksums(shape: Shape, index: int) -> ChecksumVerdicts | None:
    """The verdicts on the checksums of the header at a place in the chain; None where it has none to verify."""
    header = shape.headers[index]
    if header.checksum is None:
        return None
    if header.checksum.datagram:
        if not shape.common(index, header.leaf(header.checksum.field)).some:
            none = np.zeros(len(shape), np.uint16)  # as RoCE has it
            return ChecksumVerdicts(header, np.full(len(shape), _ABSENT, np.uint8), none, none)
        sums = checksum_at(shape, index)
        return None if sums is None else _datagram_verdicts(shape, index, sums)
    if shape.stop is not None and shape.stop[0] != "unknown" and shape.stop[1] == header.name:
        return None  # its variable part is not here
    right = _are_right(shape, index)
    stored = np.zeros(len(right), np.uint16)
    computed = np.zeros(len(right), np.uint16)
    if right.all():
        return ChecksumVerdicts(header, np.full(len(right), _GOOD, np.uint8), stored, computed)
    status = np.where(right, np.uint8(_GOOD), np.uint8(_BAD))
    frames, at, ends = shape.frames, shape.position(index), shape.end(index)
    wrong = np.flatnonzero(status)
    if len(wrong):
        stored[wrong] = _number(frames, at[wrong], header.leaf(header.checksum.field))
        status[wrong[stored[wrong] == 0]] = _OFFLOADED
        wrong = np.flatnonzero(status == _BAD)
        computed[wrong] = _checksum(word_sums(frames, at[wrong], ends[wrong]) - stored[wrong])
    return ChecksumVerdicts(header, status, stored, computed)


def checksum_verdicts(shape: Shape) -> Iterator[ChecksumVerdicts]:
    """The verdicts on all checksums of the packets of a shape, the outermost header first."""
    for index in range(shape.annotations):
        verdicts = verify_checksums(shape, index) if shape.headers[index].checksum else None
        if verdicts is not None:
            yield verdicts


def _datagram_verdicts(shape: Shape, index: int, sums: ChecksumField) -> ChecksumVerdicts:
    """Those of datagrams; where the adapter is to compute one, the sum of addresses and length stands in its place."""
    verified = sums.computable
    status = np.where(sums.stored == 0, _ABSENT, _CUT).astype(np.uint8)
    status[verified] = np.where(sums.stored[verified] == sums.computed[verified], _GOOD, _BAD)
    wrong = np.flatnonzero(status == _BAD)
    if len(wrong):
        status[wrong[sums.stored[wrong] == sums.partial[wrong]]] = _OFFLOADED
    return ChecksumVerdicts(shape.headers[index], status, sums.stored, sums.computed)


def _are_right(shape: Shape, index: int) -> Bools:
    """Whether the words of each header, its checksum among them, add up to a multiple of 65535.

    For that the words may have 32 bits, in this machine's byte order.
    """
    header = shape.headers[index]
    if header.size % 4 == 0 and shape.ends_at_once(index):
        block, offset = shape.block(index)
        total = np.zeros(len(shape), np.int64)
        for word in range(header.size // 4):
            total += np.ndarray((len(total),), np.uint32, block.rows, offset + 4 * word, (block.rows.shape[1],))
    else:
        total = word_sums(shape.frames, shape.position(index), shape.end(index))
    right: Bools = (total // ONES * ONES == total) & (total != 0)
    return right


class ChecksumField(NamedTuple):
    """The checksums of one header in the packets of a shape.

    Attributes:
        leaf: the field.
        at: where its header starts, shape (n,).
        stored: what the packets have, shape (n,).
        computed: what they should have, shape (n,).
        computable: which packets have a checksum that can be computed, shape (n,).
        partial: what stands there before an adapter computes it: the sum of addresses, protocol and length, shape (n,).
    """

    leaf: Leaf
    at: Ints
    stored: NDArray[np.uint16]
    computed: NDArray[np.uint16]
    computable: NDArray[np.bool_]
    partial: NDArray[np.uint16]

    def write(self, frames: Frames, rows: Bools) -> None:
        """Write the right checksums into some of the packets, shape (n,)."""
        frames.write(self.at[rows], self.leaf.bit, self.leaf.width, self.computed[rows])


def checksum_at(shape: Shape, index: int) -> ChecksumField | None:
    """The checksums of the header at a place in the chain; None where it declares none, or addresses are missing."""
    header = shape.headers[index]
    if header.checksum is None:
        return None
    if not header.checksum.datagram:
        return _of_header(shape, index, header.leaf(header.checksum.field))
    around = _network_of(shape, index)
    if around is None or header.extent is None:
        return None
    protocol = _announced_by(shape.headers[index - 1], header, shape.frames.roce_port)
    return None if protocol is None else _of_datagram(shape, index, around, protocol)


def _network_of(shape: Shape, index: int) -> int | None:
    """The place of the header whose addresses a datagram's checksum covers; extension headers may stand between.

    None where there is none, or where a routing header may hold the last destination (RFC 8200 8.1).
    """
    for place in range(index - 1, -1, -1):
        header = shape.headers[place]
        if header.role != "network" or header is Routing:
            return None
        if header.address is not None:
            return place
    return None


def _of_header(shape: Shape, index: int, leaf: Leaf) -> ChecksumField:
    at = shape.position(index)
    ends = shape.position(index + 1) if index + 1 < len(shape.headers) else shape.payload[0]
    stored = _number(shape.frames, at, leaf)
    total = word_sums(shape.frames, at, ends) - stored
    every, none = np.ones(len(at), np.bool_), np.zeros(len(at), np.uint16)
    return ChecksumField(leaf, at, stored.astype(np.uint16), _checksum(total), every, none)


def _of_datagram(shape: Shape, index: int, outer: int, protocol: int) -> ChecksumField:
    """A datagram's checksum covers addresses, protocol and length of the network header too; 0 means none."""
    frames, network, header = shape.frames, shape.headers[outer], shape.headers[index]
    assert header.checksum is not None
    assert header.extent is not None
    assert network.address is not None
    at, around = shape.position(index), shape.position(outer)
    leaf = header.leaf(header.checksum.field)
    stored = _number(frames, at, leaf)
    length = _number(frames, at, header.leaf(header.extent.field)) * header.extent.scale + header.extent.add
    limit = frames.start[shape.rows] + frames.captured[shape.rows]
    computable = (stored != 0) & (length >= header.size) & (at + length <= limit)
    computed, partial = np.zeros(len(at), np.uint16), np.zeros(len(at), np.uint16)
    if computable.any():
        source, last = (network.leaf(name) for name in network.address[1:])
        addresses = around[computable] + source.bit // 8
        pseudo_header = word_sums(frames, addresses, addresses + (last.bit + last.width - source.bit) // 8)
        pseudo_header += length[computable] + protocol
        total = word_sums(frames, at[computable], (at + length)[computable]) - stored[computable]
        value = _checksum(total + pseudo_header)
        partial[computable] = _checksum(pseudo_header) ^ ONES
        computed[computable] = np.where(value == 0, ONES, value)  # RFC 768: 0 would mean that there is none
    return ChecksumField(leaf, at, stored.astype(np.uint16), computed, computable, partial)


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
    for size in distinct(sizes).tolist():
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
