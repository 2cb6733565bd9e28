"""The program that chooses packets, run by the kernel on a pair of local sockets: against tcpdump, by construction."""

from __future__ import annotations

import ctypes
import shutil
import socket
import struct
import subprocess
import sys

import pytest

import ibpkt
from ibpkt.capture import open_capture
from ibpkt.capture.live.bpf import everything, nothing, packed, packet_filter
from tests.support.command import CAPTURES

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

PORT = 4791
ETHERTYPES = (0x8915, 0x8808)
ATTACH_FILTER = 26


def kept(packets, program):
    """What the kernel keeps of each packet; None where it keeps nothing."""
    sender, receiver = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with sender, receiver:
        code = ctypes.create_string_buffer(packed(program))
        receiver.setsockopt(socket.SOL_SOCKET, ATTACH_FILTER, struct.pack("@HP", len(program), ctypes.addressof(code)))
        receiver.setblocking(False)
        results = []
        for packet in packets:
            sender.send(packet)
            try:
                results.append(receiver.recv(1 << 17))
            except BlockingIOError:
                results.append(None)
        return results


def roce(**options):
    return packet_filter(
        **{"has_ethernet": True, "ethertypes": ETHERTYPES, "udp_ports": (PORT,), "snaplen": 1 << 18, **options}
    )


def packets_of(path):
    with open_capture(path) as reader:
        for records in reader.records():
            for start, size in zip(records.start.tolist(), records.caplen.tolist(), strict=True):
                yield records.data[start : start + size].tobytes()


WANTED = f"udp dst port {PORT} or ether proto 0x8915 or ether proto 0x8808 or (ip proto 17 and ip[6:2] & 0x1fff != 0)"


@pytest.mark.skipif(shutil.which("tcpdump") is None, reason="needs tcpdump")
@pytest.mark.parametrize(
    "name", ["rc_write.pcap", "nvmeof.pcap", "vlan_write.pcap", "rping_ipv6.pcap", "cm_reject.pcap"]
)
def test_the_kernel_keeps_what_tcpdump_keeps(name, tmp_path):
    packets = list(packets_of(CAPTURES / name))
    # tcpdump's `vlan` moves all that follows it behind the tag
    wanted = f"({WANTED}) or (vlan and ({WANTED}))"
    out = tmp_path / "kept.pcap"
    subprocess.run(["tcpdump", "-r", CAPTURES / name, "-w", out, wanted], check=True, capture_output=True)
    ours = [packet for packet in kept(packets, roce()) if packet is not None]
    assert ours == list(packets_of(out))
    assert 0 < len(ours) <= len(packets)


def layers(*names):
    return [ibpkt.draft(name) for name in names]


def built(*names, payload=b"", **fields):
    headers = layers(*names)
    for key, value in fields.items():
        place, _, field = key.partition("__")
        setattr(headers[int(place[1:])], field, value)
    return ibpkt.build(*headers, payload=payload).data


ROCE = built("Ethernet", "IPv4", "UDP", "BTH", payload=b"hello")
ROCE6 = built("Ethernet", "IPv6", "UDP", "BTH", payload=b"hello")


def tagged(frame, *tags):
    return frame[:12] + b"".join(struct.pack(">HH", tag, 5) for tag in tags) + frame[12:]


def to_port(frame, port, at):
    return frame[: at + 2] + struct.pack(">H", port) + frame[at + 4 :]


def fragment4(frame, offset, protocol=17):
    return frame[:20] + struct.pack(">H", offset) + frame[22:23] + bytes([protocol]) + frame[24:]


def extended6(frame, *headers):
    """IPv6 extension headers (kind, bytes) put before what follows; each names the next one in its first byte."""
    kinds = [kind for kind, _ in headers] + [frame[20]]
    chain = b"".join(bytes([after]) + data for (_, data), after in zip(headers, kinds[1:], strict=True))
    return frame[:20] + bytes([kinds[0]]) + frame[21:54] + chain + frame[54:]


