"""Packets that the responder has asked for though the tap saw them: lost behind the tap, or only late there.

Such a packet was late if an answer acknowledges it before it is sent again; or if the answer covers more than has been
sent again, and the responder keeps nothing that comes early.  It may have been late if it is acknowledged twice; or if
an ACK comes again that nothing else explains, until something that is sent later is acknowledged; or if it is the last
that the first ACK of its repetition acknowledges, and asks for none: a duplicate is acknowledged all the same.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from ibpkt.analysis.recovery.logged_requests import Range
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints

MAX_CLAIMS = 64
#: what a state has of each, besides the run
_NUMBERS = ("first", "end", "frame", "sent", "reached", "ahead", "answered", "is_answer", "alone", "unready", "unasked")
#: how many of them are flags, the last
_FLAGS = 4


@dataclasses.dataclass(slots=True)
class Claim:
    """Packets of which an answer is to show whether they were lost behind the tap.

    Attributes:
        run: the requests.
        first, end: the PSNs of them that a NAK asked for.
        frame: the number of that NAK.
        sent: the PSN behind the highest that was sent before it.
        reached: the PSN behind the last packet of the repetition that sends them again; -1 for not yet.
        ahead: up to where answers were ahead of the repetition; -1 if they were not.
        answered: the PSN behind the highest that was sent before an answer acknowledged them; -1 for not yet.
        is_answer: the repetition begins with them, as the answer to the NAK does.
        alone: nothing behind them was sent again either.
        unready: the responder was not ready for the first of them when it came again. So it may have been before: a NAK
            follows an RNR NAK, too, if packets come behind it, and the RNR NAK was lost before the tap.
        unasked: the repetition begins with them, and the first of them asks for no ACK.
    """

    run: Run
    first: int
    end: int
    frame: int
    sent: int
    reached: int = -1
    ahead: int = -1
    answered: int = -1
    is_answer: bool = False
    alone: bool = True
    unready: bool = False
    unasked: bool = False

    def send_again(self, run: Run) -> None:
        """Requests are sent again: these, or what follows them."""
        self.alone &= run.end <= self.first or run.first >= self.sent
        if run.first <= max(self.reached, self.end - 1) and self.first < run.end:
            if self.reached < 0 and run.first == self.first and not run.continues:
                self.is_answer, self.unasked = True, bool(run.code)
            self.reached, self.ahead = max(self.reached, run.end), max(self.ahead, run.ahead)

    def was_late(self, acked: int, *, keeps: bool) -> bool:
        """Whether an answer that acknowledges them is none to the repetition.

        Args:
            acked: the PSN up to which it acknowledges.
            keeps: the responder keeps what comes early, so an answer may cover more than was sent again; not known of
                one whose requester sends again no more than what it was asked for.
        """
        if self.reached < 0:
            return True
        goes_back = self.is_answer and self.reached > self.end
        return goes_back and not keeps and (acked > self.reached or self.ahead > self.first)

    def shows_kept(self, acked: int) -> bool:
        """Whether an answer shows that the responder keeps what comes early, of packets that were late.

        One that came before them made it ask; all of those are acknowledged, and none was sent again.
        """
        return self.alone and self.end < self.sent <= acked


class ClaimedLosses:
    """Losses behind the tap that are not told yet: nothing shows so far that the packets were not late.

    Attributes:
        open: these, in the order of their NAKs.
    """

    def __init__(self) -> None:
        self.open: list[Claim] = []

    @property
    def last_frame(self) -> int:
        """The number of the latest NAK; 0 for none."""
        return max((claim.frame for claim in self.open), default=0)

    def add(self, claim: Claim) -> list[Claim]:
        """A NAK asks for a packet; returns those that are told now, since there are too many."""
        self.open.append(claim)
        told, self.open = self.open[:-MAX_CLAIMS], self.open[-MAX_CLAIMS:]
        return told

    def sent_again(self, run: Run) -> None:
        """Requests, in the order of the capture: they may send the packets again."""
        for claim in self.open:
            claim.send_again(run)

    def acknowledged(self, acked: int, sent: int, *, keeps: bool) -> tuple[list[Claim], list[Claim]]:
        """Requests are known to be received up to a PSN.

        Args:
            acked: the PSN.
            sent: the PSN behind the highest that was sent so far.
            keeps: the responder keeps what comes early.

        Returns:
            Those below that were late; and those that were acknowledged before, of which no second ACK can come any
            more: answers come in the order of the requests, and something that was sent later is acknowledged.
        """
        waiting = [claim for claim in self.open if claim.answered < 0 and claim.first < acked]
        late = self._take([claim for claim in waiting if claim.was_late(acked, keeps=keeps)])
        final = self._take([claim for claim in self.open if 0 <= claim.answered < acked])
        for claim in self.open:
            # one that is the last acknowledged may be so once more
            if claim.answered < 0 and claim.end < acked:
                claim.answered = sent
        return late, final

    def acknowledged_unasked(self, acked: int) -> list[Claim]:
        """The first ACK of a repetition ends with claims which asked for none there: they may have been late."""
        unasked = [claim for claim in self.open if claim.unasked and claim.end == acked]
        return self._take([claim for claim in unasked if claim.answered < 0])

    def acknowledged_again(self, acked: int, frame: int) -> list[Claim]:
        """ACKs up to a PSN are repeated: a claim right before it that came again first, since it may have been late.

        Args:
            acked: the PSN.
            frame: the number of the first of the ACKs.
        """
        waiting = [claim for claim in self.open if claim.answered < 0 and claim.end == acked]
        return self._take([claim for claim in waiting if claim.is_answer and claim.frame < frame])

    def answered_again(self, responses: Iterable[Range], frame: int) -> list[Claim]:
        """READs or atomics are answered once more than they came again: claims of these, since they may have been late.

        Args:
            responses: PSNs of the responses; a READ is answered by its last one.
            frame: the number of the first of them.
        """
        ends = [claim for claim in self.open if any(first < claim.end <= end for first, end in responses)]
        return self._take([claim for claim in ends if claim.answered < 0 and claim.is_answer and claim.frame < frame])

    def not_ready(self, psn: int) -> None:
        """An RNR NAK for a PSN."""
        for claim in self.open:
            claim.unready |= claim.first == psn

    def finish(self) -> list[Claim]:
        """Nothing more comes: those that are left were lost."""
        return self._take(self.open)

    def _take(self, taken: list[Claim]) -> list[Claim]:
        self.open = [claim for claim in self.open if claim not in taken]
        return taken

    def rows(self) -> list[tuple[int, ...]]:
        """What is not told yet, as integers."""
        return [(*(int(getattr(claim, name)) for name in _NUMBERS), *run_to_ints(claim.run)) for claim in self.open]

    def restore(self, rows: Iterable[tuple[int, ...]]) -> None:
        """Go on with what was not told."""
        for first, end, frame, sent, reached, ahead, answered, *rest in rows:
            flags, run = [bool(flag) for flag in rest[:_FLAGS]], run_from_ints(rest[_FLAGS:])
            assert run is not None
            self.open.append(Claim(run, first, end, frame, sent, reached, ahead, answered, *flags))
