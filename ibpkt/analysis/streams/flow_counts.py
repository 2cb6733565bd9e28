"""The counts of flows, as sums over the packets of each half."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import CNP, REQUEST, RESPONSE, Transport
from ibpkt.analysis.streams.batch_streams import BatchStreams
from ibpkt.analysis.streams.connection_reuse import ConnectionReuse
from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.analysis.streams.half_order import HalfOrder
from ibpkt.analysis.streams.packet_lengths import asks_again, is_fatal, read_lengths
from ibpkt.analysis.streams.psn_windows import signed
from ibpkt.arrays import Bools, Ints, rows_where
from ibpkt.protocols import NAK, PSN_MASK, RNR_NAK, VALUE_BITS

#: a request that is further ahead of all others is not taken for the highest one
MAX_AHEAD = 1 << 22
_VALUE = (1 << VALUE_BITS) - 1


def count_packets(columns: Transport, batch: BatchStreams, table: FlowColumns, reuse: ConnectionReuse) -> None:
    """Add a batch to the counts of its flows, and note what their last packets were.

    Args:
        columns: the batch.
        batch: its streams.
        table: the flows.
        reuse: what was found of packets that are far from all others.
    """
    halves = batch.halves
    answer = (halves.keys & 1).astype(np.bool_)
    senders = np.where(answer, halves.keys >> 1 ^ 1, halves.keys >> 1)
    if len(halves):
        _sum(columns, halves, table, answer, senders)
        _note_last(columns, halves, table, answer, senders)
    _note_unusual(table, reuse)
    _count_naks(columns, batch, table)
    _count_others(columns, batch, table)


def _sum(columns: Transport, halves: HalfOrder, table: FlowColumns, answer: Bools, senders: Ints) -> None:
    ends, counts = table.ends, halves.counts
    lengths, sizes = halves.sums(columns.length), halves.sums(columns.size)
    for name, chosen in (("answers", answer), ("requests", ~answer)):  # of one role, an end is in one group
        to = senders[chosen]
        if len(to):
            ends["packets"][to] += counts[chosen]
            ends[name][to] += counts[chosen]
            ends["bytes"][to] += lengths[chosen]
            ends["payload"][to] += sizes[chosen]
    marked = columns.ce | (columns.fecn != 0)
    if marked.any():
        table.add_count("marked", senders, halves.sums(marked))
    flow = halves.keys >> 2
    last = halves.order[halves.stops - 1]
    np.maximum.at(table.flows["last"], flow, np.maximum.reduceat(columns.time[halves.order], halves.starts))
    np.maximum.at(table.flows["last_frame"], flow, columns.frame[last])


def _note_last(columns: Transport, halves: HalfOrder, table: FlowColumns, answer: Bools, senders: Ints) -> None:
    ends = table.ends
    first, last = halves.order[halves.starts], halves.order[halves.stops - 1]
    asks = ~answer
    to, rows = senders[asks], last[asks]
    base = halves.psn[halves.starts]
    base = np.where(asks & (ends["highest_psn"][senders] >= 0), ends["highest_psn"][senders], base)
    ahead = signed(halves.psn - np.repeat(base, halves.counts))
    ahead[ahead > MAX_AHEAD] = 0
    highest = base + np.maximum(np.maximum.reduceat(ahead, halves.starts), 0) & PSN_MASK
    ends["highest_psn"][to] = highest[asks]
    fresh = ends["first_psn"][to] < 0
    ends["first_psn"][to[fresh]] = columns.psn[first[asks][fresh]]
    ends["last_psn"][to] = columns.psn[rows]
    ends["migreq"][to] = columns.migreq[rows]
    ends["last_sent"][to] = columns.time[rows]
    ends["length"][to] = read_lengths(columns, rows)
    ends["stray_psn"][to] = -1
    to, rows = senders[answer], last[answer]
    ends["answer_psn"][to], ends["asks_again"][to] = columns.psn[rows], asks_again(columns.syndrome[rows])
    ends["stray_answer"][to] = -1


def _note_unusual(table: FlowColumns, reuse: ConnectionReuse) -> None:
    ends = table.ends
    jumped, psn, before = reuse.jumps
    ends["jump_psn"][jumped], ends["jump_requests"][jumped] = psn, before
    counted, msn, time = reuse.msns
    ends["answer_msn"][counted], ends["low_msn"][counted], ends["counted_at"][counted] = msn, -1, time
    for found, names in (
        (reuse.far.strays, ("last_psn", "stray_psn")),
        (reuse.far.stray_answers, ("answer_psn", "stray_answer")),
        (reuse.low_msns, ("answer_msn", "low_msn", "counted_at")),
    ):
        for end, values in found.items():
            for name, value in zip(names, values, strict=True):
                ends[name][end] = value


def _count_naks(columns: Transport, batch: BatchStreams, table: FlowColumns) -> None:
    kinds = columns.syndrome >> VALUE_BITS
    refusals = (kinds == NAK) | (kinds == RNR_NAK)
    if not refusals.any():
        return
    rows = rows_where(refusals & (columns.kind == RESPONSE) & (batch.half >= 0))
    ends, kinds = batch.half[rows] ^ 1, kinds[rows]
    codes = columns.syndrome[rows].astype(np.int64) & _VALUE
    table.add_count("rnrs", ends[kinds == RNR_NAK], 1)
    table.add_naks(ends[kinds == NAK], codes[kinds == NAK])
    note_refusals(table, ends, columns, rows)


def note_refusals(table: FlowColumns, ends: Ints, columns: Transport, rows: Ints) -> None:
    """Note the first NAK of each end that refuses a request for good.

    Args:
        table: the flows.
        ends: the ends that have sent some answers, shape (k,).
        columns: the packets.
        rows: where these answers stand in them, ascending, shape (k,).
    """
    fatal = is_fatal(columns.syndrome[rows])
    if not fatal.any():
        return
    found, at = np.unique(ends[fatal], return_index=True)
    fresh = table.ends["refused_psn"][found] < 0
    found, first = found[fresh], rows[fatal][at[fresh]]
    table.ends["refused_psn"][found], table.ends["refused_at"][found] = columns.psn[first], columns.time[first]


def take_back_refusals(table: FlowColumns, ends: Ints, columns: Transport, rows: Ints) -> None:
    """Forget NAKs that were noted, but which the requester must not believe; as `note_refusals`."""
    noted = table.ends["refused_psn"][ends] == columns.psn[rows]
    noted &= (table.ends["refused_at"][ends] == columns.time[rows]) & is_fatal(columns.syndrome[rows])
    table.ends["refused_psn"][ends[noted]] = -1


def _count_others(columns: Transport, batch: BatchStreams, table: FlowColumns) -> None:
    """Notifications, packets far from all others, and packets that did not reach the transport."""
    rows = rows_where((batch.half < 0) & (batch.flow >= 0))
    if not len(rows):
        return
    ends, valid = 2 * batch.flow[rows] + batch.side[rows], batch.valid[rows]
    table.add_count("packets", ends, 1)
    table.add_count("bytes", ends, columns.length[rows])
    table.add_count("corrupt", ends[~valid], 1)
    rows, ends = rows[valid], ends[valid]
    for name, kind in (("requests", REQUEST), ("answers", RESPONSE)):  # those far from all others
        table.add_count(name, ends[columns.kind[rows] == kind], 1)
    marked = (columns.ce | (columns.fecn != 0))[rows]
    table.add_count("marked", ends[marked], 1)
    table.add_count("cnps", ends[columns.operation[rows] == CNP], 1)
    np.maximum.at(table.flows["last"], batch.flow[rows], columns.time[rows])
    np.maximum.at(table.flows["last_frame"], batch.flow[rows], columns.frame[rows])
