"""The command line: ``ibpkt COMMAND``.  One command a file; a command is imported when it is called."""

from __future__ import annotations

import gc
import itertools
import os
import signal
import sys

import click

from ibpkt.cli.lazy_group import LazyGroup
from ibpkt.cli.option_types import PythonFile
from ibpkt.errors import CallerError, CaptureError, IbpktError, escape_text

#: commands and what `ibpkt --help` says about them; each is the module of its name
COMMANDS = {
    "check-protocol": "Is a plug-in right? Names, overlap, claims of foreign packets, speed.",
    "check": "Is it intact? Verify every CRC and every length field.",
    "commands": "What did the storage protocols above do? NVMe commands: latency, size, status, queue depth.",
    "compare": "The same packets at two taps: what was lost, delayed, reordered or changed in between.",
    "craft": "Make packets from a recipe, a line of Python, or a traffic model.",
    "decode": "What is in this capture? A line per packet, or trees, bytes, fields, JSON.",
    "edit": "Cut, merge, filter, rewrite, convert or anonymise captures.",
    "expert": "What went wrong? Losses, NAKs, congestion, path changes, protocol violations.",
    "fabric": "What does the management traffic tell? Nodes, links, routes, subnet managers, what is wrong.",
    "fields": "List the display-filter fields.",
    "flows": "Who talks to whom? Queue pairs, both directions, goodput, retransmissions, NAKs, congestion marks.",
    "info": "What kind of capture is this? Formats, times, hosts, protocols, what is missing, where to go on.",
    "messages": "The verbs behind the packets: sizes, latencies, outcomes, remote memory, payloads.",
    "plot": "Pictures: sequence graph, throughput, latency, queue depth, congestion, who talks to whom, topology.",
    "stats": "How much of what? Protocols, opcodes, endpoints, conversations, connections, management, time intervals.",
}

OK, PROBLEMS, USAGE, UNREADABLE, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 130, 143


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
    click.echo(f"ibpkt: {escape_text(sentence)}", err=True)


def _terminated(*_: object) -> None:
    """Raise an exception instead of dying, so that no half-written file is left."""
    sys.exit(TERMINATED)


def main() -> None:
    """The entry point: runs a command, and turns errors into one sentence and an exit code."""
    signal.signal(signal.SIGTERM, _terminated)
    # the threads that NumPy's OpenBLAS would start take 30 ms, and nothing here multiplies matrices
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = cli.main(prog_name="ibpkt", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.exceptions.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:
        code = OK  # the reader has closed the pipe
    except IbpktError as error:
        click.echo(f"ibpkt: {error}", err=True)
        code = UNREADABLE if isinstance(error, CaptureError) else USAGE
    except OSError as error:
        click.echo(f"ibpkt: {error.strerror or error}", err=True)
        code = UNREADABLE
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # so that the interpreter does not try to flush the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    gc.freeze()  # spares the last collection at exit
    sys.exit(code if isinstance(code, int) else OK)
