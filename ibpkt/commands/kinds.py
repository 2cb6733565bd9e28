"""The kinds of findings about commands, and what notes them."""

from __future__ import annotations

import functools
from typing import Any

from ibpkt.analysis.results.finding import Finding, FindingType, FindingTypes, Severity
from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command
from ibpkt.protocols.annotation_headers import PROBLEMS
from ibpkt.protocols.upper.declared import ExpertRule

_COMMANDS = FindingTypes("commands")

TRUNCATED = _COMMANDS.error(
    "command-truncated",
    "{protocol}: {what} of {has} bytes, where at least {least} are needed",
    "the sender is broken, or speaks another protocol than its connection was made for",
    "",
)
LENGTH = _COMMANDS.error(
    "command-length",
    "{protocol}: {what} needs {says} bytes, and {has} are there",
    "a length field is wrong; a receiver that believes it reads what lies behind the message",
    "",
)
COUNT = _COMMANDS.error(
    "command-count",
    "{protocol}: {what} says {says}, and has {has}",
    "a count is wrong; a receiver that believes it reads what lies behind the message",
    "",
)
IDENTIFIER_IN_USE = _COMMANDS.warning(
    "command-identifier-in-use",
    "{protocol}: identifier {identifier} is in use by the command of packet {earlier}, which has no response",
    "the initiator has given up the earlier command, or the capture lacks its response",
    "",
)
RESPONSE_ALONE = _COMMANDS.note(
    "response-without-command",
    "{protocol}: no command of this capture has the identifier {identifier} of this response",
    "the capture began behind the command or lacks it; else the target answers what nobody asked",
    "",
)

#: all of them, in the order of `ibpkt.protocols.annotation_headers.PROBLEMS`
KINDS: tuple[FindingType, ...] = (TRUNCATED, LENGTH, COUNT, IDENTIFIER_IN_USE, RESPONSE_ALONE)
#: by kind the number that a packet's annotation has
PROBLEM_NUMBERS: dict[FindingType, int] = dict(zip(KINDS, PROBLEMS, strict=True))
#: findings of a connection that wait to be fetched
_LIMIT = 1 << 12


@functools.lru_cache(maxsize=1024)
def kind_of_rule(rule: ExpertRule) -> FindingType:
    """The kind of the findings of a plug-in's rule."""
    return FindingType(rule.name, Severity[rule.severity.upper()], "commands", rule.says, rule.means, rule.source)


class CommandRemarks:
    """What a rule finds wrong with the messages of its connection.

    Args:
        flow: the number of the flow.
    """

    def __init__(self, flow: int) -> None:
        self._flow = flow
        self._found: list[Finding] = []

    def note(self, kind: FindingType, about: Message | Command, /, **facts: Any) -> None:
        """A message or a command shows something.

        Args:
            kind: what.
            about: the message, or the command.
            **facts: for the sentence.
        """
        if len(self._found) < _LIMIT:
            self._found.append(Finding(kind, about.first_frame, about.start, self._flow, facts))

    def fetch(self, protocol: str) -> list[Finding]:
        """All since the last call.

        Args:
            protocol: the name of the protocol, for the sentences.
        """
        if not self._found:
            return []
        found, self._found = self._found, []
        return [finding._replace(facts={"protocol": protocol, **finding.facts}) for finding in found]
