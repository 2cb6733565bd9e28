"""The house: every import looks down, whether it stands at the top of a file or inside a function."""

from __future__ import annotations

import ast
import collections
import functools
import re

from tests.support.shared import REPOSITORY
from tests.support.sweep import every

PACKAGE = REPOSITORY / "ibpkt"
#: the rooms from top to bottom, out of the page that explains them
ORDER = re.findall(r"^\| `(\w+)` \|", (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8"), re.M)
FACADE = {"ibpkt", "ibpkt.__main__"}  # they import by name, and when they are asked


def module_of(path):
    name = ".".join(path.relative_to(REPOSITORY).with_suffix("").parts)
    return name.removesuffix(".__init__")


MODULES = {module_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def statements(node):
    """Every statement below a node but what only type checkers read."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield other
                yield from statements(other)
            continue
        yield child
        yield from statements(child)


@functools.cache
def parsed(name):
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


@functools.cache
def imported(name):
    """The modules of the package that a module imports, anywhere in it, but for itself."""
    return {target for target in _imported(name) if target != name}


def _imported(name):
    for node in statements(parsed(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "ibpkt")
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{MODULES[name]}:{node.lineno}: a relative import hides the room"
            if (node.module or "").split(".")[0] == "ibpkt":
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    yield whole if whole in MODULES else str(node.module)


def room(module):
    return module.split(".")[1] if "." in module else ""


def test_the_page_lists_every_room_once():
    assert sorted(ORDER) == sorted({room(name) for name in MODULES if name not in FACADE})


@every("name", [name for name in MODULES if name not in FACADE])
def test_imports_look_down(name):
    below = set(ORDER[ORDER.index(room(name)) :])
    assert {each for each in imported(name) if each not in FACADE and room(each) not in below} == set()


def test_no_circle_of_files():
    waiting = {name: {each for each in imported(name) if each not in FACADE} for name in MODULES}
    while free := [name for name, targets in waiting.items() if not targets & waiting.keys()]:
        for name in free:
            del waiting[name]
    assert waiting == {}


def test_the_front_door_is_for_those_outside():
    """`ibpkt` names rooms of every rank, so only the topmost room may use it."""
    assert {room(name) for name in MODULES if "ibpkt" in imported(name)} <= {ORDER[0]}


def test_no_class_name_means_two_things():
    homes = collections.defaultdict(list)
    for name in MODULES:
        for node in parsed(name).body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name)
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}
