"""What windows know of their last requests, set against a list of all of them; a batch that ends changes nothing."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
import pytest

from ibpkt.analysis.columns.transport import OPERATION_OF
from ibpkt.analysis.streams.psn_windows import MAX_HOLDERS, MAX_MISSED, MISSED_TIME, PSNWindows
from ibpkt.analysis.streams.request_history import HISTORY
from ibpkt.protocols import OPCODES

CODES = {opcode.name: opcode.code for opcode in OPCODES.values()}
SPACE = 1 << 24
#: what may answer each
ASKS = {
    "RC SEND Only": "ACK", "RC SEND First": "ACK", "RC SEND Middle": "ACK", "RC SEND Last": "ACK",
    "RC RDMA READ Request": "READ", "RC FetchAdd": "ATOMIC",
}  # fmt: skip
ANSWERS = {"RC Acknowledge": "ACK", "RC RDMA READ response Middle": "READ", "RC ATOMIC Acknowledge": "ATOMIC"}
ENDS = {"RC SEND Only", "RC SEND Last", "RC RDMA READ Request", "RC FetchAdd"}
WINDOWS = 3


def columns(rows):
    """Packets of a batch: name, PSN, PSNs that it takes at least."""
    opcode = np.array([CODES[name] for name, _, _ in rows], np.int64)
    return SimpleNamespace(
        psn=np.array([psn % SPACE for _, psn, _ in rows], np.int64),
        opcode=opcode,
        operation=OPERATION_OF[opcode],
        dmalen=np.array([4096 * span if name == "RC RDMA READ Request" else 0 for name, _, span in rows], np.int64),
        time=np.arange(len(rows)),
    )


class Batches:
    """Windows of three flows, batch by batch, as `StreamTable` keeps them between."""

    def __init__(self, first):
        self.first, self.lengths = np.array(first), np.zeros(WINDOWS, np.int64)
        self.reads = np.zeros(WINDOWS, np.int64)
        self.history = [np.zeros(WINDOWS, np.int64) for _ in range(4)]

    def add(self, requests, behind=()):
        """Requests of a batch with the window of each, and packets behind them, which are asked about."""
        packets = columns([*(each for _, each in requests), *behind])
        owners = np.array([owner for owner, _ in requests], np.int64)
        rows = np.arange(len(requests))
        windows = PSNWindows(
            packets, rows, owners, self.first, self.lengths, np.zeros(WINDOWS, np.int64), self.reads, self.history
        )
        self.history = windows.history_before(np.full(WINDOWS, len(requests)))
        self.first, self.lengths = windows.first, windows.lengths
        for owner, (_, _, span) in requests:
            self.reads[owner] = span - 1
        return windows


def story(seed):
    """Requests of three windows in their order, now and then with a gap, and one that comes again."""
    source = random.Random(seed)
    following = [source.choice((0, 5_000, SPACE - 20)) for _ in range(WINDOWS)]
    first, requests = [-1] * WINDOWS, []
    for _ in range(source.randint(20, 120)):
        owner = source.randrange(WINDOWS)
        name, span = source.choice([*ASKS]), 1
        if name == "RC RDMA READ Request":
            span = source.choice((1, 2, 9, 70))
        psn = following[owner]
        if source.random() < 0.1:
            psn -= source.randint(1, 3)  # it comes again
            span = 1
            name = "RC SEND Middle"
        elif source.random() < 0.05:
            psn += source.randint(1, 4)
        requests.append((owner, (name, psn, span)))
        following[owner] = max(following[owner], psn + span)
    return source, first, requests


class Listed:
    """One window: the requests that made it longer, and the highest PSN."""

    def __init__(self, requests):
        self.made_longer, self.end = [], None
        for name, psn, span in requests:
            if self.end is None or psn + span > self.end:
                begin = psn if self.end is None else max(psn, self.end)
                self.made_longer.append((name, begin, psn + span))
                self.end = psn + span

    def messages_to(self, psn):
        """How many have ended; a READ with its request."""
        return sum(name in ENDS and begin <= psn for name, begin, _ in self.made_longer)

    def may_answer(self, answer, psn):
        for name, begin, end in self.made_longer:
            if begin <= psn < end:
                return answer == "ACK" or ASKS[name] == answer or self.end - psn > HISTORY
        return True


@pytest.mark.parametrize("seed", range(30))
def test_as_a_list_of_all_requests(seed):
    source, first, requests = story(seed)
    listed = [Listed([each for of, each in requests if of == owner]) for owner in range(WINDOWS)]
    questions = [
        (owner, psn, name)
        for owner, own in enumerate(listed)
        if own.end is not None
        for psn in range(own.end - HISTORY - 4, own.end)
        if psn >= own.made_longer[0][1]
        for name in ANSWERS
    ]
    behind = [(name, psn, 1) for _, psn, name in questions]
    for count in (0, 1, 4, 15):
        batches = Batches(first)
        cuts = sorted(source.sample(range(1, len(requests)), min(count, len(requests) - 1)))
        for low, high in zip([0, *cuts], cuts, strict=False):
            batches.add(requests[low:high])
        last = requests[cuts[-1] if cuts else 0 :]
        windows = batches.add(last, behind)
        rows = np.arange(len(last), len(last) + len(behind))
        places = np.array([owner for owner, _, _ in questions])
        psn = np.array([psn % SPACE for _, psn, _ in questions])
        told = windows.messages_to(places, rows, psn).tolist()
        query, place = windows.holders(rows, psn, np.zeros(len(rows), np.int64))
        held = set(zip(query.tolist(), place.tolist(), strict=True))
        for at, (owner, wanted, name) in enumerate(questions):
            own = listed[owner]
            recent = own.end - wanted <= HISTORY
            assert told[at] == (own.messages_to(wanted) if recent else -1)
            assert ((at, owner) in held) == own.may_answer(ANSWERS[name], wanted)
        for owner, own in enumerate(listed):
            if own.end is not None:
                begin = own.made_longer[0][1]
                assert windows.lengths[owner] == own.end - begin
                assert windows.first[owner] == begin % SPACE
                assert windows.lengths_at(np.array([owner]), rows[-1:]).tolist() == [own.end - begin]
                assert windows.lengths_before(np.array([owner]), rows[-1:]).tolist() == [own.end - begin]


@pytest.mark.parametrize("length", [60, 1_000, 16_000, 60_000])
@pytest.mark.parametrize(("count", "found"), [(MAX_HOLDERS, MAX_HOLDERS), (MAX_HOLDERS + 1, 0)])
def test_where_too_many_windows_hold_a_psn_none_does(count, found, length):
    none = np.zeros(0, np.int64)
    first, lengths = 5_000 + np.arange(count) % 3, np.full(count, length)
    windows = PSNWindows(columns([]), none, none, first, lengths, np.zeros(count, np.int64))
    windows._columns = columns([("RC Acknowledge", 0, 1)])
    query, place = windows.holders(np.zeros(1, np.int64), np.array([5_000 + length - 1]), np.zeros(1, np.int64))
    assert len(query) == found
    assert place.tolist() == list(range(found))


@pytest.mark.parametrize("first", [0, 3, 50_000, SPACE - 3])
def test_psns_shortly_before_the_first_may_have_been_missed(first):
    """Of a window that began a short time ago."""
    asked = [(first + each) % SPACE for each in (-MAX_MISSED - 1, -MAX_MISSED, -1, 0, 4, 5)]
    packets = columns([("RC SEND Only", first + at, 1) for at in range(5)] + [("RC Acknowledge", 0, 1)] * 6)
    for waited, held in ((MISSED_TIME, [1, 2, 3, 4]), (MISSED_TIME + 1, [3, 4])):
        packets.time = np.full(11, 7 + waited)
        windows = PSNWindows(
            packets, np.arange(5), np.zeros(5, np.int64), np.array([-1]), np.zeros(1, np.int64),
            np.zeros(1, np.int64), since=np.array([7]),
        )  # fmt: skip
        query, _ = windows.holders(np.arange(5, 11), np.array(asked), np.zeros(6, np.int64))
        assert query.tolist() == held
        assert windows.begins.tolist() == [0]
        assert windows.may_miss(np.zeros(6, np.int64), np.array(asked)).tolist() == [False, True, True, *[False] * 3]
    before = windows.holders(np.zeros(6, np.int64), np.array(asked), np.zeros(6, np.int64))
    assert before[0].tolist() == []  # before its first request there is no window


def test_windows_that_began_in_earlier_batches_and_those_that_have_not_begun():
    packets = columns([("RC SEND Only", 7, 1)])
    windows = PSNWindows(
        packets, np.array([0]), np.array([1]), np.array([5, -1, -1]), np.array([2, 0, 0]), np.zeros(3, np.int64)
    )
    assert windows.begins.tolist() == [-1, 0, 1]
    assert windows.first.tolist() == [5, 7, -1]
    assert windows.lengths.tolist() == [2, 1, 0]
    assert windows.size == 1
