"""What a responder does with requests, set against one that takes packet by packet and keeps sets of PSNs."""

from __future__ import annotations

import dataclasses
import itertools

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

from ibpkt.analysis.recovery.logged_requests import (
    FATAL,
    MAX_KEPT,
    NOT_READY,
    NOT_RECEIVED,
    LoggedRequests,
    Position,
    common,
    merged,
    without,
)
from ibpkt.analysis.recovery.run import Run, RunKind

MOST = 16
CAUSES = st.sampled_from((NOT_RECEIVED, NOT_READY, FATAL))


def requests(first, end, frame=1, **values):
    """A run of requests, a packet a PSN; a frame number each."""
    count = values.pop("packets", end - first)
    run = Run(RunKind.REQUESTS, first, end, count, frame, frame + count - 1, 0, 0, first, 0)
    return run.replace(**values)


@dataclasses.dataclass
class Responder:
    """One that takes packet by packet (IBA 1, 9.7.5.1.1 and 9.7.5.2.8), and may keep what comes early.

    Attributes:
        expected: the PSN that it expects.
        kept: what came early.
        asked: what its last NAK asked for; None for no NAK that is still open.
        waits: it was not ready for the PSN that it expects.
    """

    expected: int = 0
    kept: set[int] = dataclasses.field(default_factory=set)
    asked: int | None = None
    waits: bool = False

    def take(self, psns, refused, acked, keeps):
        """Take the packets of a run.

        Returns:
            PSNs of duplicates, of those accepted, of early ones; the PSN of the NAK that it sends, or None.
        """
        if acked > self.expected:
            self._go_on(acked)
        self.kept -= {psn for psn, cause in refused.items() if cause == NOT_READY}
        self._pass_kept()
        started = self.expected
        duplicates, accepted, early = set(), set(), set()
        for psn in psns:
            if refused.get(psn) == FATAL:
                break  # the connection is broken (IBA 1, 9.9.3)
            if psn in refused:
                continue
            if psn < self.expected or psn in self.kept:
                duplicates.add(psn)
            elif psn == self.expected:
                accepted.add(psn)
                self._go_on(psn + 1)
                self._pass_kept()
            else:
                early.add(psn)
        if keeps and not self.waits:
            self.kept |= early
        if refused.get(self.expected) == NOT_READY:
            self.waits, self.asked, self.kept = True, None, set()
        lacks = early or (self.kept and self.expected > started)
        if not lacks or self.asked == self.expected:
            return duplicates, accepted, early, None
        self.asked = self.expected
        return duplicates, accepted, early, self.asked

    def _go_on(self, expected):
        self.expected, self.waits = expected, False

    def _pass_kept(self):
        while self.expected in self.kept:
            self._go_on(self.expected + 1)
        self.kept = {psn for psn in self.kept if psn > self.expected}


def psns_of(ranges):
    found = [psn for first, end in ranges for psn in range(first, end)]
    assert len(found) == len(set(found))
    return set(found)


@st.composite
def trains(draw):
    """The PSNs of a run, the PSNs of it that were refused, with the cause, and what answers had proved by then."""
    first = draw(st.integers(0, MOST - 1))
    end = draw(st.integers(first + 1, MOST))
    refused = draw(st.lists(st.tuples(st.integers(first, end - 1), CAUSES), max_size=2, unique_by=lambda each: each[0]))
    return first, end, dict(refused), draw(st.sampled_from((0, 0, 0, 3, 6))), draw(st.integers(0, 5)) == 0


