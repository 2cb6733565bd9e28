"""Packets wait for a later one of their flow while batches go by that have none of any flow."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.support.analysis_runs import run
from tests.support.exchanges import ask, batches, tell

COUNT, FIRST, FAR = 40, 1000, 3_000_000
#: 60 bytes of a type that nobody has
OTHER = SimpleNamespace(data=bytes(12) + b"\x88\xb5" + bytes(46), link=ask(0).link)


def _connection(psn):
    return [packet for number in range(COUNT) for packet in (ask(psn + number), tell(psn + number, number + 1))]


@pytest.mark.costly
@pytest.mark.parametrize("size", [None, 1, 7])
@pytest.mark.parametrize("others", [1, 8])
def test_a_connection_that_begins_before_other_traffic(others, size):
    """Its first packet waits, since a request of the connection before is under way."""
    under_way = ask(FIRST + COUNT)
    following = _connection(FAR)
    packets = [*_connection(FIRST), under_way, following[0], *[OTHER] * others, *following[1:]]
    result = run(batches(packets, size))
    assert result.kinds == {}
    assert result.outcomes == {"completed": 2 * COUNT, "unknown": 1}
    assert sorted(flow.ended for flow in result.flows) == ["", "reused"]
