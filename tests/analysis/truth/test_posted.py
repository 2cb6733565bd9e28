"""Messages are the work requests that programs posted: operation, size, address, key, and how they ended."""

from __future__ import annotations

import pytest

import ibpkt
from tests.analysis.truth.counters import RECORDED, recordings
from tests.analysis.truth.posted import ENDS_WITH_THE_LAST_TRY, OTHERWISE, figures
from tests.support.shared import needs

NAMES = recordings()
#: what a message names, in the packet
FIELDS = {"address": "va", "r_key": "r_key", "size": "dmalen"}


@needs(RECORDED)
@pytest.mark.parametrize("name", NAMES)
def test_each_work_request_is_a_message(name):
    assert [str(figure) for figure in figures(name) if not figure.right] == []


@needs(RECORDED)
def test_as_many_work_requests_as_programs_printed():
    assert sum(len(figures(name)) for name in NAMES) >= 1300


def _packet(name, number):
    with ibpkt.open(RECORDED / f"{name}.pcap") as capture:
        return next(packet for packet in capture if packet.number == number)


@needs(RECORDED)
@pytest.mark.parametrize("place", [place for place in OTHERWISE if place[0] in NAMES], ids=str)
def test_what_is_otherwise_on_the_wire_a_packet_says(place):
    name, _ = place
    wire = OTHERWISE[place]
    packet = _packet(name, wire.packet)
    assert {field: getattr(packet["RETH"], FIELDS[field]) for field in wire.values} == wire.values


@needs(RECORDED)
@pytest.mark.parametrize("name", [name for name in ENDS_WITH_THE_LAST_TRY if name in NAMES])
def test_these_recordings_end_with_the_last_try(name):
    with ibpkt.open(RECORDED / f"{name}.pcap") as capture:
        assert sum(1 for _ in capture) == ENDS_WITH_THE_LAST_TRY[name]
