"""Packets that are counted and no more, stream by stream: notifications, and what cannot be followed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.columns.directions import stable_order
from ibpkt.analysis.columns.transport import CNP, REQUEST, RESPONSE, Transport
from ibpkt.analysis.flow.flow_state import FlowState
from ibpkt.analysis.flow.sequence import Results

Ints = NDArray[np.int64]


def count_packets(
    columns: Transport, rows: Ints, streams: Ints, lives: list[tuple[FlowState, int] | None], results: Results
) -> None:
    """Count packets as the state machines do that have nothing to follow.

    Args:
        columns: the packets of a batch.
        rows: those to be counted, ascending, shape (m,).
        streams: for each packet of the batch its stream, shape (n,).
        lives: flows by stream, and the sides that send.
        results: takes the numbers of the packets' flows.
    """
    if not len(rows):
        return
    order = stable_order(streams[rows])
    rows = rows[order]
    of = streams[rows]
    begins = np.flatnonzero(np.append(True, of[1:] != of[:-1]))
    ends = np.append(begins[1:], len(rows))
    kind, size = columns.kind[rows], columns.size[rows]
    asks, tells = kind == REQUEST, kind == RESPONSE
    marked = columns.ce[rows] | (columns.fecn[rows] != 0)
    values = (
        columns.length[rows], marked, columns.operation[rows] == CNP, asks, tells, size * asks, size * tells,
    )  # fmt: skip
    sums = [np.add.reduceat(each.astype(np.int64), begins).tolist() for each in values]
    times = np.maximum.reduceat(columns.time[rows], begins).tolist()
    last = np.maximum.reduceat(np.where(asks, np.arange(len(rows)), -1), begins).tolist()
    frames, psn = columns.frame[rows[ends - 1]].tolist(), columns.psn[rows]
    numbers = np.zeros(len(begins), np.int64)
    pieces = zip(of[begins].tolist(), (ends - begins).tolist(), *sums, times, last, frames, strict=True)
    for place, (stream, count, length, marks, cnps, asked, told, fresh, carried, time, at, frame) in enumerate(pieces):
        found = lives[stream]
        assert found is not None
        live, side = found
        flow, mine = live.flow, live.flow.sides[side]
        numbers[place] = flow.number
        mine.packets += count
        mine.bytes += length
        mine.marked += marks
        mine.cnps += cnps
        mine.requests += asked
        mine.answers += told
        mine.payload += fresh + carried
        mine.fresh += fresh
        if asked:
            mine.last_psn = int(psn[at])
        if told:
            live.answers[1 - side].seen = True
        flow.last = max(flow.last, time)
        live.touched = max(live.touched, frame)
    results.column("flow")[rows] = np.repeat(numbers, ends - begins)
