"""The flows under way as arrays: a row a flow, and a row for each of its two ends.

The ends of the flow in row ``f`` are the rows ``2 * f`` and ``2 * f + 1`` of their table.  The requests of an end and
the answers to them are the half of the same number, so an end's answers belong to the half ``end ^ 1``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import DTypeLike

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import SERVICES
from ibpkt.analysis.results.flow import JOIN_METHODS, Flow, Side
from ibpkt.analysis.streams.end_paths import COLUMNS, EndPaths
from ibpkt.analysis.streams.named_arrays import NamedArrays
from ibpkt.analysis.streams.request_history import HISTORY_COLUMNS
from ibpkt.arrays import Array, Bools, Ints, distinct, repeated, rows_where

#: how flows were joined, and why they ended, by their numbers in the columns
METHODS = ("", *(name for name in JOIN_METHODS if name))
ENDINGS = ("", "reused", "given up")
#: counts that have a column from the beginning; all others get one with their first count
COUNTS = ("packets", "bytes", "payload", "requests", "answers")
#: counts of an end that are not numbers of messages by kind
_SIDE_COUNTS = frozenset(Side.__slots__) - {"address", "path"}
#: what connection management says of the requests of an end; -1 where it says nothing
DECLARED = ("declared_psn", "ack_timeout", "retry_count", "rnr_retry_count", "depth", "pmtu")
_NAK = "nak "
_UD = SERVICES.index("UD")

_FLOW_COLUMNS: dict[str, tuple[DTypeLike, int]] = {
    "number": (np.int64, 0), "also": (np.int64, 0), "also_frame": (np.int64, 0), "joined": (np.int64, 0),
    "service": (np.int8, 0), "how": (np.int8, 0), "sure": (np.float64, 0), "first": (np.int64, 0),
    "last": (np.int64, 0), "first_frame": (np.int64, 0), "last_frame": (np.int64, 0), "moves": (np.int32, 0),
    "released": (np.int64, 0), "released_time": (np.int64, 0), "open": (np.bool_, 0), "ended": (np.int8, 0),
    "used": (np.bool_, 0), "strays_told": (np.int8, 0),
}  # fmt: skip
_END_COLUMNS: dict[str, tuple[DTypeLike, int]] = {
    "address": (np.int64, 0), "qpn": (np.int32, -1), "first_psn": (np.int32, -1), "last_psn": (np.int32, -1),
    "highest_psn": (np.int32, -1),
    "window": (np.int64, 0), "answer_psn": (np.int32, -1), "answer_msn": (np.int32, -1), "asks_again": (np.bool_, 0),
    "migreq": (np.int8, -1),
    "last_sent": (np.int64, 0), "length": (np.int64, 0), "stray_psn": (np.int32, -1), "stray_answer": (np.int32, -1),
    "low_msn": (np.int32, -1), "jump_psn": (np.int32, -1), "jump_requests": (np.int32, 0), "counted_at": (np.int64, 0),
    "refused_psn": (np.int32, -1), "refused_at": (np.int64, 0),
    "early_answers": (np.int32, 0), **dict.fromkeys(HISTORY_COLUMNS, (np.int64, 0)),
    **dict.fromkeys(COUNTS, (np.int64, 0)),
}  # fmt: skip


class FlowColumns:
    """Flows by row; a row is used again when its flow is over.

    Attributes:
        flows: columns by row of a flow: ``number`` (0: not numbered yet), ``also``, ``also_frame`` (the first of its
            other direction), ``joined`` (the frame that showed that, 0 where answers have not), ``service``, ``how``,
            ``sure``, ``first`` and ``last`` (times), ``first_frame``, ``last_frame``, ``moves``, ``released`` (the
            frame that released the connection, 0 for none), ``open`` (its other direction is sought), ``ended`` (a
            number in `ENDINGS`), ``used``, ``strays_told`` (findings of packets far from all others).
        ends: columns by end: ``address`` (a number), ``qpn``, ``first_psn``, ``last_psn`` and ``highest_psn`` of its
            requests, ``window`` (PSNs from the first to the one behind the highest), ``answer_psn`` and ``answer_msn``
            of its last answer, ``asks_again`` (that is a NAK that asks for its PSN), ``migreq``, ``last_sent`` (times
            of requests), ``length`` (bytes that its last request reads), ``stray_psn``, ``stray_answer`` and
            ``low_msn`` (of its last request or answer that was far from all others, or counted too few messages; -1
            where the last one was not), ``jump_psn`` and ``jump_requests`` (its last request that began a message where
            none was due: PSN, and requests before it), ``counted_at`` (the time of its last answer that counts
            messages), ``refused_psn`` and ``refused_at`` (the PSN and the time of the first NAK by which it refused a
            request for good, -1 and 0 for none), ``early_answers`` (those before all requests that they may answer),
            those of `RequestHistory.before`, counts.
        size: rows that were ever used.
        carries: what connection management said that a flow is for, by row.
        recovery: how a flow recovers, by row, where that is known.
        paths: what packets say of their path, by end, where that is read.
    """

    def __init__(self) -> None:
        self.flows = NamedArrays(_FLOW_COLUMNS)
        self.ends = NamedArrays(_END_COLUMNS)
        self.size: int = 0
        self.carries: dict[int, str] = {}
        self.recovery: dict[int, str] = {}
        self.paths = EndPaths(self.ends)
        self._free: list[int] = []

    def __len__(self) -> int:
        return self.size - len(self._free)

    def allocate(self, count: int) -> Ints:
        """Rows for new flows, shape (count,)."""
        again = self._free[len(self._free) - min(count, len(self._free)) :][::-1]
        del self._free[len(self._free) - len(again) :]
        more = count - len(again)
        self.flows.reserve(self.size + more)
        self.ends.reserve(2 * (self.size + more))
        rows = np.concatenate((np.array(again, np.int64), np.arange(self.size, self.size + more)))
        self.size += more
        self.flows["used"][rows] = True
        return rows

    def release(self, rows: Ints) -> None:
        """These flows are over: their rows may be used again."""
        self.flows.reset(rows)
        ends = np.concatenate((2 * rows, 2 * rows + 1))
        self.ends.reset(ends)
        self.paths.forget(ends)
        for row in rows.tolist() if self.carries or self.recovery else ():
            self.carries.pop(row, None)
            self.recovery.pop(row, None)
        self._free += rows[::-1].tolist()

    def join(self, kept: Ints, dissolved: Ints, how: str, sure: Array | float) -> None:
        """Flows of one direction each become the other direction of others; their rows are used again."""
        flows, ends = self.flows, self.ends
        flows["also"][kept] = flows["number"][dissolved]
        flows["also_frame"][kept] = flows["first_frame"][dissolved]
        flows["how"][kept], flows["sure"][kept], flows["open"][kept] = METHODS.index(how), sure, False
        flows["first"][kept] = np.minimum(flows["first"][kept], flows["first"][dissolved])
        for name in ("last", "last_frame", "released", "released_time", "moves"):
            flows[name][kept] = np.maximum(flows[name][kept], flows[name][dissolved])
        ends["qpn"][2 * kept] = ends["qpn"][2 * dissolved + 1]
        ends["qpn"][2 * dissolved] = ends["qpn"][2 * kept + 1]
        ends.copy_rows(2 * dissolved, 2 * kept + 1)
        self.paths.move(2 * dissolved, 2 * kept + 1)

    def part(self, kept: Ints, dissolved: Ints, were: dict[str, Array]) -> None:
        """Take joins back, in the batch in which they were found.

        Args:
            kept, dissolved: the flows, see `join`.
            were: columns of those that were kept, as they were before.
        """
        for name, values in were.items():
            self.flows[name][kept] = values
        self.flows["open"][dissolved] = True
        other = 2 * kept + 1
        known = {name: self.ends[name][other] for name in ("address", "qpn")}
        self.paths.move(other, 2 * dissolved)
        self.ends.reset(other)
        for name, values in known.items():
            self.ends[name][other] = values
        self.ends["qpn"][2 * kept] = self.ends["qpn"][2 * dissolved] = -1  # only answers have shown whose they are

    def then(self, half: Ints, frame: Ints) -> tuple[Ints, Ints]:
        """The flow and the side of requests as their packets have them: a direction has its own until it is joined.

        Args:
            half: the half of each request, shape (n,).
            frame: its packet, shape (n,).

        Returns:
            Numbers of flows, and sides, shape (n,) both.
        """
        row, side = half >> 1, half & 1
        early = (side == 1) & (frame < self.flows["joined"][row])
        return np.where(early, self.flows["also"][row], self.flows["number"][row]), np.where(early, 0, side)

    # -- counts -----------------------------------------------------------------------------------------------------

    def count(self, name: str) -> Array:
        """A count by end; all 0 where nothing was counted."""
        if name not in self.ends:
            self.ends.add_column(name, np.int64)
        return self.ends[name]

    def add_count(self, name: str, ends: Ints, values: Array | int) -> None:
        """Add to a count: a field of `Side`, or a kind of message.

        Args:
            name: its name.
            ends: of the packets' senders, shape (m,); an end may be there several times.
            values: what to add, shape (m,).
        """
        if len(ends):
            np.add.at(self.count(name), ends, values)

    def add_naks(self, ends: Ints, codes: Ints) -> None:
        """Count NAKs that ends have sent, shape (m,) each."""
        for code in distinct(codes).tolist():
            self.add_count(f"{_NAK}{code}", ends[codes == code], 1)

    def declare(self, end: int, **values: int | None) -> None:
        """What connection management says of the requests of an end, by names in `DECLARED`."""
        for name, value in values.items():
            if value is not None:
                if name not in self.ends:
                    self.ends.add_column(name, np.int64, -1)
                self.ends[name][end] = value

    def declared(self, name: str) -> Array:
        """What connection management said of requests, by half; -1 for nothing.

        Args:
            name: ``declared_psn`` the first PSN, ``ack_timeout`` in nanoseconds, ``retry_count``, ``rnr_retry_count``,
                ``depth`` READs and atomics under way at most, ``pmtu`` in bytes.
        """
        if name in self.ends:
            return self.ends[name]
        return repeated(-1, self.ends.capacity)

    # -- output -----------------------------------------------------------------------------------------------------

    def to_flows(self, rows: Iterable[int], addresses: Addresses) -> list[Flow]:
        """Flows as objects, column by column: to look at each value by itself takes five times as long."""
        own = np.array([*rows], np.int64)
        ends = np.stack((2 * own, 2 * own + 1), axis=1).reshape(-1)
        sides = self._sides(ends, np.repeat(self.flows["service"][own] == _UD, 2), addresses)
        names = (
            "number", "service", "first", "last", "also", "how", "sure", "moves", "ended", "released_time", "released",
        )  # fmt: skip
        columns = (self.flows[name][own].tolist() for name in names)
        pmtus: list[int] = self.declared("pmtu")[ends].reshape(-1, 2).max(axis=1).tolist()
        refuses: Bools = self.ends["refused_psn"][ends] >= 0
        refused = (refuses[::2] | refuses[1::2]).tolist()
        pairs = zip(sides[::2], sides[1::2], strict=True)
        return [
            Flow(
                number, SERVICES[service], first, last, also=also, sides=pair, how=METHODS[how], sure=sure,
                carries=self.carries.get(row, ""), pmtu=None if pmtu < 0 else pmtu,
                recovery=self.recovery.get(row, ""), moves=moves, ended=ENDINGS[ended] or ("refused" if nak else ""),
                released=time, released_frame=frame,
            )
            for row, pair, pmtu, nak, number, service, first, last, also, how, sure, moves, ended, time, frame in zip(
                own.tolist(), pairs, pmtus, refused, *columns, strict=True
            )
        ]  # fmt: skip

    def _sides(self, rows: Ints, datagrams: Bools, addresses: Addresses) -> list[Side]:
        """Ends of flows as objects.

        Args:
            rows: the ends, shape (n,).
            datagrams: which of them are of datagrams, shape (n,).
            addresses: gives the texts of addresses.
        """
        ends, known = self.ends, {*_END_COLUMNS, *DECLARED, *COLUMNS.values()}
        sides = [Side(addresses.text(number)) for number in ends["address"][rows].tolist()]
        # datagrams have no order that a highest PSN would mean anything in
        last = np.where(datagrams, ends["last_psn"][rows], ends["highest_psn"][rows])
        for name, values in (
            ("qpn", ends["qpn"][rows]), ("first_psn", ends["first_psn"][rows]), ("last_psn", last),
            ("depth", self.declared("depth")[rows]),
        ):  # fmt: skip
            for side, value in _where(sides, values, values >= 0):
                setattr(side, name, value)
        for name in ends:
            is_count = name in _SIDE_COUNTS and name not in DECLARED and ends[name].dtype == np.int64
            if not is_count and name in known:
                continue
            values = ends[name][rows]
            for side, value in _where(sides, values, values != 0):
                if is_count:
                    setattr(side, name, value)
                elif name.startswith(_NAK):
                    side.naks[int(name[len(_NAK) :])] = value
                else:
                    side.messages[name] = value
        for side, path in zip(sides, self.paths.of_ends(rows, addresses), strict=True):
            side.path = path
        return sides


def _where(sides: list[Side], values: Array, chosen: Bools) -> Iterator[tuple[Side, int]]:
    """Some ends of flows with their values."""
    if chosen.all():
        return zip(sides, values.tolist(), strict=True)
    places = rows_where(chosen)
    return zip((sides[place] for place in places.tolist()), values[places].tolist(), strict=True)
