"""Converting between native InfiniBand, RoCEv1 and RoCEv2."""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt import edit, strategies
from ibpkt.batch import Batch
from ibpkt.batch.known_mistakes import rxe_flush_icrc
from ibpkt.edit import address_map as addresses
from ibpkt.edit.convert import TARGETS
from tests.analysis.truth.scenes.exchange import Exchange
from tests.support.edit_runs import edited, edited_bytes, facts, statuses
from tests.support.shared import captures

CAPTURES = ("ib_small.pcap", "rc_write.pcap", "mix_all_ops.pcap", "vlan_write.pcap", "rping_ipv6.pcap",
            "tclass_dscp26_ect0.pcap", "mckey.pcap", "ib_small_erf.pcap", "derived_rawip_ipv6.pcap",
            "guest_any_sll1_tcpdump.pcap", "corrupt_write.pcap", "derived_snap64.pcap", "ud_send.pcap")  # fmt: skip
CARRIED = {
    "native": {("LRH", "BTH"), ("LRH", "GRH", "BTH")},
    "rocev1": {("GRH", "BTH")},
    "rocev2": {("IPv4", "UDP", "BTH"), ("IPv6", "UDP", "BTH")},
    "rocev2-ipv4": {("IPv4", "UDP", "BTH")},
    "rocev2-ipv6": {("IPv6", "UDP", "BTH")},
}


def carrier(packet):
    names = [layer.header.name for layer in packet.layers]
    return tuple(name for name in names[: names.index("BTH") + 1] if name not in ("Ethernet", "VLAN"))


def transport(packet):
    """BTH, what follows it, payload and pad."""
    begin = next(layer.offset for layer in packet.layers if layer.header.name == "BTH")
    crcs = packet.crc_places
    return packet.data[begin : min(crcs.values())] if crcs else packet.data[begin:]


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", CAPTURES)
def test_the_carrier_changes_and_the_transport_stays(name, target):
    before = [packet for packet in edited(name) if "BTH" in packet]
    after = [packet for packet in edited(name, edit.Convert(target)) if "BTH" in packet]
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        assert carrier(new) in CARRIED[target]
        assert new.link == (247 if target == "native" else 1)
        assert old.time == new.time
        if str(old.icrc.status) != "cut":
            assert transport(old) == transport(new)
        assert new.icrc.status == old.icrc.status
        assert not new.disagreements or old.disagreements
        if target == "native":
            assert new.vcrc or str(new.icrc.status) == "cut"
    bad = [(old, new) for old, new in zip(before, after, strict=True) if str(old.icrc.status) == "bad"]
    for old, new in bad:
        assert xor(old.icrc.stored, old.icrc.computed) == xor(new.icrc.stored, new.icrc.computed)


def xor(one, other):
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("first", ["ipv4", "ipv6", "rocev1"])
def test_a_known_mistake_stays_that_mistake(first, target):
    """Linux's rxe goes on with the ICRC over the bytes from the BTH on, whatever the addresses before it are."""
    flush = Exchange(first).flush(100)
    after = [*edit.edit([Batch.of([flush.data], flush.link)], [edit.Convert(target)])]
    assert carrier(after[0][0]) in CARRIED[target]
    assert rxe_flush_icrc(after[0]).tolist() == [True]


def test_wrong_crcs_can_be_repaired_on_the_way():
    assert statuses(edited("corrupt_write.pcap", edit.Convert("rocev1", crc="fix")))["bad"] == 0


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("rping_ipv6.pcap", "rocev1"),
        ("rc_write.pcap", "rocev1"),
        ("mix_all_ops.pcap", "rocev2-ipv6"),
        ("tclass_dscp26_ect0.pcap", "rocev1"),
        ("vlan_write.pcap", "rocev1"),
    ],
)
def test_there_and_back(name, way):
    """Without loss but for IPv4's identification, which the ICRC covers; the source ports are Linux's."""
    home = "rocev2-ipv6" if name == "rping_ipv6.pcap" else "rocev2-ipv4"
    no_id = edit.Changes([edit.Set("ip.id=0")])
    expected = [facts(packet) for packet in edited(name, no_id) if "BTH" in packet]
    there_and_back = edited(name, edit.Convert(way), edit.Convert(home), no_id)
    after = [facts(packet) for packet in there_and_back if "BTH" in packet]
    if name == "rping_ipv6.pcap":  # the source port does not follow from the flow label there
        assert [each[2:] for each in after] == [each[2:] for each in expected]
    else:
        assert after == expected


def batch_of(packets):
    batch = Batch.of([packet.data for packet in packets], packets[0].link)
    batch.frames.wirelen[:] = [packet.wirelen for packet in packets]
    return batch


