"""Commands that understand what users of tshark, capinfos, editcap and mergecap type.

What ibpkt does anyway is accepted; everything else that those programs know is answered by the ``ibpkt`` line that
does it, in one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Any

import click

from ibpkt.cli.help_text import ExamplesHelp
from ibpkt.errors import escape_text

if TYPE_CHECKING:
    from ibpkt.cli.tshark_habits import Habit
    from ibpkt.cli.typed_line import TypedLine

#: other programs, and the commands that take their place
PROGRAMS = {"tshark": "decode", "capinfos": "info", "editcap": "edit", "mergecap": "edit"}


class HabitAnswer(click.ClickException):
    """The answer to an option of another program: one sentence.

    Attributes:
        why: what the sentence says before the line.
        line: what does it, ready to paste into a shell.
    """

    exit_code = 2

    def __init__(self, why: str, line: str) -> None:
        super().__init__(f"{why} '{line}'")
        self.why = why
        self.line = line

    def show(self, file: IO[Any] | None = None) -> None:
        """Print it on standard error."""
        click.echo(f"ibpkt: {escape_text(self.message)}", err=True)


class HabitCommand(ExamplesHelp):
    """A command that answers options of other programs."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does; what it refuses may be a habit."""
        typed = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError:
            words = accepted(self, ctx.info_name or "", typed)
            if words == typed:
                raise
            ctx.params.clear()
            return super().parse_args(ctx, words)


def accepted(command: click.Command, name: str, words: Sequence[str]) -> list[str]:
    """The words without the options of other programs that ask for what ibpkt does anyway.

    Args:
        command: the command that was called.
        name: its name.
        words: what follows the name.

    Raises:
        HabitAnswer: there is one that is answered by another line.
    """
    from ibpkt.cli.typed_line import SHORT, TypedLine  # late: only where click refuses a line

    words = _with_our_formats(words) if name == "info" else words
    known = _known(command, words)
    for habits in _of_command(name):
        foreign = {habit.option: habit.takes for habit in habits if habit.option not in known}
        typed = TypedLine(words, known, foreign)
        if (habit := _most_important(habits, typed)) is not None:
            raise _answer(habit, typed)
        strange = {each.option for each in typed.theirs}
        renamed = any(word.partition("=")[0] in SHORT for word in words)
        if (strange or renamed) and strange <= {habit.option for habit in habits}:
            return [*typed.options, *typed.files]
    if "--color" in words and words.index("--color") + 1 < len(words):  # tshark's has no value
        at = words.index("--color")
        if words[at + 1] not in ("auto", "always", "never"):
            return [*words[: at + 1], "always", *words[at + 1 :]]
    return list(words)


def _with_our_formats(words: Sequence[str]) -> list[str]:
    """``-T json`` is ``--format json``, as in other commands; capinfos' -T has no value."""
    following = [*words[1:], ""]
    return [
        "--format" if word == "-T" and value in ("text", "json") else word
        for word, value in zip(words, following, strict=True)
    ]


def _known(command: click.Command, words: Sequence[str]) -> dict[str, bool]:
    """The options of a command; where somebody captures, ``-f`` has a filter behind it, as tshark's."""
    from ibpkt.cli.typed_line import option_names

    known = option_names(command)
    if any(word.startswith("-i") or word.partition("=")[0] == "--interface" for word in words):
        known.pop("-f", None)
    return known


def answer_program(program: str, words: Sequence[str], command: click.Command) -> HabitAnswer:
    """The answer to the name of another program in the place of a command.

    Args:
        program: one of `PROGRAMS`.
        words: what follows it.
        command: what takes its place.
    """
    from ibpkt.cli.typed_line import TypedLine, shell_line

    known = _known(command, words)
    for habits in _of_command(PROGRAMS[program], program):
        typed = TypedLine(words, known, {habit.option: habit.takes for habit in habits if habit.option not in known})
        if (habit := _most_important(habits, typed)) is not None:
            return _answer(habit, typed)
        return HabitAnswer(f"{program} is", shell_line(["ibpkt", PROGRAMS[program], *typed.options, *typed.named]))
    raise AssertionError(program)


def capture_line(files: Sequence[str], selection: Sequence[str], count: int | None, target: str) -> HabitAnswer:
    """The answer to ``decode -w out.pcap``: packets are written by `edit`."""
    from ibpkt.cli.typed_line import shell_line

    frames = [] if count is None else ["--frames", f"1-{count}"]
    line = shell_line(["ibpkt", "edit", *files, *frames, *selection, "-w", target])
    return HabitAnswer("decode -w writes what decode prints; packets are written by", line)


def _of_command(name: str, program: str = "") -> Sequence[Sequence[Habit]]:
    from ibpkt.cli.capture_tool_habits import CAPINFOS, EDITCAP, MERGECAP
    from ibpkt.cli.tshark_habits import TSHARK

    if name == "info":
        return [CAPINFOS]
    if name == "edit":
        return {"editcap": [EDITCAP], "mergecap": [MERGECAP]}.get(program, [EDITCAP, MERGECAP])
    return [TSHARK]


def _most_important(habits: Sequence[Habit], typed: TypedLine) -> Habit | None:
    """The first habit in the list that was typed and has an answer."""
    for habit in habits:
        if habit.option == "":  # editcap's INFILE OUTFILE PACKET…
            writes = any(each.option in ("-w", "--write") for each in typed.ours)
            if len(typed.files) > 1 and not writes and not typed.theirs:
                return habit
            continue
        if not habit.line and habit.option != "-z":
            continue
        if habit.values:
            if any(each.option == habit.option and re.fullmatch(habit.values, each.value) for each in typed.ours):
                return habit
        elif any(each.option == habit.option for each in typed.theirs):
            return habit
    return None


def _answer(habit: Habit, typed: TypedLine) -> HabitAnswer:
    from ibpkt.cli.typed_line import shell_line

    if habit.option != "-z":
        value = typed.value(habit.option) or typed.ours_value(habit.option)
        return HabitAnswer(habit.why or f"{habit.option} is", shell_line(_words(habit, typed, value)))
    values = [each.value for each in typed.theirs if each.option == "-z"]
    lines = [shell_line(_words(_statistic(value), typed, value)) for value in values]
    unknown = [value for value in values if not _statistic(value).option]
    line = "; ".join(dict.fromkeys(lines))
    if unknown:
        return HabitAnswer(f"there is no statistic {' and '.join(unknown)}; what a capture has, is in", line)
    names = [_statistic(value).option for value in values]
    return HabitAnswer(f"-z {' and -z '.join(names)} {'is' if len(names) == 1 else 'are'}", line)


def _statistic(value: str) -> Habit:
    """The habit that answers ``-z VALUE``."""
    from ibpkt.cli.tshark_habits import STATISTICS

    fitting = [habit for habit in STATISTICS if f"{value},".startswith(f"{habit.option}," if habit.option else "")]
    return max(fitting, key=lambda habit: len(habit.option))


def _words(habit: Habit, typed: TypedLine, value: str) -> list[str]:
    """The line that does what a habit asks for, as words."""
    if not isinstance(habit.line, str):
        return habit.line(typed, value)
    words = ["ibpkt"]
    for word in habit.line.split():
        if word == "{files}":
            words += typed.named
        elif word == "{options}":
            words += typed.options
        elif word == "{selection}":
            words += typed.selection
        else:
            words.append(word.replace("{value}", value))
    return words
