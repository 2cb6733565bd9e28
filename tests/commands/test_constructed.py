"""LNet, SMB Direct, SDP, UCX and libfabric over messages made for this; RxD over a recording."""

import collections
import random

import hypothesis
import hypothesis.strategies as st
import pytest

import ibpkt
from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.recognition import CarriedProtocol
from ibpkt.packet.dissect import dissect_annotations
from ibpkt.protocols import header_named
from ibpkt.protocols.annotation_headers import ANNOTATION_HEADERS, UpperMessage
from ibpkt.protocols.upper.contents import CONTENTS
from tests.commands.test_messaging import FakeConnection, needs_recordings, send, smc_sent
from tests.commands.test_nvme_truth import RECORDED
from tests.commands.test_recognition import followed

OURS = ("lnet", "smb_direct", "sdp", "ucx", "rxm", "rxd")


def head(name, rest=b"", **values):
    return header_named(name).write(values) + rest


def datagrams(*messages):
    sent = smc_sent(*messages)
    for each in sent:
        each.message.service = "UD"
    return sent


def told(name, data, service="RC", size=None):
    """What a SEND is shown as."""
    rule = PROTOCOLS[name].rule(1, CarriedProtocol(name, "told", None), None)
    message = send(0, len(data) if size is None else size, 1)
    message.service, message.first_frame = service, 7
    assert rule.take(message, data) == ()
    assert rule.finish(over=True) == ()
    assert {shown.frame for shown in rule.shown} <= {7}
    return [CONTENTS[shown.contents].name for shown in rule.shown]


# -- RxD: a recording -------------------------------------------------------------------------------------------------


@needs_recordings
def test_rxd_in_a_recording():
    """fi_pingpong over verbs;ofi_rxd: every datagram has the version, and every message was acknowledged."""
    path = RECORDED / "libfabric_rxd_dgram.pcap"
    commands, connections = followed(path)
    assert commands == []
    assert [(each.protocol, each.how) for each in connections] == [("rxd", "content")]
    with ibpkt.open(str(path)) as capture:
        columns = capture.follow(["rxd.type", "infiniband.deth.srcqp"], twice=True).columns(["rxd.type"])
    kinds = collections.Counter(columns["rxd.type"].compressed().tolist())
    assert kinds == {9: 7, 10: 7, 0: 114, 11: 114}


def test_recognition_of_rxd():
    protocol = PROTOCOLS["rxd"]
    asks = head("RxD", (5).to_bytes(8, "little") + bytes(64), type=9)
    agrees = head("RxD", (5).to_bytes(8, "little") + bytes(8), type=10)
    other = head("RxD", (6).to_bytes(8, "little") + bytes(8), type=10)
    assert protocol.pairs(datagrams((0, asks), (1, agrees)), 0) == protocol.needed
    assert protocol.pairs(datagrams((0, asks), (1, agrees)), 1) == 0
    assert protocol.pairs(datagrams((0, asks), (1, other)), 0) == 0
    assert protocol.pairs(datagrams((1, agrees), (0, asks)), 0) == 0
    assert protocol.pairs(smc_sent((0, asks), (1, agrees)), 0) == 0  # not on connections
    assert told("rxd", asks, "UD") == ["RxD message"]
    assert told("rxd", head("RxD", version=3), "UD") == told("rxd", head("RxD", type=3), "UD") == []


# -- LNet -------------------------------------------------------------------------------------------------------------

BODIES = [
    ("NOOP", "", ()), ("IMMEDIATE", "", ("LNetHeader",)), ("PUT_REQ", "", ("LNetHeader", "LNetCookie")),
    ("PUT_ACK", "", ("LNetCookie", "LNetCookie", "LNetDescriptor")),
    ("GET_REQ", "", ("LNetHeader", "LNetCookie", "LNetDescriptor")), ("PUT_DONE", "", ("LNetCompletion",)),
    ("GET_DONE", "Big", ("LNetCompletion",)), ("PUT_NAK", "Big", ("LNetCompletion",)),
    ("CONNREQ", "Big", ("LNetConnection",)),
]  # fmt: skip


def lnet(kind, suffix="", bodies=()):
    number = next(number for number, name in header_named("LNetMessage").leaf("type").enum.items() if name == kind)
    names = [f"{body}{suffix}" if body != "LNetHeader" else body for body in bodies]
    body = b"".join(head(name) for name in names)
    return head(f"LNetMessage{suffix}", body, type=number, nob=48 + len(body)), names


