"""How exchanges end: requesters that give up; and that one fault is told once."""

from __future__ import annotations

import pytest

from ibpkt import draft
from tests.support.exchanges import ACK, ask, names, said, tell

SECOND = 10**9
RNR_NAK = 0x20


def _times(*seconds):
    return [int(second * SECOND) for second in seconds]


def test_a_requester_that_gives_up():
    packets = [ask(0), tell(0, 1), ask(1), ask(1), ask(1), ask(0, target=("10.0.0.3", 9), source=("10.0.0.4", 8))]
    found = said(packets, times=_times(0, 0.001, 0.2, 0.3, 0.4, 9))
    (over,) = (each for each in found if each.kind.name == "retries-exhausted")
    assert over.facts == {"psn": 1, "count": 2}


def test_a_request_that_is_never_answered_and_never_repeated():
    packets = [ask(0), tell(0, 1), ask(1), ask(0, target=("10.0.0.3", 9), source=("10.0.0.4", 8))]
    assert names(packets, times=_times(0, 0.001, 0.2, 9)) == [(3, "unanswered")]


def test_a_receiver_that_is_never_ready():
    packets = [ask(0), tell(0, 1), ask(1), tell(1, 1, syndrome=RNR_NAK | 1), ask(1), tell(1, 1, syndrome=RNR_NAK | 1),
               ask(0, target=("10.0.0.3", 9), source=("10.0.0.4", 8))]  # fmt: skip
    found = said(packets, times=_times(0, 0.1, 0.2, 0.21, 0.3, 0.31, 9))
    (over,) = (each for each in found if each.kind.name == "rnr-retries-exhausted")
    assert over.facts == {"psn": 1, "count": 2}


def test_the_end_of_the_capture_is_no_end_of_the_exchange():
    assert names([ask(0), tell(0, 1), ask(1)], times=_times(0, 0.1, 0.2)) == []


@pytest.mark.parametrize("size", [None, 1, 3])
def test_one_finding_for_one_fault(size):
    """A middle packet that is not full, and a WRITE with a wrong length, are told once each."""
    middle = [ask(0, 0, size=256, a=0), ask(1, 1, size=256, a=0), ask(2, 1, size=100, a=0), ask(3, 2, size=8)]
    found = [name for name in names(middle, size) if name[0] == 3]
    assert found == [(3, "first-middle-payload")]
    write = [ask(0, 10, draft("RETH", va=0, r_key=1, dmalen=9), size=8), tell(0, 1, opcode=ACK)]
    assert names(write, size) == [(1, "write-length")]


@pytest.mark.parametrize("batch", [None, 1, 3])
@pytest.mark.parametrize("size", [0, 256, 300, 1024, 2048, 4096, 4100])
def test_a_wrong_size_is_reported_once(size, batch):
    """By a rule about the packet, or as that of a message; 512 bytes are the path MTU."""
    whole = [ask(psn, code, size=512, a=0) for psn, code in enumerate((0, 1, 1, 1))]
    packets = [*whole, ask(4, 1, size=size, a=0), ask(5, 2, size=8), tell(5, 1)]
    assert len([name for frame, name in names(packets, batch) if frame == 5]) == 1
