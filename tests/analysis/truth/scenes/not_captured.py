"""Packets that the tap misses, as mirror ports do, and others that their receivers drop (points 22 and 23)."""

from __future__ import annotations

import random

from tests.analysis.truth.scenes.exchange import THREE_CARRIERS, VA, Exchange, Frame, damaged
from tests.analysis.truth.scenes.registry import scene

MISSED = "packets that the tap misses"
DAMAGED = "damaged packets of a recovery"
IPS = ("ipv4", "ipv6")
ANSWERED = "IBA 1, 9.7.5.1.2: what is answered, and not sent again, has arrived"
DROPPED = "IBA 1, 7.8.1: a packet with a wrong ICRC is dropped silently"
NOTHING_LOST = "gap implied-nak response-without-request response-length"


def _go_on(exchange: Exchange, psn: int, msn: int) -> None:
    for number in range(4):
        exchange.tap(exchange.send(psn + number)).wait(20).tap(exchange.ack(psn + number, msn + number)).wait(400_000)


@scene(
    MISSED, ANSWERED, expect={"capture-loss": 6}, besides="gap", outcomes=25 * ("completed",), flows=1,
    carriers=THREE_CARRIERS,
)  # fmt: skip
def block_of_both_directions(exchange: Exchange) -> None:
    """Thirty SENDs with their ACKs, one by one; six of them with their ACKs in a row are not in the capture."""
    exchange.begin()
    for number in range(30):
        send, ack = exchange.send(100 + number), exchange.ack(100 + number, 2 + number)
        if 10 <= number < 16:
            exchange.miss(send).wait(20).miss(ack).wait(50)
        else:
            exchange.tap(send).wait(20).tap(ack).wait(50)


def _mirror(exchange: Exchange, seed: int, *frames: Frame | list[Frame]) -> None:
    """A mirror port drops one of fifty packets."""
    for number, frame in enumerate(frame for each in frames for frame in (each if isinstance(each, list) else [each])):
        if random.Random(f"{seed} {number}").random() < 0.02:
            exchange.miss(frame)
        else:
            exchange.tap(frame)


@scene(
    MISSED, ANSWERED, expect={"capture-loss": [1, None]}, besides=NOTHING_LOST, flows=1, carriers=THREE_CARRIERS
)  # fmt: skip
def mirror_that_drops_writes(exchange: Exchange) -> None:
    """Thirty windows of four WRITEs of four packets; the tap misses 2 % of all packets, and nothing is lost."""
    exchange.begin()
    for number in range(30):
        psn, msn = 100 + 16 * number, 2 + 4 * number
        _mirror(exchange, number, *(exchange.write(psn + 4 * place, 4) for place in range(4)))
        exchange.wait(15)
        _mirror(exchange, 100 + number, [exchange.ack(psn + 4 * place + 3, msn + place) for place in range(4)])
        exchange.wait(30)
    _go_on(exchange, 580, 122)


@scene(
    MISSED, ANSWERED, expect={"implied-nak": [1, None]}, besides=f"capture-loss {NOTHING_LOST}", flows=1,
    carriers=THREE_CARRIERS,
)  # fmt: skip
def mirror_that_drops_responses(exchange: Exchange) -> None:
    """Forty READs of eight packets; the tap misses 2 % of all packets, nothing is lost, and nothing asked for again."""
    exchange.begin()
    for number in range(40):
        psn, msn = 100 + 8 * number, 2 + number
        exchange.tap(exchange.read(psn, 8)).wait(15)
        _mirror(exchange, number, exchange.response(psn, msn, 8))
        exchange.wait(30)
    _go_on(exchange, 420, 42)


@scene(
    MISSED,
    "IBA 1, 9.7.5.2.8: why it comes again the capture does not show, but 50 µs are no timer",
    expect={"retransmission": (4, 5)},
    besides="lost reordered-or-lost out-of-order",
    outcomes=("completed", "completed"),
    carriers=THREE_CARRIERS,
)
def nak_that_the_tap_misses(exchange: Exchange) -> None:
    """Packet 3 of 8 is lost before the tap; the NAK is not in the capture; five come again."""
    exchange.begin()
    write = exchange.write(100, 8)
    exchange.tap(write[:3], write[4:]).wait(20).miss(exchange.nak(103, 1)).wait(30)
    exchange.tap(exchange.write(100, 8)[3:]).wait(20).tap(exchange.ack(107, 2))


@scene(
    DAMAGED, f"{DROPPED}: so is the repetition, and the responder asks once only",
    expect={"icrc-bad": 1, "lost": (1, 2), "nak-sequence": 1, "retransmission": (9, 10), "timeout": 1},
    besides="request-or-answer-lost", outcomes=("completed", "completed"), carriers=IPS,
)  # fmt: skip
def repetition_damaged(exchange: Exchange) -> None:
    """Packet 3 of 8 is lost before the tap, NAK, the first of five that come again is damaged; 67 ms, five again."""
    exchange.begin()
    write = exchange.write(100, 8)
    exchange.tap(write[:3], write[4:]).wait(20).tap(exchange.nak(103, 1)).wait(30)
    again = exchange.write(100, 8)[3:]
    exchange.tap(damaged(again[0]), again[1:]).wait(67_000)
    exchange.tap(exchange.write(100, 8)[3:]).wait(20).tap(exchange.ack(107, 2))


