"""Packets written down by hand, taken apart into batches, and the messages that come of them."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.reassembly.packets import Answers, Pieces
from ibpkt.analysis.reassembly.reassembly import MessageReassembly
from ibpkt.analysis.results.message import OUTCOMES
from ibpkt.protocols import OPCODES

CODES = {opcode.name: opcode.code for opcode in OPCODES.values()}
FATES = list(OUTCOMES)
PMTU = 1024


class Request(NamedTuple):
    frame: int
    psn: int
    name: str
    size: int = 0
    half: int = 0
    dmalen: int = 0
    span: int = 1
    va: int = 0
    r_key: int = 0
    immediate: int = 0
    whole: int = 1
    late: int = 0
    unexpected: int = 0

    def row(self):
        return (
            self.half, self.psn, self.psn + self.span, CODES[self.name], self.size, self.dmalen,
            self.va - (self.va >> 63 << 64), self.r_key,
            self.immediate, self.frame, self.frame * 1000, self.whole, self.late, self.unexpected,
        )  # fmt: skip


class Answer(NamedTuple):
    frame: int
    psn: int
    name: str = "RC Acknowledge"
    size: int = 0
    half: int = 0
    whole: int = 1


class Told(NamedTuple):
    """What came of packets."""

    messages: list
    faults: list
    reassembly: MessageReassembly


def table(kind, rows):
    columns = np.array(rows, np.int64).T if rows else np.zeros((len(kind._fields), 0), np.int64)
    return kind(*columns)


def tables(packets, acked):
    """Columns of packets; ``acked`` by half is written to."""
    pieces = sorted((each for each in packets if isinstance(each, Request)), key=lambda each: (each.half, each.psn))
    rows = []
    for each in sorted((each for each in packets if isinstance(each, Answer)), key=lambda each: each.frame):
        acked[each.half] = max(acked.get(each.half, 0), each.psn + 1)
        rows.append(
            (
                each.half,
                each.psn,
                acked[each.half],
                CODES[each.name],
                each.size,
                each.frame,
                each.frame * 1000,
                each.whole,
            )
        )
    rows.sort(key=lambda row: row[0])
    return table(Pieces, [each.row() for each in pieces]), table(Answers, rows)


def run(packets, cuts=(), pmtu=PMTU, fate="under way", psn=None, begin=None, tell=None, frames=False):
    """The messages of packets that come in batches.

    Args:
        packets: in the order of the capture.
        cuts: batches end before these places.
        pmtu: the path MTU of all halves.
        fate: of what is left at the end.
        psn: below which all was completed.
        begin: the first PSN of half 0, where it is known.
        frames: keep the packets that carry payload.
        tell: called with the reassembly and the packets before each batch.
    """
    reassembly, acked, messages = MessageReassembly(frames), {}, []
    halves = 1 + max((each.half for each in packets), default=0)
    flow, side = np.arange(halves) + 1, np.zeros(halves, np.int64)
    if begin is not None:
        reassembly.begin(0, begin)
    bounds = [0, *sorted({cut for cut in cuts if 0 < cut < len(packets)}), len(packets)]
    for low, high in itertools.pairwise(bounds):
        batch = packets[low:high]
        if tell is not None:
            tell(reassembly, batch)
        pieces, answers = tables(batch, acked)
        messages += reassembly.add(pieces, answers, np.full(halves, pmtu)).messages(flow, side)
    ends = np.arange(halves)
    below = None if psn is None else np.full(halves, psn)
    messages += reassembly.close(ends, np.full(halves, FATES.index(fate)), below).messages(flow, side)
    return Told(messages, reassembly.take_faults(), reassembly)


def outcomes(told):
    """By number of the message."""
    return [message.outcome for message in sorted(told.messages, key=lambda message: message.number)]


def kinds(told):
    """Of the faults."""
    return [fault.kind.name for fault in told.faults]


def by_number(told):
    """The messages, flow by flow."""
    return sorted(told.messages, key=lambda message: (message.flow, message.number))


#: exchanges that several tests begin with
WRITE = [
    Request(1, 10, "RC RDMA WRITE First", PMTU, dmalen=2 * PMTU + 8, va=1 << 63, r_key=7),
    Request(2, 11, "RC RDMA WRITE Middle", PMTU),
    Request(3, 12, "RC RDMA WRITE Last with Immediate", 8, immediate=99),
]
READ = Request(1, 20, "RC RDMA READ Request", dmalen=2 * PMTU + 5, span=3, va=64, r_key=3)
RESPONSES = [
    Answer(2, 20, "RC RDMA READ response First", PMTU),
    Answer(3, 21, "RC RDMA READ response Middle", PMTU),
    Answer(4, 22, "RC RDMA READ response Last", 5),
]
SENDS = [Request(frame, 4 + frame, "RC SEND Only", 8) for frame in range(1, 6)]
