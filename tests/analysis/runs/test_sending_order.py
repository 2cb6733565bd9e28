"""The order of sending: who was sent before whom, and when that is not known."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.runs import sending_order
from ibpkt.analysis.runs.sending_order import HISTORY, MOST, WINDOW, SendingOrder

SIZES = (None, 1, 7, 64)


def table(idents, streams=0, source=1, destination=2):
    """Columns of packets; single values are those of all."""
    count = len(idents)
    columns = {"source": source, "destination": destination, "streams": streams, "psn": 0}
    packets = {name: np.broadcast_to(np.asarray(value, np.int64), count) for name, value in columns.items()}
    return SimpleNamespace(ident=np.array(idents, np.int64), time=np.arange(count), **packets)


def numbered(packets, size=None, wanted=None, order=None):
    """Numbers and counters of packets, taken in batches of a size."""
    order = order or SendingOrder()
    count = len(packets.ident)
    wanted = np.ones(count, np.bool_) if wanted is None else wanted
    found = []
    for low in range(0, count, size or max(count, 1)):
        part = slice(low, low + (size or count))
        some = SimpleNamespace(**{name: column[part] for name, column in vars(packets).items()})
        found.append(order.add(some, some.streams, wanted[part]))
    return tuple(np.concatenate([getattr(each, name) for each in found]).tolist() for name in ("number", "counter"))


def steps(numbers):
    assert -1 not in numbers
    return np.diff(numbers).tolist()


@pytest.mark.parametrize("size", SIZES)
def test_a_counter(size):
    sent = [1, 2, 3, 5, 4, 9, 10, 10, 11]
    numbers, counters = numbered(table(sent), size)
    assert steps(numbers) == np.diff(sent).tolist()
    assert len(set(counters)) == 1


@pytest.mark.costly
@pytest.mark.parametrize("size", SIZES)
def test_it_wraps_while_a_stream_pauses(size):
    """40,000 packets of a neighbour between two of a stream: by itself it would seem to go back."""
    sent = [number & 0xFFFF for number in range(65_000, 65_000 + 40_002)]
    streams = [5, *[6] * 40_000, 5]
    if size in (1, 7):  # not all of it in so small ones
        sent, streams = sent[:3000], [*streams[:2999], 5]
    numbers, _ = numbered(table(sent, streams), size)
    assert steps(numbers) == [1] * (len(sent) - 1)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "idents", [[0] * 50, [0x1234] * 50, random.Random(1).choices(range(1 << 16), k=400)], ids=["0", "one", "random"]
)
def test_what_is_no_counter(idents, size):
    numbers, counters = numbered(table(idents), size)
    assert set(numbers[1:]) == {-1}
    assert set(counters[1:]) == {-1}


@pytest.mark.parametrize("size", SIZES)
def test_a_counter_in_the_other_byte_order(size):
    """Jumps over numbers of other packets, which look like nothing in the order of the network."""
    count = random.Random(2)
    sent, at = [], 250
    for _ in range(300):
        at += count.choice((1, 1, 2, 40))
        sent.append(at & 0xFFFF)
    swapped = [number >> 8 | (number & 0xFF) << 8 for number in sent]
    numbers, _ = numbered(table(swapped), size)
    assert steps(numbers)[1:] == np.diff(sent).tolist()[1:]


@pytest.mark.parametrize("size", SIZES)
def test_a_counter_of_each_stream(size):
    """Two streams whose counters have nothing to do with each other, taken in turn."""
    one, other = range(100, 400), range(40_000, 40_300)
    idents = [number for both in zip(one, other, strict=True) for number in both]
    packets = table(idents, [7, 8] * 300)
    numbers, counters = numbered(packets, size)
    for begin in (0, 1):
        assert steps(numbers[begin + 4 :: 2]) == [1] * 297  # of the first ones nothing can be said
        assert len(set(counters[begin + 4 :: 2])) == 1
    assert counters[-1] != counters[-2]


def test_many_packets_out_of_order():
    """Sprayed over many routes, half of all differences are negative."""
    chance = random.Random(3)
    sent = sorted(range(2000), key=lambda number: number + chance.uniform(0, 12))
    numbers, _ = numbered(table(sent))
    assert [number - numbers[0] for number in numbers] == [number - sent[0] for number in sent]


def test_a_damaged_identification_is_one_jump():
    sent = [*range(100), 0xC000, *range(101, 200)]
    numbers, _ = numbered(table(sent))
    assert numbers[-1] - numbers[0] == 199


def test_only_pairs_that_are_asked_for():
    packets = table(range(300), source=[1, 2, 3] * 100, destination=[9] * 300)
    wanted = np.zeros(300, np.bool_)
    wanted[151] = True  # of the second pair
    numbers, _ = numbered(packets, 50, wanted)
    known = [row for row, number in enumerate(numbers) if number >= 0]
    assert known == [row for row in range(150, 300) if row % 3 == 1]


def test_a_pair_that_is_asked_for_late_has_been_judged_before():
    """The first packets of a batch are compared with those before: without them random numbers might seem to count."""
    idents = [*random.Random(4).choices(range(1 << 16), k=1000), 5, 6, 7]
    wanted = np.zeros(1003, np.bool_)
    wanted[1000:] = True
    assert numbered(table(idents), 250, wanted)[0][1000:] == [-1, -1, -1]
    assert -1 not in numbered(table(idents[1000:]))[0]


def test_what_is_kept_is_bounded(monkeypatch):
    monkeypatch.setattr(sending_order, "MOST", 8)
    order = SendingOrder()
    for source in range(1, 100):
        numbered(table(range(20), source=source), order=order)
    assert len(order._pairs.keys) == 8
    assert len(order._pairs._tail[0]) <= 8 * WINDOW
    quiet = SendingOrder()
    numbered(table(range(50_000)), 100, np.zeros(50_000, np.bool_), quiet)
    assert len(quiet._recent) <= HISTORY + 100
    assert MOST == 4096


@pytest.mark.parametrize("size", SIZES)
def test_the_byte_order_is_that_of_the_packets_so_far(size):
    """Hypothesis found it: random numbers, of which 21 seemed to count in the other order than 20 did."""
    idents = [267, 0, 0, 0, 11, 0, 0, 11, 0, 47915, 0, 11, 0, 0, 0, 8687, 267, 11, 267, 0, 27341]
    streams = [1, 20, 1, 21, 0, 21, 20, 0, 20, 0, 11, 0, 11, 1, 21, 0, 1, 1, 0, 0, 1]
    packets = table(idents, streams, [1, 3, 1, 3, 1, 3, 3, 1, 3, 1, 2, 1, 2, 1, 3, 1, 1, 1, 1, 1, 1])
    assert numbered(packets, size) == numbered(packets, 20)


@pytest.mark.family("batches")
@given(st.data())
def test_batches_make_no_difference(data):
    count = data.draw(st.integers(1, 60))
    kinds = data.draw(st.lists(st.sampled_from(["counts", "zero", "random"]), min_size=3, max_size=3))
    place, idents, sources, streams = [0xFFF0] * 3, [], [], []
    for _ in range(count):
        which = data.draw(st.integers(0, 2))
        place[which] += data.draw(st.sampled_from([1, 1, 1, 2, 17, 0, -3]))
        idents.append(
            {"counts": place[which] & 0xFFFF, "zero": 0, "random": data.draw(st.integers(0, 0xFFFF))}[kinds[which]]
        )
        sources.append(which + 1)
        streams.append(data.draw(st.integers(0, 1)) + 10 * which)
    packets = table(idents, streams, sources)
    size = data.draw(st.integers(1, count))
    whole, pieces = numbered(packets)[0], numbered(packets, size)[0]
    assert [number >= 0 for number in whole] == [number >= 0 for number in pieces]
    for source in (1, 2, 3):
        known = [row for row in range(count) if sources[row] == source and whole[row] >= 0]
        if kinds[source - 1] == "counts":
            assert [whole[row] - whole[known[0]] for row in known] == [pieces[row] - pieces[known[0]] for row in known]


@pytest.mark.parametrize("size", SIZES)
def test_two_streams_of_a_pair_that_count_apart(size):
    """Linux since 5.18 counts by a hash of the ports: near one another the two seem to be one counter with gaps."""
    sent = [(20 + n // 2, 5) if n % 2 else (1 + n // 2, 6) for n in range(600)]
    sent.insert(400, (220, 5))  # late by one
    del sent[402]
    idents, streams = zip(*sent, strict=True)
    numbers, counters = numbered(table(idents, streams), size)
    for stream in (5, 6):
        own = [at for at, other in enumerate(streams) if other == stream][2:]
        assert len({counters[at] for at in own}) == 1
        assert np.diff([numbers[at] for at in own]).tolist() == np.diff([idents[at] for at in own]).tolist()
    assert len(set(counters[4:])) == 2


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lost", [0, 0.1])
def test_two_streams_that_are_counted_together(size, lost):
    """They stay so, also where packets are missing: only the next packet of a stream shows a counter of its own."""
    rng = random.Random(3)
    idents = [ident for ident in range(1, 900) if rng.random() >= lost]
    numbers, counters = numbered(table(idents, [rng.randrange(2) for _ in idents]), size)
    assert np.diff(numbers).tolist() == np.diff(idents).tolist()
    assert len(set(counters)) == 1


def test_a_stream_that_was_alone_goes_on():
    """Its counter is known from before the other one came."""
    idents = [*range(100, 140), 30_000, 140, 30_001, 141, 30_002, 142]
    numbers, counters = numbered(table(idents, [*[6] * 40, 5, 6, 5, 6, 5, 6]), 40)
    assert np.diff([numbers[at] for at in (43, 45)]).tolist() == [1]
    assert counters[43] == counters[45]
    assert counters[44] != counters[45]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("first", [0, 62, 80])
def test_streams_that_get_other_numbers_go_on(first, size):
    """Two streams of a pair that count each by itself, of which one becomes another direction of a flow."""
    idents = [value for step in range(60) for value in (100 + step, 9000 + step)]
    packets, later = (table(idents, streams) for streams in ([5, 6] * 60, [5] * 60 + [7] * 60))
    later.streams = np.array([5, 6] * 30 + [5, 7] * 30)
    # what is wanted: of packets before it nothing is said for sure
    wanted = np.arange(120) >= first
    order = SendingOrder()
    halves = []
    for part in (slice(0, 60), slice(60, 120)):
        some = SimpleNamespace(**{name: column[part] for name, column in vars(later).items()})
        halves.append(numbered(some, size, wanted[part], order))
        order.renumber(np.array([6, 8]), np.array([7, 9]))
    whole = numbered(packets, size, wanted)
    assert (halves[0][0] + halves[1][0])[first:] == whole[0][first:]
    late = max(first, 60)
    assert halves[1][1][late - 60 :] == [counter - 1 if counter == -2 - 6 else counter for counter in whole[1][late:]]


def judged(steps, begin=False, first=None):
    steps = np.array(steps, np.int64)
    return (
        sending_order._Counters(begin)
        ._judge(steps, np.zeros(len(steps), np.int64) if first is None else first)
        .tolist()
    )


@pytest.mark.parametrize("begin", [False, True])
@pytest.mark.parametrize(
    ("steps", "known"),
    [
        ([0, 1, 64, 64], [True] * 3), ([0, 65, 1, 1], [False, False, True]), ([0, 100, 100, 100], [False, False, True]),
        ([0, 4095, 4095, 4095], [False, False, True]), ([0, 4096, 4096, 4096], [False, False, False]),
        ([0, -1, -64, -64], [True] * 3), ([0, -1024, -1024, -1024], [False, False, True]),
        ([0, -1025, -1025, -1025], [False, False, False]), ([0, 5000, 1, 1, 1, 1], [False, False, False, False, True]),
        ([0, 0, 0, 1, 1], [False, False, True, True]), ([0, 0, 0, 0, 0], [False] * 4),
        ([0, 1, 1, 1, *[0] * 10], [True] * 12 + [False]),
    ],
)  # fmt: skip
def test_who_counts(steps, known, begin):
    """From the third move on most moves must be those of a counter, and a fourth of the packets must move it; before
    that, all must be short."""
    steps = [*steps, 5000] if all(0 < step <= 64 for step in steps[1:]) else steps  # else all is known at once
    found = judged(steps, begin)
    assert found[0] is begin
    assert found[1 : len(known) + 1] == known


@pytest.mark.parametrize("begin", [False, True])
def test_counters_that_only_go_on(begin):
    assert judged([0, 1, 64, 2], begin) == [begin, True, True, True]
    assert judged([0, 1, 0, 7], begin, np.array([0, 0, 2, 2])) == [begin, True, begin, True]


def test_those_idle_longest_are_forgotten(monkeypatch):
    """A single packet in a batch is enough not to be idle."""
    monkeypatch.setattr(sending_order, "MOST", 2)
    order = SendingOrder()
    for source, idents in ((1, range(20)), (2, range(20)), (1, [20]), (3, range(20))):
        numbered(table(idents, source=source), order=order)
    assert [int(key) >> 32 for key in order._pairs.keys] == [1, 3]
