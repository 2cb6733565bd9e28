"""The error that refuses a filter: what is wrong, and where."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from ibpkt.errors import CallerError, escape_text

#: characters of the reason that a message shows, since the reason may quote the filter
_LONGEST = 200


class FilterError(CallerError):
    """A display filter that cannot be parsed, or makes no sense.

    Attributes:
        what: the reason.
        column: where in the filter the mistake is, from 1.
        text: the filter.
        suggestions: what may have been meant, best first.
    """

    def __init__(self, what: str, column: int, text: str = "", suggestions: Iterable[str] = ()) -> None:
        self.what = what
        self.column = column
        self.text = text
        suggestions = tuple(suggestions)
        hint = f"; did you mean {' or '.join(suggestions)}?" if suggestions else ""
        short = what if len(what) <= _LONGEST else f"{what[:_LONGEST]}…"
        super().__init__(escape_text(f"filter, column {column}: {short}{hint}"))
        self.suggestions = suggestions

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(type(self), suggestions=self.suggestions), (self.what, self.column, self.text)
