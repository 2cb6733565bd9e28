"""Colours for text reports, by meaning; they repeat what words say, so that nothing is lost without them."""

from __future__ import annotations

import functools
import re

RESET = "\x1b[0m"
#: what is wrong, what may be, what is fine, what leads the eye, what explains
WRONG, DOUBTFUL, FINE, TITLE, DIM = "\x1b[31m", "\x1b[33m", "\x1b[32m", "\x1b[1m", "\x1b[2m"

#: what is coloured: a pattern whose first group is, and the colour
_RULES = (
    (r"^ *(?:\d+ +)?(error)\b", WRONG),
    (r"^ *(?:\d+ +)?(warning)\b", DOUBTFUL),
    (r"^ *(?:\d+ +)?((?:note|chat)) ", DIM),
    (r"\b([1-9]\d* (?:errors?|problems?))\b", WRONG),
    (r"\b([1-9]\d* warnings?)\b", DOUBTFUL),
    (r"(?:; |: )(0 problems|nothing found|nothing went wrong)\b", FINE),
    (r"(?:^|[:;] |\b\d+ +)((?:[IV]CRC|LPCRC) bad\b|malformed\b|length disagrees\b)", WRONG),
    (r"\b([1-9][\d,]* (?:refused|given up|unanswered|damaged|corrupted))\b", WRONG),
    (r"^(?=.*\d).*?  (refused|given up|unanswered|no answer)\b", WRONG),
    (r"\b([1-9][\d,]* packets? damaged)\b", WRONG),
    (r"^ *(?:\d+|-) +(?:\d+|-) (corrupted) ", WRONG),
    (r"^ *(?:\d+|-) +(?:\d+|-) (only-at-[ab]|duplicated|altered) ", DOUBTFUL),
    (r"^ *(?:\d+|-) +(?:\d+|-) (reordered|delayed|ce-marked|fecn-set) ", DIM),
    (r"; (every ICRC is right)$", FINE),
    (r"seen at both; (no differences)$", FINE),
    (r"^(==> .* <==)$", TITLE),
    (r"^(Next:)$", TITLE),
)


def painted(text: str) -> str:
    """A text with colours for a terminal."""
    for pattern, color in _RULES:
        text = re.sub(pattern, functools.partial(_colored, color), text, flags=re.MULTILINE)
    return text


def _colored(color: str, match: re.Match[str]) -> str:
    start, end = (place - match.start() for place in match.span(1))
    whole = match[0]
    return f"{whole[:start]}{color}{whole[start:end]}{RESET}{whole[end:]}"
