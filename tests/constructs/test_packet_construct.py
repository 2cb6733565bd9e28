"""Whole packets as people who know construct use them: parsed, built, embedded, wrong."""

from __future__ import annotations

import copy
import ipaddress

import construct
import pytest
from construct import FixedSized, GreedyBytes, GreedyRange, Int16ub, Int32ub, Int32ul, Padding, Prefixed, Struct, this

import ibpkt
from ibpkt import decode
from ibpkt.constructs import InfiniBand, PacketConstruct, RoCEv1, RoCEv2
from ibpkt.protocols import BTH, RETH, UDP, VCRC, by_name, graph, headers
from ibpkt.protocols.rules import follow
from ibpkt.protocols.upper.contents import upper_headers
from ibpkt.schema import Header, uint
from tests.support.shared import OWN
from tests.support.stacks import carrier, stack

WRITE = carrier("RoCEv2 IPv4", 0x0A, b"payload", reth={"va": 0x7F00, "r_key": 5, "dmalen": 7})
LINK = {"dst": "02:00:00:00:00:01", "src": "02:00:00:00:00:02"}


def test_members():
    parsed = RoCEv2.parse(WRITE.data)
    assert list(parsed)[1:] == ["ethernet", "ipv4", "udp", "bth", "reth", "payload", "pad", "icrc", "trailer"]
    assert (parsed.bth.opcode, parsed.reth.va, parsed.payload, parsed.pad) == (0x0A, 0x7F00, b"payload", b"\0")
    assert parsed.icrc.good
    assert RoCEv2.build(parsed) == WRITE.data


def test_other_links():
    for name, whole in (("RoCEv1", RoCEv1), ("local", InfiniBand), ("global", InfiniBand)):
        made = carrier(name)
        parsed = whole.parse(made.data)
        assert parsed.icrc.good
        assert whole.build(parsed) == made.data
    assert parsed.vcrc.good


def test_a_second_header_of_a_kind():
    made = stack("ethernet", "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv4/UDP/BTH", ipv4={"ttl": 9}).built()
    parsed = RoCEv2.parse(made.data)
    assert list(parsed)[1:9] == ["ethernet", "ipv4", "udp", "vxlan", "ethernet_2", "ipv4_2", "udp_2", "bth"]
    assert RoCEv2.build(parsed) == made.data
    parsed.ipv4_2.ttl = 3
    assert [layer.ttl for layer in decode(RoCEv2.build(parsed), 1).all("IPv4")] == [parsed.ipv4.ttl, 3]


# -- what is left out ------------------------------------------------------------------------------------------------


def test_filled_in():
    values = {
        "ethernet": LINK,
        "ipv4": {"src": "10.0.0.1", "dst": "10.0.0.2", "ecn": 2},
        "udp": {"srcport": 0xC000},
        "bth": {"destqp": 0x11, "psn": 7},
        "reth": {"va": 0x1000, "dmalen": 5},
        "payload": b"hello",
    }
    packet = decode(RoCEv2.build(values), "ethernet", strict=True)
    assert packet.icrc
    assert not packet.disagreements
    assert (packet.ethernet.type, packet.udp.dstport, packet.bth.opcode, packet.bth.padcnt) == (0x800, 4791, 0x0A, 3)
    assert packet.ipv4.src == ipaddress.IPv4Address("10.0.0.1")
    assert packet.ipv4.ecn == 2
    assert packet.payload == b"hello"


def test_filled_in_after_a_change():
    parsed = RoCEv2.parse(WRITE.data)
    parsed.payload = b"another payload"
    for header, field in (("ipv4", "len"), ("ipv4", "checksum"), ("udp", "length"), ("bth", "padcnt")):
        del parsed[header][field]
    del parsed.pad, parsed.icrc
    assert RoCEv2.build(parsed) == decode(WRITE.data, 1).replace(payload=b"another payload").data


