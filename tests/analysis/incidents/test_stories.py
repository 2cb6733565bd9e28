"""Exchanges played packet by packet: what incidents say of them, and what they must not."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from ibpkt.management import ConnectionEnd, cm
from ibpkt.packet import Packet
from tests.analysis.incidents.told import incidents
from tests.analysis.truth.scenes.endings import a_nak_that_nobody_answers
from tests.analysis.truth.scenes.exchange import REMOTE_ACCESS, VA, A, B, Exchange, Frame

SECOND = 1_000_000


class Story(NamedTuple):
    """An exchange, and what is said of it.

    Attributes:
        play: makes its packets.
        causes: of its incidents, those that cost most first.
        says: what stands in the first title or sentence.
        never: what stands in none of them.
        carrier: what carries its packets.
    """

    play: Callable[[Exchange], None]
    causes: tuple[str, ...]
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    carrier: str = "ipv4"


def answered_at_the_third_try(exchange: Exchange) -> None:
    """Two repetitions after timeouts, of which the second one is answered at once; then the flow has no more to say."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    exchange.tap(exchange.send(101)).wait(70_000).tap(exchange.send(101)).wait(70_000).tap(exchange.send(101))
    exchange.wait(8).tap(exchange.ack(101, 2)).others_go_on(3 * SECOND)


def a_read_that_is_answered_at_the_third_try(exchange: Exchange) -> None:
    """The same with a READ."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    for _ in range(2):
        exchange.tap(exchange.read(101, 2)).wait(70_000)
    exchange.tap(exchange.read(101, 2)).wait(8).tap(exchange.response(101, 2, 2)).others_go_on(3 * SECOND)


def _exchange_between(active: int, passive: int) -> cm.CMExchange:
    """A connection that one host asks another for, by the last bytes of their addresses."""
    return cm.CMExchange(
        active=ConnectionEnd(f"10.0.0.{active}"), passive=ConnectionEnd(f"10.0.0.{passive}"), port=4420
    )


def _frames(*packets: Packet) -> list[Frame]:
    return [Frame(packet.data, packet.link) for packet in packets]


def _repeated_request(active: int, passive: int) -> Callable[[Exchange], None]:
    def play(exchange: Exchange) -> None:
        """REQ, REQ again 4 s later, MRA, REP, RTU."""
        req, mra, rep, rtu = _frames(*_exchange_between(active, passive).connect(mra=True))
        exchange.tap(req).wait(4.3 * SECOND).tap(mra).wait(100).tap(req).wait(300).tap(rep).wait(200).tap(rtu)

    return play


def a_reply_that_comes_again(exchange: Exchange) -> None:
    """REQ, REP, REP again 4 s later, RTU."""
    req, rep, rtu = _frames(*_exchange_between(1, 2).connect())
    exchange.tap(req).wait(300).tap(rep).wait(4.3 * SECOND).tap(rep).wait(200).tap(rtu)


def a_release_that_the_active_end_does_not_answer(exchange: Exchange) -> None:
    """The passive end sends its DREQ three times."""
    connection = _exchange_between(1, 2)
    dreq, _ = _frames(*connection.disconnect(by_active=False))
    exchange.tap(_frames(*connection.connect()), every=200)
    for _ in range(3):
        exchange.wait(4.3 * SECOND).tap(dreq)
    exchange.others_go_on(30 * SECOND)


def _read_without_its_middles(exchange: Exchange) -> None:
    """A READ of six packets, of whose response two are not in the capture."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    response = exchange.response(101, 2, 6)
    exchange.tap(exchange.read(101, 6)).wait(20).tap(response[:2], response[4:])


def responses_that_the_tap_misses(exchange: Exchange) -> None:
    """Nobody asks for them, and the flow goes on for ten seconds."""
    _read_without_its_middles(exchange)
    exchange.others_go_on(10 * SECOND)
    exchange.tap(exchange.send(107)).wait(20).tap(exchange.ack(107, 3))


def responses_that_are_missing_as_the_capture_ends(exchange: Exchange) -> None:
    """The requester may still ask for them."""
    _read_without_its_middles(exchange)


