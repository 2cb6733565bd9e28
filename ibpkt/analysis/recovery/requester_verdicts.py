"""What is said of the requester of one half: the verdicts, with their facts and the packets that prove them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ibpkt.analysis.recovery.flow_end import rnr_wait
from ibpkt.analysis.recovery.holes import ContinuedResponses, Filling, Hole
from ibpkt.analysis.recovery.kinds import (
    BEFORE_TAP,
    CAPTURE_LOSS,
    GAP,
    LOST,
    OUT_OF_ORDER,
    REORDERED_OR_LOST,
    RETRANSMISSION,
    RNR_EARLY,
    RNR_RETRY,
    SPURIOUS_TIMEOUT,
    TIMEOUT,
)
from ibpkt.analysis.recovery.late_or_lost import UndecidedFilling
from ibpkt.analysis.recovery.presumed_losses import PresumedLoss, PresumedLosses
from ibpkt.analysis.recovery.recovery_run import Cause, Recovery
from ibpkt.analysis.recovery.repetition_reason import Reason
from ibpkt.analysis.recovery.response_holes import ResponseHole
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.verdict import Verdict, make_verdict
from ibpkt.analysis.results.finding import FindingType
from ibpkt.protocols import PSN_MASK


class RequesterVerdicts:
    """Collects the verdicts of one half.

    Attributes:
        presumed: lost requests that are not told yet.
        presumed_responses: lost responses that are not told yet.
        continued: responses to READs that the tap has not seen.
    """

    def __init__(self) -> None:
        self._verdicts: list[Verdict] = []
        self.presumed = PresumedLosses()
        self.presumed_responses = PresumedLosses()
        self.continued = ContinuedResponses()
        self._said: tuple[Recovery | None, dict[str, Any]] = (None, {})  # the last recovery, and what is said of it

    def take(self) -> list[Verdict]:
        """The verdicts since the last call."""
        verdicts, self._verdicts = self._verdicts, []
        return verdicts

    def _add(
        self, kind: FindingType, run: Run, packets: int, facts: dict[str, Any], frames: Iterable[int],
        first: int, end: int,
    ) -> None:  # fmt: skip
        proofs = {*frames}
        proofs.discard(0)
        self._verdicts.append(make_verdict((kind, run, packets, facts, tuple(sorted(proofs)), first, end)))

    def _add_range(
        self, kind: FindingType, run: Run, count: int, first: int, end: int, frames: Iterable[int], **facts: Any
    ) -> None:
        if count > 0:
            facts |= {"count": count, "psn": first & PSN_MASK, "last": end - 1 & PSN_MASK}
            self._add(kind, run, count, facts, frames, first, end)

    # -- missing packets ----------------------------------------------------------------------------------------------

    def lost(self, run: Run, first: int, end: int, count: int, *frames: int) -> None:
        """Packets were lost before the tap."""
        self._add_range(LOST, run, count, first, end, frames, where=BEFORE_TAP)

    def presume_lost(
        self, run: Run, first: int, end: int, count: int, frame: int, behind: Run, *, original: bool
    ) -> None:
        """Packets were lost before the tap, unless they come late: they were sent before those behind them."""
        if count > 0:
            self.presumed.add(PresumedLoss.before(behind, first, end, count, run, frame, original=original))

    def came_again(self, run: Run) -> None:
        """Packets come once more, for no known reason: one of them may be the original of a repetition."""
        for loss in self.presumed.take_doubted(run):
            frames = (loss.frame, loss.run.frame, run.frame)
            facts = {"where": BEFORE_TAP}
            self._add_range(REORDERED_OR_LOST, loss.run, loss.packets, loss.first, loss.end, frames, **facts)

    def has_older_losses(self, time: int, limit: int) -> bool:
        """Whether packets were missed so long ago, or too many."""
        requests, responses = self.presumed, self.presumed_responses
        is_older = bool(requests.open) and requests.has_older(time, limit)
        return is_older or (bool(responses.open) and responses.has_older(time, limit))

    def lost_for_certain(self, time: int, limit: int) -> None:
        """Packets that were missed so long ago do not come any more."""
        for loss in [*self.presumed.take_older(time, limit), *self.presumed_responses.take_older(time, limit)]:
            self.lost(loss.run, loss.first, loss.end, loss.packets, loss.frame, loss.run.frame)

    def lost_again(self, run: Run, first: int, end: int, skipped: int, frame: int) -> None:
        """Packets of a repetition are missing before a run, as far as Identifications are, too.

        Args:
            run: the run.
            first, end: their PSNs.
            skipped: how many Identifications are missing.
            frame: a packet that proves it, besides the run.
        """
        self.presume_lost(run, first, end, min(end - first, skipped), frame, run, original=False)

    def missed(self, run: Run, hole: Hole, first: int, end: int) -> None:
        """Packets of a hole have arrived, as an answer proves, and are not in the capture."""
        count = hole.missing.take_lost(self.continued.requests(first, end))
        self._add_range(CAPTURE_LOSS, run, count, first, end, (hole.behind.frame,))

    def filled(self, part: Filling) -> int:
        """A repetition fills a part of a hole; returns how many originals, not lost, are still to come."""
        hole = part.hole
        if hole.acked_time:
            self.missed(part.run, hole, part.first, part.end)
            return 0
        lost = hole.missing.take_lost(part.packets)
        self.presume_lost(part.run, part.first, part.end, lost, hole.behind.frame, hole.behind, original=True)
        return part.packets - lost

    def filled_by(self, filling: UndecidedFilling, *, may_come: bool) -> None:
        """A filling that turns out to be a repetition fills parts of holes; their originals may still come."""
        for first, end, frame, arrived, count in filling.parts:
            if arrived:
                self._add_range(CAPTURE_LOSS, filling.run, count, first, end, (frame, filling.run.frame))
            elif may_come:
                self.presume_lost(filling.run, first, end, count, frame, filling.run, original=True)
            else:
                self.lost(filling.run, first, end, count, frame, filling.run.frame)

    def presume_response_lost(self, missing: ResponseHole, run: Run) -> None:
        """A run asks again for responses that others have passed: they were lost before the tap, unless they come late.

        Identifications show whether the tap saw them.
        """
        first, end, behind = missing.first, missing.end, missing.behind
        count = min(end - first, behind.skipped)
        if count > 0 and behind.number >= 0:
            loss = PresumedLoss.before(behind, first, end, count, behind, behind.frame, original=True)
            self.presumed_responses.add(loss._replace(time=run.time))
        else:
            self.lost(behind, first, end, count, behind.frame)

    def gap(self, hole: Hole, last: Run) -> None:
        """Nothing shows what became of a hole."""
        facts = {"psn": hole.behind.first & PSN_MASK, "missing": hole.first & PSN_MASK}
        count = hole.end - hole.first
        frames = (hole.behind.frame, last.last_frame)
        self._add(GAP, hole.behind, count, facts | {"count": count}, frames, hole.first, hole.end)

    # -- order --------------------------------------------------------------------------------------------------------

    def out_of_order(self, run: Run, first: int, end: int, count: int, frames: Iterable[int]) -> None:
        """Packets come that others have overtaken."""
        self._add_range(OUT_OF_ORDER, run, count, first, end, (*frames, run.frame))

    def filling(self, filling: UndecidedFilling, *, late: bool) -> None:
        """A filling turns out to be the originals, or nothing shows what it is."""
        kind, facts = (OUT_OF_ORDER, {}) if late else (REORDERED_OR_LOST, {"where": BEFORE_TAP})
        if not filling.parts:
            return  # of a time before the capture: nothing is known about it
        frames = [filling.run.frame, *(part.frame for part in filling.parts)]
        if filling.nak is not None:
            frames.append(filling.nak.frame)
        self._add_range(kind, filling.run, filling.packets, filling.run.first, filling.end, frames, **facts)

    # -- repetitions --------------------------------------------------------------------------------------------------

    def sent_again(self, run: Run, end: int, count: int, recovery: Recovery, read: int) -> None:
        """Requests are sent again; ``read`` is the first PSN of the READ of which a READ asks for the rest, or -1."""
        if count <= 0:
            return
        if recovery is not self._said[0]:
            self._said = recovery, _facts_of(recovery)
        facts = self._said[1].copy()
        if read >= 0:
            facts["read"] = read & PSN_MASK
        first, frame, asked, begin = run.first, run.frame, recovery.asked_frame, recovery.run.frame
        facts["count"], facts["psn"], facts["last"] = count, first & PSN_MASK, end - 1 & PSN_MASK
        if 0 < asked < begin < frame:  # as nearly always
            self._verdicts.append(make_verdict((RETRANSMISSION, run, count, facts, (asked, begin, frame), first, end)))
        else:
            self._add(RETRANSMISSION, run, count, facts, (asked, begin, frame), first, end)

    def begins(self, run: Run, reason: Reason) -> None:
        """What a repetition shows when it begins."""
        psn, waited, nak = reason.psn & PSN_MASK, reason.waited, reason.nak
        frames = (reason.frame, run.frame)
        first, end = run.first, run.first + 1
        if reason.cause is Cause.TIMEOUT:
            self._add(TIMEOUT, run, 1, {"psn": psn, "waited": waited}, frames, first, end)
        elif reason.cause is Cause.RNR_NAK and nak is not None and waited >= 0 and not reason.or_timeout:
            timer = rnr_wait(nak)
            kind = RNR_RETRY if waited >= timer else RNR_EARLY
            self._add(kind, run, 1, {"waited": waited, "timer": timer}, frames, first, end)

    def needless(self, recovery: Recovery, acked_time: int, frame: int) -> None:
        """The answer was under way when a timer expired."""
        recovery.judged = True
        latency = acked_time - recovery.time + recovery.waited
        facts = {"waited": recovery.waited, "psn": recovery.psn & PSN_MASK, "latency": latency}
        frames = (recovery.run.frame, frame)
        self._add(SPURIOUS_TIMEOUT, recovery.run, 1, facts, frames, recovery.psn, recovery.psn + 1)


def _facts_of(recovery: Recovery) -> dict[str, Any]:
    """What findings about all runs of a recovery share."""
    facts: dict[str, Any] = {"cause": recovery.sentence(), "why": int(recovery.cause), "recovery": recovery.number}
    if recovery.cause is Cause.TIMEOUT:
        facts["waited"] = recovery.waited
    return facts
