"""``stats endpoints`` and ``stats conversations``: who talks, and to whom.

Addresses are LIDs of LRH, GIDs of GRH, IP or Ethernet addresses; by default those that the line of a packet shows.
"""

from __future__ import annotations

import abc
from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arguments import checked
from ibpkt.arrays import Ints, Words
from ibpkt.batch import Batch, Shape
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH, DETH, UDP
from ibpkt.schema import IPV4, IPV6, MAC, Header, Leaf, ValueType
from ibpkt.schema.value_types import seconds
from ibpkt.stats.statistic import Row, SummedStatistic
from ibpkt.stats.tally import Sums, Tally, from_words, sums_of, words


class EndpointPart(NamedTuple):
    """What follows an address: a port or a queue pair.

    Attributes:
        text: written between the two.
        source: the leaf with the sender's; packets may lack it.
        destination: the leaf with the receiver's; packets without it are not counted.
    """

    text: str
    source: Leaf
    destination: Leaf


class AddressType(NamedTuple):
    """A type of address.  Of several headers that have it the innermost counts.

    Attributes:
        types: the types of its values; none for all.
        prefix: what is written before it; None for anything.
        part: what follows the address.
    """

    types: tuple[ValueType, ...] = ()
    prefix: str | None = None
    part: EndpointPart | None = None

    def has(self, header: Header) -> bool:
        """Whether a header has addresses of this type."""
        if header.address is None:
            return False
        prefix, source, _ = header.address
        return self.prefix in (None, prefix) and (not self.types or header.leaf(source).kind in self.types)


_IP = (IPV4, IPV6)
KINDS: dict[str, AddressType] = {
    "address": AddressType(),
    "lid": AddressType(prefix="LID: "),
    "gid": AddressType(prefix="GID: "),
    "ip": AddressType(_IP, ""),
    "mac": AddressType((MAC,), ""),
    "udp": AddressType(_IP, "", EndpointPart(" port ", UDP.leaf("srcport"), UDP.leaf("dstport"))),
    "qp": AddressType(part=EndpointPart(" QP ", DETH.leaf("srcqp"), BTH.leaf("destqp"))),
}

#: the sums that the result can be sorted by, in the order of `Ranked.sums`
ORDERS = ("packets", "bytes")


class Ranked(NamedTuple):
    """One row of the result.

    Attributes:
        ends: addresses as text.
        sums: packets and bytes in one direction, then in the other.
        span: the times of the first and the last packet in ns since the epoch; None if not known.
    """

    ends: list[str]
    sums: list[int]
    span: list[int] | None


class _Family(NamedTuple):
    """Addresses of one form, whichever header has them."""

    prefix: str
    leaf: Leaf  # formats them
    tally: Tally


class AddressCounts(NamedTuple):
    """What packets of one shape hold.

    Attributes:
        header: the header with the addresses.
        name: the field with the first of them.
        parts: sums by key.
    """

    header: Header
    name: str
    parts: list[Sums]


