"""Words of streams, and rows that streams have: within a batch further ones for further connections."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np

from ibpkt.analysis.columns.transport import SERVICES
from ibpkt.analysis.streams import stream_rows
from ibpkt.analysis.streams.stream_rows import (
    StreamRows,
    answering,
    destination_of,
    queue_of,
    sender_of,
    source_of,
    swapped,
    words_of,
)

RC, UD = SERVICES.index("RC"), SERVICES.index("UD")
LAST_QP = 0xFFFFFF
#: of datagrams whose DETH is cut off
UNKNOWN = 1 << 24


def packets(*rows):
    """(source, destination, DestQP, SrcQP, service)."""
    source, destination, destqp, srcqp, service = np.array(rows).T
    return SimpleNamespace(source=source, destination=destination, destqp=destqp, srcqp=srcqp, service=service)


def test_words_name_addresses_and_queue_pairs():
    rows = [(7, 9, LAST_QP, 5, RC), (9, 7, 3, LAST_QP, UD), (0, (1 << 31) - 1, 0, 0, UD), (1, 2, 4, UNKNOWN, UD)]
    first, second = words_of(packets(*rows))
    assert source_of(first).tolist() == [7, 9, 0, 1]
    assert destination_of(first).tolist() == [9, 7, (1 << 31) - 1, 2]
    assert queue_of(second).tolist() == [LAST_QP, 3, 0, 4]
    assert sender_of(second).tolist() == [-1, LAST_QP, 0, UNKNOWN]  # only datagrams name it
    assert source_of(swapped(first)).tolist() == [9, 7, (1 << 31) - 1, 2]
    assert destination_of(swapped(first)).tolist() == [7, 9, 0, 1]


def test_the_words_of_datagrams_that_come_back():
    """Their queue pairs are exchanged, too; nobody knows where one goes to whose sender is not known."""
    forth = words_of(packets((7, 9, 3, 4, UD), (7, 9, LAST_QP, 0, UD), (7, 9, 0, LAST_QP, UD)))
    back = words_of(packets((9, 7, 4, 3, UD), (9, 7, 0, LAST_QP, UD), (9, 7, LAST_QP, 0, UD)))
    for word, expected in zip(answering(*forth), back, strict=True):
        assert word.tolist() == expected.tolist()
    assert answering(*words_of(packets((7, 9, 3, 4, RC), (7, 9, 3, UNKNOWN, UD))))[1].tolist() == [-1, -1]


def words(*numbers):
    return np.array(numbers, np.int64), np.array(numbers, np.int64) + 100


def test_a_new_stream_has_no_flow():
    rows = StreamRows()
    assert (rows.count, len(rows)) == (0, 0)
    assert rows.rows_of(*words(5, 6), np.array([False, True])).tolist() == [-1, 0]
    assert rows.rows_of(*words(7, 6, 7), None).tolist() == [1, 0, 1]
    assert (rows.count, len(rows)) == (2, 2)
    first, second = words(6, 7)
    assert rows.columns["first"][:3].tolist() == [*first.tolist(), 0]
    assert rows.columns["second"][:3].tolist() == [*second.tolist(), 0]
    for name, value in (("flow", -1), ("side", 0), ("path", 0), ("base", -1)):
        assert rows.columns[name].tolist() == [value] * rows.columns.capacity, name


def test_further_rows_of_a_stream_until_the_batch_ends():
    """A further one of a further one is the stream's; the last one stays."""
    rows = StreamRows()
    rows.learn(*words(5, 6, 7))
    rows.columns["flow"][:3] = [10, 11, 12]
    rows.columns["side"][:3], rows.columns["path"][:3] = 1, 4
    more = rows.add_further(np.array([0, 2]))
    last = rows.add_further(more[:1])
    assert (more.tolist(), last.tolist()) == ([3, 4], [5])
    assert rows.base_of(np.array([0, 1, 2, 3, 4, 5])).tolist() == [0, 1, 2, 0, 2, 0]
    for name in ("first", "second"):
        assert rows.columns[name][3:6].tolist() == rows.columns[name][[0, 2, 0]].tolist()
    assert [rows.columns[name][3:6].tolist() for name in ("flow", "side", "path")] == [[-1] * 3, [0] * 3, [0] * 3]
    assert (rows.count, len(rows)) == (6, 3)
    rows.columns["flow"][3:6], rows.columns["side"][3:6], rows.columns["path"][3:6] = (20, 21, 22), 0, (7, 8, 9)
    rows.settle(None)
    assert (rows.count, len(rows)) == (3, 3)
    assert rows.columns["flow"][:4].tolist() == [22, 11, 21, -1]
    assert rows.columns["side"][:3].tolist() == [0, 1, 0]
    assert rows.columns["path"][:3].tolist() == [9, 4, 8]
    assert rows.base_of(np.arange(3)).tolist() == [0, 1, 2]


def test_streams_of_flows_that_are_over():
    rows = StreamRows()
    rows.learn(*words(5, 6, 7, 8))
    rows.columns["flow"][:4] = [0, 1, -1, 2]
    rows.settle(np.array([True, False, True]))
    assert rows.columns["flow"][:4].tolist() == [-1, 1, -1, -1]
    assert rows.find(*words(5, 6, 7, 8)).tolist() == [0, 1, 2, 3]


def test_many_streams_without_a_flow_are_forgotten(monkeypatch):
    """Once they are more than the others, and more than a few."""
    monkeypatch.setattr(stream_rows, "MAX_DEAD", 3)
    none = np.zeros(20, np.bool_)
    for dead, alive, left in ((3, 1, 4), (4, 1, 1), (4, 4, 8), (5, 4, 4), (5, 5, 10)):
        rows = StreamRows()
        numbers = list(range(10, 10 + dead + alive))
        random.Random(dead).shuffle(numbers)
        rows.learn(*words(*numbers))
        flows = [*range(alive), *[-1] * dead]
        random.Random(alive).shuffle(flows)
        rows.columns["flow"][: len(flows)], rows.columns["path"][: len(flows)] = flows, numbers
        rows.settle(none)
        assert (rows.count, len(rows)) == (left, left)
        kept = [number for number, flow in zip(numbers, flows, strict=True) if left == dead + alive or flow >= 0]
        assert rows.columns["first"][:left].tolist() == rows.columns["path"][:left].tolist() == kept
        assert rows.find(*words(*kept)).tolist() == list(range(left))
        gone = sorted({*numbers} - {*kept})
        assert rows.find(*words(*gone)).tolist() == [-1] * len(gone)
        assert rows.columns["flow"][left : left + 2].tolist() == [-1, -1]
