"""The ladder of a flow on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from ibpkt.output.quantities import moment_text
from ibpkt.tui.line_view import MARKS, LineView, Pieces
from ibpkt.tui.pane_screen import PaneScreen

if TYPE_CHECKING:
    from ibpkt.analysis.results.flow import Flow
    from ibpkt.tui.ladder_rows import LadderRows
    from ibpkt.tui.packet_lines import PacketLine
    from ibpkt.tui.session import CaptureSession

KEYS = " ↑↓ packet  Enter decode  z times from here  o two lines  n N next ▲  Esc back"


class LadderPane(LineView):
    """Two hosts, and an arrow a packet.

    Args:
        session: the capture.
        flow: the number of the flow.
        row: the packet to begin with, from 0.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("z", "zero", show=False),
        Binding("o", "two_lines", show=False),
        Binding("enter", "decode", show=False),
        Binding("n", "finding(1)", show=False),
        Binding("N", "finding(-1)", show=False),
    ]

    def __init__(self, session: CaptureSession, flow: int, row: int) -> None:
        super().__init__(id="ladder")
        from ibpkt.tui.ladder_rows import LadderRows  # late: the first screen is drawn before

        self._session = session
        self._number = flow
        self._flow: Flow | None = session.analysis.flow_of(flow)
        self._rows: LadderRows = LadderRows(
            session.analysis.facts.rows_of(session.analysis.numbers_of(flow)), session.index
        )
        self._each = 1  # lines of a packet
        self._zero: int | None = None  # the time that is 0, since the first packet
        self._lines: dict[int, PacketLine] = {}
        self._start = row
        first = session.lines.of([int(self._rows.rows[0])])[0] if len(self._rows) else None
        sides = () if self._flow is None else self._flow.sides
        self._ends = [side.address for side in sides] or ([first.source, first.destination] if first else ["", ""])
        self._queue_pairs = ["" if side.qpn is None else f"QP {side.qpn:#x}" for side in sides] or ["", ""]

    def on_mount(self) -> None:
        """Begin at the packet."""
        self.call_after_refresh(lambda: self.choose(self._rows.place_of(self._start) * self._each, centered=True))

    @property
    def row(self) -> int | None:
        """The chosen packet, from 0."""
        return self._rows[self.cursor // self._each].row if self.count() else None

    def count(self) -> int:
        """Lines of all packets and silences."""
        return len(self._rows) * self._each

    def before_lines(self, first: int, last: int) -> None:
        """Decode the packets on the screen."""
        places = range(first // self._each, (last - 1) // self._each + 1)
        rows = [item.row for item in map(self._rows.__getitem__, places)]
        self._lines = {line.row: line for line in self._session.lines.of(rows)}

    def heading(self, width: int) -> Pieces:
        """The two hosts with their queue pairs."""
        left, right = (
            " ".join(filter(None, pair)) for pair in zip(self._ends, self._queue_pairs, strict=True)
        )  # fmt: skip
        service = "" if self._flow is None else f"{self._flow.service} "
        before = f" {service}flow {self._number}"
        from ibpkt.tui.ladder_rows import BEFORE

        room = max(0, width - BEFORE - len(left) - len(right) - 2)
        return [(f"{before:<{BEFORE}}", "title"), (left, "a"), (" " * room, "text"), (right, "b")]

    def line(self, place: int, width: int) -> Pieces:
        """A packet or a silence."""
        from ibpkt.tui.ladder_rows import BEFORE, NARROWEST, arrow, arrow_kind, label, silence_text

        item, part = self._rows[place // self._each], place % self._each
        line = self._lines.get(item.row)
        if line is None:
            return []
        across = max(NARROWEST, width - BEFORE - 3)
        if item.silence:
            text = silence_text(item.silence) if part == 0 else ""
            return [(" " * BEFORE, "text"), ("┊", "dim"), (f"{text:^{across}}", "waiting"), ("┊", "dim")]
        fact = self._session.fact(item.row)
        again, to_right = fact.again > 0, line.source == self._ends[0]
        if self._ends[0] == self._ends[1]:  # one host with itself: the side that asks tells the direction
            to_right = (fact.side == 1) != (line.payload == 0)
        kind = arrow_kind(line, again=again, from_a=to_right)
        time = line.time - (self._zero or 0)
        head = f"{moment_text(time):>11} {line.row + 1:>7}"
        mark = (MARKS.get(fact.severity, " "), "again")
        if part < self._each - 1:  # the label above its arrow
            text = label(line, again=again)
            text = text if len(text) <= across else f"{text[: across - 1]}…"
            text = f"{text:<{across}}" if to_right else f"{text:>{across}}"
            return [(head, "dim"), mark, ("│", "dim"), (text, kind.role), ("│", "dim")]
        if self._each == 2:
            drawn = kind.stroke * (across - 1)
            drawn = f"{drawn}▶" if to_right else f"◀{drawn}"
            return [(" " * BEFORE, "dim"), ("│", "dim"), (drawn, kind.role), ("│", "dim")]
        return [
            (head, "dim"), mark, ("│", "dim"),
            (arrow(label(line, again=again), across, kind.stroke, to_right=to_right), kind.role), ("│", "dim"),
        ]  # fmt: skip

    def action_zero(self) -> None:
        """Count times from the chosen packet, or from the first one again."""
        if self.row is not None:
            time = self._session.lines.of([self.row])[0].time
            self._zero = None if self._zero == time else time
            self.refresh()

    def action_two_lines(self) -> None:
        """Write labels above their arrows, or into them."""
        place = self.cursor // self._each
        self._each = 3 - self._each
        self.choose(place * self._each, centered=True)
        self.refresh()

    def action_move(self, by: int) -> None:
        """Choose the next packet, or the one before."""
        self.choose((self.cursor // self._each + by) * self._each)

    def action_finding(self, step: int) -> None:
        """Choose the next packet of the flow that shows something wrong."""
        rows = set(self._rows.rows.tolist()) if len(self._rows.rows) < 1_000_000 else None
        row = self.row
        while row is not None and (row := self._session.analysis.facts.next_finding(row, step, 2)) is not None:
            if rows is None or row in rows:
                self.choose(self._rows.place_of(row) * self._each, centered=True)
                return

    def action_decode(self) -> None:
        """Show the chosen packet in the list."""
        if self.row is not None and isinstance(self.screen, PaneScreen):
            self.screen.browser.show_packet(self.row)


def ladder_screen(session: CaptureSession, flow: int, row: int) -> PaneScreen:
    """The ladder of a flow.

    Args:
        session: the capture.
        flow: the number of the flow.
        row: the packet to begin with, from 0.
    """
    return PaneScreen(LadderPane(session, flow, row), KEYS)
