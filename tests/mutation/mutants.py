"""Mutants: modules with one operator or constant changed, made from their syntax trees while they are imported."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import NamedTuple

import pytest

from tests.support.shared import REPOSITORY

PACKAGE = REPOSITORY / "ibpkt"
#: what stands in the place of an operator
OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
#: names that only type checkers look at
_TYPES = {"TYPE_CHECKING", "TypeVar", "cast", "overload"}


class Mutant(NamedTuple):
    """A change of a module.

    Attributes:
        file: the module, in `ibpkt`.
        place: the function that it is in, and the text of the line.
        change: what becomes what.
        number: which of those with the same place and change, from 0.
    """

    file: str
    place: str
    change: str
    number: int

    @property
    def module(self) -> str:
        """The name of its module."""
        return "ibpkt." + self.file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")

    def code(self, text: str, path: str) -> CodeType:
        """The module with the change, compiled.

        Raises:
            LookupError: the module has no such place any more.
        """
        tree = ast.parse(text)
        for mutant, apply in _changes(self.file, text, tree):
            if mutant == self:
                apply()
                return compile(ast.fix_missing_locations(tree), path, "exec")
        raise LookupError(f"there is no such place: {self}")


def mutants(file: str) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    text = (PACKAGE / file).read_text(encoding="utf-8")
    return [mutant for mutant, _ in _changes(file, text, ast.parse(text))]


def line(mutant: Mutant) -> int:
    """The number of its line in its module.

    Raises:
        LookupError: the module has no such place any more.
    """
    text = (PACKAGE / mutant.file).read_text(encoding="utf-8")
    for each, apply in _changes(mutant.file, text, ast.parse(text)):
        if each == mutant:
            return apply.line
    raise LookupError(f"there is no such place: {mutant}")


class _Change:
    """What `Mutant.code` calls to make a change in a tree.

    Attributes:
        line: the number of the line of what is changed.
    """

    def __init__(self, node: ast.AST, field: str, index: int | None, value: object) -> None:
        self.line: int = getattr(node, "lineno", 1)
        self._where = node, field, index, value

    def __call__(self) -> None:
        node, field, index, value = self._where
        if index is None:
            setattr(node, field, value)
        else:
            getattr(node, field)[index] = value


def _changes(file: str, text: str, tree: ast.Module) -> Iterator[tuple[Mutant, _Change]]:
    lines = text.splitlines()
    seen: dict[tuple[str, str], int] = {}
    for function, node, change, apply in _walk(tree, "", tree):
        place = f"{function}: {lines[getattr(node, 'lineno', 1) - 1].strip()}"
        number = seen.setdefault((place, change), 0)
        seen[place, change] += 1
        yield Mutant(file, place, change, number), apply


def _walk(node: ast.AST, function: str, parent: ast.AST) -> Iterator[tuple[str, ast.AST, str, _Change]]:
    """The changes of a node and of what is below it; nothing that only type checkers and readers look at."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    yield from ((function, node, change, apply) for change, apply in _own(node, parent))
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "type_params", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_for_readers(child) and not _is_without_effect(child, node):
                yield from _walk(child, function, node)


def _is_for_readers(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id in _TYPES
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _TYPES


def _is_without_effect(node: ast.AST, parent: ast.AST) -> bool:
    """Arguments of a call on which no result depends, so that what changes them is equivalent.

    ``strict=True`` of `zip` is an assertion, as ``assert`` is: where it holds all is the same without it.  How much
    `lru_cache` keeps is a matter of speed, and the slots of a dataclass are one of memory.
    """
    if not isinstance(parent, ast.Call) or node is parent.func:
        return False
    called = ast.unparse(parent.func).rpartition(".")[2]
    return called == "lru_cache" or (called, ast.unparse(node)) in (("zip", "strict=True"), ("dataclass", "slots=True"))


def _own(node: ast.AST, parent: ast.AST) -> Iterator[tuple[str, _Change]]:
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            yield _operator(operator, _Change(node, "ops", index, OPERATORS[type(operator)]()))
    elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp):
        if type(node.op) in OPERATORS and not _is_text(node):
            yield _operator(node.op, _Change(node, "op", None, OPERATORS[type(node.op)]()))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert | ast.USub):
        for field, value in ast.iter_fields(parent):
            if value is node:
                yield f"{type(node.op).__name__} goes", _Change(parent, field, None, node.operand)
            elif isinstance(value, list) and any(each is node for each in value):
                index = next(index for index, each in enumerate(value) if each is node)
                yield f"{type(node.op).__name__} goes", _Change(parent, field, index, node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{node.value} becomes {not node.value}", _Change(node, "value", None, not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield f"{node.value} becomes {node.value + 1}", _Change(node, "value", None, node.value + 1)


def _operator(operator: ast.AST, change: _Change) -> tuple[str, _Change]:
    return f"{type(operator).__name__} becomes {OPERATORS[type(operator)].__name__}", change


def _is_text(node: ast.AST) -> bool:
    """Texts that are put together."""
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in ast.iter_child_nodes(node)
    )


class _MutantLoader(SourceFileLoader):
    """Compiles a mutant of the file, and keeps nothing of it."""

    def __init__(self, fullname: str, path: str, mutant: Mutant) -> None:
        super().__init__(fullname, path)
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        return self.mutant.code(self.get_data(self.path).decode(), self.path)


class MutantImport:
    """What finds the module of a mutant, ahead of all other finders; a plug-in of pytest, which adds some."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        if mutant.module in sys.modules:
            raise RuntimeError(f"{mutant.module} is imported already")
        sys.meta_path.insert(0, self)

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self) -> None:
        sys.meta_path.remove(self)
        sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.mutant.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _MutantLoader(fullname, spec.origin, self.mutant)
        return spec

    def check(self) -> None:
        """Raises RuntimeError: the module was imported without its change."""
        module = sys.modules.get(self.mutant.module)
        if module is not None and not isinstance(module.__loader__, _MutantLoader):
            raise RuntimeError(f"{self.mutant.module} was imported without its change")
