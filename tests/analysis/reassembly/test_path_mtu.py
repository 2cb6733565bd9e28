"""The path MTU, as packets show it, or the smallest that they allow."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given, strategies as st

from ibpkt.analysis.reassembly.packets import Pieces
from ibpkt.analysis.reassembly.path_mtu import PathMTUs
from ibpkt.protocols import PMTUS
from tests.analysis.reassembly.scripts import CODES, Request, table


def learnt(*batches):
    mtus = PathMTUs()
    for batch in batches:
        pieces = table(Pieces, [each.row() for each in batch])
        mtus.add_sizes(pieces.half // 2, pieces.opcode, pieces.size, pieces.whole > 0)
    return mtus


def send(psn, name="Only", size=8, half=0):
    return Request(psn, psn, f"RC SEND {name}", size, half)


def test_first_and_middle_packets_show_it():
    mtus = learnt([send(1, "First", 2048), send(2, "Last", 77)], [send(9, "Middle", 1024, half=2)])
    assert mtus.sure[:2].tolist() == mtus.for_reads[:2].tolist() == [2048, 1024]


def test_one_odd_packet_does_not_decide():
    assert learnt([send(1, "First", 1024), send(2, "Middle", 2048), send(3, "Middle", 2048)]).sure[0] == 2048


def test_a_last_packet_does_not_show_it():
    assert learnt([send(1, "Last", 1024)]).sure[0] == 0


def test_without_such_packets_reads_are_measured_by_the_smallest_that_holds_the_others():
    mtus = learnt([send(1, size=300), send(2, "Last", 900, half=2), send(3, size=4096, half=4)])
    assert mtus.for_reads[:4].tolist() == [512, 1024, 4096, 256]
    assert not mtus.sure[:4].any()


def test_a_guess_counts_until_packets_show_another():
    mtus = learnt([send(1, size=300)])
    mtus.guess(0, 2048)
    assert (mtus.for_reads[0], mtus.sure[0]) == (2048, 0)
    mtus.guess(0, -1)
    assert mtus.for_reads[0] == 0  # not even that
    mtus.add_sizes(np.array([0]), np.array([CODES["RC SEND First"]]), np.array([1024]), np.array([True]))
    assert (mtus.for_reads[0], mtus.sure[0]) == (1024, 1024)


def test_both_directions_are_of_one_flow():
    assert learnt([send(13), send(7, "First", 2048, half=1)]).sure[0] == 2048


def test_flows_that_are_one_have_what_both_have_shown():
    mtus = learnt([send(1, size=300), send(2, "First", 1024, half=2), send(3, size=900, half=4)])
    mtus.guess(1, 4096)
    mtus.join(np.array([0]), np.array([1]))
    assert mtus.sure[:3].tolist() == [1024, 0, 0]
    mtus.join(np.array([1]), np.array([2]))
    assert mtus.for_reads[:3].tolist() == [1024, 1024, 256]


def test_responses_show_it():
    mtus = PathMTUs()
    code = np.array([CODES["RC RDMA READ response Middle"]])
    mtus.add_sizes(np.array([3]), code, np.array([512]), np.array([True]))
    assert mtus.sure[3] == 512
    mtus.forget(np.array([3]))
    assert mtus.sure[3] == 0


def test_cut_headers_show_nothing():
    assert learnt([send(1, "First", 2048)._replace(whole=0)]).sure[0] == 0


def test_what_a_first_packet_carries_is_a_path_mtu_or_shows_none():
    for size in (0, 255, 257, 4095, 4097):
        assert learnt([send(1, "First", size)]).sure[0] == 0
    # one that no path allows says nothing about the smallest either
    assert learnt([send(1, size=4097)]).for_reads[0] == PMTUS[0]


def test_a_packet_that_should_have_no_payload_shows_nothing():
    mtus = PathMTUs()
    mtus.add_sizes(np.array([0]), np.array([CODES["RC Acknowledge"]]), np.array([512]), np.array([True]))
    assert (mtus.sure[0], mtus.for_reads[0]) == (0, PMTUS[0])


def test_where_nothing_has_come_there_is_room_for_nothing_and_it_does_not_grow_by_itself():
    mtus = PathMTUs()
    assert [len(of) for of in (mtus.sure, mtus.for_reads)] == [0, 0]
    for flows in (*[10] * 50, *range(0, 3000, 50)):
        mtus.reserve(flows)
    room = len(mtus.sure)
    assert 2950 <= room == len(mtus.for_reads) < 4000
    mtus.reserve(room)
    assert len(mtus.sure) == room


def test_a_number_beyond_all_before_gets_room():
    """And what is known of others stays."""
    mtus = learnt([send(1, "First", 2048)])
    assert mtus.sure[0] == 2048
    sure, smallest = mtus.of(np.array([64]))
    assert (mtus.sure[0], sure.tolist(), smallest.tolist()) == (2048, [0], [PMTUS[0]])
    mtus.guess(len(mtus.sure), 512)
    assert (mtus.sure[0], mtus.for_reads[-64:].max()) == (2048, 512)
    mtus.join(np.array([0]), np.array([len(mtus.sure)]))
    assert mtus.sure[0] == 2048


FLOWS, CARRIES = 4, (0, 1, 256, 257, 1024, 4096, 5000)
_flow = st.integers(0, FLOWS - 1)
_packet = st.tuples(
    _flow, st.sampled_from(["First", "Middle", "Last", "Only"]), st.sampled_from(CARRIES), st.booleans()
)
_step = st.one_of(
    st.lists(_packet, min_size=1, max_size=6),
    st.tuples(st.just("guess"), _flow, st.sampled_from([-1, 0, 512, 2048])),
    st.tuples(st.just("join"), _flow, _flow).filter(lambda step: step[1] != step[2]),
    st.tuples(st.just("forget"), _flow, _flow),
)


@given(st.lists(_step, max_size=12))
def test_verdicts_are_those_of_a_count_by_flow(steps):
    """Whole packets of a size that a path may have are counted; of what shows none the largest is kept."""
    mtus = PathMTUs()
    mtus.reserve(FLOWS)
    shown, least, guesses = [Counter() for _ in range(FLOWS)], [0] * FLOWS, [0] * FLOWS
    for step in steps:
        if isinstance(step, list):
            flow, name, size, whole = map(np.array, zip(*step, strict=True))
            mtus.add_sizes(flow, np.array([CODES[f"RC SEND {each}"] for each in name]), size, whole)
            for flow, name, size, whole in step:
                if whole and name in ("First", "Middle") and size in PMTUS:
                    shown[flow][size] += 1
                elif whole and name in ("Last", "Only") and size <= PMTUS[-1]:
                    least[flow] = max(least[flow], size)
        elif step[0] == "guess":
            mtus.guess(*step[1:])
            guesses[step[1]] = step[2]
        else:
            _, one, other = step
            if step[0] == "join":
                mtus.join(np.array([one]), np.array([other]))
                shown[one] += shown[other]
                least[one], guesses[one] = max(least[one], least[other]), guesses[one] or guesses[other]
            else:
                mtus.forget(np.array([other]))
            shown[other], least[other], guesses[other] = Counter(), 0, 0
        sure = [max(PMTUS, key=lambda size, of=of: of[size]) if of else 0 for of in shown]
        smallest = [min(size for size in PMTUS if size >= largest) for largest in least]
        reads = [
            one or (max(two, 0) if two else three) for one, two, three in zip(sure, guesses, smallest, strict=True)
        ]
        assert mtus.sure[:FLOWS].tolist() == sure
        assert mtus.for_reads[:FLOWS].tolist() == reads
        assert [of.tolist() for of in mtus.of(np.arange(FLOWS))] == [sure, smallest]
