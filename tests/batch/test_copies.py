"""Packets that two captures have are found, and nothing else is."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ibpkt.batch import Batch
from ibpkt.batch.copies import WINDOW, TapCopies
from ibpkt.capture import MergedRecords, Records, join_captures
from tests.support.pieces import Taken, at_distinct_times, records_of, taken_apart, write
from tests.support.shared import capture
from tests.support.stacks import carrier

BEGIN = 1_700_000_000_000_000_000
MICROSECOND = 1000


def joined(paths, **limits):
    """The packets, and how many were left out."""
    with join_captures(paths, detector=TapCopies) as reader:
        return records_of(reader, **limits), reader.copies


def stream(count, *, destqp=0x11, begin=0, distance=10, fecn=0, **headers):
    """Packets of one flow, so many microseconds apart, without IP identification."""
    made = []
    for number in range(count):
        bth = {"destqp": destqp, "psn": number, "fecn": fecn}
        packet = carrier("RoCEv2 IPv4", 0x04, bytes([number % 256]) * 20, bth=bth, **headers)
        made.append(Taken(BEGIN + (begin + number * distance) * MICROSECOND, packet.data, 1, len(packet.data)))
    return made


def later(packets, microseconds):
    return [packet._replace(time=packet.time + microseconds * MICROSECOND) for packet in packets]


@pytest.mark.parametrize("name", ["nvmeof.pcap", "ib_small.pcap", "rping_ipv6.pcap", "derived_snap64.pcap"])
@pytest.mark.parametrize(("most", "delay"), [(7, 30), (10_000, 0), (10_000, 9000)])
def test_two_taps(name, most, delay, tmp_path):
    """Repeated packets, CNPs and ACKs of one tap that are equal stay: only those of the other tap go."""
    whole = records_of(capture(name))
    paths = [write(tmp_path / "a.pcap", whole), write(tmp_path / "b.pcap", later(whole, delay))]
    assert joined(paths, max_records=most) == (whole, len(whole))


def test_files_that_overlap(tmp_path):
    whole = records_of(capture("nvmeof.pcap"))
    third = len(whole) // 3
    paths = [write(tmp_path / "b.pcap", whole[third:]), write(tmp_path / "a.pcap", whole[: 2 * third])]
    assert joined(paths) == (whole, third)


def test_three_taps_of_which_two_lose_packets(tmp_path):
    whole = at_distinct_times(records_of(capture("nvmeof.pcap")))
    chance = random.Random(3)
    kept = [[packet for packet in whole if chance.random() < 0.8] for _ in range(2)]
    paths = [write(tmp_path / "whole.pcap", whole)]
    paths += [write(tmp_path / f"{number}.pcap", later(each, number + 1)) for number, each in enumerate(kept)]
    found, copies = joined(paths)
    assert {packet.data for packet in found} == {packet.data for packet in whole}
    assert (len(found), copies) == (len(whole), sum(map(len, kept)))


def test_pieces_have_no_copies(tmp_path):
    """Two ports of a bond: each packet is in one of them."""
    whole = at_distinct_times(records_of(capture("loss_ack_10pct.pcap")))
    for way in ("packets", "time", "direction"):
        assert joined(taken_apart(whole, tmp_path, way, 5)) == (whole, 0)


def test_what_one_file_has_twice_is_left_alone(tmp_path):
    """A mirror's copies, and retransmissions, are the analysis's business."""
    packets = stream(50)
    twice = sorted([*packets, *later(packets, 3)])
    other = stream(50, destqp=0x22, begin=4)
    found, copies = joined([write(tmp_path / "a.pcap", twice), write(tmp_path / "b.pcap", other)])
    assert (len(found), copies) == (150, 0)


def test_retransmissions_through_the_other_port(tmp_path):
    """Without identification they have the bytes of their originals; but the rest of the flow is in one file each."""
    packets = stream(200, distance=5)
    ports = [packets[0::2], sorted([*packets[1::2], *later(packets[20:40:2], 300)])]
    paths = [write(tmp_path / f"{number}.pcap", each) for number, each in enumerate(ports)]
    found, copies = joined(paths)
    assert (len(found), copies) == (210, 0)


@pytest.mark.costly
def test_a_flood_of_equal_packets(tmp_path):
    """Each is the copy of one other, and that is found in time that grows with their number only."""
    (packet,) = stream(1)
    flood = [packet._replace(time=packet.time + number * MICROSECOND) for number in range(20_000)]
    paths = [write(tmp_path / "a.pcap", flood), write(tmp_path / "b.pcap", flood)]
    assert joined(paths) == (flood, len(flood))


def test_outside_the_window_it_is_another_packet(tmp_path):
    packets = stream(200, distance=100)
    assert joined(both(tmp_path, packets, WINDOW // MICROSECOND))[1] == 200
    assert joined(both(tmp_path, packets, WINDOW // MICROSECOND + 1))[1] == 0


def test_pieces_of_one_capture_have_no_copies(tmp_path):
    """What comes again in the next piece was sent again, however much of that piece it is."""
    packets = stream(20, distance=100)
    assert joined(both(tmp_path, packets, 20 * 100))[1] == 0
    assert joined(both(tmp_path, packets, 19 * 100 - 50))[1] == 20


def test_clocks_that_differ(tmp_path):
    """Nothing can be counted once, but it must be said that everything counts twice."""
    packets = stream(300, distance=4000)
    with join_captures(both(tmp_path, packets, 310_000), detector=TapCopies) as reader:
        assert len(records_of(reader)) == 600
        (remark,) = reader.remarks()
    assert f"{tmp_path}/a.pcap and {tmp_path}/b.pcap have the same packets 0.310 s apart: " in remark


def test_retransmissions_after_a_timeout_show_no_clock(tmp_path):
    """All that one port carried at the end comes again through the other."""
    packets = stream(400)
    others = stream(200, begin=4001, destqp=0x22, distance=400)
    ports = [packets, sorted([*others, *later(packets[-60:], 67_000)])]
    paths = [write(tmp_path / f"{number}.pcap", each) for number, each in enumerate(ports)]
    with join_captures(paths, detector=TapCopies) as reader:
        assert len(records_of(reader)) == 660
        assert reader.remarks() == []


def both(tmp_path, packets, delay):
    return [write(tmp_path / "a.pcap", packets), write(tmp_path / "b.pcap", later(packets, delay))]


def test_what_routers_change_does_not_matter(tmp_path):
    """The hop limit and congestion marks, which the ICRC does not cover."""
    marked = later(stream(60, ipv4={"ttl": 9, "dsfield": 3, "checksum": 5}, fecn=1), 5)
    assert len({packet.data for packet in (*marked, *stream(60))}) == 120
    paths = [write(tmp_path / "a.pcap", stream(60)), write(tmp_path / "b.pcap", marked)]
    assert joined(paths) == (stream(60), 60)


@pytest.mark.parametrize("at", [-1, -6, -30])
def test_a_damaged_packet_is_not_a_copy(at, tmp_path):
    packets = stream(60)
    damaged = bytearray(packets[30].data)
    damaged[at] ^= 1
    others = [*packets[:30], packets[30]._replace(data=bytes(damaged)), *packets[31:]]
    found, copies = joined([write(tmp_path / "a.pcap", packets), write(tmp_path / "b.pcap", later(others, 5))])
    assert copies == 59
    assert bytes(damaged) in {packet.data for packet in found}


def merged(*rows):
    """Packets as they come from captures: microseconds, place and number of each."""
    packets = stream(10)
    frames = Batch.of([packets[number].data for _, _, number in rows], 1).frames
    names = ("data", "start", "wirelen", "time", "link", "interface", "offset", "first")
    records = Records(caplen=frames.captured, **{name: getattr(frames, name) for name in names})
    times = np.array([BEGIN + time * MICROSECOND for time, _, _ in rows], np.int64)
    return MergedRecords(records, times, np.array([place for _, place, _ in rows], np.int32))


def test_the_rows_are_those_of_what_is_given():
    found = TapCopies().find(merged((0, 0, 0), (0, 1, 0), (10, 0, 1), (20, 0, 2)))
    assert found.tolist() == [False, True, False, False]


def test_a_copy_is_no_original():
    """Once the original is forgotten, the copy is, too: what comes then from the first capture is sent again."""
    copies = TapCopies()
    window = WINDOW // MICROSECOND
    first = merged((0, 0, 0), (window - 100, 1, 0), (window + 100, 0, 1), (window + 101, 1, 1))
    assert copies.find(first).tolist() == [False, True, False, True]
    assert copies.find(merged((window + 500, 0, 0), (window + 501, 1, 0))).tolist() == [False, True]


def test_clocks_at_both_ends_of_time():
    """Between two packets may be more nanoseconds than 64 bits hold, and the first may have the earliest time."""
    first, last = -(2**63) + 1, 2**63 - 1
    copies = TapCopies()
    some = merged((0, 0, 0), (1, 1, 0), (2, 0, 1))._replace(times=np.array([first, first + 5, last]))
    assert copies.find(some).tolist() == [False, True, False]
    more = merged((0, 1, 1))._replace(times=np.array([last]))
    assert copies.find(more).tolist() == [True]
