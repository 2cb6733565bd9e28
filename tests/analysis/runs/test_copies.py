"""Copies that the network or the capture made, and what is none."""

from __future__ import annotations

import itertools
import random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from ibpkt.analysis.runs import copies
from ibpkt.analysis.runs.copies import (
    ENOUGH,
    FEW,
    HISTORY,
    LATEST,
    NEARLY_ALL,
    SOME,
    SOON,
    WINDOW,
    NetworkCopies,
    come_twice,
)
from ibpkt.protocols import NAK, OPCODES, RNR_NAK, VALUE_BITS

SEND, ACK, READ, READ_RESPONSE = (
    next(code for code, opcode in OPCODES.items() if opcode.name == name)
    for name in ("RC SEND Only", "RC Acknowledge", "RC RDMA READ Request", "RC RDMA READ response Only")
)
FIRST, MIDDLE, LAST = (
    next(code for code, opcode in OPCODES.items() if opcode.name == f"RC RDMA READ response {position}")
    for position in ("First", "Middle", "Last")
)
SIZES = (None, 1, 2, 5)
ANSWERS = 9  # the stream of answers; that of requests is 8


def table(rows, gap=1000):
    """Packets: (PSN, identification), or operation and stream too; requests of one stream unless said otherwise."""
    full = [row if len(row) == 4 else (*row, SEND, 8) for row in rows]
    psn, ident, opcode, streams = (np.array(column, np.int64) for column in zip(*full, strict=True))
    count = len(full)
    return SimpleNamespace(
        psn=psn, ident=ident, opcode=opcode, streams=streams, length=np.full(count, 100),
        time=np.arange(count) * gap, frame=np.arange(1, count + 1), directions=2 + (streams == ANSWERS),
        syndrome=np.zeros(count, np.int64), migreq=np.zeros(count, np.int64), hop_limit=np.full(count, 64),
    )  # fmt: skip


