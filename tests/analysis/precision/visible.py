"""What a tap at the responder can know of what the generator did, from its truth and from what passed the tap.

A fact that cannot be known is not asked for (`undecidable`).  It may be told all the same, if it is true.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from ibpkt import traffic
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.batch import Batch
from ibpkt.protocols import AETH, BTH, NAK, OPCODES, PSN_MASK, RNR_NAK, VALUE_BITS
from ibpkt.traffic.truth import Record

_REQUESTS = {opcode.name for opcode in OPCODES.values() if opcode.kind == "request"}
_ACKS = {opcode.name for opcode in OPCODES.values() if opcode.operation == "ACK"}
#: nanoseconds within which the loss of a NAK is noted behind the packet that it answers
NAK_ON_ITS_WAY = 20_000
_HALF = (PSN_MASK + 1) // 2


class Tap:
    """The packets of one connection that passed the tap unharmed, in their order.

    Attributes:
        sent: by packet, up to where requests (of a request), or responses (of an answer), had passed before it.
        acked: by packet, up to where answers before it had proved that requests were received.
        psn: by packet its PSN; all of these are counted from the first packet, without wrapping.
        responses: by PSN as in the packets the first response with it, where a requester asks for responses.
        last_answer: the number of the last answer.
        spans: by packet that asks for responses the PSNs that it takes, the first and the one behind the last.
    """

    def __init__(self, scene: traffic.Traffic, batches: Iterable[Batch]) -> None:
        self.sent: dict[int, int] = {}
        self.acked: dict[int, int] = {}
        self.psn: dict[int, int] = {}
        self.responses: dict[int, int] = {}
        self.last_answer = 0
        self.spans: dict[int, tuple[int, int]] = {}
        self._responses: list[tuple[int, int]] = []  # packets, and their PSNs
        self._first = -1
        spans = {
            message["first_psn"]: message["last_psn"] - message["first_psn"] & PSN_MASK
            for message in scene.truth.messages
        }
        damaged = {
            event["frame"] for event in scene.truth.events if event["what"] == "corrupted" and not event["behind_tap"]
        }
        requests = answers = acked = 0
        for frame, opcode, psn, negative in _packets(batches):
            if self._first < 0:
                self._first = psn
            at = self.number(psn)
            self.psn[frame], self.acked[frame] = at, acked
            asks = OPCODES[opcode].kind == "request" if opcode in OPCODES else False
            self.sent[frame] = requests if asks else answers
            if frame in damaged:
                continue
            if asks:
                reads = OPCODES[opcode].operation == "READ"
                end = at + 1 + (spans.get(psn, 0) if reads else 0)
                requests = max(requests, end)
                if OPCODES[opcode].operation not in ("SEND", "WRITE"):  # those are acknowledged
                    self.spans[frame] = at, end
            else:
                self.last_answer = frame
                acked = max(acked, at + (not negative))
                if OPCODES[opcode].name not in _ACKS:
                    self.responses.setdefault(psn, frame)
                    self._responses.append((frame, at))
                    answers = max(answers, at + 1)

    def is_responded(self, frame: int) -> bool:
        """Whether a request that asks for responses has as many sets of them behind it as requests that ask again."""
        first, end = self.spans[frame]
        asked = sum(each >= frame and low < end and first < high for each, (low, high) in self.spans.items())
        by_psn = Counter(at for each, at in self._responses if each > frame and first <= at < end)
        return max(by_psn.values(), default=0) >= asked

    def number(self, psn: int) -> int:
        """A PSN, counted from the first packet."""
        distance = psn - self._first & PSN_MASK
        return distance - (PSN_MASK + 1) if distance >= _HALF else distance


def _packets(batches: Iterable[Batch]) -> Iterable[tuple[int, int, int, bool]]:
    """Number, opcode, PSN, and whether it is a NAK."""
    addresses = Addresses()
    for batch in batches:
        columns = transport(batch, addresses)
        frames = batch.frames.number_of[columns.rows].tolist()
        opcodes, psns = columns.field(BTH, "opcode").tolist(), columns.field(BTH, "psn").tolist()
        codes = (columns.field(AETH, "syndrome") >> VALUE_BITS).tolist()
        yield from zip(frames, opcodes, psns, [code in (NAK, RNR_NAK) for code in codes], strict=True)


def undecidable(fact: str, scene: traffic.Traffic, tap: Tap) -> set[int]:
    """The packets of which the tap cannot know whether they have a fact, as the rule of that fact says."""
    rule = _RULES.get(fact)
    return {frame for frame in rule(scene.truth.events, tap) if frame in tap.psn} if rule else set()


def _looks_new(events: list[Record], tap: Tap) -> Iterator[int]:
    """Sent again, and neither the packet nor one behind it came before: nothing shows that it is not new."""
    return (
        event["frame"]
        for event in events
        if event["what"] == "retransmitted" and tap.psn.get(event["frame"], -1) >= tap.sent.get(event["frame"], 0)
    )


def _not_answered(events: list[Record], tap: Tap) -> Iterator[int]:
    """Executed before, and no answer had shown that when it came again, or none came behind it.

    The first may have been lost behind the tap as well as its answer; and the second may not have arrived.  A READ has
    responses of its own: where all of them were lost before the tap, nothing shows that it arrived.
    """
    for event in events:
        frame = event["frame"]
        if event["what"] != "duplicate-request" or frame not in tap.psn:
            continue
        unseen = frame in tap.spans and not tap.is_responded(frame)
        if tap.psn[frame] >= tap.acked[frame] or frame > tap.last_answer or unseen:
            yield frame


def _asked_in_silence(events: list[Record], tap: Tap) -> Iterator[int]:
    """Nothing shows that the responder had asked for an earlier packet.

    Its NAK or RNR NAK was lost before the tap; or what it had asked for was lost behind the tap when it came again, and
    a responder asks only once (IBA 1, 9.7.5.2.8).  Or the packet is a copy that the network made.
    """
    gone = {
        (event["psn"], event["time"] // NAK_ON_ITS_WAY)
        for event in events
        if event["what"] in ("lost", "corrupted") and event.get("opcode") in _ACKS
    }
    copies = {event["copy"] for event in events if event["what"] == "duplicated"}  # they are told as that
    silent, asked = False, -1
    for event in events:
        what = event["what"]
        if what in ("nak-sequence", "rnr"):
            asked, place = event["psn"], event["time"] // NAK_ON_ITS_WAY
            silent = any((asked, each) in gone for each in (place, place + 1))
            if silent:
                yield event["frame"]
        elif _is_lost_behind(event) and event["psn"] == asked and event.get("opcode") not in _ACKS:
            silent = True
        elif what in ("out-of-sequence", "discarded") and (silent or event["frame"] in copies):
            yield event["frame"]


def _hidden(events: list[Record], tap: Tap) -> Iterator[int]:
    """The response that is missing at the requester has passed the tap: something happened to it behind the tap."""
    for event in events:
        frame = event["frame"]
        if event["what"] == "implied-nak" and frame is not None and tap.responses.get(event["psn"], frame) < frame:
            yield frame


def _without_a_trace(events: list[Record], tap: Tap) -> Iterator[int]:
    """Overtaken behind the tap; or an answer that says nothing new when it comes: a later one has said it.

    Responses that come again are answers to requests that came again, and those are told.
    """
    needless = {event["frame"] for event in events if event["what"] in ("ghost-ack", "retransmitted")}
    for event in events:
        if event["what"] != "reordered" or event["frame"] is None:
            continue
        again = event["opcode"] not in _REQUESTS and event["frame"] in needless
        if event["behind_tap"] or event["opcode"] in _ACKS or again:
            yield event["frame"]


def _copied_behind(events: list[Record], tap: Tap) -> Iterator[int]:
    """The network made the copy behind the tap."""
    return (event["frame"] for event in events if event["what"] == "duplicated" and event["behind_tap"])


def _is_lost_behind(event: Record) -> bool:
    return event["what"] == "lost-behind-tap" or (event["what"] == "corrupted" and event["behind_tap"])


_RULES: dict[str, Callable[[list[Record], Tap], Iterator[int]]] = {
    "retransmission": _looks_new,
    "duplicate_request": lambda events, tap: itertools.chain(_not_answered(events, tap), _copied_behind(events, tap)),
    "implied_nak": _hidden,
    "out_of_order": _without_a_trace,
    "out_of_sequence": _asked_in_silence,
}