def error4(frame, kind):
    """An ICMP error that quotes a frame."""
    header = bytearray(frame[14:34])
    header[9] = 1
    return frame[:14] + bytes(header) + bytes([kind, 4]) + bytes(6) + frame[14:]


def error6(frame, kind):
    header = bytearray(frame[14:54])
    header[6] = 58
    return frame[:14] + bytes(header) + bytes([kind, 0]) + bytes(6) + frame[14:]


OPTIONS = 60, bytes([1]) + bytes(14)
HOP_BY_HOP = 0, bytes([0]) + bytes(6)
FIRST, LATER = (44, struct.pack(">BHI", 0, 1, 7)), (44, struct.pack(">BHI", 0, 0x5A8, 7))
TCP = ROCE[:23] + bytes([6]) + ROCE[24:]

CASES = {
    "RoCEv2": (ROCE, True),
    "RoCEv2 on IPv6": (ROCE6, True),
    "another port": (to_port(ROCE, 4790, 34), False),
    "another port on IPv6": (to_port(ROCE6, 53, 54), False),
    "from the port, not to it": (ROCE[:34] + struct.pack(">HH", PORT, 53) + ROCE[38:], False),
    "TCP": (TCP, False),
    "VLAN": (tagged(ROCE, 0x8100), True),
    "QinQ": (tagged(ROCE6, 0x88A8, 0x8100), True),
    "three tags": (tagged(ROCE, 0x8100, 0x8100, 0x8100), False),
    "VLAN, another port": (tagged(to_port(ROCE, 80, 34), 0x8100), False),
    "options of IPv4": (ROCE[:14] + b"\x46" + ROCE[15:34] + bytes(4) + ROCE[34:], True),
    "first fragment": (fragment4(ROCE, 0x2000), True),
    "later fragment": (fragment4(to_port(ROCE, 1, 34), 0x2005), True),
    "later fragment of TCP": (fragment4(ROCE, 0x0005, 6), False),
    "IPv6 options": (extended6(ROCE6, HOP_BY_HOP, OPTIONS), True),
    "IPv6 options, another port": (to_port(extended6(ROCE6, HOP_BY_HOP), 53, 62), False),
    "IPv6 first fragment": (extended6(ROCE6, FIRST), True),
    "IPv6 later fragment": (extended6(ROCE6, OPTIONS, LATER), True),
    "five IPv6 headers": (extended6(ROCE6, *[HOP_BY_HOP] * 5), False),
    "RoCEv1": (ROCE[:12] + b"\x89\x15" + ROCE[14:], True),
    "RoCEv1 with a tag": (tagged(ROCE[:12] + b"\x89\x15" + ROCE[14:], 0x8100), True),
    "pause": (ROCE[:12] + b"\x88\x08\x00\x01\xff\xff" + bytes(42), True),
    "ARP": (ROCE[:12] + b"\x08\x06" + bytes(46), False),
    "fragmentation needed": (error4(ROCE, 3), True),
    "time exceeded": (error4(ROCE, 11), True),
    "an error about another port": (error4(to_port(ROCE, 53, 34), 3), False),
    "ping": (error4(ROCE, 8), False),
    "packet too big": (error6(ROCE6, 2), True),
    "an error about another port on IPv6": (error6(to_port(ROCE6, 53, 54), 2), False),
    "neighbour solicitation": (error6(ROCE6, 135), False),
    "cut in the Ethernet header": (ROCE[:13], False),
    "cut before the port": (ROCE[:37], False),
}


@pytest.mark.parametrize("name", CASES)
def test_by_construction(name):
    frame, wanted = CASES[name]
    assert kept([frame], roce()) == [frame if wanted else None]


def test_the_port_can_be_another_one():
    frames = [ROCE, to_port(ROCE, 1021, 34)]
    assert kept(frames, roce(udp_ports=(1021,))) == [None, frames[1]]
    assert kept(frames, roce(udp_ports=(1021, PORT))) == frames


def test_packets_are_cut():
    assert kept([ROCE, TCP], roce(snaplen=60)) == [ROCE[:60], None]
    assert kept([TCP], everything(20)) == [TCP[:20]]
    assert kept([ROCE], nothing()) == [None]
