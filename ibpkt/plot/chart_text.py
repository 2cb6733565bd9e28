"""Charts as text: dots of Braille characters, eight a character, in a terminal of any width.

Colour says nothing that forms and words do not say: crosses are letters, and lanes with several series name them below
in the order in which they are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Ints
from ibpkt.errors import escape_text
from ibpkt.plot.chart import Chart, ChartAxis, ChartLane, ChartRole, ChartSeries, Floats, MatrixChart, SeriesForm
from ibpkt.plot.ticks import axis_ticks, unit_label, value_label, value_ticks

#: the first Braille character, and the bits of the dots of a character by row and column
_BRAILLE = 0x2800
_BITS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], np.int64)
#: codes of colours on terminals (ANSI)
_COLORS = {
    ChartRole.A: 34, ChartRole.B: 32, ChartRole.C: 35, ChartRole.D: 33, ChartRole.OTHER: 90, ChartRole.AGAIN: 31,
    ChartRole.REFUSED: 95, ChartRole.WAITING: 93, ChartRole.ACKNOWLEDGED: 90, ChartRole.MARKED: 33,
}  # fmt: skip
#: the narrowest drawing, in characters, and the lowest
_NARROWEST, _LOWEST = 8, 2


def chart_text(chart: Chart, width: int, height: int, *, color: bool = False) -> str:
    """A chart for a terminal.

    Args:
        chart: what to draw.
        width: columns of the terminal.
        height: its lines; a chart of many lanes may take more.
        color: use colours.
    """
    lines = [_cut(chart.title, width), _cut(chart.facts, width), ""]
    if not chart.lanes:
        return "\n".join([*lines[:1], _cut(chart.description, width)]) + "\n"
    gutter = max((_gutter(lane) for lane in chart.lanes), default=0)
    across = max(_NARROWEST, width - gutter - 1)
    legend = _legend(chart, width, color=color)
    rows = _heights(chart.lanes, height - 5 - len(chart.lanes) - len(legend))
    for lane, down in zip(chart.lanes, rows, strict=True):
        unit = unit_label(lane.unit, lane.range[1]) if lane.labelled else ""
        aside = f"  {lane.aside}" if lane.aside else ""
        lines.append(_cut(f"{lane.title}{f', {unit}' if unit else ''}{aside}", width))
        lines += _lane_lines(lane, chart.axis, across, down, gutter, color=color)
    # the command is to be copied, so that it is not cut
    lines += [" " * (gutter + 1) + _axis_line(chart.axis, across), *legend, chart.command]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def matrix_text(matrix: MatrixChart, width: int) -> str:
    """A matrix for a terminal: a line for each cell, those with the most first, and a bar."""
    lines = [_cut(matrix.title, width), _cut(matrix.facts, width), ""]
    cells = sorted(matrix.cells, key=lambda cell: -cell.value)
    most = max((cell.value for cell in cells), default=1)
    names = [escape_text(name) for name in matrix.names]
    left = max((len(name) for name in names), default=0)
    left = min(left, max(4, (width - 14) // 3))
    for cell in cells:
        ends = f"{_cut(names[cell.source], left):<{left}} → {_cut(names[cell.target], left):<{left}}"
        head = f"{ends}  {matrix.text(cell.value):>9}  "
        lines.append(_cut(head + "█" * max(1, round((width - len(head)) * cell.value / most)), width))
    if not cells:
        lines[2:] = [_cut(matrix.description, width)]
    if matrix.left_out:
        lines.append(_cut(matrix.left_out, width))
    return "\n".join(line.rstrip() for line in [*lines, matrix.command]) + "\n"


class BrailleCanvas:
    """Dots, two a character across and four down.

    Args:
        across, down: characters.
    """

    def __init__(self, across: int, down: int) -> None:
        self.across, self.down = across, down
        self._dots = np.zeros((down * 4, across * 2), np.int8)
        self._letters: dict[tuple[int, int], str] = {}

    def column(self, shares: Floats) -> Ints:
        """Columns of dots for shares of the width; -1 for what is outside."""
        found = np.round(shares * (self.across * 2 - 1)).astype(np.int64)
        return np.where((shares < -1e-9) | (shares > 1 + 1e-9), -1, np.clip(found, 0, self.across * 2 - 1))

    def row(self, shares: Floats) -> Ints:
        """Rows of dots for shares of the height, from below."""
        last = self.down * 4 - 1
        return last - np.clip(np.round(shares * last).astype(np.int64), 0, last)

    def upright(self, columns: Ints, begins: Ints, ends: Ints, role: int) -> None:
        """Upright strokes."""
        for column, begin, end in zip(columns.tolist(), begins.tolist(), ends.tolist(), strict=True):
            if column >= 0:
                self._dots[min(begin, end) : max(begin, end) + 1, column] = role

    def letter(self, column: int, row: int, letter: str) -> None:
        """A letter in the place of the character that has this dot."""
        if column >= 0:
            self._letters[row // 4, column // 2] = letter

    def lines(self, paint: NDArray[np.object_]) -> list[str]:
        """The characters.

        Args:
            paint: by role, what begins its colour; shape (roles + 1,), "" for none.
        """
        blocks = self._dots.reshape(self.down, 4, self.across, 2)
        codes = ((blocks > 0) * _BITS[None, :, None, :]).sum(axis=(1, 3))
        roles = blocks.max(axis=(1, 3))
        found = []
        for row in range(self.down):
            parts, current = [], ""
            for column in range(self.across):
                color = paint[roles[row, column]]
                if color != current:
                    parts.append(f"\x1b[0m{color}" if current or not color else color)
                    current = color
                code = int(codes[row, column])
                parts.append(self._letters.get((row, column)) or (chr(_BRAILLE + code) if code else " "))
            found.append("".join(parts) + ("\x1b[0m" if current else ""))
        return found


def _lane_lines(lane: ChartLane, axis: ChartAxis, across: int, down: int, gutter: int, *, color: bool) -> list[str]:
    canvas = BrailleCanvas(across, down)
    low, high = lane.range
    paint = np.array(["", *(f"\x1b[{_COLORS[each.role]}m" if color else "" for each in lane.series)], object)
    for number, each in enumerate(lane.series, 1):
        if len(each):
            _draw(canvas, each, axis, (low, high), min(number, 127), letters=not color)
    labels = [""] * down
    if lane.labelled:
        for tick in value_ticks(low, high, lane.unit, max(1, min(4, down // 2))):
            place = int(canvas.row(np.array([(tick.value - low) / (high - low)]))[0]) // 4
            labels[place] = value_label(tick.value, lane.unit, high)
    return [f"{label:>{gutter}}│{line}" for label, line in zip(labels, canvas.lines(paint), strict=True)]


def _draw(
    canvas: BrailleCanvas, series: ChartSeries, axis: ChartAxis, ends: tuple[float, float], role: int, *, letters: bool
) -> None:
    """Draw a series.

    Args:
        canvas: where.
        series: what.
        axis: of x.
        ends: the lowest y and the highest.
        role: its number in the lane, from 1.
        letters: there are no colours, so that squares are letters.
    """
    low, high = ends

    def rows(values: Floats) -> Ints:
        return canvas.row((values - low) / (high - low))

    columns, tops = canvas.column(axis.share(series.x)), rows(series.y)
    floor = np.full(len(series), rows(np.zeros(1))[0])
    match series.form:
        case SeriesForm.AREA | SeriesForm.BARS | SeriesForm.SPANS:
            ends_at = canvas.column(np.clip(axis.share(series.x2), 0, 1))
            bottoms = rows(series.y2) if series.form is SeriesForm.SPANS else floor
            for begin, end, top, bottom, y in zip(
                columns.tolist(), ends_at.tolist(), tops.tolist(), bottoms.tolist(), series.y.tolist(), strict=True
            ):
                if not y and series.form is SeriesForm.AREA:
                    continue
                wide = np.arange(max(begin, 0), max(begin, end - (series.form is SeriesForm.BARS), 0) + 1)
                canvas.upright(wide, np.full(len(wide), top), np.full(len(wide), bottom), role)
        case SeriesForm.STEPS:
            where, levels = columns.tolist(), tops.tolist()
            for at, (begin, level) in enumerate(zip(where, levels, strict=True)):
                until = where[at + 1] if at + 1 < len(where) else canvas.across * 2 - 1
                wide = np.arange(max(begin, 0), max(until, begin, 0) + 1)
                canvas.upright(wide, np.full(len(wide), level), np.full(len(wide), level), role)
        case SeriesForm.STICKS:
            canvas.upright(columns, tops, floor, role)
        case SeriesForm.CROSSES:
            for column, row in zip(columns.tolist(), tops.tolist(), strict=True):
                canvas.letter(column, row, "×")
        case SeriesForm.SQUARES if letters:
            for column, begin, end in zip(columns.tolist(), tops.tolist(), rows(series.y2).tolist(), strict=True):
                for row in range(min(begin, end), max(begin, end) + 1, 4):
                    canvas.letter(column, row, "▒")
        case _:
            canvas.upright(columns, tops, rows(series.y2), role)


def _heights(lanes: Sequence[ChartLane], room: int) -> list[int]:
    """Lines of each lane, by their heights in pixels."""
    whole = sum(lane.height for lane in lanes)
    return [max(_LOWEST, min(24, round(room * lane.height / whole))) for lane in lanes]


def _gutter(lane: ChartLane) -> int:
    low, high = lane.range
    ticks = value_ticks(low, high, lane.unit) if lane.labelled else []
    return max((len(value_label(tick.value, lane.unit, high)) for tick in ticks), default=0)


def _axis_line(axis: ChartAxis, across: int) -> str:
    """Labels of the axis, none over another."""
    line = [" "] * across
    free = 0
    for tick in axis_ticks(axis, max(2, across // 12)):
        at = round(float(axis.share(np.array([tick.value]))[0]) * (across - 1)) - len(tick.text) // 2
        at = min(max(at, 0), across - len(tick.text))
        if at >= free and at >= 0:
            line[at : at + len(tick.text)] = tick.text
            free = at + len(tick.text) + 1
    return "".join(line)


def _legend(chart: Chart, width: int, *, color: bool) -> list[str]:
    lines: list[str] = []
    used = width
    for name, role, form in chart.legend():
        mark = "×" if form is SeriesForm.CROSSES else "▒" if form is SeriesForm.SQUARES and not color else "▪"
        text = _cut(f"{mark} {escape_text(name)}", width)
        if used + len(text) + 3 > width:
            lines.append("")
            used = 0
        painted = f"\x1b[{_COLORS[role]}m{text[0]}\x1b[0m{text[1:]}" if color else text
        lines[-1] += ("   " if used else "") + painted
        used += len(text) + 3
    return lines


def _cut(text: str, width: int) -> str:
    text = escape_text(text)
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"
