"""Runs of several halves at once: as they are cut packet by packet, and as each half has them alone."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.recovery.run import RunKind
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.message_counts import MessageEnds
from ibpkt.analysis.runs.run_columns import RunColumns
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from tests.analysis.recovery.simulated_half import Faults, SimulatedHalf, cut_runs
from tests.support.exchanges import ACK, READ, SEND_FIRST, SEND_ONLY, ask, batches, read, tell

PMTU = 1024
SEQUENCE_ERROR = 0x60
HALVES = 3
FAULTS = {
    "none": Faults(),
    "before": Faults(before=40, answers_before=30),
    "behind": Faults(behind=40, answers_behind=30),
    "all": Faults(before=20, behind=30, answers_before=30, answers_behind=30),
}
#: what `cut_runs` knows of a run
FIELDS = (
    "kind", "first", "end", "packets", "frame", "last_frame", "time", "last_time", "sent", "acked", "acked_time",
    "ahead", "behind",
)  # fmt: skip


@functools.cache
def made(what, psn):
    if what == "request":
        return ask(psn)
    return tell(psn, psn + 1, syndrome=SEQUENCE_ERROR if what == "nak" else None)


def simulated(seed, faults):
    source = random.Random(seed)
    half = SimulatedHalf(source, faults, messages=60, ack_every=source.choice((1, 1, 4)), window=source.choice((4, 12)))
    seen = half.run().seen
    begin = next(at for at, each in enumerate(seen) if each.what == "request")
    first = seen[begin].psn
    # a capture begins with the first request, whose PSN may be that of a later one
    return [each for each in seen[begin:] if each.psn >= first]


def runs_of(packets, halves, times):
    """The runs of packets of several halves in one batch, and the table behind them."""
    table, addresses = HalfTable(), Addresses()
    table.reserve(HALVES)
    (batch,) = batches(packets, times=times)
    columns = transport(batch, addresses)
    count = len(columns)
    pmtu = np.full(table.capacity, PMTU)
    sequence = SequenceColumns(columns, np.arange(count), np.array(halves), table, pmtu)
    unknown, no = np.full(count, -1, np.int64), np.zeros(count, np.bool_)
    of = HalfPackets.of(sequence, np.arange(count), unknown, unknown, unknown, no, no)
    runs = RunColumns(of, no, table)
    told = list(runs.runs())
    runs.settle(table)
    sequence.update(table)
    return told, table


def fields(run, base, origin):
    """Those of a run, counted from the first PSN of its half and the first time."""
    values = {name: getattr(run, name) for name in FIELDS}
    for name in ("first", "end", "sent", "acked", "ahead"):
        values[name] = max(values[name] - base, -1) if values[name] > 0 else values[name]
    for name in ("time", "last_time", "acked_time"):
        values[name] -= origin if values[name] else 0
    return values


def glued(runs):
    """Runs of requests that a NAK between them has cut, which `cut_runs` does not, are one."""
    found, last = [], -1
    for run in runs:
        if run.kind is not RunKind.REQUESTS:
            found.append(run)
            continue
        before = found[last] if last >= 0 else None
        flips = before is not None and run.again and (run.first < run.acked) != (before.acked > before.first)
        if before is not None and run.continues and run.again == before.again and not flips:
            found[last] = before.replace(
                end=run.end, packets=before.packets + run.packets, last_frame=run.last_frame,
                last_time=run.last_time, ahead=max(before.ahead, run.ahead), behind=before.behind + run.behind,
            )  # fmt: skip
            continue
        last = len(found)
        found.append(run)
    return found


@pytest.mark.parametrize("faults", FAULTS)
@pytest.mark.parametrize("seed", range(4))
def test_as_they_are_cut_packet_by_packet(seed, faults):
    seen = simulated(seed, FAULTS[faults])
    packets = [made(each.what, each.psn) for each in seen]
    told, _ = runs_of(packets, [0] * len(packets), [(at + 1) * 1000 for at in range(len(packets))])
    base, origin = told[0][1].first - seen[0].psn, 10**18
    found = [fields(run, base, origin) for run in glued([run for _, run in told])]
    expected = [{name: getattr(run, name) for name in FIELDS} for run in cut_runs(seen)]
    assert found == expected


def counted(packets, halves, times, size):
    """What is said of MSNs: half, time, what it is and should be; and what is known of each half at the end."""
    ends, found = MessageEnds(), []
    table, addresses = HalfTable(), Addresses()
    table.reserve(HALVES)
    for batch in batches(packets, size, times=times):
        columns = transport(batch, addresses)
        first = batch.frames.first - 1
        half = np.array(halves[first : first + len(columns)])
        pmtu = np.full(table.capacity, PMTU)
        sequence = SequenceColumns(columns, np.arange(len(columns)), half, table, pmtu)
        found += ends.add(sequence, table)
        sequence.update(table)
    found += [(half, verdict) for half in range(HALVES) for verdict in ends.finish(half)]
    said = sorted((half, each.run.time, each.facts["now"], each.facts["expected"]) for half, each in found)
    names = ("known", "messages", "msn_offset", "gap")
    return said, [tuple(int(table[name][half]) for name in names) for half in range(HALVES)]


def counting(source, half):
    """Requests and answers of a half that count messages, some of them wrongly, as what they are, PSN and MSN."""
    offset, psn, acked, packets = source.choice((0, 0, 7)), 100 * half, 100 * half, []
    for _ in range(source.randint(5, 40)):
        if psn == acked or source.random() < 0.5:
            kind = source.choice((SEND_ONLY, SEND_ONLY, SEND_FIRST, READ))
            psn += source.random() < 0.04  # one is missing
            packets.append((kind, psn, 0))
            psn += 1
        else:
            acked = source.randint(acked, psn - 1) + 1
            ended = sum(kind != SEND_FIRST and at < acked for kind, at, _ in packets if kind != ACK)
            packets.append((ACK, acked - 1, ended + offset + source.choice((0,) * 9 + (1, 3))))
    return packets


@pytest.mark.parametrize("seed", range(12))
def test_what_msns_count_is_nothing_to_other_halves(seed):
    source = random.Random(seed)
    own = [counting(source, half) for half in range(HALVES)]
    order = [half for half, packets in enumerate(own) for _ in packets]
    source.shuffle(order)
    left = [list(packets) for packets in own]
    packets, times = [], []
    for at, half in enumerate(order):
        kind, psn, msn = left[half].pop(0)
        packets.append(tell(psn, msn) if kind == ACK else read(psn) if kind == READ else ask(psn, kind, size=8))
        times.append((at + 1) * 1000)
    together = counted(packets, order, times, None)
    for size in (1, 3, 10):
        assert counted(packets, order, times, size) == together
    for half in range(HALVES):
        chosen = [at for at, each in enumerate(order) if each == half]
        some = ([sequence[at] for at in chosen] for sequence in (packets, order, times))
        said, known = counted(*some, None)
        assert said == [each for each in together[0] if each[0] == half]
        assert known[half] == together[1][half]
