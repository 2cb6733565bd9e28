"""Where runs begin and end."""

from __future__ import annotations

import functools
import itertools
import random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.recovery.run import MOST_PAUSE, Run, RunKind
from ibpkt.analysis.runs import held_packets
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.quiet_stretches import quiet
from ibpkt.analysis.runs.run_columns import MOST_OF_CALM, RunColumns
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from tests.analysis.runs.sequences import packets_of, sequences
from tests.analysis.runs.test_runs_of_each_half import READ_MIDDLE, drawn, made as made_of, steps
from tests.support.exchanges import ACK, READ_ONLY, ask, batches, read, tell

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
    return made_of({"tell": "ack"}.get(kind, kind), psn)


@given(
    st.lists(
        st.tuples(st.sampled_from(["ask", "tell", "nak", "read", "response"]), st.integers(0, 12)),
        min_size=1,
        max_size=40,
    ),
    st.integers(1, 9),
    st.sampled_from([7, held_packets.WINDOW]),
)
@example([("ask", 12), ("ask", 11), ("tell", 0), ("ask", 12)], 1, held_packets.WINDOW)
# answers alone behind a border, which may go on, and an ACK that comes again on both sides of a request
@example(
    [("read", 1), ("read", 2), ("response", 1), ("response", 2), ("ask", 3), ("response", 1), ("response", 2)], 7, 7
)
@example([("ask", 1), ("tell", 0), ("ask", 2), ("ask", 3), ("tell", 1), ("tell", 1), ("tell", 1)], 7, 7)
@example([("ask", 1), ("tell", 1), ("tell", 1), ("ask", 1), ("tell", 1)], 5, held_packets.WINDOW)
def test_batches_make_no_difference_to_runs(steps, size, window):
    """What may go on is held back, as `ConnectedFlows` does; nor does an ACK between two batches get lost."""
    packets = [made("ask", 0), *(made(*step) for step in steps)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(held_packets, "WINDOW", window)
        whole, pieces = runs_of(packets), runs_of(packets, size, hold=True)
    assert [run.replace(place=0) for run in pieces] == [run.replace(place=0) for run in whole]
    asks = 1 + sum(kind in ("ask", "read") for kind, _ in steps)
    assert sum(run.packets for run in whole if run.kind is RunKind.REQUESTS) == asks


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


def kind_of(of, at):
    """What the answer at a place is; None for those that are no runs."""
    if not of.believed[at]:
        return RunKind.ACK_OF_UNSENT
    if of.negative[at]:
        of_nak = {SEQUENCE_ERROR: RunKind.NAK_SEQUENCE, RNR: RunKind.NAK_RNR}
        return of_nak.get(int(of.syndrome[at]), RunKind.NAK_FATAL)
    if of.opcode[at] != ACK:
        return None if of.end[at] > of.acked[at] and not of.missing[at] else RunKind.RESPONSES
    if of.psn[at] < of.acked[at]:
        return RunKind.REPEATED_ACK
    return RunKind.ADVANCING_ACK if of.missing[at] else None


def goes_on(of, calm, before, at, kinds):
    """Whether a request goes on with the one before it."""
    if of.frame[at] // held_packets.WINDOW != of.frame[before] // held_packets.WINDOW or of.psn[at] != of.end[before]:
        return False
    if calm[at] or calm[before]:
        return calm[at] and calm[before] and of.psn[at] // MOST_OF_CALM == of.psn[before] // MOST_OF_CALM
    if of.end[at] - of.psn[at] > 1 or of.end[before] - of.psn[before] > 1 or of.skipped[at] > 0:
        return False
    if of.again[at] != of.again[before] or of.reads[at] != of.reads[before]:
        return False
    if of.late[at] != of.late[before] and (of.again[at] or 1 in (of.late[at], of.late[before])):
        return False
    told = [kinds.get(place) for place in range(before, at)]
    if of.time[at] - of.time[before] > MOST_PAUSE or any(kind not in (None, RunKind.RESPONSES) for kind in told):
        return False
    acknowledged = [of.again[place] and of.psn[place] < of.acked[place] for place in (before, at)]
    return acknowledged[0] == acknowledged[1]


def answers_go_on(of, calm, before, at, kinds):
    """Whether an answer that is part of a run goes on with the one before it."""
    if of.frame[at] // held_packets.WINDOW != of.frame[before] // held_packets.WINDOW or kinds[at] != kinds[before]:
        return False
    between = [place for place in range(before, at) if of.is_request[place]]
    if any(calm[place] for place in between):
        return False
    if kinds[at] == RunKind.REPEATED_ACK:
        return of.psn[at] == of.psn[before]
    again = [of.end[place] <= of.acked[place] for place in (before, at)]
    if kinds[at] != RunKind.RESPONSES or again[0] != again[1] or (again[0] and between):
        return False
    return of.psn[at] == of.psn[before] + 1


def looked_for(of, calm, run_end, run_frame):
    """The runs of one half, by a loop over its packets.

    Args:
        of: the packets.
        calm: those of quiet stretches.
        run_end: the PSN behind the run before, and `run_frame`, its last packet.
    """
    places = range(len(of))
    kinds = {at: kind_of(of, at) for at in places if not (of.is_request[at] or calm[at])}
    advancing = [at for at, kind in kinds.items() if kind is None and of.opcode[at] == ACK]
    asks = [at for at in places if of.is_request[at]]
    runs = [[asks[0]]] if asks else []
    for before, at in itertools.pairwise(asks):
        if goes_on(of, calm, before, at, kinds):
            runs[-1].append(at)
        else:
            runs.append([at])
    expected = []
    for number, run in enumerate(runs):
        first, last = run[0], run[-1]
        until = runs[number + 1][0] if number + 1 < len(runs) else len(of)
        before = runs[number - 1][-1] if number else None
        end, frame = (run_end, run_frame) if before is None else (of.end[before], of.frame[before])
        acked = [of.acked[at] for at in run if of.again[at] and of.psn[at] < of.acked[at]]
        during = [(max(at for at in run if at < ack), ack) for ack in advancing if first < ack < last]
        behind = [ack for at, ack in during if of.again[at] and of.end[ack] <= of.end[at]]
        acks = [ack for ack in advancing if first < ack < until][: 1 if of.again[first] else 0]
        near = [ack for ack in acks if of.frame[ack] // held_packets.WINDOW == of.frame[first] // held_packets.WINDOW]
        expected.append(run_with(
            of, RunKind.REQUESTS, run, of.end[last], reads=bool(of.reads[first] and not calm[first]),
            after=int(frame) if of.psn[first] == end else 0, ahead=int(max(acked, default=-1)), behind=len(behind),
            first_ack=int(of.end[near[0]]) if near else -1,
        ))  # fmt: skip
    answers: list[list[int]] = []
    for at in (place for place, kind in kinds.items() if kind is not None):
        if answers and answers_go_on(of, calm, answers[-1][-1], at, kinds):
            answers[-1].append(at)
        else:
            answers.append([at])
    for run in answers:
        reads = of.opcode[run[0]] == READ_MIDDLE
        expected.append(run_with(of, kinds[run[0]], run, of.psn[run[-1]] + 1, reads=bool(reads)))
    return sorted(expected, key=lambda run: run.frame)


def run_with(of, kind, places, end, **values):
    """A run of packets at some places, with what it has of its first packet and of its last one."""
    first, last = places[0], places[-1]
    names = ("sent", "acked", "acked_time", "late", "skipped", "number")
    values |= {name: getattr(of, name)[first].item() for name in names}
    numbers = of.psn[first], end, len(places), of.frame[first], of.frame[last], of.time[first], of.time[last]
    return Run(kind, *map(int, numbers), **values, code=int(of.syndrome[first]), msn=int(of.msn[last]))


@pytest.mark.parametrize("window", [16, held_packets.WINDOW])
@pytest.mark.parametrize("seed", [*range(100, 112), 125, 147])
def test_runs_as_a_loop_over_the_packets_finds_them(seed, window, monkeypatch):
    monkeypatch.setattr(held_packets, "WINDOW", window)
    packets, calm, _, table = drawn(random.Random(seed))
    runs = RunColumns(packets, calm, table, base=1000)
    assert runs.ready.all()
    told = list(runs.runs())
    assert len(runs) == len(told)
    frames = packets.frame[runs.members]
    for half in range(3):
        own = packets.half == half
        end, frame = (int(table[name][half]) for name in ("run_end", "run_frame"))
        assert [run.replace(place=-1) for each, run in told if each == half] == looked_for(
            packets.select(own), calm[own], end, frame
        )
    for _, run in told:  # its packets stand from its place on
        assert (frames[run.place - 1000], frames[run.place - 1000 + run.packets - 1]) == (run.frame, run.last_frame)


def fed(packets, halves, known, size):
    """The runs of halves as they are fed, batch by batch: what may go on or turn out to be calm waits.

    Args:
        packets: of an exchange.
        halves: the half of each.
        known: by packet, what is known of it: whether it is odd, late, packets that were skipped before it, and whether
            a response is missing before it.
        size: packets of a batch.
    """
    held, found = [], []

    def feed(of, table, window):
        stretches = quiet(of, table, window)
        runs = RunColumns(of, stretches.calm, table, 0, stretches.undecided, window)
        assert runs.ready[held_packets.window_of(of.frame) < window].all()  # nothing waits behind a border
        found.extend((half, run.replace(place=0)) for half, run in runs.runs())
        stretches.settle(of, runs.ready, table)
        runs.settle(table)
        held[:] = [of.select(~runs.ready)]

    for sequence, table in sequences(packets, size, halves):
        odd, late, skipped, missing = (column[sequence.columns.frame[sequence.rows] - 1] for column in known)
        unknown = np.full(len(sequence), -1, np.int64)
        now = HalfPackets.of(sequence, np.arange(len(sequence)), late, skipped, unknown, missing, odd)
        feed(HalfPackets.joined([*held, now]), table, int(held_packets.window_of(now.frame.max())))
    feed(held[0], table, held_packets.NEVER)
    assert not len(held[0])
    return sorted(found, key=lambda each: (each[0], each[1].frame))


@pytest.mark.parametrize("window", [16, held_packets.WINDOW])
@pytest.mark.parametrize("seed", range(16))
def test_batches_make_no_difference_to_runs_of_halves_with_quiet_stretches(seed, window, monkeypatch):
    monkeypatch.setattr(held_packets, "WINDOW", window)
    source = random.Random(seed)
    halves = [source.randrange(1 + seed % 2) for _ in range(30)]
    sent = [steps(source, len(halves)) for _ in range(2)]
    packets = [made_of(*next(sent[half])) for half in halves]
    odd = (False,) * 6 + (True,) * source.choice((1, 6, 20))  # where all is trouble, nothing may turn out to be calm
    values = odd, (0,) * 6 + (-1, 1), (0,) * 6 + (-1, 2), (False,) * 6 + (True,)
    known = [np.array(source.choices(each, k=len(packets))) for each in values]
    assert fed(packets, halves, known, 2 + seed % 6) == fed(packets, halves, known, None)


@pytest.mark.parametrize(("pause", "runs"), [(MOST_PAUSE, 1), (MOST_PAUSE + 1, 2)])
def test_a_pause_that_is_too_long_cuts(pause, runs):
    ((sequence, table),) = sequences([ask(0), ask(1)], times=[10**18, 10**18 + pause])
    of = packets_of(sequence)
    assert len(RunColumns(of, np.zeros(2, np.bool_), table)) == runs


@pytest.mark.parametrize(
    ("syndrome", "waits"), [(SEQUENCE_ERROR, False), (RNR, False), (ACCESS_ERROR, False), (31, True)]
)
def test_naks_are_complete_by_themselves(syndrome, waits):
    """A NAK is complete at once; a repeated ACK waits, since its run may go on in the next batch."""
    packets = [ask(0), ask(1), tell(0, 1), tell(0, 1, syndrome=syndrome)]
    for sequence, table in sequences(packets, 3):
        of, no = packets_of(sequence), np.zeros(len(sequence), np.bool_)
        runs = RunColumns(of, no, table, undecided=no)
    assert runs.ready.tolist() == [not waits]


def test_an_answer_that_is_cut_may_be_an_ack_or_a_nak():
    """A cut ACK is a run of its own, unless everything that it could acknowledge is acknowledged already."""
    cut = [SimpleNamespace(data=tell(psn, 1).data[: 14 + 20 + 8 + 12 + 1], link=ask(0).link) for psn in (1, 0)]
    packets = [ask(0), ask(1), tell(0, 1), *cut]
    assert [(run.kind, run.frame) for run in runs_of(packets)][1:] == [
        (RunKind.UNREAD_ANSWER, 4), (RunKind.REPEATED_ACK, 5),
    ]  # fmt: skip


@pytest.mark.parametrize("calm", [False, True])
def test_a_calm_request_ends_the_answers_before_it(calm):
    """They need not wait any longer; behind any other one, an ACK that comes again may go on."""
    ((sequence, table),) = sequences([ask(0), ask(1), tell(0, 1), tell(0, 1), ask(2)])
    of, quiet_ones, no = packets_of(sequence), np.array([False] * 4 + [calm]), np.zeros(5, np.bool_)
    runs = RunColumns(of, quiet_ones, table, undecided=no, window=0)
    assert runs.ready.tolist() == [True, True, True, calm, False]


@pytest.mark.parametrize(("first", "window"), [(254, held_packets.WINDOW), (0, 2)])
def test_a_calm_run_waits_for_a_request_that_may_turn_out_to_be_calm(first, window, monkeypatch):
    """But for what is cut anyway: every so many PSNs, and at the borders of the capture."""
    monkeypatch.setattr(held_packets, "WINDOW", window)
    ((sequence, table),) = sequences([ask(first + step) for step in range(5)])
    of = packets_of(sequence)
    at = int(held_packets.window_of(of.frame[-1]))
    runs = RunColumns(of, np.arange(5) < 4, table, undecided=np.arange(5) == 4, window=at)
    assert runs.ready.tolist() == [place < (2 if first else 3) for place in range(5)]


def test_members_of_runs_are_counted_from_the_first():
    assert [run.place for run in runs_of([ask(0), ask(1), ask(3), ask(4)])] == [0, 2]


def test_responses_that_come_again_behind_others_are_runs_of_several():
    again = [tell(psn, 1, opcode=READ_ONLY, size=8) for psn in (0, 1, 2)]
    packets = [*(read(psn) for psn in range(3)), *again, again[0], read(3), *again]
    assert short(packets)[1:] == [("RESPONSES", 0, 1, 1, 7, 7), ("RESPONSES", 0, 3, 3, 9, 11)]
