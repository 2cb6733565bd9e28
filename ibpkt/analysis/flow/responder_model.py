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
        self.epsn_uncertain = False  # `epsn` is not sure
        self.nak_crossed = False  # what the responder misses was sent again before it has said so: it may be there
        self.resend_from = -1  # from which number on the requester has been told to send again
        self.expected_naks: deque[int] = deque(
            maxlen=MAX_EXPECTED_NAKS
        )  # NAKs that must come, for what the tap has not seen either
        self.discarded_below = (
            -1
        )  # what came before this number the responder has not kept: it was not ready (`_again`)
        self.executed_below = -1  # behind the last that was certainly executed
        self.loss_after_tap = False  # packets that the tap has seen were lost behind it
        self.maybe_lost_below = -1  # behind the last of those that may have been lost so: an answer should have come
        self.uncertain_duplicates = (
            0  # requests that came again, where it cannot be known whether they were executed before
        )
        self.last_ack_due = -1  # the last that the responder should have got, and must answer
        self.unanswered_duplicates = 0  # repeated requests that have been counted, and not been answered

    def _arrive(self, packet: PacketView, psn: int, span: int, operation: int) -> None:
        """What the responder makes of a packet that is not new."""
        if psn < self.epsn:
            if self._arrive_again(packet, psn, psn + span, operation):
                self.results.report(DUPLICATE_REQUEST, packet, self.flow, psn=packet.psn)
            self.epsn = max(self.epsn, psn + span) if operation not in ANSWERED else self.epsn
        elif psn == self.epsn:
            self._arrive_expected(packet, psn, span)
            if self.flow.recovery == "selective-repeat":
                self._skip_kept(psn + span)
        else:
            self._arrive_early(packet, psn)

    def _arrive_expected(self, packet: PacketView, psn: int, span: int) -> None:
        """The packet that the responder expects."""
        self.epsn = psn + span
        self.epsn_uncertain = self.nak_crossed = False
        if packet.ackreq or OPERATION[packet.opcode] in ANSWERED:
            self.last_ack_due = psn

    def _arrive_again(self, packet: PacketView, psn: int, end: int, operation: int) -> bool:
        """Something that the responder may have executed; whether it certainly has."""
        executed = self._is_executed(psn)
        if executed:
            self.stats.repeated += 1
            self.unanswered_duplicates += 1
            self.results.set_fact("duplicate_request", packet.row)
        self.answers.expect(psn, end, operation in ANSWERED, bool(packet.ackreq))
        return executed

    def _is_executed(self, psn: int) -> bool:
        """Whether the responder has certainly executed what comes again.

        An answer has told so; or the tap has seen it before, and what it sees arrives, as far as is known.
        """
        sure = psn < max(self.una, self.executed_below) or not (self.loss_after_tap or psn < self.maybe_lost_below)
        self.uncertain_duplicates += not sure
        return sure

    def _arrive_early(self, packet: PacketView, psn: int) -> None:
        """The responder misses what comes before, and says so once."""
        sure = psn > self.next_in_order or self.flow.recovery == "go-back-n" or self.resend_from == self.epsn
        if sure and not self.nak_crossed:
            # else a responder that keeps what comes early has it all by now
            self.stats.early += 1
            self.results.set_fact("out_of_sequence", packet.row)
        if not self.expected_naks or self.expected_naks[-1] != self.epsn:
            self.expected_naks.append(self.epsn)

    def expects_nak(self, psn: int) -> bool:
        """The responder says that it misses a number; whether that was to be expected.

        If so, the packet may have come since: the responder has spoken before it saw that.
        """
        if psn in self.expected_naks:
            while self.expected_naks[0] != psn:
                self.expected_naks.popleft()
            if psn < self.epsn:
                self.expected_naks.popleft()
            return True
        self.expected_naks.clear()
        self.expected_naks.append(psn)
        self.epsn = psn
        self.epsn_uncertain = True  # it may have come by the time at which the tap sees this
        self.nak_crossed = self.flow.recovery == "selective-repeat" and psn < self.next_retransmission
        return False

    def _skip_kept(self, psn: int) -> None:
        """A responder that keeps what comes early goes on behind it, and says if it misses something there."""
        kept = 0
        while psn in self.early and psn >= self.discarded_below:
            psn += self.early[psn][1]
            kept += 1
        self.epsn = psn
        if len(self.early) > kept and (not self.expected_naks or self.expected_naks[-1] != psn):
            self.expected_naks.append(psn)
