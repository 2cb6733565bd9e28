"""Queue pairs that are used again by another connection, of which no connection management tells."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

from ibpkt import draft, traffic
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.streams import waiting_packets
from ibpkt.batch import Batch
from tests.analysis.test_damage import ACCUSE
from tests.support.analysis_runs import OPERATIONS, UC_OPERATIONS, cut, keep, run, sent_by
from tests.support.exchanges import SEND_ONLY, A, B, ask, batches, read, tell

UD_SEND_ONLY = 100
#: the bits of UC in an operation code
UC = 1 << 5
COUNT = 24
FIRST = 1000
#: numbers that a conversation has at most, and requests under way
OVERLAP, WINDOW = 2000, 16
FAR = {"far ahead": 3_000_000, "far behind": 12_000_000}
NEAR = {"ahead": FIRST + 500, "further ahead": FIRST + 6000, "behind": 900, "where it began": FIRST}


def _connection(psn, pending=0, size=8, together=1):
    """SENDs of one packet; of some at a time only the last is acknowledged, of the last some none."""
    packets = []
    for begin in range(0, COUNT, together):
        packets += [ask(psn + number, size=size) for number in range(begin, begin + together)]
        behind = begin + together
        if behind <= COUNT - pending:
            packets.append(tell(psn + behind - 1, behind))
    return packets


def _run(packets, size, **options):
    return run(batches(packets, size), **options)


@pytest.mark.sweep
@pytest.mark.parametrize("size", [None, 1, 7])
@pytest.mark.parametrize("together", [1, 4])
@pytest.mark.parametrize("where", FAR)
@pytest.mark.parametrize("pending", [0, 4])
def test_numbers_far_away(where, pending, together, size):
    """All messages of both are told apart, and how those ended that were under way is not known."""
    packets = [*_connection(FIRST, pending, together=together), *_connection(FAR[where], together=together)]
    result = _run(packets, size)
    # as long as something is under way a single packet is not believed: it waits for the next
    assert result.kinds == {}
    assert result.outcomes == {"completed": 2 * COUNT - pending, **({"unknown": pending} if pending else {})}
    assert [flow.ended for flow in sorted(result.flows, key=lambda flow: flow.number)] == ["reused", ""]


@pytest.mark.parametrize("size", [None, 1, 7])
@pytest.mark.parametrize("qpn", [0, 1, 0x11])
def test_datagrams_have_no_connection(qpn, size):
    """One PSN counts what a queue pair sends, to whatever destinations: to one of them it may jump anywhere.

    Source: IBA 1, 9.8.3.
    """
    psns = [5, 6, 7, 4_000_000, 4_000_001, 4_000_002, 8, 12_000_000, 9, 70_000, 3]
    packets = [ask(psn, UD_SEND_ONLY, draft("DETH", srcqp=qpn), target=("10.0.0.2", qpn)) for psn in psns]
    result = _run(packets, size)
    assert [(flow.packets, flow.ended) for flow in result.flows] == [(len(psns), "")]
    assert set(result.kinds) <= {"datagram-gap"}


@pytest.mark.sweep
@pytest.mark.parametrize("size", [None, 1, 7])
@pytest.mark.parametrize("together", [1, 4])
@pytest.mark.parametrize("where", NEAR)
def test_numbers_nearby(where, together, size):
    """The count of messages tells with the first answers.  Until then nothing is said of it."""
    result = _run([*_connection(FIRST, together=together), *_connection(NEAR[where], together=together)], size)
    assert result.kinds == {}
    assert result.outcomes == {"completed": 2 * COUNT}
    assert [flow.ended for flow in sorted(result.flows, key=lambda flow: flow.number)] == ["reused", ""]
    for flow in result.flows:
        assert all(side.packets == side.requests + side.answers for side in flow.sides)


@pytest.mark.costly
@pytest.mark.parametrize("size", [None, 1, 7])
@pytest.mark.parametrize("pending", [0, 4])
def test_other_messages_with_the_numbers_of_before(pending, size):
    """What is sent again looks as it did: these were not."""
    result = _run([*_connection(FIRST, pending), *_connection(FIRST, size=100)], size)
    assert result.kinds == {}
    assert result.outcomes == {"completed": 2 * COUNT - pending, **({"unknown": pending} if pending else {})}


@pytest.mark.sweep
@pytest.mark.parametrize("size", [None, 1])
@pytest.mark.parametrize("where", {**FAR, **NEAR})
def test_a_capture_that_misses_the_beginning(where, size):
    psn = {**FAR, **NEAR}[where]
    for missed in (1, 2, 3):
        result = _run([*_connection(FIRST), *_connection(psn)[missed:]], size)
        assert [flow.ended for flow in sorted(result.flows, key=lambda flow: flow.number)] == ["reused", ""]
        # far away an answer says nothing by itself, and the first one has lost its request
        assert result.kinds == ({"stray": 1} if where in FAR and missed % 2 else {})
        assert result.outcomes == {"completed": 2 * COUNT - (missed + 1) // 2}


@pytest.mark.parametrize("size", [None, 1, 7])
@pytest.mark.parametrize("where", FAR)
def test_answers_alone_tell_it(where, size):
    """The tap sees no request of the new connection: nothing is said of the old one."""
    packets = [*_connection(FIRST), *(tell(FAR[where] + number, number + 1) for number in range(COUNT))]
    result = _run(packets, size)
    assert result.kinds == {}
    first, second = sorted(result.flows, key=lambda flow: flow.number)
    assert (first.ended, first.packets) == ("reused", 2 * COUNT)
    assert (second.ended, second.packets) == ("", COUNT)
    assert {number for number, flow in result.facts["flow"].items() if flow == second.number} == {
        *range(2 * COUNT + 1, 3 * COUNT + 1)
    }


@pytest.mark.costly
@pytest.mark.parametrize("size", [1, 7, 64])
def test_what_nothing_decides_does_not_wait_for_ever(size):
    """A queue pair whose answers are lost: what is under way is bounded, and is told at the latest at the end."""
    packets = [*_connection(FIRST), *(ask(FIRST + 500 + number) for number in range(waiting_packets.MOST_OF_FLOW + 50))]
    analyser, messages = Analyser(), []
    for batch in batches(packets, size):
        messages += analyser.add(batch).messages
        assert len(analyser._waiting) <= waiting_packets.MOST_OF_FLOW
    last = analyser.finish()
    (flow,) = last.flows
    assert sum(side.packets for side in flow.sides) == len(packets)
    assert len([*messages, *last.messages]) == COUNT + waiting_packets.MOST_OF_FLOW + 50


def test_nothing_waits_for_more_than_a_second():
    """Another flow goes on."""
    packets = [*_connection(FIRST), ask(FIRST + 500)]
    others = [ask(number, source=("10.0.0.9", 9), target=("10.0.0.8", 8)) for number in range(4)]
    times = [*range(len(packets)), *(number * 400_000_000 for number in range(1, 5))]
    analyser, waiting = Analyser(), []
    for batch in batches([*packets, *others], 1, times=times):
        analyser.add(batch)
        waiting.append(len(analyser._waiting))
    assert waiting == [*[0] * len(packets[1:]), 1, 1, 1, 0, 0]


@pytest.mark.parametrize(("missing", "kind"), [(1024, "lost"), (1025, "gap")])
def test_a_jump_of_an_unreliable_connection(missing, kind):
    """Nothing is acknowledged: a long jump may be the step to another connection as well as a loss."""
    uc = UC | SEND_ONLY
    packets = [*(ask(number, uc) for number in range(4)), *(ask(4 + missing + number, uc) for number in range(4))]
    assert _run(packets, None).kinds == {kind: missing}


def test_two_damaged_packets_end_nothing():
    """Each says another number; what follows goes on."""
    packets = _connection(FIRST, pending=4)
    packets += [ask(3_000_000), ask(9_000_000), tell(6_000_000, 3)]
    packets += [
        each for number in range(COUNT, 2 * COUNT) for each in (ask(FIRST + number), tell(FIRST + number, number + 1))
    ]
    result = _run(packets, 3)
    assert result.kinds == {"stray": 3}
    assert result.outcomes == {"completed": 2 * COUNT}
    assert len(result.flows) == 1


#: messages of a conversation
MESSAGES = 40


def _scenes(seed, first, second, **options):
    """Two conversations of the same queue pairs, one behind the other."""
    for number, (psn, start) in enumerate(((first, 0), (second, 100))):
        scene = traffic.Traffic(
            seed + number * 1000, messages=MESSAGES, first_psn=psn, start=1_700_000_000_000_000_000 + start * 10**9,
            truth=None, **options,
        )  # fmt: skip
        packets = [packet for batch in scene.batches() for packet in batch]
        if not number:
            numbers = _queues(packets)
        yield from ((packet.time, _renamed(packet.data, _queues(packets), numbers)) for packet in packets)


def _queues(packets):
    """The queue pairs of a conversation over RoCEv2 in plain Ethernet and IPv4, by the address that they belong to."""
    return {packet.data[30:34]: packet.data[47:50] for packet in packets}


def _renamed(data, mine, wanted):
    """The same packet with another queue pair, and no ICRC."""
    return data[:47] + wanted[data[30:34]] + data[50:-4] + bytes(4)


def _conversations(seed, first, second, service, both):
    operations = OPERATIONS if service == "RC" else UC_OPERATIONS
    packets = list(
        _scenes(seed, first, second, operations=operations, sizes=(0, 5000), service=service, both_ways=both)
    )
    batch = Batch.of([data for _, data in packets], 1)
    batch.frames.time = np.array([time for time, _ in packets], np.int64)
    return [batch]


@pytest.mark.parametrize("size", [None, 50, 7])
@pytest.mark.parametrize(
    ("seed", "first", "second", "both"),
    [
        pytest.param(11, 12119523, 0, True, id="the other direction begins one packet later"),
        pytest.param(0, 14327329, 10084669, True, id="the other direction begins three packets later"),
        pytest.param(24, 44166, 1, True, id="nearby, and the other direction begins earlier"),
        pytest.param(481, 0, 1, False, id="numbers of before, and a READ was the last request"),
    ],
)
def test_both_directions_begin_again_together(seed, first, second, both, size):
    """A connection is one for both of its directions: the first packet of either begins it."""
    every = _conversations(seed, first, second, "RC", both)
    result = run(cut(every, size) if size else every)
    assert result.kinds == {}
    assert result.outcomes == {"completed": 2 * MESSAGES}
    assert [flow.ended for flow in sorted(result.flows, key=lambda flow: flow.number)] == ["reused", ""]


@pytest.mark.parametrize("size", [None, 50, 7])
@pytest.mark.parametrize("side", ["", "10.0.0.2"])
def test_an_unreliable_connection_sends_nothing_again(side, size):
    """What is far behind its first PSN begins another one."""
    every = _conversations(179, 31792, 1, "UC", True)
    if side:
        every = list(keep(every, lambda batch: sent_by(batch, side)))
    result = run(cut(every, size) if size else every)
    assert result.kinds == {}
    flows = sorted(result.flows, key=lambda flow: flow.number)
    # the last two directions are joined, since there are no others at the end
    assert [flow.ended for flow in flows] == (["reused", ""] if side else ["reused", "reused", ""])


@pytest.mark.costly
@pytest.mark.parametrize("size", [None, 50, 7, 1])
def test_a_tap_that_sees_one_side_alone(size):
    """What it counts of the other's messages tells, though no request of those is in the capture."""
    every = list(keep(_conversations(3, 64989, 1, "RC", True), lambda batch: sent_by(batch, "10.0.0.1")))
    result = run(cut(every, size) if size else every)
    assert result.kinds == {}
    assert [flow.ended for flow in sorted(result.flows, key=lambda flow: flow.number)] == ["reused", ""]


