"""rsockets, RDS, SMC-R and 9P: recordings against what the programs counted, and messages made for this."""

import collections
import functools
import json
import random
import re

import hypothesis
import hypothesis.strategies as st
import pytest

import ibpkt
from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.rds import header_at as rds_header_at
from ibpkt.commands.recognition import CarriedProtocol, Sent
from ibpkt.protocols import header_named
from tests.commands.test_nvme_truth import RECORDED
from tests.commands.test_recognition import followed, send
from tests.support.command import run
from tests.support.shared import OWN

RSOCKETS = {
    "rsocket_rstream": OWN / "rsocket_rstream.pcap",
    "rs_riostream": RECORDED / "rs_riostream.pcap",
    "rs_rstream_big": RECORDED / "rs_rstream_big.pcap",
}
needs_recordings = pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")
#: bytes with which rstream and riostream begin, so that both ends start together
TOGETHER = 16


@functools.cache
def found_in(path):
    return followed(path)


def truth(path):
    return json.loads(path.with_suffix("").with_suffix(".truth.json").read_text())


def totals(commands):
    count, size = collections.Counter(), collections.Counter()
    for command in commands:
        count[command.side, command.kind] += 1
        size[command.side, command.kind] += command.size
    return count, size


# -- rsockets ---------------------------------------------------------------------------------------------------------


@needs_recordings
@pytest.mark.parametrize("name", RSOCKETS)
def test_bytes_of_streams(name):
    """The programs print the size of a transfer, how many there were in how many rounds, and the sum of both sides."""
    path = RSOCKETS[name]
    told = json.dumps(truth(path))
    arguments = re.search(r"-C (\d+) -I (\d+) -S (\d+)", told)
    transfers, rounds, size = map(int, arguments.groups())
    count, sizes = totals(found_in(path)[0])
    for side in (0, 1):
        direct = name == "rs_riostream"
        assert sizes[side, "Data"] == TOGETHER + (0 if direct else transfers * rounds * size)
        assert sizes[side, "Direct write"] == (transfers * rounds * size if direct else 0)
        assert count[side, "Disconnect"] == 1
        assert count[side, "Mapped buffer"] == int(direct)
    total = re.search(rf"\s{transfers}\s+{rounds}\s+(\d+)k", told)
    moved = sum(size for (_, kind), size in sizes.items() if kind in ("Data", "Direct write")) - 2 * TOGETHER
    assert moved >> 10 == int(total[1])


@needs_recordings
def test_every_message_has_been_acknowledged():
    """But the last: where one end has gone, nothing answers the other's good-bye."""
    for path in RSOCKETS.values():
        commands, connections = found_in(path)
        left = [command for command in commands if command.outcome != "answered"]
        assert [command.kind for command in left] in ([], ["Disconnect"])
        assert [(each.protocol, each.how, each.name) for each in connections] == [
            ("rsocket", "private data", "port 7471")
        ]
        assert all(command.latency > 0 for command in commands if command.outcome == "answered")
        assert all(command.moved == command.size for command in commands if command.ok)


def test_fields_of_rsockets():
    path = RSOCKETS["rsocket_rstream"]
    names = ["rsocket.credits", "rsocket.operation", "rsocket.value", "rsocket.sge.length", "rsocket.buffer_length"]
    with ibpkt.open(str(path)) as capture:
        columns = capture.follow(names, twice=True).columns(names)
    assert columns["rsocket.credits"].compressed().tolist() == [384, 384]
    assert columns["rsocket.buffer_length"].compressed().tolist() == [524288, 524288]
    assert collections.Counter(columns["rsocket.operation"].compressed().tolist()) == {0: 20, 4: 2, 7: 2}
    assert columns["rsocket.sge.length"].compressed().tolist() == [524288, 524288]
    values = columns["rsocket.value"].compressed().tolist()
    assert sum(value for value in values if value in (16, 1000)) == 2 * 9016


def test_the_message_of_a_write_of_several_packets_is_its_last_packet():
    path = RSOCKETS["rs_rstream_big"]
    if not path.exists():
        pytest.skip("needs the recordings in ../shared")
    lines = run("decode", "-2", "-T", "fields", "-e", "frame.number", "-e", "rsocket.value",
                "-Y", "rsocket.value == 8192", path).lines  # fmt: skip
    assert lines[0].split() == ["15", "8192"]


