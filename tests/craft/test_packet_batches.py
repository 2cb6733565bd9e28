"""Packets in batches are the same packets."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt.craft import packet_batches as module
from ibpkt.craft.packet_batches import packet_batches
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH
from tests.support.command import CAPTURES


def facts(packet):
    return packet.data, packet.number, packet.time, packet.wirelen, packet.link, packet.comments


@pytest.mark.parametrize("most", [1, 7, 512])
def test_nothing_of_a_packet_is_lost(most, monkeypatch):
    monkeypatch.setattr(module, "AT_A_TIME", most)
    with ibpkt.open(CAPTURES / "derived_comments.pcapng") as capture:
        packets = list(capture)
    batches = list(packet_batches(packets))
    assert [facts(packet) for batch in batches for packet in batch] == [facts(packet) for packet in packets]
    assert any(packet.comments for packet in packets)
    assert {len(batch) for batch in batches[:-1]} <= {most}
    assert {batch.frames.first_time for batch in batches} == {packets[0].time}
    ends = [int(batch.frames.time[-1]) for batch in batches]
    assert [batch.frames.previous_time for batch in batches] == [packets[0].time, *ends[:-1]]


def test_a_batch_has_one_link_type():
    links = (1, 1, 247, 1)
    packets = [ibpkt.decode(bytes(60), link=link) for link in links]
    assert [batch.frames.link.tolist() for batch in packet_batches(packets)] == [[1, 1], [247], [1]]


def test_a_packet_without_a_link_type():
    with pytest.raises(CallerError, match="has no link type"):
        list(packet_batches([ibpkt.decode(bytes(12), link=BTH)]))
