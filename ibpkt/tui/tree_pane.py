"""The tree of the chosen packet."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from ibpkt.tui.line_view import LineView, Pieces

if TYPE_CHECKING:
    from ibpkt.tui.field_tree import TreeNode

#: headers that are open from the beginning
_OPEN = "BTH 1"


class TreePane(LineView):
    """The headers of a packet; open ones with their fields.

    Attributes:
        nodes: all nodes of the packet.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "fold", show=False),
        Binding("right", "open(True)", show=False),
        Binding("left", "open(False)", show=False),
        Binding("plus,asterisk", "open_all", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="tree")
        self.nodes: list[TreeNode] = []
        self._open: set[str] = {_OPEN}
        self._visible: list[int] = []

    def show(self, nodes: list[TreeNode]) -> None:
        """Show another packet; the chosen field stays chosen where the packet has it."""
        before = self.node
        self.nodes = nodes
        self._fold()
        wanted = None if before is None else (before.key, before.field or before.text.partition(":")[0])
        self.cursor = next(
            (
                place
                for place, node in enumerate(self._visible)
                if (self.nodes[node].key, self.nodes[node].field or self.nodes[node].text.partition(":")[0]) == wanted
            ),
            min(self.cursor, max(0, len(self._visible) - 1)),
        )
        self.choose(self.cursor)

    @property
    def node(self) -> TreeNode | None:
        """The chosen node; None where there is no packet."""
        return self.nodes[self._visible[self.cursor]] if self.cursor < len(self._visible) else None

    def choose_node(self, place: int) -> None:
        """Choose a node by its place in `nodes`; its header is opened.

        Args:
            place: from 0.
        """
        if self.nodes[place].depth:
            self._open.add(self.nodes[place].key)
        self._fold()
        self.choose(self._visible.index(place), centered=True)

    def _fold(self) -> None:
        self._visible = [
            place for place, node in enumerate(self.nodes) if node.depth == 0 or node.key in self._open
        ]  # fmt: skip

    def count(self) -> int:
        """Lines that are not folded away."""
        return len(self._visible)

    def heading(self, width: int) -> Pieces:
        """The name of the pane."""
        return self.rule("Tree", "2", width)

    def line(self, place: int, width: int) -> Pieces:
        """A node, and at its end the name of the field where there is room."""
        at = self._visible[place]
        node = self.nodes[at]
        has_fields = at + 1 < len(self.nodes) and self.nodes[at + 1].depth > node.depth == 0
        sign = ("▾ " if node.key in self._open else "▸ ") if has_fields else "  "
        text = f" {'  ' * node.depth}{sign}{node.text}"
        role = "error" if node.is_wrong else "text" if node.depth else "title"
        chosen = place == self.cursor
        room = width - len(text) - 2
        if not (chosen and node.field and room >= len(node.field)):
            return [(text if len(text) < width else f"{text[: width - 1]}…", role)]
        return [(text, role), (" " * (room - len(node.field) + 1), "text"), (node.field, "dim")]

    def action_fold(self) -> None:
        """Open or close the header of the chosen line."""
        node = self.node
        if node is not None:
            self.action_open(node.key not in self._open)

    def action_open(self, wanted: bool) -> None:
        """Open or close it."""
        node = self.node
        if node is None:
            return
        (self._open.add if wanted else self._open.discard)(node.key)
        place = next(place for place, each in enumerate(self.nodes) if each.key == node.key and each.depth == 0)
        if wanted and node.depth:
            return
        self._fold()
        self.choose(self._visible.index(place))

    def action_open_all(self) -> None:
        """Open all headers, or close all."""
        keys = {node.key for node in self.nodes}
        node = self.node
        self._open = {_OPEN} if keys <= self._open else self._open | keys
        self._fold()
        if node is not None and self.nodes.index(node) in self._visible:
            self.choose(self._visible.index(self.nodes.index(node)))
        else:
            self.choose(0)
