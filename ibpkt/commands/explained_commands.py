"""Commands together with what the transport did to them: slower to find, since all findings are needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.checks.expert import Expert
from ibpkt.batch import Batch
from ibpkt.commands.command import Command
from ibpkt.commands.command_table import CommandTable
from ibpkt.commands.command_waits import CommandWaits
from ibpkt.commands.follower import CommandFollower, UpperConnection
from ibpkt.commands.wanted_messages import WantedMessages


class ExplainedCommands:
    """Takes batches of one capture, in order, like `CommandFollower`.

    Args:
        decode_as: see `CommandFollower`.
        verify: see `CommandFollower`.

    Attributes:
        analyser: the analyser of flows and messages.
        waits: what commands waited for, and all incidents, once the capture has ended.
    """

    def __init__(self, decode_as: Mapping[int, str] | None = None, *, verify: bool = True) -> None:
        choice = WantedMessages()
        self._expert = Expert(messages=True, choice=choice, verify=verify)
        self.analyser: Analyser = self._expert.analyser
        self.waits: CommandWaits = CommandWaits(self._expert)
        self._follower = CommandFollower(decode_as, analyser=self.analyser, choice=choice)

    def add_table(self, batch: Batch) -> CommandTable:
        """Take the next batch; the commands that have ended with it."""
        found = self._expert.add(batch)
        self.waits.add(found, batch)
        return self._follower.follow_table(batch, found.analysed)

    def finish(self) -> list[Command]:
        """The end of the capture: what is still open."""
        self.waits.finish(self._expert.finish())
        return self._follower.follow_last(self._expert.last)

    def queue_pairs(self, flow: int) -> frozenset[int]:
        """See `CommandFollower`."""
        return self._follower.queue_pairs(flow)

    @property
    def given_up(self) -> int:
        """See `CommandFollower`."""
        return self._follower.given_up

    def connections(self) -> Iterable[UpperConnection]:
        """See `CommandFollower`."""
        return self._follower.connections()
