"""The incidents on the screen: a list, and below it all about the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from ibpkt.tui.line_view import MARKS, LineView, Pieces
from ibpkt.tui.pane_screen import PaneScreen

if TYPE_CHECKING:
    from ibpkt.analysis.incidents import Incident
    from ibpkt.tui.session import CaptureSession

KEYS = " ↑↓ line  Enter to its packet  l ladder  f flow  ] [ next, previous incident  Esc back"
#: columns of the bar that shows when
BAR = 16
#: columns from which on there is one
WITH_BAR = 60


class IncidentPane(LineView):
    """Incidents, and the story of one of them.

    Args:
        session: the capture.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "packet", show=False),
        Binding("l", "ladder", show=False),
        Binding("f", "flow", show=False),
        Binding("right_square_bracket", "next(1)", show=False),
        Binding("left_square_bracket", "next(-1)", show=False),
    ]

    def __init__(self, session: CaptureSession) -> None:
        super().__init__(id="incidents")
        self._session = session
        self._shown = 0
        self._lines: list[tuple[Pieces, int | None]] = []
        self._first = 0  # the line of the first incident
        self._made_of: object = None

    @property
    def incident(self) -> Incident | None:
        """The incident that is told; None where there is none."""
        incidents = self._session.analysis.incidents
        return incidents[self._shown] if incidents else None

    def count(self) -> int:
        """Lines of the list and of the story."""
        self._make()
        return len(self._lines)

    def on_mount(self) -> None:
        """Choose the first incident."""
        self.call_after_refresh(lambda: self.choose(self._first if self._session.analysis.incidents else 0))

    def heading(self, width: int) -> Pieces:
        """How many there are."""
        count = len(self._session.analysis.incidents)
        return [(f" {count_of(count)}", "title")]

    def _verdict(self) -> str:
        analysis, count = self._session.analysis, self._session.index.count
        if analysis.is_complete:
            return analysis.trouble or analysis.verdict
        analysed = f"{analysis.packets:,}" if self._session.is_growing else f"{analysis.packets:,} of {count:,}"
        return f"{analysed} packets have been analysed. Incidents so far:"

    def line(self, place: int, width: int) -> Pieces:
        """A line of it."""
        return self._lines[place][0]

    def _make(self) -> None:
        """Lay out the lines, where something has changed."""
        width, analysis = max(1, self.size.width - 1), self._session.analysis
        verdict = self._verdict()
        made_of = width, verdict, self._shown, analysis.seen
        self._session.look_at_incidents()
        if self._made_of == made_of:
            return
        import textwrap

        from ibpkt.tui.incident_lines import LABEL, WIDEST, cost_text, incident_bar, incident_lines, incident_title

        self._made_of = made_of
        said = textwrap.wrap(verdict, max(10, min(width - 1, WIDEST)))
        self._lines = [*(([(f" {text}", "text")], None) for text in said), ([], None)]
        self._first = len(self._lines)
        for number, incident in enumerate(analysis.incidents, 1):
            sign = MARKS.get(int(incident.severity), " ")
            head = f" {number:>2} {sign} {cost_text(incident):>8}  "
            bar = f" ▕{incident_bar(incident, analysis.span, BAR)}▏" if width >= WITH_BAR and analysis.span else ""
            room = max(0, width - len(head) - len(bar))
            title = incident_title(incident)
            title = title if len(title) <= room else f"{title[: max(0, room - 1)]}…"
            role = "title" if number == self._shown + 1 else "text"
            pieces = [(head, "again"), (f"{title:<{room}}", role), (bar, "waiting")]
            self._lines.append((pieces, incident.first_frame - 1))
        if self.incident is None or analysis.span is None:
            return
        rule = f"── {self._shown + 1} "
        self._lines += [([("", "text")], None), ([(rule + "─" * max(0, width - len(rule)), "dim")], None)]
        for line in incident_lines(self.incident, analysis.span, width):
            self._lines.append(([(f"  {line.label:<{LABEL}}", "dim"), (line.text, "text")], line.row))

    def choose(self, place: int, *, centered: bool = False) -> None:
        """Choose a line; on the line of an incident its story is told."""
        super().choose(place, centered=centered)
        number = self.cursor - self._first
        if 0 <= number < len(self._session.analysis.incidents) and number != self._shown:
            self._shown = number
            self._made_of = None
            self.refresh()

    def action_next(self, step: int) -> None:
        """Tell the next incident, or the one before."""
        count = len(self._session.analysis.incidents)
        if count:
            self.choose(self._first + max(0, min(self._shown + step, count - 1)))

    def action_packet(self) -> None:
        """Show the packet that the line names, or the first one of the incident."""
        incident = self.incident
        if incident is not None and isinstance(self.screen, PaneScreen):
            row = self._lines[self.cursor][1]
            self.screen.browser.show_packet(incident.first_frame - 1 if row is None else row)

    def action_ladder(self) -> None:
        """Show the ladder of its first flow."""
        incident = self.incident
        if incident is not None and incident.flows and isinstance(self.screen, PaneScreen):
            row = self._lines[self.cursor][1]
            start = incident.first_frame - 1 if row is None else row
            self.screen.browser.show_ladder(incident.flows[0], start)

    def action_flow(self) -> None:
        """Show only the packets of its first flow."""
        incident = self.incident
        if incident is not None and incident.flows and isinstance(self.screen, PaneScreen):
            self.screen.browser.show_flow(incident.flows[0], incident.first_frame - 1)


def incident_screen(session: CaptureSession) -> PaneScreen:
    """The incidents of a capture."""
    return PaneScreen(IncidentPane(session), KEYS)


def count_of(count: int) -> str:
    """How many incidents, in words."""
    return "1 incident" if count == 1 else f"{count:,} incidents" if count else "No incidents"
