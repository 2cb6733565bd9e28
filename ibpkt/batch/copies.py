"""Copies: packets that several captures of the same traffic have, as two taps, or files that overlap, record them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import HASH_FACTOR, Bools, Ints, Words, run_lengths, run_starts
from ibpkt.batch.batch import Batch
from ibpkt.batch.crc import crc32_many
from ibpkt.batch.frames import Frames
from ibpkt.batch.tap_clocks import TapClocks
from ibpkt.capture import MergedRecords
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import BTH, ICRC, ROCE_PORT

WINDOW = 10_000_000
"""Nanoseconds between the copies of a packet, at most.

Clocks that are kept in step differ by less, virtual machines delay a packet by some milliseconds, and a retransmission
after a timeout, which may have the bytes of its original, mostly waits longer.
"""

MOST_RECENT = 1 << 17
"""Packets that are remembered because a copy may come."""

ROOM = 1 << 16
"""Flows of captures whose packets are counted at a time."""

NO_FLOW = 1 << BTH.leaf("destqp").width
_FLOW_BITS = BTH.leaf("destqp").width + 1
_DESTQP = BTH.leaf("destqp")
_VARIANT = np.frombuffer(BTH.variant_mask(), np.uint8)
_BTH_WORDS = BTH.size // 4


_EARLIEST = -(1 << 63)


def _spans(start: Ints, end: Ints) -> Words:
    """Nanoseconds from times to later ones; there may be more than 63 bits hold."""
    spans: Words = (end - start).view(np.uint64)
    return spans


class Identities(NamedTuple):
    """What tells packets apart.

    Attributes:
        value: equal for equal packets, and next to never for others, shape (n,).
        flow: the destination queue pair; `NO_FLOW` where there is none, shape (n,).
    """

    value: Words
    flow: Ints


class _Packets(NamedTuple):
    """Packets among which equal ones are looked for, in the order of time.

    Attributes:
        values: what tells them apart, shape (n,).
        times: likewise.
        places: of their captures, likewise.
        origins: the time of the packet whose copy each is, or its own, likewise.
    """

    values: Words
    times: Ints
    places: NDArray[np.int32]
    origins: Ints

    def at(self, rows: Ints | slice) -> _Packets:
        """Some of them."""
        return _Packets(self.values[rows], self.times[rows], self.places[rows], self.origins[rows])

    def followed_by(self, later: _Packets) -> _Packets:
        """These and later ones."""
        return _Packets(
            np.concatenate((self.values, later.values)),
            np.concatenate((self.times, later.times)),
            np.concatenate((self.places, later.places)),
            np.concatenate((self.origins, later.origins)),
        )


class TapCopies:
    """Finds the packets that are in several captures; see `ibpkt.capture.join.CopyDetector`.

    The same packet has the same bytes from BTH to the ICRC, which covers addresses and IP identification, too; what
    has no BTH has the same bytes altogether.  A capture may have equal packets of its own, repeated ACKs say: the
    second in one capture is the copy of the second in the other.

    A retransmission has the bytes of its original where the IP identification stays the same, and may take another
    port of a bond.  So packets of a flow are copies only if at least half of what the two captures have of it at the
    same time are, and never between two captures of which one was over when the other began: those are pieces of one.

    Args:
        roce_port: the UDP destination port that means RoCEv2.
    """

    window: int = WINDOW

    def __init__(self, roce_port: int = ROCE_PORT) -> None:
        self._roce_port = roce_port
        none = np.zeros(0, np.int64)
        self._recent = _Packets(none.astype(np.uint64), none, none.astype(np.int32), none)
        self._last: int | None = None
        self._clocks = TapClocks(self.window)
        self._begins: dict[int, int] = {}  # by place, the time of the first packet that was seen, and of the last
        self._ends: dict[int, int] = {}
        self._packets: Counter[int] = Counter()  # by place and flow
        self._shared: Counter[tuple[int, int]] = Counter()  # by that in each of two captures

    def find(self, merged: MergedRecords) -> Bools:
        """Which packets are copies of earlier ones from another capture.

        Args:
            merged: some packets, in the order of time, and later than those before.
        """
        copies = np.zeros(len(merged.times), np.bool_)
        self._note_times(merged)
        near = self._near_another(merged)
        # Where captures take turns, but never within the window, their clocks may differ.
        turns = len(run_starts(merged.places)) > len(np.unique(merged.places))
        looked_at = np.flatnonzero(near | turns)
        if len(looked_at):
            part = merged.at(looked_at)
            identities = identify(Frames(part.records, roce_port=self._roce_port))
            rows = np.flatnonzero(near[looked_at])
            values, flows, places = identities.value[rows], identities.flow[rows], part.places[rows]
            equal, originals = self._match(values, part.times[rows], places)
            self._count(places, flows)
            same = np.zeros(len(looked_at), np.bool_)
            same[rows[equal]] = self._judge(places[equal], originals, flows[equal])
            self._clocks.look(identities.value, part.times, part.places, same)
            copies[looked_at] = same
        self._last = int(merged.times[-1])
        return copies

    def remarks(self, names: Sequence[str]) -> list[str]:
        """What is to be said of the captures, in sentences; ``names`` are theirs, by place."""
        return self._clocks.remarks(names)

    def _near_another(self, merged: MergedRecords) -> Bools:
        """Which packets have one of another capture within the window, as far as is known."""
        times = merged.times
        starts = run_starts(merged.places)
        lengths = run_lengths(starts, len(times))
        after = np.full(len(starts), times[-1])  # what comes later may be of another capture
        after[:-1] = times[starts[1:]]
        before = np.empty(len(starts), np.int64)
        before[0] = self._last if self._last is not None else max(int(times[0]) - self.window - 1, _EARLIEST)
        before[1:] = times[starts[1:] - 1]
        near: Bools = _spans(times, np.repeat(after, lengths)) <= self.window
        return near | (_spans(np.repeat(before, lengths), times) <= self.window)

    def _match(self, values: Words, times: Ints, places: NDArray[np.int32]) -> tuple[Ints, Ints]:
        """The rows that equal an earlier packet of another capture, and the place of that capture."""
        if not len(values):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        before = len(self._recent.values)
        fresh = _Packets(values, times, places, times)
        packets = self._recent.followed_by(fresh)
        copies, originals = _equal(packets)
        packets.origins[copies] = packets.times[originals]
        kept = np.flatnonzero(packets.origins >= max(int(times[-1]) - WINDOW, _EARLIEST))
        self._recent = packets.at(kept[-MOST_RECENT:])
        new = copies >= before
        return copies[new] - before, packets.places[originals[new]].astype(np.int64)

    def _count(self, places: NDArray[np.int32], flows: Ints) -> None:
        """Count the packets of each capture and flow."""
        if len(self._packets) + len(self._shared) > ROOM:
            self._packets.clear()
            self._shared.clear()
        keys, counts = np.unique(places.astype(np.int64) << _FLOW_BITS | flows, return_counts=True)
        self._packets.update(dict(zip(keys.tolist(), counts.tolist(), strict=True)))

    def _note_times(self, merged: MergedRecords) -> None:
        places, first = np.unique(merged.places, return_index=True)
        last = len(merged.places) - 1 - np.unique(merged.places[::-1], return_index=True)[1]
        begins, ends = merged.times[first].tolist(), merged.times[last].tolist()
        for place, begin, end in zip(places.tolist(), begins, ends, strict=True):
            self._begins.setdefault(place, begin)
            self._ends[place] = end
        # How much of each capture comes at a time must not decide whether they overlap.
        self._ends.update({place: time for place, time in merged.read_until.items() if place in self._begins})

    def _overlap(self, one: int, other: int) -> bool:
        """Whether two captures have packets of the same time, as far as is known."""
        return self._begins[one] <= self._ends[other] and self._begins[other] <= self._ends[one]

    def _judge(self, places: NDArray[np.int32], originals: Ints, flows: Ints) -> Bools:
        """Whether packets that equal earlier ones are copies, as far as two captures have the same of a flow."""
        if not len(places):
            return np.zeros(0, np.bool_)
        ends = np.stack((np.minimum(places, originals), np.maximum(places, originals)), axis=1).astype(np.int64)
        ends = ends << _FLOW_BITS | flows[:, None]
        found, which, counts = np.unique(ends.view("V16"), return_inverse=True, return_counts=True)
        pairs = found.view(np.int64).reshape(-1, 2).tolist()
        shares = []
        for (low, high), count in zip(pairs, counts.tolist(), strict=True):
            if not self._overlap(low >> _FLOW_BITS, high >> _FLOW_BITS):
                shares.append(False)
                continue
            self._shared[low, high] += count
            shares.append(2 * self._shared[low, high] >= min(self._packets[low], self._packets[high]))
        return np.array(shares, np.bool_)[which.reshape(-1)]


def _equal(packets: _Packets) -> tuple[Ints, Ints]:
    """The rows of copies, and those of their originals."""
    values, times, places, _ = packets
    order = np.argsort(values, kind="stable")
    starts = run_starts(values[order])
    lengths = run_lengths(starts, len(order))
    # Most are there once, or once in each of two captures.
    first, second = order[starts[lengths == 2]], order[starts[lengths == 2] + 1]
    pair = (places[first] != places[second]) & (_spans(times[first], times[second]) <= WINDOW)
    copies, originals = [second[pair]], [first[pair]]
    for start, length in zip(starts[lengths > 2].tolist(), lengths[lengths > 2].tolist(), strict=True):
        found = np.array(_in_turn(packets, order[start : start + length].tolist()), np.int64).reshape(-1, 2)
        copies.append(found[:, 0])
        originals.append(found[:, 1])
    return np.concatenate(copies), np.concatenate(originals)


def _in_turn(packets: _Packets, rows: list[int]) -> list[tuple[int, int]]:
    """Copies and originals among equal packets: the second of a capture is the copy of the second of another."""
    found: list[tuple[int, int]] = []
    known: list[tuple[int, set[int]]] = []  # originals, and the captures that have them
    following: dict[int, int] = {}  # which original is the next for each capture: those before are over, or it has them
    for row in rows:
        place, oldest = int(packets.places[row]), int(packets.times[row]) - WINDOW
        at = following.get(place, 0)
        while at < len(known) and (place in known[at][1] or packets.times[known[at][0]] < oldest):
            at += 1
        following[place] = at
        if at < len(known):
            found.append((row, known[at][0]))
            known[at][1].add(place)
        else:
            known.append((row, {place}))
    return found


def identify(frames: Frames) -> Identities:
    """What tells each packet from all others: its bytes from BTH to the ICRC, or all of them."""
    flow = np.full(len(frames), NO_FLOW, np.int64)
    words = np.zeros((len(frames), _BTH_WORDS), np.uint32)
    begin, end = frames.start.copy(), frames.start + frames.captured
    for shape in Batch(frames).shapes:
        place = shape.index(BTH)
        if place is None:
            continue
        at, rows = shape.position(place), shape.rows
        flow[rows] = frames.number(at, _DESTQP.bit, _DESTQP.width)
        words[rows] = (frames.block(at, BTH.size) | _VARIANT).view(np.uint32)
        begin[rows] = at + BTH.size
        if (closing := shape.closing.get(ICRC)) is not None:
            whole = np.flatnonzero(closing.status == STATUSES.index(Status.GOOD))
            end[rows[whole]] = closing.at[whole] + ICRC.size
    rest = crc32_many(frames.data, begin, end, b"").astype(np.uint64)
    value = rest << np.uint64(32) | (end - begin).astype(np.uint64)
    for column in words.T:  # every step is one-to-one: packets that differ in one word stay different
        value = (value ^ column) * HASH_FACTOR
        value ^= value >> np.uint64(29)
    return Identities(value, flow)