def rsocket_private(**values):
    given = {"credits": 384, "target_sgl_key": 1, "buffer_key": 2, "buffer_length": 4096, **values}
    return header_named("RSocketConnection").write(given)


class FakeConnection:
    """What recognition asks of a connection."""

    def __init__(self, private, service=0x0000000001061D2F, answer=None):
        self.service_id = service
        self.active = type("End", (), {"private": private})
        self.passive = type("End", (), {"private": answer})


@pytest.mark.parametrize(("change", "claimed"), [
    ({}, True), ({"version": 2}, False), ({"flags_reserved": 1}, False), ({"reserved": 1}, False),
    ({"target_sgl_length": 3}, False), ({"target_sgl_key": 0}, False), ({"buffer_key": 0}, False),
    ({"buffer_length": 0}, False), ({"net": 1, "iomap": 1}, True),
])  # fmt: skip
def test_private_data_of_rsockets(change, claimed):
    protocol = PROTOCOLS["rsocket"]
    private = rsocket_private(**change)
    assert protocol.proves(FakeConnection(private + bytes(16))) is claimed
    assert not protocol.proves(FakeConnection(private, service=0x1234))
    assert not protocol.proves(FakeConnection(private[:-1]))
    assert not protocol.proves(FakeConnection(private, answer=bytes(196)))


def write(side, size, immediate, frame=1, outcome="completed", **facts):
    message = send(side, size, frame * 1000)
    message.kind, message.immediate, message.outcome = "WRITE", immediate, outcome
    message.first_frame = message.last_frame = frame
    message.end, message.completed = frame * 1000, frame * 1000 + 500
    for name, value in facts.items():
        setattr(message, name, value)
    return message


@pytest.mark.parametrize(("message", "kind", "detail", "outcome"), [
    (write(0, 1000, 1000, address=0x10), "Data", "VA 0x10", "answered"),
    (write(0, 1000, 999), "Data", "says 999 bytes", "answered"),
    (write(0, 16, 4 << 29 | 384), "Buffer and credits", "384 credits", "answered"),
    (write(0, 24, 6 << 29 | 1), "Mapped buffer", "entry 1", "answered"),
    (write(0, 0, 7 << 29), "Disconnect", "", "answered"),
    (write(0, 0, 7 << 29 | 1), "Keepalive", "", "answered"),
    (write(0, 0, 7 << 29 | 2, outcome="flushed"), "Shutdown", "", "unanswered"),
    (write(0, 0, 7 << 29 | 9), "Control 9", "", "answered"),
    (write(0, 0, 3 << 29), "Operation 3", "0", "answered"),
    (write(0, 64, None, outcome="under way"), "Direct write", "VA 0x0", "open"),
    (write(0, 64, None, outcome="refused"), "Direct write", "VA 0x0", "answered"),
])  # fmt: skip
def test_operations_of_rsockets(message, kind, detail, outcome):
    rule = PROTOCOLS["rsocket"].rule(1, CarriedProtocol("rsocket", "told", None), None)
    (command,) = rule.take(message, b"")
    assert (command.kind, command.detail, command.outcome) == (kind, detail, outcome)
    assert command.ok is (None if outcome != "answered" else message.outcome == "completed")
    assert rule.finish(over=True) == ()


def test_lists_are_in_the_byte_order_of_who_reads_them():
    contents = []
    for big in (0, 1):
        private = rsocket_private(net=big)
        rule = PROTOCOLS["rsocket"].rule(
            1, CarriedProtocol("rsocket", "private data", 0), FakeConnection(rsocket_private(), answer=private)
        )
        rule.take(write(0, 16, 4 << 29), b"")
        rule.take(write(1, 16, 4 << 29), b"")
        rule.take(write(0, 0, 4 << 29), b"")
        contents.append([shown.contents for shown in rule.shown])
    assert contents == [[211, 211, 211], [212, 211, 211]]


def test_datagrams_of_rsockets():
    rule = PROTOCOLS["rsocket"].rule(1, CarriedProtocol("rsocket", "told", None), None)
    for header in ("RSocketDatagram", "RSocketDatagram6"):
        head = header_named(header).write({})
        rule.take(send(0, len(head), 1), head)
        rule.take(send(0, len(head), 1), head[:-1])
    rule.take(send(0, 4, 1), b"abcd")
    assert [shown.contents for shown in rule.shown] == [213, 214]


