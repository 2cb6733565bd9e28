"""Trouble in one direction or one connection of several that have the same PSNs (point 21)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import THREE_CARRIERS, A, B, End, Exchange, Frame
from tests.analysis.truth.scenes.registry import scene

ITS_OWN = "trouble that is only one half's"
RULE = "IBA 1, 9.7.1 and 9.7.5.2.8: each half has PSNs of its own: a NAK is about the requests that it answers"


def _in_turn(one: list[Frame], other: list[Frame]) -> list[Frame]:
    return [frame for both in zip(one, other, strict=True) for frame in both]


def _both_lose(exchange: Exchange, first: int, second: int) -> None:
    """Both ends send five SENDs behind a PSN at once, and the third of each is lost before the tap."""
    exchange.begin(first)
    exchange.between(B, A).begin(second)
    there = exchange.between(A, B).sends(*range(first + 1, first + 6))
    back = exchange.between(B, A).sends(*range(second + 1, second + 6))
    exchange.tap(_in_turn(there[:2] + there[3:], back[:2] + back[3:])).wait(20)
    exchange.between(A, B).tap(exchange.nak(first + 3, 3)).between(B, A).tap(exchange.nak(second + 3, 3)).wait(30)
    there = exchange.between(A, B).sends(*range(first + 3, first + 6))
    back = exchange.between(B, A).sends(*range(second + 3, second + 6))
    exchange.tap(_in_turn(there, back)).wait(20)
    exchange.between(A, B).tap(exchange.ack(first + 5, 6)).between(B, A).tap(exchange.ack(second + 5, 6))


@scene(
    ITS_OWN, RULE, expect={"lost": 2, "nak-sequence": 2, "retransmission": 6}, besides="",
    outcomes=12 * ("completed",), flows=1, carriers=THREE_CARRIERS,
)  # fmt: skip
def both_directions_lose(exchange: Exchange) -> None:
    """Both ends send SENDs to each other; the third of each is lost before the tap; NAKs, and three again each."""
    _both_lose(exchange, 99, 699)


@scene(
    ITS_OWN, RULE, expect={"lost": 2, "nak-sequence": 2, "retransmission": 6}, besides="",
    outcomes=12 * ("completed",), flows=1, carriers=THREE_CARRIERS,
)  # fmt: skip
def both_directions_lose_the_same_psn(exchange: Exchange) -> None:
    """As both_directions_lose, from the same PSN on."""
    _both_lose(exchange, 99, 99)


@scene(
    ITS_OWN, RULE, expect={"lost": 1, "nak-sequence": 1, "retransmission": 5}, besides="",
    outcomes=("completed", "completed"), flows=1, carriers=THREE_CARRIERS,
)  # fmt: skip
def loss_at_one_address(exchange: Exchange) -> None:
    """Two queue pairs of one host; packet 3 of 8 of a WRITE is lost before the tap, NAK, five again."""
    exchange.between(End(1, 0x51), End(1, 0x52)).begin()
    write = exchange.write(100, 8)
    exchange.tap(write[:3], write[4:]).wait(20).tap(exchange.nak(103, 1)).wait(30)
    exchange.tap(exchange.write(100, 8)[3:]).wait(20).tap(exchange.ack(107, 2))


@scene(
    ITS_OWN, RULE, expect={"lost": 1, "nak-sequence": 1, "retransmission": 4}, besides="",
    outcomes=8 * ("completed",), flows=4, carriers=("ipv6", "native", "rocev1"),
)  # fmt: skip
def one_of_four_with_the_same_psns(exchange: Exchange) -> None:
    """Four queue pairs WRITE in turn from the same PSN on; the second one's third packet is lost before the tap."""
    pairs = [(End(1, 0x100 + number), End(2, 0x200 + number)) for number in range(4)]
    for pair in pairs:
        exchange.between(*pair).begin(999)
    writes = [exchange.between(*pair).write(1000, 6) for pair in pairs]
    lost = writes[1][2]
    exchange.tap([frame for frames in zip(*writes, strict=True) for frame in frames if frame is not lost], every=1)
    exchange.wait(20)
    for pair in (pairs[0], *pairs[2:]):
        exchange.between(*pair).tap(exchange.ack(1005, 2))
    exchange.between(*pairs[1]).tap(exchange.nak(1002, 1)).wait(30).tap(exchange.write(1000, 6)[2:]).wait(20)
    exchange.tap(exchange.ack(1005, 2))
