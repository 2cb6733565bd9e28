"""SVG pictures: a small writer of elements, escaped, with colours written out so that every program draws them.

There are no ``style`` attributes, which a page's content security policy may forbid, and no ``var()``, which programs
that turn SVG into bitmaps do not know: a style is a class of the picture's own style sheet.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence

#: what text is set in
FONT = "Inter, system-ui, -apple-system, 'Segoe UI', sans-serif"
#: width of a character of text, in parts of the font's size: an average for names, wide enough for capitals
CHARACTER = 0.62

#: characters that XML 1.0 does not admit, other controls, and marks of direction
_FORBIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)

Point = tuple[float, float]


def escape_markup(text: str) -> str:
    """Text as XML and HTML may contain it, between tags and in quotes.

    What XML forbids, other controls, and marks that turn the text around them become U+FFFD.
    """
    clean = _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
    for char, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        clean = clean.replace(char, name)
    return clean


def number_text(value: float) -> str:
    """A coordinate with one digit behind the point at most."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


def text_width(text: str, size: float) -> float:
    """About how wide text is, in the unit of its size."""
    return len(text) * size * CHARACTER


def shorten(text: str, width: float, size: float, *, keep_end: bool = False) -> str:
    """Text cut so that it is no wider than ``width``, with an ellipsis where it is cut; "" where nothing fits.

    Args:
        text: what to write.
        width: the room for it.
        size: that of the font.
        keep_end: cut the beginning: names of many switches often begin alike.
    """
    room = int(width / (size * CHARACTER))
    if len(text) <= room:
        return text
    if room <= 2:
        return ""
    return f"…{text[1 - room :]}" if keep_end else f"{text[: room - 1]}…"


class SVGPicture:
    """A picture, written element by element.

    Example:
        >>> picture = SVGPicture(40, 20, title="A line")
        >>> picture.path("M0 10H40", "link")
        >>> picture.text(20, 8, "<here>", "label")
        >>> print(picture.markup())
        <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20" role="img">
        <title>A line</title>
        <path class="link" d="M0 10H40"/>
        <text class="label" x="20" y="8">&lt;here&gt;</text>
        </svg>
    """

    def __init__(
        self,
        width: float,
        height: float,
        *,
        title: str = "",
        description: str = "",
        styles: Mapping[str, str] | None = None,
        sheet: str = "",
    ) -> None:
        self.width = width
        self.height = height
        self._lines: list[str] = []
        if title:
            self._lines.append(f"<title>{escape_markup(title)}</title>")
        if description:
            self._lines.append(f"<desc>{escape_markup(description)}</desc>")
        if styles or sheet:
            rules = "".join(f".{name}{{{rule}}}" for name, rule in (styles or {}).items())
            self._lines.append(f"<style>{rules}{sheet}</style>")

    def element(self, name: str, attributes: Mapping[str, object], inner: str | None = None) -> None:
        """Any element; ``inner`` is markup already."""
        said = "".join(f' {key}="{_value(value)}"' for key, value in attributes.items() if value not in ("", None))
        self._lines.append(f"<{name}{said}/>" if inner is None else f"<{name}{said}>{inner}</{name}>")

    def path(self, commands: str, style: str = "", *, tip: str = "") -> None:
        """A path; ``tip`` is shown when a pointer rests on it."""
        self.element("path", {"class": style, "d": commands}, _tip(tip))

    def rectangle(
        self, x: float, y: float, width: float, height: float, style: str = "", *, radius: float = 0, tip: str = ""
    ) -> None:
        """A rectangle by its upper left corner."""
        place = {"x": x, "y": y, "width": width, "height": height, "rx": radius or None}
        self.element("rect", {"class": style, **place}, _tip(tip))

    def circle(self, x: float, y: float, radius: float, style: str = "", *, tip: str = "") -> None:
        """A circle by its centre."""
        self.element("circle", {"class": style, "cx": x, "cy": y, "r": radius}, _tip(tip))

    def text(self, x: float, y: float, text: str, style: str = "", *, turned: float = 0) -> None:
        """Text by the place of its base line, turned by so many degrees around it."""
        turn = f"rotate({number_text(turned)} {number_text(x)} {number_text(y)})" if turned else ""
        self.element("text", {"class": style, "x": x, "y": y, "transform": turn}, escape_markup(text))

    def open_group(self, right: float, down: float) -> None:
        """What follows is drawn so far to the right and down, until `close_group`."""
        self._lines.append(f'<g transform="translate({number_text(right)} {number_text(down)})">')

    def close_group(self) -> None:
        """End what `open_group` began."""
        self._lines.append("</g>")

    def open_frame(self, attributes: Mapping[str, object]) -> None:
        """What follows is drawn in a frame with its own coordinates, until `close_frame`."""
        said = "".join(f' {key}="{_value(value)}"' for key, value in attributes.items() if value not in ("", None))
        self._lines.append(f"<svg{said}>")

    def close_frame(self) -> None:
        """End what `open_frame` began."""
        self._lines.append("</svg>")

    def inner(self) -> str:
        """What was drawn, without the element around it."""
        return "".join(self._lines)

    def markup(self) -> str:
        """The whole picture."""
        width, height = number_text(self.width), number_text(self.height)
        head = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img"'
        return "\n".join((f'<svg xmlns="http://www.w3.org/2000/svg" {head}>', *self._lines, "</svg>"))


def _value(value: object) -> str:
    return number_text(value) if isinstance(value, int | float) else escape_markup(str(value))


def _tip(text: str) -> str | None:
    return f"<title>{escape_markup(text)}</title>" if text else None


def polyline(points: Iterable[Point]) -> str:
    """Path commands of a line through points."""
    return "L".join(f"{number_text(x)} {number_text(y)}" for x, y in points).join(("M", ""))


def curve(start: Point, end: Point, *, bend: Point) -> str:
    """Path commands of a curve that is drawn towards a point."""
    places = ((start, "M"), (bend, "Q"), (end, " "))
    return "".join(f"{mark}{number_text(x)} {number_text(y)}" for (x, y), mark in places)


def upright_curve(start: Point, end: Point) -> str:
    """Path commands of a curve that leaves and arrives upright."""
    middle = (start[1] + end[1]) / 2
    points = (start[0], middle), (end[0], middle), end
    said = " ".join(f"{number_text(x)} {number_text(y)}" for x, y in points)
    return f"M{number_text(start[0])} {number_text(start[1])}C{said}"


def on_circle(centre: Point, radius: float, turn: float) -> Point:
    """A point of a circle: ``turn`` is the share of a whole turn, clockwise from the top."""
    angle = 2 * math.pi * turn
    return centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle)


def squares(centre: Point, count: int, columns: int, size: float, gap: float) -> Sequence[Point]:
    """Upper left corners of squares in rows, the rows centred below each other."""
    found: list[Point] = []
    for first in range(0, count, columns):
        row = min(columns, count - first)
        left = centre[0] - (row * (size + gap) - gap) / 2
        found += [(left + at * (size + gap), centre[1] + first // columns * (size + gap)) for at in range(row)]
    return found
