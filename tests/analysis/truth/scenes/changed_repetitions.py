"""Requests that are sent again as others than they were (point 27)."""

from __future__ import annotations

from ibpkt import draft
from tests.analysis.truth.scenes.exchange import THREE_CARRIERS, UNLIMITED, Exchange, Frame
from tests.analysis.truth.scenes.registry import scene

CHANGED = "repetitions that are other requests"
RULE = "IBA 1, 9.7.5.1.4: a repetition is the same request: whatever it does at the responder stays as it was"
DIFFERS = {"timeout": 1, "retransmission": 1, "retransmission-differs": 1}


def _twice(exchange: Exchange, first: Frame, again: Frame) -> None:
    """A request that is not answered, and 67 ms later comes as another one."""
    exchange.tap(first).wait(67_000).tap(again).wait(20)


def _invalidating(exchange: Exchange, r_key: int) -> Frame:
    return exchange.send_with("RC SEND Only with Invalidate", 100, draft("IETH", r_key=r_key))


@scene(
    CHANGED, RULE, expect=DIFFERS, besides="request-or-answer-lost", outcomes=2 * ("completed",),
    carriers=THREE_CARRIERS,
)  # fmt: skip
def invalidates_another_key(exchange: Exchange) -> None:
    """A SEND with Invalidate is not answered, and comes again with another R_Key to invalidate."""
    exchange.begin()
    _twice(exchange, _invalidating(exchange, 0x77), _invalidating(exchange, 0x78))
    exchange.tap(exchange.ack(100, 2))


@scene(
    CHANGED, RULE, expect=DIFFERS, besides="request-or-answer-lost", outcomes=2 * ("completed",),
    carriers=THREE_CARRIERS,
)  # fmt: skip
def other_immediate_data(exchange: Exchange) -> None:
    """A SEND with immediate is not answered, and comes again with other immediate data."""
    exchange.begin()
    first, again = (
        exchange.send_with("RC SEND Only with Immediate", 100, draft("ImmDt", immdt=data)) for data in (1, 2)
    )
    _twice(exchange, first, again)
    exchange.tap(exchange.ack(100, 2))


@scene(
    CHANGED, RULE, expect=DIFFERS, besides="request-or-answer-lost", outcomes=2 * ("completed",),
    carriers=THREE_CARRIERS,
)  # fmt: skip
def adds_another_number(exchange: Exchange) -> None:
    """A fetch and add is not answered, and comes again with another operand."""
    exchange.begin()
    _twice(exchange, exchange.fetch_add(100), exchange.fetch_add(100, operand=2))
    exchange.tap(exchange.atomic_response(100, 2))


def _to_queue(exchange: Exchange, psn: int, srq: int) -> Frame:
    return exchange.send_with("XRC SEND Only", psn, draft("XRCETH", xrcsrq=srq))


def _xrc_ack(exchange: Exchange, psn: int, msn: int, syndrome: int = UNLIMITED) -> Frame:
    return exchange.answer_with("XRC Acknowledge", psn, draft("AETH", syndrome=syndrome, msn=msn))


@scene(
    CHANGED, RULE + "; A14: the SRQ is a part of it", expect=DIFFERS, besides="request-or-answer-lost",
    outcomes=2 * ("completed",), flows=1, carriers=THREE_CARRIERS,
)  # fmt: skip
def to_another_shared_receive_queue(exchange: Exchange) -> None:
    """XRC: a SEND is not answered, and comes again for another shared receive queue."""
    exchange.tap(_to_queue(exchange, 99, 5)).wait(20).tap(_xrc_ack(exchange, 99, 1)).wait(50)
    _twice(exchange, _to_queue(exchange, 100, 5), _to_queue(exchange, 100, 6))
    exchange.tap(_xrc_ack(exchange, 100, 2))


@scene(
    CHANGED,
    "IBA 1, 9.7.4.1.1: the first copy was acknowledged, and that ACK is lost behind the tap: an ordinary duplicate",
    expect={"timeout": 1, "retransmission": 1, "duplicate-request": 1},
    besides="",
    outcomes=3 * ("completed",),
    sizes=(1024, 256, 1024),
    carriers=THREE_CARRIERS,
)
def invalidates_the_same_key(exchange: Exchange) -> None:
    """A SEND with Invalidate is acknowledged, comes again as it was after 67 ms, is acknowledged again; a SEND."""
    exchange.begin().tap(_invalidating(exchange, 0x77)).wait(20).tap(exchange.ack(100, 2)).wait(67_000)
    exchange.tap(_invalidating(exchange, 0x77)).wait(20).tap(exchange.ack(100, 2)).wait(50)
    exchange.tap(exchange.send(101)).wait(20).tap(exchange.ack(101, 3))


@scene(
    CHANGED,
    "IBA 1, A14 and 9.7.5.2.8: PSNs belong to the connection, whatever shared receive queue a SEND goes to",
    expect={"rnr-nak": 1, "retransmission": 2},
    besides="rnr-retry",
    outcomes=6 * ("completed",),
    flows=1,
    carriers=THREE_CARRIERS,
)
def one_shared_receive_queue_is_empty(exchange: Exchange) -> None:
    """XRC: six SENDs to three shared receive queues in turn; RNR NAK for the fifth; it and the sixth come again."""
    queues = {psn: 5 + psn % 3 for psn in range(100, 106)}
    exchange.tap([_to_queue(exchange, psn, srq) for psn, srq in queues.items()]).wait(20)
    exchange.tap(_xrc_ack(exchange, 103, 4), _xrc_ack(exchange, 104, 4, 0x20 | 14)).wait(1400)
    exchange.tap([_to_queue(exchange, psn, queues[psn]) for psn in (104, 105)]).wait(20)
    exchange.tap(_xrc_ack(exchange, 105, 6))
