"""What verdicts mean for findings, facts of packets, counters of flows and messages."""

from __future__ import annotations

import dataclasses
from collections import Counter, deque
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.reassembly.reassembly import MessageReassembly
from ibpkt.analysis.recovery import kinds
from ibpkt.analysis.recovery.open_finding import OpenFinding
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.analysis.results.finding import Finding, FindingType, make_finding, make_subject
from ibpkt.analysis.results.packet_facts import PacketFacts
from ibpkt.analysis.runs.half_packets import HISTORY, HalfPackets
from ibpkt.analysis.runs.held_packets import WINDOW
from ibpkt.arrays import Ints
from ibpkt.protocols.analysis_facts import REQUEST_CAME_AGAIN

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
#: the counter of the side that sent the packets (see `Side`)
COUNTERS: dict[FindingType, str] = {
    kinds.RETRANSMISSION: "retransmitted",
    kinds.DUPLICATE: "duplicated",
    kinds.OUT_OF_ORDER: "late",
    kinds.LOST: "lost",
    kinds.CAPTURE_LOSS: "unseen",
    kinds.DUPLICATE_REQUEST: "repeated",
    kinds.OUT_OF_SEQUENCE: "early",
}
_REQUESTS = RunKind.REQUESTS  # asked for with each verdict
#: runs at which is told what became of responses
_TOLD_BY_RESPONDER = (RunKind.RESPONSES, RunKind.ADVANCING_ACK)
#: verdicts of pieces of one run that are told as one
GLUED = frozenset({
    kinds.RETRANSMISSION, kinds.OUT_OF_ORDER, kinds.OUT_OF_SEQUENCE, kinds.REORDERED_OR_LOST,
    kinds.DUPLICATE_REQUEST, kinds.DUPLICATE_UNCONFIRMED, kinds.REQUEST_OR_ANSWER_LOST, kinds.LOST,
    kinds.CAPTURE_LOSS,
})  # fmt: skip
#: verdicts that are not told of a half that cannot be followed
ONLY_COUNTED = frozenset({kinds.LOST, kinds.CAPTURE_LOSS, kinds.GAP})


@dataclasses.dataclass(frozen=True, slots=True)
class _Meaning:
    """What verdicts of a kind mean besides their finding.

    Attributes:
        counter: the counter of `COUNTERS`; None for none.
        of_packets, of_first, counts: the facts of `FACT_OF_PACKETS`, `FACT_OF_FIRST` and `FACT_THAT_COUNTS`.
        is_glued, is_only_counted: it is in `GLUED`, in `ONLY_COUNTED`.
        fact: the one fact that it gives; None for none.
    """

    counter: str | None
    of_packets: str | None
    of_first: str | None
    counts: str | None
    is_glued: bool
    is_only_counted: bool
    fact: str | None

    @classmethod
    def of(cls, kind: FindingType) -> _Meaning:
        """What a kind means."""
        facts = FACT_OF_PACKETS.get(kind), FACT_OF_FIRST.get(kind), FACT_THAT_COUNTS.get(kind)
        fact = next(filter(None, facts), None)
        return cls(COUNTERS.get(kind), *facts, kind in GLUED, kind in ONLY_COUNTED, fact)


#: by the name of the kind: one look-up for each verdict
MEANINGS = {kind.name: _Meaning.of(kind) for kind in vars(kinds).values() if isinstance(kind, FindingType)}


class _Members(NamedTuple):
    """The packets of the runs of a batch.

    Attributes:
        base: the number of the first of them, counted over all batches.
        frames, times: their numbers, and nanoseconds since the epoch.
        psns, ends: unwrapped.
    """

    base: int
    frames: Ints
    times: Ints
    psns: Ints
    ends: Ints


