"""Colours by what they stand for, light and dark.

Contrast with the background is 4.5 to 1 at least; direction, trouble and refusal stay apart for people who do not tell
green from red, and each has a form of its own besides.  This module imports nothing: terminals use them, too.
"""

from __future__ import annotations

#: colours by name: of the page, then of roles
LIGHT: dict[str, str] = {
    "paper": "#ffffff", "soft": "#f5f6f8", "line": "#dfe3e8", "grid": "#e9ecf0", "ink": "#16191d", "muted": "#59626d",
    "a": "#0067a8", "b": "#0b8266", "c": "#6b4fa8", "d": "#7a5c00", "other": "#59626d", "again": "#b5420a",
    "refused": "#9b2f74", "waiting": "#e6a100", "edge": "#8a5a00", "acknowledged": "#59626d", "marked": "#8a5a00",
    "fine": "#0b6b4f", "trouble-paper": "#fdf0e8",
}  # fmt: skip
DARK: dict[str, str] = {
    "paper": "#101418", "soft": "#171c22", "line": "#2b333c", "grid": "#222931", "ink": "#e8ecf0", "muted": "#9aa5b1",
    "a": "#5db4f0", "b": "#35c49b", "c": "#b8a2f2", "d": "#d9b64a", "other": "#9aa5b1", "again": "#ff9557",
    "refused": "#e78fc4", "waiting": "#e0a82e", "edge": "#f0b83f", "acknowledged": "#9aa5b1", "marked": "#f0b83f",
    "fine": "#4ccf9f", "trouble-paper": "#2b1a10",
}  # fmt: skip