@settings(max_examples=100)
@given(
    st.lists(strategies.packets(link="infiniband"), min_size=1, max_size=3), st.sampled_from(["rocev1", "rocev2-ipv6"])
)
def test_native_with_grh_there_and_back(packets, way):
    """LIDs, GIDs, service levels below 8 and all else but the virtual lane come back."""
    given_batch = Batch.of([packet.data for packet in packets], 247)
    sayable = ("lrh.sl&=7", "lrh.vl=0", "lrh.reserved2=0", "lrh.reserved5=0", "grh.ipver=6")
    given_batch = edit.Changes([edit.Set(f"infiniband.{each}") for each in sayable]).apply(given_batch)
    before = [packet.data for packet in given_batch]
    batch = edit.Convert(way).apply(given_batch)
    assert all(packet.icrc for packet in batch)
    batch = edit.Convert("native").apply(batch)
    for old, new in zip(before, batch, strict=True):
        original = ibpkt.decode(old, 247)
        if "GRH" in original and original.bth.destqp:
            if way == "rocev1":
                assert new.data == old
            else:
                assert [layer.raw for layer in new.layers[2:]] == [layer.raw for layer in original.layers[2:]]
        assert (new.lrh.slid, new.lrh.dlid, new.lrh.sl) == (original.lrh.slid, original.lrh.dlid, original.lrh.sl)


@given(st.integers(0, 0xFFFF))
def test_lids_come_back(lid):
    lids = np.array([lid], np.uint32)
    assert addresses.lid_of_mac(addresses.mac_of_lid(lids)).tolist() == [lid]
    assert addresses.lid_of_gid(addresses.gid_of_lid(lids)).tolist() == [lid]
    if lid != 0xFFFF:
        ipv4 = addresses.ipv4_of_lid(lids)
        assert addresses.lid_of_gid(addresses.gid_of_ipv4(ipv4)).tolist() == [lid]


@given(st.binary(min_size=6, max_size=6), st.binary(min_size=16, max_size=16))
def test_any_address_has_a_lid_of_its_class(mac, gid):
    (lid,) = addresses.lid_of_mac(np.frombuffer(mac, np.uint8)[None]).tolist()
    assert 0 <= lid <= 0xFFFF
    if mac[:4] != bytes.fromhex("02000000"):
        assert (0xC000 <= lid < 0xFFFF) if mac[0] & 1 else 0 < lid < 0xC000
    (lid,) = addresses.lid_of_gid(np.frombuffer(gid, np.uint8)[None]).tolist()
    assert 0 <= lid <= 0xFFFF


def test_examples_of_the_page():
    lids = np.array([7, 0x1234, 0xC001], np.uint32)
    assert [bytes(mac).hex(":") for mac in addresses.mac_of_lid(lids)] == [
        "02:00:00:00:00:07", "02:00:00:00:12:34", "33:33:00:00:c0:01",
    ]  # fmt: skip
    assert addresses.ipv4_of_lid(lids).tolist() == [0x0A000007, 0x0A001234, 0xEF00C001]
    assert bytes(addresses.gid_of_lid(lids)[1]).hex() == "fe80000000000000000000fffe001234"


def test_what_cannot_be_converted():
    step = edit.Convert("native")
    assert all(packet.link == 247 for packet in edited("rc_write.pcap", step))
    assert sum(step.left.values()) == 43
    step = edit.Convert("rocev1")
    assert len(edited("rc_write.pcap", step)) == 163
    assert sum(step.left.values()) == 43
    step = edit.Convert("rocev1")
    mirrored = edited("rc_write.pcap", edit.Mirror("vxlan"), step)
    assert [packet.data for packet in mirrored] == [
        each[1] for each in edited_bytes("rc_write.pcap", edit.Mirror("vxlan"))
    ]
    assert sum(step.left.values()) == 163


def test_a_service_level_travels_in_a_tag():
    sl = edit.Changes([edit.Set("infiniband.lrh.sl=3")])
    after = edited("ib_small.pcap", sl, edit.Convert("rocev2"))
    assert {packet.vlan.priority for packet in after} == {3}
    batch = batch_of(after)
    assert {packet.lrh.sl for packet in edit.Convert("native").apply(batch)} == {3}


@pytest.mark.costly
@pytest.mark.parametrize("target", TARGETS)
def test_tshark_reads_it(target, tmp_path):
    tshark = shutil.which("tshark")
    if tshark is None:
        pytest.skip("tshark is not installed")
    name = "ib_small.pcap" if target != "native" else "mix_all_ops.pcap"
    path = tmp_path / ("out.erf" if target == "native" else "out.pcap")
    packets = []
    with (
        ibpkt.open(next(each for each in captures(every_form=True) if each.name == name)) as source,
        ibpkt.create(path) as sink,
    ):
        for batch in edit.edit(source.batches(), [edit.Convert(target)]):
            sink.write_batch(batch)
            packets += list(batch)
    fields = ["-e", "infiniband.bth.psn", "-e", "infiniband.bth.opcode"]
    done = subprocess.run([tshark, "-n", "-r", path, "-Tfields", *fields], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) == len(packets)
    for line, packet in zip(lines, packets, strict=True):
        assert line.split("\t") == [str(packet.bth.psn), str(packet.bth.opcode)]
