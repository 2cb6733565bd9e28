"""IP over InfiniBand in packets, recognised by their content: in datagrams and on connections.

A message says what it is: an EtherType and two zero bytes, then an IP header whose version, length and checksum agree
with it, or the fixed bytes of ARP.  Of random payloads one in 10^12 does, so that no connection has to be known.

Source: RFC 4391, 6 and 9; RFC 4755, 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.batch import Annotation, Batch
from ibpkt.batch.annotate import LaterFacts
from ibpkt.batch.frames import Frames
from ibpkt.batch.shape import Shape
from ibpkt.protocols import BTH, ETHERTYPES, LRH, OPCODES, IPv4, IPv6, tabulated
from ibpkt.protocols.annotation_headers import UpperMessage
from ibpkt.protocols.encapsulation.capture_link import IPoIB
from ibpkt.protocols.upper.ipoib import IPOIB_NUMBERS, IPoIBARP, inside_ipoib
from ibpkt.schema import Header, number_of

_ONES = 0xFFFF
#: bytes of a header of IPv4, at most, by its four bits of length
_LONGEST = 60
#: bytes that tell what a message is
_SHORTEST = IPoIB.size + IPv4.size


def _begins() -> Bools:
    """By operation code: whether the packet begins a message that may hold IP."""
    table: Bools = np.zeros(256, np.bool_)
    for code, opcode in OPCODES.items():
        table[code] = opcode.operation == "SEND" and opcode.position in ("first", "only")
    return table


def _goes_on() -> Bools:
    """By operation code: whether the message goes on in the next packet."""
    table: Bools = np.zeros(256, np.bool_)
    for code, opcode in OPCODES.items():
        table[code] = opcode.position == "first"
    return table


_BEGINS, _GOES_ON = tabulated(_begins), tabulated(_goes_on)
_IP4, _IP6, _ARP, _RARP = (number_of(ETHERTYPES, name) << 16 for name in ("IPv4", "IPv6", "ARP", "RARP"))
#: hardware type, protocol type and the sizes of both addresses, as ARP over InfiniBand has them
_ARP_BEGINS = IPoIBARP.write({})[:6]


class IPoIBRows(NamedTuple):
    """Packets of a shape that begin a message of IPoIB.

    Attributes:
        rows: their places in the shape, ascending, shape (n,).
        partial: whether there is more of the message elsewhere, shape (n,).
    """

    rows: Ints
    partial: Bools


def ipoib_rows(shape: Shape) -> IPoIBRows | None:
    """The packets of a shape that begin a message of IPoIB, by content; None where there are none.

    Args:
        shape: of packets without annotations.
    """
    transport = shape.index(BTH)
    if transport is None or LRH not in shape.headers or shape.headers[-1].role == "management":
        return None  # RoCE has no IPoIB
    opcodes = shape.column(transport, BTH.leaf("opcode")).values
    start, end = (np.broadcast_to(side, len(shape)) for side in shape.payload)
    rows = np.flatnonzero(_BEGINS[opcodes] & (end - start >= _SHORTEST))
    if not len(rows):
        return None
    partial = _GOES_ON[opcodes[rows]] | _is_cut(shape, rows)
    found = _is_ipoib(shape.frames, start[rows], (end - start)[rows], partial)
    return IPoIBRows(rows[found], partial[found]) if found.any() else None


def _is_cut(shape: Shape, rows: Ints) -> Bools:
    """Whether the capture lacks the end of packets."""
    frames, places = shape.frames, shape.rows[rows]
    cut: Bools = frames.captured[places] < frames.wirelen[places]
    return cut


def _is_ipoib(frames: Frames, at: Ints, size: Ints, longer: Bools) -> Bools:
    """Which messages are of IPoIB.

    Args:
        frames: the packets.
        at: where the messages begin.
        size: their bytes, as far as they are there.
        longer: whether there are more of them elsewhere.
    """
    found: Bools = np.zeros(len(at), np.bool_)
    kinds = frames.number(at, 0, 32)
    at, size = at + IPoIB.size, size - IPoIB.size
    for kind, check in ((_IP4, _is_ipv4), (_IP6, _is_ipv6), (_ARP, _is_arp), (_RARP, _is_arp)):
        chosen = np.flatnonzero(kinds == kind)
        if len(chosen):
            found[chosen] = check(frames, at[chosen], size[chosen], longer[chosen])
    return found


def _is_ipv4(frames: Frames, at: Ints, size: Ints, longer: Bools) -> Bools:
    leaf = IPv4.leaf
    words = frames.number(at, leaf("ihl").bit, 4).astype(np.int64)
    total = frames.number(at, leaf("len").bit, 16).astype(np.int64)
    right: Bools = (frames.number(at, 0, 4) == 4) & (words >= IPv4.size // 4) & (total >= words * 4)
    right &= (total <= size) | longer
    right &= words * 4 <= size
    sums = np.zeros(len(at), np.int64)
    for place in range(0, _LONGEST, 2):
        word = frames.number(at + place, 0, 16).astype(np.int64)  # behind the packet there is something to read, too
        sums += np.where(place < words * 4, word, 0)
    right &= sums % _ONES == 0
    return right


def _is_ipv6(frames: Frames, at: Ints, size: Ints, longer: Bools) -> Bools:
    total = frames.number(at, IPv6.leaf("plen").bit, 16).astype(np.int64) + IPv6.size
    right: Bools = (frames.number(at, 0, 4) == 6) & (size >= IPv6.size)
    right &= (total == size) | (longer & (total > size))
    return right


def _is_arp(frames: Frames, at: Ints, size: Ints, longer: Bools) -> Bools:
    begins = np.frombuffer(_ARP_BEGINS, np.uint8)
    right: Bools = (frames.block(at, len(begins)) == begins).all(axis=1)
    right &= (size >= IPoIBARP.size) | longer
    return right


class IPoIBAnnotator:
    """Says which packets hold IP over InfiniBand; their headers follow.

    Args:
        later: takes facts about earlier packets; there are none.
        known: the facts of an earlier pass; not needed here.
    """

    headers: ClassVar[tuple[Header, ...]] = (UpperMessage, *inside_ipoib())
    decides_late: ClassVar[bool] = False
    given_up: int = 0

    def __init__(self, later: LaterFacts | None = None, known: LaterFacts | None = None) -> None:
        self._contents = IPOIB_NUMBERS[IPoIB]

    def track(self, batch: Batch) -> Iterator[Annotation]:
        """Annotate a batch."""
        rows: list[Ints] = []
        partial: list[Ints] = []
        for shape in batch.shapes:
            found = ipoib_rows(shape)
            if found is not None:
                rows.append(shape.rows[found.rows])
                partial.append(rows[-1][found.partial])
        if rows:
            places = np.sort(np.concatenate(rows))
            contents = {"contents": np.full(len(places), self._contents)}
            yield Annotation(UpperMessage, places, contents, partial=np.concatenate(partial))

    def finish(self, later: LaterFacts | None = None) -> None:
        """Nothing is decided late."""
