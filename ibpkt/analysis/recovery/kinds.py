"""Types of findings about how a reliable connection recovers, at its requester and at its responder.

One finding is about one run, or a part of it: ``count`` is its number of packets, ``psn`` and ``last`` are its first
PSN and its last (modulo 2^24).
"""

from __future__ import annotations

from ibpkt.analysis.results.finding import FindingTypes

_SEQUENCE = FindingTypes("sequence")
_MESSAGES = FindingTypes("messages")

# -- What did not arrive, or not in order -----------------------------------------------------------------------------

GAP = _SEQUENCE.note(
    "gap",
    "{count:packet is|packets are} missing before PSN {psn}, from PSN {missing} on",
    "They were lost before the tap, missed by the tap, or are delayed; the capture ends before that is known.",
    "IBA 1, 9.7.4.1.2",
)
#: where something was lost (``where``), as seen from the tap
BEFORE_TAP, BEHIND_TAP = "before the tap", "behind the tap"
#: where a try or its answer was lost, if nothing shows which
BEHIND_TAP_OR_LATER = f"{BEHIND_TAP}, or its answer was lost {BEFORE_TAP} or came too late"

#: ``where``: `BEFORE_TAP` or `BEHIND_TAP`
LOST = _SEQUENCE.warning(
    "lost",
    "{count:packet was|packets were} lost {where}, PSN {psn:to last}",
    "A link with errors, a buffer overflow, or a receiver that dropped them; each loss costs a retransmission.",
    "IBA 1, 9.7.5.2.8",
)
CAPTURE_LOSS = _SEQUENCE.note(
    "capture-loss",
    "The capture misses {count:packet|packets} that did arrive, PSN {psn:to last}",
    "The tap dropped packets; the capture does not show all that happened in this flow.",
)
OUT_OF_ORDER = _SEQUENCE.warning(
    "out-of-order",
    "{count:packet arrives|packets arrive} out of order, PSN {psn:to last}, overtaken by later packets",
    "Packets of one flow take several paths, as with adaptive routing or link aggregation by packet.",
    "IBA 1, 9.7.4.1.2",
)
#: ``where``: as of `LOST`; behind the tap they may have been overtaken, or have overtaken others themselves
REORDERED_OR_LOST = _SEQUENCE.warning(
    "reordered-or-lost",
    "{count:packet was|packets were} reordered, or lost {where} and sent again, PSN {psn:to last}",
    "The packets do not show whether these came out of order or never came, and both explain what the capture has.",
    "IBA 1, 9.7.4.1.2",
)
DUPLICATE = _SEQUENCE.note(
    "duplicate",
    "{count:packet is|packets are} duplicated, PSN {psn:to last}: copies, not retransmissions",
    "The network or the capture (two mirror ports) made copies of the packets, or of the requests that they answer.",
)
CAPTURED_TWICE = _SEQUENCE.note(
    "captured-twice",
    "every packet of {flows:flow|flows} is in the capture twice",
    "The capture merges two taps, or both ports of a link are mirrored: the queue pairs got each packet once.",
)
#: ``where``: `BEHIND_TAP` if the responder shows that it did not execute them, else `BEHIND_TAP_OR_LATER`
REQUEST_OR_ANSWER_LOST = _SEQUENCE.note(
    "request-or-answer-lost",
    "a try of {count:request|requests}, PSN {psn:to last}, was lost or dropped {where}",
    "The capture has fewer answers than tries of the requests. The responder drops a request while it lacks one before "
    "it; which of them was lost, nothing shows.",
    "IBA 1, 9.7.4.1.2 and 9.7.6.1.3",
)

# -- What the requester sends again -----------------------------------------------------------------------------------

#: ``cause`` completes the sentence: "after a timeout of 67 ms", "after the NAK for PSN 4", "for an unknown reason" ...
RETRANSMISSION = _SEQUENCE.warning(
    "retransmission",
    "{count:packet|packets}, PSN {psn:to last}, sent again {cause}",
    "Packets were lost or refused, or their acknowledgements were lost; the link carries the same bytes twice.",
    "IBA 1, 9.7.5.1.4",
)
RETRANSMISSION_DIFFERS = _SEQUENCE.error(
    "retransmission-differs",
    "PSN {psn} is sent again with {field} {now}, not {before} as before",
    "The requester is broken; the responder refuses the repetition, or does something else than it was asked first.",
    "IBA 1, 9.7.5.1.4",
)
TIMEOUT = _SEQUENCE.warning(
    "timeout",
    "No ACK within {waited:ns}, retransmits from PSN {psn}",
    "The last packets of a burst or their acknowledgement were lost: only the timer detects that.",
    "IBA 1, 9.7.6.1.3",
)
SPURIOUS_TIMEOUT = _SEQUENCE.note(
    "spurious-timeout",
    "The timer expired after {waited:ns} at PSN {psn}, and the answer was under way: it took {latency:ns}",
    "The timer is too short for the latency of this path; nothing was lost.",
    "IBA 1, 9.7.6.1.3",
)
RNR_RETRY = _SEQUENCE.note(
    "rnr-retry",
    "The requester retries {waited:ns} after an RNR NAK that asked for a delay of {timer:ns}",
    "The receiver posts receive requests too slowly.",
    "IBA 1, 9.7.5.2.8",
)
RNR_EARLY = _SEQUENCE.warning(
    "rnr-early",
    "The requester retries only {waited:ns} after an RNR NAK that asked for a delay of {timer:ns}",
    "The requester ignores the RNR timer, or a clock is wrong.",
    "IBA 1, 9.7.5.2.8",
)

