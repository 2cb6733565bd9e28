"""READs that are asked again from their middle on (point 14)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import INVALID_REQUEST, OTHERS, R_KEY, THREE_CARRIERS, VA, Exchange, Frame
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


TOO_LONG = (
    "IBA 1, 9.7.5.1.6: the packet in the place of the last one does not end the response: its requester gets more data "
    "than it asked for, and completes the READ with a local length error"
)


@scene(
    RESTS, TOO_LONG, expect={"response-length": 1, "ack-of-unsent": 1}, at={"response-length": (5,)}, besides="",
    says=("asked for 2048 bytes, but the response has more than 2048",),
    outcomes=("completed", "incomplete", "completed"), sizes=(1024, 2048, 1024), carriers=THREE_CARRIERS,
)  # fmt: skip
def response_goes_on_behind_its_read(exchange: Exchange) -> None:
    """A READ of two packets is answered with First, Middle and Last."""
    exchange.begin().tap(exchange.read(100, 2)).wait(20).tap(exchange.response(100, 2, 3)).wait(50)
    exchange.tap(exchange.send(102)).wait(20).tap(exchange.ack(102, 3))


@scene(
    RESTS, TOO_LONG, expect={"response-length": 1, "response-without-request": 1}, at={"response-length": (6,)},
    besides="", outcomes=("completed", "incomplete", "completed", "completed"), carriers=THREE_CARRIERS,
)  # fmt: skip
def response_goes_on_in_the_place_of_a_send(exchange: Exchange) -> None:
    """A READ of one packet, with a SEND behind it, is answered with First and Last; the ACK comes for the SEND."""
    exchange.begin().tap(exchange.read(100), exchange.send(101), exchange.send(102)).wait(20)
    exchange.tap(exchange.response(100, 2, 2)).wait(50).tap(exchange.ack(102, 4))


ASKED_AGAIN = (
    "IBA 1, 9.7.5.1.3: a requester that asks for a response again lacks it, though the ACK behind it shows that the "
    "READ was executed"
)


@scene(
    RESTS, ASKED_AGAIN, expect={"implied-nak": 1, "retransmission": 2}, besides="lost",
    outcomes=("completed", "under way", "completed"), carriers=THREE_CARRIERS,
)  # fmt: skip
def asked_for_again_as_the_capture_ends(exchange: Exchange) -> None:
    """A READ and a SEND; the response is lost before the tap, the ACK comes; both are sent again, and no more comes."""
    exchange.begin().tap(exchange.read(100), exchange.send(101)).wait(20)
    exchange.response(100, 2)
    exchange.tap(exchange.ack(101, 3)).wait(30).tap(exchange.read(100), exchange.send(101))


@scene(
    RESTS, f"{ASKED_AGAIN}; at last it gives up",
    expect={"implied-nak": 1, "retransmission": 16, "timeout": 8, "retries-exhausted": 1}, besides="",
    outcomes=("completed", "unanswered", "completed", *OTHERS), carriers=THREE_CARRIERS,
)  # fmt: skip
def asked_for_again_for_ever(exchange: Exchange) -> None:
    """A READ and a SEND, of which only the SEND is answered; eight times both come again, 67 ms apart."""
    exchange.begin().tap(exchange.read(100), exchange.send(101)).wait(20).tap(exchange.ack(101, 3))
    for _ in range(8):
        exchange.wait(67_000).tap(exchange.read(100), exchange.send(101))
    exchange.others_go_on(8_000_000)


@scene(
    RESTS, "IBA 1, 9.7.5.1.3: it was executed, and its requester goes on without asking again: it has the response",
    expect={"implied-nak": 1}, besides="", outcomes=4 * ("completed",), carriers=THREE_CARRIERS,
)  # fmt: skip
def response_that_the_capture_lacks(exchange: Exchange) -> None:
    """A READ and a SEND; the tap sees the ACK only; another SEND follows."""
    exchange.begin().tap(exchange.read(100), exchange.send(101)).wait(20).miss(exchange.response(100, 2))
    exchange.tap(exchange.ack(101, 3)).wait(50).tap(exchange.send(102)).wait(20).tap(exchange.ack(102, 4))
