"""Recoveries of requesters that differ: where they resume, and what they send meanwhile (point 24)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import THREE_CARRIERS, Exchange
from tests.analysis.truth.scenes.registry import scene

RESUMES = "where a requester resumes"


@scene(
    RESUMES,
    "IBA 1, 9.7.5.2.8 and 9.7.4.1.1: the NAK acknowledges what is before its PSN: two that come again are duplicates",
    expect={"lost": 1, "nak-sequence": 1, "retransmission": 6, "duplicate-request": 2},
    besides="ghost-ack",
    outcomes=3 * ("completed",),
    carriers=THREE_CARRIERS,
)
def resumes_at_the_first_of_the_message(exchange: Exchange) -> None:
    """The third packet of a WRITE of six is lost before the tap; behind the NAK the whole WRITE comes again."""
    exchange.begin()
    first, second = exchange.write(100, 2), exchange.write(102, 6)
    exchange.tap(first, second[:2], second[3:]).wait(20).tap(exchange.ack(101, 2), exchange.nak(104, 2)).wait(30)
    exchange.tap(exchange.write(102, 6)).wait(20)
    exchange.tap(exchange.ack(103, 2), exchange.ack(103, 2), exchange.ack(107, 3))


@scene(
    RESUMES,
    "IBA 1, 9.7.5.2.8: what was sent behind the NAK was dropped as well, and comes again",
    expect={"lost": 1, "nak-sequence": 1, "retransmission": 9},
    besides="",
    outcomes=13 * ("completed",),
    carriers=THREE_CARRIERS,
)
def goes_on_behind_the_nak(exchange: Exchange) -> None:
    """Twelve SENDs; the fourth is lost before the tap, its NAK comes behind the seventh; nine again."""
    exchange.begin()
    sends = exchange.sends(*range(100, 112))
    exchange.tap(sends[:3], sends[4:7], exchange.ack(102, 4), exchange.nak(103, 4), sends[7:]).wait(10)
    exchange.tap(exchange.sends(*range(103, 112))).wait(20).tap(exchange.ack(111, 13))


@scene(
    RESUMES,
    "IBA 1, 9.7.5.2.8: a responder that keeps what comes early asks for each missing packet, which comes alone",
    expect={"lost": 2, "nak-sequence": 2, "retransmission": 2},
    besides="",
    outcomes=13 * ("completed",),
    carriers=THREE_CARRIERS,
)
def resumes_with_new_requests(exchange: Exchange) -> None:
    """Twelve SENDs; the fourth and the eighth are lost before the tap, and come again between new ones."""
    exchange.begin()
    sends = exchange.sends(*range(100, 109))
    exchange.tap(sends[:3], sends[4:7], exchange.ack(102, 4), exchange.nak(103, 4), sends[8])
    exchange.tap(exchange.send(103), exchange.send(109)).wait(10).tap(exchange.ack(106, 8), exchange.nak(107, 8))
    exchange.tap(exchange.send(110), exchange.send(107), exchange.send(111)).wait(20).tap(exchange.ack(111, 13))


@scene(
    RESUMES,
    "IBA 1, 9.7.6.1.3: the NAK was lost behind the tap: it acknowledges the PSNs before its own, which come again",
    expect={"lost": 1, "nak-sequence": 1, "timeout": 1, "retransmission": 8, "duplicate-request": 3},
    besides="ghost-ack",
    outcomes=("completed",),
    carriers=THREE_CARRIERS,
)
def resumes_before_the_nak(exchange: Exchange) -> None:
    """Packet 3 of 8 is lost before the tap; the NAK passes; all eight come again 67 ms later; three ACKs repeated."""
    write = exchange.write(100, 8)
    exchange.tap(write[:3], write[4:]).wait(20).tap(exchange.nak(103, 0)).wait(67_000)
    exchange.tap(exchange.write(100, 8)).wait(20)
    exchange.tap([exchange.ack(102, 0) for _ in range(3)], exchange.ack(107, 1))


@scene(
    RESUMES,
    "IBA 1, 9.7.6.1.3: the requester tries with its oldest packet, and sends the others when that is acknowledged",
    expect={"timeout": 1, "retransmission": 4},
    besides="request-or-answer-lost lost duplicate-request",
    outcomes=5 * ("completed",),
    carriers=THREE_CARRIERS,
)
def tries_with_one_packet(exchange: Exchange) -> None:
    """Four SENDs are lost behind the tap; 67 ms later the first comes again, and behind its ACK the others."""
    exchange.begin()
    exchange.tap(exchange.sends(100, 101, 102, 103)).wait(67_000).tap(exchange.send(100)).wait(20)
    exchange.tap(exchange.ack(100, 2)).wait(3).tap(exchange.sends(101, 102, 103)).wait(20).tap(exchange.ack(103, 5))
