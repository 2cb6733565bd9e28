"""Groups of commands that are imported only when they are called."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Mapping

import click

from ibpkt.cli.help_text import ExamplesHelp
from ibpkt.errors import CallerError


class LazyGroup(ExamplesHelp, click.Group):
    """Finds commands by name, and suggests the nearest name for an unknown one.

    Attributes:
        known: the commands, and what the group's help says about them.
        before: what precedes the name of a command in errors.
        modules: what precedes it in the name of its module, which has it as ``command``.
    """

    known: Mapping[str, str]
    before: str = ""
    modules: str

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, sorted by name."""
        return sorted(self.known)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name."""
        if name not in self.known:
            return None
        gc.disable()  # imported modules stay: collecting garbage among them takes a tenth of a short command's time
        try:
            module = name.replace("-", "_")
            command: click.Command = importlib.import_module(f"{self.modules}{module}").command
        finally:
            gc.freeze()
            gc.enable()
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with a suggestion."""
        if args and args[0] not in self.known and not args[0].startswith("-"):
            called = f"{self.before}{args[0]!r}"
            ctx.fail(str(CallerError(f"there is no command {called}", name=args[0], known=self.known)))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(self.known.items()))