@pytest.mark.parametrize("second", [900, 1500])
@pytest.mark.parametrize("split", [None, 0, 1, 2])
def test_a_tap_that_sees_one_side_alone_and_batches_end_at_its_last_answer(split, second):
    """A message that begins where none was due waits for the next answer: with that answer in its batch, or without."""
    packets = []
    for psn in (FIRST, second):
        for number in range(COUNT):
            packets += [ask(psn + number, size=8), tell(500 + number, number + 1, source=A, target=B)]
    times = [at * 100_000 for at in range(len(packets))]
    whole = list(batches(packets, times=times))
    at = 2 * COUNT - 1
    ends = [] if split is None else [at + split, at + split + 2]
    parts, begin = [], 0
    for end in [*ends, len(packets)]:
        parts += list(keep(whole, lambda batch, low=begin, high=end: _between(batch, low, high)))
        begin = end
    result = run(parts)
    flows = sorted(result.flows, key=lambda flow: flow.number)
    assert [(flow.ended, flow.packets) for flow in flows] == [("reused", 2 * COUNT), ("", 2 * COUNT)]


def _between(batch, low, high):
    number = batch.frames.number_of
    return (number > low) & (number <= high)


@pytest.mark.parametrize("size", [None, 1, 7])
@pytest.mark.parametrize(("back", "flows"), [(1000, 1), (1100, 2), (60_000, 2)])
def test_requests_alone_far_behind_all_that_was_seen(back, flows, size):
    """Nothing shows an answer: so many packets as lie between cannot have been under way before the capture began."""
    packets = [*(ask(70_000 + number) for number in range(COUNT)), *(ask(70_000 - back + n) for n in range(COUNT))]
    result = _run(packets, size)
    assert len(result.flows) == flows
    if flows == 2:
        assert result.kinds == {}
        assert result.outcomes == {"unknown": 2 * COUNT}


