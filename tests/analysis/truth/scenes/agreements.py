"""What connection management agrees on, and queue pairs that connect again at once (point 26)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import THREE_CARRIERS, A, End, Exchange
from tests.analysis.truth.scenes.registry import scene

AGREED = "what connection management agrees on"
AGAIN = "IBA 1, 12.9: each exchange of connection management is a connection of its own, with PSNs of its own"
QUIET = (
    "retransmission duplicate duplicate-request lost timeout msn stray gap ghost-ack capture-loss ack-of-unsent "
    "message-order"
)
SECOND = 1_000_000


def _connection(exchange: Exchange, number: int, psn: int) -> None:
    """They connect, three SENDs are answered, and they release the connection: eleven packets."""
    management = exchange.management(number, psn)
    exchange.manage(management.connect())
    for each in range(3):
        exchange.tap(exchange.send(psn + each)).wait(20).tap(exchange.ack(psn + each, each + 1)).wait(30)
    exchange.manage(management.disconnect()).wait(50_000)


@scene(
    AGREED, AGAIN, absent=QUIET, outcomes=6 * ("completed",), flows=2, ends=("reused 11", "22"),
    carriers=THREE_CARRIERS,
)  # fmt: skip
def connected_again_with_the_same_psn(exchange: Exchange) -> None:
    """Three SENDs, released; 50 ms later the same queue pairs connect again, and begin with the same PSN."""
    _connection(exchange, 1, 100)
    _connection(exchange, 2, 100)


@scene(
    AGREED, AGAIN, absent=QUIET, outcomes=6 * ("completed",), flows=2, ends=("reused 11", "22"),
    carriers=THREE_CARRIERS,
)  # fmt: skip
def connected_again_a_little_ahead(exchange: Exchange) -> None:
    """The same, and the second connection begins 40 PSNs behind the end of the first."""
    _connection(exchange, 1, 100)
    _connection(exchange, 2, 143)


@scene(
    AGREED, AGAIN, absent=QUIET, outcomes=6 * ("completed",), flows=2, ends=("reused 11", "22"),
    carriers=THREE_CARRIERS,
)  # fmt: skip
def connected_again_to_another_queue_pair(exchange: Exchange) -> None:
    """The same, and the queue pair of the active end connects to another one of the same host, with the same PSN."""
    _connection(exchange, 1, 100)
    _connection(exchange.between(A, End(2, 0x23)), 2, 100)


@scene(
    AGREED,
    "IBA 1, 12.7.29: as many READs as the responder has resources for may be under way",
    expect={"depth-exceeded": 1},
    at={"depth-exceeded": (7,)},
    besides="",
    outcomes=3 * ("completed",),
    flows=1,
    carriers=THREE_CARRIERS,
)
def two_reads_where_one_is_agreed(exchange: Exchange) -> None:
    """The responder has resources for one READ; two are under way at a time, and both are answered."""
    exchange.manage(exchange.management(1, depth=1).connect())
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(30)
    exchange.tap(exchange.read(101, 2), exchange.read(103, 2)).wait(20)
    exchange.tap(exchange.response(101, 2, 2), exchange.response(103, 3, 2))


@scene(
    AGREED,
    "IBA 1, 12.7.29 and 9.7.6.1.3: a READ that is sent again takes no second resource, and one that is answered none",
    expect={"timeout": 1, "retransmission": 1},
    besides="request-or-answer-lost",
    outcomes=3 * ("completed",),
    flows=1,
    carriers=THREE_CARRIERS,
)
def one_read_at_a_time_and_again(exchange: Exchange) -> None:
    """The responder has resources for one READ; one is sent again after 3 s and answered, then another one."""
    exchange.manage(exchange.management(1, depth=1).connect())
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(30)
    exchange.tap(exchange.read(101, 2)).wait(3 * SECOND).tap(exchange.read(101, 2)).wait(20)
    exchange.tap(exchange.response(101, 2, 2)).wait(30).tap(exchange.read(103, 2)).wait(20)
    exchange.tap(exchange.response(103, 3, 2))