@pytest.mark.parametrize(("kind", "suffix", "bodies"), BODIES)
def test_messages_of_lnet(kind, suffix, bodies, tmp_path):
    """A message says its type and its length; its bodies follow in the byte order of its sender."""
    data, names = lnet(kind, suffix, bodies)
    expected = "LNet message of a big-endian machine" if suffix else "LNet message"
    assert told("lnet", data) == [expected]
    assert told("lnet", data[:47]) == told("lnet", data, size=len(data) + 1) == []
    assert walked(expected, data) == [f"LNetMessage{suffix}", *names]


def walked(contents, data):
    """The headers of a message in the graph."""
    number = next(number for number, each in CONTENTS.items() if each.name == contents)
    link = 1 << ANNOTATION_HEADERS.index(UpperMessage)
    layers = dissect_annotations(UpperMessage.write({"contents": number}) + data, link)
    return [layer.header.name for layer in layers[1:]]


def test_recognition_of_lnet():
    protocol = PROTOCOLS["lnet"]
    good, _ = lnet("NOOP")
    assert protocol.pairs(smc_sent((0, good)), 0) == protocol.needed
    assert protocol.pairs(smc_sent((0, good)), 1) == 0
    service = 0x00000000010603DB
    assert protocol.serves(FakeConnection(None, service))
    for suffix in ("", "Big"):
        asks, _ = lnet("CONNREQ", suffix, ("LNetConnection",))
        assert protocol.proves(FakeConnection(asks.ljust(92, b"\0"), service))
    assert not protocol.proves(FakeConnection(good, service))
    assert not protocol.proves(FakeConnection(None, service))
    assert told("lnet", head("LNetMessage", type=0x11, nob=48)) == []


# -- SMB Direct -------------------------------------------------------------------------------------------------------

ASKS = {"credits_requested": 255, "preferred_send_size": 1364, "max_receive_size": 8192, "max_fragmented_size": 1 << 20}


def test_messages_of_smb_direct():
    assert told("smb_direct", head("SMBDNegotiateRequest", **ASKS)) == ["SMB Direct negotiation requested"]
    assert told("smb_direct", head("SMBDNegotiateResponse")) == ["SMB Direct negotiation answered"]
    assert told("smb_direct", head("SMBDCredits", credits_granted=5)) == ["SMB Direct credits"]
    data = head("SMBDData", head("SMB2", magic=b"\xfeSMB", cmd=8), data_offset=24, data_length=64)
    assert told("smb_direct", data) == ["SMB Direct data"]
    assert walked("SMB Direct data", data) == ["SMBDData", "SMB2"]
    assert walked("SMB Direct data", data[:24] + b"\xfdSMB" + data[28:]) == ["SMBDData"]
    for wrong in ({"data_length": 63}, {"data_offset": 16}, {"reserved": 1}, {"flags_reserved": 1}):
        given = {"data_offset": 24, "data_length": 64, **wrong}
        assert told("smb_direct", head("SMBDData", bytes(64), **given)) == []
    assert told("smb_direct", head("SMBDCredits", remaining_length=1)) == []


@pytest.mark.parametrize("change", [
    {"min_version": 0}, {"max_version": 0x200}, {"reserved": 1}, {"credits_requested": 0},
    {"preferred_send_size": 127}, {"max_receive_size": 127}, {"max_fragmented_size": 131071},
])  # fmt: skip
def test_what_negotiates_nothing(change):
    data = head("SMBDNegotiateRequest", **{**ASKS, **change})
    assert told("smb_direct", data) != ["SMB Direct negotiation requested"]
    assert not PROTOCOLS["smb_direct"].is_command(send(0, 20, 1), data)


@pytest.mark.parametrize(
    "change", [{"min_version": 0}, {"max_version": 0x200}, {"negotiated_version": 0x200}, {"reserved": 1}]
)
def test_what_answers_no_negotiation(change):
    assert told("smb_direct", head("SMBDNegotiateResponse", **change)) != ["SMB Direct negotiation answered"]


def test_recognition_of_smb_direct():
    protocol = PROTOCOLS["smb_direct"]
    asks, answers = head("SMBDNegotiateRequest", **ASKS), head("SMBDNegotiateResponse")
    assert protocol.pairs(smc_sent((0, asks), (1, answers)), 0) == protocol.needed
    assert protocol.pairs(smc_sent((1, answers), (0, asks)), 0) == 0
    data = head("SMBDData", b"\xfeSMB" + bytes(60), data_offset=24, data_length=64)
    assert protocol.pairs(smc_sent((0, data)), 0) == protocol.needed
    assert protocol.pairs(smc_sent((0, data[:24] + bytes(64))), 0) == 0
    assert protocol.serves(FakeConnection(None, 0x00000000010601BD))


# -- SDP --------------------------------------------------------------------------------------------------------------


