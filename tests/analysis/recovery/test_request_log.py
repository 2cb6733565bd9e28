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
        pytest.param(1, 9, 2, id="the first packet of that run"),
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


def read(first, end, frame=1, acked=0):
    """One READ, or one atomic."""
    return Run(RunKind.REQUESTS, first, end, 1, frame, frame, 0, 0, first, acked, reads=True)


def log_with(run, expected=0):
    log = RequestLog(expected)
    log.append(LoggedRequests([run], run.acked, run.end))
    return log


@pytest.mark.parametrize(
    ("executed", "first", "acked", "is_rest"),
    [
        pytest.param(read(0, 8), 2, 2, True, id="its first responses were seen"),
        pytest.param(read(0, 8), 1, 1, True, id="its first response was"),
        pytest.param(read(0, 8), 7, 1, True, id="the last response alone"),
        pytest.param(read(0, 8), 0, 0, False, id="all of it"),
        pytest.param(read(0, 8), 2, 0, False, id="none of its responses was seen"),
        pytest.param(read(4, 12), 4, 4, False, id="all of it, from its first PSN on"),
        pytest.param(read(4, 12), 12, 12, False, id="what is behind it"),
        pytest.param(
            Run(RunKind.REQUESTS, 0, 4, 4, 1, 4, 0, 0, 0, 0, reads=True), 2, 2, False, id="an atomic has no rest"
        ),
        pytest.param(Run(RunKind.REQUESTS, 0, 4, 4, 1, 4, 0, 0, 0, 0), 2, 2, False, id="nor has a SEND"),
    ],
)
def test_a_read_asks_for_the_rest_of_one(executed, first, acked, is_rest):
    log = log_with(executed, executed.first)
    assert log.has_sent_part(read(first, executed.end + 2, 9, acked)) is is_rest


SENDS = Run(RunKind.REQUESTS, 0, 4, 4, 1, 4, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("before", "run", "goes_on"),
    [
        pytest.param(SENDS, SENDS.replace(first=4, end=6, packets=2, after=4), True, id="behind a cut"),
        pytest.param(SENDS, SENDS.replace(first=4, end=6, packets=2), False, id="a run of its own"),
        pytest.param(SENDS, SENDS.replace(first=5, end=6, packets=1, after=4), False, id="behind a hole"),
        pytest.param(SENDS, read(4, 5).replace(after=4), False, id="an atomic behind SENDs"),
        pytest.param(read(0, 8), read(8, 9).replace(after=1), False, id="an atomic behind a READ"),
        pytest.param(read(0, 1), read(1, 9).replace(after=1), False, id="a READ behind an atomic"),
        pytest.param(read(0, 1), read(1, 2).replace(after=1), True, id="an atomic behind an atomic"),
        pytest.param(
            SENDS,
            SENDS.replace(first=4, end=6, packets=2, after=4, acked=4),
            True,
            id="what was before is acknowledged",
        ),
        pytest.param(
            SENDS,
            SENDS.replace(first=4, end=6, packets=2, after=4, acked=5),
            False,
            id="more than that is acknowledged",
        ),
    ],
)
def test_a_run_that_goes_on_with_the_last_one(before, run, goes_on):
    assert log_with(before).continues(run) is goes_on
    assert not RequestLog(0).continues(run)
    if run.acked > 4:
        assert log_with(before, None).continues(run)  # where nothing is known nothing can be more


@pytest.mark.parametrize(
    ("psn", "frame", "is_behind"),
    [
        pytest.param(2, 2, True, id="the NAK came before it"),
        pytest.param(2, 4, False, id="the NAK came behind it"),
        pytest.param(4, 2, False, id="it has not come"),
    ],
)
def test_a_packet_that_its_nak_has_overtaken(psn, frame, is_behind):
    assert log_with(SENDS).came_behind(psn, frame) is is_behind


@pytest.mark.parametrize("reads", [False, True])
def test_what_is_counted(reads):
    log = RequestLog(0)
    assert (log.reads, log.copies, log.given_up) == (0, 0, 0)
    log.append(LoggedRequests([SENDS.replace(reads=reads)], 0, 4, copy=not reads))
    assert (log.reads, log.copies) == (int(reads), int(not reads))
    assert [*log.pop_all()]
    assert (log.reads, log.copies) == (0, 0)
