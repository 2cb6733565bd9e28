"""How long answers take, from the requests that they acknowledge first."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.recovery.flow_timers import MAX_LATENCIES, FlowTimers
from ibpkt.analysis.runs.latencies import AnswerLatencies, latencies
from tests.analysis.runs.sequences import packets_of, sequences
from tests.support.exchanges import ask, tell

SEQUENCE_ERROR = 0x60
EPOCH = 1_700_000_000_000_000_000
NEVER = 1 << 62


class Timers(FlowTimers):
    """Timers that remember what they are told, in microseconds."""

    def __init__(self):
        super().__init__()
        self.told = []

    def answered(self, latencies):
        self.told += [each // 1000 for each in latencies]


def spans(packets, times, halves=None, before=(NEVER,)):
    """Latencies of each half, handed on before some packets."""
    ((sequence, _),) = sequences(packets, halves=halves, times=[EPOCH + time * 1000 for time in times])
    found = {}
    for half, own in latencies(packets_of(sequence))[0].items():
        timers = Timers()
        for frame in before:
            own.feed(timers, frame)
        found[half] = timers.told
    return found


def test_from_the_request_that_is_acknowledged():
    packets = [ask(0), ask(1), tell(1, 2), ask(2), tell(2, 3)]
    assert spans(packets, [0, 10, 17, 20, 25]) == {0: [7, 5]}


def test_they_are_handed_on_with_the_answers():
    """Packet 3 is the first answer."""
    packets = [ask(0), ask(1), tell(1, 2), ask(2), tell(2, 3)]
    assert spans(packets, [0, 10, 17, 20, 25], before=[3]) == {0: []}
    assert spans(packets, [0, 10, 17, 20, 25], before=[4]) == {0: [7]}
    assert spans(packets, [0, 10, 17, 20, 25], before=[4, NEVER]) == {0: [7, 5]}


def test_what_was_sent_again_has_none():
    assert not any(spans([ask(0), ask(0), tell(0, 1)], [0, 10, 15]).values())
    assert spans([ask(0), ask(0), ask(1), tell(1, 2)], [0, 10, 11, 15]) == {0: [4]}


def test_an_answer_that_waited_for_a_repetition_has_none():
    """The responder kept 1 and acknowledges it when 0 has come again."""
    packets = [ask(1), ask(0), tell(1, 2), ask(2), tell(2, 3)]
    assert spans([ask(0), *packets], [0, 1, 9000, 9005, 9010, 9013]) == {0: [3]}


def test_naks_and_repeated_acks_have_none():
    packets = [ask(0), tell(0, 1), ask(2), tell(1, 1, syndrome=SEQUENCE_ERROR), tell(0, 1)]
    assert spans(packets, [0, 3, 10, 20, 21]) == {0: [3]}


def test_halves_by_themselves():
    """An ACK of the second half has no request of its own in this batch."""
    packets = [ask(0), ask(5), tell(0, 1), tell(7, 9)]
    assert spans(packets, [0, 0, 4, 9], halves=[0, 0, 0, 1]) == {0: [4]}


def test_of_many_the_least_and_the_last_count():
    count = MAX_LATENCIES + 8
    packets = [packet for psn in range(count) for packet in (ask(psn), tell(psn, psn + 1))]
    ((sequence, _),) = sequences(
        packets, times=[EPOCH + time * 1000 for psn in range(count) for time in (100 * psn, 100 * psn + psn + 1)]
    )
    timers = FlowTimers()
    latencies(packets_of(sequence))[0][0].feed(timers, NEVER)
    assert timers.least_latency == 1000
    assert timers.state()["latencies"] == [tuple(1000 * span for span in range(9, count + 1))]


def spans_of_batches(packets, times, size):
    """Latencies of the first half, over batches."""
    answers, timers = AnswerLatencies(), Timers()
    for sequence, _ in sequences(packets, size, times=[EPOCH + time * 1000 for time in times]):
        for own in answers.add(packets_of(sequence)).values():
            own.feed(timers, NEVER)
    return timers.told


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_an_answer_comes_in_a_later_batch(size):
    packets = [ask(0), ask(1), tell(1, 2), ask(2), tell(2, 3)]
    assert spans_of_batches(packets, [0, 10, 17, 20, 25], size) == [7, 5]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_what_was_sent_again_in_a_later_batch_has_none(size):
    assert spans_of_batches([ask(0), ask(1), ask(0), ask(1), tell(1, 2)], [0, 10, 20, 21, 30], size) == []


def test_a_half_whose_number_others_get_has_no_requests_that_wait():
    answers = AnswerLatencies()
    first, second = (sequence for sequence, _ in sequences([ask(0), tell(0, 1)], 1))
    assert answers.add(packets_of(first)) == {}
    answers.move(0, 3)
    answers.forget(np.array([3]))
    assert answers.add(packets_of(second)) == {}
