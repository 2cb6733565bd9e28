"""What both trackers of an exchange need: unwrapped PSNs, PSN ranges, packet copies, and the results of a batch.

PSNs are unwrapped internally (`unwrap`) and modulo 2^24 in results.
"""

from __future__ import annotations

import functools
import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ibpkt.analysis.results.finding import Finding, FindingType
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.analysis.results.message import Message
from ibpkt.arrays import Ints
from ibpkt.protocols import PSN_MASK

if TYPE_CHECKING:
    from ibpkt.analysis.columns.transport import Transport

HALF = PSN_MASK + 1 >> 1
#: a larger PSN distance belongs to another connection, or to a damaged packet
MAX_PSN_DISTANCE = 1 << 16
#: PSNs after which a packet is no longer recognised as a copy of an earlier one
COPY_WINDOW = 4096
#: arrays of packet copies, before they are merged
BLOCKS = 8
#: nanoseconds within which an equal packet counts as a copy made by the network, if nothing else decides
DUPLICATE_TIME = 100_000

#: largest distance between the Identifications of neighbours, if a sender counts its packets
MAX_IDENT_STEP = 256
#: PSNs that are searched for a neighbour
MAX_IDENT_SEARCH = 24


def unwrap(psn: int, near: int) -> int:
    """The number without wrapping that is nearest to another."""
    return near + ((psn - near + HALF) & PSN_MASK) - HALF


class PacketView(NamedTuple):
    """The fields of one packet that the trackers read; zero for fields that it lacks.

    Attributes:
        row: its place among the batch's packets that have a BTH.
        frame, time, opcode, psn, size, ackreq, va, r_key, dmalen, immediate, syndrome, msn: see `Transport`.
        ident: the Identification of its IPv4 header.
        cut: what follows BTH is not all there: only operation and sequence number are known.
    """

    row: int
    frame: int
    time: int
    opcode: int
    psn: int
    size: int
    ackreq: int
    va: int
    r_key: int
    dmalen: int
    immediate: int
    syndrome: int
    msn: int
    ident: int
    cut: int


def views_of(columns: Transport, rows: Ints) -> Iterator[PacketView]:
    """The views of some packets of a batch."""
    lists = (
        columns.frame, columns.time, columns.opcode, columns.psn, columns.size, columns.ackreq, columns.va,
        columns.r_key, columns.dmalen, columns.immediate, columns.syndrome, columns.msn, columns.ident, columns.stopped,
    )  # fmt: skip
    return map(_view, zip(rows.tolist(), *(column[rows].tolist() for column in lists), strict=True))


def detached(packet: PacketView) -> PacketView:
    """The same packet, when its batch may be gone: it has no row any more."""
    return _view((-1, *packet[1:]))


def request_signature(opcode: Any, size: Any, dmalen: Any) -> Any:
    """A number that is the same for all copies of a request, and differs as operation or length does; or an array."""
    return opcode | size << 8 | dmalen << 24


class PacketCopy(NamedTuple):
    """The last time a packet came, its `request_signature` (-1 if cut), and the Identification of the copy before."""

    frame: int
    time: int
    ident: int
    signature: int = 0
    before: int = 0

    def is_same(self, ident: int) -> bool | None:
        """Whether a packet is a copy made by the network, by its Identification; None if that does not decide."""
        return ident in (self.ident, self.before) if ident and self.ident else None


# these make one faster than calling the class does
_view = functools.partial(tuple.__new__, PacketView)
_copy = functools.partial(tuple.__new__, PacketCopy)
_finding = functools.partial(tuple.__new__, Finding)


