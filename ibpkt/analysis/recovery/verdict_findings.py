"""What verdicts mean for findings, facts of packets, counters of flows and messages."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.reassembly.reassembly import MessageReassembly
from ibpkt.analysis.recovery import kinds
from ibpkt.analysis.recovery.run import RunKind
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.analysis.results.finding import Finding, FindingType
from ibpkt.analysis.results.packet_facts import PacketFacts
from ibpkt.analysis.runs.half_packets import HISTORY, HalfPackets
from ibpkt.arrays import Ints

#: the fact that a verdict gives to every packet that it concerns
FACT_OF_PACKETS: dict[FindingType, str] = {
    kinds.RETRANSMISSION: "retransmission",
    kinds.DUPLICATE: "duplicate",
    kinds.OUT_OF_ORDER: "out_of_order",
    kinds.OUT_OF_SEQUENCE: "out_of_sequence",
    kinds.DUPLICATE_REQUEST: "duplicate_request",
    kinds.GHOST_ACK: "ghost",
}
#: the fact that it gives to the first packet alone
FACT_OF_FIRST: dict[FindingType, str] = {kinds.TIMEOUT: "timeout", kinds.IMPLIED_NAK: "implied_nak"}
#: the fact that counts on the packet that shows it
FACT_THAT_COUNTS: dict[FindingType, str] = {kinds.LOST: "lost", kinds.CAPTURE_LOSS: "unseen", kinds.GAP: "gap"}
#: every one of these facts
FACT_OF: dict[FindingType, str] = {**FACT_OF_PACKETS, **FACT_OF_FIRST, **FACT_THAT_COUNTS}
#: the counter of the requester's side (see `Side`)
COUNTERS: dict[FindingType, str] = {
    kinds.RETRANSMISSION: "retransmitted",
    kinds.DUPLICATE: "duplicated",
    kinds.OUT_OF_ORDER: "late",
    kinds.LOST: "lost",
    kinds.CAPTURE_LOSS: "unseen",
    kinds.DUPLICATE_REQUEST: "repeated",
    kinds.OUT_OF_SEQUENCE: "early",
}
#: verdicts of pieces of one run that are told as one
GLUED = frozenset({
    kinds.RETRANSMISSION, kinds.OUT_OF_ORDER, kinds.OUT_OF_SEQUENCE, kinds.REORDERED_OR_LOST,
    kinds.DUPLICATE_REQUEST, kinds.DUPLICATE_UNCONFIRMED, kinds.REQUEST_OR_ANSWER_LOST, kinds.LOST,
    kinds.CAPTURE_LOSS,
})  # fmt: skip
#: facts that pieces of one run do not share
_OWN = ("count", "psn", "last", "waited")


class _Members(NamedTuple):
    """The packets of the runs of a batch.

    Attributes:
        base: the number of the first of them, counted over all batches.
        rows: theirs in the batch, -1 for those of an earlier one; None when the batch is gone.
        frames, times: their numbers, and nanoseconds since the epoch.
    """

    base: int
    rows: Ints | None
    frames: Ints
    times: Ints


class _Piece(NamedTuple):
    """A finding that may go on.

    Attributes:
        finding: so far.
        end: the PSN behind it, unwrapped.
        last_frame: the last packet of its run.
    """

    finding: Finding
    end: int
    last_frame: int


class VerdictFindings:
    """Makes findings of verdicts, and hands on what else they mean.

    Args:
        messages: takes what happened to the requests of messages.

    Attributes:
        base: members of runs so far: the number of the next batch's first (see `RunColumns`).
    """

    def __init__(self, messages: MessageReassembly) -> None:
        self._messages = messages
        self._pieces: dict[tuple[int, FindingType], _Piece] = {}
        self._counted: Counter[tuple[str, int]] = Counter()
        self._facts: PacketFacts | None = None
        self._members: deque[_Members] = deque()  # of this batch, and of those before
        self.base = 0

    # -- the batch ----------------------------------------------------------------------------------------------------

    def look_at(self, facts: PacketFacts | None) -> None:
        """The batch whose packets get facts from now on; None for none."""
        self._facts = facts
        if self._members:
            self._members.append(self._members.pop()._replace(rows=None))

    def locate(self, members: HalfPackets) -> None:
        """The packets of the runs whose verdicts come next (see `RunColumns.members`)."""
        self._members.append(_Members(self.base, members.row, members.frame, members.time))
        self.base += len(members)
        kept = sum(len(old.frames) for old in self._members)
        while len(self._members) > 1 and kept - len(self._members[0].frames) >= HISTORY:
            kept -= len(self._members.popleft().frames)

    def counts(self) -> list[tuple[str, Ints, Ints]]:
        """What was counted since this was asked last: counters, halves, numbers of packets."""
        found = []
        for name in sorted({name for name, _ in self._counted}):
            halves = [half for of, half in self._counted if of == name]
            found.append((name, np.array(halves), np.array([self._counted[name, half] for half in halves])))
        self._counted.clear()
        return found

    # -- verdicts -----------------------------------------------------------------------------------------------------

    def mark(self, verdicts: Iterable[Verdict]) -> None:
        """Give packets the facts of verdicts that are not told yet."""
        for verdict in verdicts:
            self._mark(verdict)

    def take(self, half: int, flow: int, verdicts: Iterable[Verdict]) -> list[Finding]:
        """Verdicts of a half: the findings that are complete."""
        findings: list[Finding] = []
        for verdict in verdicts:
            kind, run, _, _, _, first, end = verdict
            if first < 0:
                first, end = run.first, run.end
            counter = COUNTERS.get(kind)
            if counter is not None:
                self._counted[counter, half] += verdict.packets
            if kind is kinds.RETRANSMISSION:
                self._messages.retransmitted(half, first, end, verdict.packets, run.frame)
            frame, time = self._mark(verdict)
            finding = Finding(kind, frame, time, flow, verdict.facts, verdict.packets, verdict.because)
            if kind not in GLUED:
                findings.append(finding)
                continue
            before = self._pieces.pop((half, kind), None)
            if before is not None and run.continues and before.end == first and _alike(before.finding, finding):
                finding = _glued(before.finding, finding)
            elif before is not None:
                findings.append(before.finding)
            self._pieces[half, kind] = _Piece(finding, end, run.last_frame)
        return findings

    def release(self, last_request: Ints) -> list[Finding]:
        """At the end of a batch: findings that cannot go on.

        Args:
            last_request: by half, the frame of the last request.
        """
        over = [key for key, piece in self._pieces.items() if piece.last_frame != last_request[key[0]]]
        return [self._pieces.pop(key).finding for key in over]

    def end(self, half: int) -> list[Finding]:
        """A half is over."""
        return [self._pieces.pop(key).finding for key in [key for key in self._pieces if key[0] == half]]

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        for key in [key for key in self._pieces if key[0] == half]:
            self._pieces[to, key[1]] = self._pieces.pop(key)

    def _mark(self, verdict: Verdict) -> tuple[int, int]:
        """Give the facts to the packets, if the batch still has them; the first packet's number and its time."""
        run, facts = verdict.run, self._facts
        skipped, packets = 0, run.packets
        if verdict.first >= 0 and packets > 1 and run.kind is not RunKind.REPEATED_ACK:
            skipped, packets = max(0, verdict.first - run.first), min(packets, max(0, verdict.end - run.first))
        fact = FACT_OF.get(verdict.kind)
        wanted = fact is not None and facts is not None and facts.wants(fact)
        if not (skipped or wanted) or skipped >= packets:
            return run.frame, run.time
        members = next((each for each in self._members if each.base <= run.place < each.base + len(each.frames)), None)
        if members is None:
            return run.frame, run.time
        first = run.place - members.base
        first, end = first + skipped, min(first + packets, len(members.frames))
        if first >= end:
            return run.frame, run.time
        if wanted and facts is not None and members.rows is not None:
            here = members.rows[first:end]
            _set_facts(facts, verdict, here[here >= 0])
        return int(members.frames[first]), int(members.times[first])


