"""Sizes of unfinished messages, and messages that a service without acknowledgements loses (point 5)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import Exchange
from tests.analysis.truth.scenes.registry import scene

SIZES = "sizes of unfinished messages"
AS_UC = "timeout retransmission nak-sequence unanswered duplicate capture-loss"


@scene(
    SIZES,
    "IBA 1, 9.4.3: the RETH announces the size; the capture ends before the WRITE does",
    absent="lost timeout message-length message-order warning",
    outcomes=("completed", "under way"),
    sizes=(1024, 10_240),
    carriers=("ipv4", "native"),
)
def write_begun(exchange: Exchange) -> None:
    """A WRITE of ten packets, of which the capture has four."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(50).tap(exchange.write(101, 10)[:4])


@scene(
    SIZES,
    "IBA 1, 9.7.5.1.3: a READ is as long as its RETH says, however much of the response there is",
    absent="lost timeout response-length implied-nak warning",
    outcomes=("completed", "under way"),
    sizes=(1024, 8192),
)
def read_half_answered(exchange: Exchange) -> None:
    """A READ of eight packets, of which the capture has three."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(50)
    exchange.tap(exchange.read(101, 8)).wait(20).tap(exchange.response(101, 2, 8)[:3])


@scene(
    SIZES,
    "IBA 1, 9.8.2: the responder drops a message from the first PSN on that is missing: nobody repeats it",
    expect={"error": [1, None], "lost": 1},
    absent=AS_UC,
    outcomes=("sent", "incomplete", "sent"),
    sizes=(1024, 5120, 1024),
    carriers=("ipv4", "ipv6", "native"),
)
def uc_write_without_a_middle(exchange: Exchange) -> None:
    """UC: a SEND, a WRITE of five packets without its third, a SEND."""
    exchange.service = "UC"
    write = exchange.write(101, 5)
    exchange.tap(exchange.send(100), write[:2], write[3:], exchange.send(106))


@scene(
    SIZES,
    "IBA 1, 9.8.2: without its Last a message never completes; a WRITE is as long as its RETH says, a SEND has no size",
    expect={"error": [1, None], "lost": 2},
    absent=AS_UC,
    outcomes=("sent", "incomplete", "incomplete", "sent"),
    sizes=(1024, 3072, None, 1024),
    carriers=("ipv4", "native"),
)
def uc_messages_without_a_last(exchange: Exchange) -> None:
    """UC, across the PSN wrap: a SEND, a WRITE and a SEND of three packets without their Lasts, a SEND."""
    exchange.service = "UC"
    first, write, send = exchange.send(0xFFFFFE), exchange.write(0xFFFFFF, 3), exchange.send(2, 3)
    exchange.tap(first, write[:2], send[:2], exchange.send(5))


@scene(
    SIZES,
    "IBA 1, 9.8.2: a message whose First is missing was never begun at the responder",
    expect={"error": [1, None], "lost": 1},
    absent=AS_UC,
    outcomes=("sent", "incomplete", "sent"),
    sizes=(1024, None, 1024),
)
def uc_send_without_its_first(exchange: Exchange) -> None:
    """UC: a SEND, a SEND of three packets without its First, a SEND."""
    exchange.service = "UC"
    first, second = exchange.send(100), exchange.send(101, 3)
    exchange.tap(first, second[1:], exchange.send(104))


@scene(
    SIZES,
    "IBA 1, 9.8.2: an Only ends the message before it, which is dropped; no PSN is missing, so none was lost",
    expect={"message-order": 1},
    absent=AS_UC + " lost",
    outcomes=("sent", "incomplete", "sent", "sent"),
    sizes=(1024, 3072, 1024, 1024),
    carriers=("ipv4", "native"),
)
def uc_write_interrupted(exchange: Exchange) -> None:
    """UC: a SEND, First and Middle of a WRITE of three packets, and two SENDs with the next PSNs."""
    exchange.service = "UC"
    exchange.tap(exchange.send(100), exchange.write(101, 3)[:2], exchange.send(103), exchange.send(104))


@scene(
    SIZES,
    "IBA 1, 9.7.4 and 9.4.4: a READ of 2^31 bytes takes 2^21 PSNs, so the SEND behind it is the next request",
    besides="",
    outcomes=("completed", "under way", "under way"),
    sizes=(1024, 1 << 31, 1024),
    flows=1,
    carriers=("ipv4", "native"),
)
def read_of_two_gigabytes_begun(exchange: Exchange) -> None:
    """A READ of 2^31 bytes and a SEND behind it; the capture has ten of two million responses."""
    exchange.begin().tap(exchange.read(100, size=1 << 31), exchange.send(100 + (1 << 21))).wait(20)
    exchange.tap(exchange.response(100, 2, 11)[:10])
