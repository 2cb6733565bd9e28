"""Choosing packets by number and by time."""

from __future__ import annotations

import pytest

from ibpkt import edit
from ibpkt.edit.select import moment
from ibpkt.errors import CallerError
from tests.support.edit_runs import edited


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1-3", [1, 2, 3]),
        ("5", [5]),
        ("3,1-2", [1, 2, 3]),
        ("240-", [240, 241]),
        ("-2", [1, 2]),
        ("2-4,3-5", [2, 3, 4, 5]),
        ("1000", []),
    ],
)
def test_numbers(text, numbers):
    everything = edited("mix_all_ops.pcap")
    chosen = edited("mix_all_ops.pcap", edit.Numbered(text))
    assert [packet.data for packet in chosen] == [everything[number - 1].data for number in numbers]
    rest = edited("mix_all_ops.pcap", edit.Numbered(text, rest=True))
    assert len(rest) == len(everything) - len(numbers)


@pytest.mark.parametrize("text", ["", "a", "1-2-3", "5-3", "0", "1,,2", "-", "1.5", "99999999999999999999"])
def test_what_is_no_list_of_numbers(text):
    with pytest.raises(CallerError):
        edit.Numbered(text)


@pytest.mark.parametrize(
    ("text", "nanoseconds", "relative"),
    [
        ("0", 0, False),
        ("+1.5", 1_500_000_000, True),
        ("-1.5", -1_500_000_000, False),
        ("1700000000.123456789", 1_700_000_000_123_456_789, False),
        ("1970-01-01T00:00:01Z", 1_000_000_000, False),
        ("1970-01-01T01:00:01.000000001+01:00", 1_000_000_001, False),
        ("1970-01-01 00:00:01", 1_000_000_000, False),
        ("2026-11-21t12:00:00.5z", 1_795_262_400_500_000_000, False),
    ],
)
def test_moments(text, nanoseconds, relative):
    assert moment(text) == (nanoseconds, relative)


@pytest.mark.parametrize("text", ["", "now", "2026-13-01T00:00:00Z", "2026-11-21", "+-1", "1e9", "12:00:00", "1,5"])
def test_what_is_no_moment(text):
    with pytest.raises(CallerError):
        moment(text)


def test_a_span_has_its_begin_and_not_its_end():
    packets = edited("mix_all_ops.pcap")
    begin, end = packets[50].time, packets[120].time

    def text(time):
        return f"{time // 10**9}.{time % 10**9:09d}"

    chosen = edited("mix_all_ops.pcap", edit.Between(text(begin), text(end)))
    assert [packet.time for packet in chosen] == [packet.time for packet in packets if begin <= packet.time < end]
    relative = text(begin - packets[0].time)
    assert len(edited("mix_all_ops.pcap", edit.Between("+" + relative))) == sum(p.time >= begin for p in packets)
    assert edited("mix_all_ops.pcap", edit.Between(None, "0")) == []
    assert len(edited("mix_all_ops.pcap", edit.Between("0", "9" * 30))) == len(packets)


def test_a_display_filter():
    chosen = edited("mix_all_ops.pcap", edit.Matching("infiniband.reth && frame.number > 30"))
    everything = edited("mix_all_ops.pcap")
    assert [packet.data for packet in chosen] == [
        packet.data for packet in everything if "RETH" in packet and packet.number > 30
    ]
    with pytest.raises(CallerError):
        edit.Matching("infiniband.reth &&")


def test_numbers_stay_those_of_the_capture():
    """A filter behind a choice by number sees the numbers that the packets had."""
    both = edited("mix_all_ops.pcap", edit.Numbered("20-40"), edit.Matching("frame.number > 30"))
    assert len(both) == 10
