"""Packets that nobody acknowledges and that come twice, set against a loop over all packets."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
import pytest

from ibpkt.analysis.recovery.flow_timers import LATEST
from ibpkt.analysis.runs import unacknowledged_copies
from ibpkt.analysis.runs.unacknowledged_copies import UnacknowledgedCopies

NAMES = ("psn", "icrc", "ident", "destqp", "opcode", "length")


def content(packet):
    """What stands for the bytes of a packet: its ICRC, or what it names where that is not in the capture."""
    if packet["icrc"]:
        return ("icrc", packet["icrc"])
    if packet["ident"]:
        return tuple(packet[name] for name in ("ident", "destqp", "opcode", "length"))
    return None  # nothing does


def looked_for(packets, history):
    """For each packet the number of the nearest one before it with the same bytes, 0 for none."""
    found = []
    for at, packet in enumerate(packets):
        same = [
            one for one, before in enumerate(packets[:at])
            if content(packet) is not None and content(before) == content(packet)
            and all(before[name] == packet[name] for name in ("psn", "sender"))
            and at - one <= history and packet["now"] - before["now"] <= LATEST
        ]  # fmt: skip
        found.append(packets[same[-1]]["frame"] if same and packet["behind"] else 0)
    return found


@pytest.mark.parametrize("history", [8, 1 << 14])
@pytest.mark.parametrize("seed", range(6))
def test_as_a_loop_over_all_packets(seed, history, monkeypatch):
    monkeypatch.setattr(unacknowledged_copies, "HISTORY", history)
    source, now, packets = random.Random(seed), 0, []
    for at in range(60):
        now += source.choice((0, 1, 1000, LATEST // 2, LATEST))
        packets.append(
            {
                "psn": source.randrange(3), "icrc": source.choice((0, 0, 5, 6)), "ident": source.choice((0, 7, 8)),
                "destqp": source.choice((1, 1, 2)), "opcode": source.choice((100, 100, 101)),
                "length": source.choice((60, 60, 61)), "now": now, "frame": 3 * at + 1,
                "sender": source.choice(((1, 1), (1, 1), (1, 2), (2, 1))), "behind": source.random() < 0.8,
            }
        )  # fmt: skip
    expected = looked_for(packets, history)
    for size in (1, 5, 60):
        copies, found = UnacknowledgedCopies(), []
        for low in range(0, len(packets), size):
            # between packets of others
            some = packets[low : low + size]
            columns = SimpleNamespace(
                **{name: np.repeat([packet[name] for packet in some], 2) for name in NAMES},
                frame=np.repeat([packet["frame"] for packet in some], 2),
            )
            rows = np.arange(1, 2 * len(some), 2)
            senders = tuple(np.array([packet["sender"][which] for packet in some]) for which in (0, 1))
            now = np.array([packet["now"] for packet in some])
            behind = np.array([packet["behind"] for packet in some])
            found += copies.add(columns, rows, senders, now, behind).tolist()
        assert found == expected