class PacketCopies:
    """The last copy of each packet, by sequence number, of the last `COPY_WINDOW` numbers.

    What comes in bulk is kept as arrays, and single packets in a dictionary, which counts more.
    """

    __slots__ = ("_bulk", "_ends", "_single")

    def __init__(self) -> None:
        self._single: dict[int, PacketCopy] = {}
        self._bulk: list[tuple[Ints, ...]] = []
        self._ends: list[tuple[int, int]] = []  # the first number and the last of each

    @property
    def weight(self) -> int:
        """Bytes that they take, about."""
        return 300 * len(self._single) + 40 * sum(len(block[0]) for block in self._bulk)

    def add(self, psn: int, packet: PacketView) -> None:
        """A packet came."""
        before = self._single.get(psn)
        if before is None and self._ends and psn <= self._ends[-1][1]:
            before = self._among_many(psn)
        signature = -1 if packet.cut else request_signature(packet.opcode, packet.size, packet.dmalen)
        single = self._single
        single[psn] = _copy((packet.frame, packet.time, packet.ident, signature, 0 if before is None else before.ident))
        if len(single) > 2 * COPY_WINDOW:
            oldest = max(single) - COPY_WINDOW
            self._single = {old_psn: copy for old_psn, copy in single.items() if old_psn > oldest}

    def add_many(self, psns: Ints, frames: Ints, times: Ints, idents: Ints, signatures: Ints) -> None:
        """Packets came that had not come before; numbers ascend."""
        if not len(psns):
            return
        # copies, for a view would keep the whole batch
        self._bulk.append(tuple(column[-COPY_WINDOW:].copy() for column in (psns, frames, times, idents, signatures)))
        self._ends.append((int(self._bulk[-1][0][0]), int(psns[-1])))
        oldest = int(psns[-1]) - COPY_WINDOW
        while self._ends[0][1] < oldest:
            del self._bulk[0], self._ends[0]
        if len(self._bulk) > BLOCKS:
            self._bulk = [tuple(np.concatenate(column)[-COPY_WINDOW:] for column in zip(*self._bulk, strict=True))]
            self._ends = [(int(self._bulk[0][0][0]), self._ends[-1][1])]

    def find(self, psn: int, top: int) -> PacketCopy | None:
        """The last copy; None if there was none, or if more than `COPY_WINDOW` PSNs have followed up to ``top``."""
        if psn < top - COPY_WINDOW:
            return None
        return self._single.get(psn) or self._among_many(psn)

    def _among_many(self, psn: int) -> PacketCopy | None:
        ends = self._ends
        for block in range(len(ends) - 1, -1, -1):
            first, last = ends[block]
            if psn > last:
                return None  # numbers ascend from block to block
            if psn >= first:
                psns, *columns = self._bulk[block]
                at = psns.searchsorted(psn)
                if psns[at] == psn:
                    return _copy((*(int(column[at]) for column in columns), 0))
                return None
        return None

    def is_earlier(self, psn: int, ident: int, top: int) -> bool | None:
        """Whether a packet was sent before one that came earlier, by its Identification; None if that does not decide.

        Where a sender counts its packets in that field, its newest packets show it: their numbers ascend closely.
        A packet lies between its neighbours then, or before its own copy; else it was sent later.
        """
        if not ident:
            return None
        own = self.find(psn, top)
        above = self._nearest(psn + 1, 1, top)
        if own is not None:
            other = above or self._nearest(psn - 1, -1, top)
            if not own.ident or other is None or not _idents_near(own.ident, other.ident):
                return None
            return 0 < (own.ident - ident) & 0xFFFF <= MAX_IDENT_STEP
        below = None if above is None else self._nearest(psn - 1, -1, top)
        if above is None or below is None or not 0 < (above.ident - below.ident) & 0xFFFF <= MAX_IDENT_STEP:
            return None
        return 0 < (above.ident - ident) & 0xFFFF < (above.ident - below.ident) & 0xFFFF

    def _nearest(self, psn: int, step: int, top: int) -> PacketCopy | None:
        """The nearest packet with an Identification."""
        for _ in range(MAX_IDENT_SEARCH):
            entry = self.find(psn, top)
            if entry is not None:
                return entry if entry.ident else None
            psn += step
        return None


def _idents_near(a: int, b: int) -> bool:
    return a != b and min((a - b) & 0xFFFF, (b - a) & 0xFFFF) <= MAX_IDENT_STEP


