"""What the queue pair analysis knows of a packet, declared as headers (see `ibpkt.protocols.annotation_headers`).

Each fact is a header of its own, so a packet has only the fields that apply to it: the filter
``infiniband.analysis.gap`` selects the packets before which others are missing.
"""

from __future__ import annotations

from ibpkt.schema import FLAG, Header, uint

#: why a packet was retransmitted
CAUSES = (
    "",
    "the responder sent a NAK",
    "the responder was not ready (RNR NAK)",
    "a response is missing",
    "no ACK in time",
    "the capture does not show why; its ACK may have been lost after the tap",
    "the responder got the request again",
)
#: the cause that responses have
REQUEST_CAME_AGAIN = len(CAUSES) - 1


def _fact(name: str, label: str, doc: str, summary: str = "", width: int = 8, **meta: object) -> Header:
    kind = {"kind": FLAG} if width == 8 and "enum" not in meta else {}
    return Header(
        "Analysis" + label.title().replace(" ", ""),
        "Analysis",
        "infiniband.analysis",
        uint(name, width, label, doc=doc, **kind, **meta),  # type: ignore[arg-type]
        summary=summary,
        role="annotation",
        source="IBA 1, 9.7",
    )


#: headers by the name of the fact, as `ibpkt.analysis.analyser.AnalysisResult` has it
FACTS = {
    "flow": _fact("flow", "Flow", "number of the flow, from 1 in the order of first packets", width=32),
    "message": _fact("message", "Message", "number among the messages that this end requested, from 1", width=32),
    "answers": _fact("response_to", "Response to Frame", "the packet that this one answers", width=64),
    "gap": _fact(
        "gap",
        "Packets Missing",
        "packets missing before this one that the tap did not see",
        "[{gap} missing before]",
        32,
    ),
    "lost": _fact("lost", "Packets Lost", "packets that did not arrive, as this packet shows", "[{lost} lost]", 32),
    "unseen": _fact(
        "capture_loss",
        "Packets Not Captured",
        "packets that did arrive, as this packet shows, but are not in the capture",
        "[{capture_loss} not captured]",
        32,
    ),
    "retransmission": _fact(
        "retransmission",
        "Retransmission",
        "why the sender sends the packet again",
        "[retransmission]",
        enum={number: cause for number, cause in enumerate(CAUSES) if cause},
    ),
    "duplicate": _fact("duplicate", "Duplicate", "a copy made by the network", "[duplicate]"),
    "out_of_order": _fact("out_of_order", "Out of Order", "later packets have overtaken it", "[out of order]"),
    "out_of_sequence": _fact(
        "out_of_sequence", "Out of Sequence", "the responder expects an earlier PSN", "[out of sequence]"
    ),
    "duplicate_request": _fact(
        "duplicate_request", "Duplicate Request", "the responder has already executed it", "[duplicate request]"
    ),
    "ghost": _fact(
        "ghost_ack",
        "Ghost Acknowledgement",
        "acknowledges what was already acknowledged, and no repeated request explains it",
        "[ghost ACK]",
    ),
    "timeout": _fact("timeout", "Timeout", "the sender retransmits, since no ACK came in time", "[timeout]"),
    "implied_nak": _fact("implied_nak", "Implied NAK", "a response before this one is missing", "[implied NAK]"),
    "moved": _fact("migrations", "Migrations", "how often its connection has migrated to other addresses", width=32),
    "stray": _fact("stray", "Stray", "it belongs to no request or to no flow", "[stray]"),
    "corrupt": _fact("corrupt", "Corrupt", "its ICRC is wrong, so the receiver drops it", "[dropped]"),
}
#: which packet answers a request
ANSWERED = _fact(
    "response_in", "Response in Frame", "the packet that answers this one; known if the capture is read twice", width=64
)