def _set_facts(facts: PacketFacts, verdict: Verdict, rows: Ints) -> None:
    if not len(rows):
        return
    if verdict.kind in FACT_OF_PACKETS:
        facts.set(FACT_OF_PACKETS[verdict.kind], rows, _cause(verdict))
    elif verdict.kind in FACT_OF_FIRST:
        facts.set(FACT_OF_FIRST[verdict.kind], rows[0])
    elif verdict.kind in FACT_THAT_COUNTS:
        facts.add(FACT_THAT_COUNTS[verdict.kind], int(rows[0]), verdict.packets)


def _cause(verdict: Verdict) -> int:
    """The number of a retransmission's cause (`analysis_facts.CAUSES`); 1 for other facts."""
    return int(verdict.facts.get("why", 1)) if verdict.kind is kinds.RETRANSMISSION else 1


def _alike(before: Finding, finding: Finding) -> bool:
    """Whether two findings say the same of different packets."""
    ours, theirs = before.facts, finding.facts
    return ours.keys() == theirs.keys() and all(
        theirs[name] == value for name, value in ours.items() if name not in _OWN
    )


def _glued(before: Finding, finding: Finding) -> Finding:
    packets = before.packets + finding.packets
    facts = {**before.facts, "count": packets, "last": finding.facts["last"]}
    because = tuple(sorted({*before.because, *finding.because}))
    return before._replace(facts=facts, packets=packets, because=because)
