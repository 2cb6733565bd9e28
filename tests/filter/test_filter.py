"""What filters let through, where tshark is no witness: names as ibpkt spells them, columns, single packets."""

from __future__ import annotations

import operator
import pickle

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ibpkt
from ibpkt import filter, strategies
from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from ibpkt.fields import Virtual, Whole, field_named, fields
from ibpkt.schema import BYTES, DEC, HEX, IPV4, IPV6, MAC, Derived
from tests.shared import SHARED, needs
from tests.stacks import batch_of, carrier, stack

from .merged import crafted

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


def test_only_what_is_named_is_read(monkeypatch, batch):
    read = []
    original = ibpkt.shape.Shape._load
    monkeypatch.setattr(
        ibpkt.shape.Shape, "_load", lambda self, index, leaf: read.append(leaf.filter) or original(self, index, leaf)
    )
    fresh = batch_of(PACKETS, 1)
    filter.compile("infiniband.bth.psn > 3 and ip.ttl == 9").rows(fresh)
    assert set(read) == {"infiniband.bth.psn", "ip.ttl"}


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


# -- against a reading of the packets one by one --------------------------------------------------------------------

COMPARE = {
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}
NUMERIC = sorted(
    name
    for name, field in fields().items()
    if all(leaf.kind in (DEC, HEX, IPV4) and not isinstance(leaf, Virtual | Derived) for leaf in field.leaves)
    and name.startswith(("infiniband.", "ip.", "udp.", "vlan.", "eth.", "gre.", "vxlan.", "erspan."))
)
OCTETS = sorted(
    name
    for name, field in fields().items()
    if all(
        leaf.kind in (MAC, IPV6, BYTES) and leaf.width and not isinstance(leaf, Virtual | Whole)
        for leaf in field.leaves
    )
)


def values_of(packet: ibpkt.Packet, name: str) -> list:
    """All values of a field, outermost first, by the packet's own decoding."""
    leaves = field_named(name).leaves
    found: list = []
    for layer in packet.layers:
        for leaf in leaves:
            if leaf.header is layer.header and (value := layer.raw_value(leaf.name)) is not None:
                found += value if isinstance(value, tuple) else [value]
    return found


def written(name: str, value: int | bytes) -> str:
    leaf = field_named(name).leaf
    if leaf.kind is IPV4 or leaf.kind is IPV6 or leaf.kind is MAC:
        return leaf.kind.text(value)
    return value.hex(":") if isinstance(value, bytes) else hex(value)


@st.composite
def asked(draw, packets):
    """A filter, and a function of a packet that says the same."""
    kind = draw(st.sampled_from(("compare", "compare", "slice", "exists", "set", "not", "and", "or")))
    if kind in ("and", "or"):
        (left, first), (right, second) = draw(asked(packets)), draw(asked(packets))
        if kind == "and":
            return f"({left}) and ({right})", lambda packet: first(packet) and second(packet)
        return f"{left} or ({right})", lambda packet: first(packet) or second(packet)
    if kind == "not":
        text, part = draw(asked(packets))
        return f"!({text})", lambda packet: not part(packet)
    name = draw(st.sampled_from(NUMERIC))
    if kind == "exists":
        return name, lambda packet: bool(values_of(packet, name))
    if kind == "slice":
        name = draw(st.sampled_from(OCTETS))
        size = field_named(name).leaf.width // 8
        start = draw(st.integers(0, size - 1))
        length = draw(st.integers(1, size - start))
        near = [value for packet in packets for value in values_of(packet, name)]
        wanted = draw(st.sampled_from(near))[start : start + length] if near else bytes(length)
        part = lambda packet: any(value[start : start + length] == wanted for value in values_of(packet, name))  # noqa: E731
        return f"{name}[{start}:{length}] == {wanted.hex(':')}", part
    near = [value for packet in packets for value in values_of(packet, name)]
    value = draw(st.sampled_from(near) if near else st.just(0))
    if kind == "set":
        high = min(value + draw(st.integers(0, 3)), (1 << field_named(name).leaf.width) - 1)
        text = f"{name} in {{{written(name, value)} .. {written(name, high)}}}"
        return text, lambda packet: any(value <= each <= high for each in values_of(packet, name))
    sign = draw(st.sampled_from(sorted(COMPARE)))
    quantifier = draw(st.sampled_from(("", "any ", "all ")))
    every = quantifier == "all " or (not quantifier and sign == "!=")

    def holds(packet):
        tests = [COMPARE[sign](each, value) for each in values_of(packet, name)]
        return bool(tests) and (all if every else any)(tests)

    return f"{quantifier}{name} {sign} {written(name, value)}", holds


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_columns_say_what_packets_say(data):
    """Expressions over a batch, over each packet alone, and spelled out in Python."""
    packets = data.draw(
        st.lists(strategies.packets(max_payload=16, valid=data.draw(st.booleans())), min_size=1, max_size=4)
    )
    packets += [ibpkt.decode(each, 1) for each in data.draw(st.lists(st.sampled_from(PACKETS), max_size=3))]
    text, wanted = data.draw(asked(packets))
    batch = batch_of([bytes(each) for each in packets], [each.link for each in packets])
    chosen = filter.compile(text)
    rows = chosen.rows(batch).tolist()
    again = [batch[row] for row in range(len(batch))]
    assert rows == [bool(wanted(each)) for each in again], text
    assert rows == [chosen(each) for each in again], text
