"""Requests in the order in which the tap saw them, and what the responder did with them as far as is known.

The log is optimistic: what the tap saw was received.  Where an answer shows that a packet was not, that packet is
marked as refused, and the log is replayed from there.

Source: IBA 1, 9.7.4.1.
"""

from __future__ import annotations

import bisect
import itertools
import operator
from collections.abc import Iterable, Iterator

from ibpkt.analysis.recovery.logged_requests import NOWHERE, LoggedRequests, Position, merged
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import State, number, run_from_ints, run_to_ints, table

#: what a state has of each run, besides tables
_NUMBERS = ("acked", "sent", "untold", "copy", "wanted", "answers", "nak_seen", "unsure", "repeated", "silent")
MAX_RUNS = 1024
#: a NAK that comes so many times sooner after a repetition than that came after the run before may answer either
SOONER = 4
#: tries in a row that nothing answers, behind which it is not known that they arrive
MIN_TRIES = 2


#: where the responder is behind a run: it never goes back, so runs are in this order
_reached = operator.attrgetter("reached")


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
        self.keeps: bool = False
        self.given_up: int = 0
        self.reads: int = 0
        self.copies: int = 0
        self.changed: int = 0
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
        reads = run.is_one_read or before.is_one_read
        return not reads and len(last.pieces) < MAX_RUNS and (self.base is None or run.acked <= last.after.expected)

    def extend(self, run: Run) -> None:
        """A run goes on with the last one."""
        self.entries[-1].extend(run)
        self._pieces += 1
        self._replay(len(self.entries) - 1)

    def append(self, entry: LoggedRequests) -> list[LoggedRequests]:
        """Add a run; returns the oldest ones if there are too many."""
        entries, position = self.entries, self.base
        if position is not None:
            entry.arrive(entries[-1].after if entries else position, self.keeps)
            if entry.early or entry.nak >= 0:
                self._note(entry, 1)
        entries.append(entry)
        self._count(entry)
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
        if not self.entries or self.entries[-1].reached <= psn:
            return len(self.entries)
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

    def refuse_packet(self, at: int, of: int, psn: int, cause: int) -> None:
        """One packet was not accepted.

        Args:
            at: the index of the run with which the responder got to it.
            of: the index of the run that it came in.
            psn: its first PSN.
            cause: why.
        """
        piece = self.entries[of].piece_of(psn)
        self.refuse([(at, psn, piece.end if piece.is_one_read else psn + 1)], cause)

    def repeating(self, psn: int, frame: int) -> int:
        """The index of the last run up to a packet whose request with this PSN was executed before; -1 for none."""
        for at in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[at]
            if any(first <= psn < end for first, end in entry.duplicates) and entry.frame_of(psn) <= frame:
                return at
        return -1

    def keeping(self, psn: int) -> int:
        """The index of the run whose packet with this PSN came early, and was taken as kept; -1 for none."""
        return next(
            (at for at, entry in enumerate(self.entries) if any(first <= psn < end for first, end in entry.early)), -1
        )

    def came_once(self, psn: int, frame: int) -> bool:
        """Whether a PSN came in order, and not again before a packet."""
        copies = [entry for entry in self.entries if entry.first <= psn < entry.end and entry.frame < frame]
        return len(copies) == 1 and not copies[0].pieces[0].again

    def answered_later(self, at: int, psn: int, nak: Run, since: int, until: int) -> tuple[LoggedRequests | None, int]:
        """The later repetition that a NAK may answer, if the run from one on that it was taken for never arrived.

        The requester waited long before the repetition, and the NAK came soon behind its beginning, or behind the PSN;
        or the NAK answers nothing from so long ago.

        Args:
            at: the index of the run.
            psn: the PSN that the NAK asks for.
            nak: the NAK.
            since, until: the times between which what it may answer came, in nanoseconds since the epoch.

        Returns:
            The last run of it, and the time from which on it may answer requests.
        """
        again = [
            other
            for other in range(at + 1, len(self.entries))
            if (entry := self.entries[other]).frame < nak.frame
            and psn < entry.end
            and entry.pieces[0].again
            and not entry.copy
        ]
        if not again:
            return None, since
        came, start = self.entries[at].time_of(psn), self._begins(again[-1])
        began = self.entries[start].pieces[0].time
        pause = began - self.entries[start - 1].pieces[-1].last_time if start else 0
        # what came before a pause is answered behind it only if an answer takes longer than that
        is_behind = SOONER * (nak.time - self._since(start, again[-1], psn, until)) < pause
        is_later = is_behind or came <= since or SOONER * (nak.time - began) < began - came
        return self.entries[again[-1]] if is_later else None, max(since, began) if is_behind else since

    def _since(self, start: int, at: int, psn: int, until: int) -> int:
        """When a repetition had sent a PSN, if what follows that may have prompted a NAK for it; else, when it began.

        Args:
            start, at: the indices of the first run of the repetition, and of the last.
            psn: the PSN.
            until: the time up to which the NAK may answer requests, in nanoseconds since the epoch.
        """
        for index in range(start, at + 1):
            entry = self.entries[index]
            if entry.first <= psn < entry.end:
                following = entry.time_of(psn + 1) if psn + 1 < entry.end else until + 1
                if index < at:
                    following = min(following, self.entries[index + 1].pieces[0].time)
                if following <= until:
                    return entry.time_of(psn)
                break
        return self.entries[start].pieces[0].time

    def came_behind(self, psn: int, frame: int) -> bool:
        """Whether a packet was overtaken by the NAK that asks for it: then it was there before it is sent again."""
        at = self.accepting(psn)
        return at >= 0 and self.entries[at].frame_of(psn) > frame

    def has_sent_part(self, run: Run) -> bool:
        """Whether a READ asks for the rest of one that was executed, as its first responses show."""
        first, acked = run.first, run.acked
        if acked <= 0 or not self.reads:
            return False
        at = self.accepting(first)
        if at < 0 or not self.entries[at].reads:
            return False
        pieces = self.entries[at].pieces
        return any(piece.is_one_read and piece.first < min(first, acked) and first < piece.end for piece in pieces)

    def was_lost(self, psn: int, behind: int) -> bool:
        """Whether a packet came only when it was sent again, and no answer went past it before.

        What came late comes by itself; a repetition has packets that came before, in front of it or `behind`.
        """
        at = self.accepting(psn)
        if at < 0 or self.keeps:
            return False
        entry = self.entries[at]
        run = entry.piece_of(psn)
        is_repetition = run.again and run.late != 1 and (bool(entry.duplicates) or entry.end > behind)
        return is_repetition and run.acked <= psn

    def tries(self, at: int, psn: int, frame: int, since: int) -> list[tuple[int, int, int]]:
        """The runs that brought a PSN before anything behind it that a NAK for it can answer, as `refuse` takes them.

        Nothing else makes a responder ask (IBA 1, 9.7.5.2.8): so it got none of these.  One that keeps what comes early
        asks for each PSN that it lacks, in its turn: only the first of these is known to be missing.

        Args:
            at: the index of the run that seemed to bring the PSN first.
            psn: the PSN.
            frame: the number of the NAK.
            since: the time from which on it may answer requests, in nanoseconds since the epoch.
        """
        found: list[tuple[int, int, int]] = []
        for index in range(at, len(self.entries)):
            entry = self.entries[index]
            if entry.frame >= frame:
                break
            if entry.copy or entry.end <= psn:
                continue
            end = psn
            if entry.first <= psn:
                piece = entry.piece_of(psn)
                end = piece.end if piece.is_one_read else psn + 1
                if entry.frame_of(psn) <= frame:  # an estimate may be the number of the NAK
                    found.append((index, psn, end))
            if (
                end < entry.end
                and entry.frame_of(max(end, entry.first)) < frame
                and entry.pieces[-1].last_time >= since
            ):
                return found[:1] if self.keeps else found
        return found[:1]

    def has_all_before(self, at: int, psn: int, frame: int) -> bool:
        """Whether the responder had all before a PSN when a run came: it was acknowledged before it was sent again.

        Args:
            at: the index of the run.
            psn: the PSN, which the responder expects now.
            frame: the number of the packet that shows that.
        """
        if self.entries[at].acked >= psn:
            return True
        later = itertools.islice(self.entries, at + 1, None)
        return all(max(entry.first, entry.acked) >= psn for entry in later if entry.frame < frame and not entry.copy)

    def comes_behind_again(self, at: int, psn: int, end: int, frame: int, until: int) -> bool:
        """Whether what follows a PSN may have prompted a NAK for it only when what is before it had come again.

        Args:
            at: the index of a run that had the PSN.
            psn, end: the PSNs of that packet.
            frame: the number of the NAK.
            until: the time up to which what it may answer came, in nanoseconds since the epoch.
        """
        if self.keeps:
            return False  # it asks for each PSN that it lacks, in its turn
        goes_back = False
        for entry in itertools.islice(self.entries, at + 1, None):
            if not entry.copy and entry.frame < frame and entry.pieces[0].time <= until:
                goes_back |= max(entry.first, entry.acked) < psn
                if goes_back and entry.end > end and entry.time_of(max(entry.first, end)) <= until:
                    return True
        return False

    def mark_unsure(self, at: int, later: LoggedRequests, nak: Run) -> bool:
        """Mark the runs behind one, up to a NAK that may answer a later one: it is not known which of them arrived.

        Returns:
            Whether that is so: nothing was answered in between.
        """
        entry = self.entries[at]
        if later.acked > entry.acked or entry.answers or any(frame < later.frame for frame in entry.proof):
            return False
        for entry in itertools.islice(self.entries, at + 1, None):
            entry.unsure |= entry.frame < nak.frame
        return True

    def _begins(self, at: int) -> int:
        """The index of the first run of the repetition that a run belongs to."""
        entries = self.entries
        while at and entries[at - 1].end <= entries[at].first:
            at -= 1
        return at

    def lacking(self, at: int, psn: int, nak: Run) -> list[tuple[int, int, int]]:
        """What the responder had not got when it asked for a PSN behind a later repetition; nothing if it did not.

        The repetition began before the PSN, and what came behind this has prompted the NAK.  A responder asks once
        (IBA 1, 9.7.5.2.8): so it did not get as far as that by any run before, or nothing came behind.

        Args:
            at: the index of the run that was taken for the one that brought it there.
            psn: the PSN.
            nak: the NAK.

        Returns:
            Indices of runs and PSNs, as `refuse` takes them.
        """
        entries = self.entries
        before = [other for other in range(at + 1, len(entries)) if entries[other].frame < nak.frame]
        having = [other for other in before if entries[other].first <= psn < entries[other].end]
        if not having or self.keeps:
            return []
        again = having[-1]
        entry = entries[again]
        goes_on = psn + 1 < entry.end and entry.frame_of(psn + 1) < nak.frame
        if not goes_on and not any(other > again and entries[other].first > psn for other in before):
            return []
        start = self._begins(again)
        if entries[start].first >= psn or not self._is_sooner(nak.time - entry.time_of(psn), again, start, psn):
            return []
        acked = entries[start].acked
        if any(piece.is_one_read and acked < piece.end <= psn for old in entries[:start] for piece in old.pieces):
            return []  # a NAK waits for the responses to READs in front of it
        began = self._begins(at)
        expected = max(entries[began].expected, nak.acked)
        earlier = ((other, max(entries[other].first, expected)) for other in range(began, start))
        lost = [(other, first, entries[other].end) for other, first in earlier if not entries[other].copy]
        return [*(part for part in lost if part[1] < part[2]), (again, psn, psn + 1)]

    def _is_sooner(self, waited: int, again: int, start: int, psn: int) -> bool:
        """Whether a PSN was answered much sooner than it came again behind the last run with it before a repetition."""
        sent = self.entries[again].time_of(psn)
        tries = (entry for entry in reversed(self.entries[:start]) if entry.first <= psn < entry.end and not entry.copy)
        last = next(tries, None)
        return last is not None and SOONER * waited < sent - last.time_of(psn)

    def note_repeated(self, again: LoggedRequests, answered: int) -> None:
        """Requests come again: so do those of runs before that nothing was answered behind, if they are several.

        One ACK may have been lost before the tap; behind several tries nothing shows that any has arrived.

        Args:
            again: the requests, which may be the last of the log.
            answered: when the latest answer before them came.
        """
        first, end = again.first, again.end
        tries: list[LoggedRequests] = []
        for entry in reversed(self.entries):
            if entry is again:
                continue
            if entry.pieces[0].time <= answered:
                break
            if first <= entry.first < end:
                tries.append(entry)
        if len(tries) >= MIN_TRIES:
            for entry in tries:
                entry.repeated = True

    def has_acked_each(self, expected: int) -> bool:
        """Whether an ACK was repeated for each of several duplicates that came when the responder expected a PSN."""
        same = (entry for entry in self.entries if entry.expected == expected and not entry.reads)
        return any(1 < entry.answers == entry.packets(entry.duplicates) for entry in same)

    def arrive_late(self, run: Run, frame: int, *, before_repetition: bool) -> None:
        """A packet that seemed to be lost was late: it came behind a NAK.

        Args:
            run: the packet.
            frame: the number of the NAK.
            before_repetition: an answer shows that it came before it was sent again.
        """
        at = next((at for at, entry in enumerate(self.entries) if entry.frame > frame), len(self.entries))
        before = self.entries[at - 1] if at else None
        if before is None:
            return  # it is settled
        entry = LoggedRequests([run], before.acked, before.sent, untold=True)
        if not before_repetition:
            again = (entry for entry in self.entries[at:] if entry.first <= run.first < entry.end and not entry.copy)
            repetition = next(again, None)
            if repetition is not None:
                repetition.unordered = merged([*repetition.unordered, (run.first, run.end)])
        self.entries.insert(at, entry)
        self._count(entry)
        self._replay(at)

    def see_nak(self, psn: int, frame: int, since: int) -> bool:
        """A NAK is there; returns whether it was predicted: the tap saw the gap as the responder did.

        Args:
            psn, frame: the PSN that it asks for, and its number.
            since: the time before which nothing came that it still answers, in nanoseconds since the epoch.
        """
        if psn not in self._naks:
            return False
        for entry in itertools.islice(self.entries, self.passing(psn - 1), None):
            if entry.after.expected > psn:
                break
            is_due = entry.nak == psn and entry.nak_seen != psn
            if is_due and entry.frame < frame and entry.pieces[-1].last_time > since:
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

    def pop_final(self, acked: int) -> LoggedRequests | None:
        """The oldest run, if the responder has answered something that was sent later: nothing changes it.

        Runs of which there is nothing to tell are left out; None for no more.
        """
        while self.entries and self.entries[0].sent < acked:
            entry = self._pop()
            if entry.duplicates or entry.nak >= 0 or entry.early:
                return entry
        return None

    def has_final(self, acked: int) -> bool:
        """Whether nothing changes the oldest run any more."""
        return bool(self.entries) and self.entries[0].sent < acked

    def state(self) -> State:
        """What is known, as integers."""
        base = self.base or NOWHERE
        rows = [*enumerate(self.entries)]
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
            "refused": [(at, *refused) for at, entry in rows for refused in entry.refused],
            "responses": [(at, *part) for at, entry in rows for part in entry.answered],
            "unordered": [(at, *part) for at, entry in rows for part in entry.unordered],
            "proof": [(at, frame) for at, entry in rows for frame in entry.proof],
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
        rows = table(state, "log")
        pieces: list[list[Run]] = [[] for _ in rows]
        for at, *values in table(state, "pieces"):
            pieces[at] += filter(None, [run_from_ints(values)])
        self.entries = [LoggedRequests(runs, 0, 0) for runs in pieces]
        for entry, row in zip(self.entries, rows, strict=True):
            for name, value in zip(_NUMBERS, row, strict=True):
                setattr(entry, name, type(getattr(entry, name))(value))
        for at, first, end, cause in table(state, "refused"):
            self.entries[at].refused.append((first, end, cause))
        for at, first, end in table(state, "responses"):
            self.entries[at].answered.append((first, end))
        for at, first, end in table(state, "unordered"):
            self.entries[at].unordered.append((first, end))
        for at, frame in table(state, "proof"):
            self.entries[at].proof.append(frame)
        for entry in self.entries:
            self._count(entry)
        self._replay(0, len(self.entries))

    def pop_all(self) -> Iterator[LoggedRequests]:
        """All of them."""
        while self.entries:
            yield self._pop()

    def _pop(self) -> LoggedRequests:
        entry = self.entries.pop(0)
        self._pieces -= len(entry.pieces)
        self.reads -= entry.reads
        self.copies -= entry.copy
        if entry.nak >= 0 or entry.early:
            self._note(entry, -1)
        if self.changed:
            self.changed -= 1
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

    def _count(self, entry: LoggedRequests) -> None:
        self._pieces += len(entry.pieces)
        self.reads += entry.reads
        self.copies += entry.copy

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
