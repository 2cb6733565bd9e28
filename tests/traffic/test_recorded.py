"""What goes wrong here looks as it does in captures of a real transport, Linux' rxe."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import ibpkt
from ibpkt import traffic
from ibpkt.protocols import OPCODES
from ibpkt.traffic import At, Faults, Read, Send, Write
from tests.support.shared import capture
from tests.support.traffic_witness import after


class Shape:
    """A capture of one RC flow in numbers that do not depend on speed."""

    def __init__(self, packets, verdicts=("NAK PSN Sequence Error",)):
        self.steps = Counter()
        self.landed = Counter()
        requests: dict[int, int] = {}
        asked: dict[int, int] = {}
        self.names = []
        for packet in packets:
            if "BTH" not in packet or packet.bth.opcode not in OPCODES:
                continue
            opcode = OPCODES[packet.bth.opcode]
            if opcode.service != "RC":
                continue
            self.names.append(opcode.name)
            if opcode.kind == "request":
                key = packet.ipv4.src
                if key in requests:
                    step = after(packet.bth.psn, requests[key])
                    self.steps["again" if step <= 0 else "next" if step == 1 else "gap"] += 1
                    if key in asked and step <= 0:
                        self.landed[0 <= after(packet.bth.psn, asked.pop(key)) <= 2] += 1
                requests[key] = packet.bth.psn
            elif "AETH" in packet and str(packet.aeth.verdict) in verdicts:
                asked[packet.ipv4.dst] = packet.bth.psn


def recorded(name, *verdicts):
    with ibpkt.open(capture(name)) as opened:
        return Shape(opened, *verdicts)


def made(scene, *verdicts):
    return Shape((packet for batch in scene.batches() for packet in batch), *verdicts)


def test_three_percent_loss_is_answered_by_going_back():
    real = recorded("loss_write_3pct.pcap")
    own = made(
        traffic.conversation(
            [Write(8192)] * 60, seed=1, faults=Faults(loss=0.03, only="requests"), depth=60, coalesce=1, delay=40_000
        )
    )
    for shape in (real, own):
        assert sum(shape.landed.values()) > 5
        # the requester goes back to the PSN that the NAK names, or what follows it where that was lost too
        assert shape.landed[True] / sum(shape.landed.values()) > 0.7
        # packets behind a hole are sent twice: far more than three in a hundred come again
        assert shape.steps["next"] > 5 * shape.steps["gap"]
        assert len([name for name in shape.names if "WRITE" in name]) > 1.3 * 480


def test_the_next_ack_makes_up_for_a_lost_one():
    """Two of the real capture's 40 ACKs are lost; nothing is sent again, and its counters say so too."""
    real = recorded("loss_ack_10pct.pcap")
    faults = Faults(at=[At("loss", 7, "b"), At("loss", 20, "b")])
    own = made(traffic.conversation([Send(2000)] * 40, faults=faults, depth=40, coalesce=1))
    for shape in (real, own):
        assert shape.steps == {"next": 79}
        assert Counter(shape.names) == {"RC SEND First": 40, "RC SEND Last": 40, "RC Acknowledge": 38}


def test_an_rnr_nak_is_waited_for():
    times = []
    with ibpkt.open(capture("rnr_recover.pcap")) as opened:
        real = list(opened)
    own = [packet for batch in traffic.conversation([Send(100, rnr=5)], rnr_timer=18).batches() for packet in batch]
    for packets in (real, own):
        naks = [packet for packet in packets if "AETH" in packet and packet.aeth.syndrome >> 5 == 1]
        assert naks
        first = naks[0]
        again = next(
            packet
            for packet in packets
            if packet.time > first.time and "BTH" in packet and packet.bth.psn == first.bth.psn
            and OPCODES[packet.bth.opcode].kind == "request"
        )  # fmt: skip
        waited = (again.time - first.time) / 1e6
        assert waited > 0.9 * first.aeth.rnr_timer
        times.append(waited)


def test_psns_wrap():
    def jumps(packets):
        psns = [
            packet.bth.psn for packet in packets if "BTH" in packet and OPCODES[packet.bth.opcode].kind == "request"
        ]
        return sum(one - two > 1 << 23 for one, two in pairwise(psns))

    with ibpkt.open(capture("psn_wrap.pcap")) as opened:
        assert jumps(opened) >= 1
    scene = traffic.conversation([Write(20_000), Read(20_000)], first_psn=(1 << 24) - 16)
    assert jumps(packet for batch in scene.batches() for packet in batch) == 1


def test_a_wrong_key_is_refused_as_there():
    with ibpkt.open(capture("nak_remote_access_write_rkey.pcap")) as opened:
        real = [packet for packet in opened if "AETH" in packet and packet.aeth.syndrome >> 5 == 3]
    scene = traffic.conversation([Write(600), Write(3000, denied=True)], coalesce=1)
    own = [packet for batch in scene.batches() for packet in batch if "AETH" in packet]
    assert {str(packet.aeth.verdict) for packet in real} == {str(own[-1].aeth.verdict)}
    assert own[-1].aeth.msn == 1


def test_a_lost_response_is_asked_for_again_by_address():
    scene = traffic.conversation([Read(5000)], faults=Faults(at=[At("loss", 2, "b")]))
    reads = [packet.reth for batch in scene.batches() for packet in batch if "RETH" in packet]
    assert [reth.va - reads[0].va for reth in reads] == [0, 2048]
    assert [reth.dmalen for reth in reads] == [5000, 5000 - 2048]
