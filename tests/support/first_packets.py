"""How many packets of a capture a sweep takes that spends a millisecond and more on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import hypothesis
import numpy as np

import ibpkt
from ibpkt.batch import Batch

FIRST = 500
#: of a sweep packet by packet: so many whatever they are, and of the others some of each shape
WHATEVER, OF_A_SHAPE = 60, 5
#: these are looked at for shapes that the first have not
LOOKED_AT = 2000
ENDLESS = hypothesis.settings.get_profile("endless").max_examples


def most_packets() -> int | None:
    """How many it takes: all with ``--hypothesis-profile endless``."""
    return None if hypothesis.settings().max_examples >= ENDLESS else FIRST


def first_packets(packets: Iterable[ibpkt.Packet]) -> Iterator[ibpkt.Packet]:
    """The first of them, and some of each other shape that comes later; all of them where `most_packets` says so."""
    most = most_packets()
    seen: Counter[object] = Counter()
    for number, packet in enumerate(packets):
        if most is not None and number >= LOOKED_AT:
            return
        stop = packet.stop and packet.stop.reason
        shape = (tuple(layer.header for layer in packet.layers), stop, bool(packet.disagreements))
        seen[shape] += 1
        if most is None or number < WHATEVER or seen[shape] <= OF_A_SHAPE:
            yield packet


def first_of_shapes(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Batches with these alone: the first packets, and the first of each shape wherever it comes.

    All of them where `most_packets` says so.
    """
    seen: Counter[object] = Counter()
    before, previous = 0, None
    for batch in batches:
        if most_packets() is None:
            yield batch
            continue
        chosen = np.arange(before, before + len(batch)) < WHATEVER
        for shape in batch.shapes:
            kind = shape.headers, shape.stop
            chosen[shape.rows[: max(0, OF_A_SHAPE - seen[kind])]] = True
            seen[kind] += len(shape.rows)
        before += len(batch)
        if chosen.any():
            yield batch.select(chosen, previous)
            previous = int(batch.frames.time[np.flatnonzero(chosen)[-1]])


def packets_of_shapes(path: Path, count: int) -> Iterator[ibpkt.Packet]:
    """So many packets of each stack of headers, and of each reason why it ends; only these are decoded one by one."""
    seen: Counter[object] = Counter()
    try:
        with ibpkt.open(path) as capture:
            for batch in capture.batches():
                for shape in batch.shapes:
                    kind = shape.headers, shape.stop
                    rows = shape.rows[: max(0, count - seen[kind])].tolist()
                    seen[kind] += len(rows)
                    yield from (batch[row] for row in rows)
    except ibpkt.CaptureError:  # some are damaged, which is the point of them
        return
