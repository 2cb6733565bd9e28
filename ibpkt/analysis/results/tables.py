"""Messages, flows and findings as rows of plain values: the same names in JSON, CSV, NumPy and Arrow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ibpkt.analysis.columns.path_facts import PATH_FACTS
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.protocols import MESSAGE_KINDS, tabulated
from ibpkt.schema.value_types import seconds

#: the ends of a flow, by the number of the side
ENDS = ("a", "b")


class ResultColumn(NamedTuple):
    """A fact of a message, a flow, a finding, or another result.

    Attributes:
        name: the key in JSON and the name of the column.
        kind: "integer", "hex" (an integer of 64 bits without sign that people read in hexadecimal), "number",
            "boolean", "text", "time" (nanoseconds since the epoch), or "object" (values by name, or a list; JSON as a
            text where values must be plain).
        meaning: what it says, with its unit.
        of: reads it; None where it is not known.
    """

    name: str
    kind: str
    meaning: str
    of: Callable[[Any], Any]


def row(columns: Sequence[ResultColumn], item: Any) -> dict[str, Any]:
    """A row for JSON and CSV: plain values by name, times as seconds in texts that keep nanoseconds."""
    return {column.name: _written(column.kind, column.of(item)) for column in columns}


def _written(kind: str, value: Any) -> Any:
    return seconds(value) if kind == "time" and value is not None else value


def microseconds(span: int | None) -> float | None:
    """A span of nanoseconds in microseconds."""
    return None if span is None else span / 1000


MESSAGES: list[ResultColumn] = tabulated(lambda: [
    ResultColumn("flow", "integer", "number of its flow: `flow` of `ibpkt flows`, or `also`", lambda m: m.flow),
    ResultColumn("side", "text", "which end asked: `a` or `b`", lambda m: ENDS[m.side]),
    ResultColumn("number", "integer", "counted among those of this end, from 1", lambda m: m.number),
    ResultColumn("kind", "text", ", ".join(f"`{kind}`" for kind in MESSAGE_KINDS), lambda m: m.kind),
    ResultColumn("service", "text", "`RC`, `UC`, `UD`, `XRC` or `RD`", lambda m: m.service),
    ResultColumn("first_frame", "integer", "packet with which its request begins", lambda m: m.first_frame),
    ResultColumn("last_frame", "integer", "packet with which its request ends", lambda m: m.last_frame),
    ResultColumn("ended_frame", "integer", "packet that ended it, 0 at the end of the capture", lambda m: m.closed),
    ResultColumn("first_psn", "integer", "first PSN; those of a READ are those of its response", lambda m: m.first_psn),
    ResultColumn("last_psn", "integer", "last PSN", lambda m: m.last_psn),
    ResultColumn("size", "integer", "bytes; those seen of one that is not whole", lambda m: m.size),
    ResultColumn("packets", "integer", "packets that carry it: request, or READ response", lambda m: m.packets),
    ResultColumn("address", "hex", "address in remote memory", lambda m: m.address),
    ResultColumn("r_key", "hex", "R_Key of it", lambda m: m.r_key),
    ResultColumn("immediate", "hex", "immediate data", lambda m: m.immediate),
    ResultColumn("invalidated", "hex", "R_Key that a SEND has invalidated at the other end", lambda m: m.invalidated),
    ResultColumn("start", "time", "time of its first packet", lambda m: m.start),
    ResultColumn("end", "time", "time of the last packet of its request", lambda m: m.end),
    ResultColumn(
        "response_us", "number", "µs from its first packet to the first answer",
        lambda m: microseconds(m.response),
    ),
    ResultColumn("completion_us", "number", "µs from first packet to completion", lambda m: microseconds(m.latency)),
    ResultColumn(
        "retransmissions", "integer", "packets of it that were sent again before it ended at the tap",
        lambda m: m.retransmissions,
    ),
    ResultColumn("refusals", "integer", "RNR NAKs that it got", lambda m: m.refusals),
    ResultColumn("outcome", "text", "how it ended, see above", lambda m: m.outcome),
    ResultColumn("nak", "integer", "code of the NAK that refused it", lambda m: m.nak),
    ResultColumn("whole", "boolean", "no packet of it is missing in the capture", lambda m: m.whole),
])  # fmt: skip


def _key(kind: str) -> str:
    """A kind of messages as part of a key."""
    return kind.lower().replace(" ", "_")


def _count_of(kind: str) -> Callable[[Side], int]:
    return lambda side: side.messages.get(kind, 0)


def _values_of(fact: str) -> Callable[[Side], list[Any]]:
    return lambda side: side.path.get(fact, [])


def _end(side: int) -> tuple[ResultColumn, ...]:
    """What a flow says of one of its ends."""
    end = ENDS[side]

    def column(name: str, kind: str, meaning: str, of: Callable[[Any], Any]) -> ResultColumn:
        return ResultColumn(f"{end}{name}", kind, meaning, lambda flow: of(flow.sides[side]))

    return (
        column("", "text", "address of this end", lambda s: s.address),
        column("_qp", "integer", "its queue pair", lambda s: s.qpn),
        column("_first_psn", "integer", "first PSN of its requests", lambda s: s.first_psn),
        column("_last_psn", "integer", "last PSN of its requests", lambda s: s.last_psn),
        column("_packets", "integer", "packets that it sent", lambda s: s.packets),
        column("_bytes", "integer", "bytes of their frames", lambda s: s.bytes),
        column("_payload", "integer", "bytes of payload that it sent", lambda s: s.payload),
        *(column(f"_{_key(k)}", "integer", f"{k} messages that it asked for", _count_of(k)) for k in MESSAGE_KINDS),
        column("_completed", "integer", "bytes of its messages that were completed", lambda s: s.completed),
        ResultColumn(
            f"{end}_goodput",
            "number",
            "those in bits a second over the time of the flow",
            lambda flow: flow.goodput[side],
        ),
        column("_retransmitted", "integer", "packets that it sent again", lambda s: s.retransmitted),
        column("_duplicated", "integer", "packets that the network delivered twice", lambda s: s.duplicated),
        column("_late", "integer", "packets that others overtook", lambda s: s.late),
        column("_lost", "integer", "packets that were lost", lambda s: s.lost),
        column("_unseen", "integer", "packets that arrived and are not in the capture", lambda s: s.unseen),
        column("_naks", "integer", "NAKs that it sent", lambda s: sum(s.naks.values())),
        column("_rnrs", "integer", "RNR NAKs that it sent", lambda s: s.rnrs),
        column("_marked", "integer", "its packets that a switch marked (CE or FECN)", lambda s: s.marked),
        column("_cnps", "integer", "congestion notifications that it sent", lambda s: s.cnps),
        column("_corrupt", "integer", "its packets with a wrong ICRC, where verified", lambda s: s.corrupt),
        *(column(f"_{fact.name}", "object", f"{fact.meaning}, a list", _values_of(fact.name)) for fact in PATH_FACTS),
    )


def both(flow: Flow, of: Callable[[Any], int]) -> int:
    """A sum over both ends of a flow."""
    return of(flow.sides[0]) + of(flow.sides[1])


FLOWS: list[ResultColumn] = tabulated(lambda: [
    ResultColumn("flow", "integer", "its number, in the order of first packets", lambda f: f.number),
    ResultColumn(
        "also", "integer", "number of its other direction before both were joined, 0 for none", lambda f: f.also
    ),
    ResultColumn("service", "text", "`RC`, `UC`, `UD`, `XRC` or `RD`", lambda f: f.service),
    ResultColumn("how", "text", "how its ends were joined, see above; empty where they were not", lambda f: f.how),
    ResultColumn("sure", "number", "how likely that is right, from 0 to 1", lambda f: f.sure),
    ResultColumn("carries", "text", "what it is for, by connection management or by its messages", lambda f: f.carries),
    ResultColumn("path_mtu", "integer", "bytes", lambda f: f.pmtu),
    ResultColumn("recovery", "text", "`go-back-n` or `selective-repeat`, where losses show it", lambda f: f.recovery),
    ResultColumn(
        "moves",
        "integer",
        "how often it has gone on at other addresses (migration); these are the last",
        lambda f: f.moves,
    ),
    ResultColumn("ended", "text", "`reused`, `refused`, `given up`, or empty", lambda f: f.ended),
    ResultColumn("first", "time", "time of its first packet", lambda f: f.first),
    ResultColumn("last", "time", "time of its last packet", lambda f: f.last),
    ResultColumn("packets", "integer", "of both directions", lambda f: f.packets),
    ResultColumn("bytes", "integer", "of their frames", lambda f: f.bytes),
    ResultColumn("messages", "integer", "of both ends", lambda f: both(f, lambda s: sum(s.messages.values()))),
    ResultColumn(
        "retransmitted", "number", "share of requests and responses that were sent again", lambda f: f.retransmitted
    ),
    *_end(0),
    *_end(1),
])  # fmt: skip

FINDINGS: tuple[ResultColumn, ...] = (
    ResultColumn("frame", "integer", "packet that shows it", lambda f: f.frame),
    ResultColumn("time", "time", "time of that packet", lambda f: f.time),
    ResultColumn(
        "flow", "integer", "number of its flow, `flow` or `also`, 0 where it belongs to none", lambda f: f.flow
    ),
    ResultColumn("kind", "text", "what it is, as `ibpkt expert --kinds` lists them", lambda f: f.kind.name),
    ResultColumn("severity", "text", "`error`, `warning`, `note` or `chat`", lambda f: str(f.kind.severity)),
    ResultColumn("group", "text", "group of its kind", lambda f: f.kind.group),
    ResultColumn("text", "text", "what has happened, a sentence", str),
    ResultColumn("packets", "integer", "packets that it concerns", lambda f: f.packets),
    ResultColumn("facts", "object", "what the sentence says, by name", lambda f: f.facts),
    ResultColumn("because", "object", "numbers of the packets that prove it, a list", lambda f: list(f.because)),
)
