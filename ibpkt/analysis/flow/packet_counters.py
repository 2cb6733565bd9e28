"""Packets that are only counted, stream by stream: notifications, and flows that cannot be tracked."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import CNP, REQUEST, RESPONSE, Transport
from ibpkt.analysis.flow.flow_state import FlowState
from ibpkt.analysis.flow.sequence import Results
from ibpkt.arrays import Ints, in_order


def count_packets(
    columns: Transport, rows: Ints, streams: Ints, flow_states: list[tuple[FlowState, int] | None], results: Results
) -> None:
    """Count packets, as trackers do that have stopped tracking.

    Args:
        columns: the packets of a batch.
        rows: those to be counted, ascending, shape (m,).
        streams: for each packet of the batch its stream, shape (n,).
        flow_states: flows by stream, and the sides that send.
        results: takes the numbers of the packets' flows.
    """
    if not len(rows):
        return
    order = in_order(streams[rows])
    rows = rows[order]
    of = streams[rows]
    begins = np.flatnonzero(np.append(True, of[1:] != of[:-1]))
    ends = np.append(begins[1:], len(rows))
    kind, size = columns.kind[rows], columns.size[rows]
    is_request, is_response = kind == REQUEST, kind == RESPONSE
    marked = columns.ce[rows] | (columns.fecn[rows] != 0)
    values = (
        columns.length[rows],
        marked,
        columns.operation[rows] == CNP,
        is_request,
        is_response,
        size * is_request,
        size * is_response,
    )
    sums = [np.add.reduceat(column.astype(np.int64), begins).tolist() for column in values]
    times = np.maximum.reduceat(columns.time[rows], begins).tolist()
    last = np.maximum.reduceat(np.where(is_request, np.arange(len(rows)), -1), begins).tolist()
    frames, psn = columns.frame[rows[ends - 1]].tolist(), columns.psn[rows]
    numbers = np.zeros(len(begins), np.int64)
    pieces = zip(of[begins].tolist(), (ends - begins).tolist(), *sums, times, last, frames, strict=True)
    for place, (stream, count, length, marks, cnps, requests, responses, fresh, carried, time, at, frame) in enumerate(
        pieces
    ):
        entry = flow_states[stream]
        assert entry is not None
        flow_state, side = entry
        flow, stats = flow_state.flow, flow_state.flow.sides[side]
        numbers[place] = flow.number
        stats.packets += count
        stats.bytes += length
        stats.marked += marks
        stats.cnps += cnps
        stats.requests += requests
        stats.answers += responses
        stats.payload += fresh + carried
        stats.fresh += fresh
        if requests:
            stats.last_psn = int(psn[at])
        if responses:
            flow_state.answers[1 - side].any_response = True
        flow.last = max(flow.last, time)
        flow_state.last_frame_seen = max(flow_state.last_frame_seen, frame)
    results.column("flow")[rows] = np.repeat(numbers, ends - begins)
