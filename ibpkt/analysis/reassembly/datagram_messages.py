"""Datagrams (UD): every packet is a message, sent once and never acknowledged.

Source: IBA 1, 9.8.3.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import HAS_IMMEDIATE, REQUEST, SERVICES, Transport
from ibpkt.analysis.results.message import Message
from ibpkt.arrays import Array, Ints, changes, in_order, run_lengths
from ibpkt.protocols import PSN_MASK

UD = SERVICES.index("UD")


class DatagramMessages:
    """The datagrams of one batch; arrays of a value a datagram have the shape (m,), those of a half together.

    Attributes:
        rows: their places among the batch's packets that have a BTH; those of a half in the order of the capture.
        half: the half of each.
        number: counted among those that its end sent in its flow, from 1.
        halves: the halves that have datagrams, ascending, shape (k,).
        counts: how many each has, shape (k,).
        payload: bytes of all of them, shape (k,), and `completed`, of those whose headers are not cut.
    """

    def __init__(self, columns: Transport, half: Ints, requests: Array) -> None:
        """Find and number them.

        Args:
            columns: the packets of the batch that have a BTH.
            half: the half of each, -1 for none.
            requests: by half, requests so far, those of the batch among them.
        """
        self._columns = columns
        rows = np.flatnonzero((half >= 0) & (columns.service == UD) & (columns.kind == REQUEST))
        order = in_order(half[rows])
        self.rows: Ints = rows[order]
        self.half: Ints = half[self.rows]
        starts = np.flatnonzero(changes(self.half))
        self.halves: Ints = self.half[starts]
        self.counts: Ints = run_lengths(starts, len(self.rows))
        before = requests[self.halves] - self.counts
        self.number: Ints = np.arange(1, len(self.rows) + 1) + np.repeat(before - starts, self.counts)
        # where the headers are cut, their length cannot be told from that of the payload
        self._whole = ~columns.stopped[self.rows]
        sizes = columns.size[self.rows]
        self.payload: Ints = np.add.reduceat(sizes, starts) if len(starts) else starts
        self.completed: Ints = np.add.reduceat(np.where(self._whole, sizes, 0), starts) if len(starts) else starts

    def __len__(self) -> int:
        return len(self.rows)

    def messages(self, flow: Ints, *, payload: bool) -> list[Message]:
        """Objects, by half.

        Args:
            flow: the number of the flow of each of the batch's packets, shape (n,).
            payload: list the packet in `Message.frames`.
        """
        columns, rows = self._columns, self.rows
        psn = (columns.psn[rows] & PSN_MASK).tolist()
        has_word = HAS_IMMEDIATE[columns.opcode[rows]] != 0
        lists = zip(
            flow[rows].tolist(), (self.half & 1).tolist(), self.number.tolist(), psn, columns.frame[rows].tolist(),
            columns.time[rows].tolist(), columns.size[rows].tolist(), columns.immediate[rows].tolist(),
            (has_word & self._whole).tolist(), self._whole.tolist(), strict=True,
        )  # fmt: skip
        return [
            Message(
                of, side, number, "SEND", "UD", first, frame, time,
                last_psn=first, last_frame=frame, end=time, size=size if whole else None, packets=1,
                immediate=word if says else None, outcome="sent" if whole else "unknown", whole=whole, closed=frame,
                frames=[frame] if payload else [],
            )
            for of, side, number, first, frame, time, size, word, says, whole in lists
        ]  # fmt: skip
