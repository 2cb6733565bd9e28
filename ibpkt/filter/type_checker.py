"""From a syntax tree to conditions: every word becomes a field or a value, and types that do not fit are refused."""

from __future__ import annotations

import difflib
import re
from typing import Any

from ibpkt.batch.fields import fields
from ibpkt.filter import conditions, literals, operands, syntax
from ibpkt.filter.error import FilterError
from ibpkt.filter.functions import FUNCTIONS, UnsuitableArgument
from ibpkt.filter.names import enumeration, is_like_field, nearest_fields, nearest_values, unknown_field, values_named
from ibpkt.filter.operands import (
    BYTE_TYPES,
    MAX_PARTS,
    NUMBER_TYPES,
    ConstantOperand,
    FieldOperand,
    Operand,
    OperandType,
    Ranges,
)
from ibpkt.filter.patterns import MAX_PATTERNS, compile_pattern

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NUMERIC_TYPES = (*NUMBER_TYPES, OperandType.DECIMAL)
_RANGE = re.compile(r"\s*(-?\d{1,9})?\s*(?:([:-])\s*(-?\d{1,9})?)?\s*")
#: a field that depends on which packets the filter selects
_AFTER_FILTERING = "frame.time_delta_displayed"


class TypeChecker:
    """Gives every part of a syntax tree its type, and makes a condition of the tree.

    Args:
        text: the filter, for messages.

    Attributes:
        used: the names of the fields that the filter names, in their order.
        patterns: the number of its regular expressions.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.used: dict[str, None] = {}
        self.patterns: int = 0

    def error(self, what: str, node: syntax.Node, suggestions: list[str] | None = None) -> FilterError:
        """The error for a node."""
        return FilterError(what, node.at, self.text, suggestions or ())

    # -- conditions ---------------------------------------------------------------------------------------------

    def condition(self, node: syntax.Node) -> conditions.Condition:
        """The condition that a tree stands for."""
        match node:
            case syntax.LogicNode(operator=operator, parts=parts):
                return conditions.JOINED[operator]([self.condition(part) for part in parts])
            case syntax.NotNode(part=part):
                return conditions.NotCondition(self.condition(part))
            case syntax.ComparisonNode(operator="contains"):
                return self.contains(node)
            case syntax.ComparisonNode(operator="matches"):
                return self.matches(node)
            case syntax.ComparisonNode():
                return self.compare(node)
            case syntax.MemberNode():
                return self.member(node)
            case syntax.ArithmeticNode() | syntax.MinusNode():
                return conditions.NonzeroCondition(self.operand(node))
            case syntax.CallNode(name=name):
                self.operand(node)
                raise self.error(f"compare the result of {name}() with a value", node)
        return conditions.ExistsCondition(self.operand(node))

    def compare(self, node: syntax.ComparisonNode) -> conditions.Condition:
        """Two operands, or an operand and a value."""
        left, right, operator = node.left, node.right, node.operator
        if self.is_literal(left):
            if self.is_literal(right):
                self.operand(left)  # raises: neither side has a field
            left, right, operator = right, left, _MIRRORED.get(operator, operator)
        first = self.operand(left)
        for_all = node.quantifier == "all" or (not node.quantifier and operator in conditions.FOR_ALL)
        single = self.is_literal(right) and not isinstance(right, syntax.ArithmeticNode)
        if single or self._is_name(right, first):
            value = self.value(right, first)
            if isinstance(value, frozenset) and operator in _MIRRORED and len(value) > 1:
                raise self.error(f"several values have this name, so {operator} is ambiguous", right)
            return conditions.ComparisonCondition(operator, first, value, for_all)
        second = self.operand(right, first)
        self._check_comparable(first, second, right)
        return conditions.ComparisonCondition(operator, first, second, for_all)

    def _is_name(self, node: syntax.Node, operand: Operand) -> bool:
        """Whether a word that names a field stands for a value here (``ip.proto == udp``)."""
        if not isinstance(node, syntax.WordNode) or not isinstance(operand, FieldOperand):
            return False
        kind = operands.TYPES[fields()[node.text].leaf.kind]
        return not _same_family(kind, operand.type) and bool(values_named(operand.field, node.text))

    def _check_comparable(self, first: Operand, second: Operand, node: syntax.Node) -> None:
        if not _same_family(first.type, second.type):
            raise self.error(f"{second.name} is {second.type.value}, but {first.name} is {first.type.value}", node)

    def member(self, node: syntax.MemberNode) -> conditions.Condition:
        """An operand and a set."""
        part = self.operand(node.part)
        tests, integers, operands_in_set = [], [], []
        for low, high in node.items:
            if high is None and not self.is_literal(low) and not self._is_name(low, part):
                operands_in_set.append(self.operand(low, part))
                self._check_comparable(part, operands_in_set[-1], low)
                continue
            start = self.value(low, part)
            if high is None:
                if isinstance(start, int) and part.type in operands.INTEGER_TYPES:
                    integers.append(start)
                elif isinstance(start, frozenset):
                    integers += sorted(start)
                else:
                    tests.append(conditions.value_test("==", part.type, start))
                continue
            if not self.is_literal(high):
                raise self.error("a range goes from one value to another", high)
            end = self.value(high, part)
            for value, end_node in ((start, low), (end, high)):
                if isinstance(value, literals.Subnet) or (isinstance(value, frozenset) and len(value) > 1):
                    raise self.error("a range goes from one value to another", end_node)
            above, below = (
                conditions.value_test(operator, part.type, value) for operator, value in ((">=", start), ("<=", end))
            )
            tests.append(conditions.both_hold(above, below))
        if integers:
            tests.append(conditions.is_one_of(integers))
        return conditions.MemberCondition(part, tests, operands_in_set, node.quantifier == "all")

    def contains(self, node: syntax.ComparisonNode) -> conditions.Condition:
        """``contains``; for an enumerated number the names of its values are searched."""
        left, for_all = self.operand(node.left), node.quantifier == "all"
        if left.type is OperandType.STRING or left.type in BYTE_TYPES:
            if not self.is_literal(node.right):
                right = self.operand(node.right)
                if (right.type is OperandType.STRING) != (left.type is OperandType.STRING) or right.type not in (
                    OperandType.STRING,
                    *BYTE_TYPES,
                ):
                    self._check_comparable(left, right, node.right)
                    raise self.error(f"{right.name} is {right.type.value}", node.right)
                return conditions.ContainsCondition(left, right, for_all)
            kind = OperandType.STRING if left.type is OperandType.STRING else OperandType.BYTES
            value = self._literal(node.right, kind, left)
            return conditions.ContainsCondition(left, ConstantOperand(kind, value, ""), for_all)
        names = self._names(left, "contains", node)
        wanted = self._literal(node.right, OperandType.STRING, left).casefold()
        chosen = frozenset(number for number, name in names.items() if wanted in name.casefold())
        return conditions.ComparisonCondition("==", left, chosen or frozenset((-1, -2)), for_all)

    def matches(self, node: syntax.ComparisonNode) -> conditions.Condition:
        """``matches``; for an enumerated number the names of its values are searched."""
        left, right, for_all = self.operand(node.left), node.right, node.quantifier == "all"
        if not isinstance(right, syntax.QuotedNode) or right.quote != '"':
            raise self.error("put the regular expression in double quotes", right)
        self.patterns += 1
        if self.patterns > MAX_PATTERNS:
            raise self.error(f"a filter may have at most {MAX_PATTERNS} regular expressions", right)
        try:
            search = compile_pattern(right.data)
        except ValueError as error:
            raise self.error(str(error), right) from None
        if left.type is OperandType.STRING or left.type in BYTE_TYPES:
            return conditions.MatchesCondition(left, search, for_all)
        names = self._names(left, "matches", node)
        chosen = frozenset(number for number, name in names.items() if search(name.encode()))
        return conditions.ComparisonCondition("==", left, chosen or frozenset((-1, -2)), for_all)

    def _names(self, operand: Operand, operator: str, node: syntax.ComparisonNode) -> dict[int, str]:
        names = enumeration(operand.field) if isinstance(operand, FieldOperand) else {}
        if not names:
            raise self.error(
                f"{operator} searches strings and bytes, but {operand.name} is {operand.type.value}"
                f"; string() converts it to a string",
                node.left,
            )
        return names

    # -- operands -----------------------------------------------------------------------------------------------

    def is_literal(self, node: syntax.Node) -> bool:
        """Whether a node is a value written in the filter, or made of such values alone."""
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
        """The operand that a node stands for; a literal takes the type of the operand ``like``."""
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
                if operand.type not in (*_NUMERIC_TYPES, OperandType.TIME):
                    raise self.error(f"{operand.name} is {operand.type.value} and has no sign", part)
                return operands.NegativeOperand(operand)
            case syntax.WordNode() | syntax.QuotedNode() | syntax.MinusNode() if like is not None:
                return self._constant(node, like)
            case syntax.WordNode(text=text) if is_like_field(text) or re.fullmatch(r"[A-Za-z_]\w*", text):
                raise self.error(unknown_field(text), node, nearest_fields(text))
            case syntax.WordNode() | syntax.QuotedNode() | syntax.MinusNode() | syntax.ArithmeticNode():
                raise self.error("expected a field here, not a value", node)
        raise self.error("expected a value here, not a condition", node)

    def _constant(self, node: syntax.Node, like: Operand) -> ConstantOperand:
        kind = OperandType.BYTES if like.type in BYTE_TYPES else like.type
        value = self._literal(node, kind, None)
        if isinstance(value, literals.Subnet):
            raise self.error("expected an address here, not a network", node)
        return ConstantOperand(OperandType.DECIMAL if isinstance(value, float) else kind, value, "a value")

    def _field(self, node: syntax.Node, name: str, ranges: Ranges | None = None) -> FieldOperand:
        if name not in fields():
            raise self.error(f"there is no field {name!r}", node, nearest_fields(name))
        if name == _AFTER_FILTERING:
            raise self.error(f"{name} depends on what the filter selects, so a filter cannot use it", node)
        self.used[name] = None
        return FieldOperand(fields()[name], ranges)

    def _layered(self, node: syntax.LayerNode) -> Operand:
        part = node.part
        if not isinstance(part, syntax.WordNode):
            raise self.error("only a field has layers; write the layer right after its name", node)
        number, name = node.text, part.text
        if match := re.fullmatch(r"(.*?[\d\]])\.([A-Za-z][\w.]*)", number):  # ip#2.src
            number, name = match[1], f"{part.text}.{match[2]}"
        single = not number.startswith("[")
        ranges = self._ranges(f"{number}:1" if single else number[1:-1], node, 1)
        return self._field(part, name, ranges)

    def _sliced(self, node: syntax.SliceNode) -> Operand:
        part = self.operand(node.part)
        if not (
            part.type in (OperandType.STRING, *BYTE_TYPES)
            or (isinstance(part, FieldOperand) and part.type is OperandType.IPV4)
        ):
            raise self.error(f"{part.name} is {part.type.value} and cannot be sliced", node.part)
        return operands.SliceOperand(part, self._ranges(node.text, node, 0))

    def _ranges(self, text: str, node: syntax.Node, first: int) -> Ranges:
        """The text between brackets as starts and ends (None: to the end; negative: from the end)."""
        ranges: list[tuple[int, int | None]] = []
        pieces = text.split(",")
        if len(pieces) > MAX_PARTS:
            raise self.error(f"at most {MAX_PARTS} parts are allowed", node)
        for piece in pieces:
            match = _RANGE.fullmatch(piece)
            if match is None or not (match[1] or match[2]):
                raise self.error(f"[{text}]: write [start:length], [first-last], [place], [:length] or [start:]", node)
            start = int(match[1]) if match[1] else first
            if 0 <= start < first:
                raise self.error("layers are counted from 1", node)
            if match[2] is None:
                end = start + 1
            elif match[3] is None:
                ranges.append((start, None))
                continue
            elif match[2] == ":":
                if (length := int(match[3])) <= 0 or start < 0 < start + length:
                    raise self.error(f"[{piece.strip()}] is empty, or reaches past the end", node)
                end = start + length
            else:
                end = int(match[3]) + 1
                if (start < 0) == (int(match[3]) < 0) and start >= end:
                    raise self.error(f"[{piece.strip()}] ends before it begins", node)
            ranges.append((start, end or None))
        return tuple(ranges)

    def _call(self, node: syntax.CallNode) -> Operand:
        if node.name not in FUNCTIONS:
            near = difflib.get_close_matches(node.name, FUNCTIONS, n=2)
            raise self.error(
                f"there is no function {node.name!r}; the functions are {', '.join(FUNCTIONS)}", node, near
            )
        # each argument is checked once: twice would double the time with every level of nested functions
        known = {argument: self.operand(argument) for argument in node.arguments if not self.is_literal(argument)}
        like = next(iter(known.values()), None)
        arguments = [known.get(argument) or self.operand(argument, like) for argument in node.arguments]
        try:
            return FUNCTIONS[node.name](node.name, arguments)
        except UnsuitableArgument as error:
            raise self.error(str(error), node) from None

    def _arithmetic(self, node: syntax.ArithmeticNode, like: Operand | None) -> Operand:
        if self.is_literal(node.left) and not self.is_literal(node.right):
            right = self.operand(node.right)
            left = self.operand(node.left, right)
        else:
            left = self.operand(node.left, like)
            right = self.operand(node.right, left)
        types = {left.type, right.type}
        if node.operator == "&":
            if types <= set(NUMBER_TYPES) or types == {OperandType.IPV4}:
                return operands.MaskedOperand(left, right)
            if left.type in BYTE_TYPES and isinstance(right, ConstantOperand) and right.type in BYTE_TYPES:
                return operands.MaskedOperand(left, right)
        elif types <= set(_NUMERIC_TYPES):
            return operands.ArithmeticOperand(
                node.operator, left, right, OperandType.DECIMAL if OperandType.DECIMAL in types else OperandType.NUMBER
            )
        elif types == {OperandType.TIME} and node.operator in "+-":
            return operands.ArithmeticOperand(node.operator, left, right, OperandType.TIME)
        wrong = right if left.type in _NUMERIC_TYPES else left
        raise self.error(f"{wrong.name} is {wrong.type.value}, which does not support {node.operator}", node)

    # -- values -------------------------------------------------------------------------------------------------

    def value(self, node: syntax.Node, operand: Operand) -> Any:
        """The value of a literal next to an operand: a number, bytes, a string, a network, or all values of a name."""
        if isinstance(node, syntax.ArithmeticNode):
            raise self.error("expected a single value here", node)
        field = operand.field if isinstance(operand, FieldOperand) else None
        text = node.text if isinstance(node, syntax.WordNode | syntax.QuotedNode) else ""
        if field is None or operand.type is not OperandType.NUMBER or not isinstance(operand, FieldOperand):
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
                raise self.error(
                    f"no value of {operand.name} is called {text!r}", node, nearest_values(field, text)
                ) from None
            raise
        if number > operand.limit:
            if named:
                return named
            raise self.error(f"{text} is too large for {operand.name}, which is at most {operand.limit}", node)
        return number

    def _literal(self, node: syntax.Node, kind: OperandType, operand: Operand | None) -> Any:
        if isinstance(node, syntax.MinusNode):
            if kind not in (*_NUMERIC_TYPES, OperandType.TIME):
                raise self.error(f"{kind.value} has no sign", node)
            return -self._literal(node.part, kind, operand)
        if isinstance(node, syntax.QuotedNode):
            return self._quoted(node, kind, operand)
        if not isinstance(node, syntax.WordNode):
            raise self.error("expected a value here", node)
        try:
            value = _read(node.text, kind, whole=isinstance(operand, FieldOperand))
        except (ValueError, OverflowError):
            if is_like_field(node.text):
                raise self.error(f"there is no field {node.text!r}", node, nearest_fields(node.text)) from None
            raise self.error(f"{node.text!r} is not {kind.value}", node) from None
        if isinstance(value, int) and kind in _NUMERIC_TYPES and value >= 1 << 64:
            raise self.error(f"{node.text!r} has more than 64 bits", node)
        return value

    def _quoted(self, node: syntax.QuotedNode, kind: OperandType, operand: Operand | None) -> Any:
        if kind is OperandType.BYTES:
            return node.data
        if kind is OperandType.STRING:
            return node.text
        if node.quote == "'" and kind in _NUMERIC_TYPES:
            return node.data[0]
        try:
            if kind is OperandType.TIME:
                try:
                    return literals.timestamp(node.text)
                except ValueError:
                    return literals.seconds(node.text)
            return _read(node.text, kind, whole=isinstance(operand, FieldOperand))
        except (ValueError, OverflowError):
            example = ', such as "2026-01-31 12:34:56.7"' if kind is OperandType.TIME else ""
            raise self.error(f'"{node.text}" is not {kind.value}{example}', node) from None


def _same_family(first: OperandType, second: OperandType) -> bool:
    return first is second or any(first in group and second in group for group in (_NUMERIC_TYPES, BYTE_TYPES))


def _read(text: str, kind: OperandType, *, whole: bool) -> Any:
    """A word as a value of a type; numbers with a fraction only where not ``whole``."""
    match kind:
        case OperandType.NUMBER:
            for read in (literals.number, literals.guid) if whole else (literals.number, float):
                try:
                    return read(text)
                except ValueError:
                    continue
            raise ValueError(text)
        case OperandType.DECIMAL:
            try:
                return literals.number(text)
            except ValueError:
                return float(text)
        case OperandType.BOOLEAN:
            if text.casefold() in ("true", "false"):
                return int(text.casefold() == "true")
            return int(literals.number(text) != 0)
        case OperandType.IPV4:
            return literals.ipv4(text)
        case OperandType.IPV6:
            address = literals.ipv6(text)
            return address.to_bytes(16, "big") if isinstance(address, int) else address
        case OperandType.MAC:
            data = literals.octets(text)
            if len(data) != 6:
                raise ValueError(text)
            return data
        case OperandType.BYTES:
            return literals.octets(text)
        case OperandType.TIME:
            return literals.seconds(text)
        case OperandType.STRING:
            return text
