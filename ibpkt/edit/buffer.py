"""Batches made of batches: fewer packets, packets with other bytes, several batches joined."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Ints, offsets
from ibpkt.batch import AnnotationBlock, Batch, Frames
from ibpkt.capture.records import LEAD, SLACK

#: the columns of `Frames`
COLUMNS = ("start", "captured", "wirelen", "time", "link", "interface", "offset", "erf_headers")


def fresh(frames: Frames) -> Frames:
    """The same packets over the same buffer, to be decoded again; the copy's columns may be replaced."""
    part = copy.copy(frames)
    part.conflicts = []
    part.__dict__.pop("disagreements", None)
    return part


def note(left: Counter[str], sentence: str, rows: NDArray[np.bool_]) -> None:
    """Count packets with which something could not be done."""
    if rows.any():
        left[sentence] += int(rows.sum())


def subset(batch: Batch, chosen: NDArray[np.bool_]) -> Batch:
    """The packets that are chosen, shape (n,), over the same buffer."""
    if chosen.all():
        return batch
    frames = fresh(batch.frames.select(np.flatnonzero(chosen)))
    # for the steps that follow, these are all packets: time counts from one of them to the next
    frames.previous_chosen, frames._deltas = batch.frames.previous_chosen, None
    return Batch(frames)


def put_together(batch: Batch, packets: Sequence[bytes | memoryview]) -> Frames:
    """The packets with other bytes, in a buffer of their own.

    Args:
        batch: the packets as they were: times, numbers, comments and lengths on the wire stay.
        packets: the new bytes of each.

    Returns:
        The frames; length on the wire and link type are the caller's to set.
    """
    frames = fresh(batch.frames)
    frames.annotations = None  # it lies in the other buffer
    lengths = np.fromiter(map(len, packets), np.int64, len(packets))
    gap = bytes(LEAD)
    data = bytearray(gap.join([b"", *packets, bytes(SLACK)]))
    frames.data = np.frombuffer(data, np.uint8)
    frames.start = LEAD + offsets(lengths + LEAD)
    frames.captured = lengths
    frames.wirelen = frames.wirelen.copy()
    frames.link = frames.link.copy()
    frames.erf_headers = frames.erf_headers.copy()
    return frames


def slices(frames: Frames, starts: Ints, ends: Ints) -> list[memoryview]:
    """The bytes between indexes of the buffer, an item a row; none where the end is not after the start."""
    view = frames.view
    return [view[start:end] for start, end in zip(starts.tolist(), np.maximum(starts, ends).tolist(), strict=True)]


def joined(parts: Sequence[tuple[Batch, int, int]]) -> Batch:
    """Parts of batches, one after the other, in one buffer.

    Args:
        parts: batches with the first row that is taken and the one at which to end; none is empty.

    Returns:
        A batch whose packets are numbered from the first number of the first part.
    """
    frames = copy.copy(parts[0][0].frames)
    columns: dict[str, list[NDArray[np.int64]]] = {name: [] for name in COLUMNS}
    data: list[NDArray[np.uint8]] = []
    comments: dict[int, tuple[str, ...]] = {}
    blocks: list[AnnotationBlock] = []
    at = count = 0
    for batch, begin, end in parts:
        source = batch.frames
        low = int(source.start[begin:end].min()) - LEAD // 2
        high = int((source.start[begin:end] + source.captured[begin:end]).max())
        data.append(source.data[low:high])
        for name in COLUMNS:
            columns[name].append(getattr(source, name)[begin:end])
        columns["start"][-1] = columns["start"][-1] + (at - low)
        comments.update({count + row - begin: texts for row, texts in source.comments.items() if begin <= row < end})
        at += high - low
        place = np.full(len(source), -1, np.int64)
        place[begin:end] = np.arange(count, count + end - begin)
        block = None if source.annotations is None else source.annotations.select(place)
        if block is not None:  # they lie one after the other
            low, high = int(block.start[0]), int(block.start[-1] + block.size[-1])
            data.append(source.data[low:high])
            blocks.append(block._replace(start=block.start + (at - low)))
            at += high - low
        count += end - begin
    frames.data = np.concatenate([*data, np.zeros(SLACK, np.uint8)])
    for name, pieces in columns.items():
        setattr(frames, name, np.concatenate(pieces))
    frames.comments = comments
    frames.annotations = AnnotationBlock(*map(np.concatenate, zip(*blocks, strict=True))) if blocks else None
    frames.conflicts = []
    return Batch(frames)
