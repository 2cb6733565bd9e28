"""Exchanges played packet by packet: what incidents say of them, and what they must not."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from ibpkt.management import ConnectionEnd, cm
from ibpkt.packet import Packet
from tests.analysis.incidents.told import incidents
from tests.analysis.truth.scenes.exchange import Exchange, Frame

SECOND = 1_000_000


class Story(NamedTuple):
    """An exchange, and what is said of it.

    Attributes:
        play: makes its packets.
        causes: of its incidents, those that cost most first.
        says: what stands in the first title or sentence.
        never: what stands in none of them.
    """

    play: Callable[[Exchange], None]
    causes: tuple[str, ...]
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


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
    """A READ of six packets, of whose response two are not in the capture; a SEND and its ACK."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(100)
    response = exchange.response(101, 2, 6)
    exchange.tap(exchange.read(101, 6)).wait(20).tap(response[:2], response[4:])
    exchange.wait(100).tap(exchange.send(107)).wait(20).tap(exchange.ack(107, 3))


def responses_that_the_tap_misses(exchange: Exchange) -> None:
    """Nobody asks for them, and the flow goes on for ten seconds."""
    _read_without_its_middles(exchange)
    exchange.others_go_on(10 * SECOND)
    exchange.tap(exchange.send(108)).wait(20).tap(exchange.ack(108, 4))


def responses_that_are_missing_as_the_capture_ends(exchange: Exchange) -> None:
    """The requester may still ask for them."""
    _read_without_its_middles(exchange)


def responses_that_are_asked_for_by_the_timer(exchange: Exchange) -> None:
    """The answers behind them are lost, too: the READ comes again as a whole, and the flow goes on for ten seconds."""
    _read_without_its_middles(exchange)
    exchange.wait(70_000).tap(exchange.read(101, 6), exchange.send(107)).wait(20)
    exchange.tap(exchange.response(101, 2, 6), exchange.ack(107, 3)).others_go_on(10 * SECOND)
    exchange.tap(exchange.send(108)).wait(20).tap(exchange.ack(108, 4))


def _repeats(source: int, target: int) -> str:
    host = "10.0.0."
    return f"{host}{source} repeats messages of connection management, since {host}{target} does not answer them soon"


STORIES = [
    Story(answered_at_the_third_try, ("loss",), ("only timers notice", "stood still for 140"), ("does not answer",)),
    Story(a_read_that_is_answered_at_the_third_try, ("loss",), ("only timers notice",), ("does not answer",)),
    Story(
        responses_that_the_tap_misses, ("capture-loss",),
        ("responses that did arrive are not in the capture", "it is never asked for again"), ("lost",),
    ),
    Story(responses_that_are_missing_as_the_capture_ends, ("loss",), (), ("did arrive",)),
    Story(responses_that_are_asked_for_by_the_timer, ("loss",), (), ("did arrive",)),
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
    exchange = Exchange()
    story.play(exchange)
    found = incidents(exchange.pcap(), batch=batch)
    assert tuple(each.cause for each in found) == story.causes
    texts = [f"{each.title}. {each.sentence}" for each in found]
    for part in story.says:
        assert part in texts[0]
    for part in story.never:
        assert not any(part in text for text in texts)
