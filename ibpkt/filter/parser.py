"""The parser of filters: precedence climbing over the tokens of `ibpkt.filter.lexer`.

From what binds least to what binds most:

    or, xor, and                  n-ary
    not                           prefix
    == contains in …              of two sums, one only; `any` and `all` may precede it
    + -, then * / %, then &       left-associative
    -                             prefix
    [0:3] #2                      postfix

Parentheses and braces both group, tests as well as sums, which accepts everything that Wireshark accepts and more.  A
set holds values without operators, since blanks separate them too.

Operators that wait for their right operand, and open brackets, are kept on a list, so that nothing recurses: brackets
may nest as deep as the text is long.

Source: wireshark-filter(4).
"""

from __future__ import annotations

from collections.abc import Iterable

from ibpkt.filter.error import FilterError
from ibpkt.filter.lexer import END, Token, quoted_bytes, tokens
from ibpkt.filter.syntax import (
    MAX_DEPTH,
    ArithmeticNode,
    CallNode,
    ComparisonNode,
    LayerNode,
    LogicNode,
    MemberNode,
    MinusNode,
    Node,
    NotNode,
    QuotedNode,
    SliceNode,
    WordNode,
)

#: characters of a filter
MAX_LENGTH = 1 << 18

# how tightly operators bind; a bracket holds whatever follows it
_BRACKET, _OR, _XOR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _MASK, _SIGN = range(10)
_LOGIC = {"or": _OR, "xor": _XOR, "and": _AND}
_ARITHMETIC = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "%": _PRODUCT, "mask": _MASK}
#: by the token that follows an operand, the least binding of the waiting operators that the operand completes
_COMPLETES = {
    **{kind: level + 1 for kind, level in _LOGIC.items()},
    **dict.fromkeys(("comparison", "in", "not", ","), _SUM),
    **_ARITHMETIC,
    **dict.fromkeys((")", "}", END), _OR),
}
#: what closes a bracket, and what a message calls that
_CLOSING = {"(": ")", "call": ")", "{": "}", "start": END}
_MISSING = {"(": "parenthesis", "call": "parenthesis", "{": "brace", "set": "brace"}
#: waiting operators and brackets after which a test may stand
_BEFORE_A_TEST = ("start", "(", "{", "not", *_LOGIC)
#: tokens that end an operand
_LAST_OF_OPERAND = ("word", "string", "character", "slice", "layer", ")", "}")
#: tokens that may follow a value in a set, and a set
_AFTER_ITEM = ("word", "string", "character", "(", "{", "-", ",", "..", "}")
_AFTER_SET = ("or", "xor", "and", ")", "}", END)
#: one name for each comparison
_OPERATORS = {
    "eq": "==", "any_eq": "==", "ne": "!=", "all_ne": "!=", "all_eq": "===", "any_ne": "!==", "~=": "!==",
    "gt": ">", "lt": "<", "ge": ">=", "le": "<=", "~": "matches",
}  # fmt: skip


class _Waiting:
    """An operator that waits for its right operand, or an open bracket.

    Attributes:
        kind: the token's kind; ``call`` for the parenthesis of a function, ``minus`` for a sign, ``start`` for the
            whole filter.
        level: how tightly it binds.
        token: the operator, or the name of the function.
        operands: those that have been read.
        quantifier: ``any`` or ``all`` before a comparison.
    """

    __slots__ = ("kind", "level", "operands", "quantifier", "token")

    def __init__(
        self, kind: str, level: int, token: Token, operands: Iterable[Node] = (), quantifier: Token | None = None
    ) -> None:
        self.kind = kind
        self.level = level
        self.token = token
        self.operands = [*operands]
        self.quantifier = quantifier


class _OpenSet(_Waiting):
    """The open brace of a set; its one operand is looked up in the set.

    Attributes:
        negated: it is ``not in``.
        items: the values and ranges that have been read.
        low: the lower end of the range that is being read.
        sign: of the value that is being read.
    """

    __slots__ = ("items", "low", "negated", "sign")

    def __init__(self, token: Token, part: Node, quantifier: Token | None, negated: bool) -> None:
        super().__init__("set", _BRACKET, token, [part], quantifier)
        self.negated = negated
        self.items: list[tuple[Node, Node | None]] = []
        self.low: Node | None = None
        self.sign: Token | None = None


