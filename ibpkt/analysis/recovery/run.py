"""Runs: stretches of one stream in which every packet continues the one before, so that one verdict fits them all."""

from __future__ import annotations

import dataclasses
import enum
import operator
from typing import Any

#: nanoseconds between requests of one run: when a packet of it was sent is taken from its first and last
MOST_PAUSE = 400_000


class RunKind(enum.IntEnum):
    """What the packets of a run are."""

    REQUESTS = 0
    RESPONSES = 1  # READ and atomic responses
    REPEATED_ACK = 2  # ACKs of what was acknowledged before
    ACK_OF_UNSENT = 3
    NAK_SEQUENCE = 4
    NAK_RNR = 5
    NAK_FATAL = 6
    ADVANCING_ACK = 7  # an event only where it passes a READ or an atomic whose response was not seen
    UNREAD_ANSWER = 8  # an ACK that advances, or a NAK: the capture has cut off which


@dataclasses.dataclass(slots=True)
class Run:
    """A run of one half: the requests of one end, or the answers to them; nobody changes it.

    PSNs are unwrapped: they do not start over at 2^24.  ``end`` is the PSN behind the last packet.  Of requests either
    every packet takes one PSN, or the run is one READ that takes several: ``packets`` is ``end - first``, or 1.

    Attributes:
        kind: what the packets are.
        first, end: the PSNs that it takes; of a NAK or an ACK its own PSN, and the one behind that.
        packets: how many they are.
        frame, last_frame: numbers of the first packet and the last.
        time, last_time: theirs, in nanoseconds since the epoch.
        sent: the highest `end` of the half's requests before the first packet, in the order of the capture.
        acked: the PSN up to which answers before the first packet prove that requests were received.
        acked_time: when the last answer came that moved ``acked``, in nanoseconds since the epoch; 0 for never.
        late: of requests, 1 if they were sent before a packet that came before them (something overtook them), 0 if
            they were not, -1 if the order of sending is not known.
        skipped: packets that their sender sent between the packet before (in order of sending) and this run and that
            are not in the capture, as its IPv4 identifications show; -1 if that is not known.
        reads: of requests, they are READs or atomics: responses answer them, not ACKs.  Of answers, they go on with the
            response to a READ, so that no request of their own has their PSN.
        code: of ACKs and NAKs the syndrome; of requests, 1 if the first asks for no ACK.
        msn: of answers that have an AETH its MSN, -1 for none.
        after: the packet that it continues behind, the last one of the half's run before; 0 if it does not.
        place: the number of the first packet among the members of all runs so far (`RunColumns.members`); -1 for none.
        ahead: of requests sent again, up to where answers had proved that requests were received, before one of its
            packets that is below that; -1 if answers were ahead of none.
        behind: of requests sent again, how many ACKs advanced during the run that were not ahead of what it had sent;
            those between two runs count for none.
        number: the place of the first packet in the order of sending, which is compared within a half; -1 if it is not
            known.
        first_ack: of requests sent again, up to where the first ACK acknowledges that advances behind their first
            packet, and before the next run of requests; -1 for none.
    """

    kind: RunKind
    first: int
    end: int
    packets: int
    frame: int
    last_frame: int
    time: int
    last_time: int
    sent: int
    acked: int
    acked_time: int = 0
    late: int = -1
    skipped: int = -1
    reads: bool = False
    code: int = 0
    msn: int = -1
    after: int = 0
    place: int = -1
    ahead: int = -1
    behind: int = 0
    number: int = -1
    first_ack: int = -1

    @property
    def again(self) -> bool:
        """Requests with PSNs that the half has used before, or skipped."""
        return self.first < self.sent and self.kind is RunKind.REQUESTS

    @property
    def continues(self) -> bool:
        """It begins at the PSN where the half's run before ended, and is a run of its own for another reason.

        PSNs are new from here on, say, or a NAK came in between.  Batches are none: what may go on is held back.
        """
        return self.after > 0

    @property
    def is_one_read(self) -> bool:
        """One READ that takes several PSNs."""
        return self.packets == 1 and self.end - self.first > 1

    def divided(self, psn: int) -> tuple[Run, ...]:
        """Its packets below a PSN and those from there on, whose times are not known exactly; a READ is not divided."""
        if self.is_one_read:
            return (self,)
        count = psn - self.first
        below = self.replace(end=psn, packets=count, last_frame=self.frame, last_time=self.time)
        place = self.place + count if self.place >= 0 else -1
        rest = self.replace(first=psn, packets=self.packets - count, sent=psn, place=place, after=below.last_frame)
        return below, rest

    def replace(self, **changes: Any) -> Run:
        """The same run but for some values."""
        run = Run(*values_of(self))  # a fifth of the time of `dataclasses.replace`
        for name, value in changes.items():
            setattr(run, name, value)
        return run


#: the names of a run's values
RUN_FIELDS = tuple(field.name for field in dataclasses.fields(Run))
#: a run's values, in their order
values_of = operator.attrgetter(*RUN_FIELDS)
