"""The runs of all halves that are not clean go to the parts of each, together with what is in no run."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.recoveries import Recoveries
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.runs.held_packets import NEVER
from ibpkt.analysis.runs.latencies import HalfLatencies

FLOWS = {0: 1, 1: 1, 2: 2}


class Findings:
    """Takes verdicts, and makes findings of them that say whose they are, and when they are told."""

    def __init__(self):
        self.told = []

    def take(self, half, flow, verdicts, frame, fed=0):
        self.told.append(("take", half, frame))
        return [(half, flow, verdict, frame, fed) for verdict in verdicts]

    def requested(self, half, last_frame):
        self.told.append(("requested", half, last_frame))

    def responses_again(self, half, run, verdicts):
        self.told.append(("responses again", half, run.frame, list(verdicts)))

    def move(self, half, to):
        self.told.append(("move", half, to))

    def end(self, half):
        return [("end", half)]


class Half:
    """The parts of a half: a verdict for each run, with the number of latencies that are known by then."""

    def __init__(self, name, *, says=True, is_reliable=True):
        self.name, self.timers, self.told, self._says = name, FlowTimers(), [], says
        self.queue = SimpleNamespace(damaged=lambda run: self.told.append(("damaged", run.frame)), is_undecided=False)
        self.responder = SimpleNamespace(feed_copies=lambda run: [(name, "copy", run.frame)]) if is_reliable else None

    def feed(self, run):
        self.told.append((run.kind.name, run.frame))
        return [(self.name, run.frame, len(self.timers._latencies))] if self._says else []

    def finish(self, now, acked, acked_time):
        return [(self.name, "end", now, acked, acked_time)]


def run_at(frame, kind=RunKind.REQUESTS, acked=0):
    return Run(kind, frame, frame + 1, 1, frame, frame + 5, 10 * frame, 10 * frame, frame, acked)


def take(recoveries, *rows, held_from=None, latencies=None):
    """Feed (half, frame), (half, frame, kind) or (half, frame, kind, acked)."""
    runs = SimpleNamespace(runs=lambda: [(half, run_at(*rest)) for half, *rest in rows])
    return recoveries.take(runs, FLOWS, held_from or {}, latencies or {})


def beside(recoveries, half=0, damaged=(), copied=()):
    """Packets of a half that are in no run."""
    side = recoveries.beside(half)
    side.damaged.extend(map(run_at, damaged))
    side.copied.extend(map(run_at, copied))


@pytest.fixture
def recoveries():
    return Recoveries(Findings())


def begun(recoveries, half=0, **options):
    recovery = Half(f"half {half}", **options)
    recoveries.begin(half, recovery)
    return recovery


def test_each_half_gets_its_own_runs(recoveries):
    for half in (0, 2):
        begun(recoveries, half)
    assert take(recoveries, (0, 3), (2, 4), (0, 5)) == [
        (0, 1, ("half 0", 3, 0), 3, 0), (2, 2, ("half 2", 4, 0), 4, 0), (0, 1, ("half 0", 5, 0), 5, 3),
    ]  # fmt: skip


def test_which_halves_are_there(recoveries):
    half = begun(recoveries)
    assert (0 in recoveries, 1 in recoveries) == (True, False)
    assert recoveries[0] is recoveries.get(0) is half
    assert recoveries.get(1) is None


def test_the_run_before_is_that_of_an_earlier_batch(recoveries):
    begun(recoveries)
    take(recoveries, (0, 3))
    assert [fed for *_, fed in take(recoveries, (0, 8), (0, 9))] == [3, 8]
    assert recoveries.last_fed(0) == 9
    assert recoveries.last_fed(1) == 0


def test_findings_do_not_go_on_behind_requests(recoveries):
    """They are told first what is said of the run, and then where it ends; answers end nothing."""
    begun(recoveries)
    take(recoveries, (0, 3), (0, 4, RunKind.NAK_SEQUENCE))
    assert recoveries._findings.told == [("take", 0, 3), ("requested", 0, 8), ("take", 0, 4)]
    begun(recoveries, 2, says=False)
    take(recoveries, (2, 6))
    assert recoveries._findings.told[3:] == [("requested", 2, 11)]


@pytest.mark.parametrize(
    ("kind", "acked", "told"),
    [(RunKind.RESPONSES, 4, True), (RunKind.RESPONSES, 3, False), (RunKind.REPEATED_ACK, 4, False)],
)
def test_responses_to_what_was_answered_before(recoveries, kind, acked, told):
    """They end at PSN 4."""
    begun(recoveries)
    take(recoveries, (0, 3, kind, acked))
    own = [("responses again", 0, 3, [("half 0", 3, 0)])]
    assert [each for each in recoveries._findings.told if each[0] == "responses again"] == (own if told else [])


# -- packets in no run -------------------------------------------------------------------------------------------------


def test_what_is_in_no_run_comes_in_its_order(recoveries):
    half = begun(recoveries)
    beside(recoveries, damaged=(2, 4, 8), copied=(5, 9))
    told = take(recoveries, (0, 3), (0, 6), held_from={0: NEVER})
    assert [verdict[1] for _, _, verdict, *_ in told] == [3, "copy", 6, "copy"]
    assert half.told == [("damaged", 2), ("REQUESTS", 3), ("damaged", 4), ("REQUESTS", 6), ("damaged", 8)]


def test_what_is_in_no_run_waits_with_what_is_held(recoveries):
    """Packets 6 and following are held back: what is beside them comes with them, in its order."""
    half = begun(recoveries)
    beside(recoveries, damaged=(4, 7), copied=(5, 9))
    told = take(recoveries, (0, 3), held_from={0: 6})
    assert told == [(0, 1, ("half 0", 3, 0), 3, 0), (0, 1, ("half 0", "copy", 5), 3, 3)]
    assert half.told == [("REQUESTS", 3), ("damaged", 4)]
    told = take(recoveries, (0, 6), (0, 8), held_from={0: NEVER})
    assert [verdict[1] for _, _, verdict, *_ in told] == [6, 8, "copy"]
    assert half.told[2:] == [("REQUESTS", 6), ("damaged", 7), ("REQUESTS", 8)]


def test_a_half_that_has_not_begun_keeps_what_is_beside_it(recoveries):
    beside(recoveries, damaged=(2,))
    assert take(recoveries, held_from={0: 3}) == []
    half = begun(recoveries)
    take(recoveries, (0, 3))
    assert half.told == [("damaged", 2), ("REQUESTS", 3)]


def test_nobody_models_a_responder_that_does_not_answer(recoveries):
    """The copies do not wait for one, either."""
    half = begun(recoveries, is_reliable=False)
    beside(recoveries, damaged=(4,), copied=(2, 5))
    assert [verdict[1] for _, _, verdict, *_ in take(recoveries, (0, 3), held_from={0: NEVER})] == [3]
    assert half.told == [("REQUESTS", 3), ("damaged", 4)]
    assert not recoveries.beside(0).copied


# -- latencies ---------------------------------------------------------------------------------------------------------


def test_latencies_are_known_from_their_answers_on(recoveries):
    half = begun(recoveries)
    told = take(recoveries, (0, 3), (0, 7), latencies={0: HalfLatencies([2, 5, 9], [100, 200, 300])})
    assert [verdict for _, _, verdict, *_ in told] == [("half 0", 3, 1), ("half 0", 7, 2)]
    assert list(half.timers._latencies) == [100, 200]
    assert list(recoveries.latencies()) == [(0, half.timers.median_latency)]


@pytest.mark.parametrize(("held", "known"), [(9, [100, 200]), (10, [100, 200, 300]), (NEVER, [100, 200, 300])])
def test_latencies_behind_the_last_run_are_known_until_what_is_held(recoveries, held, known):
    half = begun(recoveries)
    spans = {0: HalfLatencies([2, 5, 9], [100, 200, 300])}
    take(recoveries, (0, 3), (0, 7), held_from={0: held}, latencies=spans)
    assert list(half.timers._latencies) == known


def test_no_latency_is_known_of_some(recoveries):
    begun(recoveries)
    assert list(recoveries.latencies()) == []


# -- the number of a half ----------------------------------------------------------------------------------------------


def test_it_takes_all_along_to_another_number(recoveries):
    half = begun(recoveries)
    take(recoveries, (0, 3))
    beside(recoveries, damaged=(4,))
    recoveries.move(0, 1)
    assert (0 in recoveries, 1 in recoveries) == (False, True)
    assert recoveries._findings.told[-1] == ("move", 0, 1)
    assert (recoveries.last_fed(0), recoveries.last_fed(1)) == (0, 3)
    assert take(recoveries, (1, 5)) == [(1, 1, ("half 0", 5, 0), 5, 3)]
    assert half.told[1:] == [("damaged", 4), ("REQUESTS", 5)]


def test_what_is_still_open_is_told_at_the_end(recoveries):
    begun(recoveries)
    take(recoveries, (0, 3))
    assert recoveries.end(0, 1, 99, 4, 88, 7) == [(0, 1, ("half 0", "end", 99, 4, 88), 7, 3), ("end", 0)]
    assert 0 not in recoveries


def test_nothing_is_left_for_those_that_get_the_number(recoveries):
    begun(recoveries)
    take(recoveries, (0, 3))
    beside(recoveries, damaged=(4,), copied=(5,))
    recoveries.end(0, 1, 99, 0, 0, 7)
    assert recoveries.end(0, 1, 99, 0, 0, 7) == []
    assert recoveries.last_fed(0) == 0
    half = begun(recoveries)
    assert take(recoveries, (0, 9)) == [(0, 1, ("half 0", 9, 0), 9, 0)]
    assert half.told == [("REQUESTS", 9)]


def test_packets_beside_a_clean_half_are_forgotten_with_it(recoveries):
    beside(recoveries, damaged=(4,))
    assert recoveries.end(0, 1, 99, 0, 0, 7) == []
    assert not recoveries.beside(0).damaged


def test_what_was_sent_again_is_decided(recoveries):
    """Of a clean half nothing is left to be decided."""
    half = begun(recoveries)
    assert recoveries.is_settled(0)
    assert recoveries.is_settled(1)
    half.queue.is_undecided = True
    assert not recoveries.is_settled(0)