def parse(text: str) -> Node:
    """The syntax tree of a filter.

    Raises:
        FilterError: it is not well formed, or too long, or nested too deeply.
    """
    if len(text) > MAX_LENGTH:
        raise FilterError(
            f"the filter has {len(text)} characters; at most {MAX_LENGTH} are allowed", MAX_LENGTH + 1, text
        )
    if not text.strip():
        raise FilterError("the filter is empty", 1, text)
    return _Parser(text).tree()


class _Parser:
    """Reads one filter.

    Attributes:
        token: the next token; all before it have been used.
        waiting: operators and open brackets, the innermost last.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.token = next(self.tokens)
        self.waiting = [_Waiting("start", _BRACKET, self.token)]

    def tree(self) -> Node:
        """The syntax tree."""
        while True:
            node = self._operand()
            while node is not None:
                node = self._after(node)
                if node is not None and not self.waiting:
                    return node

    def _advance(self) -> Token:
        """The token, of which use is made; the one after it is next."""
        token, self.token = self.token, next(self.tokens)
        if self.token.kind == "quantifier" and token.kind in _LAST_OF_OPERAND:
            raise self._unexpected()
        return token

    def _unexpected(self, at_end: str = "the filter ends too early") -> FilterError:
        """The error for a token that cannot stand here, or for the end of the filter."""
        end = self.token.kind == END
        return FilterError(at_end if end else f"{self.token.text!r} is not expected here", self.token.at, self.text)

    def _depth(self, at: int, parts: Iterable[Node]) -> int:
        """The depth of a node with these parts."""
        depth = 1 + max((part.depth for part in parts), default=0)
        if depth > MAX_DEPTH:
            raise FilterError(f"the filter is nested more than {MAX_DEPTH} deep", at, self.text)
        return depth

    def _operand(self) -> Node | None:
        """Begin an operand.  None where it goes on after a prefix or an opening bracket."""
        token, outer = self.token, self.waiting[-1]
        match token.kind:
            case "word":
                self._advance()
                return self._call(token) if self.token.kind == "(" else WordNode(token.at, 1, token.text)
            case "string" | "character":
                self._advance()
                return QuotedNode(token.at, 1, quoted_bytes(token, self.text), token.text[-1])
            case "(" | "{":
                self.waiting.append(_Waiting(token.kind, _BRACKET, token))
            case "-" if isinstance(outer, _OpenSet) and not outer.sign:
                outer.sign = token
            case "-" if not isinstance(outer, _OpenSet):
                self.waiting.append(_Waiting("minus", _SIGN, token))
            case "not" if outer.kind in _BEFORE_A_TEST:
                self.waiting.append(_Waiting("not", _NOT, token))
            case "quantifier" if outer.kind in _BEFORE_A_TEST:
                self.waiting.append(_Waiting("quantifier", _COMPARISON, token))
            case _:
                raise self._unexpected("the filter ends where a field or a value is expected")
        self._advance()
        return None

    def _call(self, name: Token) -> Node | None:
        """Begin a function's arguments; a function without any is read at once."""
        self._advance()
        if self.token.kind != ")":
            self.waiting.append(_Waiting("call", _BRACKET, name))
            return None
        self._advance()
        return CallNode(name.at, 1, name.text, ())

    def _after(self, node: Node) -> Node | None:
        """Go on after an operand.  None where an operator or a comma wants another operand."""
        token = self.token
        if token.kind == "slice":
            self._advance()
            return SliceNode(node.at, self._depth(node.at, [node]), node, token.text[1:-1])
        if token.kind == "layer":
            self._advance()
            return LayerNode(node.at, self._depth(node.at, [node]), node, token.text[1:])
        outer = self.waiting[-1]
        if isinstance(outer, _OpenSet):
            return self._after_item(outer, node)
        if token.kind not in _COMPLETES:
            raise self._unexpected()
        while (outer := self.waiting[-1]).level >= _COMPLETES[token.kind]:
            if outer.kind == "quantifier":
                raise self._unexpected()
            self.waiting.pop()
            node = self._completed(outer, node)
        if _CLOSING.get(outer.kind) == token.kind:
            return self._closed(node)
        if token.kind in _ARITHMETIC:
            self.waiting.append(_Waiting("arithmetic", _ARITHMETIC[token.kind], token, [node]))
        elif (token.kind == "," and outer.kind == "call") or (token.kind == outer.kind and token.kind in _LOGIC):
            outer.operands.append(node)
        elif token.kind in _LOGIC and outer.kind in _BEFORE_A_TEST:
            self.waiting.append(_Waiting(token.kind, _LOGIC[token.kind], token, [node]))
        elif token.kind == "not" and outer.kind in _BEFORE_A_TEST:
            self._advance()
            self._open_set(node, None, negated=True)
            return None
        elif token.kind in ("comparison", "in") and outer.kind in (*_BEFORE_A_TEST, "quantifier"):
            quantifier = self.waiting.pop().token if outer.kind == "quantifier" else None
            if token.kind == "in":
                self._open_set(node, quantifier, negated=False)
                return None
            self.waiting.append(_Waiting("comparison", _COMPARISON, token, [node], quantifier))
        else:
            raise self._unexpected(f"a closing {_MISSING.get(outer.kind)} is missing")
        self._advance()
        return None

    def _completed(self, waiting: _Waiting, last: Node) -> Node:
        """The node of an operator with its last operand."""
        token, parts = waiting.token, (*waiting.operands, last)
        first = waiting.quantifier or (parts[0] if waiting.operands else token)
        depth = self._depth(first.at, parts)
        match waiting.kind:
            case "minus":
                return MinusNode(first.at, depth, last)
            case "not":
                return NotNode(first.at, depth, last)
            case "arithmetic":
                return ArithmeticNode(first.at, depth, "&" if token.kind == "mask" else token.text, *parts)
            case "comparison":
                quantifier = waiting.quantifier.text if waiting.quantifier else ""
                return ComparisonNode(first.at, depth, _OPERATORS.get(token.text, token.text), quantifier, *parts)
        return LogicNode(first.at, depth, token.kind, parts)

    def _closed(self, node: Node) -> Node:
        """What the innermost bracket holds, after its end: a group, a function with its arguments, or the text."""
        bracket = self.waiting.pop()
        if bracket.kind == "start":
            return node
        self._advance()
        if bracket.kind != "call":
            return node
        name, arguments = bracket.token, (*bracket.operands, node)
        return CallNode(name.at, self._depth(name.at, arguments), name.text, arguments)

    def _open_set(self, part: Node, quantifier: Token | None, *, negated: bool) -> None:
        """Begin the set in which an operand is looked up, at ``in``."""
        for kind in ("in", "{"):
            if self.token.kind != kind:
                raise self._unexpected()
            token = self._advance()
        self.waiting.append(_OpenSet(token, part, quantifier, negated))

    def _after_item(self, bracket: _OpenSet, node: Node) -> Node | None:
        """Go on after a value in a set."""
        if self.token.kind not in _AFTER_ITEM:
            raise self._unexpected("a closing brace is missing")
        if bracket.sign:
            node = MinusNode(bracket.sign.at, self._depth(bracket.sign.at, [node]), node)
            bracket.sign = None
        if self.token.kind == "..":
            if bracket.low:
                raise self._unexpected()
            bracket.low = node
            self._advance()
            return None
        bracket.items.append((bracket.low, node) if bracket.low else (node, None))
        bracket.low = None
        if self.token.kind == "}":
            return self._closed_set(bracket)
        if self.token.kind == ",":
            self._advance()
        return None

    def _closed_set(self, bracket: _OpenSet) -> Node:
        self.waiting.pop()
        self._advance()
        if self.token.kind not in _AFTER_SET:
            raise self._unexpected()
        (part,) = bracket.operands
        at = (bracket.quantifier or part).at
        members = (node for item in bracket.items for node in item if node)
        depth = self._depth(at, (part, *members))
        quantifier = bracket.quantifier.text if bracket.quantifier else ""
        node = MemberNode(at, depth, quantifier, part, tuple(bracket.items))
        return NotNode(at, self._depth(at, [node]), node) if bracket.negated else node
