"""Annotations: results of an analysis over many packets, attached to single packets as further headers.

An annotation is a header of `annotation_headers`, the packets that get it, and the values of its fields.  Its bytes go
into the batch's buffer after all packets, and the walk continues there where a packet's own headers end.  So whatever
prints, filters or counts packets handles these headers too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Ints
from ibpkt.batch.batch import Batch
from ibpkt.batch.frames import AnnotationBlock
from ibpkt.capture.records import SLACK
from ibpkt.protocols.annotation_headers import ANNOTATION_HEADERS, MESSAGE_BYTES, UpperMessage
from ibpkt.protocols.extended import ImmDt
from ibpkt.schema import Header


class Annotation(NamedTuple):
    """One header for some packets of a batch.

    Attributes:
        header: one of `ibpkt.protocols.annotation_headers.ANNOTATION_HEADERS`; a packet has it at most once.
        rows: the packets' places in the batch, shape (n,).
        values: raw values by the name of the field, each of shape (n,); fields that are not named are 0.
        contents: bytes that follow the header, for each packet; only for a packet's last annotation.  Those of an
            `UpperMessage` are the packet's payload where none are given, and the immediate data before it where
            they belong to the message.
        partial: the rows of which these bytes are only the beginning, shape (m,).
    """

    header: Header
    rows: Ints
    values: Mapping[str, Array | Sequence[int]]
    contents: Sequence[bytes] = ()
    partial: Ints | Sequence[int] = ()


def attach(batch: Batch, annotations: Iterable[Annotation]) -> Batch:
    """The same packets with annotations; the batch itself where there are none."""
    places = {header: place for place, header in enumerate(ANNOTATION_HEADERS)}
    known = ((places[annotation.header], annotation) for annotation in annotations if len(annotation.rows))
    by_place = sorted(
        ((place, _with_payload(batch, annotation)) for place, annotation in known), key=lambda pair: pair[0]
    )
    if not by_place:
        return batch
    frames = batch.frames
    sizes, links = np.zeros(len(frames), np.int64), np.zeros(len(frames), np.int64)
    for place, annotation in by_place:
        sizes[annotation.rows] += annotation.header.size
        if annotation.contents:
            sizes[annotation.rows] += np.fromiter(map(len, annotation.contents), np.int64)
        links[annotation.rows] |= 1 << place
    rows = np.flatnonzero(links)
    ends = len(frames.data) + np.cumsum(sizes[rows])
    data = np.concatenate((frames.data, np.zeros(int(sizes.sum()) + SLACK, np.uint8)))
    extended = frames.with_data(data)
    partial = np.zeros(len(frames), np.bool_)
    for _, annotation in by_place:
        partial[np.asarray(annotation.partial, np.int64)] = True
    extended.annotations = AnnotationBlock(
        rows, ends - sizes[rows], sizes[rows], links[rows].astype(np.int32), partial[rows]
    )
    at = np.zeros(len(frames), np.int64)
    at[rows] = extended.annotations.start
    for _, annotation in by_place:
        begin = at[annotation.rows]
        for name, numbers in annotation.values.items():
            leaf = annotation.header.leaf(name)
            extended.write(begin, leaf.bit, leaf.width, np.asarray(numbers))
        at[annotation.rows] += annotation.header.size
        for start, contents in zip(at[annotation.rows].tolist(), annotation.contents, strict=False):
            data[start : start + len(contents)] = np.frombuffer(contents, np.uint8)
    return batch.with_annotations(extended)


def _with_payload(batch: Batch, annotation: Annotation) -> Annotation:
    """An annotation that says what payloads are, with these payloads."""
    if annotation.header is not UpperMessage or annotation.contents:
        return annotation
    from ibpkt.protocols.upper.messaging_contents import IMMEDIATE  # late: most packets are of no upper protocol

    rows = np.asarray(annotation.rows, np.int64)
    start, size = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    for shape in batch.shapes:
        here = np.flatnonzero(np.isin(rows, shape.rows))
        if len(here):
            places = np.searchsorted(shape.rows, rows[here])
            begin, end = (np.broadcast_to(side, len(shape.rows)) for side in shape.payload)
            start[here], size[here] = begin[places], (end - begin)[places]
    data, frames = batch.frames.view, batch.frames
    before = ImmDt.size * np.isin(np.asarray(annotation.values["contents"]), sorted(IMMEDIATE))
    start, size = start - before, size + before
    size = np.clip(np.minimum(size, frames.start[rows] + frames.captured[rows] - start), 0, MESSAGE_BYTES)
    pieces = [bytes(data[at : at + length]) for at, length in zip(start.tolist(), size.tolist(), strict=True)]
    return annotation._replace(contents=pieces)
