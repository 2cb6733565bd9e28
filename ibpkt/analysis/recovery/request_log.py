"""Requests in the order in which the tap saw them, and what the responder did with them as far as is known.

The log is optimistic: what the tap saw was received.  Where an answer shows that a packet was not, that packet is
marked as refused, and the log is replayed from there.

Source: IBA 1, 9.7.4.1.
"""

from __future__ import annotations

import bisect
import dataclasses
import functools
import itertools
import operator
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import State, number, run_from_ints, run_to_ints, table

#: PSNs from the first up to, not including, the second
Range = tuple[int, int]

#: why a packet was not accepted
NOT_RECEIVED, NOT_READY, FATAL = range(3)

#: what a state has of each run, besides tables
_NUMBERS = ("acked", "sent", "untold", "copy", "wanted", "answers", "answered", "nak_seen")
MAX_RUNS = 1024
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


@dataclasses.dataclass(slots=True)
class LoggedRequests:
    """A run of requests, glued from its pieces, and what the responder did with it.

    Attributes:
        pieces: the runs that it was fed as.
        acked: up to where answers before its first packet prove that requests were received.
        sent: the highest PSN sent so far, and 1.
        untold: it came before the PSN was known that the responder expected: nothing is said of it.
        copy: copies that the network made.
        wanted: an open NAK had asked for its first PSN.
        answers: repeated ACKs, or responses sent again, that answered its duplicates.
        answered: the highest PSN of responses sent again that answered its READs and atomics; -1 for none.
        proof: numbers of the packets that are those answers.
        refused: packets of it that were not accepted, and why.
        nak_seen: the NAK that it prompted was seen: its PSN; else -1.
        expected: the PSN that the responder expected when it came.
        duplicates, accepted, early: its PSNs, by what the responder did with them.
        accepted_behind: those that were accepted behind what had been kept, which the accepted ones led up to.
        nak: the PSN of the NAK that it prompts, or -1.
        after: where the responder is behind it.
        dropped: kept ranges that were too many.
    """

    pieces: list[Run]
    acked: int
    sent: int
    untold: bool = False
    copy: bool = False
    wanted: bool = False
    answers: int = 0
    answered: int = -1
    proof: list[int] = dataclasses.field(default_factory=list)
    refused: list[tuple[int, int, int]] = dataclasses.field(default_factory=list)
    nak_seen: int = -1
    expected: int = -1
    duplicates: tuple[Range, ...] = ()
    accepted: Range = (0, 0)
    accepted_behind: tuple[Range, ...] = ()
    early: tuple[Range, ...] = ()
    nak: int = -1
    after: Position = NOWHERE
    dropped: int = 0

    @property
    def first(self) -> int:
        """The first PSN."""
        return self.pieces[0].first

    @property
    def end(self) -> int:
        """The PSN behind the last packet."""
        return self.pieces[-1].end

    @property
    def frame(self) -> int:
        """The number of the first packet."""
        return self.pieces[0].frame

    @property
    def reads(self) -> bool:
        """They are READs or atomics."""
        return self.pieces[0].reads

    @property
    def ahead(self) -> int:
        """Up to where answers prove that the repetition was needless when it was sent; -1 if they do not."""
        if len(self.pieces) == 1:
            piece = self.pieces[0]
            return max(piece.ahead, piece.acked if piece.acked > piece.first else -1)
        return max(max(piece.ahead, piece.acked if piece.acked > piece.first else -1) for piece in self.pieces)

    @property
    def needless(self) -> list[Range]:
        """The PSNs, ascending, that answers had proved to be received before they came again."""
        return _merged(
            (piece.first, min(piece.end, max(piece.acked, piece.ahead)))
            for piece in self.pieces
            if piece.acked > piece.first
        )

    @property
    def behind(self) -> int:
        """ACKs that advanced during it, and were not ahead of it."""
        pieces = self.pieces
        return pieces[0].behind if len(pieces) == 1 else sum(piece.behind for piece in pieces)

    def packets(self, ranges: Iterable[Range]) -> int:
        """How many of its packets have these PSNs."""
        return sum(packets for part in ranges for _, packets, _ in self.parts(*part))

    def parts(self, first: int, end: int) -> Iterator[tuple[Run, int, Range]]:
        """The pieces that have PSNs of a range: how many packets, and their PSNs."""
        for piece in self.pieces:
            start, stop = max(first, piece.first), min(end, piece.end)
            if start >= stop:
                continue
            if is_one_read(piece):
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

    def frame_of(self, psn: int) -> int:
        """The number of the packet with a PSN; estimated, where packets of others lie between those of a run."""
        for piece in self.pieces:
            if piece.first <= psn < piece.end:
                if is_one_read(piece):
                    return piece.frame
                steps = max(1, piece.packets - 1)
                return piece.frame + (piece.last_frame - piece.frame) * (psn - piece.first) // steps
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
        if not (kept or self.refused or self.copy):
            self._arrive_in_order(expected, asked, keeps and not drops, drops)
            return
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
            self.after = position
            return
        refused = [(first, end) for first, end, _ in self.refused]
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
            expected, kept = _absorb(expected, tuple(_merged([*kept, *new])))
        self.early = tuple(new)
        drops &= expected == self.expected
        if any(first == expected and cause == NOT_READY for first, _, cause in self.refused):
            asked, kept, drops = -1, (), True  # the packet did arrive
        if (new or (kept and expected > self.expected)) and asked != expected:
            self.nak = asked = expected
        self.dropped = max(0, len(kept) - MAX_KEPT)
        self.after = Position(expected, asked, kept[:MAX_KEPT], drops)

    def _arrive_in_order(self, expected: int, asked: int, keeps: bool, drops: bool) -> None:
        """Likewise, where nothing is kept and none of it was refused, as is nearly always so."""
        pieces = self.pieces
        first, end = pieces[0].first, pieces[-1].end
        self.expected, self.nak, self.accepted_behind, self.dropped = expected, -1, (), 0
        if first > expected:
            self.duplicates, self.accepted, self.early = (), (expected, expected), ((first, end),)
            if asked != expected:
                self.nak = expected
            self.after = _position((expected, expected, self.early if keeps else (), drops))
            return
        self.early = ()
        reached = end if end > expected else expected
        self.duplicates = ((first, end if end < expected else expected),) if first < expected else ()
        self.accepted = (expected, reached)
        self.after = _position((reached, asked, (), drops and reached == expected))