@pytest.mark.parametrize("name", ["local", "global"])
def test_native_is_filled_in(name):
    headers = {"lrh": {"dlid": 3}, "grh": {}, "bth": {"opcode": "UD SEND Only", "destqp": 5}, "deth": {"srcqp": 6}}
    if name == "local":
        del headers["grh"]
    packet = decode(InfiniBand.build({**headers, "payload": b"12345"}), "infiniband", strict=True)
    assert packet.vcrc
    assert packet.icrc
    assert (packet.lrh.lnh, packet.lrh.pktlen * 4 + VCRC.size) == ({"local": 2, "global": 3}[name], len(packet))


def test_what_is_given_is_kept():
    values = RoCEv2.parse(WRITE.data)
    values.udp.length, values.bth.padcnt, values.bth.opcode, values.icrc = 9, 0, 0xFF, b"abcd"
    built = RoCEv2.build(values)
    at = WRITE.header_at("UDP")
    assert built[at + 4 : at + 6] == b"\0\x09"
    assert built[-4:] == b"abcd"
    assert built[WRITE.header_at("BTH")] == 0xFF
    assert len(built) == len(WRITE.data)


def test_without_a_crc():
    values = {"ethernet": {}, "ipv4": {}, "udp": {}, "bth": {}, "payload": b"1234"}
    whole, without = RoCEv2.build(values), RoCEv2.build({**values, "icrc": b""})
    assert len(whole) == len(without) + 4
    assert decode(without, 1).udp.length == 8 + 12 + 4


def test_tables():
    """Rows are as construct has them: a list of Containers."""
    made = stack("infiniband", "LRH/BTH/DETH/MAD/SMP/P_KeyTable/SMPRest", bth={"opcode": 0x64}).built()
    parsed = InfiniBand.parse(made.data)
    assert InfiniBand.build(parsed) == made.data
    parsed.p_keytable.p_keys[1].p_keybase = 0x123
    del parsed.icrc, parsed.vcrc
    packet = decode(InfiniBand.build(parsed), "infiniband")
    assert packet.icrc
    assert packet.vcrc
    assert packet.p_keytable.p_keybase[:2] == (0, 0x123)


# -- embedded --------------------------------------------------------------------------------------------------------


def test_prefixed():
    tagged = Struct("tag" / Int32ub, "frame" / Prefixed(Int16ub, RoCEv2), "rest" / GreedyBytes)
    parsed = RoCEv2.parse(WRITE.data)
    data = tagged.build({"tag": 7, "frame": parsed, "rest": b"tail"})
    assert data == b"\0\0\0\x07" + len(WRITE.data).to_bytes(2, "big") + WRITE.data + b"tail"
    again = tagged.parse(data)
    assert again.frame == parsed
    assert again.rest == b"tail"


def test_a_capture_file_as_a_struct():
    record = Struct(
        Padding(8), "size" / Int32ul, "original" / Int32ul,
        "packet" / FixedSized(this.size, PacketConstruct("ethernet", wirelen=this.original)),
    )  # fmt: skip
    capture = Struct(Padding(24), "records" / GreedyRange(record))
    parsed = capture.parse((OWN / "rc_read.pcap").read_bytes())
    with ibpkt.open(OWN / "rc_read.pcap") as source:
        packets = list(source)
    assert len(parsed.records) == len(packets) > 100
    for found, packet in zip(parsed.records, packets, strict=True):
        assert found.packet.payload == packet.payload
        assert found.packet.get("icrc", {"status": "absent"})["status"] == packet.icrc.status


def test_payload_cut_by_a_capture():
    parsed = PacketConstruct("ethernet", wirelen=this._params.wirelen).parse(WRITE.data[:73], wirelen=len(WRITE.data))
    assert (parsed.payload, parsed.icrc.status, parsed.icrc.stored) == (b"pay", "cut", b"")
    assert PacketConstruct("ethernet").build(parsed) == WRITE.data[:73]


