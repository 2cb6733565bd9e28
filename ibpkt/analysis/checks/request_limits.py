"""Limits on outstanding requests: end-to-end credits for messages, an agreed depth for READs and atomics.

A responder without a shared receive queue advertises its posted receive requests with each acknowledgement.
Message n may be sent as long as n is no more than the last completed one plus these credits; of the next one a
single packet may be sent, and the rest when there is a credit or that packet was accepted.  READs, atomics and
other requests with responses of their own are limited by the depth that connection management agreed on.

Source: IBA 1, 9.7.7.2 and 12.7.29.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator

import numpy as np

from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.columns.directions import DirectionState, directions_of
from ibpkt.analysis.columns.transport import (
    BEGINS,
    HAS_AETH,
    HAS_IMMEDIATE,
    KIND_OF,
    OPERATION_OF,
    REQUEST,
    RESPONSE,
    Transport,
)
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.arrays import Bools, Ints, distinct, grouped
from ibpkt.protocols import ACK, AETH, CREDITS, HALF_OF_PSNS, OPERATIONS, PSN_MASK, VALUE, VALUE_BITS, by_operation

_MESSAGES = FindingTypes("messages", "IBA 1, 9.7.7.2")
EXCEEDED = _MESSAGES.warning(
    "credits-exceeded",
    "Message {message} is sent, but the responder has granted credits only up to message {limit}",
    "The requester ignores credits and will get RNR NAKs, or the capture misses an acknowledgement.",
)
STALLED = _MESSAGES.note(
    "credit-stall",
    "Message {message} is sent when the credit for it comes; there was none for {waited:ns}",
    "The receiver posts receive requests too slowly, so the sender has to wait.",
)
DEPTH = _MESSAGES.warning(
    "depth-exceeded",
    "{count} READs and atomics are outstanding, but the responder accepts {depth} at a time",
    "The requester ignores the agreed depth; the responder may refuse them (NAK Invalid Request).",
    "IBA 1, 9.7.4.1 and 12.7.29",
)

#: stand for unlimited credits, and for a limit that is not known yet
FREE, UNKNOWN = 1 << 40, -1
#: nanoseconds within which a request follows the credit that it waited for
SOON = 100_000
#: requesters with an agreed depth that are kept, and READs and atomics counted per requester
MOST = 4096
_SYNDROME, _UNLIMITED = AETH.leaf("syndrome"), CREDITS.index(None)
_SEND = OPERATIONS.index("SEND")
_DEEP = by_operation(lambda opcode: opcode.access in ("read", "atomic"), np.bool_)
_CREDITS = np.array([FREE if credits is None else credits for credits in CREDITS], np.int64)
#: by operation code: it begins a READ or an atomic
_BEGINS_DEEP = BEGINS & (KIND_OF == REQUEST) & _DEEP[OPERATION_OF]
#: by syndrome: an ACK with a number of credits
_GRANTS_FEW = np.array([value >> VALUE_BITS == ACK and _CREDITS[value & VALUE] < FREE for value in range(256)])
#: facts of packets that are not counted: they were counted before, or cannot be trusted
UNCOUNTED_FACTS = ("retransmission", "duplicate", "corrupt", "stray")


class RequestLimitChecks:
    """Tracks outstanding requests, batch by batch.

    Args:
        depth: how many READs and atomics the sender of a packet may have outstanding, by the number of a flow, that of
            the sender's address, and `Transport.second`; None if nothing was agreed.
    """

    def __init__(self, depth: Callable[[int, int, bool], int | None]) -> None:
        self._depth = depth
        # of each requester: its limit, its last message that takes a receive request, and the time and limit of then;
        # the last message that was completed, and the message sequence number of then; the last that was told; with
        # which number the last message begins, and which was acknowledged last
        self._directions = DirectionState(
            limit=UNKNOWN, at=0, before=UNKNOWN, done=0, msn=0, ack_time=0, reported=0, begun=0, acked=0
        )
        self._limited = False  # any of them has a limit
        self._agreed: OrderedDict[int, int] = OrderedDict()  # by requester
        self._open = np.zeros(0, np.int64), np.zeros(0, np.int64)  # outstanding READs and atomics: requesters, messages
        # of those that have agreed, the number of the last message that has begun, and its PSN
        self._numbers: dict[int, int] = {}
        self._begun: dict[int, int] = {}

    def add(self, packets: Transport, flows: Ints, facts: dict[str, Ints]) -> Iterator[FindingColumns]:
        """What a batch shows.

        Args:
            packets: of the batch, those with BTH.
            flows: the numbers of their flows, shape (n,), 0 where that is not known.
            facts: facts of these packets by name (`analyser.AnalysisResult.packets`).
        """
        deep = np.flatnonzero(_BEGINS_DEEP[packets.opcode])
        credited = self._limited or _grants_few(packets)
        if not credited and not self._agreed and not self._is_agreed(packets, flows, facts, deep):
            return
        messages = facts.get("message", np.zeros(len(packets), np.int64))
        counted = flows > 0
        for name in UNCOUNTED_FACTS:
            if name in facts:
                counted &= facts[name] == 0
        begins = counted & (packets.kind == REQUEST) & BEGINS[packets.opcode]
        is_request = counted & (packets.kind == REQUEST) & (messages > 0)
        is_begin = begins & (messages > 0)
        more = is_request & ~BEGINS[packets.opcode] & (packets.operation == _SEND)
        is_response = counted & (packets.kind == RESPONSE)
        keys = directions_of(packets, flows)
        keys = np.where(is_response, keys ^ 1, keys)
        aeth = is_response & (HAS_AETH[packets.opcode] != 0) & (packets.stopped == 0)
        aeth[aeth] = packets.syndrome[aeth] >> VALUE_BITS == ACK
        if credited:
            yield from self._credits(packets, keys, is_begin, more, aeth, messages)
            self._limited = bool((self._directions["limit"] != UNKNOWN).any())
        asks = begins & _DEEP[packets.operation]
        self._agree(packets, flows, keys, np.flatnonzero(asks))
        if self._agreed:
            answers = is_response & (messages > 0)
            messages = self._numbered(packets, keys, np.flatnonzero(begins), messages)
            yield from self._depths(packets, keys, asks & (messages > 0), answers, messages)

    def _is_agreed(self, packets: Transport, flows: Ints, facts: dict[str, Ints], deep: Ints) -> bool:
        """Whether a depth was agreed for any of some packets that begin READs or atomics."""
        counted = flows[deep] > 0
        for name in UNCOUNTED_FACTS:
            if name in facts:
                counted &= facts[name][deep] == 0
        rows = deep[counted]
        ends = flows[rows], packets.source[rows], packets.second[rows]
        _, first = np.unique(ends[0] << 1 | (ends[1] > packets.destination[rows]) | ends[2], return_index=True)
        return any(
            self._depth(int(flow), int(source), bool(second)) is not None
            for flow, source, second in zip(*(end[first].tolist() for end in ends), strict=True)
        )

    # -- credits ----------------------------------------------------------------------------------------------------

    def _credits(
        self, packets: Transport, keys: Ints, asks: Bools, more: Bools, aeth: Bools, messages: Ints
    ) -> Iterator[FindingColumns]:
        credits = np.full(len(packets), FREE, np.int64)
        credits[aeth] = _CREDITS[packets.syndrome[aeth] & VALUE]
        limited = distinct(keys[aeth & (credits < FREE)])
        limited_rows = np.isin(keys, limited) | (self._directions.get("limit", keys) != UNKNOWN)
        takes = asks & ((packets.operation == _SEND) | (HAS_IMMEDIATE[packets.opcode] != 0))
        rows = np.flatnonzero(limited_rows & (takes | more | aeth))
        if not len(rows):
            return
        order, begins, directions = grouped(keys[rows])
        rows = rows[order]
        places = self._directions.places(directions)
        ends = np.append(begins[1:], len(rows)) - 1
        direction = np.repeat(np.arange(len(directions)), ends - begins + 1)
        state, is_ack, number = self._directions, aeth[rows], messages[rows]
        times, counts = packets.time[rows].astype(np.int64), packets.msn[rows].astype(np.int64)
        # the last answer that completed a message relates the responder's MSN to a message
        known = is_ack & (number > 0) & (credits[rows] < FREE)
        done = _last(number, known, begins, direction, state["done"][places])
        msn = _last(counts, known, begins, direction, state["msn"][places])
        last_ack_time = _last(times, is_ack, begins, direction, state["ack_time"][places])
        apart = ((counts - msn + HALF_OF_PSNS) & PSN_MASK) - HALF_OF_PSNS
        limit = np.where(is_ack & (done > 0), done + apart + credits[rows], UNKNOWN)
        limit[begins] = np.maximum(limit[begins], state["limit"][places])
        base = direction * (FREE << 2)
        limit = np.maximum.accumulate(np.minimum(limit, FREE) + base) - base
        psn = packets.psn[rows].astype(np.int64)
        begun = _last(psn, takes[rows], begins, direction, state["begun"][places])
        acked = _last(psn, is_ack, begins, direction, state["acked"][places])
        # a single packet may go beyond the credits; where it is acknowledged it has taken a receive request
        single = ((acked - begun) & PSN_MASK) >= HALF_OF_PSNS
        over = np.where(takes[rows], number > limit + 1, (number > limit) & single) & ~is_ack & (limit != UNKNOWN)
        over = self._first_of_each(np.flatnonzero(over), number, direction, places)
        if len(over):
            yield FindingColumns.of(EXCEEDED, packets.rows[rows[over]], message=number[over], limit=limit[over])
        sent = np.flatnonzero(takes[rows])
        if len(sent):
            which = rows[sent]
            first = np.append(True, direction[sent][1:] != direction[sent][:-1])
            before = np.where(first, state["before"][places][direction[sent]], np.append(UNKNOWN, limit[sent][:-1]))
            at = np.where(first, state["at"][places][direction[sent]], np.append(0, times[sent][:-1]))
            when = last_ack_time[sent]
            stalled = (before != UNKNOWN) & (number[sent] > before) & (number[sent] <= limit[sent])
            stalled &= (when > at) & (times[sent] >= when) & (times[sent] - when <= SOON)
            if stalled.any():
                waited = (when - at)[stalled]
                yield FindingColumns.of(
                    STALLED, packets.rows[which[stalled]], message=number[sent][stalled], waited=waited
                )
            last = np.flatnonzero(np.append(direction[sent][1:] != direction[sent][:-1], True))
            state["before"][places[direction[sent[last]]]] = limit[sent[last]]
            state["at"][places[direction[sent[last]]]] = times[sent[last]]
        columns = {"limit": limit, "done": done, "msn": msn, "ack_time": last_ack_time, "begun": begun, "acked": acked}
        for name, values in columns.items():
            state[name][places] = values[ends]

    def _first_of_each(self, over: Ints, number: Ints, direction: Ints, places: Ints) -> Ints:
        """Of the packets beyond the credits, the first of each message."""
        reported = self._directions["reported"]
        fresh = np.append(True, (direction[over][1:] != direction[over][:-1]) | (number[over][1:] != number[over][:-1]))
        fresh = fresh[: len(over)] & (number[over] != reported[places[direction[over]]])
        reported[places[direction[over]]] = number[over]
        some: Ints = over[fresh]
        return some

    # -- READs and atomics ------------------------------------------------------------------------------------------

    def _agree(self, packets: Transport, flows: Ints, keys: Ints, asks: Ints) -> None:
        """Learn of requesters that begin READs or atomics how many they may have outstanding."""
        for row in asks[np.unique(keys[asks], return_index=True)[1]].tolist():
            depth = self._depth(int(flows[row]), int(packets.source[row]), bool(packets.second[row]))
            if depth is not None:
                self._agreed[int(keys[row])] = depth
        while len(self._agreed) > MOST:
            gone, _ = self._agreed.popitem(last=False)
            self._numbers.pop(gone, None)
            self._begun.pop(gone, None)

    def _numbered(self, packets: Transport, keys: Ints, begins: Ints, messages: Ints) -> Ints:
        """The numbers of messages: those that begin behind missing packets have none yet, and follow on.

        What begins no message behind the others is sent again: it keeps 0, whatever is known of it by now.

        Args:
            packets: those of the batch.
            keys: the directions of all packets.
            begins: the packets that begin messages.
            messages: the numbers of all packets, 0 where they are not known.
        """
        rows = begins[np.isin(keys[begins], np.array(list(self._agreed), np.int64))]
        if len(rows) and not messages[rows].all():
            messages = messages.copy()
            for row in rows.tolist():
                key, number, psn = int(keys[row]), int(messages[row]), int(packets.psn[row])
                if not number:
                    if key in self._begun and not 0 < (psn - self._begun[key]) & PSN_MASK < HALF_OF_PSNS:
                        continue
                    messages[row] = number = self._numbers.get(key, 0) + 1
                self._numbers[key], self._begun[key] = number, psn
        elif len(rows):
            last = rows[len(rows) - 1 - np.unique(keys[rows][::-1], return_index=True)[1]]
            directions = keys[last].tolist()
            self._numbers |= zip(directions, messages[last].tolist(), strict=True)
            self._begun |= zip(directions, packets.psn[last].tolist(), strict=True)
        return messages

    def _depths(
        self, packets: Transport, keys: Ints, asks: Bools, ends: Bools, messages: Ints
    ) -> Iterator[FindingColumns]:
        """Requests after the last completed message are outstanding."""
        directions = np.array(sorted(self._agreed), np.int64)
        depths = np.array([self._agreed[direction] for direction in directions.tolist()], np.int64)
        rows = np.flatnonzero((asks | ends) & np.isin(keys, directions))
        if not len(rows):
            return
        # those that were outstanding before come first, direction by direction
        old = np.isin(self._open[0], directions)
        direction = np.concatenate((self._open[0][old], keys[rows]))
        number = np.concatenate((self._open[1][old], messages[rows]))
        asked = np.concatenate((np.ones(int(old.sum()), np.bool_), asks[rows]))
        order = np.argsort(direction, kind="stable")
        direction, number, asked = direction[order], number[order], asked[order]
        which = np.searchsorted(directions, direction)
        line = which * FREE + number
        begun = np.cumsum(asked)
        first, last = np.searchsorted(direction, direction), np.searchsorted(direction, direction, side="right") - 1
        before = (begun - asked)[first]
        # a completion is one of all messages before it that have begun by then; none is before those that wait for it
        front = np.maximum.accumulate(line[asked])
        done = np.where(asked, 0, np.minimum(np.searchsorted(front, line, side="right"), begun))
        done = np.maximum(np.maximum.accumulate(done), before)
        count = begun - done
        over = np.flatnonzero(asked & (order >= int(old.sum())) & (count > depths[which]))
        still = asked & (begun > done[last]) & (begun[last] - begun < MOST)
        self._open = direction[still], number[still]
        if len(over):
            places = rows[order[over] - int(old.sum())]
            yield FindingColumns.of(DEPTH, packets.rows[places], count=count[over], depth=depths[which[over]])


def _grants_few(packets: Transport) -> bool:
    """Whether any packet acknowledges with a number of credits."""
    for shape, _ in packets.parts:
        place = shape.index(AETH)
        if place is None or shape.common(place, _SYNDROME).every & VALUE == _UNLIMITED:
            continue
        if _GRANTS_FEW[shape.column(place, _SYNDROME).values].any():
            return True
    return False


def _last(values: Ints, has_value: Bools, begins: Ints, direction: Ints, first: Ints) -> Ints:
    """For each row the last value in its direction so far; the value from earlier batches if there is none."""
    at = np.maximum.accumulate(np.where(has_value, np.arange(len(values)), -1))
    return np.where(at >= begins[direction], values[at], first[direction])
