"""What a flow shows of its timers: how long its requester waited, and how long answers take."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from ibpkt.analysis.recovery.run_state import State, number, table

#: waits of each kind, and answers, that are kept
MAX_WAITS, MAX_LATENCIES = 8, 32
#: so many latencies show how soon answers come at the least: one may be that of a responder that just woke up
ENOUGH_LATENCIES = 3
#: no requester repeats by its timer sooner, and nothing that was overtaken comes later, where the flow shows no better
MIN_TIMEOUT, MIN_LATE = 400_000, 2_000_000
#: the timer of a flow that has never shown one
UNKNOWN_TIMEOUT = 500_000_000
#: the longest timer that programs choose as a rule: a Local ACK Timeout of 18
LONGEST_USUAL_TIMEOUT = 4096 << 18
#: the shortest one: a Local ACK Timeout of 12
SHORTEST_USUAL_TIMEOUT = 4096 << 12
#: how late a packet may come that is never sent again (UC, UD), in nanoseconds: no delay is longer than a usual timer
LATEST = SHORTEST_USUAL_TIMEOUT
#: how late an answer may come where answers are not much slower than usual, in nanoseconds
LATEST_ANSWER = 2 * SHORTEST_USUAL_TIMEOUT
#: a timer runs this much longer than the Local ACK Timeout says at most (IBA 1, 9.7.6.1.3)
MAX_TIMER_FACTOR = 4
#: a requester that lets its timer run on from an earlier packet waits at most so many times as long (as recorded)
MAX_FIRST_FACTOR = 5


class LearnedWait(NamedTuple):
    """What the waits of a flow say of its timer, in nanoseconds.

    Attributes:
        value: the timer; None if only the range is known.
        least, most: of the waits that were seen; a first wait may be much shorter or longer than the timer.
        waits: how many they are.
    """

    value: int | None
    least: int
    most: int
    waits: int


class FlowTimers:
    """Waits seen, the latency of answers, the declared timer, and the limits that follow from them; in nanoseconds.

    Attributes:
        declared: 4.096 µs · 2^n of the Local ACK Timeout in CM; 0 for none, -1 for not known.
        retry_count, rnr_retry: from CM; -1 for not known. An ``rnr_retry`` of 7 means for ever.
        least_latency: of the answers; 0 if there was none.
        fastest_reaction: the shortest time from a NAK to its answer; 0 for none.
    """

    def __init__(self) -> None:
        self.declared = self.retry_count = self.rnr_retry = -1
        self.least_latency = self.fastest_reaction = 0
        self._first_waits: deque[int] = deque(maxlen=MAX_WAITS)
        self._later_waits: deque[int] = deque(maxlen=MAX_WAITS)
        self._latencies: deque[int] = deque(maxlen=MAX_LATENCIES)
        self._median: int | None = 0  # of the latencies; None if it must be found again

    def declare(self, timeout: int, retry_count: int, rnr_retry: int) -> None:
        """Connection management announced the timer and the counts of retries."""
        self.declared, self.retry_count, self.rnr_retry = timeout, retry_count, rnr_retry

    def latency(self, nanoseconds: int) -> None:
        """An answer came this long after its request passed the tap."""
        if nanoseconds > 0:  # else the clock was set back
            self.answered([nanoseconds])

    def answered(self, latencies: list[int]) -> None:
        """Answers came; none of these is 0 or less."""
        least = min(latencies)
        if not self.least_latency or least < self.least_latency:
            self.least_latency = least
        self._latencies.extend(latencies)
        self._median = None

    def reacted(self, nanoseconds: int) -> None:
        """The requester answered a NAK this long after it passed the tap."""
        if nanoseconds > 0 and (not self.fastest_reaction or nanoseconds < self.fastest_reaction):
            self.fastest_reaction = nanoseconds

    def waited(self, nanoseconds: int, tries: int) -> None:
        """The timer expired after this wait, for the first time at this PSN or again."""
        (self._first_waits if tries < 2 else self._later_waits).append(nanoseconds)

    @property
    def soonest_answer(self) -> int:
        """No answer comes sooner behind its request: a quarter of the least latency so far.

        0 while there were few, and where all took milliseconds: a host that was busy may be so no more.
        """
        is_known = len(self._latencies) >= ENOUGH_LATENCIES and self.least_latency < MIN_LATE
        return self.least_latency // 4 if is_known else 0

    @property
    def latest_answer(self) -> int:
        """An answer comes this long behind its request at most, or never."""
        return max(LATEST_ANSWER, 4 * self.median_latency)

    def is_silence(self, pause: int) -> bool:
        """Whether no answer to what was sent before a pause comes behind it."""
        return pause >= LATEST_ANSWER and pause >= self.latest_answer  # the median is asked for behind long ones only

    @property
    def median_latency(self) -> int:
        """The median of the last answers' latencies; 0 if there was none."""
        if self._median is None:
            self._median = sorted(self._latencies)[len(self._latencies) // 2]
        return self._median

    def learned(self) -> LearnedWait | None:
        """What the waits say of the timer; None if there was none.

        Second and later waits for one PSN are near the timer when nobody answers, and longer when a slow responder is
        at work: the median of their shorter half is taken.  First waits are not near it: a requester may let its timer
        run on from an earlier packet.
        """
        waits = sorted((*self._first_waits, *self._later_waits))
        if not waits:
            return None
        later = sorted(self._later_waits)
        shorter = later[: (len(later) + 1) // 2]
        return LearnedWait(shorter[len(shorter) // 2] if shorter else None, waits[0], waits[-1], len(waits))

    def least_timeout(self) -> int:
        """The wait from which on a repetition may be due to the timer."""
        if self.declared > 0:
            return self.declared * 9 // 10
        return max(MIN_TIMEOUT, 4 * self.median_latency)

    def least_next_timeout(self) -> int:
        """The wait from which on the timer may have expired once more: a recovery that began has started it anew.

        Where the flow shows no timer, a pause that is shorter than any that programs choose is the requester's own.
        Later waits are near the timer; a first one is up to five times as long, if a requester lets its timer run on.
        """
        if self.declared > 0:
            return self.least_timeout()
        if not (self._first_waits or self._later_waits):
            return max(self.least_timeout(), self.shortest_usual())
        known = min(self._later_waits) // 2 if self._later_waits else max(self._first_waits) // MAX_FIRST_FACTOR
        return max(self.least_timeout(), known)

    def late_limit(self) -> int:
        """The time within which a packet that comes late was overtaken, if nobody asked for it."""
        if self.declared > 0:
            return self.declared * 9 // 10
        return max(MIN_LATE, 4 * self.median_latency)

    def lost_limit(self) -> int:
        """The time after which a packet does not come any more that was sent before those that have come.

        The order of sending is known, so nothing but its delay is open; none is longer than any usual timer.
        """
        return max(self.late_limit(), SHORTEST_USUAL_TIMEOUT)

    def original_limit(self) -> int:
        """The same where nothing is sent again: what comes after all must not have been called lost."""
        return max(self.late_limit(), LONGEST_USUAL_TIMEOUT)

    def reaction_limit(self) -> int:
        """The time after a NAK from which on a repetition is not its answer any more."""
        known = [wait for wait in (self.declared, *self._later_waits) if wait > 0]
        return max(MIN_LATE, 8 * self.median_latency, min(known, default=0) // 2)

    def answer_limit(self) -> int:
        """The same where nothing but the cause of a repetition depends on it: requesters on busy hosts are slow.

        No timer that programs choose is as short, where the flow shows none.
        """
        limit = self.reaction_limit()
        timer = self.declared if self.declared > 0 else min(self._later_waits, default=0)
        return min(limit, max(MIN_LATE, 9 * timer // 10)) if timer else max(limit, SHORTEST_USUAL_TIMEOUT // 2)

    def rnr_limit(self) -> int:
        """How late a requester may send again when the delay of an RNR NAK is over, if nothing else is the reason.

        As recorded: kernels are up to 9 ms late.
        """
        return max(self.reaction_limit(), SHORTEST_USUAL_TIMEOUT)

    def may_have_expired(self, waited: int) -> bool:
        """Whether a requester that has waited so long may have waited for its timer.

        A later wait may have been for the timer twice, or three times where that is as long as usual timers are: what
        it made the requester send again in between passed unseen.  Half of the first waits are not much longer than the
        timer; nor is the shortest, unless it is shorter than usual timers.
        """
        timer = self.declared
        if timer <= 0:
            usual, first = SHORTEST_USUAL_TIMEOUT, sorted(self._first_waits)
            timer = usual
            if self._later_waits:
                timer = min(self._later_waits) // 2
                timer = max(min(timer, usual), min(self._later_waits) // 3)
            if first:
                timer = min(timer, first[len(first) // 2], max(first[0], usual))
        return 10 * waited >= 9 * timer

    def shortest_usual(self) -> int:
        """No timer that programs choose is as short, in nanoseconds; 0 where the flow shows its own."""
        known = self.declared > 0 or self._first_waits or self._later_waits
        return 0 if known else SHORTEST_USUAL_TIMEOUT // 2

    @property
    def shows_reactions(self) -> bool:
        """Whether the timer, or the latency of answers, shows how long the ends take."""
        return bool(self._latencies) or self.declared > 0 or bool(self._later_waits)

    def longest(self) -> int:
        """The longest wait that is to be expected."""
        seen = max((*self._first_waits, *self._later_waits), default=0)
        return seen or (MAX_TIMER_FACTOR * self.declared if self.declared > 0 else UNKNOWN_TIMEOUT)

    def longest_for_certain(self) -> int:
        """The same where first waits do not count: they may be much shorter than the timer."""
        shows_timer = self.declared > 0 or bool(self._later_waits)
        return self.longest() if shows_timer else max(self.longest(), UNKNOWN_TIMEOUT)

    def silence_is_final(self, since: int, now: int) -> bool:
        """Whether a requester that has been silent for so long will not try again."""
        longest = self.longest()
        if len(self._later_waits) > 1:
            before, last = self._later_waits[-2], self._later_waits[-1]
            if 2 * last >= 3 * before:  # some double their timer with each try
                longest = max(longest, last * min(last, MAX_TIMER_FACTOR * before) // before)
        return 2 * (now - since) >= 3 * longest

    def silence_is_long(self, since: int, now: int) -> bool:
        """Whether a requester that has never repeated anything since then would have, under any usual timer."""
        known = self.declared > 0 or bool(self._later_waits)  # a first wait may be much shorter than the timer
        longest = max(self.longest(), 0 if known else MAX_TIMER_FACTOR * LONGEST_USUAL_TIMEOUT)
        return 2 * (now - since) >= 3 * longest

    def state(self) -> State:
        """All that is kept."""
        return {
            "declared": self.declared,
            "retry_count": self.retry_count,
            "rnr_retry": self.rnr_retry,
            "least_latency": self.least_latency,
            "fastest_reaction": self.fastest_reaction,
            "waits": [tuple(self._first_waits), tuple(self._later_waits)],
            "latencies": [tuple(self._latencies)],
        }

    def restore(self, state: State) -> None:
        """Go on from a state."""
        self.declared, self.retry_count = number(state, "declared"), number(state, "retry_count")
        self.rnr_retry, self.least_latency = number(state, "rnr_retry"), number(state, "least_latency")
        self.fastest_reaction = number(state, "fastest_reaction")
        first, later = table(state, "waits")
        self._first_waits, self._later_waits = deque(first, MAX_WAITS), deque(later, MAX_WAITS)
        self._latencies = deque(table(state, "latencies")[0], MAX_LATENCIES)
        self._median = None if self._latencies else 0
