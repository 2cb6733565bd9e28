"""Copies that the network or the capture made, and what is none."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.runs import copies
from ibpkt.analysis.runs.copies import ENOUGH, HISTORY, SOON, WINDOW, NetworkCopies
from ibpkt.protocols import NAK, OPCODES, VALUE_BITS

SEND, ACK, READ, READ_RESPONSE = (
    next(code for code, opcode in OPCODES.items() if opcode.name == name)
    for name in ("RC SEND Only", "RC Acknowledge", "RC RDMA READ Request", "RC RDMA READ response Only")
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
