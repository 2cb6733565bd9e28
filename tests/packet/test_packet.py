"""One packet: its layers as people reach for them, why it stopped, and the way back to bytes."""

from __future__ import annotations

import copy
import ipaddress
import pickle

import pytest

from ibpkt import CallerError, PacketError, decode
from ibpkt.packet import Disagreement, Packet, Stop
from ibpkt.packet.dissect import dissect
from ibpkt.protocols import BTH, CRCS, ERF, MAX_DEPTH, RETH, UDP, Ethernet, follow, graph, header_named, headers
from tests.support.capture_files import erf_record
from tests.support.equality import assert_equal
from tests.support.stacks import CARRIERS, batch_of, build, carrier, stack

WRITE = carrier("RoCEv2 IPv4", 0x0A, b"payload", reth={"va": 0x7F00, "r_key": 5, "dmalen": 7})


@pytest.fixture
def packet():
    return decode(WRITE.data, "ethernet", time=1_700_000_000_000_000_001, number=7)


def test_layers(packet):
    assert [layer.name for layer in packet] == ["Ethernet", "IPv4", "UDP", "BTH", "RETH"]
    assert packet.bth is packet["BTH"] is packet["bth"] is packet[BTH] is packet.layers[3]
    assert "RETH" in packet
    assert RETH in packet
    assert "AETH" not in packet
    assert 5 not in packet
    assert packet.all("VLAN") == ()
    assert len(packet) == len(WRITE.data)
    assert (packet.time, packet.number, packet.wirelen) == (1_700_000_000_000_000_001, 7, len(WRITE.data))


def test_values(packet):
    assert packet.reth.dmalen == 7
    assert packet.ipv4.src == ipaddress.IPv4Address("10.0.0.1")
    assert packet.ipv4.raw_value("src") == 0x0A000001
    assert (packet.ipv4.dscp, packet.ipv4.ecn, packet.ipv4.hdr_len) == (26, 2, 20)
    assert packet.bth.becn is True
    assert packet.bth.membership == "full"
    assert packet.ethernet.src == "00:00:00:00:00:00"
    assert packet.payload == b"payload"
    assert packet.pad == b"\0"
    assert {"psn", "destqp", "membership"} <= set(dir(packet.bth))


def test_names_that_are_not_there(packet):
    with pytest.raises(CallerError, match="the packet has no AETH; it has Ethernet, IPv4, UDP, BTH, RETH"):
        packet["AETH"]
    with pytest.raises(AttributeError, match="aeth"):
        _ = packet.aeth
    with pytest.raises(AttributeError, match="did you mean psn"):
        _ = packet.bth.psnn
    assert not hasattr(packet.bth, "__array__")


def test_the_outermost_of_its_kind():
    tunnelled = stack("ethernet", "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv4/UDP/BTH").built()
    found = decode(tunnelled.data, 1)
    assert found.ipv4 is found.layers[1]
    assert found.all(Ethernet) == (found.layers[0], found.layers[4])
    assert found.udp.dstport == 4789
    assert found.all("udp")[1].dstport == 4791


def test_headers_are_read_when_they_are_first_asked_for(monkeypatch):
    read = []
    monkeypatch.setattr("ibpkt.packet.packet.dissect", lambda packet: (read.append(packet), dissect(packet)))
    packet = decode(WRITE.data, "ethernet", time=5, number=7)
    assert (packet.data, packet.link, packet.wirelen) == (WRITE.data, 1, len(WRITE.data))
    assert (packet.time, packet.number, read) == (5, 7, [])
    assert packet.bth.opcode == 0x0A
    assert (packet.stop, bytes(packet)) == (None, WRITE.data)
    assert len(read) == 1


def test_equality(packet):
    again = decode(WRITE.data, 1)
    assert packet == again
    assert hash(packet) == hash(again)
    assert packet.bth == again.bth
    assert packet.bth != again.reth
    assert packet != WRITE.data
    assert packet.bth != decode(carrier("RoCEv2 IPv4", 0x0A, bth={"psn": 1}).data, 1).bth


def test_pickle(packet):
    for again in (pickle.loads(pickle.dumps(packet)), copy.copy(packet), copy.deepcopy(packet)):
        assert again == packet
        assert again.layers == packet.layers
    for header in headers():
        assert pickle.loads(pickle.dumps(header)) is header


