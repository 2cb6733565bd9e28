"""Precision and recall of findings by kind: what `ibpkt.analysis.findings` says of generated traffic, and the truth.

``python -m tests.analysis.precision.by_kind`` measures every mixture of faults with every recovery, and writes
`TABLE`.  Packets are counted, not findings: a run of packets is one finding.

What a tap cannot see is neither missed where it is not reported nor wrong where it is (`Bounds`).
"""

from __future__ import annotations

import io
import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import ibpkt
import ibpkt.analysis
from ibpkt import traffic
from ibpkt.analysis.results.finding import Finding
from ibpkt.protocols import OPCODES
from tests.analysis.precision.mixtures import ARGUMENTS, FAULTS, RECOVERIES
from tests.support.analysis_runs import OPERATIONS

TABLE = Path(__file__).with_name("by_kind.tsv")
SEEDS = range(3)
MESSAGES = 120

#: measured in every run of the tests, the others in slow ones
QUICK = ("loss", "sprayed", "mixture")

#: `reordered-or-lost` behind the tap
LATE_OR_LOST_BEHIND = "reordered-or-lost behind the tap"
#: the kinds that stand for two explanations, by those that are one of them; what was late behind the tap comes twice
UNDECIDED = {
    "duplicate-request": ("duplicate-unconfirmed", "request-or-answer-lost", LATE_OR_LOST_BEHIND),
    "out-of-order": ("reordered-or-lost",),
    "lost": ("reordered-or-lost", LATE_OR_LOST_BEHIND, "request-or-answer-lost"),
}
_REQUESTS = {opcode.name for opcode in OPCODES.values() if opcode.kind == "request"}
_ACKS = {opcode.name for opcode in OPCODES.values() if opcode.operation == "ACK"}


class Bounds(NamedTuple):
    """How many packets of a kind there are: those that a tap can see, and all."""

    low: int
    high: int


