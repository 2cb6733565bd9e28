"""The runs of all halves that are not clean go to the parts of each, together with what is in no run."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.recoveries import MOST_KEPT, Recoveries, SideRuns
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.runs.latencies import HalfLatencies

FLOWS = {0: 1, 1: 1, 2: 2}
REFUSAL = 0x62


class Findings:
    """Takes verdicts, and makes findings of them that say whose they are."""

    def __init__(self):
        self.marked = []

    def mark(self, verdicts):
        self.marked += verdicts

    def take(self, half, flow, verdicts, *, marked=False):
        return [(half, flow, verdict, marked) for verdict in verdicts]

    def move(self, half, to):
        """Nothing goes on."""

    def end(self, half):
        return []


class Half:
    """The parts of a half: a verdict for each run, with the number of latencies that are known by then."""

    def __init__(self, name):
        self.name, self.timers, self.told = name, FlowTimers(), []
        self.queue = SimpleNamespace(damaged=lambda run: self.told.append(("damaged", run.frame)))
        self.responder = SimpleNamespace(feed_copies=lambda run: [(self.name, "copy", run.frame)])

    def feed(self, run):
        self.told.append((run.kind.name, run.frame))
        return [(self.name, run.frame, len(self.timers._latencies))]

    def finish(self, now, acked, acked_time):
        return [(self.name, "end", now)]


def run_at(frame, kind=RunKind.REQUESTS):
    return Run(kind, frame, frame + 1, 1, frame, frame, 10 * frame, 10 * frame, frame, 0, code=REFUSAL)


def take(recoveries, *rows, damaged=(), copied=(), latencies=None, refused=None):
    """Feed (half, frame) or (half, frame, kind); what is in no run is of half 0."""
    runs = SimpleNamespace(runs=lambda: [(half, run_at(*rest)) for half, *rest in rows])
    beside = SideRuns({0: [run_at(frame) for frame in damaged]}, {0: [run_at(frame) for frame in copied]})
    return recoveries.take(runs, FLOWS, [] if refused is None else refused, beside, latencies or {})


@pytest.fixture
def rnr():
    return []


@pytest.fixture
def recoveries(rnr):
    return Recoveries(Findings(), lambda *row: rnr.append(row))


def test_each_half_gets_its_own_runs(recoveries):
    for half in (0, 2):
        recoveries.begin(half, Half(f"half {half}"))
    assert take(recoveries, (0, 3), (2, 4), (0, 5)) == [
        (0, 1, ("half 0", 3, 0), False), (2, 2, ("half 2", 4, 0), False), (0, 1, ("half 0", 5, 0), False),
    ]  # fmt: skip
    assert 0 in recoveries
    assert 1 not in recoveries
    assert recoveries.end(0, 1, 99, 0, 0) == [(0, 1, ("half 0", "end", 99), False)]
    assert 0 not in recoveries
    assert recoveries.end(0, 1, 99, 0, 0) == []


def test_what_is_in_no_run_comes_in_its_order(recoveries):
    half = Half("a")
    recoveries.begin(0, half)
    told = take(recoveries, (0, 3), (0, 6), damaged=(2, 4, 8), copied=(5, 9))
    assert [verdict[1] for _, _, verdict, _ in told] == [3, "copy", 6, "copy"]
    assert half.told == [("damaged", 2), ("REQUESTS", 3), ("damaged", 4), ("REQUESTS", 6), ("damaged", 8)]


def test_latencies_are_known_from_their_answers_on(recoveries):
    half = Half("a")
    recoveries.begin(0, half)
    told = take(recoveries, (0, 3), (0, 7), latencies={0: HalfLatencies([2, 5, 9], [100, 200, 300])})
    assert [verdict for _, _, verdict, _ in told] == [("a", 3, 1), ("a", 7, 2)]
    assert list(half.timers._latencies) == [100, 200, 300]


def test_who_else_is_told_of_naks(recoveries, rnr):
    recoveries.begin(2, Half("a"))
    refused = []
    take(recoveries, (2, 3, RunKind.NAK_RNR), (2, 4, RunKind.NAK_FATAL), (2, 5, RunKind.NAK_SEQUENCE), refused=refused)
    assert rnr == [(2, 3, 3)]
    assert [(half, run.frame) for half, run in refused] == [(2, 4)]


@pytest.fixture
def undecided(recoveries):
    """Half 0 has two runs, and it is not known whether the capture has its beginning."""
    recoveries.begin_undecided(0, Half("beginning"), lambda: Half("middle"))
    assert take(recoveries, (0, 3)) == take(recoveries, (0, 4)) == []
    assert recoveries.undecided() == [0]
    return recoveries


def test_the_capture_has_the_beginning(undecided):
    """Packets were marked as they came."""
    assert undecided._findings.marked == [("beginning", 3, 0), ("beginning", 4, 0)]
    assert undecided.decide(0, 1, True) == [(0, 1, ("beginning", 3, 0), True), (0, 1, ("beginning", 4, 0), True)]
    assert undecided.undecided() == []
    assert take(undecided, (0, 5)) == [(0, 1, ("beginning", 5, 0), False)]


def test_the_capture_has_it_not(undecided):
    """All runs are judged again."""
    assert undecided.decide(0, 1, False) == [(0, 1, ("middle", 3, 0), False), (0, 1, ("middle", 4, 0), False)]
    assert undecided.undecided() == []
    assert take(undecided, (0, 5)) == [(0, 1, ("middle", 5, 0), False)]


def test_nothing_decides_it_until_the_end(undecided):
    assert [(verdict, marked) for _, _, verdict, marked in undecided.end(0, 1, 99, 0, 0)] == [
        (("beginning", 3, 0), True), (("beginning", 4, 0), True), (("beginning", "end", 99), False)
    ]  # fmt: skip
    assert undecided.undecided() == []


def test_it_takes_its_number_along(undecided):
    undecided.move(0, 1)
    assert undecided.undecided() == [1]
    assert 0 not in undecided
    assert len(undecided.decide(1, 1, False)) == 2
    assert take(undecided, (1, 5)) == [(1, 1, ("middle", 5, 0), False)]


def test_runs_are_not_kept_for_ever(undecided):
    told = take(undecided, *((0, frame) for frame in range(5, 5 + MOST_KEPT)))
    assert undecided.undecided() == []
    assert len(told) == MOST_KEPT + 2