# -- RDS --------------------------------------------------------------------------------------------------------------


@needs_recordings
def test_messages_and_bytes_of_rds():
    """Both programs counted 120 messages and 180,000 bytes; the receiver slept, so that maps of ports came."""
    path = RECORDED / "rds_cong.pcap"
    commands, connections = found_in(path)
    for side in ("client", "server"):
        results = next(each[side] for each in truth(path)["application"]["results"] if side in each)
        messages = [command for command in commands if command.kind == "Message"]
        assert len(messages) == results["messages"]
        assert sum(command.size for command in messages) == sum(each.moved for each in messages) == results["bytes"]
    assert [command.identifier for command in messages] == list(range(13, 133))
    assert all(command.ok and command.latency > 0 for command in messages)
    maps = [command for command in commands if command.kind == "Congestion map"]
    assert [(each.size, each.moved, len(each.parts), each.by_design) for each in maps] == [(8192, 8192, 2, True)] * 4
    assert [(each.how, each.commands, each.errors) for each in connections] == [("content", 124, 0)]


@needs_recordings
def test_fields_of_rds():
    names = ["rds.sequence", "rds.ack", "rds.len", "rds.flags.cong_bitmap", "rds.sport"]
    with ibpkt.open(str(RECORDED / "rds_cong.pcap")) as capture:
        columns = capture.follow(names, twice=True).columns(names)
    assert columns["rds.len"].count() == 132  # as many SENDs as the kernel counted
    assert int(columns["rds.flags.cong_bitmap"].sum()) == 8
    assert max(columns["rds.ack"].compressed().tolist()) == 132
    assert set(columns["rds.sport"].compressed().tolist()) == {0, 4100}


def rds(sequence=1, ack=0, size=100, length=None, csum=None, extensions=b"", **values):
    given = {
        "sequence": sequence,
        "ack": ack,
        "len": size if length is None else length,
        "sport": 1,
        "dport": 2,
        **values,
    }
    head = bytearray(header_named("RDSHeader").write(given) + extensions.ljust(16, b"\0"))
    total = sum(int.from_bytes(head[at : at + 2], "big") for at in range(0, 48, 2)) % 0xFFFF
    head[30:32] = ((0xFFFF - total) if csum is None else csum).to_bytes(2, "big")
    return bytes(head), size


def rds_play(*sent):
    rule = PROTOCOLS["rds"].rule(1, CarriedProtocol("rds", "told", None), None)
    ended = []
    for number, (side, (head, size)) in enumerate(sent, 1):
        message = send(side, 48 + size, number * 1000)
        message.first_frame = message.last_frame = number
        message.end = message.start
        ended += rule.take(message, head)
    return ended, rule


def test_an_acknowledgement_ends_all_that_it_covers():
    ended, rule = rds_play((0, rds(1)), (0, rds(2)), (0, rds(3)), (1, rds(1, ack=2, size=40)))
    assert [(each.identifier, each.latency, each.status) for each in ended] == [
        (1, 3000, "acknowledged"), (2, 2000, "acknowledged")
    ]  # fmt: skip
    assert [(each.identifier, each.outcome) for each in rule.finish(over=False)] == [(3, "open"), (1, "open")]
    _, rule = rds_play((0, rds(7)))
    assert [each.outcome for each in rule.finish(over=True)] == ["unanswered"]


def test_fragments_are_one_message():
    whole = [
        (0, rds(5, size=4096, length=9000)),
        (0, rds(5, size=4096, length=9000)),
        (0, rds(5, size=808, length=9000)),
    ]
    ended, _ = rds_play(*whole, (1, rds(0, ack=5, size=0)))
    assert [(each.size, each.moved, len(each.parts), each.latency) for each in ended] == [(9000, 9000, 3, 3000)]
    ended, _ = rds_play(*whole[:2], (0, rds(6)), (1, rds(0, ack=6, size=0)))  # the last fragment is missing
    assert [(each.identifier, each.moved) for each in ended] == [(5, 8192), (6, 100)]


def test_a_message_that_is_sent_again():
    ended, _ = rds_play((0, rds(5)), (0, rds(5, retransmitted=1)), (1, rds(0, ack=5, size=0)))
    assert [(each.outcome, each.detail) for each in ended] == [
        ("unanswered", "port 1 → 2"), ("answered", "port 1 → 2, sent again")
    ]  # fmt: skip


