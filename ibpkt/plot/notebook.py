"""Pictures in notebooks."""

from __future__ import annotations

import base64

from ibpkt.arguments import checked
from ibpkt.output.svg import escape_markup
from ibpkt.plot.chart import Picture
from ibpkt.plot.picture_files import PictureFormat, picture_bytes


@checked
def picture_html(picture: Picture) -> str:
    """A picture for notebooks (``_repr_html_``): an image, so that its style stays in it and nothing in it runs."""
    data = base64.b64encode(picture_bytes(picture, PictureFormat.SVG)).decode()
    return f'<img alt="{escape_markup(picture.title)}" src="data:image/svg+xml;base64,{data}">'
