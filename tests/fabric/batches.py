"""Packets in memory as the batches of a capture: numbered from the first to the last."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ibpkt.batch import Batch

#: the link type of frames that begin with an LRH
LINK = 247


def batches_of(packets: Iterable[bytes], size: int = 5000, times: Sequence[int] | None = None) -> Iterator[Batch]:
    """The batches of some packets.

    Args:
        packets: their bytes.
        size: packets of a batch.
        times: theirs, in nanoseconds since the epoch; by default they are all 0.
    """
    left = iter(packets)
    first = 1
    while some := list(itertools.islice(left, size)):
        batch = Batch.of(some, LINK)
        batch.frames.first = first
        if times is not None:
            batch.frames.time = np.array(times[first - 1 : first - 1 + len(some)], np.int64)
        yield batch
        first += len(some)
