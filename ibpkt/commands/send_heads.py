"""The first bytes of SENDs, and short answers to READs, kept until the messages have ended."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from ibpkt.analysis.columns.transport import KINDS, POSITIONS, Transport
from ibpkt.arrays import Bools, Ints
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


class SendHeads:
    """Beginnings of messages by the number of their first packet.

    Args:
        size: says how many bytes of each, at most; it is asked when the first message comes.
    """

    def __init__(self, size: Callable[[], int]) -> None:
        self._ask_size = size
        self._heads: dict[int, bytes] = {}  # in the order in which they came
        self._kept = 0
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
        parts = map(frames.view.__getitem__, map(slice, start.tolist(), (start + size).tolist()))
        self._heads.update(zip(columns.frame[rows].tolist(), map(bytes, parts), strict=True))
        self._kept += int(size.sum()) + _EACH * len(rows)
        if self._kept > LIMIT:
            self._forget()

    def _forget(self) -> None:
        """Forget the first ones, as many as are too many."""
        over, first = self._kept - LIMIT, []
        for number, head in self._heads.items():
            if over <= 0:
                break
            over -= len(head) + _EACH
            first.append(number)
        self.drop(first)

    def _written(self, columns: Transport, flows: Ints, sends: Bools) -> Bools:
        """The WRITEs of flows that have SENDs: answers to what these ask."""
        talking = flows[sends]
        if len(talking) and int(talking.max()) >= len(self._talking):
            more = np.zeros(2 * int(talking.max()) + 2, np.bool_)
            more[: len(self._talking)] = self._talking
            self._talking = more
        self._talking[talking] = True
        found: Bools = (columns.operation == _WRITE) & self._talking[np.minimum(flows, len(self._talking) - 1)]
        return found

    def pop(self, frame: int) -> bytes:
        """What begins with this packet: a SEND, or the answer to a READ; nothing where it is not there."""
        (head,) = self.pop_many([frame])
        return head

    def pop_many(self, frames: list[int]) -> list[bytes]:
        """The same of several messages."""
        take, before = self._heads.pop, len(self._heads)
        found = [take(frame, b"") for frame in frames]
        self._kept -= sum(map(len, found)) + _EACH * (before - len(self._heads))
        return found

    def drop(self, frames: list[int]) -> None:
        """Forget what begins with these packets."""
        self.pop_many(frames)

    def put_back(self, frame: int, head: bytes) -> None:
        """Keep again what was popped."""
        if head:
            self._heads[frame] = head
            self._kept += len(head) + _EACH
