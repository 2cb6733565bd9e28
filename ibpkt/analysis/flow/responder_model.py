"""What the responder makes of requests that arrive: what it expects, has executed, misses, or drops.

The tap is not the responder.  What it sees arrives, as far as is known; once something shows that it need not, nothing
is said of what the responder has executed but what its answers tell.

Source: IBA 1, 9.7.4.1.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ibpkt.analysis.flow.reassembly import ANSWERED, OPERATION, Reassembly
from ibpkt.analysis.flow.sequence import PacketView, Results
from ibpkt.analysis.results.finding import FindingType, Severity
from ibpkt.analysis.results.flow import Flow

if TYPE_CHECKING:
    from ibpkt.analysis.flow.response_tracker import ResponseTracker

DUPLICATE_REQUEST = FindingType(
    "duplicate-request",
    Severity.NOTE,
    "sequence",
    "The responder has already executed PSN {psn}",
    "Its acknowledgement or response was lost or late; the responder answers again.",
    "IBA 1, 9.7.4.1.1",
)
#: NAKs that may be under way
MAX_EXPECTED_NAKS = 64


class ResponderModel(Reassembly):
    """The requests of one end of a flow as the other end gets them.

    Attributes:
        answers: what the other end answers.
    """

    def __init__(self, flow: Flow, side: int, results: Results) -> None:
        super().__init__(flow, side, results)
        self.answers: ResponseTracker
        self.next_retransmission = -1  # the next that is sent again
        self.guessed = False  # `epsn` is not sure
        self.crossed = False  # what the responder misses was sent again before it has said so: it may be there
        self.resend_from = -1  # from which number on the requester has been told to send again
        self.owed: deque[int] = deque(
            maxlen=MAX_EXPECTED_NAKS
        )  # NAKs that must come, for what the tap has not seen either
        self.discarded = -1  # what came before this number the responder has not kept: it was not ready (`_again`)
        self.done = -1  # behind the last that was certainly executed
        self.lossy = False  # packets that the tap has seen were lost behind it
        self.doubt = -1  # behind the last of those that may have been lost so: an answer should have come
        self.unknown = 0  # requests that came again, where it cannot be known whether they were executed before
        self.wants = -1  # the last that the responder should have got, and must answer
        self.credit = 0  # repeated requests that have been counted, and not been answered

    def _arrives(self, seen: PacketView, psn: int, span: int, operation: int) -> None:
        """What the responder makes of a packet that is not new."""
        if psn < self.epsn:
            if self._comes_again(seen, psn, psn + span, operation):
                self.results.report(DUPLICATE_REQUEST, seen, self.flow, psn=seen.psn)
            self.epsn = max(self.epsn, psn + span) if operation not in ANSWERED else self.epsn
        elif psn == self.epsn:
            self._next(seen, psn, span)
            if self.flow.recovery == "selective-repeat":
                self._caught_up(psn + span)
        else:
            self._too_early(seen, psn)

    def _next(self, seen: PacketView, psn: int, span: int) -> None:
        """The packet that the responder expects."""
        self.epsn = psn + span
        self.guessed = self.crossed = False
        if seen.ackreq or OPERATION[seen.opcode] in ANSWERED:
            self.wants = psn

    def _comes_again(self, seen: PacketView, psn: int, behind: int, operation: int) -> bool:
        """Something that the responder may have executed; whether it certainly has."""
        executed = self._is_executed(psn)
        if executed:
            self.mine.repeated += 1
            self.credit += 1
            self.results.set_fact("duplicate_request", seen.row)
        self.answers.expect(psn, behind, operation in ANSWERED, bool(seen.ackreq))
        return executed

    def _is_executed(self, psn: int) -> bool:
        """Whether the responder has certainly executed what comes again.

        An answer has told so; or the tap has seen it before, and what it sees arrives, as far as is known.
        """
        sure = psn < max(self.una, self.done) or not (self.lossy or psn < self.doubt)
        self.unknown += not sure
        return sure

    def _too_early(self, seen: PacketView, psn: int) -> None:
        """The responder misses what comes before, and says so once."""
        sure = psn > self.asm or self.flow.recovery == "go-back-n" or self.resend_from == self.epsn
        if sure and not self.crossed:
            # else a responder that keeps what comes early has it all by now
            self.mine.early += 1
            self.results.set_fact("out_of_sequence", seen.row)
        if not self.owed or self.owed[-1] != self.epsn:
            self.owed.append(self.epsn)

    def missing(self, psn: int) -> bool:
        """The responder says that it misses a number; whether that was to be expected.

        If so, the packet may have come since: the responder has spoken before it saw that.
        """
        if psn in self.owed:
            while self.owed[0] != psn:
                self.owed.popleft()
            if psn < self.epsn:
                self.owed.popleft()
            return True
        self.owed.clear()
        self.owed.append(psn)
        self.epsn = psn
        self.guessed = True  # it may have come by the time at which the tap sees this
        self.crossed = self.flow.recovery == "selective-repeat" and psn < self.next_retransmission
        return False

    def _caught_up(self, psn: int) -> None:
        """A responder that keeps what comes early goes on behind it, and says if it misses something there."""
        kept = 0
        while psn in self.early and psn >= self.discarded:
            psn += self.early[psn][1]
            kept += 1
        self.epsn = psn
        if len(self.early) > kept and (not self.owed or self.owed[-1] != psn):
            self.owed.append(psn)