# -- What the responder does with it ----------------------------------------------------------------------------------

#: what else may be: another copy may have come late, behind this one
OR_ANOTHER = ", or executes it now and drops another copy, which comes late"
#: ``or_else``: `OR_ANOTHER` where answers show that both came, and not in which order; else it is not there
DUPLICATE_REQUEST = _SEQUENCE.note(
    "duplicate-request",
    "The responder has already executed {count:packet|packets}, PSN {psn:to last}{or_else:if known}",
    "Their acknowledgement or response was lost or late; the responder answers again.",
    "IBA 1, 9.7.4.1.1",
)
DUPLICATE_UNCONFIRMED = _SEQUENCE.chat(
    "duplicate-unconfirmed",
    "{count:packet|packets}, PSN {psn:to last}, sent again after the responder had them: no answer shows that the "
    "repetition arrived",
    "It was lost behind the tap, or the answers to it were lost before the tap.",
    "IBA 1, 9.7.4.1.1",
)
OUT_OF_SEQUENCE = _SEQUENCE.chat(
    "out-of-sequence",
    "{count:packet comes|packets come}, PSN {psn:to last}, ahead of PSN {expected}",
    "The responder waited for that PSN, or the capture shows that it was lost; what comes ahead of it is dropped or "
    "kept. Where it was only late, the responder took some of these packets.",
    "IBA 1, 9.7.4.1.2",
)
NAK_SEQUENCE = _SEQUENCE.warning(
    "nak-sequence",
    "NAK, PSN sequence error: the responder expects PSN {psn}",
    "Packets were lost or delayed on the way to the responder.",
    "IBA 1, 9.7.5.2.8",
)
NAK_REFUSED = _SEQUENCE.error(
    "nak-refused",
    "The responder refuses PSN {psn}: {name}",
    "The connection is broken. A remote access error is a wrong key, address or permission; an invalid request, an "
    "operation that the responder does not allow or a wrong length; a remote operational error, a fault of the "
    "responder itself.",
    "IBA 1, 9.7.5.2",
)
RNR_NAK_RECEIVED = _SEQUENCE.warning(
    "rnr-nak",
    "The responder is not ready for PSN {psn} (RNR NAK): retry after {timer:ns}",
    "No receive request is posted: the program at the responder posts too few, or too late.",
    "IBA 1, 9.7.5.2.8",
)
IMPLIED_NAK = _SEQUENCE.warning(
    "implied-nak",
    "The answer to PSN {psn} implies that the response to PSN {missing} is missing",
    "A response was lost, or comes behind the answers to later requests, and the requester requests it again; or the "
    "capture misses it.",
    "IBA 1, 9.7.5.1.3",
)
GHOST_ACK = _SEQUENCE.note(
    "ghost-ack",
    "{count:answer|answers} to PSN {psn}, which was already acknowledged",
    "The requester retransmitted needlessly and drops this acknowledgement, the first one was lost after the tap, or a "
    "later one has overtaken this one.",
    "IBA 1, 9.7.5.1.1",
)
ACK_OF_UNSENT = _SEQUENCE.warning(
    "ack-of-unsent",
    "{count:answer|answers} to PSN {psn}, but the last request sent is PSN {last}",
    "The responder is broken, or the packet belongs to another connection; the requester must not believe it.",
    "IBA 1, 9.7.5.1.1",
)
ANSWERS_FIRST = _SEQUENCE.note(
    "answers-first",
    "From PSN {psn} on, answers come before their requests, by {lead:ns} or so",
    "The capture is merged from places whose clocks differ, or does not keep the order of packets; the times between "
    "requests and answers mean nothing.",
    "IBA 1, 9.7.5.1",
)
MSN = _MESSAGES.warning(
    "msn",
    "The message sequence number (MSN) is {now}, not {expected}",
    "The responder is broken, or the packet belongs to another connection.",
    "IBA 1, 9.7.7.1",
)

# -- How it ends ------------------------------------------------------------------------------------------------------

UNANSWERED = _MESSAGES.warning(
    "unanswered",
    "{count:message was|messages were} never acknowledged, from PSN {psn} on",
    "The responder is down or unreachable, the requester is gone, or the connection was torn down.",
    "IBA 1, 9.7.6.1.3",
)
RETRIES_EXHAUSTED = _MESSAGES.error(
    "retries-exhausted",
    "PSN {psn} was retransmitted {count:time|times} after timeouts, then no more: the requester gave up",
    "The responder is down, or the path to or from it is broken; the queue pair is in the error state now.",
    "IBA 1, 9.7.6.1.3 and 12.7.38",
)
RNR_RETRIES_EXHAUSTED = _MESSAGES.error(
    "rnr-retries-exhausted",
    "{count:RNR NAK|RNR NAKs} for PSN {psn}, then no further retry: the requester gave up",
    "The receiver posted no receive request for too long; the requester's queue pair is in the error state now.",
    "IBA 1, 9.7.5.2.8 and 12.7.39",
)
