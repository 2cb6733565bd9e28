"""What filters let through, where tshark is no witness: names as ibpkt spells them, columns, single packets."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import ibpkt
from ibpkt import filter
from ibpkt.batch import Batch
from ibpkt.batch.fields import field_named, fields
from ibpkt.errors import CallerError
from tests.filter.merged import crafted
from tests.support.shared import SHARED, needs
from tests.support.stacks import batch_of, carrier, stack

OPCODES = SHARED / "peers" / "wireshark-opcodes.tsv"
PACKETS = [data for _, _, _, _, data in crafted()]


@pytest.fixture(scope="module")
def batch() -> Batch:
    return batch_of(PACKETS, 1)


def through(text: str, packets: Batch) -> list[int]:
    return (np.flatnonzero(filter.compile(text).rows(packets)) + 1).tolist()


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ('infiniband.bth.opcode == "RC_ACKNOWLEDGE"', "infiniband.bth.opcode == 17"),
        ("infiniband.bth.opcode == RC_ACKNOWLEDGE", "infiniband.bth.opcode == 17"),
        ('infiniband.bth.opcode == "rc acknowledge"', "infiniband.bth.opcode == 17"),
        ('infiniband.bth.opcode == "Reliable Connection (RC) - Acknowledge"', "infiniband.bth.opcode == 17"),
        ('infiniband.bth.opcode in {"RC SEND Only" .. "RC RDMA WRITE Only"}', "infiniband.bth.opcode in {4 .. 10}"),
        ('infiniband.bth.opcode in {"RC SEND Only", 17}', "infiniband.bth.opcode in {4, 17}"),
        ('infiniband.bth.opcode contains "send"', 'infiniband.bth.opcode matches "SEND"'),
        ('infiniband.bth.opcode contains "send"', 'vals(infiniband.bth.opcode) matches "send"'),
        ('infiniband.bth.opcode contains "nothing"', "infiniband.bth.opcode == 255"),
        ("ip.proto == udp", "ip.proto == 17"),
        ("17 == infiniband.bth.opcode", "infiniband.bth.opcode == 17"),
        ("16 < infiniband.bth.opcode", "infiniband.bth.opcode > 16"),
        ("ip#2.src == 10.9.8.7", "ip.src#2 == 10.9.8.7"),
        ("ip.src#-1 == 10.9.8.7", "ip.src#[-1] == 10.9.8.7"),
        ("ip xor udp", "(ip and not udp) or (udp and not ip)"),
        ("ip ^^ udp ^^ vlan", "(ip xor udp) xor vlan"),
        ("ip or udp xor vlan and vxlan", "ip or (udp xor (vlan and vxlan))"),
        ("infiniband.bth.psn in {1 2 3}", "infiniband.bth.psn in {1, 2, 3}"),
        ("udp.srcport-5>0", "udp.srcport - 5 > 0"),
        ("(udp.srcport + 1) * 2 == 98308", "udp.srcport == 49153"),
        ("udp.srcport == 49152 + 1", "udp.srcport == 49153"),
        ("udp.srcport / 2.0 == 24576.5", "udp.srcport == 49153"),
        ("-7 / -udp.dstport == 0", "udp"),
        ("0 - udp.dstport < -4789", "udp.dstport > 4789"),
        ("infiniband.reth.va - 1 >= 0", "infiniband.reth.va > 0"),
        ("udp.srcport in {udp.dstport, 49153}", "udp.srcport == udp.dstport or udp.srcport == 49153"),
        ('frame contains "h\\145l"', 'frame contains "hel"'),
        ("frame contains eth.src", "frame"),
        ("frame.payload or infiniband.payload", "infiniband.payload or frame.payload"),
        ("eth.src[:] == eth.src", "eth"),
        ("eth.src[0:2,2:4] == eth.src", "eth"),
        ("ip.src[0] == 0x0a", "ip.src == 10.0.0.0/8"),
        ("ip.src & ip.src == 10.1.2.3", "ip.src == 10.1.2.3"),
        ("infiniband.bth.a == TRUE", "infiniband.bth.a != false"),
        ("infiniband.bth.a == 7", "infiniband.bth.a == 1"),
        ("hex(infiniband.bth.opcode) == \"0x11\"", "infiniband.bth.opcode == 17"),
        ("string(infiniband.bth.a) == \"True\"", "infiniband.bth.a == 1"),
        ("string(ip.src) == \"10.9.8.7\"", "ip.src == 10.9.8.7"),
        ("lower(string(eth.src)) == upper(string(eth.src))", "eth.src[0:2] == 02:00 or eth.src == 00:00:00:00:00:00"),
        ("max(ip.ttl, 64) == 64", "not ip.ttl > 64"),
        ("min(ip.src, 10.1.2.3) == 10.1.2.3", "not ip.src < 10.1.2.3"),
        ("len(infiniband.payload) > 20", "infiniband.payload[20]"),
        ('infiniband.icrc.status == "good"', "infiniband.icrc.status == good"),
        ("frame.time == 1970-01-01", None),
        ('frame.time == "1970-01-01 00:00:00.000001 UTC"', "frame.number == 2"),
        ('frame.time_epoch == "1970-01-01T00:00:00.000001+00:00"', "frame.number == 2"),
        ("frame.time_relative >= 0.000002 and frame.time_relative <= 3e-6", "frame.number in {3, 4}"),
        ("abs(frame.time_relative - 0.000003) < 0.000002", "frame.number in {3 .. 5}"),
        ("infiniband.aeth.credits >= 0.5", "infiniband.aeth.credits > 0"),
    ],
)  # fmt: skip
def test_the_same_said_otherwise(text, same, batch, local_time_is_utc):
    if same is None:
        with pytest.raises(filter.FilterError):
            filter.compile(text)
    else:
        assert through(text, batch) == through(same, batch)


def test_guids_and_wide_numbers():
    packets = [
        carrier("RoCEv1", 0x0A, reth={"va": va}).data
        for va in (0, 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 0x0011223344556677)
    ]
    found = batch_of(packets, 1)
    va = "infiniband.reth.va"
    assert through(f"{va} == 00:11:22:33:44:55:66:77", found) == [6]
    assert through(f"{va} == 0011:2233:4455:6677", found) == [6]
    assert through(f"{va} == 0xffffffffffffffff", found) == [5]
    assert through(f"{va} > 0x7fffffffffffffff", found) == [4, 5]
    assert through(f"{va} + 1 > 0xffffffffffffffff", found) == [5]
    assert through(f"{va} * {va} > 0xfffffffffffffff", found) == [3, 4, 5, 6]
    assert through(f"{va} - 2 < -1", found) == [1]
    assert through(f"-{va} == -1", found) == [2]
    assert through(f"{va} in {{0, 0x8000000000000000}}", found) == [1, 4]
    assert through(f"{va} in {{-1, 1}}", found) == [2]
    assert through(f"{va} & 0x8000000000000000", found) == [4, 5]
    assert through(f"{va} % 2 == 1", found) == [2, 3, 5, 6]
    assert through(f"max({va}, infiniband.reth.dmalen) == 0xffffffffffffffff", found) == [5]
    assert through(f"{va} / 0 == 0", found) == []


def test_tables_have_many_values():
    ports = tuple(range(64))
    draft = stack("infiniband", "LRH/BTH/DETH/MAD/SMP/LinearForwardingTable/SMPRest", bth={"opcode": 0x64, "destqp": 0})
    batch = batch_of([draft.built(b"").data], 247)
    port = "infiniband.linearforwardingtable.port"
    assert through(f"count({port}) == {len(ports)}", batch) == [1]
    assert through(f"all {port} == {port}", batch) == [1]
    assert through(f"{port} == 0 and {port} === 0 and not {port} != 0", batch) == [1]


def test_layers_of_tunnels():
    outer, inner = {"src": 0x0A000001}, bytes((10, 0, 0, 1))
    data = stack("ethernet", "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv4/UDP/BTH", ipv4=outer).built().data
    before, _, behind = data.rpartition(inner)
    batch = batch_of([before + bytes((10, 0, 0, 2)) + behind], 1)
    assert through("ip.src#1 == 10.0.0.1 and ip.src#2 == 10.0.0.2", batch) == [1]
    assert through("ip.src == 10.0.0.1 and ip.src == 10.0.0.2", batch) == [1]
    assert through("ip.src != 10.0.0.1", batch) == []
    assert through("ip.src ~= 10.0.0.1", batch) == [1]
    assert through("udp.port#1 == 4789 and udp.port#2 == 4791 and udp#3", batch) == []
    assert through("infiniband.bth#1 and not infiniband.bth#2", batch) == [1]


@needs(OPCODES)
def test_wiresharks_names_of_operations():
    """Its spelled-out names are understood wherever the specification has the operation."""
    spelled = {"RC": "Reliable Connection (RC)", "UC": "Unreliable Connection (UC)", "UD": "Unreliable Datagram (UD)"}
    leaf = field_named("infiniband.bth.opcode").leaf
    known = 0
    for line in OPCODES.read_text(encoding="utf-8").splitlines()[1:]:
        code, name, service, *_ = line.split("\t")
        if service in spelled and leaf.enum.get(int(code, 16), "").startswith(service):
            text = f'infiniband.bth.opcode == "{spelled[service]} - {name}"'
            assert filter.compile(text).rows(batch_of([carrier("local", int(code, 16)).data], 247)).tolist() == [True]
            known += 1
    assert known > 30


def test_names_of_every_enumeration():
    """A name means the numbers that have it."""
    for name, field in fields().items():
        for leaf in field.leaves:
            for number, text in leaf.enum.items():
                if '"' not in text:
                    found = filter.compile(f'{name} == "{text}"')._condition.right
                    assert number in found


def test_a_filter_says_what_it_uses():
    found = filter.compile("ip.src == 10.0.0.1 and (udp or len(ip) > 3) and ip.src#1")
    assert found.fields == ("ip.src", "udp", "ip")
    assert repr(found) == f"<Filter {found.text}>"
    assert pickle.loads(pickle.dumps(found)).text == found.text


def test_no_packets():
    assert filter.compile("ip").rows(batch_of([], 1)).shape == (0,)


def test_a_packet_without_link_type():
    packet = ibpkt.decode(PACKETS[0][46:], ibpkt.protocols.header_named("BTH"))
    with pytest.raises(CallerError, match="no link type"):
        filter.compile("infiniband")(packet)


def test_truth_of_crcs():
    good = carrier("RoCEv2 IPv4")
    batch = batch_of([good.data, good.with_icrc(b"\1\2\3\4"), good.data[:-1]], 1, [len(good.data)] * 3)
    assert through('infiniband.icrc.status == "bad"', batch) == [2]
    assert through('infiniband.icrc.status in {"bad", "cut"}', batch) == [2, 3]
    assert through("infiniband.invariant.crc == 0x01020304", batch) == [2]
    assert through("infiniband.icrc.computed", batch) == [2]
    assert through('frame.stop matches "^cut"', batch) == []
