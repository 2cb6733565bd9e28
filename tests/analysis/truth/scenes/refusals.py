"""Requests that are refused for good, and what passes besides (point 20)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import (
    INVALID_REQUEST,
    REMOTE_ACCESS,
    REMOTE_OPERATION,
    THREE_CARRIERS,
    Exchange,
)
from tests.analysis.truth.scenes.registry import scene

REFUSED = "requests that are refused"
WRONG_KEY = 0xBAD


@scene(
    REFUSED,
    "IBA 1, 9.7.5.2 and 10.7.2.2: the responder silently drops what follows the refused First: none of it is lost",
    expect={"nak-refused": 1},
    besides="",
    outcomes=("completed", "refused", "flushed"),
    sizes=(1024, 16384, 1024),
    carriers=THREE_CARRIERS,
)
def refused_at_its_first_packet(exchange: Exchange) -> None:
    """WRITE of sixteen packets with a wrong key; ten of them and a SEND pass behind the NAK for the first."""
    exchange.begin()
    write = exchange.write(100, 16, r_key=WRONG_KEY)
    exchange.tap(write[:6], exchange.nak(100, 1, REMOTE_ACCESS), write[6:], exchange.send(116))


@scene(
    REFUSED,
    "IBA 1, 9.7.5.2 and 9.7.6.1.3: the NAK did not arrive, and the responder is silent from then on",
    expect={"nak-refused": 1, "timeout": (6, 7), "retransmission": 7},
    besides="retries-exhausted",
    outcomes=("completed", "refused", *10 * ("sent",)),
    carriers=THREE_CARRIERS,
)
def refusal_lost_behind_the_tap(exchange: Exchange) -> None:
    """A WRITE with a wrong key; the NAK passes and is lost; seven more tries, 67 ms apart; others go on for 5 s."""
    exchange.begin()
    exchange.tap(exchange.write(100, r_key=WRONG_KEY)).wait(20).tap(exchange.nak(100, 1, REMOTE_ACCESS))
    for _ in range(7):
        exchange.wait(67_000).tap(exchange.write(100, r_key=WRONG_KEY))
    exchange.others_go_on(5_000_000)


@scene(
    REFUSED,
    "IBA 1, 9.7.5.2.8 and 9.7.5.2: what was lost comes again and is executed, what is behind it is refused",
    expect={"lost": 1, "nak-sequence": 1, "retransmission": 3, "nak-refused": 1},
    besides="",
    outcomes=("completed", "completed", "refused", "flushed"),
    carriers=THREE_CARRIERS,
)
def refused_in_a_repetition(exchange: Exchange) -> None:
    """A SEND is lost before the tap; NAK; it, a WRITE with a wrong key, and a SEND come again; the WRITE is refused."""
    exchange.begin()
    exchange.send(100)
    exchange.tap(exchange.write(101, r_key=WRONG_KEY), exchange.send(102)).wait(20).tap(exchange.nak(100, 1)).wait(30)
    exchange.tap(exchange.send(100), exchange.write(101, r_key=WRONG_KEY), exchange.send(102)).wait(20)
    exchange.tap(exchange.ack(100, 2), exchange.nak(101, 2, REMOTE_ACCESS))


@scene(
    REFUSED,
    "IBA 1, 9.7.4.1.3: a Middle begins no message",
    expect={"message-order": 1, "nak-refused": 1},
    besides="",
    outcomes=("completed", ("refused", "incomplete")),
    carriers=THREE_CARRIERS,
)
def middle_without_a_first(exchange: Exchange) -> None:
    """A SEND; then Middle and Last of another one at the next PSNs; NAK Invalid Request for the Middle."""
    exchange.begin()
    exchange.tap(exchange.send(99, 3)[1:]).wait(20).tap(exchange.nak(100, 1, INVALID_REQUEST))


@scene(
    REFUSED,
    "IBA 1, 9.7.5.2.4: the third packet goes beyond the region; what is under way behind it is dropped, none is lost",
    expect={"nak-refused": 1},
    besides="",
    outcomes=("completed", "refused", "flushed"),
    sizes=(1024, 8192, 1024),
    carriers=THREE_CARRIERS,
)
def refused_in_the_middle_of_a_write(exchange: Exchange) -> None:
    """WRITE of eight packets; behind the sixth a refusal of the third; the other two and a SEND pass behind it."""
    exchange.begin()
    write = exchange.write(100, 8)
    exchange.tap(write[:6], exchange.nak(102, 1, REMOTE_ACCESS), write[6:], exchange.send(108))


@scene(
    REFUSED,
    "IBA 1, 9.7.5.2: the responder fails in the middle of its response, which ends there: no response is missing",
    expect={"nak-refused": 1},
    besides="",
    outcomes=("completed", "refused", "flushed"),
    sizes=(1024, 8192, 1024),
    carriers=THREE_CARRIERS,
)
def refused_in_the_middle_of_a_response(exchange: Exchange) -> None:
    """READ of eight packets and a SEND; three responses, then NAK Remote Operational Error for the fourth."""
    exchange.begin().tap(exchange.read(100, 8), exchange.send(108)).wait(20)
    exchange.tap(exchange.response(100, 1, 8)[:3], exchange.nak(103, 1, REMOTE_OPERATION))
