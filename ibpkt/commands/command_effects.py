"""What an incident did to the commands above: which queues it hit, and how long none of their commands ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ibpkt.analysis.incidents import Incident
from ibpkt.commands.command import Command
from ibpkt.commands.command_stalls import CommandStall, CommandStalls
from ibpkt.commands.follower import CommandFollower

#: a time without commands is the effect of an incident alone, if it takes between this and its inverse of its cost;
#: below, other queues went on; above, something else waited for a timer of its own
ENOUGH = 0.25


def queue_words(protocol: str, queue: str) -> str:
    """A queue in words: "NVMe queue 2", "NVMe admin queue"; of a protocol without queues its name."""
    if not queue:
        return protocol
    return f"{protocol} queue {queue}" if queue.isdigit() else f"{protocol} {queue} queue"


class CommandEffect(NamedTuple):
    """What an incident did to commands.

    Attributes:
        queues: the protocol and the queue of each of its flows, by their numbers: "NVMe" and "2".
        stall: how long no command of a kind ended meanwhile; None where others went on.
        is_direct: it takes about as long as the flows stood still.
    """

    queues: dict[int, tuple[str, str]]
    stall: CommandStall | None
    is_direct: bool


class CommandEffects:
    """Takes the commands of one capture.

    Args:
        follower: follows them.
    """

    def __init__(self, follower: CommandFollower) -> None:
        self._follower = follower
        self._stalls = CommandStalls()

    def add(self, commands: Iterable[Command]) -> None:
        """Take commands that have ended, or that are open at the end."""
        for command in commands:
            self._stalls.add(command)

    def of(self, incident: Incident, last: int) -> CommandEffect:
        """What an incident did to commands.

        Args:
            incident: the incident.
            last: the end of the capture, in nanoseconds since the epoch.
        """
        from ibpkt.commands.known import PROTOCOLS  # late: most captures have no commands

        queues = {
            each.flow: (PROTOCOLS[each.protocol].title, each.queue)
            for each in self._follower.connections()
            if each.flow in incident.flows
        }
        stall = self._stalls.longest(frozenset(queues), incident.start, incident.end, last)
        if stall is None or not incident.cost or stall.span < ENOUGH * incident.cost:
            return CommandEffect(queues, None, is_direct=False)
        return CommandEffect(queues, stall, is_direct=stall.span * ENOUGH <= incident.cost)
