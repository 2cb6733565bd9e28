"""A recovery that is explained."""

from __future__ import annotations

import dataclasses

from ibpkt.analysis.incidents.case_tally import CaseTally
from ibpkt.analysis.incidents.explanation import Spot
from ibpkt.protocols import PSN_MASK


@dataclasses.dataclass(slots=True)
class ExplainedRecovery:
    """A recovery that is explained.

    Attributes:
        recovery: its number.
        frame, time: of its first packet.
        until: the time of its last one.
        first, last: the PSNs that were sent again.
        spot, tally: the reason, and what is counted of it.
    """

    recovery: int
    frame: int
    time: int
    until: int
    first: int
    last: int
    spot: Spot
    tally: CaseTally

    def has(self, psn: int) -> bool:
        """Whether a PSN was sent again in it."""
        return (psn - self.first) & PSN_MASK <= (self.last - self.first) & PSN_MASK
