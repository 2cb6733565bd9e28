"""Which case a kind of finding belongs to where nothing else explains it, and at which end of the packet's way."""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.place import Reach
from ibpkt.analysis.results.finding import FindingType, Severity


class Meaning(NamedTuple):
    """What a kind of finding means by itself.

    Attributes:
        case: the case.
        reach: where, as seen from the packets that it is about.
    """

    case: Case
    reach: Reach


#: by the name of the kind
MEANINGS: dict[str, Meaning] = {
    name: Meaning(case, reach)
    for case, reach, names in (
        (cases.LOST, Reach.WAY, "lost message-incomplete nak-sequence"),
        (cases.RESPONSES_MISSING, Reach.BEFORE, "implied-nak"),
        (cases.LOST, Reach.BETWEEN, "request-or-answer-lost timeout retransmission"),
        (cases.DATAGRAMS_MISSING, Reach.WAY, "datagram-gap"),
        (cases.DAMAGED, Reach.BEFORE, "icrc-bad vcrc-bad lpcrc-bad checksum-bad"),
        (cases.RXE_ICRC, Reach.SENDER, "rxe-flush-icrc"),
        (cases.OVERTAKEN, Reach.WAY, "out-of-order adaptive-routing"),
        (cases.OVERTAKEN_OR_LOST, Reach.WAY, "reordered-or-lost"),
        (cases.COPIED, Reach.WAY, "duplicate"),
        (cases.COPIED, Reach.TAP, "captured-twice"),
        (cases.NOT_CAPTURED, Reach.TAP, "capture-loss response-without-request"),
        (cases.ANSWERS_FIRST, Reach.TAP, "answers-first"),
        (cases.SAMPLED, Reach.TAP, "not-followed"),
        (cases.NOT_READY, Reach.RECEIVER, "rnr-nak rnr-retry rnr-early rnr-retries-exhausted credits-exceeded"),
        (cases.CREDITS_LACKING, Reach.RECEIVER, "credit-stall"),
        (cases.KEY_INVALIDATED, Reach.WAY, "key-invalidated"),
        (cases.GONE, Reach.RECEIVER, "retries-exhausted unanswered"),
        (cases.CONNECTION_UNANSWERED, Reach.RECEIVER, "cm-timeout"),
        (cases.SLOW_CONNECTION, Reach.RECEIVER, "cm-repeat"),
        (cases.RELEASE_UNANSWERED, Reach.RECEIVER, "cm-unreleased"),
        (cases.MANAGEMENT_SILENT, Reach.RECEIVER, "mad-unanswered"),
        (cases.LOST_MANAGEMENT, Reach.BETWEEN, "mad-repeat"),
        (cases.MANAGEMENT_ERROR, Reach.SENDER, "mad-status"),
        (cases.REJECTED, Reach.WAY, "cm-reject"),
        (cases.TIMER_SHORT, Reach.RECEIVER, "spurious-timeout"),
        (
            cases.MARKED, Reach.BEFORE,
            "congestion-mark congested-flow marks-unanswered notification-ignored cnp cnp-without-mark rate-cut",
        ),
        (cases.PAUSED, Reach.SENDER, "pfc-pause pfc-resume"),
        (cases.REROUTED, Reach.WAY, "route-link route-hops"),
        (cases.RECLASSED, Reach.WAY, "route-class"),
        (cases.MIGRATED, Reach.WAY, "migration"),
        (cases.SPREAD, Reach.WAY, "route-entropy path-bits"),
        (cases.OTHER_PARTITION, Reach.WAY, "p-key-mismatch p-key-directions p-key-limited p-key-invalid"),
        (cases.OTHER_Q_KEY, Reach.WAY, "qp1-q-key"),
        (cases.OTHER_MTU, Reach.WAY, "payload-size fragment payload-over-mtu"),
    )
    for name in names.split()
}  # fmt: skip
MEANINGS["credits-exceeded"] = Meaning(cases.RULE_BROKEN, Reach.SENDER)

#: kinds that only go with others, or of which nothing follows
ONLY_CONTEXT = frozenset({
    "gap", "duplicate-request", "duplicate-unconfirmed", "out-of-sequence", "ghost-ack", "manufacturer-opcode",
    "pfc-resume",
})  # fmt: skip
#: kinds that are about what the responder sends
OF_ANSWERS = frozenset({
    "ack-of-unsent", "answers-first", "msn", "response-length", "response-without-request", "ghost-ack",
})  # fmt: skip
#: kinds of packets that go against the direction that they are about
BACKWARD = frozenset({"cnp", "cnp-without-mark"})
#: what breaks a rule by itself
_BROKEN = Meaning(cases.RULE_BROKEN, Reach.SENDER)


def meaning_of(kind: FindingType) -> Meaning | None:
    """What a kind means by itself; None where nothing follows."""
    found = MEANINGS.get(kind.name)
    if found is None and kind.name not in ONLY_CONTEXT and kind.severity > Severity.CHAT:
        return _BROKEN
    return None if kind.name in ONLY_CONTEXT else found
