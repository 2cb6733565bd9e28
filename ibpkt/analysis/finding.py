"""What an analysis finds: kinds of findings, and findings."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple


class Severity(enum.IntEnum):
    """How bad it is; the names are those that Wireshark's expert uses."""

    CHAT = 1
    NOTE = 2
    WARNING = 3
    ERROR = 4

    def __str__(self) -> str:
        return self.name.lower()


class Kind(NamedTuple):
    """What can be found.  A kind is declared once, in the module that finds it.

    Attributes:
        name: short and stable, as ``duplicate-request``: scripts and filters use it.
        severity: how bad it is.
        group: ``sequence``, ``messages``, ``congestion``, ``path``, ``protocol`` or ``management``.
        says: what happened, one sentence; ``{name}`` stands for a fact of the finding.
        means: what that usually means, one sentence.
        rule: what the verdict rests on: section of the specification, or sheet.
    """

    name: str
    severity: Severity
    group: str
    says: str
    means: str
    rule: str


class Finding(NamedTuple):
    """Something that was found.

    Attributes:
        kind: what it is.
        frame: the number of the packet that shows it, from 1.
        time: that packet's, in nanoseconds since the epoch.
        flow: the number of its flow, from 1 in the order of first packets; 0 where it belongs to none.
        facts: what the sentence says, by name: numbers and texts.
    """

    kind: Kind
    frame: int
    time: int
    flow: int
    facts: dict[str, Any]

    def __str__(self) -> str:
        return self.kind.says.format_map(self.facts)
