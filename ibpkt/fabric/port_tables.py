"""The tables of ports: their GUIDs, and how virtual lanes take turns; of each block the last that was answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.fabric.last_rows import last_rows
from ibpkt.fabric.model import FabricNode, FabricPort, NodeKind
from ibpkt.fabric.node_tables import NodeTables
from ibpkt.fabric.sources import NodeRows
from ibpkt.protocols.mad.sa_records import GUIDInfoRecord, VLArbitrationTableRecord
from ibpkt.protocols.mad.subn_nodes import GUIDInfo
from ibpkt.protocols.mad.subn_tables import VLArbitrationTable

#: GUIDs of a block, and blocks that there can be: GUIDCap has 8 bits
_GUIDS, _GUID_BLOCKS = 8, 32
#: blocks of VLArbitrationTable: two of low priority, then two of high priority
_LOW, _HIGH = (1, 2), (3, 4)
_HALF = 16

#: rows of one node, port and block, as a list of numbers
_Blocks = dict[tuple[int, int], dict[int, list[int]]]


class PortTables(NodeTables):
    """Fills the tables of ports."""

    def fill(self) -> None:
        """Fill them: with records where the port itself said nothing."""
        sources = self._sources
        told = sources.records(GUIDInfoRecord).known()
        known = sources.all_of(GUIDInfo)
        self._fill_guids(told, told.rows.numbers("lid"), told.rows.numbers("blocknum"))
        self._fill_guids(known, np.zeros(len(known), np.int64), known.rows.envelope.modifier)
        told = sources.records(VLArbitrationTableRecord).known()
        known = sources.all_of(VLArbitrationTable)
        modifier = known.rows.envelope.modifier
        self._fill_arbitration(told, told.rows.numbers("outputportnum"), told.rows.numbers("blocknum"))
        self._fill_arbitration(known, modifier & ((1 << _HALF) - 1), modifier >> _HALF)

    def _fill_guids(self, said: NodeRows, lid: Ints, block: Ints) -> None:
        blocks = _blocks(said, lid, block, lambda rows: said.rows.column_of("guid", rows).tolist())
        for (guid, own), parts in blocks.items():
            table = [0] * (_GUIDS * _GUID_BLOCKS)
            for at, values in parts.items():
                if at >= _GUID_BLOCKS:
                    continue
                table[at * _GUIDS : (at + 1) * _GUIDS] = values
            while table and not table[-1]:
                table.pop()
            for port in _owners(self._nodes.get(guid), own, table):
                port.guids = tuple(table)

    def _fill_arbitration(self, said: NodeRows, port: Ints, block: Ints) -> None:
        def rows_of(rows: Ints) -> list[list[int]]:
            vl, weight = said.rows.column_of("vl", rows), said.rows.column_of("weight", rows)
            return (vl.astype(np.int64) << _HALF | weight).tolist()  # type: ignore[no-any-return]

        for (guid, number), parts in _blocks(said, port, block, rows_of).items():
            node = self._nodes.get(guid)
            if node is None:
                continue
            for each in [node.port(number)] if node.kind is NodeKind.SWITCH else _ends(node):
                each.vl_low = _weights(parts, _LOW) or each.vl_low
                each.vl_high = _weights(parts, _HIGH) or each.vl_high


def _blocks(said: NodeRows, port: Ints, block: Ints, rows_of: Callable[[Ints], list[list[int]]]) -> _Blocks:
    """The last rows of each block, by node and port."""
    chosen = last_rows(said.guid, port, block)
    found: _Blocks = {}
    columns = said.guid[chosen].tolist(), port[chosen].tolist(), block[chosen].tolist(), rows_of(chosen)
    for guid, number, at, values in zip(*columns, strict=True):
        found.setdefault((guid, number), {})[at] = values
    return found


def _weights(parts: dict[int, list[int]], blocks: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """The lanes and weights of a table, without the rows behind the last that has a weight."""
    table = [divmod(row, 1 << _HALF) for at in blocks for row in parts.get(at, ())]
    while table and not table[-1][1]:
        table.pop()
    return tuple(table)


def _ends(node: FabricNode) -> list[FabricPort]:
    """The ports of a node that is no switch."""
    return [port for port in node.ports.values() if port.number]


def _owners(node: FabricNode | None, lid: int, guids: list[int]) -> list[FabricPort]:
    """The port whose GUIDs these are: that with the LID, or that whose own GUID comes first."""
    if node is None:
        return []
    ends = [node.port(0)] if node.kind is NodeKind.SWITCH else _ends(node)
    if len(ends) == 1:
        return ends
    if lid:
        return [port for port in ends if lid in port.lids]
    return [port for port in ends if guids and port.guid == guids[0]]