@settings(max_examples=100)
@given(st.lists(trains(), min_size=1, max_size=8), st.booleans())
@example([(2, 4, {}, 0, False), (6, 8, {}, 0, False), (0, 6, {}, 0, False)], True)  # a hole, and one behind it
@example([(1, 3, {}, 0, False), (4, 5, {}, 0, False), (0, 2, {}, 0, False)], True)  # it asks for 3
@example([(0, 4, {1: NOT_READY}, 0, False), (2, 4, {}, 0, False), (1, 4, {}, 0, False)], True)  # and keeps nothing
@example([(0, 4, {1: NOT_READY}, 0, False), (2, 4, {}, 3, False), (6, 7, {}, 0, False)], True)  # until it has come
@example([(0, 4, {1: NOT_READY}, 0, False), (0, 1, {}, 0, False), (0, 2, {}, 0, False)], True)
@example([(0, 4, {1: NOT_READY}, 0, False), (2, 4, {2: NOT_READY}, 0, False), (0, 3, {0: NOT_READY}, 0, False)], True)
@example([(0, 2, {}, 0, False), (5, 7, {}, 3, False), (8, 9, {}, 0, False)], True)  # what is lacked is only 3 and 4
@example([(0, 4, {}, 0, False), (0, 4, {}, 0, True)], False)
@example([(0, 4, {1: FATAL}, 0, False)], False)  # behind that nothing is taken
@example([(0, 4, {}, 0, False), (0, 4, {1: FATAL}, 0, False)], True)
def test_as_a_responder_that_takes_packet_by_packet(runs, keeps):
    model, position = Responder(), Position(0)
    for first, end, refused, acked, copy in runs:
        entry = LoggedRequests([requests(first, end)], acked, MOST, copy=copy)
        entry.refused = sorted((psn, psn + 1, cause) for psn, cause in refused.items())
        if copy:  # whoever made it, it changes nothing
            entry.refused = []
            entry.arrive(position, keeps)
            expected = max(acked, model.expected)
            while expected in model.kept:
                expected += 1
            assert psns_of(entry.duplicates) == {psn for psn in range(first, end) if psn < expected}
            assert (entry.after, entry.reached, entry.nak) == (position, position.expected, -1)
            continue
        if position.drops and any(cause != NOT_READY for cause in refused.values()):
            continue  # whether it is ready again by the middle of a run is not looked at
        before = max(acked, model.expected)
        entry.arrive(position, keeps)
        duplicates, accepted, early, nak = model.take(range(first, end), refused, acked, keeps)
        assert entry.expected >= before
        assert psns_of(entry.duplicates) == duplicates
        assert psns_of([entry.accepted, *entry.accepted_behind]) == accepted
        assert psns_of(entry.early) == early
        assert entry.nak == (-1 if nak is None else nak)
        position = entry.after
        assert (position.expected, entry.reached) == (model.expected, model.expected)
        assert psns_of(position.kept) == model.kept
        assert list(position.kept) == merged(position.kept)
        assert (position.asked == position.expected) == (model.asked == model.expected)
        assert position.drops == model.waits
        assert entry.dropped == 0


def test_accepted_is_the_first_stretch_and_what_comes_behind_kept_ones_stands_behind_it():
    entry = LoggedRequests([requests(4, 12)], 0, 12)
    entry.arrive(Position(4, 4, ((6, 7), (9, 10), (14, 15))), keeps=True)
    assert (entry.accepted, entry.accepted_behind) == ((4, 6), ((7, 9), (10, 12)))
    assert entry.duplicates == ((6, 7), (9, 10))
    assert (entry.expected, entry.nak, entry.after) == (4, 12, Position(12, 12, ((14, 15),)))


def test_only_so_many_stretches_are_kept():
    """The lowest, which it needs first; it is counted how many more there were."""
    kept = tuple((2 * at, 2 * at + 1) for at in range(1, MAX_KEPT + 1))
    for first, dropped in ((2 * MAX_KEPT, 0), (2 * MAX_KEPT + 1, 0), (2 * MAX_KEPT + 2, 1)):
        entry = LoggedRequests([requests(first, first + 1)], 0, 500)
        entry.arrive(Position(0, 0, kept), keeps=True)
        assert (len(entry.after.kept), entry.dropped) == (MAX_KEPT, dropped)
        assert entry.after.kept[:-1] == kept[:-1]


@pytest.mark.parametrize(
    ("acked", "ahead", "needless", "proven"),
    [
        (0, -1, [], -1),
        (4, -1, [], -1),  # what is acknowledged lies below it
        (5, -1, [(4, 5)], 5),
        (9, -1, [(4, 8)], 9),
        (5, 7, [(4, 7)], 7),
        (0, 7, [], 7),  # answers came ahead of a later packet of it: its first was not needless
    ],
)
def test_what_was_proven_when_it_came_again(acked, ahead, needless, proven):
    run = requests(4, 8, acked=acked, ahead=ahead, sent=20)
    entry = LoggedRequests([run], acked, 20)
    assert (entry.needless, entry.ahead) == (needless, proven)
    longer = LoggedRequests([run, requests(8, 9, 5, sent=20)], acked, 20)
    assert (longer.needless, longer.ahead) == (needless, proven)
    before = LoggedRequests([requests(3, 4, acked=2), run], acked, 20)
    assert (before.needless, before.ahead) == (needless, proven)


