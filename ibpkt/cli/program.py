"""The commands of ``ibpkt``, and what becomes of the errors of one."""

from __future__ import annotations

import contextlib
import itertools
import os

import click

from ibpkt.cli import COMMANDS, OK, UNREADABLE, USAGE
from ibpkt.cli.lazy_group import LazyGroup
from ibpkt.cli.memory_limit import limit_memory
from ibpkt.cli.option_types import MEMORY, PythonFile
from ibpkt.cli.streams import tell
from ibpkt.errors import CallerError, CaptureError, IbpktError, ResourceError, escape_text


class Commands(LazyGroup):
    """The commands.  A reader that has closed the pipe, as `| head` does, is not an error."""

    known = COMMANDS
    modules = "ibpkt.cli."

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does; options without a command, as tshark has them, are those of `decode`, Wireshark's `extcap`."""
        anywhere, args = _from_anywhere(args)
        if args and args[0].startswith("-") and any(word.startswith(_WIRESHARK) for word in args):
            args = ["extcap", *args]
        elif args and args[0].startswith("-") and args[0].partition("=")[0] not in _OWN:
            args = ["decode", *args]
        return super().parse_args(ctx, [*anywhere, *args])

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


#: options that all commands have: they may stand behind the command, too
_ANYWHERE = ("--plugin", "--max-memory")
#: what stands before a command; one dash or two alone are no options
_OWN = ("-h", "--help", "--version", *_ANYWHERE, "-", "--")
#: what the options begin with that Wireshark calls its extcap programs with; each call has one of them
_WIRESHARK = "--extcap-"


def _from_anywhere(args: list[str]) -> tuple[list[str], list[str]]:
    """The options of `_ANYWHERE` with their values wherever they stand, and the other words."""
    found: list[str] = []
    others: list[str] = []
    words = iter(args)
    for word in words:
        if word == "--":
            others += [word, *words]
        elif word in _ANYWHERE:
            found += [word, *itertools.islice(words, 1)]
        elif word.partition("=")[0] in _ANYWHERE:
            found.append(word)
        else:
            others.append(word)
    return found, others


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
@click.option(
    "--max-memory",
    "memory",
    type=MEMORY,
    metavar="SIZE",
    help="End with exit code 4 instead of using more memory than 2G, 512M ..; each process of --jobs by itself.",
)
def cli(plugins: tuple[str, ...], memory: int | None) -> None:
    """Decode, check and explain captures of InfiniBand and RoCE."""
    if memory is not None:
        limit_memory(memory)
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
