"""The first bytes of SENDs: which are there, and for how long."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import Transport
from ibpkt.commands.send_heads import _EACH, SendHeads
from tests.support.exchanges import ask, batches

LEAVE = {
    "read": lambda heads, frames: [heads.pop(frame) for frame in frames],
    "dropped": lambda heads, frames: heads.drop(np.array(frames)),
}


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize("leave", LEAVE)
def test_what_has_gone_takes_no_room(leave, settled, monkeypatch):
    """There is room for two; however many come two by two, the last two are there."""
    size = 8
    monkeypatch.setattr("ibpkt.commands.send_heads.LIMIT", 2 * (size + _EACH))
    heads = SendHeads(lambda: 64)
    frames = []
    for batch in batches([ask(psn, size=size) for psn in range(10)], 2):
        LEAVE[leave](heads, frames)
        columns = Transport(batch, Addresses())
        heads.take(columns, np.ones(len(columns), np.int64), np.zeros(1, np.bool_))
        if settled:
            heads.settle()
        frames = columns.frame.tolist()
    assert [heads.pop(frame) for frame in frames] == [bytes(size)] * 2


@pytest.mark.parametrize(
    ("count", "more", "left"),
    [(3, 0, 3), (4, 0, 3), (5, 0, 3), (3, -1, 2), (4, -1, 2), (4, 1, 3), (6, -2 * (8 + _EACH), 1)],
)
def test_no_more_go_than_must(count, more, left, monkeypatch):
    """There is room for three, and a few bytes more or less."""
    monkeypatch.setattr("ibpkt.commands.send_heads.LIMIT", 3 * (8 + _EACH) + more)
    heads = SendHeads(lambda: 64)
    for batch in batches([ask(psn, size=8) for psn in range(count)], 1):
        columns = Transport(batch, Addresses())
        heads.take(columns, np.ones(len(columns), np.int64), np.zeros(1, np.bool_))
    assert [bool(heads.pop(frame)) for frame in range(1, count + 1)] == [False] * (count - left) + [True] * left


def test_the_first_ones_go_where_there_is_no_room(monkeypatch):
    monkeypatch.setattr("ibpkt.commands.send_heads.LIMIT", 3 * (8 + _EACH))
    heads = SendHeads(lambda: 64)
    for batch in batches([ask(psn, size=8) for psn in range(5)], 2):
        columns = Transport(batch, Addresses())
        heads.take(columns, np.ones(len(columns), np.int64), np.zeros(1, np.bool_))
    assert [bool(heads.pop(frame)) for frame in range(1, 6)] == [False, False, True, True, True]


def test_heads_cost_more_than_their_bytes(monkeypatch):
    """Of many short ones there are no more than their objects take."""
    monkeypatch.setattr("ibpkt.commands.send_heads.LIMIT", 1000)
    heads = SendHeads(lambda: 64)
    heads._heads = dict.fromkeys(range(100), b"data")
    heads._kept = 100 * (len(b"data") + _EACH)
    heads._forget()
    left = [frame for frame in range(100) if heads.pop(frame)]
    assert left == [*range(93, 100)]
