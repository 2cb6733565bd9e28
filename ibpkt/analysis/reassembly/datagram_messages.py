"""Datagrams (UD): every packet is a message, sent once and never acknowledged.

Source: IBA 1, 9.8.3.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import HAS_IMMEDIATE, REQUEST, SERVICES, Transport
from ibpkt.analysis.reassembly.message_choice import MessageChoice
from ibpkt.analysis.reassembly.message_rows import SENT, UNKNOWN
from ibpkt.analysis.results.message_table import NONE, MessageTable
from ibpkt.arrays import Array, Ints, changes, in_order, rows_where, run_lengths
from ibpkt.protocols import OPERATIONS, PSN_MASK

UD = SERVICES.index("UD")
_SEND = OPERATIONS.index("SEND")


class DatagramMessages:
    """The datagrams of one batch, copies left out; arrays of a value a datagram have the shape (m,), by half.

    Attributes:
        rows: their places among the batch's packets that have a BTH; those of a half in the order of the capture.
        half: the half of each.
        number: counted among those that its end sent in its flow, from 1.
        halves: the halves that have datagrams, ascending, shape (k,).
        counts: how many each has, shape (k,).
        payload: bytes of all of them, shape (k,), and `completed`, of those whose headers are not cut.
    """

    def __init__(self, columns: Transport, half: Ints, sent: Array) -> None:
        """Find and number them.

        Args:
            columns: the packets of the batch that have a BTH.
            half: the half of each, -1 for none, and for copies.
            sent: by half, the messages before the batch.
        """
        self._columns = columns
        rows = rows_where((half >= 0) & (columns.service == UD) & (columns.kind == REQUEST))
        order = in_order(half[rows])
        self.rows: Ints = rows[order]
        self.half: Ints = half[self.rows]
        starts = rows_where(changes(self.half))
        self.halves: Ints = self.half[starts]
        self.counts: Ints = run_lengths(starts, len(self.rows))
        self.number: Ints = np.arange(1, len(self.rows) + 1) + np.repeat(sent[self.halves] - starts, self.counts)
        # where the headers are cut, their length cannot be told from that of the payload
        self._whole = ~columns.stopped[self.rows]
        sizes = columns.size[self.rows]
        self.payload: Ints = np.add.reduceat(sizes, starts) if len(starts) else starts
        self.completed: Ints = np.add.reduceat(np.where(self._whole, sizes, 0), starts) if len(starts) else starts

    def __len__(self) -> int:
        return len(self.rows)

    def messages(self, flow: Ints, *, payload: bool, choice: MessageChoice | None = None) -> MessageTable:
        """They as messages, by half.

        Args:
            flow: the number of the flow of each of the batch's packets, shape (n,).
            payload: list the packet in `Message.frames`.
            choice: chooses some of them; None for all.
        """
        columns, rows, whole, half, number = self._columns, self.rows, self._whole, self.half, self.number
        if choice is not None:
            wanted = choice.choose(flow[rows], np.full(len(rows), _SEND), np.full(len(rows), NONE))
            rows, whole, half, number = rows[wanted], whole[wanted], half[wanted], number[wanted]
        psn, frame, time = (columns.psn[rows] & PSN_MASK).astype(np.int64), columns.frame[rows], columns.time[rows]
        has_word = (HAS_IMMEDIATE[columns.opcode[rows]] != 0) & whole
        none, unknown = np.zeros(len(rows), np.int64), np.full(len(rows), NONE)
        table = {
            "flow": flow[rows], "side": half & 1, "number": number, "operation": none + _SEND,
            "service": none + UD, "first_psn": psn, "first_frame": frame, "start": time, "last_psn": psn,
            "last_frame": frame, "end": time, "size": np.where(whole, columns.size[rows], NONE), "packets": none + 1,
            "address": none, "r_key": none,
            "immediate": np.where(has_word, columns.immediate[rows].astype(np.int64), NONE), "responded": unknown,
            "completed": unknown, "retransmissions": none, "refusals": none,
            "outcome": np.where(whole, SENT, UNKNOWN), "nak": unknown, "whole": whole, "closed": frame,
            "invalidated": unknown, "remote": none,
        }  # fmt: skip
        return MessageTable(table, list(frame[:, None]) if payload else None)
