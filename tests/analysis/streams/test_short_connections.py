"""Queue pairs that are used again by another connection, and few messages were counted before, or none."""

from __future__ import annotations

import pytest

from tests.support.analysis_runs import run
from tests.support.exchanges import READ_ONLY, A, B, ask, batches, read, tell

SIZES = pytest.mark.parametrize("size", [None, 1, 7])
GAP, SECOND = 50_000_000, 1_000_000_000
#: a NAK that refuses a request for good: remote access error
REFUSED = 0x62
#: NAKs of a PSN sequence error, and of a receiver that is not ready
SEQUENCE, RNR = 0x60, 0x2C
BACK = {"source": B, "target": A}
FORTH = {"source": A, "target": B}


def _sends(count, psn=0, size=8):
    return [each for at in range(count) for each in (ask(psn + at, size=size), tell(psn + at, at + 1))]


def _parts(*parts, gap=GAP, step=100_000):
    """Connections one behind the other: their packets, and when these came, in nanoseconds."""
    packets, times = [], []
    for part in parts:
        begin = times[-1] + gap if times else 0
        times += [begin + at * step for at in range(len(part))]
        packets += part
    return packets, times


def _flows(packets, times, size):
    flows = sorted(_told(packets, times, size).flows, key=lambda flow: flow.number)
    return [(flow.ended, flow.packets) for flow in flows]


def _told(packets, times, size):
    return run(batches(packets, size, times=times))


@pytest.mark.sweep
@SIZES
@pytest.mark.parametrize("count", [2, 5, 15])
@pytest.mark.parametrize("psn", [0, 0xFFFFF0, 300])
def test_answers_count_fewer_messages_long_after_they_counted_more(count, psn, size):
    """None of them is late: nothing is for so long on its way."""
    packets, times = _parts(_sends(count), _sends(6, psn, size=100))
    assert _flows(packets, times, size) == [("reused", 2 * count), ("", 12)]
    told = _told(packets, times, size)
    assert told.kinds == {}
    assert told.outcomes == {"completed": count + 6}


@SIZES
def test_answers_that_count_fewer_messages_soon_may_be_late(size):
    """The requester has gone back, and answers that others have overtaken come behind it."""
    packets = [ask(at) for at in range(8)] + [tell(7, 8)] + [ask(at) for at in range(8)] + [tell(1, 2), tell(2, 3)]
    times = [at * 100_000 for at in range(len(packets))]
    assert _flows(packets, times, size) == [("", len(packets))]


@SIZES
def test_one_answer_that_counts_fewer_messages_ends_nothing(size):
    packets, times = _parts(_sends(8), [*_sends(8, 0)[:1], tell(0, 1), ask(8), tell(8, 9), ask(9), tell(9, 10)])
    assert [ended for ended, _ in _flows(packets, times, size)] == [""]


@SIZES
@pytest.mark.parametrize("low", [0, 1, 3])
def test_one_damaged_count_behind_requests_that_the_capture_misses_ends_nothing(low, size):
    """The next answer counts on, and more messages than were asked for since."""
    missed = [ask(40), tell(40, low), ask(41), tell(41, 42), ask(42), tell(42, 43)]
    packets, times = _parts(_sends(30), missed)
    assert _flows(packets, times, size) == [("", len(packets))]


@SIZES
def test_atomics_are_answered_again_as_they_were(size):
    """A responder keeps what it has answered to them, and the count of then may be in it."""
    one = [each for at in range(6) for each in (ask(at, 20, size=28), tell(at, at + 1, opcode=18, size=8))]
    packets, times = _parts(one, one, [ask(6), tell(6, 7)])
    assert [ended for ended, _ in _flows(packets, times, size)] == [""]


@SIZES
@pytest.mark.parametrize("psn", [0, 0xFFFFF0, 300])
@pytest.mark.parametrize("before", [0, 3])
def test_nothing_answers_once_a_request_was_refused_for_good(before, psn, size):
    """The queue pair is in error (IBA 1, 9.9.2.1): other answers are of another connection."""
    refused = [*_sends(before), read(before), tell(before, before, syndrome=REFUSED)]
    packets, times = _parts(refused, _sends(4, psn, size=100))
    assert _flows(packets, times, size) == [("reused", len(refused)), ("", 8)]
    told = _told(packets, times, size)
    assert set(told.kinds) == {"nak-refused"}
    assert told.outcomes == {"completed": before + 4, "refused": 1}


