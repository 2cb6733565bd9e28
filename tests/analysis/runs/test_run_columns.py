"""Where runs begin and end."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.recovery.run import RunKind
from ibpkt.analysis.runs import held_packets
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.run_columns import RunColumns
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from tests.support.exchanges import READ_ONLY, ask, batches, read, tell

PMTU = 1024
RNR, SEQUENCE_ERROR, ACCESS_ERROR = 0x21, 0x60, 0x62


def runs_of(packets, size=None, late=None, missing=(), hold=False):
    """The runs of one half.

    Args:
        packets: of an exchange.
        size: packets of a batch; None for all.
        late: whether each is late; None for unknown.
        missing: numbers of answers before which a response is missing.
        hold: runs that may go on in the next batch wait for it.
    """
    table, addresses, told, held = HalfTable(), Addresses(), [], []
    table.reserve(1)
    for batch in batches(packets, size):
        columns = transport(batch, addresses)
        count = len(columns)
        sequence = SequenceColumns(columns, np.arange(count), np.zeros(count, np.int64), table, np.array([PMTU]))
        unknown, no = np.full(count, -1, np.int64), np.zeros(count, np.bool_)
        order = unknown if late is None else np.array(late)
        behind = np.isin(columns.frame[sequence.rows], missing)
        held.append(HalfPackets.of(sequence, np.arange(count), order, unknown, unknown, behind, no))
        of = HalfPackets.joined(held)
        no = np.zeros(len(of), np.bool_)
        undecided = no if hold and batch.frames.first + count <= len(packets) else None
        window = int(held_packets.window_of(of.frame[-1]))
        runs = RunColumns(of, no, table, undecided=undecided, window=window)
        told += [run for _, run in runs.runs()]
        runs.settle(table)
        sequence.update(table)
        held = [of.select(~runs.ready)]
    return told


def short(packets, **options):
    """Kind, first PSN and end from the first on, packets, first frame and last."""
    runs = runs_of(packets, **options)
    first = runs[0].first
    return [(run.kind.name, run.first - first, run.end - first, run.packets, run.frame, run.last_frame) for run in runs]


def test_requests_that_follow_each_other_are_one_run_and_acks_that_advance_none():
    assert short([ask(0), ask(1), tell(0, 1), ask(2), tell(2, 3)]) == [("REQUESTS", 0, 3, 3, 1, 4)]


def test_a_jump_cuts():
    assert short([ask(0), ask(2), ask(3)]) == [("REQUESTS", 0, 1, 1, 1, 1), ("REQUESTS", 2, 4, 2, 2, 3)]


def test_what_is_sent_again_is_a_run_and_what_is_new_behind_it_another_one_that_continues():
    runs = runs_of([ask(0), ask(1), ask(2), ask(1), ask(2), ask(3)])
    assert [(run.frame, run.again, run.continues) for run in runs] == [
        (1, False, False),
        (4, True, False),
        (6, False, True),
    ]


def test_naks_and_repeated_acks_are_runs():
    packets = [
        ask(0), tell(0, 1), ask(1), ask(2), tell(0, 1), tell(0, 1), tell(1, 1, syndrome=RNR),
        tell(1, 1, syndrome=SEQUENCE_ERROR), tell(1, 1, syndrome=ACCESS_ERROR), tell(9, 1),
    ]  # fmt: skip
    assert [(run.kind, run.packets) for run in runs_of(packets)][1:] == [
        (RunKind.REPEATED_ACK, 2), (RunKind.NAK_RNR, 1), (RunKind.NAK_SEQUENCE, 1), (RunKind.NAK_FATAL, 1),
        (RunKind.ACK_OF_UNSENT, 1),
    ]  # fmt: skip


def test_a_read_of_several_responses_is_a_run_of_its_own():
    assert short([read(0, 3 * PMTU), read(3), read(4), ask(5)]) == [
        ("REQUESTS", 0, 3, 1, 1, 1), ("REQUESTS", 3, 5, 2, 2, 3), ("REQUESTS", 5, 6, 1, 4, 4),
    ]  # fmt: skip


def test_responses_that_are_due_are_no_run():
    """But the one behind one that is missing."""
    tells = [tell(psn, 1, opcode=READ_ONLY, size=8) for psn in (0, 1, 3, 4)]
    packets = [*(read(psn) for psn in range(5)), *tells]
    assert short(packets)[1:] == []
    assert short(packets, missing=[8])[1:] == [("RESPONSES", 3, 4, 1, 8, 8)]


def test_responses_that_come_again_are_runs():
    tells = [tell(psn, 1, opcode=READ_ONLY, size=8) for psn in (0, 1, 2, 0, 1)]
    assert short([*(read(psn) for psn in range(3)), *tells])[1:] == [("RESPONSES", 0, 2, 2, 7, 8)]


def test_responses_that_come_again_are_runs_without_holes():
    """A hole in what was answered before shows nothing, but a run has one response for each of its PSNs."""
    tells = [tell(psn, 1, opcode=READ_ONLY, size=8) for psn in (0, 1, 2, 0, 2)]
    assert short([*(read(psn) for psn in range(3)), *tells])[1:] == [
        ("RESPONSES", 0, 1, 1, 7, 7), ("RESPONSES", 2, 3, 1, 8, 8),
    ]  # fmt: skip


def test_responses_that_come_again_end_where_more_is_asked_for():
    """So that those which answer the request in between are fed behind it."""
    again = [tell(psn, 1, opcode=READ_ONLY, size=8) for psn in (0, 1)]
    packets = [*(read(psn) for psn in range(2)), *again, read(0), again[0], read(1), again[1]]
    assert short(packets)[1:] == [
        ("REQUESTS", 0, 2, 2, 5, 7),
        ("RESPONSES", 0, 1, 1, 6, 6),
        ("RESPONSES", 1, 2, 1, 8, 8),
    ]


def test_late_packets_are_runs_of_their_own():
    assert [run.late for run in runs_of([ask(0), ask(2), ask(1)], late=[0, 0, 1])] == [0, 0, 1]


def test_late_packets_are_in_no_run_of_others():
    """PSN 2 was sent after PSN 5 and comes behind PSN 1, which something overtook."""
    runs = runs_of([ask(0), ask(5), ask(1), ask(2)], late=[0, 0, 1, 0])
    assert [(run.frame, run.late) for run in runs] == [(1, 0), (2, 0), (3, 1), (4, 0)]


def test_a_run_goes_on_in_the_next_batch():
    runs = runs_of([ask(0), ask(1), ask(2), ask(4)], size=2)
    assert [(run.frame, run.packets, run.continues) for run in runs] == [(1, 2, False), (3, 1, True), (4, 1, False)]
    assert [run.after for run in runs] == [0, 2, 0]


def test_answers_ahead_of_a_repetition_and_behind_it():
    """ACKs during the repetition: of what it has sent, and then of what it has not sent yet."""
    first = [ask(psn) for psn in range(4)]
    runs = runs_of([*first, ask(0), tell(0, 1), ask(1), tell(3, 4), ask(2)])
    again, acknowledged = (run for run in runs if run.again)
    psn = again.first
    assert (again.packets, again.ahead, again.behind) == (2, -1, 1)
    # what an ACK had covered before it came again is a run of its own
    assert [acknowledged.packets, acknowledged.first - psn, acknowledged.ahead - psn] == [1, 2, 4]
    assert (acknowledged.acked - psn, acknowledged.continues) == (4, True)
    runs = runs_of([*first, ask(0), tell(0, 1), ask(1), tell(1, 2), ask(2)])
    again = next(run for run in runs if run.again)
    assert (again.ahead, again.behind) == (-1, 2)


def test_the_first_ack_behind_what_is_sent_again():
    """It advances, and comes before the next run; a NAK, and ACKs of what was acknowledged, are none."""
    first = [ask(psn) for psn in range(4)]

    def first_acks(*packets):
        runs = [run for run in runs_of([*first, *packets]) if run.kind is RunKind.REQUESTS]
        return [run.first_ack - runs[0].first if run.first_ack >= 0 else None for run in runs]

    assert first_acks(ask(0), ask(1), tell(0, 1), tell(1, 2)) == [None, 1]
    assert first_acks(ask(0), tell(1, 2), ask(1), ask(2)) == [None, 2, None, None]  # PSN 1 is acknowledged
    assert first_acks(tell(0, 1), ask(1), ask(2), tell(0, 1), tell(2, 3)) == [None, 3]
    assert first_acks(ask(0), ask(2), tell(1, 2)) == [None, None, 2]
    assert first_acks(ask(0), tell(1, 2, syndrome=SEQUENCE_ERROR)) == [None, None]
    assert first_acks(tell(3, 4)) == [None]


@functools.cache
def made(kind, psn):
    """A packet of the test below, which needs the same ones again and again."""
    if kind == "ask":
        return ask(psn)
    return tell(psn, 1, **({"syndrome": SEQUENCE_ERROR} if kind == "nak" else {}))


@given(
    st.lists(st.tuples(st.sampled_from(["ask", "tell", "nak"]), st.integers(0, 12)), min_size=1, max_size=40),
    st.integers(1, 9),
    st.sampled_from([7, held_packets.WINDOW]),
)
@example([("ask", 12), ("ask", 11), ("tell", 0), ("ask", 12)], 1, held_packets.WINDOW)
def test_batches_make_no_difference_to_runs(steps, size, window):
    """What may go on is held back, as `ConnectedFlows` does; nor does an ACK between two batches get lost."""
    packets = [made("ask", 0), *(made(*step) for step in steps)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(held_packets, "WINDOW", window)
        whole, pieces = runs_of(packets), runs_of(packets, size, hold=True)
    assert [run.replace(place=0) for run in pieces] == [run.replace(place=0) for run in whole]
    assert sum(run.packets for run in whole if run.kind is RunKind.REQUESTS) == 1 + sum(k == "ask" for k, _ in steps)


@pytest.mark.parametrize("one", [-1, 0, 1])
@pytest.mark.parametrize("other", [-1, 0, 1])
def test_which_lateness_goes_on_with_which(one, other):
    """What was never sent before: if none of both is known to be late; what is sent again only with its like."""
    fresh = runs_of([ask(0), ask(1)], late=[one, other])
    assert len(fresh) == (1 if one == other or 1 not in (one, other) else 2)
    again = runs_of([ask(0), ask(1), ask(0), ask(1)], late=[0, 0, one, other])
    assert len(again) == (2 if one == other else 3)


@pytest.mark.parametrize("before", [SEQUENCE_ERROR, RNR, ACCESS_ERROR])
def test_repeated_acks_behind_a_nak_of_the_same_psn_are_a_run_of_their_own(before):
    packets = [ask(0), ask(1), tell(0, 1), tell(0, 1, syndrome=before), tell(0, 1), tell(0, 1)]
    runs = runs_of(packets)[1:]
    assert [(run.frame, run.packets) for run in runs] == [(4, 1), (5, 2)]
    assert runs[0].kind is not RunKind.REPEATED_ACK
    packets[3:] = [tell(0, 1), tell(0, 1), tell(0, 1, syndrome=before)]
    assert [(run.frame, run.packets) for run in runs_of(packets)[1:]] == [(4, 2), (6, 1)]


def test_responses_that_come_again_behind_a_repeated_ack_of_the_psn_before_are_a_run_of_their_own():
    again = [tell(psn, 1, opcode=READ_ONLY, size=8) for psn in (1, 2)]
    packets = [ask(0), read(1), read(2), tell(0, 1), *again, tell(0, 1), *again]
    answers = [run for run in short(packets) if run[0] != "REQUESTS"]
    assert answers == [("REPEATED_ACK", 0, 1, 1, 7, 7), ("RESPONSES", 1, 3, 2, 8, 9)]
