"""Queue pairs that migrate while they recover (point 13)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import THREE_CARRIERS, A, B, End, Exchange
from tests.analysis.truth.scenes.registry import scene

MIGRATES = "a queue pair that migrates while it recovers"
#: over IPv4 each path has a counter of Identifications of its own, and that of the other one begins anew
RULE = "IBA 1, 17.2.8: the queue pairs stay, and their PSNs go on; a requester that has no answer migrates"


def _after_timeouts(exchange: Exchange, *ends: End) -> None:
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    for number in range(3):
        if number == 2:
            exchange.migrate(*ends)
        exchange.tap(exchange.send(101), exchange.send(102))
        exchange.wait(70_000 if number < 2 else 20)
    exchange.tap(exchange.ack(102, 3)).wait(100).tap(exchange.send(103)).wait(20).tap(exchange.ack(103, 4))


@scene(
    MIGRATES, RULE, expect={"migration": 1, "timeout": 2, "retransmission": 4},
    absent="duplicate stray nak-sequence retries-exhausted", outcomes=4 * ("completed",), flows=1,
    carriers=THREE_CARRIERS,
)  # fmt: skip
def migrates_after_timeouts(exchange: Exchange) -> None:
    """Two SENDs are not answered; behind the second timeout they are sent again between other ports, and answered."""
    _after_timeouts(exchange, A, B)


@scene(
    MIGRATES, RULE, expect={"migration": 1, "timeout": 2, "retransmission": 4},
    absent="duplicate stray nak-sequence retries-exhausted", outcomes=4 * ("completed",), flows=1,
    carriers=THREE_CARRIERS,
)  # fmt: skip
def migrates_to_another_port_of_one_end(exchange: Exchange) -> None:
    """The same, and only the requester uses another port: what comes there has another M bit, and is no copy."""
    _after_timeouts(exchange, A)


@scene(
    MIGRATES, RULE, expect={"migration": 1, "nak-sequence": 1, "retransmission": (2, 3)},
    absent="duplicate stray timeout duplicate-request", outcomes=5 * ("completed",), flows=1, carriers=THREE_CARRIERS,
)  # fmt: skip
def migrates_for_a_nak(exchange: Exchange) -> None:
    """The second of four SENDs is lost; what the NAK asks for comes between other ports."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    exchange.tap(exchange.send(101))
    exchange.send(102)
    exchange.tap(exchange.send(103), exchange.send(104)).wait(20).tap(exchange.nak(102, 2)).wait(10)
    exchange.migrate(A, B)
    exchange.tap(exchange.send(102), exchange.send(103), exchange.send(104)).wait(20).tap(exchange.ack(104, 5))


@scene(
    MIGRATES, "IBA 1, 17.2.8 and 9.7.5.2.8: whatever was lost before, the NAK asks for what is lost on the other path",
    expect={"migration": 1, "timeout": 2, "nak-sequence": 1, "lost": 1, "retransmission": 9},
    absent="duplicate stray out-of-order retries-exhausted duplicate-request", outcomes=5 * ("completed",), flows=1,
    carriers=THREE_CARRIERS,
)  # fmt: skip
def loses_on_the_other_path(exchange: Exchange) -> None:
    """It migrates behind a second timeout; then the fourth packet of a WRITE is lost before the tap."""
    _after_timeouts(exchange, A, B)
    packets = exchange.wait(100).write(104, 8)
    exchange.tap(packets[:3], packets[4:]).wait(20).tap(exchange.nak(107, 4)).wait(40)
    exchange.tap(exchange.write(104, 8)[3:]).wait(20).tap(exchange.ack(111, 5))


@scene(
    MIGRATES,
    "IBA 1, 9.7.5.1: nobody has asked for it again, and the requester did not wait: it may be anybody",
    absent="migration duplicate timeout retransmission",
    outcomes=("completed", "under way", "completed"),
    flows=2,
    carriers=THREE_CARRIERS,
)
def another_with_the_same_numbers(exchange: Exchange) -> None:
    """Two other ends have a queue pair of the same number, another M bit, and the PSN that is not answered here."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(20).tap(exchange.send(101)).wait(10)
    exchange.migrate(A, B)
    exchange.tap(exchange.send(101)).wait(20).tap(exchange.ack(101, 1))
