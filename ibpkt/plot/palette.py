"""Colours by what they stand for, light and dark, and the style sheet of charts.

Contrast with the background is 4.5 to 1 at least; direction, trouble and refusal stay apart for people who do not tell
green from red, and each has a form of its own besides.
"""

from __future__ import annotations

from collections.abc import Mapping

from ibpkt.output.svg import FONT
from ibpkt.plot.chart import ChartRole

#: what commands are set in
MONO = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

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


def chart_rules(colors: Mapping[str, str]) -> str:
    """The style sheet of charts.

    Args:
        colors: by name; a page may give ``var(--a)`` and the like.
    """
    strokes = "vector-effect:non-scaling-stroke;fill:none"
    paper, ink, muted = colors["paper"], colors["ink"], colors["muted"]
    halo = f"paint-order:stroke;stroke:{paper};stroke-linejoin:round"
    rules = [
        f".paper{{fill:{paper}}}",
        f".title{{font-family:{FONT};font-size:17px;font-weight:600;fill:{ink}}}",
        f".facts{{font-family:{FONT};font-size:12.5px;font-weight:400;fill:{muted}}}",
        f".command{{font-family:{MONO};font-size:12px;fill:{muted}}}",
        f".key{{font-family:{FONT};font-size:12.5px;font-weight:400;fill:{muted}}}",
        f".label{{font-family:{FONT};font-size:11.5px;font-weight:400;fill:{muted};{halo};stroke-width:3px}}",
        f".lane{{font-family:{FONT};font-size:12px;font-weight:500;fill:{ink};{halo};stroke-width:4px}}",
        f".aside{{font-weight:400;fill:{muted}}}",
        f".value{{font-family:{FONT};font-size:12px;font-weight:400;fill:{ink}}}",
        f".grid{{stroke:{colors['grid']};stroke-width:1}}",
        f".line{{{strokes};stroke-width:1.5;stroke-linejoin:round}}",
        f".dot{{{strokes};stroke-width:4;stroke-linecap:round}}",
        f".square{{{strokes};stroke-width:4;stroke-linecap:square}}",
        f".stick{{{strokes};stroke-width:2}}",
        ".area{stroke:none;fill-opacity:.2}",
        ".bar{stroke:none}",
        f".span{{vector-effect:non-scaling-stroke;fill-opacity:.5;stroke:{colors['edge']};stroke-width:1}}",
        f".cross{{font-family:{FONT};font-size:14px;font-weight:700;text-anchor:middle}}",
        f".cell{{stroke:{paper};stroke-width:1}}",
    ]
    for role in ChartRole:
        color = colors[role]
        rules.append(f".{role}.line,.{role}.dot,.{role}.square,.{role}.stick{{stroke:{color}}}")
        rules.append(f".{role}.area,.{role}.bar,.{role}.span,.{role}.cross,.{role}.cell{{fill:{color}}}")
    rules.append(".acknowledged.line{stroke-width:1.25}")
    return "".join(rules)


def file_rules() -> str:
    """The style sheet of a picture in a file of its own: light, and dark where the reader prefers that."""
    return f"{chart_rules(LIGHT)}@media (prefers-color-scheme:dark){{{chart_rules(DARK)}}}"
