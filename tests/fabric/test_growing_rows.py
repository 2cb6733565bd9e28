"""Rows that grow: in the order of packets, and those that were handed out stay as they are."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.fabric.attribute_rows import no_envelope
from ibpkt.fabric.growing_rows import GrowingRows
from ibpkt.protocols.mad.subn_nodes import NodeDescription

SIZE = NodeDescription.size


def taken(rows, frames):
    """Add datagrams with some packet numbers, whose data are these numbers."""
    count = len(frames)
    columns = {name: np.zeros(count, kind.dtype) for name, kind in no_envelope()._asdict().items()}
    columns["frame"] = np.array(frames, np.int64)
    data = np.repeat(np.array(frames, np.uint8), SIZE)
    rows.take(no_envelope()._replace(**columns), np.append(data, np.zeros(64, np.uint8)), np.arange(count) * SIZE)


def told(found):
    return found.envelope.frame.tolist(), found.data[:, 0].tolist(), len(found)


def test_no_rows():
    found = GrowingRows(NodeDescription).rows()
    assert (len(found), found.data.shape) == (0, (0, SIZE))
    assert found.texts("nodestring") == []


def test_the_envelope_of_no_rows():
    assert {column.shape for column in no_envelope()} == {(0,)}


@pytest.mark.parametrize("step", [1, 7, 100])
def test_many_pieces(step):
    rows = GrowingRows(NodeDescription)
    for first in range(0, 3000, step):
        taken(rows, [number % 251 for number in range(first, min(first + step, 3000))])
    frames, data, count = told(rows.rows())
    assert frames == data == sorted(number % 251 for number in range(3000))
    assert count == 3000


def test_rows_that_were_handed_out_stay():
    rows = GrowingRows(NodeDescription)
    taken(rows, [3, 1, 2])
    before = rows.rows()
    assert told(before) == ([1, 2, 3], [1, 2, 3], 3)
    for first in range(4, 200):
        taken(rows, [first])
    assert told(before) == ([1, 2, 3], [1, 2, 3], 3)
    assert told(rows.rows())[0] == list(range(1, 200))


def test_without_data():
    rows = GrowingRows(NodeDescription, data=False)
    taken(rows, [5, 4])
    found = rows.rows()
    assert (found.envelope.frame.tolist(), found.data.shape) == ([4, 5], (2, 0))