@scene(
    DAMAGED, f"{DROPPED}: the requester waits for its timer, and begins before the PSN of the NAK",
    expect={"icrc-bad": 1, "lost": 1, "retransmission": 8, "timeout": 1, "duplicate-request": 3},
    besides="nak-sequence ghost-ack", outcomes=("completed", "completed"), carriers=IPS,
)  # fmt: skip
def nak_damaged(exchange: Exchange) -> None:
    """Packet 3 of 8 is lost before the tap, the NAK is damaged; 67 ms later all eight again, three ACKs repeated."""
    exchange.begin()
    write = exchange.write(100, 8)
    exchange.tap(write[:3], write[4:]).wait(20).tap(damaged(exchange.nak(103, 1))).wait(67_000)
    exchange.tap(exchange.write(100, 8)).wait(20)
    exchange.tap([exchange.ack(102, 1) for _ in range(3)], exchange.ack(107, 2))


@scene(
    DAMAGED, f"{DROPPED}: the requester asks for the rest from there on",
    expect={"icrc-bad": 1, "retransmission": 1}, besides="duplicate-request implied-nak lost",
    outcomes=3 * ("completed",), sizes=(1024, 8192, 1024), carriers=IPS,
)  # fmt: skip
def response_damaged(exchange: Exchange) -> None:
    """READ of eight packets; the fourth response is damaged, and the rest is asked for from there on."""
    exchange.begin()
    response = exchange.tap(exchange.read(100, 8)).wait(20).response(100, 2, 8)
    exchange.tap(response[:3], damaged(response[3]), response[4:]).wait(10)
    exchange.tap(exchange.read(103, 5, VA + 3 * exchange.pmtu)).wait(20).tap(exchange.response(103, 2, 5)).wait(50)
    exchange.tap(exchange.send(108)).wait(20).tap(exchange.ack(108, 3))


@scene(
    MISSED, f"{ANSWERED}; responses that go on with others are to one request",
    expect={"capture-loss": 3}, at={"capture-loss": (11, 15)}, besides="", flows=1,
    outcomes=3 * ("completed",), carriers=THREE_CARRIERS,
)  # fmt: skip
def read_that_the_tap_misses(exchange: Exchange) -> None:
    """The tap misses two READs of four packets in a row, then one of two; it sees all of the responses."""
    exchange.begin().miss(exchange.read(100, 4), exchange.read(104, 4)).wait(20)
    exchange.tap(exchange.response(100, 2, 4), exchange.response(104, 3, 4)).wait(50)
    exchange.tap(exchange.send(108)).wait(20).tap(exchange.ack(108, 4)).wait(50)
    exchange.miss(exchange.read(109, 2)).wait(20).tap(exchange.response(109, 5, 2)).wait(50)
    exchange.tap(exchange.send(111)).wait(20).tap(exchange.ack(111, 6))


@scene(
    DAMAGED, f"{DROPPED}: nothing follows that a NAK could answer, so the requester waits for its timer",
    expect={"icrc-bad": 2, "timeout": 1, "retransmission": 4}, besides="vcrc-bad request-or-answer-lost",
    outcomes=("completed", "completed", "completed"), carriers=THREE_CARRIERS,
)  # fmt: skip
def last_packets_damaged(exchange: Exchange) -> None:
    """The last two packets of a WRITE of four are damaged; 67 ms later all four come again."""
    write = exchange.begin().write(100, 4)
    exchange.tap(write[:2], damaged(write[2]), damaged(write[3])).wait(67_000)
    exchange.tap(exchange.write(100, 4)).wait(20).tap(exchange.ack(101, 1), exchange.ack(103, 2)).wait(50)
    exchange.tap(exchange.send(104)).wait(20).tap(exchange.ack(104, 3))


@scene(
    DAMAGED, f"{DROPPED}: nothing follows that a NAK could answer, so the requester waits for its timer",
    expect={"icrc-bad": 1, "timeout": 1, "retransmission": 1}, besides="vcrc-bad",
    outcomes=5 * ("completed",), carriers=THREE_CARRIERS,
)  # fmt: skip
def only_packet_damaged(exchange: Exchange) -> None:
    """A SEND is damaged, and 67 ms later comes again, with two new ones behind it, and one when they are answered."""
    exchange.begin().tap(damaged(exchange.send(100)[0])).wait(67_000)
    exchange.tap(exchange.sends(100, 101, 102)).wait(20).tap(exchange.ack(102, 4)).wait(50)
    exchange.tap(exchange.send(103)).wait(20).tap(exchange.ack(103, 5))


@scene(
    DAMAGED, f"{DROPPED}; the READ that comes again is the first that asks for its responses",
    expect={"icrc-bad": 1, "timeout": 1, "implied-nak": 1, "retransmission": 3, "duplicate-request": 2},
    besides="vcrc-bad lost", outcomes=4 * ("completed",), carriers=THREE_CARRIERS,
)  # fmt: skip
def read_damaged_and_then_its_response_lost(exchange: Exchange) -> None:
    """A READ is damaged, comes again after 67 ms with another; its third response is lost, and both ask once more."""
    exchange.begin().tap(damaged(exchange.read(100, 4))).wait(67_000)
    exchange.tap(exchange.read(100, 4), exchange.read(104, 4)).wait(20)
    first = exchange.response(100, 2, 4)
    exchange.tap(first[:2], exchange.response(104, 3, 4)).wait(10)
    exchange.tap(exchange.read(102, 2, VA + 2 * exchange.pmtu), exchange.read(104, 4)).wait(20)
    exchange.tap(exchange.response(102, 2, 2), exchange.response(104, 3, 4)).wait(50)
    exchange.tap(exchange.send(108)).wait(20).tap(exchange.ack(108, 4))
