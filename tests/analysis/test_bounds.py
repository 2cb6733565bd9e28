"""Memory does not grow with the capture."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ibpkt import traffic
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.streams import stream_table
from ibpkt.batch import Batch
from tests.support import exchanges as crafted
from tests.support.analysis_runs import OPERATIONS, cut, run, sent_by, steps_of


def _many(count):
    """A SEND each from so many queue pairs to as many others."""
    (packet,) = [packet for batch in traffic.conversation([traffic.Send(b"x")]).batches() for packet in batch][:1]
    raw = np.frombuffer(packet.data, np.uint8)
    for low in range(0, count, 10_000):
        block = np.tile(raw, (10_000, 1))
        numbers = np.arange(low, low + 10_000, dtype=np.uint32)
        block[:, 47:50] = numbers.astype(">u4").view(np.uint8).reshape(-1, 4)[:, 1:]
        block[:, 26:30] = (0x0A000000 + numbers // 7).astype(">u4").view(np.uint8).reshape(-1, 4)
        block[:, -4:] = 0  # no ICRC
        batch = Batch.of([row.tobytes() for row in block], packet.link)
        batch.frames.first += low
        yield batch


@pytest.mark.slow
def test_a_hundred_thousand_flows():
    analyser = Analyser(limit=1000)
    flows = 0
    for batch in _many(100_000):
        found = analyser.add(batch)
        flows += len(found.flows)
        assert len(analyser._streams) <= 1000
        assert analyser._connected._halves.capacity <= 4 * (1000 + len(batch))
    assert analyser.given_up == flows >= 99_000
    found = analyser.finish()
    assert analyser.given_up + len(found.flows) == 100_000
    assert {flow.ended for flow in found.flows} == {""}


@pytest.mark.costly
def test_messages_that_nobody_answers():
    """Requests without end, and no answer: what waits is bounded."""

    scene = traffic.Traffic(1, packets=60_000, sizes=16, operations={"SEND": 1}, truth=None)
    result = run(batch.select(sent_by(batch, "10.0.0.1")) for batch in scene.batches())
    assert set(result.outcomes) == {"unknown"}
    assert result.findings == []


@pytest.mark.slow
def test_addresses_that_no_flow_has_are_forgotten(monkeypatch):
    monkeypatch.setattr(stream_table, "ADDRESSES", 2000)
    analyser = Analyser(limit=500)
    flows = 0
    for batch in cut(_many(50_000), 1000):
        flows += len(analyser.add(batch).flows)
        assert len(analyser.addresses) <= 2000 + 2 * len(batch)
    assert analyser.given_up == flows
    assert flows + len(analyser.finish().flows) == 50_000


def _hostile(seed, count, spread, far, nak):
    """Packets of one flow and its answers that say anything: numbers, lengths, operations, acknowledgements."""
    random = np.random.default_rng(seed)
    scene = traffic.Traffic(seed, packets=300, operations=OPERATIONS, sizes=(0, 2000), truth=None)
    samples = [packet.data for batch in scene.batches() for packet in batch]
    link = 1
    psn, packets = 0, []
    for _ in range(count):
        data = bytearray(samples[random.integers(len(samples))])
        psn += int(random.integers(-spread, spread + 1))
        if random.random() < far:
            psn += int(random.integers(1 << 24))
        data[42 + 9 : 42 + 12] = (psn & 0xFFFFFF).to_bytes(3, "big")
        opcode = data[42]
        if opcode in (0x06, 0x0A, 0x0C, 0x0B) and random.random() < 0.5:  # RETH: a length
            data[66:70] = int(random.choice([0, 1 << 31, 0xFFFFFFFF, 5000])).to_bytes(4, "big")
        if opcode == 0x11 and random.random() < nak:
            data[54] = int(random.choice([0x60, 0x20, 0x61, 0x1F]))
        data[-4:] = bytes(4)  # no ICRC
        packets.append(bytes(data))
    return Batch.of(packets, link)


@pytest.mark.costly
@settings(deadline=None, max_examples=8)
@given(
    seed=st.integers(0, 1000),
    spread=st.sampled_from([1, 4, 300, 30_000]),
    far=st.sampled_from([0.0, 0.01, 0.5]),
    nak=st.sampled_from([0.0, 0.3, 1.0]),
)
def test_no_packet_costs_much(seed, spread, far, nak):
    batch = _hostile(seed, 4000, spread, far, nak)
    analyser = Analyser(messages=False)
    steps = steps_of(lambda: analyser.add(batch))
    assert steps < 4000 * 1000  # at worst it looks through what is open, of which there are few


@pytest.mark.parametrize("step", [2, -2], ids=["upward", "downward"])
def test_missing_packets_of_which_every_other_comes(step):
    """Each splits the range of those that are missing; the oldest of too many are forgotten."""

    def cost(count):
        packets = [crafted.ask(psn) for psn in (0, 1, 2 * count + 4, *range(3, 2 * count + 3, 2)[:: step // 2])]
        (batch,) = crafted.batches(packets)
        analyser = Analyser(messages=False)
        steps = steps_of(lambda: analyser.add(batch))
        return steps / count

    assert cost(1600) < 2 * cost(200)


@pytest.mark.costly
def test_packets_that_wait_cost_no_more_the_more_they_are():
    """A packet is missing, and all behind it is acknowledged one by one, again and again refused, and sent again."""
    scene = traffic.Traffic(1, packets=9000, operations="SEND", sizes=16, truth=None)
    every = [packet.data[:-4] + bytes(4) for batch in scene.batches() for packet in batch]  # no ICRC
    asks = [data for data in every if data[42] == 4][:4000]
    (told, *_) = [data for data in every if data[42] == 0x11]

    def answer(ask, syndrome):
        return told[:51] + ask[51:54] + bytes([syndrome]) + told[55:]

    def cost(count):
        packets = [asks[0], answer(asks[0], 0x1F), *asks[2 : count + 2]]  # one is missing
        for ask in asks[2 : count + 2]:
            packets += [answer(asks[1], 0x60), ask, answer(ask, 0x60), ask]
        batch = Batch.of(packets, 1)
        analyser = Analyser(messages=False)
        return steps_of(lambda: analyser.add(batch)) / len(packets)

    assert cost(1600) < 2 * cost(200)


def test_naks_behind_the_end_of_a_connection_cost_little():
    """Every request is refused, though the first refusal ended the connection."""

    def cost(count):
        answered = ([crafted.ask(psn), crafted.tell(psn, psn & 0xFF, syndrome=0x62)] for psn in range(count))
        (batch,) = crafted.batches([packet for both in answered for packet in both])
        analyser = Analyser(messages=True)
        return steps_of(lambda: analyser.add(batch))

    assert cost(200) < 2 * cost(20)
