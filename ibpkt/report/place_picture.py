"""Where something is wrong, as a picture: host, tap, host, and a cross on the guilty stretch."""

from __future__ import annotations

from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.output.svg import escape_markup, shorten

#: from where to where the stretch goes, in per cent, and the cross
_STRETCHES = {
    Reach.BEFORE: (8, 48, 28),
    Reach.BEHIND: (52, 92, 72),
    Reach.WAY: (8, 92, 72),
    Reach.BETWEEN: (8, 92, 72),
    Reach.SENDER: (0, 0, 3),
    Reach.RECEIVER: (100, 100, 97),
    Reach.TAP: (50, 50, 50),
}


def place_svg(place: IncidentPlace | None) -> str:
    """The picture as markup, as wide as its place; "" where the place is not known."""
    if place is None or not (place.source or place.target):
        return ""
    begin, end, cross = _STRETCHES[place.reach]
    source, target = (shorten(name or "?", 150, 11.5, keep_end=True) for name in (place.source, place.target))
    stretch = f'<line class="bad-way" x1="{begin}%" x2="{end}%" y1="21" y2="21"/>' if end > begin else ""
    return (
        f'<svg class="place" width="100%" height="46" role="img" aria-label="{escape_markup(str(place))}">'
        f'<line class="way" x1="4" x2="99%" y1="21" y2="21"/>{stretch}'
        '<circle class="host" cx="5" cy="21" r="5"/><circle class="host" cx="99%" cy="21" r="5"/>'
        '<svg x="50%" y="16" width="10" height="10" overflow="visible">'
        '<rect class="tap" x="-5" width="10" height="10"/></svg>'
        f'<text class="again cross" x="{cross}%" y="26">✕</text>'
        '<text class="label" x="50%" y="9" text-anchor="middle">tap</text>'
        f'<text class="label" x="0" y="43">{escape_markup(source)}</text>'
        f'<text class="label" x="100%" y="43" text-anchor="end">{escape_markup(target)}</text></svg>'
    )
