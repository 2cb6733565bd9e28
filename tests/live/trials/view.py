"""The truth as one tap could know it: which frames were lost, overtaken and copied before it and behind it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from ibpkt.protocols import PSN_MASK
from tests.live.trials.cable import TAPS
from tests.live.trials.truth import Frame, Truth

_HALF = 1 << 23


class Conversation(NamedTuple):
    """What one node asks of the other on one of the pairs of queue pairs.

    Attributes:
        pair: the index of the queue pairs.
        asker: the node.
    """

    pair: int
    asker: int


class Range:
    """PSNs, both ends included.

    Args:
        first, last: the ends.
    """

    def __init__(self, first: int, last: int) -> None:
        self._first, self._count = first, ((last - first) & PSN_MASK) + 1

    @classmethod
    def of(cls, first: int, count: int) -> Range:
        """So many PSNs."""
        return cls(first, (first + count - 1) & PSN_MASK)

    def __iter__(self) -> Iterator[int]:
        return ((self._first + offset) & PSN_MASK for offset in range(self._count))

    def __contains__(self, psn: int) -> bool:
        return (psn - self._first) & PSN_MASK < self._count


class Taken(NamedTuple):
    """A request as it came to its responder.

    Attributes:
        number: of the frame.
        expected: the PSN that the responder expected.
        how: ``executed``, ``duplicate``, ``ahead``, ``refused`` or ``nobody`` (its queue pair was destroyed).
    """

    number: int
    expected: int
    how: str


class Evidence(NamedTuple):
    """Something that happened, which proves one packet of a finding.

    Attributes:
        number: of the frame that it happened to.
        what: ``fault``, ``late``, ``early``, ``copy``, ``packet`` or ``taken``.
        place: which of these it is.
    """

    number: int
    what: str
    place: int


class View:
    """The truth of a trial, for one tap."""

    def __init__(self, truth: Truth, tap: str) -> None:
        self.truth = truth
        self.records = truth.taps[tap]
        self._at = TAPS.index(tap)
        self._pairs = [truth.pair_of(frame) for frame in truth.frames]
        #: what `again` and `taken` have found
        self._again: dict[Conversation, set[int]] = {}
        self._taken: dict[Conversation, list[Taken]] = {}
        self._places: dict[Conversation, dict[int, list[tuple[int, Taken]]]] = {}

    def frame(self, packet: int) -> Frame:
        """The frame of a packet of the capture, from 1."""
        return self.truth.frames[self.records[packet - 1]]

    def conversation(self, number: int) -> Conversation:
        """To which a frame belongs."""
        frame = self.truth.frames[number]
        return Conversation(self._pairs[number], 3 - frame.node if frame.is_answer else frame.node)

    def numbers(self, of: Conversation, answers: bool, psns: Range | None = None) -> list[int]:
        """The frames of a conversation: what was asked, or what was answered; only those with some of these PSNs."""
        by_psn = self._by_psn.get((of, answers), {})
        wanted = by_psn if psns is None else psns
        return sorted({number for psn in wanted for number in by_psn.get(psn, ())})

    def psns(self, number: int) -> Range:
        """Those that a frame takes."""
        frame = self.truth.frames[number]
        return Range.of(frame.psn, frame.psns(self.truth.mtu))

    @cached_property
    def _by_psn(self) -> dict[tuple[Conversation, bool], dict[int, list[int]]]:
        found: dict[tuple[Conversation, bool], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for number, frame in enumerate(self.truth.frames):
            for psn in self.psns(number):
                found[self.conversation(number), frame.is_answer][psn].append(number)
        return found

    def _is_before(self, number: int, stretch: int) -> bool:
        """Whether a frame went through a stretch before it came to the tap."""
        return (stretch <= self._at) == (self.truth.frames[number].node == 2)

    def faults(self, fault: str, numbers: list[int], before: bool | None = None) -> list[Evidence]:
        """What the ledger has of these frames, before the tap or behind it."""
        wanted = set(numbers)
        return [
            Evidence(entry.number, "fault", place)
            for place, entry in enumerate(self.truth.ledger)
            if entry.fault == fault
            and entry.number in wanted
            and (before is None or self._is_before(entry.number, entry.stretch) == before)
        ]

    @cached_property
    def copies(self) -> list[Evidence]:
        """The packets of the capture that are copies of earlier ones."""
        seen: set[int] = set()
        found = []
        for packet, number in enumerate(self.records, 1):
            if number in seen:
                found.append(Evidence(number, "copy", packet))
            seen.add(number)
        return found

    @cached_property
    def late(self) -> list[Evidence]:
        """The packets of the capture before which the same sender's later ones of the same conversation came."""
        return list(self._late(self.records))

    @cached_property
    def late_at_end(self) -> list[Evidence]:
        """Likewise of what the two nodes received."""
        return [each for received in self.truth.received.values() for each in self._late(received)]

    @cached_property
    def early_at_end(self) -> list[Evidence]:
        """What the two nodes received before an earlier frame of the same sender's in the same conversation."""
        found = []
        for received in self.truth.received.values():
            oldest: dict[tuple[Conversation, bool], int] = {}
            for place, number in reversed(list(enumerate(received, 1))):
                key = self.conversation(number), self.truth.frames[number].is_answer
                if number > oldest.get(key, number):
                    found.append(Evidence(number, "early", place))
                oldest[key] = min(number, oldest.get(key, number))
        return found

    def _late(self, numbers: list[int]) -> Iterator[Evidence]:
        newest: dict[tuple[Conversation, bool], int] = {}
        for place, number in enumerate(numbers, 1):
            key = self.conversation(number), self.truth.frames[number].is_answer
            if number < newest.get(key, -1):
                yield Evidence(number, "late", place)
            newest[key] = max(number, newest.get(key, -1))

    def arrived(self, number: int) -> bool:
        """Whether a frame came to its receiver."""
        return number in self._received

    @cached_property
    def _received(self) -> set[int]:
        return {number for received in self.truth.received.values() for number in received}

    def again(self, of: Conversation) -> set[int]:
        """The requests of a conversation with PSNs that were sent before."""
        if of not in self._again:
            self._again[of] = set(self._sent_again(of))
        return self._again[of]

    def _sent_again(self, of: Conversation) -> Iterator[int]:
        end = self.truth.pairs[of.pair].psns[of.asker]
        for number in self.numbers(of, answers=False):
            frame = self.truth.frames[number]
            following = (frame.psn + frame.psns(self.truth.mtu)) & PSN_MASK
            if (frame.psn - end) & PSN_MASK >= _HALF:
                yield number
            if (following - end) & PSN_MASK < _HALF:
                end = following

    def taken(self, of: Conversation) -> list[Taken]:
        """What the responder of a reliable connection did with the requests that came to it.

        It refuses as many as it has sent RNR NAKs for.  Nothing is executed behind a NAK that ends the connection.
        """
        if of not in self._taken:
            self._taken[of] = self._take(of)
        return self._taken[of]

    def taken_of(self, of: Conversation, numbers: list[int]) -> list[tuple[int, Taken]]:
        """Likewise what became of these frames; each with its place among all of the conversation."""
        if of not in self._places:
            self._places[of] = defaultdict(list)
            for place, each in enumerate(self.taken(of)):
                self._places[of][each.number].append((place, each))
        return [each for number in numbers for each in self._places[of].get(number, ())]

    def _take(self, of: Conversation) -> list[Taken]:
        truth, expected, found = self.truth, self.truth.pairs[of.pair].psns[of.asker], []
        answers = [truth.frames[number] for number in self.numbers(of, answers=True)]
        not_ready = Counter(frame.psn for frame in answers if frame.is_rnr_nak)
        refused = {frame.psn for frame in answers if frame.is_refusal}
        wanted = set(self.numbers(of, answers=False))
        destroyed = truth.pairs[of.pair].destroyed.get(3 - of.asker)
        for place, number in enumerate(truth.received[3 - of.asker]):
            if number not in wanted:
                continue
            frame = truth.frames[number]
            how = "executed"
            if destroyed is not None and place >= destroyed:
                how = "nobody"
            elif frame.psn != expected:
                how = "ahead" if (frame.psn - expected) & PSN_MASK < _HALF else "duplicate"
            elif frame.psn in refused or not_ready[frame.psn]:
                how = "refused"
                not_ready[frame.psn] -= 1
            found.append(Taken(number, expected, how))
            if how == "executed":
                expected = (expected + frame.psns(truth.mtu)) & PSN_MASK
        return found
