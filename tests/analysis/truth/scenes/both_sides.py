"""One capture of both sides of a router: each packet twice, with another hop limit and other MACs (point 29)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import Exchange, Frame
from tests.analysis.truth.scenes.registry import scene
from tests.analysis.truth.transformations import routed

BOTH = "both sides of a router in one capture"
RULE = "IBA 1, A17: a router changes the hop limit and the link addresses only: one packet, one way, captured twice"


def _routed(frame: Frame) -> Frame:
    """The packet as a router sends it on."""
    return Frame(routed(frame.data), frame.link)


def _pass(exchange: Exchange, *frames: Frame) -> None:
    for frame in frames:
        exchange.tap(frame, _routed(frame))


def _twelve(exchange: Exchange) -> None:
    """Twelve SENDs, one by one, each answered."""
    for psn in range(100, 112):
        _pass(exchange, *exchange.send(psn))
        exchange.wait(20)
        _pass(exchange, exchange.ack(psn, psn - 99))
        exchange.wait(30)


@scene(
    BOTH, RULE, expect={"duplicate+captured-twice": [1, 24]}, besides="", outcomes=12 * ("completed",), flows=1,
    carriers=("ipv4", "ipv6"),
)  # fmt: skip
def both_sides_of_a_router(exchange: Exchange) -> None:
    """Twelve SENDs and their ACKs, each packet before the router and 2 µs later behind it."""
    _twelve(exchange)


@scene(
    BOTH, RULE, expect={"duplicate+captured-twice": [1, 40]}, besides="", outcomes=6 * ("completed",),
    sizes=6 * (5120,), flows=1, carriers=("ipv4", "ipv6"),
)  # fmt: skip
def writes_on_both_sides_of_a_router(exchange: Exchange) -> None:
    """Six WRITEs of five packets and their ACKs, each packet before the router and 2 µs later behind it."""
    for number in range(6):
        _pass(exchange, *exchange.write(100 + 5 * number, 5))
        exchange.wait(20)
        _pass(exchange, exchange.ack(104 + 5 * number, number + 1))
        exchange.wait(30)


@scene(
    BOTH,
    "IBA 1, A17: the hop limit of all packets is another one from then on: the routes have changed, whatever is there "
    "twice",
    expect={"route-hops": [1, 2], "duplicate+captured-twice": [1, 24]},
    besides="route-link",
    outcomes=12 * ("completed",),
    flows=1,
    carriers=("ipv4", "ipv6"),
)
def route_changes_before_a_router(exchange: Exchange) -> None:
    """As both_sides_of_a_router; six SENDs and ACKs come through one more router before the first tap."""
    for psn in range(100, 112):
        for frame in (*exchange.send(psn), exchange.ack(psn, psn - 99)):
            _pass(exchange, frame if psn < 106 else _routed(frame))
            exchange.wait(20)


@scene(
    BOTH,
    "IBA 1, 9.7.5.2.8: what the router dropped is there once, asked for by a NAK, and sent again; no route has changed",
    expect={
        "duplicate+captured-twice": [1, 27],
        "lost": 1,
        "nak-sequence": 1,
        "out-of-sequence": [1, 2],
        "retransmission": [1, 3],
    },
    besides="",
    outcomes=12 * ("completed",),
    flows=1,
    carriers=("ipv4", "ipv6"),
)
def router_drops_one(exchange: Exchange) -> None:
    """As both_sides_of_a_router, but for one SEND that the router drops; the responder asks for it."""
    for psn in range(100, 106):
        _pass(exchange, *exchange.send(psn))
        exchange.wait(20)
        _pass(exchange, exchange.ack(psn, psn - 99))
        exchange.wait(20)
    exchange.tap(*exchange.send(106))
    for psn in (107, 108):
        _pass(exchange, *exchange.send(psn))
    exchange.wait(20)
    _pass(exchange, exchange.nak(106, 6))
    exchange.wait(20)
    for psn in range(106, 112):
        _pass(exchange, *exchange.send(psn))
        exchange.wait(20)
        _pass(exchange, exchange.ack(psn, psn - 99))
        exchange.wait(20)


@scene(
    BOTH,
    "IBA 1, A17: a packet with the same headers but for a lower hop limit has passed a router; answers that take no "
    "longer than the router change nothing",
    expect={"duplicate+captured-twice": [1, 48]},
    besides="",
    outcomes=24 * ("completed",),
    flows=1,
    carriers=("ipv4", "ipv6"),
)
def copies_behind_the_next_packets(exchange: Exchange) -> None:
    """Six times four SENDs, of which the router sends each on when three more have come; then one ACK, and its copy."""
    for number in range(6):
        sends = [frame for psn in range(4) for frame in exchange.send(100 + 4 * number + psn)]
        exchange.tap(*sends[:3])
        exchange.tap(_routed(sends[0]), sends[3], *map(_routed, sends[1:]))
        exchange.wait(2)
        for psn in range(4):
            _pass(exchange, exchange.ack(100 + 4 * number + psn, 4 * number + psn + 1))
        exchange.wait(30)
