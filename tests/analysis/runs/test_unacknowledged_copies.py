"""Copies of packets that nobody acknowledges."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt import build, draft
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.runs import unacknowledged_copies
from ibpkt.analysis.runs.unacknowledged_copies import UnacknowledgedCopies
from ibpkt.analysis.streams.datagram_holes import LATEST
from tests.support.exchanges import A, B, ask, batches

UD_SEND, UD_SEND_IMMEDIATE = 0x64, 0x65


def _datagram(psn, qpn=0x99, opcode=UD_SEND, **more):
    word = (draft("ImmDt", immdt=bytes(4)),) if opcode == UD_SEND_IMMEDIATE else ()
    return ask(psn, opcode, draft("DETH", srcqp=qpn), *word, **more)


def _native(psn, qpn=0x99, size=8):
    return build(
        draft("LRH", dlid=1, slid=2), draft("BTH", opcode=UD_SEND, destqp=1, psn=psn), draft("DETH", srcqp=qpn),
        payload=bytes(size),
    )  # fmt: skip


def _senders(columns):
    return columns.source.astype(np.int64), columns.srcqp.astype(np.int64)


def _found(packets, size=None, times=None, cut=0):
    """Of each packet the one that it repeats."""
    copies, addresses, found = UnacknowledgedCopies(), Addresses(), []
    for batch in batches(packets, size, times=times):
        columns = Transport(batch, addresses)
        if cut:
            columns.icrc = np.zeros(len(columns), np.uint32)
        rows = np.arange(len(columns))
        found += copies.add(columns, rows, _senders(columns), columns.time, columns.frame > 1).tolist()
    return found


@pytest.mark.parametrize("size", [1, 2, None])
@pytest.mark.parametrize("make", [_datagram, _native])
def test_the_same_psn_and_bytes_of_the_same_queue_pair(make, size):
    packets = [make(5), make(6), make(5), make(5, 0x98), make(5, size=9), make(5), make(5, 0x98)]
    assert _found(packets, size) == [0, 0, 1, 0, 0, 3, 4]


@pytest.mark.parametrize("size", [1, None])
@pytest.mark.parametrize(("wait", "found"), [(LATEST, 1), (LATEST + 1, 0)])
def test_a_moment_before(wait, found, size):
    assert _found([_datagram(5), _datagram(5)], size, [0, wait]) == [0, found]


@pytest.mark.parametrize("size", [1, 3, None])
def test_among_the_last_datagrams(size, monkeypatch):
    monkeypatch.setattr(unacknowledged_copies, "HISTORY", 4)
    packets = [_datagram(psn) for psn in (5, 6, 7, 8, 5, 9, 10, 11, 12, 5)]
    assert _found(packets, size) == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    "other",
    [
        {"ident": 8}, {"ident": 0}, {"size": 9}, {"opcode": UD_SEND_IMMEDIATE}, {"target": (B[0], 0x77)},
        {"source": ("10.0.0.7", A[1])},
    ],
)  # fmt: skip
def test_where_the_icrc_is_cut_off_the_identification_stands_for_the_bytes(other):
    packets = [_datagram(5, ident=7), _datagram(5, ident=7), _datagram(5, **{"ident": 7, **other})]
    assert _found(packets, cut=True) == [0, 1, 0]


def test_where_nothing_stands_for_the_bytes_nothing_is_a_copy():
    assert _found([_datagram(5), _datagram(5)], cut=True) == [0, 0]


def test_only_what_is_behind_is_a_copy():
    copies, addresses = UnacknowledgedCopies(), Addresses()
    (batch,) = batches([_datagram(5), _datagram(5), _datagram(5)])
    columns, rows = Transport(batch, addresses), np.arange(3)
    behind = np.array([False, False, True])
    assert copies.add(columns, rows, _senders(columns), columns.time, behind).tolist() == [0, 0, 2]
