"""How long answers take, from the requests that they acknowledge first."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.recovery.flow_timers import MAX_LATENCIES
from ibpkt.analysis.runs.latencies import latencies
from tests.analysis.runs.sequences import sequences
from tests.support.exchanges import ask, tell

SEQUENCE_ERROR = 0x60


def spans(packets, times, halves=None):
    """Halves and latencies in microseconds."""
    ((sequence, _),) = sequences(packets, halves=halves, times=[time * 1000 for time in times])
    half, span = latencies(sequence, np.ones(len(sequence), np.bool_))
    return list(zip(half.tolist(), (span // 1000).tolist(), strict=True))


def test_from_the_request_that_is_acknowledged():
    """The least one stands first."""
    packets = [ask(0), ask(1), tell(1, 2), ask(2), tell(2, 3)]
    assert spans(packets, [0, 10, 17, 20, 25]) == [(0, 5), (0, 7), (0, 5)]


def test_what_was_sent_again_has_none():
    assert spans([ask(0), ask(0), tell(0, 1)], [0, 10, 15]) == []
    assert spans([ask(0), ask(0), ask(1), tell(1, 2)], [0, 10, 11, 15]) == [(0, 4), (0, 4)]


def test_naks_and_repeated_acks_have_none():
    packets = [ask(0), tell(0, 1), ask(2), tell(1, 1, syndrome=SEQUENCE_ERROR), tell(0, 1)]
    assert spans(packets, [0, 3, 10, 20, 21]) == [(0, 3), (0, 3)]


def test_halves_by_themselves():
    """An ACK of the second half has no request of its own in this batch."""
    packets = [ask(0), ask(5), tell(0, 1), tell(7, 9)]
    assert spans(packets, [0, 0, 4, 9], halves=[0, 0, 0, 1]) == [(0, 4), (0, 4)]


def test_only_the_last_ones_are_kept():
    packets = [packet for psn in range(MAX_LATENCIES + 8) for packet in (ask(psn), tell(psn, psn + 1))]
    times = [time for psn in range(MAX_LATENCIES + 8) for time in (100 * psn, 100 * psn + psn + 1)]
    assert [span for _, span in spans(packets, times)] == [1, *range(9, MAX_LATENCIES + 9)]
