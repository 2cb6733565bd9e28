"""Missing datagrams: the PSNs of queue pairs against a plain model, however packets are cut into batches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt import build, draft
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.streams.datagram_gaps import DatagramGaps
from tests.support.exchanges import A, B, ask, batches

FAR = 1 << 15
UD_SEND, CNP = 0x64, 0x81


def datagram(psn, qpn=0x99, source=A, opcode=UD_SEND):
    """A datagram of a queue pair."""
    return build(
        draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
        draft("IPv4", src=source[0], dst=B[0]),
        draft("UDP", srcport=0xC000),
        draft("BTH", opcode=opcode, destqp=B[1], psn=psn & 0xFFFFFF),
        draft("DETH", srcqp=qpn),
    )


def gaps(packets, size=None, limit=1 << 17, invalid=()):
    """Packets before which datagrams are missing, and how many."""
    finder, addresses, found = DatagramGaps(limit), Addresses(), []
    for batch in batches(packets, size):
        columns = Transport(batch, addresses)
        valid = ~np.isin(columns.frame, invalid)
        steps = finder.add(columns, valid)
        ahead = steps.ahead > 0
        found += zip(columns.frame[steps.rows[ahead]].tolist(), steps.ahead[ahead].tolist(), strict=True)
    return found


@pytest.mark.parametrize("size", [1, 2, None])
@pytest.mark.parametrize(
    ("psns", "found"),
    [
        ([5], []),
        ([5, 6, 7], []),
        ([5, 7], [(2, 1)]),
        ([5, 6, 10, 11], [(3, 3)]),
        ([5, 7, 6, 8], [(2, 1)]),
        ([5, 5, 6], []),
        ([5, 4, 6], []),
        ([5, 4, 3, 8], [(4, 2)]),
        ([0xFFFFFE, 0xFFFFFF, 0, 1], []),
        ([0xFFFFFE, 1], [(2, 2)]),
        ([0, 0xFFFFFF, 1], []),
        ([5, 10, 7, 12], [(2, 4), (4, 1)]),
    ],
)
def test_gaps(psns, found, size):
    assert gaps([datagram(psn) for psn in psns], size) == found


@pytest.mark.parametrize("size", [1, 2, None])
def test_datagrams_that_are_not_the_next(size):
    """How far they are ahead or behind, and which of their queue pair they are."""
    finder, addresses, found = DatagramGaps(), Addresses(), []
    for batch in batches([datagram(psn, qpn) for psn, qpn in [(5, 2), (5, 3), (8, 2), (6, 2), (7, 3), (9, 2)]], size):
        columns = Transport(batch, addresses)
        steps = finder.add(columns, np.ones(len(columns), np.bool_))
        assert steps.every.tolist() == list(range(len(columns)))
        found += zip(columns.frame[steps.rows].tolist(), steps.ahead.tolist(), steps.number.tolist(), strict=True)
    assert found == [(3, 2, 2), (4, -3, 3), (5, 1, 2)]


@pytest.mark.parametrize("size", [1, 2, None])
def test_each_queue_pair_by_itself(size):
    other = ("10.0.0.3", 0x11)
    packets = [
        datagram(5), datagram(50, 0x98), datagram(500, source=other), datagram(7), datagram(51, 0x98),
        datagram(503, source=other),
    ]  # fmt: skip
    assert gaps(packets, size) == [(4, 1), (6, 2)]


def test_what_does_not_count():
    """Queue pairs of management, other services, packets that do not reach the transport, and CNPs."""
    assert gaps([datagram(5, 1), datagram(9, 1), datagram(5, 0), datagram(9, 0)]) == []
    assert gaps([datagram(5, 2), datagram(9, 2)]) == [(2, 3)]
    assert gaps([datagram(5), datagram(9), datagram(7)], invalid=[2]) == [(3, 1)]
    assert gaps([ask(5), ask(9)]) == gaps([datagram(5), ask(9)]) == []


@pytest.mark.parametrize("size", [1, 3, None])
@given(st.lists(st.integers(-40, 40), min_size=1, max_size=12), st.integers(0, 0xFFFFFF))
def test_any_order(size, steps, first):
    """Against what has been the highest so far."""
    psns, place = [], first
    for step in steps:
        place += step
        psns.append(place)
    expected, highest = [], None
    for frame, psn in enumerate(psns, 1):
        if highest is not None and psn > highest + 1:
            expected.append((frame, psn - highest - 1))
        highest = psn if highest is None else max(highest, psn)
    assert gaps([datagram(psn) for psn in psns], size) == expected


def test_queue_pairs_that_are_forgotten():
    """Those idle longest go, an eighth of the limit at least; what is forgotten begins anew."""
    packets = [datagram(5, 0x100 + at) for at in range(9)] + [datagram(9, 0x100 + at) for at in (8, 7, 1, 0)]
    assert [frame for frame, _count in gaps(packets, 1, limit=8)] == [10, 11, 12]
    assert [frame for frame, _count in gaps(packets, 1, limit=9)] == [10, 11, 12, 13]