def test_context():
    """What stands around it, and parameters, are there for the options; what is in it, for what comes later."""
    ported = Struct(
        "port" / Int16ub,
        "packet" / Prefixed(Int16ub, PacketConstruct("ethernet", UDP, roce_port=this.port)),
        "psn" / construct.Computed(this.packet.bth.psn),
    )
    made = carrier("RoCEv2 IPv4", udp={"dstport": 5000}, bth={"psn": 99})
    values = {"port": 5000, "packet": PacketConstruct("ethernet", UDP, roce_port=5000).parse(made.data)}
    data = ported.build(values)
    assert ported.parse(data).psn == 99
    with pytest.raises(construct.ValidationError):
        ported.parse(b"\x12\xb7" + data[2:])
    by_keyword = PacketConstruct("ethernet", UDP, roce_port=this._params.port)
    assert by_keyword.parse(made.data, port=5000).bth.psn == 99


def test_names_in_structs():
    assert list(Struct(RoCEv2).parse(WRITE.data))[1:] == ["RoCEv2"]
    assert Struct("mine" / RoCEv2).parse(WRITE.data).mine.bth.opcode == 0x0A
    hooked = []
    (RoCEv2 * (lambda obj, context: hooked.append(obj.bth.psn))).parse(WRITE.data)
    assert len(hooked) == 1


def test_compiled_and_copied():
    """Compiling gains nothing (construct falls back to the instance), and breaks nothing."""
    assert Struct("packet" / RoCEv2).compile().parse(WRITE.data).packet.icrc.good
    assert copy.copy(RoCEv2).parse(WRITE.data) == RoCEv2.parse(WRITE.data)


# -- members without a packet ---------------------------------------------------------------------------------------


def test_subcons():
    names = [member.name for member in RoCEv2.subcons]
    assert names[0] == "ethernet"
    assert names[-1] == "trailer"
    assert {"ipv4", "ipv6", "udp", "bth", "reth", "aeth", "mad", "payload", "pad", "icrc"} <= set(names)
    assert len(names) == len(set(names))
    assert "lrh" not in names
    assert RoCEv2.bth.sizeof() == BTH.size
    assert RoCEv2.bth.parse(BTH.build({"psn": 5})).psn == 5
    assert RoCEv2.icrc.sizeof() == 4
    assert Struct("va" / RoCEv2.reth).sizeof() == RETH.size
    with pytest.raises(AttributeError, match="RoCEv2 has no member 'nothing'"):
        _ = RoCEv2.nothing


def test_every_header_of_the_graph_is_a_member_somewhere():
    links = [PacketConstruct(link) for link in graph().first]
    names = {member.name for link in links for member in link.subcons}
    # what connections carry is known by many packets, not by one
    assert {header.key for header in set(headers()).difference(upper_headers())} <= names


def test_no_size():
    for whole in (RoCEv2, Struct("tag" / Int32ub, "packet" / RoCEv2)):
        with pytest.raises(construct.SizeofError, match="a packet has no fixed size"):
            whole.sizeof()


def test_a_header_that_is_registered_later(monkeypatch):
    probe = Header("LaterProbe", "Probe", "laterprobe", uint("hops", 8, "Hops"), uint("time", 24, "Time"))
    monkeypatch.setitem(graph().rules, UDP, (follow(UDP.leaf("dstport"), {9000: probe}), *graph().rules[UDP]))
    monkeypatch.setitem(by_name(), "laterprobe", probe)
    whole = PacketConstruct("ethernet")
    assert whole.laterprobe.sizeof() == 4
    values = {"ethernet": {}, "ipv4": {}, "udp": {}, "laterprobe": {"hops": 3}, "payload": b"x"}
    data = whole.build(values)
    parsed = whole.parse(data)
    assert (parsed.udp.dstport, parsed.laterprobe.hops, parsed.payload) == (9000, 3, b"x")
    assert whole.build(parsed) == data


