"""Frames packed by hand, byte by byte: a witness that shares neither declarations nor builders with what it tests.

Source: IBA 1, 5.2, 7.8, 7.9 and 9.2; annex A17.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

ETHERNET, NATIVE = 1, 247
#: nanoseconds since the epoch at which captures begin
BEGINS = 1_700_000_000_000_000_000


def ip4(text: str) -> bytes:
    return bytes(map(int, text.split(".")))


def _sum16(data: bytes) -> int:
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def vcrc(data: bytes) -> bytes:
    """The polynomial 0x100B, reflected."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0xD008 if crc & 1 else crc >> 1
    return struct.pack("<H", crc ^ 0xFFFF)


def _icrc(head: bytes, body: bytes) -> bytes:
    """Over headers whose variant fields are ones already, and BTH, whose sixth byte is."""
    return struct.pack("<I", zlib.crc32(head + body[:4] + b"\xff" + body[5:]))


def bth(opcode: int, qpn: int, psn: int, *, pad: int = 0, ack: int = 0) -> bytes:
    return struct.pack("!BBHII", opcode, 0x40 | pad << 4, 0xFFFF, qpn, ack << 31 | psn & 0xFFFFFF)


def roce(source: str, target: str, body: bytes, *, number: int, port: int = 0xC000) -> bytes:
    """RoCEv2 over IPv4.

    Args:
        source, target: the addresses.
        body: from BTH on, without the ICRC.
        number: the IP identification.
        port: the source port of UDP.
    """
    udp = struct.pack("!HHHH", port, 4791, 8 + len(body) + 4, 0)
    ip = bytearray(struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(udp) + len(body) + 4, number & 0xFFFF, 0x4000, 64, 17, 0))
    ip += ip4(source) + ip4(target)
    ip[10:12] = struct.pack("!H", _sum16(bytes(ip)))
    masked = bytearray(ip)
    masked[1] = masked[8] = 0xFF
    masked[10:12] = b"\xff\xff"
    icrc = _icrc(b"\xff" * 8 + bytes(masked) + udp[:6] + b"\xff\xff", body)
    return b"\2\0" + ip4(target) + b"\2\0" + ip4(source) + b"\x08\0" + bytes(ip) + udp + body + icrc


def native(source: int, target: int, body: bytes, *, lane: int = 0) -> bytes:
    """LRH, the body from BTH on, ICRC and VCRC."""
    lrh = struct.pack("!BBHHH", lane << 4, 2, target, (8 + len(body) + 4) // 4, source)
    packet = lrh + body + _icrc(bytes([lrh[0] | 0xF0]) + lrh[1:], body)
    return packet + vcrc(packet)


class HandMadeCapture:
    """Frames with their times.

    Args:
        link: `ETHERNET` or `NATIVE`.
    """

    def __init__(self, link: int = ETHERNET) -> None:
        self.time = BEGINS
        self.frames: list[tuple[int, bytes]] = []
        self._link = link

    def wait(self, microseconds: float) -> None:
        self.time += int(microseconds * 1000)

    def put(self, frame: bytes, after: float = 10) -> None:
        """A frame, some microseconds after the one before."""
        self.wait(after)
        self.frames.append((self.time, frame))

    def save(self, path: Path) -> Path:
        """As a pcap of nanoseconds."""
        head = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 1 << 18, self._link)
        records = (
            struct.pack("<IIII", *divmod(time, 10**9), len(data), len(data)) + data for time, data in self.frames
        )
        path.write_bytes(head + b"".join(records))
        return path
