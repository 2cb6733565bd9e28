"""What subnet administration tells otherwise than the nodes themselves: tables of switches, and cables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.arrays import Array
from ibpkt.fabric.discovery import CableSpan, End
from ibpkt.fabric.last_rows import last_rows
from ibpkt.fabric.model import FabricProblem, FabricSubnet
from ibpkt.fabric.sources import NodeRows, Sources
from ibpkt.protocols.mad.sa_records import LinearForwardingTableRecord, LinkRecord
from ibpkt.protocols.mad.subn_tables import LinearForwardingTable


class RecordProblems:
    """Finds records that contradict what was known when they were told; an older record contradicts nothing.

    Args:
        sources: what packets say.
    """

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._tables = _differing_blocks(sources)
        self._cables = self._differing_cables()

    def problems(self, subnet: FabricSubnet) -> Iterator[FabricProblem]:
        """Those of a subnet."""
        for guid, pairs in self._tables.items():
            node = subnet.nodes.get(guid)
            if node is not None:
                frames = tuple(sorted({frame for pair in pairs for frame in pair}))
                many = "a block" if len(pairs) == 1 else f"{len(pairs):,} blocks"
                sentence = f"subnet administration has {many} of the forwarding table of {node.title} unlike the switch"
                yield FabricProblem("tables-differ", "warning", node.title, sentence, frames[-1], frames)
        for told, found, frame in self._cables:
            if all(end[0] in subnet.nodes for end in (*told, *found.ends)):
                one, other = (self._title(subnet, ends) for ends in (told, found.ends))
                sentence = f"subnet administration says {one}, where a walk had found {other}"
                yield FabricProblem("links-differ", "warning", other, sentence, frame, (found.last, frame))

    @staticmethod
    def _title(subnet: FabricSubnet, ends: tuple[End, End]) -> str:
        return " to ".join(f"{subnet.nodes[guid].title} port {port}" for guid, port in ends)

    def _differing_cables(self) -> list[tuple[tuple[End, End], CableSpan, int]]:
        """Cables that link records tell, those that were there at their ends, and the packets of the records."""
        rows = self._sources.record_rows(LinkRecord)
        if not len(rows):
            return []
        spans: dict[End, list[CableSpan]] = {}
        for span in [*self._sources.cables.past, *self._sources.cables.present()]:
            for end in span.ends:
                spans.setdefault(end, []).append(span)
        envelope = rows.envelope
        sides = [
            zip(
                self._sources.nodes_of(envelope.interface, rows.numbers(f"{side}lid"), envelope.frame).tolist(),
                rows.column(f"{side}port").tolist(),
                strict=True,
            )
            for side in ("from", "to")
        ]
        found: dict[tuple[tuple[End, End], CableSpan], int] = {}
        for one, other, frame in zip(*sides, envelope.frame.tolist(), strict=True):
            told = (min(one, other), max(one, other))
            for end in told:
                for span in spans.get(end, ()):
                    there = span.first < frame and (not span.ended_by or span.ended_by > frame)
                    if there and span.ends != told:
                        found.setdefault((told, span), frame)
        return [(told, span, frame) for (told, span), frame in found.items()]


def _differing_blocks(sources: Sources) -> dict[int, list[tuple[int, int]]]:
    """Of each switch the packets of blocks that it answered, with those that told them otherwise later."""
    told = sources.records(LinearForwardingTableRecord).known()
    if not len(told):
        return {}
    known = sources.all_of(LinearForwardingTable)
    mine = np.flatnonzero(np.isin(known.guid, np.unique(told.guid)))
    own = _last_blocks(NodeRows(known.rows.select(mine), known.guid[mine]), known.rows.envelope.modifier[mine] & 0xFFFF)
    found: dict[int, list[tuple[int, int]]] = {}
    for (guid, block), (frame, ports) in _last_blocks(told, told.rows.numbers("blocknum")).items():
        said = own.get((guid, block))
        if said is not None and said[0] < frame and said[1] != ports:
            found.setdefault(guid, []).append((said[0], frame))
    return found


def _last_blocks(said: NodeRows, block: Array) -> dict[tuple[int, int], tuple[int, bytes]]:
    """The last answer of each block: its packet and its ports, by switch and block."""
    chosen = last_rows(said.guid, block)
    ports = said.rows.column_of("port", chosen)
    columns = said.guid[chosen].tolist(), block[chosen].tolist(), said.rows.envelope.frame[chosen].tolist(), ports
    return {(guid, at): (frame, bytes(row)) for guid, at, frame, row in zip(*columns, strict=True)}
