"""The order of sending of packets of halves that are not clean, where halves get other numbers."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ibpkt.analysis.columns.transport import REQUEST, RESPONSE
from ibpkt.analysis.runs import unclean_packets
from ibpkt.analysis.runs.copies import CopyColumns
from ibpkt.analysis.runs.unclean_packets import UncleanPackets


class Renumbered:
    """Stands for a part that counts by ends, counters, or streams; keeps what became of each."""

    def __init__(self):
        self.now = {}

    def renumber(self, old, new):
        assert (np.diff(old) > 0).all(), "it looks for them in order"
        self.now.update(zip(old.tolist(), new.tolist(), strict=True))


def _ends(half, kind, row, side):
    columns = SimpleNamespace(kind=np.array(kind))
    return unclean_packets._ends(
        SimpleNamespace(columns=columns, half=np.array(half), row=np.array(row), side=np.array(side))
    ).tolist()


def test_who_sends_a_packet():
    """Of a half its requester or its responder; what belongs to no half counts for itself, by flow and side."""
    asks, answers, *others = _ends([6, 6, -1, -1, -1], [REQUEST, RESPONSE, 3, 3, 3], [3, 3, 3, 3, 4], [0, 1, 0, 1, 0])
    assert (asks, answers) == (6, 7)
    assert len({*others}) == 3
    assert min(others) > 1 << 32


@pytest.mark.parametrize("over", [False, True])
def test_halves_that_get_other_numbers(over):
    """With them all that is kept of their ends, of what these send besides, and of both their streams."""
    unclean = UncleanPackets()
    unclean._order, unclean._before, unclean._network = order, before, network = [Renumbered() for _ in range(3)]
    unclean.renumber(np.array([8, 6]), None if over else np.array([3, 7]))
    halves = {6: 7, 8: 3}
    beside = {
        old: _ends([-1, -1], [3, 3], [old // 2, new // 2], [old % 2, new % 2]) for old, new in halves.items()
    }  # fmt: skip
    ends = halves | dict(beside.values())
    assert order.now == {old: -1 if over else new for old, new in ends.items()}
    # a counter of one end alone has a number below -1
    assert before.now == {-2 - old: -1 if over else -2 - new for old, new in ends.items()}
    streams = {2 * old + role: 2 * new + role for old, new in halves.items() for role in (0, 1)}
    assert network.now == {old: -1 if over else new for old, new in streams.items()}


def test_copies_are_looked_for_in_halves_only():
    """Those of a half go in two streams, by their roles; what belongs to none is in no stream."""
    unclean, seen = UncleanPackets(), []

    def add(packets, streams, *more):
        seen.append(streams.tolist())
        return CopyColumns(streams, streams > 0)

    unclean._network = SimpleNamespace(add=add)
    count = 5
    columns = SimpleNamespace(
        kind=np.array([REQUEST, RESPONSE, REQUEST, RESPONSE, REQUEST]), frame=np.arange(1, count + 1),
        **{name: np.zeros(count, np.int64) for name in ("source", "destination", "ident", "psn", "time")},
    )  # fmt: skip
    half = np.array([0, 0, 3, -1, -1])
    row, side, flow = np.array([0, 0, 1, 0, -1]), np.array([0, 1, 1, 0, -1]), np.array([1, 1, 2, 1, 0])
    packets = SimpleNamespace(columns=columns, half=half, flow=flow, row=row, side=side)
    unclean.add(packets, packets, {"troubled": np.zeros(8, np.bool_)}, np.full(8, -1))
    assert seen == [[0, 1, 6, -1, -1]]
