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


# -- repetitions ------------------------------------------------------------------------------------------------------


def repeated() -> Exchange:
    """A packet of the first message is lost before the first answer: nobody knows yet where the connection began."""
    exchange = Exchange()
    first = exchange.write(100, 4)
    exchange.tap(first[0], first[2:], exchange.send(104)).wait(5).tap(exchange.nak(101, 0)).wait(5)
    return exchange.tap(exchange.write(100, 4)[1:], exchange.send(104)).wait(5).tap(exchange.ack(104, 2))


@pytest.mark.parametrize("batch", BATCHES)
def test_repetitions_of_a_message_are_counted(batch):
    """Also where the message ends in the batch of its repetition."""
    found = [(each.outcome, each.retransmissions) for each in told(repeated(), batch).work]
    assert found == [("completed", 3), ("completed", 1)]


@pytest.mark.parametrize("batch", BATCHES)
def test_rnr_naks_of_a_message_are_counted(batch):
    exchange = Exchange()
    exchange.tap(exchange.send(100), exchange.send(101)).wait(5).tap(exchange.rnr_nak(100, 0)).wait(1300)
    exchange.tap(exchange.send(100), exchange.send(101)).wait(5).tap(exchange.ack(101, 2))
    found = [(each.outcome, each.retransmissions, each.refusals) for each in told(exchange, batch).work]
    assert found == [("completed", 1, 1), ("completed", 1, 0)]


# -- flows ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", BATCHES)
def test_packets_show_the_path_mtu(batch):
    exchange = Exchange(pmtu=2048)
    exchange.tap(exchange.send(100, 3)).wait(5).tap(exchange.ack(102, 1))
    (flow,) = told(exchange, batch).connections
    assert flow.pmtu == 2048


def test_responses_show_the_path_mtu_of_both_directions():
    exchange = Exchange()
    exchange.tap(exchange.read(100, 3)).wait(5).tap(exchange.response(100, 1, 3))
    (flow,) = told(exchange).connections
    assert flow.pmtu == 1024


def test_messages_of_one_packet_show_how_long_the_path_mtu_is_at_least():
    exchange = Exchange(pmtu=1500)
    exchange.tap(exchange.send(100)).wait(5).tap(exchange.ack(100, 1))
    (flow,) = told(exchange).connections
    assert (flow.pmtu, flow.pmtu_least) == (None, 2048)


@pytest.mark.parametrize("batch", BATCHES)
def test_a_requester_that_goes_back(batch):
    (flow,) = told(repeated(), batch).connections
    assert flow.recovery == "go-back-n"


@pytest.mark.parametrize("batch", BATCHES)
def test_a_receiver_that_keeps_what_is_early(batch):
    exchange = Exchange()
    exchange.tap(exchange.send(99)).wait(5).tap(exchange.ack(99, 1))
    for psn in (100, 110, 120):
        frames = [exchange.send(psn + number)[0] for number in range(5)]
        exchange.tap(frames[0], frames[2:]).wait(5).tap(exchange.nak(psn + 1, 1)).wait(5)
        exchange.tap(exchange.send(psn + 1)).wait(5).tap(exchange.ack(psn + 4, 1))
        exchange.tap(*(exchange.send(psn + number) for number in range(5, 10))).wait(5).tap(exchange.ack(psn + 9, 1))
    (flow,) = told(exchange, batch).connections
    assert flow.recovery == "selective-repeat"


def test_without_losses_nobody_knows_how_a_flow_recovers():
    exchange = Exchange()
    exchange.tap(exchange.send(100, 3)).wait(5).tap(exchange.ack(102, 1))
    assert told(exchange).connections[0].recovery == ""


@pytest.mark.parametrize("batch", BATCHES)
def test_bytes_that_come_again_are_not_fresh(batch):
    (flow,) = told(repeated(), batch).connections
    assert (flow.sides[0].payload, flow.sides[0].fresh) == (8 * 1024, 5 * 1024)


@pytest.mark.parametrize("batch", BATCHES)
def test_responses_that_come_again_are_not_fresh(batch):
    """The second of four is lost, so the requester drops what is behind it, and asks for it again."""
    exchange = Exchange()
    first = exchange.response(100, 1, 4)
    exchange.tap(exchange.read(100, 4)).wait(5).tap(first[0], first[2:]).wait(50)
    exchange.tap(exchange.read(101, 3)).wait(5).tap(exchange.response(101, 1, 3))
    (flow,) = told(exchange, batch).connections
    assert (flow.sides[1].payload, flow.sides[1].fresh) == (6 * 1024, 4 * 1024)


@pytest.mark.parametrize("batch", BATCHES)
def test_the_last_psn_is_that_of_the_last_response(batch):
    exchange = Exchange()
    exchange.tap(exchange.send(98, 2)).wait(5).tap(exchange.ack(99, 1))
    exchange.tap(exchange.read(100, 4)).wait(5).tap(exchange.response(100, 2, 4))
    (flow,) = told(exchange, batch).connections
    assert [side.last_psn for side in flow.sides] == [103, None]


@pytest.mark.parametrize("batch", BATCHES)
def test_messages_behind_a_hole_that_nothing_fills(batch):
    exchange = Exchange()
    exchange.tap(exchange.send(98, 2)).wait(5).tap(exchange.ack(99, 1))
    exchange.tap(exchange.send(100), exchange.send(102), exchange.write(103, 3)[:2])
    found = [(each.first_psn, each.outcome, each.packets) for each in told(exchange, batch).work]
    assert found == [(98, "completed", 2), (100, "under way", 1), (102, "under way", 1), (103, "under way", 2)]
    assert told(exchange, batch).connections[0].sides[0].fresh == 6 * 1024