@pytest.mark.parametrize(("change", "claimed"), [
    ({}, True), ({"csum": 0}, True), ({"csum": 1}, False), ({"flags_reserved": 1}, False),
    ({"padding": 1}, False), ({"length": 99}, False), ({"extensions": b"\x04"}, False),
    ({"extensions": b"\x03"}, True), ({"cong_bitmap": 1}, False),
])  # fmt: skip
def test_what_is_a_header_of_rds(change, claimed):
    head, size = rds(**change)
    message = send(0, 48 + size, 1)
    assert (rds_header_at(message, head) is not None) is claimed
    assert rds_header_at(message, head[:47]) is None


def test_headers_of_rds_are_claimed_by_three_in_a_row():
    protocol = PROTOCOLS["rds"]

    def sent(*numbers, **values):
        return [Sent(send(0, 148, at), rds(number, **values)[0]) for at, number in enumerate(numbers)]

    assert protocol.pairs(sent(5, 6, 7, 8), 0) == 3 == protocol.needed
    assert protocol.pairs(sent(5, 7, 9), 0) == 0
    assert protocol.pairs(sent(1, 2, 3, 4, csum=0), 0) == 0  # without checksums nothing proves it
    assert protocol.pairs(sent(1, 2, 3, 4), 1) == 0


def test_private_data_of_rds():
    protocol = PROTOCOLS["rds"]
    port, port6 = 0x00000000010648CA, 0x0000000001064001
    for name in ("RDSConnection", "RDSConnection6"):
        private = header_named(name).write({"minor_mask": 3})
        assert protocol.proves(FakeConnection(private, port))
        assert protocol.proves(FakeConnection(private, port6))
        assert not protocol.proves(FakeConnection(private, 0x0000000001061234))
        assert not protocol.proves(FakeConnection(header_named(name).write({"minor_mask": 3, "major": 9}), port))
    assert not protocol.proves(FakeConnection(bytes(56), port))
    assert not protocol.proves(FakeConnection(None, port))


# -- SMC-R ------------------------------------------------------------------------------------------------------------


@needs_recordings
def test_connection_layer_control():
    """As tshark shows the three messages of the handshake (SMC version 2)."""
    path = RECORDED / "smcr_v2_clc_only.pcap"
    names = ["smc.clc_msg", "smc.length", "smc.accept.server.qp.number", "smc.accept.server.rmb.rkey",
             "smc.accept.initial.psn", "smc.accept.qp.mtu.value", "smc.accept.server.rmb.element.alert.token",
             "smc.confirm.client.qp.number", "smc.confirm.client.rmb.rkey", "smc.initial.psn",
             "smc.proposal.smc.version", "smc.client.rmb.virtual.address"]  # fmt: skip
    with ibpkt.open(str(path)) as capture:
        columns = capture.follow(names).columns(["frame.number", *names])
    found = {name: columns[name].compressed().tolist() for name in names}
    assert columns["frame.number"][~columns["smc.clc_msg"].mask].tolist() == [4, 6, 8]
    assert found == {
        "smc.clc_msg": [1, 2, 3], "smc.length": [156, 160, 180], "smc.accept.server.qp.number": [0x13C],
        "smc.accept.server.rmb.rkey": [0x78E2], "smc.accept.initial.psn": [0xD8C399], "smc.accept.qp.mtu.value": [5],
        "smc.accept.server.rmb.element.alert.token": [1], "smc.confirm.client.qp.number": [0x12D],
        "smc.confirm.client.rmb.rkey": [0x2DDAB8], "smc.initial.psn": [0xCA49B6], "smc.proposal.smc.version": [2] * 3,
        "smc.client.rmb.virtual.address": [0xFF11000008CD0000],
    }  # fmt: skip


def llc(name, **values):
    return header_named(name).write(values)


def smc_play(*sent):
    rule = PROTOCOLS["smc"].rule(1, CarriedProtocol("smc", "told", 0), None)
    ended = []
    for number, (side, head) in enumerate(sent, 1):
        message = send(side, len(head), number * 1000)
        message.first_frame = message.last_frame = number
        message.end = message.start
        ended += rule.take(message, head)
    return ended, rule


