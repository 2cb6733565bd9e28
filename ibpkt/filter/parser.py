"""Reads a filter with the tables that lark made of the grammar: cuts it into tokens, and finds rules bottom-up.

Neither recurses, so that parentheses may nest as deep as the text is long.

What `ibpkt.filter.table` holds:

- ``TERMINALS``: names and regular expressions, those first that are tried first; ``IGNORED``: those that mean nothing;
- ``STATES``: for each state and symbol the state that follows, or ``~`` the rule that has been read; ``END``: the
  state in which the filter has been read;
- ``RULES``: what a rule makes, of how many symbols, the name of what builds it (``""``: it gives on its one part,
  ``*``: a list of parts), and which of its symbols are parts, some of them lists that are taken apart.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ibpkt.filter import table
from ibpkt.filter.error import FilterError

_END = "$END"


class Token(NamedTuple):
    """A piece of a filter.

    Attributes:
        kind: the name of its terminal.
        text: itself.
        at: its column, from 1.
    """

    kind: str
    text: str
    at: int


def read(text: str, builders: Mapping[str, Callable[..., Any]]) -> Any:
    """What the builders make of a filter.

    Args:
        text: the filter.
        builders: by name, called with the parts of a rule: tokens, and what builders have made.

    Raises:
        FilterError: it does not follow the grammar; without its text.
    """
    states, parts = [0], list[Any]()
    for token in _tokens(text):
        while (action := table.STATES[states[-1]].get(token.kind)) is not None and action < 0:
            origin, size, builder, kept = table.RULES[~action]
            parts[-size:] = [_built(builders, builder, kept, parts[-size:])]
            del states[-size:]
            states.append(table.STATES[states[-1]][origin])
            if token.kind == _END and states[-1] == table.END:
                return parts[0]
        if action is None:
            raise _unexpected(text, token, table.STATES[states[-1]])
        states.append(action)
        parts.append(token)
    raise AssertionError("the last token ends the filter")


def _built(
    builders: Mapping[str, Callable[..., Any]], builder: str, kept: tuple[tuple[int, bool], ...], found: list[Any]
) -> Any:
    if not builder:
        return found[kept[0][0]]
    parts: list[Any] = []
    for place, listed in kept:
        if not listed:
            parts.append(found[place])
        elif parts:
            parts += found[place]
        else:
            parts = found[place]  # a list that grows by one is not copied each time
    return parts if builder == "*" else builders[builder](*parts)


@functools.cache
def _terminals() -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in table.TERMINALS))


def _tokens(text: str) -> Iterator[Token]:
    match, at = _terminals().match, 0
    while at < len(text):
        found = match(text, at)
        if found is None:
            raise _stray(text, at)
        kind = found.lastgroup or ""
        if kind not in table.IGNORED:
            yield Token(kind, found[0], at + 1)
        at = found.end()
    yield Token(_END, "", len(text) + 1)


def _stray(text: str, at: int) -> FilterError:
    """What is wrong with a character at which nothing begins."""
    char = text[at]
    if char in "\"'":
        what = "the closing quote is missing"
    elif char == "[":
        what = "the closing bracket is missing"
    elif char == "#":
        what = "a layer is written #2, or #[1-3]"
    elif char == "=":
        what = "values are compared with =="
    else:
        what = f"{char!r} is not expected here"
    return FilterError(what, at + 1)


def _unexpected(text: str, token: Token, expected: Mapping[str, int]) -> FilterError:
    """What is wrong with a token that cannot follow."""
    if token.kind != _END:
        return FilterError(f"{token.text!r} is not expected here", token.at)
    if "WORD" in expected and "RBRACE" not in expected:
        what = "the filter ends where a field or a value is expected"
    elif "RPAR" in expected or "RBRACE" in expected:
        what = f"a closing {'parenthesis' if 'RPAR' in expected else 'brace'} is missing"
    else:
        what = "the filter ends too early"
    return FilterError(what, len(text.rstrip()) + 1)
