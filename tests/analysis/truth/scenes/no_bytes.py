"""Messages of no bytes, which take a PSN all the same (point 19)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import CARRIERS, OTHERS, THREE_CARRIERS, Exchange
from tests.analysis.truth.scenes.registry import scene

NO_BYTES = "messages of no bytes"
SECOND = 1_000_000


@scene(
    NO_BYTES,
    "IBA 1, 9.4 and 9.7.4: a message of 0 bytes takes one PSN, a READ of 0 bytes has one response",
    besides="",
    outcomes=6 * ("completed",),
    sizes=(0, 0, 0, 0, 0, 1024),
    carriers=CARRIERS,
)
def every_operation_of_no_bytes(exchange: Exchange) -> None:
    """SEND and WRITE, each with and without immediate, and a READ, all of 0 bytes; a SEND behind them."""
    messages = (("SEND", False), ("SEND", True), ("RDMA WRITE", False), ("RDMA WRITE", True))
    for number, (operation, immediate) in enumerate(messages):
        exchange.tap(exchange.message(operation, 100 + number, size=0, immediate=immediate)).wait(20)
        exchange.tap(exchange.ack(100 + number, number + 1)).wait(50)
    exchange.tap(exchange.read(104, size=0)).wait(20).tap(exchange.response(104, 5, size=0)).wait(50)
    exchange.tap(exchange.send(105)).wait(20).tap(exchange.ack(105, 6))


@scene(
    NO_BYTES,
    "IBA 1, 9.7.5.1.3: the ACK behind it implies that the response is missing; both requests had been executed",
    expect={"implied-nak": 1, "retransmission": 2, "duplicate-request": 2},
    besides="lost ghost-ack",
    outcomes=3 * ("completed",),
    sizes=(1024, 0, 1024),
    carriers=THREE_CARRIERS,
)
def response_of_no_bytes_lost(exchange: Exchange) -> None:
    """The response to a READ of 0 bytes is lost before the tap, the ACK of the SEND behind it comes: both again."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(50)
    exchange.tap(exchange.read(101, size=0), exchange.send(102)).wait(20)
    exchange.response(101, 2, size=0)
    exchange.tap(exchange.ack(102, 3)).wait(30).tap(exchange.read(101, size=0), exchange.send(102)).wait(20)
    exchange.tap(exchange.response(101, 3, size=0), exchange.ack(102, 3))


@scene(
    NO_BYTES,
    "IBA 1, 9.7.6.1.3: a WRITE of 0 bytes only asks whether the peer is there; seven retries show that it is not",
    expect={"timeout": 7, "retransmission": 7, "retries-exhausted": 1},
    besides="",
    outcomes=("completed", "completed", "unanswered", *OTHERS),
    sizes=(0, 0, 0, *len(OTHERS) * (8,)),
    carriers=THREE_CARRIERS,
)
def keep_alive_of_a_dead_peer(exchange: Exchange) -> None:
    """WRITEs of 0 bytes, 10 s apart; the third is not answered and comes again seven times, 537 ms apart."""
    for psn in (500, 501):
        exchange.tap(exchange.write(psn, size=0)).wait(20).tap(exchange.ack(psn, psn - 499)).wait(10 * SECOND)
    for _ in range(8):
        exchange.tap(exchange.write(502, size=0)).wait(537_000)
    exchange.others_go_on(10 * SECOND)


@scene(
    NO_BYTES,
    "IBA 1, 9.7.5.2.8: a WRITE with immediate takes a receive request, also one of 0 bytes",
    expect={"rnr-nak": 2, "retransmission": 2},
    besides="rnr-retry",
    outcomes=("completed", "completed"),
    sizes=(1024, 0),
    carriers=THREE_CARRIERS,
)
def rnr_naks_for_an_immediate_of_no_bytes(exchange: Exchange) -> None:
    """A WRITE with immediate of 0 bytes gets two RNR NAKs of 0.64 ms."""
    exchange.tap(exchange.send(99)).wait(20).tap(exchange.ack(99, 1)).wait(50)
    for _ in range(2):
        exchange.tap(exchange.write(100, size=0, immediate=True)).wait(20)
        exchange.tap(exchange.rnr_nak(100, 1, 12)).wait(700)
    exchange.tap(exchange.write(100, size=0, immediate=True)).wait(20).tap(exchange.ack(100, 2))
