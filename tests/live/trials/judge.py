"""What is false of what the analysis says about a trial, by the truth that it left.

A finding that leaves open which of two things happened is false if neither did.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ibpkt.analysis.recovery.kinds import BEFORE_TAP, BEHIND_TAP_OR_LATER
from ibpkt.analysis.recovery.recovery_run import OR_TIMEOUT, Cause
from ibpkt.analysis.results.finding import Finding, Severity
from ibpkt.protocols import PSN_MASK
from tests.analysis.truth.told import Told, packets
from tests.live.faulty_wire import MOST_OVERTAKE
from tests.live.trials.cable import TAPS
from tests.live.trials.told_messages import flows_untrue, messages_untrue
from tests.live.trials.truth import Truth
from tests.live.trials.untrue import Untrue
from tests.live.trials.view import Conversation, Evidence, Range, View

#: nothing that they say can be false here but by what other findings say as well
UNCHECKED = frozenset({"ghost-ack"})
#: kinds whose packets are those of a kernel's counter at most: the counter, and whether it is the requester's
COUNTED = {
    "timeout": ("completer_retry_err", True), "retries-exhausted": ("retry_exceeded_err", True),
    "rnr-retries-exhausted": ("retry_rnr_exceeded_err", True), "duplicate-request": ("duplicate_request", False),
    "nak-sequence": ("out_of_seq_request", False), "rnr-nak": ("send_rnr_err", False),
    "rnr-retry": ("rcvd_rnr_err", True),
}  # fmt: skip
IPV6 = 6
#: nanoseconds by the RNR timers of the plans (IBA 1, 9.7.5.2.8)
RNR_DELAYS = {12: 640_000, 16: 2_560_000, 20: 10_240_000}
#: kinds whose packet comes behind those that it is about
SHOWN_BY_THE_NEXT = frozenset({"gap", "datagram-gap"})
_PSN_OF_CAUSE = re.compile(r"PSN (\d+)")
#: statuses of work requests whose requester gave up
GAVE_UP = {
    "retries-exhausted": "transport retry counter exceeded", "rnr-retries-exhausted": "RNR retry counter exceeded",
}  # fmt: skip


class Result(NamedTuple):
    """What is false of one capture.

    Attributes:
        capture: the name of its file.
        kind: of its trial.
        trial: its name.
        untrue: the false statements.
        statements: how many were made: findings but for chats, messages and flows.
    """

    capture: str
    kind: str
    trial: str
    untrue: list[Untrue]
    statements: int


def judged(path: Path) -> list[Result]:
    """What is false of the captures of a trial, which stand beside its truth."""
    truth = Truth.read(path)
    results = []
    for tap in TAPS:
        capture = path.with_name(f"{truth.name}-{tap}.pcap")
        if capture.exists():
            told = Told(capture, together=True)
            findings = sum(finding.kind.severity > Severity.CHAT for finding in told.findings)
            statements = findings + len(told.work) + len(told.connections)
            results.append(Result(capture.name, truth.kind, truth.name, untrue(told, truth, tap), statements))
    return results


def untrue(told: Told, truth: Truth, tap: str) -> list[Untrue]:
    """The false statements about the capture of a tap, in the order of its packets."""
    view = View(truth, tap)
    found = [*Findings(told, view).untrue(), *messages_untrue(told, view), *flows_untrue(told, view)]
    return sorted(found, key=lambda each: each.packet)


class Findings:
    """Judges the findings of one capture.

    Each fault of the truth can prove one packet of the findings of a kind.
    """

    def __init__(self, told: Told, view: View) -> None:
        self._told, self._view, self._truth = told, view, view.truth
        self._spent: set[tuple[str, Evidence]] = set()
        self._rules: dict[str, Callable[[Finding], bool]] = {
            "lost": self._lost,
            "gap": self._gap,
            "datagram-gap": self._gap,
            "out-of-order": self._out_of_order,
            "reordered-or-lost": self._reordered_or_lost,
            "duplicate": self._duplicate,
            "request-or-answer-lost": self._request_or_answer_lost,
            "retransmission": self._retransmission,
            "timeout": self._timeout,
            "spurious-timeout": self._spurious,
            "duplicate-request": self._duplicate_request,
            "duplicate-unconfirmed": self._unconfirmed,
            "out-of-sequence": self._out_of_sequence,
            "nak-sequence": self._nak,
            "rnr-nak": self._nak,
            "rnr-retry": self._rnr_retry,
            "rnr-early": self._rnr_early,
            "nak-refused": self._refused,
            "implied-nak": self._implied,
            "message-incomplete": self._incomplete,
            "adaptive-routing": self._several_paths,
            "unanswered": self._failed,
            "retries-exhausted": self._failed,
            "rnr-retries-exhausted": self._failed,
        }

    def untrue(self) -> Iterator[Untrue]:
        """What is false."""
        told: Counter[tuple[str, int]] = Counter()
        for finding in self._told.findings:
            kind = finding.kind.name
            if kind in UNCHECKED:
                continue
            told[kind, self._of(finding).asker] += self._countable(finding)
            rule = self._rules.get(kind)
            if rule is None or not rule(finding):
                yield Untrue(kind, finding.frame, str(finding), finding.kind.severity == Severity.CHAT)
        for (kind, asker), count in told.items():
            if kind in COUNTED:
                counter, is_requester = COUNTED[kind]
                kernel = self._truth.counters[asker if is_requester else 3 - asker][counter]
                if count > kernel:
                    yield Untrue(
                        f"{kind} (counter)", 0, f"{count} told of what node {asker} asks, {counter} is {kernel}"
                    )

    def _of(self, finding: Finding) -> Conversation:
        return self._view.conversation(self._view.records[finding.frame - 1])

    def _psns(self, finding: Finding) -> Range:
        first: int = finding.facts["psn"]
        return Range(first, finding.facts.get("last", first))

    def _are(self, finding: Finding, evidence: Iterable[Evidence]) -> bool:
        """Whether there are as many that no other finding of this kind has had.

        It gets those that are nearest: its packet is the first of a run, or the one that shows what is missing.
        """
        kind, wanted = finding.kind.name, packets(finding)
        here = self._view.records[finding.frame - 1]
        is_missing = kind in SHOWN_BY_THE_NEXT or finding.facts.get("where") == BEFORE_TAP
        fresh = [each for each in evidence if (kind, each) not in self._spent]
        fresh.sort(
            key=lambda each: ((each.number > here) if is_missing else (each.number < here), abs(each.number - here))
        )
        self._spent.update((kind, each) for each in fresh[:wanted])
        return len(fresh) >= wanted

    def _numbers(self, finding: Finding, psns: Range | None = None) -> list[int]:
        """The frames that a finding is about."""
        answers = bool(finding.subject and finding.subject.answers)
        return self._view.numbers(self._of(finding), answers, psns or self._psns(finding))

    def _lost(self, finding: Finding) -> bool:
        if finding.facts["where"] == BEFORE_TAP:
            return self._are(finding, self._view.faults("lost", self._numbers(finding), before=True))
        return self._all_are(finding, self._view.faults("lost", self._numbers(finding), before=False))

    def _late(self, numbers: list[int], before: bool = True) -> list[Evidence]:
        wanted = set(numbers)
        late = self._view.late if before else self._view.late_at_end
        return [each for each in late if each.number in wanted]

    def _gap(self, finding: Finding) -> bool:
        psn, count = finding.facts["psn"], finding.facts["count"]
        missing = finding.facts.get("missing", psn - count) & PSN_MASK
        numbers = self._numbers(finding, Range(missing, (psn - 1) & PSN_MASK))
        return self._are(finding, [*self._view.faults("lost", numbers, before=True), *self._late(numbers)])

    def _run(self, finding: Finding) -> list[tuple[int, int]]:
        """The packets that a finding about a run is about, the first of which is its own; and their frames."""
        answers = self._view.frame(finding.frame).is_answer
        wanted = set(self._view.numbers(self._of(finding), answers, self._psns(finding)))
        after = enumerate(islice(self._view.records, finding.frame - 1, None), finding.frame)
        run = ((packet, number) for packet, number in after if number in wanted)
        return list(islice(run, packets(finding)))

    def _all_are(self, finding: Finding, evidence: Iterable[Evidence]) -> bool:
        """Whether there is evidence for each packet of a run."""
        run = self._run(finding)
        numbers = {each.number for each in evidence}
        return len(run) == packets(finding) and all(number in numbers for _, number in run)

    def _out_of_order(self, finding: Finding) -> bool:
        late = {each.place for each in self._view.late}
        run = self._run(finding)
        return len(run) == packets(finding) and all(packet in late for packet, _ in run)

    def _reordered_or_lost(self, finding: Finding) -> bool:
        """Lost, or late; or behind the tap before a late one: then the responder drops it, as if it had been lost."""
        numbers, before = self._numbers(finding), finding.facts["where"] == BEFORE_TAP
        early = [] if before else [each for each in self._view.early_at_end if each.number in set(numbers)]
        return self._are(finding, [*self._view.faults("lost", numbers, before), *self._late(numbers, before), *early])

    def _duplicate(self, finding: Finding) -> bool:
        """Copies in the capture; of answers also those to copies of requests, which the tap need not have seen."""
        wanted = set(self._numbers(finding))
        evidence = [each for each in self._view.copies if each.number in wanted]
        if self._truth.frames[self._view.records[finding.frame - 1]].is_answer:
            asked = self._view.numbers(self._of(finding), answers=False)
            evidence += self._view.faults("copied", asked)
        return self._are(finding, evidence)

    def _request_or_answer_lost(self, finding: Finding) -> bool:
        """Lost behind the tap, dropped there since one before was lost, answered before it, or sent again too soon."""
        view, of = self._view, self._of(finding)
        answers = view.numbers(of, answers=True)
        is_open = finding.facts["where"] == BEHIND_TAP_OR_LATER
        if is_open and view.faults("lost", answers, before=True):
            return True
        lost = view.faults("lost", self._numbers(finding), before=False)
        is_shown = self._are(finding, [*lost, *self._taken(finding, "ahead")])
        if is_shown or not is_open:
            return is_shown
        tries = [packet for packet in self._packets(self._numbers(finding)) if packet <= finding.frame]
        psn = finding.facts["psn"]
        answered = [packet for packet in self._packets(answers) if view.frame(packet).proves(psn)]
        return bool(answered) and len(tries) > 1 and min(answered) > tries[1]

    def _packets(self, numbers: list[int]) -> list[int]:
        """The packets of the capture with these frames."""
        wanted = set(numbers)
        return [packet for packet, number in enumerate(self._view.records, 1) if number in wanted]

    def _retransmission(self, finding: Finding) -> bool:
        again, run = self._view.again(self._of(finding)), self._run(finding)
        is_again = all(number in again or again & self._twins(packet, number) for packet, number in run)
        return is_again and self._has_cause(finding)

    def _twins(self, packet: int, number: int) -> set[int]:
        """The frames of the capture before a packet that nothing tells from it: IPv6 has no Identification.

        An original that is late and its repetition can come in any order; which is which, no tap can see.
        """
        if self._truth.plan["family"] != IPV6:
            return set()
        frame, before = self._truth.frames[number], self._view.records[: packet - 1]
        return {other for other in before if self._truth.frames[other] == frame}

    def _has_cause(self, finding: Finding) -> bool:
        """Whether the requester had what is said to have asked for it."""
        view, why = self._view, finding.facts["why"]
        if why not in (Cause.NAK, Cause.RNR_NAK, Cause.RESPONSE):
            return True
        found = _PSN_OF_CAUSE.search(str(finding.facts["cause"]))
        assert found
        psn = int(found[1])
        of = self._of(finding)
        answers = view.numbers(of, True, Range(psn, psn))
        if why == Cause.RESPONSE:
            return self._is_missing(finding, psn)
        arrived = [number for number in answers if view.arrived(number)]
        not_ready = any(self._truth.frames[number].is_rnr_nak for number in arrived)
        naks = [number for number in arrived if self._truth.frames[number].is_sequence_nak]
        if OR_TIMEOUT in finding.facts["cause"]:
            asked, other = (not_ready, bool(naks)) if why == Cause.RNR_NAK else (bool(naks), not_ready)
            return asked or not other  # without either NAK nothing but the timer makes a requester go back
        if why == Cause.RNR_NAK:
            return not_ready
        return bool(naks) and not self._timer_has_expired(finding, naks)

    def _timer_has_expired(self, finding: Finding, naks: list[int]) -> bool:
        """Whether nothing was sent since the NAK, nor before, for as long as the requester's timer takes.

        Kernels ignore a NAK while nothing has answered what an earlier one has made them send again.
        """
        asked = self._view.numbers(self._of(finding), answers=False)
        before = [packet for packet in self._packets([*asked, *naks]) if packet < finding.frame]
        return bool(before) and 10 * self._waited(before[-1], finding) >= 9 * (4096 << self._truth.plan["timeout"])

    def _waited(self, since: int, finding: Finding) -> int:
        """Nanoseconds between a packet and a finding's."""
        return self._told.times[finding.frame - 1] - self._told.times[since - 1]

    def _timeout(self, finding: Finding) -> bool:
        """Something was sent again from that PSN; how often is for the counter."""
        psns = self._psns(finding)
        return not self._view.again(self._of(finding)).isdisjoint(self._numbers(finding, psns))

    def _spurious(self, finding: Finding) -> bool:
        """The responder had executed it when it was sent again."""
        here = self._view.records[finding.frame - 1]
        return any(each.number < here for each in self._taken(finding, "executed"))

    def _taken(self, finding: Finding, *how: str, ahead_of: int | None = None) -> list[Evidence]:
        """What came to the responder, and what it did with that; only what came before a PSN that it waited for."""
        return [
            Evidence(each.number, "taken", place)
            for place, each in self._view.taken_of(self._of(finding), self._numbers(finding))
            if each.how in how and (ahead_of is None or ahead_of in Range.of(each.expected, 1 << 23))
        ]

    def _duplicate_request(self, finding: Finding) -> bool:
        """The responder had executed what is sent again, whether the repetition came to it or not."""
        executed = {
            psn: each.number for each in self._taken(finding, "executed") for psn in self._view.psns(each.number)
        }
        lost = [
            each
            for each in self._lost_behind(finding)
            if any(executed.get(psn, each.number) < each.number for psn in self._view.psns(each.number))
        ]
        if "or_else" in finding.facts:  # it, or another copy of each: that came, and was not executed
            again = {psn for each in self._taken(finding, "duplicate") for psn in self._view.psns(each.number)}
            return all(psn in again for psn in self._psns(finding))
        return self._all_are(finding, [*self._taken(finding, "duplicate"), *lost])

    def _lost_behind(self, finding: Finding) -> list[Evidence]:
        return self._view.faults("lost", self._numbers(finding), before=False)

    def _countable(self, finding: Finding) -> int:
        """How many of its packets a kernel has counted if the finding is true: repetitions that came to it."""
        if finding.kind.name != "duplicate-request":
            return packets(finding)
        lost = {each.number for each in self._lost_behind(finding)}
        return packets(finding) - sum(number in lost for _, number in self._run(finding))

    def _unconfirmed(self, finding: Finding) -> bool:
        return bool(self._taken(finding, "executed", "duplicate"))

    def _out_of_sequence(self, finding: Finding) -> bool:
        """The packets came ahead of that PSN, or were lost behind the tap; or the responder later asks for that PSN.

        No tap sees whether the packet with that PSN comes late, nor which of these packets the responder takes then.
        """
        psn, of = finding.facts["expected"], self._of(finding)
        ahead_of_it = [each.number for each in self._view.taken(of) if each.how == "ahead" and each.expected == psn]
        answers = self._view.numbers(of, answers=True, psns=Range(psn, psn))
        naks = [number for number in answers if self._truth.frames[number].is_sequence_nak]
        if ahead_of_it and finding.frame <= max(self._packets([*ahead_of_it, *naks]), default=0):
            return True
        ahead = self._taken(finding, "ahead", ahead_of=psn)
        return self._all_are(finding, [*ahead, *self._lost_behind(finding)])

    def _nak(self, finding: Finding) -> bool:
        frame = self._view.frame(finding.frame)
        return frame.is_rnr_nak if finding.kind.name == "rnr-nak" else frame.is_sequence_nak

    def _rnr_retry(self, finding: Finding) -> bool:
        return any(self._truth.frames[number].is_rnr_nak and self._view.arrived(number)
                   for number in self._view.numbers(self._of(finding), answers=True))  # fmt: skip

    def _rnr_early(self, finding: Finding) -> bool:
        """Kernels do that where a NAK of a sequence error comes behind the RNR NAK before."""
        psn = self._view.frame(finding.frame).psn
        numbers = self._view.numbers(self._of(finding), answers=True, psns=Range(psn, psn))
        naks = [number for number in numbers if self._truth.frames[number].is_rnr_nak and self._view.arrived(number)]
        before = [packet for packet in self._packets(naks) if packet < finding.frame]
        return bool(before) and self._waited(before[-1], finding) < RNR_DELAYS[self._truth.plan["rnr_timer"]]

    def _refused(self, finding: Finding) -> bool:
        """The responder has said so, and nothing of that was a success."""
        return self._view.frame(finding.frame).is_refusal and self._status(finding) != "success"

    def _implied(self, finding: Finding) -> bool:
        return self._is_missing(finding, finding.facts["missing"], before=True)

    def _is_missing(self, finding: Finding, psn: int, before: bool | None = None) -> bool:
        """Whether a response is missing: lost, or its request; or another answer came to the requester before it."""
        view, of, psns = self._view, self._of(finding), Range(psn, psn)
        near = view.numbers(of, True, Range((psn - MOST_OVERTAKE) & PSN_MASK, psn))
        return bool(
            view.faults("lost", view.numbers(of, True, psns), before)
            or view.faults("lost", view.numbers(of, False, psns))
            or self._late(near, before is not None)
            or self._is_passed(of, psn)
        )

    def _is_passed(self, of: Conversation, psn: int) -> bool:
        """Whether an answer beyond a PSN came to the requester between a request for it and the response to that.

        A duplicate is acknowledged with the last PSN that was executed, and READs and atomics behind it come later.  At
        any time of the trial: what a requester drops meanwhile, which makes it ask again, is not modelled here.
        """
        asked = self._view.numbers(of, False, Range(psn, psn))
        responses = set(self._view.numbers(of, True, Range(psn, psn)))
        frames, received = self._truth.frames, self._truth.received[of.asker]
        every = self._view.numbers(of, True)
        beyond = {number for number in every if 0 < (frames[number].psn - psn) & PSN_MASK < 1 << 23}
        for request in asked:
            answers = (number for number in received if number > request)
            if next((number for number in answers if number in responses or number in beyond), None) in beyond:
                return True
        return False

    def _incomplete(self, finding: Finding) -> bool:
        """A packet of that message, or one next to it, was lost before the tap, or a late one is among them."""
        of, psn = self._of(finding), finding.facts["psn"]
        for each, first in zip(self._truth.work, self._truth.begins(), strict=True):
            count = each.packets(self._truth.mtu)
            if (each.pair, each.node) == of and psn in Range.of(first, count):
                numbers = self._view.numbers(of, False, Range.of((first - 1) & PSN_MASK, count + 2))
                packets = self._packets(numbers)
                late = any(packets[0] <= other.place <= packets[-1] for other in self._view.late) if packets else False
                return late or bool(self._view.faults("lost", numbers, before=True))
        return False

    def _several_paths(self, finding: Finding) -> bool:
        """So many were late, and fewer were lost so far: the sentence says that next to none were."""
        numbers = self._view.numbers(self._of(finding), answers=self._view.frame(finding.frame).is_answer)
        here = self._view.records[finding.frame - 1]
        lost = [each for each in self._view.faults("lost", numbers) if each.number < here]
        return len(self._late(numbers)) >= finding.facts["late"] > len(lost)

    def _failed(self, finding: Finding) -> bool:
        """The work request of that PSN was given up for that reason; ``unanswered``: for any."""
        wanted = GAVE_UP.get(finding.kind.name)
        status = self._status(finding)
        return status not in (None, "success") if wanted is None else status == wanted

    def _status(self, finding: Finding) -> str | None:
        """That of the work request with the PSN that a finding names; None if there is none."""
        of, psn = self._of(finding), finding.facts["psn"]
        for each, first in zip(self._truth.work, self._truth.begins(), strict=True):
            if (each.pair, each.node) == of and psn in Range.of(first, each.packets(self._truth.mtu)):
                return each.status
        return None
