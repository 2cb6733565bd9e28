"""The first bytes of SENDs, and short answers to READs, kept until the messages have ended."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from ibpkt.analysis.columns.transport import KINDS, POSITIONS, Transport
from ibpkt.arrays import Bools, Ints, Octets, byte_strings, distinct, gather, places_in
from ibpkt.protocols import OPERATIONS

_SEND = OPERATIONS.index("SEND")
_WRITE = OPERATIONS.index("WRITE")
_READ = OPERATIONS.index("READ")
_RESPONSE = KINDS.index("response")
_ONLY = POSITIONS.index("only")
_BEGINS = np.array([position in ("first", "only") for position in POSITIONS])
#: bytes that are kept: of messages that wait for their ends, and of copies, which have none
LIMIT = 64 << 20
#: bytes that each takes besides its own: an object, and its place in a dictionary
_EACH = 128


class _LastBatch:
    """The beginnings of a batch where they lie in its buffer: most messages end with the batch in which they begin.

    Args:
        frames: the numbers of their packets, ascending, shape (n,); at least one.
        start: where each begins in the buffer, likewise.
        size: bytes of each, likewise.
        data: the buffer.
    """

    def __init__(self, frames: Ints, start: Ints, size: Ints, data: Octets) -> None:
        self.frames, self.start, self.size, self.data = frames, start, size, data
        self.there: Bools = np.ones(len(frames), np.bool_)

    def find(self, frames: Ints) -> Ints:
        """The place of each packet's beginning, -1 where it is not there."""
        at = np.minimum(places_in(self.frames, frames), len(self.frames) - 1)
        return np.where((self.frames[at] == frames) & self.there[at], at, -1)

    def bytes_of(self, places: Ints) -> list[bytes]:
        """The bytes at some places."""
        return byte_strings(self.data, self.start[places], self.start[places] + self.size[places])


class SendHeads:
    """Beginnings of messages by the number of their first packet.

    What `take` was given is looked at in the buffer of its batch, so call `settle` before that is used again.

    Args:
        size: says how many bytes of each, at most; it is asked when the first message comes.
    """

    def __init__(self, size: Callable[[], int]) -> None:
        self._ask_size = size
        self._heads: dict[int, bytes] = {}  # in the order in which they came
        self._kept = 0
        self._last: _LastBatch | None = None
        self._talking: Bools = np.zeros(2, np.bool_)

    @functools.cached_property
    def _size(self) -> int:
        return self._ask_size()

    def take(self, columns: Transport, flows: Ints, unwanted: Bools) -> None:
        """Keep those of a batch.

        Args:
            columns: its packets that have a BTH.
            flows: the numbers of their flows, shape (n,), 0 where that is not known.
            unwanted: by the number of a flow, whether nobody wants its messages, shape (flows + 1,).
        """
        sends = columns.operation == _SEND
        if not (sends.any() or self._talking.any()):
            return
        wanted = ~unwanted[np.minimum(flows, len(unwanted) - 1)]
        if not wanted.any():
            return
        begins = (sends | self._written(columns, flows, sends)) & _BEGINS[columns.position]
        begins |= (
            (columns.operation == _READ)
            & (columns.kind == _RESPONSE)
            & (columns.position == _ONLY)
            & (columns.size <= self._size)
        )
        begins &= ~columns.stopped & wanted
        rows = np.flatnonzero(begins)
        if not len(rows):
            return
        frames = columns.batch.frames
        places = columns.rows[rows]
        start = columns.payload_at[rows]
        there = frames.start[places] + frames.captured[places] - start
        size = np.minimum(np.minimum(columns.size[rows], there), self._size)
        size = np.maximum(size, 0)
        self.settle()
        self._last = _LastBatch(columns.frame[rows], start, size, frames.data)
        self._kept += int(size.sum()) + _EACH * len(rows)
        if self._kept > LIMIT:
            self.settle()
            self._forget()

    def settle(self) -> None:
        """Keep the bytes of those that are still there, so that the buffer of their batch may go."""
        last, self._last = self._last, None
        if last is not None:
            places = np.flatnonzero(last.there)
            self._heads.update(zip(last.frames[places].tolist(), last.bytes_of(places), strict=True))

    def _forget(self) -> None:
        """Forget the first ones, as many as are too many."""
        over, first = self._kept - LIMIT, []
        for number, head in self._heads.items():
            if over <= 0:
                break
            over -= len(head) + _EACH
            first.append(number)
        self.drop(np.array(first, np.int64))

    def _written(self, columns: Transport, flows: Ints, sends: Bools) -> Bools:
        """The WRITEs of flows that have SENDs: answers to what these ask."""
        talking = flows[sends]
        if len(talking) and int(talking.max()) + 1 >= len(self._talking):  # the last stands for all behind it
            more = np.zeros(2 * int(talking.max()) + 2, np.bool_)
            more[: len(self._talking)] = self._talking
            self._talking = more
        self._talking[talking] = True
        found: Bools = (columns.operation == _WRITE) & self._talking[np.minimum(flows, len(self._talking) - 1)]
        return found

    def pop(self, frame: int) -> bytes:
        """What begins with this packet: a SEND, or the answer to a READ; nothing where it is not there."""
        head = self._heads.pop(frame, None)
        if head is None and self._last is not None:
            place = int(self._last.find(np.array([frame]))[0])
            if place >= 0:
                self._last.there[place] = False
                (head,) = self._last.bytes_of(np.array([place]))
        if head is None:
            return b""
        self._kept -= len(head) + _EACH
        return head

    def first_bytes(self, frames: Ints, size: int) -> tuple[Octets, Bools]:
        """The first bytes of several messages; they stay.

        Args:
            frames: the packets with which they begin, shape (n,).
            size: how many bytes of each.

        Returns:
            The bytes, shape (n, size), and which messages have so many of them, shape (n,); others have zeros.
        """
        found, enough = np.zeros((len(frames), size), np.uint8), np.zeros(len(frames), np.bool_)
        places = np.full(len(frames), -1) if self._last is None else self._last.find(frames)
        if self._last is not None:
            long = np.flatnonzero((places >= 0) & (self._last.size[places] >= size))
            found[long] = gather(self._last.data, self._last.start[places[long]], size)
            enough[long] = True
        for row in np.flatnonzero(places < 0).tolist():
            head = self._heads.get(int(frames[row]), b"")
            if len(head) >= size:
                found[row], enough[row] = np.frombuffer(head, np.uint8, size), True
        return found, enough

    def drop(self, frames: Ints) -> None:
        """Forget what begins with these packets.

        Args:
            frames: their numbers, shape (n,).
        """
        last = self._last
        if last is not None:
            places = last.find(frames)
            here = places >= 0
            gone, frames = distinct(places[here]), frames[~here]
            last.there[gone] = False
            self._kept -= int(last.size[gone].sum()) + _EACH * len(gone)
        for frame in frames.tolist() if self._heads else ():
            head = self._heads.pop(frame, None)
            if head is not None:
                self._kept -= len(head) + _EACH
