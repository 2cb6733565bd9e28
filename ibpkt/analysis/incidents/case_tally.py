"""What is counted of one case at one place: evidence, time span, cost."""

from __future__ import annotations

from collections.abc import Container, Sequence

from ibpkt.analysis.results.finding import Severity

#: what ends a wait that nobody answers
ACK_TIMERS = "ACK timers"
#: what ends the wait of a connection that is given up
CLOSED = "DREQs"
_NEVER = 1 << 62


class CaseTally:
    """Evidence of one case.  Times are nanoseconds since the epoch.

    Attributes:
        evidence: packets by kind of finding.
        severity: the highest of these kinds.
        first_frame, last_frame: the first packet and the last of the findings.
        start, end: since when the first one shows it, and the last time of any.
        cost: nanoseconds for which flows stood still.
        waits: how often, and for how many nanoseconds, by what ended it.
        story: what happened the time that cost most.
        detail: what the sentence says besides; of the first finding that has any.
        detail_frame: the packet of that finding.
        observed: flows that show it where no finding does.
        dead, dead_since: flows that came to an end with it, and the sum of the times of these ends.
        usual: nanoseconds that answers usually take, where that is known; the longest of its flows.
        selected: some of its findings are wanted.
        wanted: the packets whose findings are; None for all.
    """

    __slots__ = (
        "cost", "dead", "dead_since", "detail", "detail_frame", "end", "evidence", "first_frame", "last_frame",
        "observed", "selected",
        "severity", "start", "story", "usual", "waits", "wanted", "worst",
    )  # fmt: skip

    def __init__(self, wanted: Container[int] | None = None) -> None:
        self.wanted = wanted
        self.dead = self.dead_since = self.observed = self.usual = 0
        self.evidence: dict[str, int] = {}  # a Counter takes longer than all else, and flows have many
        self.severity = Severity.CHAT
        self.first_frame, self.last_frame = _NEVER, 0
        self.start, self.end = _NEVER, 0
        self.cost = self.worst = 0
        self.waits: dict[str, tuple[int, int]] = {}
        self.story: tuple[str, ...] = ()
        self.detail: str = ""
        self.detail_frame = _NEVER
        self.selected = False

    def see(self, kind: str, severity: Severity, frame: int, time: int, packets: int = 1, until: int = 0) -> None:
        """A finding belongs to it."""
        evidence = self.evidence
        evidence[kind] = evidence.get(kind, 0) + packets
        if self.wanted is None or frame in self.wanted:
            self.selected = True
        if severity > self.severity:
            self.severity = severity
        # as `span` does: this is called for each finding
        if frame <= self.first_frame:
            if frame < self.first_frame or time < self.start:
                self.start = time
            self.first_frame = frame
        if frame > self.last_frame:
            self.last_frame = frame
        if time > self.end:
            self.end = time
        if until > self.end:
            self.end = until

    def say(self, frame: int, detail: str) -> None:
        """What the sentence says besides: of findings, which come in no order, the one of the first packet counts."""
        if frame < self.detail_frame:
            self.detail, self.detail_frame = detail, frame

    def see_all(
        self, kind: str, severity: Severity, frames: Sequence[int], times: Sequence[int], packets: int, until: int = 0
    ) -> None:
        """Findings of one kind belong to it, with so many packets together, and the last one until a time."""
        first = min(frames)
        self.see(kind, severity, first, times[frames.index(first)], packets, until)
        self.span(max(frames), max(times))
        if self.wanted is not None:
            self.selected = self.selected or any(frame in self.wanted for frame in frames)

    def span(self, frame: int, time: int) -> None:
        """A packet belongs to it."""
        if frame <= self.first_frame:
            if frame < self.first_frame or time < self.start:
                self.start = time
            self.first_frame = frame
        if frame > self.last_frame:
            self.last_frame = frame
        if time > self.end:
            self.end = time

    def lacks(self, span: int) -> bool:
        """Whether a stall of so many nanoseconds is the worst so far, so that what happened then should be told."""
        return not self.story or span > self.worst

    def stand_still(self, span: int, story: tuple[str, ...] = (), until: str = "") -> None:
        """A flow stood still for so many nanoseconds.

        Args:
            span: the nanoseconds; less than none for a clock that was set back.
            story: what happened, event by event.
            until: what ended it, in the plural.
        """
        span = max(0, span)
        self.cost += span
        if until and span:
            times, together = self.waits.get(until, (0, 0))
            self.waits[until] = times + 1, together + span
        if story and (not self.story or span > self.worst):
            self.story, self.worst = story, span

    def die(self, since: int, story: tuple[str, ...] = (), closed: int = 0) -> None:
        """A flow came to its end.

        Args:
            since: from when on it stood still.
            story: what happened, event by event.
            closed: when its connection was closed; 0 for not.
        """
        if closed > since:
            self.stand_still(closed - since, (), CLOSED)
        else:
            self.dead += 1
            self.dead_since += since
        if story and (not self.story or self.worst < _NEVER):
            self.story, self.worst = story, _NEVER

    def cost_at(self, now: int) -> int:
        """For how long flows stood still, in nanoseconds: those that came to an end, until now."""
        return self.cost + max(0, self.dead * now - self.dead_since)

    def join(self, other: CaseTally) -> None:
        """All of another belongs to it."""
        self.observed += other.observed
        self.usual = max(self.usual, other.usual)
        self.dead += other.dead
        self.dead_since += other.dead_since
        evidence = self.evidence
        for kind, packets in other.evidence.items():
            evidence[kind] = evidence.get(kind, 0) + packets
        self.severity = max(self.severity, other.severity)
        if (other.first_frame, other.start) < (self.first_frame, self.start):
            self.first_frame, self.start = other.first_frame, other.start
        self.last_frame, self.end = max(self.last_frame, other.last_frame), max(self.end, other.end)
        self.cost += other.cost
        for until, (times, span) in other.waits.items():
            before = self.waits.get(until, (0, 0))
            self.waits[until] = before[0] + times, before[1] + span
        if other.story and (not self.story or other.worst > self.worst):
            self.story, self.worst = other.story, other.worst
        if other.detail and (not self.detail or other.detail_frame < self.detail_frame):
            self.detail, self.detail_frame = other.detail, other.detail_frame
        self.selected |= other.selected
