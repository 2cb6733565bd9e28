"""ICRCs that are wrong in a way that a known implementation computes and accepts."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

import ibpkt
from ibpkt import build, draft
from ibpkt.batch import Batch
from ibpkt.batch.known_mistakes import rxe_flush_icrc
from tests.support.shared import CAPTURES, needs

ETHERNET = draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02")
CARRIERS = {
    "IPv4": (1, (ETHERNET, draft("IPv4", src="10.0.0.1", dst="10.0.0.2"), draft("UDP", srcport=0xC000))),
    "IPv6": (1, (ETHERNET, draft("IPv6", src="fe80::1", dst="fe80::2"), draft("UDP", srcport=0xC000))),
    "RoCEv1": (1, (ETHERNET, draft("GRH", sgid="fe80::1", dgid="fe80::2"))),
    "local": (247, (draft("LRH", slid=1, dlid=2),)),
    "global": (247, (draft("LRH", slid=1, dlid=2), draft("GRH", sgid="fe80::1", dgid="fe80::2"))),
}
FLUSH, RECORDED = 0x1C, CAPTURES / "recorded" / "flush"


def frame(carrier, psn=0, mistake=False, flip=None):
    """A FLUSH with the right ICRC, or the one that rxe computes; a bit of the RETH may be flipped on the way."""
    link, headers = CARRIERS[carrier]
    packet = build(
        *headers,
        draft("BTH", opcode=FLUSH, destqp=0x11, psn=psn, fecn=1),
        draft("FETH", plt=1),
        draft("RETH", va=0x1000 + psn, r_key=7, dmalen=64),
    )
    decoded = ibpkt.decode(packet.data, packet.link)
    assert decoded.icrc.status == "good"
    at, end = decoded.bth.offset, len(packet.data) - (6 if link == 247 else 4)  # VCRC ends a native packet
    data = bytearray(packet.data)
    if mistake:  # once as specified, and once more from BTH on, as the bytes are
        data[end : end + 4] = zlib.crc32(data[at:end], int.from_bytes(data[end : end + 4], "little")).to_bytes(
            4, "little"
        )
    if flip is not None:
        data[end - 1] ^= flip
    return bytes(data)


@pytest.mark.parametrize("carrier", CARRIERS)
def test_it_is_recognised_on_every_carrier(carrier):
    frames = [frame(carrier, psn, mistake=psn % 3 == 1, flip=1 if psn in (4, 5) else None) for psn in range(9)]
    batch = Batch.of(frames, CARRIERS[carrier][0])
    assert rxe_flush_icrc(batch).tolist() == [psn in (1, 7) for psn in range(9)]
    for psn in (1, 7):
        assert "as Linux rxe computes it for FLUSH, not as specified" in batch[psn].icrc.cause


def test_another_operation_has_no_such_excuse():
    """rxe does so for FLUSH alone, hence a SEND with such an ICRC was damaged or comes from elsewhere."""
    packet = build(*CARRIERS["IPv4"][1], draft("BTH", opcode=4, destqp=0x11), payload=bytes(20))
    data = bytearray(packet.data)
    at = ibpkt.decode(packet.data, packet.link).bth.offset
    data[-4:] = zlib.crc32(data[at:-4], int.from_bytes(data[-4:], "little")).to_bytes(4, "little")
    batch = Batch.of([bytes(data)], 1)
    assert rxe_flush_icrc(batch).tolist() == [False]
    assert batch[0].icrc.cause == "the bytes from BTH on computed a second time"


def test_a_shape_with_other_packets_beside_it():
    other = build(*CARRIERS["IPv4"][1], draft("BTH", opcode=4, destqp=0x11), payload=bytes(20)).data
    frames = [other, frame("IPv4", 1, mistake=True), other, frame("IPv6", 2, mistake=True), b"", frame("IPv4", 3)]
    assert np.flatnonzero(rxe_flush_icrc(Batch.of(frames, 1))).tolist() == [1, 3]


@needs(RECORDED)
@pytest.mark.parametrize(
    "name", ["flush_matrix", "flush_bad_rkey", "loss10_flush_awrite_only", "loss3_requests_before_tap", "dup10_on_wire"]
)
def test_recorded_ones(name):
    """Every FLUSH that rxe sent, and nothing else."""
    with ibpkt.open(RECORDED / f"{name}.pcap") as capture:
        for batch in capture.batches():
            flushes = [packet.bth is not None and packet.bth.opcode == FLUSH for packet in batch]
            assert rxe_flush_icrc(batch).tolist() == flushes
            assert any(flushes)
