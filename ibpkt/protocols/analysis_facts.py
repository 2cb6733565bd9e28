"""What the analysis of queue pairs says of a packet, declared as headers (see `ibpkt.protocols.annotation_headers`).

Each fact is a header of its own, so that a packet has the fields of what is true of it and no others: the filter
``infiniband.analysis.gap`` chooses the packets before which something is missing.
"""

from __future__ import annotations

from ibpkt.schema import FLAG, Header, uint

#: why a packet was sent again
CAUSES = (
    "",
    "the responder asked for it",
    "the responder was not ready",
    "a response was missing",
    "nothing was heard in time",
    "its answer was lost behind the tap, or for a reason that the capture does not show",
)


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


#: by the name of the fact, as `ibpkt.analysis.flow.analyser.Analysed` has it
FACTS = {
    "flow": _fact("flow", "Flow", "the number of the connection, from 1 in the order of first packets", width=32),
    "message": _fact("message", "Message", "the number among those that this end asks for, from 1", width=32),
    "answers": _fact("response_to", "Response to Frame", "the packet that it answers", width=64),
    "gap": _fact("gap", "Packets Missing", "packets before it that the tap has not seen", "[{gap} missing before]", 32),
    "lost": _fact(
        "lost", "Packets Lost", "packets that did not arrive, as it shows: they are sent again", "[{lost} lost]", 32
    ),
    "unseen": _fact(
        "capture_loss",
        "Packets Not Captured",
        "packets that did arrive, as it shows, and that the capture misses",
        "[{capture_loss} not captured]",
        32,
    ),
    "retransmission": _fact(
        "retransmission",
        "Retransmission",
        "the sender sends it again, for this reason",
        "[retransmission]",
        enum={number: cause for number, cause in enumerate(CAUSES) if cause},
    ),
    "duplicate": _fact("duplicate", "Duplicate", "a copy that the network has made", "[duplicate]"),
    "out_of_order": _fact("out_of_order", "Out of Order", "it was overtaken by later ones", "[out of order]"),
    "out_of_sequence": _fact(
        "out_of_sequence", "Out of Sequence", "the responder expects an earlier one", "[out of sequence]"
    ),
    "duplicate_request": _fact(
        "duplicate_request", "Duplicate Request", "the responder had it already", "[duplicate request]"
    ),
    "ghost": _fact("ghost_ack", "Ghost Acknowledgement", "what it answers was answered before", "[ghost ACK]"),
    "timeout": _fact("timeout", "Timeout", "the sender begins again, since it has heard nothing", "[timeout]"),
    "implied_nak": _fact("implied_nak", "Implied NAK", "a response before it is missing", "[implied NAK]"),
    "moved": _fact("migrations", "Migrations", "how often its connection has gone on at other addresses", width=32),
    "stray": _fact("stray", "Stray", "it belongs to no request, or to no flow", "[stray]"),
    "corrupt": _fact("corrupt", "Corrupt", "its ICRC is wrong, so that the receiver drops it", "[dropped]"),
}
#: in which packet a request is answered
ANSWERED = _fact("response_in", "Response in Frame", "known where the capture is read twice", width=64)
