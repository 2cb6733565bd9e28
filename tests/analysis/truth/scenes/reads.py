"""READs that are asked again from their middle on (point 14)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import INVALID_REQUEST, R_KEY, THREE_CARRIERS, VA, Exchange
from tests.analysis.truth.scenes.registry import scene

RESTS = "a READ that is asked again from its middle on"
RULE = "IBA 1, 9.7.4.1.2: a duplicate READ asks for a part of the first one: its address moves with its PSN"


def _asked_again(exchange: Exchange, va: int, packets: int = 4, r_key: int = R_KEY) -> None:
    """A READ of eight packets; the fifth is lost before the tap, and it is asked for from there on."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    exchange.tap(exchange.read(101, 8)).wait(20)
    responses = exchange.response(101, 2, 8)
    exchange.tap(responses[:4], responses[5:]).wait(10).tap(exchange.read(105, packets, va, r_key)).wait(20)


def _answered(exchange: Exchange) -> None:
    exchange.tap(exchange.response(105, 2, 4)).wait(100)
    exchange.tap(exchange.send(109)).wait(20).tap(exchange.ack(109, 3))


@scene(
    RESTS, RULE, expect={"retransmission": (1, 4)}, absent="retransmission-differs error timeout duplicate",
    outcomes=3 * ("completed",), carriers=THREE_CARRIERS,
)  # fmt: skip
def read_rest(exchange: Exchange) -> None:
    """The rest is asked for: the address of the fifth packet, and the length from there on."""
    _asked_again(exchange, VA + 4 * exchange.pmtu)
    _answered(exchange)


@scene(
    RESTS, RULE, expect={"retransmission-differs": 1}, absent="timeout duplicate response-without-request",
    outcomes=3 * ("completed",), carriers=THREE_CARRIERS,
)  # fmt: skip
def read_rest_at_another_address(exchange: Exchange) -> None:
    """The address has not moved: the responses carry data of another place."""
    _asked_again(exchange, VA)
    _answered(exchange)


@scene(
    RESTS, RULE, expect={"retransmission-differs": 1}, absent="timeout duplicate response-without-request",
    outcomes=3 * ("completed",), carriers=THREE_CARRIERS,
)  # fmt: skip
def read_rest_with_another_key(exchange: Exchange) -> None:
    """The rest is asked for with another R_Key."""
    _asked_again(exchange, VA + 4 * exchange.pmtu, r_key=R_KEY + 1)
    _answered(exchange)


@scene(
    RESTS, RULE, expect={"retransmission-differs": 1, "nak-refused": 1}, absent="timeout duplicate duplicate-request",
    outcomes=("completed", "refused"), carriers=THREE_CARRIERS,
)  # fmt: skip
def read_rest_that_is_too_long(exchange: Exchange) -> None:
    """It has the length of the whole READ, and ends behind that: it is refused, and was not executed before."""
    _asked_again(exchange, VA + 4 * exchange.pmtu, packets=8)
    exchange.tap(exchange.nak(105, 1, INVALID_REQUEST))


TOO_SHORT = (
    "IBA 1, 9.7.5.1.6: a Last or Only ends the response: the requester compares its length, and misses no packet"
)


@scene(
    RESTS, TOO_SHORT, expect={"response-length": 1}, at={"response-length": (7,)}, besides="",
    outcomes=("completed", "incomplete", "completed", "completed"), carriers=THREE_CARRIERS,
)  # fmt: skip
def response_ends_early(exchange: Exchange) -> None:
    """Of two READs of four packets, the first is answered with three, and nobody asks for the fourth."""
    exchange.begin().tap(exchange.read(100, 4), exchange.read(104, 4)).wait(20)
    exchange.tap(exchange.response(100, 2, 3), exchange.response(104, 3, 4)).wait(50)
    exchange.tap(exchange.send(108)).wait(20).tap(exchange.ack(108, 4))


@scene(
    RESTS, f"{TOO_SHORT}; this one is asked for in two parts, each with a Last of its own",
    expect={"retransmission": (1, 2)}, besides="implied-nak lost duplicate-request",
    outcomes=3 * ("completed",), sizes=(1024, 8192, 1024), carriers=THREE_CARRIERS,
)  # fmt: skip
def read_rest_in_two_parts(exchange: Exchange) -> None:
    """The fifth of eight responses is lost before the tap; the rest is asked for as two READs of two packets."""
    exchange.begin().tap(exchange.read(100, 8)).wait(20)
    responses = exchange.response(100, 2, 8)
    exchange.tap(responses[:4], responses[5:]).wait(10)
    for psn in (104, 106):
        exchange.tap(exchange.read(psn, 2, VA + (psn - 100) * exchange.pmtu))
    exchange.wait(20).tap(exchange.response(104, 2, 2), exchange.response(106, 2, 2)).wait(50)
    exchange.tap(exchange.send(108)).wait(20).tap(exchange.ack(108, 3))
