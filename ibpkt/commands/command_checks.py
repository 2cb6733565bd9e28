"""What is wrong with the messages of storage and messaging protocols, found beside all other findings of a capture."""

from __future__ import annotations

from ibpkt.analysis.checks.expert import Expert, ExpertResult
from ibpkt.analysis.results.finding import Finding, FindingType
from ibpkt.batch import Batch
from ibpkt.commands.follower import CommandFollower
from ibpkt.commands.kinds import KINDS, kind_of_rule
from ibpkt.commands.wanted_messages import WantedMessages
from ibpkt.protocols.upper.declared import DECLARED


def command_kinds() -> dict[str, FindingType]:
    """The kinds of findings about commands by their names, those of plug-ins included."""
    declared = [kind_of_rule(rule) for protocol in DECLARED.values() for rule in protocol.expert]
    return {kind.name: kind for kind in (*declared, *KINDS)}


class CommandChecks:
    """Follows the commands of the capture that an `Expert` reads.

    Args:
        every_message: the expert returns all messages; otherwise those in which commands can be.
        followed: follow commands at all.

    Attributes:
        expert: the expert; its caller feeds it.
    """

    def __init__(self, *, every_message: bool = False, followed: bool = True) -> None:
        choice = None if every_message or not followed else WantedMessages()
        self.expert: Expert = Expert(messages=every_message or followed, choice=choice)
        self._follower = CommandFollower(analyser=self.expert.analyser, choice=choice) if followed else None

    def add(self, batch: Batch, found: ExpertResult) -> ExpertResult:
        """What was found in a batch, with the findings about its commands.

        Args:
            batch: the batch.
            found: what the expert has found in it.
        """
        if self._follower is None:
            return found
        self._follower.follow(batch, found.analysed)
        more = self._follower.findings
        return found._replace(findings=[*found.findings, *more]) if more else found

    def finish(self) -> list[Finding]:
        """Findings about commands that were not certain before the end of the capture, which the expert knows of."""
        if self._follower is None:
            return []
        self._follower.follow_last(self.expert.last)
        return self._follower.findings
