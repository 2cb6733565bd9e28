"""What a capture has in all, whether or not anything went wrong in it."""

from __future__ import annotations

import dataclasses
from collections import Counter

from ibpkt.analysis.results.message import OUTCOMES
from ibpkt.arrays import Ints
from ibpkt.protocols import OPERATIONS

_OUTCOMES = list(OUTCOMES)
#: counts of sides that are summed
SUMMED = ("packets", "requests", "answers", "retransmitted", "lost", "late", "duplicated")


@dataclasses.dataclass(slots=True)
class Totals:
    """Sums over flows and messages that have ended.

    Attributes:
        flows: how many.
        messages: how many, by kind and outcome (see `OUTCOMES`).
        packets: those of flows, and of them ``retransmitted``, ``lost``, ``late`` and ``duplicated`` ones (see `Side`),
            ``requests`` and ``answers``.
    """

    flows: int = 0
    messages: Counter[tuple[str, str]] = dataclasses.field(default_factory=Counter)
    packets: Counter[str] = dataclasses.field(default_factory=Counter)

    def share(self, name: str) -> float:
        """Such packets as a share of requests and answers; 0 where there are none."""
        sent = self.packets["requests"] + self.packets["answers"]
        return self.packets[name] / sent if sent else 0.0

    def add_messages(self, counts: Ints) -> None:
        """Messages that have ended, by operation (index in OPERATIONS) and outcome, shape (operations, outcomes)."""
        for operation, outcome in zip(*(places.tolist() for places in counts.nonzero()), strict=True):
            self.messages[OPERATIONS[operation], _OUTCOMES[outcome]] += int(counts[operation, outcome])