class AddressStatistic(SummedStatistic):
    """Packets and bytes by address or pair of addresses.

    Args:
        by: one of `KINDS`.
        order: one of `ORDERS`.
        limit: this many rows, those with the most; all others are added up in one more.  None for all rows.

    Raises:
        CallerError: no such kind or order.
    """

    ENDS: ClassVar[int]  # addresses in a key

    def __init__(self, by: str = "address", order: str = "bytes", limit: int | None = None) -> None:
        if by not in KINDS:
            raise CallerError(f"there is no kind of address {by!r}", name=by, known=KINDS)
        if order not in ORDERS:
            raise CallerError(f"cannot sort by {order!r}", name=order, known=ORDERS)
        self._order, self._limit = ORDERS.index(order), limit
        self._type = KINDS[by]
        self._families: dict[tuple[str, str, int], _Family] = {}

    @checked
    def batch_counts(self, batch: Batch) -> list[AddressCounts]:
        """What a batch holds."""
        shapes = sorted(batch.shapes, key=lambda shape: int(shape.rows[0]))  # however packets come in batches
        return [counts for shape in shapes if (counts := self._counts(shape)) is not None]

    @checked
    def merge(self, counts: Sequence[AddressCounts]) -> None:
        """Count what a batch holds."""
        for header, name, parts in counts:
            assert header.address is not None  # that is how it was chosen
            leaf = header.leaf(name)
            form = (header.address[0], leaf.kind.name, leaf.width)
            if form not in self._families:
                self._families[form] = _Family(form[0], leaf, Tally(parts[0].keys.shape[1], 4))
            for part in parts:
                self._families[form].tally.add_sums(part)

    @checked
    def count(self, shape: Shape) -> None:
        """Count the packets of one shape."""
        counts = self._counts(shape)
        if counts is not None:
            self.merge([counts])

    @property
    def is_full(self) -> bool:
        """There are too many keys."""
        return any(family.tally.is_full for family in self._families.values())

    @abc.abstractmethod
    def _sums(self, shape: Shape, source: Words, destination: Words, complete: bool) -> list[Sums]:
        """The sums of the packets of a shape by their keys; whether both keys are complete."""

    def _counts(self, shape: Shape) -> AddressCounts | None:
        """What the packets of a shape hold; None where they have no such addresses."""
        index = max((i for i, header in enumerate(shape.headers) if self._type.has(header)), default=None)
        if index is None:
            return None
        header = shape.headers[index]
        assert header.address is not None  # that is how it was chosen
        _, *names = header.address
        source, destination = (words(shape.column(index, header.leaf(name)).values) for name in names)
        complete = True
        part = self._type.part
        if part is not None:
            place = shape.index(part.destination.header)
            if place is None:
                return None
            destination += _numbered(shape, place, part.destination)
            place = shape.index(part.source.header)
            complete = place is not None
            source += [np.zeros(len(shape), np.uint64)] if place is None else _numbered(shape, place, part.source)
        sums = self._sums(shape, np.stack(source, axis=1), np.stack(destination, axis=1), complete)
        return AddressCounts(header, names[0], sums)

    def _ranked(self) -> list[Ranked]:
        """The keys with the most packets or bytes, sorted, followed by the sum of all others if there are any."""
        column, limit = self._order, self._limit
        candidates: list[Ranked] = []
        total = np.zeros(4, np.int64)
        for family in self._families.values():
            tallied = family.tally.sums()
            total += tallied.sums.sum(axis=0) + family.tally.others
            sizes = tallied.sums[:, column] + tallied.sums[:, column + 2]
            top = tallied.at(np.argsort(-sizes, kind="stable")[:limit])
            columns = zip(self._texts(family, top.keys), top.sums.tolist(), top.spans.tolist(), strict=True)
            candidates += [Ranked(*item) for item in columns]
        candidates.sort(key=lambda item: -(item.sums[column] + item.sums[column + 2]))
        ranked = candidates[:limit]
        rest = [int(total_) - sum(item.sums[index] for item in ranked) for index, total_ in enumerate(total)]
        if any(rest):
            ranked.append(Ranked(["others"] * self.ENDS, rest, None))
        return ranked

    def _texts(self, family: _Family, keys: Words) -> Iterator[list[str]]:
        part = self._type.part
        for key in keys.tolist():
            size = len(key) // self.ENDS
            ends = []
            for start in range(0, len(key), size):
                end = key[start : start + size]
                suffix = ""
                if part is not None:
                    number = end.pop()
                    suffix = part.text + part.destination.text(number - 1) if number else ""
                value = from_words(end, family.leaf.width // 8) if family.leaf.wide else end[0]
                ends.append(family.prefix + family.leaf.text(value) + suffix)
            yield ends


class Endpoints(AddressStatistic):
    """Packets and bytes by address, sent and received.

    By queue pair, only datagrams name that of their sender; what a connected queue pair sends is counted for its
    address alone.

    See `AddressStatistic` for the arguments.
    """

    KEY: ClassVar[str] = "endpoints"
    ENDS: ClassVar[int] = 1

    @property
    def columns(self) -> tuple[str, ...]:
        """``address``, ``packets``, ``bytes``, and both again as ``sent_`` and ``received_``."""
        return ("address", "packets", "bytes", "sent_packets", "sent_bytes", "received_packets", "received_bytes")

    @property
    def first_to_go(self) -> tuple[str, ...]:
        """The columns in the order in which a table leaves them out that is too wide."""
        return ("received_packets", "sent_packets", "received_bytes", "sent_bytes", "bytes")

    def _sums(self, shape: Shape, source: Words, destination: Words, complete: bool) -> list[Sums]:
        sizes, times, zeros = _lengths(shape)
        return [
            sums_of(source, np.stack((zeros + 1, sizes, zeros, zeros), axis=1), times),
            sums_of(destination, np.stack((zeros, zeros, zeros + 1, sizes), axis=1), times),
        ]

    def rows(self) -> list[Row]:
        """The addresses with the most first, and all others as ``others``."""
        return [self.row(*ends, sent[0] + sent[2], sent[1] + sent[3], *sent) for ends, sent, _ in self._ranked()]


class Conversations(AddressStatistic):
    """Packets and bytes by pair of addresses, in each direction.

    By queue pair, datagrams name both; other packets name only the receiver's, so that each direction is a conversation
    of its own, from an address to a queue pair.

    See `AddressStatistic` for the arguments.
    """

    KEY: ClassVar[str] = "conversations"
    ENDS: ClassVar[int] = 2

    @property
    def columns(self) -> tuple[str, ...]:
        """``a``, ``b``, ``packets``, ``bytes``, those of each direction, and ``first``, ``last``, ``duration``.

        Times are seconds (since the epoch), as texts that keep nanoseconds.
        """
        both = ("packets", "bytes")
        directions = (f"{name}_{way}" for way in ("a_to_b", "b_to_a") for name in both)
        return ("a", "b", *both, *directions, "first", "last", "duration")

    @property
    def first_to_go(self) -> tuple[str, ...]:
        """The columns in the order in which a table leaves them out that is too wide."""
        return ("last", "first", "packets_b_to_a", "packets_a_to_b", "duration", "bytes_b_to_a", "bytes_a_to_b")

    def _sums(self, shape: Shape, source: Words, destination: Words, complete: bool) -> list[Sums]:
        sizes, times, zeros = _lengths(shape)
        to_a = _greater(source, destination) if complete else np.zeros(len(shape), np.bool_)
        to_b = ~to_a
        swap = to_a[:, np.newaxis]
        keys = np.concatenate((np.where(swap, destination, source), np.where(swap, source, destination)), axis=1)
        return [sums_of(keys, np.stack((zeros + to_b, sizes * to_b, zeros + to_a, sizes * to_a), axis=1), times)]

    def rows(self) -> list[Row]:
        """The pairs with the most first, and all others as ``others``."""
        rows = []
        for ends, sums, span in self._ranked():
            times = (seconds(span[0]), seconds(span[1]), seconds(span[1] - span[0])) if span else (None, None, None)
            rows.append(self.row(*ends, sums[0] + sums[2], sums[1] + sums[3], *sums, *times))
        return rows


def _numbered(shape: Shape, place: int, leaf: Leaf) -> list[Words]:
    """A column plus 1; 0 means that packets do not have it."""
    return [shape.column(place, leaf).values.astype(np.uint64) + np.uint64(1)]


def _lengths(shape: Shape) -> tuple[Ints, Ints, Ints]:
    """The lengths of packets, their times, and zeros."""
    return shape.frames.lengths(shape.rows), shape.frames.time[shape.rows], np.zeros(len(shape), np.int64)


def _greater(keys: Words, others: Words) -> NDArray[np.bool_]:
    """Which keys sort after the others."""
    greater = np.zeros(len(keys), np.bool_)
    same = np.ones(len(keys), np.bool_)
    for key, other in zip(keys.T, others.T, strict=True):
        greater |= same & (key > other)
        same &= key == other
    return greater