#: where the responder is behind a run: it never goes back, so runs are in this order
_reached = operator.attrgetter("after.expected")


def is_one_read(run: Run) -> bool:
    """Whether a run is one READ, which takes several PSNs."""
    return run.packets == 1 and run.end - run.first > 1


class RequestLog:
    """Request runs that an answer may still say something about.

    Attributes:
        entries: the runs, in the order of the capture.
        base: where the responder is before them; None while that is not known.
        keeps: this responder keeps packets that come early.
        given_up: runs, and ranges of kept packets, that were dropped undecided, since there were too many.
        reads, copies: how many of the runs are READs and atomics, and how many are copies.
        changed: the index of the first run of which something may be known that was not when this was last set.
    """

    def __init__(self, expected: int | None) -> None:
        self.base = None if expected is None else Position(expected)
        self.entries: list[LoggedRequests] = []
        self.keeps = False
        self.given_up = 0
        self.reads = self.copies = self.changed = 0
        self._pieces = 0
        self._naks: dict[int, int] = {}  # PSNs of NAKs that runs prompt and that were not seen
        self._early: dict[int, int] = {}  # where ranges of early packets begin

    @property
    def position(self) -> Position:
        """Where the responder is behind all of them.

        Raises:
            ValueError: that is not known.
        """
        last = self._last
        if last is None:
            raise ValueError("the PSN that the responder expects is not known")
        return last

    @property
    def _last(self) -> Position | None:
        return self.base if self.base is None or not self.entries else self.entries[-1].after

    def continues(self, run: Run) -> bool:
        """Whether a run goes on with the last one, so that both are one."""
        if not run.continues or not self.entries:
            return False
        last = self.entries[-1]
        before = last.pieces[-1]
        if last.copy or before.end != run.first or before.reads != run.reads:
            return False
        reads = is_one_read(run) or is_one_read(before)
        return not reads and len(last.pieces) < MAX_RUNS and (self.base is None or run.acked <= last.after.expected)

    def extend(self, run: Run) -> None:
        """A run goes on with the last one."""
        last = self.entries[-1]
        last.pieces.append(run)
        self._pieces += 1
        last.sent = max(last.sent, run.sent, run.end)
        self._replay(len(self.entries) - 1)

    def append(self, entry: LoggedRequests) -> list[LoggedRequests]:
        """Add a run; returns the oldest ones if there are too many."""
        position = self._last
        self.entries.append(entry)
        self._count(entry, 1)
        if position is not None:
            entry.arrive(position, self.keeps)
            if entry.nak >= 0 or entry.early:
                self._note(entry, 1)
        if self._pieces <= MAX_RUNS:
            return []
        dropped = []
        while self._pieces > MAX_RUNS and len(self.entries) > 1:
            self.given_up += 1
            dropped.append(self._pop())
        return dropped

    def begin(self, expected: int) -> None:
        """The PSN that the responder expects is known; what came before is not told."""
        self.base = Position(expected)
        for entry in self.entries:
            entry.untold = True
        self._replay(0, len(self.entries))

    def rebase(self, expected: int) -> None:
        """The responder expected another PSN than was thought before the first of them."""
        self.base = Position(expected)
        for entry in self.entries:
            entry.acked = min(entry.acked, expected)
        self._replay(0, len(self.entries))

    def restart(self, expected: int) -> None:
        """The responder has just asked for a PSN: it has nothing of what came before."""
        self.entries.clear()
        self.reads = self.copies = self.changed = self._pieces = 0
        self._naks.clear()
        self._early.clear()
        self.base = Position(expected, expected)

    def keep_early(self) -> None:
        """This responder keeps packets that come early: think everything over."""
        self.keeps = True
        self._replay(0, len(self.entries))

    def passing(self, psn: int) -> int:
        """The index of the first run behind which the responder expects more than a PSN."""
        return bisect.bisect_right(self.entries, psn, key=_reached)

    def accepting(self, psn: int) -> int:
        """The index of the run whose packet with this PSN was taken as accepted; -1 for none."""
        at = self.passing(psn)
        if at < len(self.entries):
            entry = self.entries[at]
            if any(first <= psn < end for first, end in (entry.accepted, *entry.accepted_behind)):
                return at
        return -1

    def refuse(self, ranges: Iterable[tuple[int, int, int]], cause: int) -> None:
        """Packets of runs were not accepted: the indices of the runs, ascending, and PSNs."""
        start = at = len(self.entries)
        for at, first, end in ranges:
            entry, start = self.entries[at], min(start, at)
            entry.refused.append((first, end, cause))
            entry.refused.sort()
        self._replay(start, at)

    def keeping(self, psn: int) -> int:
        """The index of the run whose packet with this PSN came early, and was taken as kept; -1 for none."""
        return next(
            (at for at, entry in enumerate(self.entries) if any(first <= psn < end for first, end in entry.early)), -1
        )

    def came_once(self, psn: int, frame: int) -> bool:
        """Whether a PSN came in order, and not again before a packet."""
        copies = [entry for entry in self.entries if entry.first <= psn < entry.end and entry.frame < frame]
        return len(copies) == 1 and not copies[0].pieces[0].again

    def arrive_late(self, run: Run, frame: int) -> None:
        """A packet that seemed to be lost was late: it came behind a NAK.

        Args:
            run: the packet.
            frame: the number of the NAK.
        """
        at = next((at for at, entry in enumerate(self.entries) if entry.frame > frame), len(self.entries))
        before = self.entries[at - 1] if at else None
        if before is None:
            return  # it is settled
        entry = LoggedRequests([run], before.acked, before.sent, untold=True)
        self.entries.insert(at, entry)
        self._count(entry, 1)
        self._replay(at)

    def see_nak(self, psn: int, frame: int) -> bool:
        """A NAK is there; returns whether it was predicted: the tap saw the gap as the responder did."""
        if psn not in self._naks:
            return False
        for entry in itertools.islice(self.entries, self.passing(psn - 1), None):
            if entry.after.expected > psn:
                break
            if entry.nak == psn and entry.nak_seen != psn and entry.frame < frame:
                self._note(entry, -1)
                entry.nak_seen = psn
                self._note(entry, 1)
                return True
        return False

    def has_early(self, expected: int) -> bool:
        """Whether packets came early, right behind what the responder lacked, and did not come again.

        A copy that came again and was not accepted, as a NAK said, may have been late only.
        """
        if expected not in self._early:
            return False
        last = next((entry for entry in reversed(self.entries) if entry.first <= expected < entry.end), None)
        return last is not None and any(first == expected for first, _ in last.early)

    def pop_final(self, acked: int) -> Iterator[LoggedRequests]:
        """The runs behind which the responder has answered something that was sent later: nothing changes them."""
        while self.entries and self.entries[0].sent < acked:
            yield self._pop()

    def has_final(self, acked: int) -> bool:
        """Whether `pop_final` has any."""
        return bool(self.entries) and self.entries[0].sent < acked

    def state(self) -> State:
        """What is known, as integers."""
        base = self.base or NOWHERE
        rows = enumerate(self.entries)
        return {
            "known": self.base is not None,
            "expected": base.expected,
            "asked": base.asked,
            "drops": base.drops,
            "keeps": self.keeps,
            "log_given_up": self.given_up,
            "kept": list(base.kept),
            "log": [tuple(int(getattr(entry, name)) for name in _NUMBERS) for entry in self.entries],
            "pieces": [(at, *run_to_ints(run)) for at, entry in rows for run in entry.pieces],
            "refused": [(at, *refused) for at, entry in enumerate(self.entries) for refused in entry.refused],
            "proof": [(at, frame) for at, entry in enumerate(self.entries) for frame in entry.proof],
        }

    def restore(self, state: State) -> None:
        """Go on with what was known.

        Raises:
            ValueError: it is no state of this class.
        """
        kept = tuple((first, end) for first, end in table(state, "kept"))
        base = Position(number(state, "expected"), number(state, "asked"), kept, bool(number(state, "drops")))
        self.base = base if number(state, "known") else None
        self.keeps, self.given_up = bool(number(state, "keeps")), number(state, "log_given_up")
        self.entries = [LoggedRequests([], 0, 0) for _ in table(state, "log")]
        for entry, row in zip(self.entries, table(state, "log"), strict=True):
            for name, value in zip(_NUMBERS, row, strict=True):
                setattr(entry, name, type(getattr(entry, name))(value))
        for at, *values in table(state, "pieces"):
            self.entries[at].pieces += filter(None, [run_from_ints(values)])
        for at, first, end, cause in table(state, "refused"):
            self.entries[at].refused.append((first, end, cause))
        for at, frame in table(state, "proof"):
            self.entries[at].proof.append(frame)
        for entry in self.entries:
            self._count(entry, 1)
        self._replay(0, len(self.entries))

    def pop_all(self) -> Iterator[LoggedRequests]:
        """All of them."""
        while self.entries:
            yield self._pop()

    def _pop(self) -> LoggedRequests:
        entry = self.entries.pop(0)
        self._count(entry, -1)
        if entry.nak >= 0 or entry.early:
            self._note(entry, -1)
        self.changed = max(0, self.changed - 1)
        self.given_up += entry.dropped
        if self.base is not None:
            self.base = entry.after
        return entry

    def _replay(self, at: int, until: int = 0) -> None:
        """The responder takes the runs from one on, again.

        Behind `until`, what follows a run that leaves it where it was before stays.
        """
        self.changed = min(self.changed, at)
        if self.base is None:
            return
        position = self.entries[at - 1].after if at else self.base
        for index in range(at, len(self.entries)):
            entry = self.entries[index]
            before = entry.after
            self._note(entry, -1)
            entry.arrive(position, self.keeps)
            self._note(entry, 1)
            position = entry.after
            if position == before and index >= until:
                break

    def _count(self, entry: LoggedRequests, more: int) -> None:
        pieces = entry.pieces
        self._pieces += more * len(pieces)
        if pieces[0].reads:
            self.reads += more
        if entry.copy:
            self.copies += more

    def _note(self, entry: LoggedRequests, more: int) -> None:
        """What a run prompts and leaves early can be looked up."""
        if entry.nak >= 0 and entry.nak != entry.nak_seen:
            _add(self._naks, entry.nak, more)
        for first, _ in entry.early:
            _add(self._early, first, more)


def _add(counts: dict[int, int], psn: int, more: int) -> None:
    """Count, and keep no zeros."""
    count = counts.get(psn, 0) + more
    if count:
        counts[psn] = count
    else:
        del counts[psn]


def _absorb(expected: int, kept: tuple[Range, ...]) -> tuple[int, tuple[Range, ...]]:
    """The PSN expected when what was kept at it is passed, and what is kept behind that; ranges ascend."""
    at = 0
    while at < len(kept) and kept[at][0] <= expected:
        expected = max(expected, kept[at][1])
        at += 1
    return expected, kept[at:]


def _merged(ranges: Iterable[Range]) -> list[Range]:
    """The same PSNs as ranges that do not touch, ascending."""
    merged: list[Range] = []
    for first, end in sorted(ranges):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((first, end))
    return merged


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
