"""The first bytes of SENDs, and short answers to READs, kept until the messages have ended."""

from __future__ import annotations

from collections import OrderedDict

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
LIMIT = 32 << 20


class SendHeads:
    """Beginnings of messages by the number of their first packet.

    Args:
        size: bytes of each, at most.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._heads: OrderedDict[int, bytes] = OrderedDict()
        self._kept = 0

    def take(self, columns: Transport, flows: Ints, unwanted: Bools) -> None:
        """Keep those of a batch.

        Args:
            columns: its packets that have a BTH.
            flows: the numbers of their flows, shape (n,), 0 where that is not known.
            unwanted: by the number of a flow, whether nobody wants its messages, shape (flows + 1,).
        """
        begins = ((columns.operation == _SEND) | (columns.operation == _WRITE)) & _BEGINS[columns.position]
        begins |= (
            (columns.operation == _READ)
            & (columns.kind == _RESPONSE)
            & (columns.position == _ONLY)
            & (columns.size <= self._size)
        )
        begins &= ~columns.stopped
        rows = np.flatnonzero(begins)
        rows = rows[~unwanted[np.minimum(flows[rows], len(unwanted) - 1)]]
        if not len(rows):
            return
        frames = columns.batch.frames
        places = columns.rows[rows]
        start = columns.payload_at[rows]
        there = frames.start[places] + frames.captured[places] - start
        size = np.minimum(np.minimum(columns.size[rows], there), self._size)
        data, heads = frames.view, self._heads
        for number, at, length in zip(columns.frame[rows].tolist(), start.tolist(), size.tolist(), strict=True):
            heads[number] = bytes(data[at : at + length])
        self._kept += int(size.sum())
        while self._kept > LIMIT:
            self._kept -= len(heads.popitem(last=False)[1])

    def pop(self, frame: int) -> bytes:
        """What begins with this packet: a SEND, or the answer to a READ; nothing where it is not there."""
        head = self._heads.pop(frame, b"")
        self._kept -= len(head)
        return head
