"""A pane of lines, of which only those on the screen exist: as many millions as there are."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ibpkt.errors import escape_text
from ibpkt.tui.styles import style

#: pieces of a line: text and its role, see `ibpkt.tui.styles.style`
Pieces = list[tuple[str, str]]
#: what stands for the severity of a finding (see `ibpkt.analysis.results.finding.Severity`); nothing for less
MARKS = {4: "▲", 3: "!", 2: "·"}
#: lines that the wheel moves
WHEEL = 3


class LineView(Widget, can_focus=True):
    """A heading and lines below it, one of which is chosen.

    Attributes:
        cursor: the place of the chosen line.
        top: that of the first line on the screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "move(1)", show=False),
        Binding("k,up", "move(-1)", show=False),
        Binding("pagedown,ctrl+f,space", "page(1)", show=False),
        Binding("pageup,ctrl+b", "page(-1)", show=False),
        Binding("g,home", "first", show=False),
        Binding("G,end", "last", show=False),
    ]

    class Moved(Message):
        """Another line is chosen.

        Attributes:
            view: the pane.
        """

        def __init__(self, view: LineView) -> None:
            super().__init__()
            self.view: LineView = view

        @property
        def control(self) -> LineView:
            """The pane, for the selectors of `textual.on`."""
            return self.view

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.cursor: int = 0
        self.top: int = 0

    # -- what a pane shows --------------------------------------------------------------------------------------------

    def count(self) -> int:
        """How many lines there are."""
        return 0

    def heading(self, width: int) -> Pieces:
        """The line above the others."""
        return []

    def line(self, place: int, width: int) -> Pieces:
        """One line.

        Args:
            place: which, from 0.
            width: columns of the screen; what is longer is cut.
        """
        raise NotImplementedError

    def before_lines(self, first: int, last: int) -> None:
        """These lines are about to be asked for, one after the other."""

    # -- drawing ------------------------------------------------------------------------------------------------------

    @property
    def room(self) -> int:
        """Lines that are on the screen."""
        return max(0, self.size.height - 1)

    def render_lines(self, crop):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201, D102
        self.top = max(0, min(self.top, self.count() - 1))
        last = min(self.top + self.room, self.count())
        if last > self.top:
            self.before_lines(self.top, last)
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """A line of the screen."""
        width, theme = self.size.width, self.app.theme
        place = self.top + y - 1
        chosen = False
        if y == 0:
            pieces = self.heading(width)
        elif place < self.count():
            chosen = place == self.cursor
            pieces = [("▌" if chosen else " ", "a"), *self.line(place, width - 1)]
        else:
            pieces = []
        # the only way to the screen: whatever text a packet has, no control character gets through
        segments = [Segment(escape_text(text), style(role, theme, chosen=chosen)) for text, role in pieces]
        return Strip(segments).adjust_cell_length(width, style("text", theme, chosen=chosen)).simplify()

    def rule(self, title: str, number: str, width: int) -> Pieces:
        """A heading that is a line with a name and a number at its end."""
        text = f" {title} ─ {number} ─" if number else f" {title} ─"
        role = "title" if self.has_focus else "dim"
        return [("─" * max(0, width - len(text)), "line"), (text, role)]

    def on_focus(self) -> None:
        """Show that it has the keyboard."""
        self.refresh()

    def on_blur(self) -> None:
        """Show that it has not."""
        self.refresh()

    # -- moving -------------------------------------------------------------------------------------------------------

    def choose(self, place: int, *, centered: bool = False) -> None:
        """Choose a line, and bring it onto the screen.

        Args:
            place: which; the nearest that there is.
            centered: bring it into the middle if it is not on the screen.
        """
        count = self.count()
        place = max(0, min(place, count - 1))
        moved = place != self.cursor
        self.cursor = place
        room = max(1, self.room)
        if not self.top <= place < self.top + room:
            if centered:
                self.top = place - room // 2
            else:
                self.top = place if place < self.top else place - room + 1
        self.top = max(0, min(self.top, count - 1))
        self.refresh()
        if moved:
            self.post_message(self.Moved(self))

    def action_move(self, by: int) -> None:
        """Choose the next line, or the one before."""
        self.choose(self.cursor + by)

    def action_page(self, by: int) -> None:
        """Move by a screen."""
        room = max(1, self.room)
        self.top = max(0, min(self.top + by * room, max(0, self.count() - room)))
        self.choose(self.cursor + by * room)

    def action_first(self) -> None:
        """Choose the first line."""
        self.choose(0)

    def action_last(self) -> None:
        """Choose the last line."""
        self.choose(self.count() - 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll; the chosen line stays on the screen."""
        self._scroll(WHEEL)
        event.stop()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll; the chosen line stays on the screen."""
        self._scroll(-WHEEL)
        event.stop()

    def _scroll(self, by: int) -> None:
        room = max(1, self.room)
        self.top = max(0, min(self.top + by, max(0, self.count() - room)))
        self.choose(max(self.top, min(self.cursor, self.top + room - 1)))

    def on_click(self, event: events.Click) -> None:
        """Choose the line that was clicked."""
        if event.y > 0 and self.top + event.y - 1 < self.count():
            self.choose(self.top + event.y - 1)
