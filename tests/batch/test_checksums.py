"""The verdicts on checksums of IPv4 and UDP, and everyone who reports them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import filter, strategies
from ibpkt.batch import Batch
from ibpkt.batch.checksums import CHECKSUM_STATUSES, checksum_verdicts
from ibpkt.batch.fields import field_named
from ibpkt.output.tree import TreeLines
from ibpkt.stats.check import IntegrityReport, problems

VXLAN = ("IPv4", "UDP", "VXLAN", "Ethernet")
OPTIONS = b"\x07\x07\x04\0\0\0\0\0"


def total_of(data):
    total = sum(int.from_bytes(data[at : at + 2].ljust(2, b"\0"), "big") for at in range(0, len(data), 2))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total


def roce(payload=b"hello", *, ip=(), udp=(), network="IPv4", outer=()):
    """A packet whose UDP checksum is as given, or right ("right"), or as before the adapter ("partial")."""
    udp = dict(udp)
    wanted = udp.pop("checksum", 0)
    addresses = {"src": "10.1.2.3", "dst": "10.4.5.6"} if network == "IPv4" else {"src": "fd00::1", "dst": "fd00::2"}
    headers = [ibpkt.draft(name) for name in ("Ethernet", *outer)]
    headers.append(ibpkt.draft(network, **{**addresses, **dict(ip)}))

    def built(checksum):
        return ibpkt.build(
            *headers, ibpkt.draft("UDP", srcport=0xC001, checksum=checksum, **udp), ibpkt.draft("BTH"), payload=payload
        )

    if not isinstance(wanted, str):
        return built(wanted)
    packet = built(0)
    layer, inside = packet.all(network)[-1], packet.all("UDP")[-1].offset
    data = bytes(layer)
    pseudo = data[12:20] if network == "IPv4" else data[8:40]
    end = inside + packet.udp.length
    pseudo += packet.udp.length.to_bytes(4, "big") + b"\0\0\0\x11"
    if wanted == "partial":
        return built(total_of(pseudo))
    return built(total_of(pseudo + packet.data[inside:end]) ^ 0xFFFF or 0xFFFF)


def verdicts(packet):
    """The statuses of a packet's checksums, by the header."""
    batch = Batch.of_packet(packet)
    (shape,) = batch.shapes
    return [(each.header.name, str(CHECKSUM_STATUSES[each.status[0]])) for each in checksum_verdicts(shape)]


@pytest.mark.parametrize(
    ("packet", "wanted"),
    [
        (roce(), ["good", "absent"]),
        (roce(udp={"checksum": "right"}), ["good", "good"]),
        (roce(b"odd", udp={"checksum": "right"}, ip={"options": OPTIONS}), ["good", "good"]),
        (roce(udp={"checksum": "partial"}), ["good", "offloaded"]),
        (roce(udp={"checksum": 0x1234}, ip={"checksum": 0}), ["offloaded", "bad"]),
        (roce(ip={"checksum": 0x1234}), ["bad", "absent"]),
        (roce(ip={"options": OPTIONS, "checksum": 0x1234}), ["bad", "absent"]),
        (roce(network="IPv6", udp={"checksum": "right"}), ["good"]),
        (roce(network="IPv6", udp={"checksum": "partial"}), ["offloaded"]),
        (roce(network="IPv6", udp={"checksum": 0x1234}), ["bad"]),
        (roce(outer=VXLAN, ip={"checksum": 0x1234}), ["good", "absent", "bad", "absent"]),
    ],
)
def test_statuses(packet, wanted):
    names = [layer.name for layer in packet if layer.name in ("IPv4", "UDP")]
    assert verdicts(packet) == list(zip(names, wanted, strict=True))


