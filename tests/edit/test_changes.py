"""Checksums and CRCs: what was right is right afterwards, what was wrong stays wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from ibpkt import edit, strategies
from ibpkt.batch import Batch
from tests.support.checksums import checksums, sums
from tests.support.edit_runs import changed, edited, edited_bytes, statuses


def set_ttl(crc="good"):
    return edit.Changes([edit.Set("infiniband.bth.p_key=0x8123"), edit.Set("ip.ttl=33")], crc)


def test_wrong_stays_wrong():
    before = edited("corrupt_write.pcap")
    after = edited("corrupt_write.pcap", set_ttl())
    assert [packet.icrc.status for packet in after] == [packet.icrc.status for packet in before]
    for old, new in zip(before, after, strict=True):
        if str(old.icrc.status) == "bad":
            assert new.icrc.stored == old.icrc.stored
    assert sums(after).count(True) == sums(before).count(True)
    assert len(sums(after)) == len(before)


@pytest.mark.costly
def test_choices():
    good, bad = (statuses(edited("corrupt_write.pcap"))[status] for status in ("good", "bad"))
    kept = statuses(edited("corrupt_write.pcap", set_ttl("keep")))
    assert (kept["good"], kept["bad"]) == (0, good + bad)
    fixed = statuses(edited("corrupt_write.pcap", set_ttl("fix")))
    assert (fixed["good"], fixed["bad"]) == (good + bad, 0)
    assert statuses(edited("corrupt_write.pcap", edit.Changes([], "fix")))["bad"] == bad  # none was changed
    assert statuses(edited("corrupt_write.pcap", edit.Changes([], "all")))["bad"] == 0
    assert edited_bytes("corrupt_write.pcap", edit.Changes([], "good")) == edited_bytes("corrupt_write.pcap")


@pytest.mark.parametrize("crc", ["good", "fix", "all"])
def test_what_the_capture_has_cut(crc):
    step = set_ttl(crc)
    after = edited("derived_snap64.pcap", step)
    assert statuses(after) == statuses(edited("derived_snap64.pcap"))
    assert step.left["cut by the capture; CRCs left as they were"] == 184


def test_a_crc_of_a_packet_that_is_of_another_structure_is_not_written_elsewhere():
    """Fewer words in PktLen put the CRCs into the payload."""
    packet = edited("ib_small.pcap", edit.Numbered("3"))[0]
    step = edit.Changes([edit.Set("infiniband.lrh.pktlen-=4")])
    after = step.apply(Batch.of([packet.data], 247))[0]
    assert [place for place in range(len(packet.data)) if after.data[place] != packet.data[place]] == [5]
    assert step.left == {"of another structure than before; CRCs left as they were": 1}


@settings(max_examples=80)
@given(strategies.packets(link="ethernet"), st.integers(0, 255), st.booleans())
def test_checksums_of_ip_and_udp(packet, ttl, wrong):
    """Right ones are redone, of datagrams too; wrong ones stay; 0 of a datagram says that it has none."""
    whole = Batch.of([packet.data], 1)
    for shape in whole.shapes:
        for _, each in checksums(shape):
            shape.frames.write(each.at, each.leaf.bit, each.leaf.width, each.computed ^ wrong)
    summed = edit.Changes([], "keep").apply(whole)[0].data
    batch = Batch.of([summed], 1)
    before = [bool((each.stored == each.computed).all()) for s in batch.shapes for _, each in checksums(s)]
    fields = [edit.Set(f"ip.ttl={ttl}"), edit.Set(f"ipv6.hlim={ttl}"), edit.Set("udp.srcport=1234")]
    (after,) = changed([summed], 1, *fields)
    result = Batch.of([after.data], 1)
    found = [each for s in result.shapes for _, each in checksums(s)]
    for right, each in zip(before, found, strict=True):
        if each.computable.all():
            assert right == bool((each.stored == each.computed).all()) or not right
    assert after.icrc.status == packet.icrc.status
