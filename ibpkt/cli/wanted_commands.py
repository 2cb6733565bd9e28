"""Which commands ``ibpkt commands`` was asked for, and what it says where there are none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ibpkt.cli.selection import Selection, nothing_matches
from ibpkt.commands.command import Command
from ibpkt.commands.command_table import CommandTable
from ibpkt.errors import CallerError


class WantedCommands:
    """The commands that were asked for.

    Args:
        errors: only those that failed, or were not answered.
        flows: numbers of flows; none for all.
        kinds: names; none for all.
        queue_pairs: numbers of queue pairs of which a flow must have one; none for all.

    Attributes:
        of_flow: gives the queue pairs of a flow of the current capture.
        all_commands: how many commands the capture has so far.
    """

    of_flow: Callable[[int], frozenset[int]]
    all_commands: int

    def __init__(
        self, errors: bool, flows: Iterable[int], kinds: Iterable[str], queue_pairs: frozenset[int] = frozenset()
    ) -> None:
        self._errors = errors
        self._queue_pairs = queue_pairs
        self._flows = frozenset(flows)
        self._kinds = frozenset(kind.casefold() for kind in kinds)
        self.all_commands = self._chosen = 0
        self._seen: set[str] = set()

    def restart(self, of_flow: Callable[[int], frozenset[int]]) -> None:
        """Another capture begins; ``of_flow`` is of its flows."""
        self.of_flow = of_flow
        self.all_commands = self._chosen = 0
        self._seen.clear()

    def chosen(self, commands: CommandTable) -> CommandTable:
        """Those of some commands that were asked for."""
        self.all_commands += len(commands)
        if not (self._errors or self._flows or self._kinds or self._queue_pairs):
            self._chosen += len(commands)
            return commands
        if self._kinds:
            self._seen.update(command.kind for command in commands)
        some = CommandTable([each for each in commands if each in self])
        self._chosen += len(some)
        return some

    def nothing(self, selection: Selection, options: str) -> str:
        """The sentence where the capture has commands, but none of these; else empty.

        Args:
            selection: the hosts and queue pairs.
            options: what was asked for, as it is typed.
        """
        if self._chosen or not self.all_commands:
            return ""
        sentence = nothing_matches(selection, options, self.all_commands, "command")
        known = {kind.casefold(): kind for kind in sorted(self._seen)}
        unknown = sorted(self._kinds - known.keys())
        if not unknown:
            return sentence
        return str(CallerError(f"{sentence}; there are {', '.join(known.values())}", name=unknown[0], known=known))

    def has_flow(self, flow: int) -> bool:
        """Whether a flow has one of the queue pairs that were asked for."""
        return not self._queue_pairs or not self._queue_pairs.isdisjoint(self.of_flow(flow))

    def __contains__(self, command: Command) -> bool:
        if self._errors and (command.ok or command.by_design):
            return False
        if self._flows and command.flow not in self._flows:
            return False
        if not self.has_flow(command.flow):
            return False
        return not self._kinds or command.kind.casefold() in self._kinds
