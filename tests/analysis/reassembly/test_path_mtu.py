"""The path MTU, as packets show it or READs suggest it."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.reassembly.packets import Pieces
from ibpkt.analysis.reassembly.path_mtu import PathMTUs
from tests.analysis.reassembly.scripts import CODES, Request, table


def learnt(*batches):
    mtus = PathMTUs()
    for batch in batches:
        pieces = table(Pieces, [each.row() for each in batch])
        mtus.add_sizes(pieces.half // 2, pieces.opcode, pieces.size, pieces.whole > 0)
        mtus.vote(pieces.half, pieces.psn, pieces.opcode, pieces.dmalen, pieces.whole > 0)
    return mtus


def read(psn, size, half=0):
    return Request(psn, psn, "RC RDMA READ Request", dmalen=size, half=half)


def send(psn, name="Only", size=8, half=0):
    return Request(psn, psn, f"RC SEND {name}", size, half)


def test_first_and_middle_packets_show_it():
    mtus = learnt([send(1, "First", 2048), send(2, "Last", 77)], [send(9, "Middle", 1024, half=2)])
    assert mtus.sure[:2].tolist() == mtus.likely[:2].tolist() == [2048, 1024]


def test_one_odd_packet_does_not_decide():
    assert learnt([send(1, "First", 1024), send(2, "Middle", 2048), send(3, "Middle", 2048)]).sure[0] == 2048


def test_a_last_packet_does_not_show_it():
    assert learnt([send(1, "Last", 1024)]).sure[0] == 0


def test_what_was_agreed_on_counts():
    mtus = learnt([send(1, "First", 1024)])
    mtus.agree(0, 512)
    assert mtus.sure[0] == mtus.likely[0] == 512


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_reads_vote(cut):
    """Two READs of 5000 bytes take three PSNs each under 2048 bytes, and five under 1024."""
    packets = [read(10, 5000), read(13, 5000), send(16), read(17, 5000)]
    mtus = learnt(packets[:cut], packets[cut:])
    assert mtus.likely[0] == 2048
    assert mtus.sure[0] == 0  # it is a guess: no packet has the wrong size for that


def test_a_read_votes_with_the_first_request_of_the_next_batch():
    assert learnt([read(10, 5000)], [send(13)]).likely[0] == 2048


def test_a_read_that_seems_lost_is_outvoted():
    packets = [read(10, 5000), read(13, 5000), read(18, 5000), send(21)]
    assert learnt(packets).likely[0] == 2048


def test_a_vote_that_the_payload_excludes():
    packets = [read(10, 900), send(11, size=1500)]
    assert learnt(packets).likely[0] == 2048


def test_both_directions_are_of_one_flow():
    assert learnt([read(10, 5000), send(13), send(7, "First", 2048, half=1)]).sure[0] == 2048


def test_responses_show_it():
    mtus = PathMTUs()
    code = np.array([CODES["RC RDMA READ response Middle"]])
    mtus.add_sizes(np.array([3]), code, np.array([512]), np.array([True]))
    assert mtus.sure[3] == 512
    mtus.forget(np.array([3]), np.zeros(0, np.int64))
    assert mtus.sure[3] == 0


def test_cut_headers_show_nothing():
    assert learnt([send(1, "First", 2048)._replace(whole=0)]).sure[0] == 0
