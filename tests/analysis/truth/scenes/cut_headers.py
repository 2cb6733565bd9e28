"""Captures that keep nothing behind the BTH: whether an answer is an ACK or a NAK, they do not show (point 12)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import THREE_CARRIERS, Exchange
from tests.analysis.truth.scenes.registry import scene

CUT = "answers whose AETH is cut off"


@scene(
    CUT,
    "IBA 1, 9.7.5.1: an ACK and a NAK have the same opcode; either proves that all below its PSN was received",
    absent="warning note",
    outcomes=(*5 * ("completed",), "unknown"),
    carriers=THREE_CARRIERS,
)
def cut_clean(exchange: Exchange) -> None:
    """Six SENDs, one by one, each answered; later requests show that all answers but the last are ACKs."""
    exchange.cut_behind_bth()
    for psn in range(100, 106):
        exchange.tap(exchange.send(psn)).wait(20).tap(exchange.ack(psn, psn - 99)).wait(100)


@scene(
    CUT,
    "IBA 1, 9.7.5.2.8: what is sent again from the PSN of an answer on may have been refused by it",
    expect={"lost": 1, "retransmission": 3},
    without_identification={"lost+reordered-or-lost": (0, 1), "retransmission": (2, 3)},
    absent="capture-loss duplicate-request duplicate timeout ghost-ack",
    outcomes=("completed", *4 * ("completed",), "unknown"),
    carriers=THREE_CARRIERS,
)
def cut_nak(exchange: Exchange) -> None:
    """The second of four SENDs is lost before the tap; a NAK asks for it, and it and those behind are sent again."""
    exchange.cut_behind_bth()
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    exchange.tap(exchange.send(101))
    exchange.send(102)
    exchange.tap(exchange.send(103), exchange.send(104)).wait(20).tap(exchange.nak(102, 2)).wait(10)
    exchange.tap(exchange.send(102), exchange.send(103), exchange.send(104)).wait(20).tap(exchange.ack(104, 5))
    exchange.wait(100).tap(exchange.send(105)).wait(20).tap(exchange.ack(105, 6))


@scene(
    CUT,
    "IBA 1, 9.7.5.2.8: the answer may be an RNR NAK, whose delay is over then: no timer need have expired",
    expect={"retransmission": 2},
    absent="timeout duplicate-request duplicate lost capture-loss ghost-ack rnr-nak",
    outcomes=(*3 * ("completed",), "unknown"),
    carriers=THREE_CARRIERS,
)
def cut_rnr_nak(exchange: Exchange) -> None:
    """A SEND gets an RNR NAK of 1.28 ms; then it and the one behind are sent again, and answered."""
    exchange.cut_behind_bth()
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    exchange.tap(exchange.send(101), exchange.send(102)).wait(20).tap(exchange.rnr_nak(101, 1)).wait(1300)
    exchange.tap(exchange.send(101), exchange.send(102)).wait(20).tap(exchange.ack(102, 3)).wait(100)
    exchange.tap(exchange.send(103)).wait(20).tap(exchange.ack(103, 4))
