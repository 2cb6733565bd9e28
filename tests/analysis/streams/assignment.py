"""What tests of the stream table share: captures through it, in batches."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.streams.announcements import ConnectionEvents
from ibpkt.analysis.streams.assigned import Assigned
from ibpkt.analysis.streams.stream_table import StreamTable
from ibpkt.analysis.streams.waiting_packets import WaitingPackets


@dataclass
class Assignment:
    """What a stream table has said.

    Attributes:
        numbers, sides, moved: by number of a packet its flow's number, the side that sent it, and moves.
        flows: all flows, in the order of their numbers.
        table: the table.
    """

    numbers: dict[int, int] = field(default_factory=dict)
    sides: dict[int, int] = field(default_factory=dict)
    moved: dict[int, int] = field(default_factory=dict)
    flows: list[Flow] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    batches: list[Assigned] = field(default_factory=list)
    strays: int = 0
    table: StreamTable | None = None


def assign(batches, *, verify=True, patient=True, **options):
    """Assign the packets of batches to flows.

    Args:
        batches: the packets.
        verify: whether damaged packets belong to no flow.
        patient: packets wait, as those of an analysis do; else every batch is decided as if it were the last.
        options: of the table.
    """
    addresses = Addresses()
    table, events, result = StreamTable(addresses, **options), ConnectionEvents(1000), Assignment()
    result.table = table
    waiting = WaitingPackets(verify)

    def take(columns, connections, wait):
        assigned = table.add(columns, connections, columns.bad_icrc if verify else None, patient=wait)
        check(columns, assigned, table)
        if len(assigned.waiting):
            columns, assigned = waiting.keep(columns, assigned.waiting), assigned.without_waiting()
        frames = columns.frame.tolist()
        result.numbers.update(zip(frames, assigned.flow.tolist(), strict=True))
        result.sides.update(zip(frames, assigned.side.tolist(), strict=True))
        moved = np.zeros(len(columns), np.int64) if assigned.moved is None else assigned.moved
        result.moved.update(zip(frames, moved.tolist(), strict=True))
        result.flows += table.to_flows(assigned.ended)
        result.findings += assigned.findings
        result.batches.append(assigned)
        result.strays += assigned.strays

    for batch in batches:
        take(waiting.before(transport(batch, addresses)), events.add(batch), patient)
    if len(waiting):
        take(waiting.take(), (), False)
    result.flows += table.to_flows(table.finish())
    result.flows.sort(key=lambda flow: flow.number)
    return result


def check(columns, assigned, table):
    """What must hold of every batch."""
    halves, half = assigned.halves, assigned.half
    response = np.array([kind == 2 for kind in columns.kind.tolist()], bool)
    inside = half >= 0
    assert sorted(halves.order.tolist()) == np.flatnonzero(inside).tolist()
    senders = np.where(response, half ^ 1, half)[inside]
    assert (senders == (2 * assigned.row + assigned.side)[inside]).all()
    keys = (2 * half + response)[halves.order]
    assert (np.diff(keys) >= 0).all()
    same = np.diff(keys) == 0
    assert (np.diff(halves.order)[same] > 0).all()
    assert (table.columns.flows["number"][assigned.row[assigned.row >= 0]] > 0).all()
    assert len(table) >= 0


def told(result):
    """What must not depend on how packets are cut into batches.

    A direction that is not joined yet is the first side of a flow of its own, until the batch that joins it.  How
    sure a join is depends on the cuts in the sixth digit: on how many others are open that could be meant.
    """
    directions = {flow.also for flow in result.flows}
    sides = {frame: side for frame, side in result.sides.items() if result.numbers[frame] not in directions}
    return result.numbers, sides, result.moved, result.findings, [
        (
            *(getattr(flow, name) for name in ("number", "also", "service", "first", "last", "how", "moves", "ended")),
            round(flow.sure, 4), flow.sides,
        )
        for flow in result.flows
    ]  # fmt: skip
