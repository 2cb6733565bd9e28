"""The chosen packet: its tree, and its bytes below it.  What is chosen in one is marked in the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.containers import Container

from ibpkt.tui.bytes_pane import BytesPane
from ibpkt.tui.line_view import LineView
from ibpkt.tui.tree_pane import TreePane

if TYPE_CHECKING:
    from ibpkt.tui.session import CaptureSession


class DetailPane(Container):
    """Both panes.

    Attributes:
        tree_pane: the headers of the packet.
        bytes_pane: its bytes.
        row: the packet, from 0; None for none.
    """

    def __init__(self) -> None:
        self.tree_pane: TreePane = TreePane()
        self.bytes_pane: BytesPane = BytesPane()
        self.row: int | None = None
        self._shown: object = None  # the facts that the tree was made of
        super().__init__(self.tree_pane, self.bytes_pane, id="detail")

    def show(self, row: int | None, session: CaptureSession | None) -> None:
        """Decode a packet.

        Args:
            row: it, from 0; None for none.
            session: its capture.
        """
        self.row, self._shown = row, None
        if row is None or session is None:
            self.tree_pane.show([])
            self.bytes_pane.show(None)
            return
        from ibpkt.tui.field_tree import tree_nodes  # late: the first screen is drawn before
        from ibpkt.tui.packet_index import WHOLE_BYTES

        batch = session.index.batch([row], most_bytes=WHOLE_BYTES)
        self.tree_pane.show(tree_nodes(batch, verify=session.options.verify))
        self.bytes_pane.show(batch[0])
        self._mark()

    def tick(self, session: CaptureSession) -> None:
        """Add what other packets say of it, which is found out in the background, once the cursor rests on it."""
        if self.row is None or not self.app.is_running:  # the application may be ending
            return
        found = session.context_of(self.row)
        if found is not None and found is not self._shown:
            self._shown = found
            self.tree_pane.show(found)
            self.tree_pane.refresh()

    @on(LineView.Moved, "#tree")
    def _mark(self) -> None:
        """Mark the bytes of the chosen field."""
        node = self.tree_pane.node
        if node is not None:
            self.bytes_pane.mark(node.start, node.end)

    @on(BytesPane.Pointed)
    def _point(self, event: BytesPane.Pointed) -> None:
        """Choose the field of a byte."""
        from ibpkt.tui.field_tree import node_at

        place = node_at(self.tree_pane.nodes, event.byte)
        if place is not None:
            self.tree_pane.choose_node(place)
            self._mark()
