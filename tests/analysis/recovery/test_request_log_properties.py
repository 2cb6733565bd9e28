"""A log of requests, whatever is done with it: what it keeps for speed is what a look at all of its runs gives."""

from __future__ import annotations

import copy
from collections import Counter

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

from ibpkt.analysis.recovery.logged_requests import NOT_READY, NOT_RECEIVED, LoggedRequests, Position
from ibpkt.analysis.recovery.request_log import RequestLog
from ibpkt.analysis.recovery.run import Run, RunKind

STEPS = st.lists(
    st.tuples(
        st.sampled_from(("new", "new", "old", "copy", "ahead", "extend", "refuse", "late", "see", "pop", "acked")),
        st.integers(0, 20), st.integers(1, 4),
    ),
    min_size=2,
    max_size=14,
)  # fmt: skip


def run(first, end, frame, sent, acked, *, reads=False):
    return Run(RunKind.REQUESTS, first, end, end - first, frame, frame + end - first - 1, frame, frame, sent, acked,
               reads=reads)  # fmt: skip


class Story:
    """A log, and the runs that it was given."""

    def __init__(self, keeps):
        self.log = RequestLog(0)
        if keeps:
            self.log.keep_early()
        self.sent = self.acked = 0
        self.frame = 1
        self.popped = []

    def take(self, what, value, count):
        """A step; all values make sense in any order."""
        log = self.log
        if what == "pop":
            final = [entry for entry in log.entries if entry.sent < self.acked]
            before = list(log.entries)
            told = list(iter(lambda: log.pop_final(self.acked), None))
            gone = [entry for entry in before if entry not in log.entries]
            assert gone == before[: len(gone)]
            assert not log.has_final(self.acked)
            assert all(entry.sent < self.acked for entry in gone)
            assert log.entries or len(final) <= len(gone)
            assert told == [entry for entry in gone if entry.duplicates or entry.nak >= 0 or entry.early]
        elif what == "acked":
            self.acked = min(max(self.acked, value), self.sent)
        elif what == "see":
            self.see(value, self.frame - 4 * count)
        elif what == "refuse" and log.entries:
            at = value % len(log.entries)
            entry = log.entries[at]
            psn = min(entry.first + count - 1, entry.end - 1)
            log.refuse([(at, psn, psn + 1)], NOT_READY if value % 2 else NOT_RECEIVED)
        elif what == "late" and log.entries:
            log.arrive_late(run(value, value + 1, 1, self.sent, self.acked), value, before_repetition=bool(count % 2))
        elif what == "extend":
            more = run(self.sent, self.sent + count, self.frame, self.sent, self.acked).replace(after=self.frame - 1)
            if log.continues(more):
                log.extend(more)
                self.moved(more)
        elif what in ("new", "old", "copy", "ahead"):
            first = self.sent + (what == "ahead") * count
            if what in ("old", "copy"):
                first = max(0, self.sent - value)
            more = run(first, first + count, self.frame, self.sent, self.acked, reads=what == "old" and value > 15)
            log.append(LoggedRequests([more], self.acked, max(self.sent, more.end), copy=what == "copy"))
            self.moved(more)

    def see(self, psn, since):
        """A NAK is there: the first run behind a time that prompts one for its PSN, of which none was seen."""
        prompting = [entry for entry in self.log.entries if entry.nak == psn != entry.nak_seen]
        waiting = [entry for entry in prompting if entry.frame < self.frame and entry.pieces[-1].last_time > since]
        seen = self.log.see_nak(psn, self.frame, since)
        assert seen == bool(waiting)
        assert [entry.nak_seen == psn for entry in waiting] == [at == 0 for at in range(len(waiting))]

    def moved(self, more):
        self.sent, self.frame = max(self.sent, more.end), self.frame + more.packets

    def check(self):
        """All that is kept for speed."""
        log = self.log
        position = log.base
        naks, early = Counter(), Counter()
        for entry in log.entries:
            fresh = copy.copy(entry)
            fresh.arrive(position, log.keeps)
            for name in ("duplicates", "accepted", "accepted_behind", "early", "nak", "expected", "after", "reached"):
                assert getattr(entry, name) == getattr(fresh, name), name
            position = entry.after
            naks[entry.nak] += entry.nak >= 0 and entry.nak != entry.nak_seen
            early.update(first for first, _ in entry.early)
        assert log.position == position
        assert log._naks == +naks
        assert log._early == +early
        assert log.reads == sum(entry.reads for entry in log.entries)
        assert log.copies == sum(entry.copy for entry in log.entries)
        assert log._pieces == sum(len(entry.pieces) for entry in log.entries)
        for psn in range(self.sent + 2):
            self.look_up(psn)

    def look_up(self, psn):
        log = self.log
        reached = [entry.reached > psn for entry in log.entries]
        passing = log.passing(psn)
        assert passing == (reached.index(True) if True in reached else len(reached))
        accepted = [
            at for at, entry in enumerate(log.entries)
            if any(first <= psn < end for first, end in (entry.accepted, *entry.accepted_behind))
        ]  # fmt: skip
        assert log.accepting(psn) == (accepted[0] if accepted and accepted[0] == passing else -1)
        kept = [at for at, entry in enumerate(log.entries) if any(first <= psn < end for first, end in entry.early)]
        assert log.keeping(psn) == (kept[0] if kept else -1)
        with_it = [entry for entry in log.entries if entry.first <= psn < entry.end]
        behind = any(first == psn for entry in log.entries for first, _ in entry.early)
        assert log.has_early(psn) == (behind and any(first == psn for first, _ in with_it[-1].early))