def a_response_that_is_missing_behind_a_later_answer(exchange: Exchange) -> None:
    """The capture ends with the ACK of the SEND behind a READ: its response may still come, or be asked for."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    exchange.tap(exchange.read(101, 4), exchange.send(105)).wait(20).tap(exchange.ack(105, 3))


def responses_that_are_asked_for_before_the_capture_ends(exchange: Exchange) -> None:
    """The requester asks for the rest of the READ."""
    _read_without_its_middles(exchange)
    exchange.wait(30).tap(exchange.read(103, 4, va=VA + 2 * exchange.pmtu))


def responses_that_are_asked_for_by_the_timer(exchange: Exchange) -> None:
    """Those behind them are lost behind the tap: the READ comes again as a whole, and the flow goes on."""
    _read_without_its_middles(exchange)
    exchange.wait(70_000).tap(exchange.read(101, 6)).wait(20).tap(exchange.response(101, 2, 6))
    exchange.others_go_on(10 * SECOND)
    exchange.tap(exchange.send(107)).wait(20).tap(exchange.ack(107, 3))


def _asked_for_by_a_nak(exchange: Exchange) -> list[Frame]:
    """A WRITE of six packets of which the third is lost before the tap, and the NAK; what the requester sends again."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    write = exchange.write(101, 6)
    exchange.tap(write[:2], write[3:]).wait(20).tap(exchange.nak(103, 1))
    return exchange.write(101, 6)[2:]


def _connect(exchange: Exchange, retry_count: int = 7) -> None:
    """The ends agree on an ACK timeout of 67 ms."""
    active = ConnectionEnd(A.ipv4, qpn=A.qpn, psn=200, comm_id=1)
    passive = ConnectionEnd(B.ipv4, qpn=B.qpn, psn=100, comm_id=2)
    connection = cm.CMExchange(
        active=active, passive=passive, port=4420, path_mtu=exchange.pmtu, retry_count=retry_count
    )
    exchange.tap(_frames(*connection.connect(req__prim_localacktout=14)), every=100)


def a_repetition_that_is_lost(exchange: Exchange) -> None:
    """What the NAK asks for comes by a timer only: the first repetition, or the NAK behind the tap, was lost."""
    again = _asked_for_by_a_nak(exchange)
    exchange.wait(70_000).tap(again).wait(20).tap(exchange.ack(106, 2))


def a_repetition_behind_a_clock_that_is_set_back(exchange: Exchange) -> None:
    """The clock of the tap is set back by a second between the NAK and the repetition."""
    again = _asked_for_by_a_nak(exchange)
    exchange.wait(-SECOND).tap(again).wait(20).tap(exchange.ack(106, 2))


def an_original_behind_its_repetition(exchange: Exchange) -> None:
    """The same, and the third packet once more 5 ms later, which no timer of 67 ms asks for."""
    _connect(exchange)
    again = _asked_for_by_a_nak(exchange)
    exchange.wait(20).tap(again).wait(20).tap(exchange.ack(106, 2))
    exchange.wait(5000).tap(exchange.write(101, 6)[2]).wait(20).tap(exchange.ack(106, 2))


def a_request_that_is_never_repeated(exchange: Exchange) -> None:
    """The ends have agreed on no retries, and on a timer of 67 ms; a SEND is not answered."""
    _connect(exchange, retry_count=0)
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    exchange.tap(exchange.send(101)).others_go_on(5 * SECOND)


def _repeats(source: int, target: int) -> str:
    host = "10.0.0."
    return f"{host}{source} repeats messages of connection management, since {host}{target} does not answer them soon"


