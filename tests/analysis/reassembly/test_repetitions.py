"""Counters of messages: packets that were sent again, and RNR NAKs, before and behind the ends of messages."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.reassembly.repetitions import MOST_KEPT, Repetitions

#: messages of two halves: half, first PSN, end, frame that ended it or 0, frame that settled that or 0
MESSAGES = [(2, 10, 14, 0, 0), (2, 14, 15, 0, 0), (2, 15, 19, 50, 0), (3, 10, 14, 0, 0), (3, 14, 18, 40, 60)]


def rows(messages=MESSAGES):
    names = ("half", "first", "end", "done_frame", "settled_frame")
    columns = {name: np.array(column) for name, column in zip(names, zip(*messages, strict=True), strict=True)}
    return {
        **columns,
        "retransmissions": np.zeros(len(messages), np.int64),
        "again_frame": np.zeros(len(messages), np.int64),
        "refusals": np.zeros(len(messages), np.int64),
    }


def counted(repetitions, upto=100, messages=MESSAGES):
    """What the messages were sent again, and how often they were refused."""
    made = rows(messages)
    repetitions.count(made, np.arange(len(messages)), np.full(8, upto))
    return made["retransmissions"].tolist(), made["refusals"].tolist()


def again(*entries):
    repetitions = Repetitions()
    for entry in entries:
        repetitions.again(*entry)
    return repetitions


@pytest.mark.parametrize(
    ("entry", "counts"),
    [
        pytest.param((2, 10, 14, 4, 30), [4, 0, 0, 0, 0], id="all of one"),
        pytest.param((2, 12, 15, 3, 30), [2, 1, 0, 0, 0], id="the end of one, and the next"),
        pytest.param((2, 8, 11, 3, 30), [1, 0, 0, 0, 0], id="what comes before the first has no message"),
        pytest.param((3, 10, 11, 1, 30), [0, 0, 0, 1, 0], id="of the other half"),
        pytest.param((2, 10, 14, 1, 30), [1, 0, 0, 0, 0], id="a READ is one packet"),
        pytest.param((2, 15, 16, 1, 49), [0, 0, 1, 0, 0], id="before the message ended"),
        pytest.param((2, 15, 16, 1, 50), [0, 0, 0, 0, 0], id="what ended it"),
        pytest.param((2, 15, 16, 1, 51), [0, 0, 0, 0, 0], id="behind its end"),
        pytest.param((2, 15, 16, 1, 20, 50), [0, 0, 0, 0, 0], id="before its end, and it was known only then"),
        pytest.param((3, 14, 16, 2, 59), [0, 0, 0, 0, 2], id="before its end was settled"),
        pytest.param((3, 14, 16, 2, 60), [0, 0, 0, 0, 0], id="when its end was settled"),
    ],
)
def test_packets_that_were_sent_again(entry, counts):
    repetitions = again(entry)
    assert counted(repetitions) == (counts, [0] * 5)
    assert counted(repetitions) == ([0] * 5, [0] * 5)  # it is counted once


@pytest.mark.parametrize(
    ("half", "psn", "frame", "counts"),
    [
        (2, 10, 30, [1, 0, 0, 0, 0]), (2, 13, 30, [1, 0, 0, 0, 0]), (2, 14, 30, [0, 1, 0, 0, 0]),
        (2, 15, 50, [0, 0, 1, 0, 0]), (2, 15, 51, [0, 0, 0, 0, 0]), (3, 10, 30, [0, 0, 0, 1, 0]),
        (2, 9, 30, [0, 0, 0, 0, 0]), (3, 9, 30, [0, 0, 0, 0, 0]), (1, 10, 30, [0, 0, 0, 0, 0]),
    ],
)  # fmt: skip
def test_requests_that_were_refused(half, psn, frame, counts):
    """The message that has the PSN, unless it had ended before."""
    repetitions = Repetitions()
    repetitions.refused(half, psn, frame)
    assert repetitions.halves().tolist() == [half]
    assert counted(repetitions) == ([0] * 5, counts)
    assert counted(repetitions) == ([0] * 5, [0] * 5)


def test_what_is_counted_in_two_steps_comes_behind_the_same_ends():
    """The message from PSN 15 on had ended before packets of it and of others were sent again."""
    repetitions = again((2, 10, 20, 10, 60))
    assert counted(repetitions, upto=17) == ([4, 1, 0, 0, 0], [0] * 5)
    assert counted(repetitions) == ([0] * 5, [0] * 5)


def test_each_packet_is_of_the_message_that_has_its_psn():
    """One whose end has not come has all from its first on; what lies between two, or before the first, is of none."""
    made = rows([(2, 0, 1, 0, 0), (2, 10, 14, 0, 0), (2, 16, 20, 0, 0), (3, 12, 0, 0, 0)])
    again((2, 0, 1, 1, 29), (2, 14, 18, 4, 30), (3, 10, 19, 9, 31)).count(made, np.arange(4), np.full(8, 100))
    assert made["retransmissions"].tolist() == [1, 0, 2, 7]
    assert made["again_frame"].tolist() == [29, 0, 30, 31]


def test_where_there_are_no_messages_nothing_is_counted():
    made = {name: column[:0] for name, column in rows().items()}
    repetitions = again((2, 10, 14, 4, 30))
    repetitions.refused(2, 10, 31)
    repetitions.count(made, np.arange(0), np.full(8, 100))
    assert counted(repetitions) == ([0] * 5, [0] * 5)


def test_a_message_that_the_first_packet_ended_is_not_refused():
    repetitions = Repetitions()
    repetitions.refused(2, 10, 30)
    assert counted(repetitions, messages=[(2, 10, 11, 1, 0)]) == ([0], [0])


@pytest.mark.parametrize("upto", range(9, 16))
def test_what_has_no_message_yet_waits_for_it(upto):
    """In two steps as in one."""
    repetitions = again((2, 10, 15, 5, 30))
    first, _ = counted(repetitions, upto)
    assert sum(first) == min(max(upto - 10, 0), 5)
    assert repetitions.halves().tolist() == ([2] if upto < 15 else [])
    second, _ = counted(repetitions)
    assert [one + other for one, other in zip(first, second, strict=True)] == [4, 1, 0, 0, 0]


@pytest.mark.parametrize(("upto", "waits"), [(10, True), (11, False), (13, False)])
def test_a_read_waits_only_as_a_whole(upto, waits):
    repetitions = again((2, 10, 14, 1, 30))
    assert counted(repetitions, upto)[0] == [int(not waits), 0, 0, 0, 0]
    assert counted(repetitions)[0] == [int(waits), 0, 0, 0, 0]


def test_what_waits_keeps_its_frames():
    """A message that ended before the packet was seen, or known, is reported without it."""
    for frames in ((50,), (20, 50)):
        repetitions = again((2, 14, 16, 2, *frames))
        assert counted(repetitions, 15)[0] == [0, 1, 0, 0, 0]
        assert counted(repetitions)[0] == [0, 0, 0, 0, 0]
        repetitions = again((2, 13, 17, 4, *frames))
        assert counted(repetitions, 14)[0] == [1, 0, 0, 0, 0]
        assert counted(repetitions)[0] == [0, 1, 0, 0, 0]


def test_a_half_gets_another_number():
    repetitions = again((1, 10, 12, 2, 30), (2, 14, 15, 1, 30))
    repetitions.move(1, 3)
    assert repetitions.halves().tolist() == [3, 2]
    assert counted(repetitions)[0] == [0, 1, 0, 2, 0]


def test_of_halves_that_are_over_nothing_waits():
    repetitions = again((2, 10, 12, 2, 30), (3, 10, 13, 3, 30))
    repetitions.refused(2, 14, 30)
    repetitions.refused(3, 11, 30)
    made = rows()
    repetitions.close(made, np.arange(5), np.array([2]))
    assert (made["retransmissions"].tolist(), made["refusals"].tolist()) == ([2, 0, 0, 0, 0], [0, 1, 0, 0, 0])
    assert repetitions.halves().tolist() == [3, 3]
    assert counted(repetitions) == ([0, 0, 0, 3, 0], [0, 0, 0, 1, 0])


def test_only_the_last_ones_wait():
    repetitions = again(*((2, 10 + at, 11 + at, 1, 30) for at in range(MOST_KEPT + 2)))
    counted(repetitions, 0)
    assert len(repetitions.halves()) == MOST_KEPT
    assert counted(repetitions, 20)[0] == [2, 1, 4, 0, 0]
