"""Headers that no packet has: what an analysis over many packets says of one of them.

They are declared as all else is, so that text, JSON, filters and columns have them without a word more.  Their bytes
follow those of the packets (`ibpkt.batch.annotations`).  Frame numbers count from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ibpkt.protocols.analysis_facts import ANSWERED, FACTS
from ibpkt.protocols.mad.base import CLASSES
from ibpkt.schema import TIME, Field, Header, Tail, hexa, uint

MADAnswer: Header = Header(
    "MADAnswer",
    "Answer",
    "infiniband.mad",
    uint("response_to", 64, "Response to Frame", doc="the first request that this answers"),
    uint("response_time", 64, "Response Time", TIME, unit="s", doc="from the first request; 0 where the clock jumped"),
    role="annotation",
    source="IBA 1, 13.4",
)

MADRequest: Header = Header(
    "MADRequest",
    "Request",
    "infiniband.mad",
    uint("response_in", 64, "Response in Frame", doc="known where the capture is read twice"),
    role="annotation",
    source="IBA 1, 13.4",
)

MADRepeat: Header = Header(
    "MADRepeat",
    "Repeat",
    "infiniband.mad",
    uint("repeat_of", 64, "Repeat of Frame", doc="the first request with this TransactionID that is not answered"),
    role="annotation",
    source="IBA 1, 13.4",
)

RMPPSegment: Header = Header(
    "RMPPSegment",
    "Segment",
    "infiniband.rmpp",
    uint("first_segment_in", 64, "First Segment in Frame"),
    role="annotation",
    source="IBA 1, 13.6",
)

RMPPTableIn: Header = Header(
    "RMPPTableIn",
    "Segment",
    "infiniband.rmpp",
    uint("reassembled_in", 64, "Reassembled in Frame", doc="known where the capture is read twice"),
    role="annotation",
    source="IBA 1, 13.6",
)

#: what became of a transfer
OUTCOMES = {1: "complete", 2: "aborted", 3: "stopped", 4: "unfinished"}

RMPPTable: Header = Header(
    "RMPPTable",
    "Reassembled Table",
    "infiniband.rmpp.reassembled",
    uint("length", 32, "Length", unit="bytes", doc="of what has come, without the headers of the segments"),
    uint("segments", 32, "Segments"),
    uint("missing", 32, "Segments Missing", doc="up to the last that arrived; what follows a missing one is not shown"),
    uint("outcome", 8, "Outcome", enum=OUTCOMES),
    hexa("mgmtclass", 8, "Management Class", enum=CLASSES),
    hexa("attributeid", 16, "Attribute ID"),
    hexa("attributeoffset", 16, "Attribute Offset", unit="8 bytes"),
    uint("announced", 32, "Announced Length", unit="bytes", doc="by the first segment, with all class headers; or 0"),
    role="annotation",
    source="IBA 1, 13.6",
)

RMPPData: Header = Header(
    "RMPPData",
    "Reassembled Data",
    "infiniband.rmpp.reassembled.contents",
    uint("length", 32, "Length", unit="bytes", doc="of the data and this number"),
    tail=Tail("data", "Data", "infiniband.rmpp.reassembled.data", "length", 1),
    role="annotation",
    source="IBA 1, 13.6: of a class whose data is not declared",
)


def _upper(name: str, title: str, field: Field, source: str, summary: str = "") -> Header:
    """What the analysis of upper protocols says of a packet."""
    return Header(name, title, "infiniband.upper", field, summary=summary, role="annotation", source=source)


UpperCommand: Header = _upper(
    "UpperCommand",
    "Command",
    uint("command", 32, "Command", doc="number of the command that it belongs to, as `ibpkt commands --follow` takes"),
    "what is joined by identifiers and by addresses in memory",
    "[command {command}]",
)

#: what can be wrong with a message of an upper protocol
PROBLEMS = {
    1: "the message is too short",
    2: "its lengths do not fit",
    3: "its counts do not fit",
    4: "its identifier is in use by an earlier command",
    5: "the capture has no command for this response",
}

UpperProblem: Header = _upper(
    "UpperProblem",
    "Problem of a Message",
    uint("problem", 8, "Problem", enum=PROBLEMS, doc="`ibpkt expert --findings` has its numbers"),
    "what the headers of a message say, and how long it is",
    "[{problem}]",
)


class _ContentsNames(Mapping[int, str]):
    """What messages are, by the number of `CONTENTS`.

    It is asked late: most packets are of no upper protocol, and the declarations of all of them take longer to import
    than all others.
    """

    def __getitem__(self, number: int) -> str:
        from ibpkt.protocols.upper.contents import CONTENTS

        return CONTENTS[number].name

    def __len__(self) -> int:
        from ibpkt.protocols.upper.contents import CONTENTS

        return len(CONTENTS)

    def __iter__(self) -> Iterator[int]:
        from ibpkt.protocols.upper.contents import CONTENTS

        return iter(CONTENTS)


UpperMessage: Header = _upper(
    "UpperMessage",
    "Upper Protocol",
    uint("contents", 16, "Contents", enum=_ContentsNames(), doc="what the message is; its headers follow"),
    "what a connection carries, by connection management or by several messages",
)
#: bytes of a message that may have headers: the rest is data
MESSAGE_BYTES = 4160

#: those that a packet may have, in their order; what a transfer carried goes on to the end
ANNOTATION_HEADERS = (
    *FACTS.values(), ANSWERED, MADAnswer, MADRequest, MADRepeat, RMPPSegment, RMPPTableIn, RMPPTable,
    UpperCommand, UpperProblem, UpperMessage,
)  # fmt: skip
#: all of them
GENERATED = (*ANNOTATION_HEADERS, RMPPData)
