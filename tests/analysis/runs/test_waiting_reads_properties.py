"""READs that wait: what each is measured by, set against a look at all packets of its flow, however batches are cut."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import RESPONSE, transport
from ibpkt.analysis.streams.assigned import FlowPackets
from ibpkt.protocols import PMTUS
from tests.analysis.runs.test_waiting_reads import READ_FIRST, Flows
from tests.support.exchanges import READ_ONLY, SEND_FIRST, SEND_LAST, SEND_MIDDLE, A, B, ask, batches, read, tell

FLOWS = 3
LARGEST = PMTUS[-1]


class SeveralFlows(Flows):
    """Flows whose packets come one between the other."""

    def add_mixed(self, batch, row):
        columns = transport(batch, Addresses())
        rows = np.arange(len(columns))
        side = (columns.destqp != B[1]).astype(np.int64)
        half = 2 * row + (side ^ (columns.kind == RESPONSE))
        order = np.argsort(half, kind="stable")
        self._take(self.reads.add(FlowPackets(columns, row + 1, row, side, half), rows[order], half[order]))


def known(size):
    """The smallest path MTU that has room for a packet."""
    return next(pmtu for pmtu in PMTUS if pmtu >= size)


def flow(source):
    """Packets of a flow, and by READ (its place) the path MTU that it is measured by; None where others decide."""
    pmtu, psn, back = source.choice(PMTUS), 100, 7
    packets, shown = [], []  # what each is, packet, size; places of those that show the path MTU
    for _ in range(source.randint(3, 14)):
        what = source.choice(("read", "read", "send", "first", "only", "message", "middle", "ack"))
        place, size = len(packets), source.choice((8, 200, pmtu // 2, pmtu - 1))
        if what == "read":
            length = source.choice((8, pmtu, pmtu + 1, 3000, 5000, 9000))
            packets.append(("read", read(psn, length), length))
            psn += max(1, -(-length // pmtu))
        elif what == "send":
            packets.append(("part", ask(psn, size=size), size))
            psn += 1
        elif what in ("first", "middle"):
            # of the other end: it shows the path MTU
            packets.append(("full", ask(back, SEND_FIRST if what == "first" else SEND_MIDDLE, size=pmtu, source=B,
                                        target=A), pmtu))  # fmt: skip
            back += 1
            shown.append(place)
        elif what == "message":
            packets.append(("part", ask(back, SEND_LAST, size=size, source=B, target=A), size))
            back += 1
        elif what == "only":
            packets.append(("part", tell(psn - 1, 1, opcode=READ_ONLY, size=size), size))
        else:
            packets.append(("", tell(psn - 1, 1), 0))
    if source.random() < 0.7:
        packets.append(("full", tell(psn - 1, 1, opcode=READ_FIRST, size=pmtu), pmtu))
        shown.append(len(packets) - 1)
    expected, least = {}, PMTUS[0]
    for place, (what, _, size) in enumerate(packets):
        if what == "read":
            if size <= least or least == LARGEST or (shown and shown[0] < place):
                expected[place] = pmtu if shown and shown[0] < place else least
            else:  # it waits for what shows it, or for a packet that leaves no choice
                room = min(size, LARGEST)
                clear = next((at for at in range(place, len(packets)) if known(most(packets[: at + 1])) >= room), None)
                show = shown[0] if shown else None
                decided = min((at for at in (clear, show) if at is not None), default=None)
                if decided is not None:
                    expected[place] = pmtu if show == decided else known(most(packets[: decided + 1]))
                else:
                    expected[place] = None
        least = max(least, known(size) if what == "part" else least)
    return [packet for _, packet, _ in packets], expected


def most(packets):
    return max((size for what, _, size in packets if what == "part"), default=0)


@pytest.mark.parametrize("seed", range(8))
def test_a_read_takes_as_many_psns_as_what_shows_the_path_mtu_says(seed):
    """Before, behind, or in the same batch; to other flows it is nothing."""
    source = random.Random(seed)
    flows = [flow(source) for _ in range(FLOWS)]
    order = [number for number, (packets, _) in enumerate(flows) for _ in packets]
    source.shuffle(order)
    left = [list(packets) for packets, _ in flows]
    packets, places, counts = [], {}, [0] * FLOWS
    for number in order:
        packets.append(left[number].pop(0))
        places[len(packets)] = number, counts[number]
        counts[number] += 1
    # where the clock goes back, the simple way is not gone
    times = None if seed % 2 else [-at for at in range(len(packets))]
    lengths = {len(packets), 1, source.randint(2, 9)}
    every = []
    for size in lengths:
        tried = SeveralFlows()
        for batch in batches(packets, size, times=times):
            first = batch.frames.first - 1
            tried.add_mixed(batch, np.array(order[first : first + size]))
        tried.finish()
        assert sorted(frame for frame, _ in tried.taken) == list(range(1, len(packets) + 1))
        of_flows = [[frame for frame, _ in tried.taken if places[frame][0] == number] for number in range(FLOWS)]
        assert of_flows == [sorted(frames) for frames in of_flows]
        units = dict(tried.taken)
        for frame, (number, place) in places.items():
            wanted = flows[number][1].get(place)
            if wanted is not None:
                length = packets[frame - 1].reth.dmalen
                assert span(length, units[frame]) == span(length, wanted), (frame, units[frame], wanted)
        reads = [frame for frame, (number, place) in places.items() if place in flows[number][1]]
        every.append([span(packets[frame - 1].reth.dmalen, units[frame]) for frame in reads])
        assert tried.reads.given_up == 0
    assert all(each == every[0] for each in every)


def span(length, unit):
    """PSNs that a READ takes; 1 where nobody knows."""
    return max(1, -(-length // unit)) if unit else 1
