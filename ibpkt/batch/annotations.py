"""Annexes: what an analysis over many packets says of some of them, as headers behind the packet.

An analysis gives notes: a header of `ibpkt.protocols.annotation_headers`, the packets that get one, and the values of
its fields.  Their bytes are put into the batch's buffer behind all packets, and the walk goes on there where a packet's own
headers end.  So whatever shows, filters or counts packets shows these headers too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.batch.batch import Batch
from ibpkt.batch.frames import Annex, Array, Ints
from ibpkt.capture.records import SLACK
from ibpkt.protocols.annotation_headers import ANNEX
from ibpkt.schema import Header


class Note(NamedTuple):
    """What is to be said of some packets of a batch.

    Attributes:
        header: one of `ibpkt.protocols.annotation_headers.ANNEX`; a packet has it once.
        rows: the packets' places in the batch, shape (n,).
        values: raw values by the name of the field, each of shape (n,); fields that are not named are 0.
        contents: bytes behind the header, for each packet; only of the last header of an annex.
    """

    header: Header
    rows: Ints
    values: Mapping[str, Array | Sequence[int]]
    contents: Sequence[bytes] = ()


def attach(batch: Batch, notes: Iterable[Note]) -> Batch:
    """The same packets with annexes; the batch itself where there is nothing to say."""
    places = {header: place for place, header in enumerate(ANNEX)}
    by_place = sorted(((places[note.header], note) for note in notes if len(note.rows)), key=lambda one: one[0])
    if not by_place:
        return batch
    frames = batch.frames
    sizes, links = np.zeros(len(frames), np.int64), np.zeros(len(frames), np.int64)
    for place, note in by_place:
        sizes[note.rows] += note.header.size
        if note.contents:
            sizes[note.rows] += np.fromiter(map(len, note.contents), np.int64)
        links[note.rows] |= 1 << place
    rows = np.flatnonzero(links)
    ends = len(frames.data) + np.cumsum(sizes[rows])
    data = np.concatenate((frames.data, np.zeros(int(sizes.sum()) + SLACK, np.uint8)))
    noted = frames.moved(data)
    noted.annex = Annex(rows, ends - sizes[rows], sizes[rows], links[rows].astype(np.int32))
    at = np.zeros(len(frames), np.int64)
    at[rows] = noted.annex.start
    for _, note in by_place:
        begin = at[note.rows]
        for name, numbers in note.values.items():
            leaf = note.header.leaf(name)
            noted.write(begin, leaf.bit, leaf.width, np.asarray(numbers))
        at[note.rows] += note.header.size
        for start, contents in zip(at[note.rows].tolist(), note.contents, strict=False):
            data[start : start + len(contents)] = np.frombuffer(contents, np.uint8)
    return batch.noted(noted)
