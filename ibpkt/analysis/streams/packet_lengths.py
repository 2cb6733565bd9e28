"""What single packets tell: how many PSNs a READ may use, and which answers refuse a request."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.arrays import Array, Bools, Ints
from ibpkt.protocols import NAK, OPERATIONS, PMTUS, RNR_NAK, VALUE_BITS

_READ = OPERATIONS.index("READ")
_VALUE = (1 << VALUE_BITS) - 1
SMALLEST_PMTU, LARGEST_PMTU = min(PMTUS), max(PMTUS)


def read_lengths(columns: Transport, rows: Ints) -> Ints:
    """The bytes that requests read, 0 for those that are no READs, shape (m,)."""
    reads = columns.operation[rows] == _READ
    if not reads.any():
        return np.zeros(len(rows), np.int64)
    return np.where(reads, columns.dmalen[rows].astype(np.int64), 0)


def asks_again(syndromes: Array) -> Bools:
    """Which syndromes of answers ask for their PSN again: NAKs of a sequence error, and RNR NAKs."""
    asks: Bools = (syndromes == NAK << VALUE_BITS) | (syndromes >> VALUE_BITS == RNR_NAK)
    return asks


def is_fatal(syndromes: Array) -> Bools:
    """Which syndromes of answers refuse a request for good: NAKs but that of a sequence error."""
    fatal: Bools = (syndromes >> VALUE_BITS == NAK) & (syndromes & _VALUE > 0)
    return fatal
