"""Incidents and commands of one capture, together: which commands trouble of the transport held up."""

from __future__ import annotations

from collections.abc import Iterable

from ibpkt.analysis.checks.expert import Expert, ExpertResult
from ibpkt.analysis.incidents import Incident, Incidents
from ibpkt.analysis.results.finding import Severity
from ibpkt.batch import Batch
from ibpkt.commands.command import Command
from ibpkt.commands.follower import CommandFollower

#: the share of a wait in a command's latency, and the other way round, from which on the one explains the other
ENOUGH = 0.5


class ExplainedCommands:
    """Takes the batches of one capture, in order.

    Args:
        follower: follows the commands, with the analyser of ``expert``.
        expert: one that returns messages, too.

    Attributes:
        expert: likewise.
        incidents: all of them, once the capture is over, as ``ibpkt expert`` numbers them.
        count: commands that have ended.
    """

    def __init__(self, expert: Expert, follower: CommandFollower) -> None:
        self.expert: Expert = expert
        self.incidents: list[Incident] = []
        self.count: int = 0
        self._follower = follower
        self._told = Incidents(expert)

    def add(self, batch: Batch) -> list[Command]:
        """Take the next batch; the commands that have ended with it."""
        found: ExpertResult = self.expert.add(batch)
        self._told.add(found, batch)
        return self._take(self._follower.follow(batch, found.analysed))

    def finish(self) -> list[Command]:
        """There are no more; the commands that are open."""
        self._told.add_last(self.expert.finish())
        found = self._take(self._follower.follow_last(self.expert.last))
        self.incidents = [each for each in self._told.finish() if each.severity >= Severity.NOTE]
        return found

    def _take(self, commands: list[Command]) -> list[Command]:
        self.count += len(commands)
        return commands

    def blamed(self, commands: Iterable[Command]) -> dict[int, list[Command]]:
        """The commands that incidents explain, by the number of the incident, from 1; of several the costliest."""
        found: dict[int, list[Command]] = {}
        for command in commands:
            end = self._told.span.end if command.end is None else command.end
            for number, incident in enumerate(self.incidents, 1):
                meets = incident.start <= end and command.start <= incident.end
                if command.flow in incident.flows and meets and _explains(incident, end - command.start):
                    found.setdefault(number, []).append(command)
                    break
        return found


def _explains(incident: Incident, latency: int) -> bool:
    """Whether a wait of it takes about as long as a command, which cannot be over before that."""
    waits = (span / count for count, span in incident.waits.values())
    longest = max(waits, default=0)
    return incident.severity >= Severity.WARNING and latency * ENOUGH <= longest <= latency / ENOUGH
