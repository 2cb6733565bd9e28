"""Quiet stretches of several halves at once, set against a loop over the packets of each."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ibpkt.analysis.runs import held_packets
from ibpkt.analysis.runs.quiet_stretches import quiet
from tests.analysis.runs.sequences import packets_of, sequences
from tests.analysis.truth.scenes.exchange import VA, Exchange
from tests.analysis.truth.told import Told
from tests.support.exchanges import ask, tell

HALVES = 3


def story(source):
    """Packets of halves, and the half of each; of some the PSNs go up, of some they return."""
    sent, packets, halves = [0, 5, 900], [], []
    for _ in range(source.randint(5, 60)):
        half = source.randrange(HALVES)
        halves.append(half)
        if source.random() < 0.5:
            psn = sent[half] if source.random() < 0.85 else max(0, sent[half] - source.randint(1, 3))
            packets.append(ask(psn))
            sent[half] = max(sent[half], psn + 1)
        else:
            packets.append(tell(max(0, sent[half] - source.randint(1, 4)), 1))
    return packets, halves


def looked_for(packets, before, window, wanted):
    """Which packets of one half are calm, which undecided, and up to where trouble was seen behind each."""
    rows = range(len(packets))
    calm, undecided, troubled = [], [], []
    seen = before
    for row in rows:
        behind = max(int(packets.sent[row]), int(packets.end[row]) if packets.is_request[row] else 0)
        seen = max(seen, behind) if packets.odd[row] else seen
        troubled.append(seen)
        # what stands between two borders of the capture, up to the next trouble
        piece = packets.frame[row] // window
        rest = [at for at in rows if at >= row and packets.frame[at] // window == piece]
        trouble = next((at for at in rest if packets.odd[at]), None)
        last = rest[-1] if trouble is None else trouble
        settled = int(packets.acked[last])
        if trouble is None and packets.believed[last]:
            settled = max(settled, int(packets.end[last]))
        high = int(packets.end[row]) if packets.is_request[row] else int(packets.psn[row]) + 1
        may = not packets.odd[row] and packets.psn[row] >= seen
        calm.append(bool(may and high <= settled))
        undecided.append(bool(may and high > settled and trouble is None and piece == wanted))
    return calm, undecided, troubled


@pytest.mark.parametrize("window", [7, 1 << 14])
@pytest.mark.parametrize("seed", range(8))
def test_as_a_loop_over_the_packets_of_each_half(seed, window, monkeypatch):
    monkeypatch.setattr(held_packets, "WINDOW", window)
    source = random.Random(seed)
    exchange, halves = story(source)
    for sequence, table in sequences(exchange, source.choice((None, 11)), halves):
        odd = np.array([source.random() < 0.15 for _ in range(len(sequence))])
        packets = packets_of(sequence, odd)
        table["trouble_end"][:HALVES] = [source.choice((0, int(packets.psn.max()) - 2)) for _ in range(HALVES)]
        wanted = int(packets.frame.max()) // window
        found = quiet(packets, table, wanted)
        ends = table["trouble_end"].copy()
        for half in range(HALVES):
            own = np.flatnonzero(packets.half == half)
            expected = looked_for(packets.select(packets.half == half), int(ends[half]), window, wanted)
            assert tuple(column[own].tolist() for column in found) == expected
        ready = np.array([source.random() < 0.6 for _ in range(len(packets))])
        found.settle(packets, ready, table)
        for half in range(HALVES):
            own = np.flatnonzero((packets.half == half) & ready)
            assert table["trouble_end"][half] == (found.troubled[own[-1]] if len(own) else ends[half])


@pytest.mark.parametrize("carrier", ["ipv4", "ipv6", "native"])
def test_what_was_answered_before_it_came_is_not_quiet(carrier):
    """The rest of a READ is asked for where the capture begins: one request, which takes five PSNs."""
    exchange = Exchange(carrier)
    responses = exchange.response(100, 2, 8)
    exchange.tap(responses[:3], responses[4:]).wait(10).tap(exchange.read(103, 5, VA + 3 * exchange.pmtu)).wait(20)
    exchange.tap(exchange.response(103, 2, 5)).wait(50)
    for psn in (108, 109):
        exchange.tap(exchange.send(psn)).wait(20).tap(exchange.ack(psn, psn - 105)).wait(20)
    assert Told(exchange.pcap(), together=True).count("duplicate-request") <= 1
