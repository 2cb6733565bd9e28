"""Model of the responder: which requests it expects, has executed, misses or drops.

The tap is not the responder.  Packets at the tap are assumed to arrive; once something shows that they may not, nothing
is concluded about what the responder has executed, except from its answers.

Source: IBA 1, 9.7.4.1.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ibpkt.analysis.flow.reassembly import ANSWERED, OPERATION, Reassembly
from ibpkt.analysis.flow.sequence import PacketView, Results
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.analysis.results.flow import Flow

if TYPE_CHECKING:
    from ibpkt.analysis.flow.response_tracker import ResponseTracker

_SEQUENCE = FindingTypes("sequence")
DUPLICATE_REQUEST = _SEQUENCE.note(
    "duplicate-request",
    "The responder has already executed PSN {psn}",
    "Its acknowledgement or response was lost or late; the responder answers again.",
    "IBA 1, 9.7.4.1.1",
)
#: NAKs that may be under way
MAX_EXPECTED_NAKS = 64


class ResponderModel(Reassembly):
    """The requests of one end of a flow as the other end receives them.

    Attributes:
        answers: the tracker of the responses.
    """

    def __init__(self, flow: Flow, side: int, results: Results) -> None:
        super().__init__(flow, side, results)
        self.answers: ResponseTracker
        self.next_retransmission = -1  # the next PSN to be retransmitted
        self.epsn_uncertain: bool = False  # `epsn` is not sure
        self.nak_crossed: bool = False  # the missing packet was retransmitted before the NAK: it may have arrived
        self.resend_from = -1  # the PSN from which a retransmission was requested
        # PSNs for which a NAK is expected, since the tap has not seen them either
        self.expected_naks: deque[int] = deque(maxlen=MAX_EXPECTED_NAKS)
        self.discarded_below = -1  # what came before this number the responder has not kept: it was not ready (RNR NAK)
        self.executed_below = -1  # the PSN after the last that was certainly executed
        self.loss_after_tap = False  # packets were lost after the tap
        self.maybe_lost_below = -1  # the PSN after those that may have been lost after the tap: an answer was due
        self.uncertain_duplicates: int = 0  # duplicate requests of which it is not known whether they were executed
        self.last_ack_due: int = -1  # the last request that the responder must answer
        self.unanswered_duplicates: int = 0  # duplicate requests that were counted and not answered yet

    def _arrive(self, packet: PacketView, psn: int, span: int, operation: int) -> None:
        """The arrival at the responder of a packet that is not new at the tap."""
        if psn < self.epsn:
            if self._arrive_again(packet, psn, psn + span, operation):
                self.results.report(DUPLICATE_REQUEST, packet, self.flow, psn=packet.psn)
            self.epsn: int = max(self.epsn, psn + span) if operation not in ANSWERED else self.epsn
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
        """A request that the responder may have executed before; returns whether it certainly has."""
        executed = self._is_executed(psn)
        if executed:
            self.stats.repeated += 1
            self.unanswered_duplicates += 1
            self.results.set_fact("duplicate_request", packet.row)
        self.answers.expect(psn, end, operation in ANSWERED, bool(packet.ackreq))
        return executed

    def _is_executed(self, psn: int) -> bool:
        """Whether the responder has certainly executed a duplicate request.

        An answer has shown it; or the tap has seen it before, and packets at the tap are assumed to arrive.
        """
        sure = psn < max(self.una, self.executed_below) or not (self.loss_after_tap or psn < self.maybe_lost_below)
        self.uncertain_duplicates += not sure
        return sure

    def _arrive_early(self, packet: PacketView, psn: int) -> None:
        """An early packet: the responder misses an earlier one, and sends one NAK."""
        sure = psn > self.next_in_order or self.flow.recovery == "go-back-n" or self.resend_from == self.epsn
        if sure and not self.nak_crossed:
            # else a responder that keeps what comes early has it all by now
            self.stats.early += 1
            self.results.set_fact("out_of_sequence", packet.row)
        if not self.expected_naks or self.expected_naks[-1] != self.epsn:
            self.expected_naks.append(self.epsn)

    def expects_nak(self, psn: int) -> bool:
        """The responder sends a NAK for a PSN; returns whether that was expected.

        If so, the packet may have come since: the NAK was sent before.
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
        """Selective repeat: the responder skips the early packets that it has kept and sends a NAK for the next gap."""
        kept = 0
        while psn in self.early and psn >= self.discarded_below:
            psn += self.early[psn][1]
            kept += 1
        self.epsn = psn
        if len(self.early) > kept and (not self.expected_naks or self.expected_naks[-1] != psn):
            self.expected_naks.append(psn)
