"""Findings that may go on: pieces of one run that say the same are one."""

from __future__ import annotations

import bisect
from collections.abc import Mapping
from typing import Any

from ibpkt.analysis.results.finding import Finding, FindingType, Subject, make_finding, make_subject

#: packets that prove a finding and that are kept
MAX_PROOFS = 1024
#: facts that pieces of one run do not share
_OWN = frozenset({"count", "psn", "last", "waited"})


class OpenFinding:
    """A finding that may go on.

    Attributes:
        kind, frame, time, flow, packets, because: as of the finding so far.
        facts: those of its first piece.
        last: the fact ``last`` of its last piece; None as long as it has one piece.
        side, answers, until, answered: as of its subject.
        end: the PSN behind it, unwrapped.
        last_frame: the last packet of its run.
    """

    __slots__ = (
        "answered", "answers", "because", "end", "facts", "flow", "frame", "kind", "last", "last_frame", "packets",
        "side", "time", "until",
    )  # fmt: skip

    def __init__(
        self, kind: FindingType, frame: int, time: int, flow: int, facts: dict[str, Any], packets: int,
        because: tuple[int, ...], side: int, answers: bool, until: int, answered: bool, end: int, last_frame: int,
    ) -> None:  # fmt: skip
        self.kind, self.frame, self.time, self.flow = kind, frame, time, flow
        self.facts, self.packets, self.because, self.last = facts, packets, because, None
        self.side, self.answers, self.until, self.answered = side, answers, until, answered
        self.end, self.last_frame = end, last_frame

    last: int | None

    @classmethod
    def of(cls, finding: Finding, end: int, last_frame: int) -> OpenFinding:
        """A finding that may go on from a PSN on."""
        subject = finding.subject or Subject(0)
        return cls(*finding[:7], *subject, end, last_frame)

    @property
    def finding(self) -> Finding:
        """The finding so far."""
        facts = self.facts if self.last is None else {**self.facts, "count": self.packets, "last": self.last}
        subject = make_subject((self.side, self.answers, self.until, self.answered))
        return make_finding((
            self.kind, self.frame, self.time, self.flow, facts, self.packets, self.because, subject
        ))  # fmt: skip

    def is_like(self, facts: Mapping[str, Any]) -> bool:
        """Whether facts say the same of other packets."""
        known = self.facts
        if known.keys() != facts.keys():
            return {name for name, _ in known.items() ^ facts.items()} <= _OWN
        return {name for name, value in facts.items() if known[name] != value} <= _OWN

    def glue(self, packets: int, last: int, because: tuple[int, ...], until: int, end: int, last_frame: int) -> None:
        """The next piece belongs to it."""
        self.packets += packets
        self.last = last
        known = self.because
        if because != known and len(known) < MAX_PROOFS:
            self.because = _both(known, because)
        if until > self.until:
            self.until = until
        self.end, self.last_frame = end, last_frame


def _both(before: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    """Numbers of packets of either, ascending, as both are: nearly always the second brings only higher ones."""
    if before and more and before[-1] < more[-1]:
        last = before[-1]
        if more[0] > last:
            return before + more
        if more[-2] <= last and before[: len(more) - 1] == more[:-1]:  # a recovery's first packets prove all of it
            return before + more[-1:]
        at = bisect.bisect_right(more, last)
        if all(before[bisect.bisect_left(before, number)] == number for number in more[:at]):
            return before + more[at:]
    return tuple(sorted({*before, *more}))
