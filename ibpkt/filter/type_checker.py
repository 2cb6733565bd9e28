"""From a filter's tree to conditions: every word becomes a field or a value, and what does not fit is refused."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from typing import Any

from ibpkt.batch.fields import fields
from ibpkt.filter import conditions as ask
from ibpkt.filter import literals, operands, syntax
from ibpkt.filter.error import FilterError
from ibpkt.filter.functions import FUNCTIONS, Unfit
from ibpkt.filter.names import enumeration, is_like_field, nearest_fields, nearest_values, values_named
from ibpkt.filter.operands import MOST_PARTS, NUMBERS, OCTETS, Constant, FieldOperand, Operand, Ranges, Type
from ibpkt.filter.patterns import MAX_PATTERNS, compile_pattern

_JOINED: dict[str, Callable[[list[ask.Condition]], ask.Condition]] = {"and": ask.And, "or": ask.Or, "xor": ask.Xor}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NUMERIC = (*NUMBERS, Type.DECIMAL)
_RANGE = re.compile(r"\s*(-?\d{1,9})?\s*(?:([:-])\s*(-?\d{1,9})?)?\s*")
#: what a filter decides is not known while it decides
_AFTERWARDS = "frame.time_delta_displayed"


class TypeChecker:
    """Finds out what a tree means.

    Args:
        text: the filter, for messages.

    Attributes:
        used: the names of the fields that it asks for.
        patterns: how many regular expressions it has.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.used: dict[str, None] = {}
        self.patterns = 0

    def wrong(self, what: str, node: syntax.Node, suggestions: list[str] | None = None) -> FilterError:
        """The error that refuses the filter."""
        return FilterError(what, node.at, self.text, suggestions or ())

    # -- conditions ---------------------------------------------------------------------------------------------

    def condition(self, node: syntax.Node) -> ask.Condition:
        """What a tree asks of a packet."""
        match node:
            case syntax.LogicNode(operator=operator, parts=parts):
                return _JOINED[operator]([self.condition(part) for part in parts])
            case syntax.NotNode(part=part):
                return ask.Not(self.condition(part))
            case syntax.ComparisonNode(operator="contains"):
                return self.contains(node)
            case syntax.ComparisonNode(operator="matches"):
                return self.matches(node)
            case syntax.ComparisonNode():
                return self.compare(node)
            case syntax.MemberNode():
                return self.member(node)
            case syntax.ArithmeticNode() | syntax.MinusNode():
                return ask.NotZero(self.operand(node))
            case syntax.CallNode(name=name):
                self.operand(node)
                raise self.wrong(f"compare what {name}() gives with something", node)
        return ask.Exists(self.operand(node))

    def compare(self, node: syntax.ComparisonNode) -> ask.Condition:
        """Two operands, or an operand and a value."""
        left, right, operator = node.left, node.right, node.operator
        if self.is_literal(left):
            if self.is_literal(right):
                self.operand(left)  # says what is wrong with it
            left, right, operator = right, left, _MIRRORED.get(operator, operator)
        first = self.operand(left)
        of_all = node.quantifier == "all" or (not node.quantifier and operator in ask.OF_ALL)
        single = self.is_literal(right) and not isinstance(right, syntax.ArithmeticNode)
        if single or self._is_name(right, first):
            value = self.value(right, first)
            if isinstance(value, frozenset) and operator in _MIRRORED and len(value) > 1:
                raise self.wrong("several values have this name, so none of them is greater or less", right)
            return ask.Comparison(operator, first, value, of_all)
        second = self.operand(right, first)
        self._comparable(first, second, right)
        return ask.Comparison(operator, first, second, of_all)

    def _is_name(self, node: syntax.Node, operand: Operand) -> bool:
        """Whether a word that is the name of a field is meant as that of a value (``ip.proto == udp``)."""
        if not isinstance(node, syntax.WordNode) or not isinstance(operand, FieldOperand):
            return False
        kind = operands.TYPES[fields()[node.text].leaf.kind]
        return not _alike(kind, operand.type) and bool(values_named(operand.field, node.text))

    def _comparable(self, first: Operand, second: Operand, node: syntax.Node) -> None:
        if not _alike(first.type, second.type):
            raise self.wrong(f"{second.name} is {second.type.value}, and {first.name} is {first.type.value}", node)

    def member(self, node: syntax.MemberNode) -> ask.Condition:
        """An operand and a set."""
        part = self.operand(node.part)
        tests, integers, others = [], [], []
        for low, high in node.items:
            if high is None and not self.is_literal(low) and not self._is_name(low, part):
                others.append(self.operand(low, part))
                self._comparable(part, others[-1], low)
                continue
            start = self.value(low, part)
            if high is None:
                if isinstance(start, int) and part.type in operands.INTEGERS:
                    integers.append(start)
                elif isinstance(start, frozenset):
                    integers += sorted(start)
                else:
                    tests.append(ask.compared_with("==", part.type, start))
                continue
            if not self.is_literal(high):
                raise self.wrong("a range goes from one value to another", high)
            end = self.value(high, part)
            for value, each in ((start, low), (end, high)):
                if isinstance(value, literals.Subnet) or (isinstance(value, frozenset) and len(value) > 1):
                    raise self.wrong("a range goes from one value to another", each)
            above, below = (
                ask.compared_with(operator, part.type, value) for operator, value in ((">=", start), ("<=", end))
            )
            tests.append(ask.both_tests(above, below))
        if integers:
            tests.append(ask.among(integers))
        return ask.Member(part, tests, others, node.quantifier == "all")

    def contains(self, node: syntax.ComparisonNode) -> ask.Condition:
        """A search; of an enumerated number its names are searched."""
        left, of_all = self.operand(node.left), node.quantifier == "all"
        if left.type is Type.STRING or left.type in OCTETS:
            if not self.is_literal(node.right):
                right = self.operand(node.right)
                if (right.type is Type.STRING) != (left.type is Type.STRING) or right.type not in (
                    Type.STRING,
                    *OCTETS,
                ):
                    self._comparable(left, right, node.right)
                    raise self.wrong(f"{right.name} is {right.type.value}", node.right)
                return ask.Contains(left, right, of_all)
            kind = Type.STRING if left.type is Type.STRING else Type.BYTES
            value = self._literal(node.right, kind, left)
            return ask.Contains(left, Constant(kind, value, ""), of_all)
        names = self._names(left, "contains", node)
        wanted = self._literal(node.right, Type.STRING, left).casefold()
        chosen = frozenset(number for number, name in names.items() if wanted in name.casefold())
        return ask.Comparison("==", left, chosen or frozenset((-1, -2)), of_all)

    def matches(self, node: syntax.ComparisonNode) -> ask.Condition:
        """A regular expression; of an enumerated number its names are searched."""
        left, right, of_all = self.operand(node.left), node.right, node.quantifier == "all"
        if not isinstance(right, syntax.QuotedNode) or right.quote != '"':
            raise self.wrong("a regular expression stands in double quotes", right)
        self.patterns += 1
        if self.patterns > MAX_PATTERNS:
            raise self.wrong(f"a filter may have {MAX_PATTERNS} regular expressions", right)
        try:
            search = compile_pattern(right.data)
        except ValueError as error:
            raise self.wrong(f"this is no regular expression: {error}", right) from None
        if left.type is Type.STRING or left.type in OCTETS:
            return ask.Matches(left, search, of_all)
        names = self._names(left, "matches", node)
        chosen = frozenset(number for number, name in names.items() if search(name.encode()))
        return ask.Comparison("==", left, chosen or frozenset((-1, -2)), of_all)

    def _names(self, operand: Operand, operator: str, node: syntax.ComparisonNode) -> dict[int, str]:
        names = enumeration(operand.field) if isinstance(operand, FieldOperand) else {}
        if not names:
            raise self.wrong(
                f"{operator} looks through strings and bytes, and {operand.name} is {operand.type.value}"
                f"; string() makes a string of it",
                node.left,
            )
        return names

    # -- operands -----------------------------------------------------------------------------------------------

    def is_literal(self, node: syntax.Node) -> bool:
        """Whether a value stands in the filter itself."""
        match node:
            case syntax.WordNode(text=text):
                return text not in fields()
            case syntax.QuotedNode():
                return True
            case syntax.MinusNode(part=part):
                return self.is_literal(part)
            case syntax.ArithmeticNode(left=left, right=right):
                return self.is_literal(left) and self.is_literal(right)
        return False

    def operand(self, node: syntax.Node, like: Operand | None = None) -> Operand:
        """What has values; a literal takes the type of what it is ``like``."""
        match node:
            case syntax.WordNode(text=text) if text in fields():
                return self._field(node, text)
            case syntax.CallNode():
                return self._call(node)
            case syntax.LayerNode():
                return self._layered(node)
            case syntax.SliceNode():
                return self._sliced(node)
            case syntax.ArithmeticNode() if like or not self.is_literal(node):
                return self._arithmetic(node, like)
            case syntax.MinusNode(part=part) if not self.is_literal(node):
                operand = self.operand(part)
                if operand.type not in (*_NUMERIC, Type.TIME):
                    raise self.wrong(f"{operand.name} is {operand.type.value} and has no sign", part)
                return operands.Negative(operand)
            case syntax.WordNode() | syntax.QuotedNode() | syntax.MinusNode() if like is not None:
                return self._constant(node, like)
            case syntax.WordNode(text=text) if is_like_field(text) or re.fullmatch(r"[A-Za-z_]\w*", text):
                raise self.wrong(f"there is no field {text!r}", node, nearest_fields(text))
            case syntax.WordNode() | syntax.QuotedNode() | syntax.MinusNode() | syntax.ArithmeticNode():
                raise self.wrong("a field is wanted here, not a value", node)
        raise self.wrong("a value is wanted here, not a condition", node)

    def _constant(self, node: syntax.Node, like: Operand) -> Constant:
        kind = Type.BYTES if like.type in OCTETS else like.type
        value = self._literal(node, kind, None)
        if isinstance(value, literals.Subnet):
            raise self.wrong("an address is wanted here, not a network", node)
        return Constant(Type.DECIMAL if isinstance(value, float) else kind, value, "a value")

    def _field(self, node: syntax.Node, name: str, ranges: Ranges | None = None) -> FieldOperand:
        if name not in fields():
            raise self.wrong(f"there is no field {name!r}", node, nearest_fields(name))
        if name == _AFTERWARDS:
            raise self.wrong(f"{name} says what a filter has left; a filter cannot know it yet", node)
        self.used[name] = None
        return FieldOperand(fields()[name], ranges)

    def _layered(self, node: syntax.LayerNode) -> Operand:
        part = node.part
        if not isinstance(part, syntax.WordNode):
            raise self.wrong("only a field has layers; write the layer behind its name", node)
        number, name = node.text, part.text
        if match := re.fullmatch(r"(.*?[\d\]])\.([A-Za-z][\w.]*)", number):  # ip#2.src
            number, name = match[1], f"{part.text}.{match[2]}"
        single = not number.startswith("[")
        ranges = self._ranges(f"{number}:1" if single else number[1:-1], node, 1)
        return self._field(part, name, ranges)

    def _sliced(self, node: syntax.SliceNode) -> Operand:
        part = self.operand(node.part)
        if not (part.type in (Type.STRING, *OCTETS) or (isinstance(part, FieldOperand) and part.type is Type.IPV4)):
            raise self.wrong(f"{part.name} is {part.type.value} and cannot be sliced", node.part)
        return operands.Slice(part, self._ranges(node.text, node, 0))

    def _ranges(self, text: str, node: syntax.Node, first: int) -> Ranges:
        """What stands in brackets, as starts and ends (None: to the end; negative: from the end)."""
        ranges: list[tuple[int, int | None]] = []
        pieces = text.split(",")
        if len(pieces) > MOST_PARTS:
            raise self.wrong(f"{MOST_PARTS} parts are the most", node)
        for piece in pieces:
            match = _RANGE.fullmatch(piece)
            if match is None or not (match[1] or match[2]):
                raise self.wrong(f"[{text}]: write [start:length], [first-last], [place], [:length] or [start:]", node)
            start = int(match[1]) if match[1] else first
            if 0 <= start < first:
                raise self.wrong("layers are counted from 1", node)
            if match[2] is None:
                end = start + 1
            elif match[3] is None:
                ranges.append((start, None))
                continue
            elif match[2] == ":":
                if (length := int(match[3])) <= 0 or start < 0 < start + length:
                    raise self.wrong(f"[{piece.strip()}] has no bytes, or more than there can be", node)
                end = start + length
            else:
                end = int(match[3]) + 1
                if (start < 0) == (int(match[3]) < 0) and start >= end:
                    raise self.wrong(f"[{piece.strip()}] ends before it begins", node)
            ranges.append((start, end or None))
        return tuple(ranges)

    def _call(self, node: syntax.CallNode) -> Operand:
        if node.name not in FUNCTIONS:
            near = difflib.get_close_matches(node.name, FUNCTIONS, n=2)
            raise self.wrong(f"there is no function {node.name!r}; there are {', '.join(FUNCTIONS)}", node, near)
        # each once, or functions of functions would take twice as long for every level
        known = {each: self.operand(each) for each in node.arguments if not self.is_literal(each)}
        like = next(iter(known.values()), None)
        arguments = [known[each] if each in known else self.operand(each, like) for each in node.arguments]
        try:
            return FUNCTIONS[node.name](node.name, arguments)
        except Unfit as error:
            raise self.wrong(str(error), node) from None

    def _arithmetic(self, node: syntax.ArithmeticNode, like: Operand | None) -> Operand:
        if self.is_literal(node.left) and not self.is_literal(node.right):
            right = self.operand(node.right)
            left = self.operand(node.left, right)
        else:
            left = self.operand(node.left, like)
            right = self.operand(node.right, left)
        types = {left.type, right.type}
        if node.operator == "&":
            if types <= set(NUMBERS) or types == {Type.IPV4}:
                return operands.Masked(left, right)
            if left.type in OCTETS and isinstance(right, Constant) and right.type in OCTETS:
                return operands.Masked(left, right)
        elif types <= set(_NUMERIC):
            return operands.Addition(node.operator, left, right, Type.DECIMAL if Type.DECIMAL in types else Type.NUMBER)
        elif types == {Type.TIME} and node.operator in "+-":
            return operands.Addition(node.operator, left, right, Type.TIME)
        wrong = right if left.type in _NUMERIC else left
        raise self.wrong(f"{wrong.name} is {wrong.type.value}, for which there is no {node.operator}", node)

    # -- values -------------------------------------------------------------------------------------------------

    def value(self, node: syntax.Node, operand: Operand) -> Any:
        """What a literal means beside an operand: a number, bytes, a string, a network, or all values of a name."""
        if isinstance(node, syntax.ArithmeticNode):
            raise self.wrong("a single value is wanted here", node)
        field = operand.field if isinstance(operand, FieldOperand) else None
        text = node.text if isinstance(node, syntax.WordNode | syntax.QuotedNode) else ""
        if field is None or operand.type is not Type.NUMBER or not isinstance(operand, FieldOperand):
            return self._literal(node, operand.type, operand)
        named = values_named(field, text)
        if named and isinstance(node, syntax.QuotedNode) and node.quote == '"':
            return named
        try:
            number = self._literal(node, operand.type, operand)
        except FilterError:
            if named:
                return named
            if enumeration(field) and text and not is_like_field(text):
                raise self.wrong(
                    f"no value of {operand.name} is called {text!r}", node, nearest_values(field, text)
                ) from None
            raise
        if number > operand.limit:
            if named:
                return named
            raise self.wrong(f"{text} is too large for {operand.name}, which is {operand.limit} at most", node)
        return number

    def _literal(self, node: syntax.Node, kind: Type, operand: Operand | None) -> Any:
        if isinstance(node, syntax.MinusNode):
            if kind not in (*_NUMERIC, Type.TIME):
                raise self.wrong(f"{kind.value} has no sign", node)
            return -self._literal(node.part, kind, operand)
        if isinstance(node, syntax.QuotedNode):
            return self._quoted(node, kind, operand)
        if not isinstance(node, syntax.WordNode):
            raise self.wrong("a value is wanted here", node)
        try:
            value = _read(node.text, kind, whole=isinstance(operand, FieldOperand))
        except (ValueError, OverflowError):
            if is_like_field(node.text):
                raise self.wrong(f"there is no field {node.text!r}", node, nearest_fields(node.text)) from None
            raise self.wrong(f"{node.text!r} is not {kind.value}", node) from None
        if isinstance(value, int) and kind in _NUMERIC and value >= 1 << 64:
            raise self.wrong(f"{node.text!r} has more than 64 bits", node)
        return value

    def _quoted(self, node: syntax.QuotedNode, kind: Type, operand: Operand | None) -> Any:
        if kind is Type.BYTES:
            return node.data
        if kind is Type.STRING:
            return node.text
        if node.quote == "'" and kind in _NUMERIC:
            return node.data[0]
        try:
            if kind is Type.TIME:
                try:
                    return literals.moment(node.text)
                except ValueError:
                    return literals.seconds(node.text)
            return _read(node.text, kind, whole=isinstance(operand, FieldOperand))
        except (ValueError, OverflowError):
            example = ', such as "2026-01-31 12:34:56.7"' if kind is Type.TIME else ""
            raise self.wrong(f'"{node.text}" is not {kind.value}{example}', node) from None


def _alike(first: Type, second: Type) -> bool:
    return first is second or any(first in group and second in group for group in (_NUMERIC, OCTETS))


def _read(text: str, kind: Type, *, whole: bool) -> Any:
    """A word as a value of a type; numbers with a fraction only where not ``whole``."""
    match kind:
        case Type.NUMBER:
            for read in (literals.number, literals.guid) if whole else (literals.number, float):
                try:
                    return read(text)
                except ValueError:
                    continue
            raise ValueError(text)
        case Type.DECIMAL:
            try:
                return literals.number(text)
            except ValueError:
                return float(text)
        case Type.BOOLEAN:
            if text.casefold() in ("true", "false"):
                return int(text.casefold() == "true")
            return int(literals.number(text) != 0)
        case Type.IPV4:
            return literals.ipv4(text)
        case Type.IPV6:
            address = literals.ipv6(text)
            return address.to_bytes(16, "big") if isinstance(address, int) else address
        case Type.MAC:
            data = literals.octets(text)
            if len(data) != 6:
                raise ValueError(text)
            return data
        case Type.BYTES:
            return literals.octets(text)
        case Type.TIME:
            return literals.seconds(text)
        case Type.STRING:
            return text
