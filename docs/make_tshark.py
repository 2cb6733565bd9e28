"""Writes the tables of `tshark.md` out of the list of other programs' options: ``python docs/make_tshark.py``."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from ibpkt.cli.capture_tool_habits import CAPINFOS, EDITCAP, MERGECAP
from ibpkt.cli.habits import PROGRAMS, HabitAnswer, answer_program
from ibpkt.cli.program import cli
from ibpkt.cli.tshark_habits import STATISTICS, TSHARK, Habit

PAGE = Path(__file__).with_name("tshark.md")
BEGIN, END = "<!-- Written by `python docs/make_tshark.py` up to the next mark; do not edit. -->\n", "<!-- end -->\n"
HABITS = {"tshark": TSHARK, "capinfos": CAPINFOS, "editcap": EDITCAP, "mergecap": MERGECAP}


def page() -> str:
    """The page."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "".join(_tables()) + END + after


def _tables() -> Iterator[str]:
    yield "\n### Statistics\n\n"
    yield _table("tshark", STATISTICS)
    for program, habits in HABITS.items():
        yield f"\n### {program}\n\n"
        yield _table(program, habits)
        if accepted := sorted({habit.option for habit in habits if not habit.line and habit.option != "-z"}):
            options = ", ".join(f"`{option}`" for option in accepted)
            yield f"\nAccepted, since they ask for what ibpkt does anyway: {options}.\n"
    yield "\n"


def _table(program: str, habits: Sequence[Habit]) -> str:
    rows = [f"| {program} | ibpkt | |\n|---|---|---|\n"]
    for habit in habits:
        if habit.line:
            answer = answer_to(program, habit.example)
            why = "" if answer.why.endswith(" is") and habit.why == "" else answer.why.rstrip(":")
            rows.append(f"| `{program} {_cell(habit.example)}` | `{_cell(answer.line)}` | {_cell(why)} |\n")
    return "".join(rows)


def answer_to(program: str, example: str) -> HabitAnswer:
    """What ibpkt answers to a line of another program."""
    command = cli.get_command(click.Context(cli), PROGRAMS[program])
    assert command is not None
    return answer_program(program, shlex.split(example), command)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