@SIZES
def test_another_request_is_refused_for_good(size):
    refused = [*_sends(3), read(3), tell(3, 3, syndrome=REFUSED)]
    packets, times = _parts(refused, [read(0, 16), tell(0, 0, syndrome=REFUSED)])
    assert _flows(packets, times, size) == [("reused", len(refused)), ("refused", 2)]


@SIZES
def test_the_same_refusal_again_ends_nothing(size):
    """The requester asks again, since it has not got the NAK."""
    refused = [*_sends(3), read(3), tell(3, 3, syndrome=REFUSED)]
    packets, times = _parts(refused, [read(3), tell(3, 3, syndrome=REFUSED)])
    assert _flows(packets, times, size) == [("refused", len(packets))]


@SIZES
def test_a_request_that_came_before_its_refusal_ends_nothing(size):
    """ACKs that the NAK has overtaken, and the requester goes on until it comes."""
    packets = [ask(0), ask(1), ask(2), tell(2, 2, syndrome=REFUSED), ask(3), ask(4), tell(0, 1), tell(1, 2), ask(2)]
    times = [at * 100_000 for at in range(len(packets))]
    assert _flows(packets, times, size) == [("refused", len(packets))]


def _both(count, psn, other):
    """Both ends ask; the second one first."""
    packets = [ask(other, **BACK), tell(other, 1, **FORTH)]
    for at in range(count):
        packets += [ask(psn + at), tell(psn + at, at + 1)]
        packets += [ask(other + 1 + at, **BACK), tell(other + 1 + at, at + 2, **FORTH)]
    return packets