def test_what_the_capture_has_cut_is_not_judged():
    whole = roce(bytes(100), udp={"checksum": "right"})
    cut = ibpkt.decode(whole.data[:60], "ethernet", wirelen=len(whole.data))
    assert verdicts(cut) == [("IPv4", "good"), ("UDP", "cut")]
    options = roce(ip={"options": OPTIONS, "checksum": 0x1234})
    for size in range(len(options.data)):
        cut = ibpkt.decode(options.data[:size], "ethernet", wirelen=len(options.data))
        assert list(problems(cut)) == ([] if size < 42 else [*problems(cut)][:1])
        assert ("IPv4", "bad") in verdicts(cut) if size >= 42 else not verdicts(cut)


def test_what_ibpkt_does_not_know_has_a_checksum_below_it():
    """TCP over IPv4: decoding stops behind the header, whose checksum is judged all the same."""
    for checksum, wanted in ((0x66CE, "good"), (0x1234, "bad")):
        ip = ibpkt.draft("IPv4", src="10.0.0.1", dst="10.0.0.2", proto=6, checksum=checksum)
        packet = ibpkt.build(ibpkt.draft("Ethernet"), ip, payload=bytes(20))
        assert packet.stop.reason == "unknown"
        assert verdicts(packet) == [("IPv4", wanted)], problems(packet)


def test_everyone_says_it():
    wrong = roce(ip={"checksum": 0x1234}, udp={"checksum": 0x4321})
    right = roce(udp={"checksum": "right"})
    stated = [(each.layer, each.what, each.stored) for each in problems(wrong)]
    assert stated == [("IPv4", "checksum bad", "0x1234"), ("UDP", "checksum bad", "0x4321")]
    computed = [each.computed for each in problems(wrong)]
    assert computed[0] == f"0x{right.ipv4.checksum:04x}"
    batch = Batch.of([right.data, wrong.data, right.data], 1)
    report = IntegrityReport()
    assert [each.frame for each in report.add(batch)] == [2, 2]
    assert report.problems == 2
    assert f"[UDP checksum is 0x4321, should be {computed[1]}]" in str(wrong)
    assert "checksum is" not in str(right)
    assert b"checksum is" not in b"".join(TreeLines(crc=False).texts(batch))
    offloaded = str(roce(ip={"checksum": 0}, udp={"checksum": "partial"}))
    assert "[IPv4 checksum 0x0000 is offloaded: captured before the sender's adapter computed it]" in offloaded
    assert offloaded.count("is offloaded") == 2
    assert not list(problems(ibpkt.decode(right.data[14:], ibpkt.protocols.IPv4))), "no link type, so nobody looks"


def test_fields():
    packets = [
        roce(ip={"checksum": 5}), roce(udp={"checksum": "right"}), roce(udp={"checksum": "partial"}),
        roce(outer=VXLAN, ip={"checksum": 0x1234}), roce(network="IPv6"),
    ]  # fmt: skip
    batch = Batch.of([packet.data for packet in packets], 1)
    assert filter.compile('ip.checksum.status == "Bad"').rows(batch).tolist() == [True, False, False, True, False]
    assert filter.compile("udp.checksum.status == 1").rows(batch).tolist() == [False, True, False, False, False]
    assert field_named("udp.checksum.status").column(batch).tolist() == [3, 1, 2, 3, 3]
    assert np.ma.getmaskarray(field_named("ip.checksum.status").column(batch)).tolist() == [False] * 4 + [True]


@given(st.data(), strategies.packets(link="ethernet"))
def test_a_built_packet_is_right_and_a_flipped_bit_is_found(data, packet):
    assert {status for _, status in verdicts(packet)} <= {"good", "absent", "cut"}
    header = next((layer for layer in packet if layer.name == "IPv4"), None)
    if header is None:
        return
    at = header.offset + data.draw(st.integers(12, 19), "byte")  # an address: what the packet is stays
    flipped = bytearray(packet.data)
    flipped[at] ^= 1 << data.draw(st.integers(0, 7), "bit")
    found = verdicts(ibpkt.decode(bytes(flipped), packet.link))
    assert found[[name for name, _ in found].index("IPv4")] == ("IPv4", "bad")
