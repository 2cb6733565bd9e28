"""Rows of messages that have begun: made of fragments, extended by fragments, and ended by them.

Source: IBA 1, 9.7.4.1 and 9.8.2.2.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ibpkt.analysis.columns.transport import (
    ATOMIC,
    ENDS,
    HAS_DMALEN,
    HAS_IMMEDIATE,
    HAS_REMOTE,
    INVALIDATES,
    OPERATION_OF,
    SERVICE_OF,
    SERVICES,
    WRITE,
)
from ibpkt.analysis.reassembly.fragments import READ, Fragments
from ibpkt.analysis.reassembly.packets import Pieces
from ibpkt.analysis.results.message import OUTCOMES
from ibpkt.analysis.results.message_table import NONE
from ibpkt.arrays import Array, Bools, Ints, changes, places_in, rows_where
from ibpkt.protocols import ATOMIC_SIZE, PMTUS, by_operation, has_field

UNDECIDED = len(OUTCOMES)
COMPLETED, REFUSED, FLUSHED, UNANSWERED, UNDER_WAY, SENT, INCOMPLETE, UNKNOWN = range(UNDECIDED)
UC = SERVICES.index("UC")
#: operations whose messages announce their length; what has a fixed one is as long as its payload
ANNOUNCES = by_operation(lambda opcode: has_field(opcode, "dmalen") and opcode.size is None, np.bool_)
#: operations whose requests have payload
CARRIES = by_operation(lambda opcode: opcode.payload, np.bool_)

#: what is known of a message: 64-bit integers, in brackets what stands for unknown
COLUMNS = (
    "half",
    "number",  # of the message, counted in its half from 1
    "operation",  # index in OPERATIONS
    "service",  # index in SERVICES
    "first",  # its first PSN, unwrapped
    "end",  # the PSN behind it; where packets are missing, it ends there at the latest (0)
    "end_known",  # 1 where ``end`` is not only a bound
    "sent",  # 1 once no more packets of it will come
    "first_frame",
    "start",
    "last_frame",  # of the packets of the request so far
    "last_time",
    "declared",  # bytes, as RETH says; of an atomic, those that it changes (NONE)
    "carried",  # bytes of payload of the request so far
    "packets",  # that carry it: of the request, or of a READ's response
    "remote",  # 1 where it names memory
    "va",  # the address, as a signed number
    "r_key",
    "immediate",  # (NONE)
    "invalidated",  # (NONE)
    "responded",  # the time of the first answer (NONE)
    "retransmissions",
    "refusals",
    "outcome",  # index in OUTCOMES (UNDECIDED)
    "nak",  # the code that refused it (NONE)
    "whole",  # 1 where no packet of it is missing, and no header is cut
    "missing",  # PSNs of it that are known to be missing
    "late",  # packets of it that others have overtaken, on UC
    "unexpected",  # packets of it before which the receiver expects another PSN, on UC
    "unknown_start",  # 1 where the half begins with it, and its own beginning is not there
    "headless",  # 1 where its first packet is missing
    "span_unknown",  # 1 where a READ takes one PSN only since the path MTU is not known, or its length
    "done_frame",  # the packet that ends it, 0 as long as there is none
    "done_time",
    "maybe_time",  # of the first answer that completes it if it is an ACK, which the capture has cut off (0)
    "proof_frame",  # the first answer to what came behind it, 0 for none
    "settled_frame",  # the packet that shows that it needs no other proof, 0 for none
    "proof_time",
    "again_frame",  # the last packet of it that was sent again, 0 for none
    "next_response",  # the PSN of the response packet that comes next
    "response_bytes",  # of the response so far
    "response_whole",  # 1 as long as all of them were whole
    "early_frame",  # the packet that ended the response before all of it had come; 0 for none
    "early_time",
)

Rows = dict[str, Ints]


def spans(declared: Ints, pmtu: Ints) -> Ints:
    """How many packets messages of some length take; 1 where the path MTU is not known (0)."""
    return np.where(pmtu > 0, np.maximum(1, -(-declared // np.maximum(pmtu, 1))), 1)


def may_span(declared: Ints, packets: Ints) -> Bools:
    """Whether messages of some length take so many packets under any path MTU; of an unknown length (`NONE`) any."""
    fits = (declared < 0) & (packets > 0)
    for pmtu in PMTUS:
        fits |= spans(declared, np.full(len(declared), pmtu)) == packets
    return fits


def with_spans(pieces: Pieces, pmtu: Ints) -> Pieces:
    """READs whose length is cut, or of a half with an unknown path MTU, end where the next request begins."""
    unsure = (OPERATION_OF[pieces.opcode[:-1]] == READ) & (pieces.end[:-1] - pieces.psn[:-1] == 1)
    unsure &= (pieces.half[1:] == pieces.half[:-1]) & (pieces.psn[1:] > pieces.end[:-1])
    unsure &= (pieces.whole[:-1] == 0) | (pmtu[pieces.half[:-1]] == 0)
    place = rows_where(unsure)
    if not len(place):
        return pieces
    declared = np.where(pieces.whole[place] > 0, pieces.dmalen[place], NONE)
    place = place[may_span(declared, pieces.psn[place + 1] - pieces.psn[place])]
    if not len(place):
        return pieces
    end = pieces.end.copy()
    end[place] = pieces.psn[place + 1]
    return pieces._replace(end=end)


def new_rows(fragments: Fragments, pmtu: Ints) -> Mapping[str, Array | int]:
    """The rows of the messages that begin with some fragments: columns of any integers, or the value of all rows."""
    pieces = fragments.pieces
    fresh = rows_where(fragments.fresh)
    first, last = fragments.first[fresh], fragments.last[fresh]
    half, opcode = pieces.half[first], pieces.opcode[first]
    operation = OPERATION_OF[opcode].astype(np.int64)
    headed = ~fragments.headless[fresh] & (pieces.whole[first] > 0)
    declared = np.full(len(first), NONE)
    says = headed & (HAS_DMALEN[opcode] != 0)
    declared[says] = pieces.dmalen[first[says]]
    declared[headed & (operation == ATOMIC)] = ATOMIC_SIZE
    remote = headed & (HAS_REMOTE[opcode] != 0)
    headless = fragments.headless[fresh]
    missing = fragments.missing[fresh]
    if headless.any():
        missing = missing + np.where(headless, fragments.missing_before[fresh], 0)
    final = pieces.opcode[last]
    ended = ENDS[final] != 0
    begin_psn = pieces.psn[first]
    reads = operation == READ
    unsure = np.zeros(len(first), np.int64)
    at = rows_where(reads)
    unsure[at] = _span_unknown(pieces, first[at], last[at], headed[at], declared[at], pmtu)
    whole = _least_of(pieces.whole, fragments.first)[fresh]
    return {
        "half": half,
        "number": fragments.number[first],
        "operation": operation,
        "service": SERVICE_OF[opcode],
        "first": begin_psn,
        "end": np.where(ended, pieces.end[last], 0),
        "end_known": ended,
        "sent": ended,
        "first_frame": pieces.frame[first],
        "start": pieces.time[first],
        "last_frame": _latest(fragments, pieces.frame)[fresh],
        "last_time": _latest(fragments, pieces.time)[fresh],
        "declared": declared,
        "carried": np.add.reduceat(pieces.size, fragments.first)[fresh],
        "packets": np.where(reads, 0, last - first + 1),
        "remote": remote,
        "va": np.where(remote, pieces.va[first], 0),
        "r_key": np.where(remote, pieces.r_key[first], 0),
        "immediate": _word(fragments, last, HAS_IMMEDIATE[final] != 0),
        "invalidated": _word(fragments, last, INVALIDATES[final] != 0),
        "responded": NONE,
        "retransmissions": 0,
        "refusals": 0,
        "outcome": UNDECIDED,
        "nak": NONE,
        "whole": headed & (whole > 0) & (missing == 0),
        "missing": missing,
        "late": _sums(fragments, pieces.late)[fresh],
        "unexpected": _sums(fragments, pieces.unexpected)[fresh],
        "unknown_start": (fragments.unknown_start & fragments.headless)[fresh],
        "headless": fragments.headless[fresh],
        "span_unknown": unsure,
        "done_frame": 0,
        "done_time": 0,
        "maybe_time": 0,
        "proof_frame": 0,
        "settled_frame": 0,
        "proof_time": 0,
        "again_frame": 0,
        "next_response": begin_psn,
        "response_bytes": 0,
        "response_whole": 1,
        "early_frame": 0,
        "early_time": 0,
    }


def _span_unknown(pieces: Pieces, first: Ints, last: Ints, headed: Bools, declared: Ints, pmtu: Ints) -> Bools:
    """Which READs take one PSN only since it is not known how many they take.

    Args:
        pieces: all requests.
        first, last: with which each READ begins and ends, shape (n,).
        headed: whether its RETH is there.
        declared: bytes, as RETH says.
        pmtu: the path MTU by half, 0 where it is not known.
    """
    half, unit = pieces.half[first], pmtu[pieces.half[first]]
    # what follows a READ whose length is cut shows at least how long it is, and the next request exactly
    follow = np.minimum(last + 1, len(pieces.half) - 1)
    followed = (follow > last) & (pieces.half[follow] == half) & (pieces.psn[follow] == pieces.end[last])
    sized = headed & (declared <= unit)  # where the path MTU is not known, only one of no bytes
    unsure = (pieces.end[first] - pieces.psn[first] == 1) | (pieces.whole[first] == 0) & ~followed
    chosen: Bools = unsure & ~sized
    return chosen


def _least_of(values: Ints, starts: Ints) -> Ints:
    """The smallest value of each group of those that stand together, by the places where the groups begin."""
    least = values.min()
    if least == values.max():  # as nearly always
        return np.full(len(starts), least)
    return np.minimum.reduceat(values, starts)


def _sums(fragments: Fragments, values: Ints) -> Ints:
    """The sum of a value of packets for each fragment."""
    if not values.any():  # as nearly always
        return np.zeros(len(fragments), np.int64)
    return np.add.reduceat(values, fragments.first)


def _latest(fragments: Fragments, values: Ints) -> Ints:
    """A value of the last packet of each fragment; of those that have late ones, the largest."""
    late = _sums(fragments, fragments.pieces.late) > 0
    last = values[fragments.last]
    return np.where(late, np.maximum.reduceat(values, fragments.first), last) if late.any() else last


def _word(fragments: Fragments, last: Ints, has: Bools) -> Ints:
    pieces = fragments.pieces
    return np.where(has & (pieces.whole[last] > 0), pieces.immediate[last], NONE)


def joined(old: Rows, new: Mapping[str, Array | int], count: int) -> Rows:
    """Rows that waited, and behind them the new ones.

    Args:
        old: rows that waited.
        new: see `new_rows`.
        count: how many they are.
    """
    waited = len(old["half"])
    rows = {}
    for name in COLUMNS:
        column = rows[name] = np.empty(waited + count, np.int64)
        column[:waited], column[waited:] = old[name], new[name]
    return rows


def row_of_open(old: Rows, halves: Ints) -> Ints:
    """The row of the message that is open in each of some halves, -1 where none is."""
    if not len(old["half"]):
        return np.full(len(halves), -1)
    place = places_in(old["half"], halves, "right") - 1
    at = np.maximum(place, 0)
    return np.where((place >= 0) & (old["half"][at] == halves) & (old["sent"][at] == 0), place, -1)


def extend(rows: Rows, fragments: Fragments, of: Ints) -> None:
    """Add fragments to the messages that they go on with.

    Args:
        rows: the messages.
        fragments: all fragments.
        of: the row of each fragment, -1 for none.
    """
    pieces = fragments.pieces
    which = rows_where(~fragments.fresh & (of >= 0))
    if not len(which):
        return
    row, first, last = of[which], fragments.first[which], fragments.last[which]
    final = pieces.opcode[last]
    ended = ENDS[final] != 0
    missing = fragments.missing[which]
    whole = _least_of(pieces.whole, fragments.first)[which] > 0
    rows["carried"][row] += np.add.reduceat(pieces.size, fragments.first)[which]
    rows["packets"][row] += last - first + 1
    rows["missing"][row] += missing
    rows["whole"][row] &= (whole & (missing == 0)).astype(np.int64)
    for name, values in (("last_frame", pieces.frame), ("last_time", pieces.time)):
        latest, late = _latest(fragments, values)[which], rows["late"][row] > 0
        rows[name][row] = np.where(late, np.maximum(rows[name][row], latest), latest)
    for name, counted in (("late", pieces.late), ("unexpected", pieces.unexpected)):
        rows[name][row] += _sums(fragments, counted)[which]
    rows["immediate"][row] = _word(fragments, last, HAS_IMMEDIATE[final] != 0)
    rows["invalidated"][row] = _word(fragments, last, INVALIDATES[final] != 0)
    for name, value in (("end", pieces.end[last]), ("end_known", 1), ("sent", 1)):
        rows[name][row] = np.where(ended, value, rows[name][row])


def cut_short(rows: Rows, fragments: Fragments, of: Ints, waited: Ints, pmtu: Ints) -> None:
    """End messages in the middle of which another begins.

    Args:
        rows: the messages.
        fragments: all fragments.
        of: the row of each fragment, -1 for none.
        waited: the row of the message that was open before the batch in the half of each fragment, -1 for none.
        pmtu: the path MTU by half.
    """
    pieces = fragments.pieces
    which = rows_where(fragments.fresh & fragments.cut_short[fragments.first])
    if not len(which):
        return
    heads = changes(fragments.half)[which]
    row = np.where(heads, waited[which], of[which - 1])
    which, row = which[row >= 0], row[row >= 0]
    place = fragments.first[which]
    psn, gap = pieces.psn[place], fragments.follows_gap[place]
    declared, before = rows["declared"][row], fragments.missing_before[which]
    # what came of it may be more than it announces
    due = np.maximum(rows["first"][row] + spans(declared, pmtu[rows["half"][row]]), psn - before)
    known = (rows["operation"][row] == WRITE) & (declared >= 0) & (pmtu[rows["half"][row]] > 0) & (due <= psn)
    rows["end"][row] = np.where(known & gap, due, psn)
    rows["end_known"][row] = known | ~gap
    rows["sent"][row] = 1
    rows["whole"][row] = 0
    lacks = np.where(known, np.minimum(before, due - (psn - before)), before)
    rows["missing"][row] += lacks
    # what is missing of this one is not missing of the next
    after = of[which]
    rows["missing"][after] -= np.where(known & (rows["headless"][after] > 0), lacks, 0)
    wrong = ~gap | (rows["service"][row] == UC)
    rows["outcome"][row[wrong]] = INCOMPLETE
    rows["done_frame"][row[wrong]] = pieces.frame[place[wrong]]
    rows["done_time"][row[wrong]] = pieces.time[place[wrong]]


def end_unreliable(rows: Rows) -> None:
    """Nothing answers messages of UC: they end with their last packet.

    The receiver drops those with a packet whose PSN it does not expect.
    """
    over = (rows["service"] == UC) & (rows["sent"] > 0) & (rows["outcome"] == UNDECIDED)
    if not over.any():
        return
    lost = over & ((rows["missing"] > 0) | ((rows["headless"] > 0) & (rows["unknown_start"] == 0)))
    rows["outcome"][over] = np.where(rows["unknown_start"][over] > 0, UNKNOWN, SENT)
    lost |= over & (rows["unexpected"] > 0)
    rows["outcome"][lost] = INCOMPLETE
    rows["done_frame"][over] = rows["last_frame"][over]
    rows["done_time"][over] = rows["last_time"][over]


def sizes(rows: Rows) -> Ints:
    """Bytes of messages: as announced, or as carried where all of it came; `NONE` where neither is known."""
    operation = rows["operation"]
    says = ANNOUNCES[operation] | (operation == ATOMIC)
    carried = np.where(CARRIES[operation], np.where(rows["whole"] & rows["sent"] > 0, rows["carried"], NONE), 0)
    return np.where(says, rows["declared"], carried)
