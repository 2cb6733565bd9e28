"""What ``ibpkt messages`` prints for people: a line for each message."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.message_table import MessageTable
from ibpkt.analysis.results.tables import ENDS
from ibpkt.cli.messages_columns import MessagePieces, outcome_text
from ibpkt.errors import CallerError
from ibpkt.output.names import NameTable
from ibpkt.output.quantities import moment_text
from ibpkt.output.table_fit import TableFit, cut

#: the columns of a line: title, width and alignment; lines are printed as messages end, so nothing is measured
_COLUMNS = (
    ("frame", 8, ">"), ("time", 12, ">"), ("flow", 6, ">"), ("kind", 12, "<"), ("size", 10, ">"), ("packets", 7, ">"),
    ("address", 18, "<"), ("r_key", 10, "<"), ("immediate", 10, "<"), ("first µs", 10, ">"), ("done µs", 10, ">"),
    ("resent", 6, ">"), ("outcome", 0, "<"),
)  # fmt: skip


#: the columns in the order in which they are left out where lines are too long
_FIRST_TO_GO = ("immediate", "r_key", "address", "packets", "first µs", "resent", "time")
#: the column of names, which stands behind that of flows where there are names
_NAMES = ("requester > responder", 24, "<")
_AFTER_FLOW = 3
#: what the last column usually takes
_OUTCOME = 20


class MessageLines:
    """Messages as lines.

    Args:
        fit: how long lines may be, and which columns are wanted.
        names: of addresses and queue pairs; with any there is a column of the names of both ends.

    Attributes:
        first_time: the time of the capture's first packet, in nanoseconds since the epoch.
        heading: the titles of the columns.
        left_out: the columns for which there is no room.

    Raises:
        CallerError: a column is wanted that there is not.
    """

    first_time = 0

    def __init__(self, fit: TableFit = TableFit(), names: NameTable | None = None) -> None:  # noqa: B008  # immutable
        self._fit = fit
        self._names = names or None
        self._ends: dict[int, tuple[str, str]] = {}
        columns = list(_COLUMNS)
        if self._names is not None:
            columns.insert(_AFTER_FLOW, _NAMES)
        titles = [title for title, _, _ in columns]
        for name in fit.columns:
            if name not in titles:
                raise CallerError(f"there is no column {name!r}", name=name, known=titles)
        shown = [titles.index(name) for name in fit.columns or titles]
        self.left_out: list[str] = []
        for name in _FIRST_TO_GO:
            if fit.limit is None or sum(columns[at][1] + 2 for at in shown) + _OUTCOME - 2 <= fit.limit:
                break
            shown.remove(titles.index(name))
            self.left_out.append(name)
        self._has_lines = False
        self._columns = MessagePieces()
        self._whole = len(shown) == len(titles) and not fit.columns
        self._pick = shown
        # all cells in one step, which takes a quarter of the time of one after the other
        self._line = "  ".join(
            f"%{'-' if side == '<' else ''}{width or ''}s" for _, width, side in (columns[at] for at in shown)
        )
        self.heading: str = (self._line % tuple(titles[at] for at in shown)).rstrip() + "\n"

    def know(self, flow: Flow | None) -> None:
        """Learn the names of the ends of a flow whose messages come next."""
        if self._names is not None and flow is not None:
            one, other = (self._names.of_queue_pair(side.address, side.qpn) or side.address for side in flow.sides)
            self._ends[flow.number] = one, other

    def __call__(self, messages: Sequence[Message]) -> str:
        """A line for each."""
        line, limit = self._line, self._fit.limit
        self._has_lines = self._has_lines or bool(messages)
        if isinstance(messages, MessageTable) and self._whole and self._names is None and limit is None:
            text = self._columns.lines(messages, self.first_time)
            if text is not None:
                return text
        if self._whole:
            lines = [(line % self._cells(message)).rstrip() for message in messages]
        else:
            chosen = operator.itemgetter(*self._pick) if len(self._pick) > 1 else lambda cells: (cells[self._pick[0]],)
            lines = [(line % chosen(self._cells(message))).rstrip() for message in messages]
        if limit is not None:
            lines = [cut(text, limit) for text in lines]
        return "".join([text + "\n" for text in lines])

    def remark(self) -> str:
        """The line below those of a file, if it has any, that names the columns that are left out."""
        shown, self._has_lines = self._has_lines, False
        return self._fit.remark(self.left_out) if shown else ""

    def _cells(self, message: Message) -> tuple[object, ...]:
        latency, response = message.latency, message.response
        cells = (
            message.first_frame,
            moment_text(message.start - self.first_time),
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
            outcome_text(message.outcome, message.nak, message.refusals, message.invalidated, message.whole),
        )
        if self._names is None:
            return cells
        ends = self._ends.get(message.flow, ("", ""))
        between = f"{ends[message.side]} > {ends[1 - message.side]}" if any(ends) else ""
        return (*cells[:_AFTER_FLOW], between, *cells[_AFTER_FLOW:])
