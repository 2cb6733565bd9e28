"""Blocks of a ring as the kernel's header describes them (linux/if_packet.h), and packets made out of them."""

from __future__ import annotations

import struct

import numpy as np

from ibpkt.capture.live.reader import COOKED, ETHERNET, _records
from ibpkt.capture.live.ring import packets_of
from ibpkt.capture.records import Interface

FRAME = bytes(range(12)) + b"\x08\x00" + b"payload!"


def block(*packets):
    """A block: its descriptor, then each packet with its header; packets are (bytes, time, VLAN tag or None)."""
    parts, at = [], 48
    for place, (data, (seconds, nanoseconds), tag) in enumerate(packets):
        mac = 48 + 20 + 12 + 32
        size = -(-(mac + len(data)) // 16) * 16
        status = 1 | (0x50 if tag else 0)
        header = struct.pack("=IIIIIIHH", size if place < len(packets) - 1 else 0, seconds, nanoseconds, len(data),
                             len(data) + 100, status, mac, mac + 14)  # fmt: skip
        header += struct.pack("=IIH10x", 0, tag[1] if tag else 0, tag[0] if tag else 0)
        address = struct.pack("=H", 17) + b"\x08\x00" + struct.pack("=iHBB8s", 3, 1, 4, 6, b"\1\2\3\4\5\6")
        assert (len(header), len(address)) == (48, 20)
        parts.append((header + address).ljust(mac, b"\xaa") + data.ljust(size - mac, b"\xbb"))
        at += size
    descriptor = struct.pack("=IIIIIIQ", 1, 48, 1, len(packets), 48, at, 7).ljust(48, b"\0")
    return np.frombuffer(descriptor + b"".join(parts), np.uint8).copy()


def records(data, link, snaplen=1 << 18):
    packets = packets_of(data)
    buffer = np.concatenate([data, np.zeros(256, np.uint8)])
    return _records(buffer, packets.places, packets.headers, Interface(link, snaplen), 1000)


def contents(found):
    return [found.data[start : start + size].tobytes() for start, size in zip(found.start, found.caplen, strict=True)]


def test_packets_of_a_block():
    frames = [FRAME, FRAME + b"x" * 1000, FRAME[:20]]
    times = [(1, 5), (1, 999_999_999), (4_000_000_000, 0)]
    found = records(block(*((frame, time, None) for frame, time in zip(frames, times, strict=True))), ETHERNET)
    assert contents(found) == frames
    assert found.time.tolist() == [1_000_000_005, 1_999_999_999, 4_000_000_000_000_000_000]
    assert (found.wirelen - found.caplen).tolist() == [100, 100, 100]
    assert set(found.link.tolist()) == {ETHERNET}
    assert found.offset.tolist() == [1000, 1000 + len(frames[0]), 1000 + len(frames[0]) + len(frames[1])]


def test_a_tag_that_the_kernel_took_away_is_put_back():
    found = records(block((FRAME, (1, 0), (0x88A8, 0x2005)), (FRAME, (1, 1), None)), ETHERNET)
    assert contents(found) == [FRAME[:12] + b"\x88\xa8\x20\x05" + FRAME[12:], FRAME]
    assert (found.wirelen - len(FRAME)).tolist() == [104, 100]


def test_a_tag_does_not_make_packets_longer_than_is_wanted():
    found = records(block((FRAME, (1, 0), (0x8100, 5))), ETHERNET, snaplen=len(FRAME))
    assert contents(found) == [(FRAME[:12] + b"\x81\x00\x00\x05" + FRAME[12:])[: len(FRAME)]]


def test_cooked_packets_get_their_header():
    """LINKTYPE_LINUX_SLL2: protocol, reserved, interface, hardware type, direction, length of the address, address."""
    found = records(block((FRAME, (1, 0), None), (FRAME, (1, 0), (0x8100, 5))), COOKED)
    after = FRAME[14:] + b"\xbb" * 14  # from the network header on, as many bytes as the kernel says
    header = struct.pack(">HHIHBB8s", 0x0800, 0, 3, 1, 4, 6, b"\1\2\3\4\5\6")
    tagged = struct.pack(">HHIHBB8s", 0x8100, 0, 3, 1, 4, 6, b"\1\2\3\4\5\6") + struct.pack(">HH", 5, 0x0800)
    first, second = contents(found)
    assert first[:28] == header + after[:8]
    assert second[:32] == tagged + after[:8]


def test_a_block_that_lies_is_not_read_beyond_its_end():
    data = block((FRAME, (1, 0), None), (FRAME, (1, 1), None))
    data[12:16] = np.frombuffer(struct.pack("=I", 1000), np.uint8)  # a thousand packets
    assert len(packets_of(data).places) <= 1000
    data[48:52] = np.frombuffer(struct.pack("=I", 1 << 30), np.uint8)  # the second one far away
    assert packets_of(data).places.tolist() == [48]