class Score(NamedTuple):
    """Packets of a kind.

    Attributes:
        right: reported, and true.
        wrong: reported, and false.
        missed: true, and not reported.
        undecided: true, and reported as one of two explanations.
    """

    right: int = 0
    wrong: int = 0
    missed: int = 0
    undecided: int = 0

    def __add__(self, other: tuple[int, ...]) -> Score:  # type: ignore[override]
        return Score(*map(sum, zip(self, other, strict=True)))

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """Of what could be decided."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0


def measured(mix: str, recovery: str, seeds: Iterable[int] = SEEDS) -> dict[str, Score]:
    """The scores by kind of one mixture of faults with one recovery."""
    scores: dict[str, Score] = {}
    for seed in seeds:
        arguments = {"tap": 1.0, **RECOVERIES[recovery], **ARGUMENTS.get(mix, {})}
        scene = traffic.Traffic(
            seed, messages=MESSAGES, operations=OPERATIONS, sizes=(0, 6000),
            faults=traffic.Faults(**FAULTS[mix]), **arguments,
        )  # fmt: skip
        told = _told(scene)
        own = {kind: _score(told[kind], bounds) for kind, bounds in _truth(scene.truth).items()}
        for kind, undecided in UNDECIDED.items():
            for both in undecided if kind in own else ():  # a packet of these stands for one that is missed
                open_ = min(told[both], own[kind].missed)
                told[both] -= open_
                own[kind] += (0, 0, -open_, open_)
        for kind, score in own.items():
            scores[kind] = scores.get(kind, Score()) + score
    return scores


def _score(told: int, bounds: Bounds) -> Score:
    wrong = max(0, told - bounds.high)
    return Score(told - wrong, wrong, max(0, bounds.low - told))


def _told(scene: traffic.Traffic) -> Counter[str]:
    """The packets of each kind of finding in the capture of a scene."""
    file = io.BytesIO()
    with ibpkt.create(file, format="pcapng", link=scene.link) as sink:
        for batch in scene.batches():
            sink.write_batch(batch)
    file.seek(0)
    told: Counter[str] = Counter()
    with ibpkt.open(file) as capture:
        for finding in ibpkt.analysis.findings(capture):
            told[name_of(finding)] += finding.packets
    return told


def name_of(finding: Finding) -> str:
    """The kind of a finding, as `UNDECIDED` has it."""
    behind = finding.kind.name == "reordered-or-lost" and finding.facts["where"] == "behind the tap"
    return LATE_OR_LOST_BEHIND if behind else finding.kind.name


def _truth(truth: traffic.Truth) -> dict[str, Bounds]:
    """How many packets of each kind the generator made."""
    # a lost answer need not be told: a later ACK covers it, and where a READ is repeated, it may be an implied NAK
    seen: Counter[str] = Counter()
    every: Counter[str] = Counter()
    naks = {(event["conversation"], event["psn"]) for event in truth.events if event["what"] == "nak-sequence"}
    naks -= {(event["conversation"], event["psn"]) for event in truth.events if _is_lost_answer(event)}
    copies = {
        event["frame" if event["behind_tap"] else "copy"] for event in truth.events if event["what"] == "duplicated"
    }
    again = {event["frame"] for event in truth.events if event["what"] == "retransmitted"}
    silent = _last_tries(truth)
    for event in truth.events:
        what, behind, frame = event["what"], event.get("behind_tap", False), event["frame"]
        asks, acknowledges = event.get("opcode") in _REQUESTS, event.get("opcode") in _ACKS
        if what in ("lost", "lost-behind-tap") or (what == "corrupted" and behind):
            every["lost"] += 1
            # a tap that has seen a request knows of its loss by the NAK alone; else the answer may be lost as well
            seen["lost"] += asks and (what == "lost" or _was_asked_for(event, naks))
            # what comes again and is lost behind the tap looks as if the responder got it
            every["duplicate-request"] += asks and what != "lost" and frame in again
            if acknowledges and what == "lost":
                every["NAK lost"] += 1
        elif what in _EVENTS and not behind:
            every[_EVENTS[what]] += 1
            seen[_EVENTS[what]] += frame is not None and (asks or what not in ("retransmitted", "reordered"))
            if what == "duplicate-request" and (frame in copies or event["time"] >= silent[event["conversation"]]):
                # told as the copy that it is, or the tap has not seen it; or no answer shows that it arrived
                seen["duplicate-request"] -= frame is not None
            every["lost"] += what == "corrupted"  # it did not arrive: icrc-bad says so already
        elif what == "qp-error" and event["reason"] == "retry-exceeded":
            every["retries-exhausted"] += 1
            seen["retries-exhausted"] += _shows_that_it_gave_up(truth, event)
    seen["timeout"] = every["timeout"]  # an expiry is no packet
    bounds = {kind: Bounds(seen[kind], every[kind]) for kind in KINDS}
    for kind in ("nak-sequence", "rnr-nak"):  # those sent, of which some were lost before the tap, and some copied
        sent = every[kind]
        bounds[kind] = Bounds(max(0, sent - every["NAK lost"]), sent + every["duplicate"])
    return bounds


def _last_tries(truth: traffic.Truth) -> defaultdict[int, float]:
    """When the tries began after which the requester of a conversation gave up: nothing was answered from then on."""
    since: defaultdict[int, float] = defaultdict(lambda: math.inf)
    for error in truth.events:
        if error["what"] == "qp-error" and error["reason"] == "retry-exceeded":
            expired = [
                event
                for event in truth.events
                if event["what"] == "timeout" and event["conversation"] == error["conversation"]
            ]
            since[error["conversation"]] = min(event["time"] for event in expired if event["psn"] == expired[-1]["psn"])
    return since


def _is_lost_answer(event: dict[str, Any]) -> bool:
    return event["what"] in ("lost", "corrupted") and event.get("opcode") in _ACKS


def _was_asked_for(event: dict[str, Any], naks: set[tuple[int, int]]) -> bool:
    """Whether the responder asked for a packet that was lost behind the tap; it asks once, however often it is lost."""
    asked = event["conversation"], event["psn"]
    known = asked in naks
    naks.discard(asked)
    return known


def _shows_that_it_gave_up(truth: traffic.Truth, error: dict[str, Any]) -> bool:
    """Whether the tap saw two tries of a requester for one PSN, and then silence for longer than one and a half timers.

    With less it may be waiting for its timer: how often it tries is not in the capture.
    """
    whose = error["conversation"], error["sender"]
    events = [event for event in truth.events if (event["conversation"], event["sender"]) == whose]
    expired = [event for event in events if event["what"] == "timeout"]
    tries = [event["time"] for event in expired if event["psn"] == expired[-1]["psn"]]
    sent = [event["time"] for event in events if event["what"] == "retransmitted" and event["frame"] is not None]
    seen = sum(
        any(begin <= time < end for time in sent) for begin, end in itertools.pairwise([*tries, error["time"] + 1])
    )
    silence = truth.scene["end"] - max(sent, default=error["time"])
    timer = 4096 << truth.conversations[error["conversation"]]["timeout_code"]
    return seen >= 2 and silence >= 1.6 * timer


#: kinds of findings by the events that they stand for
_EVENTS = {
    "retransmitted": "retransmission",
    "timeout": "timeout",
    "reordered": "out-of-order",
    "duplicated": "duplicate",
    "duplicate-request": "duplicate-request",
    "nak-sequence": "nak-sequence",
    "rnr": "rnr-nak",
    "corrupted": "icrc-bad",
}
#: kinds that are measured; there is no packet that arrived and that the tap missed
KINDS = ("lost", *_EVENTS.values(), "retries-exhausted", "capture-loss")


def all_measured(mixes: Iterable[str] = tuple(FAULTS)) -> Iterator[tuple[str, str, str, Score]]:
    """Mixture, recovery, kind and score, for kinds that happen or are reported."""
    for mix in mixes:
        for recovery in RECOVERIES:
            for kind, score in measured(mix, recovery).items():
                if any(score):
                    yield mix, recovery, kind, score


def stored() -> dict[tuple[str, str, str], Score]:
    """The scores in `TABLE`."""
    rows = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]]
    return {(mix, recovery, kind): Score(*map(int, numbers[:4])) for mix, recovery, kind, *numbers in rows}


def main() -> None:
    """Measure everything, and store it."""
    lines = ["\t".join(("faults", "recovery", "kind", *Score._fields, "precision", "recall"))]
    sums: dict[str, Score] = {}
    for mix, recovery, kind, score in all_measured():
        sums[kind] = sums.get(kind, Score()) + score
        lines.append("\t".join(map(str, (mix, recovery, kind, *score, *_shares(score)))))
    lines += ["\t".join(map(str, ("all", "all", kind, *score, *_shares(score)))) for kind, score in sums.items()]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join([lines[0], *lines[-len(sums) :]]))


def _shares(score: Score) -> tuple[str, str]:
    return f"{score.precision:.3f}", f"{score.recall:.3f}"


if __name__ == "__main__":
    main()