@pytest.mark.costly
@SIZES
@pytest.mark.parametrize("psn", [0, 9_000_000], ids=["of before", "far away"])
def test_the_other_direction_begins_first_and_never_did_before(psn, size):
    """Its requests go on behind the one that shows another connection: all of them are of that one."""
    packets, times = _parts(_sends(20), _both(4, psn, 500), gap=SECOND // 2)
    assert _flows(packets, times, size) == [("reused", 40), ("", 18)]
    told = _told(packets, times, size)
    assert told.kinds == {}
    assert told.outcomes == {"completed": 29}


@SIZES
def test_the_other_direction_begins_first_behind_a_refusal(size):
    refused = [*_sends(3), read(3), tell(3, 3, syndrome=REFUSED)]
    packets, times = _parts(refused, _both(4, 0, 500))
    assert _flows(packets, times, size) == [("reused", len(refused)), ("", 18)]


@pytest.mark.costly
@SIZES
def test_a_direction_that_began_earlier_stays_where_it_was(size):
    """It has ended with the connection."""
    one = [*_sends(20), ask(500, **BACK), tell(500, 1, **FORTH)]
    packets, times = _parts(one, _sends(20), gap=SECOND // 2)
    assert _flows(packets, times, size) == [("reused", 42), ("", 40)]


@SIZES
def test_responses_count_anew(size):
    """READs alone, with the numbers of before."""
    one = [each for at in range(6) for each in (read(at), tell(at, at + 1, opcode=READ_ONLY, size=8))]
    packets, times = _parts(one, one)
    assert _flows(packets, times, size) == [("reused", 12), ("", 12)]


FIRST_PACKETS = {
    "the first one is lost": [ask(1), ask(2), tell(0, 0, syndrome=SEQUENCE), *_sends(6)],
    "the first one comes again": [ask(0), ask(1), ask(0), *_sends(6)],
    "the second one overtakes it": [ask(1), ask(0), ask(2), tell(2, 3), ask(3), tell(3, 4)],
    "nothing but NAKs": [ask(1), tell(0, 0, syndrome=SEQUENCE), ask(0), ask(1), tell(0, 0, syndrome=REFUSED)],
}


@pytest.mark.sweep
@SIZES
@pytest.mark.parametrize("count", [8, 30])
@pytest.mark.parametrize("name", FIRST_PACKETS)
def test_all_first_packets_are_of_the_new_connection(name, count, size):
    """They come before the one that shows it, where that was lost, comes again, or was overtaken."""
    packets, times = _parts(_sends(count), FIRST_PACKETS[name])
    assert _flows(packets, times, size)[0] == ("reused", 2 * count)


@pytest.mark.sweep
@SIZES
@pytest.mark.parametrize("psn", [0, 15, 40, 300, 60_000])
@pytest.mark.parametrize("ahead", [1, 3])
def test_others_overtake_the_first_request(ahead, psn, size):
    """Wherever its PSN lies: behind those of before, or ahead of them."""
    begin = [*(ask(psn + at, size=100) for at in (*range(1, ahead + 1), 0)), *(tell(psn + at, at + 1) for at in (0, 1))]
    begin += [each for at in range(ahead + 1, 6) for each in (ask(psn + at, size=100), tell(psn + at, at + 1))]
    packets, times = _parts(_sends(30), begin)
    assert _flows(packets, times, size) == [("reused", 60), ("", len(begin))]
    told = _told(packets, times, size)
    assert told.kinds == {}
    assert told.outcomes == {"completed": 36}


@SIZES
def test_what_the_old_connection_repeats_at_last_stays_there(size):
    """Nothing answers it any more, and the new one begins nearby, long after it."""
    old = [*_sends(20), ask(18), ask(19), ask(20)]
    packets, times = _parts(old, _sends(8, 5, size=100))
    assert _flows(packets, times, size) == [("reused", len(old)), ("", 16)]


@SIZES
def test_a_connection_that_follows_soon_counts_fewer_messages_for_long(size):
    """Its first answers come so soon that they might be late; the last ones do not."""
    packets, times = _parts(_sends(12), _sends(9, size=100), gap=2_000_000, step=1_000_000)
    assert _flows(packets, times, size) == [("reused", 24), ("", 18)]


@SIZES
def test_naks_that_count_no_messages_end_nothing(size):
    """A responder may leave the count out of them: the requester goes on from the PSN that they ask for."""
    old = _sends(30)
    for _ in range(3):
        old += [ask(30), ask(31), tell(30, 0, syndrome=RNR)]
    packets, times = _parts(old, [ask(30), ask(31), tell(31, 32), ask(32), tell(32, 33)], step=5_000_000)
    assert _flows(packets, times, size) == [("", len(packets))]


@SIZES
def test_a_nak_that_counts_no_messages_behind_one_that_does(size):
    """What it asks for has been asked for before, and comes again."""
    old = [*_sends(30), ask(30), ask(31), tell(30, 30, syndrome=RNR)]
    for _ in range(3):
        old += [ask(30), ask(31), tell(30, 0, syndrome=RNR)]
    packets, times = _parts(old, [ask(30), ask(31), tell(31, 32), ask(32), tell(32, 33)], step=5_000_000)
    assert _flows(packets, times, size) == [("", len(packets))]


@SIZES
def test_what_the_old_connection_repeats_after_its_timer_stays_there(size):
    """It lies as near to the new one as to what came before."""
    packets, times = _parts(_sends(20), [ask(10)], [ask(10)], _sends(8, 5, size=100))
    assert _flows(packets, times, size) == [("reused", 42), ("", 16)]


@pytest.mark.sweep
@SIZES
@pytest.mark.parametrize("jump", range(2, 22, 2))
@pytest.mark.parametrize("answered", [True, False])
def test_a_clock_that_jumps_over_all_times_that_there_are(answered, jump, size):
    """How long an answer was on its way, and which request it lies nearer to, have no number of 64 bits then."""
    packets, times = _parts(_sends(5), _both(6, 0, 40) if answered else _sends(6, size=100))
    jumped = [time - 2**63 if at < jump else time + 2**62 for at, time in enumerate(times)]
    assert sum(packets for _, packets in _flows(packets, jumped, size)) == len(times)
