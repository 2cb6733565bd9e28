"""A run of requests, and what the responder did with it as far as is known.

Source: IBA 1, 9.7.4.1.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ibpkt.analysis.recovery.run import Run

#: PSNs from the first up to, not including, the second
Range = tuple[int, int]

#: why a packet was not accepted
NOT_RECEIVED, NOT_READY, FATAL = range(3)

MAX_KEPT = 64


class Position(NamedTuple):
    """Where the responder is.

    Attributes:
        expected: the PSN that it expects.
        asked: the PSN that its last NAK asked for: it asks for none twice.  -1 if that packet came since, or for none.
        kept: PSNs that came early and were kept, ascending.
        drops: it was not ready for the PSN that it expects: it keeps nothing until that comes again.
    """

    expected: int
    asked: int = -1
    kept: tuple[Range, ...] = ()
    drops: bool = False


NOWHERE = Position(-1)
# faster than calling the class, as each run needs one
_position = functools.partial(tuple.__new__, Position)


class LoggedRequests:
    """A run of requests, glued from its pieces, and what the responder did with it.

    Attributes:
        pieces: the runs that it was fed as.
        acked: up to where answers before its first packet prove that requests were received.
        sent: the highest PSN sent so far, and 1.
        first, end: the first PSN, and the one behind the last packet.
        frame: the number of the first packet.
        reads: they are READs or atomics.
        behind: ACKs that advanced during it, and were not ahead of it.
        untold: it came before the PSN was known that the responder expected: nothing is said of it.
        copy: copies that the network made.
        wanted: an open NAK had asked for its first PSN.
        unsure: it may be that none of the runs arrived that had the same PSNs before.
        answers: repeated ACKs, or responses sent again, that answered its duplicates.
        answered: the PSNs, ascending, of responses sent again that answered its READs and atomics.
        repeated: it was sent again, and nothing was answered in between.
        silent: nothing was sent for some time before the repetition that it belongs to: no answer to that comes behind
            it.
        proof: numbers of the packets that are those answers.
        refused: packets of it that were not accepted, and why.
        unordered: PSNs of it that came twice, as answers show; which of both the responder executed, they do not show.
        nak_seen: the NAK that it prompted was seen: its PSN; else -1.
        expected: the PSN that the responder expected when it came.
        duplicates, accepted, early: its PSNs, by what the responder did with them.
        accepted_behind: those that were accepted behind what had been kept, which the accepted ones led up to.
        nak: the PSN of the NAK that it prompts, or -1.
        after: where the responder is behind it, and ``reached``, what it expects there.
        dropped: kept ranges that were too many.
    """

    __slots__ = (
        "accepted", "accepted_behind", "acked", "after", "answered", "answers", "behind", "copy", "dropped",
        "duplicates", "early", "end", "expected", "first", "frame", "nak", "nak_seen", "pieces", "proof", "reached",
        "reads", "refused", "repeated", "sent", "silent", "unordered", "unsure", "untold", "wanted",
    )  # fmt: skip
    pieces: list[Run]
    answered: list[Range]
    proof: list[int]
    acked: int
    sent: int
    first: int
    end: int
    frame: int
    behind: int
    answers: int
    expected: int
    nak: int
    nak_seen: int
    reached: int
    dropped: int
    reads: bool
    untold: bool
    copy: bool
    wanted: bool
    unsure: bool
    repeated: bool
    silent: bool
    after: Position

    def __init__(
        self, pieces: list[Run], acked: int, sent: int, *, untold: bool = False, copy: bool = False, answers: int = 0,
        proof: Iterable[int] = (),
    ) -> None:  # fmt: skip
        first = pieces[0]
        self.pieces, self.acked, self.sent = pieces, acked, sent
        self.first, self.frame, self.reads = first.first, first.frame, first.reads
        self.end = pieces[-1].end
        self.behind = first.behind if len(pieces) == 1 else sum(piece.behind for piece in pieces)
        self.untold, self.copy, self.wanted, self.unsure, self.repeated = untold, copy, False, False, False
        self.silent = False
        self.answers, self.answered, self.proof = answers, [], [*proof]
        self.refused: list[tuple[int, int, int]] = []
        self.unordered: list[Range] = []
        self.nak_seen = self.expected = self.nak = self.reached = -1
        self.accepted: Range = (0, 0)
        self.duplicates: tuple[Range, ...] = ()
        self.accepted_behind: tuple[Range, ...] = ()
        self.early: tuple[Range, ...] = ()
        self.after, self.dropped = NOWHERE, 0

    def extend(self, run: Run) -> None:
        """A run goes on with it."""
        self.pieces.append(run)
        self.end = run.end
        self.behind += run.behind
        self.sent = max(self.sent, run.sent, run.end)

    @property
    def ahead(self) -> int:
        """Up to where answers prove that the repetition was needless when it was sent; -1 if they do not."""
        if len(self.pieces) == 1:
            piece = self.pieces[0]
            return max(piece.ahead, piece.acked if piece.acked > piece.first else -1)
        return max(max(piece.ahead, piece.acked if piece.acked > piece.first else -1) for piece in self.pieces)

    @property
    def is_needed(self) -> bool:
        """Whether an answer shows that what came before, too, had not got as far as it seemed.

        It is the first one behind a silence, and stays behind what the responder seemed to have executed by then; the
        ACK of a duplicate acknowledges all of that.
        """
        if not self.silent:
            return False
        first_ack = next((piece.first_ack for piece in self.pieces if piece.first_ack >= 0), -1)
        return max(self.first, self.acked) < first_ack < min(self.end, self.expected) and self.ahead <= self.acked

    @property
    def needless(self) -> list[Range]:
        """The PSNs, ascending, that answers had proved to be received before they came again."""
        return merged(
            (piece.first, min(piece.end, max(piece.acked, piece.ahead)))
            for piece in self.pieces
            if piece.acked > piece.first
        )

    def packets(self, ranges: Iterable[Range]) -> int:
        """How many of its packets have these PSNs."""
        return sum(packets for part in ranges for _, packets, _ in self.parts(*part))

    def parts(self, first: int, end: int) -> Iterator[tuple[Run, int, Range]]:
        """The pieces that have PSNs of a range: how many packets, and their PSNs."""
        for piece in self.pieces:
            start, stop = piece.first, piece.end
            if start < first or end < stop:
                start, stop = max(first, start), min(end, stop)
            if start >= stop:
                continue
            if piece.is_one_read:
                yield piece, 1, (piece.first, piece.end)
            else:
                yield piece, stop - start, (start, stop)

    def split(self, ranges: Iterable[Range], packets: int) -> tuple[list[Range], list[Range]]:
        """The PSNs of the first packets, and of the others."""
        some: list[Range] = []
        others: list[Range] = []
        for whole in ranges:
            for _, count, (first, end) in self.parts(*whole):
                cut = end if packets >= count else first + packets
                some += [(first, cut)] if first < cut else []
                others += [(cut, end)] if cut < end else []
                packets -= min(count, packets)
        return some, others

    def take_responses(self, psns: Iterable[Range]) -> list[Range]:
        """Responses are sent again; returns what does not answer its duplicates, or what it has had before."""
        taken: list[Range] = []
        others = list(psns)
        for whole in self.duplicates:
            for part in without(whole, self.answered):
                taken += common(others, part)
        if taken:
            self.answers += 1
            self.answered = merged([*self.answered, *taken])
            others = [part for each in others for part in without(each, taken)]
        return others

    def piece_of(self, psn: int) -> Run:
        """The piece that has a PSN."""
        return next(piece for piece in self.pieces if piece.first <= psn < piece.end)

    def frame_of(self, psn: int) -> int:
        """The number of the packet with a PSN; estimated, where packets of others lie between those of a run."""
        piece, step, steps = self._step_of(psn)
        return piece.frame + (piece.last_frame - piece.frame) * step // steps

    def time_of(self, psn: int) -> int:
        """When the packet with a PSN came, in nanoseconds since the epoch; estimated within its piece."""
        piece, step, steps = self._step_of(psn)
        return piece.time + (piece.last_time - piece.time) * step // steps

    def _step_of(self, psn: int) -> tuple[Run, int, int]:
        """The piece that has a PSN, how many packets of it come before that, and how many behind its first one."""
        for piece in self.pieces:
            if piece.first <= psn < piece.end:
                return piece, 0 if piece.is_one_read else psn - piece.first, max(1, piece.packets - 1)
        raise ValueError(f"PSN {psn} is not in this run")

    def arrive(self, position: Position, keeps: bool) -> None:
        """The responder takes the packets.

        Args:
            position: where it is before them.
            keeps: it keeps packets that come early.
        """
        expected, asked, kept, drops = position
        if self.acked > expected:
            expected, drops = self.acked, False
        if kept or self.refused or self.copy:
            self._arrive_among(position, expected, asked, kept, keeps, drops)
            return
        # as nearly always: nothing is kept, and none of it was refused
        first, end = self.first, self.end
        self.expected, self.nak, self.accepted_behind, self.dropped = expected, -1, (), 0
        if first == expected:
            self.duplicates = self.early = ()
            self.accepted, self.reached = (expected, end), end
            self.after = _position((end, asked, (), drops and end == expected))
        elif first > expected:
            self.duplicates, self.accepted, self.early = (), (expected, expected), ((first, end),)
            if asked != expected:
                self.nak = expected
            kept = self.early if keeps and not drops else ()
            self.after, self.reached = _position((expected, expected, kept, drops)), expected
        else:
            self.reached = reached = end if end > expected else expected
            self.duplicates, self.early = ((first, end if end < expected else expected),), ()
            self.accepted = (expected, reached)
            self.after = _position((reached, asked, (), drops and reached == expected))

    def _arrive_among(
        self, position: Position, expected: int, asked: int, kept: tuple[Range, ...], keeps: bool, drops: bool
    ) -> None:
        """Likewise, where something is kept, some of it was refused, or it is a copy."""
        if kept and self.refused:  # it was not ready for what it had kept
            unready = [(first, end) for first, end, cause in self.refused if cause == NOT_READY]
            kept = tuple(part for whole in kept for part in without(whole, unready))
        if kept:
            expected, kept = _absorb(expected, kept)
        drops &= expected == position.expected
        keeps &= not drops
        self.expected, self.nak, self.accepted_behind = expected, -1, ()
        if self.copy:
            self.duplicates = ((self.first, min(self.end, expected)),) if self.first < expected else ()
            self.after, self.reached = position, position.expected
            return
        # behind a packet that breaks the connection nothing of the run is taken
        refused = [(first, self.end if cause == FATAL else end) for first, end, cause in self.refused]
        start = max(self.first, expected)
        old = [(self.first, min(self.end, expected)), *common(kept, (start, self.end))]
        self.duplicates = tuple(part for whole in old for part in without(whole, refused))
        new = list(without((start, self.end), [*refused, *kept]))
        self.accepted = new.pop(0) if new and new[0][0] == expected else (expected, expected)
        expected = max(expected, self.accepted[1])
        if keeps:
            expected, kept = _absorb(expected, kept)
            while new and new[0][0] == expected:
                self.accepted_behind += (new.pop(0),)
                expected, kept = _absorb(self.accepted_behind[-1][1], kept)
            expected, kept = _absorb(expected, tuple(merged([*kept, *new])))
        self.early = tuple(new)
        drops &= expected == self.expected
        if any(first == expected and cause == NOT_READY for first, _, cause in self.refused):
            asked, kept, drops = -1, (), True  # the packet did arrive
        if (new or (kept and expected > self.expected)) and asked != expected:
            self.nak = asked = expected
        self.dropped = max(0, len(kept) - MAX_KEPT)
        self.after, self.reached = Position(expected, asked, kept[:MAX_KEPT], drops), expected


def _absorb(expected: int, kept: tuple[Range, ...]) -> tuple[int, tuple[Range, ...]]:
    """The PSN expected when what was kept at it is passed, and what is kept behind that; ranges ascend."""
    at = 0
    while at < len(kept) and kept[at][0] <= expected:
        expected = max(expected, kept[at][1])
        at += 1
    return expected, kept[at:]


def merged(ranges: Iterable[Range]) -> list[Range]:
    """The same PSNs as ranges that do not touch, ascending."""
    found: list[Range] = []
    for first, end in sorted(ranges):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((first, end))
    return found


def common(ranges: Iterable[Range], whole: Range) -> Iterator[Range]:
    """The parts of ranges that lie inside another."""
    for first, end in ranges:
        if max(first, whole[0]) < min(end, whole[1]):
            yield max(first, whole[0]), min(end, whole[1])


def without(whole: Range, holes: Iterable[Range]) -> Iterator[Range]:
    """What is left of a range."""
    start = whole[0]
    for first, end in sorted(holes):
        if end <= start or first >= whole[1]:
            continue
        if first > start:
            yield start, first
        start = max(start, end)
    if start < whole[1]:
        yield start, whole[1]
