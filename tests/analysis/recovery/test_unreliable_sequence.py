"""Holes in the PSNs of an unreliable connection."""

from __future__ import annotations

from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.unreliable_sequence import HOLES, UnreliableSequence

SECOND = 10**9


def told(*runs):
    """Kinds, packets and frames; a run is its first PSN, its end, and when it came in seconds."""
    sequence, sent, verdicts = UnreliableSequence(), runs[0][0], []
    for frame, (first, end, time) in enumerate(runs, 1):
        at = int(time * SECOND)
        run = Run(RunKind.REQUESTS, first, end, end - first, frame, frame, at, at, sent, 0)
        verdicts += sequence.feed(run)
        sent = max(sent, end)
    verdicts += sequence.finish()
    return [(verdict.kind.name, verdict.packets, verdict.run.frame) for verdict in verdicts]


def test_a_hole_is_a_loss():
    assert told((0, 5, 0), (7, 9, 0)) == [("lost", 2, 2)]


def test_what_fills_it_was_overtaken():
    assert told((0, 5, 0), (7, 9, 0), (5, 7, 0.001)) == [("out-of-order", 2, 3)]


def test_what_fills_a_part_of_it_leaves_a_loss_on_both_sides():
    assert told((0, 5, 0), (9, 10, 0), (6, 8, 0)) == [("out-of-order", 2, 3), ("lost", 1, 2), ("lost", 1, 2)]


def test_what_comes_much_later_does_not_fill_it():
    assert told((0, 5, 0), (7, 9, 0), (5, 7, 2)) == [("lost", 2, 2)]


def test_holes_are_bounded():
    runs = [(3 * number, 3 * number + 1, 0) for number in range(2 * HOLES)]
    assert told(*runs) == [("lost", 2, frame) for frame in range(2, 2 * HOLES + 1)]