#: a NAK that requests behind a gap prompt comes, and what it asks for is there after all
PROMPTED = [("new", 0, 2), ("ahead", 0, 2), ("see", 2, 1), ("late", 2, 1), ("late", 3, 1)]


@settings(max_examples=60)
@given(STEPS, st.booleans())
@example(PROMPTED, False)
@example(PROMPTED, True)
def test_what_is_looked_up_is_what_all_runs_say(steps, keeps):
    story = Story(keeps)
    for step in steps:
        story.log.changed = len(story.log.entries)
        before = [(entry, entry.after) for entry in story.log.entries]
        story.take(*step)
        story.check()
        if step[0] not in ("pop", "late"):
            same = before[: story.log.changed]
            assert all(entry.after == after for entry, after in same)


@given(STEPS, st.booleans())
def test_a_state_that_is_kept(steps, keeps):
    story = Story(keeps)
    for step in steps:
        story.take(*step)
    again = RequestLog(None)
    again.restore(story.log.state())
    assert again.state() == story.log.state()
    assert again.position == story.log.position
    assert [entry.after for entry in again.entries] == [entry.after for entry in story.log.entries]
    story.log = again
    story.check()


def test_where_nothing_is_known_yet():
    log = RequestLog(None)
    log.append(LoggedRequests([run(4, 6, 1, 4, 0)], 0, 6))
    again = RequestLog(3)
    again.restore(log.state())
    assert again.base is None
    log.begin(5)
    assert log.entries[0].untold
    assert log.entries[0].duplicates == ((4, 5),)
    assert log.position == Position(6)


def test_begun_anew_at_what_was_asked_for():
    log = RequestLog(0)
    log.append(LoggedRequests([run(2, 4, 1, 2, 0, reads=True)], 0, 4, copy=True))
    log.restart(9)
    assert (log.entries, log.reads, log.copies, log.changed) == ([], 0, 0, 0)
    assert log.position == Position(9, 9)
    log.append(LoggedRequests([run(12, 14, 3, 12, 0)], 0, 14))
    assert log.entries[0].nak == -1  # it has asked for it


def test_another_first_psn():
    """What was acknowledged below it was another's."""
    log = RequestLog(8)
    log.append(LoggedRequests([run(8, 10, 1, 8, 8)], 8, 10))
    log.rebase(5)
    assert (log.entries[0].acked, log.entries[0].early, log.position.expected) == (5, ((8, 10),), 5)


def entry_of(first, end, frame, *, sent=20, acked=0, time=0, reads=False, answers=0):
    piece = run(first, end, frame, sent, acked, reads=reads).replace(time=time, last_time=time)
    return LoggedRequests([piece], acked, sent, answers=answers)


def test_a_psn_that_came_once():
    log = RequestLog(0)
    log.append(entry_of(0, 4, 1, sent=0))
    assert [log.came_once(psn, 9) for psn in (0, 3, 4)] == [True, True, False]
    assert [log.came_once(0, frame) for frame in (1, 2)] == [False, True]
    log.append(entry_of(3, 5, 7))
    assert [log.came_once(psn, 9) for psn in (2, 3, 4)] == [True, False, False]  # 4 came only again
    assert log.came_once(3, 7)


