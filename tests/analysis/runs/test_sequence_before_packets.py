"""What came before each packet of its half, in its batch or an earlier one, set against a loop over all packets."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest

from tests.analysis.runs.sequences import sequences
from tests.support.exchanges import ask, tell

HALVES = 3
MS = 1_000_000
made_ask, made_tell = functools.cache(ask), functools.cache(lambda psn: tell(psn, 1))


def drawn(source, count):
    """Requests, some of them again, and answers to what was sent, of several halves."""
    sent, packets, halves = [0] * HALVES, [], []
    for _ in range(count):
        half = source.randrange(HALVES)
        if not sent[half] or source.random() < 0.5:
            back = source.choice((0, 0, 0, 1, 3))
            psn = max(0, sent[half] - back)
            packets.append(made_ask(psn))
            sent[half] = max(sent[half], psn + 1)
        else:
            packets.append(made_tell(max(0, sent[half] - source.choice((1, 1, 2, 4)))))
        halves.append(half)
    return packets, halves


@pytest.mark.parametrize("size", [None, 1, 4, 11])
@pytest.mark.parametrize("seed", range(5))
def test_what_was_sent_again_and_when_an_answer_moved(seed, size):
    source = random.Random(seed)
    packets, halves = drawn(source, 40)
    times = np.cumsum([source.randint(1, 9) * MS for _ in packets]).tolist()
    again_end, moved_at, acked = [0] * HALVES, [0] * HALVES, [0] * HALVES  # by half
    for sequence, _ in sequences(packets, size, halves, times):
        frames = sequence.columns.frame[sequence.rows]
        found = sequence.sent_again.tolist(), sequence.acked_time(np.arange(len(sequence))).tolist()
        expected = {}
        for place in np.argsort(frames, kind="stable").tolist():
            half = int(sequence.half[place])
            expected[place] = again_end[half], moved_at[half]
            end = int(sequence.end[place])
            if sequence.is_request[place]:
                again_end[half] = max(again_end[half], end) if sequence.again[place] else again_end[half]
            elif end > acked[half]:
                acked[half], moved_at[half] = end, 10**18 + times[int(frames[place]) - 1]
        assert list(zip(*found, strict=True)) == [expected[place] for place in range(len(sequence))]
    assert any(again_end)
    assert any(moved_at)
