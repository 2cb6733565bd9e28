"""From which packet on halves are not followed, set against a count packet by packet."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
import pytest

from ibpkt.analysis.runs import followed
from ibpkt.analysis.runs.followed import CREDIT, tell_unfollowed
from tests.analysis.runs.sequences import PMTU, sequences
from tests.support.exchanges import ask, read, tell

HALVES, MOST = 3, 6


def story(source):
    """Packets of halves, the half of each, and for each half the packet from which on it is not followed."""
    packets, halves, told = [], [], {}
    sent, score = [None] * HALVES, [0] * HALVES
    often = [source.choice((0.2, 0.5, 0.9)) for _ in range(HALVES)]
    for _ in range(source.randint(30, 120)):
        half = source.randrange(HALVES)
        halves.append(half)
        what = source.choice(("ask", "ask", "ask", "read", "again", "ack"))
        psn = 100 if sent[half] is None else sent[half]
        if what == "ack" and sent[half] is not None:
            packets.append(tell(psn - 1, 1))
            continue
        if what == "again" and sent[half] is not None:
            packets.append(ask(psn - 1))
            continue
        gap = sent[half] is not None and source.random() < often[half]
        psn += source.randint(1, 3) if gap else 0
        span = 3 if what == "read" else 1
        packets.append(read(psn, span * PMTU) if what == "read" else ask(psn))
        sent[half] = psn + span
        score[half] = score[half] + 1 if gap else max(0, score[half] - CREDIT)
        if score[half] >= MOST:
            told.setdefault(half, len(packets))
    return packets, halves, told


@pytest.mark.parametrize("size", [None, 1, 7])
@pytest.mark.parametrize("seed", range(8))
def test_as_a_count_packet_by_packet(seed, size, monkeypatch):
    monkeypatch.setattr(followed, "MOST_GAPS", MOST)
    packets, halves, told = story(random.Random(seed))
    flows = SimpleNamespace(then=lambda half, frame: (half + 50, np.zeros(len(half))))
    found = []
    for sequence, table in sequences(packets, size, halves):
        found += tell_unfollowed(sequence, table, flows)
        kept = table
    assert sorted((finding.flow - 50, finding.frame) for finding in found) == sorted(told.items())
    assert [finding.time for finding in found] == [10**18 + (finding.frame - 1) * 10_000 for finding in found]
    assert kept["unfollowed"][:HALVES].tolist() == [told.get(half, 0) for half in range(HALVES)]