def test_pickle_keeps_what_the_capture_told():
    """A packet that the capture has cut must not come back malformed, nor RoCEv2 on another port as UDP."""
    first = decode(WRITE.data[:50], 1, wirelen=len(WRITE.data), time=5, number=3)
    again = pickle.loads(pickle.dumps(first))
    assert (again.stop, again.wirelen, again.time, again.number) == (first.stop, first.wirelen, 5, 3)


def test_pickle_keeps_the_port():
    other = decode(carrier("RoCEv2 IPv4", udp={"dstport": 5}).data, 1, roce_port=5)
    again = pickle.loads(pickle.dumps(other))
    assert len(again.layers) == len(other.layers)


def test_no_field_is_hidden():
    """A field called like an attribute of a layer could not be reached."""
    layer = next(iter(decode(WRITE.data, 1)))
    hidden = [leaf for header in headers() for leaf in header.leaves if hasattr(type(layer), leaf.name)]
    assert hidden == []
    packet = stack("ethernet", "Ethernet/IPv4/GRE/GREChecksum/IPv4/UDP/BTH", grechecksum={"route_offset": 5}).built()
    assert decode(packet.data, 1).grechecksum.route_offset == 5


def test_representations(packet):
    assert repr(packet.reth) == "RETH(va=0x7f00, r_key=5, dmalen=7)"
    text = str(packet)
    assert "Destination Queue Pair" in text
    assert "[good]" in text


def test_reserved_bits_show_only_where_set():
    zero, ones = (decode(carrier("local", bth={"reserved7": value}).data).bth for value in (0, 0x7F))
    assert "reserved7" not in repr(zero)
    assert "reserved7=127" in repr(ones)
    assert bytes(ones)[8] == 0x7F


@pytest.mark.parametrize("name", CARRIERS)
def test_layers_build_themselves(name):
    built = carrier(name, 0x0B, b"abc")
    packet = decode(built.data, built.link)
    ends = [*built.offsets[1:]]
    for layer, end in zip(packet, ends, strict=True):
        assert bytes(layer) == built.data[layer.offset : end]
        assert layer.size == end - layer.offset


def test_kinds_of_buffer():
    for buffer in (bytearray(WRITE.data), memoryview(WRITE.data), memoryview(b"x" + WRITE.data)[1:]):
        packet = decode(buffer, "ethernet")
        assert packet.icrc
        assert isinstance(packet.data, bytes)


def test_what_is_given_does_not_change():
    """A packet keeps its own bytes: the caller may use the buffer again."""
    buffer = bytearray(WRITE.data)
    packet = decode(buffer, "ethernet")
    buffer[:] = bytes(len(buffer))
    assert bytes(packet) == WRITE.data
    assert packet.icrc


# -- stops ----------------------------------------------------------------------------------------------------------


def test_cut():
    packet = decode(WRITE.data[:60], 1, wirelen=len(WRITE.data))
    assert packet.stop == Stop("cut", "RETH", 54, 16, 6)
    assert str(packet.stop) == "cut by the capture: RETH at byte 54 needs 16 bytes, 6 are there"
    assert packet.payload == WRITE.data[54:60]
    assert packet.disagreements == ()
    with pytest.raises(PacketError, match="cut by the capture: RETH") as caught:
        decode(WRITE.data[:60], 1, wirelen=len(WRITE.data), strict=True)
    error = caught.value
    assert (error.reason, error.layer, error.offset, error.needed, error.had) == ("cut", "RETH", 54, 16, 6)


@pytest.mark.parametrize("there", [0, 1])
def test_cut_where_the_next_bits_tell_the_header(there, monkeypatch):
    """As rules of plug-ins may have it; the layer that is there last is named."""
    monkeypatch.setitem(graph().rules, UDP, (follow(16, {0xFFFF: BTH}), *graph().rules[UDP]))
    packet = decode(WRITE.data[: 42 + there], 1, wirelen=len(WRITE.data))
    assert [layer.name for layer in packet] == ["Ethernet", "IPv4", "UDP"]
    assert packet.stop == Stop("cut", "UDP", 42, 2, there)


def test_malformed():
    """The packet on the wire ends inside a header, by its own length or by the frame's."""
    short = stack("ethernet", "Ethernet/IPv4/UDP/BTH", bth={"opcode": 0x0A}).built(b"")
    packet = decode(short.data, 1)
    assert packet.stop == Stop("malformed", "RETH", 54, 16, 0)
    assert packet.icrc
    with pytest.raises(PacketError, match="malformed: RETH"):
        decode(short.data, 1, strict=True)


