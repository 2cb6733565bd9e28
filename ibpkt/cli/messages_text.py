"""What ``ibpkt messages`` prints for people: a line for each message."""

from __future__ import annotations

from collections.abc import Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.tables import ENDS
from ibpkt.protocols import NAK_CODES

#: the columns of a line: title, width and alignment; lines are printed as messages end, so nothing is measured
_COLUMNS = (
    ("frame", 8, ">"), ("time", 12, ">"), ("flow", 6, ">"), ("kind", 12, "<"), ("size", 10, ">"), ("packets", 7, ">"),
    ("address", 18, "<"), ("r_key", 10, "<"), ("immediate", 10, "<"), ("first µs", 10, ">"), ("done µs", 10, ">"),
    ("resent", 6, ">"), ("outcome", 0, "<"),
)  # fmt: skip


#: a line: all cells in one step, which takes a quarter of the time of one after the other
_LINE = "  ".join(f"%{'-' if side == '<' else ''}{width or ''}s" for _, width, side in _COLUMNS)

#: the titles of the columns
HEADING = (_LINE % tuple(title for title, _, _ in _COLUMNS)).rstrip() + "\n"


class MessageLines:
    """Messages as lines.

    Attributes:
        first_time: the time of the capture's first packet, in nanoseconds since the epoch.
    """

    first_time = 0

    def __call__(self, messages: Sequence[Message]) -> str:
        """A line for each."""
        return "".join([(_LINE % self._cells(message)).rstrip() + "\n" for message in messages])

    def _cells(self, message: Message) -> tuple[object, ...]:
        latency, response = message.latency, message.response
        outcome = message.outcome
        if message.nak is not None:
            outcome += f", {NAK_CODES.get(message.nak, f'NAK code {message.nak}')}"
        if message.refusals:
            outcome += f", after {message.refusals} RNR NAKs"
        if message.invalidated is not None:
            outcome += f", invalidates 0x{message.invalidated:08x}"
        if not message.whole:
            outcome += ", not whole in the capture"
        return (
            message.first_frame,
            f"{(message.start - self.first_time) / 1e9:.6f}",
            f"{message.flow}{ENDS[message.side]}",
            message.kind,
            "?" if message.size is None else message.size,
            message.packets,
            "" if message.address is None else f"0x{message.address:016x}",
            "" if message.r_key is None else f"0x{message.r_key:08x}",
            "" if message.immediate is None else f"0x{message.immediate:08x}",
            "" if response is None else f"{response / 1000:.3f}",
            "" if latency is None else f"{latency / 1000:.3f}",
            message.retransmissions or "",
            outcome,
        )
