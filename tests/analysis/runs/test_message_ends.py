"""MSNs against the messages that have ended."""

from __future__ import annotations

import pytest

from ibpkt.analysis.runs.message_counts import BEGINNING, MIDDLE, MessageEnds
from tests.analysis.runs.sequences import PMTU, sequences
from tests.support.analysis_runs import run
from tests.support.exchanges import READ_ONLY, SEND_FIRST, SEND_LAST, A, B, ask, batches, read, tell

SIZES = [None, 1, 3]


def told(packets, size=None):
    """MSNs that are wrong and what they should be, and what is known of the beginning."""
    counts, found = MessageEnds(), []
    for sequence, table in sequences(packets, size):
        found += [verdict.facts for _, verdict in counts.add(sequence, table)]
    found += [verdict.facts for verdict in counts.finish(0)]
    return [(facts["now"], facts["expected"]) for facts in found], int(table["known"][0])


@pytest.mark.parametrize("size", SIZES)
def test_messages_not_packets_are_counted(size):
    packets = [ask(0, SEND_FIRST, size=PMTU), tell(0, 0), ask(1, SEND_LAST), tell(1, 1), ask(2), tell(2, 2)]
    assert told(packets, size) == ([], BEGINNING)


@pytest.mark.parametrize("size", SIZES)
def test_one_wrong_msn(size):
    packets = [part for psn in range(6) for part in (ask(psn), tell(psn, 1 if psn == 3 else psn + 1))]
    assert told(packets, size) == ([(1, 4)], BEGINNING)


@pytest.mark.parametrize("size", SIZES)
def test_an_msn_that_jumps_ahead_is_told_once(size):
    packets = [part for psn in range(6) for part in (ask(psn), tell(psn, psn + (1 if psn < 3 else 8)))]
    assert told(packets, size) == ([(11, 4)], BEGINNING)


@pytest.mark.parametrize("size", SIZES)
def test_the_capture_begins_in_the_middle(size):
    packets = [part for psn in range(4) for part in (ask(psn), tell(psn, psn + 100))]
    assert told(packets, size) == ([], MIDDLE)


@pytest.mark.parametrize("size", SIZES)
def test_a_message_sent_again_is_counted_once(size):
    packets = [ask(0), tell(0, 1), ask(1), ask(1), tell(1, 2), ask(2), tell(2, 3)]
    assert told(packets, size)[0] == []


@pytest.mark.parametrize("size", SIZES)
def test_where_requests_are_missing_nothing_is_known(size):
    packets = [ask(0), tell(0, 1), ask(3), tell(3, 4), ask(4), tell(4, 7)]
    assert told(packets, size)[0] == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("counted", [1, 2])
def test_a_read_may_be_counted_before_its_response_or_behind_it(counted, size):
    packets = [ask(0), tell(0, 1), read(1), tell(1, counted, opcode=READ_ONLY, size=8), ask(2), tell(2, 3)]
    assert told(packets, size)[0] == []


@pytest.mark.parametrize("size", [1, 2, 100])
def test_an_answer_to_what_came_before_the_first_request(size):
    """It counts messages of which the capture has none: how far MSNs are ahead, only later answers show."""
    back = {"source": A, "target": B}
    packets = [ask(500), tell(899, 40, **back), ask(905, source=B, target=A), tell(905, 46, **back)]
    packets += [ask(906, source=B, target=A), tell(906, 48, **back)]
    found = [(each.frame, each.facts) for each in run(batches(packets, size)).findings if each.kind.name == "msn"]
    assert found == [(6, {"now": 48, "expected": 47})]
