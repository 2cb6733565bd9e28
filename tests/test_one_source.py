"""A fact stands once: no table outside `ibpkt.protocols` lists headers, operations or operation codes.

A table is a list, tuple, set or dictionary that a module or a class keeps, or in which something is looked up
(``header in (IPv4, IPv6)``).  What it must not hold is two or more headers, names of headers, names of operations, or
numbers that are compared with an operation code: such a list leaves out what is declared later.  A rule or a value that
belongs to one header may name it, and leaves (``BTH.leaf("psn")``) are references to a declaration.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ibpkt
from ibpkt import protocols
from ibpkt.protocols import LINKS, OPCODES, OPERATIONS
from tests.support.sweep import every

PACKAGE = Path(ibpkt.__file__).parent
FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.parts[len(PACKAGE.parts)] != "protocols"]
HEADERS = {header.name for header in protocols.headers()}
#: link types have names of their own, some of which are those of headers
NAMES = HEADERS | {header.key for header in protocols.headers()} - LINKS.keys()
OPERATION_NAMES = {name for name in OPERATIONS if name}
VERBS = {verb for opcode in OPCODES.values() for verb in opcode.verbs}
CODE_NAMES = {opcode.name for opcode in OPCODES.values()}
COLLECTIONS = (ast.List, ast.Tuple, ast.Set, ast.Dict)
#: calls that make a table of their argument
MAKERS = {"frozenset", "set", "tuple", "list", "dict", "fromkeys", "MappingProxyType"}


def _nodes(source: str) -> list[ast.AST]:
    """Everything in a module, found once: looking for it takes most of the time."""
    return list(ast.walk(ast.parse(source)))


def _tables(nodes: list[ast.AST]) -> Iterator[ast.expr]:
    """The tables that modules and classes keep, and those in which something is looked up."""
    for scope in nodes:
        if isinstance(scope, ast.Module | ast.ClassDef):
            for statement in scope.body:
                if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
                    yield from _literals(statement.value)
        elif isinstance(scope, ast.Compare):
            for operator, right in zip(scope.ops, scope.comparators, strict=True):
                if isinstance(operator, ast.In | ast.NotIn):
                    yield from _literals(right)


def _literals(value: ast.expr) -> Iterator[ast.expr]:
    """The literal collections that a value is made of: itself, what a maker takes, its parts."""
    if isinstance(value, COLLECTIONS):
        yield value
        parts = [*value.values, *filter(None, value.keys)] if isinstance(value, ast.Dict) else value.elts
        for part in parts:
            yield from _literals(part)
    elif isinstance(value, ast.Call):
        name = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
        if name in MAKERS:
            for argument in value.args:
                yield from _literals(argument)
    elif isinstance(value, ast.BinOp):
        yield from _literals(value.left)
        yield from _literals(value.right)
    elif isinstance(value, ast.Starred):
        yield from _literals(value.value)


def _members(table: ast.expr) -> list[ast.expr]:
    """What a table lists: its keys where it has some, and else its members."""
    if isinstance(table, ast.Dict):
        return [key for key in table.keys if key is not None]
    assert isinstance(table, ast.List | ast.Tuple | ast.Set)
    return table.elts


def _imported(nodes: list[ast.AST]) -> set[str]:
    """The names under which a module knows headers."""
    return {
        name.asname or name.name
        for statement in nodes
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("ibpkt.protocols")
        for name in statement.names
        if isinstance(getattr(protocols, name.name, None), ibpkt.schema.Header) or name.name in HEADERS
    }


def _copied(nodes: list[ast.AST]) -> Iterator[tuple[int, list[str]]]:
    """The tables that repeat what the declarations say: the line, and what they list."""
    headers = _imported(nodes)
    for table in _tables(nodes):
        members = _members(table)
        constants = [member.value for member in members if isinstance(member, ast.Constant)]
        texts = [text for text in constants if isinstance(text, str)]
        names = [member.id for member in members if isinstance(member, ast.Name) and member.id in headers]
        for listed in (
            names,
            [text for text in texts if text in NAMES],
            [text for text in texts if text in OPERATION_NAMES | VERBS],
            [text for text in texts if text in CODE_NAMES],
        ):
            if len(listed) > 1:
                yield table.lineno, listed


def _compared(nodes: list[ast.AST]) -> Iterator[int]:
    """The lines in which an operation code is compared with a number."""
    for node in nodes:
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            names = [side.attr if isinstance(side, ast.Attribute) else getattr(side, "id", "") for side in sides]
            numbers = [part for side in sides for part in (side.elts if isinstance(side, ast.Tuple) else [side])]
            values = [number.value for number in numbers if isinstance(number, ast.Constant)]
            if {"opcode", "code"} & set(map(str.lower, names)) and any(type(value) is int for value in values):
                yield node.lineno


@every("path", FILES, lambda path: str(path.relative_to(PACKAGE)))
def test_no_table_repeats_the_declarations(path: Path) -> None:
    nodes = _nodes(path.read_text())
    assert list(_copied(nodes)) == []
    assert list(_compared(nodes)) == []


@pytest.mark.parametrize(
    ("source", "listed"),
    [
        ("from ibpkt.protocols import IPv4, IPv6\nTABLE = {IPv4, IPv6}", ["IPv4", "IPv6"]),
        ("from ibpkt.protocols import IPv4, IPv6\nTABLE = {IPv4: 1, IPv6: 2}", ["IPv4", "IPv6"]),
        ("from ibpkt.protocols import IPv4, IPv6\ndef f(h):\n    return h in (IPv4, IPv6)", ["IPv4", "IPv6"]),
        ("TABLE = {'BTH': 1, 'GRH': 2}", ["BTH", "GRH"]),
        ("TABLE = frozenset(('bth', 'grh'))", ["bth", "grh"]),
        ("class C:\n    table = ['SEND', 'WRITE']", ["SEND", "WRITE"]),
        ("TABLE = (('x', ('RC SEND Only', 'RC Acknowledge')),)", ["RC SEND Only", "RC Acknowledge"]),
        ("TABLE = {'CMP_SWAP', 'FETCH_ADD'} | OTHER", ["CMP_SWAP", "FETCH_ADD"]),
    ],
)
def test_a_table_is_found(source: str, listed: list[str]) -> None:
    assert [sorted(found) for _, found in _copied(_nodes(source))] == [sorted(listed)]


def test_a_comparison_is_found() -> None:
    assert list(_compared(_nodes("if opcode == 17:\n    pass\nif seen.opcode in (4, 5):\n    pass"))) == [1, 3]


def test_references_are_allowed() -> None:
    source = (
        "from ibpkt.protocols import BTH, GRH\nFIELDS = (BTH.leaf('psn'), GRH.leaf('sgid'))\nrule(BTH, (BTH, GRH))\n"
    )
    assert list(_copied(_nodes(source))) == []
