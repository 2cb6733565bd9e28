"""The records of a table as rows of their own: one header that a packet has many times in a row.

A table of subnet administration has hundreds of records, and hardly two packets have the same number of them, so a
shape of such packets has few rows and a column for each field of each record.  Here all records of all packets of a
shape are one column a field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.batch.shape import Place, Shape


class HeaderRun(NamedTuple):
    """Headers of one kind that follow each other in a chain.

    Attributes:
        first: the place of the first of them.
        length: how many; those that stand alone are runs of one.
        stride: bytes from the start of one to the start of the next.
    """

    first: int
    length: int
    stride: int


def header_runs(shape: Shape) -> Iterator[HeaderRun]:
    """The chain of a shape in runs; headers of variable size stand alone."""
    headers, places = shape.headers, shape.places
    first = 0
    while first < len(headers):
        header, place = headers[first], places[first]
        last, stride = first + 1, header.size
        while (
            last < len(headers)
            and headers[last] is header
            and not header.tail
            and places[last].shift is place.shift
            and (last == first + 1 or places[last].distance == places[last - 1].distance + stride)
        ):
            stride = places[last].distance - places[last - 1].distance
            last += 1
        yield HeaderRun(first, last - first, stride)
        first = last


class RepeatedHeader(Shape):
    """The headers of a run as rows: those of the first packet, then those of the second.

    What stands in front of the run belongs to each of its rows.

    Args:
        shape: the packets.
        run: which headers.
    """

    def __init__(self, shape: Shape, run: HeaderRun) -> None:
        first, length, stride = run
        # a shift of its own: the bytes of this header are not beside those of the header in front
        places = [*shape.places[:first], Place(0, np.zeros(0, np.int64))]
        super().__init__(shape.frames, shape.headers[: first + 1], places, np.repeat(shape.rows, length))
        self._first = first
        steps = np.arange(length, dtype=np.int64) * stride
        self._starts: Ints = (shape.position(first)[:, None] + steps).reshape(-1)

    def position(self, index: int) -> Ints:
        """Where a header starts, as indexes in the batch's data, shape (n,)."""
        return self._starts if index == self._first else super().position(index)
