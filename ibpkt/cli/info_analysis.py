"""What ``ibpkt info`` can say of a capture that is not too long: how many incidents, flows and commands it has."""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.batch import Batch
from ibpkt.output.quantities import count_text

#: packets up to which the analysis goes along; it takes some times as long as to look at them
MOST = 50_000


class CommandCount(NamedTuple):
    """Commands of one protocol.

    Attributes:
        title: of the protocol.
        initiators: addresses that send commands.
        queues: connections that carry them.
        commands: how many.
    """

    title: str
    initiators: tuple[str, ...]
    queues: int
    commands: int


class InfoAnalysis:
    """Analyses the packets of a capture, until they are too many.

    Attributes:
        is_whole: they were not.
    """

    def __init__(self) -> None:
        from ibpkt.commands.explained_commands import ExplainedCommands  # late: --help needs none of it

        self._explained = ExplainedCommands()
        self._packets = 0
        self.is_whole: bool = True

    def add(self, batch: Batch) -> None:
        """Take the next batch."""
        self._packets += len(batch)
        self.is_whole = self.is_whole and self._packets <= MOST
        if self.is_whole:
            self._explained.add_table(batch)

    def finish(self) -> None:
        """There are no more."""
        if self.is_whole:
            self._explained.finish()

    @property
    def incidents(self) -> str:
        """How many incidents there are, in words."""
        count = len(self._explained.waits.incidents)
        return count_text(count, "incident") if count else "nothing went wrong"

    @property
    def flows(self) -> int:
        """How many flows there are."""
        return self._explained.analyser.totals.flows

    @property
    def commands(self) -> list[CommandCount]:
        """How many commands there are, by protocol; a protocol without any is none to go on with."""
        from ibpkt.commands.known import PROTOCOLS

        found: dict[str, CommandCount] = {}
        for each in self._explained.connections():
            title = PROTOCOLS[each.protocol].title
            before = found.get(title, CommandCount(title, (), 0, 0))
            initiators = tuple(dict.fromkeys((*before.initiators, each.initiator)))
            found[title] = CommandCount(title, initiators, before.queues + 1, before.commands + each.commands)
        return [each for each in found.values() if each.commands]
