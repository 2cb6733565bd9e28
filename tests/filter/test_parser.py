"""The parser: what binds tighter than what, and what is refused where."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from ibpkt.filter import syntax
from ibpkt.filter.error import FilterError
from ibpkt.filter.parser import parse
from tests.filter import answers
from tests.support.sweep import every

WORDS = ("ip", "ip.src", "4", "0x11", "1.5", "1e-3", "10.0.0.0/8", "::1", "00:11:22", "aa-bb", "true", "in.x", "and:b")
#: spellings of operators, by their name in the tree
LOGIC = {"or": ("or", "||"), "xor": ("xor", "^^"), "and": ("and", "&&")}
COMPARISONS = {"==": ("==", "eq", "any_eq"), "!=": ("!=", "ne", "all_ne"), "===": ("===", "all_eq"),
               "!==": ("!==", "any_ne", "~="), ">": (">", "gt"), "<=": ("<=", "le"), "matches": ("matches", "~"),
               "contains": ("contains",)}  # fmt: skip
ARITHMETIC = {"+": 6, "-": 6, "*": 7, "/": 7, "%": 7, "&": 8}
SIGN, PRIMARY = 9, 10


def tree(node: Any) -> Any:
    """A syntax tree as tuples, without columns and depths."""
    if isinstance(node, tuple):
        return tuple(map(tree, node))
    if not isinstance(node, syntax.Node):
        return node
    return type(node).__name__.removesuffix("Node"), *(tree(getattr(node, name)) for name in type(node).__slots__)


def level(node: tuple[Any, ...]) -> int:
    """How tightly the outermost operator of a tree binds."""
    match node[0]:
        case "Logic":
            return 1 + [*LOGIC].index(node[1])
        case "Not":
            return 4
        case "Comparison" | "Member":
            return 5
        case "Arithmetic":
            return ARITHMETIC[node[1]]
        case "Minus":
            return SIGN
    return PRIMARY


class Writer:
    """Writes a tree as a filter, with no brackets but those that it needs."""

    def __init__(self, draw):
        self.draw = draw

    def choice(self, options):
        return self.draw(st.sampled_from(options))

    def bracketed(self, node, least):
        if level(node) >= least:
            return self.written(node)
        return self.choice(("({})", "{{{}}}", "( {} )")).format(self.written(node))

    def quantified(self, quantifier, rest):
        return f"{quantifier} {rest}" if quantifier else rest

    def item(self, low, high):
        ends = [self.bracketed(end, PRIMARY if end[0] != "Minus" or level(end[1]) < PRIMARY else SIGN)
                for end in (low, high) if end]  # fmt: skip
        return " .. ".join(ends)

    def written(self, node):
        match node:
            case "Word", text:
                return text
            case "Quoted", data, '"':
                return '"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'
            case "Slice", part, text:
                return f"{self.bracketed(part, PRIMARY)}[{text}]"
            case "Layer", part, text:
                return f"{self.bracketed(part, PRIMARY)}#{text}"
            case "Call", name, arguments:
                return f"{name}({' , '.join(self.bracketed(part, 6) for part in arguments)})"
            case "Minus", part:
                return f"- {self.bracketed(part, SIGN)}"
            case "Not", part:
                return f"{self.choice(('not', '!'))} {self.bracketed(part, 4)}"
            case "Arithmetic", operator, left, right:
                binds = ARITHMETIC[operator]
                sign = "bitwise_and" if operator == "&" and self.draw(st.booleans()) else operator
                return f"{self.bracketed(left, binds)} {sign} {self.bracketed(right, binds + 1)}"
            case "Comparison", operator, quantifier, left, right:
                sign = self.choice(COMPARISONS[operator])
                return self.quantified(quantifier, f"{self.bracketed(left, 6)} {sign} {self.bracketed(right, 6)}")
            case "Member", quantifier, part, items:
                comma = self.choice((", ", " ,"))
                inside = comma.join(self.item(*item) for item in items)
                return self.quantified(quantifier, f"{self.bracketed(part, 6)} in {{{inside}}}")
            case "Logic", operator, parts:
                sign = self.choice(LOGIC[operator])
                return f" {sign} ".join(self.bracketed(part, level(node) + 1) for part in parts)
        raise AssertionError(node)


def branches(parts):
    """Trees with these parts."""
    quantifiers = st.sampled_from(("", "any", "all"))
    pairs = st.tuples(parts, parts | st.none())
    return st.one_of(
        st.tuples(st.just("Slice"), parts, st.sampled_from(("0:3", "-1", "1-2,4"))),
        st.tuples(st.just("Layer"), parts, st.sampled_from(("1", "-1", "[1-2]", "2.src"))),
        st.tuples(st.just("Call"), st.sampled_from(("len", "max")), st.lists(parts, max_size=3).map(tuple)),
        st.tuples(st.just("Minus"), parts),
        st.tuples(st.just("Not"), parts),
        st.tuples(st.just("Arithmetic"), st.sampled_from([*ARITHMETIC]), parts, parts),
        st.tuples(st.just("Comparison"), st.sampled_from([*COMPARISONS]), quantifiers, parts, parts),
        st.tuples(st.just("Member"), quantifiers, parts, st.lists(pairs, min_size=1, max_size=3).map(tuple)),
        st.tuples(st.just("Logic"), st.sampled_from([*LOGIC]), st.lists(parts, min_size=2, max_size=4).map(tuple)),
    )


LEAVES = st.tuples(st.just("Word"), st.sampled_from(WORDS)) | st.tuples(
    st.just("Quoted"), st.binary(max_size=3), st.just('"')
)
TREES = st.recursive(LEAVES, branches, max_leaves=12)


@settings(max_examples=500, deadline=None)
@given(TREES, st.data())
def test_what_is_written_is_read_back(wanted, data):
    """Every tree, written with as few brackets as precedence allows."""
    text = Writer(data.draw).written(wanted)
    assert tree(parse(text)) == wanted, text


def words(node: Any) -> list[syntax.WordNode]:
    if isinstance(node, tuple):
        return [word for part in node for word in words(part)]
    if isinstance(node, syntax.WordNode):
        return [node]
    return words(tuple(getattr(node, name) for name in type(node).__slots__)) if isinstance(node, syntax.Node) else []


@every("text", answers.expressions())
def test_columns(text):
    """A word stands where its node says, and no node begins after its parts."""
    try:
        found = parse(text)
    except FilterError:
        return  # eleven of them, refused by tshark too
    at = [word.at for word in words(found)]
    assert [text[word.at - 1 :][: len(word.text)] for word in words(found)] == [word.text for word in words(found)]
    assert at == sorted(at)
    assert found.at <= min(at, default=len(text))


@functools.cache
def word(text):
    return ("Word", text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a or b xor c and not d", ("Logic", "or", (word("a"), ("Logic", "xor", (word("b"), ("Logic", "and",
            (word("c"), ("Not", word("d"))))))))),
        ("a and b and c", ("Logic", "and", (word("a"), word("b"), word("c")))),
        ("(a and b) and c", ("Logic", "and", (("Logic", "and", (word("a"), word("b"))), word("c")))),
        ("not a == b", ("Not", ("Comparison", "==", "", word("a"), word("b")))),
        ("a - b - c", ("Arithmetic", "-", ("Arithmetic", "-", word("a"), word("b")), word("c"))),
        ("a + b * c & d", ("Arithmetic", "+", word("a"), ("Arithmetic", "*", word("b"),
            ("Arithmetic", "&", word("c"), word("d"))))),
        ("-a[0] * b", ("Arithmetic", "*", ("Minus", ("Slice", word("a"), "0")), word("b"))),
        ("a in {1 2,3 -4 5 .. -6}", ("Member", "", word("a"), ((word("1"), None), (word("2"), None), (word("3"), None),
            (("Minus", word("4")), None), (word("5"), ("Minus", word("6")))))),
        ("a in {b (1)}", ("Member", "", word("a"), ((("Call", "b", (word("1"),)), None),))),
        ("a not in {1}", ("Not", ("Member", "", word("a"), ((word("1"), None),)))),
        ("any a in {f()}", ("Member", "any", word("a"), ((("Call", "f", ()), None),))),
        (r"""a == 'b' or a == r"\q" """, ("Logic", "or", (
            ("Comparison", "==", "", word("a"), ("Quoted", b"b", "'")),
            ("Comparison", "==", "", word("a"), ("Quoted", rb"\q", '"'))))),
        ("a.b#2.c[1:][0]", ("Slice", ("Slice", ("Layer", word("a.b"), "2.c"), "1:"), "0")),
    ],
)  # fmt: skip
def test_trees(text, wanted):
    assert tree(parse(text)) == wanted


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("any ip", 7, "the filter ends too early"),
        ("(any ip)", 8, "')' is not expected here"),
        ("any ip and ip", 8, "'and' is not expected here"),
        ("any ip not in {1}", 8, "'not' is not expected here"),
        ("ip not", 7, "the filter ends too early"),
        ("ip not 4", 8, "'4' is not expected here"),
        ("(ip in", 7, "the filter ends too early"),
        ("ip in 4", 7, "'4' is not expected here"),
        ("ip == 4 == 5", 9, "'==' is not expected here"),
        ("ip in {1} == 2", 11, "'==' is not expected here"),
        ("ip in {1}[0]", 10, "'[0]' is not expected here"),
        ("len(ip == 4)", 8, "'==' is not expected here"),
        ("len(", 5, "the filter ends where a field or a value is expected"),
        ("len(ip", 7, "a closing parenthesis is missing"),
        ("len(ip,)", 8, "')' is not expected here"),
        ("ip,", 3, "',' is not expected here"),
        ("{ip", 4, "a closing brace is missing"),
        ("ip in {", 8, "the filter ends where a field or a value is expected"),
        ("ip in {}", 8, "'}' is not expected here"),
        ("ip in {1,}", 10, "'}' is not expected here"),
        ("ip in {--1}", 9, "'-' is not expected here"),
        ("ip in {1 ..", 12, "the filter ends where a field or a value is expected"),
        ("ip in {1 .. 2 .. 3}", 15, "'..' is not expected here"),
        ("ip in {1 == 2}", 10, "'==' is not expected here"),
        ("ip in {1 + 2}", 10, "'+' is not expected here"),
        ("ip in {1", 9, "a closing brace is missing"),
        ("ip in {1)", 9, "')' is not expected here"),
        ("(ip}", 4, "'}' is not expected here"),
        ("len(ip}", 7, "'}' is not expected here"),
        ("ip == not 4", 7, "'not' is not expected here"),
        ("ip + any ip", 6, "'any' is not expected here"),
        (r'"\q" ip', 2, r'\q is not an escape; write \\, or a raw string such as r"…"'),
        (r'"\q" any', 6, "'any' is not expected here"),
        (r'"\q" $', 6, "'$' is not expected here"),
        ("- " * 101 + "ip )", 3, "the filter is nested more than 100 deep"),
        ("not " * 101 + "ip ip", 408, "'ip' is not expected here"),
    ],
)
def test_complaints(text, column, what):
    with pytest.raises(FilterError) as caught:
        parse(text)
    assert (caught.value.column, caught.value.what, caught.value.text) == (column, what, text)
