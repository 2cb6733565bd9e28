"""Sends the packets of a capture out of an interface at a rate, through memory shared with the kernel (TPACKET_V2).

    python tests/benchmarks/send_packets.py IFACE FILE PACKETS_A_SECOND

tcpreplay makes a system call a packet; this makes one for hundreds, which a small machine needs for 200,000 a second.
Packets are sent in order, a few times a millisecond as many as are due.
"""

from __future__ import annotations

import mmap
import socket
import struct
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from ibpkt.capture import open_capture

SLOTS = 8192
SOL_PACKET, TX_RING, VERSION, QDISC_BYPASS = 263, 13, 10, 20
#: where a packet's bytes begin in its slot: behind `struct tpacket2_hdr`
BEGIN = 32


def main() -> None:
    """Send them, and print how many in how many seconds."""
    name, path, rate = sys.argv[1], sys.argv[2], int(sys.argv[3])
    frames, lengths = read(path)
    out = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
    out.setsockopt(SOL_PACKET, VERSION, 1)
    out.setsockopt(SOL_PACKET, QDISC_BYPASS, 1)
    slot = -(-(BEGIN + frames.shape[1]) // 512) * 512
    block = 1 << 16
    out.setsockopt(SOL_PACKET, TX_RING, struct.pack("=4I", block, slot * SLOTS // block, slot, SLOTS))
    out.bind((name, 0))
    ring = np.frombuffer(mmap.mmap(out.fileno(), slot * SLOTS), np.uint8).reshape(SLOTS, slot)
    words = ring.view("=u4")
    sent, begin = 0, time.monotonic()
    while sent < len(frames):
        due = min(len(frames), int((time.monotonic() - begin) * rate), sent + SLOTS // 2)
        if due == sent:
            time.sleep(0.0005)
            continue
        slots = np.arange(sent, due) % SLOTS
        ring[slots, BEGIN : BEGIN + frames.shape[1]] = frames[sent:due]
        words[slots, 1] = lengths[sent:due]
        words[slots, 0] = 1  # TP_STATUS_SEND_REQUEST
        out.send(b"")  # waits until all are sent
        sent = due
    print(sent, time.monotonic() - begin)


def read(path: str) -> tuple[np.ndarray, np.ndarray]:
    """The packets of a capture as rows of one width, and their lengths."""
    with open_capture(path) as reader:
        chunks = [(records.data.copy(), records.start, records.caplen) for records in reader.records()]
    lengths = np.concatenate([sizes for _, _, sizes in chunks])
    width = int(lengths.max())
    rows = [data[np.minimum(starts[:, None] + np.arange(width), len(data) - 1)] for data, starts, _ in chunks]
    return np.concatenate(rows), lengths


if __name__ == "__main__":
    main()