def responses_that_come_again(exchange: Exchange) -> None:
    """Responses to a READ are lost behind the tap; the ACK behind them makes the requester ask again at once."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    exchange.tap(exchange.read(101, 4), exchange.send(105)).wait(20)
    exchange.tap(exchange.response(101, 2, 4), exchange.ack(105, 3)).wait(20)
    exchange.tap(exchange.read(101, 4), exchange.send(105)).wait(20)
    exchange.tap(exchange.response(101, 2, 4), exchange.ack(105, 3))


STORIES = [
    Story(answered_at_the_third_try, ("loss",), ("only timers notice", "stood still for 140"), ("does not answer",)),
    Story(a_read_that_is_answered_at_the_third_try, ("loss",), ("only timers notice",), ("does not answer",)),
    Story(
        responses_that_the_tap_misses, ("capture-loss",),
        ("responses that did arrive are not in the capture", "it is never asked for again"), ("lost",),
    ),
    Story(
        responses_that_are_missing_as_the_capture_ends, ("loss",),
        ("responses are lost or late before the tap, from 10.0.0.2, or not captured; since 0.000150 s, packet 6",),
        ("did arrive", "packets are lost", "were lost"),
    ),
    Story(
        a_response_that_is_missing_behind_a_later_answer, ("loss",),
        ("responses are lost or late before the tap, from 10.0.0.2, or not captured",),
        ("did arrive", "packets are lost", "were lost"),
    ),
    Story(
        responses_that_are_asked_for_before_the_capture_ends, ("loss",),
        ("2 packets were lost", "packets are lost before the tap, from 10.0.0.2"), ("are missing",),
    ),
    Story(responses_that_are_asked_for_by_the_timer, ("loss", "loss"), (), ("did arrive", "3 packets were lost")),
    Story(
        a_repetition_that_is_lost, ("loss",), ("(8), after which the capture shows no repetition", "before the tap"),
        ("heeded",),
    ),
    Story(a_repetition_behind_a_clock_that_is_set_back, ("loss",), ("since 0.000128 s, packet 5",)),
    Story(
        an_original_behind_its_repetition, ("reordering", "loss"),
        ("1 packet was reordered, or lost and sent again", "PSN 103 is reordered, or lost and sent again (packet 12)"),
        ("arrives late",), "ipv4-no-identification",
    ),
    Story(
        a_request_that_is_never_repeated, ("peer-gone",), ("PSN 101 is not answered; never sent again",), ("0 times",),
    ),
    Story(
        a_nak_that_nobody_answers, ("loss",),
        (
            "10.0.0.1 does not send again what a NAK asks for", "behind the tap, towards 10.0.0.2, and 10.0.0.1 does",
            "PSN 102 is lost behind the tap (packet 4); asked for by a NAK (8), after which the capture shows no repet",
        ),
        ("10.0.0.2 does not answer",),
    ),
    Story(
        responses_that_come_again, ("loss",), ("2 request packets sent again, 45% of payload with responses",),
    ),
    Story(_repeated_request(1, 2), ("slow-responder",), (_repeats(1, 2), "since 4.300 s, packet 3")),
    Story(_repeated_request(2, 1), ("slow-responder",), (_repeats(2, 1),)),
    Story(a_reply_that_comes_again, ("slow-responder",), (_repeats(2, 1), "since 4.300 s, packet 3")),
    Story(
        a_release_that_the_active_end_does_not_answer, ("peer-gone",),
        ("1 disconnect request (DREQ) was never answered", "10.0.0.1 does not answer disconnect requests of 10.0.0.2"),
        ("connection request", "slow"),
    ),
]  # fmt: skip


@pytest.mark.parametrize("batch", [None, 1], ids=["one batch", "packet by packet"])
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.play.__name__)
def test_what_is_said(story, batch):
    exchange = Exchange(story.carrier)
    story.play(exchange)
    found = incidents(exchange.pcap(), batch=batch)
    assert tuple(each.cause for each in found) == story.causes
    texts = [f"{each.title}. {each.sentence}" for each in found]
    for part in story.says:
        assert part in texts[0]
    for part in story.never:
        assert not any(part in text for text in texts)


def a_refusal_as_the_capture_ends(exchange: Exchange) -> None:
    """Nothing comes behind the NAK."""
    exchange.tap(exchange.write(100)).wait(20).tap(exchange.nak(100, 0, REMOTE_ACCESS))


def a_refusal_behind_which_others_go_on(exchange: Exchange) -> None:
    """For three seconds."""
    a_refusal_as_the_capture_ends(exchange)
    exchange.others_go_on(3 * SECOND)


@pytest.mark.parametrize(
    ("play", "costs"),
    [
        (a_refusal_as_the_capture_ends, []),
        (a_refusal_behind_which_others_go_on, ["3 s to the end of the capture"]),
        (a_repetition_that_is_lost, ["70 ms, ended by 1 ACK timer"]),
        (answered_at_the_third_try, ["140 ms, ended by 2 ACK timers"]),
    ],
)
def test_what_flows_stood_still_for(play, costs):
    exchange = Exchange()
    play(exchange)
    (incident,) = incidents(exchange.pcap())
    assert incident.costs == costs
