"""Charts as SVG.

A lane is a frame with texts, placed in per cent, and in it a frame with the data, which has coordinates of its own and
is stretched: so a page shows a lane at any width, and zooms it by one attribute.  In a file of its own a picture has a
fixed width, and its data have the coordinates of its pixels, since programs that turn SVG into bitmaps know neither
stretched frames nor strokes that are not stretched with them.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ibpkt.output.svg import SVGPicture, escape_markup, number_text, shorten, text_width
from ibpkt.plot.chart import Chart, ChartAxis, ChartLane, ChartRole, ChartSeries, Floats, SeriesForm
from ibpkt.plot.palette import file_rules
from ibpkt.plot.ticks import AxisTick, axis_ticks, unit_label, value_ticks

#: width of a picture in a file, in pixels, and its margins
WIDTH, MARGIN = 1000.0, 20.0
#: coordinates of stretched data
_ACROSS, _DOWN = 10_000.0, 1_000.0
#: pixels above the data for the name of a lane, below all lanes for the labels of the axis, and between lanes
_HEAD, _FOOT, _BETWEEN = 18.0, 18.0, 8.0
#: pixels that the shortest stick has
_LEAST_STICK = 4.0
#: crosses of a series that are drawn
MOST_CROSSES = 400
_KEY_LINE = 20.0


class DataFrameUnits(NamedTuple):
    """The coordinates of the data of a lane.

    Attributes:
        across, down: its width and height.
        pixels: its height in pixels.
    """

    across: float
    down: float
    pixels: float


class _LaneScale:
    """Where values of a lane are."""

    def __init__(self, axis: ChartAxis, lane: ChartLane, units: DataFrameUnits) -> None:
        self.axis, self.units = axis, units
        self.low, self.high = lane.range
        if lane.fit:
            rest = (self.high - self.low) * 0.04
            self.low, self.high = self.low - rest, self.high + rest
        self._head = _HEAD / units.pixels * units.down

    def across(self, values: Floats) -> list[float]:
        """Places in x, one digit behind the point."""
        return _listed(self.axis.share(values) * self.units.across)

    def down(self, values: Floats) -> list[float]:
        """Places in y."""
        share = (values - self.low) / (self.high - self.low)
        return _listed(self.units.down - share * (self.units.down - self._head))

    def pixel(self, value: float) -> float:
        """The place of one value in y, in pixels."""
        return self.down(np.array([value]))[0] / self.units.down * self.units.pixels

    @property
    def stick(self) -> float:
        """The place in y that the shortest stick reaches."""
        return self.units.down * (1 - _LEAST_STICK / self.units.pixels)


def _listed(places: Floats) -> list[float]:
    found: list[float] = np.round(places, 1).tolist()
    return found


def chart_svg(chart: Chart, width: float = WIDTH) -> str:
    """A chart as a document of its own.

    Args:
        chart: what to draw.
        width: in pixels.
    """
    width = max(width, 240.0)
    inner = width - 2 * MARGIN
    legend = _legend_rows(chart, inner)
    top = 58.0
    body = sum(lane.height + _BETWEEN for lane in chart.lanes) if chart.lanes else 40.0
    height = top + body + _FOOT + _KEY_LINE * len(legend) + 34
    picture = SVGPicture(width, height, title=chart.title, description=chart.description, sheet=file_rules())
    picture.rectangle(0, 0, width, height, "paper")
    picture.text(MARGIN, 28, shorten(chart.title, inner, 16), "title")
    picture.text(MARGIN, 47, shorten(chart.facts, inner, 11.5), "facts")
    if not chart.lanes:
        picture.text(MARGIN, top + 24, shorten(chart.description, inner, 12.5), "value")
    down = top
    for number, lane in enumerate(chart.lanes):
        last = number == len(chart.lanes) - 1
        room = {"x": MARGIN, "y": down, "width": inner, "height": lane.height + (_FOOT if last else 0)}
        picture.open_frame({**room, "overflow": "visible"})
        units = DataFrameUnits(inner, lane.height, lane.height)
        draw_lane(picture, chart, lane, units, labels=axis_ticks(chart.axis, _labels(inner)) if last else ())
        picture.close_frame()
        down += lane.height + _BETWEEN
    down += _FOOT + 14
    for row in legend:
        across = MARGIN
        for name, role, form in row:
            _key(picture, across, down, role, form)
            picture.text(across + 20, down, name, "key")
            across += text_width(name, 12.5) + 40
        down += _KEY_LINE
    picture.text(MARGIN, height - 12, shorten(chart.command, inner, 12), "command")
    return picture.markup()


def lane_svgs(chart: Chart, prefix: str) -> list[str]:
    """The lanes of a chart for a page that has the style sheet: each as wide as its place.

    Args:
        chart: what to draw.
        prefix: of ids, unique in the page.
    """
    found = []
    for number, lane in enumerate(chart.lanes):
        last = number == len(chart.lanes) - 1
        units = DataFrameUnits(_ACROSS, _DOWN, lane.height)
        picture = SVGPicture(0, 0)
        said = f"{prefix}-{number}"
        draw_lane(picture, chart, lane, units, labels=axis_ticks(chart.axis) if last else (), stretched=True)
        words = f'<title id="{said}-t">{escape_markup(lane.title)}</title>'
        ends = f'data-low="{chart.axis.low!r}" data-high="{chart.axis.high!r}"'
        axis = ' data-axis="1"' if last and not chart.axis.logarithmic else ""
        height = number_text(lane.height + (_FOOT if last else 0))
        head = f'<svg class="plot" width="100%" height="{height}" role="img" aria-labelledby="{said}-t" {ends}{axis}>'
        found.append(f"{head}{words}{picture.inner()}</svg>")
    return found


def draw_lane(
    picture: SVGPicture,
    chart: Chart,
    lane: ChartLane,
    units: DataFrameUnits,
    *,
    labels: list[AxisTick] | tuple[AxisTick, ...] = (),
    stretched: bool = False,
) -> None:
    """Draw a lane from the upper left corner of the frame that is open.

    Args:
        picture: where.
        chart: the chart.
        lane: the lane.
        units: coordinates of its data.
        labels: of the axis below it.
        stretched: the data fill the width of the frame, whatever that is.
    """
    scale = _LaneScale(chart.axis, lane, units)
    ticks = value_ticks(scale.low, scale.high, lane.unit, 4 if lane.height > 80 else 2) if lane.labelled else []
    ticks = [tick for tick in ticks if scale.pixel(tick.value) > 4]
    for tick in ticks:
        at = scale.pixel(tick.value)
        picture.element("line", {"class": "grid", "x1": 0, "x2": "100%", "y1": at, "y2": at})
    bottom = lane.height
    picture.element("line", {"class": "grid", "x1": 0, "x2": "100%", "y1": bottom, "y2": bottom})
    picture.open_frame(
        {
            "class": "data",
            "width": "100%",
            "height": lane.height,
            "viewBox": f"0 0 {number_text(units.across)} {number_text(units.down)}",
            "preserveAspectRatio": "none" if stretched else "xMinYMin",
        }
    )
    for each in lane.series:
        if len(each) and each.form is not SeriesForm.CROSSES:
            _draw(picture, each, scale)
    picture.close_frame()
    for each in lane.series:
        if len(each) and each.form is SeriesForm.CROSSES:
            _crosses(picture, each, scale)
    for tick in ticks:
        at = max(scale.pixel(tick.value) - 3, _HEAD + 10)
        picture.element("text", {"class": "label", "x": 2, "y": at}, escape_markup(tick.text))
    unit = unit_label(lane.unit, scale.high) if lane.labelled else ""
    words = escape_markup(f"{lane.title}, {unit}" if unit else lane.title)
    if lane.aside:
        words += f'<tspan class="aside" dx="6">{escape_markup(lane.aside)}</tspan>'
    picture.element("text", {"class": "lane", "x": 2, "y": 12}, words)
    if labels:
        picture.element("g", {"class": "axis"}, "".join(_axis_label(tick, chart.axis, lane.height) for tick in labels))


def _axis_label(tick: AxisTick, axis: ChartAxis, height: float) -> str:
    share = float(axis.share(np.array([tick.value]))[0])
    anchor = "start" if share < 0.03 else "end" if share > 0.96 else "middle"
    place = f'x="{share * 100:.2f}%" y="{number_text(height + 14)}" text-anchor="{anchor}"'
    return f'<text class="label" {place}>{escape_markup(tick.text)}</text>'


def _labels(width: float) -> int:
    return max(2, min(10, int(width / 110)))


# -- series -----------------------------------------------------------------------------------------------------------


def _draw(picture: SVGPicture, series: ChartSeries, scale: _LaneScale) -> None:
    match series.form:
        case SeriesForm.AREA:
            outline = _stairs(series, scale)
            picture.path(outline + "Z", f"{series.role} area")
            picture.path(outline, f"{series.role} line")
        case SeriesForm.STEPS:
            picture.path(_steps(series, scale), f"{series.role} line")
        case SeriesForm.DOTS | SeriesForm.SQUARES:
            style = "dot" if series.form is SeriesForm.DOTS else "square"
            picture.path(_ranges(series, scale), f"{series.role} {style}")
        case SeriesForm.STICKS:
            picture.path(_sticks(series, scale), f"{series.role} stick")
        case SeriesForm.BARS:
            picture.path(_boxes(series, scale, gap=0.12), f"{series.role} bar")
        case _:
            picture.path(_boxes(series, scale), f"{series.role} span")


def _stairs(series: ChartSeries, scale: _LaneScale) -> str:
    """The outline of intervals, down to 0 where there is none."""
    starts, ends, tops = scale.across(series.x), scale.across(series.x2), scale.down(series.y)
    floor = scale.down(np.zeros(1))[0]
    parts: list[str] = []
    at, level = -math.inf, floor
    for start, end, top in zip(starts, ends, tops, strict=True):
        if start > at + 0.05:
            if parts:
                parts.append(f"H{number_text(at)}V{number_text(floor)}")
            parts.append(f"{'H' if parts else 'M'}{number_text(start)}{'' if parts else ' ' + number_text(floor)}")
            level = floor
        if top != level:
            parts.append(f"H{number_text(start)}V{number_text(top)}")
            level = top
        at = end
    parts.append(f"H{number_text(at)}V{number_text(floor)}")
    return "".join(parts)


def _steps(series: ChartSeries, scale: _LaneScale) -> str:
    places = zip(scale.across(series.x), scale.down(series.y), strict=True)
    x, y = next(places)
    parts = [f"M{number_text(x)} {number_text(y)}"]
    for x, y in places:
        parts.append(f"H{number_text(x)}V{number_text(y)}")
    parts.append(f"H{number_text(scale.across(series.x2[-1:])[0])}")
    return "".join(parts)


def _ranges(series: ChartSeries, scale: _LaneScale) -> str:
    places = zip(scale.across(series.x), scale.down(series.y), scale.down(series.y2), strict=True)
    return "".join(
        f"M{number_text(x)} {number_text(y)}{'h0' if y == end else 'V' + number_text(end)}" for x, y, end in places
    )


def _sticks(series: ChartSeries, scale: _LaneScale) -> str:
    floor, least = scale.down(np.zeros(1))[0], scale.stick
    places = zip(scale.across(series.x), scale.down(series.y), strict=True)
    return "".join(f"M{number_text(x)} {number_text(floor)}V{number_text(min(y, least))}" for x, y in places)


def _boxes(series: ChartSeries, scale: _LaneScale, gap: float = 0.0) -> str:
    lows = scale.down(np.zeros(len(series)) if series.form is SeriesForm.BARS else series.y2)
    least = scale.stick if series.form is SeriesForm.BARS else math.inf
    places = zip(scale.across(series.x), scale.across(series.x2), scale.down(series.y), lows, strict=True)
    parts = []
    for left, right, top, low in places:
        room = (right - left) * gap / 2
        top = min(top, least)
        x, end = number_text(left + room), number_text(max(right - room, left + room + 0.5))
        parts.append(f"M{x} {number_text(low)}H{end}V{number_text(top)}H{x}Z")
    return "".join(parts)


def _crosses(picture: SVGPicture, series: ChartSeries, scale: _LaneScale) -> None:
    """Crosses are letters, which nothing stretches."""
    shares = scale.axis.share(series.x)
    for share, x, y in list(zip(shares.tolist(), series.x.tolist(), series.y.tolist(), strict=True))[:MOST_CROSSES]:
        place = {"x": f"{share * 100:.3f}%", "y": scale.pixel(y) + 5, "data-x": f"{x:.9f}"}
        picture.element("text", {"class": f"{series.role} cross", **place}, "✕")


# -- legend -----------------------------------------------------------------------------------------------------------


def _legend_rows(chart: Chart, width: float) -> list[list[tuple[str, ChartRole, SeriesForm]]]:
    rows: list[list[tuple[str, ChartRole, SeriesForm]]] = []
    left = 0.0
    for entry in chart.legend():
        need = text_width(entry[0], 12.5) + 40
        if need > left:
            rows.append([])
            left = width
        rows[-1].append((shorten(entry[0], width - 40, 12.5), *entry[1:]))
        left -= need
    return rows


def _key(picture: SVGPicture, x: float, y: float, role: ChartRole, form: SeriesForm) -> None:
    """How a series is drawn, in the legend: the form next to its name."""
    middle = y - 4
    match form:
        case SeriesForm.CROSSES:
            picture.text(x + 7, y + 1, "✕", f"{role} cross")
        case SeriesForm.DOTS:
            picture.path(f"M{number_text(x + 7)} {number_text(middle)}h0", f"{role} dot")
        case SeriesForm.SQUARES:
            picture.path(f"M{number_text(x + 7)} {number_text(middle)}h0", f"{role} square")
        case SeriesForm.BARS | SeriesForm.SPANS:
            picture.rectangle(x + 1, y - 10, 12, 11, f"{role} {'bar' if form is SeriesForm.BARS else 'span'}")
        case SeriesForm.STICKS:
            picture.path(f"M{number_text(x + 7)} {number_text(y + 1)}v-11", f"{role} stick")
        case _:
            picture.path(f"M{number_text(x)} {number_text(middle)}h14", f"{role} line")


def key_svg(role: ChartRole, form: SeriesForm) -> str:
    """The same for the legend of a page."""
    picture = SVGPicture(0, 0)
    _key(picture, 0, 11, role, form)
    return f'<svg width="14" height="14" aria-hidden="true">{picture.inner()}</svg>'
