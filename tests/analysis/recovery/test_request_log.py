"""What a responder does with a run of requests, by where it is before them."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.logged_requests import FATAL, NOT_READY, NOT_RECEIVED, LoggedRequests, Position
from ibpkt.analysis.recovery.request_log import RequestLog
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


def log_of(*runs):
    """Runs of requests as a responder takes them that expects PSN 0; each begins one packet behind the one before."""
    log, frame = RequestLog(0), 1
    for first, end in runs:
        count = end - first
        run = Run(RunKind.REQUESTS, first, end, count, frame, frame + count - 1, 0, 0, end, 0)
        log.append(LoggedRequests([run], 0, end))
        frame += count
    return log


@pytest.mark.parametrize(
    ("psn", "frame", "at"),
    [
        pytest.param(2, 9, 2, id="the last run that repeats it"),
        pytest.param(2, 7, 2, id="that run had just come to it"),
        pytest.param(2, 6, 1, id="it had not: the one before"),
        pytest.param(2, 4, -1, id="only the original had come"),
        pytest.param(0, 9, -1, id="nobody has sent it again"),
        pytest.param(3, 9, -1, id="it was never sent"),
    ],
)
def test_the_last_repetition_of_what_was_executed(psn, frame, at):
    assert log_of((0, 3), (1, 3), (1, 3)).repeating(psn, frame) == at


@pytest.mark.parametrize(
    ("cause", "duplicates"),
    [
        pytest.param(NOT_RECEIVED, ((1, 2), (3, 4)), id="lost: others behind it are duplicates all the same"),
        pytest.param(FATAL, ((1, 2),), id="refused: the connection is broken, and nothing behind it is taken"),
    ],
)
def test_one_packet_is_refused(cause, duplicates):
    log = log_of((0, 4), (1, 4))
    log.refuse_packet(1, 1, 2, cause)
    assert [entry.refused for entry in log.entries] == [[], [(2, 3, cause)]]
    assert log.entries[1].duplicates == duplicates
