"""What the analysis says of messages and flows as a whole: how they end, and what their packets show."""

from __future__ import annotations

import pytest

from tests.analysis.truth.scenes.exchange import REMOTE_ACCESS, VA, Exchange
from tests.analysis.truth.told import Told
from tests.support.analysis_runs import run
from tests.support.exchanges import A, B, ask, batches, tell

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


# -- READs before the path MTU is known -------------------------------------------------------------------------------


def reads() -> Exchange:
    """READs one behind the other, two of them at once, and a SEND."""
    exchange = Exchange()
    exchange.tap(exchange.read(100, 4)).wait(5).tap(exchange.response(100, 1, 4))
    exchange.tap(exchange.read(104, 3), exchange.read(107, 2), exchange.send(109)).wait(5)
    return exchange.tap(exchange.response(104, 2, 3), exchange.response(107, 3, 2), exchange.ack(109, 4))


@pytest.mark.parametrize("batch", [*BATCHES, 5, 7])
def test_reads_that_come_before_the_path_mtu_is_known(batch):
    said = told(reads(), batch)
    assert [(each.first_psn, each.last_psn, each.outcome, each.packets) for each in said.work] == [
        (100, 103, "completed", 4), (104, 106, "completed", 3), (107, 108, "completed", 2), (109, 109, "completed", 1),
    ]  # fmt: skip
    assert [finding.kind.name for finding in said.findings] == []
    assert [side.fresh for side in said.connections[0].sides] == [1024, 9 * 1024]


@pytest.mark.parametrize("batch", BATCHES)
def test_a_request_shows_how_many_psns_the_read_before_it_takes(batch):
    """Nothing answers before the second request."""
    exchange = Exchange()
    exchange.tap(exchange.read(100, 4), exchange.send(104), exchange.send(105)).wait(5)
    exchange.tap(exchange.response(100, 1, 4), exchange.ack(105, 3))
    said = told(exchange, batch)
    assert [(each.last_psn, each.outcome) for each in said.work] == [(psn, "completed") for psn in (103, 104, 105)]
    assert [finding.kind.name for finding in said.findings] == []


@pytest.mark.parametrize("batch", [*BATCHES, 5])
def test_responses_that_are_lost_before_the_path_mtu_was_ever_shown(batch):
    exchange = Exchange()
    first = exchange.response(100, 1, 8)
    exchange.tap(exchange.read(100, 8)).wait(5).tap(first[:3], first[4:]).wait(50)
    rest = exchange.read(103, 5, va=VA + 3 * exchange.pmtu)
    exchange.tap(rest).wait(5).tap(exchange.response(103, 1, 5))
    said = told(exchange, batch)
    assert [(each.last_psn, each.outcome, each.packets) for each in said.work] == [(107, "completed", 8)]
    kinds = {finding.kind.name for finding in said.findings}
    assert {"implied-nak", "retransmission"} <= kinds <= {"implied-nak", "retransmission", "duplicate-request", "lost"}


# -- never answered ---------------------------------------------------------------------------------------------------

SECOND = 1_000_000


def silent(seconds: float, *, asks: int = 1, answered: bool = True) -> Exchange:
    """Two SENDs that nobody answers, and that are not sent again; others go on."""
    exchange = Exchange()
    exchange.tap(exchange.send(99)).wait(5)
    if answered:
        exchange.tap(exchange.ack(99, 1))
    for psn in (100, 101):
        (frame,) = exchange.send(psn)
        if not asks:
            frame = exchange.frame("RC SEND Only", psn, payload=bytes(1024))
        exchange.wait(100).tap(frame)
    return exchange.others_go_on(seconds * SECOND)


@pytest.mark.parametrize("batch", BATCHES)
def test_requests_that_are_never_answered(batch):
    said = told(silent(10), batch)
    assert [message.outcome for message in said.work][:3] == ["completed", "unanswered", "flushed"]
    assert [(each.frame, each.kind.name, each.facts) for each in said.findings] == [
        (3, "unanswered", {"count": 2, "psn": 100})
    ]


@pytest.mark.parametrize(
    "exchange", [silent(3), silent(10, asks=0), silent(10, answered=False)], ids=["soon", "no AckReq", "no answer ever"]
)
def test_silence_that_says_nothing(exchange):
    """The timer may be longer; nobody asked for an answer; the answers take another way."""
    said = told(exchange)
    assert "unanswered" not in said.kinds
    assert {"unanswered", "flushed"}.isdisjoint(message.outcome for message in said.work)


@pytest.mark.parametrize(("seconds", "is_over"), [(3, False), (10, True)])
def test_a_nak_that_no_repetition_answers(seconds, is_over):
    """The requester would resend it.  The tap has missed that request, so the finding names the next one."""
    exchange = Exchange()
    exchange.tap(exchange.send(99)).wait(5).tap(exchange.ack(99, 1))
    exchange.tap(exchange.send(101)).wait(5).tap(exchange.nak(100, 1)).others_go_on(seconds * SECOND)
    assert ("unanswered" in told(exchange).kinds) == is_over


@pytest.mark.parametrize("size", [None, 1, 2, 3])
def test_what_was_acknowledged_before_two_directions_are_known_to_be_one_flow(size):
    """A has answered a request before the capture: so it is alive, and B's is under way."""
    packets = [
        ask(0), tell(99, 1, source=A, target=B), ask(100, source=B, target=A), ask(1), tell(1, 2),
        ask(101, source=B, target=A),
    ]  # fmt: skip
    result = run(batches(packets, size))
    assert [(each.side, each.outcome) for each in result.messages if each.side] == [(1, "under way")] * 2
