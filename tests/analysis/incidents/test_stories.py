"""Exchanges played packet by packet: what incidents say of them, and what they must not."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.analysis.incidents.told import incidents
from tests.analysis.truth.scenes.exchange import Exchange

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


STORIES = [
    Story(answered_at_the_third_try, ("loss",), ("only timers notice", "stood still for 140"), ("does not answer",)),
    Story(a_read_that_is_answered_at_the_third_try, ("loss",), ("only timers notice",), ("does not answer",)),
]


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