def test_nothing_is_known_of_a_new_run():
    entry = LoggedRequests([requests(4, 8)], 3, 8)
    assert not (entry.untold)
    assert not (entry.copy)
    assert not (entry.wanted)
    assert not (entry.unsure)
    assert not (entry.repeated)
    assert (entry.nak_seen, entry.nak, entry.expected, entry.reached) == (-1, -1, -1, -1)
    assert (entry.answers, entry.dropped, entry.accepted, entry.after) == (0, 0, (0, 0), Position(-1))
    assert not (entry.refused)
    assert not (entry.answered)
    assert not (entry.proof)
    assert not (entry.duplicates)
    assert not (entry.early)


def test_a_run_that_goes_on():
    entry = LoggedRequests([requests(0, 2, behind=1)], 0, 2)
    assert (entry.behind, entry.end, entry.sent) == (1, 2, 2)
    entry.extend(requests(2, 5, 7, sent=4, behind=2))
    assert (entry.behind, entry.end, entry.sent) == (3, 5, 5)
    entry.extend(requests(5, 6, 10, sent=9))
    assert (entry.behind, entry.end, entry.sent) == (3, 6, 9)
    pieces = [requests(0, 2, behind=1), requests(2, 5, behind=2)]
    assert LoggedRequests(pieces, 0, 5).behind == 3
    assert LoggedRequests(pieces, 0, 5).end == 5


READ = requests(10, 14, 30, packets=1, reads=True)
PIECES = [requests(0, 4, 1), requests(4, 10, 11), READ]


def test_packets_and_pieces_of_ranges():
    """A READ is one packet whatever part of its PSNs is asked about."""
    entry = LoggedRequests(PIECES, 0, 14)
    assert [piece.is_one_read for piece in PIECES] == [False, False, True]
    assert requests(3, 5, packets=1, reads=True).is_one_read
    assert not requests(3, 4, reads=True).is_one_read
    assert list(entry.parts(0, 14)) == [(PIECES[0], 4, (0, 4)), (PIECES[1], 6, (4, 10)), (READ, 1, (10, 14))]
    assert list(entry.parts(2, 5)) == [(PIECES[0], 2, (2, 4)), (PIECES[1], 1, (4, 5))]
    assert list(entry.parts(5, 9)) == [(PIECES[1], 4, (5, 9))]
    assert list(entry.parts(11, 12)) == [(READ, 1, (10, 14))]
    assert entry.packets([(2, 5), (11, 20)]) == 4
    assert entry.packets([(14, 20)]) == 0


@given(st.integers(0, 12), st.integers(0, 10), st.integers(0, 10))
def test_the_first_packets_and_the_others(packets, first, length):
    entry = LoggedRequests(PIECES[:2], 0, 10)
    end = min(first + length, 10)
    every = list(range(first, end))
    some, others = entry.split([(first, end)], packets)
    assert (psns_of(some), psns_of(others)) == (set(every[:packets]), set(every[packets:]))
    assert all(start < stop for start, stop in [*some, *others])


def test_a_read_is_split_behind_it():
    assert LoggedRequests(PIECES, 0, 14).split([(8, 14)], 3) == ([(8, 10), (10, 14)], [])
    assert LoggedRequests(PIECES, 0, 14).split([(8, 14)], 2) == ([(8, 10)], [(10, 14)])


def test_the_number_of_a_packet():
    """Where packets of others lie between those of a run, they are taken to lie evenly."""
    entry = LoggedRequests([requests(0, 4, 1), requests(4, 7, 11, last_frame=15), READ, requests(14, 15, 40)], 0, 15)
    assert [entry.frame_of(psn) for psn in (0, 1, 2, 3, 4, 5, 6, 10, 13, 14)] == [1, 2, 3, 4, 11, 13, 15, 30, 30, 40]
    assert LoggedRequests([requests(0, 2, 1, last_frame=4)], 0, 2).frame_of(1) == 4
    for psn in (-1, 7, 9, 15):
        with pytest.raises(ValueError, match="not in this run"):
            entry.frame_of(psn)