class EarlyPackets(dict[int, tuple[PacketView, int]]):
    """Packets that wait for a missing one before them, and their spans, by PSN.

    They can be read in order without searching all of them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._order: list[int] = []  # a heap; some of it has gone by now

    def __setitem__(self, psn: int, packet: tuple[PacketView, int]) -> None:
        if psn not in self:
            if len(self._order) > 2 * len(self):
                self._order = sorted(self)
            heapq.heappush(self._order, psn)
        dict.__setitem__(self, psn, packet)

    def below(self, upto: int) -> Iterator[tuple[int, PacketView, int]]:
        """Take out what is below a number, in order: numbers, packets and spans."""
        while self._order and self._order[0] < upto:
            psn = heapq.heappop(self._order)
            if psn in self:
                packet, span = self.pop(psn)
                yield psn, packet, span


class Results:
    """Collects the results of a batch: findings, messages, flows and facts of packets.

    Attributes:
        findings, messages, flows: those of this batch so far.
        fact_columns: facts by name, arrays of a value a packet; those of single packets after `flush`.
        is_bad: whether the packet in a row has a wrong ICRC.
        payload: keep the frames of the packets that carry each message.
        wants_messages: messages are wanted.
        facts: names of the wanted facts; None for all.
        now: the time of the last packet; not the latest, for clocks are set back.
        frame: the packet that is being processed.
    """

    def __init__(self, payload: bool, wants_messages: bool, facts: frozenset[str] | None = None) -> None:
        self.payload = payload
        self.wants_messages = wants_messages
        self.facts = facts
        self.now = 0
        self.frame = 0
        self.is_bad: Callable[[int], bool] = lambda row: False
        self.clear(0)

    def clear(self, count: int) -> None:
        """Start a batch of ``count`` packets."""
        self.findings: list[Finding] = []
        self.messages: list[Message] = []
        self.flows: list[Flow] = []
        self.fact_columns: dict[str, Ints] = {}
        # rows and values; where not all are wanted, those that are
        self._single: dict[str, tuple[list[int], list[int]]] = {name: ([], []) for name in self.facts or ()}
        self._added: list[tuple[str, int, int]] = []
        self._count = count

    def set_fact(self, name: str, row: int, value: int = 1) -> None:
        """A fact of a packet."""
        single = self._single.get(name)
        if single is None:
            if self.facts is not None:
                return
            single = self._single[name] = ([], [])
        if row < 0:
            return
        single[0].append(row)
        single[1].append(value)

    def add_to_fact(self, name: str, row: int, count: int) -> None:
        """Add to a fact of a packet that is counted in several parts."""
        if row >= 0 and self.wants(name):
            self._added.append((name, row, count))

    def flush(self) -> None:
        """Write the facts of single packets to the columns; the last value of a packet wins."""
        for name, (rows, values) in self._single.items():
            if rows:
                self.column(name)[rows] = values
        for name, row, count in self._added:
            self.column(name)[row] += count
        self._single.clear()
        self._added.clear()

    def wants(self, name: str) -> bool:
        """Whether a fact is wanted."""
        return self.facts is None or name in self.facts

    def column(self, name: str) -> Ints:
        """A whole column of facts, to be filled."""
        if name not in self.fact_columns:
            self.fact_columns[name] = np.zeros(self._count, np.int64)
        return self.fact_columns[name]

    def report(self, kind: FindingType, packet: PacketView, flow: Flow, packets: int = 1, **facts: Any) -> None:
        """Add a finding that concerns so many packets."""
        self.findings.append(_finding((kind, packet.frame, packet.time, flow.number, facts, packets, ())))

    def ended(self, message: Message, side: Side) -> None:
        """A message has ended."""
        side.messages[message.kind] = side.messages.get(message.kind, 0) + 1
        if message.outcome in ("completed", "sent"):
            side.completed += message.size or 0
        message.closed = self.frame
        if self.wants_messages:
            self.messages.append(message)


class PSNRanges:
    """A set of PSNs as ranges ``[first, end)``, ascending and disjoint.

    If there are too many, the lowest are dropped.
    """

    __slots__ = ("_behind", "_first", "_most")

    def __init__(self, most: int = 64) -> None:
        self._first: list[int] = []
        self._behind: list[int] = []
        self._most = most

    def __bool__(self) -> bool:
        return bool(self._first)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(list(zip(self._first, self._behind, strict=True)))

    def __contains__(self, psn: int) -> bool:
        at = bisect_right(self._first, psn)
        return at > 0 and psn < self._behind[at - 1]

    def add(self, first: int, end: int) -> None:
        """Add a range."""
        if first >= end:
            return
        low, high = bisect_left(self._behind, first), bisect_right(self._first, end)
        if low < high:
            first, end = min(first, self._first[low]), max(end, self._behind[high - 1])
        self._put(low, high, [(first, end)])

    def remove(self, first: int, end: int) -> int:
        """Take a range away; how many numbers of it were there."""
        low, high = bisect_right(self._behind, first), bisect_left(self._first, end)
        if low >= high or first >= end:
            return 0
        taken = self.count(first, end)
        remaining = [(self._first[low], first), (end, self._behind[high - 1])]
        self._put(low, high, [piece for piece in remaining if piece[0] < piece[1]])
        return taken

    def _put(self, low: int, high: int, ranges: list[tuple[int, int]]) -> None:
        self._first[low:high] = [first for first, _ in ranges]
        self._behind[low:high] = [end for _, end in ranges]
        del self._first[: -self._most], self._behind[: -self._most]

    def count(self, first: int, end: int) -> int:
        """How many numbers of a range are there."""
        low, high = bisect_right(self._behind, first), bisect_left(self._first, end)
        inside = zip(self._first[low:high], self._behind[low:high], strict=True)
        return sum(max(0, min(last, end) - max(begin, first)) for begin, last in inside)
