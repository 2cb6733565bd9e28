"""Pictures as files: SVG, HTML and PNG, by the ending of their name."""

from __future__ import annotations

import base64
import enum
import hashlib
from functools import partial

from ibpkt.arguments import by_ending, checked
from ibpkt.errors import CallerError, optional_package
from ibpkt.output.svg import escape_markup
from ibpkt.plot.chart import Chart, DrawnPicture, Picture
from ibpkt.plot.chart_svg import WIDTH, chart_svg
from ibpkt.plot.matrix import matrix_svg
from ibpkt.plot.palette import DARK, LIGHT


class PictureFormat(enum.StrEnum):
    """Forms of a file."""

    SVG = "svg"
    HTML = "html"
    PNG = "png"


_ENDINGS = {
    ".svg": PictureFormat.SVG,
    ".html": PictureFormat.HTML,
    ".htm": PictureFormat.HTML,
    ".png": PictureFormat.PNG,
}
#: pixels of the widest picture
WIDEST = 10_000
#: pixels of a bitmap for one of the picture: sharp on most screens
_ZOOM = 2


@checked
def picture_format(path: str) -> PictureFormat:
    """The form that a file's ending names.

    Raises:
        CallerError: it names none.
    """
    return by_ending(path, _ENDINGS, "picture")


@checked
def picture_bytes(picture: Picture, form: PictureFormat, width: float = WIDTH) -> bytes:
    """A picture as the content of a file.

    Args:
        picture: what to draw.
        form: of the file.
        width: of a chart, in pixels.

    Raises:
        CallerError: what makes bitmaps is not installed, or the width is none.
    """
    if not 0 < width <= WIDEST:
        raise CallerError(f"a picture is no wider than {WIDEST:,} pixels, and {width} is no width")
    svg = picture_svg(picture, width)
    if form is PictureFormat.PNG:
        return _png(svg)
    text = svg if form is PictureFormat.SVG else _page(picture, svg)
    return text.encode("utf-8", "replace")


def picture_svg(picture: Picture, width: float = WIDTH) -> str:
    """A picture as SVG."""
    if isinstance(picture, Chart):
        return chart_svg(picture, width)
    return picture.svg if isinstance(picture, DrawnPicture) else matrix_svg(picture)


def needs_resvg() -> None:
    """See that what makes bitmaps is installed.

    Raises:
        CallerError: it is not.
        ResourceError: it is, and cannot be loaded.
    """
    needs = "PNG needs resvg-py: pip install 'ibpkt[plot]'; .svg and .html need nothing"
    with optional_package(partial(CallerError, needs)):
        import resvg_py  # noqa: F401


def _png(svg: str) -> bytes:
    needs_resvg()
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=_ZOOM))


def _page(picture: Picture, svg: str) -> str:
    """A page with nothing but the picture; nothing in it may run or be loaded."""
    style = (
        f"html{{color-scheme:light dark}}body{{margin:0;background:{LIGHT['paper']}}}"
        f"@media (prefers-color-scheme:dark){{body{{background:{DARK['paper']}}}}}"
        "svg{display:block;margin:0 auto;max-width:100%;height:auto}"
    )
    hashes = " ".join(map(csp_hash, (style, *_sheets(svg))))
    policy = f"default-src 'none'; style-src {hashes}; base-uri 'none'; form-action 'none'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape_markup(picture.title)}</title>\n<style>{style}</style></head>\n"
        f"<body><main>{svg}</main></body></html>\n"
    )


def _sheets(svg: str) -> list[str]:
    """The style sheets of a picture as a browser reads them."""
    return [part.partition("</style>")[0] for part in svg.split("<style>")[1:]]


def csp_hash(text: str) -> str:
    """What a Content-Security-Policy allows a script or a style sheet by."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