def test_headers_do_not_reach_into_the_icrc():
    """An acknowledgement without AETH: the four bytes that are there are the ICRC."""
    short = stack("infiniband", "LRH/BTH", bth={"opcode": 0x11}).built(b"")
    packet = decode(short.data)
    assert packet.stop == Stop("malformed", "AETH", 20, 4, 0)
    assert packet.icrc
    assert packet.vcrc


IPV4 = "4500001400000000401100000101010102020202"
ETHERNET = "ffffffffffff020000000001"


@pytest.mark.parametrize(
    ("data", "link", "wirelen", "stop"),
    [
        (f"{ETHERNET}0806", "ethernet", None, Stop("unknown", "Ethernet", 14, None, 0)),
        (f"{ETHERNET}0800", "ethernet", 60, Stop("cut", "IPv4", 14, 20, 0)),
        (f"{ETHERNET}0800{IPV4}{'00' * 26}", "ethernet", None, Stop("malformed", "UDP", 34, 8, 0)),
        ("", "raw", 1, Stop("cut", "the first header", 0, 1, 0)),
    ],
)
def test_nothing_is_left(data, link, wirelen, stop):
    """Where headers end with the packet, with what its length says, or with the captured bytes."""
    assert decode(bytes.fromhex(data), link, wirelen=wirelen).stop == stop


def test_as_many_headers_as_are_read():
    packet = decode(bytes.fromhex(f"{ETHERNET}8100{'00018100' * 2 * MAX_DEPTH}"), "ethernet")
    assert len(packet.layers) == MAX_DEPTH
    assert packet.stop.reason == "malformed"


def test_the_length_on_the_wire_of_the_shortest_erf_record():
    """One that was cut behind its header; and the first bit of an extension header alone says that one follows."""
    assert decode(erf_record(b"", wirelen=60), "erf").wirelen == ERF.size + 60
    assert decode(erf_record(bytes(30), extensions=[b"\x01" + bytes(7)]), "erf").wirelen == ERF.size + 8 + 30


def test_unknown():
    packet = decode(carrier("local", 0x1F, b"abc").data)
    assert packet.stop == Stop("unknown", "BTH", 20, None, 4)
    assert packet.payload == b"abc"
    assert packet.pad == b"\0"
    with pytest.raises(PacketError, match="what follows BTH at byte 20 is not known"):
        decode(carrier("local", 0x1F, b"abc").data, strict=True)


def test_strict_lets_good_packets_pass():
    assert decode(WRITE.data, 1, strict=True).stop is None


def test_link_types(packet):
    assert decode(WRITE.data, "Ethernet") == packet
    with pytest.raises(CallerError, match="did you mean ethernet"):
        decode(b"", "ethernt")


# -- lengths --------------------------------------------------------------------------------------------------------


def disagreements(data: bytes, link: int, **options) -> list[tuple[str, str]]:
    packet = decode(data, link, **options)
    assert bytes(packet) == data
    assert_equal(batch_of([data], link))
    for disagreement in packet.disagreements:
        assert isinstance(disagreement, Disagreement)
        assert str(disagreement) == (
            f"{disagreement.layer} {disagreement.field} says {disagreement.says} bytes, there are {disagreement.there}"
        )
    return [(disagreement.layer, disagreement.field) for disagreement in packet.disagreements]


@pytest.mark.parametrize(
    ("name", "values", "wanted"),
    [
        ("local", {"lrh": {"pktlen": 3}}, [("LRH", "pktlen")]),
        ("local", {"lrh": {"pktlen": 2000}}, [("LRH", "pktlen")]),
        ("local", {"lrh": {"pktlen": 0}}, [("LRH", "pktlen")]),
        ("global", {"grh": {"paylen": 5}}, [("GRH", "paylen")]),
        ("RoCEv1", {"grh": {"paylen": 2000}}, [("GRH", "paylen")]),
        ("RoCEv2 IPv4", {"ipv4": {"len": 2000}}, [("IPv4", "len")]),
        ("RoCEv2 IPv4", {"ipv4": {"len": 10}}, [("IPv4", "len")]),
        ("RoCEv2 IPv4", {"udp": {"length": 7}}, [("UDP", "length")]),
        ("RoCEv2 IPv4", {"udp": {"length": 20}}, [("UDP", "length")]),
        ("RoCEv2 IPv4", {"udp": {"length": 2000}}, [("UDP", "length")]),
        ("RoCEv2 IPv6", {"ipv6": {"plen": 2000}}, [("IPv6", "plen")]),
    ],
)
def test_lengths_that_contradict(name, values, wanted):
    packet = carrier(name, **values)
    assert disagreements(packet.data, packet.link)[:1] == wanted


