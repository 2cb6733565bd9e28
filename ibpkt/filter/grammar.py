"""The grammar of display filters, for lark, which makes the tables of `ibpkt.filter.table` out of it.

    python -m ibpkt.filter.grammar

writes them anew.  A filter is read with the tables alone: to import lark and to have it look through the grammar takes
longer than to filter a hundred thousand packets.

Names of fields, numbers, addresses and names of values are one terminal, the word: what a word means depends on what it
is compared with.  A slice and a layer are a terminal each too, since ``0:3`` would be a word.  Parentheses and braces
both group, tests as well as sums, which takes in all that Wireshark takes and more.  Terminals do not backtrack
(``++``, ``*+``), or a long line of dots would take hours.

Source: wireshark-filter(4).
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

GRAMMAR = r"""
?start: either
?either: exclusive | exclusive (_OR exclusive)+ -> either
?exclusive: both | both (_XOR both)+ -> exclusive
?both: negation | negation (_AND negation)+ -> both
?negation: relation | NOT negation -> negation
?relation: sum
    | sum COMPARISON sum -> compare
    | QUANTIFIER sum COMPARISON sum -> compare
    | sum NOT? _IN set -> member
    | QUANTIFIER sum _IN set -> member
set: "{" item (","? item)* "}"
item: atom | atom ".." atom
?atom: primary | MINUS primary -> minus
?sum: product | sum (PLUS | MINUS) product -> arithmetic
?product: masked | product TIMES masked -> arithmetic
?masked: signed | masked MASK signed -> arithmetic
?signed: primary | MINUS signed -> minus
?primary: value | primary SLICE -> slice | primary LAYER -> layer
?value: WORD -> word
    | STRING -> string
    | CHARACTER -> character
    | WORD "(" [sum ("," sum)*] ")" -> call
    | "(" either ")"
    | "{" either "}"

_OR.2: "||" | /or(?![\w.:])/
_XOR.2: "^^" | /xor(?![\w.:])/
_AND.2: "&&" | /and(?![\w.:])/
NOT.2: /!(?!=)/ | /not(?![\w.:])/
_IN.2: /in(?![\w.:])/
COMPARISON.2: /[!=]==?|~=?|[<>]=?/ | /(?:a(?:ny|ll)_(?:eq|ne)|eq|ne|[gl][te]|contains|matches)(?![\w.:])/
QUANTIFIER.2: /(?:any|all)(?![\w.:])/
PLUS: "+"
MINUS: "-"
TIMES: "*" | "/" | "%"
MASK.2: /&(?!&)/ | /bitwise_and(?![\w.:])/
SLICE: /\[[^\]]*\]/
LAYER: /#(?:-?\d+|\[[^\]]*\])(?:\.[A-Za-z][\w.]*)?/
STRING.3: /r?"(?:[^"\\]++|\\.)*+"/s
CHARACTER: /'(?:[^'\\]|\\.)+'/
WORD: /(?=[0-9A-Fa-f]*+[:.])(?:[0-9A-Fa-f:]|\.(?!\.))++\/\d+|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2})++(?![\w.:-])|\d++(?:\.\d++)?[eE][-+]\d+|(?:[\w:]|\.(?!\.))++/
%ignore /\s+/
"""  # noqa: E501  # a terminal cannot be broken

_TARGET = Path(__file__).with_name("table.py")
_HEAD = '''"""Made by `ibpkt.filter.grammar`, not to be changed by hand; `ibpkt.filter.parser` tells what it means."""

from __future__ import annotations

# ruff: noqa: E501
# fmt: off

Rule = tuple[str, int, str, tuple[tuple[int, bool], ...]]
'''


def tables() -> dict[str, Any]:
    """The names of `ibpkt.filter.table` and their values, from the grammar.

    The states are numbered in the order in which they are met, so that every run gives the same.
    """
    from lark import Lark  # late, and only here

    lark: Any = Lark(GRAMMAR, parser="lalr", lexer="basic")
    lexer, parser = lark.parser.lexer, lark.parser.parser
    table = parser._parse_table
    _ = lexer.scanner  # what depends on the scanner is there once it has been asked for
    assert not lexer.callback, "a terminal's text is another terminal too; the reader knows nothing of that"
    assert not any(rule.options.keep_all_tokens for rule in lark.rules)
    rules = {rule: number for number, rule in enumerate(lark.rules)}
    start, end = table.start_states["start"], table.end_states["start"]
    places = {start: 0}
    queue, states = deque([start]), []
    while queue:
        actions: dict[str, int] = {}
        for symbol, (action, argument) in sorted(table.states[queue.popleft()].items()):
            if action.name == "Shift":
                if argument not in places:
                    places[argument] = len(places)
                    queue.append(argument)
                actions[symbol] = places[argument]
            else:
                actions[symbol] = ~rules[argument]
        states.append(actions)
    return {
        "TERMINALS": [(str(each.name), each.pattern.to_regexp()) for each in lexer.terminals],
        "IGNORED": tuple(sorted(map(str, lexer.ignore_types))),
        "RULES": [_rule(rule) for rule in lark.rules],
        "STATES": states,
        "END": places[end],
    }


def _rule(rule: Any) -> tuple[str, int, str, tuple[tuple[int, bool], ...]]:
    """What lark would do when the rule has been read, spelled out."""
    origin = str(rule.origin.name)
    kept = tuple(
        (place, not symbol.is_term and symbol.name.startswith("_"))
        for place, symbol in enumerate(rule.expansion)
        if not (symbol.is_term and symbol.filter_out)
    )
    builder = str(rule.alias or origin)
    if origin.startswith("_"):
        builder = "*"
    elif rule.options.expand1 and not rule.alias:
        assert len(kept) == 1, "a rule without a name gives on what it has read"
        builder = ""
    return origin, len(rule.expansion), builder, kept


def source() -> str:
    """The text of `ibpkt.filter.table`."""
    found = tables()
    annotations = {"TERMINALS": "list[tuple[str, str]]", "RULES": "list[Rule]", "STATES": "list[dict[str, int]]"}
    lines = [_HEAD]
    for name, value in found.items():
        if name in annotations:
            lines += [f"{name}: {annotations[name]} = [", *(f"    {item!r}," for item in value), "]"]
        else:
            lines += [f"{name} = {value!r}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    _TARGET.write_text(source(), encoding="utf-8")
