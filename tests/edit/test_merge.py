"""Several captures as one."""

from __future__ import annotations

import contextlib
import heapq

import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import edit
from ibpkt.batch import Batch
from tests.support.shared import capture

NAMES = ("rc_write.pcap", "derived_two_interfaces.pcapng", "ib_small_erf.pcap", "rc_write.pcap")


def merged(names, **options):
    with contextlib.ExitStack() as stack:
        sources = [stack.enter_context(ibpkt.open(capture(name))) for name in names]
        whole = edit.Merged(sources, **options)
        packets, numbers, interfaces = [], [], []
        for batch in whole.batches():
            packets += [(packet.time, packet.data, packet.link) for packet in batch]
            numbers += batch.frames.number_of.tolist()
            interfaces += [whole.interfaces[number] for number in batch.frames.interface]
    assert numbers == list(range(1, len(packets) + 1))
    assert [interface.link for interface in interfaces] == [link for _, _, link in packets]
    return packets


def packets_of(name):
    with ibpkt.open(capture(name)) as source:
        return [(packet.time, packet.data, packet.link) for packet in source]


def test_by_time():
    expected = list(heapq.merge(*map(packets_of, NAMES), key=lambda each: each[0]))
    assert merged(NAMES) == expected


def test_one_behind_the_other():
    assert merged(NAMES, append=True) == [packet for name in NAMES for packet in packets_of(name)]


class Fake(ibpkt.Capture):
    """A capture of packets with given times, in batches of three."""

    class reader:
        interfaces = ()

    def __init__(self, number, times):
        self.number, self.times = number, times

    def batches(self):
        for begin in range(0, len(self.times), 3):
            part = self.times[begin : begin + 3]
            data = [bytes((self.number, begin + row)) for row in range(len(part))]
            batch = Batch.of(data, 147)
            batch.frames.time[:] = part
            batch.frames.comments = {row: (str(data[row]),) for row in range(len(part))}
            yield batch


@given(st.lists(st.lists(st.integers(0, 12), max_size=12), min_size=1, max_size=4))
def test_the_earliest_of_those_in_front(times):
    """As mergecap: whatever the order within a file, which stays."""
    heads = [[(time, bytes((number, row))) for row, time in enumerate(each)] for number, each in enumerate(times)]
    expected = []
    while any(heads):
        first = min((head[0][0], number) for number, head in enumerate(heads) if head)[1]
        expected.append(heads[first].pop(0))
    whole = edit.Merged([Fake(number, each) for number, each in enumerate(times)])
    found, comments = [], []
    for batch in whole.batches():
        found += [(packet.time, packet.data) for packet in batch]
        comments += [batch.frames.comments[row] for row in range(len(batch))]
    assert found == expected
    assert comments == [(str(data),) for _, data in expected]


def test_what_is_empty():
    assert merged(["derived_empty.pcap", "derived_empty.pcap"]) == []
    assert merged(["derived_empty.pcap", "rc_write.pcap"]) == packets_of("rc_write.pcap")


@pytest.mark.parametrize("append", [False, True])
def test_times_count_from_the_first_packet_of_all(append):
    with ibpkt.open(capture("rc_write.pcap")) as one, ibpkt.open(capture("rc_read.pcap")) as other:
        batches = list(edit.Merged([one, other], append=append).batches())
    firsts = {batch.frames.first_time for batch in batches}
    assert firsts == {int(batches[0].frames.time[0])}