def test_messages_of_sdp():
    protocol = PROTOCOLS["sdp"]
    data = head("SDP", b"data", mid=0xFF, len=20)
    assert told("sdp", data) == ["SDP message"]
    assert told("sdp", head("SDP", b"data", mid=0xFF, len=19)) == told("sdp", head("SDP", mid=0x40, len=16)) == []
    assert told("sdp", head("SDP", mid=1, flags_reserved=1, len=16)) == told("sdp", b"") == []
    assert protocol.pairs(smc_sent((0, data), (1, data)), 0) == 0
    hello = head("SDP") + head("SDPHello")
    assert protocol.proves(FakeConnection(hello, 0x0000000000011389))
    assert not protocol.proves(FakeConnection(hello, 0x0000000000021389))
    assert not protocol.proves(FakeConnection(head("SDP") + head("SDPHello", majv=1), 0x0000000000011389))
    assert not protocol.proves(FakeConnection(bytes(72), 0x0000000000011389))
    assert walked("SDP connection requested", hello) == ["SDP", "SDPHello"]


# -- UCX and RxM ------------------------------------------------------------------------------------------------------


def test_messages_of_ucx():
    asks = head("UCXDatagram", head("UCXControl"), kind=4, psn=1)
    answers = head("UCXDatagram", head("UCXControl", control=2), kind=4, psn=1, endpoint=5)
    assert asks[:4].hex() == "ffffff20"
    protocol = PROTOCOLS["ucx"]
    assert protocol.pairs(datagrams((0, asks), (1, answers)), 0) == protocol.needed
    assert protocol.pairs(datagrams((0, asks), (1, answers)), 1) == 0
    assert protocol.pairs(datagrams((0, asks), (0, answers)), 0) == 0
    assert protocol.pairs(smc_sent((0, asks), (1, answers)), 0) == 0
    for wrong in ({"psn": 2}, {"endpoint": 5}, {"am": 1}, {"kind": 2}):
        given = {"kind": 4, "psn": 1, **wrong}
        assert protocol.pairs(datagrams((0, head("UCXDatagram", head("UCXControl"), **given)), (1, answers)), 0) == 0
    assert told("ucx", asks, "UD") == ["UCX datagram"]
    assert walked("UCX datagram", asks) == ["UCXDatagram", "UCXControl"]
    assert walked("UCX datagram", head("UCXDatagram", head("UCXEager"), am=1, kind=2)) == ["UCXDatagram", "UCXEager"]
    assert walked("UCX datagram", head("UCXDatagram", kind=1)) == ["UCXDatagram"]
    assert told("ucx", head("UCXMessage", am_id=9)) == ["UCX message"]
    sends = head("UCXMessage", head("UCXReadyToSend"), am_id=9)
    assert walked("UCX message", sends) == ["UCXMessage", "UCXReadyToSend"]
    assert told("ucx", b"") == told("ucx", b"abc", "UD") == []


def test_messages_of_rxm():
    protocol = PROTOCOLS["rxm"]
    good = head("RxM", type=2, op=1)
    assert told("rxm", good) == ["RxM message"]
    assert protocol.pairs(smc_sent(*[(0, good)] * 3), 0) == protocol.needed == 3
    for wrong in ({"version": 5}, {"op_version": 2}, {"type": 9}, {"op": 10}):
        assert told("rxm", head("RxM", **wrong)) == []
    assert told("rxm", good[:63]) == []


# -- all of them ------------------------------------------------------------------------------------------------------


@hypothesis.given(st.sampled_from(OURS), st.binary(max_size=200), st.sampled_from(["RC", "UD"]), st.integers(0, 200))
def test_any_bytes_are_taken(name, data, service, size):
    """Whatever comes, nothing raises."""
    told(name, data, service, size)
    protocol = PROTOCOLS[name]
    for private in (None, data):
        connection = FakeConnection(private, answer=private)
        assert protocol.serves(connection) in (True, False)
        assert protocol.proves(connection) in (True, False)


@pytest.mark.costly
def test_random_messages_are_not_claimed():
    """20,000 SENDs of the sizes that these protocols have, random and of few different bytes."""
    chance = random.Random(445)
    sizes = (20, 32, 48, 64, 88, 28, 16, 120)
    for _ in range(200):
        sent = []
        for number in range(100):
            size = chance.choice(sizes)
            same = bytes([chance.choice((0, 1, 2, 4, 0xFF))]) * size
            sent.append((chance.randrange(2), same if number % 3 == 0 else chance.randbytes(size)))
        for name in OURS:
            protocol = PROTOCOLS[name]
            for kind in (smc_sent, datagrams):
                assert all(protocol.pairs(kind(*sent), side) < protocol.needed for side in (0, 1)), name
