"""A command: what one end asked the other by a message, the data that it moved, and the answer."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from ibpkt.conveniences import extensible

#: nanoseconds: the most that tables hold
LONGEST = (1 << 63) - 1


class MessagePart(NamedTuple):
    """A message of a command.

    Attributes:
        role: "request", "data" or "response".
        contents: what it is, a number of `ibpkt.protocols.upper.contents.CONTENTS`; 0 for bytes without headers.
        first_frame, last_frame: its packets.
        frames: all packets that carry it, and the one that ended it, where that was asked for.
    """

    role: str
    contents: int
    first_frame: int
    last_frame: int
    frames: tuple[int, ...] = ()


@extensible
@dataclasses.dataclass(slots=True)
class Command:
    """One command.  Times are nanoseconds since the epoch; None means that the capture does not show it.

    Spans of more than 292 years, as clocks that jump make them, are `LONGEST`.

    Attributes:
        number: counted in a capture, from 1.
        flow: the number of its flow.
        side: which end of the flow asked: 0 or 1.
        protocol: "nvme", "iser", "srp", …
        kind: its name in the specification.
        identifier: what joins command and response: a command identifier, a tag.
        queue: "admin", or the number of the queue as text; "LUN 0" of SCSI; "" where nothing tells it.
        first_frame, last_frame: its first packet, and the last of its messages that the capture has.
        start: the time of its first packet.
        sent: the time of the last packet of the request.
        data_start, data_end: of the messages that moved its data, the first packet and the last.
        end: the time of the first packet of the response.
        size: bytes that it asks to move; None where it has no data.
        moved: bytes of the messages that moved them.
        status: as the specification spells it.
        ok: whether it succeeded.
        outcome: "answered"; "open" where the capture ends first, and by design where nobody answers until something
            happens; "unanswered" where its connection ended first, or another command ended it: an abort, a reset.
        over: when what ended it without an answer came, if the capture shows that: an abort, the same identifier again,
            a request to release its connection.
        detail: what else identifies it: blocks, log page, feature.
        retransmissions: packets of its messages that were sent again before these were answered at the tap.
        refusals: RNR NAKs that they got.
        parts: its messages.
    """

    number: int
    flow: int
    side: int
    protocol: str
    kind: str
    identifier: int
    queue: str
    first_frame: int
    last_frame: int
    start: int
    sent: int | None = None
    data_start: int | None = None
    data_end: int | None = None
    end: int | None = None
    size: int | None = None
    moved: int = 0
    status: str | None = None
    ok: bool | None = None
    outcome: str = "open"
    detail: str = ""
    retransmissions: int = 0
    refusals: int = 0
    by_design: bool = False
    parts: list[MessagePart] = dataclasses.field(default_factory=list)
    over: int | None = None

    @property
    def until(self) -> int | None:
        """Until when it was under way; None: until the capture ends."""
        return self.over if self.end is None else self.end

    @property
    def latency(self) -> int | None:
        """Nanoseconds from its first packet to its response; None if there is none, or if the clock was set back."""
        return None if self.end is None or self.end < self.start else min(self.end - self.start, LONGEST)

    @property
    def until_data(self) -> int | None:
        """Nanoseconds from its first packet until its data had moved."""
        return None if self.data_end is None or self.data_end < self.start else min(self.data_end - self.start, LONGEST)

    @property
    def device(self) -> int | None:
        """Nanoseconds that the other end took: from the request, or the data that it fetched, to its first answer.

        Of a command that returns data these are the answer; of one that sends data, the response.
        """
        if self.end is None or self.sent is None:
            return None
        begins = [at for at in (self.data_start, self.end) if at is not None and at >= self.sent]
        return min(min(begins) - self.sent, LONGEST) if begins else None