@pytest.mark.parametrize("size", [None, 1, 7])
@pytest.mark.parametrize("answered", [0, 1, COUNT])
def test_what_may_be_sent_again_is_no_new_connection(answered, size):
    """A single request, or one whose answer goes on counting: it was sent before the capture began."""
    packets = []
    for number in range(4):  # the other direction, which joins both
        packets += [ask(500 + number, source=B, target=A), tell(500 + number, number + 1, source=A, target=B)]
    packets += [ask(70_000 + number) for number in range(COUNT)]
    packets += [ask(60_000), tell(60_000, 5000)] if answered else [ask(60_000)]
    packets += [each for n in range(1, answered) for each in (ask(60_000 + n), tell(60_000 + n, 5000 + n))]
    result = _run([*packets, *(ask(70_000 + COUNT + number) for number in range(4))], size)
    assert [flow.ended for flow in result.flows] == [""]
    assert result.kinds["stray"] == 0


@pytest.mark.parametrize("size", [None, 1, 7])
def test_reads_may_be_far_behind(size):
    """A READ takes many PSNs, so fewer of them lie between."""
    packets = [*(ask(70_000 + number) for number in range(COUNT))]
    packets += [read(68_000 + number * 300, 300 * 1024) for number in range(4)]
    assert [flow.ended for flow in _run(packets, size).flows] == [""]