def test_lengths_that_do_not():
    for name in CARRIERS:
        packet = carrier(name)
        assert disagreements(packet.data, packet.link) == []
    # 0 is "as far as it goes": segmentation offload and jumbograms
    for name, values in (("RoCEv2 IPv4", {"ipv4": {"len": 0}}), ("RoCEv2 IPv6", {"ipv6": {"plen": 0}})):
        packet = carrier(name, **values)
        assert disagreements(packet.data, packet.link) == []
        assert decode(packet.data, packet.link).stop is None


def test_pad_count_that_is_too_large():
    packet = carrier("local", payload=b"", bth={"padcnt": 3})
    assert disagreements(packet.data, packet.link) == [("BTH", "padcnt")]
    decoded = decode(packet.data)
    assert (decoded.payload, decoded.pad) == (b"", b"")


@pytest.mark.parametrize("pad", range(4))
def test_pad(pad):
    packet = decode(carrier("local", payload=b"x" * (8 - pad)).data)
    assert (packet.payload, packet.pad) == (b"x" * (8 - pad), bytes(pad))


@pytest.mark.parametrize("ihl", range(16))
def test_header_length_of_ipv4(ihl):
    """Shorter than its fixed part, or longer than the packet: malformed, and every byte is still there."""
    data = carrier("RoCEv2 IPv4", ipv4={"ihl": ihl}).data
    packet = decode(data, 1)
    assert bytes(packet) == data
    if ihl < 5:
        assert packet.stop == Stop("malformed", "IPv4", 14, 20, ihl * 4)
    elif 14 + ihl * 4 > len(data):
        assert packet.stop.reason == "malformed"
    else:
        assert packet.ipv4.size == ihl * 4
    assert_equal(batch_of([data], 1))


def test_erf_records_with_padding():
    """`rlen` may count padding that is no part of the packet; `wlen` tells the packet."""
    record = stack("erf", "ERF/LRH/BTH").built()
    data = record.data + bytes(6)
    packet = decode(data, "erf")
    assert packet.icrc
    assert packet.vcrc
    assert packet.trailer == bytes(6)
    assert packet.wirelen == len(record.data)
    assert_equal(batch_of([data], 197))


def test_bytes_between_the_packet_and_the_end_of_its_link():
    """Raw packets are padded to four bytes before the VCRC."""
    packet = build(
        "infiniband",
        [(header_named("LRH"), {"lnh": 1}), (header_named("IPv6"), {"nxt": 59, "plen": 5})],
        b"12345\0\0\0",
    )
    decoded = decode(packet.data)
    assert decoded.payload == b"12345"
    assert decoded.vcrc
    assert bytes(decoded) == packet.data
    assert_equal(batch_of([packet.data], 247))


def test_no_header_hides_behind_an_attribute():
    """``packet.fragment`` is the IPv6 fragment header, so no method may have that name."""
    assert not {header.key for header in headers() if header not in CRCS} & set(dir(Packet))


@pytest.mark.parametrize(("count", "known"), [(0, True), (1, True), (45, True), (46, True), (47, False), (60, False)])
@pytest.mark.parametrize("kind", ["ethernet", "infiniband"])
def test_extension_headers_of_erf(count, known, kind):
    """The packet begins behind them; with more than a packet has headers, the record does not tell where that is."""
    code = {"ethernet": 2, "infiniband": 21}[kind]
    record = ERF.write({"types": code | (0x80 if count else 0), "wlen": 500})
    more = b"".join(bytes([0x80 if at < count - 1 else 0]) + bytes(7) for at in range(count))
    packet = decode(record + more + bytes(60), "erf", wirelen=9000)
    assert packet.wirelen == (16 + 8 * count + (2 if kind == "ethernet" else 0) + 500 if known else 9000)


@pytest.mark.parametrize("less", [1, 8, 9])
def test_extension_headers_of_erf_that_are_cut(less):
    record = ERF.write({"types": 21 | 0x80, "wlen": 500})
    whole = record + b"\x80" + bytes(7) + bytes(8)
    assert decode(whole, "erf", wirelen=9000).wirelen == 16 + 16 + 500
    cut = decode(whole[:-less], "erf", wirelen=9000)
    assert cut.wirelen == (9000 if less > 7 else 532)
    assert decode(record[:15], "erf", wirelen=9000).wirelen == 9000
