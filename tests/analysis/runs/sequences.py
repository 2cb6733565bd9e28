"""Sequences of small exchanges, batch by batch."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from tests.support.exchanges import batches

PMTU = 1024


def sequences(packets, size=None, halves=None, times=None):
    """The sequence of each batch and the table before it, which is brought up to date behind it.

    Args:
        packets: of an exchange.
        size: packets of a batch; None for all.
        halves: the half of each packet; None for one half.
        times: nanoseconds of the packets; None for 10 µs between them.
    """
    halves = np.zeros(len(packets), np.int64) if halves is None else np.array(halves)
    table, addresses = HalfTable(), Addresses()
    table.reserve(int(halves.max()) + 1)
    for batch in batches(packets, size, times=times):
        columns = transport(batch, addresses)
        first = batch.frames.first - 1
        half = halves[first : first + len(columns)]
        sequence = SequenceColumns(columns, np.arange(len(columns)), half, table, np.full(len(table["sent"]), PMTU))
        yield sequence, table
        sequence.update(table)


def packets_of(sequence, odd=None):
    """All packets of a sequence, nothing known of their order of sending; none is odd unless said so."""
    count = len(sequence)
    unknown, no = np.full(count, -1, np.int64), np.zeros(count, np.bool_)
    return HalfPackets.of(sequence, np.arange(count), unknown, unknown, unknown, no, no if odd is None else odd)
