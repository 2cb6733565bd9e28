"""What the analysis says of messages and flows as a whole: how they end, and what their packets show."""

from __future__ import annotations

import pytest

from tests.analysis.truth.scenes.exchange import REMOTE_ACCESS, Exchange
from tests.analysis.truth.told import Told

#: packets in a batch; None: all of them
BATCHES = (None, 1, 2, 3)


def told(exchange: Exchange, batch: int | None = None) -> Told:
    return Told(exchange.pcap(), batch)


def outcomes(exchange: Exchange, batch: int | None = None) -> list[str]:
    return [message.outcome for message in told(exchange, batch).work]


# -- refused ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", BATCHES)
@pytest.mark.parametrize("before", [0, 1, 2])
def test_messages_behind_a_refused_one_are_flushed(before, batch):
    """Whether they began before the NAK or behind it."""
    exchange = Exchange()
    exchange.tap(exchange.send(99)).wait(5).tap(exchange.ack(99, 1))
    exchange.tap(exchange.write(100)).tap(*(exchange.send(101 + psn) for psn in range(before)))
    exchange.wait(5).tap(exchange.nak(100, 1, REMOTE_ACCESS))
    exchange.tap(*(exchange.send(101 + psn) for psn in range(before, 3)))
    assert outcomes(exchange, batch) == ["completed", "refused", *3 * ["flushed"]]
