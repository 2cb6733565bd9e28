"""The line in which filters and places are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from ibpkt.errors import escape_text

if TYPE_CHECKING:
    from ibpkt.tui.filter_words import FilterState

#: what stands before what is typed
FILTER, PLACE = "Filter▸ ", "Go to▸ "


class FilterLine(Horizontal):
    """A filter, or while ``:`` is typed the place to go to; what is wrong with it is said as it is typed."""

    class Entered(Message):
        """Something was typed to its end.

        Attributes:
            text: what.
            is_place: it is a place, not a filter.
        """

        def __init__(self, text: str, is_place: bool) -> None:
            super().__init__()
            self.text: str = text
            self.is_place: bool = is_place

    class Left(Message):
        """Typing was given up."""

    class Typed(Message):
        """Something is being typed.

        Attributes:
            state: what is to be said of it; None for a place.
        """

        def __init__(self, state: FilterState | None) -> None:
            super().__init__()
            self.state: FilterState | None = state

    def __init__(self) -> None:
        super().__init__(id="filter")
        self.is_place: bool = False
        self.is_typing: bool = False
        self._filter = ""  # that holds
        self._prompt = Static(FILTER, id="prompt")
        self._input = TypedInput()
        self._aside = Static("", id="aside")
        self._said = ""

    def compose(self) -> ComposeResult:
        """What stands before it, what is typed, and what comes of it."""
        yield self._prompt
        yield self._input
        yield self._aside

    def hold(self, text: str) -> None:
        """Show the filter that holds."""
        self._filter = text
        if not self.is_typing:
            self._input.value = text

    def aside(self, text: str) -> None:
        """Say at the end of the line what comes of the filter."""
        if text != self._said:  # what does not change is not laid out again
            self._said = text
            self._aside.update(Text(escape_text(text)))
            self._aside.styles.width = len(text)

    def begin(self, *, place: bool = False) -> None:
        """Begin to type."""
        self.is_place, self.is_typing = place, True
        self._prompt.update(PLACE if place else FILTER)
        self._input.value = "" if place else self._filter
        self._input.can_focus = True
        self.screen.set_focus(self._input)  # at once: more may have been typed already
        self._input.cursor_position = len(self._input.value)
        self._say()

    def end(self) -> None:
        """Typing is over."""
        self.is_place = self.is_typing = False
        self._prompt.update(FILTER)
        self._input.remove_class("wrong")
        self._input.value = self._filter
        self._input.can_focus = False

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what is wrong."""
        event.stop()
        if self.is_typing:
            self._say()

    def _say(self) -> None:
        state = None
        if not self.is_place:
            from ibpkt.tui.filter_words import filter_state  # late: the first screen is drawn before

            state = filter_state(self._input.value)
            self._input.set_class(bool(state.trouble), "wrong")
        self.post_message(self.Typed(state))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed, if it makes sense."""
        event.stop()
        if not self._input.has_class("wrong"):
            self.post_message(self.Entered(event.value, self.is_place))

    def complete(self) -> None:
        """Continue the name of a field."""
        from ibpkt.tui.filter_words import completed, completions

        text = self._input.value
        self._input.value = completed(text, completions(text))
        self._input.cursor_position = len(self._input.value)


class TypedInput(Input):
    """The text itself; it gets the keyboard only while something is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("tab", "complete", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="typed", compact=True, select_on_focus=False)
        self.can_focus = False

    def action_leave(self) -> None:
        """Give up."""
        self.post_message(FilterLine.Left())

    def action_complete(self) -> None:
        """Continue the last word."""
        line = self.parent
        if isinstance(line, FilterLine):
            line.complete()
