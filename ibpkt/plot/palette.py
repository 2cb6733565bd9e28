"""The style sheet of charts, with the colours of `ibpkt.plot.colors`."""

from __future__ import annotations

from collections.abc import Mapping

from ibpkt.output.svg import FONT
from ibpkt.plot.chart import ChartRole
from ibpkt.plot.colors import DARK as DARK, LIGHT as LIGHT

#: what commands are set in
MONO = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


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
