"""Types of findings about the form of messages, and what is reported of them."""

from __future__ import annotations

from typing import Any, NamedTuple

from ibpkt.analysis.results.finding import FindingType, FindingTypes

_MESSAGES = FindingTypes("messages")

MESSAGE_ORDER = _MESSAGES.error(
    "message-order",
    "{operation} instead of {wanted}",
    "The requester is broken: no packet is missing in between.",
    "IBA 1, 9.7.4.1.3",
)
MESSAGE_LENGTH = _MESSAGES.error(
    "message-length",
    "The {operation} announces {said} bytes but carries {carried}",
    "The requester is broken; the responder refuses it (NAK Invalid Request).",
    "IBA 1, 9.7.4.1.6",
)
MESSAGE_INCOMPLETE = _MESSAGES.error(
    "message-incomplete",
    "The {operation} from PSN {psn} on is dropped by the receiver: {count:packet is|packets are} missing or late "
    "in it or next to it",
    "An unreliable connection sends nothing again: a packet that is lost or overtaken loses its message.",
    "IBA 1, 9.8.2.2",
)
PAYLOAD_SIZE = _MESSAGES.error(
    "payload-size",
    "{count:packet|packets} (position {position}) with {size} bytes, but the path MTU is {pmtu}",
    "First and middle packets carry exactly the path MTU, others at most that; the two ends disagree about it.",
    "IBA 1, 9.7.4.1.6",
)
#: ``more``: `MORE` where the last packet that it should have is none that ends a response; else it is not there
MORE = "more than "
RESPONSE_LENGTH = _MESSAGES.error(
    "response-length",
    "The READ asked for {said} bytes, but the response has {more:if known}{carried}",
    "The responder or the requester is broken.",
    "IBA 1, 9.7.5.1.6",
)
RESPONSE_WITHOUT_REQUEST = _MESSAGES.warning(
    "response-without-request",
    "A response to PSN {psn}, which no READ or atomic in the capture asked for",
    "The capture misses the request, or the responder is broken.",
    "IBA 1, 9.7.5.1.2",
)


class MessageFault(NamedTuple):
    """Something wrong with the form of a message.

    Attributes:
        kind: the type of the finding.
        half: the half.
        frame: the packet that shows it.
        time: that packet's, in nanoseconds since the epoch.
        packets: how many packets it concerns.
        facts: the values in the finding's sentence.
    """

    kind: FindingType
    half: int
    frame: int
    time: int
    packets: int
    facts: dict[str, Any]
