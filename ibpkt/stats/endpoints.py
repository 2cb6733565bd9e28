"""``stats endpoints`` and ``stats conversations``: who talks, and to whom.

Addresses are those of one kind of header: LIDs of LRH, GIDs of GRH, IP or Ethernet addresses; by default those that
the line of a packet shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.batch import Batch, Shape
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH, DETH, UDP
from ibpkt.schema import IPV4, IPV6, MAC, Header, Leaf, ValueType
from ibpkt.schema.value_types import seconds
from ibpkt.stats.tally import Ints, Row, Tally, Words, raw, words


class EndpointPart(NamedTuple):
    """What an address is followed by.

    Attributes:
        text: what is written between the two.
        source: the leaf that tells it of the sender, where packets have one.
        destination: the leaf that tells it of the receiver; packets without it are not counted.
    """

    text: str
    source: Leaf
    destination: Leaf


class By(NamedTuple):
    """A kind of addresses.  Of several headers that have them the innermost counts.

    Attributes:
        kinds: what the values are; none for all.
        prefix: what is written before them; None for anything.
        part: what belongs to the address, too.
    """

    kinds: tuple[ValueType, ...] = ()
    prefix: str | None = None
    part: EndpointPart | None = None

    def has(self, header: Header) -> bool:
        """Whether a header has addresses of this kind."""
        if header.address is None:
            return False
        prefix, source, _ = header.address
        return self.prefix in (None, prefix) and (not self.kinds or header.leaf(source).kind in self.kinds)


_IP = (IPV4, IPV6)
KINDS: dict[str, By] = {
    "address": By(),
    "lid": By(prefix="LID: "),
    "gid": By(prefix="GID: "),
    "ip": By(_IP, ""),
    "mac": By((MAC,), ""),
    "udp": By(_IP, "", EndpointPart(" port ", UDP.leaf("srcport"), UDP.leaf("dstport"))),
    "qp": By(part=EndpointPart(" QP ", DETH.leaf("srcqp"), BTH.leaf("destqp"))),
}

#: by what the result can be sorted: the sums of either direction, in their order
ORDERS = ("packets", "bytes")


class Ranked(NamedTuple):
    """One row of a result.

    Attributes:
        ends: addresses as text.
        sums: packets and bytes one way, and the other way.
        span: the times in ns since the epoch of the first packet and the last; None where that is not known.
    """

    ends: list[str]
    sums: list[int]
    span: list[int] | None


class _Family(NamedTuple):
    """Addresses that look the same, whichever header bears them."""

    prefix: str
    leaf: Leaf  # one that bears them
    tally: Tally


class _Pairs:
    """Source and destination of every packet as keys, and their sums."""

    def __init__(self, by: str, ends: int, order: str, limit: int | None) -> None:
        if by not in KINDS:
            raise CallerError(f"there are no addresses of kind {by!r}", name=by, known=KINDS)
        if order not in ORDERS:
            raise CallerError(f"{order!r} is nothing to sort by", name=order, known=ORDERS)
        self.order, self.limit = ORDERS.index(order), limit
        self.by = KINDS[by]
        self.ends = ends  # in a key
        self.families: dict[tuple[str, str, int], _Family] = {}

    def of(self, shape: Shape) -> tuple[Tally, Words, Words, bool] | None:
        """Where to count the packets of a shape, the keys of source and destination, and whether both are whole."""
        index = next(
            (index for index in range(len(shape.headers) - 1, -1, -1) if self.by.has(shape.headers[index])), None
        )
        if index is None:
            return None
        header = shape.headers[index]
        assert header.address is not None  # it was asked for above
        prefix, *names = header.address
        source, destination = (words(shape.column(index, header.leaf(name)).values) for name in names)
        whole = True
        if self.by.part is not None:
            place = shape.index(self.by.part.destination.header)
            if place is None:
                return None
            destination += _numbered(shape, place, self.by.part.destination)
            place = shape.index(self.by.part.source.header)
            whole = place is not None
            source += (
                [np.zeros(len(shape), np.uint64)] if place is None else _numbered(shape, place, self.by.part.source)
            )
        leaf = header.leaf(names[0])
        look = (prefix, leaf.kind.name, leaf.width)
        if look not in self.families:
            self.families[look] = _Family(prefix, leaf, Tally(self.ends * len(source), 4))
        return self.families[look].tally, np.stack(source, axis=1), np.stack(destination, axis=1), whole

    def ranked(self) -> list[Ranked]:
        """The keys with the most, sorted, and behind them all others together, if there are any."""
        column, limit = self.order, self.limit
        found: list[Ranked] = []
        total = np.zeros(4, np.int64)
        for family in self.families.values():
            known = family.tally.known()
            total += known.sums.sum(axis=0) + family.tally.others
            sizes = known.sums[:, column] + known.sums[:, column + 2]
            top = known.at(np.argsort(-sizes, kind="stable")[:limit])
            columns = zip(self._texts(family, top.keys), top.sums.tolist(), top.spans.tolist(), strict=True)
            found += [Ranked(*item) for item in columns]
        found.sort(key=lambda item: -(item.sums[column] + item.sums[column + 2]))
        ranked = found[:limit]
        rest = [int(sum_) - sum(item.sums[which] for item in ranked) for which, sum_ in enumerate(total)]
        if any(rest):
            ranked.append(Ranked(["others"] * self.ends, rest, None))
        return ranked

    def _texts(self, family: _Family, keys: Words) -> Iterator[list[str]]:
        part = self.by.part
        for key in keys.tolist():
            size = len(key) // self.ends
            ends = []
            for begin in range(0, len(key), size):
                end = key[begin : begin + size]
                behind = ""
                if part is not None:
                    number = end.pop()
                    behind = part.text + part.destination.text(number - 1) if number else ""
                value = raw(end, family.leaf.width // 8) if family.leaf.wide else end[0]
                ends.append(family.prefix + family.leaf.text(value) + behind)
            yield ends


def _numbered(shape: Shape, place: int, leaf: Leaf) -> list[Words]:
    """A column, from 1 on: 0 stands for what packets do not tell."""
    return [shape.column(place, leaf).values.astype(np.uint64) + np.uint64(1)]


class Endpoints:
    """Packets and bytes by address, sent and received.

    Args:
        by: one of `KINDS`.  By queue pair, only datagrams name that of their sender; so what a connected queue pair
            sends is counted for its address alone.
        order: one of `ORDERS`.
        limit: the rows with the most, so many; all others are added up in one more.  None for all rows.

    Raises:
        CallerError: no such kind or order.
    """

    KEY = "endpoints"

    def __init__(self, by: str = "address", order: str = "bytes", limit: int | None = None) -> None:
        self.pairs = _Pairs(by, 1, order, limit)

    @property
    def columns(self) -> tuple[str, ...]:
        """``address``, ``packets``, ``bytes``, and both again as ``sent_`` and ``received_``."""
        return ("address", "packets", "bytes", "sent_packets", "sent_bytes", "received_packets", "received_bytes")

    def add(self, batch: Batch) -> None:
        """Count the packets of a batch."""
        for shape in batch.shapes:
            found = self.pairs.of(shape)
            if found is None:
                continue
            tally, source, destination, _ = found
            sizes, times, zeros = _lengths(shape)
            tally.add(source, np.stack((zeros + 1, sizes, zeros, zeros), axis=1), times)
            tally.add(destination, np.stack((zeros, zeros, zeros + 1, sizes), axis=1), times)

    def rows(self) -> list[Row]:
        """The addresses with the most first, and all others as ``others``."""
        return [
            dict(zip(self.columns, (*ends, sent[0] + sent[2], sent[1] + sent[3], *sent), strict=True))
            for ends, sent, _ in self.pairs.ranked()
        ]

    def shown(self) -> list[Row]:
        """The same."""
        return self.rows()


class Conversations:
    """Packets and bytes by pair of addresses, in each direction.

    Args:
        by: one of `KINDS`.  By queue pair, datagrams name both; other packets name the receiver's only, so that each
            direction is a conversation of its own, from an address to a queue pair.
        order: one of `ORDERS`.
        limit: the rows with the most, so many; all others are added up in one more.  None for all rows.

    Raises:
        CallerError: no such kind or order.
    """

    KEY = "conversations"

    def __init__(self, by: str = "address", order: str = "bytes", limit: int | None = None) -> None:
        self.pairs = _Pairs(by, 2, order, limit)

    @property
    def columns(self) -> tuple[str, ...]:
        """``a``, ``b``, ``packets``, ``bytes``, those of each direction, and ``first``, ``last``, ``duration``.

        Times are seconds (since the epoch), as texts that keep nanoseconds.
        """
        both = ("packets", "bytes")
        directions = (f"{name}_{way}" for way in ("a_to_b", "b_to_a") for name in both)
        return ("a", "b", *both, *directions, "first", "last", "duration")

    def add(self, batch: Batch) -> None:
        """Count the packets of a batch."""
        for shape in batch.shapes:
            found = self.pairs.of(shape)
            if found is None:
                continue
            tally, source, destination, whole = found
            sizes, times, zeros = _lengths(shape)
            back = _greater(source, destination) if whole else np.zeros(len(shape), np.bool_)
            there = ~back
            swap = back[:, np.newaxis]
            keys = np.concatenate((np.where(swap, destination, source), np.where(swap, source, destination)), axis=1)
            tally.add(keys, np.stack((zeros + there, sizes * there, zeros + back, sizes * back), axis=1), times)

    def rows(self) -> list[Row]:
        """The pairs with the most first, and all others as ``others``."""
        rows = []
        for ends, sums, span in self.pairs.ranked():
            times = (seconds(span[0]), seconds(span[1]), seconds(span[1] - span[0])) if span else (None, None, None)
            rows.append(
                dict(zip(self.columns, (*ends, sums[0] + sums[2], sums[1] + sums[3], *sums, *times), strict=True))
            )
        return rows

    def shown(self) -> list[Row]:
        """The same."""
        return self.rows()


def _lengths(shape: Shape) -> tuple[Ints, Ints, Ints]:
    """The packets' bytes, their times, and zeros."""
    return shape.frames.frame_len[shape.rows], shape.frames.time[shape.rows], np.zeros(len(shape), np.int64)


def _greater(keys: Words, others: Words) -> NDArray[np.bool_]:
    """Which keys come behind the others."""
    greater = np.zeros(len(keys), np.bool_)
    same = np.ones(len(keys), np.bool_)
    for key, other in zip(keys.T, others.T, strict=True):
        greater |= same & (key > other)
        same &= key == other
    return greater
