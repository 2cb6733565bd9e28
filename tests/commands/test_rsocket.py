"""Messages of rsockets one by one: their numbers, what they have moved, and when they ended."""

from __future__ import annotations

import pytest

from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.recognition import CarriedProtocol
from ibpkt.commands.rsocket import RSocketRule
from tests.commands.test_messaging import FakeConnection, rsocket_private, send, write


def test_messages_are_numbered_on_each_side():
    rule = RSocketRule(1)
    sent = [rule.take(write(side, 8, 8), b"") for side in (0, 0, 1, 0, 1)]
    assert [command.identifier for (command,) in sent] == [1, 2, 1, 3, 2]


@pytest.mark.parametrize(
    ("outcome", "completed", "size", "end", "moved", "ok", "status"),
    [
        ("completed", 1500, 64, 1500, 64, True, "acknowledged"),
        ("completed", 1500, None, 1500, 0, True, "acknowledged"),
        ("sent", None, 64, 1000, 64, True, "acknowledged"), ("refused", 1500, 64, 1500, 0, False, "refused"),
        ("flushed", None, 64, None, 0, None, None), ("unanswered", None, 64, None, 0, None, None),
        ("under way", None, 64, None, 0, None, None),
    ],
)  # fmt: skip
def test_how_a_message_ends(outcome, completed, size, end, moved, ok, status):
    """By its acknowledgement, or where the service has none by its last packet; what was refused has moved nothing."""
    (command,) = RSocketRule(1).take(write(0, size, None, outcome=outcome, completed=completed), b"")
    assert (command.end, command.moved, command.ok, command.status) == (end, moved, ok, status)


@pytest.mark.parametrize(
    ("size", "immediate", "address", "detail"),
    [(0, 0, None, "VA 0x0"), (4, 4, None, "VA 0x0"), (4, 4, 0x20, "VA 0x20"), (5, 4, 0x20, "says 4 bytes")],
)
def test_data(size, immediate, address, detail):
    """The immediate data say how many bytes there are."""
    (command,) = RSocketRule(1).take(write(0, size, immediate, address=address), b"")
    assert (command.kind, command.detail) == ("Data", detail)


def test_where_a_message_is_shown():
    """In its last packet, which has the immediate data; nowhere if the capture lacks it."""
    rule = RSocketRule(1)
    rule.take(write(0, 8, 8, first_frame=3, last_frame=5), b"")
    rule.take(write(0, 8, 8, last_frame=None), b"")
    rule.take(write(0, 8, None), b"")
    assert [shown.frame for shown in rule.shown] == [5, 0]


@pytest.mark.parametrize("side", [0, 1])
def test_machines_are_little_endian_if_nobody_says_otherwise(side):
    rule = RSocketRule(1)
    rule.take(write(side, 16, 4 << 29), b"")
    assert [shown.contents for shown in rule.shown] == [211]


def test_the_port_is_the_name():
    connection = FakeConnection(rsocket_private(), 0x0000000001061D2F)
    rule = PROTOCOLS["rsocket"].rule(1, CarriedProtocol("rsocket", "private data", 0), connection)
    assert (rule.name, rule.unmatched) == ("port 7471", 0)


def test_what_proves_nothing():
    protocol = PROTOCOLS["rsocket"]
    assert protocol.proves(FakeConnection(rsocket_private()))
    assert not protocol.proves(FakeConnection(None))
    assert not protocol.proves(FakeConnection(rsocket_private(), None))
    assert not protocol.is_command(send(0, 8, 1), bytes(8))
