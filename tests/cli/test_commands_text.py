"""The lines of commands that are columns are those of their objects."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given, strategies as st

from ibpkt.cli.commands_text import CommandLines
from ibpkt.commands.command import Command
from ibpkt.commands.command_table import NONE, CommandColumns, CommandTable

FIRST = 1_700_000_000_000_000_000
#: half milliseconds, which floats round up or down; before the first packet; years later
STARTS = st.one_of(
    st.integers(-3_000_000, 10**10),
    st.integers(-2, 10**7).map(lambda half: half * 500_000),
    st.integers(10**15 - 10**6, 10**17),
)
STATUSES = [("Success", True), ("LBA Out of Range", False), ("longer than the column of a status is", False)]
KINDS = [("1", "Read"), ("2", "Write"), ("3", "Opcode 0x7f")]
ROWS = st.tuples(
    STARTS, st.one_of(st.integers(-5, 10**12), st.just(24_000)), st.integers(0, 2), st.integers(0, 2),
    st.one_of(st.just(NONE), st.integers(0, 10**10)), st.integers(0, 0xFFFF), st.integers(1, 10**9), st.integers(0, 9),
)  # fmt: skip


@given(st.lists(ROWS, min_size=1, max_size=8))
@example([(500_000, 24_000, 0, 0, 4096, 6, 19, 3), (1_500_000, 24_000, 0, 0, 4096, 6, 19, 3)])
@example([(-300, -1, 0, 0, NONE, 6, 19, 0)])
def test_lines_of_columns(rows):
    start, span, kind, status, size, identifier, first, more = (
        np.array(column, np.int64) for column in zip(*rows, strict=True)
    )
    start, end, last = start + FIRST, start + FIRST + span, first + more
    none = np.full(len(rows), NONE)
    commands = [
        Command(
            0, 1, 0, "nvme", KINDS[which][1], tag, KINDS[which][0], one, other, begun, None, None, None,
            begun + took if took >= 0 else None, None if bytes_ == NONE else bytes_,
            status=STATUSES[how][0], ok=STATUSES[how][1], outcome="answered",
        )
        for begun, took, which, how, bytes_, tag, one, other in zip(
            *(each.tolist() for each in (start, span, kind, status, size, identifier, first, last)), strict=True
        )
    ]  # fmt: skip
    columns = CommandColumns(
        "nvme", np.arange(len(rows)), np.ones(len(rows), np.int64), kind, KINDS, identifier, first, last, start, none,
        end, none, none, size, status, STATUSES, lambda: commands,
    )  # fmt: skip
    table = CommandTable([], [], columns)
    assert len(table) == len(commands)
    lines = [CommandLines(), CommandLines()]
    for each in lines:
        each.see(FIRST, FIRST + 10**10)
    assert lines[0](table) == lines[1](commands)
