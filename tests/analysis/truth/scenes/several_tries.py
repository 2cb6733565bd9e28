"""Requests that came several times before the responder asked for them: which try its NAK speaks of."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import THREE_CARRIERS, Exchange, Frame
from tests.analysis.truth.scenes.registry import scene

TRIES = "which of several tries a NAK speaks of"


@scene(
    TRIES,
    "IBA 1, 9.7.5.2.8: only what follows a PSN makes the responder ask for it: 103 first came behind both tries of "
    "102, so both are missing; the second was lost, since 101 is acknowledged; the first may have been dropped only",
    expect={"lost": 2, "nak-sequence": 2, "timeout": 1},
    at={"lost": (3, 11)},
    besides="retransmission request-or-answer-lost",
    outcomes=6 * ("completed",),
    carriers=THREE_CARRIERS,
)
def sent_twice_before_anything_behind_it(exchange: Exchange) -> None:
    """100 is lost, and again behind the NAK; 102 is dropped, comes again, and is lost; 103 makes a NAK of it."""
    exchange.begin()
    exchange.tap(exchange.sends(100, 101)).wait(500).tap(exchange.nak(100, 1)).wait(500)
    exchange.tap(exchange.sends(100, 101)).wait(30_000).tap(exchange.send(102)).wait(8000)
    exchange.tap(exchange.sends(100, 101, 102)).wait(700).tap(exchange.ack(100, 2), exchange.ack(101, 3))
    exchange.wait(700).tap(exchange.send(103)).wait(600).tap(exchange.nak(102, 3)).wait(400)
    exchange.tap(exchange.sends(102, 103)).wait(500).tap(exchange.ack(102, 4), exchange.ack(103, 5))
    exchange.wait(500).tap(exchange.send(104)).wait(500).tap(exchange.ack(104, 6))


@scene(
    TRIES,
    "IBA 1, 9.7.5.2.8: a responder asks once: so the NAK for 103, which comes 3 ms behind the third try of it, is none "
    "to the second, 31 ms ago; 103 was lost in the third, and what became of it in the second nothing shows",
    expect={"lost": 2, "nak-sequence": 2, "timeout": 3},
    at={"lost": (4, 18)},
    besides="retransmission request-or-answer-lost",
    outcomes=7 * ("completed",),
    carriers=THREE_CARRIERS,
)
def lost_in_a_slow_repetition(exchange: Exchange) -> None:
    """101 of six SENDs is lost, and again behind a timeout; the next repetition pauses for 6 ms and loses 103."""
    psns = range(100, 106)
    exchange.begin()
    exchange.tap(exchange.sends(*psns)).wait(1000).tap(exchange.ack(100, 2), exchange.nak(101, 2)).wait(19_000)
    exchange.tap(exchange.sends(*psns[1:])).wait(22_000)
    exchange.tap(exchange.send(101)).wait(6000).tap(exchange.sends(*psns[2:])).wait(3300)
    exchange.tap(exchange.nak(103, 4)).wait(20_000)
    exchange.tap(exchange.sends(103, 104, 105)).wait(500)
    exchange.tap([exchange.ack(psn, psn - 98) for psn in (103, 104, 105)])


@scene(
    TRIES,
    "IBA 1, 9.7.4.1.2: the second ACK of 101 shows that no try had brought 102 by then: the first may have lost it, or "
    "100 or 101, behind which it was dropped",
    expect={"timeout": 3, "request-or-answer-lost": [1, 10]},
    besides="retransmission duplicate-request duplicate-unconfirmed",
    outcomes=6 * ("completed",),
    carriers=THREE_CARRIERS,
)
def not_there_after_three_tries(exchange: Exchange) -> None:
    """Four SENDs, three times, and nothing is answered but 101, at last and twice; the fourth try is answered."""
    exchange.begin()
    for _ in range(2):
        exchange.tap(exchange.sends(100, 101, 102, 103)).wait(20_000)
    exchange.tap(exchange.sends(100, 101)).wait(300).tap(exchange.ack(101, 3)).wait(100)
    exchange.tap(exchange.sends(102, 103)).wait(300).tap(exchange.ack(101, 3)).wait(20_000)
    exchange.tap(exchange.sends(102, 103)).wait(300).tap(exchange.ack(102, 4), exchange.ack(103, 5)).wait(100)
    exchange.tap(exchange.send(104)).wait(300).tap(exchange.ack(104, 6))


@scene(
    TRIES,
    "IBA 1, 9.7.4.1.2: 102 first came behind 100 and 101, which came again before the NAK: if one of them had not "
    "arrived, 102 was dropped behind it; so nothing shows that it was lost",
    expect={"nak-sequence": 1, "timeout": 1, "request-or-answer-lost": [1, 6]},
    absent="lost reordered-or-lost duplicate-request",
    besides="retransmission",
    outcomes=6 * ("completed",),
    carriers=THREE_CARRIERS,
)
def asked_for_behind_a_second_try(exchange: Exchange) -> None:
    """The first of five SENDs is lost, and the NAK for it, too; the timer expires, and the third is lost."""
    psns = range(100, 105)
    exchange.begin()
    exchange.tap(exchange.sends(*psns)).wait(18_000)
    exchange.tap(exchange.sends(*psns)).wait(5000).tap(exchange.ack(100, 2), exchange.ack(101, 3), exchange.nak(102, 3))
    exchange.wait(500).tap(exchange.sends(*psns[2:])).wait(500)
    exchange.tap([exchange.ack(psn, psn - 98) for psn in psns[2:]])


@scene(
    TRIES,
    "IBA 1, 9.7.5.2.8: the repetition began for the first NAK, behind the second one, and goes on, as Identifications "
    "show, with two packets that the tap misses: the requester has not gone back to what the second one asks for",
    expect={"lost": 2, "nak-sequence": 2, "out-of-order": 2, "retransmission": 6},
    at={"lost": (13,)},
    besides="duplicate-request timeout",
    outcomes=7 * ("completed",),
)
def goes_past_a_second_nak(exchange: Exchange) -> None:
    """103 of six SENDs runs ahead: NAKs for 101 and 103, of which the latter is lost; 102 and 103 are lost again."""
    exchange.begin()
    first, second, third, ahead, *others = exchange.sends(*range(100, 106))
    exchange.tap(first, ahead, second, third, others).wait(500)
    exchange.tap(exchange.ack(100, 2), exchange.nak(101, 2), exchange.nak(103, 4)).wait(300)
    again = exchange.sends(*range(101, 106))
    exchange.tap(again[0], again[3:]).wait(300).tap(exchange.ack(102, 4)).wait(20_000)
    exchange.tap(exchange.sends(103, 104, 105)).wait(500)
    exchange.tap([exchange.ack(psn, psn - 98) for psn in (103, 104, 105)])


@scene(
    TRIES,
    "IBA 1, 9.7.4.1.1: the responder had executed the READ of the second try and the SEND of the third: these are no "
    "run, since the SEND of the second try may have been the first to arrive",
    expect={"timeout": 3, "retransmission": 6, "duplicate-request": 4, "implied-nak": 1},
    at={"duplicate-request": (6, 11, 13)},
    besides="request-or-answer-lost duplicate-unconfirmed out-of-sequence lost",
    outcomes=3 * ("completed",),
    carriers=THREE_CARRIERS,
)
def a_send_behind_a_read_that_comes_again(exchange: Exchange) -> None:
    """Responses are missing, so a READ and a SEND behind it come again: first the SEND is lost, then the READ."""
    exchange.begin()

    def ask(*answers: list[Frame] | Frame) -> None:
        exchange.tap(exchange.read(100, 3), exchange.send(103)).wait(10).tap(*answers).wait(20_000)

    ask(exchange.response(100, 2, 3)[2:])
    ask(exchange.response(100, 3, 3)[2:], exchange.ack(103, 3))
    ask(exchange.ack(103, 3))
    ask(exchange.response(100, 3, 3), exchange.ack(103, 3))


AMONG = "what comes among the packets of a repetition"


def _goes_well(exchange: Exchange, psn: int, count: int) -> None:
    """So many SENDs from a PSN on, each with its ACK."""
    for each in range(psn, psn + count):
        exchange.wait(50).tap(exchange.send(each)).wait(20).tap(exchange.ack(each, each - 98))


@scene(
    AMONG,
    "IBA 1, 9.7.5.2.8: a requester sends again in order, so 103 to 106 are where they should be, and 107, which it had "
    "sent before the NAK came, is late",
    expect={"lost": 1, "retransmission": 7, "nak-sequence": 1},
    absent="out-of-order",
    besides="",
    facts={14: {"retransmission": 1}},
    outcomes=24 * ("completed",),
    carriers=("ipv4", "ipv4-no-identification", "ipv6", "native"),
)
def a_late_original_among_its_repetition(exchange: Exchange) -> None:
    """101 of eight SENDs is lost, and the last one comes late, when two of its repetition have passed the tap."""
    psns = range(100, 108)
    exchange.begin()
    first, _, *others, last = exchange.sends(*psns)
    exchange.tap(first, others).wait(20).tap(exchange.ack(100, 2), exchange.nak(101, 2)).wait(30)
    again = exchange.sends(*psns[1:])
    exchange.tap(again[:2], last, again[2:]).wait(20).tap([exchange.ack(psn, psn - 98) for psn in psns[1:]])
    _goes_well(exchange, 108, 15)


@scene(
    AMONG,
    "IBA 1, 9.7.5.2.8: this requester takes a millisecond to answer a NAK, so what comes a tenth of that behind the "
    "second one goes on with the answer to the first",
    expect={"lost": 1, "retransmission": 5, "nak-sequence": 2},
    besides="duplicate-request",
    outcomes=22 * ("completed",),
    carriers=THREE_CARRIERS,
    says=("3 packets, PSN 103 to 105, sent again after the NAK for PSN 101",),
)
def goes_on_behind_a_nak(exchange: Exchange) -> None:
    """101 of six SENDs is lost, and the last is late: it makes a NAK, just before the repetition goes on."""
    psns = range(100, 106)
    exchange.begin()
    first, _, *others, last = exchange.sends(*psns)
    exchange.tap(first, others).wait(20).tap(exchange.ack(100, 2), exchange.nak(101, 2)).wait(1000)
    again = exchange.sends(*psns[1:])
    exchange.tap(again[:2], last).wait(300).tap(exchange.ack(102, 4), exchange.nak(103, 4)).wait(90).tap(again[2:])
    exchange.wait(20).tap([exchange.ack(psn, psn - 98) for psn in psns[3:]])
    _goes_well(exchange, 106, 15)


def _repetition_without_its_middle(exchange: Exchange) -> None:
    """101 of nine SENDs is lost, and 103 to 105 of its repetition, which the responder asks for."""
    psns = range(100, 109)
    first, _, *others = exchange.sends(*psns)
    exchange.tap(first, others).wait(20).tap(exchange.ack(100, 2), exchange.nak(101, 2)).wait(500)
    again = exchange.sends(*psns[1:])
    exchange.tap(again[:2], again[5:]).wait(300)


def _repetition_at_last(exchange: Exchange) -> None:
    """The timer makes it repeat what the responder has not got; that arrives."""
    exchange.wait(40_000).tap(exchange.sends(*range(103, 109))).wait(20)
    exchange.tap([exchange.ack(psn, psn - 98) for psn in range(103, 109)])


@scene(
    AMONG,
    "IBA 1, 9.7.5.2.8: without an order of sending 104 may answer the NAK, where 103 was lost before it, or "
    "come late from the repetition before: it is not reported as late; and no timer makes what follows come again",
    expect={"lost": [1, 6], "retransmission": 15, "nak-sequence": 2, "timeout": 1},
    at={"timeout": (24,)},
    absent="out-of-order",
    besides="request-or-answer-lost reordered-or-lost",
    outcomes=10 * ("completed",),
    carriers=THREE_CARRIERS,
)
def answer_without_its_first(exchange: Exchange) -> None:
    """The middle of a repetition is lost, and the first and third of the next one, which a NAK has asked for."""
    exchange.begin()
    _repetition_without_its_middle(exchange)
    exchange.tap(exchange.ack(102, 4), exchange.nak(103, 4)).wait(500)
    _, second, _, *others = exchange.sends(*range(103, 109))
    exchange.tap(second, others)
    _repetition_at_last(exchange)


@scene(
    AMONG,
    "IBA 1, 9.7.6.1.3: a requester that has waited for its timer begins again: what comes then was not overtaken by "
    "what it had sent before",
    expect={"lost": [1, 6], "retransmission": 15, "nak-sequence": 1, "timeout": [1, 2]},
    absent="out-of-order",
    besides="request-or-answer-lost reordered-or-lost",
    outcomes=22 * ("completed",),
    carriers=THREE_CARRIERS,
)
def behind_a_silence_without_its_first(exchange: Exchange) -> None:
    """The middle of a repetition is lost, and the NAK for it; then the first and third of what the timer repeats."""
    exchange.tap(exchange.send(99)).wait(12_000).tap(exchange.ack(99, 1)).wait(50)
    _repetition_without_its_middle(exchange)
    exchange.tap(exchange.ack(102, 4)).wait(40_000)
    _, second, _, *others = exchange.sends(*range(103, 109))
    exchange.tap(second, others)
    _repetition_at_last(exchange)
    _goes_well(exchange, 109, 12)


@scene(
    AMONG,
    "IBA 1, 9.7.5.2.8: a requester that goes back sends 103 again, too; it comes late, and the tap has missed nothing "
    "that arrived",
    expect={"lost": 2, "out-of-order": 1, "retransmission": 8, "nak-sequence": 1},
    absent="capture-loss",
    besides="reordered-or-lost",
    outcomes=11 * ("completed",),
    carriers=THREE_CARRIERS,
)
def comes_late_in_the_repetition(exchange: Exchange) -> None:
    """101 and 103 of nine SENDs are lost; when they come again, 103 comes behind 104."""
    psns = range(100, 109)
    exchange.begin()
    first, _, third, _, *others = exchange.sends(*psns)
    exchange.tap(first, third, others).wait(20).tap(exchange.ack(100, 2), exchange.nak(101, 2)).wait(500)
    again = exchange.sends(*psns[1:])
    exchange.tap(again[:2], again[3], again[2], again[4:]).wait(20)
    exchange.tap([exchange.ack(psn, psn - 98) for psn in psns[1:]])
    exchange.wait(3000).tap(exchange.send(109)).wait(20).tap(exchange.ack(109, 11))
