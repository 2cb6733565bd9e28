"""How long no command of a kind ended, by hand."""

from __future__ import annotations

from ibpkt.commands.command import Command
from ibpkt.commands.command_stalls import CommandStalls

#: the end of the capture
LAST = 1000


def stalls(*rows):
    """Commands as flow, kind, start and end; None for no answer."""
    found = CommandStalls()
    for frame, (flow, kind, start, end) in enumerate(rows, 1):
        found.add(Command(frame, flow, 0, "nvme", kind, frame, str(flow), frame, frame, start, end=end, size=4096))
    return found


def longest(found, flows=(1,), start=0, end=LAST):
    stall = found.longest(frozenset(flows), start, end, LAST)
    return None if stall is None else (stall.kind, stall.queue, stall.frame, stall.start, stall.span)


def test_the_longest_time_without_an_end_while_one_waits():
    found = stalls((1, "Read", 10, 20), (1, "Read", 30, 400), (1, "Read", 40, 60))
    assert longest(found) == ("Read", "1", 2, 30, 340)  # from 60 to 400


def test_one_without_an_answer_waits_until_the_end():
    assert longest(stalls((1, "Read", 10, 20), (1, "Read", 30, None))) == ("Read", "1", 2, 30, 970)
    # ... in which others end
    assert longest(stalls((1, "Read", 30, None), (1, "Read", 500, 600))) == ("Read", "1", 1, 30, 570)


def test_another_queue_that_goes_on_ends_it():
    rows = [(1, "Read", 10, 500), *((2, "Read", time, time + 5) for time in range(15, 500, 10))]
    assert longest(stalls(*rows)) == ("Read", "1", 1, 10, 10)
    assert longest(stalls(*((flow, "Write" if flow == 2 else kind, *times) for flow, kind, *times in rows))) == (
        "Read", "1", 1, 10, 490,
    )  # fmt: skip


def test_only_commands_of_the_flows_and_of_the_time_count():
    found = stalls((1, "Read", 10, 300), (2, "Write", 10, 900), (1, "Write", 950, 960))
    assert longest(found, (1,)) == ("Read", "1", 1, 10, 290)
    assert longest(found, (2,)) == ("Write", "2", 2, 10, 890)
    assert longest(found, (1,), 400, 500) is None
    assert longest(found, (3,)) is None


def test_commands_that_move_nothing_do_not_count():
    found = CommandStalls()
    found.add(Command(1, 1, 0, "nvme", "Keep Alive", 1, "admin", 1, 1, 10, end=900))
    found.add(Command(2, 1, 0, "nvme", "Identify", 1, "admin", 1, 1, 10, end=900, size=4096))
    found.add(Command(3, 1, 0, "nvme", "Async", 1, "1", 1, 1, 10, size=4096, by_design=True))
    assert longest(found) is None


def test_those_that_took_longest_are_looked_at(monkeypatch):
    """However many began before and after."""
    monkeypatch.setattr("ibpkt.commands.command_stalls.MOST", 2)
    short = [(1, "Read", time, time + 2) for time in (*range(0, 20, 2), *range(900, 920, 2))]
    found = stalls(*short[:10], (1, "Read", 100, 900), *short[10:], (1, "Read", 890, 930))
    assert longest(found) == ("Read", "1", 11, 100, 800)


def test_an_end_with_the_end_of_the_capture():
    assert longest(stalls((1, "Read", 10, LAST), (1, "Read", 20, LAST))) == ("Read", "1", 1, 10, 990)
