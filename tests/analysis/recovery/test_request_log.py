"""What a responder does with a run of requests, by where it is before them."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.logged_requests import NOT_READY, LoggedRequests, Position
from ibpkt.analysis.recovery.run import Run, RunKind


def requests(first, end):
    return LoggedRequests([Run(RunKind.REQUESTS, first, end, end - first, 1, end - first, 0, 0, end, 0)], 0, end)


def arrived(first, end, position):
    """A run at a responder that keeps what comes early."""
    entry = requests(first, end)
    entry.arrive(position, keeps=True)
    return entry


@pytest.mark.parametrize(("asked", "nak"), [(-1, 4), (4, -1)])
def test_a_responder_asks_for_no_packet_twice(asked, nak):
    """IBA 1, 9.7.5.2.8: further ones that come out of sequence are no reason for another NAK."""
    entry = arrived(10, 12, Position(4, asked, ((6, 8),)))
    assert entry.early == ((10, 12),)
    assert entry.nak == nak
    assert entry.after == Position(4, 4, ((6, 8), (10, 12)))


def test_it_asks_for_the_next_one_when_the_first_has_come():
    entry = arrived(4, 6, Position(4, 4, ((6, 8), (10, 12))))
    assert entry.accepted == (4, 6)
    assert entry.nak == 8
    assert entry.after == Position(8, 8, ((10, 12),))


def test_what_was_kept_is_not_executed_again():
    first = arrived(6, 8, Position(4, 4, ((10, 12),)))
    again = arrived(6, 8, first.after)
    assert (first.duplicates, first.early) == ((), ((6, 8),))
    assert (again.duplicates, again.early) == (((6, 8),), ())
    assert again.after == first.after


def test_a_packet_for_which_it_was_not_ready_came():
    """So it waits for that one, and what it kept is gone."""
    entry = requests(4, 5)
    entry.refused = [(4, 5, NOT_READY)]
    entry.arrive(Position(4, 4, ((6, 8),)), keeps=True)
    assert entry.accepted == (4, 4)
    assert entry.after == Position(4, -1, (), True)


def test_a_responder_of_which_only_the_next_psn_is_known_has_asked_for_none():
    assert Position(7) == Position(7, -1, (), False)
