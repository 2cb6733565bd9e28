"""Whether queue pairs have been reused by another connection, without connection management in the capture.

A connection retransmits what it has sent, and its responder's MSN only advances.  If requests cannot be
retransmissions, or the MSN starts over, another connection of the same queue pairs has begun.

Source: IBA 1, 9.7.5.1 and 9.7.7.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.analysis.flow.reassembly import ACK, ANSWERED, FIRST, ONLY, OPERATION, POSITION, READ
from ibpkt.analysis.flow.sequence import COPY_WINDOW, HALF, PacketView, request_signature
from ibpkt.protocols import PSN_MASK

if TYPE_CHECKING:
    from ibpkt.analysis.flow.request_tracker import RequestTracker
    from ibpkt.analysis.flow.response_tracker import ResponseTracker

#: messages at the start of a connection that the tap may have missed
MAX_MISSED_MESSAGES = 4


def is_of_new_connection(requests: RequestTracker, packet: PacketView, psn: int, top: int) -> bool:
    """Whether a connection cannot have sent a request whose number it has used before.

    A retransmission equals the original, and nothing is retransmitted that was answered thousands of packets ago.
    """
    copy = requests.copies.find(psn, top)
    if copy is not None:
        if copy.signature not in (-1, request_signature(packet.opcode, packet.size, packet.dmalen)) and not packet.cut:
            # if it was not answered, the original may have been damaged: not all packets are verified
            return psn < requests.una
        if not requests.silent:
            return False
        # unacknowledged services do not retransmit
        return copy.is_same(packet.ident) is False and not requests.copies.is_earlier(psn, packet.ident, top)
    if psn in requests.gaps or POSITION[packet.opcode] not in (FIRST, ONLY):
        return False
    answers = requests.answers
    if OPERATION[packet.opcode] not in ANSWERED and answers.copies.find(psn, answers.top) is not None:
        return True  # a response has that number
    if requests.ended_by_nak and psn < requests.una and OPERATION[packet.opcode] != READ:
        return True  # what is missing of a response is asked for under a number of its own
    return psn < top - COPY_WINDOW and (requests.silent or requests.una >= top)


def msn_goes_back(answers: ResponseTracker, packet: PacketView) -> bool:
    """Whether an answer's count of messages goes back."""
    return answers.highest_ack is not None and (packet.msn - answers.highest_ack[1]) & PSN_MASK >= HALF


def msn_jumps(answers: ResponseTracker, packet: PacketView, psn: int) -> bool:
    """Whether an answer's count of messages cannot follow on the last: it goes back, or on by more than the numbers.

    Where not all packets are verified, such a one may be damaged.
    """
    highest = answers.highest_ack
    return highest is None or (packet.msn - highest[1]) & PSN_MASK > max(psn - highest[0], 0)


def msn_restarts(answers: ResponseTracker, packet: PacketView, psn: int) -> bool:
    """Whether a count that goes back is at its beginning again.

    It also goes back in late or repeated answers: it must answer what was not requested, or be next
    to nothing for what is new, or no more than the number of messages since one that began where it need not.
    """
    requests, highest = answers.requests, answers.highest_ack
    if highest is not None and psn >= highest[0] and (psn >= (requests.top or 0) or packet.msn <= MAX_MISSED_MESSAGES):
        return True
    if requests.maybe_new_connection is None or OPERATION[packet.opcode] != ACK:
        return False
    return psn >= requests.maybe_new_connection and packet.msn <= requests.messages_since + MAX_MISSED_MESSAGES
