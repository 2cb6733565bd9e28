"""A screen of one pane above a line of keys; Esc goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from ibpkt.tui.line_view import LineView, Pieces

if TYPE_CHECKING:
    from ibpkt.tui.app import PacketBrowser


class PaneScreen(Screen[None]):
    """The screen.

    Args:
        pane: what it shows.
        keys: what is said of its keys.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.leave", show=False),
        Binding("question_mark", "app.help", show=False),
    ]

    def __init__(self, pane: LineView, keys: str) -> None:
        super().__init__()
        self.pane: LineView = pane
        self._keys = keys

    @property
    def browser(self) -> PacketBrowser:
        """The application."""
        return cast("PacketBrowser", self.app)

    def compose(self) -> ComposeResult:
        """The pane and the line."""
        yield self.pane
        yield Static(Text(self._keys), id="keys")

    def on_mount(self) -> None:
        """Give the pane the keyboard."""
        self.pane.focus()

    def refresh_pane(self) -> None:
        """Something may have changed."""
        self.pane.refresh()


class TextPane(LineView):
    """Lines that do not change.

    Args:
        title: what they are.
        lines: text and role of each.
    """

    def __init__(self, title: str, lines: list[tuple[str, str]]) -> None:
        super().__init__(id="text")
        self._title = title
        self._lines = lines

    def count(self) -> int:
        """How many there are."""
        return len(self._lines)

    def heading(self, width: int) -> Pieces:
        """What they are."""
        return [(f" {self._title}", "title")]

    def line(self, place: int, width: int) -> Pieces:
        """One of them."""
        return [self._lines[place]]
