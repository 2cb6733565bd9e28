"""Signatures of functions for stubs, out of their source, with the imports that their annotations need."""

from __future__ import annotations

import ast
import builtins
import importlib.util
import textwrap
from pathlib import Path


class Imports:
    """The imports at the top of a stub."""

    def __init__(self) -> None:
        self._names: dict[str, set[str]] = {}
        self._modules: set[str] = set()

    def add(self, module: str, name: str, alias: str | None = None) -> None:
        """Import a name from a module."""
        self._names.setdefault(module, set()).add(f"{name} as {alias}" if alias else name)

    def add_module(self, module: str) -> None:
        """Import a module."""
        self._modules.add(module)

    def of_upper_rooms(self) -> str:
        """The imports, where they lead upward: mypy follows these last, when it knows what the lower rooms have."""
        return "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n" + textwrap.indent(str(self), "    ")

    def __str__(self) -> str:
        lines = [f"import {module}\n" for module in sorted(self._modules)]
        for module, names in sorted(self._names.items()):
            lines += [f"from {module} import (\n", *(f"    {name},\n" for name in sorted(names)), ")\n"]
        return "".join(lines)


class Source:
    """The source of a module: its functions, and where its names come from."""

    def __init__(self, module: str) -> None:
        spec = importlib.util.find_spec(module)
        assert spec is not None, module
        assert spec.origin is not None, module
        self.module = module
        self.tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))

    def function(self, name: str) -> ast.FunctionDef:
        """The function of that name."""
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                return node
        raise LookupError(f"{self.module} defines no function {name}: a stub needs its signature")

    def import_names(self, nodes: list[ast.expr], imports: Imports) -> None:
        """Import what the annotations name."""
        for name in {inner.id for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Name)}:
            if not hasattr(builtins, name):
                self._import(name, imports)

    def _import(self, name: str, imports: Imports) -> None:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if name == (alias.asname or alias.name):
                        imports.add(str(node.module), alias.name, alias.asname)
                        return
            elif isinstance(node, ast.Import) and any(name == (alias.asname or alias.name) for alias in node.names):
                imports.add_module(next(ast.unparse(alias) for alias in node.names if name in ast.unparse(alias)))
                return
        imports.add(self.module, name)


def signature(target: str, name: str, imports: Imports, *, method: bool) -> str:
    """A function as a stub.

    Args:
        target: the function, as ``module:name``.
        name: what it is called in the stub.
        imports: gets what its annotations need.
        method: its first argument is the object.
    """
    module, _, function = target.partition(":")
    source = Source(module)
    node = source.function(function)
    arguments = node.args
    for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
        if one is not None and one.annotation is not None:
            one.annotation = _plain(one.annotation)
    if method:
        (arguments.posonlyargs or arguments.args)[0] = ast.arg("self")
    for defaults in (arguments.defaults, arguments.kw_defaults):
        defaults[:] = [default if default is None else _default(default) for default in defaults]
    returns = _plain(node.returns or ast.Constant(None))
    needed = [one.annotation for one in ast.walk(arguments) if isinstance(one, ast.arg) and one.annotation is not None]
    source.import_names([*needed, returns], imports)
    indent = "    " if method else ""
    first_line = (ast.get_docstring(node) or "").partition("\n\n")[0].replace("\n", " ")
    doc = f'\n{indent}    """{first_line}"""\n' if first_line else " ...\n"
    return f"{indent}def {name}({ast.unparse(arguments)}) -> {ast.unparse(returns)}:{doc}"


def _plain(annotation: ast.expr) -> ast.expr:
    """An annotation without the quotes of a forward reference."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return ast.parse(annotation.value, mode="eval").body
    return annotation


def _default(default: ast.expr) -> ast.expr:
    try:
        ast.literal_eval(default)
    except ValueError:
        return ast.Constant(...)
    return default
