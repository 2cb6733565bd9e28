"""The tables are those of the grammar, and reading with them is what lark would do."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError

from ibpkt.filter import grammar, syntax, table
from ibpkt.filter import parser as reader
from ibpkt.filter.error import FilterError
from tests.filter import answers
from tests.filter.words import WORDS


@functools.cache
def lark() -> Lark:
    def called(name):
        def build(self, *parts):
            given = [reader.Token(each.type, str(each), each.start_pos + 1) if isinstance(each, Token) else each
                     for each in parts if each is not None]  # fmt: skip
            return syntax._BUILDERS[name](*given)

        return build

    builder = v_args(inline=True)(type("Builder", (Transformer,), {name: called(name) for name in syntax._BUILDERS}))
    return Lark(grammar.GRAMMAR, parser="lalr", lexer="basic", transformer=builder())


def spelled(node: Any) -> Any:
    """A tree as tuples."""
    if isinstance(node, tuple):
        return tuple(map(spelled, node))
    if not isinstance(node, syntax.Node):
        return node
    names = [name for kind in type(node).__mro__ for name in getattr(kind, "__slots__", ())]
    return type(node).__name__, *(spelled(getattr(node, name)) for name in names)


def by_lark(text: str) -> Any:
    try:
        return spelled(lark().parse(text))
    except (UnexpectedInput, FilterError, VisitError):
        return None


def by_tables(text: str) -> Any:
    try:
        return spelled(syntax.parse(text))
    except FilterError:
        return None


def test_the_tables_are_up_to_date():
    found = grammar.tables()
    assert {name: getattr(table, name) for name in found} == found, "run python -m ibpkt.filter.grammar"


@pytest.mark.parametrize("text", answers.expressions())
def test_as_lark_reads_it(text):
    assert by_tables(text) == by_lark(text)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join) | st.text(max_size=30).filter(str.strip))
def test_whatever_is_written(text):
    assert by_tables(text) == by_lark(text)
