"""The path MTU, as packets show it, or the smallest that they allow."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.reassembly.packets import Pieces
from ibpkt.analysis.reassembly.path_mtu import PathMTUs
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