def test_the_time_of_a_packet():
    """Those of a piece are taken to come evenly."""
    cut = requests(4, 7, 11).replace(time=2000, last_time=2009)
    entry = LoggedRequests([requests(0, 4, 1).replace(time=1000, last_time=1300), cut, READ.replace(time=3000)], 0, 14)
    assert [entry.time_of(psn) for psn in (0, 1, 3, 4, 5, 6, 10, 13)] == [
        1000,
        1100,
        1300,
        2000,
        2004,
        2009,
        3000,
        3000,
    ]
    with pytest.raises(ValueError, match="not in this run"):
        entry.time_of(7)


def test_responses_sent_again_answer_each_duplicate_once():
    entry = LoggedRequests([requests(0, 10, reads=True)], 0, 10)
    entry.duplicates = ((0, 3), (6, 9))
    assert entry.take_responses([(3, 5)]) == [(3, 5)]
    assert (entry.answers, entry.answered) == (0, [])
    assert entry.take_responses([(1, 7)]) == [(3, 6)]
    assert (entry.answers, entry.answered) == (1, [(1, 3), (6, 7)])
    assert members(entry.take_responses([(0, 9)])) == members([(1, 7)])
    assert psns_of(merged(entry.answered)) == {0, 1, 2, 6, 7, 8}
    assert entry.answers == 2
    assert entry.take_responses([(0, 9)]) == [(0, 9)]
    assert entry.answers == 2


RANGES = st.lists(st.tuples(st.integers(0, 12), st.integers(1, 4)).map(lambda each: (each[0], sum(each))), max_size=5)


def members(ranges):
    return {psn for first, end in ranges for psn in range(first, end)}


@given(RANGES, RANGES, st.tuples(st.integers(0, 8), st.integers(1, 8)).map(lambda each: (each[0], sum(each))))
def test_ranges_are_sets(ranges, holes, whole):
    one = merged(ranges)
    assert members(one) == members(ranges)
    assert all(before[1] < after[0] for before, after in itertools.pairwise(one))
    assert members(common(ranges, whole)) == members(ranges) & members([whole])
    assert len(list(common(ranges, whole))) == sum(bool(members([each]) & members([whole])) for each in ranges)
    left = list(without(whole, holes))
    assert members(left) == members([whole]) - members(holes)
    assert all(first < end for first, end in left)
    assert left == merged(left)


@pytest.mark.parametrize(
    ("first", "acked", "first_ack", "ahead", "silent", "needed"),
    [
        pytest.param(2, 0, 4, -1, True, True, id="the first ACK stays behind what it had"),
        pytest.param(2, 0, 4, -1, False, False, id="no silence before it: the ACK may be one of before"),
        pytest.param(2, 0, 8, -1, True, False, id="the ACK acknowledges all that it had, as that of a duplicate does"),
        pytest.param(2, 0, 2, -1, True, False, id="the ACK acknowledges nothing of it"),
        pytest.param(2, 0, -1, -1, True, False, id="no ACK"),
        pytest.param(0, 0, -1, -1, True, False, id="no ACK, from the first PSN on"),
        pytest.param(2, 4, 5, -1, True, True, id="some of it was acknowledged before: the ACK goes on"),
        pytest.param(2, 4, 4, -1, True, False, id="some of it was acknowledged before: the ACK does not go on"),
        pytest.param(2, 0, 4, 5, True, False, id="an ACK was ahead of it"),
    ],
)
def test_a_repetition_that_was_needed(first, acked, first_ack, ahead, silent, needed):
    """The responder seemed to have 0 to 7; the first ACK behind a silence shows that it had not (IBA 1, 9.7.4.1.1)."""
    entry = LoggedRequests([requests(first, 8, acked=acked, first_ack=first_ack, ahead=ahead)], acked, 8)
    entry.arrive(Position(8), keeps=False)
    entry.silent = silent
    assert entry.is_needed is needed


def test_a_copy_of_what_comes_next_is_no_duplicate():
    for expected, duplicates in ((3, ()), (4, ((3, 4),)), (6, ((3, 5),))):
        entry = LoggedRequests([requests(3, 5)], 0, 5, copy=True)
        entry.arrive(Position(expected), keeps=False)
        assert entry.duplicates == duplicates
