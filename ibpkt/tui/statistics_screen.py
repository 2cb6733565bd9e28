"""The statistics on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from ibpkt.tui.line_view import LineView, Pieces
from ibpkt.tui.pane_screen import PaneScreen

if TYPE_CHECKING:
    from ibpkt.tui.session import CaptureSession
    from ibpkt.tui.statistics_lines import StatisticsLine

KEYS = " ↑↓ line  Enter only this flow  l its ladder  Esc back"


class StatisticsPane(LineView):
    """The capture, its flows, its operations.

    Args:
        session: the capture.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "flow", show=False), Binding("l", "ladder", show=False)]

    def __init__(self, session: CaptureSession) -> None:
        super().__init__(id="statistics")
        self._session = session
        self._lines: list[StatisticsLine] = []
        self._known = (-1, -1, False)

    def count(self) -> int:
        """How many lines there are."""
        session = self._session
        known = session.index.count, session.analysis.packets, session.analysis.is_complete
        if known != self._known:
            from ibpkt.tui.statistics_lines import statistics_lines  # late: the first screen is drawn before

            self._known = known
            self._lines = statistics_lines(session)
        return len(self._lines)

    def heading(self, width: int) -> Pieces:
        """What it is of."""
        return [(f" Statistics of {self._session.options.name}", "title")]

    def line(self, place: int, width: int) -> Pieces:
        """A line."""
        line = self._lines[place]
        return [(line.text if len(line.text) <= width else f"{line.text[: width - 1]}…", line.role)]

    def _flow(self) -> tuple[int, int] | None:
        """The flow of the chosen line, and its first packet."""
        flow = self._lines[self.cursor].flow if self.cursor < self.count() else 0
        if not flow:
            return None
        analysis = self._session.analysis
        return flow, int(analysis.facts.rows_of(analysis.numbers_of(flow))[0])

    def action_flow(self) -> None:
        """Show only the packets of the flow."""
        found = self._flow()
        if found is not None and isinstance(self.screen, PaneScreen):
            self.screen.browser.show_flow(*found)

    def action_ladder(self) -> None:
        """Show its ladder."""
        found = self._flow()
        if found is not None and isinstance(self.screen, PaneScreen):
            self.screen.browser.show_ladder(*found)


def statistics_screen(session: CaptureSession) -> PaneScreen:
    """The statistics of a capture."""
    return PaneScreen(StatisticsPane(session), KEYS)
