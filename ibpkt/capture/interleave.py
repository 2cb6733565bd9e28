"""Records of several captures laid into one buffer, in the order of their times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Ints
from ibpkt.capture.records import LEAD, SLACK, Records
from ibpkt.capture.window import BufferPool


class Stretch(NamedTuple):
    """Consecutive records of one of several captures.

    Attributes:
        records: the records, numbered and placed as in their file.
        times: the times by which they are merged: nondecreasing, shape (n,).
        place: the capture's place among the captures.
    """

    records: Records
    times: Ints
    place: int


class MergedRecords(NamedTuple):
    """Records of several captures in one order.

    Attributes:
        records: the records; their numbers are not right yet.
        times: the times by which they are merged: nondecreasing, shape (n,).
        places: the place of each record's capture among the captures, shape (n,).
        read_until: by the places of open captures, the time of a packet up to which each has been read already, which
            may be later than those here.
    """

    records: Records
    times: Ints
    places: NDArray[np.int32]
    read_until: Mapping[int, int] = MappingProxyType({})

    def at(self, rows: Ints | slice) -> MergedRecords:
        """Some of the records, over the same buffer."""
        return MergedRecords(self.records.at(rows), self.times[rows], self.places[rows], self.read_until)


def part_of(records: Records, begin: int, end: int) -> Records:
    """Consecutive records over the part of the buffer that they need, which is all that goes to other processes."""
    part = records.at(slice(begin, end))
    lo = int(part.start[0]) - LEAD  # every reader leaves as much before its first record
    part.data = records.data[lo : int(part.start[-1] + part.caplen[-1]) + SLACK]
    part.start = part.start - lo
    return part


def interleave(stretches: Sequence[Stretch], pool: BufferPool) -> MergedRecords:
    """Records in the order of their times; of equal times in the order of the stretches.

    One stretch stays in its buffer.  Others are copied together, each with one copy.
    """
    places = np.concatenate([np.full(len(one.times), one.place, np.int32) for one in stretches])
    if len(stretches) == 1:
        return MergedRecords(stretches[0].records, stretches[0].times, places)
    times = np.concatenate([one.times for one in stretches])
    whole = _in_one_buffer([one.records for one in stretches], pool)
    if (times[1:] >= times[:-1]).all():
        return MergedRecords(whole, times, places)
    return MergedRecords(whole, times, places).at(np.argsort(times, kind="stable"))


def _in_one_buffer(parts: Sequence[Records], pool: BufferPool) -> Records:
    begins = [int(part.start[0]) for part in parts]
    ends = [int(part.start[-1] + part.caplen[-1]) for part in parts]
    total = sum(ends) - sum(begins)
    data = pool.take(LEAD + total + SLACK)[: LEAD + total + SLACK]
    at, rows = LEAD, 0
    starts: list[Ints] = []
    comments: dict[int, tuple[str, ...]] = {}
    for part, begin, end in zip(parts, begins, ends, strict=True):
        data[at : at + end - begin] = part.data[begin:end]
        starts.append(part.start + (at - begin))
        comments.update({rows + row: texts for row, texts in part.comments.items()})
        at += end - begin
        rows += len(part)
    columns = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in ("caplen", "wirelen", "time", "link", "interface", "offset")
    }
    return Records(data=data, start=np.concatenate(starts), first=parts[0].first, comments=comments, **columns)
