"""A false statement."""

from __future__ import annotations

from typing import NamedTuple


class Untrue(NamedTuple):
    """A false statement of the analysis.

    Attributes:
        kind: of the finding; ``message``, ``flow``, and ``timeout (counter)`` for a sum, are no findings.
        packet: of the capture, from 1; 0 for a sum.
        text: what is said, or what is wrong with it.
        is_chat: its finding is of the lowest severity, which commands show only if asked for.
    """

    kind: str
    packet: int
    text: str
    is_chat: bool = False

    def __str__(self) -> str:
        return f"{self.packet or '-'}: {self.kind}: {self.text}"
