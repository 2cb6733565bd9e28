"""``stats endpoints`` and ``stats conversations``: who talks, and to whom.

Addresses are those of one kind of header: LIDs of LRH, GIDs of GRH, IP or Ethernet addresses; by default those that
the line of a packet shows.  By queue pair, the destination is an address and a queue pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from ibpkt.protocols.encapsulation.ethernet import Ethernet
from ibpkt.protocols.encapsulation.ip import IPv4, IPv6
from ibpkt.protocols.link import LRH
from ibpkt.protocols.network import GRH
from ibpkt.protocols.transport import BTH
from ibpkt.schema import Header
from ibpkt.shape import Array, Shape
from ibpkt.stats.tally import Mask, Tally, distinct, shapes_of

#: kinds of addresses, and the headers that bear them; the innermost counts
KINDS: dict[str, tuple[Header, ...]] = {
    "address": (),
    "lid": (LRH,),
    "gid": (GRH,),
    "ip": (IPv4, IPv6),
    "mac": (Ethernet,),
    "qp": (),
}


def _kind(by: str) -> str:
    if by not in KINDS:
        raise CallerError(f"there are no addresses of kind {by!r}", name=by, known=KINDS)
    return by


class _Pairs:
    """Source and destination of every packet: as texts, once for each different pair."""

    def __init__(self, by: str) -> None:
        self.by = _kind(by)

    def of(self, shape: Shape, places: NDArray[np.int64]) -> tuple[list[tuple[str, str]], NDArray[np.int64]] | None:
        """The different pairs, and for each place the number of its pair; None where the shape has no addresses."""
        index = next(
            (
                index
                for index in range(len(shape.headers) - 1, -1, -1)
                if shape.headers[index].address and (not KINDS[self.by] or shape.headers[index] in KINDS[self.by])
            ),
            None,
        )
        if index is None:
            return None
        header = shape.headers[index]
        assert header.address is not None  # it was asked for above
        prefix, *names = header.address
        leaves = [(index, header.leaf(name)) for name in names]
        if self.by == "qp":
            transport = shape.index(BTH)
            if transport is None:
                return None
            leaves.append((transport, BTH.leaf("destqp")))
        columns: list[Array] = [shape.column(place, leaf).values[places] for place, leaf in leaves]
        first, numbers = distinct(columns)
        texts = [
            [leaf.text(value) for value in _raw(column[first])]
            for column, (_, leaf) in zip(columns, leaves, strict=True)
        ]
        pairs = [
            (prefix + source, prefix + destination + "".join(f" QP {queue}" for queue in rest))
            for source, destination, *rest in zip(*texts, strict=True)
        ]
        return pairs, numbers


def _raw(column: Array) -> Iterator[Any]:
    """Raw values as leaves take them: bytes for wide fields."""
    return map(bytes, column) if column.ndim == 2 else iter(column.tolist())


class Endpoints:
    """Packets and bytes by address, sent and received.

    Args:
        by: one of `KINDS`.

    Raises:
        CallerError: no such kind.
    """

    KEY = "endpoints"

    def __init__(self, by: str = "address") -> None:
        self.pairs = _Pairs(by)
        self.tally = Tally(4)

    def add(self, batch: Batch, rows: Mask | None = None) -> None:
        """Count a batch, or the rows of it that a mask of shape (n,) chooses."""
        for shape, places in shapes_of(batch, rows):
            found = self.pairs.of(shape, places)
            if found is None:
                continue
            pairs, numbers = found
            lengths = shape.frames.frame_len[shape.rows[places]]
            self.tally.add([source for source, _ in pairs], numbers, (1, lengths, 0, 0))
            self.tally.add([destination for _, destination in pairs], numbers, (0, 0, 1, lengths))

    def rows(self) -> list[dict[str, Any]]:
        """``address``, ``packets``, ``bytes``, and both again as ``sent_`` and ``received_``; the most bytes first."""
        rows = [
            {
                "address": address,
                "packets": sent + received,
                "bytes": sent_bytes + received_bytes,
                "sent_packets": sent,
                "sent_bytes": sent_bytes,
                "received_packets": received,
                "received_bytes": received_bytes,
            }
            for address, (sent, sent_bytes, received, received_bytes) in [*self.tally.sums.items(), *_rest(self.tally)]
        ]
        return sorted(rows, key=lambda row: (-int(row["bytes"]), row["address"]))


class Conversations:
    """Packets and bytes by pair of addresses, each direction of its own.

    A packet names its destination's queue pair only, so by queue pair every direction is a conversation.

    Args:
        by: one of `KINDS`.

    Raises:
        CallerError: no such kind.
    """

    KEY = "conversations"

    def __init__(self, by: str = "address") -> None:
        self.pairs = _Pairs(by)
        self.tally = Tally(4)
        self.times: dict[tuple[str, str], list[int]] = {}

    def add(self, batch: Batch, rows: Mask | None = None) -> None:
        """Count a batch, or the rows of it that a mask of shape (n,) chooses."""
        for shape, places in shapes_of(batch, rows):
            found = self.pairs.of(shape, places)
            if found is None:
                continue
            pairs, numbers = found
            lengths = shape.frames.frame_len[shape.rows[places]]
            forward = np.array([source <= destination for source, destination in pairs])[numbers]
            keys = [(min(pair), max(pair)) for pair in pairs]
            self.tally.add(keys, numbers, (forward, lengths * forward, ~forward, lengths * ~forward))
            stamps = shape.frames.time[shape.rows[places]]
            lowest = np.full(len(keys), np.iinfo(np.int64).max)
            highest = np.full(len(keys), np.iinfo(np.int64).min)
            np.minimum.at(lowest, numbers, stamps)
            np.maximum.at(highest, numbers, stamps)
            for key, first, last in zip(keys, lowest.tolist(), highest.tolist(), strict=True):
                if key in self.tally.sums:
                    known = self.times.setdefault(key, [first, last])
                    known[:] = min(known[0], first), max(known[1], last)

    def rows(self) -> list[dict[str, Any]]:
        """``a``, ``b``, ``packets``, ``bytes``, those of each direction, ``first`` and ``last``; the most bytes first.

        Times are seconds since the epoch, as texts that keep nanoseconds.
        """
        rows = []
        for key, (forward, forward_bytes, back, back_bytes) in [*self.tally.sums.items(), *_rest(self.tally)]:
            a, b = key if isinstance(key, tuple) else (key, key)
            first, last = self.times.get(key, (0, 0))
            rows.append(
                {
                    "a": a,
                    "b": b,
                    "packets": forward + back,
                    "bytes": forward_bytes + back_bytes,
                    "packets_a_to_b": forward,
                    "bytes_a_to_b": forward_bytes,
                    "packets_b_to_a": back,
                    "bytes_b_to_a": back_bytes,
                    "first": seconds(first),
                    "last": seconds(last),
                }
            )
        return sorted(rows, key=lambda row: (-int(row["bytes"]), row["a"], row["b"]))


def _rest(tally: Tally) -> list[tuple[str, list[int]]]:
    return [("others", tally.others)] if any(tally.others) else []


def seconds(nanoseconds: int) -> str:
    """A time or a span as seconds with nine places."""
    sign, nanoseconds = ("-", -nanoseconds) if nanoseconds < 0 else ("", nanoseconds)
    return f"{sign}{nanoseconds // 1_000_000_000}.{nanoseconds % 1_000_000_000:09d}"
