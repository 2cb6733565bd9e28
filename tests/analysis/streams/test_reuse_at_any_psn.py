"""Where connections begin does not depend on their first PSNs: PSNs are numbers modulo 2^24, of each direction its own.

Source: IBA 1, 9.7.1 and 9.7.2.
"""

from __future__ import annotations

import functools

import pytest

from tests.analysis.streams import test_connection_reuse as near
from tests.analysis.streams.reused import BACK, FIRST, FORTH, GAP, OneFlow, sends
from tests.analysis.streams.test_far_packets import (
    ANSWERS,
    FAR,
    LAST,
    NEXT,
    OTHER,
    PATIENT,
    REQUESTS,
    UC_SEND,
    UNDER_WAY,
)
from tests.support.exchanges import SEND_ONLY, A, ask, tell

RESPONSES = range(13, 19)  # opcodes, but for the service
#: what is added to PSNs of A's requests, so that one of them is 0
SHIFTS = {"first": -FIRST, "answered": -FIRST - 1, "last": -LAST, "far": -FAR}


@functools.cache
def shifted(packet, of_a, of_b):
    """A packet with another PSN: what is added to those of A's requests, and of B's, and to answers to them."""
    data = packet.data  # Ethernet, IPv4, UDP
    asks = data[42] & 0x1F not in RESPONSES
    by_a = data[26:30] == bytes(map(int, A[0].split(".")))
    psn = int.from_bytes(data[51:54], "big") + (of_a if by_a == asks else of_b)
    return packet.replace(bth__psn=psn % (1 << 24))


@functools.cache
def flow_of(before, of_a, of_b):
    return OneFlow([shifted(each, of_a, of_b) for each in before])


def found(before, packets, of_a, of_b=0, **given):
    """What packets behind others show: where connections begin, what is set aside, what is reported, what waits."""
    flow = flow_of(tuple(before), of_a, of_b)
    reuse = flow.reuse([shifted(each, of_a, of_b) for each in packets], **given)
    assert {*reuse.splits, *reuse.undecided} <= {flow.row}
    begun, waits = reuse.splits.get(flow.row, []), {*reuse.undecided.values()}
    return begun, sorted(reuse.far.set_aside), sorted(reuse.far.told), waits


@pytest.mark.parametrize("shift", SHIFTS.values(), ids=SHIFTS)
def test_requests_far_away(shift):
    for rule, before, packets, begun, aside, told in REQUESTS:
        assert found(before, packets, shift, patient=False) == (begun, aside, told, set()), rule


@pytest.mark.parametrize("shift", SHIFTS.values(), ids=SHIFTS)
def test_requests_that_wait(shift):
    for rule, before, packets, begun, aside, waits in PATIENT:
        splits, set_aside, _, waiting = found(before, packets, shift)
        assert (splits, set_aside, waiting) == (begun, aside, waits), rule


@pytest.mark.parametrize("shift", SHIFTS.values(), ids=SHIFTS)
def test_answers_far_away(shift):
    for rule, packets, begun, aside, told in ANSWERS:
        assert found(UNDER_WAY, packets, shift, patient=False) == (begun, aside, told, set()), rule


@pytest.mark.parametrize("psn", [near.FIRST, near.LAST, near.LAST - 1, near.NEAR, near.FAR])
def test_answers_count_messages_anew(psn):
    for rule, packets, begun in near.COUNTED:
        assert found(near.DONE, packets, -psn, patient=False)[0] == begun, rule


@pytest.mark.parametrize("psn", [near.FIRST, near.LAST, near.LAST - 1, near.NEAR, near.FAR])
def test_behind_a_refusal_nothing_is_answered(psn):
    for rule, (packets, pause, begun) in near.BEHIND_A_REFUSAL.items():
        assert found(near.BROKEN, packets, -psn, patient=False, pause=pause)[0] == begun, rule


#: what both directions send behind what both have sent before
BOTH = {
    "another one begins in both": [ask(5000, **BACK), ask(near.NEAR), tell(near.NEAR, 1), tell(near.NEAR + 1, 2)],
    "answers alone": [ask(5000, **BACK), tell(near.NEAR, 1), tell(near.NEAR + 1, 2)],
}


@pytest.mark.parametrize("of_b", [-70, -69, -5000])
@pytest.mark.parametrize("of_a", [-near.FIRST, -near.FIRST + 1, -near.LAST, -near.NEAR])
def test_both_directions_go_on(of_a, of_b):
    before = [*near.DONE, *near.OTHER]
    for rule, packets in BOTH.items():
        expected = found(before, packets, 0, patient=False, pause=near.PAUSE)
        assert found(before, packets, of_a, of_b, patient=False, pause=near.PAUSE) == expected, rule


@pytest.mark.parametrize("first", [0, (1 << 24) - 3])
@pytest.mark.parametrize(("behind", "begins"), [(1024, False), (1025, True), (60_000, True)])
@pytest.mark.parametrize("opcode", [UC_SEND, SEND_ONLY])
def test_requests_far_behind_the_first_ones(opcode, behind, begins, first):
    """A capture begins with PSN 0, or the PSNs start over behind its first packets; nothing is answered.

    Once something was answered, whatever its PSN, these may be requests that are sent again.
    """
    flow = OneFlow(sends(4, 0, first, opcode=opcode))
    packets = [ask(first - behind + at, opcode) for at in (0, 1)]
    assert flow.reuse(packets, patient=False).splits.get(flow.row, []) == ([0] if begins else [])
    if opcode == SEND_ONLY:
        flow = OneFlow(sends(4, 1, first))
        assert flow.reuse(packets, patient=False).splits == {}


ONE_MORE = [ask(OTHER, **BACK), tell(OTHER, 1, **FORTH)]


@pytest.mark.parametrize("of_b", [0, -OTHER, -OTHER - 1, -70, -71])
@pytest.mark.parametrize("of_a", [0, -FIRST, -FAR])
def test_the_other_direction(of_a, of_b):
    """It begins with the connection if it has had no packet before, and else has its PSNs."""
    done, late = sends(4), {"pause": 50_000_000}
    far = [ask(FAR), ask(FAR + 1), ask(OTHER + 1, **BACK)]
    assert found(done, [*ONE_MORE, *far], of_a, of_b, **late)[0] == [0]
    assert found(done, [*ONE_MORE, ask(NEXT), *far], of_a, of_b, **late)[0] == [3]
    assert found(done, [*ONE_MORE, ask(FAR)], of_a, of_b, pause=5 * GAP)[3] == {0}
    both = [*done, ask(70, **BACK), tell(70, 1, **FORTH)]
    assert found(both, [ask(71, **BACK), *far[:2]], of_a, of_b, **late)[0] == [1]
    assert found(both, [ask(71, **BACK), tell(71, 2, **FORTH), ask(FAR)], of_a, of_b, **late)[3] == {2}
