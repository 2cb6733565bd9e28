"""What is not as in a clean half, and the quiet stretches of those that are not clean."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.quiet_stretches import quiet
from ibpkt.analysis.runs.trouble import begin_trouble, note_trouble, trouble
from tests.analysis.runs.sequences import PMTU, packets_of, sequences
from tests.support.exchanges import READ_ONLY, ask, read, tell

SEQUENCE_ERROR, RNR = 0x60, 0x21


def odd(packets, missing=()):
    """The numbers of the packets that are trouble."""
    ((sequence, _),) = sequences(packets)
    lacking = np.isin(np.arange(len(sequence)), missing)
    return np.flatnonzero(trouble(sequence, lacking)).tolist()


def test_a_clean_half():
    packets = [ask(0), ask(1), tell(0, 1), tell(1, 2), read(2, 2 * PMTU), ask(4), tell(2, 3, opcode=READ_ONLY, size=8)]
    assert odd(packets) == []


@pytest.mark.parametrize(
    ("packets", "found"),
    [
        ([ask(0), ask(2)], [1]),
        ([ask(0), ask(1), ask(0)], [2]),
        ([ask(0), tell(0, 0, syndrome=SEQUENCE_ERROR)], [1]),
        ([ask(0), tell(0, 0, syndrome=RNR)], [1]),
        ([ask(0), tell(0, 1), tell(0, 1)], [2]),
        ([ask(0), tell(4, 1)], [1]),
    ],
    ids=["a jump", "sent again", "NAK", "RNR NAK", "an ACK that repeats", "an ACK of what was not sent"],
)
def test_trouble(packets, found):
    assert odd(packets) == found


def test_a_missing_response():
    assert odd([read(0), read(1), tell(1, 2, opcode=READ_ONLY, size=8)], missing=[2]) == [2]


def test_a_half_that_had_trouble_is_not_clean_any_more():
    marked = []
    for sequence, table in sequences([ask(0), ask(2), ask(3), ask(0)], 2, halves=[0, 0, 0, 1]):
        marked.append(note_trouble(sequence, trouble(sequence, np.zeros(len(sequence), np.bool_)), table).tolist())
    assert marked == [[True, True], [True, False]]


def quiet_frames(exchange, size=None):
    """The numbers of the packets in quiet stretches, from 0."""
    found = []
    for sequence, table in sequences(exchange, size):
        packets = packets_of(sequence, trouble(sequence, np.zeros(len(sequence), np.bool_)))
        stretches = quiet(packets, table)
        found += (packets.frame[stretches.calm] - 1).tolist()
        stretches.settle(packets, np.ones(len(packets), np.bool_), table)
    return found


def test_quiet_before_and_behind_trouble():
    """From what was under way then up to what had been sent, nothing is quiet; nor what nobody acknowledges."""
    packets = [
        *(ask(0), ask(1), tell(1, 2), ask(2), ask(4), tell(3, 3, syndrome=SEQUENCE_ERROR), ask(3), ask(4), tell(4, 5)),
        *(ask(5), ask(6), tell(6, 7), ask(7)),
    ]
    assert quiet_frames(packets) == [0, 1, 2, 9, 10, 11]


def test_what_is_not_acknowledged_before_the_next_trouble_is_not_quiet():
    packets = [ask(0), tell(0, 1), ask(1), ask(2), tell(1, 2), ask(4), tell(4, 5)]
    assert quiet_frames(packets) == [0, 1, 2, 4]


def test_trouble_of_an_earlier_batch_goes_on():
    """The responses are to READs that were there before it was over."""
    responses = [tell(psn, psn + 1, opcode=READ_ONLY, size=8) for psn in range(3)]
    packets = [read(0), read(1), read(0), read(1), *responses[:2], read(2), responses[2]]
    assert quiet_frames(packets, 4) == quiet_frames(packets) == [6, 7]


@pytest.mark.parametrize(("window", "undecided"), [(0, [7, 8]), (1, [])])
def test_what_may_still_be_acknowledged_is_not_decided(window, undecided):
    """Behind the last trouble, and as long as no border of the capture was passed."""
    packets = [ask(0), tell(0, 1), ask(0), ask(1), tell(1, 2), ask(3), tell(3, 3), ask(4), ask(5)]
    ((sequence, table),) = sequences(packets)
    columns = packets_of(sequence, trouble(sequence, np.zeros(len(sequence), np.bool_)))
    stretches = quiet(columns, table, window)
    assert (columns.frame[stretches.undecided] - 1).tolist() == undecided
    assert not (stretches.calm & stretches.undecided).any()


def test_the_first_trouble_of_a_half_counts():
    """The first trouble of a half counts, also one noted in an earlier batch; later ones change nothing."""
    table = HalfTable()
    table.reserve(3)
    table["trouble_frame"][0] = 1
    begin_trouble(np.array([0, 2, 2]), np.array([9, 8, 7]), table)
    begin_trouble(np.array([0, 2]), np.array([3, 3]), table)
    assert table["trouble_frame"][:3].tolist() == [1, 0, 7]
    assert table["troubled"][:3].tolist() == [True, False, True]
