"""The filter line without the line: what is wrong with a text, and how its last word may go on."""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from ibpkt import filter
from ibpkt.batch.fields import fields
from ibpkt.filter import FilterError

#: the name that is being typed, at the end
_LAST = re.compile(r"[A-Za-z_][\w.]*\Z")
#: completions that are offered
MOST = 40


class FilterState(NamedTuple):
    """What is to be said of a text.

    Attributes:
        trouble: why it is no filter; "" where it is one.
        column: where that shows, from 1.
        offers: names of fields that begin like its last word, in alphabetical order.
    """

    trouble: str
    column: int
    offers: tuple[str, ...]


def filter_state(text: str) -> FilterState:
    """What is to be said of a text that is being typed; an empty one is fine."""
    offers = completions(text)
    if not text.strip():
        return FilterState("", 0, offers)
    try:
        filter.compile(text)
    except FilterError as error:
        hint = f"; did you mean {' or '.join(error.suggestions)}?" if error.suggestions else ""
        return FilterState(f"{error.what}{hint}", error.column, offers)
    return FilterState("", 0, offers)


def completions(text: str) -> tuple[str, ...]:
    """Names of fields that begin like the last word of a text; none where it ends with another character."""
    match = _LAST.search(text)
    if match is None:
        return ()
    begun = match.group()
    return tuple(name for name in _names() if name.startswith(begun) and name != begun)[:MOST]


def completed(text: str, offers: tuple[str, ...]) -> str:
    """A text with its last word continued as far as all offers agree; with the only one, or the first, if they do not.

    Args:
        text: what was typed.
        offers: `completions` of it.
    """
    match = _LAST.search(text)
    if match is None or not offers:
        return text
    common = offers[0]
    for name in offers[1:]:
        while not name.startswith(common):
            common = common[:-1]
    begun = match.group()
    return text[: match.start()] + (common if len(common) > len(begun) else begun)


@functools.cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(fields()))