# -- wrong -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "member"), [(0, "ethernet"), (13, "ethernet"), (20, "ipv4"), (41, "udp"), (50, "bth"), (60, "reth")]
)
def test_cut(size, member):
    framed = Struct("frame" / PacketConstruct("ethernet", UDP, wirelen=len(WRITE.data)))
    with pytest.raises(construct.StreamError, match="cut by the capture") as raised:
        framed.parse(WRITE.data[:size])
    assert raised.value.path == f"(parsing) -> frame -> {member}"
    with pytest.raises(construct.StreamError):
        RoCEv2.parse(WRITE.data[:size])


def test_variable_part_cut():
    made = stack("ethernet", "Ethernet/IPv4/UDP/BTH", ipv4={"options": bytes(8)}).built()
    for size in (35, 41):
        with pytest.raises(construct.StreamError) as raised:
            RoCEv2.parse(made.data[:size])
        assert raised.value.path == "(parsing) -> ipv4"


@pytest.mark.parametrize(("whole", "name"), [(RoCEv2, "RoCEv1"), (RoCEv1, "RoCEv2 IPv4")])
def test_another_kind_of_packet(whole, name):
    with pytest.raises(construct.ValidationError, match=f"no {whole.name} packet"):
        whole.parse(carrier(name).data)
    with pytest.raises(construct.ValidationError, match=r"no RoCEv2 packet: it has no BTH right after UDP \(Ethernet"):
        RoCEv2.build({"ethernet": {}, "grh": {}, "bth": {}})


def test_select():
    either = construct.Select("v2" / RoCEv2, "v1" / RoCEv1)
    assert "udp" in either.parse(WRITE.data)
    assert "grh" in either.parse(carrier("RoCEv1").data)


def test_strict():
    strict = PacketConstruct("ethernet", UDP, strict=True)
    assert strict.parse(WRITE.data).icrc.good
    with pytest.raises(construct.ChecksumError, match=r"\(parsing\) -> icrc\nwrong ICRC"):
        strict.parse(WRITE.with_icrc(b"abcd"))
    at = WRITE.header_at("UDP") + 5
    with pytest.raises(construct.ValidationError, match=r"-> udp -> length\nUDP length says 49 bytes, there are 48"):
        strict.parse(WRITE.changed(at, 1))
    assert RoCEv2.parse(WRITE.with_icrc(b"abcd")).icrc.status == "bad"


@pytest.mark.parametrize(
    ("change", "path", "message"),
    [
        ({"bht": {}}, "(building) -> bht", "there is no header 'bht'; did you mean"),
        ({"bth": {"psnn": 5}}, "(building) -> bth", "BTH has no field psnn; did you mean psn"),
        ({"bth": {"psn": 1 << 24}}, "(building) -> bth", "takes 0 to 16777215"),
        ({"bth": {"membership": "full"}}, "(building) -> bth", "cannot be set"),
        ({"payload": bytes(70_000)}, "(building)", "cannot express"),
    ],
)
def test_values_from_which_nothing_can_be_built(change, path, message):
    with pytest.raises(construct.ConstructError, match=message) as raised:
        PacketConstruct("ethernet").build({"ethernet": {}, "ipv4": {}, "udp": {}, "bth": {}, **change})
    assert raised.value.path == path


def test_an_order_that_the_graph_does_not_know():
    with pytest.raises(construct.ConstructError, match="RETH does not follow IPv4"):
        PacketConstruct("ethernet").build({"ethernet": {}, "ipv4": {}, "reth": {}})


def test_nothing():
    with pytest.raises(construct.ConstructError, match="a packet needs at least one header"):
        PacketConstruct("ethernet").build({})
    with pytest.raises(ibpkt.CallerError, match="there is no link type 'ethernot'"):
        PacketConstruct("ethernot")