def test_a_late_packet_of_an_unreliable_connection_begins_nothing():
    """Neither one that is late, nor one that is damaged, nor two far apart."""
    uc = UC | SEND_ONLY
    packets = [ask(5000 + number, uc) for number in range(40)]
    for other in (4500, 9000, 3000, 100):
        packets.append(ask(other, uc))
        packets += [ask(5000 + len(packets) + number, uc) for number in range(40)]
    result = _run(packets, 7)
    assert [flow.ended for flow in result.flows] == [""]


@pytest.mark.costly
@settings(deadline=None, max_examples=15)
@given(
    seed=st.integers(0, 500),
    first=st.integers(0, 0xFFFFFF),
    second=st.integers(0, 0xFFFFFF),
    size=st.sampled_from([1, 50, 5000]),
    both=st.booleans(),
    service=st.sampled_from(["RC", "RC", "UC"]),
    side=st.sampled_from(["", "", "10.0.0.1", "10.0.0.2"]),
)
@example(seed=1, first=0, second=0, size=50, both=True, service="RC", side="")
@example(seed=1, first=0, second=20, size=50, both=False, service="RC", side="")
@example(seed=1, first=0xFFFFF0, second=0, size=50, both=True, service="UC", side="")
@example(seed=269, first=3702, second=849, size=1, both=False, service="RC", side="10.0.0.1")
def test_nobody_is_accused(seed, first, second, size, both, service, side):
    """Two conversations with any first numbers: what is told of them is told of each alone, but for a few packets."""
    every = _conversations(seed, first, second, service, both)
    if side:
        every = list(keep(every, lambda batch: sent_by(batch, side)))
    result = run(cut(every, size))
    accused = sum(count for kind, count in result.kinds.items() if kind in ACCUSE)
    apart = min((first - second) & 0xFFFFFF, (second - first) & 0xFFFFFF)
    # where numbers and messages are those of before it may be the same until an answer tells
    assert accused <= (WINDOW if apart < OVERLAP and service == "RC" and not side else OVERLAP * (apart < OVERLAP))
    if not side and apart > 1 << 17 and service == "RC":
        assert result.outcomes == {"completed": 2 * MESSAGES}


def _faulty(seed, **options):
    faults = traffic.Faults(loss=0.01, duplicate=0.01, reorder=0.01, rnr=0.01, corrupt=0.005, access_error=0.002)
    scene = traffic.Traffic(
        seed, packets=1500, operations=OPERATIONS, sizes=(0, 5000), conversations=2, both_ways=True, faults=faults
    )
    return [flow.ended for flow in run(scene.batches(), **options).flows]


@pytest.mark.costly
@settings(deadline=None, max_examples=10)
@given(seed=st.integers(0, 1000))
@example(seed=18)  # the rest of a response was asked for again after a NAK that the requester did not get
@example(seed=262)  # a READ whose length was damaged, so that all that follows seemed far away
def test_one_connection_with_every_fault_is_not_taken_for_two(seed):
    assert "reused" not in _faulty(seed)


@pytest.mark.parametrize("seed", [230, 40])
def test_damaged_packets_that_nobody_has_verified_begin_no_connection(seed):
    """What came first was damaged, and looked other than what was sent again; a damaged count of messages."""
    assert "reused" not in _faulty(seed, verify=False)
