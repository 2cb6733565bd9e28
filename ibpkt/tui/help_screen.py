"""The keys."""

from __future__ import annotations

from ibpkt.tui.pane_screen import PaneScreen, TextPane

#: sections and their keys
KEYS = {
    "Moving": {
        "j k ↓ ↑": "line by line; Space, Page Down, Page Up: by screens",
        "g G": "first and last; in a capture that grows G stays at the end",
        "n N": "next and previous packet that shows something wrong",
        ":": "go to a packet by its number, to a time by +SECONDS",
        "Tab  1 2 3": "between packets, tree and bytes",
        "← → Enter": "in the tree: close and open a header; +: all",
    },
    "Selecting": {
        "/": "filter in Wireshark's language; Tab completes names of fields",
        "f m c": "only the flow, message, storage command of this packet",
        "Esc": "back: what was followed, then the filter",
    },
    "Screens": {
        "l": "ladder of the flow: two hosts, arrows, silences",
        "i": "incidents: what went wrong, where, what it cost",
        "s": "statistics: flows, operations",
        "|": "panes below each other or side by side",
        "y": "copy the line, by the terminal (OSC 52)",
        "T": "light or dark",
        "q": "back; on the first screen: end",
    },
}


def help_screen() -> PaneScreen:
    """A screen with all keys."""
    lines: list[tuple[str, str]] = []
    for title, keys in KEYS.items():
        lines.append((f" {title}", "title"))
        lines += [(f"   {key:<12}{text}", "text") for key, text in keys.items()]
        lines.append(("", "text"))
    return PaneScreen(TextPane("Keys", lines[:-1]), " Esc back")