class VerdictFindings:
    """Makes findings of verdicts, and hands on what else they mean.

    Args:
        messages: takes what happened to the requests of messages.

    Attributes:
        base: members of runs so far: the number of the next batch's first (see `RunColumns`).
    """

    def __init__(self, messages: MessageReassembly) -> None:
        self._messages = messages
        self._pieces: dict[tuple[int, str], OpenFinding] = {}  # by half and name of the type, which hashes at once
        self._counted: dict[tuple[str, int], int] = {}
        self._facts: PacketFacts | None = None
        self._wanted: frozenset[str] = frozenset()  # facts that are noted
        self._unfollowed: Ints = np.zeros(0, np.int64)
        self._shown: Counter[tuple[FindingType, int]] = Counter()  # packets that packets show to be missing
        self._last_request: dict[int, int] = {}  # the last packet of the last run of requests, by half
        self._members: deque[_Members] = deque()  # of this batch, and of those before
        self.base = 0

    # -- the batch ----------------------------------------------------------------------------------------------------

    def look_at(self, facts: PacketFacts | None, unfollowed: Ints) -> None:
        """A batch comes next, or the end.

        Args:
            facts: of its packets; None for none.
            unfollowed: by half the packet from which on what is missing is only counted, 0 for none.
        """
        self._facts, self._unfollowed = facts, unfollowed
        self._wanted = frozenset(
            meaning.fact
            for meaning in MEANINGS.values()
            if meaning.fact and facts is not None and facts.wants(meaning.fact)
        )

    def locate(self, packets: HalfPackets, members: Ints, frame: int) -> None:
        """The packets of the runs whose verdicts come next.

        Args:
            packets: all that the runs were cut of.
            members: the places of those of runs (see `RunColumns.members`).
            frame: the last packet of the batch.
        """
        columns = (packets.frame, packets.time, packets.psn, packets.end)
        fresh = _Members(self.base, *(column[members] for column in columns))
        self.base += len(members)
        if self._members and len(self._members[-1].frames) + len(members) <= HISTORY:
            last = self._members.pop()
            fresh = _Members(last.base, *(np.concatenate(pair) for pair in zip(last[1:], fresh[1:], strict=True)))
        self._members.append(fresh)
        while len(self._members) > 1 and self._members[0].frames.max(initial=0) < frame - 3 * WINDOW:
            self._members.popleft()

    def requested(self, half: int, last_frame: int) -> None:
        """A run of requests was judged: findings of earlier ones do not go on."""
        self._last_request[half] = last_frame

    def counts(self) -> list[tuple[str, Ints, Ints]]:
        """What was counted since this was asked last: counters, halves, numbers of packets."""
        found = []
        for name in sorted({name for name, _ in self._counted}):
            halves = [half for of, half in self._counted if of == name]
            found.append((name, np.array(halves), np.array([self._counted[name, half] for half in halves])))
        self._counted.clear()
        return found

    # -- verdicts -----------------------------------------------------------------------------------------------------

    def take(self, half: int, flow: int, verdicts: Iterable[Verdict], frame: int, fed: int = 0) -> list[Finding]:
        """Verdicts of a half: the findings that are complete.

        Args:
            half: the half.
            flow: the number of its flow.
            verdicts: its verdicts.
            frame: the packet at which they are told.
            fed: the first packet of the run before that one.
        """
        told: set[str] = set()
        findings: list[Finding] = []
        pieces, last_request, wanted = self._pieces, self._last_request.get(half), self._wanted
        counted, side, again = self._counted, half & 1, self._messages.retransmitted
        for verdict in verdicts:
            kind, run, packets, facts, because, first, end = verdict
            if first < 0:
                first, end = run.first, run.end
            name = kind.name
            meaning = MEANINGS[name]
            counter, fact = meaning.counter, meaning.fact
            answers = run.kind is not _REQUESTS and run.kind in _TOLD_BY_RESPONDER
            if counter is not None:
                counted[counter, half ^ answers] = counted.get((counter, half ^ answers), 0) + packets
            if kind is kinds.RETRANSMISSION:
                again(half, first, end, packets, run.frame, fed)
            at, time = run.frame, run.time
            if run.packets > 1 and (run.first < first or end < run.end):
                members, meant = self._meant(run, first, end, frame)
                at, time = int(members.frames[meant.start]), int(members.times[meant.start])
            if fact in wanted and "or_else" not in facts:  # of its packets, or of others
                self._set_fact(meaning, verdict, first, end, frame)
            if meaning.is_only_counted and 0 < self._unfollowed[half] <= at:
                continue
            answered = run.acked > first and run.kind is _REQUESTS
            if not meaning.is_glued:
                subject = make_subject((side, answers, run.last_time, answered))
                findings.append(make_finding((kind, at, time, flow, facts, packets, because, subject)))
                continue
            key = half, name
            before = pieces.pop(key, None)  # what was told last stands behind the others
            if before is not None:
                alive = name in told or before.last_frame == last_request
                goes_on = run.after == before.last_frame and before.end == first
                if alive and goes_on and before.is_like(facts):
                    told.add(name)
                    before.glue(packets, facts["last"], because, run.last_time, end, run.last_frame)
                    pieces[key] = before
                    continue
                findings.append(before.finding)
            told.add(name)
            pieces[key] = OpenFinding(
                kind, at, time, flow, facts, packets, because, side, answers, run.last_time, answered, end,
                run.last_frame,
            )  # fmt: skip
        return findings

    def responses_again(self, half: int, run: Run, verdicts: Iterable[Verdict]) -> None:
        """A responder answers a request that came again: that is no finding, since the request is one.

        Args:
            half: the half of the request.
            run: responses to what was answered before.
            verdicts: what is said of them otherwise: those that others have overtaken are the first ones.
        """
        members, of = self._members_of(run, run.frame)
        frames, psns = members.frames[of], members.psns[of]
        again = np.ones(len(frames), np.bool_)
        for verdict in verdicts:
            if verdict.kind is kinds.OUT_OF_ORDER:
                again &= (psns < verdict.first) | (psns >= verdict.end)
        key = "retransmitted", half ^ 1
        self._counted[key] = self._counted.get(key, 0) + int(again.sum())
        if self._facts is not None:
            self._facts.note("retransmission", frames[again].tolist(), REQUEST_CAME_AGAIN)

    def release(self) -> list[Finding]:
        """At the end of a batch: findings that cannot go on."""
        over = [key for key, piece in self._pieces.items() if piece.last_frame != self._last_request.get(key[0])]
        return [self._pieces.pop(key).finding for key in over]

    def end(self, half: int) -> list[Finding]:
        """A half is over."""
        self._last_request.pop(half, None)
        return [self._pieces.pop(key).finding for key in [key for key in self._pieces if key[0] == half]]

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        if half in self._last_request:
            self._last_request[to] = self._last_request.pop(half)
        for key in [key for key in self._pieces if key[0] == half]:
            self._pieces[to, key[1]] = self._pieces.pop(key)

    def _meant(self, run: Run, first: int, end: int, frame: int) -> tuple[_Members, slice]:
        """The packets of a run that have some of these PSNs; all where a verdict tells what others miss."""
        members, of = self._members_of(run, frame)
        if run.kind is RunKind.REPEATED_ACK:
            return members, of
        if of.stop - of.start == run.end - run.first:
            low, high = first - run.first, end - run.first
            low, high = (low if low > 0 else 0), (high if high < run.packets else run.packets)
        else:  # PSNs of a run ascend
            low, high = int(members.ends[of].searchsorted(first, "right")), int(members.psns[of].searchsorted(end))
        return members, slice(of.start + low, of.start + high) if low < high else of

    def _members_of(self, run: Run, frame: int) -> tuple[_Members, slice]:
        """The packets of a run; only the first where they came long before a packet."""
        for members in reversed(self._members) if run.frame >= frame - WINDOW else ():
            at = run.place - members.base
            if 0 <= at < len(members.frames):
                return members, slice(at, at + run.packets)
        values = (run.frame, run.time, run.first, run.end)
        return _Members(run.place, *(np.array([value]) for value in values)), slice(0, 1)

    def _set_fact(self, meaning: _Meaning, verdict: Verdict, first: int, end: int, frame: int) -> None:
        """Packets of a verdict, with PSNs from one up to another, have a fact."""
        facts, run = self._facts, verdict.run
        if facts is None:
            return
        if run.packets == 1:
            frames = [run.frame]
        else:
            members, meant = self._meant(run, first, end, frame)
            frames = members.frames[meant].tolist()
        if meaning.of_packets is not None:
            facts.note(meaning.of_packets, frames, _cause(verdict))
            return
        shows = frames[0]
        if meaning.of_first is not None:
            facts.note(meaning.of_first, [shows])
        elif meaning.counts is not None:
            shown = self._shown[verdict.kind, shows] = self._shown[verdict.kind, shows] + verdict.packets
            facts.note(meaning.counts, [shows], shown)
            if len(self._shown) > HISTORY:
                del self._shown[next(iter(self._shown))]


def _cause(verdict: Verdict) -> int:
    """The number of a retransmission's cause (`analysis_facts.CAUSES`); 1 for other facts."""
    return int(verdict.facts.get("why", 1)) if verdict.kind is kinds.RETRANSMISSION else 1