def test_tries_that_nothing_answers():
    """One may have been answered by an ACK that was lost; of several it is not known which has arrived."""
    log = RequestLog(0)
    for frame, (first, time) in enumerate([(0, 10), (2, 20), (0, 30), (2, 40), (5, 50)], 1):
        log.append(entry_of(first, first + 1, frame, time=time))
    again = entry_of(2, 5, 9, time=60)
    log.note_repeated(again, answered=20)
    assert not any(entry.repeated for entry in log.entries)  # one try of 2
    log.append(again)
    log.note_repeated(again, answered=20)
    assert not any(entry.repeated for entry in log.entries)  # it is no try before itself
    log.note_repeated(again, answered=19)
    assert [entry.repeated for entry in log.entries] == [False, True, False, True, False, False]


def test_an_ack_for_each_of_several_duplicates():
    log = RequestLog(4)
    for answers, first, end, expected in [(1, 0, 1, False), (2, 0, 2, True), (1, 0, 2, False), (3, 2, 6, False)]:
        log.entries.clear()
        log.append(entry_of(first, end, 1, answers=answers))
        assert log.has_acked_each(4) == expected
        assert not log.has_acked_each(5)
    log.entries.clear()
    log.append(entry_of(0, 2, 1, reads=True, answers=2))
    assert not log.has_acked_each(4)


def nak(psn, frame, time):
    return Run(RunKind.NAK_SEQUENCE, psn, psn + 1, 1, frame, frame, time, time, 20, 0)


@pytest.mark.parametrize(
    ("time", "since", "later"),
    [
        (124, -1, True),
        # a quarter of the time that passed before the repetition is too long ...
        (125, -1, False),
        # ... but where the first try came before all that the NAK may answer
        (125, 0, True),
    ],
)
def test_a_nak_soon_after_a_repetition_may_answer_that_one(time, since, later):
    log = RequestLog(0)
    log.append(entry_of(0, 2, 1, sent=0, time=0))
    log.append(entry_of(0, 2, 3, time=100))

    def answered(psn, frame, time):
        return log.answered_later(0, psn, nak(psn, frame, time), since, time)[0]

    assert answered(1, 9, time) is (log.entries[1] if later else None)
    assert not answered(2, 9, 101)  # it is in neither
    assert not answered(1, 3, 101)  # the NAK came first
    log.entries[1].copy = True
    assert not answered(1, 9, 101)


def test_a_nak_soon_after_a_psn_of_a_slow_repetition_answers_what_came_behind_the_pause_before_it():
    log = RequestLog(0)
    log.append(entry_of(0, 9, 1, sent=0, time=0))
    log.append(entry_of(0, 3, 20, time=100))
    log.append(entry_of(3, 9, 30, time=150))
    for time, until, expected in [(170, 170, 100), (180, 180, -1), (170, 149, -1)]:
        assert log.answered_later(0, 4, nak(4, 50, time), -1, until)[1] == expected


def test_only_tries_before_anything_behind_them_are_those_that_a_nak_can_speak_of():
    log = RequestLog(0)
    for frame, first, end in ((1, 0, 3), (10, 1, 3), (20, 2, 3), (30, 3, 5), (40, 2, 5)):
        log.append(entry_of(first, end, frame, time=frame))
    assert log.tries(0, 2, 50, 0) == [(0, 2, 3), (1, 2, 3), (2, 2, 3)]
    assert log.tries(0, 2, 50, 35) == [(0, 2, 3), (1, 2, 3), (2, 2, 3), (4, 2, 3)]  # 3 and 4 were too long ago
    assert log.tries(0, 1, 50, 0) == [(0, 1, 2)]  # 2 came with it
    assert log.tries(0, 2, 30, 0) == [(0, 2, 3)]  # nothing behind it came before the NAK


def test_which_runs_have_arrived_where_nothing_was_answered_in_between():
    log = RequestLog(0)
    for frame, time in ((1, 0), (3, 100), (10, 200)):
        log.append(entry_of(0, 2, frame, sent=0, time=time))
    first, later, behind = log.entries
    first.answers = 1
    assert not log.mark_unsure(0, later, nak(1, 9, 101))
    first.answers, later.acked = 0, 1
    assert not log.mark_unsure(0, later, nak(1, 9, 101))
    later.acked = 0
    first.proof[:] = [2]  # an answer in between
    assert not log.mark_unsure(0, later, nak(1, 9, 101))
    first.proof[:] = [4]  # behind the repetition
    assert not later.unsure
    assert log.mark_unsure(0, later, nak(1, 9, 101))
    assert (first.unsure, later.unsure, behind.unsure) == (False, True, False)


