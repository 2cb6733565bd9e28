"""What findings say of one half of a flow: the requests of one end, and the answers to them.

Kept are only the events that tell why something was sent again, and not more than `MOST` of a kind.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.explained_recovery import ExplainedRecovery
from ibpkt.analysis.recovery.kinds import BEHIND_TAP
from ibpkt.analysis.results.finding import Finding
from ibpkt.protocols import PSN_MASK

Value = TypeVar("Value")

#: events of a kind that a half keeps
MOST = 1024
#: runs that came too early for one PSN, which a half keeps
MOST_EARLY = 64
#: PSNs that have arrived late, which a half keeps
MOST_ARRIVED = 4096
#: more than packets have numbers
MOST_FRAMES = 1 << 62


class PSNSpan(NamedTuple):
    """Some PSNs and the packet that tells of them.

    Attributes:
        first, last: modulo 2^24.
        frame, time: of the packet.
        packets: how many.
        answers: they are answers.
        where: `kinds.BEFORE_TAP`, `kinds.BEHIND_TAP` or "".
    """

    first: int
    last: int
    frame: int
    time: int
    packets: int
    answers: bool
    where: str = ""

    def has(self, psn: int) -> bool:
        """Whether a PSN is among them."""
        return (psn - self.first) & PSN_MASK <= (self.last - self.first) & PSN_MASK

    def meets(self, first: int, last: int) -> bool:
        """Whether any of some PSNs is among them."""
        return self.has(first) or (self.first - first) & PSN_MASK <= (last - first) & PSN_MASK


# faster than calling the classes: these are many
_span = functools.partial(tuple.__new__, PSNSpan)


class Repetition(NamedTuple):
    """Requests that were sent again.

    Attributes:
        why: the number of the reason (see `ibpkt.protocols.analysis_facts.CAUSES`).
        first, last: their PSNs.
        frame, time: the first packet of them.
        packets: how many.
        until: when the last of them was sent, in nanoseconds since the epoch.
        waited: nanoseconds of silence before.
        asked: the packet that asked for them, or from which the wait counts; 0 for none.
        answered: the capture has seen an answer to the first of them before.
        recovery: the number of the recovery, of which they may be a part.
    """

    why: int
    first: int
    last: int
    frame: int
    time: int
    packets: int
    until: int
    waited: int
    asked: int
    answered: bool
    recovery: int

    @property
    def psns(self) -> PSNSpan:
        """Which were sent again, without a place."""
        return PSNSpan(self.first, self.last, self.frame, self.time, self.packets, answers=False)


_make_repetition = functools.partial(tuple.__new__, Repetition)


class Unexplained(NamedTuple):
    """Events of a half that no repetition followed; see `HalfEvents`."""

    naks: dict[int, tuple[int, int]]
    rnrs: dict[int, tuple[int, int, int]]
    implied: dict[int, tuple[int, int]]
    undecided: dict[int, Finding]


class HalfEvents:
    """The events of one half, by kind; in lists, since most halves have few events, and a deque takes as much as 60."""

    __slots__ = (
        "arrived",
        "asked_again",
        "ends",
        "gaps",
        "implied",
        "incomplete",
        "late",
        "led_to",
        "losses",
        "lost",
        "naks",
        "needless",
        "perhaps_lost",
        "repeated",
        "repetitions",
        "rnrs",
        "stops",
        "timeouts",
        "tries",
        "undecided",
        "unread",
        "untaken",
    )  # fmt: skip

    def __init__(self) -> None:
        self.repetitions: list[Repetition] = []
        self.naks: dict[int, tuple[int, int]] = {}  # packet: time, PSN
        self.rnrs: dict[int, tuple[int, int, int]] = {}  # packet: time, PSN, delay
        self.implied: dict[int, tuple[int, int]] = {}  # packet: time, missing PSN
        self.asked_again: set[int] = set()  # packets that show a missing response for which a repetition asks
        self.gaps: list[int] = []  # PSNs whose response the tap has missed
        self.stops: dict[int, list[Finding]] = {}  # expected PSN: what came too early
        self.late: list[PSNSpan] = []
        self.perhaps_lost: set[int] = set()  # packets of these that may be repetitions of lost ones
        self.lost: list[PSNSpan] = []
        self.losses: list[PSNSpan] = []  # that wait: what is lost may arrive late
        self.untaken: list[PSNSpan] = []  # lost or dropped behind the tap
        self.tries: list[ExplainedRecovery] = []  # recoveries that are explained
        self.led_to: dict[int, Case] = {}  # packets that show a loss, and what that is a part of
        self.arrived: dict[tuple[int, bool], int] = {}  # the packet in which a PSN has arrived late, and of an answer
        self.repeated: dict[int, Finding] = {}  # first packet: requests that were executed before
        self.undecided: dict[int, Finding] = {}  # likewise: the request or its answer was lost
        self.timeouts: set[int] = set()  # first packets of repetitions after a timeout
        self.needless: set[int] = set()  # first packets of repetitions whose answer was under way
        self.unread: list[PSNSpan] = []  # messages that nobody answered
        self.incomplete: list[tuple[int, int]] = []  # packet and time of messages that lack packets
        self.ends: list[Finding] = []  # how it broke

    def prune(self, frame: int) -> Unexplained:
        """Forget what is before a packet; what that leaves unexplained is returned."""
        old = Unexplained(
            _taken(self.naks, frame), _taken(self.rnrs, frame), _taken(self.implied, frame),
            _taken(self.undecided, frame),
        )  # fmt: skip
        _taken(self.repeated, frame)
        if self.perhaps_lost:
            self.perhaps_lost = {number for number in self.perhaps_lost if number >= frame}
        if self.asked_again:
            self.asked_again = {number for number in self.asked_again if number >= frame or number in old.implied}
        if self.timeouts:
            self.timeouts = {number for number in self.timeouts if number >= frame}
        if self.needless:
            self.needless = {number for number in self.needless if number >= frame}
        self.stops = {psn: spans for psn, spans in self.stops.items() if spans[-1].frame >= frame}
        self.arrived = {psn: number for psn, number in self.arrived.items() if number >= frame}
        self.led_to = {number: case for number, case in self.led_to.items() if number >= frame}
        for spans in (self.late, self.lost, self.untaken):
            del spans[: next((at for at, span in enumerate(spans) if span.frame >= frame), len(spans))]
        self.tries = [each for each in self.tries if each.frame >= frame]
        return old

    def ask_again(self, psns: PSNSpan) -> None:
        """A repetition asks for the responses to some PSNs."""
        self.asked_again.update(
            number for number, (_, psn) in self.implied.items() if number < psns.frame and psns.has(psn)
        )

    def late_case(self, frame: int) -> Case:
        """What has happened to PSNs that come late in a packet."""
        return cases.OVERTAKEN_OR_LOST if frame in self.perhaps_lost else cases.OVERTAKEN

    def arrival(self, loss: PSNSpan) -> int:
        """The packet in which what seemed to be lost, since something asked for it, has arrived late; 0 for none."""
        found = self.arrived.get((loss.first, loss.answers), 0)
        if found and loss.last != loss.first:
            found = min(found, self.arrived.get((loss.last, loss.answers), 0))
        return found if found > loss.frame else 0


def _keep(values: list[Value], more: list[Value]) -> None:
    """Add values to those that are kept; the oldest go where there are too many."""
    values += more
    del values[:-MOST]


def _taken(events: dict[int, Value], frame: int) -> dict[int, Value]:
    """Take out the events before a packet."""
    return {number: events.pop(number) for number in [number for number in events if number < frame]}


def span_of(finding: Finding) -> PSNSpan:
    """The PSNs that a finding is about."""
    _, frame, time, _, facts, packets, _, subject = finding
    psn, get = facts["psn"], facts.get
    answers = subject is not None and subject.answers
    return _span((psn, get("last", psn), frame, time, packets, answers, get("where", "")))


def _repetitions(half: HalfEvents, findings: list[Finding]) -> None:
    kept = half.repetitions
    for _, frame, time, _, facts, packets, because, subject in findings:
        assert subject is not None
        _, _, until, answered = subject
        psn, get = facts["psn"], facts.get
        asked = because[0] if because and because[0] < frame else 0
        kept.append(
            _make_repetition((
                facts["why"], psn, get("last", psn), frame, time, packets, until, get("waited", 0), asked, answered,
                get("recovery", 0),
            ))
        )  # fmt: skip


def _naks(half: HalfEvents, findings: list[Finding]) -> None:
    for finding in findings:
        half.naks[finding.frame] = finding.time, finding.facts["psn"]


def _rnrs(half: HalfEvents, findings: list[Finding]) -> None:
    for finding in findings:
        half.rnrs[finding.frame] = finding.time, finding.facts["psn"], finding.facts["timer"]


def _implied(half: HalfEvents, findings: list[Finding]) -> None:
    for finding in findings:
        half.implied[finding.frame] = finding.time, finding.facts["missing"]
    _keep(half.gaps, [finding.facts["missing"] for finding in findings])


def _early(half: HalfEvents, findings: list[Finding]) -> None:
    stops = half.stops
    for finding in findings:
        expected = finding.facts["expected"]
        spans = stops.get(expected)
        if spans is None:
            stops[expected] = [finding]
        elif len(spans) < MOST_EARLY:
            spans.append(finding)


def _late(half: HalfEvents, findings: list[Finding]) -> None:
    spans, arrived = list(map(span_of, findings)), half.arrived
    _keep(half.late, spans)
    for span in spans:
        if len(arrived) < MOST_ARRIVED:
            arrived[span.first, span.answers] = arrived[span.last, span.answers] = span.frame


def _late_or_lost(half: HalfEvents, findings: list[Finding]) -> None:
    half.perhaps_lost.update(finding.frame for finding in findings)
    _late(half, findings)


def _lost(half: HalfEvents, findings: list[Finding]) -> None:
    spans = list(map(span_of, findings))
    half.losses += spans
    _keep(half.lost, spans)


def _repeated(half: HalfEvents, findings: list[Finding]) -> None:
    half.repeated.update((finding.frame, finding) for finding in findings)


def _undecided(half: HalfEvents, findings: list[Finding]) -> None:
    half.undecided.update((finding.frame, finding) for finding in findings)
    _keep(half.untaken, [span_of(finding) for finding in findings if finding.facts["where"] == BEHIND_TAP])


def _timeouts(half: HalfEvents, findings: list[Finding]) -> None:
    half.timeouts.update(finding.frame for finding in findings)


def _needless(half: HalfEvents, findings: list[Finding]) -> None:
    half.needless.update(finding.frame for finding in findings)


def _unread(half: HalfEvents, findings: list[Finding]) -> None:
    half.unread += map(span_of, findings)


def _incomplete(half: HalfEvents, findings: list[Finding]) -> None:
    _keep(half.incomplete, [(finding.frame, finding.time) for finding in findings])


def _ends(half: HalfEvents, findings: list[Finding]) -> None:
    half.ends += findings[: MOST - len(half.ends)]


#: what is noted of findings, all of one kind, by its name
NOTES: dict[str, Callable[[HalfEvents, list[Finding]], None]] = {
    "retransmission": _repetitions,
    "nak-sequence": _naks,
    "rnr-nak": _rnrs,
    "implied-nak": _implied,
    "out-of-sequence": _early,
    "out-of-order": _late,
    "reordered-or-lost": _late_or_lost,
    "lost": _lost,
    "duplicate-request": _repeated,
    "request-or-answer-lost": _undecided,
    "timeout": _timeouts,
    "spurious-timeout": _needless,
    "unanswered": _unread,
    "message-incomplete": _incomplete,
    "retries-exhausted": _ends,
    "rnr-retries-exhausted": _ends,
    "nak-refused": _ends,
}
