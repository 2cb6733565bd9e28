"""`Packet.to_scapy`."""

from __future__ import annotations

import pytest
from hypothesis import given
from scapy.layers.inet import IP
from scapy.layers.l2 import Ether
from scapy.packet import Raw, raw

import ibpkt
from ibpkt import build, decode, draft, strategies
from ibpkt.craft.carriers import CARRIERS
from ibpkt.protocols import BTH, header_named
from ibpkt.scapy import LAYERS
from tests.fuzz.test_any_bytes import mutated

LRH, ICRC, VCRC = (LAYERS[header_named(name)] for name in ("LRH", "ICRC", "VCRC"))


def test_scapys_own_layers_carry_ours():
    packet = build("Ethernet", "IPv4", "UDP", draft("BTH", psn=7), payload=b"hello")
    packet.time = 1_700_000_000_500_000_000
    theirs = packet.to_scapy()
    assert isinstance(theirs, Ether)
    assert IP in theirs
    assert theirs[LAYERS[BTH]].psn == 7
    assert (theirs.time, theirs.wirelen) == (1_700_000_000.5, len(packet.data))
    assert raw(theirs) == packet.data


def test_native_packets_are_our_layers():
    theirs = build("LRH", draft("BTH", psn=7), payload=b"hello").to_scapy()
    assert isinstance(theirs, LRH)
    changed = theirs.copy()
    changed[LAYERS[BTH]].psn = 8
    del changed[ICRC].crc
    del changed[VCRC].crc
    again = decode(raw(changed), "infiniband")
    assert (again.bth.psn, again.icrc.status, again.vcrc.status) == (8, "good", "good")


def test_its_command_makes_it_again():
    packet = build("LRH", draft("BTH", psn=7), payload=b"hello")
    names = {layer.__name__: layer for layer in LAYERS.values()} | {"Raw": Raw, "Pad": ibpkt.scapy.Pad}
    assert raw(eval(packet.to_scapy().command(), names)) == packet.data


@pytest.mark.parametrize("carrier", CARRIERS.values(), ids=list(CARRIERS))
def test_every_carrier(carrier):
    packet = build(*carrier.headers, "BTH", link=carrier.link)
    assert raw(packet.to_scapy()) == packet.data


@pytest.mark.costly
@given(strategies.packets() | strategies.stacks(valid=False))
def test_packets_of_strategies(packet):
    assert raw(packet.to_scapy()) == packet.data


@given(mutated())
def test_mutated_packets(case):
    data, link, wirelen = case
    assert raw(decode(data, link, wirelen=wirelen).to_scapy()) == data


def test_bytes_of_which_nothing_is_known():
    assert raw(decode(b"abc", 300).to_scapy()) == b"abc"
    assert raw(build("BTH", link=BTH).to_scapy()) == build("BTH", link=BTH).data
