"""Captures: packets one by one, columns, batches, and writing."""

import io
from pathlib import Path

import numpy as np

import ibpkt
from ibpkt import analysis, management
from ibpkt.batch.fields import field_named

CAPTURES = Path(__file__).parents[3] / "captures"


def test_packet_by_packet() -> None:
    sizes: dict[int, int] = {}
    with ibpkt.open(CAPTURES / "rc_read.pcap") as capture:
        for packet in capture:
            if "RETH" in packet:
                sizes[packet.bth.psn] = packet.reth.dmalen
            if packet.stop is not None:
                print(packet.number, packet.stop.reason, packet.stop.offset)
    assert set(sizes.values()) == {9000}


def test_columns() -> None:
    with ibpkt.open(CAPTURES / "rc_write.pcap") as capture:
        columns = capture.columns(["infiniband.bth.psn", "infiniband.reth.dmalen"])
    assert int(columns["infiniband.reth.dmalen"].sum()) == 108000
    assert columns["infiniband.bth.psn"].count() == 120


def test_batches() -> None:
    psn = field_named("infiniband.bth.psn")
    highest = 0
    with ibpkt.open(CAPTURES / "rc_write.pcap") as capture:
        for batch in capture.batches(max_packets=50):
            highest = max(highest, int(np.max(psn.column(batch).filled(0))))
    assert highest == 3335820


def test_writing() -> None:
    file = io.BytesIO()
    with ibpkt.open(CAPTURES / "rc_read.pcap") as capture, ibpkt.create(file, format="pcapng") as out:
        for packet in capture:
            if "AETH" in packet:
                out.write(packet, comment=packet.aeth.verdict)
    assert out.count > 0


def test_analysis() -> None:
    with ibpkt.open(CAPTURES / "loss_write_3pct.pcap.gz") as capture:
        slowest = max(analysis.messages(capture), key=lambda message: message.latency or 0)
    assert slowest.outcome == "completed"
    with ibpkt.open(CAPTURES / "rc_read.pcap") as capture:
        flow = next(analysis.flows(capture))
    title: str = flow.plot(CAPTURES / "rc_read.pcap", "latency").title
    assert title
    with ibpkt.open(CAPTURES / "cm_reject.pcap").follow() as capture:
        [rejected] = management.connections(capture)
    assert rejected.outcome == "rejected"
