"""Text of a page: short, printable, dated."""

from __future__ import annotations

import datetime

from ibpkt.errors import escape_text

#: characters of a name
LONGEST = 300


def sentence(text: str) -> str:
    """A clause as a sentence."""
    text = short(text, 2000)
    return f"{capital(text)}{'' if text.endswith(('.', '?', '…')) else '.'}"


def capital(text: str) -> str:
    """Text that begins with a capital."""
    return f"{text[:1].upper()}{text[1:]}"


def short(text: str, most: int = LONGEST) -> str:
    """Text without controls, cut where it is very long."""
    text = escape_text(text)
    return text if len(text) <= most else text[: most - 1] + "…"


def date_text(time: int) -> str:
    """Nanoseconds since the epoch as a date."""
    try:
        return f"{datetime.datetime.fromtimestamp(time // 10**9, datetime.UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):  # beyond the year 9999
        return f"{time // 10**9} s after 1970"


def clock_text(time: int, digits: int) -> str:
    """Nanoseconds since the epoch as a time of day, with so many digits behind the point."""
    whole, rest = divmod(time, 10**9)
    try:
        clock = f"{datetime.datetime.fromtimestamp(whole, datetime.UTC):%H:%M:%S}"
    except (ValueError, OverflowError, OSError):
        return ""
    return f"{clock}.{rest // 10 ** (9 - digits):0{digits}d} UTC"


def rate_text(bits: float) -> str:
    """Bits a second."""
    for size, unit in ((1e9, "Gbit/s"), (1e6, "Mbit/s"), (1e3, "kbit/s")):
        if bits >= size:
            return f"{bits / size:.3g} {unit}"
    return f"{bits:.0f} bit/s" if bits else "0"
