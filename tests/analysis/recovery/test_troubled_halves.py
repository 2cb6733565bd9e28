"""Halves that are not clean: what is found in them does not depend on where the capture is cut into batches."""

from __future__ import annotations

import functools

import pytest

from ibpkt.analysis.recovery import troubled_halves
from ibpkt.analysis.runs import held_packets
from ibpkt.analysis.runs.held_packets import HeldPackets
from ibpkt.analysis.runs.run_columns import RunColumns
from tests.analysis.runs.test_runs_of_simulated_halves import FAULTS, made, simulated
from tests.support.exchanges import SEND_ONLY, ask, said, tell

UC_SEND_ONLY = 0x24


@functools.cache
def story(seed):
    """Packets of a simulated half, some of which were lost, and what is said of them as one batch."""
    packets = [made(each.what, each.psn) for each in simulated(seed, FAULTS["all" if seed % 2 else "before"])[:70]]
    return packets, sorted(map(repr, said(packets)))


@pytest.mark.family("batches")
@pytest.mark.parametrize("size", [9, 17])
@pytest.mark.parametrize("seed", range(1, 7))
def test_findings_of_any_batches(seed, size):
    packets, findings = story(seed)
    assert findings
    assert sorted(map(repr, said(packets, size))) == findings


def test_only_where_something_answers_packets_wait_to_turn_out_calm(monkeypatch):
    """Those of unreliable connections never turn out to be anything else; a flow counts by its own service."""
    seen = {}

    def cut(packets, calm, table, base, undecided, window):
        for half, waits in zip(packets.half.tolist(), undecided.tolist(), strict=True):
            seen[half] = seen.get(half, False) or waits
        return RunColumns(packets, calm, table, base, undecided, window)

    monkeypatch.setattr(troubled_halves, "RunColumns", cut)
    psns = [0, 1, 2, 5, 3, 6, 7, 8, 9]  # two come late or again, or not at all
    hosts = {"10.0.0.1": SEND_ONLY, "10.0.0.3": UC_SEND_ONLY, "10.0.0.4": SEND_ONLY, "10.0.0.5": UC_SEND_ONLY}
    packets = []
    for psn in psns:
        packets += [ask(psn, opcode, source=(host, 17), a=0) for host, opcode in hosts.items()]
        if psn == 0:  # an answer shows that the capture has the beginning
            packets += [tell(0, 1, target=(host, 17)) for host, opcode in hosts.items() if opcode == SEND_ONLY]
    said(packets, 12)
    assert seen == {0: True, 2: False, 4: True, 6: False}


@pytest.mark.parametrize("size", [3, 5])
@pytest.mark.parametrize("answered", [False, True])
def test_nothing_is_held_back_over_a_border(answered, size, monkeypatch):
    """Not even what may belong to a connection of which the capture lacks the beginning."""
    kept = []

    class Held(HeldPackets):
        def take(self, halves, frame):
            self.window = frame // 16
            return super().take(halves, frame)

        def hold(self, packets):
            kept.extend((int(frame) // 16, self.window) for frame in packets.frame)
            super().hold(packets)

    monkeypatch.setattr(troubled_halves, "HeldPackets", Held)
    for module in (troubled_halves, held_packets):
        monkeypatch.setattr(module, "WINDOW", 16)
    packets = [ask(psn) for psn in (100, 101, 102, 103, 101, 102, 103)]
    packets += [tell(103, 4)] * answered
    packets += [ask(psn, source=("10.0.0.3", 17), target=("10.0.0.4", 34)) for psn in range(40)]
    assert "retransmission" in [finding.kind.name for finding in said(packets, size)]
    assert kept
    assert all(window >= now for window, now in kept)