def test_link_control():
    """Both ends may ask; a response has the type of its request."""
    ended, rule = smc_play(
        (0, llc("SMCConfirmLink", qpn=5)), (1, llc("SMCConfirmLink", qpn=6, response=1)),
        (1, llc("SMCTestLink", user_data=b"x" * 16)), (0, llc("SMCTestLink", user_data=b"y" * 16)),
        (0, llc("SMCTestLink", response=1)), (1, llc("SMCTestLink", response=1)),
        (0, llc("SMCConfirmRKey")), (1, llc("SMCConfirmRKey", response=1, negative=1)),
        (1, llc("SMCAddLink")), (0, llc("SMCAddLink", response=1, rejected=1)),
        (0, llc("SMCCDC", seq=1, token=7)), (0, llc("SMCDeleteLink", reason=0x10000)),
    )  # fmt: skip
    assert [(each.kind, each.side, each.status, each.ok, each.latency) for each in ended] == [
        ("Confirm Link", 0, "accepted", True, 1000), ("Test Link", 1, "accepted", True, 2000),
        ("Test Link", 0, "accepted", True, 2000), ("Confirm RKey", 0, "refused", False, 1000),
        ("Add Link", 1, "refused", False, 1000),
    ]  # fmt: skip
    (left,) = rule.finish(over=False)
    assert (left.kind, left.detail, left.outcome) == ("Delete Link", "Lost Path", "open")
    assert len(rule.shown) == 12


def smc_sent(*messages):
    return [Sent(send(side, len(head), at), head) for at, (side, head) in enumerate(messages)]


def test_recognition_of_links():
    protocol = PROTOCOLS["smc"]
    ends = [bytes(15) + b"\1", bytes(15) + b"\2"]
    asked = llc("SMCConfirmLink", qpn=5, gid=ends[0], link=1)
    agreed = llc("SMCConfirmLink", qpn=6, gid=ends[1], link=1, response=1)
    assert protocol.pairs(smc_sent((0, asked), (1, agreed)), 0) == protocol.needed
    assert protocol.pairs(smc_sent((0, asked), (1, agreed)), 1) == 0
    same = llc("SMCConfirmLink", qpn=6, gid=ends[0], link=1, response=1)
    nobody = llc("SMCConfirmLink", gid=ends[1], link=1, response=1)
    other = llc("SMCConfirmLink", qpn=6, gid=ends[1], link=2, response=1)
    for answer in (same, nobody, other):
        assert protocol.pairs(smc_sent((0, asked), (1, answer)), 0) == 0
    data = [(0, llc("SMCCDC", seq=number, token=9)) for number in (3, 4, 5)]
    assert protocol.pairs(smc_sent(*data), 0) == 2
    assert protocol.pairs(smc_sent(*data[::2]), 0) == 0
    assert protocol.pairs(smc_sent(*[(0, llc("SMCCDC", seq=number)) for number in (3, 4, 5)]), 0) == 0


@pytest.mark.parametrize("head", [
    pytest.param(llc("SMCCDC")[:43], id="short"), pytest.param(llc("SMCCDC") + b"\0", id="long"),
    pytest.param(b"\xfe\x2d" + bytes(42), id="length"), pytest.param(b"\x0a\x2c" + bytes(42), id="type"),
    pytest.param(llc("SMCCDC")[:43] + b"\1", id="what is reserved"),
])  # fmt: skip
def test_what_is_no_message_of_smc(head):
    assert not PROTOCOLS["smc"].is_command(send(0, len(head), 1), head)
    assert smc_play((0, head))[1].shown == []


# -- 9P ---------------------------------------------------------------------------------------------------------------


def ninep(kind, tag=1, body=b""):
    return header_named("NineP").write({"length": 7 + len(body), "type": kind, "tag": tag}) + body


def ninep_play(*sent, initiator=0):
    rule = PROTOCOLS["9p"].rule(1, CarriedProtocol("9p", "told", initiator), None)
    ended = []
    for number, (side, head) in enumerate(sent, 1):
        message = send(side, len(head), number * 1000)
        message.first_frame = message.last_frame = number
        message.end = message.start
        ended += rule.take(message, head)
    return ended, rule


