"""Which request at other addresses may be the next of a flow: PSNs, pauses, the M bit, and what had been answered.

Source: IBA 1, 17.2.8.
"""

from __future__ import annotations

import pytest

from tests.analysis.streams.assignment import assign
from tests.support.exchanges import A, B, ask, batches, read, tell

#: other hosts, with the queue pairs of A and of B
C, D = ("10.1.0.1", A[1]), ("10.1.0.2", B[1])
UC_SEND_ONLY, ACCESS_ERROR = 0x24, 0x62
#: nanoseconds between packets, and without a request so that the requester may have noticed a broken path
GAP, IDLE = 1_000, 100_000
SIZES = pytest.mark.parametrize("size", [None, 1])
BASES = pytest.mark.parametrize(("base", "size"), [(0, None), ((1 << 24) - 2, 1)])


def moves(packets, size=None, pause=GAP):
    """How often the first flow has moved; the last packet comes after a pause."""
    times = [GAP * at for at in range(len(packets) - 1)]
    return assign(batches(packets, size, times=[*times, times[-1] + pause])).flows[0].moves


def four(base, *answers):
    """Requests, and answers to some of them; they come before the last request, from which a pause counts."""
    asks = [ask(base + at, m=0) for at in range(4)]
    return [*asks[:3], *(tell(base + at, at + 1, m=0) for at in answers), asks[3]]


@BASES
@pytest.mark.parametrize(("source", "target"), [(C, D), (A, D), (C, B)])
@pytest.mark.parametrize(("ahead", "moved"), [(3, 0), (4, 1), (5, 0), (4 - (1 << 23), 0)])
def test_the_next_psn_goes_on(ahead, moved, source, target, base, size):
    assert moves([*four(base), ask(base + ahead, source=source, target=target, m=1)], size) == moved


@SIZES
@pytest.mark.parametrize(("ahead", "pause", "moved"), [(4, 10 * IDLE, 1), (5, 10 * IDLE, 0), (3, 10 * IDLE, 0)])
def test_where_both_addresses_are_others_a_pause_means_nothing(ahead, pause, moved, size):
    assert moves([*four(100), ask(100 + ahead, source=C, target=D, m=1)], size, pause) == moved


#: the PSN behind the first one, the pause, answered requests, and whether it goes on
IDLES = [
    pytest.param(4 + 64, IDLE, (), 1, id="64 are missing"),
    pytest.param(4 + 65, IDLE, (), 0, id="65 are missing"),
    pytest.param(4 + 64, IDLE - 1, (), 0, id="too short a pause"),
    pytest.param(0, IDLE, (), 1, id="the first one again, as nothing was answered"),
    pytest.param(-1, IDLE, (), 0, id="one of before"),
    pytest.param(0, IDLE, (0,), 0, id="the first one was answered"),
    pytest.param(1, IDLE, (0,), 1, id="the second one was not"),
    pytest.param(2, IDLE, (0, 2), 0, id="the third one was"),
    pytest.param(3, IDLE, (0, 2), 1, id="the fourth one was not"),
    pytest.param(3, IDLE - 1, (0, 2), 0, id="the fourth one, too early"),
]


@BASES
@pytest.mark.parametrize(("source", "target"), [(A, D), (C, B)])
@pytest.mark.parametrize(("ahead", "pause", "answered", "moved"), IDLES)
def test_where_one_address_is_as_before_a_pause_may_have_been_a_broken_path(
    ahead, pause, answered, moved, source, target, base, size
):
    packets = [*four(base, *answered), ask(base + ahead, source=source, target=target, m=1)]
    assert moves(packets, size, pause) == moved


@SIZES
@pytest.mark.parametrize("bits", [(0, 0), (1, 1), (0, 1), (1, 0)])
def test_the_m_bit_changes(bits, size):
    old, new = bits
    packets = [*(ask(100 + at, m=old) for at in range(4)), ask(104, source=C, target=D, m=new)]
    other = ask(7, source=("10.3.0.1", 5), target=("10.3.0.2", 6), m=1 - new)  # both values are there
    assert moves([packets[0], other, *packets[1:]], size) == (old != new)


@SIZES
@pytest.mark.parametrize(("length", "fits"), [(0, {1}), (256, {1}), (257, {1, 2}), (4096, {1, 2, 4, 8, 16})])
def test_behind_a_read_the_next_psn_depends_on_the_path_mtu(length, fits, size):
    """A response of so many bytes has so many packets, by each path MTU that there is (IBA 1, 9.7.5.1)."""
    for ahead in (1, 2, 3, 8, 9, 16, 17):
        packets = [ask(99, m=0), read(100, length, m=0), ask(100 + ahead, source=C, target=D, m=1)]
        assert moves(packets, size) == (ahead in fits), ahead


@SIZES
@pytest.mark.parametrize(("answer", "moved"), [(tell(101, 2, m=0), 1), (tell(101, 1, syndrome=ACCESS_ERROR, m=0), 0)])
def test_a_flow_that_was_refused_goes_on_nowhere(answer, moved, size):
    packets = [*(ask(100 + at, m=0) for at in range(2)), answer, ask(102, source=C, target=D, m=1)]
    assert moves(packets, size) == moved


@SIZES
def test_another_service_is_another_flow(size):
    packets = [*(ask(100 + at, m=0) for at in range(4)), ask(104, UC_SEND_ONLY, source=C, target=D, m=1)]
    assert moves(packets, size) == 0


@SIZES
@pytest.mark.parametrize(("ahead", "moved"), [(4, 1), (5, 0)])
def test_the_second_side_moves(ahead, moved, size):
    """The first side is the one that has sent the first packet of the flow."""
    packets = [ask(5, m=0), tell(5, 1, m=0)]
    packets += [each for at in range(4) for each in (ask(100 + at, source=B, target=A, m=0),)]
    packets += [tell(103, 4, source=A, target=B, m=0), ask(100 + ahead, source=D, target=C, m=1)]
    assert moves(packets, size) == moved
