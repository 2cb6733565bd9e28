"""The syntax tree of a filter, before anything is known of what its words mean.

Its depth is bounded (`MAX_DEPTH`), so what walks over it may recurse.  Nodes have no methods that are not needed: their
classes are made at every start.
"""

from __future__ import annotations

from dataclasses import dataclass

#: how deep signs, sums, functions and tests may nest
MAX_DEPTH = 100


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A part of a filter.

    Attributes:
        at: the column at which it begins, from 1.
        depth: how many nodes lie below one another in it.
    """

    at: int
    depth: int


@dataclass(slots=True, eq=False, repr=False)
class WordNode(Node):
    """The name of a field, or a value without quotes."""

    text: str


@dataclass(slots=True, eq=False, repr=False)
class QuotedNode(Node):
    """A string without its escapes; ``quote`` is ``'`` for a character."""

    data: bytes
    quote: str

    @property
    def text(self) -> str:
        """The string as text."""
        return self.data.decode("utf-8", "backslashreplace")


@dataclass(slots=True, eq=False, repr=False)
class SliceNode(Node):
    """Some bytes of a value; ``text`` is what stands between the brackets."""

    part: Node
    text: str


@dataclass(slots=True, eq=False, repr=False)
class LayerNode(Node):
    """A field in some layers of its protocol; ``text`` is what follows ``#``."""

    part: Node
    text: str


@dataclass(slots=True, eq=False, repr=False)
class CallNode(Node):
    """A function of some values."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(slots=True, eq=False, repr=False)
class ArithmeticNode(Node):
    """Two values joined by ``+ - * / % &``."""

    operator: str
    left: Node
    right: Node


@dataclass(slots=True, eq=False, repr=False)
class MinusNode(Node):
    """A value with the opposite sign."""

    part: Node


@dataclass(slots=True, eq=False, repr=False)
class ComparisonNode(Node):
    """Two values compared; ``quantifier`` is ``any``, ``all`` or ``""``."""

    operator: str
    quantifier: str
    left: Node
    right: Node


@dataclass(slots=True, eq=False, repr=False)
class MemberNode(Node):
    """A value looked up in a set of values and ranges (which include both ends)."""

    quantifier: str
    part: Node
    items: tuple[tuple[Node, Node | None], ...]


@dataclass(slots=True, eq=False, repr=False)
class LogicNode(Node):
    """Tests joined by ``and``, ``or`` or ``xor``."""

    operator: str
    parts: tuple[Node, ...]


@dataclass(slots=True, eq=False, repr=False)
class NotNode(Node):
    """The opposite of a test."""

    part: Node