def found(packets, size=None, wanted=None, latency=-1, known=None, counted=False):
    """For each packet the number of that which it repeats, and whether it is of a mirror."""
    known = known or NetworkCopies()
    count = len(packets.psn)
    wanted = np.ones(count, np.bool_) if wanted is None else wanted
    results = []
    for low in range(0, count, size or count):
        some = SimpleNamespace(**{name: column[low : low + (size or count)] for name, column in vars(packets).items()})
        there = len(some.psn)
        results.append(
            known.add(
                some, some.streams, some.directions, wanted[low : low + there],
                np.full(there, counted), np.full(there, latency),
            )
        )  # fmt: skip
    return tuple(np.concatenate([getattr(each, name) for each in results]).tolist() for name in ("copy_of", "mirrored"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("identified", [True, False])
@pytest.mark.parametrize("bit", [0, 1])
def test_a_copy_has_the_m_bit_of_its_original(bit, identified, size):
    packets = table([(5, 100), (6, 101), (6, 101), (7, 102)] if identified else [(psn, 0) for psn in (5, 6, 6, 7)])
    packets.migreq[2:] = bit
    assert found(packets, size)[0] == [0, 0, 0 if bit else 2, 0]


@pytest.mark.parametrize("size", SIZES)
def test_a_copy_has_the_identification_of_its_original(size):
    """The fourth packet repeats the second, also though others came between; the sixth was sent again."""
    rows = [(5, 100), (6, 101), (7, 102), (6, 101), (8, 103), (7, 104), (9, 105)]
    assert found(table(rows), size)[0] == [0, 0, 0, 2, 0, 0, 0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ident", [0, 77])
def test_identifications_that_never_change_tell_nothing(ident, size):
    """What follows at once is a copy, what comes later was sent again."""
    rows = [(5, ident), (6, ident), (6, ident), (7, ident), (5, ident), (6, ident), (7, ident)]
    assert found(table(rows), size)[0] == [0, 0, 2, 0, 0, 0, 0]


@pytest.mark.parametrize("size", SIZES)
def test_without_identifications_time_tells(size):
    rows = [(5, 0), (6, 0), (6, 0)]
    assert found(table(rows, SOON), size)[0] == [0, 0, 2]
    assert found(table(rows, SOON + 1), size)[0] == [0, 0, 0]
    assert found(table(rows, 1000), size, latency=2001)[0] == [0, 0, 2]
    assert found(table(rows, 1000), size, latency=2000)[0] == [0, 0, 0]


@pytest.mark.parametrize("size", SIZES)
def test_a_copied_read_is_answered_twice(size):
    """Its second response is no copy; that of a READ which came once before is.

    What comes once before them shows that this is no mirror, in which both responses would be one.
    """
    once = [(psn, 0, *rest) for psn in (2, 3, 4) for rest in ((SEND, 8), (ACK, ANSWERS))]
    rows = [
        (5, 0, READ, 8), (5, 0, READ, 8), (5, 0, READ_RESPONSE, ANSWERS), (5, 0, READ_RESPONSE, ANSWERS),
        (6, 0, READ, 8), (6, 0, READ_RESPONSE, ANSWERS), (6, 0, READ_RESPONSE, ANSWERS), (6, 0, READ, 8),
    ]  # fmt: skip
    copy_of, mirrored = found(table([*once, *rows]), size)
    assert copy_of == [0] * 6 + [0, 7, 0, 0, 0, 0, 12, 11]
    assert not any(mirrored)
    assert found(table(rows), size)[1][-1]  # nothing comes once


@pytest.mark.parametrize("size", SIZES)
def test_acknowledgements_that_come_again(size):
    """With identifications it is known whether they were sent again; without, responders do that for each duplicate."""
    numbered = [(5, 100, ACK, ANSWERS), (6, 101, ACK, ANSWERS), (6, 101, ACK, ANSWERS), (6, 102, ACK, ANSWERS)]
    assert found(table(numbered), size)[0] == [0, 0, 2, 0]
    plain = [(psn, 0, *rest) for psn, _, *rest in numbered]
    assert found(table(plain), size)[0] == [0, 0, 0, 0]
    responses = [(psn, 0, READ_RESPONSE, stream) for psn, _, _, stream in numbered]
    assert found(table(responses), size)[0] == [0, 0, 2, 3]


def test_a_counter_tells_from_the_first_packet_on():
    """The pair of addresses counts; this stream alone could not show that yet."""
    rows = [(5, 100), (5, 100), (5, 101)]
    assert found(table(rows), counted=True)[0] == [0, 1, 0]
    assert found(table(rows))[0] == [0, 1, 2]


def test_other_packets_with_the_same_identification():
    rows = [(5, 100), (6, 101), (7, 102), (7, 102, ACK, ANSWERS), (7, 102, READ_RESPONSE, 8)]
    assert found(table(rows))[0] == [0, 0, 0, 0, 0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ident", [0, 1])
def test_a_mirror(ident, size):
    """All of both directions comes twice, acknowledgements too."""
    rows = []
    for psn in range(40):
        rows += [(psn, psn * ident)] * 2 + [(psn, 500 * ident + psn * ident, ACK, ANSWERS)] * 2
    copy_of, mirrored = found(table(rows), size)
    assert all(mirrored[8 * ENOUGH :])
    late = range(8 * ENOUGH, len(rows))
    assert [copy_of[row] for row in late] == [row if row % 2 else 0 for row in late]


@pytest.mark.parametrize(("once", "told"), [(0, True), (1, True), (20, False)])
def test_a_mirror_has_nearly_everything_twice(once, told):
    rows = []
    for psn in range(40):
        rows += [(psn, psn + 1)] * (1 if psn < once else 2) + [(psn, 500 + psn, ACK, ANSWERS)] * 2
    assert any(found(table(rows))[1]) is told


@pytest.mark.parametrize("size", SIZES)
def test_one_packet_may_be_lost_between_the_taps(size):
    """It leaves a mirror what it is, unless it is among the first few."""
    rows = []
    for psn in range(6):
        rows += [(psn, psn + 1)] * (1 if psn == 4 else 2) + [(psn, 500 + psn, ACK, ANSWERS)] * 2
    copy_of, mirrored = found(table(rows), size)
    assert all([mirrored[at] for at, original in enumerate(copy_of) if original][1:])
    copy_of, mirrored = found(table(rows[12:]), 1)  # it is the second now
    assert [mirrored[at] for at, original in enumerate(copy_of) if original] == [False, True, False, True, True]


@pytest.mark.parametrize("size", SIZES)
def test_behind_a_router(size):
    """Others may come in between, and ACKs are copies, too; what comes with as many hops left was sent again."""
    rows = [(5, 0), (6, 0), (5, 0), (7, 0), (6, 0), (6, 0), (7, 0), (7, 0, ACK, ANSWERS), (7, 0, ACK, ANSWERS)]
    packets = table(rows)
    packets.hop_limit = np.array([64, 64, 63, 64, 63, 64, 63, 60, 59])
    assert found(packets, size, latency=2000)[0] == [0, 0, 1, 0, 2, 0, 4, 0, 8]
    packets.time = np.arange(len(rows)) * SOON  # the last two are as far apart as one may be
    assert found(packets, size, latency=2000)[0] == [0, 0, 0, 0, 0, 0, 0, 0, 8]
    packets.hop_limit = np.sort(packets.hop_limit)  # as from another path
    assert not any(found(packets, size, latency=2000)[0])


def test_one_direction_is_no_mirror():
    rows = [(psn, psn + 1) for psn in range(40) for _ in range(2)]
    copy_of, mirrored = found(table(rows))
    assert not any(mirrored)
    assert sum(each > 0 for each in copy_of) == 40
    both = [row for psn in range(40) for row in [(psn, psn + 1), (psn, psn + 1), (psn, 500 + psn, ACK, ANSWERS)]]
    assert not any(found(table(both))[1])


def test_only_streams_that_are_asked_for():
    """The original was there before anybody asked."""
    rows = [(psn, psn + 10) for psn in range(20)] + [(7, 17), (3, 900, ACK, ANSWERS), (3, 900, ACK, ANSWERS)]
    wanted = np.zeros(len(rows), np.bool_)
    wanted[20] = True
    for size in SIZES:
        assert found(table(rows), size, wanted)[0] == [0] * 20 + [8, 0, 0]


def test_far_behind():
    rows = [(psn, psn + 1) for psn in range(WINDOW + 1)]
    assert found(table([*rows[1:], (1, 2)]))[0][-1] == 1
    assert found(table([*rows, (0, 1)]))[0][-1] == 0
    assert found(table([*rows[1:], (1, 2)], gap=10_000_000))[0][-1] == 0


def test_what_is_kept_is_bounded(monkeypatch):
    monkeypatch.setattr(copies, "MOST", 8)
    known = NetworkCopies()
    for stream in range(10, 60):
        found(table([(psn, psn, SEND, stream) for psn in range(5)]), known=known)
    assert len(known._watched) == 8
    assert len(known._tail[0]) == 40
    long = NetworkCopies()
    found(table([(psn, psn) for psn in range(3 * WINDOW)]), 100, known=long)
    assert len(long._tail[0]) == WINDOW
    quiet = NetworkCopies()
    found(table([(psn, psn) for psn in range(20_000)]), 100, np.zeros(20_000, np.bool_), known=quiet)
    assert len(quiet._recent) <= HISTORY + 100


@given(
    st.lists(
        st.tuples(
            st.integers(0, 6), st.integers(0, 3), st.sampled_from([SEND, ACK, READ_RESPONSE]), st.integers(8, 10)
        ),
        min_size=1,
        max_size=60,
    ),
    st.integers(1, 60),
    st.booleans(),
)
@example([(psn, ident, SEND, 8) for psn, ident in [(0, 1), (1, 2), (2, 3), (3, 3), (1, 2)]], 1, False)  # 3 of 4 differ
def test_a_plain_loop_finds_the_same(rows, size, counted):
    """Packet by packet, and however batches are cut."""
    packets = table(rows)
    streams: dict[int, list[int]] = {}
    expected = []
    for row, (psn, ident, opcode, stream) in enumerate(rows):
        before = streams.setdefault(stream, [])
        others = [
            (rows[one], rows[two])
            for one, two in zip([*before, row][:-1], [*before, row][1:], strict=True)
            if (rows[one][0], rows[one][2]) != (rows[two][0], rows[two][2])
        ]
        varying = sum(one[1] != two[1] for one, two in others)
        if counted or 4 * varying > 3 * len(others):
            same = [one for one in before if rows[one] == (psn, ident, opcode, stream)]
        else:
            same = [one for one in before[-1:] if (rows[one][0], rows[one][2]) == (psn, opcode) and opcode != ACK]
            same = [one for one in same if packets.time[row] - packets.time[one] <= SOON]
        expected.append(same[-1] + 1 if same else 0)
        before.append(row)
    copy_of, mirrored = found(packets, size, counted=counted)
    if not any(mirrored) and not any(found(packets, counted=counted)[1]):
        assert copy_of == expected
        assert found(packets, counted=counted)[0] == expected


@pytest.mark.parametrize("size", SIZES)
def test_what_a_nak_has_asked_for_is_no_copy(size):
    """One of the two may be the answer to the NAK, and the other a late original; a third is a copy of either."""
    nak = (7, 0, ACK, ANSWERS)
    rows = [(6, 0), (8, 0), nak, (7, 0), (7, 0), (7, 0), (8, 0)]
    packets = table(rows)
    packets.syndrome[2] = NAK << VALUE_BITS
    assert found(packets, size)[0] == [0, 0, 0, 0, 0, 5, 0]
    packets.syndrome[2] = 0
    assert found(packets, size)[0] == [0, 0, 0, 0, 4, 5, 0]


def asked_again(packets, row):
    """Whether a packet that equals the one before it in its stream was asked for again, or answers what came twice."""
    psn, opcode, syndrome, streams = (
        getattr(packets, name).tolist() for name in ("psn", "opcode", "syndrome", "streams")
    )
    own = [at for at in range(row) if streams[at] == streams[row]]
    if opcode[row] not in (SEND, READ):
        asks = [at for at in range(row) if streams[at] == streams[row] - 1 and psn[at] == psn[row]]
        return len(asks) >= 2
    answers = [at for at in range(row) if streams[at] == streams[row] + 1]
    naks = [at for at in answers if syndrome[at] == NAK << VALUE_BITS]
    if naks and psn[naks[-1]] == psn[row]:
        since = [at for at in own if at > naks[-1] and psn[at] == psn[row]]
        come_twice = len(naks) > 1 and psn[naks[-2]] == psn[naks[-1]]
        if len(since) == 0 or (len(since) == 1 and not come_twice):
            return True
    between = [at for at in answers if at > own[-1] and psn[at] >= psn[row]]
    if any(syndrome[at] >> VALUE_BITS == RNR_NAK for at in between):
        return True
    responses = [at for at in between if opcode[at] != ACK]
    if opcode[row] != READ or not responses:
        return False
    there = {psn[at] - psn[row] for at in responses}
    ended = any(opcode[at] in (LAST, READ_RESPONSE) for at in responses)
    return not ended or max(there) >= len(there)


@pytest.mark.parametrize("seed", range(24))
def test_a_plain_loop_knows_what_was_asked_for(seed):
    """Identifications tell nothing here, and no flow is known, so that there are no mirrors."""
    source = random.Random(seed)
    rows, syndromes, answers = [], [], (FIRST, MIDDLE, LAST, READ_RESPONSE, READ_RESPONSE)
    for _ in range(120):
        if rows and source.random() < 0.35:
            rows.append(source.choice(rows[-3:]))
            syndromes.append(syndromes[-1] if rows[-1] == rows[-2] else 0)
            continue
        flow, psn = source.choice((8, 8, 10)), source.randrange(3)
        opcode = source.choice((SEND, SEND, READ, ACK, ACK, *answers[:: source.choice((1, 2))]))
        rows.append((psn, 0, opcode, flow + (opcode not in (SEND, READ))))
        syndromes.append(source.choice((0, NAK << VALUE_BITS, RNR_NAK << VALUE_BITS)) if opcode == ACK else 0)
    packets = table(rows)
    packets.syndrome = np.array(syndromes)
    packets.directions[:] = 0
    packets.time = np.cumsum([source.choice((0, 1000, SOON, SOON + 1)) for _ in rows])
    expected = []
    for row, (psn, _, opcode, stream) in enumerate(rows):
        before = next((at for at in reversed(range(row)) if rows[at][3] == stream), None)
        same = before is not None and (rows[before], syndromes[before]) == ((psn, 0, opcode, stream), syndromes[row])
        soon = same and packets.time[row] - packets.time[before] <= SOON
        copied = soon and opcode != ACK and not asked_again(packets, row)
        expected.append(before + 1 if copied else 0)
    assert found(packets)[0] == expected


def nearly_all(packets, doubled):
    """Whether nearly all of so many packets come twice, by the words of `come_twice`."""
    once = 2 if doubled >= SOME else 1 if doubled >= FEW else 0
    return doubled >= ENOUGH and 2 * doubled >= NEARLY_ALL * (packets - once)


@pytest.mark.parametrize(("seed", "size"), [*enumerate([None, 1, 7, 30, None, 4, 7, 30])])
def test_a_plain_loop_finds_the_same_mirrors(seed, size):
    """Flows of which both sides come twice up to a packet, or up to the end of its batch; none that is not known."""
    source = random.Random(seed)
    often = [source.choice((1.0, 0.97, 0.7)) for _ in range(3)]
    rows, directions = [], []
    for number in range(60):
        flow, side = source.randrange(3), source.randrange(2)
        twice = 1 + (source.random() < often[flow])
        rows += [(number, number, SEND, 8 + 4 * flow + 2 * side)] * twice
        directions += [2 * flow + side] * twice
    packets = table(rows)
    packets.directions = np.array(directions)
    counts = {direction: [0, 0] for direction in range(6)}
    seen = set()
    expected = []
    for low in range(0, len(rows), size or len(rows)):
        some = range(low, min(len(rows), low + (size or len(rows))))
        until = []
        for row in some:
            counts[directions[row]][0] += 1
            counts[directions[row]][1] += rows[row] in seen
            seen.add(rows[row])
            until.append(all(nearly_all(*counts[directions[row] & ~1 | side]) for side in (0, 1)))
        for row, now in zip(some, until, strict=True):
            at_end = all(nearly_all(*counts[directions[row] & ~1 | side]) for side in (0, 1))
            expected.append(directions[row] > 1 and (now or at_end))
    assert found(packets, size, counted=True)[1] == expected


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("to", [0, 8, 30])
def test_streams_that_get_other_numbers_are_the_same_streams(to, watched):
    """And those that are over are forgotten, so that their numbers may be given to others."""
    known = NetworkCopies()
    first = table([(5, 100), (7, 102, SEND, 12), (6, 101), (9, 103, SEND, 14)])
    found(first, wanted=np.full(4, watched), known=known)
    known.renumber(np.array([8, 12, 14]), np.array([to, -1, to + 2]))
    later = table([(6, 101, SEND, to), (7, 102, SEND, 12), (9, 103, SEND, to + 2), (5, 100, SEND, to)])
    later.frame += 4
    assert found(later, known=known, counted=True)[0] == [3, 0, 4, 1]


def test_a_mirror_of_which_the_streams_get_other_numbers_is_the_same_mirror():
    """What came before counts once."""
    known = NetworkCopies()
    for numbers, frame in (((8, ANSWERS), 0), ((0, 1), 4)):
        rows = [(5 + frame, 100 + frame, SEND, numbers[0])] * 2 + [(5 + frame, 200 + frame, ACK, numbers[1])] * 2
        packets = table(rows)
        packets.frame += frame
        packets.directions = np.array([2, 2, 3, 3])
        assert found(packets, known=known, counted=True)[1] == [True] * 4
        known.renumber(np.array([8, ANSWERS]), np.array([0, 1]))


@pytest.mark.parametrize("size", [None, 100])
@pytest.mark.parametrize(("apart", "gap", "told"), [(WINDOW, 1, True), (WINDOW + 1, 1, False), (2, LATEST // 2, True)])
def test_how_far_behind_a_copy_may_be(apart, gap, told, size):
    """Counted in packets of its stream, however many came before; a copy by identifications, or behind a router."""
    rows = [(psn, psn) for psn in (*range(300), *range(301, 300 + apart))]
    rows += [(299, 299)]
    original = len(rows) - apart
    assert found(table(rows, gap), size, counted=True)[0][-1] == (original if told else 0)
    if gap == 1:
        packets = table([(psn, 0, ACK, ANSWERS) for psn, _ in rows])
        packets.time //= 1000
        packets.hop_limit[-1] = 63
        assert found(packets, size)[0][-1] == (original if told else 0)


def test_what_a_router_sends_on_differs_in_nothing_but_the_hop_limit():
    """Packets of other kinds, and of the other M bit, may come between; with as many hops left it is no copy."""

    def routed(hops, *changes, gap=1000, rows=((5, 0, ACK, ANSWERS),) * 3):
        packets = table(list(rows), gap)
        packets.hop_limit = np.array(hops)
        for name, values in changes:
            setattr(packets, name, np.array(values))
        return found(packets)[0]

    assert routed((60, 59), rows=((5, 0, ACK, ANSWERS),) * 2) == [0, 1]
    assert routed((60, 59), gap=0, rows=((5, 0, ACK, ANSWERS),) * 2) == [0, 1]  # a clock that is coarse
    assert routed((60, 59, 59)) == [0, 1, 0]
    assert routed((60, 60, 59), ("migreq", (0, 1, 0))) == [0, 0, 1]
    others = ((5, 0, ACK, ANSWERS), (5, 0, READ_RESPONSE, ANSWERS), (5, 0, ACK, ANSWERS))
    assert routed((60, 60, 59), rows=others) == [0, 0, 1]
    for name, values in itertools.product(("migreq", "psn", "syndrome", "length"), ((5, 6),)):
        assert routed((60, 59), (name, values), rows=((5, 0, ACK, ANSWERS),) * 2) == [0, 0]
    far = tuple((psn, 0, ACK, ANSWERS) for psn in (0x800000, 0, 0x800000))
    assert routed((60, 60, 59), ("migreq", (0, 1, 0)), rows=far) == [0, 0, 1]
    assert routed((60, 59, 58), rows=((5, 0, ACK, 9), (5, 0, ACK, 11), (6, 0, ACK, 11))) == [0, 0, 0]


def test_a_latency_of_nothing_is_known():
    """Where answers come in the same nanosecond, what comes again may have been asked for."""
    assert found(table([(5, 0), (5, 0)], gap=0))[0] == [0, 1]
    assert found(table([(5, 0), (5, 0)], gap=0), latency=0)[0] == [0, 0]


def test_streams_idle_longest_are_forgotten(monkeypatch):
    monkeypatch.setattr(copies, "MOST", 2)
    known = NetworkCopies()
    for frame, stream in enumerate((10, 12, 10, 14, 16), 1):
        packets = table([(5, 100, SEND, stream)])
        packets.frame[:] = frame
        copy_of, _ = found(packets, known=known, counted=True)
        assert copy_of == [1 if frame == 3 else 0]
    packets = table([(6, 101, SEND, 10), (6, 101, SEND, 14)])
    found(packets, known=known, counted=True)
    assert known._watched.tolist() == [10, 14]


def test_a_stream_is_looked_at_from_then_on():
    """Originals count also where nobody asks for the packets of a batch; of these nothing is said."""
    for wanted, copy_of in (([1, 0, 1], [0, 0, 2]), ([0, 0, 1], [0, 0, 2]), ([1, 1, 0], [0, 0, 0])):
        rows = table([(5, 100), (6, 101), (6, 101)])
        assert found(rows, 1, np.array(wanted, np.bool_), counted=True)[0] == copy_of
    every = table([(psn, psn) for psn in range(9) for _ in (1, 2)])
    assert found(every, 4, np.zeros(18, np.bool_)) == ([0] * 18, [False] * 18)


def test_what_is_not_known_of_counters_and_latencies_may_be_left_out():
    packets = table([(5, 0), (5, 0)])
    columns = NetworkCopies().add(packets, packets.streams, packets.directions, np.ones(2, np.bool_))
    assert columns.copy_of.tolist() == [0, 1]


def test_psns_and_m_bits_far_apart_are_not_mistaken_for_each_other():
    packets = table([(0x800000, 7), (0, 7), (0x800000, 7)])
    packets.migreq[1] = 1
    assert found(packets, counted=True)[0] == [0, 0, 1]


@pytest.mark.parametrize(
    ("packets", "doubled", "told"),
    [
        (2, 1, True), (3, 1, False), (5, 2, True), (6, 2, False), (7, 3, True), (8, 3, False), (10, 4, True),
        (11, 4, False), (42, 19, True), (43, 19, False), (1, 0, False), (0, 0, False),
    ],
)  # fmt: skip
def test_how_many_packets_may_come_once_in_a_mirror(packets, doubled, told):
    """None of few; then the last one, whose copy may still come, and one that was lost; of many one in twenty."""
    assert come_twice(np.array([packets]), np.array([doubled])).tolist() == [told]
