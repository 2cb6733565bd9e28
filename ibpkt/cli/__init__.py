"""The command line: ``ibpkt COMMAND``.  One command a file; a command is imported when it is called."""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys

import click

from ibpkt.errors import CallerError, CaptureError, IbpktError

#: commands and what `ibpkt --help` says of them; each stands in the module of its name
COMMANDS = {
    "check": "Is it intact? Verify every CRC and every length.",
    "craft": "Packets out of a recipe or a line of Python, into a capture.",
    "decode": "What is in this capture? A line a packet, or trees, bytes, fields, JSON.",
    "edit": "Cut, merge, filter, rewrite, convert or anonymise captures.",
    "fields": "List the display-filter fields.",
    "flows": "Who talks to whom? Queue pairs, both directions, goodput, retransmissions, NAKs, congestion marks.",
    "messages": "The verbs behind the packets: sizes, latencies, outcomes, remote memory, payloads.",
    "stats": "How much of what? Protocols, opcodes, endpoints, conversations, connections, management, intervals.",
}

OK, PROBLEMS, USAGE, UNREADABLE, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 130, 143


class Commands(click.Group):
    """Finds commands by name, and suggests the nearest for one that is not there."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of their names."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name."""
        if name not in COMMANDS:
            return None
        gc.disable()  # what is imported stays: looking for garbage among it takes a tenth of a short command's time
        try:
            command: click.Command = importlib.import_module(f"ibpkt.cli.{name}").command
        finally:
            gc.freeze()
            gc.enable()
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with a suggestion."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(str(CallerError(f"there is no command {args[0]!r}", name=args[0], known=COMMANDS)))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """As click does, but that a pipe whose reader has gone, as `| head` has, is no error."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            return OK

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ibpkt")
def cli() -> None:
    """Decode, check and explain captures of InfiniBand and RoCE."""


def _terminated(*_: object) -> None:
    """An exception instead of a sudden end, so that no half-written file stays behind."""
    sys.exit(TERMINATED)


def main() -> None:
    """The entry point: runs a command and turns errors into one sentence and an exit code."""
    signal.signal(signal.SIGTERM, _terminated)
    # the threads that NumPy's OpenBLAS would start take 30 ms, and nothing here multiplies matrices
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = cli.main(prog_name="ibpkt", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except click.exceptions.Abort:
        code = INTERRUPTED
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = OK  # the reader has gone, as `| head` does
    except CaptureError as error:
        click.echo(f"ibpkt: {error}", err=True)
        code = UNREADABLE
    except IbpktError as error:
        click.echo(f"ibpkt: {error}", err=True)
        code = USAGE
    except OSError as error:
        click.echo(f"ibpkt: {error.strerror or error}", err=True)
        code = UNREADABLE
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # the interpreter must not try again to flush what is left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    gc.freeze()  # the interpreter looks for garbage once more when it ends
    sys.exit(code if isinstance(code, int) else OK)
