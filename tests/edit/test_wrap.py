"""Putting tags and mirror encapsulations around, and taking them off."""

from __future__ import annotations

import pytest

from ibpkt import edit
from ibpkt.batch import Batch
from ibpkt.edit.wrap import MIRRORS
from tests.support.checksums import sums
from tests.support.edit_runs import edited, edited_bytes, statuses

MIX = "mix_all_ops.pcap"


@pytest.mark.parametrize("kind", MIRRORS)
def test_a_mirror_and_back(kind):
    mirrored = edited(MIX, edit.Mirror(kind, "198.51.100.7", "198.51.100.8"))
    assert statuses(mirrored) == statuses(edited(MIX))
    assert all(str(packet.ipv4.src) == "198.51.100.7" and not packet.disagreements for packet in mirrored)
    assert {packet.layers[2 if kind != "vxlan" else 3].header.name for packet in mirrored} == {
        "GRE" if kind != "vxlan" else "VXLAN"
    }
    assert all(sums(mirrored))
    assert edited_bytes(MIX, edit.Mirror(kind), edit.Strip("mirror")) == edited_bytes(MIX)
    assert edited_bytes(MIX, edit.Mirror(kind), edit.Mirror("gre"), edit.Strip("mirror")) == edited_bytes(MIX)
    assert edited_bytes("derived_snap64.pcap", edit.Mirror(kind), edit.Strip("all")) == edited_bytes(
        "derived_snap64.pcap"
    )


def test_sessions_and_sequence_numbers():
    step = edit.Mirror("erspan3", session=77)
    with_numbers = edited(MIX, step)
    assert [packet["GRESequence"].sequence_number for packet in with_numbers] == list(range(241))
    assert {packet["ERSPAN3"].spanid for packet in with_numbers} == {77}
    assert {packet["VXLAN"].vni for packet in edited(MIX, edit.Mirror("vxlan", session=99))} == {99}


def test_what_was_cut_by_the_mirror_is_cut_afterwards():
    """ERSPAN says that it has cut the frame; the lengths inside say how long it was."""
    before = next(packet for packet in edited(MIX) if len(packet.payload) > 500)
    (mirrored,) = edit.Mirror("erspan2").apply(Batch.of([before.data[:200]], 1))
    (truncated,) = edit.Changes([edit.Set("erspan.truncated=1")]).apply(Batch.of([mirrored.data], 1))
    (after,) = edit.Strip("mirror").apply(Batch.of([truncated.data], 1))
    assert (after.data, after.wirelen) == (before.data[:200], before.wirelen)
    assert str(after.icrc.status) == "cut"


def test_tags():
    tagged = edited(MIX, edit.AddVLAN(5, 3))
    assert {(packet.vlan.id, packet.vlan.priority) for packet in tagged} == {(5, 3)}
    assert statuses(tagged) == statuses(edited(MIX))
    assert edited_bytes(MIX, edit.AddVLAN(5), edit.AddVLAN(6), edit.Strip("vlan")) == edited_bytes(MIX)
    plain = edited("vlan_write.pcap", edit.Strip("vlan"))
    assert not any("VLAN" in packet for packet in plain)
    assert statuses(plain) == statuses(edited("vlan_write.pcap"))


@pytest.mark.parametrize("kind", MIRRORS)
def test_tags_inside_a_tunnel(kind):
    """All lengths and checksums around become smaller with them."""
    after = edited("vlan_write.pcap", edit.Mirror(kind), edit.Strip("vlan"))
    assert not any("VLAN" in packet or packet.disagreements for packet in after)
    assert all(sums(after))
    both = edited_bytes("vlan_write.pcap", edit.Mirror(kind), edit.Strip("vlan"), edit.Strip("mirror"))
    assert both == edited_bytes("vlan_write.pcap", edit.Strip("vlan"))


def test_what_captures_add():
    # ERF's own times are finer
    stripped = edited_bytes("ib_small_erf.pcap", edit.Strip("capture"))
    assert [each[:3] for each in stripped] == [each[:3] for each in edited_bytes("ib_small.pcap")]
    cooked = edited("guest_any_sll1_tcpdump.pcap", edit.Strip("capture"))
    assert {packet.link for packet in cooked if "BTH" in packet} == {101}
    assert statuses(cooked) == statuses(edited("guest_any_sll1_tcpdump.pcap"))


@pytest.mark.parametrize("step", [lambda: edit.AddVLAN(1), lambda: edit.Mirror("gre")])
def test_what_is_no_ethernet_stays(step):
    adding = step()
    assert edited_bytes("ib_small.pcap", adding) == edited_bytes("ib_small.pcap")
    assert sum(adding.left.values()) == 1491


def test_a_frame_that_is_too_long_stays():
    step = edit.Mirror("vxlan")
    batch = step.apply(Batch.of([bytes(65500), bytes(60)], 1))
    assert [len(packet.data) for packet in batch] == [65500, 110]
    assert step.left == {"too long for another header; left as they were": 1}
