"""The messages of clean captures, out of packets that are numbered here in the plainest way."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import ibpkt
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import (
    HAS_AETH,
    KIND_OF,
    OPERATION_OF,
    REQUEST,
    RESPONSE,
    SERVICE_OF,
    SERVICES,
    transport,
)
from ibpkt.analysis.reassembly.packets import Answers, Pieces
from ibpkt.analysis.reassembly.reassembly import MessageReassembly
from ibpkt.analysis.results.message import OUTCOMES, Message
from ibpkt.protocols import NAK, OPERATIONS, PSN_MASK, VALUE, VALUE_BITS

READ = OPERATIONS.index("READ")
UD = SERVICES.index("UD")


class Both(NamedTuple):
    """What two ways make of one capture."""

    ours: list[Message]
    theirs: list[Message]
    faults: list[tuple[str, int]]
    findings: list[tuple[str, int]]


#: where the number of the packet is in a row, of answers and of requests
ROW_FRAME = {False: 6, True: 10}
#: kinds of findings that are about the form of messages
FORM = {"message-order", "message-length", "payload-size", "response-length", "response-without-request"}


def nearest(psn, near):
    return near + ((psn - near + (PSN_MASK + 1 >> 1)) & PSN_MASK) - (PSN_MASK + 1 >> 1)


def both(path, batch_size=None):
    """Messages of reliable and unreliable connections, as packets numbered here and as the analyser make them."""
    packets, addresses, analyser = [], Addresses(), Analyser(payload=True)
    messages, findings, flows = [], [], {}
    with ibpkt.open(path) as source:
        for batch in source.batches():
            columns, result = transport(batch, addresses), analyser.add(batch)
            messages += result.messages
            findings += result.findings
            flows |= {flow.number: flow for flow in result.flows}
            flow = result.packets.get("flow", np.zeros(len(batch), np.int64))[columns.rows]
            names = ("source", "destination", "opcode", "psn", "size", "dmalen", "va", "r_key", "immediate", "frame",
                     "time", "stopped", "syndrome")  # fmt: skip
            lists = [getattr(columns, name).tolist() for name in names]
            rows_of_batch = zip(flow.tolist(), *lists, strict=True)
            packets += [dict(zip(("flow", *names), row, strict=True)) for row in rows_of_batch]
    result = analyser.finish()
    messages += result.messages
    findings += result.findings
    flows |= {flow.number: flow for flow in result.flows}
    also = {flow.also: flow.number for flow in flows.values() if flow.also}
    for message in messages:  # what ended before two flows were found to be one
        if message.flow in also:
            message.flow, message.side = also[message.flow], 1
    halves, rows = {}, []
    sent, acked, refusals = {}, {}, {}
    for packet in packets:
        kind = KIND_OF[packet["opcode"]]
        if kind not in (REQUEST, RESPONSE) or SERVICE_OF[packet["opcode"]] == UD or not packet["flow"]:
            continue
        number = also.get(packet["flow"], packet["flow"])
        asks = packet["source"] if kind == REQUEST else packet["destination"]
        side = int(addresses.text(asks) != flows[number].sides[0].address)
        half = halves.setdefault((number, side), len(halves))
        if kind == REQUEST:
            psn = nearest(packet["psn"], sent.get(half, packet["psn"] + (1 << 30)))
            pmtu = flows[number].pmtu
            span = 1
            if OPERATION_OF[packet["opcode"]] == READ and pmtu:
                span = max(1, -(-packet["dmalen"] // pmtu))
            if psn < sent.get(half, 0):
                continue
            sent[half] = psn + span
            rows.append(
                (True, half, psn, psn + span, packet["opcode"], packet["size"], packet["dmalen"],
                 packet["va"] - (packet["va"] >> 63 << 64), packet["r_key"], packet["immediate"], packet["frame"],
                 packet["time"], not packet["stopped"], False, False)
            )  # fmt: skip
        elif half in sent:
            psn = nearest(packet["psn"], sent[half])
            if HAS_AETH[packet["opcode"]] and packet["syndrome"] >> VALUE_BITS:
                code = packet["syndrome"] & VALUE
                if packet["syndrome"] >> VALUE_BITS == NAK and code:
                    refusals[half] = (packet["frame"], psn, code, packet["time"])
                psn -= 1
            moves = psn + 1 > acked.get(half, 0)
            if moves or OPERATION_OF[packet["opcode"]] in (READ, OPERATIONS.index("ATOMIC")):
                acked[half] = max(acked.get(half, 0), psn + 1)
                rows.append(
                    (False, half, psn, acked[half], packet["opcode"], packet["size"], packet["frame"], packet["time"],
                     not packet["stopped"])
                )  # fmt: skip
    reassembly = MessageReassembly(frames=True)
    pmtu = np.array([flows[number].pmtu or 0 for number, _ in halves], np.int64)
    flow, side = (np.array([key[place] for key in halves], np.int64) for place in (0, 1))
    ours = []
    size = batch_size or max(1, len(rows))
    for at in range(0, len(rows), size):
        batch = rows[at : at + size]
        pieces = sorted((row[1:] for row in batch if row[0]), key=lambda row: row[:2])
        answers = sorted((row[1:] for row in batch if not row[0]), key=lambda row: row[0])
        tables = [
            kind(*np.array(values, np.int64).reshape(-1, len(kind._fields)).T)
            for kind, values in ((Pieces, pieces), (Answers, answers))
        ]
        last = max(row[ROW_FRAME[row[0]]] for row in batch) if at + size < len(rows) else np.inf
        for half in [half for half, (frame, *_) in refusals.items() if frame <= last]:
            frame, psn, code, time = refusals.pop(half)
            reassembly.refuse(half, psn, code, frame, time)
        ours += reassembly.add(*tables, pmtu).messages(flow, side)
    fates = np.full(len(halves), list(OUTCOMES).index("under way"))
    ours += reassembly.close(np.arange(len(halves)), fates).messages(flow, side)
    theirs = [message for message in messages if message.service != "UD"]
    return Both(
        ours,
        theirs,
        sorted((fault.kind.name, fault.frame) for fault in reassembly.take_faults()),
        sorted((finding.kind.name, finding.frame) for finding in findings if finding.kind.name in FORM),
    )
