"""Findings about the responder, with their facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ibpkt.analysis.recovery.kinds import (
    ACK_OF_UNSENT,
    ANSWERS_FIRST,
    BEHIND_TAP,
    BEHIND_TAP_OR_LATER,
    GHOST_ACK,
    NAK_REFUSED,
    NAK_SEQUENCE,
    REQUEST_OR_ANSWER_LOST,
    RNR_NAK_RECEIVED,
)
from ibpkt.analysis.recovery.logged_requests import LoggedRequests, Range
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict, make_verdict
from ibpkt.analysis.results.finding import FindingType
from ibpkt.protocols import NAK_CODES, PSN_MASK, RNR_TIMER_MS, VALUE


def run_verdicts(
    kind: FindingType, entry: LoggedRequests, ranges: Iterable[Range], because: Iterable[int], **facts: int | str
) -> Iterator[Verdict]:
    """A verdict for each piece of a run that has some of the PSNs."""
    proofs = tuple(sorted({*because})) if because else ()
    for whole in ranges:
        for piece, count, (first, end) in entry.parts(*whole):
            # a READ has one PSN, however many its response takes
            last = first if count == 1 else end - 1
            said = {"count": count, "psn": first & PSN_MASK, "last": last & PSN_MASK, **facts}
            yield make_verdict((kind, piece, count, said, proofs, first, end))


def undecided(
    entry: LoggedRequests, ranges: Iterable[Range], because: Iterable[int] = (), *, may_be_executed: bool = True
) -> Iterator[Verdict]:
    """Requests were lost, or dropped while one before them was missing; or else their answer was lost, or is late."""
    where = BEHIND_TAP_OR_LATER if may_be_executed else BEHIND_TAP
    return run_verdicts(REQUEST_OR_ANSWER_LOST, entry, ranges, because, where=where)


def nak_verdict(run: Run) -> Verdict:
    """A NAK of any kind."""
    psn, value = run.first & PSN_MASK, run.code & VALUE
    if run.kind is RunKind.NAK_SEQUENCE:
        return Verdict(NAK_SEQUENCE, run, run.packets, {"psn": psn})
    if run.kind is RunKind.NAK_RNR:
        return Verdict(RNR_NAK_RECEIVED, run, run.packets, {"psn": psn, "timer": round(RNR_TIMER_MS[value] * 1e6)})
    name = NAK_CODES.get(value, f"reserved code {value}")
    return Verdict(NAK_REFUSED, run, run.packets, {"psn": psn, "name": name, "code": value})


def unsent_verdict(run: Run) -> Verdict:
    """ACKs of a PSN that was not sent."""
    facts = {"count": run.packets, "psn": run.first & PSN_MASK, "last": run.sent - 1 & PSN_MASK}
    return Verdict(ACK_OF_UNSENT, run, run.packets, facts, (run.frame,))


def early_verdict(acks: list[Run], request: Run) -> Verdict:
    """ACKs that come before their requests, the last of them before this one."""
    first, last = acks[0], acks[-1]
    facts = {"psn": first.first & PSN_MASK, "lead": request.time - last.last_time}
    return Verdict(ANSWERS_FIRST, first, 1, facts, (*(ack.frame for ack in acks), request.frame))


def ghost_verdict(run: Run) -> Verdict:
    """Repeated ACKs that no duplicate in the capture asked for."""
    return Verdict(GHOST_ACK, run, run.packets, {"count": run.packets, "psn": run.first & PSN_MASK})
