"""The order of findings that are printed: that of their packets, as far as two batches tell."""

from __future__ import annotations

import bisect

from ibpkt.analysis.results.finding import Finding


def _frame(finding: Finding) -> int:
    return finding.frame


class FindingsInOrder:
    """Holds findings back until the next batch has shown what else there is about their packets.

    What is decided more than a batch later comes late; no line waits longer than that.

    Args:
        at_once: hold nothing back: somebody waits for what a pipe or a file that grows shows.
    """

    def __init__(self, *, at_once: bool = False) -> None:
        self._at_once = at_once
        self._held: list[Finding] = []
        self._printed = 0  # the packet of the last finding that was returned

    def add(self, findings: list[Finding], first: int) -> list[Finding]:
        """The findings to print now.

        Args:
            findings: those of the next batch, in the order of their packets.
            first: the number of its first packet.
        """
        if self._at_once:
            return findings
        held = sorted([*self._held, *findings], key=_frame)
        cut = bisect.bisect_left(held, first, key=_frame)
        self._held = held[cut:]
        if cut:
            self._printed = held[cut - 1].frame
        return held[:cut]

    def finish(self, findings: list[Finding]) -> list[Finding]:
        """The rest, with what only the end of the capture shows: of packets that are past, last."""
        held, self._held = self._held, []
        return sorted([*held, *findings], key=lambda finding: (finding.frame < self._printed, finding.frame))
