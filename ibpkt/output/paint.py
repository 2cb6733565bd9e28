"""Colours for text reports, by meaning; they repeat what words say, so that nothing is lost without them."""

from __future__ import annotations

import re

RESET = "\x1b[0m"
#: what is wrong, what may be, what is fine, what leads the eye, what explains
WRONG, DOUBTFUL, FINE, TITLE, DIM = "\x1b[31m", "\x1b[33m", "\x1b[32m", "\x1b[1m", "\x1b[2m"

#: what is coloured: a pattern whose first group is, and the colour
_RULES = tuple(
    (re.compile(pattern, re.MULTILINE), color)
    for pattern, color in (
        (r"^ *(?:\d+ +)?(error)\b", WRONG),
        (r"^ *(?:\d+ +)?(warning)\b", DOUBTFUL),
        (r"^ *(?:\d+ +)?((?:note|chat)) ", DIM),
        (r"\b([1-9]\d* (?:errors?|problems?))\b", WRONG),
        (r"\b([1-9]\d* warnings?)\b", DOUBTFUL),
        (r"(?:; |: )(0 problems|nothing found|nothing went wrong)\b", FINE),
        (r"(?:^|[:;] |\b\d+ +)((?:[IV]CRC|LPCRC) bad\b|malformed\b|length disagrees\b)", WRONG),
        (r" (refused|given up|unanswered)\b", WRONG),
        (r"^(==> .* <==)$", TITLE),
        (r"^(Next:)$", TITLE),
    )
)


def painted(text: str) -> str:
    """A text with colours for a terminal."""
    for pattern, color in _RULES:
        text = pattern.sub(lambda match, color=color: _colored(match, color), text)  # type: ignore[misc]
    return text


def heading(text: str) -> str:
    """The titles of columns."""
    return "".join(f"{TITLE}{line}{RESET}\n" for line in text.splitlines())


def _colored(match: re.Match[str], color: str) -> str:
    start, end = (place - match.start() for place in match.span(1))
    whole = match[0]
    return f"{whole[:start]}{color}{whole[start:end]}{RESET}{whole[end:]}"
