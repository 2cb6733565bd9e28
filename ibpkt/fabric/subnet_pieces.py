"""Which nodes belong to one subnet: joined by cables, by the packets of one origin, or by one table."""

from __future__ import annotations


class SubnetPieces:
    """Nodes by their GUIDs, in pieces that grow together.  GUIDs join, LIDs do not: two subnets may use the same."""

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def add(self, guid: int) -> None:
        """A node, which is a piece of its own at first."""
        self._parent.setdefault(guid, guid)

    def piece(self, guid: int) -> int:
        """The piece of a node: the GUID of one of its nodes."""
        self.add(guid)
        parent = self._parent
        root = guid
        while parent[root] != root:
            root = parent[root]
        while parent[guid] != root:
            parent[guid], guid = root, parent[guid]
        return root

    def join(self, one: int, other: int) -> None:
        """Two nodes belong together."""
        first, second = self.piece(one), self.piece(other)
        if first != second:
            self._parent[second] = first

    @property
    def nodes(self) -> list[int]:
        """All nodes in the order in which they were added."""
        return list(self._parent)
