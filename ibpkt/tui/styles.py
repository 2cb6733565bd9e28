"""The colours of the screens: those of the pictures, by what they stand for."""

from __future__ import annotations

from rich.style import Style
from textual.theme import Theme

from ibpkt.plot.colors import DARK, LIGHT

#: themes by name
THEMES = {"ibpkt-dark": DARK, "ibpkt-light": LIGHT}
#: colours of roles that pictures call otherwise; all others have their own name
_NAMES = {"text": "ink", "dim": "muted", "title": "ink", "error": "again", "chosen": "ink", "mark": "paper"}
_BOLD = frozenset({"title", "error"})


def theme(name: str) -> Theme:
    """A theme by its name."""
    colors = THEMES[name]
    return Theme(
        name, primary=colors["a"], background=colors["paper"], surface=colors["paper"], foreground=colors["ink"],
        panel=colors["soft"], error=colors["again"], warning=colors["waiting"], success=colors["fine"],
        dark=colors is DARK,
    )  # fmt: skip


def style(role: str, name: str, *, chosen: bool = False) -> Style:
    """The style of a piece of text.

    Args:
        role: what it is: ``text``, ``dim``, ``title``, ``error``, ``mark`` (bytes of the chosen field), or a role of
            pictures.
        name: of the theme.
        chosen: it stands on the chosen line.
    """
    colors = THEMES[name]
    color = colors[_NAMES.get(role, role)]
    background = colors["waiting"] if role == "mark" else colors["line" if chosen else "paper"]
    return Style(color=color, bgcolor=background, bold=role in _BOLD)
