"""Packets by the builder, right and wrong on purpose."""

from ipaddress import IPv4Address

import numpy as np

import ibpkt
from ibpkt import build, draft
from ibpkt.management import SubnGet
from ibpkt.protocols import BTH, RETH, IPv4


def roce(*headers: ibpkt.Draft, payload: bytes = b"") -> ibpkt.Packet:
    return build(
        draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
        draft("IPv4", src="10.0.0.1", dst=IPv4Address("10.0.0.2"), ecn="ECT(0)"),
        draft("UDP", srcport=0xC000),
        *headers,
        payload=payload,
    )


def test_a_write() -> None:
    packet = roce(draft("BTH", destqp=0x11, psn=7), draft("RETH", va=0x1000, r_key=5, dmalen=5), payload=b"hello")
    psn: int = packet.bth.psn
    source: IPv4Address = packet.ipv4.src
    mac: str = packet.ethernet.src
    assert (psn, str(source), mac) == (7, "10.0.0.1", "02:00:00:00:00:01")
    assert packet.icrc.status == "good"
    assert packet["RETH"].dmalen == packet[RETH].dmalen == 5


def test_declarations_are_called() -> None:
    packet = roce(BTH(destqp=0x11, psn=7, opcode="RC SEND Only"), payload=b"hello")
    assert packet[BTH].membership == "full"
    assert packet.all(IPv4)[0].dst == IPv4Address("10.0.0.2")


def test_what_may_be_missing() -> None:
    packet = roce(draft(BTH, opcode="RC Acknowledge"), draft("AETH", syndrome=31))
    credits: int | None = packet.aeth.credit_count
    timer: int | None = packet.aeth.timer
    assert credits == 31
    assert timer is None
    assert "RETH" not in packet


def test_numbers_of_numpy_and_tables() -> None:
    packets = [roce(draft("BTH", psn=psn)) for psn in np.arange(3)]
    assert [packet.bth.psn for packet in packets] == [0, 1, 2]
    table = draft("GUIDInfo", guid=range(8))
    assert table.raw["guid"][7] == 7


def test_a_header_by_its_name() -> None:
    names = ["LRH", "BTH"]
    packet = build(*[draft(name) for name in names])
    assert [layer.name for layer in packet] == names
    assert packet["BTH"].psn == 0


def test_changes() -> None:
    packet = roce(draft("BTH", destqp=0x11), payload=b"hello")
    changed: ibpkt.Packet = packet.replace(bth__psn=8, payload=b"hello again")
    assert changed.bth.psn == packet.bth.psn + 8


def values_of(layer: ibpkt.Layer) -> dict[str, object]:
    return {leaf.name: getattr(layer, leaf.name) for leaf in layer.header.leaves}


def test_any_layer() -> None:
    packet = roce(draft("BTH", psn=9))
    assert [values_of(layer).get("psn") for layer in packet.layers] == [None, None, None, 9]
    for layer in packet:
        if layer.header is BTH:
            assert layer.psn == 9


def test_a_management_datagram() -> None:
    packet = build("LRH", SubnGet("NodeInfo", tid=7))
    assert packet.mad.transactionid == 7
    assert packet.deth.q_key == 0
