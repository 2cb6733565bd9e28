"""Runs of several halves at once are those that each half has alone, whatever is known of its packets."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.runs import held_packets
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.run_columns import RunColumns
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from tests.support.exchanges import READ_ONLY, A, B, ask, batches, read, tell

HALVES, PMTU = 3, 1024
NAK, RNR_NAK, ACCESS_ERROR = 0x60, 0x21, 0x62
READ_MIDDLE = 14
#: requests, and the PSNs that they take
ASKS = {"ask": 1, "read": 1, "long": 3}
OTHERS = ("ack", "ack", "response", "response", "middle", "nak", "rnr", "refusal")


@functools.cache
def made(what, psn):
    if what in ASKS:
        return ask(psn) if what == "ask" else read(psn, PMTU * ASKS[what])
    if what in ("response", "middle"):
        return (
            tell(psn, 1, opcode=READ_ONLY, size=8) if what == "response" else ask(psn, READ_MIDDLE, source=B, target=A)
        )
    return tell(psn, 1, syndrome={"ack": None, "nak": NAK, "rnr": RNR_NAK, "refusal": ACCESS_ERROR}[what])


def steps(source, count):
    """What a half sends and gets: mostly the next PSN, often one of before, sometimes one that is not due."""
    psn = source.choice((0, 250))
    for at in range(count):
        what = "ask" if not at else source.choice(("ask",) * 6 + ("read",) * 3 + ("long",) + OTHERS)
        if what in ASKS:
            yield what, max(0, psn - source.choice((0, 0, 0, 0, 1, 3)) + source.choice((0, 0, 0, 0, 1)))
            psn += ASKS[what]
        else:
            yield what, max(0, psn - source.choice((1, 1, 1, 2, 2, 3, 0)))


def drawn(source):
    """Packets of halves in one batch, all that is known of them, and the table before them."""
    counts = [source.randint(2, 25) for _ in range(HALVES)]
    order = [half for half, count in enumerate(counts) for _ in range(count)]
    source.shuffle(order)
    sent = [steps(source, count) for count in counts]
    (batch,) = batches([made(*next(sent[half])) for half in order], gap=source.choice((1_000, 300_000)))
    columns, count, table = transport(batch, Addresses()), len(order), HalfTable()
    table.reserve(HALVES)
    half = np.array(order)
    sequence = SequenceColumns(columns, np.arange(count), half, table, np.full(table.capacity, PMTU))
    late, skipped, missing, undecided = (
        np.array([source.choice(values) for _ in order])
        for values in ((0, 0, 0, 0, -1, 1), (-1, 0, 0, 0, 1), (False,) * 5 + (True,), (False,) * 9 + (True,))
    )
    turns = np.array([source.random() < 0.2 for _ in order])
    calm = np.cumsum(turns) % 2 > 0  # several packets in a row
    packets = HalfPackets.of(
        sequence, np.arange(count), late, skipped, np.full(count, -1), missing, np.zeros(count, np.bool_)
    )
    some = source.randrange(HALVES)
    table["run_end"][some] = packets.psn[packets.half == some][0]  # its last run ended there
    table["run_frame"][some] = 1
    return packets, calm, undecided, table


@pytest.mark.parametrize("window", [16, held_packets.WINDOW])
@pytest.mark.parametrize("seed", range(10))
def test_other_halves_change_nothing(seed, window, monkeypatch):
    monkeypatch.setattr(held_packets, "WINDOW", window)
    packets, calm, undecided, table = drawn(random.Random(seed))
    for waits in (None, undecided):
        for until in (-1, int(held_packets.window_of(packets.frame.max()))):
            every = RunColumns(packets, calm, table, undecided=waits, window=until)
            told = list(every.runs())
            assert [half for half, _ in told] == sorted(half for half, _ in told)
            for half in range(HALVES):
                own = packets.half == half
                alone = RunColumns(
                    packets.select(own), calm[own], table, undecided=None if waits is None else waits[own], window=until
                )
                runs = [run.replace(place=0) for each, run in told if each == half]
                assert runs == [run.replace(place=0) for _, run in alone.runs()]
                assert every.ready[own].tolist() == alone.ready.tolist()


@pytest.mark.parametrize("what", ["ack", "response"])
def test_what_the_next_half_gets_is_no_part_of_the_run_of_the_one_before(what):
    """Though it would go on there: the last answer of one half, and the first one of the next."""
    story = [(kind, psn) for kind in ("read", "response") for psn in range(3)]
    ends = [[(what, 0)], [(what, 0 if what == "ack" else 1)], [(what, 0 if what == "ack" else 2)]]
    packets = [(half, step) for half in range(HALVES) for step in (*story, *ends[half])]
    (batch,) = batches([made(*step) for _, step in packets])
    columns, count, table = transport(batch, Addresses()), len(packets), HalfTable()
    table.reserve(HALVES)
    half = np.array([half for half, _ in packets])
    sequence = SequenceColumns(columns, np.arange(count), half, table, np.full(table.capacity, PMTU))
    unknown, no = np.full(count, -1), np.zeros(count, np.bool_)
    of = HalfPackets.of(sequence, np.arange(count), unknown, unknown, unknown, no, no)
    told = [(half, run.kind.name, run.frame, run.packets) for half, run in RunColumns(of, no, table).runs()]
    kind = "REPEATED_ACK" if what == "ack" else "RESPONSES"
    assert [each for each in told if each[1] != "REQUESTS"] == [(half, kind, 7 + 7 * half, 1) for half in range(HALVES)]
