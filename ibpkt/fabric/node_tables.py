"""What is common to all that fills the tables of nodes and their ports."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ibpkt.fabric.model import FabricNode
from ibpkt.fabric.sources import Sources


class NodeTables(ABC):
    """Fills tables of nodes.

    Args:
        sources: what packets say.
        nodes: the nodes by GUID.
    """

    def __init__(self, sources: Sources, nodes: dict[int, FabricNode]) -> None:
        self._sources = sources
        self._nodes = nodes

    @abstractmethod
    def fill(self) -> None:
        """Fill them; a later row of the same block replaces an earlier one."""
