"""How request packets are cut into messages, by what a script says that was sent."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ibpkt.analysis.reassembly.fragments import Fragments
from ibpkt.analysis.reassembly.half_states import HalfStates
from ibpkt.analysis.reassembly.packets import Pieces
from ibpkt.protocols import OPERATIONS
from tests.analysis.reassembly.scripts import PMTU, Request, run, table

HALVES = 3


def sent(source, half):
    """The packets of messages, each with the number of its message, and which are missing.

    Only so that it can be known what belongs together: a packet whose First is missing begins a message where the last
    one was at its end, had another operation, or is a WRITE whose First was there and which ends before it.
    """
    psn, packets, numbers, known = source.choice((0, 7)), [], [], False
    kind = last_there = None
    for number in range(1, source.randint(3, 8)):
        before, kind = kind, source.choice(("SEND", "WRITE", "WRITE"))
        count = source.randint(1, 4)
        names = ["Only"] if count == 1 else ["First", *["Middle"] * (count - 2), "Last"]
        lost = [source.random() < 0.4 for _ in names]
        if not (number > 1 and (last_there or kind != before or (kind == "WRITE" and known))):
            lost[0] = False
        elif all(lost):
            lost[-1] = False  # else what belongs to the message before it would be the question again
        known, last_there = kind == "WRITE" and not lost[0], not lost[-1]
        for at, name in enumerate(names):
            size, length = (PMTU if at < count - 1 else 8), PMTU * (count - 1) + 8
            reth = length if kind == "WRITE" and at == 0 else 0
            packets.append(Request(0, psn + at, f"RC {kind} {name}".replace("WRITE", "RDMA WRITE"), size, half, reth))
            numbers.append(number if not lost[at] else 0)
        psn += count
    return packets, numbers


def fragments(packets, states, pmtu=PMTU):
    rows = [packet.row() for packet in sorted(packets, key=lambda each: (each.half, each.psn))]
    return Fragments(table(Pieces, rows), states, np.full(HALVES, pmtu))


@pytest.mark.parametrize("seed", range(25))
def test_as_they_were_sent(seed):
    source = random.Random(seed)
    halves = [sent(source, half) for half in range(HALVES)]
    left = [[(packet, number) for packet, number in zip(*half, strict=True) if number] for half in halves]
    states = HalfStates()
    states.reserve(HALVES)
    following, open_number, seen = [None] * HALVES, [0] * HALVES, [0] * HALVES  # by half
    while any(left):
        batch = [(half, left[half][:count]) for half in range(HALVES) if (count := source.randint(0, 5)) and left[half]]
        if not batch:
            continue
        expected = []
        for half, some in batch:
            left[half] = left[half][len(some) :]
            for at, (packet, number) in enumerate(some):
                gap = 0 if following[half] is None else packet.psn - following[half]
                begins = number != open_number[half]
                if begins or at == 0:
                    headless = begins and not packet.name.endswith(("First", "Only"))
                    expected.append([half, begins, headless, gap, 0 if begins else gap, 1])
                    seen[half] += begins
                else:
                    expected[-1][4] += gap
                    expected[-1][5] += 1
                following[half], open_number[half] = packet.psn + 1, number
        found = fragments([packet for _, some in batch for packet, _ in some], states)
        columns = (
            found.half, found.fresh, found.headless, found.missing_before, found.missing, found.last - found.first + 1,
        )  # fmt: skip
        assert [list(row) for row in zip(*(column.tolist() for column in columns), strict=True)] == expected
        found.update(states)
        for half, _ in batch:
            assert (states["next"][half], states["number"][half], states["begun"][half]) == (
                following[half], seen[half], 1,
            )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "size", "dmalen", "pmtu", "whole", "due"),
    [
        ("RC RDMA WRITE First", 1024, 2048, 1024, 1, 12), ("RC RDMA WRITE First", 1024, 2049, 1024, 1, 13),
        ("RC RDMA WRITE Only", 0, 0, 1024, 1, 11), ("RC RDMA WRITE Only", 1, 1, 1024, 1, 11),
        ("RC RDMA WRITE First", 256, 2048, 256, 1, 18), ("RC RDMA WRITE First", 1024, 2048, 0, 1, 0),
        ("RC RDMA WRITE First", 1024, 2048, 1024, 0, 0), ("RC RDMA WRITE Middle", 1024, 2048, 1024, 1, 0),
        ("RC SEND First", 1024, 2048, 1024, 1, 0), ("RC RDMA READ Request", 0, 2048, 1024, 1, 0),
    ],
)  # fmt: skip
def test_where_a_write_ends_by_its_length(name, size, dmalen, pmtu, whole, due):
    """It has as many packets as its length takes, and at least one (IBA 1, 9.7.2)."""
    states = HalfStates()
    states.reserve(HALVES)
    found = fragments([Request(1, 10, name, size, 1, dmalen, whole=whole)], states, pmtu)
    assert found.due(np.array([0])).tolist() == [due]


@pytest.mark.parametrize("begin", [0, 7])
def test_packets_that_are_missing_from_the_announced_psn_on(begin):
    """Also where that is PSN 0, behind which none lies."""
    states = HalfStates()
    states.reserve(HALVES)
    states["begun"][1], states["next"][1] = 1, begin
    packets = [Request(1, begin + 2, "RC SEND Only", 8, 1), Request(2, begin + 2, "RC SEND Only", 8, 2)]
    cut = fragments(packets, states)
    assert (cut.missing_before.tolist(), cut.missing.tolist()) == ([2, 0], [0, 0])
    assert cut.unknown_start.tolist() == [False, True]


@pytest.mark.parametrize("psn", [0, 5])
@pytest.mark.parametrize(("behind", "number"), [(1, 1), (2, 2)])
def test_what_comes_behind_the_length_of_a_write_is_another_message_only_behind_a_gap(psn, behind, number):
    """Whether there is a gap in another half of the batch has nothing to do with it."""
    write = [
        Request(1, psn, "RC RDMA WRITE First", PMTU, 0, PMTU), Request(2, psn + behind, "RC RDMA WRITE Last", 8, 0)
    ]  # fmt: skip
    gap = [Request(3, 1, "RC SEND Only", 8, 1), Request(4, 3, "RC SEND Only", 8, 1)]
    for packets in (write, [*write, *gap]):
        states = HalfStates()
        states.reserve(HALVES)
        assert fragments(packets, states).number.tolist()[:2] == [1, number]


@pytest.mark.parametrize("cuts", [(), (1,), (1, 2)])
def test_what_is_cut_short_names_its_own_beginning(cuts):
    """Also where the batch begins with a message of another half."""
    packets = [
        Request(1, 1, "RC SEND First", PMTU, 1),
        Request(2, 1, "RC SEND Only", 8, 0),
        Request(3, 2, "RC SEND Only", 8, 1),
    ]
    (fault,) = run(packets, cuts=cuts).faults
    assert (fault.kind.name, fault.half, fault.frame, fault.packets) == ("message-order", 1, 3, 1)
    assert fault.facts["wanted"] == "the rest of the SEND that began in packet 1"


@pytest.mark.parametrize(
    ("sizes", "whole", "counts"),
    [
        pytest.param((512, 512, 512), (1, 1, 1), [3], id="one behind the other"),
        pytest.param((512, PMTU, 512), (1, 1, 1), [1, 1], id="with a right one between them"),
        pytest.param((512, 256, 256), (1, 1, 1), [1, 2], id="of two sizes"),
        pytest.param((512, 512, 512), (1, 0, 1), [1, 1], id="of one that is cut nothing is known"),
        pytest.param((4096, 4096, 4096), (1, 1, 1), [3], id="of the largest path MTU"),
        pytest.param((5000, 300, 5000), (1, 1, 1), [], id="what no path allows is a matter of the packet alone"),
    ],
)
def test_sizes_that_the_path_does_not_allow(sizes, whole, counts):
    packets = [
        Request(1 + at, 1 + at, "RC SEND Middle", size, whole=there)
        for at, (size, there) in enumerate(zip(sizes, whole, strict=True))
    ]
    states = HalfStates()
    states.reserve(HALVES)
    states["begun"][0], states["next"][0], states["operation"][0] = 1, 1, OPERATIONS.index("SEND")
    found = list(fragments(packets, states).faults())
    assert [(each.kind.name, each.packets, each.facts["count"]) for each in found] == [
        ("payload-size", count, count) for count in counts
    ]
