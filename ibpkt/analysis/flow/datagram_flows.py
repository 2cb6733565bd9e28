"""Datagrams (UD): not acknowledged; a queue pair numbers all that it sends, whatever the destination."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np

from ibpkt.analysis.columns.transport import HAS_IMMEDIATE, REQUEST, SERVICES, UNKNOWN_QP, Transport
from ibpkt.analysis.flow.flow_state import FlowState
from ibpkt.analysis.flow.sequence import HALF, MAX_PSN_DISTANCE, PacketView, Results, unwrap
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.analysis.results.message import Message
from ibpkt.arrays import Bools, Ints
from ibpkt.protocols import PSN_MASK

_SEQUENCE = FindingTypes("sequence")
DATAGRAM_GAP = _SEQUENCE.note(
    "datagram-gap",
    "{count:datagram|datagrams} of this queue pair missing before PSN {psn}",
    "They were lost, and nothing retransmits them; or they were sent where the tap does not see them.",
    "IBA 1, 9.8.3",
)
UD = SERVICES.index("UD")
#: queue pairs up to this one are for management; their PSNs mean nothing
LAST_MANAGEMENT_QP = 1


class DatagramTracker:
    """Follows the datagrams of all flows.

    Args:
        results: takes findings, facts and messages.
        limit: queue pairs whose PSNs are kept; beyond that, those idle longest are dropped.
    """

    def __init__(self, results: Results, limit: int) -> None:
        self._results = results
        self._limit = limit
        # by address and queue pair of a sender
        self._next_psn: OrderedDict[int, int] = OrderedDict()

    def take(self, flow_state: FlowState, side: int, packet: PacketView, source: int, sender: int) -> None:
        """A datagram came.

        Args:
            live: its flow.
            side: which end has sent it.
            seen: the packet.
            source: the number of the sender's address.
            sender: its queue pair, or `UNKNOWN_QP`.
        """
        stats = flow_state.flow.sides[side]
        if LAST_MANAGEMENT_QP < sender < UNKNOWN_QP:
            self._check_gap(flow_state, packet, source << 24 | sender)
        stats.requests += 1
        stats.payload += packet.size
        stats.fresh += packet.size
        stats.first_psn = packet.psn if stats.first_psn is None else stats.first_psn
        stats.last_psn = packet.psn
        message = Message(
            flow_state.flow.number, side, stats.requests, "SEND", "UD", packet.psn, packet.frame, packet.time,
            last_psn=packet.psn, last_frame=packet.frame, end=packet.time, size=packet.size, packets=1, outcome="sent",
        )  # fmt: skip
        if packet.cut:
            message.size, message.whole, message.outcome = None, False, "unknown"
        elif HAS_IMMEDIATE[packet.opcode]:
            message.immediate = packet.immediate
        if self._results.payload:
            message.frames.append(packet.frame)
        self._results.set_fact("message", packet.row, message.number)
        self._results.ended(message, stats)

    def _check_gap(self, flow_state: FlowState, packet: PacketView, queue: int) -> None:
        expected = self._next_psn.pop(queue, None)
        missing = 0 if expected is None else unwrap(packet.psn, expected) - expected
        if 0 < missing <= MAX_PSN_DISTANCE:
            self._results.set_fact("gap", packet.row, missing)
            self._results.report(DATAGRAM_GAP, packet, flow_state.flow, missing, count=missing, psn=packet.psn)
        if expected is None or missing >= 0 or missing < -MAX_PSN_DISTANCE:
            expected = packet.psn + 1
        self._remember(queue, expected)

    def _remember(self, queue: int, expected: int) -> None:
        self._next_psn[queue] = expected
        if len(self._next_psn) > self._limit:
            self._next_psn.popitem(last=False)

    # -- in bulk ----------------------------------------------------------------------------------------------------

    def advance(self, columns: Transport, rows: Ints, streams: Ints, flows: list[Any]) -> Bools:
        """Process datagrams in bulk, if `take` would report nothing about their queue pairs.

        Args:
            columns: the packets of a batch.
            rows: datagrams whose flows are known, ascending, shape (m,).
            streams: the numbers of their streams, shape (m,).
            flows: by these numbers, flows and the sides that send.

        Returns:
            Which of the rows are done, shape (m,).  No messages are made of them.
        """
        done = self._in_sequence(columns, rows)
        if not done.any():
            return done
        rows, streams = rows[done], streams[done]
        order = np.argsort(streams, kind="stable")
        rows, streams = rows[order], streams[order]
        begins = np.flatnonzero(np.append(True, streams[1:] != streams[:-1]))
        ends = np.append(begins[1:], len(rows))
        size, length = columns.size[rows], columns.length[rows]
        marked = columns.ce[rows] | (columns.fecn[rows] != 0)
        sums = [np.add.reduceat(values, begins).tolist() for values in (size, length, marked.astype(np.int64))]
        times = np.maximum.reduceat(columns.time[rows], begins).tolist()
        psn, frame = columns.psn[rows], columns.frame[rows]
        numbers, before = np.zeros(len(begins), np.int64), np.zeros(len(begins), np.int64)
        pieces = zip(
            streams[begins].tolist(), begins.tolist(), ends.tolist(), *sums, times, psn[begins].tolist(),
            psn[ends - 1].tolist(), frame[ends - 1].tolist(), strict=True,
        )  # fmt: skip
        for place, (stream, low, high, payload, carried, marks, time, first, last, latest) in enumerate(pieces):
            flow_state, side = flows[stream]
            flow, stats = flow_state.flow, flow_state.flow.sides[side]
            numbers[place], before[place] = flow.number, stats.requests
            stats.packets += high - low
            stats.requests += high - low
            stats.bytes += carried
            stats.payload += payload
            stats.fresh += payload
            stats.marked += marks
            stats.completed += payload
            stats.messages["SEND"] = stats.messages.get("SEND", 0) + high - low
            stats.first_psn = first if stats.first_psn is None else stats.first_psn
            stats.last_psn = last
            flow.last = max(flow.last, time)
            flow_state.last_frame_seen = max(flow_state.last_frame_seen, latest)
        counts = ends - begins
        self._results.column("flow")[rows] = np.repeat(numbers, counts)
        self._results.column("message")[rows] = np.arange(len(rows)) + 1 + np.repeat(before - begins, counts)
        return done

    def _in_sequence(self, columns: Transport, rows: Ints) -> Bools:
        """Datagrams of queue pairs whose PSNs have neither gaps nor repeats; updates the next PSNs."""
        asks = columns.kind == REQUEST
        named = (columns.srcqp > LAST_MANAGEMENT_QP) & (columns.srcqp < UNKNOWN_QP)
        every = np.flatnonzero(asks & (columns.service == UD) & named)
        every = every[every >= rows[0]]
        senders = columns.source[every] << 24 | columns.srcqp[every].astype(np.int64)
        order = np.argsort(senders, kind="stable")
        places, senders = every[order], senders[order]
        wanted = np.zeros(len(columns), np.bool_)
        wanted[rows] = True
        psn = columns.psn[places].astype(np.int64)
        begins = np.flatnonzero(np.append(True, senders[1:] != senders[:-1])) if len(senders) else senders
        expected = np.append(0, psn[:-1] + 1)[: len(psn)]
        queues = senders[begins].tolist()
        known = [self._next_psn.get(queue) for queue in queues]
        expected[begins] = [
            first if expected_psn is None else expected_psn
            for expected_psn, first in zip(known, psn[begins].tolist(), strict=True)
        ]
        wrong = ((psn - expected + HALF) & PSN_MASK != HALF) | ~wanted[places]
        if not len(begins):
            return np.ones(len(rows), np.bool_)
        bad = np.logical_or.reduceat(wrong, begins)
        counts = np.diff(np.append(begins, len(places)))
        spoilt = np.zeros(len(columns), np.bool_)
        spoilt[places[np.repeat(bad, counts)]] = True
        lasts = np.append(begins[1:], len(places)) - 1
        for at in np.flatnonzero(~bad)[np.argsort(places[lasts[~bad]])].tolist():
            self._next_psn.pop(queues[at], None)
            self._remember(queues[at], int(psn[lasts[at]]) + 1)
        return ~spoilt[rows]
