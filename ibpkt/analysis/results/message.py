"""Messages: the work requests of a program as seen on the wire; an acknowledgement is the completion."""

from __future__ import annotations

import dataclasses

from ibpkt.conveniences import extensible

#: how a message can end
OUTCOMES = {
    "completed": "acknowledged, or its response is complete",
    "refused": "the responder answered with a NAK that ends the connection",
    "flushed": "outstanding when the connection broke",
    "unanswered": "not answered, although there was time for an answer",
    "under way": "the capture ended before it could be answered",
    "sent": "the service has no acknowledgements, and no packet of it is missing",
    "incomplete": "packets of it are missing and nothing sends them again, another message began before its end, or "
    "the response to a READ has another length than it asked for",
    "unknown": "the capture does not show it",
}


@extensible
@dataclasses.dataclass(slots=True)
class Message:
    """One message.  Times are nanoseconds since the epoch; None means that the capture does not show it.

    Attributes:
        flow: the number of its flow.
        side: which end of the flow asked: 0 or 1.
        number: counted among those of this end in this flow, from 1.
        kind: SEND, WRITE, READ, ATOMIC, FLUSH or ATOMIC WRITE.
        service: RC, UC, UD, XRC or RD.
        first_psn, last_psn: of the request; a READ has all PSNs of its response.
        first_frame, last_frame: the packets of the request, as they came first.
        start, end: their times.
        size: bytes, of a WRITE or READ as its request announces them; None where the capture does not show it: without
            the First packet of a WRITE, or any packet of a SEND.
        packets: those that carry it: of the request, or of a READ's response.
        address: in remote memory.
        r_key: its key.
        immediate: as a number.
        invalidated: the R_Key that a SEND has invalidated at the other end.
        responded: the time of the first packet of the response, or the acknowledgement.
        completed: the time at which it was answered in full.
        retransmissions: packets of the request that were retransmitted before it was answered at the tap; not what the
            requester sends again since an answer was lost behind the tap.
        refusals: RNR NAKs that it received.
        outcome: one of `OUTCOMES`.
        nak: the code of the NAK that refused it.
        whole: no packet of it is missing in the capture.
        closed: the packet with which it ended, 0 at the end of the capture.
        frames: the packets with its payload, in the order of their PSNs, where that was asked for.
    """

    flow: int
    side: int
    number: int
    kind: str
    service: str
    first_psn: int
    first_frame: int
    start: int
    last_psn: int | None = None
    last_frame: int | None = None
    end: int | None = None
    size: int | None = None
    packets: int = 0
    address: int | None = None
    r_key: int | None = None
    immediate: int | None = None
    responded: int | None = None
    completed: int | None = None
    retransmissions: int = 0
    refusals: int = 0
    outcome: str = "unknown"
    nak: int | None = None
    whole: bool = True
    closed: int = 0
    frames: list[int] = dataclasses.field(default_factory=list)
    invalidated: int | None = None

    @property
    def latency(self) -> int | None:
        """Nanoseconds from its first packet to its completion; None if not completed, or if the clock was set back."""
        return self._until(self.completed)

    @property
    def response(self) -> int | None:
        """Nanoseconds from its first packet to the first answer; None likewise."""
        return self._until(self.responded)

    def _until(self, time: int | None) -> int | None:
        # a clock that was set back gives no duration
        return None if time is None or time < self.start else time - self.start