def test_a_nak_may_speak_of_a_repetition_from_a_lower_psn_once_that_goes_on_behind_its_own():
    log = RequestLog(0)
    for first, end, frame in ((0, 3, 1), (2, 4, 5), (1, 3, 9), (3, 4, 12)):
        log.append(entry_of(first, end, frame, time=frame))
    assert not log.comes_behind_again(0, 2, 3, 12, 99)  # it has not gone past it
    assert log.comes_behind_again(0, 2, 3, 13, 99)
    assert not log.comes_behind_again(0, 2, 3, 13, 11)  # not soon enough
    log.keeps = True
    assert not log.comes_behind_again(0, 2, 3, 13, 99)
    log.keeps, log.entries[2].copy = False, True
    assert not log.comes_behind_again(0, 2, 3, 13, 99)


TRIES = {
    "all of it may have been lost before, or a packet in front": ([(0, 6, 1, 0), (0, 6, 7, 100)], 3, 110, 20,
        [(0, 0, 6), (1, 3, 4)]),
    "what was lost before the tap does not count": ([(0, 6, 1, 0), (0, 2, 7, 100), (3, 6, 9, 100)], 3, 110, 20,
        [(0, 0, 6), (2, 3, 4)]),
    "several tries": ([(0, 6, 1, 0), (0, 6, 7, 100), (1, 6, 13, 200)], 3, 210, 20,
        [(0, 0, 6), (1, 0, 6), (2, 3, 4)]),
    "nothing behind it has come when the NAK does": ([(0, 6, 1, 0), (0, 6, 7, 100)], 3, 110, 11, []),
    "it is the last one": ([(0, 6, 1, 0), (0, 6, 7, 100)], 5, 110, 20, []),
    "another request comes behind the last one": ([(0, 6, 1, 0), (0, 6, 7, 100), (6, 8, 13, 101)], 5, 110, 20,
        [(0, 0, 6), (1, 5, 6)]),
    "the repetition begins with it": ([(0, 6, 1, 0), (3, 6, 7, 100)], 3, 110, 20, []),
    "it was not sent again": ([(0, 6, 1, 0), (0, 2, 7, 100), (4, 6, 9, 100)], 3, 110, 20, []),
    "the NAK takes a quarter of the time before the repetition": ([(0, 6, 1, 0), (0, 6, 7, 100)], 3, 125, 20, []),
    "that counts from the latest try": ([(0, 6, 1, 0), (0, 6, 7, 100), (0, 6, 13, 120)], 3, 125, 20, []),
}  # fmt: skip


@pytest.mark.parametrize("case", TRIES, ids=[*TRIES])
def test_what_the_responder_lacked_when_it_asked_behind_a_later_repetition(case):
    """IBA 1, 9.7.5.2.8: it asks once, so no run before has brought it to the PSN of the NAK, with something behind."""
    tries, psn, time, frame, lacking = TRIES[case]
    log = RequestLog(0)
    for first, end, at, when in tries:
        log.append(entry_of(first, end, at, sent=0 if at == 1 else 20, time=when))
    assert log.lacking(0, psn, nak(psn, frame, time)) == lacking


def test_copies_by_the_network_are_no_tries():
    log = RequestLog(0)
    for first, end, frame, time in ((0, 6, 1, 0), (1, 2, 7, 50), (0, 6, 8, 100)):
        log.append(entry_of(first, end, frame, sent=0 if frame == 1 else 20, time=time))
    log.entries[1].copy = True
    assert log.lacking(0, 3, nak(3, 20, 110)) == [(0, 0, 6), (2, 3, 4)]


def test_a_nak_waits_for_responses_and_shows_nothing_then():
    """It is sent in the order of the requests, behind the responses to a READ in front of it (IBA 1, 9.7.4.1)."""
    for acked, known in ((0, False), (1, False), (2, True)):
        log = RequestLog(0)
        log.append(entry_of(0, 2, 1, sent=0, reads=True))
        log.entries[0].pieces[0] = log.entries[0].pieces[0].replace(packets=1)
        for first, end, frame, time in ((2, 6, 7, 0), (2, 6, 13, 100)):
            log.append(entry_of(first, end, frame, sent=6 if frame > 7 else 2, acked=acked, time=time))
        assert bool(log.lacking(1, 3, nak(3, 20, 110))) is known


def test_what_a_responder_that_keeps_early_packets_had_not_got_is_left_open():
    log = RequestLog(0)
    log.append(entry_of(0, 6, 1, sent=0))
    log.append(entry_of(0, 6, 7, time=100))
    assert log.lacking(0, 3, nak(3, 20, 110))
    log.keep_early()
    assert log.lacking(0, 3, nak(3, 20, 110)) == []
