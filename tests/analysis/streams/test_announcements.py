"""Streams that connection management announces: which they are, and until when they wait."""

from __future__ import annotations

import types

import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.streams import announcements
from ibpkt.analysis.streams.announcements import Announcements, words_of_end
from ibpkt.analysis.streams.flow_columns import FlowColumns


def end(address, qpn):
    return types.SimpleNamespace(address=address, qpn=qpn)


def connection(active=0x11, passive=0x22, *, frame=3, outcome="replied", number=0):
    return types.SimpleNamespace(
        active=end(f"10.0.0.{1 + number}", active), passive=end("10.0.1.1", passive), frames=(1, frame), outcome=outcome
    )


@pytest.fixture
def waiting():
    addresses = Addresses()
    return Announcements(FlowColumns(), addresses), addresses


def test_both_directions_are_announced(waiting):
    """Each by its addresses and by the queue pair that receives."""
    found, addresses = waiting
    one = connection()
    words = [words_of_end(one, active, addresses) for active in (True, False)]
    assert words[0] != words[1]
    assert found.announce([one]) == [(words[0], one, 3), (words[1], one, 3)]
    assert len(found) == 2
    assert found.address_numbers() == {addresses.number("10.0.0.1"), addresses.number("10.0.1.1")}
    assert (
        words_of_end(connection(0x12), True, addresses) == words[0]
    )  # the sender's own queue pair is not in its packets
    assert words_of_end(connection(passive=0x23), True, addresses) != words[0]


@pytest.mark.parametrize(("active", "passive"), [(None, 0x22), (0x11, None), (None, None)])
def test_connections_without_both_queue_pairs_announce_nothing(waiting, active, passive):
    found, _addresses = waiting
    assert found.announce([connection(active, passive)]) == []
    assert len(found) == 0


def test_what_is_closed_is_told_and_does_not_wait(waiting):
    found, _addresses = waiting
    assert [frame for _words, _connection, frame in found.announce([connection(outcome="closed", frame=9)])] == [9, 9]
    assert len(found) == 0


def test_the_last_announcement_before_a_packet(waiting):
    """It is forgotten, and so are those before it."""
    found, addresses = waiting
    first, second, third = (connection(frame=frame) for frame in (3, 5, 9))
    found.announce([first, second, third])
    words = words_of_end(first, True, addresses)
    assert found.take(words, 3) is None
    taken = found.take(words, 9)
    assert (taken.connection, taken.active, taken.frame) == (second, True, 5)
    assert found.take(words, 9) is None
    assert found.take(words, 10).connection is third
    assert found.take(words, 99) is None
    assert found.take((1, 2), 99) is None


def test_what_waits_is_bounded(waiting, monkeypatch):
    monkeypatch.setattr(announcements, "LIMIT", 4)
    found, addresses = waiting
    ones = [connection(number=number) for number in range(3)]
    found.announce(ones)
    kept = [
        found.take(words_of_end(one, active, addresses), 99) is not None for one in ones for active in (True, False)
    ]
    assert kept == [False, False, True, True, True, True]
