"""Messages cut into packets, and put together again."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import assume, given, settings, strategies as st

import ibpkt
from ibpkt import build, draft, fragment, reassemble, segment
from ibpkt.craft.carriers import CARRIERS
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH, OPCODES, PMTUS, RETH, header_named
from ibpkt.strategies import packets
from tests.craft.test_choices import udp_sum
from tests.support.shared import captures

#: operations whose messages may have several packets: the operation code of one packet
CUTTABLE = {
    opcode.code: opcode
    for opcode in OPCODES.values()
    if opcode.position == "only" and opcode.operation in ("SEND", "WRITE", "READ") and opcode.payload
    if opcode.service != "UD"
}
ROCE = (draft("Ethernet"), draft("IPv4", src="10.0.0.1", dst="10.0.0.2"), draft("UDP", srcport=0xC000))


def check_parts(parts, only, size, mtu, psn):
    """What IBA 1, 9.7 and 9.8 say of the packets of a message, without the builder."""
    count = max(1, -(-size // mtu))
    assert len(parts) == count
    for place, part in enumerate(parts):
        opcode = OPCODES[part.bth.opcode]
        position = "only" if count == 1 else "first" if place == 0 else "last" if place == count - 1 else "middle"
        assert opcode.position == position
        assert (opcode.service, opcode.operation, opcode.kind) == (only.service, only.operation, only.kind)
        assert part.bth.psn == (psn + place) % (1 << 24)
        assert len(part.payload) == (mtu if place < count - 1 else size - place * mtu)
        assert len(part.pad) == part.bth.padcnt == -len(part.payload) % 4
        at_start, at_end = place == 0, place == count - 1
        assert ("RETH" in part) == (RETH in only.headers and at_start)
        for name in ("ImmDt", "IETH"):
            assert (name in part) == (header_named(name) in only.headers and at_end)
        assert ("AETH" in part) == (header_named("AETH") in only.headers and (at_start or at_end))
        for name in ("XRCETH", "RDETH", "DETH"):
            assert (name in part) == (header_named(name) in only.headers)
        assert part.icrc
        assert part.stop is None
        assert not part.disagreements


def test_the_operations_are_those_of_the_specification():
    """SEND and WRITE in RC, UC, RD and XRC, with their variants, and the responses to a READ."""
    assert len(CUTTABLE) == 4 * (2 + 2) + 2 * 1 + 3


@pytest.mark.sweep
@settings(max_examples=50)
@pytest.mark.parametrize("code", CUTTABLE, ids=lambda code: OPCODES[code].name)
@given(
    size=st.integers(0, 1000),
    mtu=st.sampled_from((4, 8, 64, *PMTUS)),
    psn=st.integers(0, (1 << 24) - 1),
    carrier=st.sampled_from(sorted(CARRIERS)),
    seed=st.integers(0, (1 << 32) - 1),
)
def test_a_message_is_cut_and_put_together(code, size, mtu, psn, carrier, seed):
    """Which bytes they are, and in which order they come, is drawn by one number: hypothesis draws each slowly."""
    only, chance = OPCODES[code], random.Random(seed)
    data = chance.randbytes(size)
    headers = [*CARRIERS[carrier].chain, BTH(opcode=code, psn=psn, destqp=77), *only.headers]
    parts = segment(data, *headers, mtu=mtu, link=CARRIERS[carrier].link, strict=False)
    check_parts(parts, only, size, mtu, psn)
    assert {part.bth.destqp for part in parts} == {77}
    acknowledged = [False] * (len(parts) - 1) + [only.answer != ""]
    assert [bool(part.bth.a) for part in parts] == acknowledged
    message = reassemble(parts)
    assert message.data == data
    assert message.opcode is only
    assert message.packets == tuple(parts)
    link = CARRIERS[carrier].link
    assert segment(message.data, *message.headers, mtu=mtu, link=link, strict=False) == parts
    shuffled = [*parts, *chance.sample(parts, len(parts) // 2)]
    chance.shuffle(shuffled)
    assert reassemble(shuffled).data == data
    if size <= 512:
        whole = build(*message.headers, payload=data, link=link)
        assert fragment(whole, mtu, strict=False) == parts


@given(packets(max_payload=600), st.sampled_from(PMTUS))
def test_any_packet_is_cut_or_says_why_not(packet, mtu):
    opcode = OPCODES[packet.bth.opcode]
    single = opcode.position == "only" and len(packet.payload) <= mtu
    if not (single or opcode.code in CUTTABLE):
        with pytest.raises(CallerError, match=f"{opcode.name}|UD"):
            fragment(packet, mtu)
        return
    parts = fragment(packet, mtu)
    check_parts(parts, opcode, len(packet.payload), mtu, packet.bth.psn)
    assume(RETH not in opcode.headers or packet.reth.dmalen == len(packet.payload))
    assert reassemble(parts).data == packet.payload


def test_addresses_and_flags():
    """All packets go the same way; only the last asks for an answer and for an event."""
    whole = build(*ROCE, BTH(psn=0xFFFFFF, destqp=5, a=1, se=1, m=1), "ImmDt", payload=bytes(600))
    parts = fragment(whole, 256)
    assert [part.bth.psn for part in parts] == [0xFFFFFF, 0, 1]
    assert [(bool(part.bth.a), bool(part.bth.se), bool(part.bth.m)) for part in parts] == [
        (False, False, True), (False, False, True), (True, True, True),
    ]  # fmt: skip
    assert {(part.ipv4.src, part.udp.srcport) for part in parts} == {(whole.ipv4.src, 0xC000)}
    assert [part.ipv4.len for part in parts] == [20 + 8 + 12 + 256 + 4] * 2 + [20 + 8 + 12 + 4 + 88 + 4]
    assert fragment(whole, 1024) == [whole]


def test_udp_checksums_that_were_right_are_right_in_each_packet():
    whole = build(*ROCE, BTH(psn=1), payload=bytes(range(200)) * 3)
    whole = whole.replace(udp__checksum=udp_sum(whole.replace(udp__checksum=1)))
    for part in fragment(whole, 256):
        assert part.udp.checksum == udp_sum(part)
        assert part.icrc
    assert {part.udp.checksum for part in fragment(whole.replace(udp__checksum=7), 256)} == {7}


def test_the_length_of_a_write_is_that_of_the_message():
    first, *_ = segment(bytes(1000), *ROCE, "BTH", RETH(va=8), mtu=256)
    assert (first.reth.va, first.reth.dmalen) == (8, 1000)
    first, *_ = segment(bytes(1000), *ROCE, "BTH", RETH(dmalen=7), mtu=256)
    assert first.reth.dmalen == 7
    first, *_ = segment(bytes(1000), *ROCE, BTH(a=0), mtu=256)
    assert not first.bth.a


def test_a_message_larger_than_any_packet():
    data = random.Random(5).randbytes(200_001)
    parts = segment(data, *ROCE, "BTH", mtu=4096)
    assert len(parts) == 49
    assert reassemble(reversed(parts)).data == data


def recorded_messages(path):
    """The messages of several packets in a capture that is whole and without losses inside them."""
    open_messages = {}
    with ibpkt.open(path) as capture:
        for packet in itertools.islice(capture, 2000):
            if "BTH" not in packet or packet.stop or len(packet.data) < packet.wirelen:
                continue
            opcode = OPCODES.get(packet.bth.opcode)
            if opcode is None:
                continue
            parts = open_messages.setdefault((packet.bth.destqp, opcode.kind), [])
            if opcode.position == "first":
                parts[:] = [packet]
            elif parts and packet.bth.psn == (parts[-1].bth.psn + 1) % (1 << 24):
                parts.append(packet)
                if opcode.position == "last":
                    yield list(parts)
                    parts.clear()


def what_the_message_decides(packet):
    """A packet without what a sender chooses packet by packet: its IP identification, ECN mark and AckReq."""
    fields = {"ipv4__id": 0, "ipv4__ecn": 0, "ipv6__ecn": 0, "bth__a": 0, "aeth__syndrome": 0, "aeth__msn": 0}
    return packet.replace(**{name: value for name, value in fields.items() if name.partition("__")[0] in packet})


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_recorded_messages_are_cut_as_their_senders_cut_them(path):
    for parts in itertools.islice(recorded_messages(path), 20):
        message = reassemble(parts)
        again = segment(message.data, *message.headers, mtu=len(parts[0].payload), link=parts[0].link, strict=False)
        for made, part in zip(again, parts, strict=True):
            assert what_the_message_decides(made) == what_the_message_decides(part.replace(trailer=b""))


@pytest.mark.costly
def test_messages_of_an_adapter_were_recorded():
    """So that the test above has something to look at."""
    assert sum(1 for path in captures() for _ in itertools.islice(recorded_messages(path), 20)) > 50


PARTS = segment(bytes(range(200)) * 4, *ROCE, BTH(psn=10, destqp=5), RETH(va=8), "ImmDt", mtu=256)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: fragment(PARTS[0], 100), ["256, 512, 1024, 2048, 4096", "100", "strict=False"]),
        (lambda: fragment(b"data", 256), ["b'data'"]),
        (lambda: fragment(PARTS[0], 0), ["multiple of four", "0"]),
        (lambda: fragment(PARTS[0], "256"), ["'256'"]),
        (lambda: fragment(PARTS[0], True), ["multiple of four", "True"]),
        (lambda: fragment(PARTS[0], 6, strict=False), ["multiple of four", "6"]),
        (lambda: fragment(PARTS[0], 256), ["RC RDMA WRITE First", "already"]),
        (lambda: fragment(build("LRH", BTH(destqp=9), draft("DETH", srcqp=9), payload=bytes(300)), 256), ["UD", "one"]),
        (lambda: fragment(build("Ethernet", "IPv4", "UDP", "VXLAN", payload=b""), 256), ["not whole"]),
        (lambda: fragment(build("Ethernet", draft("IPv4", proto=6), payload=b"x"), 256), ["no BTH"]),
        (lambda: fragment(build("LRH", BTH(opcode=0xFF)), 256), ["0xff"]),
        (lambda: segment("text", "LRH", "BTH", mtu=256), ["message", "bytes", "'text'"]),
        (lambda: segment(b"", "LRH", mtu=256), ["BTH"]),
        (lambda: segment(b"", mtu=256), ["BTH"]),
        (lambda: segment(bytes(300), "LRH", "BTH", "DETH", mtu=256), ["UD", "one packet"]),
        (lambda: segment(bytes(300), "LRH", BTH(opcode="RC SEND First"), mtu=256), ["RC SEND First", "Only"]),
        (lambda: segment(bytes(300), "LRH", BTH(opcode=0xFF), mtu=256), ["0xff"]),
        (lambda: segment(bytes(300), "LRH", "BTH", mtu=256, roce_port=-1), ["65535"]),
        (lambda: reassemble([]), ["at least one"]),
        (lambda: reassemble(PARTS[0]), ["several packets"]),
        (lambda: reassemble(5), ["several packets", "5"]),
        (lambda: reassemble([b"x"]), ["packets", "b'x'"]),
        (lambda: reassemble(PARTS[:1] + PARTS[2:]), ["PSN 11 is missing"]),
        (lambda: reassemble(PARTS[1:]), ["RC RDMA WRITE Middle", "first"]),
        (lambda: reassemble(PARTS[:-1]), ["RC RDMA WRITE Middle", "last"]),
        (lambda: reassemble([*PARTS[:1], PARTS[1].replace(bth__destqp=6), *PARTS[2:]]), ["0x000006", "0x000005"]),
        (lambda: reassemble([*PARTS[:2], PARTS[2].replace(payload=b""), *PARTS[3:]]), ["PSN 12", "0 bytes"]),
        (lambda: reassemble([*PARTS[:2], PARTS[1].replace(payload=b"")]), ["two packets with PSN 11"]),
        (lambda: reassemble([PARTS[0].replace(reth__dmalen=9), *PARTS[1:]]), ["DMALen says 9", "800"]),
        (lambda: reassemble([*PARTS[:-1], PARTS[-1].replace(payload=bytes(257))]), ["257", "256"]),
        (lambda: reassemble([ibpkt.decode(PARTS[0].data[:90], "ethernet", wirelen=300)]), ["packet 1", "not whole"]),
        (lambda: reassemble([build("Ethernet", draft("IPv4", proto=6), payload=b"x")]), ["no BTH"]),
        (
            lambda: reassemble([*PARTS[:-1], PARTS[-1].replace(bth__opcode="RC SEND Last with Immediate")]),
            ["different messages"],
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(make, words):
    with pytest.raises(CallerError) as raised:
        make()
    for word in words:
        assert word in str(raised.value)


def test_what_is_there_is_put_together_when_not_strict():
    message = reassemble([PARTS[3], PARTS[1]], strict=False)
    assert message.data == PARTS[1].payload + PARTS[3].payload
    assert message.opcode.name == "RC RDMA WRITE Only with Immediate"
    assert [packet.bth.psn for packet in message.packets] == [11, 13]
