"""The truth as one tap could know it: which frames were lost, overtaken and copied before it and behind it."""

from __future__ import annotations

from collections import Counter
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


class Range(NamedTuple):
    """PSNs, both ends included."""

    first: int
    last: int

    def overlaps(self, first: int, count: int) -> bool:
        """Whether some of so many PSNs are in it."""
        length = ((self.last - self.first) & PSN_MASK) + 1
        return (first - self.first) & PSN_MASK < length or (self.first - first) & PSN_MASK < count


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
        what: ``fault``, ``late``, ``copy``, ``packet`` or ``taken``.
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

    def frame(self, packet: int) -> Frame:
        """The frame of a packet of the capture, from 1."""
        return self.truth.frames[self.records[packet - 1]]

    def conversation(self, number: int) -> Conversation:
        """To which a frame belongs."""
        frame = self.truth.frames[number]
        return Conversation(self._pairs[number], 3 - frame.node if frame.is_answer else frame.node)

    def numbers(self, of: Conversation, answers: bool, psns: Range | None = None) -> list[int]:
        """The frames of a conversation: what was asked, or what was answered; only those with some of these PSNs."""
        return [
            number
            for number, frame in self._sorted.get((of, answers), [])
            if psns is None or psns.overlaps(frame.psn, frame.psns(self.truth.mtu))
        ]

    @cached_property
    def _sorted(self) -> dict[tuple[Conversation, bool], list[tuple[int, Frame]]]:
        found: dict[tuple[Conversation, bool], list[tuple[int, Frame]]] = {}
        for number, frame in enumerate(self.truth.frames):
            found.setdefault((self.conversation(number), frame.is_answer), []).append((number, frame))
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

    def again(self, of: Conversation) -> list[int]:
        """The requests of a conversation with PSNs that were sent before."""
        found = []
        end = self.truth.pairs[of.pair].psns[of.asker]
        for number in self.numbers(of, answers=False):
            frame = self.truth.frames[number]
            following = (frame.psn + frame.psns(self.truth.mtu)) & PSN_MASK
            if (frame.psn - end) & PSN_MASK >= _HALF:
                found.append(number)
            if (following - end) & PSN_MASK < _HALF:
                end = following
        return found

    def taken(self, of: Conversation) -> list[Taken]:
        """What the responder of a reliable connection did with the requests that came to it.

        It refuses as many as it has sent RNR NAKs for.  Nothing is executed behind a NAK that ends the connection.
        """
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
