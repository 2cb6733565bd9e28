"""Packets in memory as a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ibpkt.batch import Batch, Frames
from ibpkt.capture.records import SLACK, Records
from tests.support.stacks.reference_builder import Built


def batch_of(
    packets: Sequence[bytes],
    links: int | Sequence[int],
    wirelens: Sequence[int] | None = None,
    *,
    around: int = 0,
    gap: int = 8,
    **options: Any,
) -> Batch:
    """A batch of packets in memory.

    Args:
        packets: what was captured of each.
        links: their link types.
        wirelens: their lengths on the wire; as long as they are if None.
        around: the byte that fills the buffer before, between and after them, which must never be read.
        gap: bytes between them.
        **options: as `Frames`.
    """
    count = len(packets)
    caplen = np.array([len(packet) for packet in packets], np.int64)
    starts = 8 + np.concatenate(([0], np.cumsum(caplen + gap)[:-1])).astype(np.int64) if count else caplen
    data = bytes([around]) * 8 + b"".join(packet + bytes([around]) * gap for packet in packets)
    frames = Frames(
        Records(
            data=np.frombuffer(bytearray(data + bytes([around]) * SLACK), np.uint8),
            start=starts,
            caplen=caplen,
            wirelen=caplen.copy() if wirelens is None else np.array(wirelens, np.int64),
            time=np.arange(count, dtype=np.int64) * 1000,
            link=np.full(count, links, np.int32) if isinstance(links, int) else np.array(links, np.int32),
            interface=np.zeros(count, np.int32),
            offset=np.zeros(count, np.int64),
            first=1,
        ),
        **options,
    )
    return Batch(frames)


def cuts(packet: Built, lengths: Sequence[int], wire: bool, around: int = 0) -> Batch:
    """A packet cut at some lengths: by the capture (``wire``), or on the wire itself."""
    pieces = [packet.data[:length] for length in lengths]
    return batch_of(pieces, packet.link, [len(packet.data)] * len(pieces) if wire else None, around=around)
