"""Makes the captures that the benchmarks read: many packets of a few shapes, with good CRCs, the same on every machine.

    python tests/benchmarks/make.py DIRECTORY

`small`: 1,000,000 RoCEv2 packets of 62 to 190 bytes (WRITE, READ, SEND, acknowledgements, atomics; one in fifty a CNP).
`large`: 200,000 RoCEv2 packets with 4096 bytes of payload.
`native`: 300,000 InfiniBand packets (link type 247; `native147` is the same under link type 147, for tshark).
"""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

import numpy as np

from ibpkt.batch.crc import crc16

PCAP = struct.Struct("<IHHiIII")
BATCH = 20_000
ONES = zlib.crc32(b"\xff" * 8)  # what stands for an LRH


def frame(kind: str, opcode: int, headers: int, payload: int) -> bytes:
    """A packet with zeros where the fields are that change."""
    bth = struct.pack(">BBHBBHBBH", opcode, 0, 0xFFFF, 0, 0, 0x11, 0x80, 0, 0)
    body = bth + bytes(headers + payload)
    if kind == "native":
        words = (8 + len(body) + 4) // 4
        return struct.pack(">BBHHH", 0x00, 0x02, 2, words, 1) + body + bytes(6)
    length = 28 + len(body) + 4
    ip = struct.pack(">BBHHHBBHII", 0x45, 0x02, length, 0, 0x4000, 64, 17, 0, 0x0A000001, 0x0A000002)
    udp = struct.pack(">HHHH", 0xC000, 4791, length - 20, 0)
    return bytes.fromhex("020000000002 020000000001 0800") + ip + udp + body + bytes(4)


#: opcode, bytes of extended headers, bytes of payload, share
SMALL = (
    (0x06, 16, 64, 15), (0x07, 0, 64, 20), (0x08, 0, 64, 15), (0x0A, 16, 32, 10), (0x0C, 16, 0, 5), (0x10, 4, 64, 5),
    (0x04, 0, 128, 10), (0x11, 4, 0, 12), (0x13, 28, 0, 3), (0x12, 12, 0, 3), (0x81, 0, 16, 2),
)  # fmt: skip
LARGE = ((0x06, 16, 4096, 5), (0x07, 0, 4096, 85), (0x08, 0, 4096, 5), (0x11, 4, 0, 5))
NATIVE = ((0x64, 8, 256, 30), (0x06, 16, 256, 10), (0x07, 0, 256, 40), (0x11, 4, 0, 20))


def write(
    path: Path, kind: str, table: tuple[tuple[int, int, int, int], ...], count: int, links: tuple[int, ...]
) -> None:
    """Write ``count`` packets, chosen from a table by their shares, once for each link type."""
    random = np.random.default_rng(4791)
    frames = [frame(kind, opcode, headers, payload) for opcode, headers, payload, _ in table]
    shares = np.array([share for *_, share in table], float)
    files = [
        path.with_name(path.name + (str(link) if index else "") + ".pcap").open("wb")
        for index, link in enumerate(links)
    ]
    for file, link in zip(files, links, strict=True):
        file.write(PCAP.pack(0xA1B2C3D4, 2, 4, 0, 0, 65535, link))
    start = 0 if kind == "native" else 14
    bth = 8 if kind == "native" else 42
    crc_size = 6 if kind == "native" else 4
    masked = [0, bth + 4] if kind == "native" else [15, 22, 24, 25, 40, 41, bth + 4]
    for first in range(0, count, BATCH):
        chosen = random.choice(len(table), size=min(BATCH, count - first), p=shares / shares.sum())
        packets: list[bytes] = [b""] * len(chosen)
        for which, template in enumerate(frames):
            rows = np.flatnonzero(chosen == which)
            block = np.tile(np.frombuffer(template, np.uint8), (len(rows), 1))
            block[:, bth + 12 : -crc_size] = random.integers(0, 256, (len(rows), len(template) - bth - 12 - crc_size))
            block[:, bth + 7] = rows % 16
            psn = (rows + first).astype(">u4").view(np.uint8).reshape(-1, 4)
            block[:, bth + 9 : bth + 12] = psn[:, 1:]
            if table[which][0] in (0x10, 0x11, 0x12):
                block[:, bth + 12] = 0x1F
            if table[which][0] == 0x81:
                block[:, bth + 12 : -crc_size] = 0
            ones = block.copy()
            ones[:, masked] |= np.array([0xF0 if at == 0 else 0xFF for at in masked], np.uint8)
            seed = 0 if kind == "native" else ONES
            for row, packet, cover in zip(rows.tolist(), block, ones, strict=True):
                data = packet[: len(template) - crc_size].tobytes()
                data += struct.pack("<I", zlib.crc32(cover[start : len(template) - crc_size], seed))
                if kind == "native":
                    data += struct.pack("<H", crc16()(data))
                packets[row] = data
        records = []
        for number, data in enumerate(packets, first):
            records.append(
                struct.pack("<IIII", 1_700_000_000 + number // 1_000_000, number % 1_000_000, len(data), len(data))
            )
            records.append(data)
        for file in files:
            file.write(b"".join(records))
    for file in files:
        file.close()


def make(directory: Path, scale: float = 1.0) -> None:
    """Make the files that are not there yet."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, kind, table, count, links in (
        ("small", "roce", SMALL, 1_000_000, (1,)),
        ("large", "roce", LARGE, 200_000, (1,)),
        ("native", "native", NATIVE, 300_000, (247, 147)),
    ):
        if not (directory / f"{name}.pcap").exists():
            write(directory / name, kind, table, int(count * scale), links)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
