"""A case: one thing that can be wrong, with the words for it; `cases` has the table of all."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from ibpkt.analysis.incidents.place import Reach
from ibpkt.analysis.results.finding import Severity, filled


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Case:
    """One thing that can be wrong; equal only to itself, so that it is a quick key.

    Attributes:
        name: short and unique.
        cause: one of `CAUSES`.
        titles: what it is in a few words, by the kinds of findings that show it: those count of which there are any;
            ``{n}`` is the number of their packets.  The last one holds for all kinds.
        verdict: the same with its place, ``{place}``, in a sentence that goes on behind a colon.
        advice: what to do.
        severity: of the incident; None for the highest of its findings.
        advice_at: other advice for certain places.
        part_of: the case that it belongs to where there is one between the same hosts.
        placed_by: the case whose places tell where it is, where it leaves that open.
        is_span: it costs the time from its first finding to its last.
    """

    name: str
    cause: str
    titles: tuple[tuple[str, str], ...]
    verdict: str
    advice: str
    severity: Severity | None = None
    advice_at: Mapping[Reach, str] = dataclasses.field(default_factory=dict)
    part_of: str = ""
    placed_by: str = ""
    is_span: bool = False

    def __deepcopy__(self, memo: object) -> Case:
        return self  # a copy would not be equal

    def titled(self, evidence: Mapping[str, int], facts: Mapping[str, Any]) -> str:
        """The title.

        Args:
            evidence: packets by kind of finding.
            facts: its other facts.
        """
        for names, title in self.titles:
            count = sum(evidence.get(name, 0) for name in names.split())
            if count:
                return filled(title, {**facts, "n": count})
        return filled(self.titles[-1][1], {**facts, "n": max(evidence.values(), default=0)})

    def placed(self, facts: Mapping[str, Any]) -> str:
        """The sentence with its place."""
        return filled(self.verdict, facts)

    def advised(self, reach: Reach, facts: Mapping[str, Any]) -> str:
        """What to do about it at a place."""
        return filled(self.advice_at.get(reach, self.advice), facts)
