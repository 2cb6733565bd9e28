"""How flows end: a requester that gave up, and one that may go on (point 4)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import OTHERS, Exchange
from tests.analysis.truth.scenes.registry import scene

GAVE_UP = "a requester that gave up"
SECOND = 1_000_000


def _tries(exchange: Exchange, count: int, timer: float) -> None:
    """A SEND that is answered, then a WRITE and a SEND that are not, and come again by a timer."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    for number in range(count):
        exchange.tap(exchange.write(101, 2), exchange.send(103))
        if number < count - 1:
            exchange.wait(timer)


@scene(
    GAVE_UP,
    "IBA 1, 9.7.6.1.3: three retries at an even distance, then fifteen such distances without one while others go on",
    expect={"retries-exhausted": 1, "timeout": 3, "retransmission": 9},
    absent="rnr-retries-exhausted nak-sequence duplicate duplicate-request",
    outcomes=("completed", "unanswered", "flushed", *OTHERS),
    carriers=("ipv4", "ipv6", "native"),
)
def three_retries_then_silence(exchange: Exchange) -> None:
    """A WRITE and a SEND are sent four times, 67 ms apart, and never answered; other hosts go on for a second."""
    _tries(exchange, 4, 67_000)
    exchange.others_go_on(SECOND)


@scene(
    GAVE_UP,
    "IBA 1, 9.7.6.1.3: the flow has shown that its timer is 4.3 s; 1.4 s without a retry show nothing",
    expect={"timeout": 2},
    absent="retries-exhausted unanswered nak-sequence duplicate duplicate-request error",
    outcomes=("completed", "under way", "under way", *OTHERS),
)
def a_long_timer(exchange: Exchange) -> None:
    """Two retries 4.3 s apart; the capture ends 1.4 s behind the last."""
    _tries(exchange, 3, 4.3 * SECOND)
    exchange.others_go_on(1.4 * SECOND)


@scene(
    GAVE_UP,
    "IBA 1, 9.7.6.1.3: the capture ends with a try: the requester may go on",
    expect={"timeout": 3},
    absent="retries-exhausted unanswered nak-sequence duplicate duplicate-request error",
    outcomes=("completed", "under way", "under way"),
    carriers=("ipv4", "native"),
)
def ends_with_a_try(exchange: Exchange) -> None:
    """As three_retries_then_silence, but the capture ends with the fourth try."""
    _tries(exchange, 4, 67_000)


@scene(
    GAVE_UP,
    "IBA 1, 9.7.5.2.8: the RNR retries are used up: behind the last RNR NAK nothing comes for 700 times its timer",
    expect={"rnr-nak": 3, "rnr-retries-exhausted": 1, "retransmission": 4},
    absent="retries-exhausted nak-sequence lost timeout duplicate duplicate-request",
    outcomes=("completed", ("unanswered", "refused"), "flushed", *OTHERS),
    carriers=("ipv4", "native"),
)
def rnr_retries_then_silence(exchange: Exchange) -> None:
    """A SEND gets three RNR NAKs of 1.28 ms, each time it and the one behind come again; then silence for a second."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    for _ in range(3):
        exchange.tap(exchange.send(101), exchange.send(102)).wait(20).tap(exchange.rnr_nak(101, 1)).wait(1400)
    exchange.others_go_on(SECOND)


@scene(
    GAVE_UP,
    "IBA 1, 9.7.6.1.3: what comes again before the limit and is answered was no end",
    expect={"timeout": 3, "retransmission": 9},
    absent="retries-exhausted unanswered nak-sequence duplicate error",
    outcomes=(*3 * ("completed",), *OTHERS),
)
def answered_at_the_last_try(exchange: Exchange) -> None:
    """The fourth try is answered, and then nobody has anything more to say."""
    _tries(exchange, 4, 67_000)
    exchange.wait(20).tap(exchange.ack(103, 3)).others_go_on(SECOND)


def _asked_for(exchange: Exchange) -> None:
    """Five SENDs, of which the third is lost behind the tap."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    exchange.tap(exchange.sends(101, 102, 103, 104)).wait(30).tap(exchange.ack(101, 2))


@scene(
    GAVE_UP,
    "IBA 1, 9.7.5.1.4: a requester sends again what a NAK asks for, or by its timer; no usual one takes 8 s",
    expect={"nak-sequence": 1, "lost": 1, "unanswered": 1},
    absent="timeout retransmission retries-exhausted capture-loss",
    outcomes=("completed", "completed", "unanswered", "flushed", "flushed", *OTHERS),
    carriers=("ipv4", "ipv6", "native"),
)
def a_nak_that_nobody_answers(exchange: Exchange) -> None:
    """A NAK asks for the third of five SENDs; it does not come, while others go on for eight seconds."""
    _asked_for(exchange)
    exchange.tap(exchange.nak(102, 2)).others_go_on(8 * SECOND)


@scene(
    GAVE_UP,
    "IBA 1, 9.7.6.1.3: the NAK may have been lost behind the tap, and the timer may be longer than a second",
    expect={"nak-sequence": 1, "lost": 1},
    absent="timeout retransmission retries-exhausted capture-loss unanswered",
    outcomes=("completed", "completed", "under way", "under way", "under way", *OTHERS),
)
def a_nak_as_the_capture_ends(exchange: Exchange) -> None:
    """The same, and others go on for a second only."""
    _asked_for(exchange)
    exchange.tap(exchange.nak(102, 2)).others_go_on(SECOND)


@scene(
    GAVE_UP,
    "IBA 1, 9.7.5.1.4: the NAK has just come; what a tap cannot see may have held up both ends for so long",
    expect={"nak-sequence": 1},
    absent="timeout retransmission retries-exhausted capture-loss unanswered",
    outcomes=("completed", "completed", "under way", "under way", "under way", *OTHERS, *OTHERS),
)
def a_late_nak_as_the_capture_ends(exchange: Exchange) -> None:
    """The NAK comes eight seconds behind the SENDs, and the capture ends a second later."""
    _asked_for(exchange)
    exchange.others_go_on(8 * SECOND).tap(exchange.nak(102, 2)).wait(SECOND).others_go_on(SECOND / 10)
