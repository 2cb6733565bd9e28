"""The pipeline as a whole: nothing asked for changes nothing, and no packet makes it raise."""

from __future__ import annotations

import random

import pytest

import ibpkt
from ibpkt import edit
from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from tests.support.edit_runs import edited_bytes
from tests.support.shared import capture, captures

STEPS = {
    "set": lambda: edit.Changes([edit.Set("infiniband.bth.psn+=3", wrap=True), edit.Set("ip.ttl=9")]),
    "opcode": lambda: edit.Changes([edit.Set("infiniband.bth.opcode^=0x4f"), edit.Set("infiniband.lrh.lnh^=1")]),
    "lengths": lambda: edit.Changes([edit.Set("ip.len+=9", wrap=True), edit.Set("infiniband.lrh.pktlen=7")]),
    "fix": lambda: edit.Changes([edit.Set("infiniband.bth.p_key=1")], "fix"),
    "all": lambda: edit.Changes([], "all"),
    "anonymise": lambda: edit.Changes([edit.Anonymise(["all"], "k", keep_prefix=16)]),
    "native": lambda: edit.Convert("native"),
    "rocev1": lambda: edit.Convert("rocev1"),
    "rocev2": lambda: edit.Convert("rocev2"),
    "rocev2-ipv6": lambda: edit.Convert("rocev2-ipv6"),
    "strip": lambda: edit.Strip("all"),
    "vlan": lambda: edit.AddVLAN(5, 3),
    "erspan": lambda: edit.Mirror("erspan3"),
    "vxlan": lambda: edit.Mirror("vxlan"),
    "cut": lambda: edit.CutPayload(3),
}


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(every_form=True), ids=lambda path: path.name)
def test_no_step_gives_the_same_packets(path):
    with ibpkt.open(path) as source:
        before = [(packet.link, packet.data, packet.wirelen, packet.time) for packet in source]
    assert edited_bytes(path) == before
    assert edited_bytes(path, edit.Changes([])) == before


def mutated(packets, generator):
    """Bytes flipped, put in, taken out and cut off."""
    for data in packets:
        wrong = bytearray(data)
        for _ in range(generator.randrange(1, 6)):
            wrong[generator.randrange(min(len(wrong), 90))] = generator.randrange(256)
        kind = generator.randrange(4)
        if kind == 0:
            del wrong[generator.randrange(len(wrong)) :]
        elif kind == 1:
            wrong += bytes(generator.randrange(20))
        yield bytes(wrong)


@pytest.mark.sweep
@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("path", ["ib_small.pcap", "mix_all_ops.pcap", "vlan_write.pcap", "ib_small_erf.pcap",
                                  "guest_any_sll1_tcpdump.pcap", "rping_ipv6.pcap"])  # fmt: skip
def test_nothing_in_a_packet_raises(path, name):
    generator = random.Random(f"{path} {name}")
    with ibpkt.open(capture(path)) as source:
        packets = [packet for packet in source if packet.data][:150]
    for wrap in (False, True):
        given = [packet.data for packet in packets]
        if wrap and packets[0].link == 1:
            given = [packet.data for packet in edit.Mirror("erspan2").apply(Batch.of(given, 1))]
        batch = Batch.of(mutated(given, generator), packets[0].link)
        batch.frames.wirelen += [generator.choice((0, 0, 40)) for _ in given]
        for after in edit.edit([batch], [STEPS[name]()]):
            for packet in after:
                assert len(packet.data) <= packet.wirelen or packet.link == 197  # an ERF header may lie
            assert sum(len(shape) for shape in after.shapes) == len(after)


def test_a_step_that_is_done_ends_the_reading():
    taken = []

    def batches():
        with ibpkt.open(capture("mix_all_ops.pcap")) as source:
            for batch in source.batches(10):
                taken.append(batch.frames.first)
                yield batch

    assert sum(map(len, edit.edit(batches(), [edit.Numbered("3-12")]))) == 10
    assert len(taken) == 2


def test_names_that_are_not_there():
    with pytest.raises(AttributeError):
        edit.Nosuch  # noqa: B018
    for wrong in (
        lambda: edit.Convert("rocev3"),
        lambda: edit.Strip("vxlan"),
        lambda: edit.Mirror("erspan1"),
        lambda: edit.Mirror("gre", session=3),
        lambda: edit.Mirror("vxlan", session=1 << 24),
        lambda: edit.Mirror("vxlan", "nonsense"),
        lambda: edit.AddVLAN(4096),
        lambda: edit.AddVLAN(1, 8),
        lambda: edit.Changes([], "goodish"),
        lambda: edit.CutPayload(-1),
        lambda: edit.Anonymise(["adresses"]),
        lambda: edit.Anonymise(keep_prefix=33),
        lambda: edit.Anonymise(key=""),
    ):
        with pytest.raises(CallerError):
            wrong()
