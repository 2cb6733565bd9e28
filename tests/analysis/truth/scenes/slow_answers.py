"""Answers that come behind the requester's timer, and timers that grow with each try (points 15 and 16)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import OTHERS, THREE_CARRIERS, VA, Exchange
from tests.analysis.truth.scenes.registry import scene

LATE_ANSWERS = "answers behind the timer"
GROWING = "timers that grow"
SECOND = 1_000_000
DUPLICATES = "IBA 1, 9.7.4.1.1: each duplicate is acknowledged once more, with the PSN of the latest request"


@scene(
    LATE_ANSWERS,
    f"{DUPLICATES}: eight ACKs for eight packets: all of them arrived, and nothing was lost",
    expect={"timeout": 1, "spurious-timeout": 1, "retransmission": 4, "duplicate-request": 4},
    besides="",
    outcomes=5 * ("completed",),
    carriers=THREE_CARRIERS,
)
def paused_path(exchange: Exchange) -> None:
    """Behind the tap all stands still for 80 ms; four SENDs come again after 67 ms; then ACKs for all eight."""
    psns = (100, 101, 102, 103)
    exchange.begin()
    exchange.tap(exchange.sends(*psns)).wait(67_000).tap(exchange.sends(*psns)).wait(13_000)
    exchange.tap([exchange.ack(psn, psn - 98) for psn in psns], [exchange.ack(103, 5) for _ in psns])


@scene(
    LATE_ANSWERS,
    "IBA 1, 9.7.4.1.1: a duplicate READ is executed anew: both arrived, or a copy of the second that the network made",
    expect={"timeout": 1, "retransmission": 1},
    besides="duplicate-request request-or-answer-lost",
    outcomes=("completed", "completed"),
    sizes=(1024, 4096),
    carriers=THREE_CARRIERS,
)
def slow_read_asked_twice(exchange: Exchange) -> None:
    """The answer to a READ takes 90 ms, and it is asked again after 67 ms: both are answered."""
    exchange.begin()
    exchange.tap(exchange.read(100, 4)).wait(67_000).tap(exchange.read(100, 4)).wait(23_000)
    exchange.tap(exchange.response(100, 2, 4)).wait(100).tap(exchange.response(100, 2, 4))


@scene(
    LATE_ANSWERS,
    "IBA 1, 9.7.4.1.1: three READs and two answers: one of the READs or an answer was lost",
    expect={"timeout": 2, "retransmission": 2},
    besides="duplicate-request request-or-answer-lost",
    outcomes=("completed", "completed"),
    carriers=THREE_CARRIERS,
)
def read_asked_three_times_and_answered_twice(exchange: Exchange) -> None:
    """A READ is sent three times, 67 ms apart, and answered twice behind that."""
    exchange.begin()
    exchange.tap(exchange.read(100, 4)).wait(67_000).tap(exchange.read(100, 4)).wait(67_000)
    exchange.tap(exchange.read(100, 4)).wait(20)
    exchange.tap(exchange.response(100, 2, 4)).wait(100).tap(exchange.response(100, 2, 4))


@scene(
    LATE_ANSWERS,
    "IBA 1, 9.7.6.1.3: the timer expires while the responses stand still; all of them come, some twice",
    expect={"retransmission": 1},
    besides="timeout spurious-timeout duplicate-request",
    outcomes=3 * ("completed",),
    sizes=(1024, 8192, 1024),
)
def read_stalls_in_the_middle(exchange: Exchange) -> None:
    """READ of eight: four responses; 70 ms later the rest is asked for; the other four come, and once more."""
    exchange.begin()
    response = exchange.tap(exchange.read(100, 8)).wait(20).response(100, 2, 8)
    exchange.tap(response[:4]).wait(70_000).tap(exchange.read(104, 4, VA + 4 * exchange.pmtu)).wait(5)
    exchange.tap(response[4:]).wait(30).tap(exchange.response(104, 2, 4)).wait(50)
    exchange.tap(exchange.send(108)).wait(20).tap(exchange.ack(108, 3))


def _tries(exchange: Exchange, waits: list[int]) -> None:
    """A SEND that is not answered, so often and then once more."""
    exchange.begin()
    for wait in waits:
        exchange.tap(exchange.send(100)).wait(wait)
    exchange.tap(exchange.send(100))


@scene(
    GROWING,
    "IBA 1, 9.7.6.1.3: the timer has doubled with each try: another 256 ms may pass before the next one",
    expect={"timeout": 5, "retransmission": 5},
    besides="",
    outcomes=("completed", "under way", *OTHERS),
    carriers=THREE_CARRIERS,
)
def doubled_timer_as_the_capture_ends(exchange: Exchange) -> None:
    """A SEND is sent six times, 8 to 128 ms apart; the capture ends 200 ms behind the last."""
    _tries(exchange, [8000 << count for count in range(5)])
    exchange.others_go_on(SECOND / 5)


@scene(
    GROWING,
    "IBA 1, 9.7.6.1.3: seven retries, and then nothing for forty times the longest wait",
    expect={"timeout": 7, "retransmission": 7, "retries-exhausted": 1},
    besides="",
    outcomes=("completed", "unanswered", *OTHERS),
    carriers=THREE_CARRIERS,
)
def doubled_timer_gives_up(exchange: Exchange) -> None:
    """A SEND is sent eight times, 8 to 512 ms apart; others go on for 20 s."""
    _tries(exchange, [8000 << count for count in range(7)])
    exchange.others_go_on(20 * SECOND)


@scene(
    GROWING,
    "IBA 1, 9.7.6.1.3: the last try is answered",
    expect={"timeout": 5, "retransmission": 5},
    besides="request-or-answer-lost",
    outcomes=("completed", "completed", *OTHERS),
    carriers=THREE_CARRIERS,
)
def doubled_timer_is_answered(exchange: Exchange) -> None:
    """A SEND is sent six times, 8 to 128 ms apart, and answered; others go on for a second."""
    _tries(exchange, [8000 << count for count in range(5)])
    exchange.wait(20).tap(exchange.ack(100, 2)).others_go_on(SECOND)


@scene(
    LATE_ANSWERS,
    "IBA 1, 9.7.6.1.3: one answer does not show how soon others come; this one may be that to the last repetition",
    expect={"lost": 1, "nak-sequence": 1, "timeout": 1, "retransmission": 4, "request-or-answer-lost": 2},
    besides="",
    outcomes=4 * ("completed",),
    carriers=THREE_CARRIERS,
)
def one_slow_answer_before_the_timer(exchange: Exchange) -> None:
    """A SEND is answered after 16 ms, one is lost; it comes again behind a NAK, and 35 ms later; an ACK 3 ms later."""
    exchange.tap(exchange.send(99)).wait(16_000).tap(exchange.ack(99, 1)).wait(1000)
    exchange.tap(exchange.sends(100, 101)).wait(1000).tap(exchange.nak(100, 1)).wait(1000)
    exchange.tap(exchange.sends(100, 101)).wait(35_000).tap(exchange.sends(100, 101)).wait(3000)
    exchange.tap(exchange.ack(101, 3)).wait(50).tap(exchange.send(102)).wait(1000).tap(exchange.ack(102, 4))


@scene(
    LATE_ANSWERS,
    "IBA 1, 9.7.4.1.1: no answer comes 65 ms late where others take 1 ms: both responses are to the second READ, which "
    "the network has copied behind the tap; what became of the first nothing shows",
    expect={"timeout": 1, "retransmission": 2, "request-or-answer-lost": 2},
    besides="lost",
    outcomes=7 * ("completed",),
)
def read_answered_twice_behind_a_silence(exchange: Exchange) -> None:
    """A SEND and a READ behind it, again after 65 ms: an ACK, and two responses at once."""
    exchange.begin()
    for psn in range(100, 104):
        exchange.tap(exchange.send(psn)).wait(1000).tap(exchange.ack(psn, psn - 98)).wait(50)
    exchange.tap(exchange.send(104), exchange.read(105)).wait(65_000)
    exchange.tap(exchange.send(104), exchange.read(105)).wait(1000)
    exchange.tap(exchange.ack(104, 6), exchange.response(105, 7), exchange.response(105, 7))


@scene(
    LATE_ANSWERS,
    "IBA 1, 9.7.4.1.1: a response that another one has overtaken is no second one: the READ was answered once, so one "
    "of the others was lost, or its answer",
    expect={"timeout": 3, "retransmission": 3, "request-or-answer-lost": 2, "duplicate-request": 1},
    at={"duplicate-request": (10,)},
    besides="implied-nak out-of-order",
    carriers=("ipv6", "native"),
)
def read_answered_once_out_of_order(exchange: Exchange) -> None:
    """A READ is sent three times, 20 ms apart; its third response overtakes its second; the rest is asked again."""
    exchange.begin()
    for _ in range(2):
        exchange.tap(exchange.read(100, 4)).wait(20_000)
    exchange.tap(exchange.read(100, 4)).wait(20)
    first, second, third, last = exchange.response(100, 2, 4)
    exchange.tap(first, third, second, last).wait(20_000).tap(exchange.read(101, 3, VA + 1024)).wait(20)
    exchange.tap(exchange.response(101, 2, 3)).wait(50).tap(exchange.send(104)).wait(20).tap(exchange.ack(104, 3))


@scene(
    LATE_ANSWERS,
    "IBA 1, 9.7.6.1.3: answers take nearly half of its timer, but only the timer makes a requester go back in silence",
    expect={"timeout": 3, "retransmission": 6, "retries-exhausted": 1},
    besides="",
    outcomes=(*3 * ("completed",), "unanswered", "flushed", *OTHERS),
    carriers=THREE_CARRIERS,
)
def a_timer_twice_as_long_as_answers_take(exchange: Exchange) -> None:
    """Three SENDs are answered after 10 ms each; two come four times, 20 ms apart, and are never answered."""
    for psn in range(100, 103):
        exchange.tap(exchange.send(psn)).wait(10_000).tap(exchange.ack(psn, psn - 99)).wait(500)
    for _ in range(3):
        exchange.tap(exchange.sends(103, 104)).wait(20_000)
    exchange.tap(exchange.sends(103, 104)).others_go_on(SECOND)


@scene(
    LATE_ANSWERS,
    f"{DUPLICATES}; so an ACK of less than what a NAK shows to be executed answers a first try, and that was under way",
    expect={
        "timeout": 1,
        "spurious-timeout": 1,
        "nak-sequence": 1,
        "lost": 1,
        "retransmission": 4,
        "duplicate-request": 2,
    },
    besides="",
    outcomes=9 * ("completed",),
    carriers=THREE_CARRIERS,
)
def a_nak_behind_a_late_ack(exchange: Exchange) -> None:
    """Eight SENDs, of which the seventh is lost, are answered behind the timer, when two of them have come again."""
    exchange.begin()
    exchange.tap(exchange.sends(*range(100, 108))).wait(20_000).tap(exchange.sends(100, 101)).wait(100)
    exchange.tap(exchange.ack(100, 2), exchange.ack(103, 5), exchange.nak(106, 7)).wait(50)
    exchange.tap(exchange.sends(106, 107)).wait(50)
    exchange.tap([exchange.ack(105, 7) for _ in range(2)], exchange.ack(106, 8), exchange.ack(107, 9))


@scene(
    LATE_ANSWERS,
    "IBA 1, 9.7.4.1.1: its first responses show that the READ was executed; only one of three tries is answered",
    expect={"timeout": 3, "retransmission": 3, "duplicate-request": 1, "duplicate-unconfirmed": 2},
    besides="",
    at={"duplicate-request": (8,)},
    outcomes=3 * ("completed",),
    sizes=(1024, 4096, 1024),
    carriers=THREE_CARRIERS,
)
def rest_of_a_read_asked_three_times(exchange: Exchange) -> None:
    """A READ of four packets gets two responses; its rest is asked for three times, 67 ms apart, and comes once."""
    exchange.begin().tap(exchange.read(100, 4)).wait(20).tap(exchange.response(100, 2, 4)[:2])
    for _ in range(3):
        exchange.wait(67_000).tap(exchange.read(102, 2, VA + 2 * exchange.pmtu))
    exchange.wait(20).tap(exchange.response(102, 2, 2)).wait(20)
    exchange.tap(exchange.send(104)).wait(20).tap(exchange.ack(104, 3))


@scene(
    LATE_ANSWERS,
    "IBA 1, 9.7.6.1.3: answers took 20 ms while the responder was busy; that one comes 1.7 ms behind a repetition, "
    "when nothing else is under way, does not show that it was on its way before",
    expect={"timeout": 1, "retransmission": 1},
    absent="spurious-timeout",
    besides="request-or-answer-lost",
    outcomes=6 * ("completed",),
    carriers=THREE_CARRIERS,
)
def a_busy_responder_that_is_busy_no_more(exchange: Exchange) -> None:
    """Four of five SENDs are answered after 20 ms, and the fifth behind its repetition, which is answered soon."""
    exchange.tap(exchange.sends(100, 101, 102, 103, 104)).wait(20_000)
    exchange.tap([exchange.ack(psn, psn - 99) for psn in range(100, 104)]).wait(18_400)
    exchange.tap(exchange.send(104)).wait(1700).tap(exchange.ack(104, 5)).wait(30)
    exchange.tap(exchange.send(105)).wait(1000).tap(exchange.ack(105, 6))
