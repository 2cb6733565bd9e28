"""Every fact of a packet that the state machines lay down is one that is declared, or one of a few that stay inside."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import ibpkt.analysis
from ibpkt.analysis.analyser import Analysed
from ibpkt.analysis.sequence import Desk
from ibpkt.protocols.analysis import FACTS

#: facts that other parts of the analysis read, and no filter
INTERNAL = {"nak", "rnr", "moved"}
#: what lays down a fact, and where facts are read: methods of `Desk`, and dictionaries
LAY, DICTIONARIES = {"mark", "column"}, ("facts", "desk.marks", "self.marks", "analysed.packets")
_SOURCES = sorted(Path(ibpkt.analysis.__file__).parent.rglob("*.py"))


def _calls():
    """Calls of methods that `Desk` has for facts: file, line, and the name of the fact, None where it is computed."""
    for path in _SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LAY):
                continue
            owner = ast.unparse(node.func.value)
            if owner.split(".")[-1].lstrip("_") == "desk":
                given = node.args[0]
                yield path, node.lineno, given.value if isinstance(given, ast.Constant) else None


def test_laid_down():
    names = defaultdict(list)
    for path, line, name in _calls():
        names[name].append(f"{path.name}:{line}")
    assert None not in names, names[None]
    assert set(names) == set(FACTS) | INTERNAL
    assert all(callable(getattr(Desk, each)) for each in LAY)


def test_read():
    """What is read of these dictionaries by a name is there."""
    read = set()
    for path in _SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
                owner, given = node.func.value, node.args[0]
            elif isinstance(node, ast.Subscript):
                owner, given = node.value, node.slice
            else:
                continue
            if ast.unparse(owner) in DICTIONARIES and isinstance(given, ast.Constant):
                read.add(given.value)
    assert {"flow", "message", "corrupt", "moved"} <= read <= set(FACTS) | INTERNAL


def test_documented():
    """The names stand where users look for them."""
    assert all(f"``{name}``" in (Analysed.__doc__ or "") for name in {*FACTS, *INTERNAL})
