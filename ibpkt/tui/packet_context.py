"""What other packets say of one: headers of upper protocols, tables of segments, and what the analysis knows of it.

The packets around it are read again, those of its flow where the analysis knows that, and annotated as ``decode -A``
annotates a capture; numbers of flows, messages and packets come from the analysis of the whole capture.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.annotators import SequenceAnnotator
from ibpkt.batch import Batch
from ibpkt.batch.annotate import annotated
from ibpkt.commands.annotators import ANNOTATORS, CommandAnnotator
from ibpkt.protocols import DETH
from ibpkt.protocols.analysis_facts import CAUSES, FACTS
from ibpkt.protocols.annotation_headers import UpperCommand
from ibpkt.schema import Header
from ibpkt.tui.capture_analysis import CaptureAnalysis
from ibpkt.tui.field_tree import TreeNode, tree_nodes
from ibpkt.tui.packet_index import PacketIndex

#: packets before and behind one that are read with it
BEFORE, BEHIND = 1500, 500
#: what is known of the whole capture only
_OF_ALL = frozenset({UpperCommand})


class KnownFacts(NamedTuple):
    """Which facts of a packet there are by now; where they differ there is more to be shown.

    Attributes:
        row: the packet, from 0.
        analysed: the analysis has come as far as to it.
        complete: it has ended.
    """

    row: int
    analysed: bool
    complete: bool


def known_facts(row: int, analysis: CaptureAnalysis) -> KnownFacts:
    """Which facts of a packet there are by now.

    Args:
        row: the packet, from 0.
        analysis: of its capture.
    """
    return KnownFacts(row, row < analysis.facts.count, analysis.is_complete)


def context_nodes(row: int, index: PacketIndex, analysis: CaptureAnalysis, *, verify: bool) -> list[TreeNode]:
    """The nodes of a packet's tree, with those that it has because of others.

    Args:
        row: the packet, from 0.
        index: the packets of its capture.
        analysis: what is known of them.
        verify: verify CRCs and checksums.
    """
    batch = _annotated(row, index, analysis)
    return [*tree_nodes(batch, verify=verify, without=_OF_ALL), *_facts(row, analysis), *_command(row, analysis)]


def _annotated(row: int, index: PacketIndex, analysis: CaptureAnalysis) -> Batch:
    """The packet, with the annotations that it has among those around it."""
    fact = analysis.facts.at(row)
    single = index.batch([row])
    of_flow = fact.flow and not any(DETH in shape.headers for shape in single.shapes)
    rows = analysis.facts.rows_of(analysis.numbers_of(fact.flow)) if of_flow else np.arange(index.count)
    place = int(np.searchsorted(rows, row))
    low = max(0, place - BEFORE)
    around = index.batch(rows[low : place + BEHIND].tolist())
    makers = [CommandAnnotator] if of_flow else [make for make in ANNOTATORS if make is not SequenceAnnotator]
    (whole,) = annotated([around], [make(None, None) for make in makers], ahead=True)
    chosen = np.zeros(len(whole), np.bool_)
    chosen[place - low] = True
    return whole.select(chosen)


def _facts(row: int, analysis: CaptureAnalysis) -> list[TreeNode]:
    """What the analysis knows of the packet."""
    fact = analysis.facts.at(row)
    values: dict[str, int | str] = {
        "flow": fact.flow, "message": fact.message, "answers": row + 1 - fact.answers if fact.answers else 0,
        "retransmission": f"{CAUSES[fact.again]} ({fact.again})" if fact.again else "",
    }  # fmt: skip
    found = [_line("Analysis", FACTS[name], value) for name, value in values.items() if value]
    for text in analysis.texts.get(row + 1, ()):
        found.append(TreeNode(1, "Analysis", text, "", 0, 0, True))
    return [TreeNode(0, "Analysis", "[Analysis]", "", 0, 0), *found] if found else []


def _line(key: str, header: Header, value: int | str) -> TreeNode:
    (leaf,) = header.leaves
    return TreeNode(1, key, f"{leaf.label}: {value}", leaf.filter, 0, 0)


def _command(row: int, analysis: CaptureAnalysis) -> list[TreeNode]:
    """The storage command that the packet belongs to."""
    command = analysis.command_at(row)
    if command is None:
        return []
    packets = f"packets {command.first_frame} to {command.last_frame}"
    text = f"{command.protocol} {command.kind} {command.identifier:#x}, {packets}"
    status = f"Status: {command.status or 'not in the capture'}"
    number = _line("Command", UpperCommand, command.number)
    return [
        TreeNode(0, "Command", "[Command]", "", 0, 0),
        number,
        TreeNode(1, "Command", text, "", 0, 0),
        TreeNode(1, "Command", status, "", 0, 0, command.ok is False),
    ]
