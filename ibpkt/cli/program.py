"""The commands of ``ibpkt``, and what becomes of the errors of one."""

from __future__ import annotations

import contextlib
import itertools
import os

import click

from ibpkt.cli import COMMANDS, OK, UNREADABLE, USAGE
from ibpkt.cli.lazy_group import LazyGroup
from ibpkt.cli.option_types import PythonFile
from ibpkt.cli.streams import tell
from ibpkt.errors import CallerError, CaptureError, IbpktError, ResourceError, escape_text


class Commands(LazyGroup):
    """The commands.  A reader that has closed the pipe, as `| head` does, is not an error."""

    known = COMMANDS
    modules = "ibpkt.cli."

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does; options without a command, as tshark has them, are those of `decode`."""
        plugins, args = _plugins(args)
        if args and args[0].startswith("-") and args[0].partition("=")[0] not in _OWN:
            args = ["decode", *args]
        return super().parse_args(ctx, [*plugins, *args])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does; other programs' names, and names of captures, are answered by the line that was meant."""
        name = args[0]
        if name not in self.known:
            from ibpkt.cli.habits import PROGRAMS, HabitAnswer, answer_program

            if name in PROGRAMS and (command := self.get_command(ctx, PROGRAMS[name])) is not None:
                raise answer_program(name, args[1:], command)
            if os.path.isfile(name):
                from ibpkt.cli.typed_line import shell_line

                raise HabitAnswer("a command comes before the capture:", shell_line(["ibpkt", "decode", *args]))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """As click does, except for such pipes."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            return OK


#: what stands before a command; one dash or two alone are no options
_OWN = ("-h", "--help", "--version", "--plugin", "-", "--")


def _plugins(args: list[str]) -> tuple[list[str], list[str]]:
    """``--plugin FILE`` wherever it stands, and the other words: all commands have it."""
    plugins: list[str] = []
    others: list[str] = []
    words = iter(args)
    for word in words:
        if word == "--":
            others += [word, *words]
        elif word == "--plugin":
            plugins += [word, *itertools.islice(words, 1)]
        elif word.startswith("--plugin="):
            plugins.append(word)
        else:
            others.append(word)
    return plugins, others


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ibpkt")
@click.option(
    "--plugin",
    "plugins",
    multiple=True,
    metavar="FILE.py",
    type=PythonFile(),
    help="Protocols that a Python file declares; repeatable, and it may stand behind the command.",
)
def cli(plugins: tuple[str, ...]) -> None:
    """Decode, check and explain captures of InfiniBand and RoCE."""
    for path in plugins:
        _load(path)


def _load(path: str) -> None:
    """Load a plug-in; one that fails is reported and left out, and everything else works."""
    from ibpkt.protocols import load_plugin  # late: most commands have none

    try:
        load_plugin(path, _report)
    except CallerError as error:
        _report(str(error))


def _report(sentence: str) -> None:
    tell(escape_text(sentence))


def run() -> int:
    """Run the command that the arguments of the process name: its exit code, once its errors have been told.

    Raises:
        OSError: what the system says against reading or writing; `ibpkt.cli.main` knows which.
        ResourceError: likewise.
    """
    try:
        code = cli.main(prog_name="ibpkt", standalone_mode=False)
    except click.ClickException as error:
        with contextlib.suppress(OSError):
            error.show()
        return error.exit_code
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except ResourceError:
        raise
    except IbpktError as error:
        tell(escape_text(str(error)))
        return UNREADABLE if isinstance(error, CaptureError) else USAGE
    return code if isinstance(code, int) else OK
