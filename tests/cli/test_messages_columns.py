"""The lines of `ibpkt messages` out of columns are those out of objects."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.results.message_table import COLUMNS, NONE, OUTCOME_NAMES, MessageTable
from ibpkt.analysis.verbs.message_filter import MessageFilter
from ibpkt.cli.messages_text import MessageLines
from ibpkt.protocols import OPERATIONS

ORIGIN = 1_700_000_000_000_000_000


def drawn(seed: int, count: int, longest: int = 10**9) -> MessageTable:
    """Messages of all kinds, with and without what may be unknown."""
    random = np.random.default_rng(seed)

    def some(most: int, unknown: float = 0.3) -> np.ndarray:
        return np.where(random.random(count) < unknown, NONE, random.integers(0, most, count))

    start = ORIGIN + random.integers(0, longest, count) // random.choice((1, 500, 1000), count)
    columns = {name: random.integers(0, 10 ** random.integers(1, 8, count), count) for name in COLUMNS}
    columns |= {
        "side": random.integers(0, 2, count), "operation": random.integers(0, len(OPERATIONS), count),
        "service": random.integers(0, 2, count), "start": start, "last_psn": some(1 << 24), "size": some(1 << 31),
        "address": random.integers(-(1 << 63), (1 << 63) - 1, count), "r_key": random.integers(0, 1 << 32, count),
        "immediate": some(1 << 32), "responded": np.where(some(2) < 0, NONE, start + some(longest, 0) - longest // 10),
        "completed": np.where(some(2) < 0, NONE, start + some(longest, 0) - longest // 10),
        "retransmissions": np.maximum(some(4), 0), "refusals": random.choice((0, 0, 0, 2), count),
        "outcome": random.integers(0, len(OUTCOME_NAMES), count), "nak": some(6, 0.9),
        "whole": random.integers(0, 2, count), "invalidated": some(1 << 32, 0.9),
        "remote": random.integers(0, 2, count),
    }  # fmt: skip
    return MessageTable(columns)


def lines_of(table: MessageTable) -> tuple[str, str]:
    """The lines out of columns, and out of objects."""
    lines = MessageLines()
    lines.first_time = ORIGIN
    return lines(table), lines(table.objects)


@pytest.mark.parametrize("seed", range(8))
def test_lines_out_of_columns_are_those_of_objects(seed: int) -> None:
    """Whatever is known, however long it is."""
    columns, objects = lines_of(drawn(seed, 400, longest=10 ** (5 + 2 * (seed % 5))))
    assert columns.splitlines() == objects.splitlines()
    assert columns == objects


def test_what_is_the_same_in_all_lines() -> None:
    """Or known of one message only."""
    table = drawn(9, 50)
    for name in COLUMNS:
        table.column(name)[:] = table.column(name)[7]
    for name in ("remote", "immediate", "retransmissions", "nak", "size"):
        table.column(name)[:20] = 0 if name in ("remote", "retransmissions") else NONE
        table.column(name)[20:] = 1
        columns, objects = lines_of(MessageTable({each: table.column(each) for each in COLUMNS}))
        assert columns == objects


def test_times_between_two_microseconds_are_rounded_as_python_does() -> None:
    """The nearest double lies above or below."""
    table = drawn(1, 2000)
    table.column("start")[:] = ORIGIN + np.arange(2000) * 12_345_000 + 500
    columns, objects = lines_of(table)
    assert columns == objects
    rounded = {line.split()[1][-1] for line in columns.splitlines()}
    assert rounded & {"1", "3", "5", "7", "9"}  # not all to even


@pytest.mark.parametrize("start", [ORIGIN - 1, ORIGIN + (1 << 52)])
def test_times_that_columns_have_no_room_for(start: int) -> None:
    """Before the first packet, or decades after it."""
    table = drawn(2, 20)
    table.column("start")[3] = start
    columns, objects = lines_of(table)
    assert columns == objects


def test_tables_are_joined_sorted_and_chosen_from() -> None:
    """As lists of objects are."""
    one, other = drawn(3, 30), drawn(4, 50)
    every = [*one, *other]
    table = MessageTable()
    for part in (one, MessageTable(), other):
        table.add(part)
    assert list(table) == every
    table.sort()
    every.sort(key=lambda message: message.closed)
    assert table.objects == every
    assert table[3] == every[3]
    wanted = MessageFilter(kinds=["SEND", "READ"], outcomes=["completed", "refused", "sent"])
    assert wanted.select(table).objects == [message for message in every if message in wanted]
    flows = {every[0].flow, every[7].flow}
    assert MessageFilter(flows).select(table).objects == [message for message in every if message.flow in flows]
    assert not MessageTable()
    assert not table.chosen(np.zeros(80, np.bool_))


def test_packets_with_payload_stay_with_their_messages() -> None:
    """Sorted, chosen, or joined with messages that have none."""
    plain = drawn(5, 10)
    columns = {name: drawn(6, 4).column(name) for name in COLUMNS}
    columns["closed"] = np.array([4, 2, 3, 1])
    table = MessageTable(columns, [np.arange(place) for place in range(4)])
    table.sort()
    assert [message.frames for message in table] == [[0, 1, 2], [0], [0, 1], []]
    table.add(plain)
    assert [message.frames for message in table] == [[0, 1, 2], [0], [0, 1], []] + [[]] * 10
    assert [message.frames for message in table.chosen(np.arange(14) == 2)] == [[0, 1]]
