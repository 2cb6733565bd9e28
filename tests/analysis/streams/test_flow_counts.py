"""What is counted of a flow, and what its last packets were, set against a count packet by packet."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ibpkt import build, draft
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.streams.stream_table import StreamTable
from tests.support.exchanges import A, B, batches, read, tell

SPACE = 1 << 24
GAP = 10_000
CNP = 0x81
REFUSED = 0x62  # remote access error
SIDES = (A, B)


def packet(source, target, psn, opcode, *more, payload=b"", ecn=0, **bth):
    return build(
        draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
        draft("IPv4", src=source[0], dst=target[0], ecn=ecn),
        draft("UDP", srcport=0xC000),
        draft("BTH", opcode=opcode, destqp=target[1], psn=psn % SPACE, **bth),
        *more,
        payload=payload,
    )


class Counted:
    """One end, packet by packet."""

    def __init__(self):
        self.counts, self.naks = Counter(), Counter()
        self.first_psn = self.highest = self.last_psn = self.answer_psn = self.refused_psn = -1
        self.refused_at = self.last_sent = self.length = 0

    def take(self, made, size, marked):
        self.counts += Counter(packets=1, bytes=len(made.data), payload=size, marked=int(marked))

    def ask(self, psn, time, length):
        self.counts += Counter(requests=1)
        self.first_psn = psn % SPACE if self.first_psn < 0 else self.first_psn
        self.highest = max(self.highest, psn)
        self.last_psn, self.last_sent, self.length = psn % SPACE, time, length

    def answer(self, psn, time, syndrome):
        self.counts += Counter(answers=1)
        self.answer_psn = psn % SPACE
        if syndrome >> 5 == 1:
            self.counts += Counter(rnrs=1)
        if syndrome >> 5 == 3:
            self.naks[syndrome & 31] += 1
        if syndrome == REFUSED and self.refused_psn < 0:
            self.refused_psn, self.refused_at = psn % SPACE, time


def exchange(seed):
    """Packets of a flow between A and B, and what is to be counted of each end."""
    source = random.Random(seed)
    counted, packets = [Counted(), Counted()], []
    following = [source.choice((0, 50, SPACE - 8)) for _ in range(2)]
    begun = [False, False]
    for _ in range(source.randint(20, 60)):
        side = source.randrange(2) if all(begun) else begun.index(False)
        begun[side] = True
        one, ends, time = counted[side], (SIDES[side], SIDES[1 - side]), 10**18 + len(packets) * GAP
        mark = source.choice(({}, {}, {"ecn": 3}, {"fecn": 1}, {"ecn": 1}))
        marked = mark in ({"ecn": 3}, {"fecn": 1})
        what = source.choice(("send", "send", "read", "again", "ack", "ack", "nak", "rnr", "refuse", "cnp"))
        asked = following[1 - side] - 1  # of the other end, which has begun or begins next
        if what in ("send", "read", "again") or not all(begun):
            psn, size = following[side], source.choice((0, 8, 300))
            if what == "again" and one.highest >= 0:
                psn = one.highest - source.choice((0, 1)) if one.highest > one.first_psn else one.highest
            following[side] = max(following[side], psn + 1)
            if what == "read":
                length = source.choice((1, 256))
                made = read(psn, length, source=ends[0], target=ends[1])
                one.take(made, 0, False)
                one.ask(psn, time, length)
            else:
                made = packet(*ends, psn, 4, payload=bytes(size), **mark)
                one.take(made, size, marked)
                one.ask(psn, time, 0)
        elif what == "cnp":
            made = packet(*ends, 0, CNP, payload=bytes(16), **mark)
            one.take(made, 0, marked)
            one.counts += Counter(cnps=1)
        else:
            syndrome = {"ack": 31, "nak": 0x60, "rnr": 0x2C, "refuse": REFUSED}[what]
            made = tell(asked, 1, syndrome=syndrome, source=ends[0], target=ends[1])
            one.take(made, 0, False)
            one.answer(asked, time, syndrome)
        packets.append(made)
    return packets, counted


@pytest.mark.parametrize("size", [None, 1, 7])
@pytest.mark.parametrize("seed", range(8))
def test_as_a_count_packet_by_packet(seed, size):
    packets, counted = exchange(seed)
    addresses = Addresses()
    streams = StreamTable(addresses)
    for batch in batches(packets, size):
        streams.add(transport(batch, addresses), patient=False)
    table = streams.columns
    (row,) = [row for row in range(table.size) if table.flows["used"][row]]
    (flow,) = streams.to_flows([row])
    assert table.flows["last"][row] == 10**18 + (len(packets) - 1) * GAP
    assert table.flows["last_frame"][row] == len(packets)
    for side in flow.sides:
        at = [address for address, _ in SIDES].index(side.address)
        one, end = counted[at], 2 * row + flow.sides.index(side)
        names = ("packets", "bytes", "requests", "answers", "rnrs", "marked", "cnps")
        assert {name: getattr(side, name) for name in names} == {name: one.counts[name] for name in names}
        assert side.naks == one.naks
        assert side.first_psn == one.first_psn
        assert side.last_psn == one.highest % SPACE
        for name in ("last_psn", "answer_psn", "refused_psn", "refused_at", "last_sent", "length"):
            assert table.ends[name][end] == getattr(one, name), name
