"""Answers that show less than they seem to (point 28)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import REMOTE_ACCESS, THREE_CARRIERS, Exchange
from tests.analysis.truth.scenes.registry import scene

LESS = "answers that show less than they seem to"
UNSENT = "IBA 1, 9.7.5.1.1: a requester drops an answer with a PSN that is not outstanding; the connection goes on"
LATEST = (
    "IBA 1, 9.7.4.1.1: a duplicate is acknowledged with the PSN of the latest request: this may be the answer to the "
    "first one that came again, as well as one that was under way"
)


@scene(
    LESS,
    UNSENT,
    expect={"ack-of-unsent": 1},
    besides="",
    outcomes=4 * ("completed",),
    flows=1,
    ends=("",),
    carriers=THREE_CARRIERS,
)
def refusal_of_what_was_never_sent(exchange: Exchange) -> None:
    """A SEND; NAK Remote Access Error for PSN 150, which nobody has sent; its ACK; 100 ms later two SENDs."""
    exchange.begin().tap(exchange.send(100)).wait(20).tap(exchange.nak(150, 1, REMOTE_ACCESS)).wait(5)
    exchange.tap(exchange.ack(100, 2)).wait(100_000)
    for psn in (101, 102):
        exchange.tap(exchange.send(psn)).wait(20).tap(exchange.ack(psn, psn - 98)).wait(50)


@scene(
    LESS,
    UNSENT,
    expect={"ack-of-unsent": 1, "nak-refused": 1},
    besides="",
    outcomes=("completed", "refused", "flushed"),
    flows=1,
    ends=("refused",),
    carriers=THREE_CARRIERS,
)
def refusal_of_what_was_never_sent_and_a_true_one(exchange: Exchange) -> None:
    """Two SENDs; NAK Remote Access Error for PSN 150, which nobody has sent; then one for the first of them."""
    exchange.begin().tap(exchange.sends(100, 101)).wait(20).tap(exchange.nak(150, 1, REMOTE_ACCESS)).wait(5)
    exchange.tap(exchange.nak(100, 1, REMOTE_ACCESS))


@scene(
    LESS,
    "IBA 1, 9.7.5.1.1: the NAK is late: what it asks for has been acknowledged",
    expect={"nak-sequence": 1},
    besides="",
    outcomes=4 * ("completed",),
    carriers=THREE_CARRIERS,
)
def nak_of_what_is_acknowledged(exchange: Exchange) -> None:
    """Two SENDs and an ACK of both; 5 µs later a NAK for the second; then a SEND and its ACK."""
    exchange.begin().tap(exchange.sends(100, 101)).wait(20).tap(exchange.ack(101, 3)).wait(5)
    exchange.tap(exchange.nak(101, 2)).wait(50).tap(exchange.send(102)).wait(20).tap(exchange.ack(102, 4))


def _three_again(exchange: Exchange, first: int) -> None:
    """Eight SENDs; 67 ms later three come again; an ACK of all eight, 22 µs behind the first of those; a SEND."""
    exchange.tap(exchange.sends(*range(first, first + 8))).wait(67_000)
    exchange.tap(exchange.sends(*range(first, first + 3)), every=10).wait(-8)
    exchange.tap(exchange.ack(first + 7, first - 91)).wait(2)
    exchange.tap(exchange.send(first + 8)).wait(20).tap(exchange.ack(first + 8, first - 90))


@scene(
    LESS,
    LATEST,
    expect={"timeout": 1, "retransmission": 3},
    besides="request-or-answer-lost duplicate-request",
    outcomes=10 * ("completed",),
    carriers=THREE_CARRIERS,
)
def ack_of_a_duplicate_covers_all(exchange: Exchange) -> None:
    """Eight SENDs, whose ACK is lost before the tap; three come again; an ACK of all eight; the next SEND."""
    exchange.begin()
    _three_again(exchange, 100)


@scene(
    LESS,
    LATEST + "; four answers before took as long",
    expect={"timeout": 1, "retransmission": 3},
    besides="request-or-answer-lost duplicate-request",
    outcomes=13 * ("completed",),
    carriers=THREE_CARRIERS,
)
def ack_of_a_duplicate_takes_as_long_as_others(exchange: Exchange) -> None:
    """The same behind four SENDs that were answered one by one, each within 22 µs."""
    exchange.begin()
    for psn in (100, 101, 102):
        exchange.tap(exchange.send(psn)).wait(20).tap(exchange.ack(psn, psn - 98)).wait(50)
    _three_again(exchange, 103)


@scene(
    LESS,
    "IBA 1, 9.7.5.1.4: the requester goes back behind answers that are in the capture, whatever made it",
    expect={"retransmission": 2},
    besides="ghost-ack duplicate-request timeout",
    says=("PSN 101 to 102, sent again for a reason that the capture does not show",),
    outcomes=4 * ("completed",),
    carriers=THREE_CARRIERS,
)
def goes_back_behind_the_first_answers(exchange: Exchange) -> None:
    """The capture begins with two SENDs, whose ACK counts three messages; a third; 67 ms later two come again."""
    exchange.tap(exchange.sends(100, 101)).wait(20).tap(exchange.ack(101, 3)).wait(20)
    exchange.tap(exchange.send(102)).wait(20).tap(exchange.ack(102, 4)).wait(67_000)
    exchange.tap(exchange.sends(101, 102)).wait(20).tap(exchange.ack(102, 4), exchange.ack(102, 4)).wait(20)
    exchange.tap(exchange.send(103)).wait(20).tap(exchange.ack(103, 5))
