"""Counts of verdicts, and a problem for each thing that is wrong."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt.stats.check import IntegrityReport, problems
from tests.support.shared import capture
from tests.support.stacks import CARRIERS, batch_of, carrier, stack

#: the sender's adapter has yet to write the checksum of IPv4, and UDP has none
UNSUMMED = {"ipv4": {"checksum": 0}, "udp": {"checksum": 0}}
GOOD = carrier("local")
WRONG = (
    GOOD.data,
    GOOD.with_icrc(b"\x12\x34\x56\x78"),
    GOOD.with_icrc(bytes(4)),
    GOOD.data[:-2] + b"\x12\x34",
    GOOD.data[:-1],
    GOOD.changed(GOOD.offsets[-1], 1, sealed=False),
)


def test_counts():
    report = IntegrityReport()
    found = list(report.add(batch_of(WRONG, 247, [len(GOOD.data)] * len(WRONG))))
    assert report.packets == 6
    assert report.counts["icrc"] == {"good": 3, "bad": 2, "absent": 0, "cut": 0, "zero": 1}
    assert report.counts["vcrc"] == {"good": 3, "bad": 2, "absent": 0, "cut": 1, "zero": 0}
    assert set(report.counts["lpcrc"].values()) == {0}
    assert report.problems == len(found) == 4
    assert [(problem.frame, problem.layer, problem.what) for problem in found] == [
        (2, "ICRC", "bad"),
        (4, "VCRC", "bad"),
        (6, "ICRC", "bad"),
        (6, "VCRC", "bad"),
    ]


def test_zero_and_cut_are_no_problems():
    for data in (WRONG[2], WRONG[4]):
        assert list(problems(ibpkt.decode(data, wirelen=len(GOOD.data)))) == []


def test_what_a_problem_says():
    (problem,) = problems(ibpkt.decode(WRONG[1], number=17))
    right = GOOD.data[GOOD.icrc_at : GOOD.icrc_at + 4].hex()
    assert str(problem) == f"   17  ICRC bad: 0x12345678, should be 0x{right}"
    (problem, _) = problems(ibpkt.decode(WRONG[5]))
    assert problem.cause == "one bit flipped: bit 0 of byte 0 of the payload"
    assert str(problem).endswith("(one bit flipped: bit 0 of byte 0 of the payload)")
    assert problem.frame == 1


def test_lengths_and_malformed_packets():
    wrong = carrier("RoCEv2 IPv4", udp={"length": 20}).data
    found = [str(problem) for problem in problems(ibpkt.decode(wrong, 1))]
    assert found[0].strip().startswith("1  UDP length disagrees: 20 bytes, should be")
    short = stack("infiniband", "LRH/BTH", bth={"opcode": 0x11}).built(b"").data
    report = IntegrityReport()
    (problem,) = report.add(batch_of([short], 247))
    assert (problem.layer, problem.what) == ("AETH", "malformed")
    assert (problem.stored, problem.computed) == ("0 bytes at byte 20", "4 bytes")


def test_cut_packets_are_no_problem():
    report = IntegrityReport()
    for name in CARRIERS:
        packet = carrier(name, 0x0B, **UNSUMMED)
        pieces = [packet.data[:length] for length in range(len(packet.data))]
        assert list(report.add(batch_of(pieces, packet.link, [len(packet.data)] * len(pieces)))) == []
    assert report.counts["icrc"]["bad"] == 0


def test_many_batches():
    """Counts add up, however the packets come in batches."""
    one, many = IntegrityReport(), IntegrityReport()
    data = list(WRONG) * 3
    wires = [len(GOOD.data)] * len(data)
    first = [problem._replace(frame=0) for problem in one.add(batch_of(data, 247, wires))]
    second = [
        problem._replace(frame=0) for piece in data for problem in many.add(batch_of([piece], 247, [len(GOOD.data)]))
    ]
    assert first == second
    assert (one.packets, one.counts, one.problems) == (many.packets, many.counts, many.problems)


def test_a_capture_with_flipped_bits():
    report = IntegrityReport()
    with ibpkt.open(capture("corrupt_write.pcap")) as source:
        found = [problem for batch in source.batches() for problem in report.add(batch)]
    assert report.packets == 1288
    assert report.counts["icrc"] == {"good": 1221, "bad": 28, "absent": 0, "cut": 0, "zero": 0}
    assert len([problem for problem in found if problem.layer == "ICRC"]) == 28
    assert [problem.frame for problem in found] == sorted(problem.frame for problem in found)


@pytest.mark.parametrize("name", ["mix_all_ops.pcap", "ib_small.pcap", "derived_snap64.pcap"])
def test_captures_without_problems(name):
    report = IntegrityReport()
    with ibpkt.open(capture(name)) as source:
        for batch in source.batches():
            assert list(report.add(batch)) == []
    assert report.packets > 200
