"""What `CaptureInfo` says of captures, and what it sees in bytes that are not RDMA."""

from __future__ import annotations

import io
import random

import pytest

import ibpkt
from ibpkt.stats.capture_info import CaptureInfo, Host, Service
from ibpkt.stats.other_traffic import OtherTraffic, percent
from tests.support.command import CAPTURES, pcap


def info_of(source, batch=None, **options):
    info = CaptureInfo()
    with ibpkt.open(source, **options) as capture:
        for part in capture.batches(batch):
            info.add(part)
    return info


def traffic_of(data, **options):
    traffic = OtherTraffic()
    with ibpkt.open(io.BytesIO(data), **options) as capture:
        for part in capture.batches():
            traffic.add(part)
    return traffic


def other_udp(port, payload):
    """A datagram to a port that means nothing to ibpkt."""
    return ibpkt.build("Ethernet", "IPv4", ibpkt.draft("UDP", dstport=port), payload=payload).data


def facts(info):
    return (
        info.packets, info.bytes, info.start, info.end, info.cut, info.out_of_order, info.carriers, info.protocols,
        info.icrc, info.hosts, info.queue_pairs, info.services_above(), info.others.roce_ports,
    )  # fmt: skip


def test_a_capture_of_storage():
    info = info_of(CAPTURES / "nvmeof.pcap")
    assert (info.packets, info.bytes, info.cut, info.out_of_order) == (210, 152024, 0, 0)
    assert info.carriers == {"RoCEv2 on IPv4": 206}
    assert info.protocols == {"RC": 196, "ComMgt": 10, "ARP": 4}
    assert info.rdma_packets == 206
    assert info.icrc == {"good": 206, "bad": 0, "absent": 0, "cut": 0, "zero": 0}
    assert info.hosts == [
        Host("192.168.77.1", 3, 105, 107118, 101, 44738),
        Host("192.168.77.2", 3, 101, 44738, 105, 107118),
    ]
    assert sorted({pair.qp for pair in info.queue_pairs}) == [1, 0x11, 0x12]
    service = "TCP port 4420 (NVMe over Fabrics)"
    assert info.services_above() == [Service(service, "192.168.77.2", "192.168.77.1", 2, 0)]
    assert info.services_above()[0].name == "NVMe over Fabrics"


@pytest.mark.family("batches")
@pytest.mark.parametrize(
    "name", ["nvmeof.pcap", "ib_small.pcap", "derived_snap64.pcap", "derived_two_interfaces.pcapng"]
)
def test_batches_do_not_matter(name):
    assert facts(info_of(CAPTURES / name)) == facts(info_of(CAPTURES / name, 7))


@pytest.mark.costly
def test_sums_agree_with_other_statistics():
    for path in sorted(CAPTURES.glob("*.pcap")):
        info = info_of(path)
        assert sum(info.protocols.values()) == info.packets
        assert sum(info.carriers.values()) == info.rdma_packets
        assert sum(info.others.names.values()) == info.packets - info.rdma_packets
        assert sum(pair.received_packets for pair in info.queue_pairs) <= info.rdma_packets


def test_ports_without_a_lid_are_no_hosts():
    assert [host.address for host in info_of(CAPTURES / "ib_small.pcap").hosts] == [
        "LID: 6", "LID: 2", "LID: 4", "LID: 8",
    ]  # fmt: skip


def test_multicast_is_no_queue_pair():
    (pair,) = info_of(CAPTURES / "mckey.pcap").queue_pairs
    assert (pair.address, pair.received_packets, pair.sent_packets) == ("192.168.77.2", 0, 5)


def test_roce_at_another_port_is_seen():
    with ibpkt.open(CAPTURES / "rc_write.pcap") as capture:
        moved = [packet.replace(udp__dstport=4792).data if "BTH" in packet else packet.data for packet in capture]
    traffic = traffic_of(pcap(moved))
    assert traffic.rdma == 0
    assert traffic.roce_ports == [4792]
    assert traffic.hint == "RoCE on another port? UDP 4792 looks like BTH, try --roce-port 4792"
    assert traffic.absence == f"no RoCE or other RDMA packets: 74 % UDP, 26 % TCP; {traffic.hint}"
    assert traffic_of(pcap(moved), roce_port=4792).absence == ""


def test_other_datagrams_do_not_look_like_roce():
    rng = random.Random(16)
    packets = [other_udp(rng.choice((53, 123, 5000)), rng.randbytes(rng.randrange(0, 200))) for _ in range(2000)]
    packets += [other_udp(7, bytes(16)), other_udp(8, b"\xff" * 32), other_udp(9, b"text text text text ")]
    traffic = traffic_of(pcap(packets))
    assert traffic.roce_ports == []
    assert traffic.hint == ""
    assert traffic.names == {"UDP": 2003}


def test_without_packets_there_is_nothing_else():
    assert OtherTraffic().absence == "no packets"


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [
        (0, 10, "0 %"), (10, 10, "100 %"), (1, 3, "33 %"), (1672, 1678, "99.6 %"), (9999, 10000, ">99.9 %"),
        (1, 100, "1.0 %"), (1, 100000, "<0.1 %"), (98, 100, "98 %"), (0, 0, "0 %"),
    ],
)  # fmt: skip
def test_shares(part, whole, text):
    assert percent(part, whole) == text


def native(slid, **grh):
    """A datagram of a port, under its GID as well where there is a GRH."""
    global_route = [ibpkt.draft("GRH", **grh)] if grh else []
    lrh = ibpkt.draft("LRH", slid=slid, dlid=0xC001 if grh else 1)
    return ibpkt.build(lrh, *global_route, ibpkt.draft("BTH", opcode=0x64, destqp=5), "DETH", payload=bytes(4)).data


def test_a_port_that_also_sends_under_its_gid_is_one_host():
    """With a link-local prefix; that of another subnet has come through a router, whose LID it is then."""
    packets = [native(4), native(4, sgid="fe80::4"), native(5, sgid="fe80::5"), native(9, sgid="fec0::7")]
    info = info_of(io.BytesIO(pcap(packets, link=247)))
    assert [(host.address, host.sent_packets) for host in info.hosts if host.sent_packets] == [
        ("LID: 4", 2), ("LID: 5", 1), ("GID: fec0::7", 1),
    ]  # fmt: skip
    assert sum(host.sent_bytes for host in info.hosts) == info.bytes


def test_requests_by_operation():
    info = info_of(CAPTURES / "rc_send.pcap")
    assert set(info.requests) == {"SEND"}
    with ibpkt.open(CAPTURES / "mix_all_ops.pcap") as capture:
        told = [packet.bth.opcode for packet in capture if "BTH" in packet]
    reads = sum(opcode == 0x0C for opcode in told)
    info = info_of(CAPTURES / "mix_all_ops.pcap")
    assert set(info.requests) == {"SEND", "WRITE", "READ", "ATOMIC"}
    assert info.requests["READ"] == reads > 0
