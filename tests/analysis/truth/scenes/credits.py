"""End-to-end credits, and receivers that are not ready (points 17 and 18)."""

from __future__ import annotations

from ibpkt.protocols import RNR_TIMER_MS
from tests.analysis.truth.scenes.exchange import THREE_CARRIERS, Exchange
from tests.analysis.truth.scenes.registry import scene

CREDITS = "end-to-end credits"
NOT_READY = "receivers that are not ready"
ONE, EIGHT = 1, 6  # syndromes, and how many credits they stand for


@scene(
    CREDITS,
    "IBA 1, 9.7.7.2: a responder may send an ACK at any time to say that there are credits again",
    besides="credit-stall",
    outcomes=4 * ("completed",),
    carriers=THREE_CARRIERS,
)
def credits_by_an_unsolicited_ack(exchange: Exchange) -> None:
    """No credits; 900 µs later an ACK of the same PSN brings eight; three SENDs."""
    exchange.begin(syndrome=0)
    exchange.wait(900).tap(exchange.ack(99, 1, EIGHT)).wait(3)
    exchange.tap(exchange.sends(100, 101, 102)).wait(20).tap(exchange.ack(102, 4, EIGHT))


@scene(
    CREDITS,
    "IBA 1, 9.7.7.2: without a credit one SEND may go out; the receiver has no receive request for it",
    expect={"rnr-nak": 1, "retransmission": 1},
    besides="rnr-retry credit-stall",
    outcomes=3 * ("completed",),
)
def limited_send_meets_an_rnr_nak(exchange: Exchange) -> None:
    """Credits 1, then 0; a single SEND gets an RNR NAK of 1.28 ms, comes again, and is acknowledged."""
    exchange.begin(syndrome=ONE)
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 2, 0)).wait(50)
    exchange.tap(exchange.send(101)).wait(20).tap(exchange.rnr_nak(101, 2)).wait(1400)
    exchange.tap(exchange.send(101)).wait(20).tap(exchange.ack(101, 3, EIGHT))


@scene(
    CREDITS,
    "IBA 1, 9.7.7.2: code 31 is no number of credits: there is no limit from then on",
    besides="",
    outcomes=12 * ("completed",),
)
def credits_and_then_no_limit(exchange: Exchange) -> None:
    """Two credits, then code 31, then ten SENDs at once."""
    exchange.begin(syndrome=2)
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 2)).wait(50)
    exchange.tap(exchange.sends(*range(101, 111))).wait(20).tap(exchange.ack(110, 12))


@scene(
    NOT_READY,
    "IBA 1, 9.7.5.2.8 and its table of 32 timers: each retry comes when its delay is over",
    expect={"rnr-nak": 32, "retransmission": 64, "rnr-retry": 32},
    besides="",
    outcomes=65 * ("completed",),
    carriers=THREE_CARRIERS,
)
def every_rnr_timer(exchange: Exchange) -> None:
    """RNR NAKs with all 32 codes, one after the other, each for the first of two SENDs; these come again in time."""
    exchange.begin()
    for code in range(32):
        psns = 100 + 2 * code, 101 + 2 * code
        exchange.tap(exchange.sends(*psns)).wait(20).tap(exchange.rnr_nak(psns[0], 1 + 2 * code, code))
        exchange.wait(1000 * RNR_TIMER_MS[code] + 10).tap(exchange.sends(*psns)).wait(20)
        exchange.tap(exchange.ack(psns[1], 3 + 2 * code)).wait(50)


@scene(
    NOT_READY,
    "IBA 1, 9.7.5.2.8: only the Last takes a receive request, so it alone is refused, and comes again",
    expect={"rnr-nak": 1, "retransmission": 1},
    besides="rnr-retry",
    outcomes=("completed", "completed"),
    sizes=(1024, 3072),
    carriers=THREE_CARRIERS,
)
def rnr_nak_for_the_last_of_a_write(exchange: Exchange) -> None:
    """The Last of a WRITE with immediate of three packets gets an RNR NAK, and comes again after 1.4 ms."""
    exchange.begin()
    exchange.tap(exchange.write(100, 3, immediate=True)).wait(20).tap(exchange.rnr_nak(102, 1)).wait(1400)
    exchange.tap(exchange.write(100, 3, immediate=True)[2:]).wait(20).tap(exchange.ack(102, 2))


@scene(
    NOT_READY,
    "IBA 1, 9.7.5.2.8: an RNR retry count of 7 is no limit",
    expect={"rnr-nak": 30, "retransmission": 30},
    besides="rnr-retry",
    outcomes=("completed", "completed"),
    carriers=THREE_CARRIERS,
)
def thirty_rnr_naks(exchange: Exchange) -> None:
    """A SEND gets thirty RNR NAKs of 0.64 ms, and then an ACK."""
    exchange.begin()
    for _ in range(30):
        exchange.tap(exchange.send(100)).wait(20).tap(exchange.rnr_nak(100, 1, 12)).wait(670)
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 2))


@scene(
    NOT_READY,
    "IBA 1, 9.7.5.2.8: a responder may not be ready for a READ either; what is behind it is dropped, and comes again",
    expect={"rnr-nak": 1, "retransmission": 2},
    besides="rnr-retry",
    outcomes=3 * ("completed",),
    sizes=(1024, 4096, 1024),
    carriers=("ipv4", "native"),
)
def rnr_nak_for_a_read(exchange: Exchange) -> None:
    """A READ of four packets gets an RNR NAK; it and the SEND behind it come again after 1.4 ms."""
    exchange.begin().tap(exchange.read(100, 4), exchange.send(104)).wait(20).tap(exchange.rnr_nak(100, 1)).wait(1400)
    exchange.tap(exchange.read(100, 4), exchange.send(104)).wait(20)
    exchange.tap(exchange.response(100, 2, 4), exchange.ack(104, 3))


@scene(
    CREDITS,
    "IBA 1, 9.7.7.2: whether a message was there to be sent while credits were lacking, no packet shows",
    expect={"credit-stall": 1},
    besides="",
    says=("Message 3 is sent when the credit for it comes; there was none for 22",),
    outcomes=3 * ("completed",),
    carriers=THREE_CARRIERS,
)
def sends_behind_the_credit_for_it(exchange: Exchange) -> None:
    """No credits; a SEND, which may go out; its ACK brings eight, and another SEND follows 50 µs later."""
    exchange.begin(syndrome=0).tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 2, EIGHT)).wait(50)
    exchange.tap(exchange.send(101)).wait(20).tap(exchange.ack(101, 3, EIGHT))