def test_calls_of_9p():
    sent = [
        (0, ninep(100, 0xFFFF, b"\0\0\1\0\x08\x009P2000.L")), (1, ninep(101, 0xFFFF)), (0, ninep(116, 1)),
        (0, ninep(118, 2, b"data")), (1, ninep(119, 2)), (1, ninep(7, 1)), (0, ninep(120, 3)),
    ]  # fmt: skip
    for initiator in (0, None):
        ended, rule = ninep_play(*sent, initiator=initiator)
        assert [(each.kind, each.identifier, each.status, each.ok, each.latency) for each in ended] == [
            ("version", 0xFFFF, "Rversion", True, 1000), ("write", 2, "Rwrite", True, 1000),
            ("read", 1, "Rlerror", False, 3000),
        ]  # fmt: skip
        (left,) = rule.finish(over=True)
        assert (left.kind, left.outcome) == ("clunk", "unanswered")
        assert len(rule.shown) == 7


def test_a_call_of_9p_that_is_flushed():
    """Nobody answers it, and its tag is free; a call that was answered before is not touched."""
    flush = ninep(108, 4, b"\3\0")
    ended, rule = ninep_play((0, ninep(116, 3)), (0, flush), (1, ninep(109, 4)), (0, ninep(116, 3)), (1, ninep(117, 3)))
    assert [(each.kind, each.outcome, each.status) for each in ended] == [
        ("flush", "answered", "Rflush"), ("read", "unanswered", None), ("read", "answered", "Rread"),
    ]  # fmt: skip
    assert rule.remarks.fetch("9p") == []
    ended, _ = ninep_play((0, ninep(116, 3)), (0, flush), (1, ninep(117, 3)), (1, ninep(109, 4)))
    assert [(each.kind, each.outcome) for each in ended] == [("read", "answered"), ("flush", "answered")]
    ended, rule = ninep_play((0, ninep(116, 3)), (0, ninep(108, 4)), (1, ninep(109, 4)))  # cut before the tag
    assert [each.kind for each in (*ended, *rule.finish(over=False))] == ["flush", "read"]


def test_recognition_of_9p():
    protocol = PROTOCOLS["9p"]
    asked, answered = ninep(100, 0xFFFF, b"\0\0\1\0\x08\x009P2000.L"), ninep(101, 0xFFFF, b"\0\0\1\0\x08\x009P2000.L")
    assert protocol.pairs(smc_sent((0, asked), (1, answered)), 0) == protocol.needed
    assert protocol.pairs(smc_sent((1, answered), (0, asked)), 0) == 0
    assert protocol.pairs(smc_sent((0, ninep(100, 1, b"other")), (1, answered)), 0) == 0
    assert protocol.serves(FakeConnection(None, 0x0000000001061608))
    assert not protocol.is_command(send(0, 8, 1), asked)
    assert not protocol.is_command(send(0, 7, 1), ninep(101))
    assert not protocol.is_command(send(0, 7, 1), ninep(99))
    assert not protocol.is_command(send(0, 3, 1), b"abc")


# -- all of them ------------------------------------------------------------------------------------------------------

OURS = ("rds", "smc", "9p", "rsocket", "ipoib")


@hypothesis.given(st.sampled_from(OURS), st.lists(st.tuples(st.integers(0, 1), st.binary(max_size=200)), max_size=8))
def test_any_bytes_are_taken(name, sent):
    """Whatever comes, nothing raises, and nothing but what is known is shown."""
    rule = PROTOCOLS[name].rule(1, CarriedProtocol(name, "told", None), None)
    for number, (side, head) in enumerate(sent):
        message = send(side, len(head), number)
        message.end = number
        for command in rule.take(message, head):
            assert command.outcome in ("answered", "open", "unanswered")
    rule.finish(over=True)


def test_random_messages_are_not_claimed():
    """100,000 SENDs of the sizes that these protocols have, random and of few different bytes."""
    chance = random.Random(7609)
    sizes = (44, 48, 56, 7, 64, 148)
    for _ in range(1000):
        sent = []
        for number in range(100):
            size = chance.choice(sizes)
            head = (
                bytes([chance.choice((0, 1, 0x2C, 0xFF, 0xFE))]) * size if number % 3 == 0 else chance.randbytes(size)
            )
            sent.append(Sent(send(chance.randrange(2), size, number), head))
        for name in OURS:
            protocol = PROTOCOLS[name]
            assert all(protocol.pairs(sent, side) < protocol.needed for side in (0, 1)), name


@pytest.mark.parametrize("name", ["rds", "rsocket"])
def test_streams_have_no_queue_and_no_responses(name):
    rule = PROTOCOLS[name].rule(1, CarriedProtocol(name, "told", None), None)
    assert (rule.queue, rule.unmatched, rule.name) == ("", 0, "")
