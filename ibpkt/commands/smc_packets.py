"""Connection layer control of SMC in TCP segments, recognised by its content: eyecatcher, type and length.

Source: RFC 7609, A.2; RFC 9293, 3.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.batch import Annotation, Batch
from ibpkt.batch.annotate import LaterFacts
from ibpkt.batch.shape import Shape
from ibpkt.protocols.annotation_headers import UpperMessage
from ibpkt.protocols.assigned_numbers import IP_PROTOCOLS
from ibpkt.protocols.upper.messaging_contents import MESSAGING_NUMBERS
from ibpkt.protocols.upper.smc_clc import CLC_RULES, CLC_TYPES, EYECATCHERS, SMCCLC
from ibpkt.schema import Header, number_of

_TCP = number_of(IP_PROTOCOLS, "TCP")
#: bytes of a header of TCP without options, and where its length is, in words
_TCP_SIZE, _TCP_LENGTH = 20, 12
_VERSIONS = (1, 2)


def clc_messages(shape: Shape) -> Iterator[tuple[int, bytes]]:
    """The rows of a shape whose packets have a message of connection layer control, with the message.

    Args:
        shape: of packets without annotations.
    """
    place = len(shape.headers) - 1
    last = shape.headers[place].leaves if place >= 0 else ()
    leaf = next((leaf for leaf in last if leaf.enum is IP_PROTOCOLS), None)
    if leaf is None:
        return
    start, end = (np.broadcast_to(side, len(shape)) for side in shape.payload)
    rows = np.flatnonzero((shape.column(place, leaf).values == _TCP) & (end - start >= _TCP_SIZE + SMCCLC.size))
    if not len(rows):
        return
    frames = shape.frames
    at: Ints = start[rows] + frames.number(start[rows] + _TCP_LENGTH, 0, 4).astype(np.int64) * 4
    there = at + SMCCLC.size <= end[rows]
    eyecatchers = frames.number(np.where(there, at, start[rows]), 0, 32)
    for index in np.flatnonzero(there & np.isin(eyecatchers, sorted(EYECATCHERS))).tolist():
        data = bytes(frames.view[at[index] : end[rows[index]]])
        values = SMCCLC.read(data)
        if values["clc_type"] in CLC_TYPES and values["version"] in _VERSIONS and values["clc_length"] == len(data):
            yield int(rows[index]), data


class CLCAnnotator:
    """Says which TCP segments hold connection layer control of SMC; its headers follow.

    Args:
        later: takes facts about earlier packets; there are none.
        known: the facts of an earlier pass; not needed here.
    """

    headers: ClassVar[tuple[Header, ...]] = (UpperMessage, *CLC_RULES)
    decides_late: ClassVar[bool] = False
    given_up: int = 0

    def __init__(self, later: LaterFacts | None = None, known: LaterFacts | None = None) -> None:
        self._contents = MESSAGING_NUMBERS[SMCCLC]

    def track(self, batch: Batch) -> Iterator[Annotation]:
        """Annotate a batch."""
        found = sorted((int(shape.rows[row]), data) for shape in batch.shapes for row, data in clc_messages(shape))
        if found:
            rows = np.array([row for row, _ in found], np.int64)
            contents = {"contents": np.full(len(rows), self._contents)}
            yield Annotation(UpperMessage, rows, contents, [data for _, data in found])

    def finish(self, later: LaterFacts | None = None) -> None:
        """Nothing is decided late."""
