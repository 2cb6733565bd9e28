"""MSNs against the messages that have ended."""

from __future__ import annotations

import pytest

from ibpkt.analysis.runs import message_counts
from ibpkt.analysis.runs.message_counts import BEGINNING, MIDDLE, MessageEnds
from tests.analysis.runs.sequences import PMTU, sequences
from tests.support.exchanges import READ_ONLY, SEND_FIRST, SEND_LAST, ask, read, tell

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


@pytest.mark.parametrize("size", SIZES)
def test_in_the_middle_nothing_is_said_of_msns_before_the_ack_that_shows_the_distance(size):
    """Nor when the batch has another MSN behind it that is wrong."""
    early = [part for psn in range(2) for part in (read(psn), tell(psn, 50 + 7 * psn, opcode=READ_ONLY, size=8))]
    packets = [*early, ask(2), tell(2, 103), ask(3), tell(3, 104), ask(4), tell(4, 99), ask(5), tell(5, 106)]
    assert told(packets, size) == ([(99, 105)], MIDDLE)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("counted", "wrong"), [(4, []), (5, [(5, 2)])])
def test_the_answer_to_a_duplicate_counts_later_messages(size, counted, wrong):
    """The answers to the originals were lost before the tap; no more messages than were sent can be completed."""
    sent = [read(1), read(2), ask(3)]
    answers = [tell(psn, count, opcode=READ_ONLY, size=8) for psn, count in ((1, counted), (2, 4))]
    assert told([ask(0), tell(0, 1), *sent, *sent, *answers, tell(3, 4)], size) == (wrong, BEGINNING)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("counted", "wrong"), [(4, []), (5, [(5, 3)])])
def test_the_ack_of_a_duplicate_may_name_what_was_acknowledged_last(size, counted, wrong):
    """The ACK for PSN 2 and the response behind it were lost before the tap, and PSN 1 came again."""
    packets = [ask(0), tell(0, 1), ask(1), ask(2), read(3), ask(1), tell(2, counted)]
    assert told(packets, size) == (wrong, BEGINNING)


@pytest.mark.parametrize("size", SIZES)
def test_what_was_not_sent_again_counts_no_later_messages(size):
    packets = [ask(0), tell(0, 1), ask(1), ask(2), ask(1), tell(2, 3), ask(3), ask(4), tell(3, 5), tell(4, 5)]
    assert told(packets, size) == ([(5, 4)], BEGINNING)


@pytest.mark.parametrize("size", [4, 10])
def test_what_is_answered_is_forgotten(size, monkeypatch):
    """As soon as there are many: twice as many as were left, or some."""
    monkeypatch.setattr(message_counts, "_FEW", 6)
    counts, most = MessageEnds(), 0
    packets = [part for psn in range(60) for part in (ask(psn), tell(psn, psn + 1))]
    for sequence, table in sequences(packets, size):
        assert not list(counts.add(sequence, table))
        most = max(most, len(counts._keys))
    assert most <= 6 + size
