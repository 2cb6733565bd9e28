"""READs that are asked again from their middle on (point 14)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import INVALID_REQUEST, R_KEY, THREE_CARRIERS, VA, Exchange, Frame
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


IMPLIED = "IBA 1, 9.7.5.1.3: the answer behind it implies that a response is missing; what it answers had been executed"


@scene(
    RESTS, IMPLIED, expect={"implied-nak": 1, "retransmission": 2, "duplicate-request": 2}, besides="lost ghost-ack",
    outcomes=4 * ("completed",), sizes=(1024, 4096, 4096, 1024), carriers=THREE_CARRIERS,
)  # fmt: skip
def last_response_of_the_first_of_two_reads_lost(exchange: Exchange) -> None:
    """Two READs of four; the fourth response is lost before the tap; it and the second READ are asked for again."""
    exchange.begin().tap(exchange.read(100, 4), exchange.read(104, 4)).wait(20)
    responses = exchange.response(100, 2, 4)
    exchange.tap(responses[:3], exchange.response(104, 3, 4)).wait(30)
    exchange.tap(exchange.read(103, 1, VA + 3 * exchange.pmtu), exchange.read(104, 4)).wait(20)
    exchange.tap(exchange.response(103, 3), exchange.response(104, 3, 4)).wait(50)
    exchange.tap(exchange.send(108)).wait(20).tap(exchange.ack(108, 4))


@scene(
    RESTS, IMPLIED + "; the other responses are on their way meanwhile",
    expect={"implied-nak": 1, "retransmission": 1, "duplicate-request": 1}, besides="lost ghost-ack",
    outcomes=3 * ("completed",), sizes=(1024, 8192, 1024), carriers=THREE_CARRIERS,
)  # fmt: skip
def read_asked_again_while_it_is_answered(exchange: Exchange) -> None:
    """The fourth of eight responses is lost before the tap; behind the fifth the rest is asked for, and comes again."""
    exchange.begin().tap(exchange.read(100, 8)).wait(20)
    responses = exchange.response(100, 2, 8)
    exchange.tap(responses[:3], responses[4]).wait(3).tap(exchange.read(103, 5, VA + 3 * exchange.pmtu))
    exchange.tap(responses[5:]).wait(20).tap(exchange.response(103, 2, 5)).wait(50)
    exchange.tap(exchange.send(108)).wait(20).tap(exchange.ack(108, 3))


@scene(
    RESTS, RULE + ", also across the PSN wrap", expect={"retransmission": 1, "duplicate-request": 1},
    besides="implied-nak lost", outcomes=3 * ("completed",), sizes=(1024, 8192, 1024), carriers=("ipv4", "native"),
)  # fmt: skip
def read_rest_across_the_wrap(exchange: Exchange) -> None:
    """READ of eight from 0xfffffc on; the response 0xffffff is lost before the tap, and asked for with the rest."""
    exchange.begin(0xFFFFFB).tap(exchange.read(0xFFFFFC, 8)).wait(20)
    responses = exchange.response(0xFFFFFC, 2, 8)
    exchange.tap(responses[:3], responses[4:]).wait(10).tap(exchange.read(0xFFFFFF, 5, VA + 3 * exchange.pmtu))
    exchange.wait(20).tap(exchange.response(0xFFFFFF, 2, 5)).wait(50)
    exchange.tap(exchange.send(4)).wait(20).tap(exchange.ack(4, 3))


@scene(
    RESTS, IMPLIED + "; a repeated atomic is answered with the result that was saved",
    expect={"implied-nak": 1, "retransmission": 3, "duplicate-request": 3}, besides="lost",
    outcomes=4 * ("completed",), carriers=THREE_CARRIERS,
)  # fmt: skip
def results_of_two_atomics_lost(exchange: Exchange) -> None:
    """Two atomics and a SEND; both results are lost before the tap, the ACK of the SEND comes; all three again."""

    def requests() -> list[Frame]:
        return [exchange.fetch_add(100), exchange.fetch_add(101), *exchange.send(102)]

    exchange.begin().tap(requests()).wait(20)
    for psn in (100, 101):
        exchange.atomic_response(psn, psn - 98)
    exchange.tap(exchange.ack(102, 4)).wait(30).tap(requests()).wait(20)
    exchange.tap(exchange.atomic_response(100, 4), exchange.atomic_response(101, 4), exchange.ack(102, 4))
